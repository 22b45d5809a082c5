/* SPDX-License-Identifier: Apache-2.0 */
/* What waits for a thread of a worker's pool, where the pool takes it in order. */
#include "lull-world-private.h"

void
lull_pool_push (const LullWorld *self, guint8 *state, guint worker, guint message)
{
  if (self->pools != NULL)
    lull_queue_push (&self->pools[worker], state, (guint8) (message + 1));
}

void
lull_pool_pop (const LullWorld *self, guint8 *state, guint worker)
{
  if (self->pools != NULL)
    lull_queue_pop (&self->pools[worker], state);
}

gboolean
lull_pool_is_next (const LullWorld *self,
                   const guint8 *state,
                   guint worker,
                   guint message)
{
  return self->pools == NULL || state[self->pools[worker].at] == message + 1;
}
