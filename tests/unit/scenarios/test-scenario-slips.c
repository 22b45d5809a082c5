/* SPDX-License-Identifier: Apache-2.0 */
/* What people write who do not know the format yet, and what they are told. */
#include "lull-sweep.h"
#include "lull-test.h"
#include "scenario-fixture.h"

#include <string.h>

#define AB "workers: [A, B]\ncalls:\n"
#define STEPS "compute, take, give, with, notify, wait, flush"
#define OR_STEP "expected a call such as A -> B, a cast such as A ~> B, or one of "

static void
test_steps (void)
{
  static const FixtureRefusal table[] = {
    { AB "  - A: [notfy F]\n",
      "s.yaml:3:9: found \"notfy F\", " OR_STEP STEPS ": did you mean notify?" },
    { AB "  - A: [compte]\n",
      "s.yaml:3:9: found \"compte\", " OR_STEP STEPS ": did you mean compute?" },
    { AB "  - A -> B: [lock L]\n",
      "s.yaml:3:14: found \"lock L\", " OR_STEP STEPS ": did you mean take?" },
    { AB "  - A: [sleep 5]\n",
      "s.yaml:3:9: found \"sleep 5\", " OR_STEP STEPS ": did you mean compute?" },
    { AB "  - jion\n",
      "s.yaml:3:5: found \"jion\", " OR_STEP "join, " STEPS ": did you mean join?" },
    { AB "  - A:\n      - wiht L: compute\n",
      "s.yaml:4:9: found \"wiht L\", " OR_STEP STEPS ": did you mean with?" },
    { AB "  - A:\n      - give: L\n",
      "s.yaml:4:9: found a colon behind give, expected none" },
    { AB "  - A -> B:\n      - B: compute\n",
      "s.yaml:4:9: found the worker B before a step, expected the step alone: it is B "
      "who runs this" },
    { AB "  - A: join\n", "s.yaml:3:8: found join in what A runs, expected it between "
                          "the calls of main programs: they alone join" },
    { "workers: [alice, bob]\ncalls:\n  - alcie: [compute]\n",
      "s.yaml:3:5: found the worker \"alcie\", expected alice or bob: did you mean "
      "alice?" },
    { "calls: [A -> W1]\n", "s.yaml:1:9: found the worker \"A\", expected W0 or W1: a "
                            "list for workers gives them names" },
    { "workers: 2\ncalls: [W0 -> W3]\n",
      "s.yaml:2:9: found the worker \"W3\", expected W0 or W1" },
    { AB "  - A: []\n    B: []\n",
      "s.yaml:4:5: found a second key beside the worker A, expected an item of the list "
      "for each worker" },
    { AB "  - A -> B: compute\n", "s.yaml:3:13: found \"compute\" for calls[0].A -> B, "
                                  "expected a list such as [compute]" },
    { AB "  - C: [compute]\n", "s.yaml:3:5: found the worker \"C\", expected A or B" },
    { AB "  - A ~> B: []\n    counted: none\n",
      "s.yaml:4:14: found \"none\" for calls[0].counted, expected one of both, sent, "
      "done, neither: did you mean neither?" },
    { AB "  - A -> B: []\n    callback: []\n",
      "s.yaml:4:5: found the key \"callback\", expected one of then, timeout, counted, "
      "deferred, faults: did you mean then?" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

/* As a handler that is left empty. */
static void
test_empty_blocks (void)
{
  g_autoptr (LullDraft) with = fixture_read (AB "  - A:\n      - with L:\n  - B:\n");
  const LullLocalStep *steps =
      (const LullLocalStep *) (gpointer) with->work.local_steps->data;

  CU_ASSERT_EQUAL_FATAL (with->work.local_steps->len, 2);
  CU_ASSERT_EQUAL (steps[0].kind, LULL_LOCAL_TAKE);
  CU_ASSERT_EQUAL (steps[1].kind, LULL_LOCAL_GIVE);
}

static void
test_workers_that_are_gone (void)
{
  g_autofree char *message = fixture_refusal_with (
      "workers: [client, server]\ncalls: [client -> server]\n", "workers", "3");

  CU_ASSERT_STRING_EQUAL (message,
                          "s.yaml:2:9: found the worker \"client\", expected one of W0, "
                          "W1, W2: --set workers takes the place of other names");
}

#define FOUND(place, key) "s.yaml:" place ": found the key \"" key "\", expected "
#define ELSEWHERE "it elsewhere: it is "

static void
test_places (void)
{
  static const FixtureRefusal table[] = {
    { "threads: 1\n", FOUND ("1:1", "threads") ELSEWHERE "runtime.threads" },
    { "order: fifo\n", FOUND ("1:1", "order") ELSEWHERE "network.order" },
    { "listener: false\n", FOUND ("1:1", "listener") ELSEWHERE "runtime.listener" },
    { "delay: 3\n", FOUND ("1:1", "delay") ELSEWHERE
      "one of timers.delay, members.delay, timeouts.delay, network.delay" },
    { "protocol: pairwise\nsnapshot: atomic\n",
      FOUND ("2:1", "snapshot") ELSEWHERE "protocol.snapshot" },
    { "protocol: { name: pairwise, threads: 1 }\n",
      FOUND ("1:29", "threads") ELSEWHERE "runtime.threads" },
    { "runtime: { loss: 1 }\n", FOUND ("1:12", "loss") ELSEWHERE "network.loss" },
    { "network: { send: task }\n", FOUND ("1:12", "send") ELSEWHERE "runtime.send" },
    { "runtime: { workers: 3 }\n",
      FOUND ("1:12", "workers") ELSEWHERE "workers, outermost" },
    { "handler: []\n", FOUND ("1:1", "handler") ELSEWHERE "calls.handler" },
    { "runtime.threads: 1\n",
      FOUND ("1:1",
             "runtime.threads") "threads within runtime: dots are for --set and for "
                                "sweeps" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

/* The key that is meant, of all sections, is found by the tables alone. */
static void
test_every_key_has_its_place (void)
{
  guint found = 0;

  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    for (const LullKey *key = (*section)->keys; key->name != NULL; key++)
      {
        const char *around = *section == &lull_section_runtime ? "network" : "runtime";
        g_autofree char *text = g_strdup_printf ("%s: { %s: 1 }\n", around, key->name);
        g_autofree char *place = g_strdup_printf ("%s.%s", (*section)->name, key->name);
        g_autofree char *message = fixture_refusal (text);

        if (message != NULL && strstr (message, place) != NULL)
          found++;
      }
  CU_ASSERT (found >= 40);
}

static void
test_values (void)
{
  static const FixtureRefusal table[] = {
    { "workers: \"3\"\n",
      "s.yaml:1:10: found \"3\" for workers, expected a whole number: "
      "quotes make it a text" },
    { "runtime: { listener: \"true\" }\n",
      "s.yaml:1:22: found \"true\" for runtime.listener, expected true or false: quotes "
      "make it a text" },
    { "workers: 2..3\n", "s.yaml:1:10: found \"2..3\" for workers, expected a whole "
                         "number: a range is for a sweep" },
    { "runtime: { threads: 1..2 }\n",
      "s.yaml:1:21: found \"1..2\" for runtime.threads, expected a whole number: a range "
      "is for a sweep" },
    { "runtime: { threads: [1, 2] }\n",
      "s.yaml:1:21: found a list for runtime.threads, expected a whole number: several "
      "values are for a sweep" },
    { "expect: unsafe\n",
      "s.yaml:1:9: found \"unsafe\" for expect, expected one of safe, premature, "
      "deadlock, livelock, inconclusive: did you mean premature?" },
    { "expect: notsafe\n",
      "s.yaml:1:9: found \"notsafe\" for expect, expected one of safe, premature, "
      "deadlock, livelock, inconclusive" },
    { "expect: { verdict: hang }\n",
      "s.yaml:1:20: found \"hang\" for expect.verdict, expected one of safe, premature, "
      "deadlock, livelock, inconclusive: did you mean deadlock or livelock?" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

#define NESTED "sweep:\n  calls: { \"nested, not awaited\": [W0 -> W1], other: [] }\n"

static void
test_sweeps (void)
{
  static const FixtureRefusal table[] = {
    { "sweep: { runtime: { threads: [1, 2] } }\n",
      "s.yaml:1:21: found threads within runtime, expected the key dotted in a sweep: "
      "runtime.threads" },
    { NESTED "expect-where:\n  - { calls: nested, not awaited, expect: safe }\n",
      "s.yaml:4:14: found \"nested\", which calls is never, expected \"nested, not "
      "awaited\" or other: a name with a comma needs quotes" },
    { NESTED "expect-where:\n  - { calls: nested not awaited, expect: safe }\n",
      "s.yaml:4:14: found \"nested not awaited\", which calls is never, expected "
      "\"nested, not awaited\" or other: did you mean \"nested, not awaited\"?" },
    { NULL, NULL },
  };

  g_autofree char *named = fixture_refusal_with (
      "sweep: { calls: { handler: [W0 -> W1], then: [] } }\n", "calls", "then");
  g_autofree char *no_case = fixture_refusal_with (
      "sweep: { case: { two: { workers: 2 }, three: { workers: 3 } } }\n", "case", "");

  fixture_check_refusals (table);
  CU_ASSERT_PTR_NULL (named);
  CU_ASSERT_STRING_EQUAL (no_case, "--set case: found \"\", expected two or three");
}

/* The protocol of @text when nothing is given to @key, in each of three ways. */
static void
check_unset (const char *text, const char *key, const char *other, const char *protocol)
{
  static const char *const nothings[] = { "", "null", "~" };

  for (guint i = 0; i < G_N_ELEMENTS (nothings); i++)
    {
      const LullOverride changes[] = { { key, nothings[i] }, { other, "2" } };
      g_autoptr (GError) error = NULL;
      g_autoptr (LullScenario) scenario = lull_scenario_parse (
          "s.yaml", text, strlen (text), changes, other != NULL ? 2 : 1, &error);

      CU_ASSERT_PTR_NOT_NULL (scenario);
      if (scenario != NULL)
        CU_ASSERT_STRING_EQUAL (lull_scenario_get_protocol_label (scenario), protocol);
    }
}

static void
test_keys_are_taken_out (void)
{
  check_unset ("calls: [W0 -> W1]\n", "calls", "work.any", "pairwise");
  check_unset ("protocol: safra\n", "protocol", NULL, "pairwise");
  check_unset ("protocol: safra\n", "protocol.name", NULL, "pairwise");
  check_unset ("protocol: { name: pairwise, wait: idle, compare: sums }\n",
               "protocol.wait", NULL, "pairwise (compare sums)");
  check_unset ("protocol: safra\n", "protocol.wait", NULL, "safra");
  check_unset ("protocol: safra\nsweep: { workers: 2..3 }\n", "workers", NULL, "safra");
  check_unset ("protocol: safra\n", "network.order", NULL, "safra");
}

static void
check_unset_refusal (const char *key, const char *expected)
{
  g_autofree char *message = fixture_refusal_with ("calls: [W0 -> W1]\n", key, "");

  CU_ASSERT (g_strcmp0 (message, expected) == 0);
  if (g_strcmp0 (message, expected) != 0)
    g_print ("%s=\n found %s\n", key, message);
}

/* Whatever is not there cannot be told from a slip otherwise. */
static void
test_unknown_keys_are_not_taken_out (void)
{
  check_unset_refusal ("threads", "--set threads: found the key \"threads\", expected it "
                                  "elsewhere: it is runtime.threads");
  check_unset_refusal ("network.retrys",
                       "--set network.retrys: found the key \"retrys\", expected one "
                       "of order, delay, step, links, transport, send-errors, loss, "
                       "duplication, deduplication, retry: did you mean retry?");
  check_unset_refusal ("workers.x", "--set workers.x: found a value within workers, "
                                    "expected workers to be a mapping");
  check_unset_refusal ("calls.then", "--set calls.then: found a value within calls, "
                                     "expected calls to be a mapping");
}

static void
test_byte_order_mark (void)
{
  g_autoptr (LullDraft) draft = fixture_read ("\xef\xbb\xbfname: marked\nworkers: 3\n");
  g_autofree char *message = fixture_refusal ("\xef\xbb\xbfnmae: x\n");

  CU_ASSERT_STRING_EQUAL (draft->name, "marked");
  CU_ASSERT (g_str_has_prefix (message, "s.yaml:1:1: found the key \"nmae\""));
}

/* The only note on @text, or NULL. */
static char *
only_note (const char *text)
{
  const LullSweepChanges none = { NULL, 0, NULL, 0 };
  g_autoptr (LullSweep) sweep =
      lull_sweep_parse ("s.yaml", text, strlen (text), &none, NULL);
  g_autoptr (GPtrArray) notes = NULL;

  CU_ASSERT_PTR_NOT_NULL_FATAL (sweep);
  CU_ASSERT_TRUE (lull_sweep_check_points (sweep, NULL));
  notes = lull_sweep_list_notes (sweep);
  if (notes->len == 0)
    return NULL;
  CU_ASSERT_EQUAL (notes->len, 1);
  return g_strdup (g_ptr_array_index (notes, 0));
}

static void
test_names_cut_short (void)
{
  static const char *const whole[] = {
    "name: ray  # a comment\n",
    "name: \"ray #14577\"\n",
    "name: ray#14577\n",
    "workers: 2 #14577\n",
    "name: ray\n#14577\n",
    "{ name: ray }\n",
    "about: |\n  ray #14577 hangs\n",
    "name: ray #\n",
  };
  g_autofree char *name = only_note ("# \u00e4\nname: ray #14577\n");
  g_autofree char *about = only_note ("\xef\xbb\xbf"
                                      "about: seen in #14577\nname: x\n");

  CU_ASSERT_STRING_EQUAL (name, "s.yaml:2:7: name ends at the #, which begins a comment: "
                                "a text with a # needs quotes");
  CU_ASSERT_STRING_EQUAL (about, "s.yaml:1:8: about ends at the #, which begins a "
                                 "comment: a text with a # needs quotes");
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_autofree char *note = only_note (whole[i]);

      if (note != NULL)
        g_print ("%s%s\n", whole[i], note);
      CU_ASSERT_PTR_NULL (note);
    }
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a step that is none is told what it may be", test_steps },
    { "a block that is left empty does nothing", test_empty_blocks },
    { "who took the workers away is said", test_workers_that_are_gone },
    { "a key in the wrong place is told the right one", test_places },
    { "every key has its place", test_every_key_has_its_place },
    { "a value that looks right is told why it is not", test_values },
    { "a sweep is told how its keys and names are written", test_sweeps },
    { "a key is taken out by giving it nothing", test_keys_are_taken_out },
    { "a key that is unknown is not taken out", test_unknown_keys_are_not_taken_out },
    { "a name that a comment cuts short is noted", test_names_cut_short },
    { "a byte order mark is no part of the text", test_byte_order_mark },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "slips", NULL, NULL, NULL, NULL, tests },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
