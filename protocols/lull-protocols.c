/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-protocols.h"

#include <string.h>

extern const LullProtocol lull_allreduce_max;
extern const LullProtocol lull_allreduce_max_locked;
extern const LullProtocol lull_barrier_sync;
extern const LullProtocol lull_pairwise;

static const LullProtocol *const shipped[] = {
  &lull_allreduce_max,
  &lull_allreduce_max_locked,
  &lull_barrier_sync,
  &lull_pairwise,
  NULL,
};

static const LullProtocol *const broken[] = { NULL };

const LullProtocol *const *
lull_protocols_list (void)
{
  return shipped;
}

const LullProtocol *const *
lull_protocols_list_broken (void)
{
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
