/* SPDX-License-Identifier: Apache-2.0 */
/* A protocol that breaks its contract is not followed: the step leads out of the model.
 */
#include "lull-simulator.h"
#include "sim-fixtures.h"

/* What the one step of the protocol does wrong; the value of its option. */
enum
{
  GO_NOWHERE,
  CONTRIBUTE_TO_NONE,
  CONTRIBUTE_TWICE,
  MIX_COLLECTIVES,
  SEND_TO_NOBODY,
  SEND_TOO_MANY,
  OVERFLOW_OUTBOX,
  LEAVE_TWICE,
  MISTAKES
};

static const char *const mistakes[] = { "nowhere",  "none",   "twice", "mix", "nobody",
                                        "too-many", "outbox", "leave", NULL };
static const LullOption options[] = { { "mistake", mistakes, "what goes wrong" },
                                      { .name = NULL } };
static const char *const places[] = { "in join", NULL };

static gsize
one_byte (guint workers G_GNUC_UNUSED, const gint *values G_GNUC_UNUSED)
{
  return 1;
}

static const LullCollective collectives[] = {
  { .name = "allreduce(MAX)", .combine = LULL_COMBINE_MAX, .size = one_byte },
  { .name = "allreduce(SUM)", .combine = LULL_COMBINE_SUM, .size = one_byte },
  { .name = NULL },
};

static guint
control_max (guint workers G_GNUC_UNUSED, guint messages G_GNUC_UNUSED)
{
  return 2;
}

static void
send_many (LullOutbox *out, guint count)
{
  for (guint i = 0; i < count; i++)
    lull_outbox_send (out, 0, &(const guint8){ 1 });
}

static void
err (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  switch (view->options[0])
    {
    case GO_NOWHERE:
      lull_outbox_go (out, 1);
      break;
    case CONTRIBUTE_TO_NONE:
      lull_outbox_contribute (out, 2);
      break;
    case CONTRIBUTE_TWICE:
      lull_outbox_contribute (out, 0);
      break;
    case MIX_COLLECTIVES:
      lull_outbox_contribute (out, view->self);
      break;
    case SEND_TO_NOBODY:
      lull_outbox_send (out, view->workers, &(const guint8){ 1 });
      break;
    case SEND_TOO_MANY:
      send_many (out, 3);
      break;
    case OVERFLOW_OUTBOX:
      send_many (out, LULL_OUTBOX_CONTROLS_MAX + 1);
      break;
    default:
      lull_outbox_announce (out);
      break;
    }
}

static const LullStep steps[] = { { .name = "err", .run = err }, { .name = NULL } };

/* Leaving before the main program has ended: a callback may not. */
static void
leave_at_once (const LullView *view G_GNUC_UNUSED,
               gpointer node G_GNUC_UNUSED,
               const LullBasic *message G_GNUC_UNUSED,
               LullOutbox *out)
{
  lull_outbox_announce (out);
}

static const LullProtocol careless = { .api = LULL_PROTOCOL_API,
                                       .name = "careless",
                                       .options = options,
                                       .places = places,
                                       .steps = steps,
                                       .collectives = collectives,
                                       .control_size = 1,
                                       .control_max = control_max };

static const LullProtocol hasty = { .api = LULL_PROTOCOL_API,
                                    .name = "hasty",
                                    .places = places,
                                    .steps = steps + 1,
                                    .on_posted = leave_at_once };

typedef struct
{
  LullWorld *world;
  SimWalk walk;
} Stage;

static void
stage_init (Stage *self, gint mistake)
{
  g_auto (SimSetup) setup = { 0 };

  sim_setup_init_with (&setup, &careless, 2);
  setup.options[0] = mistake;
  self->world = sim_setup_build (&setup);
  sim_walk_init (&self->walk, self->world);
}

static void
stage_clear (Stage *self)
{
  sim_walk_clear (&self->walk);
  lull_world_free (self->world);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stage, stage_clear)

static gboolean
is_within (const Stage *self)
{
  const LullModel *model = lull_world_get_model (self->world);

  return model->within (model, self->walk.state);
}

/* The first step of A is the mistake. */
static void
check_first_step (gint mistake)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, mistake);
  CU_ASSERT_TRUE (is_within (&stage));
  sim_walk_take (&stage.walk, "A: err");
  CU_ASSERT_FALSE (is_within (&stage));
}

static void
test_unknown_place (void)
{
  check_first_step (GO_NOWHERE);
}

static void
test_unknown_collective (void)
{
  check_first_step (CONTRIBUTE_TO_NONE);
}

static void
test_unknown_receiver (void)
{
  check_first_step (SEND_TO_NOBODY);
}

static void
test_more_than_control_max (void)
{
  check_first_step (SEND_TOO_MANY);
}

static void
test_more_than_the_outbox (void)
{
  check_first_step (OVERFLOW_OUTBOX);
}

static void
test_second_contribution (void)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, CONTRIBUTE_TWICE);
  sim_walk_take (&stage.walk, "A: err");
  CU_ASSERT_TRUE (is_within (&stage));
  sim_walk_take (&stage.walk, "A: err");
  CU_ASSERT_FALSE (is_within (&stage));
}

static void
test_two_collectives_at_once (void)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, MIX_COLLECTIVES);
  sim_walk_take (&stage.walk, "B: err");
  CU_ASSERT_TRUE (is_within (&stage));
  sim_walk_take (&stage.walk, "A: err");
  CU_ASSERT_FALSE (is_within (&stage));
}

/* A round must be read before the next one is contributed to. */
static void
test_contribution_before_reading (void)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, CONTRIBUTE_TWICE);
  sim_walk_take (&stage.walk, "A: err");
  sim_walk_take (&stage.walk, "B: err; the round is complete");
  CU_ASSERT_TRUE (is_within (&stage));
  sim_walk_take (&stage.walk, "A: err");
  CU_ASSERT_FALSE (is_within (&stage));
}

static void
test_leaving_from_a_main_program (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  const LullModel *model;
  g_auto (SimWalk) walk = { 0 };

  sim_setup_init_with (&setup, &hasty, 2);
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  model = lull_world_get_model (world);
  sim_walk_init (&walk, world);
  sim_walk_take (&walk, "A: main program sends cast 1 to B");
  CU_ASSERT_FALSE (model->within (model, walk.state));
  CU_ASSERT_FALSE (lull_world_all_left (world, walk.state));
  CU_ASSERT_TRUE (model->properties[0].holds (model, walk.state));
}

static void
test_leaving_is_no_mistake (void)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, LEAVE_TWICE);
  sim_walk_take (&stage.walk, "A: err; leaves join");
  CU_ASSERT_TRUE (is_within (&stage));
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: err"));
}

static void
test_runs_stop_there (void)
{
  g_auto (Stage) stage = { 0 };
  g_autoptr (LullRun) run = NULL;

  stage_init (&stage, GO_NOWHERE);
  run = lull_simulate (stage.world, 1, 100, TRUE);
  CU_ASSERT_EQUAL (run->verdict, LULL_VERDICT_INCONCLUSIVE);
  CU_ASSERT_EQUAL (lull_trace_length (run->trace), 1);
}

static void
test_story_says_so (void)
{
  g_auto (Stage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  stage_init (&stage, GO_NOWHERE);
  sim_walk_take (&stage.walk, "B: err");
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_EQUAL (story->findings->len, 1);
  CU_ASSERT_STRING_EQUAL (story->findings->pdata[0],
                          "At step 1 the protocol of B did what the protocol API does "
                          "not allow. What it would do from there on means nothing.");
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "it goes to a place that does not exist", test_unknown_place },
    { "it contributes to a collective that does not exist", test_unknown_collective },
    { "it contributes twice to a round", test_second_contribution },
    { "it contributes before it has read the last round",
      test_contribution_before_reading },
    { "two workers use different collectives at once", test_two_collectives_at_once },
    { "it sends to a worker that does not exist", test_unknown_receiver },
    { "it sends more control messages than it said", test_more_than_control_max },
    { "it sends more than the outbox holds", test_more_than_the_outbox },
    { "it leaves join from its main program", test_leaving_from_a_main_program },
    { "leaving join is no mistake, and happens once", test_leaving_is_no_mistake },
    { "a run stops there and is inconclusive", test_runs_stop_there },
    { "the story says so", test_story_says_so },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "broken contracts", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
