/* SPDX-License-Identifier: Apache-2.0 */
/* z3 on the verification conditions of docs/proofs, with all five conditions and without
 * each. */
#include "lull-dropped-conditions.h"
#include "lull-test.h"

#include <gio/gio.h>
#include <string.h>

/* What ctest takes for a test that could not be run. */
#define SKIPPED 77

/* After so much work, hundreds of times what it needs, z3 answers "unknown". */
#define WORK_MAX "rlimit=20000000"

/* Eight steps with a possibility and four parts each, the start with two, safety with
 * three. */
#define QUESTIONS (8 * 5 + 2 + 3)

static void
append_file (GString *text, const char *folder, const char *name)
{
  g_autofree char *relative = g_strdup_printf ("docs/proofs/%s%s.smt2", folder, name);
  g_autofree char *path = lull_test_source_path (relative);
  g_autofree char *content = NULL;

  CU_ASSERT_TRUE (g_file_get_contents (path, &content, NULL, NULL));
  g_string_append (text, content != NULL ? content : "");
}

static guint
name_count (const char *const *names)
{
  guint count = 0;

  while (names[count] != NULL)
    count++;
  return count;
}

static gboolean
is_step (const char *file)
{
  return g_strv_contains (lull_pairwise_steps, file);
}

/* What z3 prints, as docs/proofs/README.md has one ask it; @more is added to the
 * conditions. */
static char *
ask_z3 (const char *conditions, const char *file, const char *more)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GSubprocess) z3 = NULL;
  g_autoptr (GError) error = NULL;
  char *output = NULL;

  append_file (text, "", "pairwise");
  append_file (text, "conditions/", conditions);
  g_string_append (text, more);
  append_file (text, "verify/", file);
  if (is_step (file))
    append_file (text, "", "kept");
  z3 = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                         &error, "z3", "-in", "dump_models=true", WORK_MAX, NULL);
  if (z3 == NULL ||
      !g_subprocess_communicate_utf8 (z3, text->str, NULL, &output, NULL, &error))
    g_print ("\n    %s", error->message);
  return output != NULL ? output : g_strdup ("");
}

/* ---- Expected and found ---- */

/* Differences between the two, a line each. */
typedef struct
{
  const LullDroppedCondition *expected;
  GString *objections;
  guint questions;
  guint failures; /* questions that were expected to be answered by a counterexample */
} Comparison;

static const char *
expected_answer (Comparison *self, const char *file, const char *question)
{
  g_autofree char *name = NULL;

  if (g_str_has_prefix (question, "possible: "))
    return "sat";
  name = g_strdup_printf ("%s: %s", file, question + strlen ("holds: "));
  if (!g_strv_contains (self->expected->failures, name))
    return "unsat";
  self->failures++;
  return "sat";
}

static void
compare_answer (Comparison *self, const char *file, const char *question, char **answer)
{
  const char *expected = expected_answer (self, file, question);
  const char *found = answer[0] != NULL ? answer[0] : "nothing";
  gboolean has_model = answer[0] != NULL && answer[1] != NULL && *answer[1] == '(';

  self->questions++;
  if (strcmp (found, expected) != 0)
    g_string_append_printf (self->objections, "%s, %s, %s: found %s, expected %s\n",
                            self->expected->file, file, question, found, expected);
  else if (strcmp (found, "sat") == 0 && !has_model)
    g_string_append_printf (self->objections, "%s, %s, %s: no model\n",
                            self->expected->file, file, question);
}

/* A question is a line of its own, and its answer begins with the next. */
static void
compare_output (Comparison *self, const char *file, const char *output)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, "possible: ") || g_str_has_prefix (*line, "holds: "))
      compare_answer (self, file, *line, line + 1);
    else if (g_str_has_prefix (*line, "(error"))
      g_string_append_printf (self->objections, "%s, %s: %s\n", self->expected->file,
                              file, *line);
}

/* Asks one of the files in docs/proofs/verify; @more is SMT-LIB to add to the conditions.
 */
static void
compare_file (Comparison *self, const char *file, const char *more)
{
  g_autofree char *output = ask_z3 (self->expected->file, file, more);

  compare_output (self, file, output);
}

static void
compare_totals (Comparison *self, guint questions)
{
  guint failures = name_count (self->expected->failures);

  if (self->questions != questions)
    g_string_append_printf (self->objections, "%s: found %u answers, expected %u\n",
                            self->expected->file, self->questions, questions);
  if (self->failures != failures)
    g_string_append_printf (self->objections, "%s: asked for %u of %u failures\n",
                            self->expected->file, self->failures, failures);
}

/* ---- Tests ---- */

static void
expect_no_objection (LullConditions conditions)
{
  Comparison comparison = { .expected = &lull_dropped_conditions[conditions],
                            .objections = g_string_new (NULL) };

  compare_file (&comparison, "start", "");
  for (const char *const *step = lull_pairwise_steps; *step != NULL; step++)
    compare_file (&comparison, *step, "");
  compare_file (&comparison, "safety", "");
  compare_totals (&comparison, QUESTIONS);
  if (comparison.objections->len != 0)
    g_print ("\n%s", comparison.objections->str);
  CU_ASSERT_EQUAL (comparison.objections->len, 0);
  g_string_free (comparison.objections, TRUE);
}

static void
every_verification_condition_holds (void)
{
  expect_no_objection (LULL_CONDITIONS_ALL);
}

static void
without_i_the_count_of_done_is_too_high (void)
{
  expect_no_objection (LULL_CONDITIONS_WITHOUT_I);
}

static void
without_ii_the_order_of_reading_is_lost (void)
{
  expect_no_objection (LULL_CONDITIONS_WITHOUT_II);
}

static void
without_iii_safety_does_not_follow (void)
{
  expect_no_objection (LULL_CONDITIONS_WITHOUT_III);
}

static void
without_iv_a_late_send_does_not_show (void)
{
  expect_no_objection (LULL_CONDITIONS_WITHOUT_IV);
}

static void
without_v_as_sent_the_count_of_sent_is_wrong (void)
{
  expect_no_objection (LULL_CONDITIONS_WITHOUT_V_SENT);
}

static void
without_v_as_done_the_count_of_done_is_too_high (void)
{
  expect_no_objection (LULL_CONDITIONS_WITHOUT_V_DONE);
}

/* That asking one file leads to just this objection, where so much is expected of it. */
static void
expect_objection (const LullDroppedCondition *expected,
                  const char *file,
                  const char *more,
                  guint questions,
                  const char *objection)
{
  Comparison comparison = { .expected = expected, .objections = g_string_new (NULL) };

  compare_file (&comparison, file, more);
  compare_totals (&comparison, questions);
  CU_ASSERT_STRING_EQUAL (comparison.objections->str, objection);
  g_string_free (comparison.objections, TRUE);
}

static void
a_wrong_expectation_is_objected_to (void)
{
  const LullDroppedCondition unexpected = { LULL_CONDITIONS_WITHOUT_I,
                                            "without-i",
                                            { NULL } };
  const LullDroppedCondition missing = { LULL_CONDITIONS_ALL,
                                         "all",
                                         { "finish: copies-are-old" } };
  const LullDroppedCondition misnamed = { LULL_CONDITIONS_ALL,
                                          "all",
                                          { "finish: copies" } };

  expect_objection (
      &unexpected, "count-done", "", 5,
      "without-i, count-done, holds: counts-are-true: found sat, expected unsat\n");
  expect_objection (&missing, "finish", "", 5,
                    "all, finish, holds: copies-are-old: found unsat, expected sat\n");
  expect_objection (&misnamed, "finish", "", 5, "all: asked for 0 of 1 failures\n");
}

static void
a_proof_of_nothing_is_objected_to (void)
{
  expect_objection (&lull_dropped_conditions[LULL_CONDITIONS_ALL], "read-S",
                    "(assert (forall ((x Worker)) (not (main-ended before x))))\n", 5,
                    "all, read-S, possible: the step: found unsat, expected sat\n");
}

static void
a_question_without_answer_is_objected_to (void)
{
  expect_objection (&lull_dropped_conditions[LULL_CONDITIONS_ALL], "start",
                    "(set-option :regular-output-channel \"/dev/null\")\n", 2,
                    "all: found 0 answers, expected 2\n");
  expect_objection (&lull_dropped_conditions[LULL_CONDITIONS_ALL], "start",
                    "(echo \"(error: as z3 says it)\")\n", 2,
                    "all, start: (error: as z3 says it)\n");
}

static guint
file_count (const char *folder)
{
  g_autofree char *path = lull_test_source_path (folder);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint count = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    count++;
  return count;
}

static void
no_file_is_left_out (void)
{
  CU_ASSERT_EQUAL (file_count ("docs/proofs/conditions"), LULL_DROPPED_CONDITIONS);
  CU_ASSERT_EQUAL (file_count ("docs/proofs/verify"),
                   name_count (lull_pairwise_steps) + 2);
}

int
main (void)
{
  g_autofree char *z3 = g_find_program_in_path ("z3");
  CU_TestInfo proof[] = {
    { "every verification condition holds", every_verification_condition_holds },
    { "without (i) the count of done is too high",
      without_i_the_count_of_done_is_too_high },
    { "without (ii) the order of reading is lost",
      without_ii_the_order_of_reading_is_lost },
    { "without (iii) safety does not follow", without_iii_safety_does_not_follow },
    { "without (iv) a late send does not show", without_iv_a_late_send_does_not_show },
    { "without (v) the count of sent is wrong",
      without_v_as_sent_the_count_of_sent_is_wrong },
    { "without (v) the count of done is too high",
      without_v_as_done_the_count_of_done_is_too_high },
    { "no file is left out", no_file_is_left_out },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo canaries[] = {
    { "a wrong expectation is objected to", a_wrong_expectation_is_objected_to },
    { "a proof of nothing is objected to", a_proof_of_nothing_is_objected_to },
    { "a question without answer is objected to",
      a_question_without_answer_is_objected_to },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "proof", NULL, NULL, NULL, NULL, proof },
    { "canaries", NULL, NULL, NULL, NULL, canaries },
    CU_SUITE_INFO_NULL,
  };

  if (z3 == NULL)
    {
      g_print ("z3 is not installed: the proofs are not checked\n");
      return SKIPPED;
    }
  return lull_test_main (suites);
}
