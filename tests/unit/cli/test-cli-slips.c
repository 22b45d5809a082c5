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

int
main (void)
{
  CU_TestInfo tests[] = {
    { "of --protocol and --set the last one wins", protocol_and_set_take_turns },
    { "options say what they want", options_say_what_they_want },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "slips", write_files, cli_folder_clear, NULL, NULL, tests },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
