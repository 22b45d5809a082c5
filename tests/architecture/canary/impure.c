/* SPDX-License-Identifier: Apache-2.0 */
/* What the purity check must object to. */
#include <time.h>

time_t canary_ask_the_clock (void);

time_t
canary_ask_the_clock (void)
{
  return time (NULL);
}
