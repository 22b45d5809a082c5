/* SPDX-License-Identifier: Apache-2.0 */
/* Worlds that cannot be, and what every world has at its start. */
#include "sim-fixtures.h"

static gsize
big_size (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return LULL_WORKERS_MAX * LULL_WORKERS_MAX + 1;
}

static gsize
huge_node (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return 40000;
}

static const char *const places[] = { "in join", NULL };
static const LullStep no_steps[] = { { .name = NULL } };
static const LullCollective big_collectives[] = {
  { .name = "allgather", .combine = LULL_COMBINE_SUM, .size = big_size },
  { .name = NULL },
};

static LullProtocol
make_protocol (void)
{
  return (LullProtocol){
    .api = LULL_PROTOCOL_API, .name = "idle", .places = places, .steps = no_steps
  };
}

/* Whether there is no world of @setup, for the reason given. */
static gboolean
is_refused (SimSetup *setup, LullWorldError code, const char *reason)
{
  g_autofree char *found = sim_setup_refusal (setup, code);

  if (strstr (found, reason) != NULL)
    return TRUE;
  g_print ("\n    found \"%s\", expected \"%s\"", found, reason);
  return FALSE;
}

static void
test_number_of_workers (void)
{
  g_auto (SimSetup) setup = { 0 };

  sim_setup_init (&setup, "barrier-sync", 2);
  setup.config.names = NULL;
  setup.config.workers = 0;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_INVALID, "1 to 32 workers"));
  setup.config.workers = LULL_WORKERS_MAX + 1;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_INVALID, "1 to 32 workers"));
}

static void
test_most_workers (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;

  sim_setup_init (&setup, "barrier-sync", 2);
  setup.config.names = NULL;
  setup.config.workers = LULL_WORKERS_MAX;
  world = sim_setup_build (&setup);
  CU_ASSERT_EQUAL (lull_world_worker_count (world), LULL_WORKERS_MAX);
  CU_ASSERT_STRING_EQUAL (lull_world_worker_name (world, 31), "W31");
}

static void
test_unknown_worker (void)
{
  g_auto (SimSetup) setup = { 0 };

  sim_setup_init (&setup, "barrier-sync", 2);
  sim_setup_add (&setup, "A ~> C", LULL_NO_MESSAGE);
  CU_ASSERT_TRUE (
      is_refused (&setup, LULL_WORLD_ERROR_INVALID, "worker that does not exist"));
}

static void
test_casts_have_no_futures (void)
{
  g_auto (SimSetup) forest = { 0 };
  g_auto (SimSetup) any = { 0 };

  sim_setup_init (&forest, "allreduce-max", 2);
  sim_setup_add (&forest, "A ~> B", LULL_NO_MESSAGE);
  CU_ASSERT_TRUE (is_refused (&forest, LULL_WORLD_ERROR_INVALID, "make them calls"));
  sim_setup_init (&any, "allreduce-max", 2);
  any.work.any_messages = 2;
  CU_ASSERT_TRUE (is_refused (&any, LULL_WORLD_ERROR_INVALID, "make them calls"));
}

static void
test_option_values (void)
{
  g_auto (SimSetup) setup = { 0 };

  sim_setup_init (&setup, "pairwise", 2);
  setup.options[0] = 3;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_INVALID, "no such value"));
  setup.options[0] = -1;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_INVALID, "no such value"));
}

static void
test_too_much_any_work (void)
{
  g_auto (SimSetup) setup = { 0 };

  sim_setup_init (&setup, "pairwise", 2);
  setup.work.any_messages = LULL_MESSAGES_MAX;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_TOO_LARGE, "too many messages"));
}

static void
test_long_messages (void)
{
  g_auto (SimSetup) setup = { 0 };
  LullProtocol protocol = make_protocol ();

  sim_setup_init_with (&setup, &protocol, 2);
  protocol.control_size = LULL_CONTROL_SIZE_MAX + 1;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_TOO_LARGE, "too long"));
  protocol.control_size = 0;
  protocol.tag_size = LULL_CONTROL_SIZE_MAX / 2 + 1;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_TOO_LARGE, "too long"));
}

/* Times the three bytes of a record it is 2 modulo 2³²: a sum that looks small. */
static guint
huge_control_max (guint workers G_GNUC_UNUSED, guint messages G_GNUC_UNUSED)
{
  return 1431655766U;
}

static void
test_large_states (void)
{
  g_auto (SimSetup) setup = { 0 };
  LullProtocol protocol = make_protocol ();

  sim_setup_init_with (&setup, &protocol, 2);
  protocol.node_size = huge_node;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_TOO_LARGE, "node_size"));
  protocol.node_size = NULL;
  protocol.collectives = big_collectives;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_TOO_LARGE, "contributes"));
  protocol.collectives = NULL;
  protocol.control_size = 1;
  protocol.control_max = huge_control_max;
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_TOO_LARGE,
                              "control_max of the protocol is 1431655766 here"));
}

static void
test_many_steps (void)
{
  g_auto (SimSetup) setup = { 0 };
  LullProtocol protocol = make_protocol ();
  LullStep steps[256] = { { .name = NULL } };

  for (guint i = 0; i < 255; i++)
    steps[i] = (LullStep){ .name = "step" };
  protocol.steps = steps;
  sim_setup_init_with (&setup, &protocol, 2);
  CU_ASSERT_TRUE (is_refused (&setup, LULL_WORLD_ERROR_TOO_LARGE, "too many steps"));
}

static void
test_forest_is_full (void)
{
  LullWork work;

  lull_work_init (&work);
  for (guint i = 0; i < LULL_MESSAGES_MAX / 2; i++)
    CU_ASSERT_EQUAL (lull_work_add (&work, 0, 1, LULL_BASIC_CALL, FALSE, LULL_NO_MESSAGE),
                     2 * i);
  CU_ASSERT_EQUAL (lull_work_add (&work, 0, 1, LULL_BASIC_CAST, FALSE, LULL_NO_MESSAGE),
                   LULL_NO_MESSAGE);
  CU_ASSERT_EQUAL (lull_work_message_count (&work), LULL_MESSAGES_MAX);
  lull_work_clear (&work);
}

static void
test_ranks_and_replies (void)
{
  LullWork work;
  const LullMessage *messages;

  lull_work_init (&work);
  lull_work_add (&work, 0, 1, LULL_BASIC_CALL, FALSE, LULL_NO_MESSAGE); /* 0, reply 1 */
  lull_work_add (&work, 1, 0, LULL_BASIC_CAST, FALSE, 0);               /* 2 */
  lull_work_add (&work, 0, 1, LULL_BASIC_CAST, FALSE, 1);               /* 3 */
  lull_work_add (&work, 1, 1, LULL_BASIC_CAST, FALSE, 0);               /* 4 */
  lull_work_add (&work, 1, 0, LULL_BASIC_CAST, FALSE, LULL_NO_MESSAGE); /* 5 */
  lull_work_add (&work, 0, 1, LULL_BASIC_CAST, FALSE, LULL_NO_MESSAGE); /* 6 */
  messages = (const LullMessage *) (const void *) work.messages->data;
  CU_ASSERT_EQUAL (messages[0].reply, 1);
  CU_ASSERT_EQUAL (messages[1].request, 0);
  CU_ASSERT_EQUAL (messages[1].source, 1);
  CU_ASSERT_EQUAL (messages[1].target, 0);
  CU_ASSERT_EQUAL (messages[2].rank, 0);
  CU_ASSERT_EQUAL (messages[3].rank, 0);
  CU_ASSERT_EQUAL (messages[4].rank, 1);
  CU_ASSERT_EQUAL (messages[5].rank, 0);
  CU_ASSERT_EQUAL (messages[6].rank, 1);
  lull_work_clear (&work);
}

/* The config may go away as soon as the world is made. */
static void
test_world_keeps_copies (void)
{
  g_autoptr (LullWorld) world = NULL;
  g_auto (SimWalk) walk = { 0 };
  SimSetup *setup = g_new0 (SimSetup, 1);
  char *names[] = { g_strdup ("left"), g_strdup ("right") };

  sim_setup_init (setup, "pairwise", 2);
  setup->config.names = (const char *const *) names;
  sim_setup_add (setup, "A ~> B", LULL_NO_MESSAGE);
  world = sim_setup_build (setup);
  sim_setup_clear (setup);
  memset (setup, 0xff, sizeof *setup);
  g_free (setup);
  g_free (names[0]);
  g_free (names[1]);
  sim_walk_init (&walk, world);
  CU_ASSERT_TRUE (
      sim_walk_offers (&walk, "left: main program sends cast 1 to right, ends"));
}

static void
test_workers_without_work_join (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_auto (SimWalk) walk = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);

  sim_setup_init (&setup, "barrier-sync", 2);
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  sim_walk_init (&walk, world);
  lull_world_describe_state (world, walk.state, text);
  CU_ASSERT_STRING_EQUAL (text->str, "A: in its main program, futures 0, idle\nB: in "
                                     "join, before barrier 1, futures 0, idle\n");
  CU_ASSERT_TRUE (lull_world_has_work (world, walk.state));
}

static void
test_world_without_work (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  g_auto (SimWalk) walk = { 0 };

  sim_setup_init (&setup, "pairwise", 1);
  world = sim_setup_build (&setup);
  sim_walk_init (&walk, world);
  CU_ASSERT_FALSE (lull_world_has_work (world, walk.state));
  sim_walk_take (&walk, "A: contribute: done 0, sent 0; the round is complete");
  CU_ASSERT_FALSE (lull_world_all_left (world, walk.state));
  sim_walk_take (&walk, "A: read the result: all agree; leaves join");
  CU_ASSERT_TRUE (lull_world_all_left (world, walk.state));
  CU_ASSERT_EQUAL (sim_walk_offer_count (&walk), 0);
}

/* A world names only the kinds of steps that it has. */
static void
test_kinds (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  const LullModel *model;

  sim_setup_init (&setup, "allreduce-max", 2);
  setup.config.listener = FALSE;
  sim_setup_add (&setup, "A -> B", LULL_NO_MESSAGE);
  world = sim_setup_build (&setup);
  model = lull_world_get_model (world);
  CU_ASSERT_EQUAL (lull_model_kind_count (model), 7);
  CU_ASSERT_STRING_EQUAL (model->kinds[0], "main send");
  CU_ASSERT_STRING_EQUAL (model->kinds[1], "receive");
  CU_ASSERT_STRING_EQUAL (model->kinds[2], "start");
  CU_ASSERT_STRING_EQUAL (model->kinds[3], "finish");
  CU_ASSERT_STRING_EQUAL (model->kinds[4], "contribute");
}

/** Two casts in a world to which SWITCH_ON adds something: the kinds of steps that this
 * adds, and no others of the same part. */
typedef struct
{
  void (*switch_on) (LullWorldConfig *config);
  const char *kinds; /**< "crash learn" */
} PartKinds;

static void
some_crash (LullWorldConfig *config)
{
  config->members.crashes = 1;
  config->members.crashing = 1;
}

static void
some_crash_and_are_told_of (LullWorldConfig *config)
{
  some_crash (config);
  config->members.told = TRUE;
}

static void
some_leave (LullWorldConfig *config)
{
  config->members.leaving = 1;
}

static void
some_are_late_and_nobody_goes (LullWorldConfig *config)
{
  config->members.late = 1;
  config->members.told = TRUE;
}

static void
copies_are_handled (LullWorldConfig *config)
{
  config->faults.duplication = 1;
}

static void
copies_are_dropped (LullWorldConfig *config)
{
  config->faults.duplication = 1;
  config->faults.deduplication = TRUE;
}

static void
the_lost_is_sent_again (LullWorldConfig *config)
{
  config->faults.loss = 1;
  config->faults.retry = LULL_RETRY_SAME;
}

static void
what_failed_is_sent_again (LullWorldConfig *config)
{
  config->faults.send_errors = 1;
  config->faults.retry = LULL_RETRY_SAME;
}

static void
buffers_are_flushed (LullWorldConfig *config)
{
  config->send_tasks = LULL_SEND_TASKS_BUFFERED;
}

static void
buffers_are_flushed_by_hand (LullWorldConfig *config)
{
  config->send_tasks = LULL_SEND_TASKS_BUFFERED;
  config->flush = LULL_FLUSH_BY_HAND;
}

static LullWorld *
build_with (void (*switch_on) (LullWorldConfig *config))
{
  g_auto (SimSetup) setup = { 0 };

  sim_setup_init (&setup, "pairwise", 2);
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&setup, "B ~> A", LULL_NO_MESSAGE);
  if (switch_on != NULL)
    switch_on (&setup.config);
  return sim_setup_build (&setup);
}

static void
test_kinds_of_parts (void)
{
  static const PartKinds cases[] = {
    { some_crash, "crash" },
    { some_crash_and_are_told_of, "crash, learn" },
    { some_leave, "leave the group" },
    { some_are_late_and_nobody_goes, "arrive" },
    { copies_are_handled, "duplicate" },
    { copies_are_dropped, "duplicate, drop" },
    { the_lost_is_sent_again, "lose, find loss, send again" },
    { what_failed_is_sent_again, "send again, fail to send" },
    { buffers_are_flushed, "flush" },
    { buffers_are_flushed_by_hand, "" },
  };
  g_autoptr (LullWorld) plain = build_with (NULL);
  guint before = lull_model_kind_count (lull_world_get_model (plain));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LullWorld) world = build_with (cases[i].switch_on);
      const char *const *kinds = lull_world_get_model (world)->kinds + before;
      g_autoptr (GString) added = g_string_new (NULL);

      for (; *kinds != NULL; kinds++)
        g_string_append_printf (added, "%s%s", added->len > 0 ? ", " : "", *kinds);
      SIM_EXPECT_TEXT (added->str, cases[i].kinds);
    }
}

int
main (void)
{
  CU_TestInfo refusals[] = {
    { "a world has 1 to 32 workers", test_number_of_workers },
    { "32 workers are a world", test_most_workers },
    { "a message needs workers that exist", test_unknown_worker },
    { "a protocol that counts futures needs calls", test_casts_have_no_futures },
    { "an option needs one of its values", test_option_values },
    { "any work has a limit", test_too_much_any_work },
    { "tags and control messages have a limit", test_long_messages },
    { "states and contributions have a limit", test_large_states },
    { "a protocol's steps have a limit", test_many_steps },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo works[] = { { "a forest of 250 messages is full", test_forest_is_full },
                          { "messages are ranked among their siblings",
                            test_ranks_and_replies },
                          CU_TEST_INFO_NULL };
  CU_TestInfo worlds[] = {
    { "a world keeps copies of what it is made of", test_world_keeps_copies },
    { "workers without work are in join at once", test_workers_without_work_join },
    { "one worker without work leaves", test_world_without_work },
    { "only the kinds of steps that can happen have names", test_kinds },
    { "… also of what the scenario switches on", test_kinds_of_parts },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "worlds that cannot be", NULL, NULL, NULL, NULL, refusals },
                            { "work", NULL, NULL, NULL, NULL, works },
                            { "worlds", NULL, NULL, NULL, NULL, worlds },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
