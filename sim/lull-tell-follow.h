/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What one step of the run means for those who are in it: lull-tell-follow.c adds the
 * step to those of ::Tell, and then calls these in order. Internal to sim/.
 */
#pragma once

#include "lull-tell.h"

G_BEGIN_DECLS

/* lull-tell-follow-messages.c */

/** Follows the basic messages through step @p step, which leads from @p state to
 * @p next. */
void lull_tell_follow_messages (
    Tell *self, const guint8 *state, LullAction action, const guint8 *next, guint step);

/* lull-tell-follow-rounds.c */

/** Follows what the step takes out of a bag, reads or contributes, and of which round
 * that is. */
void
lull_tell_follow_rounds (Tell *self, const guint8 *state, LullAction action, guint step);

/** Finds the messages in bag @p number that the step sent. */
void lull_tell_follow_controls (Tell *self, guint number, const guint8 *next, guint step);

/* lull-tell-follow-marks.c */

/** Marks on the lane of its worker what the step reads or announces, and keeps what was
 * open then. */
void
lull_tell_mark_step (Tell *self, guint step, const guint8 *state, const guint8 *next);

/** Keeps the first break of the contract. */
void lull_tell_note_fault (Tell *self, guint step, const LullStepLog *log);

G_END_DECLS
