/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every switch of docs/switches.md is known to the naive reference and drawn by the
 * random scenarios, or held against something else that is not the world's own code. A
 * new switch has no entry here and fails, until it has been decided which.
 */
#include "lull-random-scenario.h"
#include "lull-test.h"

#include <string.h>

#define DRAWS 3000U

typedef gboolean (*Departs) (const LullNaiveScenario *scenario);

/** How a switch is held. One of these. */
typedef struct
{
  const char *name;
  gsize option, option_size;   /* not zero in some scenario: a field of its options, */
  gsize message, message_size; /* … or of one of its messages */
  Departs departs;             /* … or that is so */
  const char *file, *word;     /* the test that holds it, where that has the word */
} Switch;

#define OPTION(field)                                                                    \
  .option = G_STRUCT_OFFSET (LullNaiveOptions, field),                                   \
  .option_size = sizeof (((LullNaiveOptions *) NULL)->field)
#define MESSAGE(field)                                                                   \
  .message = G_STRUCT_OFFSET (LullNaiveMessage, field),                                  \
  .message_size = sizeof (((LullNaiveMessage *) NULL)->field)

static gboolean
has_other_size (const LullNaiveScenario *scenario)
{
  return scenario->workers != 2;
}

static gboolean
has_other_protocol (const LullNaiveScenario *scenario)
{
  return scenario->protocol != LULL_NAIVE_PAIRWISE;
}

static gboolean
has_several_joins (const LullNaiveScenario *scenario)
{
  return scenario->epochs > 1;
}

static gboolean
is_request (const LullNaiveMessage *message)
{
  return message->request == LULL_NAIVE_NONE;
}

static gboolean
has_call (const LullNaiveScenario *scenario)
{
  for (guint i = 0; i < scenario->message_count; i++)
    if (scenario->messages[i].reply != LULL_NAIVE_NONE)
      return TRUE;
  return FALSE;
}

static gboolean
has_cast (const LullNaiveScenario *scenario)
{
  for (guint i = 0; i < scenario->message_count; i++)
    if (is_request (&scenario->messages[i]) &&
        scenario->messages[i].reply == LULL_NAIVE_NONE)
      return TRUE;
  return FALSE;
}

/* Whether some handler, or else some callback, sends. */
static gboolean
has_child (const LullNaiveScenario *scenario, gboolean of_handler)
{
  for (guint i = 0; i < scenario->message_count; i++)
    {
      guint8 parent = scenario->messages[i].parent;

      if (parent < scenario->message_count &&
          is_request (&scenario->messages[parent]) == of_handler)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_handler (const LullNaiveScenario *scenario)
{
  return has_child (scenario, TRUE);
}

static gboolean
has_callback (const LullNaiveScenario *scenario)
{
  return has_child (scenario, FALSE);
}

static gboolean
has_timer (const LullNaiveScenario *scenario)
{
  for (guint i = 0; i < scenario->message_count; i++)
    if (scenario->messages[i].parent == LULL_NAIVE_TIMER)
      return TRUE;
  return FALSE;
}

/* The reference's any work, and all forests that it stands for. */
#define ANY_WORK "tests/support/lull-any-worlds.c"
/* Scopes are drawn by themselves, and compared with the reference there. */
#define SCOPES .file = "tests/property/test-world-scopes.c", .word = "lull_random_scopes_draw"
/* Runs are paths of the graph, which knows no time; so much for what times decide. */
#define TIMES "tests/property/test-world-runs.c"

/* clang-format off */
static const Switch switches[] = {
  { "workers", .departs = has_other_size },
  { "calls.call", .departs = has_call },
  { "calls.cast", .departs = has_cast },
  { "calls.await", MESSAGE (sync) },
  { "calls.handler", .departs = has_handler },
  { "calls.then", .departs = has_callback },
  { "calls.timeout", MESSAGE (times_out) },
  { "calls.counted", MESSAGE (sent_uncounted) },
  { "calls.deferred", MESSAGE (deferred) },
  { "calls.faults", MESSAGE (spared) },
  { "calls.join", .departs = has_several_joins },
  { "calls.scope", SCOPES },
  { "work.any", .file = ANY_WORK, .word = "lull_naive_scenario_set_any" },
  { "work.kind", .file = ANY_WORK, .word = "any_calls" },
  { "work.from", .file = ANY_WORK, .word = "any_from" },
  { "work.joins", .file = ANY_WORK, .word = "epochs" },
  { "work.self", .file = ANY_WORK, .word = "any_self" },
  { "timers.calls", .departs = has_timer },
  { "timers.scope", OPTION (timers_count) },
  { "timers.stop", OPTION (timers_stop) },
  { "timers.join", OPTION (timers_behind) },
  { "timers.delay", .file = TIMES, .word = "paths" },
  { "members.crashes", OPTION (crashes) },
  { "members.crashing", OPTION (crash_proof) },
  { "members.rounds", OPTION (rounds_go_on) },
  { "members.leaving", OPTION (leaving) },
  { "members.instead-of", OPTION (instead_of) },
  { "members.drained", OPTION (drained) },
  { "members.late", OPTION (late) },
  { "members.told", OPTION (told) },
  { "members.delay", .file = TIMES, .word = "paths" },
  { "runtime.listener", OPTION (straight) },
  { "runtime.hand", OPTION (hand) },
  { "runtime.threads", OPTION (handlers) },
  { "runtime.pool", OPTION (pool_fifo) },
  { "runtime.send", OPTION (send_task) },
  { "runtime.replies", OPTION (replies_differ) },
  { "runtime.buffer", OPTION (buffer) },
  { "runtime.flush", OPTION (emptied) },
  { "runtime.pools", OPTION (own) },
  { "runtime.callbacks", OPTION (callbacks_locked) },
  { "runtime.idle", OPTION (idle_with_hand) },
  { "runtime.flags", OPTION (flags_forgotten) },
  { "runtime.settle", OPTION (settle_at_start) },
  { "timeouts.calls", MESSAGE (times_out) },
  { "timeouts.callback", OPTION (timeout_callbacks) },
  { "timeouts.await", OPTION (timeout_stops) },
  { "timeouts.delay", .file = TIMES, .word = "paths" },
  { "network.order", OPTION (fifo) },
  { "network.delay", .file = TIMES, .word = "paths" },
  { "network.step", .file = TIMES, .word = "paths" },
  { "network.links", .file = TIMES, .word = "paths" },
  { "network.transport", OPTION (rendezvous) },
  { "network.send-errors", OPTION (send_errors) },
  { "network.loss", OPTION (loss) },
  { "network.duplication", OPTION (duplication) },
  { "network.deduplication", OPTION (deduplication) },
  { "network.retry", OPTION (retry) },
  { "collectives.by", OPTION (carrier) },
  { "collectives.leader", .file = "tests/property/test-rounds-meaning.c", .word = "how.leader" },
  { "collectives.fan-out", OPTION (fan) },
  { "collectives.tags", OPTION (untagged) },
  { "collectives.early", OPTION (early) },
  { "collectives.serves", OPTION (serves_in_join) },
  { "scopes.protocol", SCOPES },
  { "scopes.outer", SCOPES },
  { "scopes.sees", SCOPES },
  { "protocol.name", .departs = has_other_protocol },
  /* Protocols that the reference does not know are stepped by hand, rule by rule. */
  { "active-calls.lock", .file = "tests/protocol/test-verdicts.c", .word = "lock=none" },
  { "active-calls.barrier", .file = "tests/protocol/test-simple-joins.c", .word = "barrier=no" },
  { "pairwise-by-join.counters", .file = "tests/property/test-world-epochs.c", .word = "by-worker" },
  { "pairwise-by-join.armed", .file = "tests/property/test-world-epochs.c", .word = "at-join" },
  { "safra.receipt", .file = "tests/protocol/test-safra.c", .word = "receipt=finish" },
  { "safra.number", .file = "tests/protocol/test-safra.c", .word = "number=no" },
  { "pairwise.snapshot", OPTION (snapshot) },
  { "pairwise.done", OPTION (done_early) },
  { "pairwise.wait", OPTION (wait_idle) },
  { "pairwise.compare", OPTION (sums) },
  { "pairwise.gather", OPTION (gather_diff) },
  { "pairwise.sent", OPTION (sent_late) },
  { "pairwise.finale", OPTION (finale) },
  { "pairwise.width", OPTION (narrow) },
  { "pairwise.failed", OPTION (failed_undone) },
  { "pairwise.retries", OPTION (retries_counted) },
  { "pairwise.late", OPTION (late_answers) },
};
/* clang-format on */

static gboolean
is_set (gconstpointer bytes, gsize at, gsize size)
{
  const guint8 *field = (const guint8 *) bytes + at;

  for (gsize i = 0; i < size; i++)
    if (field[i] != 0)
      return TRUE;
  return FALSE;
}

/* Whether SCENARIO says something else of the switch than what holds by default. */
static gboolean
is_drawn (const Switch *self, const LullNaiveScenario *scenario)
{
  if (self->departs != NULL)
    return self->departs (scenario);
  if (self->option_size > 0)
    return is_set (&scenario->options, self->option, self->option_size);
  for (guint i = 0; i < scenario->message_count; i++)
    if (is_set (&scenario->messages[i], self->message, self->message_size))
      return TRUE;
  return FALSE;
}

static void
count_draws (guint *draws)
{
  LullSplitMix numbers = { .state = lull_test_seed () };

  for (guint index = 0; index < DRAWS; index++)
    {
      LullNaiveScenario scenario;

      lull_random_scenario_sketch (
          &numbers, (LullNaiveProtocol) lull_split_mix_below (&numbers, 3), 4, &scenario);
      for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
        draws[i] += switches[i].file == NULL && is_drawn (&switches[i], &scenario);
    }
}

static gboolean
holds (const char *file, const char *word)
{
  g_autofree char *path = lull_test_source_path (file);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, word) != NULL;
}

static void
each_is_drawn_or_held_elsewhere (void)
{
  guint draws[G_N_ELEMENTS (switches)] = { 0 };

  count_draws (draws);
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      const Switch *self = &switches[i];
      gboolean is_held =
          self->file != NULL ? holds (self->file, self->word) : draws[i] > 20;

      if (!is_held)
        g_print ("\n    %s: drawn %u times, held by %s", self->name, draws[i],
                 self->file != NULL ? self->file : "nothing else");
      CU_ASSERT_TRUE (is_held);
    }
}

static gboolean
is_known (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (g_str_equal (switches[i].name, name))
      return TRUE;
  g_print ("\n    %s: neither drawn by random scenarios nor held elsewhere", name);
  return FALSE;
}

/* Rows are of the form "| `name` | … |". */
static void
every_row_of_the_page_is_known (void)
{
  g_autofree char *path = lull_test_source_path ("docs/switches.md");
  g_autofree char *page = NULL;
  g_auto (GStrv) lines = NULL;
  guint rows = 0;

  CU_ASSERT_TRUE (g_file_get_contents (path, &page, NULL, NULL));
  lines = g_strsplit (page != NULL ? page : "", "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, "| `"))
      {
        g_autofree char *name = g_strndup (*line + 3, strcspn (*line + 3, "`"));

        CU_ASSERT_TRUE (is_known (name));
        rows++;
      }
  CU_ASSERT_EQUAL (rows, G_N_ELEMENTS (switches));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "every row of the page is known", every_row_of_the_page_is_known },
    { "each is drawn, or held elsewhere", each_is_drawn_or_held_elsewhere },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "switches, drawn", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
