/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-coverage.h"

/* States in the sample at most. */
#define SAMPLE_MAX 65536U

void
lull_coverage_init (LullCoverage *self)
{
  self->counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->sample_mask = 0;
  self->visits = 0;
  self->singles = 0;
}

void
lull_coverage_clear (LullCoverage *self)
{
  g_hash_table_unref (self->counts);
}

static gboolean
is_thinned_out (gpointer key, gpointer value, gpointer user_data)
{
  LullCoverage *self = user_data;
  guint64 hash = *(const guint64 *) key;

  if ((hash & self->sample_mask) == 0)
    return FALSE;
  self->singles -= GPOINTER_TO_UINT (value) == 1 ? 1 : 0;
  return TRUE;
}

/* Keeps half of the states. The visits to the other half are taken to have been half of
 * all. */
static void
thin_out (LullCoverage *self)
{
  self->sample_mask = self->sample_mask << 1 | 1;
  self->visits /= 2;
  g_hash_table_foreach_remove (self->counts, is_thinned_out, self);
}

void
lull_coverage_visit (LullCoverage *self, guint64 hash)
{
  guint count;

  if ((hash & self->sample_mask) != 0)
    return;
  self->visits++;
  count = GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, &hash));
  if (count == 0)
    self->singles++;
  if (count == 1)
    self->singles--;
  if (count < 2)
    g_hash_table_replace (self->counts, g_memdup2 (&hash, sizeof hash),
                          GUINT_TO_POINTER (count + 1));
  if (g_hash_table_size (self->counts) > SAMPLE_MAX)
    thin_out (self);
}

double
lull_coverage_estimate (const LullCoverage *self)
{
  if (self->visits == 0)
    return 0.0;
  return 1.0 - MIN (1.0, (double) self->singles / (double) self->visits);
}
