/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a file sets to no effect. That it has none is not taken on trust: the whole graph
 * with the switch and the whole graph without it are searched, and have the same size and
 * verdict.
 */
#include "lull-checker.h"
#include "lull-draft-notes.h"
#include "lull-sweep.h"
#include "lull-test.h"

#include <string.h>

/** A switch in a file where it does nothing, and in one where it matters. */
typedef struct
{
  const char *name;
  const char *set;     /**< the file that sets it, in vain */
  const char *unset;   /**< the same file without */
  const char *matters; /**< a file that sets it, and not in vain */
} Case;

#define CALL "calls: [W0 -> W1]\n"
#define CAST "calls: [W0 ~> W1]\n"
#define MAXIMUM "protocol: allreduce-max\n"
#define SCOPE "calls: [{ W0: { scope: [-> W1] } }]\n"
#define CALL_WITH(more) "calls:\n  - W0 -> W1: []\n    " more "\n"

// clang-format off
static const Case cases[] = {
  { "collectives.leader", CALL "collectives: { by: exchange, leader: W1 }\n",
    CALL "collectives: exchange\n", CALL "collectives: { by: leader, leader: W1 }\n" },
  { "collectives.fan-out", CALL "collectives: { by: ring, fan-out: 1 }\n",
    CALL "collectives: ring\n", CALL "collectives: { by: tree, fan-out: 1 }\n" },
  { "collectives.tags", CALL MAXIMUM "collectives: { by: leader, tags: false }\n",
    CALL MAXIMUM "collectives: leader\n", CALL MAXIMUM "collectives: { by: store, tags: false }\n" },
  { "collectives.early", CALL MAXIMUM "collectives: { by: store, early: lost }\n",
    CALL MAXIMUM "collectives: store\n", CALL MAXIMUM "collectives: { by: leader, early: lost }\n" },
  { "collectives.serves", CALL MAXIMUM "collectives: { by: exchange, serves: in-join }\n",
    CALL MAXIMUM "collectives: exchange\n", CALL MAXIMUM "collectives: { by: leader, serves: in-join }\n" },
  { "network.deduplication", CALL "network: { deduplication: true }\n", CALL,
    CALL "network: { duplication: 1, deduplication: true }\n" },
  { "network.retry", CALL "network: { retry: same }\n", CALL, CALL "network: { loss: 1, retry: same }\n" },
  { "calls.faults", CALL_WITH ("faults: answer"), CALL, CALL_WITH ("faults: answer") "network: { loss: 1 }\n" },
  { "calls.timeout", CALL_WITH ("timeout: true") "timeouts: all\n", CALL "timeouts: all\n",
    CALL_WITH ("timeout: true") },
  { "calls.counted", CALL_WITH ("counted: neither") MAXIMUM, CALL MAXIMUM, CALL_WITH ("counted: neither") },
  { "timeouts.calls", CAST "timeouts: all\n", CAST, CALL "timeouts: all\n" },
  { "timeouts.callback", CALL "timeouts: { callback: runs }\n", CALL,
    CALL "timeouts: { calls: all, callback: runs }\n" },
  { "timeouts.await", CALL "timeouts: { calls: all, await: stops }\n", CALL "timeouts: all\n",
    "calls: [await W0 -> W1]\ntimeouts: { calls: all, await: stops }\n" },
  { "timeouts.delay", CALL "timeouts: { delay: fixed(3) }\n", CALL,
    CALL "timeouts: { calls: all, delay: fixed(3) }\n" },
  { "timers.scope", CALL "timers: { calls: [], scope: in }\n", CALL,
    CALL "timers: { calls: [W0 ~> W1], scope: in }\n" },
  { "timers.stop", CALL "timers: { calls: [], stop: join }\n", CALL,
    CALL "timers: { calls: [W0 ~> W1], stop: join }\n" },
  { "timers.join", "calls: [W0 -> W1, join]\ntimers: { calls: [], join: 2 }\n", "calls: [W0 -> W1, join]\n",
    "calls: [W0 -> W1, join, W0 -> W1]\ntimers: { calls: [W0 ~> W1], join: 2 }\n" },
  { "timers.delay", CALL "timers: { calls: [], delay: fixed(3) }\n", CALL,
    CALL "timers: { calls: [W0 ~> W1], delay: fixed(3) }\n" },
  { "members.crashing", CALL "members: { crashing: [W1] }\n", CALL,
    CALL "members: { crashes: 1, crashing: [W1] }\n" },
  { "members.rounds", CALL "members: { late: [W1], rounds: go-on }\n", CALL "members: { late: [W1] }\n",
    CALL "members: { crashes: 1, rounds: go-on }\n" },
  { "members.instead-of", CALL "members: { leaving: [W1], instead-of: 1 }\n", CALL "members: { leaving: [W1] }\n",
    "calls: [W0 -> W1, join, W0 -> W1]\nmembers: { leaving: [W1], instead-of: 1 }\n" },
  { "members.drained", CALL "members: { late: [W1], drained: true }\n", CALL "members: { late: [W1] }\n",
    CALL "members: { leaving: [W1], drained: true }\n" },
  { "members.told", CALL "members: { late: [W1], told: true }\n", CALL "members: { late: [W1] }\n",
    CALL "members: { crashes: 1, told: true }\n" },
  { "members.delay", CALL "members: { leaving: [W1], delay: fixed(3) }\n", CALL "members: { leaving: [W1] }\n",
    CALL "members: { late: [W1], delay: fixed(3) }\n" },
  { "runtime.hand", CALL "runtime: { listener: false, hand: 1 }\n", CALL "runtime: { listener: false }\n",
    CALL "runtime: { hand: 1 }\n" },
  { "runtime.replies", CAST "runtime: { replies: task }\n", CAST, CALL "runtime: { replies: task }\n" },
  { "runtime.callbacks", CAST "runtime: { callbacks: locked }\n", CAST, CALL "runtime: { callbacks: locked }\n" },
  { "runtime.settle", CAST "runtime: { settle: before-callbacks }\n", CAST,
    CALL "runtime: { settle: before-callbacks }\n" },
  { "runtime.buffer", CALL "runtime: { buffer: 2 }\n", CALL, CALL "runtime: { send: buffer, buffer: 2 }\n" },
  { "runtime.flush", CALL "runtime: { flush: any }\n", CALL, CALL "runtime: { replies: buffer, flush: any }\n" },
  { "runtime.idle", CALL "runtime: { idle: [queue] }\n", CALL,
    CALL "runtime: { idle: [queue] }\nprotocol: barrier-sync\n" },
  { "runtime.flags", CALL "runtime: { flags: one-shot }\n", CALL,
    "calls:\n  - W0 -> W1: [notify f]\n  - W1: wait f\nruntime: { flags: one-shot }\n" },
  { "scopes.protocol", CALL "scopes: pairwise\n", CALL, SCOPE "scopes: pairwise\n" },
  { "scopes.outer", CALL "scopes: { outer: blind }\n", CALL, SCOPE "scopes: { outer: blind }\n" },
  { "scopes.sees", CALL "scopes: { sees: worker }\n", CALL, SCOPE "scopes: { sees: worker }\n" },
  { "protocol.sent", CALL "protocol: { name: pairwise, sent: transmitted }\n", CALL,
    CALL "protocol: { name: pairwise, sent: transmitted }\nruntime: { send: task }\n" },
  { "protocol.failed", CALL "protocol: { name: pairwise, failed: undone }\n", CALL,
    CALL "protocol: { name: pairwise, failed: undone }\nnetwork: { send-errors: 1 }\n" },
  { "protocol.retries", CALL "protocol: { name: pairwise, retries: counted }\nnetwork: { loss: 1 }\n",
    CALL "network: { loss: 1 }\n",
    CALL "protocol: { name: pairwise, retries: counted }\nnetwork: { loss: 1, retry: new }\n" },
  { "protocol.late", CALL "protocol: { name: pairwise, late: twice }\n", CALL,
    CALL "protocol: { name: pairwise, late: twice }\ntimeouts: all\n" },
  { "protocol.done", CALL "protocol: { name: pairwise, done: return }\n", CALL,
    CALL_WITH ("deferred: true") "protocol: { name: pairwise, done: return }\n" },
  { "protocol.counters", CALL "protocol: { name: pairwise-by-join, counters: zeroed }\n",
    CALL "protocol: pairwise-by-join\n",
    "calls: [W0 -> W1, join, W1 -> W0]\nprotocol: { name: pairwise-by-join, counters: zeroed }\n" },
  { "protocol.number", CAST "protocol: { name: safra, number: no }\n", CAST "protocol: safra\n",
    "calls: [W0 ~> W1, join, W1 ~> W0]\nprotocol: { name: safra, number: no }\n" },
};
// clang-format on

static LullSweep *
read_with (const char *text, const LullOverride *overrides, gsize count)
{
  const LullSweepChanges changes = { overrides, count, NULL, 0 };
  g_autoptr (GError) error = NULL;
  LullSweep *sweep = lull_sweep_parse ("s.yaml", text, strlen (text), &changes, &error);

  if (error != NULL)
    g_print ("\n    %s", error->message);
  CU_ASSERT_PTR_NOT_NULL_FATAL (sweep);
  CU_ASSERT_TRUE (lull_sweep_check_points (sweep, NULL));
  return sweep;
}

/* The notes on a file, a line each. */
static char *
notes_on (const char *text)
{
  g_autoptr (LullSweep) sweep = read_with (text, NULL, 0);
  g_autoptr (GPtrArray) notes = lull_sweep_list_notes (sweep);

  g_ptr_array_add (notes, NULL);
  return g_strjoinv ("\n", (char **) notes->pdata);
}

static LullFindings *
search (const char *text)
{
  g_autoptr (LullScenario) scenario =
      lull_scenario_parse ("s.yaml", text, strlen (text), NULL, 0, NULL);
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.whole_graph = TRUE;
  return lull_check (lull_world_get_model (lull_scenario_get_world (scenario)), &options);
}

static void
check_that_nothing_changes (const Case *one)
{
  g_autoptr (LullFindings) set = search (one->set);
  g_autoptr (LullFindings) unset = search (one->unset);
  const gboolean same = set->verdict == unset->verdict && set->states == unset->states &&
                        set->transitions == unset->transitions &&
                        set->depth == unset->depth;

  if (!same)
    g_print ("\n    %s changes %" G_GUINT64_FORMAT " states into %" G_GUINT64_FORMAT,
             one->name, unset->states, set->states);
  CU_ASSERT_TRUE (same);
}

static void
test_every_switch (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words =
          g_strconcat (": ", cases[i].name, " has no effect: ", NULL);
      g_autofree char *in_vain = notes_on (cases[i].set);
      g_autofree char *otherwise = notes_on (cases[i].matters);

      if (strstr (in_vain, words) == NULL || strchr (in_vain, '\n') != NULL)
        g_print ("\n    %s: noted is \"%s\"", cases[i].name, in_vain);
      CU_ASSERT_PTR_NOT_NULL (strstr (in_vain, words));
      CU_ASSERT_PTR_NULL (strchr (in_vain, '\n'));
      if (*otherwise != '\0')
        g_print ("\n    %s: noted is \"%s\"", cases[i].name, otherwise);
      CU_ASSERT_STRING_EQUAL (otherwise, "");
      check_that_nothing_changes (&cases[i]);
    }
  CU_ASSERT_PTR_NULL (lull_draft_rules[G_N_ELEMENTS (cases)].name);
}

static void
test_places (void)
{
  g_autofree char *file = notes_on (CALL "network:\n  retry: new\n");
  g_autofree char *initial = notes_on (CALL "network: { retry: never }\n");
  g_autofree char *nested = notes_on ("calls:\n  - W0 -> W1:\n      - -> W0: []\n        "
                                      "faults: both\n");

  CU_ASSERT_STRING_EQUAL (file, "s.yaml:3:3: network.retry has no effect: "
                                "network.send-errors, loss and duplication are 0");
  CU_ASSERT_STRING_EQUAL (initial, "");
  CU_ASSERT_TRUE (g_str_has_prefix (nested, "s.yaml:4:9: calls.faults has no effect"));
}

/* A switch that matters at one point of a sweep is not noted, whichever is looked at. */
static void
test_sweeps (void)
{
  static const char *const text =
      CALL MAXIMUM "collectives: { tags: false }\nnetwork: { retry: same }\n"
                   "sweep: { collectives.by: [step, ring] }\n";
  const LullOverride narrow = { "collectives.by", "step" };
  const LullOverride more = { "network.deduplication", "true" };
  g_autoptr (LullSweep) narrowed = read_with (text, &narrow, 1);
  g_autoptr (GPtrArray) of_one = lull_sweep_list_notes (narrowed);
  g_autoptr (LullSweep) overridden = read_with (text, &more, 1);
  g_autoptr (GPtrArray) of_override = lull_sweep_list_notes (overridden);
  g_autofree char *of_all = notes_on (text);

  CU_ASSERT_STRING_EQUAL (of_all, "s.yaml:4:12: network.retry has no effect: "
                                  "network.send-errors, loss and duplication are 0");
  CU_ASSERT_EQUAL (of_one->len, 1);
  CU_ASSERT_EQUAL_FATAL (of_override->len, 2);
  CU_ASSERT_STRING_EQUAL (of_override->pdata[0],
                          "--set network.deduplication: network.deduplication has no "
                          "effect: network.duplication is 0");
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "what is noted changes nothing, and what changes something is not noted",
      test_every_switch },
    { "a note says where the switch is set, if it is", test_places },
    { "in a sweep a switch may matter elsewhere", test_sweeps },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "notes", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
