/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the parts of the world that go wrong (loss, retries, …) have in common.
 */
#pragma once

#include "lull-part.h"

G_BEGIN_DECLS

extern const LullPart lull_part_send_errors;
extern const LullPart lull_part_loss;
extern const LullPart lull_part_retries;
extern const LullPart lull_part_duplication;
extern const LullPart lull_part_rendezvous;

/** @p message, of which nothing was to come, may be sent, and cause what it causes. */
void lull_faults_remember (const LullApply *apply, guint message);

/** Its sender takes @p message for lost, and keeps it to send it again. */
void lull_faults_keep_for_retry (const LullApply *apply, guint message);

/** @p message, which is on the wire, does not arrive. */
void lull_faults_take_off_the_wire (const LullApply *apply, guint message);

/** Writes "call 2 to B" behind @p words. */
void lull_faults_say (const LullWorld *world,
                      const guint16 *numbers,
                      const guint8 *state,
                      guint message,
                      const char *words,
                      GString *text);

/** The functions of a part that all of these share; see ::LullPart. */
gpointer lull_faults_prepare (LullWorld *world, const LullWorldConfig *config);
guint32 lull_faults_size (const LullWorld *world, const LullPartSite *site);
const LullDelay *lull_faults_delay (const LullWorld *world,
                                    const LullPartSite *site,
                                    const guint8 *state,
                                    guint step,
                                    guint argument);

G_END_DECLS
