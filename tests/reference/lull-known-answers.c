/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-known-answers.h"

LullModel *
lull_reference_model_new (const LullReferenceSpec *spec)
{
  switch (spec->kind)
    {
    case LULL_REFERENCE_EWD840:
      return lull_ewd840_new (spec->nodes, (LullEwd840Mistake) spec->mistake);
    case LULL_REFERENCE_EWD998:
      return lull_ewd998_new (spec->nodes, spec->bound,
                              (LullEwd998Mistake) spec->mistake);
    case LULL_REFERENCE_SYNC:
      return lull_sync_new (spec->nodes);
    case LULL_REFERENCE_ASYNC:
      return lull_async_new (spec->nodes, spec->bound);
    case LULL_REFERENCE_CHANNEL_COUNTING:
      return lull_channel_counting_new (spec->nodes, spec->bound,
                                        (LullChannelCountingMistake) spec->mistake);
    case LULL_REFERENCE_DIJKSTRA_SCHOLTEN:
      return lull_dijkstra_scholten_new ();
    case LULL_REFERENCE_HUANG:
      return lull_huang_new (spec->nodes);
    case LULL_REFERENCE_DETECTOR:
      return lull_detector_new (spec->nodes, spec->bound, (LullDetector) spec->mistake);
    }
  g_assert_not_reached ();
}

void
lull_reference_spec_describe (const LullReferenceSpec *spec, GString *text)
{
  static const char *const NAMES[] = { "EWD840", "EWD998",           "Sync",
                                       "Async",  "channel counting", "Dijkstra-Scholten",
                                       "Huang",  "detector" };

  g_string_append_printf (text, "%s, %u nodes, bound %u, mistake %u", NAMES[spec->kind],
                          spec->nodes, spec->bound, spec->mistake);
}

/* clang-format off */
static const LullKnownCount COUNTS[] = {
  { { LULL_REFERENCE_CHANNEL_COUNTING,  2, 1, 0 },      11,       28 },
  { { LULL_REFERENCE_CHANNEL_COUNTING,  3, 1, 0 },      21,       91 },
  { { LULL_REFERENCE_CHANNEL_COUNTING,  2, 2, 0 },      27,       69 },
  { { LULL_REFERENCE_CHANNEL_COUNTING,  2, 3, 0 },      49,      128 },
  { { LULL_REFERENCE_CHANNEL_COUNTING,  3, 2, 0 },      83,      363 },
  { { LULL_REFERENCE_SYNC,              7, 0, 0 },     129,     3722 },
  { { LULL_REFERENCE_EWD840,            3, 0, 0 },     302,     2001 },
  { { LULL_REFERENCE_CHANNEL_COUNTING,  3, 3, 0 },     337,     1628 },
  { { LULL_REFERENCE_EWD840,            4, 0, 0 },    1566,    15986 },
  { { LULL_REFERENCE_ASYNC,             4, 3, 0 },    4097,    53271 },
  { { LULL_REFERENCE_EWD998,            2, 3, 0 },    6876,    33664 },
  { { LULL_REFERENCE_DIJKSTRA_SCHOLTEN, 4, 0, 0 },   18028,   177171 },
  { { LULL_REFERENCE_HUANG,             5, 0, 0 },   81256,  1165101 },
  { { LULL_REFERENCE_EWD998,            3, 3, 0 }, 1520618, 11238019 },
};

static const LullKnownViolation VIOLATIONS[] = {
  { { LULL_REFERENCE_EWD840, 2, 0, LULL_EWD840_SEND_KEEPS_COLOR },        4 },
  { { LULL_REFERENCE_EWD840, 3, 0, LULL_EWD840_SEND_KEEPS_COLOR },        5 },
  { { LULL_REFERENCE_EWD840, 2, 0, LULL_EWD840_SEND_BLACKENS_BACKWARDS }, 4 },
  { { LULL_REFERENCE_EWD840, 3, 0, LULL_EWD840_SEND_BLACKENS_BACKWARDS }, 5 },
  { { LULL_REFERENCE_EWD840, 2, 0, LULL_EWD840_ACTIVE_PASSES_TOKEN },     2 },
  { { LULL_REFERENCE_EWD840, 3, 0, LULL_EWD840_ACTIVE_PASSES_TOKEN },     3 },
  { { LULL_REFERENCE_EWD840, 2, 0, LULL_EWD840_PASSIVE_SENDS },           LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_EWD840, 3, 0, LULL_EWD840_PASSIVE_SENDS },           4 },

  { { LULL_REFERENCE_EWD998, 2, 3, LULL_EWD998_RECEIVE_KEEPS_COLOR },      7 },
  { { LULL_REFERENCE_EWD998, 3, 3, LULL_EWD998_RECEIVE_KEEPS_COLOR },      8 },
  { { LULL_REFERENCE_EWD998, 2, 3, LULL_EWD998_COUNTERS_NOT_ACCUMULATED }, 4 },
  { { LULL_REFERENCE_EWD998, 3, 3, LULL_EWD998_COUNTERS_NOT_ACCUMULATED }, 5 },
  { { LULL_REFERENCE_EWD998, 2, 3, LULL_EWD998_BLACK_DOES_NOT_STAIN },     LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_EWD998, 3, 3, LULL_EWD998_BLACK_DOES_NOT_STAIN },     8 },
  { { LULL_REFERENCE_EWD998, 2, 3, LULL_EWD998_ACTIVE_PASSES_TOKEN },      2 },
  { { LULL_REFERENCE_EWD998, 3, 3, LULL_EWD998_ACTIVE_PASSES_TOKEN },      3 },

  { { LULL_REFERENCE_CHANNEL_COUNTING, 3, 3, LULL_CHANNEL_COUNTING_TOTALS }, 6 },

  { { LULL_REFERENCE_DETECTOR, 2, 1, LULL_DETECTOR_ALL_PASSIVE },         4 },
  { { LULL_REFERENCE_DETECTOR, 3, 1, LULL_DETECTOR_ALL_PASSIVE },         5 },
  { { LULL_REFERENCE_DETECTOR, 2, 1, LULL_DETECTOR_SUMS },                LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_DETECTOR, 2, 2, LULL_DETECTOR_SUMS },                7 },
  { { LULL_REFERENCE_DETECTOR, 3, 2, LULL_DETECTOR_SUMS },                8 },
  { { LULL_REFERENCE_DETECTOR, 2, 3, LULL_DETECTOR_TOTALS_BY_SENDER },    LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_DETECTOR, 3, 2, LULL_DETECTOR_TOTALS_BY_SENDER },    LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_DETECTOR, 3, 3, LULL_DETECTOR_TOTALS_BY_SENDER },   11 },
  { { LULL_REFERENCE_DETECTOR, 2, 3, LULL_DETECTOR_TOTALS_BY_RECEIVER },  LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_DETECTOR, 3, 3, LULL_DETECTOR_TOTALS_BY_RECEIVER },  LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_DETECTOR, 2, 3, LULL_DETECTOR_PAIRWISE },            LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_DETECTOR, 3, 3, LULL_DETECTOR_PAIRWISE },            LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_DETECTOR, 2, 3, LULL_DETECTOR_FOUR_COUNTERS },       LULL_KNOWN_SAFE },
  { { LULL_REFERENCE_DETECTOR, 3, 3, LULL_DETECTOR_FOUR_COUNTERS },       LULL_KNOWN_SAFE },
};
/* clang-format on */

const LullKnownCount *
lull_known_counts (guint *count)
{
  *count = G_N_ELEMENTS (COUNTS);
  return COUNTS;
}

const LullKnownViolation *
lull_known_violations (guint *count)
{
  *count = G_N_ELEMENTS (VIOLATIONS);
  return VIOLATIONS;
}
