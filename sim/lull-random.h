/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna,
 * "Scrambled linear pseudorandom number generators", 2021), seeded through SplitMix64.
 * GLib's own generator depends on an environment variable. All arithmetic is on integers.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The generator; a value, start it with lull_random_init(). */
typedef struct
{
  guint64 state[4];
} LullRandom;

/** Starts the sequence that belongs to @p seed. */
void lull_random_init (LullRandom *self, guint64 seed);

/** The next 64 bits. */
guint64 lull_random_next (LullRandom *self);

/** A number from 0 to @p limit - 1, all equally likely; @p limit is at least 1. */
guint64 lull_random_below (LullRandom *self, guint64 limit);

/**
 * An exponentially distributed number of ticks of mean @p mean, rounded to the nearest,
 * computed in fixed point: up to means of a million it is at most one tick off.
 */
guint64 lull_random_exponential (LullRandom *self, guint32 mean);

G_END_DECLS
