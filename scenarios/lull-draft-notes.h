/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a file sets to no effect, over all points of a sweep: a switch that matters at one of them
 * is not noted.
 */
#pragma once

#include "lull-draft.h"

G_BEGIN_DECLS

/** There are at most so many rules. */
#define LULL_DRAFT_NOTES_MAX 64U

/** A switch that matters only with others. */
typedef struct
{
  const char *name; /**< as docs/switches.md has it: "network.retry", "pairwise.late" */
  gboolean (*matters) (const LullDraft *draft);
  const char *why; /**< it does not, where it does not */
} LullDraftRule;

/** All of them, ended by one without name. */
extern const LullDraftRule lull_draft_rules[];

/** What was found so far; a value, all zeros at first. */
typedef struct
{
  char *notes[LULL_DRAFT_NOTES_MAX]; /**< by rule: where its switch stands, and why it has no effect; (owned) */
  guint64 mattering; /**< bit i: rule i says that its switch matters at some point */
} LullDraftNotes;

/** Looks at one point, which was read from @p root. */
void lull_draft_notes_look (LullDraftNotes *self, const LullDraft *draft, const LullNode *root);

/** The switches set to no effect: "race.yaml:3:16: collectives.tags has no effect: …". @return
 * @transfer{full} */
GPtrArray *lull_draft_notes_list (const LullDraftNotes *self);

/** Frees what @p self owns. */
void lull_draft_notes_clear (LullDraftNotes *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullDraftNotes, lull_draft_notes_clear)

G_END_DECLS
