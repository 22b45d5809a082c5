/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A number below 16 for every channel, which is an ordered pair of distinct processes out
 * of four, in one word: what was sent on each channel, or received from it. Both are
 * indexed by the channel, so that "s[p][q] = r[q][p] for all pairs" is the equality of
 * two words, and what is in flight is their difference.
 *
 *     48         36         24         12         0
 *     │  from 3  │  from 2  │  from 1  │  from 0  │    in each: the three others as
 * receivers, ascending
 */
#pragma once

#include "lull-reference-bits.h"

enum
{
  CHANNEL_BITS = 4,
  PROCESSES_MAX = 4,
  CHANNELS_BITS = PROCESSES_MAX * (PROCESSES_MAX - 1) * CHANNEL_BITS
};

/** Masks of sets of channels among @p n processes, made once. */
typedef struct
{
  guint64 out[PROCESSES_MAX];          /**< the channels from a process */
  guint64 in[PROCESSES_MAX];           /**< the channels to a process */
  guint64 inside[1U << PROCESSES_MAX]; /**< between members of a set of processes */
  guint64
      from_outside[1U << PROCESSES_MAX]; /**< to a member of the set, from no member */
} ChannelMasks;

/** Where the number of the channel from @p from to @p to begins. */
static inline guint
channel_shift (guint from, guint to)
{
  return (from * (PROCESSES_MAX - 1) + to - (to > from)) * CHANNEL_BITS;
}

/** One message on the channel from @p from to @p to. */
static inline guint64
channel_unit (guint from, guint to)
{
  return G_GUINT64_CONSTANT (1) << channel_shift (from, to);
}

static inline guint
channel_number (guint64 numbers, guint from, guint to)
{
  return (guint) (numbers >> channel_shift (from, to)) & 15U;
}

/** The sum of all numbers in @p numbers, which are those of channels alone. */
static inline guint
channels_sum (guint64 numbers)
{
  guint64 nibbles = G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);
  guint64 bytes = (numbers & nibbles) + (numbers >> CHANNEL_BITS & nibbles);

  return (guint) (bytes * G_GUINT64_CONSTANT (0x0101010101010101) >> 56);
}

static inline void
channel_masks_init (ChannelMasks *self, guint n)
{
  memset (self, 0, sizeof *self);
  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      if (to != from)
        {
          guint64 channel = channel_unit (from, to) * 15U;

          self->out[from] |= channel;
          self->in[to] |= channel;
          for (guint set = 0; set < 1U << n; set++)
            if (bit_at (set, to) != 0)
              *(bit_at (set, from) != 0 ? &self->inside[set]
                                        : &self->from_outside[set]) |= channel;
        }
}
