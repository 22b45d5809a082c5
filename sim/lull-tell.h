/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How a run becomes a story. Three files share what is known of it: lull-tell.c follows
 * the run and collects the facts, lull-tell-cut.c finds the cut and what crosses it,
 * lull-tell-findings.c puts the explanation into words. Internal to sim/.
 */
#pragma once

#include "lull-world-private.h"

G_BEGIN_DECLS

/** "It never happened in this run." */
#define TELL_NEVER LULL_STORY_NEVER

/** One step of the run. */
typedef struct
{
  LullOp op;
  guint worker;
  guint posted; /**< the message that this step posts, or ::TELL_NEVER */
  LullStepLog log;
} TellStep;

/** A basic message, by the number it keeps through the run, and the steps at which it
 * moved on. */
typedef struct
{
  guint source, target;
  LullBasicKind kind;
  guint number; /**< as people call it; a reply has the number of its call */
  guint cause;  /**< the message whose handler or callback sent it, or ::TELL_NEVER */
  guint posted, transmitted, received, queued, started, finished;
  gboolean orphan;     /**< received in the past of the cut, sent in its future */
  gboolean in_transit; /**< sent in the past of the cut, not finished in it */
  guint bar;           /**< index of its handler's bar, or ::TELL_NEVER */
} TellMessage;

/** A control message. */
typedef struct
{
  guint8 record[CONTROL_PAYLOAD + LULL_CONTROL_SIZE_MAX];
  guint sent, received;
} TellControl;

/** All that is known of the run. */
typedef struct
{
  const LullWorld *world;
  const LullTrace *trace;
  LullStory *story;    /**< being written */
  GArray *steps;       /**< of ::TellStep; (owned) */
  GArray *messages;    /**< of ::TellMessage; (owned) */
  GArray *controls;    /**< of ::TellControl; (owned) */
  guint *slot_message; /**< per message of the world, which ::TellMessage stands there
                          now; (owned) */
  guint8 *end;         /**< the last state; (owned) */
  guint announced;     /**< first step at which a worker left join while work remained, or
                          ::TELL_NEVER */
  guint completed;     /**< step that completed the round whose result was acted on, or
                          ::TELL_NEVER */
  gboolean has_cut;
  guint cut[LULL_WORKERS_MAX]; /**< per worker, the step of its snapshot in the cut */
  LullCutKind cut_kind;
} Tell;

/** The message of that index. */
static inline TellMessage *
tell_message (const Tell *self, guint index)
{
  return &g_array_index (self->messages, TellMessage, index);
}

/** The step of that index. */
static inline TellStep *
tell_step (const Tell *self, guint index)
{
  return &g_array_index (self->steps, TellStep, index);
}

/** Whether something that happened to @p worker at @p step lies in the past of the cut.
 */
static inline gboolean
tell_in_past (const Tell *self, guint worker, guint step)
{
  return step != TELL_NEVER && step <= self->cut[worker];
}

/** Finds the cut that the announcement rests on, and marks the messages that cross it. */
void lull_tell_find_cut (Tell *self);

/** Writes the explanation, the table and the caption. */
void lull_tell_write_findings (Tell *self);

/** "call 2 (B to A)". */
void lull_tell_name_message (const Tell *self, const TellMessage *message, GString *text);

G_END_DECLS
