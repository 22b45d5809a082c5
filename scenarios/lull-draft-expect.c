/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

/* An expectation as its mapping gives it: words by their places. */
typedef struct
{
  guint verdict;
  guint cut;
  guint64 states, transitions, levels, witness;
  char *missed; /* (owned) */
} Expect;

static const char *const verdict_words[] = { "safe",     "premature",    "deadlock",
                                             "livelock", "inconclusive", NULL };
static const char *const cut_words[] = { "consistent", "inconsistent", NULL };

/* A premature verdict is often put into other words, and a hang is one of two verdicts.
 */
static const LullMeant verdicts_meant[] = {
  { "unsafe", "premature" },
  { "early", "premature" },
  { "hang", "deadlock or livelock" },
  { "hangs", "deadlock or livelock" },
  { NULL, NULL },
};

enum
{
  VERDICT_SAFE,
  VERDICT_PREMATURE,
  VERDICT_INCONCLUSIVE = 4
};

#define CUT_UNSTATED G_MAXUINT

/* No search comes near; the number is exact in every JSON and YAML reader. */
#define FIGURE_MAX G_GUINT64_CONSTANT (1000000000000000)

/* Longer than anything that can be missed. */
#define MISSED_MAX 200U

static gboolean
read_missed (const LullNode *node, gpointer field, GError **error)
{
  return lull_node_read_text (node, MISSED_MAX, FALSE, field, error);
}

// clang-format off
static const LullKey keys[] = {
  { .name = "verdict", .type = LULL_KEY_CHOICE, .initial = "safe", .words = verdict_words, .meant = verdicts_meant, .offset = G_STRUCT_OFFSET (Expect, verdict) },
  { .name = "cut", .type = LULL_KEY_CHOICE, .words = cut_words, .offset = G_STRUCT_OFFSET (Expect, cut) },
  { .name = "states", .type = LULL_KEY_FIGURE, .low = 1, .high = FIGURE_MAX, .offset = G_STRUCT_OFFSET (Expect, states) },
  { .name = "transitions", .type = LULL_KEY_FIGURE, .high = FIGURE_MAX, .offset = G_STRUCT_OFFSET (Expect, transitions) },
  { .name = "levels", .type = LULL_KEY_FIGURE, .high = FIGURE_MAX, .offset = G_STRUCT_OFFSET (Expect, levels) },
  { .name = "witness", .type = LULL_KEY_FIGURE, .high = FIGURE_MAX, .offset = G_STRUCT_OFFSET (Expect, witness) },
  { .name = "missed", .type = LULL_KEY_OWN, .read = read_missed, .offset = G_STRUCT_OFFSET (Expect, missed) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_expect = { .name = "expect",
                                          .short_key = "verdict",
                                          .keys = keys };

static gboolean
read_form (const LullNode *node, Expect *expect, GError **error)
{
  if (node == NULL || node->kind == LULL_NODE_MAPPING)
    return lull_section_read (&lull_section_expect, node, expect, error);
  return lull_section_read_short (&lull_section_expect, node, expect, error);
}

/* Figures that no check with that verdict could give are mistakes of the file. */
static gboolean
check (const LullNode *node, const Expect *expect, GError **error)
{
  if (expect->cut != CUT_UNSTATED && expect->verdict != VERDICT_PREMATURE)
    return lull_node_fail (
        lull_node_get (node, "cut"), error,
        "found a cut for the verdict %s, expected it for premature only",
        verdict_words[expect->verdict]);
  if (expect->missed != NULL && expect->verdict != VERDICT_PREMATURE)
    return lull_node_fail (
        lull_node_get (node, "missed"), error,
        "found missed for the verdict %s, expected it for premature only",
        verdict_words[expect->verdict]);
  if (expect->witness != LULL_UNSTATED &&
      (expect->verdict == VERDICT_SAFE || expect->verdict == VERDICT_INCONCLUSIVE))
    return lull_node_fail (lull_node_get (node, "witness"), error,
                           "found a witness for the verdict %s, expected none",
                           verdict_words[expect->verdict]);
  return TRUE;
}

gboolean
lull_draft_read_expect (LullDraft *self, const LullNode *node, GError **error)
{
  Expect expect = { .cut = CUT_UNSTATED,
                    .states = LULL_UNSTATED,
                    .transitions = LULL_UNSTATED,
                    .levels = LULL_UNSTATED,
                    .witness = LULL_UNSTATED };

  if (!read_form (node, &expect, error) || !check (node, &expect, error))
    {
      g_free (expect.missed);
      return FALSE;
    }
  self->expectation.verdict = g_strdup (verdict_words[expect.verdict]);
  if (expect.cut != CUT_UNSTATED)
    self->expectation.cut = expect.cut == 0 ? LULL_CUT_CONSISTENT : LULL_CUT_INCONSISTENT;
  self->expectation.states = expect.states;
  self->expectation.transitions = expect.transitions;
  self->expectation.levels = expect.levels;
  self->expectation.witness = expect.witness;
  self->expectation.missed = expect.missed;
  return TRUE;
}
