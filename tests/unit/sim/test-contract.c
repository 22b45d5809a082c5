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
  LOCK_UNASKED,
  UNLOCK_UNHELD,
  LEAVE_TWICE
};

static const char *const mistakes[] = { "nowhere", "none",     "twice",  "mix",
                                        "nobody",  "too-many", "outbox", "lock",
                                        "unlock",  "leave",    NULL };
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
    case LOCK_UNASKED:
      lull_outbox_lock (out);
      break;
    case UNLOCK_UNHELD:
      lull_outbox_unlock (out);
      break;
    default:
      lull_outbox_announce (out);
      break;
    }
}

static const LullStep steps[] = { { .name = "err", .run = err }, { .name = NULL } };

static const LullProtocol careless = { .api = LULL_PROTOCOL_API,
                                       .name = "careless",
                                       .options = options,
                                       .places = places,
                                       .steps = steps,
                                       .collectives = collectives,
                                       .control_size = 1,
                                       .control_max = control_max };

/* B, which has no main program, joins before the first step. */
static void
send_three (const LullView *view G_GNUC_UNUSED,
            gpointer node G_GNUC_UNUSED,
            LullOutbox *out)
{
  send_many (out, 3);
}

static const LullProtocol eager = { .api = LULL_PROTOCOL_API,
                                    .name = "eager",
                                    .places = places,
                                    .steps = steps + 1,
                                    .control_size = 1,
                                    .control_max = control_max,
                                    .on_joined = send_three };

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
  const LullModel *contract = lull_world_get_contract_model (self->world);
  gboolean is_kept = contract->properties[0].holds (contract, self->walk.state);

  CU_ASSERT_EQUAL (model->within (model, self->walk.state), is_kept);
  return is_kept;
}

/* The run so far breaks the contract with its last step, and is told so. */
static void
expect_breach (const Stage *self, const char *worker, const char *reason)
{
  g_autoptr (LullStory) story = lull_world_tell (self->world, self->walk.trace, NULL);
  g_autofree char *sentence =
      g_strdup_printf ("At step %u the protocol of %s broke its contract: %s.",
                       story->steps->len, worker, reason);

  CU_ASSERT_FALSE (is_within (self));
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0), sentence);
}

/* The first step of A is the mistake. */
static void
check_first_step (gint mistake, const char *reason)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, mistake);
  CU_ASSERT_TRUE (is_within (&stage));
  sim_walk_take (&stage.walk, "A: err");
  expect_breach (&stage, "A", reason);
}

static void
test_unknown_place (void)
{
  check_first_step (GO_NOWHERE, "it went to a place that does not exist");
}

static void
test_unknown_collective (void)
{
  check_first_step (CONTRIBUTE_TO_NONE,
                    "it contributed to a collective that does not exist");
}

static void
test_unknown_receiver (void)
{
  check_first_step (SEND_TO_NOBODY,
                    "it sent a control message to a worker that does not exist");
}

static void
test_more_than_control_max (void)
{
  check_first_step (
      SEND_TOO_MANY,
      "it put more control messages on the wire than its control_max allows");
}

static void
test_more_than_the_outbox (void)
{
  check_first_step (OVERFLOW_OUTBOX,
                    "it sent more control messages in one step than the outbox holds");
}

static void
test_lock_that_the_step_does_not_need (void)
{
  check_first_step (LOCK_UNASKED,
                    "it took the futures lock outside of a step that needs it");
}

static void
test_unlock_without_lock (void)
{
  check_first_step (UNLOCK_UNHELD, "it gave back a futures lock that it does not hold");
}

static void
test_second_contribution (void)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, CONTRIBUTE_TWICE);
  sim_walk_take (&stage.walk, "A: err");
  CU_ASSERT_TRUE (is_within (&stage));
  sim_walk_take (&stage.walk, "A: err");
  expect_breach (&stage, "A", "it contributed twice to one round");
}

static void
test_two_collectives_at_once (void)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, MIX_COLLECTIVES);
  sim_walk_take (&stage.walk, "B: err");
  CU_ASSERT_TRUE (is_within (&stage));
  sim_walk_take (&stage.walk, "A: err");
  expect_breach (
      &stage, "A",
      "it contributed to another collective than the one that is being collected");
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
  expect_breach (&stage, "A",
                 "it contributed before it had taken the result of the round before");
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

/* Both models have the same states and steps; they differ in what they claim. */
static void
test_contract_is_a_claim_about_the_same_world (void)
{
  g_auto (Stage) stage = { 0 };
  const LullModel *model, *contract;
  LullAction of_model[8], of_contract[8];

  stage_init (&stage, SEND_TOO_MANY);
  model = lull_world_get_model (stage.world);
  contract = lull_world_get_contract_model (stage.world);
  lull_model_assert_valid (contract);
  CU_ASSERT_EQUAL (contract->state_size, model->state_size);
  CU_ASSERT_EQUAL_FATAL (model->actions (model, stage.walk.state, of_model), 2);
  CU_ASSERT_EQUAL_FATAL (contract->actions (contract, stage.walk.state, of_contract), 2);
  CU_ASSERT_EQUAL (memcmp (of_model, of_contract, 2 * sizeof of_model[0]), 0);
  CU_ASSERT_EQUAL (contract->property_count, 1);
  CU_ASSERT_EQUAL (contract->properties[0].kind, LULL_PROPERTY_ALWAYS);
}

static void
test_breach_before_the_first_step (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_autoptr (LullTrace) nothing = lull_trace_new (0);
  g_autoptr (LullStory) story = NULL;

  sim_setup_init_with (&setup, &eager, 2);
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  story = lull_world_tell (world, nothing, NULL);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "Before the first step the protocol of B broke its contract: it put "
                   "more control messages on the wire than its control_max allows.");
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
    { "it takes a lock that its step does not need",
      test_lock_that_the_step_does_not_need },
    { "it gives back a lock that it does not hold", test_unlock_without_lock },
    { "leaving join is no mistake, and happens once", test_leaving_is_no_mistake },
    { "a run stops there and is inconclusive", test_runs_stop_there },
    { "the contract is a claim about the same world",
      test_contract_is_a_claim_about_the_same_world },
    { "it can be broken before the first step", test_breach_before_the_first_step },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "broken contracts", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
