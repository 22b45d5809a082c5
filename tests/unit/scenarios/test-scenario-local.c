/* SPDX-License-Identifier: Apache-2.0 */
/* Local steps as scenarios write them. */
#include "lull-test.h"
#include "scenario-fixture.h"

/* "B take L/0, B compute/1 in 2": who does what, behind how many messages, in which
 * program. */
static char *
list_steps (const LullDraft *draft)
{
  static const char *const verbs[] = { "compute", "take", "give", "notify", "wait" };
  GString *line = g_string_new (NULL);

  for (guint i = 0; i < draft->work.local_steps->len; i++)
    {
      const LullLocalStep *step =
          &g_array_index (draft->work.local_steps, LullLocalStep, i);

      g_string_append_printf (
          line, "%s%s %s", i > 0 ? ", " : "",
          (const char *) g_ptr_array_index (draft->workers, step->worker),
          verbs[step->kind]);
      if (step->kind != LULL_LOCAL_COMPUTE)
        g_string_append_printf (
            line, " %s",
            (const char *) g_ptr_array_index (draft->work.names, step->name));
      g_string_append_printf (line, "/%u", step->sent);
      if (step->parent != LULL_NO_MESSAGE)
        g_string_append_printf (line, " in %u", step->parent);
      if (step->epoch > 0)
        g_string_append_printf (line, " behind %u", step->epoch);
    }
  return g_string_free (line, FALSE);
}

static void
check_steps (const char *text, const char *expected)
{
  g_autoptr (LullDraft) draft = fixture_read (text);
  g_autofree char *found = draft != NULL ? list_steps (draft) : NULL;

  if (g_strcmp0 (found, expected) != 0)
    g_print ("found %s\nexpected %s\n", found, expected);
  CU_ASSERT (g_strcmp0 (found, expected) == 0);
}

#define AB "workers: [A, B]\ncalls:\n"

static void
test_programs (void)
{
  check_steps (AB "  - A: [take L, compute]\n"
                  "  - A -> B:\n"
                  "      - compute\n"
                  "      - ~> A\n"
                  "      - wait F\n"
                  "    then: [notify F]\n"
                  "  - A: give L\n",
               "A take L/0, A compute/0, B compute/0 in 0, B wait F/1 in 0, A notify F/0 "
               "in 1, A give L/1");
}

static void
test_with (void)
{
  check_steps (AB "  - B:\n"
                  "      - with L:\n"
                  "          - with M: compute\n"
                  "          - -> A\n",
               "B take L/0, B take M/0, B compute/0, B give M/0, B give L/1");
}

/* What a main program does under its name stands where its calls do. */
static void
test_calls_under_a_name (void)
{
  check_steps (AB "  - A: [-> B, compute, ~> B]\n  - A: compute\n",
               "A compute/1, A compute/2");
}

static void
test_joins (void)
{
  check_steps (AB "  - A ~> B\n  - A: take L\n  - join\n  - A: [take L, ~> B, give L]\n",
               "A take L/1, A take L/0 behind 1, A give L/1 behind 1");
}

static void
test_refusals (void)
{
  static const FixtureRefusal table[] = {
    { AB "  - take L\n",
      "s.yaml:3:5: found a local step of no worker, expected it under one, as in A: "
      "take L" },
    { AB "  - A: take\n",
      "s.yaml:3:8: found \"take\", expected the name of one lock or flag" },
    { AB "  - A: take L M\n",
      "s.yaml:3:8: found \"take L M\", expected the name of one lock or flag" },
    { AB "  - A: compute L\n",
      "s.yaml:3:8: found \"compute L\", expected compute alone" },
    { AB "  - A: give L\n",
      "s.yaml:3:8: found give L, expected take L before it in the same program" },
    { AB "  - A: take L\n  - join\n  - A: give L\n",
      "s.yaml:5:8: found give L, expected take L before it in the same program" },
    { AB "  - A -> B: [take L, give M]\n",
      "s.yaml:3:14: found take L, expected give L behind it: only a main program may end "
      "with a lock, and holds it until it has left join" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a program's steps stand between its messages", test_programs },
    { "with takes a lock and gives it back", test_with },
    { "a main program's calls may stand under its worker", test_calls_under_a_name },
    { "each epoch has programs of its own", test_joins },
    { "what makes no sense is refused where it stands", test_refusals },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = { { "local steps", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
