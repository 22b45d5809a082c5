/* SPDX-License-Identifier: Apache-2.0 */
/* What is on the wire: the bag of control messages, and the order on FIFO links. */
#include "lull-random.h"
#include "lull-world-private.h"
#include "sim-fixtures.h"

#define BAG_MAX 5U

static guint
control_max (guint workers G_GNUC_UNUSED, guint messages G_GNUC_UNUSED)
{
  return BAG_MAX;
}

static const char *const places[] = { "in join", NULL };
static const LullStep steps[] = { { .name = NULL } };

/* It does nothing, but its control messages have two bytes. */
static const LullProtocol silent = { .api = LULL_PROTOCOL_API,
                                     .name = "silent",
                                     .places = places,
                                     .steps = steps,
                                     .control_size = 2,
                                     .control_max = control_max };

/* A world of three workers and its initial state. */
typedef struct
{
  LullWorld *world;
  guint8 *state;
  gsize size;
} Bag;

static void
bag_init (Bag *self, gboolean fifo)
{
  g_auto (SimSetup) setup = { 0 };
  const LullModel *model;

  sim_setup_init_with (&setup, &silent, 3);
  setup.config.fifo = fifo;
  sim_setup_add (&setup, "A ~> B", LULL_NO_MESSAGE);
  self->world = sim_setup_build (&setup);
  model = lull_world_get_model (self->world);
  self->size = model->state_size;
  self->state = g_malloc0 (self->size);
  model->initial (model, 0, self->state);
}

static void
bag_clear (Bag *self)
{
  lull_world_free (self->world);
  g_free (self->state);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Bag, bag_clear)

/* A control message in one number: source, target, and what it says. */
static gboolean
push (Bag *self, guint message)
{
  const guint8 payload[] = { (guint8) (message % 10), 7 };

  return lull_control_push (self->world, self->state, message / 100, message / 10 % 10,
                            payload);
}

static guint
message_at (const Bag *self, guint record)
{
  const guint8 *bytes = control_peek (self->world, self->state, record);

  return (bytes[LULL_BAG_SOURCE] - 1U) * 100 + bytes[LULL_BAG_TARGET] * 10U +
         bytes[LULL_BAG_PAYLOAD];
}

static guint
count (const Bag *self)
{
  return lull_control_count (self->world, self->state);
}

static gboolean
is_ready (const Bag *self, guint record)
{
  return lull_control_ready (self->world, self->state, record);
}

static void
test_bag_starts_empty (void)
{
  g_auto (Bag) bag = { 0 };

  bag_init (&bag, FALSE);
  CU_ASSERT_EQUAL (count (&bag), 0);
}

static void
test_equal_bags_are_equal_bytes (void)
{
  static const guint messages[BAG_MAX] = { 11, 12, 11, 205, 120 };
  g_auto (Bag) sorted = { 0 };
  LullRandom random;

  lull_random_init (&random, lull_test_seed ());
  bag_init (&sorted, FALSE);
  for (guint i = 0; i < BAG_MAX; i++)
    CU_ASSERT_TRUE (push (&sorted, messages[i]));
  for (guint round = 0; round < 100; round++)
    {
      guint order[BAG_MAX] = { 0, 1, 2, 3, 4 };
      g_auto (Bag) shuffled = { 0 };

      bag_init (&shuffled, FALSE);
      for (guint i = BAG_MAX; i > 0; i--)
        {
          guint j = (guint) lull_random_below (&random, i);

          push (&shuffled, messages[order[j]]);
          order[j] = order[i - 1];
        }
      CU_ASSERT_EQUAL (memcmp (shuffled.state, sorted.state, sorted.size), 0);
    }
}

static void
test_removing_undoes_pushing (void)
{
  g_auto (Bag) bag = { 0 };
  g_autofree guint8 *before = NULL;

  bag_init (&bag, FALSE);
  push (&bag, 11);
  push (&bag, 205);
  before = g_memdup2 (bag.state, bag.size);
  push (&bag, 120);
  for (guint record = 0; record < count (&bag); record++)
    if (message_at (&bag, record) == 120)
      lull_control_remove (bag.world, bag.state, record);
  CU_ASSERT_EQUAL (memcmp (bag.state, before, bag.size), 0);
}

static void
test_full_bag_takes_no_more (void)
{
  g_auto (Bag) bag = { 0 };

  bag_init (&bag, FALSE);
  for (guint i = 0; i < BAG_MAX; i++)
    CU_ASSERT_TRUE (push (&bag, 11));
  CU_ASSERT_FALSE (push (&bag, 11));
  CU_ASSERT_EQUAL (count (&bag), BAG_MAX);
}

static void
test_equal_messages_are_offered_once (void)
{
  g_auto (Bag) bag = { 0 };
  guint ready = 0;

  bag_init (&bag, FALSE);
  push (&bag, 11);
  push (&bag, 12);
  push (&bag, 11);
  for (guint record = 0; record < 3; record++)
    ready += is_ready (&bag, record) ? 1 : 0;
  CU_ASSERT_EQUAL (ready, 2);
}

/* On a FIFO link what a message says does not decide its place. */
static void
test_fifo_keeps_the_order (void)
{
  g_auto (Bag) bag = { 0 };

  bag_init (&bag, TRUE);
  push (&bag, 19);
  push (&bag, 11);
  push (&bag, 15);
  CU_ASSERT_EQUAL (message_at (&bag, 0), 19);
  CU_ASSERT_EQUAL (message_at (&bag, 1), 11);
  CU_ASSERT_EQUAL (message_at (&bag, 2), 15);
  lull_control_remove (bag.world, bag.state, 0);
  CU_ASSERT_EQUAL (message_at (&bag, 0), 11);
  CU_ASSERT_EQUAL (message_at (&bag, 1), 15);
}

static void
test_fifo_offers_the_first_of_each_link (void)
{
  g_auto (Bag) bag = { 0 };

  bag_init (&bag, TRUE);
  push (&bag, 19);
  push (&bag, 11);
  push (&bag, 205);
  CU_ASSERT_TRUE (is_ready (&bag, 0));
  CU_ASSERT_FALSE (is_ready (&bag, 1));
  CU_ASSERT_TRUE (is_ready (&bag, 2));
}

/* The order across links is no order: it must not be in the state. */
static void
test_fifo_links_are_independent (void)
{
  g_auto (Bag) one = { 0 };
  g_auto (Bag) other = { 0 };

  bag_init (&one, TRUE);
  bag_init (&other, TRUE);
  push (&one, 19);
  push (&one, 11);
  push (&one, 205);
  push (&other, 205);
  push (&other, 19);
  push (&other, 11);
  CU_ASSERT_EQUAL (memcmp (one.state, other.state, one.size), 0);
}

/* Message 0 is the cast from A to B; item 1 stands for it on the link. */
static void
test_basic_waits_behind_control (void)
{
  g_auto (Bag) bag = { 0 };

  bag_init (&bag, TRUE);
  push (&bag, 11);
  lull_link_push (bag.world, bag.state, 0, 1, 1);
  push (&bag, 12);
  CU_ASSERT_FALSE (lull_link_is_head (bag.world, bag.state, 0, 1, 1));
  lull_control_remove (bag.world, bag.state, 0);
  CU_ASSERT_TRUE (lull_link_is_head (bag.world, bag.state, 0, 1, 1));
  CU_ASSERT_FALSE (is_ready (&bag, 0));
  lull_link_pop (bag.world, bag.state, 0, 1);
  CU_ASSERT_TRUE (is_ready (&bag, 0));
}

static void
test_any_order_has_no_queue (void)
{
  g_auto (Bag) bag = { 0 };
  g_autofree guint8 *before = NULL;

  bag_init (&bag, FALSE);
  before = g_memdup2 (bag.state, bag.size);
  lull_link_push (bag.world, bag.state, 0, 1, 1);
  CU_ASSERT_EQUAL (memcmp (bag.state, before, bag.size), 0);
  CU_ASSERT_TRUE (lull_link_is_head (bag.world, bag.state, 0, 1, 9));
}

int
main (void)
{
  CU_TestInfo bags[] = {
    { "the bag starts empty", test_bag_starts_empty },
    { "equal bags are equal bytes", test_equal_bags_are_equal_bytes },
    { "removing a message undoes pushing it", test_removing_undoes_pushing },
    { "a full bag takes no more", test_full_bag_takes_no_more },
    { "equal messages are offered once", test_equal_messages_are_offered_once },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo links[] = {
    { "FIFO keeps the order of a link", test_fifo_keeps_the_order },
    { "FIFO offers the first message of each link",
      test_fifo_offers_the_first_of_each_link },
    { "the order across links is not in the state", test_fifo_links_are_independent },
    { "basic and control messages share a link's order",
      test_basic_waits_behind_control },
    { "without FIFO a link has no queue", test_any_order_has_no_queue },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "control bag", NULL, NULL, NULL, NULL, bags },
                            { "links", NULL, NULL, NULL, NULL, links },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
