/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-tally.h"

#include "lull-number.h"

void
lull_tally_count (LullTally *self, LullJudgementKind kind)
{
  switch (kind)
    {
    case LULL_JUDGEMENT_EXPECTED:
      self->expected++;
      break;
    case LULL_JUDGEMENT_INCONCLUSIVE:
      self->inconclusive++;
      break;
    case LULL_JUDGEMENT_OTHER:
      self->other++;
      break;
    }
}

char *
lull_tally_to_string (const LullTally *self)
{
  const struct
  {
    guint count;
    const char *what;
  } parts[] = {
    { self->other, "with another verdict" },
    { self->inconclusive, "inconclusive" },
    { self->unreadable, "unreadable" },
    { self->unchecked, "not checked" },
  };
  GString *text = g_string_new (NULL);
  guint sum = self->expected;
  g_autofree char *scenarios = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sum += parts[i].count;
  scenarios = lull_count_to_string (sum, "scenario");
  g_string_printf (text, "%s: %u as expected", scenarios, self->expected);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].count > 0)
      g_string_append_printf (text, ", %u %s", parts[i].count, parts[i].what);
  return g_string_free (text, FALSE);
}

LullExit
lull_tally_exit (const LullTally *self)
{
  if (self->unreadable > 0 || self->unwritten)
    return LULL_EXIT_USAGE;
  if (self->other > 0)
    return LULL_EXIT_OTHER;
  return self->inconclusive + self->unchecked > 0 ? LULL_EXIT_INCONCLUSIVE
                                                  : LULL_EXIT_EXPECTED;
}
