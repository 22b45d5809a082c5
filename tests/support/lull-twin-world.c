/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-twin-world.h"

#include "lull-protocols.h"
#include "lull-twin-scopes.h"

/* Sets the option called @name to the value called @value; a protocol must know both. */
static void
set_option (const LullProtocol *protocol,
            gint *options,
            const char *name,
            const char *value)
{
  for (guint option = 0; protocol->options[option].name != NULL; option++)
    {
      const char *const *values = protocol->options[option].values;

      g_assert (option < LULL_TWIN_OPTIONS_MAX);
      if (!g_str_equal (protocol->options[option].name, name))
        continue;
      for (gint index = 0; values[index] != NULL; index++)
        if (g_str_equal (values[index], value))
          {
            options[option] = index;
            return;
          }
    }
  g_error ("%s has no option %s %s", protocol->name, name, value);
}

void
lull_twin_set_pairwise_options (const LullProtocol *protocol,
                                const LullNaiveOptions *naive,
                                gint *options)
{
  static const char *const snapshots[] = { "atomic", "done-sent", "sent-done" };
  static const char *const lates[] = { "on-arrival", "given-up", "timed-out", "never",
                                       "twice" };

  set_option (protocol, options, "snapshot", snapshots[naive->snapshot]);
  set_option (protocol, options, "done",
              naive->done_early       ? "start"
              : naive->done_at_return ? "return"
                                      : "finish");
  set_option (protocol, options, "wait",
              naive->wait_idle    ? "idle"
              : naive->wait_first ? "first"
                                  : "no");
  set_option (protocol, options, "sent", naive->sent_late ? "transmitted" : "posted");
  set_option (protocol, options, "width", naive->narrow ? "2-bits" : "8-bits");
  set_option (protocol, options, "finale", naive->finale ? "futures-barrier" : "none");
  set_option (protocol, options, "late", lates[naive->late_answers]);
  set_option (protocol, options, "compare", naive->sums ? "sums" : "pairs");
  set_option (protocol, options, "gather", naive->gather_diff ? "diff" : "rows");
  set_option (protocol, options, "failed", naive->failed_undone ? "undone" : "sent");
  set_option (protocol, options, "retries",
              naive->retries_counted ? "counted" : "unseen");
}

/* Local steps that come before message NUMBER and were not added yet. */
static void
add_locals (const LullNaiveScenario *scenario, LullWork *work, guint number)
{
  static const char *const names[LULL_NAIVE_NAMES_MAX] = { "a", "b" };

  while (work->local_steps->len < scenario->local_count &&
         scenario->locals[work->local_steps->len].after <= number)
    {
      const LullNaiveLocal *step = &scenario->locals[work->local_steps->len];
      guint8 parent = step->parent == LULL_NAIVE_NONE ? LULL_NO_MESSAGE : step->parent;

      while (work->epochs <= step->epoch)
        (void) lull_work_join (work);
      lull_twin_scopes_enter (work, step->body_of, step->worker, parent, step->epoch);
      if (!lull_work_add_local (work, (LullLocalKind) step->deed, step->worker, parent,
                                step->deed == LULL_NAIVE_COMPUTES ||
                                        step->deed == LULL_NAIVE_FLUSHES
                                    ? NULL
                                    : names[step->name]))
        g_assert_not_reached ();
    }
}

G_STATIC_ASSERT ((guint) LULL_NAIVE_COMPUTES == (guint) LULL_LOCAL_COMPUTE &&
                 (guint) LULL_NAIVE_FLUSHES == (guint) LULL_LOCAL_FLUSH);

/* Numbers agree: both add a reply right behind its call. */
static void
add_messages (const LullNaiveScenario *scenario, LullWork *work)
{
  for (guint number = 0; number < scenario->message_count; number++)
    {
      const LullNaiveMessage *message = &scenario->messages[number];
      LullBasicKind kind =
          message->reply == LULL_NAIVE_NONE ? LULL_BASIC_CAST : LULL_BASIC_CALL;
      guint8 parent = message->parent == LULL_NAIVE_NONE    ? LULL_NO_MESSAGE
                      : message->parent == LULL_NAIVE_TIMER ? LULL_TIMER
                                                            : message->parent;
      guint8 added;

      if (message->request != LULL_NAIVE_NONE)
        continue;
      add_locals (scenario, work, number);
      while (work->epochs <= message->epoch)
        (void) lull_work_join (work);
      if (parent != LULL_TIMER)
        lull_twin_scopes_enter (work, message->body_of, message->source, parent,
                                message->epoch);
      added = lull_work_add (work, message->source, message->target, kind, message->sync,
                             parent);
      g_assert (added == number);
      if (message->times_out)
        lull_work_mark (work, added, LULL_TRAIT_TIMES_OUT);
      if (message->deferred)
        lull_work_mark (work, added, LULL_TRAIT_DEFERRED);
    }
  add_locals (scenario, work, scenario->message_count);
  lull_twin_scopes_end (work);
  while (work->epochs < scenario->epochs)
    (void) lull_work_join (work);
}

/* What is marked in the one world is all that is not spared in the other. */
static void
mark_for_faults (const LullNaiveScenario *scenario, LullWork *work)
{
  for (guint number = 0; number < scenario->message_count; number++)
    g_array_index (work->messages, LullMessage, number).faulty =
        !scenario->messages[number].spared;
}

static void
mark_uncounted (const LullNaiveScenario *scenario, LullWork *work)
{
  for (guint8 number = 0; number < scenario->message_count; number++)
    {
      const LullNaiveMessage *message = &scenario->messages[number];

      lull_work_mark (work, number,
                      (message->sent_uncounted ? LULL_TRAIT_SENT_UNCOUNTED : 0U) |
                          (message->done_uncounted ? LULL_TRAIT_DONE_UNCOUNTED : 0U));
    }
}

static void
set_faults (const LullNaiveOptions *options, LullFaults *faults)
{
  static const LullRetry retries[] = { LULL_RETRY_NEVER, LULL_RETRY_SAME,
                                       LULL_RETRY_NEW };

  faults->loss = options->loss;
  faults->send_errors = options->send_errors;
  faults->duplication = options->duplication;
  faults->deduplication = options->deduplication;
  faults->retry = retries[options->retry];
}

static void
set_any (const LullNaiveScenario *scenario, LullWork *work)
{
  work->any_messages = scenario->any_requests;
  work->any_from = scenario->any_from;
  work->any_calls = scenario->any_calls;
  work->any_self = scenario->any_self;
  work->epochs = scenario->epochs;
}

static LullSendTasks
send_tasks_of (const LullNaiveOptions *options)
{
  if (options->send_to_buffer)
    return LULL_SEND_TASKS_BUFFERED;
  if (options->send_in_pool)
    return LULL_SEND_TASKS_IN_POOL;
  return options->send_task ? LULL_SEND_TASKS_APART : LULL_SEND_TASKS_NONE;
}

static void
set_pools (LullWorldConfig *config, const LullNaiveOptions *options)
{
  static const LullReplies replies[] = { LULL_REPLIES_DIRECT, LULL_REPLIES_BY_TASK,
                                         LULL_REPLIES_IN_POOL, LULL_REPLIES_BUFFERED };
  static const LullFlush flushes[] = { LULL_FLUSH_IDLE, LULL_FLUSH_ANY,
                                       LULL_FLUSH_BY_HAND };

  config->threads_max = options->handlers;
  config->send_tasks = send_tasks_of (options);
  config->pool_fifo = options->pool_fifo;
  config->buffer_max = options->buffer;
  config->flush = flushes[options->emptied];
  if (options->replies_differ)
    config->replies = replies[options->replies_go];
  for (guint task = 0; task < LULL_NAIVE_TASKS; task++)
    config->own_pools[task] = (LullOwnPool){ .apart = options->own[task].apart,
                                             .threads_max = options->own[task].threads,
                                             .fifo = options->own[task].fifo ? 1 : 0 };
}

static guint
idle_of (const LullNaiveOptions *options)
{
  guint idle = options->idle_with_hand ? LULL_IDLE_LISTENER : 0;

  idle |= options->idle_with_buffers ? LULL_IDLE_BUFFERED : 0;

  idle |= options->idle_with_returned ? LULL_IDLE_DEFERRED : 0;
  idle |= options->idle_but_queue ? 0 : LULL_IDLE_QUEUE;
  idle |= options->idle_but_running ? 0 : LULL_IDLE_RUNNING;
  idle |= options->idle_with_timers ? LULL_IDLE_TIMERS : 0;
  idle |= options->idle_with_retries ? LULL_IDLE_RETRIES : 0;
  idle |= options->idle_with_futures ? LULL_IDLE_FUTURES : 0;
  return idle | (options->idle_but_tasks ? 0 : LULL_IDLE_SENDS);
}

static void
set_timers (const LullNaiveOptions *options, LullWorldConfig *config)
{
  static const LullTimersStop stops[] = {
    [LULL_NAIVE_STOP_NEVER] = LULL_TIMERS_STOPPED_BY_NOTHING,
    [LULL_NAIVE_STOP_AT_JOIN] = LULL_TIMERS_STOPPED_BY_JOIN,
    [LULL_NAIVE_STOP_AT_LEAVE] = LULL_TIMERS_STOPPED_BY_LEAVE
  };

  config->timers.scope =
      options->timers_count ? LULL_TIMERS_IN_SCOPE : LULL_TIMERS_OUT_OF_SCOPE;
  config->timers.stop = stops[options->timers_stop];
  config->timers.join = options->timers_behind + 1;
}

static void
set_members (const LullNaiveOptions *options, LullMembers *members)
{
  members->crashes = options->crashes;
  members->crashing = ~options->crash_proof;
  members->leaving = options->leaving;
  members->instead_of = options->instead_of;
  members->late = options->late;
  members->drained = options->drained;
  members->told = options->told;
  members->rounds_go_on = options->rounds_go_on;
}

static void
set_rounds (const LullNaiveOptions *options, LullRounds *rounds)
{
  static const LullRoundsBy ways[] = { [LULL_NAIVE_BY_STEP] = LULL_ROUNDS_STEP,
                                       [LULL_NAIVE_BY_LEADER] = LULL_ROUNDS_LEADER,
                                       [LULL_NAIVE_BY_TREE] = LULL_ROUNDS_TREE,
                                       [LULL_NAIVE_BY_RING] = LULL_ROUNDS_RING,
                                       [LULL_NAIVE_BY_EXCHANGE] = LULL_ROUNDS_EXCHANGE,
                                       [LULL_NAIVE_BY_STORE] = LULL_ROUNDS_STORE };

  static const LullEarly earlies[] = { [LULL_NAIVE_EARLY_KEPT] = LULL_EARLY_HELD,
                                       [LULL_NAIVE_EARLY_LOST] = LULL_EARLY_LOST,
                                       [LULL_NAIVE_EARLY_REFUSED] = LULL_EARLY_REFUSED };

  rounds->by = ways[options->carrier];
  rounds->fan_out = MAX (options->fan, 1);
  rounds->early = earlies[options->early];
  rounds->serves = options->serves_in_join ? LULL_SERVES_IN_JOIN : LULL_SERVES_ALWAYS;
  rounds->tags = !options->untagged;
}

/* ROUNDS and SCOPES stand in for what the scenario says of them. */
static LullWorld *
new_world (const LullNaiveScenario *scenario,
           const LullProtocol *protocol,
           const gint *options,
           guint extras,
           const LullRounds *rounds,
           const LullScopes *scopes,
           GError **error)
{
  gboolean listener = (extras & LULL_TWIN_LISTENER) != 0;
  gint scopes_options[LULL_TWIN_OPTIONS_MAX] = { 0 };
  LullWorldConfig config;
  LullWork work;
  LullWorld *world;

  lull_work_init (&work);
  if (scenario->any_requests > 0)
    set_any (scenario, &work);
  else
    {
      add_messages (scenario, &work);
      mark_for_faults (scenario, &work);
      mark_uncounted (scenario, &work);
    }
  lull_world_config_init (&config);
  config.workers = scenario->workers;
  config.work = &work;
  config.protocol = protocol;
  config.options = options;
  config.livelock = (extras & LULL_TWIN_LIVELOCKS) != 0;
  config.listener = listener;
  config.hand_max = listener ? scenario->options.hand : 0;
  set_pools (&config, &scenario->options);
  config.flags =
      scenario->options.flags_forgotten ? LULL_FLAGS_ONE_SHOT : LULL_FLAGS_STICKY;
  config.idle = idle_of (&scenario->options);
  config.settle = scenario->options.settle_at_start ? LULL_SETTLE_BEFORE_CALLBACKS
                                                    : LULL_SETTLE_AFTER_CALLBACKS;
  config.callbacks_locked = scenario->options.callbacks_locked;
  config.fifo = scenario->options.fifo;
  set_timers (&scenario->options, &config);
  set_members (&scenario->options, &config.members);
  set_faults (&scenario->options, &config.faults);
  config.timeouts.callback_runs = scenario->options.timeout_callbacks;
  config.timeouts.awaiting_stops = scenario->options.timeout_stops;
  config.transport =
      scenario->options.rendezvous ? LULL_TRANSPORT_RENDEZVOUS : LULL_TRANSPORT_EAGER;
  /* The graph has no time; runs get as much disorder as they can. */
  config.delay = (LullDelay){ .kind = LULL_DELAY_UNIFORM, .low = 0, .high = 30 };
  config.step_delay = (LullDelay){ .kind = LULL_DELAY_EXPONENTIAL, .low = 5, .high = 60 };
  set_rounds (&scenario->options, &config.rounds);
  lull_twin_scopes_set (scenario, scopes_options, &config.scopes);
  if (rounds != NULL)
    config.rounds = *rounds;
  if (scopes != NULL)
    config.scopes = *scopes;
  world = lull_world_new (&config, error);
  lull_work_clear (&work);
  return world;
}

LullWorld *
lull_twin_world_new (const LullNaiveScenario *scenario,
                     const LullProtocol *protocol,
                     const gint *options,
                     guint extras,
                     GError **error)
{
  return lull_twin_world_new_carried (scenario, protocol, options, extras, NULL, error);
}

LullWorld *
lull_twin_world_new_carried (const LullNaiveScenario *scenario,
                             const LullProtocol *protocol,
                             const gint *options,
                             guint extras,
                             const LullRounds *rounds,
                             GError **error)
{
  return new_world (scenario, protocol, options, extras, rounds, NULL, error);
}

LullWorld *
lull_twin_world_new_watched (const LullNaiveScenario *scenario,
                             const LullProtocol *protocol,
                             guint extras,
                             const LullScopes *scopes,
                             GError **error)
{
  return new_world (scenario, protocol, NULL, extras, NULL, scopes, error);
}
static LullWorld *
build_world (const LullNaiveScenario *scenario, GError **error)
{
  static const char *const names[] = { "allreduce-max", "pairwise", "barrier-sync" };
  const LullProtocol *protocol = lull_protocols_find (names[scenario->protocol]);
  gint options[LULL_TWIN_OPTIONS_MAX] = { 0 };

  g_assert (protocol != NULL);
  if (scenario->protocol == LULL_NAIVE_PAIRWISE)
    lull_twin_set_pairwise_options (protocol, &scenario->options, options);
  return lull_twin_world_new (scenario, protocol, options,
                              scenario->options.straight ? 0 : LULL_TWIN_LISTENER, error);
}

void
lull_twin_init (LullTwin *self, const LullNaiveScenario *scenario)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  lull_random_scenario_describe (scenario, text);
  *self = (LullTwin){ .scenario = *scenario, .world = build_world (scenario, &error) };
  if (self->world == NULL)
    g_error ("%s: %s", text->str, error->message);
  self->text = g_string_free (g_steal_pointer (&text), FALSE);
}

void
lull_twin_draw (LullTwin *self, LullSplitMix *numbers, guint64 states_max)
{
  LullNaiveScenario scenario;
  LullNaiveFindings found;

  lull_random_scenario_draw (numbers, states_max, &scenario, &found);
  lull_twin_init (self, &scenario);
  self->found = found;
}

void
lull_twin_clear (LullTwin *self)
{
  lull_world_free (self->world);
  g_free (self->text);
}

gboolean
lull_twin_agrees (const LullTwin *self,
                  const char *what,
                  guint64 actual,
                  guint64 expected)
{
  if (actual == expected)
    return TRUE;
  g_print ("\n    %s: %s: found %" G_GUINT64_FORMAT ", expected %" G_GUINT64_FORMAT,
           self->text, what, actual, expected);
  return FALSE;
}

gboolean
lull_twin_holds (const LullTwin *self, const char *what, gboolean claim)
{
  if (!claim)
    g_print ("\n    %s: %s: does not hold", self->text, what);
  return claim;
}
