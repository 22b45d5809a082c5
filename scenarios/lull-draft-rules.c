/* SPDX-License-Identifier: Apache-2.0 */
/* Which switches matter only with others: when they do, and why not where they do not. */
#include "lull-draft-notes.h"

static gboolean
is_by (const LullDraft *draft, guint ways)
{
  return (ways >> draft->config.rounds.by & 1U) != 0;
}

#define WAY(by) (1U << LULL_ROUNDS_##by)

static gboolean
someone_leads (const LullDraft *draft)
{
  return is_by (draft, WAY (LEADER) | WAY (TREE) | WAY (RING)) ||
         (is_by (draft, WAY (STORE)) &&
          draft->config.rounds.serves == LULL_SERVES_IN_JOIN);
}

static gboolean
rounds_go_by_tree (const LullDraft *draft)
{
  return is_by (draft, WAY (TREE));
}

static gboolean
rounds_can_be_confused (const LullDraft *draft)
{
  return is_by (draft, WAY (RING) | WAY (EXCHANGE) | WAY (STORE));
}

static gboolean
rounds_have_messages (const LullDraft *draft)
{
  return !is_by (draft, WAY (STEP) | WAY (STORE));
}

static gboolean
someone_serves (const LullDraft *draft)
{
  return !is_by (draft, WAY (STEP) | WAY (EXCHANGE));
}

static gboolean
something_is_doubled (const LullDraft *draft)
{
  return draft->config.faults.duplication > 0;
}

static gboolean
faults_happen (const LullDraft *draft)
{
  const LullFaults *faults = &draft->config.faults;

  return faults->duplication > 0 || faults->loss > 0 || faults->send_errors > 0;
}

static gboolean
something_is_sent_again (const LullDraft *draft)
{
  return faults_happen (draft) && draft->config.faults.retry != LULL_RETRY_NEVER;
}

static gboolean
attempts_fail (const LullDraft *draft)
{
  const LullFaults *faults = &draft->config.faults;

  return faults->send_errors > 0 ||
         (faults_happen (draft) && faults->retry == LULL_RETRY_NEW);
}

/* Whether some message of the forest is one that @is says. */
static gboolean
some_message (const LullDraft *draft,
              gboolean (*is) (const LullDraft *draft, const LullMessage *message))
{
  for (guint i = 0; i < draft->work.messages->len; i++)
    if (is (draft, &g_array_index (draft->work.messages, LullMessage, i)))
      return TRUE;
  return FALSE;
}

static gboolean
is_call (const LullDraft *draft G_GNUC_UNUSED, const LullMessage *message)
{
  return message->kind == LULL_BASIC_CALL;
}

static gboolean
may_time_out (const LullDraft *draft, const LullMessage *message)
{
  const LullTimeoutCalls calls = draft->config.timeouts.calls;

  return message->kind == LULL_BASIC_CALL && calls != LULL_TIMEOUTS_NONE &&
         (calls == LULL_TIMEOUTS_ALL || (message->traits & LULL_TRAIT_TIMES_OUT) != 0);
}

static gboolean
may_time_out_awaited (const LullDraft *draft, const LullMessage *message)
{
  return message->awaited && may_time_out (draft, message);
}

static gboolean
is_of_timer (const LullDraft *draft G_GNUC_UNUSED, const LullMessage *message)
{
  return message->parent == LULL_TIMER;
}

static gboolean
is_deferred (const LullDraft *draft G_GNUC_UNUSED, const LullMessage *message)
{
  return (message->traits & LULL_TRAIT_DEFERRED) != 0;
}

static gboolean
there_are_calls (const LullDraft *draft)
{
  return draft->work.any_messages > 0 ? draft->work.any_calls
                                      : some_message (draft, is_call);
}

static gboolean
calls_time_out (const LullDraft *draft)
{
  return some_message (draft, may_time_out);
}

static gboolean
awaited_calls_time_out (const LullDraft *draft)
{
  return some_message (draft, may_time_out_awaited);
}

static gboolean
marks_decide_on_timeouts (const LullDraft *draft)
{
  return draft->config.timeouts.calls == LULL_TIMEOUTS_MARKED;
}

static gboolean
there_are_timers (const LullDraft *draft)
{
  return some_message (draft, is_of_timer);
}

static gboolean
workers_crash (const LullDraft *draft)
{
  return draft->config.members.crashes > 0;
}

static gboolean
rounds_meet_a_crash (const LullDraft *draft)
{
  const LullCollective *collectives = draft->join.protocol->collectives;

  return workers_crash (draft) && collectives != NULL && collectives->name != NULL;
}

static gboolean
workers_leave_for_good (const LullDraft *draft)
{
  return draft->config.members.leaving != 0;
}

static gboolean
workers_go (const LullDraft *draft)
{
  return workers_crash (draft) || workers_leave_for_good (draft);
}

static gboolean
workers_crash_or_come (const LullDraft *draft)
{
  return workers_crash (draft) || draft->config.members.late != 0;
}

static gboolean
there_is_a_listener (const LullDraft *draft)
{
  return draft->config.listener;
}

static gboolean
sends_with (const LullDraft *draft, LullSendTasks how)
{
  return draft->config.send_tasks == how;
}

static gboolean
replies_with (const LullDraft *draft, LullReplies how)
{
  return draft->config.replies == how;
}

static gboolean
there_are_buffers (const LullDraft *draft)
{
  return sends_with (draft, LULL_SEND_TASKS_BUFFERED) ||
         replies_with (draft, LULL_REPLIES_BUFFERED);
}

/* Between send() and the wire there is something that other steps can come before. */
static gboolean
sending_takes_time (const LullDraft *draft)
{
  return !sends_with (draft, LULL_SEND_TASKS_NONE) ||
         replies_with (draft, LULL_REPLIES_BY_TASK) ||
         replies_with (draft, LULL_REPLIES_IN_POOL) || there_are_buffers (draft) ||
         draft->config.faults.send_errors > 0 || something_is_sent_again (draft);
}

static gboolean
there_are_scopes (const LullDraft *draft)
{
  return draft->work.scopes->len > 0;
}

static gboolean
choice_heeds (const LullChoice *choice, guint what)
{
  const gint *options = (const gint *) (gconstpointer) choice->options->data;

  return (lull_protocol_heeds (choice->protocol, options) & what) != 0;
}

static gboolean
protocol_heeds (const LullDraft *draft, guint what)
{
  return choice_heeds (&draft->join, what) ||
         (there_are_scopes (draft) && choice_heeds (&draft->scopes, what));
}

static gboolean
messages_are_counted (const LullDraft *draft)
{
  return protocol_heeds (draft, LULL_HEEDS_POSTED | LULL_HEEDS_TRANSMITTED |
                                    LULL_HEEDS_RECEIVED | LULL_HEEDS_QUEUED |
                                    LULL_HEEDS_STARTED | LULL_HEEDS_FINISHED);
}

static gboolean
someone_asks_for_idleness (const LullDraft *draft)
{
  return protocol_heeds (draft, LULL_HEEDS_IDLE) ||
         (workers_leave_for_good (draft) && draft->config.members.drained) ||
         (there_are_buffers (draft) && draft->config.flush == LULL_FLUSH_IDLE);
}

static gboolean
someone_waits_for_a_flag (const LullDraft *draft)
{
  const GArray *steps = draft->work.local_steps;

  for (guint i = 0; i < steps->len; i++)
    if (g_array_index (steps, LullLocalStep, i).kind == LULL_LOCAL_WAIT)
      return TRUE;
  return FALSE;
}

static gboolean
there_are_several_joins (const LullDraft *draft)
{
  return draft->work.epochs > 1;
}

static gboolean
timers_belong_to_joins (const LullDraft *draft)
{
  return there_are_timers (draft) && there_are_several_joins (draft);
}

static gboolean
workers_leave_between_joins (const LullDraft *draft)
{
  return workers_leave_for_good (draft) && there_are_several_joins (draft);
}

/* Whether the option @name of the protocol has the value @value. */
static gboolean
has_option (const LullDraft *draft, const char *name, const char *value)
{
  const LullChoice *choice = &draft->join;
  const LullOption *option = lull_protocols_find_option (choice->protocol, name);
  gint chosen;

  if (option == NULL)
    return FALSE;
  chosen = g_array_index (choice->options, gint, option - choice->protocol->options);
  return g_str_equal (option->values[chosen], value);
}

static gboolean
returning_is_not_finishing (const LullDraft *draft)
{
  return !has_option (draft, "done", "return") || some_message (draft, is_deferred);
}

#define NO_FAULTS "network.send-errors, loss and duplication are 0"

// clang-format off
const LullDraftRule lull_draft_rules[] = {
  { "collectives.leader", someone_leads, "nobody leads the rounds, as collectives.by has them" },
  { "collectives.fan-out", rounds_go_by_tree, "rounds go by no tree" },
  { "collectives.tags", rounds_can_be_confused, "rounds cannot be mixed up, as collectives.by has them" },
  { "collectives.early", rounds_have_messages, "rounds have no messages that could come early" },
  { "collectives.serves", someone_serves, "nobody serves another in a round, as collectives.by has them" },
  { "network.deduplication", something_is_doubled, "network.duplication is 0" },
  { "network.retry", faults_happen, NO_FAULTS },
  { "calls.faults", faults_happen, NO_FAULTS },
  { "calls.timeout", marks_decide_on_timeouts, "timeouts.calls says which calls may time out" },
  { "calls.counted", messages_are_counted, "the protocol counts no messages" },
  { "timeouts.calls", there_are_calls, "there are no calls" },
  { "timeouts.callback", calls_time_out, "no call may time out" },
  { "timeouts.await", awaited_calls_time_out, "no call that is awaited may time out" },
  { "timeouts.delay", calls_time_out, "no call may time out" },
  { "timers.scope", there_are_timers, "there are no timers" },
  { "timers.stop", there_are_timers, "there are no timers" },
  { "timers.join", timers_belong_to_joins, "there are no timers, or there is one join" },
  { "timers.delay", there_are_timers, "there are no timers" },
  { "members.crashing", workers_crash, "members.crashes is 0" },
  { "members.rounds", rounds_meet_a_crash, "nobody crashes, or there are no rounds" },
  { "members.instead-of", workers_leave_between_joins, "nobody is in members.leaving, or there is one join" },
  { "members.drained", workers_leave_for_good, "nobody is in members.leaving" },
  { "members.told", workers_go, "nobody crashes or leaves for good" },
  { "members.delay", workers_crash_or_come, "nobody crashes or comes late" },
  { "runtime.hand", there_is_a_listener, "there is no listener" },
  { "runtime.replies", there_are_calls, "there are no calls, and so no replies" },
  { "runtime.callbacks", there_are_calls, "there are no calls, and so no callbacks" },
  { "runtime.settle", there_are_calls, "there are no calls, and so no futures" },
  { "runtime.buffer", there_are_buffers, "neither runtime.send nor runtime.replies is buffer" },
  { "runtime.flush", there_are_buffers, "neither runtime.send nor runtime.replies is buffer" },
  { "runtime.idle", someone_asks_for_idleness, "nobody asks whether a worker is idle" },
  { "runtime.flags", someone_waits_for_a_flag, "nobody waits for a flag" },
  { "scopes.protocol", there_are_scopes, "there is no scope among the calls" },
  { "scopes.outer", there_are_scopes, "there is no scope among the calls" },
  { "scopes.sees", there_are_scopes, "there is no scope among the calls" },
  { "pairwise.sent", sending_takes_time, "a message is on the wire as soon as it is sent" },
  { "pairwise.failed", attempts_fail, "nobody is told that an attempt to send failed" },
  { "pairwise.retries", something_is_sent_again, "nothing is sent again" },
  { "pairwise.late", calls_time_out, "no call may time out" },
  { "pairwise.done", returning_is_not_finishing, "no request is deferred: who returns has finished" },
  { "pairwise-by-join.counters", there_are_several_joins, "there is one join" },
  { "safra.number", there_are_several_joins, "there is one join" },
  { .name = NULL },
};
// clang-format on

G_STATIC_ASSERT (G_N_ELEMENTS (lull_draft_rules) - 1 <= LULL_DRAFT_NOTES_MAX);
