/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-outlook.h"

#include <math.h>
#include <string.h>

/* Fewer levels fit too many parabolas. */
#define LEVELS_MIN 6U

/* A guess of more levels or states than this is none. */
#define GUESS_LEVELS_MAX 10000U
#define GUESS_STATES_MAX 1e12

/** y = a + b x + c x² */
typedef struct
{
  double a, b, c;
} Parabola;

void
lull_outlook_add (LullOutlook *self, guint64 size)
{
  if (self->count == LULL_OUTLOOK_LEVELS)
    {
      memmove (self->sizes, self->sizes + 1,
               (LULL_OUTLOOK_LEVELS - 1) * sizeof *self->sizes);
      self->count--;
    }
  self->sizes[self->count++] = size;
}

static double
determinant (double m[3][3])
{
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Cramer's rule, for coefficient number WHICH of the normal equations. */
static double
solve (double m[3][3], const double right[3], guint which)
{
  double replaced[3][3];

  memcpy (replaced, m, sizeof replaced);
  for (guint row = 0; row < 3; row++)
    replaced[row][which] = right[row];
  return determinant (replaced) / determinant (m);
}

static Parabola
fit (const LullOutlook *self)
{
  double powers[5] = { 0 };
  double right[3] = { 0 };
  double m[3][3];

  for (guint i = 0; i < self->count; i++)
    {
      double x = i, power = 1;

      for (guint k = 0; k < G_N_ELEMENTS (powers); k++, power *= x)
        {
          powers[k] += power;
          if (k < G_N_ELEMENTS (right))
            right[k] += power * log ((double) self->sizes[i]);
        }
    }
  for (guint row = 0; row < 3; row++)
    for (guint column = 0; column < 3; column++)
      m[row][column] = powers[row + column];
  return (Parabola){ solve (m, right, 0), solve (m, right, 1), solve (m, right, 2) };
}

static guint64
round_to_one_figure (double value)
{
  double unit = pow (10, floor (log10 (value)));

  return (guint64) (round (value / unit) * unit);
}

guint64
lull_outlook_guess (const LullOutlook *self, guint64 found)
{
  Parabola curve;
  double sum = 0;

  if (self->count < LEVELS_MIN ||
      self->sizes[self->count - 1] >= self->sizes[self->count - 2])
    return 0;
  curve = fit (self);
  if (!(curve.c < 0))
    return 0;
  for (guint level = 0; level < GUESS_LEVELS_MAX; level++)
    {
      double x = (double) self->count + level;
      double size = exp (curve.a + curve.b * x + curve.c * x * x);

      sum += size;
      if (size < 1 || sum > GUESS_STATES_MAX)
        break;
    }
  sum -= (double) found;
  return sum >= 1 && sum <= GUESS_STATES_MAX ? round_to_one_figure (sum) : 0;
}
