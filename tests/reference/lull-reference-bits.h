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

/** The same of a state that is a word of half the size. */
static inline guint64
load_half_word (const guint8 *state)
{
  guint32 word;

  memcpy (&word, state, sizeof word);
  return word;
}

static inline void
store_half_word (guint8 *state, guint64 wide)
{
  guint32 word = (guint32) wide;

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

/** The @p count lowest fields of @p word, of @p bits bits each, in the order of their
 * values: the same word for nodes that play the same part, whichever has which. */
static inline guint64
sorted_fields (guint64 word, guint count, guint bits)
{
  guint64 sorted = 0;
  guint place = 0;

  for (guint value = 0; value < 1U << bits; value++)
    for (guint field = 0; field < count; field++)
      if ((word >> (field * bits) & low_bits (bits)) == value)
        sorted |= (guint64) value << (place++ * bits);
  return sorted;
}
