/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-symmetric-world.h"

#include "lull-protocols.h"
#include "lull-random-world.h"
#include "lull-twin-world.h"

/* How every call of a drawn scenario is made. */
typedef struct
{
  LullNaiveScenario *scenario;
  gboolean calls;
  gboolean awaited;
} Draft;

static guint8
add (const Draft *self, guint source, guint target, guint8 parent)
{
  guint workers = self->scenario->workers;

  return lull_naive_scenario_add (self->scenario, (guint8) (source % workers),
                                  (guint8) (target % workers), self->calls, self->awaited,
                                  parent);
}

/* Everyone calls the worker STEP after it, whose handler calls the one FURTHER after that
 * if it is to call any. */
static void
draw_ring (const Draft *self, LullSplitMix *numbers)
{
  guint step = lull_split_mix_below (numbers, 3);
  gboolean nested =
      self->scenario->workers == 2 && lull_split_mix_below (numbers, 2) == 0;
  guint further = lull_split_mix_below (numbers, 2);

  for (guint worker = 0; worker < self->scenario->workers; worker++)
    {
      guint8 root = add (self, worker, worker + step, LULL_NAIVE_NONE);

      if (nested)
        add (self, worker + step, worker + step + further, root);
    }
}

static void
add_all_to_all (const Draft *self)
{
  for (guint from = 0; from < self->scenario->workers; from++)
    for (guint to = 0; to < self->scenario->workers; to++)
      add (self, from, to, LULL_NAIVE_NONE);
}

static void
draw_fan (const Draft *self, LullSplitMix *numbers)
{
  gboolean nested = lull_split_mix_below (numbers, 3) == 0;
  gboolean back = lull_split_mix_below (numbers, 2) == 0;

  for (guint to = 1; to < self->scenario->workers; to++)
    {
      guint8 root = add (self, 0, to, LULL_NAIVE_NONE);

      if (nested)
        add (self, to, back ? 0 : to, root);
    }
}

/* Calls of which some are equal, with one that is not between them now and then. */
static void
draw_equal (const Draft *self, LullSplitMix *numbers, guint8 parent, guint source)
{
  guint target = lull_split_mix_below (numbers, 2);
  guint count = 2 + lull_split_mix_below (numbers, 2);
  guint other = lull_split_mix_below (numbers, 4);

  for (guint i = 0; i < count; i++)
    {
      if (i == other)
        add (self, source, target + 1, parent);
      add (self, source, target, parent);
    }
}

/* Two equal calls, each of which makes one call or two equal ones. */
static void
draw_nested (const Draft *self, LullSplitMix *numbers)
{
  guint target = lull_split_mix_below (numbers, 2);
  guint count = 1 + lull_split_mix_below (numbers, 2);

  for (guint root = 0; root < 2; root++)
    {
      guint8 parent = add (self, 0, target, LULL_NAIVE_NONE);

      for (guint i = 0; i < count; i++)
        add (self, target, 1, parent);
    }
}

static void
draw_work (LullSplitMix *numbers,
           LullSymmetricKind kind,
           gboolean calls,
           LullNaiveScenario *scenario)
{
  gboolean awaited = calls && kind == LULL_SYMMETRIC_RING;
  Draft draft = { .scenario = scenario,
                  .calls = calls,
                  .awaited = awaited && lull_split_mix_below (numbers, 3) == 0 };

  scenario->message_count = 0;
  scenario->epochs = 1;
  switch (kind)
    {
    case LULL_SYMMETRIC_ANY:
      lull_naive_scenario_set_any (scenario, 1 + lull_split_mix_below (numbers, 2), calls,
                                   lull_split_mix_below (numbers, 2) == 0);
      break;
    case LULL_SYMMETRIC_RING:
      draw_ring (&draft, numbers);
      break;
    case LULL_SYMMETRIC_ALL_TO_ALL:
      add_all_to_all (&draft);
      break;
    case LULL_SYMMETRIC_FAN:
      draw_fan (&draft, numbers);
      break;
    case LULL_SYMMETRIC_EQUAL:
      draw_equal (&draft, numbers, LULL_NAIVE_NONE, 0);
      break;
    case LULL_SYMMETRIC_NESTED:
      draw_nested (&draft, numbers);
      break;
    case LULL_SYMMETRIC_KIND_COUNT:
    default:
      g_assert_not_reached ();
    }
}

static const LullProtocol *
draw_protocol (LullSplitMix *numbers)
{
  static const char *const names[] = { "barrier-sync", "allreduce-max",
                                       "active-calls", "allreduce-max-locked",
                                       "futures-wait", "pairwise",
                                       "pairwise" };

  return lull_protocols_find (
      names[lull_split_mix_below (numbers, G_N_ELEMENTS (names))]);
}

/* Two workers where there are many messages already, so that graphs stay small. */
static guint
draw_workers (LullSplitMix *numbers, LullSymmetricKind kind)
{
  switch (kind)
    {
    case LULL_SYMMETRIC_ANY:
    case LULL_SYMMETRIC_RING:
      return 2 + lull_split_mix_below (numbers, 2);
    case LULL_SYMMETRIC_FAN:
      return 3;
    case LULL_SYMMETRIC_NESTED:
      return 1;
    case LULL_SYMMETRIC_ALL_TO_ALL:
    case LULL_SYMMETRIC_EQUAL:
    case LULL_SYMMETRIC_KIND_COUNT:
    default:
      return 2;
    }
}

static void
draw_world (LullSymmetricWorld *self, LullSplitMix *numbers, LullSymmetricKind kind)
{
  const LullProtocol *protocol = draw_protocol (numbers);
  gboolean calls = protocol->needs_replies || lull_split_mix_below (numbers, 3) == 0;
  gboolean listener = lull_split_mix_below (numbers, 2) == 0;
  g_autoptr (GString) text = g_string_new (protocol->name);
  g_autoptr (GError) error = NULL;
  gint options[LULL_RANDOM_OPTIONS_MAX] = { 0 };
  LullNaiveScenario sketch, scenario;

  lull_random_options_draw (numbers, protocol, options, text);
  lull_random_scenario_sketch (numbers, LULL_NAIVE_BARRIER_SYNC, 1, &sketch);
  lull_naive_scenario_init (&scenario, LULL_NAIVE_BARRIER_SYNC,
                            draw_workers (numbers, kind));
  scenario.options = sketch.options;
  scenario.options.carrier = LULL_NAIVE_BY_STEP; /* not every protocol has rounds */
  scenario.options.instead_of = 0;               /* there is one join, not the sketch's */
  /* For symmetry steps aside from ordered pools. */
  scenario.options.pool_fifo = FALSE;
  for (guint task = 0; task < LULL_NAIVE_TASKS; task++)
    scenario.options.own[task].fifo = FALSE;
  draw_work (numbers, kind, calls, &scenario);
  g_string_append_printf (text, "%s, as ", listener ? "" : " without listener");
  lull_random_scenario_describe (&scenario, text);
  self->world = lull_twin_world_new (&scenario, protocol, options,
                                     listener ? LULL_TWIN_LISTENER : 0U, &error);
  if (self->world == NULL)
    g_error ("%s: %s", text->str, error->message);
  self->text = g_string_free (g_steal_pointer (&text), FALSE);
}

/* Where there are parts, symmetry steps aside. */
void
lull_symmetric_world_draw (LullSymmetricWorld *self,
                           LullSplitMix *numbers,
                           LullSymmetricKind kind)
{
  draw_world (self, numbers, kind);
  while (lull_world_get_model (self->world)->unreduced != NULL)
    {
      lull_symmetric_world_clear (self);
      draw_world (self, numbers, kind);
    }
}

void
lull_symmetric_world_clear (LullSymmetricWorld *self)
{
  lull_world_free (self->world);
  g_free (self->text);
}
