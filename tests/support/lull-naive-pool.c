/* SPDX-License-Identifier: Apache-2.0 */
/* The pools of a worker. */
#include "lull-naive-state.h"

LullNaiveWay
lull_naive_way (const LullNaiveScenario *scenario, guint8 message)
{
  const LullNaiveOptions *options = &scenario->options;

  if (scenario->messages[message].request != LULL_NAIVE_NONE && options->replies_differ)
    return options->replies_go;
  if (options->send_to_buffer)
    return LULL_NAIVE_BY_BUFFER;
  if (options->send_in_pool)
    return LULL_NAIVE_BY_POOL;
  return options->send_task ? LULL_NAIVE_BY_TASK : LULL_NAIVE_BY_SEND;
}

LullNaiveTask
lull_naive_task (const LullNaiveScenario *scenario, guint8 message)
{
  return scenario->messages[message].request != LULL_NAIVE_NONE ? LULL_NAIVE_CALLING_BACK
                                                                : LULL_NAIVE_HANDLING;
}

static gboolean
share_a_pool (const LullNaiveScenario *scenario, LullNaiveTask one, LullNaiveTask other)
{
  const LullNaiveOwnPool *own = scenario->options.own;

  return one == other || (!own[one].apart && !own[other].apart);
}

static gboolean
is_fifo (const LullNaiveScenario *scenario, LullNaiveTask task)
{
  const LullNaiveOwnPool *own = &scenario->options.own[task];

  return own->apart ? own->fifo : scenario->options.pool_fifo;
}

gboolean
lull_naive_has_ordered_pool (const LullNaiveScenario *scenario)
{
  const LullNaiveOptions *options = &scenario->options;
  gboolean sends_wait =
      options->replies_differ && options->replies_go == LULL_NAIVE_BY_POOL;

  return is_fifo (scenario, LULL_NAIVE_HANDLING) ||
         is_fifo (scenario, LULL_NAIVE_CALLING_BACK) ||
         ((sends_wait || options->send_in_pool) &&
          is_fifo (scenario, LULL_NAIVE_SENDING));
}

/* Whether @message waits at @worker in the pool that tasks of that kind are in. */
static gboolean
waits_at (const LullNaiveScenario *scenario,
          const LullNaiveState *state,
          guint8 message,
          LullNaiveTask task,
          guint8 worker)
{
  if (state->stage[message] == SEND_TASK)
    return lull_naive_way (scenario, message) == LULL_NAIVE_BY_POOL &&
           scenario->messages[message].source == worker &&
           share_a_pool (scenario, task, LULL_NAIVE_SENDING);
  return state->stage[message] == QUEUED &&
         scenario->messages[message].target == worker &&
         share_a_pool (scenario, task, lull_naive_task (scenario, message));
}

void
lull_naive_enter_pool (const LullNaiveScenario *scenario,
                       LullNaiveState *state,
                       guint8 message,
                       LullNaiveTask task,
                       guint8 worker)
{
  guint8 before = 0;

  for (guint8 other = 0; other < scenario->message_count; other++)
    if (waits_at (scenario, state, other, task, worker))
      before++;
  state->stage[message] = task == LULL_NAIVE_SENDING ? SEND_TASK : QUEUED;
  if (is_fifo (scenario, task))
    state->place[message] = (guint8) (before + 1);
}

void
lull_naive_leave_pool (const LullNaiveScenario *scenario,
                       LullNaiveState *state,
                       guint8 message,
                       LullNaiveTask task,
                       guint8 worker)
{
  g_assert (waits_at (scenario, state, message, task, worker));
  for (guint8 other = 0; other < scenario->message_count; other++)
    if (waits_at (scenario, state, other, task, worker) &&
        state->place[other] > state->place[message])
      state->place[other]--;
  state->place[message] = 0;
}

gboolean
lull_naive_gets_thread (const LullNaiveScenario *scenario,
                        const LullNaiveState *state,
                        guint8 message,
                        LullNaiveTask task,
                        guint8 worker)
{
  const LullNaiveOwnPool *own = &scenario->options.own[task];
  guint limit = own->apart ? own->threads : scenario->options.handlers;
  guint running = 0;

  if (is_fifo (scenario, task) && state->place[message] != 1)
    return FALSE;
  for (guint8 other = 0; other < scenario->message_count; other++)
    if (scenario->messages[other].target == worker && state->stage[other] == RUNNING &&
        share_a_pool (scenario, task, lull_naive_task (scenario, other)))
      running++;
  for (guint8 other = 0; other < scenario->message_count; other++)
    if (scenario->options.rendezvous && scenario->messages[other].source == worker &&
        state->stage[other] == IN_FLIGHT &&
        lull_naive_way (scenario, other) == LULL_NAIVE_BY_POOL &&
        share_a_pool (scenario, task, LULL_NAIVE_SENDING))
      running++;
  return limit == 0 || running < limit;
}
