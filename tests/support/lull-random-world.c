/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-random-world.h"

#include "lull-protocols.h"
#include "lull-twin-world.h"

static guint
count_protocols (const LullProtocol *const *list)
{
  guint count = 0;

  while (list[count] != NULL)
    count++;
  return count;
}

static const LullProtocol *
draw_protocol (const LullRandomRange *range, LullSplitMix *numbers)
{
  const LullProtocol *const *list = range->protocols;

  if (list == NULL)
    list = lull_split_mix_below (numbers, 3) == 0 ? lull_protocols_list_broken ()
                                                  : lull_protocols_list ();
  return list[lull_split_mix_below (numbers, count_protocols (list))];
}

static guint
count_values (const char *const *values)
{
  guint count = 0;

  while (values[count] != NULL)
    count++;
  return count;
}

void
lull_random_options_draw (LullSplitMix *numbers,
                          const LullProtocol *protocol,
                          gint *options,
                          GString *text)
{
  if (protocol->options == NULL)
    return;
  for (guint option = 0; protocol->options[option].name != NULL; option++)
    {
      const char *const *values = protocol->options[option].values;

      g_assert (option < LULL_RANDOM_OPTIONS_MAX);
      options[option] = (gint) lull_split_mix_below (numbers, count_values (values));
      g_string_append_printf (text, " %s=%s", protocol->options[option].name,
                              values[options[option]]);
    }
}

static void
draw_scenario (LullSplitMix *numbers,
               const LullProtocol *protocol,
               guint workers_max,
               LullNaiveScenario *scenario)
{
  /* The naive protocol only decides whether all requests have to be calls. */
  gboolean calls = protocol->needs_replies || lull_split_mix_below (numbers, 2) == 0;
  LullNaiveProtocol naive =
      protocol->needs_replies ? LULL_NAIVE_ALLREDUCE_MAX : LULL_NAIVE_BARRIER_SYNC;

  lull_random_scenario_sketch (numbers, naive, workers_max, scenario);
  if (lull_split_mix_below (numbers, 4) > 0)
    return;
  scenario->message_count = 0;
  scenario->local_count = 0;
  scenario->epochs = (guint8) (1 + lull_split_mix_below (numbers, 4) / 3);
  lull_naive_scenario_set_any (scenario, 1 + lull_split_mix_below (numbers, 2), calls,
                               lull_split_mix_below (numbers, 2) == 0);
}

/* FALSE if what was drawn does not fit together, such as two roots where a protocol has
 * one. */
static gboolean
try_draw (LullRandomWorld *self, LullSplitMix *numbers, const LullRandomRange *range)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const LullProtocol *protocol = draw_protocol (range, numbers);
  gboolean listener = lull_split_mix_below (numbers, 3) > 0;
  guint extras = range->extras | (listener ? LULL_TWIN_LISTENER : 0U);
  gint options[LULL_RANDOM_OPTIONS_MAX] = { 0 };
  LullNaiveScenario scenario;

  g_string_append_printf (text, "%s%s", protocol->name,
                          listener ? "" : " without listener");
  lull_random_options_draw (numbers, protocol, options, text);
  draw_scenario (numbers, protocol, range->workers_max, &scenario);
  if (range->tame)
    lull_random_scenario_tame (&scenario);
  g_string_append (text, ", as ");
  lull_random_scenario_describe (&scenario, text);
  self->world = lull_twin_world_new_carried (&scenario, protocol, options, extras,
                                             range->rounds, &error);
  if (self->world == NULL)
    return FALSE;
  self->text = g_string_free (g_steal_pointer (&text), FALSE);
  self->any = scenario.any_requests > 0;
  self->ordered = scenario.options.fifo || lull_naive_has_ordered_pool (&scenario) ||
                  lull_naive_has_buffers (&scenario);
  return TRUE;
}

void
lull_random_world_draw_within (LullRandomWorld *self,
                               LullSplitMix *numbers,
                               const LullRandomRange *range)
{
  while (!try_draw (self, numbers, range))
    ;
}

void
lull_random_world_draw (LullRandomWorld *self, LullSplitMix *numbers, guint workers_max)
{
  const LullRandomRange range = { .workers_max = workers_max };

  lull_random_world_draw_within (self, numbers, &range);
}

void
lull_random_world_draw_plain (LullRandomWorld *self,
                              LullSplitMix *numbers,
                              guint workers_max)
{
  lull_random_world_draw (self, numbers, workers_max);
  while (lull_world_get_model (self->world)->unreduced != NULL)
    {
      lull_random_world_clear (self);
      lull_random_world_draw (self, numbers, workers_max);
    }
}

void
lull_random_world_clear (LullRandomWorld *self)
{
  lull_world_free (self->world);
  g_free (self->text);
}
