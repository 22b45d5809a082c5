/* SPDX-License-Identifier: Apache-2.0 */
/* The generator behind the random tests: what it draws, and that it draws it again. */
#include "lull-random-scenario.h"
#include "lull-test.h"

#define SCENARIOS 100U
#define DRAWS 400U
#define STATES_MAX 3000U

static void
numbers_are_those_of_the_published_algorithm (void)
{
  static const guint64 expected[] = { G_GUINT64_CONSTANT (6457827717110365317),
                                      G_GUINT64_CONSTANT (3203168211198807973),
                                      G_GUINT64_CONSTANT (9817491932198370423),
                                      G_GUINT64_CONSTANT (4593380528125082431),
                                      G_GUINT64_CONSTANT (16408922859458223821) };
  LullSplitMix numbers = { .state = 1234567 };

  for (guint index = 0; index < G_N_ELEMENTS (expected); index++)
    CU_ASSERT_EQUAL (lull_split_mix_next (&numbers), expected[index]);
}

static void
the_same_seed_draws_the_same_scenarios (void)
{
  LullSplitMix one = { .state = lull_test_seed () };
  LullSplitMix other = one;

  for (guint index = 0; index < SCENARIOS; index++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GString) again = g_string_new (NULL);
      LullNaiveScenario scenario;
      LullNaiveFindings found;

      lull_random_scenario_draw (&one, STATES_MAX, &scenario, &found);
      lull_random_scenario_describe (&scenario, text);
      lull_random_scenario_draw (&other, STATES_MAX, &scenario, &found);
      lull_random_scenario_describe (&scenario, again);
      CU_ASSERT_STRING_EQUAL (text->str, again->str);
    }
}

/* What a run of draws has met; every entry should have been met more than once. */
typedef struct
{
  guint protocol[3], workers[5], verdict[3], snapshot[3], handlers[3], hand[3];
  guint fifo, send_task, send_in_pool, pool_fifo, settle_at_start, done_early, wait_idle,
      gather_diff, wait_first, sent_late, narrow, finale;
  guint own[LULL_NAIVE_TASKS], own_fifo, replies_differ;
  guint deeds[6], flags_forgotten, send_to_buffer, emptied[3];
  guint idle_with_hand, idle_with_futures, idle_but_queue, idle_but_running,
      idle_but_tasks;
  guint crashes, leaving, late, drained, told, rounds_go_on;
  guint timers_count, idle_with_timers, timers_stop[3];
  guint sent_uncounted, done_uncounted;
  guint casts, calls, awaited, to_oneself, in_handler, in_callback, by_timer;
  guint times_out, timeout_callbacks, timeout_stops, deferred, done_at_return,
      idle_with_returned;
} Met;

static void
meet_options (Met *met, const LullNaiveScenario *scenario)
{
  const LullNaiveOptions *options = &scenario->options;

  met->protocol[scenario->protocol]++;
  met->workers[scenario->workers]++;
  met->snapshot[options->snapshot]++;
  met->handlers[options->handlers]++;
  met->hand[options->hand]++;
  met->timeout_callbacks += options->timeout_callbacks ? 1 : 0;
  met->timeout_stops += options->timeout_stops ? 1 : 0;
  met->done_at_return += options->done_at_return ? 1 : 0;
  met->idle_with_returned += options->idle_with_returned ? 1 : 0;
  met->fifo += options->fifo ? 1 : 0;
  met->send_task += options->send_task ? 1 : 0;
  met->send_in_pool += options->send_in_pool ? 1 : 0;
  met->pool_fifo += options->pool_fifo ? 1 : 0;
  met->settle_at_start += options->settle_at_start ? 1 : 0;
  met->done_early += options->done_early ? 1 : 0;
  met->wait_idle += options->wait_idle ? 1 : 0;
  met->gather_diff += options->gather_diff ? 1 : 0;
  met->wait_first += options->wait_first ? 1 : 0;
  met->sent_late += options->sent_late ? 1 : 0;
  met->narrow += options->narrow ? 1 : 0;
  met->finale += options->finale ? 1 : 0;
  met->crashes += options->crashes > 0 ? 1 : 0;
  met->leaving += options->leaving != 0 ? 1 : 0;
  met->late += options->late != 0 ? 1 : 0;
  met->drained += options->drained ? 1 : 0;
  met->told += options->told ? 1 : 0;
  met->rounds_go_on += options->rounds_go_on ? 1 : 0;
  met->timers_count += options->timers_count ? 1 : 0;
  met->idle_with_timers += options->idle_with_timers ? 1 : 0;
  met->timers_stop[options->timers_stop]++;
}

static void
meet_pools (Met *met, const LullNaiveOptions *options)
{
  for (guint task = 0; task < LULL_NAIVE_TASKS; task++)
    {
      met->own[task] += options->own[task].apart ? 1 : 0;
      met->own_fifo += options->own[task].fifo ? 1 : 0;
    }
  met->send_to_buffer += options->send_to_buffer ? 1 : 0;
  met->emptied[options->emptied] += options->send_to_buffer ? 1 : 0;
  met->replies_differ += options->replies_differ ? 1 : 0;
  met->idle_with_hand += options->idle_with_hand ? 1 : 0;
  met->idle_with_futures += options->idle_with_futures ? 1 : 0;
  met->idle_but_queue += options->idle_but_queue ? 1 : 0;
  met->idle_but_running += options->idle_but_running ? 1 : 0;
  met->idle_but_tasks += options->idle_but_tasks ? 1 : 0;
}

static void
meet_locals (Met *met, const LullNaiveScenario *scenario)
{
  for (guint local = 0; local < scenario->local_count; local++)
    met->deeds[scenario->locals[local].deed]++;
  met->flags_forgotten +=
      scenario->local_count > 0 && scenario->options.flags_forgotten ? 1 : 0;
}

static void
meet_work (Met *met, const LullNaiveScenario *scenario)
{
  for (guint number = 0; number < scenario->message_count; number++)
    {
      const LullNaiveMessage *message = &scenario->messages[number];

      if (message->request != LULL_NAIVE_NONE)
        continue;
      met->casts += message->reply == LULL_NAIVE_NONE ? 1 : 0;
      met->calls += message->reply != LULL_NAIVE_NONE ? 1 : 0;
      met->sent_uncounted += message->sent_uncounted ? 1 : 0;
      met->done_uncounted += message->done_uncounted ? 1 : 0;
      met->awaited += message->sync ? 1 : 0;
      met->times_out += message->times_out ? 1 : 0;
      met->deferred += message->deferred ? 1 : 0;
      met->to_oneself += message->source == message->target ? 1 : 0;
      if (message->parent == LULL_NAIVE_NONE)
        continue;
      if (message->parent == LULL_NAIVE_TIMER)
        met->by_timer++;
      else if (scenario->messages[message->parent].request == LULL_NAIVE_NONE)
        met->in_handler++;
      else
        met->in_callback++;
    }
}

static void
all_options_are_drawn (void)
{
  LullSplitMix numbers = { .state = lull_test_seed () };
  Met met = { 0 };

  for (guint index = 0; index < DRAWS; index++)
    {
      LullNaiveScenario scenario;
      LullNaiveFindings found;

      lull_random_scenario_draw (&numbers, STATES_MAX, &scenario, &found);
      met.verdict[found.verdict]++;
      meet_options (&met, &scenario);
      meet_pools (&met, &scenario.options);
      meet_work (&met, &scenario);
      meet_locals (&met, &scenario);
    }
  for (guint value = 0; value < 3; value++)
    {
      CU_ASSERT_TRUE (met.protocol[value] > 1);
      CU_ASSERT_TRUE (met.verdict[value] > 1);
      CU_ASSERT_TRUE (met.snapshot[value] > 1);
      CU_ASSERT_TRUE (met.handlers[value] > 1);
      CU_ASSERT_TRUE (met.hand[value] > 1);
      CU_ASSERT_TRUE (met.own[value] > 1);
      CU_ASSERT_TRUE (met.timers_stop[value] > 1);
    }
  CU_ASSERT_TRUE (met.send_to_buffer > 1);
  for (guint emptied = 0; emptied < G_N_ELEMENTS (met.emptied); emptied++)
    CU_ASSERT_TRUE (met.emptied[emptied] > 1);
  CU_ASSERT_TRUE (met.sent_uncounted > 1 && met.done_uncounted > 1);
  for (guint deed = 0; deed < G_N_ELEMENTS (met.deeds); deed++)
    CU_ASSERT_TRUE (met.deeds[deed] > 1);
  CU_ASSERT_TRUE (met.flags_forgotten > 1);
  for (guint workers = 1; workers <= 4; workers++)
    CU_ASSERT_TRUE (met.workers[workers] > 1);
  CU_ASSERT_TRUE (met.fifo > 1 && met.send_task > 1 && met.settle_at_start > 1);
  CU_ASSERT_TRUE (met.send_in_pool > 1 && met.pool_fifo > 1);
  CU_ASSERT_TRUE (met.own_fifo > 1 && met.replies_differ > 1);
  CU_ASSERT_TRUE (met.idle_with_hand > 1 && met.idle_with_futures > 1);
  CU_ASSERT_TRUE (met.idle_but_queue > 1);
  CU_ASSERT_TRUE (met.idle_but_running > 1 && met.idle_but_tasks > 1);
  CU_ASSERT_TRUE (met.wait_first > 1 && met.sent_late > 1);
  CU_ASSERT_TRUE (met.narrow > 1 && met.finale > 1);
  CU_ASSERT_TRUE (met.done_early > 1 && met.wait_idle > 1 && met.gather_diff > 1);
  CU_ASSERT_TRUE (met.casts > 1 && met.calls > 1 && met.awaited > 1 &&
                  met.to_oneself > 1);
  CU_ASSERT_TRUE (met.in_handler > 1 && met.in_callback > 1 && met.by_timer > 1);
  CU_ASSERT_TRUE (met.crashes > 1 && met.leaving > 1 && met.late > 1);
  CU_ASSERT_TRUE (met.drained > 1 && met.told > 1 && met.rounds_go_on > 1);
  CU_ASSERT_TRUE (met.times_out > 1 && met.timeout_callbacks > 1 &&
                  met.timeout_stops > 1);
  CU_ASSERT_TRUE (met.deferred > 1 && met.done_at_return > 1 &&
                  met.idle_with_returned > 1);
  CU_ASSERT_TRUE (met.timers_count > 1 && met.idle_with_timers > 1);
}

static void
a_description_says_everything (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  LullNaiveScenario scenario;
  guint8 call;

  lull_naive_scenario_init (&scenario, LULL_NAIVE_PAIRWISE, 3);
  scenario.options.fifo = TRUE;
  scenario.options.hand = 2;
  scenario.options.snapshot = LULL_NAIVE_SNAPSHOT_SENT_DONE;
  call = lull_naive_scenario_add (&scenario, 0, 1, TRUE, TRUE, LULL_NAIVE_NONE);
  lull_naive_scenario_add (&scenario, 0, 2, FALSE, FALSE, scenario.messages[call].reply);
  lull_random_scenario_describe (&scenario, text);
  CU_ASSERT_STRING_EQUAL (text->str,
                          "pairwise, 3 workers, fifo, hand 2, snapshot sent-done; "
                          "0: awaited call 0->1; 2: cast 0->2 in 1");
}

int
main (void)
{
  CU_TestInfo tests[] = {
    { "numbers are those of the published algorithm",
      numbers_are_those_of_the_published_algorithm },
    { "the same seed draws the same scenarios", the_same_seed_draws_the_same_scenarios },
    { "all options are drawn", all_options_are_drawn },
    { "a description says everything", a_description_says_everything },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "random scenario", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
