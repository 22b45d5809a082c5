/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-random-scenario.h"

#define WORKERS_MAX 4U
#define REQUESTS_MAX 5U
#define EPOCHS_MAX 3U

guint64
lull_split_mix_next (LullSplitMix *self)
{
  guint64 mixed = self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  mixed = (mixed ^ (mixed >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  mixed = (mixed ^ (mixed >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return mixed ^ (mixed >> 31);
}

guint
lull_split_mix_below (LullSplitMix *self, guint bound)
{
  g_assert (bound > 0);
  return (guint) (lull_split_mix_next (self) % bound);
}

/* Whether one out of @count draws hits. */
static gboolean
one_in (LullSplitMix *numbers, guint count)
{
  return lull_split_mix_below (numbers, count) == 0;
}

/* Mostly no limit, else 1 or 2. */
static guint
draw_limit (LullSplitMix *numbers)
{
  return one_in (numbers, 2) ? 1 + lull_split_mix_below (numbers, 2) : 0;
}

static void
draw_pools (LullSplitMix *numbers, LullNaiveOptions *options)
{
  gboolean sends_wait;

  options->replies_differ = one_in (numbers, 4);
  if (options->replies_differ)
    options->replies_go = (LullNaiveWay) lull_split_mix_below (numbers, 4);
  sends_wait = options->send_in_pool ||
               (options->replies_differ && options->replies_go == LULL_NAIVE_BY_POOL);
  for (guint task = 0; task < LULL_NAIVE_TASKS; task++)
    if (one_in (numbers, 4) && (task != LULL_NAIVE_SENDING || sends_wait))
      options->own[task] = (LullNaiveOwnPool){ .apart = TRUE,
                                               .threads = draw_limit (numbers),
                                               .fifo = one_in (numbers, 3) };
}

/* Mostly what idleness looks at by default. */
static void
draw_idle (LullSplitMix *numbers, LullNaiveOptions *options)
{
  if (!one_in (numbers, 3))
    return;
  options->idle_with_hand = one_in (numbers, 2);
  options->idle_with_futures = one_in (numbers, 3);
  options->idle_but_queue = one_in (numbers, 3);
  options->idle_but_running = one_in (numbers, 3);
  options->idle_but_tasks = one_in (numbers, 3);
}

/* Mostly nothing goes wrong. */
static void
draw_faults (LullSplitMix *numbers, LullNaiveOptions *options)
{
  if (!one_in (numbers, 3))
    return;
  options->loss = lull_split_mix_below (numbers, 3);
  options->retry = (LullNaiveRetry) lull_split_mix_below (numbers, 3);
  options->idle_with_retries = one_in (numbers, 2);
  options->failed_undone = one_in (numbers, 2);
  options->retries_counted = one_in (numbers, 2);
}

/* Mostly a round is one step. */
static void
draw_carrier (LullSplitMix *numbers, guint workers, LullNaiveOptions *options)
{
  if (!one_in (numbers, 3))
    return;
  options->carrier = (LullNaiveCarrier) lull_split_mix_below (numbers, 6);
  options->untagged = one_in (numbers, 2) && workers <= 3;
  options->fan = 1 + lull_split_mix_below (numbers, 2);
  /* Alone nobody is early. */
  if (one_in (numbers, 2) && workers > 1 && options->carrier != LULL_NAIVE_BY_STORE)
    options->early = (LullNaiveEarly) (1 + lull_split_mix_below (numbers, 2));
  options->serves_in_join = one_in (numbers, 2);
}

static void
draw_sending (LullSplitMix *numbers, LullNaiveOptions *options)
{
  options->send_to_buffer = one_in (numbers, 6);
  options->buffer = draw_limit (numbers);
  options->emptied = one_in (numbers, 4)   ? LULL_NAIVE_EMPTIED_BY_HAND
                     : one_in (numbers, 2) ? LULL_NAIVE_EMPTIED_ANY
                                           : LULL_NAIVE_EMPTIED_IDLE;
  options->idle_with_buffers = one_in (numbers, 2);
  if (options->send_to_buffer)
    return;
  options->send_task = one_in (numbers, 2);
  options->send_in_pool = options->send_task && one_in (numbers, 2);
}

static void
draw_options (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  LullNaiveOptions *options = &scenario->options;

  options->fifo = one_in (numbers, 3);
  options->handlers = draw_limit (numbers);
  options->hand = draw_limit (numbers);
  options->straight = one_in (numbers, 4);
  draw_sending (numbers, options);
  options->pool_fifo = one_in (numbers, 3);
  draw_pools (numbers, options);
  draw_idle (numbers, options);
  options->flags_forgotten = one_in (numbers, 2);
  draw_faults (numbers, options);
  options->settle_at_start = one_in (numbers, 3);
  options->callbacks_locked = one_in (numbers, 5);
  options->timers_count = one_in (numbers, 2);
  options->idle_with_timers = one_in (numbers, 2);
  options->timers_stop = (LullNaiveStop) lull_split_mix_below (numbers, 3);
  /* Of two timers' calls, one that was lost and one that is stopped, the world does not
   * keep which is which. */
  if (options->loss > 0 && options->retry == LULL_NAIVE_RETRY_NEVER)
    options->timers_stop = LULL_NAIVE_STOP_NEVER;
  options->timeout_callbacks = one_in (numbers, 2);
  options->timeout_stops = one_in (numbers, 3);
  if (scenario->protocol != LULL_NAIVE_PAIRWISE)
    {
      draw_carrier (numbers, scenario->workers, options);
      return;
    }
  options->done_early = one_in (numbers, 4);
  options->snapshot = (LullNaiveSnapshot) lull_split_mix_below (numbers, 3);
  options->wait_idle = one_in (numbers, 3);
  options->wait_first = !options->wait_idle && one_in (numbers, 3);
  options->sent_late = one_in (numbers, 4);
  options->narrow = one_in (numbers, 4);
  options->sums = one_in (numbers, 6);
  options->finale = one_in (numbers, 4);
  options->gather_diff = one_in (numbers, 2);
  options->done_at_return = one_in (numbers, 3);
  options->late_answers = (LullNaiveLate) lull_split_mix_below (numbers, 5);
}

/* Half of what is not the first hangs below something: a handler, or a call's callback.
 */
static guint8
draw_parent (LullSplitMix *numbers, const LullNaiveScenario *scenario, gboolean timers)
{
  if (scenario->message_count == 0 || one_in (numbers, 2))
    return timers && one_in (numbers, 2) ? LULL_NAIVE_TIMER : LULL_NAIVE_NONE;
  return (guint8) lull_split_mix_below (numbers, scenario->message_count);
}

/* Whether the program has the lock of that name. */
static gboolean
has_lock (const LullNaiveScenario *scenario, guint8 worker, guint8 parent, guint8 name)
{
  gint balance = 0;

  for (guint local = 0; local < scenario->local_count; local++)
    {
      const LullNaiveLocal *step = &scenario->locals[local];

      if (step->name != name || step->parent != parent || step->worker != worker ||
          (parent == LULL_NAIVE_NONE && step->epoch + 1U != scenario->epochs))
        continue;
      balance += step->deed == LULL_NAIVE_TAKES   ? 1
                 : step->deed == LULL_NAIVE_GIVES ? -1
                                                  : 0;
    }
  return balance > 0;
}

/* Room for a local step, and for those that give back every lock. */
static gboolean
has_room (const LullNaiveScenario *scenario)
{
  guint open = 0;

  for (guint8 local = 0; local < scenario->local_count; local++)
    open += scenario->locals[local].deed == LULL_NAIVE_TAKES ? 1 : 0;
  return scenario->local_count + open + 2 <= LULL_NAIVE_LOCALS_MAX;
}

/* Some program does something that sends nothing; what it takes, it gives. */
static void
draw_local (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  guint8 parent = draw_parent (numbers, scenario, FALSE);
  guint8 worker = parent == LULL_NAIVE_NONE
                      ? (guint8) lull_split_mix_below (numbers, scenario->workers)
                      : scenario->messages[parent].target;
  guint8 name = (guint8) lull_split_mix_below (numbers, LULL_NAIVE_NAMES_MAX);
  LullNaiveDeed deed = (LullNaiveDeed) lull_split_mix_below (
      numbers, lull_naive_has_buffers (scenario) ? 6 : 5);

  if (!has_room (scenario))
    return;
  if (deed == LULL_NAIVE_TAKES || deed == LULL_NAIVE_GIVES)
    deed =
        has_lock (scenario, worker, parent, name) ? LULL_NAIVE_GIVES : LULL_NAIVE_TAKES;
  lull_naive_scenario_add_local (scenario, deed, worker, parent, name);
}

/* Handlers and callbacks give back what they have; a main program need not. */
static void
give_back (LullNaiveScenario *scenario)
{
  guint count = scenario->local_count;

  for (guint local = 0; local < count; local++)
    {
      LullNaiveLocal step = scenario->locals[local];

      if (step.deed == LULL_NAIVE_TAKES && step.parent != LULL_NAIVE_NONE &&
          has_lock (scenario, step.worker, step.parent, step.name))
        lull_naive_scenario_add_local (scenario, LULL_NAIVE_GIVES, step.worker,
                                       step.parent, step.name);
    }
}

static void
draw_work (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  gboolean only_calls =
      scenario->protocol == LULL_NAIVE_ALLREDUCE_MAX || one_in (numbers, 3);
  gboolean only_casts = !only_calls && one_in (numbers, 2);
  gboolean timers = one_in (numbers, 5);
  guint requests = 1 + lull_split_mix_below (numbers, REQUESTS_MAX);
  gboolean several = one_in (numbers, 3);
  gboolean locals = one_in (numbers, 4);

  for (guint request = 0; request < requests; request++)
    {
      guint8 parent = draw_parent (numbers, scenario, timers);
      guint8 source = parent < scenario->message_count
                          ? scenario->messages[parent].target
                          : (guint8) lull_split_mix_below (numbers, scenario->workers);
      guint8 target = (guint8) lull_split_mix_below (numbers, scenario->workers);
      gboolean call = only_calls || (!only_casts && one_in (numbers, 2));
      gboolean sync = call && parent != LULL_NAIVE_TIMER && one_in (numbers, 3);

      if (several && scenario->epochs < EPOCHS_MAX && one_in (numbers, 3))
        lull_naive_scenario_join (scenario);
      lull_naive_scenario_add (scenario, source, target, call, sync, parent);
      while (locals && one_in (numbers, 2))
        draw_local (numbers, scenario);
    }
  give_back (scenario);
  scenario->options.timers_behind =
      one_in (numbers, 2) ? 0 : lull_split_mix_below (numbers, scenario->epochs);
}

/* Duplication does not go with what a timer sends, and a copy that is dropped not with
 * loss. */
static void
draw_duplication (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  LullNaiveOptions *options = &scenario->options;
  gboolean fits = 2 * scenario->local_count <= LULL_NAIVE_LOCALS_MAX;

  for (guint number = 0; number < scenario->message_count; number++)
    fits = fits && scenario->messages[number].parent != LULL_NAIVE_TIMER;
  if (!fits || !one_in (numbers, 5))
    return;
  options->duplication = 1;
  options->deduplication = options->loss == 0 && one_in (numbers, 2);
}

/* Of a copy that has come to nothing the world does not keep what it was a copy of; so
 * there is one message only that may be copied. */
static void
spare_all_but_one (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  guint hit = lull_split_mix_below (numbers, scenario->message_count);

  for (guint number = 0; number < scenario->message_count; number++)
    scenario->messages[number].spared = number != hit;
}

/* The first message is not spared, so some can be hit. */
static void
draw_spared (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  if (scenario->options.duplication > 0 && !scenario->options.deduplication)
    {
      spare_all_but_one (numbers, scenario);
      return;
    }
  if (scenario->options.loss + scenario->options.duplication == 0 || one_in (numbers, 2))
    return;
  for (guint number = 1; number < scenario->message_count; number++)
    scenario->messages[number].spared = one_in (numbers, 2);
}

static gboolean
may_have_members (const LullNaiveScenario *scenario)
{
  return scenario->options.duplication == 0 &&
         scenario->options.carrier == LULL_NAIVE_BY_STEP;
}

/* Who leaves does nothing behind the join that it leaves instead of. */
static void
keep_those_with_more_to_do (LullNaiveScenario *scenario)
{
  guint last = scenario->options.instead_of > 0 ? scenario->options.instead_of - 1
                                                : scenario->epochs - 1U;

  for (guint number = 0; number < scenario->message_count; number++)
    if (scenario->messages[number].epoch > last &&
        scenario->messages[number].parent == LULL_NAIVE_NONE &&
        scenario->messages[number].request == LULL_NAIVE_NONE)
      scenario->options.leaving &= ~(1U << scenario->messages[number].source);
  for (guint local = 0; local < scenario->local_count; local++)
    if (scenario->locals[local].epoch > last)
      scenario->options.leaving &= ~(1U << scenario->locals[local].worker);
}

static void
draw_members (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  LullNaiveOptions *options = &scenario->options;
  guint all = (1U << scenario->workers) - 1;

  if (!may_have_members (scenario) || one_in (numbers, 3))
    return;
  options->crashes = lull_split_mix_below (numbers, 3);
  if (one_in (numbers, 3))
    options->crash_proof = lull_split_mix_below (numbers, all);
  if (one_in (numbers, 2))
    options->leaving = lull_split_mix_below (numbers, all + 1);
  if (one_in (numbers, 2))
    options->instead_of = 1 + lull_split_mix_below (numbers, scenario->epochs);
  keep_those_with_more_to_do (scenario);
  if (one_in (numbers, 2))
    options->late = lull_split_mix_below (numbers, all + 1);
  /* As with losses, of a timer that is stopped and what one has sent to nobody. */
  options->timers_stop = LULL_NAIVE_STOP_NEVER;
  if (options->finale)
    options->late = 0;
  options->drained = one_in (numbers, 2);
  options->told =
      options->late_answers == LULL_NAIVE_LATE_ON_ARRIVAL && one_in (numbers, 2);
  options->rounds_go_on = one_in (numbers, 2);
}

/* The world has timeouts without copies. */
static void
draw_timeouts (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  const LullNaiveOptions *options = &scenario->options;

  if (!one_in (numbers, 4) || options->duplication > 0)
    return;
  for (guint number = 0; number < scenario->message_count; number++)
    scenario->messages[number].times_out =
        scenario->messages[number].reply != LULL_NAIVE_NONE && one_in (numbers, 2);
}

/* A rendezvous is of send tasks, and on a network on which nothing goes wrong. */
static void
draw_rendezvous (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  LullNaiveOptions *options = &scenario->options;
  gboolean has_tasks = options->send_task && !options->replies_differ;

  if (has_tasks && options->loss == 0 && options->duplication == 0 &&
      options->retry == LULL_NAIVE_RETRY_NEVER && !lull_naive_has_buffers (scenario))
    options->rendezvous = one_in (numbers, 2);
}

/* Some paths are not counted. */
static void
draw_uncounted (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  if (!one_in (numbers, 6))
    return;
  for (guint number = 0; number < scenario->message_count; number++)
    {
      scenario->messages[number].sent_uncounted = one_in (numbers, 3);
      scenario->messages[number].done_uncounted = one_in (numbers, 3);
    }
}

/* Some handlers return before their requests are done. */
static void
draw_deferred (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  if (!one_in (numbers, 4))
    return;
  scenario->options.idle_with_returned = one_in (numbers, 2);
  for (guint number = 0; number < scenario->message_count; number++)
    scenario->messages[number].deferred =
        scenario->messages[number].request == LULL_NAIVE_NONE && one_in (numbers, 2);
}

/* The world has no errors of sending with a rendezvous or buffers. */
static void
draw_send_errors (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  LullNaiveOptions *options = &scenario->options;

  if (options->rendezvous || lull_naive_has_buffers (scenario) || !one_in (numbers, 4))
    return;
  options->send_errors = 1 + lull_split_mix_below (numbers, 2);
  if (options->retry == LULL_NAIVE_RETRY_NEVER)
    options->timers_stop = LULL_NAIVE_STOP_NEVER;
}

void
lull_random_scenario_sketch (LullSplitMix *numbers,
                             LullNaiveProtocol protocol,
                             guint workers_max,
                             LullNaiveScenario *scenario)
{
  guint workers = 1 + lull_split_mix_below (numbers, workers_max);

  lull_naive_scenario_init (scenario, protocol, workers);
  draw_options (numbers, scenario);
  draw_work (numbers, scenario);
  draw_duplication (numbers, scenario);
  draw_spared (numbers, scenario);
  draw_members (numbers, scenario);
  draw_timeouts (numbers, scenario);
  draw_rendezvous (numbers, scenario);
  draw_uncounted (numbers, scenario);
  draw_deferred (numbers, scenario);
  draw_send_errors (numbers, scenario);
}

static gboolean
has_awaited_calls (const LullNaiveScenario *scenario)
{
  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].sync)
      return TRUE;
  return FALSE;
}

void
lull_random_scenario_tame (LullNaiveScenario *scenario)
{
  const LullNaiveOptions drawn = scenario->options;

  scenario->local_count = 0;
  for (guint number = 0; number < scenario->message_count; number++)
    {
      scenario->messages[number].times_out = FALSE;
      scenario->messages[number].deferred = FALSE;
    }
  scenario->options =
      (LullNaiveOptions){ .fifo = drawn.fifo,
                          .hand = drawn.hand,
                          .handlers = has_awaited_calls (scenario) ? 0 : drawn.handlers,
                          .send_task = drawn.send_task,
                          .send_in_pool = drawn.send_in_pool,
                          .pool_fifo = drawn.pool_fifo,
                          .settle_at_start = drawn.settle_at_start };
  for (guint number = 0; number < scenario->message_count; number++)
    {
      scenario->messages[number].sent_uncounted = FALSE;
      scenario->messages[number].done_uncounted = FALSE;
    }
}

void
lull_random_scenario_draw (LullSplitMix *numbers,
                           guint64 states_max,
                           LullNaiveScenario *scenario,
                           LullNaiveFindings *findings)
{
  do
    {
      LullNaiveProtocol protocol = (LullNaiveProtocol) lull_split_mix_below (numbers, 3);

      lull_random_scenario_sketch (numbers, protocol, WORKERS_MAX, scenario);
      lull_naive_check (scenario, states_max, findings);
    }
  while (!findings->complete);
}

/* Roots are sent behind so many joins. */

/* Whether there is room for two copies of all that there is. */
static gboolean
has_room_for_copies (const LullNaiveScenario *scenario)
{
  return 3 * scenario->message_count <= LULL_NAIVE_MESSAGES_MAX &&
         3 * scenario->local_count <= LULL_NAIVE_LOCALS_MAX;
}

void
lull_random_scenario_draw_copies (LullSplitMix *numbers,
                                  guint64 states_max,
                                  LullNaiveScenario *scenario,
                                  LullNaiveFindings *findings)
{
  findings->complete = FALSE;
  while (!findings->complete)
    {
      LullNaiveProtocol protocol = (LullNaiveProtocol) lull_split_mix_below (numbers, 3);

      lull_random_scenario_sketch (numbers, protocol, 3, scenario);
      if (scenario->options.duplication == 0 || !has_room_for_copies (scenario))
        continue;
      scenario->options.duplication = 2;
      for (guint number = 0; number < scenario->message_count && one_in (numbers, 2);
           number++)
        scenario->messages[number].spared = FALSE;
      lull_naive_check (scenario, states_max, findings);
    }
}
