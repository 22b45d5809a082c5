/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-naive-world.h"

#include <string.h>

void
lull_naive_scenario_init (LullNaiveScenario *self,
                          LullNaiveProtocol protocol,
                          guint workers)
{
  g_assert (workers >= 1 && workers <= LULL_NAIVE_WORKERS_MAX);
  memset (self, 0, sizeof *self);
  self->protocol = protocol;
  self->workers = workers;
  self->epochs = 1;
}

void
lull_naive_scenario_join (LullNaiveScenario *self)
{
  self->epochs++;
}

guint8
lull_naive_scenario_add (LullNaiveScenario *self,
                         guint8 source,
                         guint8 target,
                         gboolean call,
                         gboolean sync,
                         guint8 parent)
{
  guint8 number = (guint8) self->message_count;
  guint8 epoch =
      parent < number ? self->messages[parent].epoch : (guint8) (self->epochs - 1);

  g_assert (source < self->workers && target < self->workers);
  g_assert (call || !sync);
  g_assert (parent == LULL_NAIVE_NONE || (parent == LULL_NAIVE_TIMER && !sync) ||
            (parent < number && self->messages[parent].target == source));
  if (number + (call ? 2U : 1U) > LULL_NAIVE_MESSAGES_MAX)
    return LULL_NAIVE_NONE;
  self->messages[number] =
      (LullNaiveMessage){ .source = source,
                          .target = target,
                          .parent = parent,
                          .reply = call ? (guint8) (number + 1) : LULL_NAIVE_NONE,
                          .request = LULL_NAIVE_NONE,
                          .sync = sync,
                          .epoch = epoch };
  if (call)
    self->messages[number + 1] = (LullNaiveMessage){ .source = target,
                                                     .target = source,
                                                     .parent = LULL_NAIVE_NONE,
                                                     .reply = LULL_NAIVE_NONE,
                                                     .request = number,
                                                     .epoch = epoch };
  self->message_count += call ? 2 : 1;
  return number;
}

gboolean
lull_naive_scenario_add_local (LullNaiveScenario *self,
                               LullNaiveDeed deed,
                               guint8 worker,
                               guint8 parent,
                               guint8 name)
{
  g_assert (worker < self->workers && name < LULL_NAIVE_NAMES_MAX);
  g_assert (parent == LULL_NAIVE_NONE || self->messages[parent].target == worker);
  if (self->local_count == LULL_NAIVE_LOCALS_MAX)
    return FALSE;
  self->locals[self->local_count++] =
      (LullNaiveLocal){ .deed = deed,
                        .worker = worker,
                        .parent = parent,
                        .epoch = parent == LULL_NAIVE_NONE ? (guint8) (self->epochs - 1)
                                                           : self->messages[parent].epoch,
                        .after = (guint8) self->message_count,
                        .name = name };
  return TRUE;
}

void
lull_naive_scenario_add_chains (LullNaiveScenario *self,
                                guint starts,
                                guint hops,
                                gboolean call)
{
  for (guint start = 0; start < starts; start++)
    {
      guint8 parent = LULL_NAIVE_NONE;

      for (guint hop = 0; hop < hops; hop++)
        {
          guint8 source = (guint8) ((start + hop) % self->workers);
          guint8 target = (guint8) ((start + hop + 1) % self->workers);

          parent = lull_naive_scenario_add (self, source, target, call, FALSE, parent);
          g_assert (parent != LULL_NAIVE_NONE);
        }
    }
}

void
lull_naive_scenario_add_tree (LullNaiveScenario *self,
                              guint fan,
                              guint depth,
                              gboolean call)
{
  guint8 parents[LULL_NAIVE_MESSAGES_MAX] = { LULL_NAIVE_NONE };
  guint parent_count = 1;

  for (guint level = 0; level < depth; level++)
    {
      guint8 children[LULL_NAIVE_MESSAGES_MAX];
      guint child_count = 0;

      for (guint index = 0; index < parent_count; index++)
        {
          guint8 parent = parents[index];
          guint8 source = parent == LULL_NAIVE_NONE ? 0 : self->messages[parent].target;

          for (guint step = 1; step <= fan; step++)
            {
              guint8 target = (guint8) ((source + step) % self->workers);

              children[child_count] =
                  lull_naive_scenario_add (self, source, target, call, FALSE, parent);
              g_assert (children[child_count] != LULL_NAIVE_NONE);
              child_count++;
            }
        }
      memcpy (parents, children, child_count);
      parent_count = child_count;
    }
}

void
lull_naive_scenario_set_any (LullNaiveScenario *self,
                             guint requests,
                             gboolean calls,
                             gboolean self_too)
{
  g_assert (self->message_count == 0 && requests > 0);
  self->options.send_errors = 0;
  self->options.duplication = 0;
  self->options.crashes = 0;
  self->options.leaving = self->options.late = 0;
  self->any_requests = requests;
  self->any_from = (1U << self->workers) - 1;
  self->any_calls = calls;
  self->any_self = self_too;
  self->message_count = requests * (calls ? 2 : 1);
  g_assert (self->message_count <= LULL_NAIVE_MESSAGES_MAX);
}

const char *
lull_naive_verdict_to_string (LullNaiveVerdict verdict)
{
  switch (verdict)
    {
    case LULL_NAIVE_PREMATURE:
      return "premature";
    case LULL_NAIVE_DEADLOCK:
      return "deadlock";
    case LULL_NAIVE_SAFE:
    default:
      return "safe";
    }
}
