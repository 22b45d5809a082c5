/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Where a protocol writes the effects of a step. Whoever runs the protocol prepares the outbox before
 * the call and carries the effects out after it, in the same atomic step. Everything is inline: a
 * protocol links nothing.
 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/** A step sends at most this many control messages. */
#define LULL_OUTBOX_CONTROLS_MAX 64U

/** A control message has at most this many bytes. */
#define LULL_CONTROL_SIZE_MAX 16U

/** A contribution has at most this many bytes: one for each ordered pair of 32 workers. */
#define LULL_CONTRIBUTION_SIZE_MAX 1024U

/** A step says at most this many things about what it read. */
#define LULL_OUTBOX_READINGS_MAX 4U

/** What a step does besides sending, as bits. */
typedef enum
{
  LULL_EFFECT_GO = 1 << 0,
  LULL_EFFECT_CONTRIBUTE = 1 << 1,
  LULL_EFFECT_ADD = 1 << 2,
  LULL_EFFECT_ANNOUNCE = 1 << 3,
  LULL_EFFECT_LOCK = 1 << 4,
  LULL_EFFECT_UNLOCK = 1 << 5
} LullEffects;

/** A value that a step read for the agreement: shown to people, without effect. */
typedef struct
{
  const char *what; /**< static text: "open futures" */
  gint value;
} LullReading;

/** Effects; write it by the functions below. */
typedef struct
{
  gsize control_size;
  gsize contribution_size; /**< of the largest contribution that the protocol makes */
  guint effects;         /**< ::LullEffects */
  guint control_count;
  guint reading_count;
  gboolean overflow;     /**< more was sent than there is room for: a mistake of the protocol */
  guint8 place;
  guint8 collective;
  guint8 control_to[LULL_OUTBOX_CONTROLS_MAX];
  guint8 controls[LULL_OUTBOX_CONTROLS_MAX][LULL_CONTROL_SIZE_MAX];
  LullReading readings[LULL_OUTBOX_READINGS_MAX];
  guint8 contribution[LULL_CONTRIBUTION_SIZE_MAX]; /**< zeroed when it is asked for */
} LullOutbox;

/** Empties @p self; for whoever runs a protocol. */
static inline void
lull_outbox_clear (LullOutbox *self, gsize control_size, gsize contribution_size)
{
  self->control_size = control_size;
  self->contribution_size = contribution_size;
  self->effects = 0;
  self->control_count = 0;
  self->reading_count = 0;
  self->overflow = FALSE;
}

/** Sends a control message of LullProtocol.control_size bytes to worker @p to. */
static inline void
lull_outbox_send (LullOutbox *self, guint8 to, gconstpointer payload)
{
  if (self->control_count == LULL_OUTBOX_CONTROLS_MAX)
    {
      self->overflow = TRUE;
      return;
    }
  self->control_to[self->control_count] = to;
  memcpy (self->controls[self->control_count], payload, self->control_size);
  self->control_count++;
}

/** Goes on at @p place of join. */
static inline void
lull_outbox_go (LullOutbox *self, guint8 place)
{
  self->effects |= LULL_EFFECT_GO;
  self->place = place;
}

/**
 * Contributes to collective number @p collective; in a step only, never in a callback. @return the contribution to fill in, zeroed, as
 * long as LullCollective.size says
 */
static inline guint8 *
lull_outbox_contribute (LullOutbox *self, guint8 collective)
{
  self->effects |= LULL_EFFECT_CONTRIBUTE;
  self->collective = collective;
  memset (self->contribution, 0, self->contribution_size);
  return self->contribution;
}

/**
 * Adds a first part to a contribution that a later lull_outbox_contribute() completes; the parts
 * are combined as contributions are (for GATHER: added up).
 */
static inline guint8 *
lull_outbox_add (LullOutbox *self, guint8 collective)
{
  self->effects |= LULL_EFFECT_ADD;
  self->collective = collective;
  memset (self->contribution, 0, self->contribution_size);
  return self->contribution;
}

/** The computation has terminated: this worker leaves join. */
static inline void
lull_outbox_announce (LullOutbox *self)
{
  self->effects |= LULL_EFFECT_ANNOUNCE;
}

/** Takes this worker's futures lock; elsewhere than in a step that needs ::LULL_NEEDS_LOCK, a
 * broken contract. */
static inline void
lull_outbox_lock (LullOutbox *self)
{
  self->effects |= LULL_EFFECT_LOCK;
}

/** Gives the lock back, in the same step or a later one; a worker that does not hold it breaks the
 * contract. */
static inline void
lull_outbox_unlock (LullOutbox *self)
{
  self->effects |= LULL_EFFECT_UNLOCK;
}

/**
 * Marks this step as a *snapshot*: the moment at which the worker read @p value for the agreement.
 * @p what is static text. Traces and figures show it; nothing else happens. What exceeds
 * ::LULL_OUTBOX_READINGS_MAX in one step is ignored. A counter of messages sent that is
 * read in a step of its own is called "sent…", so that a snapshot taken in two steps can be explained. What
 * is called "sent" or "done" and nothing more is taken for the number of basic messages that the worker has sent, or is done
 * with, since the beginning: where it is not, explanations say so.
 */
static inline void
lull_outbox_snapshot (LullOutbox *self, const char *what, gint value)
{
  if (self->reading_count < LULL_OUTBOX_READINGS_MAX)
    self->readings[self->reading_count++] = (LullReading){ what, value };
}

G_END_DECLS
