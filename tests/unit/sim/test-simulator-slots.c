/* SPDX-License-Identifier: Apache-2.0 */
/* Any work on the clock: messages change slots, and equal ones stand in for one another,
 * but each keeps the times that were drawn for it. */
#include <math.h>

#include "lull-simulator.h"
#include "sim-fixtures.h"

#define STEPS_MAX 1000U
#define NEVER G_MAXUINT64

/* When the handler of the message called @label started. */
static guint64
handler_start (const LullStory *story, const char *label, const guint64 *ticks)
{
  const char *number = strchr (label, ' ');

  for (guint i = 0; i < story->bars->len; i++)
    {
      const LullStoryBar *bar = &g_array_index (story->bars, LullStoryBar, i);

      if (g_str_has_prefix (bar->label, "handler") &&
          g_str_equal (strchr (bar->label, ' '), number))
        return ticks[bar->first_step];
    }
  return NEVER;
}

/* In any work messages change slots while their steps are due; nothing may come late for
 * that. Received after 10 ticks, each starts to be handled 6 ticks later. */
static void
test_slots_keep_their_times (void)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  guint handled = 0;

  sim_setup_init (&setup, "pairwise", 3);
  setup.config.step_delay = (LullDelay){ LULL_DELAY_FIXED, 3, 3 };
  setup.config.delay = (LullDelay){ LULL_DELAY_FIXED, 10, 10 };
  setup.work.any_messages = 6;
  setup.work.any_from = 7;
  world = sim_setup_build (&setup);
  for (guint64 seed = 0; seed < 50; seed++)
    {
      g_autoptr (LullRun) run = lull_simulate (world, seed, STEPS_MAX, TRUE);
      const guint64 *ticks = (const guint64 *) (const void *) run->ticks->data;
      g_autoptr (LullStory) story = lull_world_tell (world, run->trace, ticks);

      for (guint i = 0; i < story->arrows->len; i++)
        {
          const LullStoryArrow *arrow = &g_array_index (story->arrows, LullStoryArrow, i);

          CU_ASSERT_EQUAL (ticks[arrow->received_step] - ticks[arrow->sent_step], 10);
          CU_ASSERT_EQUAL (handler_start (story, arrow->label, ticks) -
                               ticks[arrow->received_step],
                           6);
          handled++;
        }
    }
  CU_ASSERT_TRUE (handled > 100);
}

/** Sums over the messages of many runs. */
typedef struct
{
  double on_the_wire, until_handled;
  guint messages;
} Sums;

static void
add_times (Sums *self, const LullStory *story, const guint64 *ticks)
{
  for (guint i = 0; i < story->arrows->len; i++)
    {
      const LullStoryArrow *arrow = &g_array_index (story->arrows, LullStoryArrow, i);
      guint64 received = ticks[arrow->received_step];

      self->on_the_wire += (double) (received - ticks[arrow->sent_step]);
      self->until_handled +=
          (double) (handler_start (story, arrow->label, ticks) - received);
      self->messages++;
    }
}

/* The variance of what is uniform from 0 to @high. */
static double
variance (guint32 high)
{
  return high * (high + 2.0) / 12.0;
}

static void
check_mean (double sum, guint count, double mean, double its_variance)
{
  CU_ASSERT_TRUE (fabs (sum / count - mean) < 6.0 * sqrt (its_variance / count));
}

/* Equal messages may change their names on the way, which no sum can tell; but the times
 * that were drawn must all be kept: one on the wire, and two steps until a handler
 * starts.
 */
static void
check_times (guint32 step, guint32 message)
{
  g_auto (SimSetup) setup = { 0 };
  g_autoptr (LullWorld) world = NULL;
  Sums sums = { 0 };

  sim_setup_init (&setup, "pairwise", 2);
  setup.config.step_delay = (LullDelay){ LULL_DELAY_UNIFORM, 0, step };
  setup.config.delay = (LullDelay){ LULL_DELAY_UNIFORM, 0, message };
  setup.work.any_messages = 8;
  setup.work.any_from = 1;
  world = sim_setup_build (&setup);
  for (guint64 seed = 0; seed < 3000; seed++)
    {
      g_autoptr (LullRun) run = lull_simulate (world, seed, STEPS_MAX, TRUE);
      const guint64 *ticks = (const guint64 *) (const void *) run->ticks->data;
      g_autoptr (LullStory) story = lull_world_tell (world, run->trace, ticks);

      add_times (&sums, story, ticks);
    }
  CU_ASSERT_TRUE (sums.messages > 3000);
  check_mean (sums.on_the_wire, sums.messages, message / 2.0, variance (message));
  check_mean (sums.until_handled, sums.messages, step, 2.0 * variance (step));
}

static void
test_equal_messages_keep_their_times (void)
{
  check_times (20, 30);
  check_times (60, 2);
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "messages keep their times when slots move", test_slots_keep_their_times },
    { "… even where they look alike", test_equal_messages_keep_their_times },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "any work on the clock", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
