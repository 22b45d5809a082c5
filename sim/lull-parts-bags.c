/* SPDX-License-Identifier: Apache-2.0 */
/* The messages that parts have on the wire. Bag number 0 is of control messages, and is
 * no part's. */
#include "lull-part.h"

static const LullBag *
bag_at (const LullPartSite *site)
{
  return site->part->bag != NULL ? site->part->bag (site) : NULL;
}

void
lull_parts_list_bags (LullWorld *self)
{
  for (guint i = 0; i < self->part_count; i++)
    if (bag_at (&self->parts[i]) != NULL)
      self->bags[self->bag_count++] = bag_at (&self->parts[i]);
}

/* The part of which bag number BAG is. */
static const LullPartSite *
site_of_bag (const LullWorld *self, guint bag)
{
  const LullPartSite *site = self->parts;

  for (guint left = bag; left > 0; site++)
    if (bag_at (site) != NULL && --left == 0)
      return site;
  g_assert_not_reached ();
}

void
lull_parts_words (
    const LullWorld *self, guint bag, const guint8 *record, char *words, gsize size)
{
  const LullPartSite *site = site_of_bag (self, bag);

  site->part->words (self, site, record, words, size);
}

guint
lull_parts_round_of (const LullWorld *self,
                     guint bag,
                     const guint8 *record,
                     const guint *rounds)
{
  const LullPartSite *site = bag > 0 ? site_of_bag (self, bag) : NULL;

  if (site == NULL || site->part->rounds == NULL)
    return 0;
  return site->part->rounds->round_of (self, site, record, rounds);
}

void
lull_parts_renew (const LullWorld *self, guint bag, guint8 *record)
{
  const LullPartSite *site = bag > 0 ? site_of_bag (self, bag) : NULL;

  if (site != NULL && site->part->rounds != NULL && site->part->rounds->renew != NULL)
    site->part->rounds->renew (record);
}

gboolean
lull_parts_uses (const LullWorld *self,
                 guint bag,
                 const guint8 *state,
                 const guint8 *record)
{
  const LullPartSite *site = site_of_bag (self, bag);

  return site->part->rounds->uses (self, site, state, record);
}

const LullBag *
lull_parts_bag_of (const LullWorld *self, LullAction action)
{
  guint kind = lull_action_kind (action);
  const LullPartSite *site = &self->parts[self->part_of[kind]];

  return site->kinds[LULL_PART_STEP_TAKES] == kind ? bag_at (site) : NULL;
}
