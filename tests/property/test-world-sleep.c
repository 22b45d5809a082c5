/* SPDX-License-Identifier: Apache-2.0 */
/* With sleep sets the full search finds the graph that it finds without. */
#include "lull-checker.h"
#include "lull-random-world.h"
#include "lull-test.h"

#define WORLDS 300U   /* that are drawn */
#define COMPARED 40U /* that are small enough */
#define STATES_MAX 20000U

/** A model whose agents are said to commute more than they do. */
typedef struct
{
  LullModel model; /**< first: the functions cast back */
  const LullModel *real;
} Liar;

static void
lie_about_agents (const LullModel *model,
                  const guint8 *state,
                  const LullAction *actions,
                  guint count,
                  guint8 *agents,
                  guint64 *commuting)
{
  const LullModel *real = ((const Liar *) model)->real;

  real->agents (real, state, actions, count, agents, commuting);
  for (guint i = 0; i < count; i++)
    commuting[i] = G_MAXUINT64;
}

static guint
actions_of (const LullModel *model, const guint8 *state, LullAction *actions)
{
  const LullModel *real = ((const Liar *) model)->real;

  return real->actions (real, state, actions);
}

static void
apply_of (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  const LullModel *real = ((const Liar *) model)->real;

  real->apply (real, state, action, next);
}

static void
initial_of (const LullModel *model, guint64 index, guint8 *state)
{
  const LullModel *real = ((const Liar *) model)->real;

  real->initial (real, index, state);
}

static void
liar_init (Liar *self, const LullModel *real)
{
  self->model = *real;
  self->real = real;
  self->model.agents = lie_about_agents;
  self->model.actions = actions_of;
  self->model.apply = apply_of;
  self->model.initial = initial_of;
  self->model.property_count = 0;
  self->model.within = NULL;
  self->model.may_stop = NULL;
  self->model.fairness = NULL;
}

static LullFindings *
search (const LullModel *model, gboolean every_step, guint threads)
{
  LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;

  options.whole_graph = TRUE;
  options.every_step = every_step;
  options.threads = threads;
  options.states_max = STATES_MAX;
  return lull_check (model, &options);
}

static gboolean
same_graph (const LullFindings *a, const LullFindings *b)
{
  for (guint kind = 0; kind < a->kind_count; kind++)
    if (a->kind_fired[kind] != b->kind_fired[kind])
      return FALSE;
  return a->states == b->states && a->transitions == b->transitions &&
         a->depth == b->depth && a->terminal == b->terminal;
}

static gboolean
same_verdict (const LullFindings *a, const LullFindings *b)
{
  guint a_length = a->witness != NULL ? lull_trace_length (a->witness) : 0;
  guint b_length = b->witness != NULL ? lull_trace_length (b->witness) : 0;

  return a->verdict == b->verdict &&
         (a_length == b_length || a->verdict == LULL_VERDICT_LIVELOCK);
}

static gboolean
same_witness (const LullFindings *a, const LullFindings *b)
{
  if (a->witness == NULL || b->witness == NULL)
    return a->witness == b->witness;
  return a->witness->actions->len == b->witness->actions->len &&
         memcmp (a->witness->actions->data, b->witness->actions->data,
                 a->witness->actions->len * sizeof (LullAction)) == 0;
}

/* Compares one world; returns whether it has sleep sets and was small enough. */
static gboolean
compare (const LullRandomWorld *world)
{
  const LullModel *model = lull_world_get_model (world->world);
  g_autoptr (LullFindings) every = NULL;
  g_autoptr (LullFindings) one = NULL;
  gboolean agrees;

  if (model->agents == NULL)
    return FALSE;
  every = search (model, TRUE, 1);
  if (every->bounds != LULL_BOUND_NONE)
    return FALSE;
  one = search (model, FALSE, 1);
  agrees = same_graph (one, every) && same_verdict (one, every);
  for (guint threads = 2; threads <= 3; threads++)
    {
      g_autoptr (LullFindings) many = search (model, FALSE, threads);

      agrees = agrees && same_graph (many, every) && same_verdict (many, every) &&
               same_witness (many, one);
    }
  CU_ASSERT_TRUE (agrees);
  if (!agrees)
    g_print ("%s\n", world->text);
  return TRUE;
}

static void
sleep_sets_lose_no_state (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint compared = 0;

  while (compared < COMPARED)
    {
      g_auto (LullRandomWorld) world = { 0 };

      lull_random_world_draw_plain (&world, &numbers, 4);
      compared += compare (&world) ? 1 : 0;
    }
}

static void
wrong_independence_is_noticed (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  guint noticed = 0;

  for (guint i = 0; i < WORLDS; i++)
    {
      g_auto (LullRandomWorld) world = { 0 };
      Liar liar;

      lull_random_world_draw_plain (&world, &numbers, 3);
      if (lull_world_get_model (world.world)->agents == NULL)
        continue;
      liar_init (&liar, lull_world_get_model (world.world));
      {
        g_autoptr (LullFindings) every = search (&liar.model, TRUE, 1);
        g_autoptr (LullFindings) lied = search (&liar.model, FALSE, 1);

        noticed += every->bounds == LULL_BOUND_NONE && !same_graph (lied, every) ? 1 : 0;
      }
    }
  CU_ASSERT (noticed > 10);
}

int
main (void)
{
  CU_TestInfo tests[] = { { "sleep sets lose no state", sleep_sets_lose_no_state },
                          { "a wrong independence is noticed",
                            wrong_independence_is_noticed },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "sleep", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
