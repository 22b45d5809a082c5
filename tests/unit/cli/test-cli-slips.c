/* SPDX-License-Identifier: Apache-2.0 */
/* What people type who do not know lull yet, and what it answers. */
#include "cli-program.h"
#include "lull-test.h"

#include <string.h>

#define ABOUT_TO_CALL "workers: 2\ncalls: [W0 -> W1]\n"

static int
write_files (void)
{
  if (cli_folder_init () != 0)
    return 1;
  cli_write ("call.yaml", ABOUT_TO_CALL);
  cli_write ("race.yaml", cli_premature);
  cli_write ("broken.yaml", "nmae: x\n");
  cli_write ("endless.yaml", cli_endless);
  cli_write ("hanging.yaml", cli_livelock);
  cli_write ("one.yaml", "workers: 1\nprotocol: barrier-sync\n");
  cli_write ("short.yaml",
             "workers: 1\ncalls:\n  - W0: [take L, take L]\nexpect: deadlock\n");
  return 0;
}

/* Asserts that `lull check FIRST SECOND call.yaml` checks @protocol. */
static void
check_protocol (const char *first, const char *second, const char *protocol)
{
  g_auto (CliOutput) output = cli_run ("check", "-q", first, second, "call.yaml", NULL);
  g_autofree char *expected =
      g_strdup_printf ("ok     safe          call.yaml  %s\n", protocol);

  CU_ASSERT_STRING_EQUAL (output.out, expected);
}

static void
protocol_and_set_take_turns (void)
{
  check_protocol ("--set=protocol=pairwise", "--protocol=allreduce-max", "allreduce-max");
  check_protocol ("--protocol=allreduce-max", "--set=protocol=pairwise", "pairwise");
  check_protocol ("--set=protocol={name: pairwise, snapshot: sent-done}",
                  "--protocol=allreduce-max", "allreduce-max");
  check_protocol ("--protocol=pairwise", "--set=protocol.snapshot=done-sent",
                  "pairwise (snapshot done-sent)");
  check_protocol ("--set=protocol.snapshot=done-sent", "--protocol=pairwise", "pairwise");
  check_protocol ("--protocol=safra", "--protocol=allreduce-max", "allreduce-max");
}

/* A use of the program that is refused, and the first line of its answer. */
typedef struct
{
  const char *arguments[4];
  const char *answer;
} Slip;

static void
check_slips (const Slip *slips, guint count)
{
  for (guint i = 0; i < count; i++)
    {
      const char *const *row = slips[i].arguments;
      g_auto (CliOutput) output = cli_run (row[0], row[1], row[2], row[3], NULL);
      g_auto (GStrv) lines = g_strsplit (output.err, "\n", 2);

      if (g_strcmp0 (lines[0], slips[i].answer) != 0)
        g_print ("\nfound    %s\nexpected %s\n", output.err, slips[i].answer);
      CU_ASSERT_EQUAL (output.code, 2);
      CU_ASSERT (g_strcmp0 (lines[0], slips[i].answer) == 0);
    }
}

static void
options_say_what_they_want (void)
{
  static const Slip slips[] = {
    { { "check", "--set=workers", "call.yaml" },
      "lull: --set: found \"workers\", expected KEY=VALUE such as network.order=fifo" },
    { { "check", "--sweep=network.transport", "call.yaml" },
      "lull: --sweep: found \"network.transport\", expected KEY=LIST such as "
      "workers=2..4" },
    { { "check", "--sweep=runtime.idle=[queue],[queue,running]", "call.yaml" },
      "lull: --sweep runtime.idle: found text that is not YAML (did not find expected "
      "<document start>), expected YAML: did you mean "
      "runtime.idle=[[queue],[queue,running]]?" },
    { { "check", "--resume", "call.yaml" },
      "lull: --resume: found no --checkpoint beside it, expected --checkpoint FILE to go "
      "on from" },
    { { "check", "call.yaml", "--protocol" }, "lull: Missing argument for --protocol" },
  };

  check_slips (slips, G_N_ELEMENTS (slips));
}

/* Each is a file for lull, and neither is for the other's commands. */
static void
traces_and_scenarios_are_told_apart (void)
{
  static const Slip slips[] = {
    { { "check", "trace.json" },
      "lull: trace.json: found a trace, expected a scenario: lull replay takes traces, "
      "and so does lull figure" },
    { { "run", "trace.json" },
      "lull: trace.json: found a trace, expected a scenario: lull replay takes traces, "
      "and so does lull figure" },
    { { "replay", "race.yaml" },
      "lull: race.yaml: found a scenario, expected a trace: lull check and lull run take "
      "scenarios" },
    { { "replay", "broken.yaml" },
      "lull: broken.yaml: found text that is not JSON (1:4: Parse error: unexpected "
      "identifier `nmae', expected value), expected the whole of a trace file" },
  };
  g_auto (CliOutput) saved = cli_run ("check", "--trace=trace.json", "race.yaml", NULL);

  CU_ASSERT_EQUAL (saved.code, 0);
  check_slips (slips, G_N_ELEMENTS (slips));
}

static void
a_saved_run_is_drawn_as_it_was (void)
{
  g_auto (CliOutput) saved = cli_run ("check", "--trace=trace.json", "race.yaml", NULL);
  g_auto (CliOutput) drawn = cli_run ("figure", "trace.json", "-o", "saved.svg", NULL);
  g_auto (CliOutput) again = cli_run ("figure", "race.yaml", "-o", "found.svg", NULL);
  g_auto (CliOutput) changed =
      cli_run ("figure", "trace.json", "-o", "no.svg", "--set=workers=3", NULL);
  g_auto (CliOutput) run = cli_run ("run", "--trace=run.json", "race.yaml", NULL);
  g_auto (CliOutput) run_drawn = cli_run ("figure", "run.json", "-o", "run.svg", NULL);
  g_auto (CliOutput) run_again =
      cli_run ("figure", "--seed=1", "race.yaml", "-o", "seed.svg", NULL);
  g_autofree char *before = cli_read ("found.svg");
  g_autofree char *after = cli_read ("saved.svg");
  g_autofree char *seed = cli_read ("seed.svg");
  g_autofree char *saved_run = cli_read ("run.svg");
  g_autofree char *none = cli_read ("no.svg");

  CU_ASSERT_STRING_EQUAL (drawn.out, "saved.svg: a saved run of 13 steps, premature\n");
  CU_ASSERT_PTR_NOT_NULL (after);
  CU_ASSERT (g_strcmp0 (before, after) == 0);
  CU_ASSERT_PTR_NOT_NULL (saved_run);
  CU_ASSERT (g_strcmp0 (seed, saved_run) == 0);
  CU_ASSERT_EQUAL (changed.code, 2);
  CU_ASSERT_PTR_NULL (none);
}

static void
one_of_a_thing_is_no_plural (void)
{
  g_auto (CliOutput) check = cli_run ("check", "one.yaml", NULL);
  g_auto (CliOutput) runs = cli_run ("run", "--runs=1", "one.yaml", NULL);
  g_auto (CliOutput) witness =
      cli_run ("check", "-q", "--trace=short.json", "short.yaml", NULL);
  g_auto (CliOutput) figure = cli_run ("figure", "short.yaml", "-o", "short.svg", NULL);
  g_auto (CliOutput) replay = cli_run ("replay", "-q", "short.json", NULL);

  g_auto (CliOutput) expected =
      cli_run ("check", "--set=expect={verdict: deadlock, witness: 1, states: 2}",
               "short.yaml", "--html=short.html", NULL);
  g_auto (CliOutput) other = cli_run (
      "check", "-q", "--set=expect={verdict: deadlock, witness: 2}", "short.yaml", NULL);
  g_auto (CliOutput) json =
      cli_run ("check", "--json", "--set=expect={verdict: deadlock, witness: 1}",
               "short.yaml", NULL);
  g_autofree char *page = cli_read ("short.html");

  CU_ASSERT_PTR_NOT_NULL (strstr (check.out, ", 1 state without a step\n"));
  CU_ASSERT_EQUAL (expected.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (json.out, "\"deadlock, 1 witness step\""));
  CU_ASSERT_PTR_NOT_NULL (strstr (other.out, "found 1 witness step, expected 2\n"));
  CU_ASSERT_PTR_NOT_NULL (page);
  CU_ASSERT_PTR_NOT_NULL (page != NULL ? strstr (page, "<p>1 scenario: 1 as ") : NULL);
  CU_ASSERT (g_str_has_prefix (runs.out, "one: 1 run, seeds 1 to 1\n"));
  CU_ASSERT_STRING_EQUAL (figure.out,
                          "short.svg: the shortest witness of 1 step, deadlock\n");
  CU_ASSERT_STRING_EQUAL (replay.out,
                          "short: 1 step replayed, verdict deadlock as saved\n");
}

static void
a_saved_search_is_offered_again (void)
{
  g_auto (CliOutput) saved =
      cli_run ("check", "--states=1000", "--checkpoint=saved", "endless.yaml", NULL);
  g_auto (CliOutput) lost = cli_run ("check", "--states=1000", "endless.yaml", NULL);

  CU_ASSERT_PTR_NOT_NULL (strstr (
      saved.out, "\n  would help   a higher --states, or none\n"
                 "  would help   going on from here: --checkpoint saved --resume\n"));
  CU_ASSERT_PTR_NULL (strstr (lost.out, "--resume"));
}

static void
help_is_a_command_too (void)
{
  g_auto (CliOutput) overview = cli_run ("help", NULL);
  g_auto (CliOutput) option = cli_run ("--help", NULL);
  g_auto (CliOutput) run = cli_run ("help", "run", NULL);
  g_auto (CliOutput) run_option = cli_run ("run", "--help", NULL);
  g_auto (CliOutput) nothing = cli_run ("help", "me", NULL);

  CU_ASSERT_EQUAL (overview.code, 0);
  CU_ASSERT_STRING_EQUAL (overview.out, option.out);
  CU_ASSERT_STRING_EQUAL (run.out, run_option.out);
  CU_ASSERT_EQUAL (nothing.code, 2);
}

/* The warning is about runs in which no time was drawn, wherever it would have been. */
static void
fixed_delays_are_warned_of (void)
{
  static const char warning[] =
      "\n  all delays are fixed, so that only the order within ";
  static const char *const drawn[] = { "--set=network.step=uniform(1, 10)",
                                       "--set=network.delay=exponential(3)",
                                       "--set=network.links.W0 -> W1=uniform(2, 3)",
                                       "--set=timeouts=all" };
  g_auto (CliOutput) fixed = cli_run ("run", "--runs=20", "call.yaml", NULL);
  g_auto (CliOutput) alike =
      cli_run ("run", "--runs=20", "--set=network.step=uniform(3, 3)", "call.yaml", NULL);

  CU_ASSERT_PTR_NOT_NULL (strstr (fixed.out, warning));
  CU_ASSERT_PTR_NOT_NULL (strstr (alike.out, warning));
  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    {
      g_auto (CliOutput) output =
          cli_run ("run", "--runs=20", drawn[i], "call.yaml", NULL);

      CU_ASSERT_EQUAL (output.code, 0);
      CU_ASSERT_PTR_NULL (strstr (output.out, warning));
    }
}

static void
a_protocol_says_what_can_be_chosen (void)
{
  g_auto (CliOutput) one = cli_run ("list", "protocols", "pairwise", NULL);
  g_auto (CliOutput) all = cli_run ("list", "protocols", "--options", NULL);
  g_auto (CliOutput) plugin =
      cli_run ("list", "protocols", "careless", "--plugin", LULL_CARELESS_PLUGIN, NULL);
  g_auto (CliOutput) none = cli_run ("list", "protocols", "here", NULL);

  CU_ASSERT (g_str_has_prefix (one.out, "pairwise: leave when sent equals done "));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (one.out, "\n  snapshot  atomic, done-sent, sent-done (default: atomic)\n"
                       "              P3: both counters in one step, "));
  CU_ASSERT_PTR_NOT_NULL (strstr (all.out, one.out));
  CU_ASSERT_PTR_NOT_NULL (strstr (all.out, "\nsafra: "));
  CU_ASSERT_PTR_NOT_NULL (strstr (plugin.out, "\n  no options\n"));
  CU_ASSERT_EQUAL (none.code, 2);
}

/* A run that is merely long, or that waits for what is slow, is none. */
static void
a_run_that_can_repeat_is_told (void)
{
  g_auto (CliOutput) livelock = cli_run ("run", "--steps=1000", "hanging.yaml", NULL);
  g_auto (CliOutput) checked =
      cli_run ("check", "-q", "--expect=livelock", "hanging.yaml", NULL);
  g_auto (CliOutput) slow =
      cli_run ("run", "--steps=1000", "--set=network.delay=1000000", "call.yaml", NULL);
  g_auto (CliOutput) stopped = cli_run ("run", "--steps=3", "call.yaml", NULL);

  CU_ASSERT_PTR_NOT_NULL (strstr (livelock.out, ": inconclusive after 1000 steps, "));
  CU_ASSERT_PTR_NOT_NULL (
      strstr (livelock.out, " to 1000 can repeat for ever: a livelock"));
  CU_ASSERT_EQUAL (checked.code, 0);
  CU_ASSERT_PTR_NOT_NULL (strstr (slow.out, ": inconclusive after 1000 steps, "));
  CU_ASSERT_PTR_NULL (strstr (slow.out, "for ever"));
  CU_ASSERT_PTR_NOT_NULL (strstr (stopped.out, ": inconclusive after 3 steps, "));
  CU_ASSERT_PTR_NULL (strstr (stopped.out, "for ever"));
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "of --protocol and --set the last one wins", protocol_and_set_take_turns },
    { "options say what they want", options_say_what_they_want },
    { "traces and scenarios are told apart", traces_and_scenarios_are_told_apart },
    { "a saved run is drawn as it was", a_saved_run_is_drawn_as_it_was },
    { "one of a thing is no plural", one_of_a_thing_is_no_plural },
    { "a saved search is offered again", a_saved_search_is_offered_again },
    { "help is a command, too", help_is_a_command_too },
    { "fixed delays are warned of", fixed_delays_are_warned_of },
    { "a protocol says what can be chosen", a_protocol_says_what_can_be_chosen },
    { "a run that can repeat for ever is told", a_run_that_can_repeat_is_told },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "slips", write_files, cli_folder_clear, NULL, NULL, tests },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
