/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "lull-interrupt.h"

#include <signal.h>

static gint asked;

static void
on_signal (int number)
{
  (void) number;
  g_atomic_int_set (&asked, 1);
}

void
lull_interrupt_catch (void)
{
  struct sigaction action = { 0 };

  action.sa_handler = on_signal;
  /* Reset: the second signal has its usual effect. */
  action.sa_flags = (int) SA_RESETHAND | SA_RESTART;
  (void) sigaction (SIGINT, &action, NULL);
  (void) sigaction (SIGTERM, &action, NULL);
}

const gint *
lull_interrupt_flag (void)
{
  return &asked;
}

gboolean
lull_interrupt_is_asked (void)
{
  return g_atomic_int_get (&asked) != 0;
}
