/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-sweep.h"
#include "lull-test.h"
#include "scenario-fixture.h"

#include <string.h>

static const char file[] =
    "calls:\n"
    "  - W0 ~> W1\n"
    "protocol: safra\n"
    "sweep:\n"
    "  workers: 2..4\n"
    "  protocol: [pairwise, { name: safra, receipt: finish }]\n"
    "  runtime.threads: [unlimited, 1..2]\n"
    "expect: safe\n"
    "expect-where:\n"
    "  - { workers: 3..4, expect: deadlock }\n"
    "  - { workers: 4, runtime.threads: [1, 2], expect: livelock }\n"
    "  - { workers: 4, protocol: pairwise, runtime.threads: 1, expect: safe }\n";

static LullSweep *
read_changed (const char *text, const LullSweepChanges *changes)
{
  g_autoptr (GError) error = NULL;
  LullSweep *sweep = lull_sweep_parse ("s.yaml", text, strlen (text), changes, &error);

  if (sweep == NULL)
    g_print ("%s\n", error->message);
  CU_ASSERT_PTR_NOT_NULL (sweep);
  return sweep;
}

/* @text with the --set that @change is, if it is not NULL. */
static LullSweep *
read_with (const char *text, const LullOverride *change)
{
  const LullSweepChanges changes = { change, change != NULL, NULL, 0 };

  return read_changed (text, &changes);
}

/* "2 pairwise unlimited" */
static char *
point_to_string (const LullSweep *sweep, guint point)
{
  GString *text = g_string_new (NULL);

  for (guint axis = 0; axis < lull_sweep_get_axis_count (sweep); axis++)
    g_string_append_printf (
        text, "%s%s", axis > 0 ? " " : "",
        lull_sweep_get_label (sweep, axis, lull_sweep_get_place (sweep, point, axis)));
  return g_string_free (text, FALSE);
}

/* Asserts the points of @sweep and the verdicts they expect, a line each: "2 safra:
 * safe". */
static void
check_points (const LullSweep *sweep, const char *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint point = 0; point < lull_sweep_get_point_count (sweep); point++)
    {
      g_autofree char *text = point_to_string (sweep, point);
      g_autoptr (GError) error = NULL;
      g_autoptr (LullScenario) scenario = lull_sweep_read_point (sweep, point, &error);

      g_string_append_printf (found, "%s: %s\n", text,
                              scenario != NULL
                                  ? lull_scenario_get_expectation (scenario)->verdict
                                  : error->message);
    }
  if (!g_str_equal (found->str, expected))
    g_print ("found\n%sexpected\n%s", found->str, expected);
  CU_ASSERT_STRING_EQUAL (found->str, expected);
}

static void
test_product (void)
{
  g_autoptr (LullSweep) sweep = read_with (file, NULL);

  CU_ASSERT_EQUAL (lull_sweep_get_axis_count (sweep), 3);
  CU_ASSERT_STRING_EQUAL (lull_sweep_get_key (sweep, 2), "runtime.threads");
  CU_ASSERT_EQUAL (lull_sweep_get_value_count (sweep, 2), 3);
  check_points (sweep, "2 pairwise unlimited: safe\n"
                       "2 pairwise 1: safe\n"
                       "2 pairwise 2: safe\n"
                       "2 {name: safra, receipt: finish} unlimited: safe\n"
                       "2 {name: safra, receipt: finish} 1: safe\n"
                       "2 {name: safra, receipt: finish} 2: safe\n"
                       "3 pairwise unlimited: deadlock\n"
                       "3 pairwise 1: deadlock\n"
                       "3 pairwise 2: deadlock\n"
                       "3 {name: safra, receipt: finish} unlimited: deadlock\n"
                       "3 {name: safra, receipt: finish} 1: deadlock\n"
                       "3 {name: safra, receipt: finish} 2: deadlock\n"
                       "4 pairwise unlimited: deadlock\n"
                       "4 pairwise 1: safe\n"
                       "4 pairwise 2: livelock\n"
                       "4 {name: safra, receipt: finish} unlimited: deadlock\n"
                       "4 {name: safra, receipt: finish} 1: livelock\n"
                       "4 {name: safra, receipt: finish} 2: livelock\n");
}

static void
test_points_are_scenarios (void)
{
  g_autoptr (LullSweep) sweep = read_with (file, NULL);
  g_autoptr (LullScenario) first = lull_sweep_read_point (sweep, 0, NULL);
  g_autoptr (LullScenario) last = lull_sweep_read_point (sweep, 17, NULL);
  gsize length;

  CU_ASSERT_STRING_EQUAL (lull_scenario_get_name (first), "s");
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_text (last, &length), file);
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_protocol_label (first), "pairwise");
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_protocol_label (last),
                          "safra (receipt finish)");
}

static void
test_a_plain_scenario_is_a_single_point (void)
{
  g_autoptr (LullSweep) sweep = read_with ("expect: deadlock\n", NULL);

  CU_ASSERT_EQUAL (lull_sweep_get_axis_count (sweep), 0);
  check_points (sweep, ": deadlock\n");
}

static const char named[] = "sweep:\n"
                            "  calls:\n"
                            "    one: [W0 ~> W1]\n"
                            "    two: [W0 ~> W1, W1 ~> W0]\n"
                            "  protocol.name: [pairwise, safra]\n"
                            "expect-where:\n"
                            "  - { calls: two, expect: premature }\n";

static void
test_set_narrows (void)
{
  static const LullOverride sets[] = { { "workers", "04" },
                                       { "workers", "5" },
                                       { "calls", "two" },
                                       { "calls", "[ 'W0 ~> W1' ]" },
                                       { "protocol", "safra" } };
  g_autoptr (LullSweep) number = read_with (file, &sets[0]);
  g_autoptr (LullSweep) other = read_with (file, &sets[1]);
  g_autoptr (LullSweep) by_name = read_with (named, &sets[2]);
  g_autoptr (LullSweep) by_value = read_with (named, &sets[3]);
  g_autoptr (LullSweep) short_form = read_with (named, &sets[4]);

  CU_ASSERT_EQUAL (lull_sweep_get_point_count (number), 6);
  CU_ASSERT_EQUAL (lull_sweep_get_axis_count (number), 3);
  CU_ASSERT_STRING_EQUAL (lull_sweep_get_label (number, 0, 0), "4");
  CU_ASSERT_STRING_EQUAL (lull_sweep_get_label (other, 0, 0), "5");
  check_points (by_name, "two pairwise: premature\ntwo safra: premature\n");
  CU_ASSERT_EQUAL (lull_sweep_get_point_count (by_value), 2);
  check_points (short_form, "one safra: safe\ntwo safra: premature\n");
}

/* What replaces all that a key lies in leaves nothing of it to go over. */
static void
test_set_of_what_lies_around (void)
{
  static const LullOverride sets[] = { { "runtime", "{ pool: fifo }" },
                                       { "runtime", "{ threads: 2 }" } };
  g_autoptr (LullSweep) gone = read_with (file, &sets[0]);
  g_autoptr (LullSweep) given = read_with (file, &sets[1]);

  CU_ASSERT_EQUAL (lull_sweep_get_axis_count (gone), 2);
  CU_ASSERT_EQUAL (lull_sweep_get_point_count (gone), 6);
  CU_ASSERT_EQUAL (lull_sweep_get_axis_count (given), 3);
  CU_ASSERT_STRING_EQUAL (lull_sweep_get_label (given, 2, 0), "2");
}

/* A point must not take back what the command line sets. */
static void
test_set_is_put_over_the_points (void)
{
  static const LullOverride sets[] = { { "protocol.receipt", "finish" },
                                       { "expect", "livelock" } };
  g_autoptr (LullSweep) sweep = read_with (named, &sets[0]);
  g_autoptr (LullSweep) expecting = read_with (named, &sets[1]);
  g_autoptr (LullScenario) scenario = lull_sweep_read_point (sweep, 1, NULL);

  CU_ASSERT_STRING_EQUAL (lull_scenario_get_protocol_label (scenario),
                          "safra (receipt finish)");
  check_points (expecting, "one pairwise: livelock\none safra: livelock\n"
                           "two pairwise: livelock\ntwo safra: livelock\n");
}

static void
test_sweep_of_the_command_line (void)
{
  const LullOverride more = { "protocol", "pairwise, safra" };
  const LullOverride others = { "workers", "4..5" };
  const LullSweepChanges both = { NULL, 0, (const LullOverride[]){ more, others }, 2 };
  const LullSweepChanges one = { NULL, 0, &others, 1 };
  g_autoptr (LullSweep) plain = read_changed ("workers: 3\n", &both);
  g_autoptr (LullSweep) replaced =
      read_changed ("sweep: { workers: 2..4 }\n"
                    "expect-where: [{ workers: [2, 4], expect: premature }]\n",
                    &one);

  check_points (plain, "pairwise 4: safe\npairwise 5: safe\n"
                       "safra 4: safe\nsafra 5: safe\n");
  check_points (replaced, "4: premature\n5: safe\n");
}

/* What a trace file keeps of a point has to give the same scenario again. */
static void
check_overrides (const LullSweep *sweep, const char *text)
{
  for (guint point = 0; point < lull_sweep_get_point_count (sweep); point++)
    {
      g_autoptr (GArray) overrides = lull_sweep_list_overrides (sweep, point);
      g_autoptr (LullScenario) direct = lull_sweep_read_point (sweep, point, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LullScenario) again = lull_scenario_parse (
          "s.yaml", text, strlen (text),
          (const LullOverride *) (gconstpointer) overrides->data, overrides->len, &error);

      CU_ASSERT_PTR_NOT_NULL (again);
      if (again == NULL)
        {
          g_print ("%s\n", error->message);
          return;
        }
      CU_ASSERT_STRING_EQUAL (lull_scenario_get_protocol_label (again),
                              lull_scenario_get_protocol_label (direct));
      CU_ASSERT_STRING_EQUAL (lull_scenario_get_expectation (again)->verdict,
                              lull_scenario_get_expectation (direct)->verdict);
    }
}

static void
test_overrides_of_a_point (void)
{
  static const LullOverride sets[] = { { "network.order", "fifo" }, { "calls", "two" } };
  g_autoptr (LullSweep) sweep = read_with (file, &sets[0]);
  g_autoptr (LullSweep) names = read_with (named, &sets[1]);
  g_autoptr (LullSweep) all = read_with (named, NULL);

  check_overrides (all, named);
  check_overrides (sweep, file);
  check_overrides (names, named);
}

/* Keys that only make sense together change together. */
static void
test_cases (void)
{
  static const char fitting[] =
      "sweep:\n"
      "  case: [{ workers: 2 }, { workers: 3, calls: [W0 ~> W2] }]\n"
      "  runtime.threads: 1..2\n";
  static const LullOverride sets[] = { { "workers", "4" } };
  g_autoptr (LullSweep) sweep = read_with (fitting, NULL);
  g_autoptr (LullSweep) wider = read_with (fitting, &sets[0]);
  g_autoptr (LullScenario) last = lull_sweep_read_point (sweep, 3, NULL);
  g_autoptr (LullScenario) widest = lull_sweep_read_point (wider, 3, NULL);

  check_points (sweep, "{workers: 2} 1: safe\n"
                       "{workers: 2} 2: safe\n"
                       "{workers: 3, calls: [W0 ~> W2]} 1: safe\n"
                       "{workers: 3, calls: [W0 ~> W2]} 2: safe\n");
  check_overrides (sweep, fitting);
  CU_ASSERT_EQUAL (lull_world_worker_count (lull_scenario_get_world (last)), 3);
  CU_ASSERT_EQUAL (lull_world_worker_count (lull_scenario_get_world (widest)), 4);
}

static void
test_set_names_a_case (void)
{
  static const char named_cases[] =
      "sweep:\n"
      "  case: { two: { workers: 2 }, three: { workers: 3 } }\n"
      "  protocol: [pairwise, safra]\n"
      "expect-where: [{ case: three, expect: premature }]\n";
  static const LullOverride sets[] = { { "case", "three" } };
  g_autoptr (LullSweep) all = read_with (named_cases, NULL);
  g_autoptr (LullSweep) three = read_with (named_cases, &sets[0]);
  g_autoptr (LullScenario) point = lull_sweep_read_point (three, 0, NULL);

  check_points (three, "three pairwise: premature\nthree safra: premature\n");
  CU_ASSERT_EQUAL (lull_world_worker_count (lull_scenario_get_world (point)), 3);
  check_overrides (all, named_cases);
  check_overrides (three, named_cases);
}

static void
check_refused (const char *text, const LullSweepChanges *changes, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullSweep) sweep =
      lull_sweep_parse ("s.yaml", text, strlen (text), changes, &error);

  if (sweep != NULL)
    (void) lull_sweep_check_points (sweep, &error);
  if (error == NULL || !g_str_equal (error->message, expected))
    g_print ("\n%s\nis refused with: %s\nexpected:        %s\n", text,
             error != NULL ? error->message : "nothing", expected);
  CU_ASSERT (error != NULL && g_str_equal (error->message, expected));
}

static void
test_refusals (void)
{
  static const FixtureRefusal table[] = {
    { "sweep: 3\n", "s.yaml:1:8: found 3 for sweep, expected a mapping" },
    { "sweep: {}\n", "s.yaml:1:8: found a mapping for sweep, expected at least one key" },
    { "sweep: { workers: [] }\n",
      "s.yaml:1:19: found a list for sweep.workers, expected at least one value" },
    { "sweep: { workers: {} }\n",
      "s.yaml:1:19: found a mapping for sweep.workers, expected at least one value" },
    { "sweep: { workers: two }\n",
      "s.yaml:1:19: found \"two\" for sweep.workers, expected a list, or a range such as "
      "2..4" },
    { "sweep: { workers: '2..4' }\n", "s.yaml:1:19: found \"2..4\" for sweep.workers, "
                                      "expected a list, or a range such as "
                                      "2..4" },
    { "sweep: { workers: 4..2 }\n", "s.yaml:1:19: found \"4..2\" for sweep.workers, "
                                    "expected the smaller number first" },
    { "sweep: { workers: 1..9999999999 }\n",
      "s.yaml:1:19: found \"1..9999999999\" for sweep.workers, expected numbers up to "
      "1000000000" },
    { "sweep: { workers: 1..1000000000 }\n",
      "s.yaml:1:19: found more than 10000 values, expected at most 10000" },
    { "sweep: { workers: 1..101, runtime.threads: 1..100 }\n",
      "s.yaml:1:8: found a sweep of more than 10000 points, expected at most 10000" },
    { "sweep: { workers: [2, 1..2] }\n",
      "s.yaml:1:23: found 2 a second time, expected each value once" },
    { "sweep: { workers: [2, 02] }\n",
      "s.yaml:1:23: found 2 a second time, expected each value once" },
    { "sweep: { expect: [safe] }\n",
      "s.yaml:1:10: found the key \"expect\" in a sweep, expected one that --set could "
      "change, such as runtime.threads" },
    { "sweep: { sweep.workers: [2] }\n",
      "s.yaml:1:10: found the key \"sweep.workers\" in a sweep, expected one that --set "
      "could change, such as runtime.threads" },
    { "sweep: { runtime..threads: [2] }\n",
      "s.yaml:1:10: found the key \"runtime..threads\" in a sweep, expected one that "
      "--set "
      "could change, such as runtime.threads" },
    { "sweep: { protocol: [safra], protocol.name: [safra] }\n",
      "s.yaml:1:29: found the key \"protocol.name\" a second time, expected it once" },
    { "sweep: { protocol.snapshot: [atomic], protocol: [safra] }\n",
      "s.yaml:1:39: found the key \"protocol\" after \"protocol.snapshot\", expected it "
      "before: it takes the place of all that is in it" },
    { "sweep: { work.form: [all] }\n", "s.yaml:1:10: found the key \"form\", expected "
                                       "one of any, kind, from, self, joins: did "
                                       "you mean from?" },
    { "sweep: { workers: [2, three] }\n",
      "s.yaml:1:23: found \"three\" for workers, "
      "expected a whole number or a list such as [A, B] (where workers is "
      "three)" },
    { "sweep: { protocol: [pairwise, safra], protocol.snapshot: [done-sent] }\n",
      "s.yaml:1:39: found the key \"snapshot\", expected one of name, receipt, number "
      "(where "
      "protocol "
      "is safra)" },
    { "sweep: { calls: { one: [W0 -> W2] }, workers: [2, 3] }\n",
      "s.yaml:1:25: found the worker \"W2\", expected W0 or W1 (where workers is 2)" },
    { "sweep: { case: { a: 3 } }\n",
      "s.yaml:1:21: found 3 for sweep.case.a, expected a mapping from keys to their "
      "values" },
    { "sweep: { case: { a: { expect: safe } } }\n",
      "s.yaml:1:23: found the key \"expect\" in a sweep, expected one that --set could "
      "change, such as runtime.threads" },
    { "sweep: { case: { a: { workers: 2 } }, workers: [3] }\n",
      "s.yaml:1:39: found the key \"workers\" a second time, expected it once" },
    { "sweep: { protocol.snapshot: [atomic], case: { a: { protocol: safra } } }\n",
      "s.yaml:1:52: found the key \"protocol\" after \"protocol.snapshot\", expected it "
      "before: it takes the place of all that is in it" },
    { "sweep: { case: { a: { wrokers: 2 } } }\n",
      "s.yaml:1:23: found the key \"wrokers\", expected one of name, about, workers, "
      "calls, work, timers, members, runtime, timeouts, network, collectives, protocol, "
      "scopes, expect, sweep, "
      "expect-where: did you "
      "mean "
      "workers?" },
    { "case: a\n",
      "s.yaml:1:1: found the key \"case\", expected one of name, about, "
      "workers, calls, work, timers, members, runtime, timeouts, network, collectives, "
      "protocol, scopes, expect, sweep, "
      "expect-where" },
    { "workers: 2\nexpect-where: []\n",
      "s.yaml:2:15: found expect-where without a sweep, expected both" },
    { "sweep: { workers: [2] }\nexpect-where: safe\n",
      "s.yaml:2:15: found \"safe\" for expect-where, expected a list" },
    { "sweep: { workers: [2] }\nexpect-where: [safe]\n",
      "s.yaml:2:16: found \"safe\" for expect-where[0], expected a mapping" },
    { "sweep: { workers: [2] }\nexpect-where: [{ workers: 2 }]\n",
      "s.yaml:2:16: found no expect, expected what this region gives" },
    { "sweep: { workers: [2] }\nexpect-where: [{ expect: safe }]\n",
      "s.yaml:2:16: found no key of the sweep, expected at least one" },
    { "sweep: { workers: [2] }\nexpect-where: [{ worker: 2, expect: safe }]\n",
      "s.yaml:2:18: found the key \"worker\", expected workers or expect: did you mean "
      "workers?" },
    { "sweep: { protocol: [safra] }\nexpect-where: [{ protocol: sarfa, expect: safe }]\n",
      "s.yaml:2:28: found \"sarfa\", which protocol is never, expected safra: did you "
      "mean "
      "safra?" },
    { "sweep: { workers: [2, 3] }\nexpect-where: [{ workers: 2..4, expect: safe }]\n",
      "s.yaml:2:27: found 4, which workers is never, expected 2 or 3" },
    { "sweep: { workers: [2, 3] }\nexpect-where: [{ workers: 3, expect: saef }]\n",
      "s.yaml:2:38: found \"saef\" for expect, expected one of safe, premature, "
      "deadlock, "
      "livelock, inconclusive: did you mean safe? (where workers is 3)" },
    { "sweep: { workers: [2, 3] }\n"
      "expect-where: [{ workers: 2, expect: safe }, { workers: [2, 3], expect: safe }]\n",
      "s.yaml:2:16: found a region that those below it cover, expected it to say "
      "something: the last one decides" },
    { NULL, NULL },
  };
  const LullSweepChanges none = { NULL, 0, NULL, 0 };

  for (const FixtureRefusal *row = table; row->text != NULL; row++)
    check_refused (row->text, &none, row->message);
}

static void
test_refusals_of_the_command_line (void)
{
  const LullOverride two = { "workers", "2" };
  const LullOverride none = { "workers", "0,1" };
  const LullOverride unknown = { "work.form", "all" };
  const LullOverride case_slip = { "case", "thre" };
  const LullSweepChanges unnamed = { &case_slip, 1, NULL, 0 };
  const LullSweepChanges clash = { &two, 1, &none, 1 };
  const LullSweepChanges zero = { NULL, 0, &none, 1 };
  const LullSweepChanges slip = { NULL, 0, &unknown, 1 };

  check_refused ("sweep: { case: { two: {}, three: {} } }\n", &unnamed,
                 "--set case: found \"thre\", expected two or three");
  check_refused (
      "{}\n", &clash,
      "--sweep workers: found a value from --set as well, expected one of them");
  check_refused ("{}\n", &zero,
                 "--sweep workers: found 0, expected at least 1 (where workers is 0)");
  check_refused ("{}\n", &slip,
                 "--sweep work.form: found the key \"form\", expected one of any, kind, "
                 "from, self, joins: did you mean from?");
}

static void
test_a_single_scenario_is_asked_for (void)
{
  g_autofree char *message = fixture_refusal (named);

  CU_ASSERT_STRING_EQUAL (message, "s.yaml:2:3: found a sweep of 4 points, expected a "
                                   "single one: choose it with --set");
}

int
main (void)
{
  CU_TestInfo points[] = {
    { "the points are the product, the last key first to change", test_product },
    { "a point is a scenario with these values in it", test_points_are_scenarios },
    { "a file without a sweep is a single point",
      test_a_plain_scenario_is_a_single_point },
    { "the overrides of a point make the same scenario", test_overrides_of_a_point },
    { "keys that belong together change together", test_cases },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo changes[] = {
    { "--set leaves the points with its value", test_set_narrows },
    { "--set of what lies around a key ends its sweep", test_set_of_what_lies_around },
    { "--set has the last word at every point", test_set_is_put_over_the_points },
    { "--set names a case", test_set_names_a_case },
    { "--sweep adds keys, and replaces values", test_sweep_of_the_command_line },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo refusals[] = {
    { "what is wrong is refused where it stands, at the point where it is wrong",
      test_refusals },
    { "what the command line gives is refused under its name",
      test_refusals_of_the_command_line },
    { "many points are no single scenario", test_a_single_scenario_is_asked_for },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "points", NULL, NULL, NULL, NULL, points },
    { "changes", NULL, NULL, NULL, NULL, changes },
    { "refusals", NULL, NULL, NULL, NULL, refusals },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
