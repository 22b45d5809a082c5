/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The actions that a simulated run has before it, by the tick at which each is due.
 * Events due at the same tick leave in the order they were pushed. Kept as a sorted
 * array: a state offers a handful of actions, and most of the work is to drop those that
 * another step has disabled.
 */
#pragma once

#include "lull-model.h"

G_BEGIN_DECLS

/** An action and when it is due. */
typedef struct
{
  guint64 due_tick;
  guint64 sequence; /**< how many were pushed before it */
  LullAction action;
} LullEvent;

typedef struct LullEventQueue LullEventQueue;

/** An empty queue. @return @transfer{full} */
LullEventQueue *lull_event_queue_new (void);

/** Frees @p self; NULL is allowed. */
void lull_event_queue_free (LullEventQueue *self);

/** Adds an event. Events due at the same tick leave in the order they were pushed. */
void lull_event_queue_push (LullEventQueue *self, guint64 due_tick, LullAction action);

/** The number of events. */
guint lull_event_queue_length (const LullEventQueue *self);

/** The event that leaves next, or NULL. @return @transfer{none}, until the queue changes
 */
const LullEvent *lull_event_queue_peek (const LullEventQueue *self);

/** Takes the event that leaves next; the queue is not empty. */
LullEvent lull_event_queue_pop (LullEventQueue *self);

/** Whether @p action is in the queue. */
gboolean lull_event_queue_has (const LullEventQueue *self, LullAction action);

/** Drops the events for which @p keep says no; it may also rename an event's action. */
void lull_event_queue_retain (LullEventQueue *self,
                              gboolean (*keep) (LullEvent *event, gpointer user_data),
                              gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullEventQueue, lull_event_queue_free)

G_END_DECLS
