/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-frequencies.h"

#include <math.h>

/* The normal distribution's 97.5 % point: 95 % lie within it on both sides. */
#define Z_95 1.959963984540054

void
lull_frequencies_add (LullFrequencies *self, LullVerdict verdict, guint64 seed)
{
  if (self->count[verdict] == 0)
    self->first_seed[verdict] = seed;
  self->count[verdict]++;
  self->runs++;
}

LullInterval
lull_wilson_interval (guint64 count, guint64 runs)
{
  const double n = (double) runs;
  const double p = (double) count / n;
  const double z2 = Z_95 * Z_95;
  const double centre = p + z2 / (2 * n);
  const double half = Z_95 * sqrt (p * (1 - p) / n + z2 / (4 * n * n));
  const double scale = 1 + z2 / n;

  /* At the ends the two terms are equal, but for their rounding. */
  return (LullInterval){
    .low = count == 0 ? 0 : (centre - half) / scale,
    .high = count == runs ? 1 : (centre + half) / scale,
  };
}
