/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-random.h"

/* ln 2 in 32-bit fixed point. */
#define LN_2 G_GUINT64_CONSTANT (2977044472)

static guint64
split_mix (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void
lull_random_init (LullRandom *self, guint64 seed)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->state); i++)
    self->state[i] = split_mix (&seed);
}

static guint64
rotate_left (guint64 word, guint bits)
{
  return (word << bits) | (word >> (64 - bits));
}

guint64
lull_random_next (LullRandom *self)
{
  guint64 *s = self->state;
  guint64 number = rotate_left (s[1] * 5, 7) * 9;
  guint64 shifted = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left (s[3], 45);
  return number;
}

/* Draws again in the rare case that would favour small numbers. */
guint64
lull_random_below (LullRandom *self, guint64 limit)
{
  guint64 surplus, number;

  g_return_val_if_fail (limit > 0, 0);

  surplus = (G_MAXUINT64 % limit + 1) % limit;
  do
    number = lull_random_next (self);
  while (number > G_MAXUINT64 - surplus);
  return number % limit;
}

/* -log2 (u / 2^32) in 32-bit fixed point, for u from 1 to 2^32, bit by bit by squaring.
 */
static guint64
minus_log2 (guint64 u)
{
  guint64 whole = 0, fraction = 0;

  while (u < G_GUINT64_CONSTANT (1) << 32)
    {
      u <<= 1;
      whole++;
    }
  u >>= 1; /* now 1 <= u / 2^31 < 2 */
  for (guint i = 0; i < 32; i++)
    {
      u = (u * u) >> 31;
      fraction <<= 1;
      if (u >= G_GUINT64_CONSTANT (1) << 32)
        {
          fraction |= 1;
          u >>= 1;
        }
    }
  return (whole << 32) - fraction;
}

guint64
lull_random_exponential (LullRandom *self, guint32 mean)
{
  guint64 u = (lull_random_next (self) >> 32) + 1;
  guint64 nepers = ((minus_log2 (u) >> 5) * LN_2) >> 27; /* -ln u, 32-bit fixed point */

  return ((nepers >> 8) * mean + (G_GUINT64_CONSTANT (1) << 23)) >> 24;
}
