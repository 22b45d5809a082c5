/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-semantics-table.h"

/* Requests, by who sends them. */
#define ROOT(from, to)                                                                   \
  {                                                                                      \
    .source = (from), .target = (to), .origin = LULL_SEMANTICS_ROOT                      \
  }
#define ROOT_SYNC(from, to)                                                              \
  {                                                                                      \
    .source = (from), .target = (to), .origin = LULL_SEMANTICS_ROOT, .sync = TRUE        \
  }
#define CHILD(of, from, to)                                                              \
  {                                                                                      \
    .source = (from), .target = (to), .origin = LULL_SEMANTICS_HANDLER, .parent = (of)   \
  }
#define CHILD_SYNC(of, from, to)                                                         \
  {                                                                                      \
    .source = (from), .target = (to), .origin = LULL_SEMANTICS_HANDLER, .parent = (of),  \
    .sync = TRUE                                                                         \
  }
#define CALLBACK(of, from, to)                                                           \
  {                                                                                      \
    .source = (from), .target = (to), .origin = LULL_SEMANTICS_CALLBACK, .parent = (of)  \
  }

/* clang-format off */
static const LullSemanticsRow rows[] = {
  /* one call, nothing nested: the caller's own future covers it */
  { "01", LULL_NAIVE_ALLREDUCE_MAX, 2, TRUE, { 0 },
    1, { ROOT (0, 1) },
    110, 232, 15, LULL_NAIVE_SAFE, 0 },
  /* worker 1 contributes 0, then its handler opens a future */
  { "02", LULL_NAIVE_ALLREDUCE_MAX, 3, TRUE, { 0 },
    2, { ROOT (0, 1), CHILD (0, 1, 2) },
    3157, 10541, 28, LULL_NAIVE_PREMATURE, 14 },
  /* every nested call is awaited before the reply: the root's future covers the whole tree */
  { "04", LULL_NAIVE_ALLREDUCE_MAX, 3, TRUE, { 0 },
    2, { ROOT_SYNC (0, 1), CHILD_SYNC (0, 1, 2) },
    172, 343, 28, LULL_NAIVE_SAFE, 0 },
  /* the future is settled before its callback runs: a gap */
  { "06", LULL_NAIVE_ALLREDUCE_MAX, 3, TRUE, { .settle_at_start = TRUE },
    2, { ROOT (0, 1), CALLBACK (0, 0, 2) },
    1899, 6213, 28, LULL_NAIVE_PREMATURE, 12 },
  { "07", LULL_NAIVE_ALLREDUCE_MAX, 4, TRUE, { 0 },
    3, { ROOT (0, 1), CHILD (0, 1, 2), CHILD (1, 2, 3) },
    81598, 379795, 41, LULL_NAIVE_PREMATURE, 15 },
  { "09", LULL_NAIVE_PAIRWISE, 2, FALSE, { 0 },
    1, { ROOT (0, 1) },
    48, 101, 9, LULL_NAIVE_SAFE, 0 },
  { "10", LULL_NAIVE_PAIRWISE, 3, FALSE, { 0 },
    2, { ROOT (0, 1), CHILD (0, 1, 2) },
    518, 1574, 17, LULL_NAIVE_SAFE, 0 },
  { "13", LULL_NAIVE_PAIRWISE, 4, FALSE, { 0 },
    4, { ROOT (0, 1), ROOT (0, 2), ROOT (0, 3), ROOT (1, 2) },
    67740, 372328, 30, LULL_NAIVE_SAFE, 0 },
  /* the same pair several times, unordered */
  { "15", LULL_NAIVE_PAIRWISE, 2, FALSE, { 0 },
    5, { ROOT (0, 1), CHILD (0, 1, 0), CHILD (1, 0, 1), ROOT (1, 0), CHILD (3, 0, 1) },
    7341, 29430, 29, LULL_NAIVE_SAFE, 0 },
  /* done is read first, sent later */
  { "18", LULL_NAIVE_PAIRWISE, 3, FALSE, { .snapshot = LULL_NAIVE_SNAPSHOT_DONE_SENT },
    3, { ROOT (0, 1), CHILD (0, 1, 2), CHILD (1, 2, 0) },
    4035, 14245, 27, LULL_NAIVE_SAFE, 0 },
  /* a handler runs between the two reads */
  { "19", LULL_NAIVE_PAIRWISE, 3, FALSE, { .snapshot = LULL_NAIVE_SNAPSHOT_SENT_DONE },
    2, { ROOT (0, 1), CHILD (0, 1, 2) },
    1441, 4699, 22, LULL_NAIVE_PREMATURE, 13 },
  /* counted at the handler's start: left while it runs */
  { "22", LULL_NAIVE_PAIRWISE, 2, FALSE, { .done_early = TRUE },
    1, { ROOT (0, 1) },
    54, 113, 9, LULL_NAIVE_PREMATURE, 7 },
  /* in flight or in the listener's hand at both barriers */
  { "24", LULL_NAIVE_BARRIER_SYNC, 2, FALSE, { 0 },
    1, { ROOT (0, 1) },
    77, 157, 13, LULL_NAIVE_PREMATURE, 8 },
  { "25", LULL_NAIVE_BARRIER_SYNC, 3, FALSE, { .send_task = TRUE, .fifo = TRUE, .hand = 1 },
    2, { ROOT (0, 1), CHILD (0, 1, 2) },
    676, 1999, 24, LULL_NAIVE_PREMATURE, 12 },
  /* the only handler thread waits for a reply that only it could handle */
  { "28", LULL_NAIVE_PAIRWISE, 3, TRUE, { .handlers = 1 },
    2, { ROOT_SYNC (0, 1), CHILD_SYNC (0, 1, 2) },
    71, 120, 13, LULL_NAIVE_DEADLOCK, 13 },
  /* both failures are reachable: left while in flight, or stuck with the pool never empty */
  { "30", LULL_NAIVE_BARRIER_SYNC, 3, TRUE, { .handlers = 1 },
    2, { ROOT (0, 1), CHILD_SYNC (0, 1, 2) },
    455, 1177, 23, LULL_NAIVE_PREMATURE, 11 },
};

static const LullSemanticsLargeRow large_rows[] = {
  { "chain 4 2 3", LULL_NAIVE_PAIRWISE, 4, FALSE, 2, 3, 313136, 1622289 },
  { "tree 4 2 2", LULL_NAIVE_PAIRWISE, 4, TRUE, 2, 2, 1071455, 6277178 },
  { "chain 5 1 4", LULL_NAIVE_ALLREDUCE_MAX, 5, FALSE, 1, 4, 2066476, 12426880 },
  { "chain 5 2 4", LULL_NAIVE_PAIRWISE, 5, FALSE, 2, 4, 8988116, 56725949 },
};
/* clang-format on */

const LullSemanticsRow *
lull_semantics_rows (guint *count)
{
  *count = G_N_ELEMENTS (rows);
  return rows;
}

const LullSemanticsLargeRow *
lull_semantics_large_rows (guint *count)
{
  *count = G_N_ELEMENTS (large_rows);
  return large_rows;
}

static guint8
parent_of (const LullSemanticsRequest *request,
           const guint8 *numbers,
           const LullNaiveScenario *scenario)
{
  guint8 parent;

  if (request->origin == LULL_SEMANTICS_ROOT)
    return LULL_NAIVE_NONE;
  parent = numbers[request->parent];
  return request->origin == LULL_SEMANTICS_CALLBACK ? scenario->messages[parent].reply
                                                    : parent;
}

void
lull_semantics_row_build (const LullSemanticsRow *row, LullNaiveScenario *scenario)
{
  guint8 numbers[LULL_SEMANTICS_REQUESTS_MAX];

  lull_naive_scenario_init (scenario, row->protocol, row->workers);
  scenario->options = row->options;
  for (guint index = 0; index < row->request_count; index++)
    {
      const LullSemanticsRequest *request = &row->requests[index];

      numbers[index] =
          lull_naive_scenario_add (scenario, request->source, request->target, row->reply,
                                   request->sync, parent_of (request, numbers, scenario));
    }
}

void
lull_semantics_large_row_build (const LullSemanticsLargeRow *row,
                                LullNaiveScenario *scenario)
{
  gboolean call = row->protocol == LULL_NAIVE_ALLREDUCE_MAX;

  lull_naive_scenario_init (scenario, row->protocol, row->workers);
  if (row->tree)
    lull_naive_scenario_add_tree (scenario, row->width, row->depth, call);
  else
    lull_naive_scenario_add_chains (scenario, row->width, row->depth, call);
}
