/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-protocols.h"

#include <string.h>

#include "lull-broken.h"
#include "lull-protocols-private.h"

extern const LullProtocol lull_active_calls;
extern const LullProtocol lull_allreduce_max;
extern const LullProtocol lull_allreduce_max_locked;
extern const LullProtocol lull_barrier_sync;
extern const LullProtocol lull_dijkstra_scholten;
extern const LullProtocol lull_futures_wait;
extern const LullProtocol lull_pairwise;
extern const LullProtocol lull_pairwise_by_join;
extern const LullProtocol lull_safra;

static const LullProtocol *const shipped[] = {
  &lull_active_calls,
  &lull_allreduce_max,
  &lull_allreduce_max_locked,
  &lull_barrier_sync,
  &lull_dijkstra_scholten,
  &lull_futures_wait,
  &lull_pairwise,
  &lull_pairwise_by_join,
  &lull_safra,
  NULL,
};

extern const LullBrokenRule lull_active_calls_no_barrier;
extern const LullBrokenRule lull_active_calls_unheld;
extern const LullBrokenRule lull_allreduce_max_locked_unheld;
extern const LullBrokenRule lull_dijkstra_scholten_ack_early;
extern const LullBrokenRule lull_dijkstra_scholten_no_programs;
extern const LullBrokenRule lull_dijkstra_scholten_receipt_in_listener;
extern const LullBrokenRule lull_pairwise_by_join_no_catching_up;
extern const LullBrokenRule lull_pairwise_done_at_start;
extern const LullBrokenRule lull_pairwise_sent_first;
extern const LullBrokenRule lull_pairwise_sent_on_wire;
extern const LullBrokenRule lull_pairwise_sums;
extern const LullBrokenRule lull_safra_active_passes;
extern const LullBrokenRule lull_safra_no_blackening;
extern const LullBrokenRule lull_safra_receipt_in_listener;

static const LullBrokenRule *const rules[] = {
  &lull_active_calls_no_barrier,
  &lull_active_calls_unheld,
  &lull_allreduce_max_locked_unheld,
  &lull_dijkstra_scholten_ack_early,
  &lull_dijkstra_scholten_no_programs,
  &lull_dijkstra_scholten_receipt_in_listener,
  &lull_pairwise_by_join_no_catching_up,
  &lull_pairwise_done_at_start,
  &lull_pairwise_sent_first,
  &lull_pairwise_sent_on_wire,
  &lull_pairwise_sums,
  &lull_safra_active_passes,
  &lull_safra_no_blackening,
  &lull_safra_receipt_in_listener,
};

/* Once there is a plugin: the shipped protocols and those loaded, ended by NULL. */
static const LullProtocol **extended;
static gsize extended_count;

const LullProtocol *const *
lull_protocols_list (void)
{
  return extended != NULL ? extended : shipped;
}

void
lull_protocols_add (const LullProtocol *protocol)
{
  if (extended == NULL)
    {
      extended = g_memdup2 (shipped, sizeof shipped);
      extended_count = G_N_ELEMENTS (shipped) - 1;
    }
  extended = g_renew (const LullProtocol *, extended, extended_count + 2);
  extended[extended_count++] = protocol;
  extended[extended_count] = NULL;
}

/* A broken protocol is made from its algorithm's tables, which is done once. */
const LullProtocol *const *
lull_protocols_list_broken (void)
{
  static LullBroken made[G_N_ELEMENTS (rules)];
  static const LullProtocol *broken[G_N_ELEMENTS (rules) + 1];
  static gsize ready = 0;

  if (g_once_init_enter (&ready))
    {
      for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
        {
          lull_broken_init (&made[i], rules[i]);
          broken[i] = &made[i].protocol;
        }
      g_once_init_leave (&ready, 1);
    }
  return broken;
}

static const LullProtocol *
find_among (const LullProtocol *const *list, const char *name)
{
  for (; *list != NULL; list++)
    if (strcmp ((*list)->name, name) == 0)
      return *list;
  return NULL;
}

const LullProtocol *
lull_protocols_find (const char *name)
{
  const LullProtocol *found = find_among (lull_protocols_list (), name);

  return found != NULL ? found : find_among (lull_protocols_list_broken (), name);
}

const LullOption *
lull_protocols_find_option (const LullProtocol *protocol, const char *name)
{
  const LullOption *option = protocol->options;

  for (; option != NULL && option->name != NULL; option++)
    if (g_str_equal (option->name, name))
      return option;
  return NULL;
}

gboolean
lull_protocols_is_loaded (const LullProtocol *protocol)
{
  for (gsize i = G_N_ELEMENTS (shipped) - 1; i < extended_count; i++)
    if (extended[i] == protocol)
      return TRUE;
  return FALSE;
}
