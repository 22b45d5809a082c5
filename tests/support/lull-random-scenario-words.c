/* SPDX-License-Identifier: Apache-2.0 */
/* A drawn scenario in one line, so that a test that fails can say of what. */
#include "lull-random-scenario.h"

static const char *const protocols[] = { "allreduce-max", "pairwise", "barrier-sync",
                                         "dijkstra-scholten" };

static void
describe_epoch (const LullNaiveScenario *scenario, guint8 epoch, GString *text)
{
  if (scenario->epochs > 1)
    g_string_append_printf (text, " behind %u of %u joins", epoch, scenario->epochs - 1U);
}

static void
describe_pools (const LullNaiveOptions *options, GString *text)
{
  static const char *const ways[] = { "by send", "by task", "by pool", "by buffer" };
  static const char *const tasks[] = { "sends", "handlers", "callbacks" };

  if (options->replies_differ)
    g_string_append_printf (text, ", replies %s", ways[options->replies_go]);
  for (guint task = 0; task < LULL_NAIVE_TASKS; task++)
    if (options->own[task].apart)
      g_string_append_printf (text, ", own pool of %s with %u threads%s", tasks[task],
                              options->own[task].threads,
                              options->own[task].fifo ? ", fifo" : "");
}

static void
describe_faults (const LullNaiveOptions *options, GString *text)
{
  static const char *const retries[] = { "never", "same", "new" };

  if (options->send_errors > 0)
    g_string_append_printf (text, ", %u send errors", options->send_errors);
  if (options->rendezvous)
    g_string_append (text, ", rendezvous");
  if (options->loss > 0)
    g_string_append_printf (text, ", loss %u", options->loss);
  if (options->duplication > 0)
    g_string_append_printf (text, ", duplication %u%s", options->duplication,
                            options->deduplication ? ", and dropped" : "");
  if (options->retry != LULL_NAIVE_RETRY_NEVER)
    g_string_append_printf (text, ", retry %s", retries[options->retry]);
  if (options->idle_with_retries)
    g_string_append (text, ", idle with retries");
  if (options->failed_undone)
    g_string_append (text, ", failed undone");
  if (options->retries_counted)
    g_string_append (text, ", retries counted");
}

static void
describe_buffers (const LullNaiveScenario *scenario, GString *text)
{
  static const char *const emptied[] = { "when idle", "at any moment", "by hand" };
  const LullNaiveOptions *options = &scenario->options;

  if (!lull_naive_has_buffers (scenario))
    return;
  if (options->send_to_buffer)
    g_string_append (text, ", send by buffer");
  g_string_append_printf (text, ", buffers of %u emptied %s", options->buffer,
                          emptied[options->emptied]);
  if (options->idle_with_buffers)
    g_string_append (text, ", idle with buffers");
}

static void
describe_carrier (const LullNaiveOptions *options, GString *text)
{
  static const char *const carriers[] = { "step", "leader",   "tree",
                                          "ring", "exchange", "store" };
  static const char *const earlies[] = { "", ", early lost", ", early refused" };

  if (options->carrier == LULL_NAIVE_BY_STEP)
    return;
  g_string_append_printf (text, ", rounds by %s%s%s%s", carriers[options->carrier],
                          options->untagged ? " without tags" : "",
                          earlies[options->early],
                          options->serves_in_join ? ", serves in join" : "");
  if (options->carrier == LULL_NAIVE_BY_TREE)
    g_string_append_printf (text, ", fan %u", options->fan);
}

static void
describe_options (const LullNaiveScenario *scenario, GString *text)
{
  static const char *const snapshots[] = { "atomic", "done-sent", "sent-done" };
  static const char *const lates[] = { "on arrival", "when given up", "when timed out",
                                       "never", "twice" };
  const LullNaiveOptions *options = &scenario->options;

  if (options->fifo)
    g_string_append (text, ", fifo");
  if (options->handlers > 0)
    g_string_append_printf (text, ", handlers %u", options->handlers);
  if (options->hand > 0)
    g_string_append_printf (text, ", hand %u", options->hand);
  if (options->send_task)
    g_string_append (text,
                     options->send_in_pool ? ", send tasks in the pool" : ", send tasks");
  if (options->pool_fifo)
    g_string_append (text, ", pool fifo");
  describe_pools (options, text);
  describe_buffers (scenario, text);
  if (options->idle_with_futures)
    g_string_append (text, ", idle with futures");
  if (options->idle_with_hand)
    g_string_append (text, ", idle with hand");
  if (options->idle_but_queue)
    g_string_append (text, ", idle but queue");
  if (options->idle_but_running)
    g_string_append (text, ", idle but running");
  if (options->idle_but_tasks)
    g_string_append (text, ", idle but tasks");
  if (options->flags_forgotten)
    g_string_append (text, ", flags forgotten");
  if (options->straight)
    g_string_append (text, ", no hand");
  if (options->callbacks_locked)
    g_string_append (text, ", callbacks locked");
  if (options->sums)
    g_string_append (text, ", sums");
  if (options->settle_at_start)
    g_string_append (text, ", settle at start");
  if (options->timers_count)
    g_string_append (text, ", timers count");
  if (options->idle_with_timers)
    g_string_append (text, ", idle with timers");
  if (options->timers_stop != LULL_NAIVE_STOP_NEVER)
    g_string_append_printf (text, ", timers stop at %s",
                            options->timers_stop == LULL_NAIVE_STOP_AT_JOIN ? "join"
                                                                            : "leave");
  if (options->timers_behind > 0)
    g_string_append_printf (text, ", timers behind %u joins", options->timers_behind);
  if (options->done_early)
    g_string_append (text, ", done early");
  if (options->snapshot != LULL_NAIVE_SNAPSHOT_ATOMIC)
    g_string_append_printf (text, ", snapshot %s", snapshots[options->snapshot]);
  if (options->wait_idle)
    g_string_append (text, ", wait idle");
  if (options->wait_first)
    g_string_append (text, ", wait first");
  if (options->sent_late)
    g_string_append (text, ", sent late");
  if (options->narrow)
    g_string_append (text, ", narrow");
  if (options->finale)
    g_string_append (text, ", finale");
  if (options->gather_diff)
    g_string_append (text, ", gather diff");
  if (options->done_at_return)
    g_string_append (text, ", done at return");
  if (options->idle_with_returned)
    g_string_append (text, ", idle with returned");
  if (options->timeout_callbacks)
    g_string_append (text, ", callbacks run on timeout");
  if (options->timeout_stops)
    g_string_append (text, ", timeouts stop");
  if (options->late_answers != LULL_NAIVE_LATE_ON_ARRIVAL)
    g_string_append_printf (text, ", late %s", lates[options->late_answers]);
  describe_carrier (options, text);
  describe_faults (options, text);
}

static void
describe_locals (const LullNaiveScenario *scenario, GString *text)
{
  static const char *const deeds[] = { "compute", "take", "give",
                                       "notify",  "wait", "flush" };

  for (guint local = 0; local < scenario->local_count; local++)
    {
      const LullNaiveLocal *step = &scenario->locals[local];

      g_string_append_printf (text, "; %s %u at %u before %u", deeds[step->deed],
                              step->name, step->worker, step->after);
      if (step->parent != LULL_NAIVE_NONE)
        g_string_append_printf (text, " in %u", step->parent);
      else
        describe_epoch (scenario, step->epoch, text);
      if (step->body_of != 0)
        g_string_append_printf (text, ", in scope %u", step->body_of);
    }
}

static void
describe_scopes (const LullNaiveScenario *scenario, GString *text)
{
  const LullNaiveScopes *scopes = &scenario->scopes;
  LullNaiveScenario pairwise = { .options = scopes->options };

  if (scopes->count == 0)
    return;
  g_string_append_printf (text, "; scopes by %s%s%s", protocols[scopes->protocol],
                          scopes->blind ? ", blind" : "",
                          scopes->see_all ? ", see all" : "");
  if (scopes->protocol == LULL_NAIVE_PAIRWISE)
    describe_options (&pairwise, text);
}

static void
describe_members (const LullNaiveOptions *options, GString *text)
{
  if (options->crashes == 0 && options->leaving == 0 && options->late == 0)
    return;
  g_string_append_printf (
      text, ", %u crashes but of 0x%x, leaving 0x%x instead of join %u, late 0x%x%s%s%s",
      options->crashes, options->crash_proof, options->leaving, options->instead_of,
      options->late, options->drained ? ", drained" : "", options->told ? ", told" : "",
      options->rounds_go_on ? ", rounds go on" : "");
}

void
lull_random_scenario_describe (const LullNaiveScenario *scenario, GString *text)
{
  g_string_append_printf (text, "%s, %u workers", protocols[scenario->protocol],
                          scenario->workers);
  describe_options (scenario, text);
  describe_members (&scenario->options, text);
  if (scenario->any_requests > 0)
    {
      g_string_append_printf (text, "; any %u %s%s from 0x%x", scenario->any_requests,
                              scenario->any_calls ? "calls" : "casts",
                              scenario->any_self ? ", to oneself too," : "",
                              scenario->any_from);
      return;
    }
  for (guint number = 0; number < scenario->message_count; number++)
    {
      const LullNaiveMessage *message = &scenario->messages[number];

      if (message->request != LULL_NAIVE_NONE)
        continue;
      g_string_append_printf (text, "; %u: %s%s %u->%u", number,
                              message->sync ? "awaited " : "",
                              message->reply != LULL_NAIVE_NONE ? "call" : "cast",
                              message->source, message->target);
      if (message->parent == LULL_NAIVE_TIMER)
        g_string_append (text, " by a timer");
      else if (message->parent != LULL_NAIVE_NONE)
        g_string_append_printf (text, " in %u", message->parent);
      else
        describe_epoch (scenario, message->epoch, text);
      if (message->spared)
        g_string_append (text, " spared");
      if (message->times_out)
        g_string_append (text, ", times out");
      if (message->sent_uncounted)
        g_string_append (text, " sent uncounted");
      if (message->done_uncounted)
        g_string_append (text, " done uncounted");
      if (message->deferred)
        g_string_append (text, ", deferred");
      if (message->body_of != 0)
        g_string_append_printf (text, ", in scope %u", message->body_of);
    }
  describe_locals (scenario, text);
  describe_scopes (scenario, text);
}
