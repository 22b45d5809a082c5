/* SPDX-License-Identifier: Apache-2.0 */
/* Joins one after another: what a join has to wait for, what a protocol is told, and how
 * a run is told. */
#include "sim-fixtures.h"

#include <stdio.h>

/* A protocol that leaves whenever it likes, and notes what it sees as it does. */

static const char *const places[] = { "resting", "ready", NULL };

typedef struct
{
  guint8 times, place, epoch, joined;
} Diary;

static gsize
node_size (guint workers G_GNUC_UNUSED, const gint *values G_GNUC_UNUSED)
{
  return sizeof (Diary);
}

static void
get_ready (const LullView *view G_GNUC_UNUSED,
           gpointer node G_GNUC_UNUSED,
           LullOutbox *out)
{
  lull_outbox_go (out, 1);
}

static void
leave (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_announce (out);
}

static void
note (const LullView *view, gpointer node, LullOutbox *out G_GNUC_UNUSED)
{
  Diary *diary = node;

  *diary = (Diary){ (guint8) (diary->times + 1), view->place, view->epoch, view->joined };
}

static void
describe_node (const LullView *view, gconstpointer node, char *text, gsize size)
{
  const Diary *diary = node;

  snprintf (text, size, "epoch %u, left %u times, last from place %u of epoch %u%s",
            view->epoch, diary->times, diary->place, diary->epoch,
            diary->joined != 0 ? " in join" : "");
}

static const LullStep steps[] = { { .name = "get ready", .at = 0, .run = get_ready },
                                  { .name = "leave", .at = 1, .run = leave },
                                  { .name = NULL } };

static const LullProtocol hasty = { .api = LULL_PROTOCOL_API,
                                    .name = "hasty",
                                    .places = places,
                                    .steps = steps,
                                    .node_size = node_size,
                                    .on_left = note,
                                    .describe_node = describe_node };

static void
set_up (SimStage *stage, const LullProtocol *protocol, const char *const *program)
{
  sim_setup_init_with (&stage->setup, protocol, 2);
  for (; *program != NULL; program++)
    if (g_str_equal (*program, "join"))
      (void) lull_work_join (&stage->setup.work);
    else
      sim_setup_add (&stage->setup, *program, LULL_NO_MESSAGE);
}

#define SET_UP(stage, protocol, ...)                                                     \
  set_up ((stage), (protocol), (const char *const[]){ __VA_ARGS__, NULL })

static gboolean
is_premature (const SimStage *stage)
{
  const LullModel *model = lull_world_get_model (stage->world);

  return !model->properties[0].holds (model, stage->walk.state);
}

static void
expect_state (const SimStage *stage, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  lull_world_describe_state (stage->world, stage->walk.state, text);
  SIM_EXPECT_TEXT (text->str, expected);
}

static void
test_program_goes_on (void)
{
  g_auto (SimStage) stage = { 0 };

  SET_UP (&stage, &hasty, "A ~> B", "join", "A ~> B");
  sim_stage_open (&stage);
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: get ready"));
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends", "A: get ready",
            "A: leave; leaves join 1");
  CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: get ready"));
  SIM_TAKE (&stage, "A: main program sends cast 2 to B, ends", "A: get ready",
            "A: leave; leaves join 2");
  CU_ASSERT_FALSE (lull_world_all_left (stage.world, stage.walk.state));
  SIM_TAKE (&stage, "B: get ready", "B: leave; leaves join 1", "B: get ready",
            "B: leave; leaves join 2");
  CU_ASSERT_TRUE (lull_world_all_left (stage.world, stage.walk.state));
}

/* B has nothing to send and is in join 2 at once. */
static void
test_what_a_protocol_is_told (void)
{
  g_auto (SimStage) stage = { 0 };

  SET_UP (&stage, &hasty, "join", "A ~> B");
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: get ready", "A: leave; leaves join 1", "B: get ready",
            "B: leave; leaves join 1", "B: get ready", "B: leave; leaves join 2");
  expect_state (&stage,
                "A: in its main program before join 2, futures 0, idle, epoch 1, left 1 "
                "times, last from place 1 of epoch 0 in join\n"
                "B: has left join 2, futures 0, idle, epoch 1, left 1 times, last from "
                "place 1 of epoch 0 in join\n");
}

static void
test_next_work_is_not_owed (void)
{
  g_auto (SimStage) stage = { 0 };

  SET_UP (&stage, &hasty, "A ~> B", "join", "A ~> B");
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends",
            "B: listener takes cast 1 from A", "B: listener hands cast 1 to the pool",
            "B: handler of cast 1 starts", "B: handler of cast 1 ends", "A: get ready",
            "A: leave; leaves join 1", "A: main program sends cast 2 to B, ends",
            "B: get ready", "B: leave; leaves join 1");
  CU_ASSERT_FALSE (is_premature (&stage));
  CU_ASSERT_TRUE (lull_world_has_work (stage.world, stage.walk.state));
  SIM_TAKE (&stage, "B: get ready", "B: leave; leaves join 2");
  CU_ASSERT_TRUE (is_premature (&stage));
}

/* Nobody has sent it yet, but who leaves join 1 said that B would not. */
static void
test_unsent_work_is_owed (void)
{
  g_auto (SimStage) stage = { 0 };

  SET_UP (&stage, &hasty, "B ~> A", "join");
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: get ready", "A: leave; leaves join 1");
  CU_ASSERT_TRUE (is_premature (&stage));
}

/* What is left of a join is owed by those after it, too. */
static void
test_earlier_work_stays_owed (void)
{
  g_auto (SimStage) stage = { 0 };

  SET_UP (&stage, &hasty, "join", "A ~> B", "join");
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: get ready", "A: leave; leaves join 1");
  CU_ASSERT_FALSE (is_premature (&stage));
  SIM_TAKE (&stage, "A: main program sends cast 1 to B, ends", "A: get ready",
            "A: leave; leaves join 2");
  CU_ASSERT_TRUE (is_premature (&stage));
}

static void
announce_again (const LullView *view G_GNUC_UNUSED,
                gpointer node G_GNUC_UNUSED,
                LullOutbox *out)
{
  lull_outbox_announce (out);
}

static void
test_leaving_as_one_leaves (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  LullProtocol protocol = hasty;

  protocol.on_left = announce_again;
  SET_UP (&stage, &protocol, "join", "A ~> B");
  story = sim_stage_tell (
      &stage, (const char *const[]){ "A: get ready", "A: leave; leaves join 1", NULL });
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "At step 2 the protocol of A broke its contract: it announced before "
                   "its main program had ended.");
}

static void
test_an_awaited_call_ends_each_program (void)
{
  g_auto (SimStage) stage = { 0 };

  SET_UP (&stage, &hasty, "await A -> B", "join", "await A -> B");
  sim_stage_open (&stage);
  for (guint call = 1; call <= 2; call++)
    {
      g_autofree char *sends =
          g_strdup_printf ("A: main program sends call %u to B, awaits it", call);

      SIM_TAKE (&stage, sends);
      CU_ASSERT_FALSE (sim_walk_offers (&stage.walk, "A: get ready"));
      if (call == 2)
        break;
      SIM_TAKE (&stage, "B: listener takes call 1 from A",
                "B: listener hands call 1 to the pool", "B: handler of call 1 starts",
                "B: handler of call 1 ends, sends reply 1 to A",
                "A: listener takes reply 1 from B",
                "A: listener hands reply 1 to the pool", "A: callback of reply 1 starts",
                "A: callback of reply 1 ends, its future is settled", "A: get ready",
                "A: leave; leaves join 1");
    }
}

static void
test_one_join_costs_nothing (void)
{
  gsize sizes[3];

  for (guint more = 0; more < G_N_ELEMENTS (sizes); more++)
    {
      g_auto (SimStage) stage = { 0 };

      SET_UP (&stage, &hasty, "A ~> B");
      for (guint i = 0; i < more; i++)
        (void) lull_work_join (&stage.setup.work);
      sim_stage_open (&stage);
      sizes[more] = lull_world_get_model (stage.world)->state_size;
    }
  CU_ASSERT_EQUAL (sizes[1], sizes[0] + 2 + 2); /* workers, and joins */
  CU_ASSERT_EQUAL (sizes[2], sizes[0] + 2 + 3);
}

/* The main programs before join 2 are work of join 2 from the start. */
static void
test_any_work_of_several (void)
{
  g_auto (SimStage) stage = { 0 };

  SET_UP (&stage, &hasty, "join");
  stage.setup.work.any_messages = 1;
  stage.setup.work.any_from = 1;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program ends", "A: get ready", "A: leave; leaves join 1");
  CU_ASSERT_FALSE (is_premature (&stage));
  SIM_TAKE (&stage, "A: main program sends cast 1 to B", "B: get ready",
            "B: leave; leaves join 1");
  CU_ASSERT_FALSE (is_premature (&stage));
  SIM_TAKE (&stage, "A: main program ends", "A: get ready", "A: leave; leaves join 2");
  CU_ASSERT_TRUE (is_premature (&stage));
}

static void
test_any_program_is_owed (void)
{
  g_auto (SimStage) stage = { 0 };

  SET_UP (&stage, &hasty, "join");
  stage.setup.work.any_messages = 1;
  stage.setup.work.any_from = 1;
  sim_stage_open (&stage);
  SIM_TAKE (&stage, "A: main program ends", "A: get ready", "A: leave; leaves join 1",
            "B: get ready", "B: leave; leaves join 1", "B: get ready");
  CU_ASSERT_FALSE (is_premature (&stage));
  SIM_TAKE (&stage, "B: leave; leaves join 2");
  CU_ASSERT_TRUE (is_premature (&stage));
}

static const char *const leaving_twice[] = {
  "A: main program sends cast 1 to B, ends",
  "A: get ready",
  "A: leave; leaves join 1",
  NULL,
};

static void
test_premature_join_is_named (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  SET_UP (&stage, &hasty, "A ~> B", "join", "B ~> A");
  story = sim_stage_tell (&stage, leaving_twice);
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "A left join 1 at step 3 although work remained: cast 1 (A to B) was "
                   "on the wire.");
  SIM_EXPECT_TEXT (g_array_index (story->marks, LullStoryMark, 0).label, "leaves join 1");
}

/* The first to leave did so in time; it is the second join that went wrong, and what B
 * sends for the third is no part of it. */
static void
test_later_join_is_named (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  SET_UP (&stage, &hasty, "join", "A ~> B", "join", "B ~> A");
  story = sim_stage_tell (
      &stage, (const char *const[]){ "A: get ready", "A: leave; leaves join 1",
                                     "B: get ready", "B: leave; leaves join 1",
                                     "B: get ready", "B: leave; leaves join 2",
                                     "B: main program sends cast 2 to A, ends", NULL });
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0), "B left join 2 at step 6 although work "
                                           "remained: the main program of A had not "
                                           "ended.");
}

/* Looks once, before it leaves join 1, and trusts that in join 2 as well. */
static void
leave_looking (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  if (view->epoch == 0)
    lull_outbox_snapshot (out, "epoch", view->epoch);
  lull_outbox_announce (out);
}

static void
test_snapshots_of_the_join_before (void)
{
  static const LullStep looking[] = { { .name = "leave", .at = 0, .run = leave_looking },
                                      { .name = NULL } };
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  LullProtocol protocol = hasty;

  protocol.steps = looking;
  SET_UP (&stage, &protocol, "join", "A ~> B");
  story =
      sim_stage_tell (&stage, (const char *const[]){ "A: leave: epoch 0; leaves join 1",
                                                     "B: leave: epoch 0; leaves join 1",
                                                     "B: leave; leaves join 2", NULL });
  CU_ASSERT_EQUAL (story->cut, LULL_CUT_NONE);
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "There is no cut to speak of: the announcement came without a snapshot of "
             "A. If anything was read there, the protocol did not say so."));
}

static void
test_good_end_of_several (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  SET_UP (&stage, &hasty, "join");
  story = sim_stage_tell (
      &stage, (const char *const[]){ "A: get ready", "A: leave; leaves join 1",
                                     "A: get ready", "A: leave; leaves join 2",
                                     "B: get ready", "B: leave; leaves join 1",
                                     "B: get ready", "B: leave; leaves join 2", NULL });
  SIM_EXPECT_TEXT (SIM_FINDING (story, 0),
                   "All workers have left each of the 2 joins, and no work of one "
                   "remained when the first worker left it.");
}

static void
test_open_end_of_several (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;

  SET_UP (&stage, &hasty, "join");
  story = sim_stage_tell (
      &stage, (const char *const[]){ "A: get ready", "A: leave; leaves join 1", NULL });
  CU_ASSERT_TRUE (sim_story_mentions (
      story, "Workers that have not left join: A (join 2), B (join 1)"));
}

int
main (void)
{
  CU_TestInfo truth[] = {
    { "a main program goes on when its worker has left", test_program_goes_on },
    { "a protocol is told with the view of the join that it leaves",
      test_what_a_protocol_is_told },
    { "what is sent for the next join is not owed to this one",
      test_next_work_is_not_owed },
    { "what is not sent yet is owed", test_unsent_work_is_owed },
    { "a join owes its own work", test_earlier_work_stays_owed },
    { "nobody leaves the next join as it leaves this one", test_leaving_as_one_leaves },
    { "a main program ends with the answer it awaits, each time",
      test_an_awaited_call_ends_each_program },
    { "one join costs no bytes", test_one_join_costs_nothing },
    { "any work belongs to the join that comes next", test_any_work_of_several },
    { "a main program of any work is owed before it begins", test_any_program_is_owed },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo told[] = {
    { "the join that was left too early is named", test_premature_join_is_named },
    { "a later join that was left too early is named", test_later_join_is_named },
    { "a snapshot of the join before is none of this one",
      test_snapshots_of_the_join_before },
    { "a run that went well says how many joins there were", test_good_end_of_several },
    { "whoever has not left is in a join with a number", test_open_end_of_several },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "joins one after another", NULL, NULL, NULL, NULL, truth },
    { "joins one after another, as told", NULL, NULL, NULL, NULL, told },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
