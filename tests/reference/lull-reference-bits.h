/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the reference models share: states that are one word, and steps that are three
 * masks.
 */
#pragma once

#include <glib.h>
#include <string.h>

/** The state as the word it is. */
static inline guint64
load_word (const guint8 *state)
{
  guint64 word;

  memcpy (&word, state, sizeof word);
  return word;
}

static inline void
store_word (guint8 *state, guint64 word)
{
  memcpy (state, &word, sizeof word);
}

/**
 * A step whose effect is the same wherever it is enabled: bits are cleared, then set,
 * then fields are counted up or down. Modular arithmetic makes a negative @ref add
 * subtract.
 */
typedef struct
{
  guint64 keep; /**< bits that stay */
  guint64 set;  /**< bits that become 1 */
  guint64 add;  /**< added to the whole word; no field may leave its range */
} WordStep;

static inline guint64
word_step_apply (const WordStep *self, guint64 word)
{
  return ((word & self->keep) | self->set) + self->add;
}

/** Bit @p index of @p word, as 0 or 1. */
static inline guint
bit_at (guint64 word, guint index)
{
  return (guint) (word >> index) & 1U;
}

/** A mask of the @p count lowest bits; @p count below 64. */
static inline guint64
low_bits (guint count)
{
  return (G_GUINT64_CONSTANT (1) << count) - 1;
}
