/* SPDX-License-Identifier: Apache-2.0 */
/* The parts that a world may have, and how those that it has are made ready. */
#include "lull-faults-private.h"
#include "lull-part.h"
#include "lull-rounds-private.h"

/* What follows from a step, follows in this order as well: what a scope is about is seen
 * when buffers are flushed and timers stopped. */
const LullPart *const lull_parts[] = { &lull_part_loss,        &lull_part_retries,
                                       &lull_part_duplication, &lull_part_rendezvous,
                                       &lull_part_timeouts,    &lull_part_deferred,
                                       &lull_rounds_messages,  &lull_rounds_answers,
                                       &lull_rounds_store,     &lull_part_timers,
                                       &lull_part_local_steps, &lull_part_buffers,
                                       &lull_part_send_errors, &lull_part_scopes,
                                       &lull_part_members,     NULL };

guint
lull_part_message_count (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return world->message_count;
}

guint
lull_part_sender (const LullWorld *world,
                  const LullPartSite *site,
                  const guint8 *state,
                  guint step,
                  guint message)
{
  (void) site;
  (void) step;
  return source_of (world, state, message);
}

guint
lull_part_sender_count (const LullWorld *world, const LullPartSite *site)
{
  (void) site;
  return MAX (world->message_count, world->workers);
}

guint
lull_part_sender_class (const LullWorld *world,
                        const LullPartSite *site,
                        const guint8 *state,
                        guint step,
                        guint message)
{
  (void) site;
  (void) step;
  return world->any ? source_of (world, state, message) : message;
}

const LullPartSite *
lull_part_site (const LullWorld *self, const LullPart *part)
{
  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part == part)
      return &self->parts[i];
  return NULL;
}

static gboolean
part_fits (const LullPart *part, const LullWorldConfig *config, GError **error)
{
  const char *misfit = part->misfit != NULL ? part->misfit (config) : NULL;

  if (misfit != NULL)
    return lull_world_refuse (error, LULL_WORLD_ERROR_INVALID, misfit);
  return part->fits == NULL || part->fits (config, error);
}

gboolean
lull_parts_fit (const LullWorldConfig *config,
                const char *const **switches,
                GError **error)
{
  for (guint i = 0; lull_parts[i] != NULL; i++)
    {
      *switches = lull_parts[i]->switches;
      if (lull_parts[i]->is_on (config) && !part_fits (lull_parts[i], config, error))
        return FALSE;
    }
  return TRUE;
}

void
lull_parts_expand (const LullWorldConfig *config, LullWork *work)
{
  for (guint i = 0; lull_parts[i] != NULL; i++)
    if (lull_parts[i]->expand != NULL && lull_parts[i]->is_on (config))
      lull_parts[i]->expand (config, work);
}

/* How many sites PART has. */
static guint
count_sites (const LullPart *part, const LullWorldConfig *config)
{
  if (!part->is_on (config))
    return 0;
  return part->count != NULL ? part->count (config) : 1;
}

static void
prepare_site (LullWorld *self,
              const LullPart *part,
              guint number,
              const LullWorldConfig *config)
{
  LullPartSite *site = &self->parts[self->part_count++];

  site->part = part;
  site->number = number;
  if (part->prepare != NULL)
    site->data = part->prepare (self, config);
  if (part->rounds != NULL)
    self->rounds = site;
}

void
lull_parts_prepare (LullWorld *self, const LullWorldConfig *config)
{
  guint count = 0;

  for (guint i = 0; lull_parts[i] != NULL; i++)
    count += count_sites (lull_parts[i], config);
  self->parts = g_new0 (LullPartSite, count + 1);
  for (guint i = 0; lull_parts[i] != NULL; i++)
    for (guint number = 0; number < count_sites (lull_parts[i], config); number++)
      prepare_site (self, lull_parts[i], number, config);
}

guint32
lull_parts_lay_out (LullWorld *self, guint32 at)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      LullPartSite *site = &self->parts[i];

      site->at = at;
      if (site->part->size != NULL)
        at += site->part->size (self, site);
    }
  return at;
}

gboolean
lull_parts_layout_fits (const LullWorld *self, GError **error)
{
  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->layout_fits != NULL &&
        !self->parts[i].part->layout_fits (&self->parts[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
has_step (const LullWorld *self, const LullPartSite *site, guint step)
{
  return site->part->has_step == NULL || site->part->has_step (self, site, step);
}

static guint
step_count (const LullPartSite *site)
{
  return site->part->step_count != NULL ? site->part->step_count (site)
                                        : count_names (site->part->steps);
}

static const char *
step_name (const LullPartSite *site, guint step)
{
  return site->part->step_name != NULL ? site->part->step_name (site, step)
                                       : site->part->steps[step];
}

guint
lull_parts_name_kinds (LullWorld *self, guint count)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      LullPartSite *site = &self->parts[i];

      /* A part may have no step at all. */
      site->kinds = g_malloc (step_count (site) + 1);
      memset (site->kinds, LULL_PART_NO_KIND, step_count (site) + 1);
      for (guint step = 0; step < step_count (site); step++)
        {
          if (!has_step (self, site, step))
            continue;
          site->kinds[step] = (guint8) count;
          self->part_of[count] = (guint8) i;
          self->op_of[count] = OP_PART;
          self->kinds[count++] = g_strdup (step_name (site, step));
        }
    }
  return count;
}

guint
lull_parts_kind_count (const LullWorld *self)
{
  guint count = 0;

  for (guint i = 0; i < self->part_count; i++)
    for (guint step = 0; step < step_count (&self->parts[i]); step++)
      count += has_step (self, &self->parts[i], step) ? 1 : 0;
  return count;
}

guint
lull_parts_actions_max (const LullWorld *self)
{
  guint max = 0;

  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].part->actions_max != NULL)
      max += self->parts[i].part->actions_max (self, &self->parts[i]);
  return max;
}

guint
lull_parts_prepare_fairness (LullWorld *self, guint count)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      LullPartSite *site = &self->parts[i];

      site->fairness_at = count;
      if (site->part->fairness_count != NULL)
        count += site->part->fairness_count (self, site);
    }
  return count;
}

char *
lull_parts_names (const LullWorld *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < self->part_count; i++)
    if (self->parts[i].number == 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                              self->parts[i].part->name);
  return g_string_free (names, names->len == 0);
}

char *
lull_parts_left_out (const LullWorld *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->part_count; i++)
    {
      const LullPartSite *site = &self->parts[i];
      g_autofree char *words =
          site->part->left_out != NULL ? site->part->left_out (self, site) : NULL;

      if (words != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", words);
    }
  return g_string_free (text, text->len == 0);
}

void
lull_parts_free (LullWorld *self)
{
  for (guint i = 0; i < self->part_count; i++)
    {
      g_free (self->parts[i].kinds);
      if (self->parts[i].part->free != NULL)
        self->parts[i].part->free (self->parts[i].data);
      else
        g_free (self->parts[i].data);
    }
  g_free (self->parts);
}
