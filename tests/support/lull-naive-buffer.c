/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers: what is sent waits in one for each ordered pair, and leaves it all at once. */
#include "lull-naive-state.h"

gboolean
lull_naive_has_buffers (const LullNaiveScenario *scenario)
{
  const LullNaiveOptions *options = &scenario->options;

  return options->send_to_buffer ||
         (options->replies_differ && options->replies_go == LULL_NAIVE_BY_BUFFER);
}

static gboolean
is_there (const LullNaiveScenario *scenario,
          const LullNaiveState *state,
          guint8 message,
          guint8 source,
          guint8 target)
{
  return state->stage[message] == SEND_TASK &&
         lull_naive_way (scenario, message) == LULL_NAIVE_BY_BUFFER &&
         scenario->messages[message].source == source &&
         scenario->messages[message].target == target;
}

static guint8
count_in (const LullNaiveScenario *scenario,
          const LullNaiveState *state,
          guint8 source,
          guint8 target)
{
  guint8 count = 0;

  for (guint8 message = 0; message < scenario->message_count; message++)
    if (is_there (scenario, state, message, source, target))
      count++;
  return count;
}

/* Those that came first leave first; without order they all have the same place. */
static void
empty (const LullNaiveScenario *scenario,
       LullNaiveState *state,
       guint8 source,
       guint8 target)
{
  guint8 last = count_in (scenario, state, source, target);

  for (guint8 place = 0; place <= last; place++)
    for (guint8 message = 0; message < scenario->message_count; message++)
      if (is_there (scenario, state, message, source, target) &&
          state->place[message] == place)
        {
          state->place[message] = 0;
          lull_naive_enter_flight (scenario, state, message);
        }
}

void
lull_naive_enter_buffer (const LullNaiveScenario *scenario,
                         LullNaiveState *state,
                         guint8 message)
{
  guint8 source = scenario->messages[message].source;
  guint8 target = scenario->messages[message].target;
  guint8 count = (guint8) (count_in (scenario, state, source, target) + 1);

  state->stage[message] = SEND_TASK;
  if (scenario->options.fifo)
    state->place[message] = count;
  if (scenario->options.buffer > 0 && count >= scenario->options.buffer)
    empty (scenario, state, source, target);
}

void
lull_naive_empty_buffers (const LullNaiveScenario *scenario,
                          LullNaiveState *state,
                          guint8 source)
{
  for (guint8 target = 0; target < scenario->workers; target++)
    empty (scenario, state, source, target);
}

static gboolean
has_nothing_to_handle (const LullNaiveScenario *scenario,
                       const LullNaiveState *state,
                       guint8 worker)
{
  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].target == worker &&
        (state->stage[message] == QUEUED || state->stage[message] == RUNNING))
      return FALSE;
  return TRUE;
}

void
lull_naive_buffer_expand (const LullNaiveScenario *scenario,
                          const LullNaiveState *state,
                          LullNaiveVisit visit,
                          gpointer user_data)
{
  if (scenario->options.emptied == LULL_NAIVE_EMPTIED_BY_HAND)
    return;
  for (guint8 source = 0; source < scenario->workers; source++)
    for (guint8 target = 0; target < scenario->workers; target++)
      {
        LullNaiveState next = *state;

        if (count_in (scenario, state, source, target) == 0 ||
            (scenario->options.emptied == LULL_NAIVE_EMPTIED_IDLE &&
             !has_nothing_to_handle (scenario, state, source)))
          continue;
        empty (scenario, &next, source, target);
        visit (LULL_NAIVE_FLUSH, &next, user_data);
      }
}
