/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Seeded chance: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014), the same on every machine.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** A source of numbers; the value is its whole state. */
typedef struct
{
  guint64 state;
} LullChance;

/** The source that belongs to @p stream of @p seed; streams have nothing to do with each
 * other. */
static inline LullChance
lull_chance (guint64 seed, guint64 stream)
{
  return (LullChance){ seed ^ (stream + 1) * G_GUINT64_CONSTANT (0xd1342543de82ef95) };
}

/** The next 64 bits. */
static inline guint64
lull_chance_next (LullChance *self)
{
  guint64 bits;

  self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  bits = (self->state ^ (self->state >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  bits = (bits ^ (bits >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return bits ^ (bits >> 31);
}

/**
 * A number below @p bound (at least 1), each as likely as the next. Numbers from the end
 * of the range that would favour some are drawn again.
 */
static inline guint64
lull_chance_below (LullChance *self, guint64 bound)
{
  guint64 excess = (0 - bound) % bound;
  guint64 bits;

  do
    bits = lull_chance_next (self);
  while (bits < excess);
  return bits % bound;
}

G_END_DECLS
