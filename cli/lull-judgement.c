/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-judgement.h"

#include "lull-number.h"

#include <string.h>

/* The verdicts of the glossary; each is one word. */
static const char *const verdict_words[] = { "safe",     "premature",    "deadlock",
                                             "livelock", "inconclusive", NULL };

gboolean
lull_verdict_word_is_known (const char *word)
{
  return g_strv_contains (verdict_words, word);
}

void
lull_expectation_fit (LullExpectation *expectation, LullSearch search)
{
  if (search == LULL_SEARCH_BREADTH_FIRST)
    return;
  expectation->levels = LULL_UNSTATED;
  expectation->witness = LULL_UNSTATED;
  expectation->cut = LULL_CUT_NONE;
  expectation->missed = NULL;
  if (search != LULL_SEARCH_RANDOM_WALK)
    return;
  expectation->states = LULL_UNSTATED;
  expectation->transitions = LULL_UNSTATED;
}

gboolean
lull_expectation_has_counts (const LullExpectation *expectation)
{
  return expectation->states != LULL_UNSTATED ||
         expectation->transitions != LULL_UNSTATED ||
         expectation->levels != LULL_UNSTATED;
}

static const char *
cut_to_string (LullCutKind cut)
{
  switch (cut)
    {
    case LULL_CUT_CONSISTENT:
      return "consistent";
    case LULL_CUT_INCONSISTENT:
      return "inconsistent";
    case LULL_CUT_NONE:
      break;
    }
  return "no";
}

/* One figure that an expectation may state, beside the one that was found. */
typedef struct
{
  const char *unit; /* of one */
  guint64 expected; /* or LULL_UNSTATED */
  guint64 found;
} Figure;

#define FIGURES 4

static void
collect_figures (Figure figures[FIGURES],
                 const LullExpectation *expectation,
                 const LullFindings *findings)
{
  guint witness = findings->witness != NULL ? lull_trace_length (findings->witness) : 0;

  figures[0] = (Figure){ "state", expectation->states, findings->states };
  figures[1] = (Figure){ "transition", expectation->transitions, findings->transitions };
  figures[2] = (Figure){ "level", expectation->levels, findings->depth };
  figures[3] = (Figure){ "witness step", expectation->witness, witness };
}

static char *
expectation_to_string (const LullExpectation *expectation, const Figure figures[FIGURES])
{
  GString *text = g_string_new (expectation->verdict);

  if (expectation->cut != LULL_CUT_NONE)
    g_string_append_printf (text, ", %s cut", cut_to_string (expectation->cut));
  if (expectation->missed != NULL)
    g_string_append_printf (text, ", %s missed", expectation->missed);
  for (guint i = 0; i < FIGURES; i++)
    if (figures[i].expected != LULL_UNSTATED)
      {
        g_autofree char *count =
            lull_count_to_string (figures[i].expected, figures[i].unit);

        g_string_append_printf (text, ", %s", count);
      }
  return g_string_free (text, FALSE);
}

/* Whether WHAT is an item that was missed, or how one begins: "call 2" of "call 2 is on
 * the wire", and not of "call 21 …". */
static gboolean
was_missed (const LullStory *story, const char *what)
{
  gsize length = strlen (what);

  for (guint i = 0; story != NULL && i < story->missed->len; i++)
    {
      const char *item = story->missed->pdata[i];

      if (strncmp (item, what, length) == 0 &&
          (item[length] == '\0' || item[length] == ' '))
        return TRUE;
    }
  return FALSE;
}

/* @return (transfer full) */
static char *
list_missed (const LullStory *story)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; story != NULL && i < story->missed->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "",
                            (const char *) story->missed->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The first thing that differs beyond the verdict, or NULL. @return (transfer full) */
static char *
find_difference (const LullExpectation *expectation,
                 const Figure figures[FIGURES],
                 const LullStory *story)
{
  LullCutKind cut = story != NULL ? story->cut : LULL_CUT_NONE;
  g_autofree char *missed = list_missed (story);

  if (expectation->cut != LULL_CUT_NONE && expectation->cut != cut)
    return g_strdup_printf ("found %s cut, expected %s", cut_to_string (cut),
                            cut_to_string (expectation->cut));
  if (expectation->missed != NULL && !was_missed (story, expectation->missed))
    return g_strdup_printf ("found as missed: %s; expected %s", missed,
                            expectation->missed);
  for (guint i = 0; i < FIGURES; i++)
    if (figures[i].expected != LULL_UNSTATED && figures[i].expected != figures[i].found)
      {
        g_autofree char *count = lull_count_to_string (figures[i].found, figures[i].unit);

        return g_strdup_printf ("found %s, expected %" G_GUINT64_FORMAT, count,
                                figures[i].expected);
      }
  return NULL;
}

void
lull_judgement_init (LullJudgement *self,
                     const LullExpectation *expectation,
                     const LullModel *model,
                     const LullFindings *findings,
                     const LullStory *story)
{
  const char *word = lull_findings_word (findings, model);
  Figure figures[FIGURES];

  collect_figures (figures, expectation, findings);
  self->expected = expectation_to_string (expectation, figures);
  if (!g_str_equal (word, expectation->verdict))
    {
      self->mismatch =
          g_strdup_printf ("found %s, expected %s", word, expectation->verdict);
      self->kind = findings->verdict == LULL_VERDICT_INCONCLUSIVE
                       ? LULL_JUDGEMENT_INCONCLUSIVE
                       : LULL_JUDGEMENT_OTHER;
    }
  else if (lull_expectation_has_counts (expectation) && findings->frontier > 0)
    {
      self->mismatch = g_strdup ("stopped before the expected figures could be compared");
      self->kind = LULL_JUDGEMENT_INCONCLUSIVE;
    }
  else
    {
      self->mismatch = find_difference (expectation, figures, story);
      self->kind =
          self->mismatch == NULL ? LULL_JUDGEMENT_EXPECTED : LULL_JUDGEMENT_OTHER;
    }
}

void
lull_judgement_clear (LullJudgement *self)
{
  g_free (self->expected);
  g_free (self->mismatch);
}
