/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The joins of PyTorch's first RPC agent, judged by the naive reference: what
 * scenarios/pytorch/ expects of the real checker comes out without it, too.
 */
#include "lull-naive-world.h"
#include "lull-test.h"

typedef enum
{
  CHAIN,   /**< call 1 of worker 0, each handler making the next call */
  CALLBACK /**< the callback of call 1 makes call 2 */
} Work;

typedef struct
{
  const char *scenario;
  LullNaiveProtocol protocol;
  guint workers;
  guint threads;
  Work work;
  guint calls;
  LullNaiveOptions options; /**< beyond those of the agent */
  LullNaiveVerdict verdict;
} Row;

/* clang-format off */
#define REPAIRED .snapshot = LULL_NAIVE_SNAPSHOT_DONE_SENT, .wait_first = TRUE
#define AS_CODED REPAIRED, .sent_late = TRUE

static const Row rows[] = {
  { "g01-message-in-the-listener", LULL_NAIVE_BARRIER_SYNC, 2, 1, CHAIN, 1, { 0 }, LULL_NAIVE_PREMATURE },
  { "g04-futures-of-different-moments", LULL_NAIVE_ALLREDUCE_MAX, 2, 1, CHAIN, 2, { 0 }, LULL_NAIVE_PREMATURE },
  { "g05-repaired-one-call", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 1, { REPAIRED }, LULL_NAIVE_SAFE },
  { "g05-repaired-chain-of-two", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 2, { REPAIRED }, LULL_NAIVE_SAFE },
  { "g05-repaired-chain-of-three", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 3, { REPAIRED }, LULL_NAIVE_SAFE },
  { "g05-repaired-callback", LULL_NAIVE_PAIRWISE, 2, 1, CALLBACK, 2, { REPAIRED }, LULL_NAIVE_SAFE },
  { "g05-repaired-two-threads", LULL_NAIVE_PAIRWISE, 2, 2, CHAIN, 3, { REPAIRED }, LULL_NAIVE_SAFE },
  { "g05-repaired-three-workers", LULL_NAIVE_PAIRWISE, 3, 1, CHAIN, 3, { REPAIRED }, LULL_NAIVE_SAFE },
  { "g06-sent-read-first", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 1,
    { .snapshot = LULL_NAIVE_SNAPSHOT_SENT_DONE, .wait_first = TRUE }, LULL_NAIVE_PREMATURE },
  { "g07-done-before-the-handler", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 1, { REPAIRED, .done_early = TRUE }, LULL_NAIVE_PREMATURE },
  { "g09-sends-queued-and-not-counted", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 1, { AS_CODED }, LULL_NAIVE_PREMATURE },
  { "g09-one-call-covered-by-its-future", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 1, { AS_CODED, .finale = TRUE }, LULL_NAIVE_SAFE },
  { "g11-one-thread-in-time", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 3, { AS_CODED, .finale = TRUE, .fifo = TRUE }, LULL_NAIVE_SAFE },
  { "g11-two-threads-too-early", LULL_NAIVE_PAIRWISE, 2, 2, CHAIN, 3, { AS_CODED, .finale = TRUE, .fifo = TRUE }, LULL_NAIVE_PREMATURE },
  { "g11-one-thread-links-without-order", LULL_NAIVE_PAIRWISE, 2, 1, CHAIN, 3, { AS_CODED, .finale = TRUE }, LULL_NAIVE_PREMATURE },
  { "g13-three-workers-too-early", LULL_NAIVE_PAIRWISE, 3, 1, CHAIN, 3, { AS_CODED, .finale = TRUE, .fifo = TRUE }, LULL_NAIVE_PREMATURE },
};
/* clang-format on */

static void
build (const Row *row, LullNaiveScenario *scenario)
{
  lull_naive_scenario_init (scenario, row->protocol, row->workers);
  scenario->options = row->options;
  scenario->options.handlers = row->threads;
  scenario->options.hand = 1;
  scenario->options.send_task = TRUE;
  scenario->options.send_in_pool = TRUE;
  scenario->options.pool_fifo = TRUE;
  if (row->work == CHAIN)
    {
      lull_naive_scenario_add_chains (scenario, 1, row->calls, TRUE);
      return;
    }
  lull_naive_scenario_add (scenario, 0, 1, TRUE, FALSE, LULL_NAIVE_NONE);
  lull_naive_scenario_add (scenario, 0, 1, TRUE, FALSE, scenario->messages[0].reply);
}

static void
the_reference_agrees_with_the_scenarios (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LullNaiveScenario scenario;
      LullNaiveFindings found;

      build (&rows[i], &scenario);
      lull_naive_check (&scenario, 0, &found);
      if (found.verdict != rows[i].verdict)
        g_print ("\n    %s: %s", rows[i].scenario,
                 lull_naive_verdict_to_string (found.verdict));
      CU_ASSERT_EQUAL (found.verdict, rows[i].verdict);
    }
}

int
main (void)
{
  CU_TestInfo tests[] = { { "the reference agrees with the scenarios",
                            the_reference_agrees_with_the_scenarios },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "naive joins", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
