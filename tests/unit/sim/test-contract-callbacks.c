/* SPDX-License-Identifier: Apache-2.0 */
/* What the callbacks of a protocol may not do, at least not before its main program has
 * ended, and what they may not write. */
#include "sim-fixtures.h"

static const char *const places[] = { "in join", NULL };
static const LullStep steps[] = { { .name = NULL } };

static gsize
one_byte (guint workers G_GNUC_UNUSED, const gint *values G_GNUC_UNUSED)
{
  return 1;
}

static const LullCollective collectives[] = {
  { .name = "allreduce(MAX)", .combine = LULL_COMBINE_MAX, .size = one_byte },
  { .name = NULL },
};

static const LullProtocol hasty = { .api = LULL_PROTOCOL_API,
                                    .name = "hasty",
                                    .places = places,
                                    .steps = steps,
                                    .collectives = collectives };

static void
leave_at_once (const LullView *view G_GNUC_UNUSED,
               gpointer node G_GNUC_UNUSED,
               const LullBasic *message G_GNUC_UNUSED,
               LullOutbox *out)
{
  lull_outbox_announce (out);
}

static void
go_at_once (const LullView *view G_GNUC_UNUSED,
            gpointer node G_GNUC_UNUSED,
            const LullBasic *message G_GNUC_UNUSED,
            LullOutbox *out)
{
  lull_outbox_go (out, 0);
}

static void
contribute_at_once (const LullView *view G_GNUC_UNUSED,
                    gpointer node G_GNUC_UNUSED,
                    const LullBasic *message G_GNUC_UNUSED,
                    LullOutbox *out)
{
  lull_outbox_contribute (out, 0);
}

static void
lock_at_once (const LullView *view G_GNUC_UNUSED,
              gpointer node G_GNUC_UNUSED,
              const LullBasic *message G_GNUC_UNUSED,
              LullOutbox *out)
{
  lull_outbox_lock (out);
}

/* A posts its first message of two. */
static void
open_callback (SimStage *stage, const LullProtocol *protocol)
{
  sim_setup_init_with (&stage->setup, protocol, 2);
  sim_setup_add (&stage->setup, "A ~> B", LULL_NO_MESSAGE);
  sim_setup_add (&stage->setup, "A ~> B", LULL_NO_MESSAGE);
  sim_stage_open (stage);
  SIM_TAKE (stage, "A: main program sends cast 1 to B");
}

static void
expect_told (const SimStage *stage, const char *reason)
{
  g_autoptr (LullStory) story = lull_world_tell (stage->world, stage->walk.trace, NULL);
  g_autofree char *sentence =
      g_strdup_printf ("At step 1 the protocol of A broke its contract: %s.", reason);

  SIM_EXPECT_TEXT (SIM_FINDING (story, 0), sentence);
}

/* The callback of that message is the mistake, and noticed when the run is told. */
static void
check_told (LullProtocol protocol, const char *reason)
{
  g_auto (SimStage) stage = { 0 };

  open_callback (&stage, &protocol);
  expect_told (&stage, reason);
}

/* … and noticed by every search. */
static void
check_callback (LullProtocol protocol, const char *reason)
{
  g_auto (SimStage) stage = { 0 };
  const LullModel *model;

  open_callback (&stage, &protocol);
  model = lull_world_get_model (stage.world);
  CU_ASSERT_FALSE (model->within (model, stage.walk.state));
  CU_ASSERT_FALSE (lull_world_all_left (stage.world, stage.walk.state));
  CU_ASSERT_TRUE (model->properties[0].holds (model, stage.walk.state));
  expect_told (&stage, reason);
}

static void
test_leaving_from_a_main_program (void)
{
  LullProtocol protocol = hasty;

  protocol.on_posted = leave_at_once;
  check_callback (protocol, "it announced before its main program had ended");
}

static void
test_going_from_a_main_program (void)
{
  LullProtocol protocol = hasty;

  protocol.on_posted = go_at_once;
  check_callback (protocol, "it went to a place before its main program had ended");
}

static void
test_contribution_from_a_callback (void)
{
  LullProtocol protocol = hasty;

  protocol.on_posted = contribute_at_once;
  check_callback (protocol, "it contributed from a callback, and only a step may");
}

static void
test_lock_from_a_callback (void)
{
  LullProtocol protocol = hasty;

  protocol.on_posted = lock_at_once;
  check_callback (protocol, "it took the futures lock outside of a step that needs it");
}

/* What lies behind a node or a tag belongs to others. */

static void
write_node (const LullView *view G_GNUC_UNUSED,
            gpointer node,
            const LullBasic *message G_GNUC_UNUSED,
            LullOutbox *out G_GNUC_UNUSED)
{
  ((guint8 *) node)[0]++;
}

static void
test_node_without_size (void)
{
  LullProtocol protocol = hasty;

  protocol.on_posted = write_node;
  check_told (protocol, "it wrote beyond its node");
}

static void
test_node_of_the_right_size (void)
{
  g_auto (SimStage) stage = { 0 };
  g_autoptr (LullStory) story = NULL;
  LullProtocol protocol = hasty;

  protocol.node_size = one_byte;
  protocol.on_posted = write_node;
  open_callback (&stage, &protocol);
  story = lull_world_tell (stage.world, stage.walk.trace, NULL);
  CU_ASSERT_PTR_NULL (strstr (SIM_FINDING (story, 0), "broke its contract"));
}

static void
write_two_of_tag (const LullView *view G_GNUC_UNUSED,
                  gpointer node G_GNUC_UNUSED,
                  const LullBasic *message,
                  LullOutbox *out G_GNUC_UNUSED)
{
  message->tag[1] = 1;
}

static void
test_tag_too_short (void)
{
  LullProtocol protocol = hasty;

  protocol.tag_size = 1;
  protocol.on_posted = write_two_of_tag;
  check_told (protocol, "it wrote beyond the tag of a message");
}

static void
write_tag (const LullView *view G_GNUC_UNUSED,
           gpointer node G_GNUC_UNUSED,
           const LullBasic *message,
           LullOutbox *out G_GNUC_UNUSED)
{
  message->tag[0] = 7;
}

/* Without send tasks a message is transmitted as soon as it is posted. */
static void
test_tag_written_late (void)
{
  LullProtocol protocol = hasty;

  protocol.tag_size = 1;
  protocol.on_transmitted = write_tag;
  check_callback (protocol, "it wrote to the tag of a message after on_posted");
}

/* A callback that would write what stands there already does no harm. */
static void
test_tag_written_in_time (void)
{
  g_auto (SimStage) stage = { 0 };
  LullProtocol protocol = hasty;
  const LullModel *model;

  protocol.tag_size = 1;
  protocol.on_posted = write_tag;
  protocol.on_transmitted = write_tag;
  open_callback (&stage, &protocol);
  model = lull_world_get_model (stage.world);
  CU_ASSERT_TRUE (model->within (model, stage.walk.state));
}

static guint
none (guint workers G_GNUC_UNUSED, guint messages G_GNUC_UNUSED)
{
  return 0;
}

static void
send_at_once (const LullView *view G_GNUC_UNUSED,
              gpointer node G_GNUC_UNUSED,
              const LullBasic *message G_GNUC_UNUSED,
              LullOutbox *out)
{
  lull_outbox_send (out, 0, &(const guint8){ 1 });
}

static void
test_no_room (void)
{
  LullProtocol protocol = hasty;

  protocol.control_size = 1;
  protocol.control_max = none;
  protocol.on_posted = send_at_once;
  check_callback (protocol,
                  "it put more control messages on the wire than its control_max allows");
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "a callback goes to a place before its main program has ended",
      test_going_from_a_main_program },
    { "a callback contributes", test_contribution_from_a_callback },
    { "a callback takes the lock", test_lock_from_a_callback },
    { "it has no room for control messages at all", test_no_room },
    { "it writes a node without size", test_node_without_size },
    { "it writes a node of the right size", test_node_of_the_right_size },
    { "it writes beyond a tag", test_tag_too_short },
    { "it writes a tag when the message is on its way", test_tag_written_late },
    { "it writes a tag in time", test_tag_written_in_time },
    { "it leaves join from its main program", test_leaving_from_a_main_program },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = {
    { "broken contracts of callbacks", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL
  };

  return lull_test_main (suites);
}
