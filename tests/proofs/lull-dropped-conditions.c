/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-dropped-conditions.h"

const LullDroppedCondition lull_dropped_conditions[LULL_DROPPED_CONDITIONS] = {
  { LULL_CONDITIONS_ALL, "all", { NULL } },
  { LULL_CONDITIONS_WITHOUT_I, "without-i", { "count-done: counts-are-true" } },
  { LULL_CONDITIONS_WITHOUT_II, "without-ii", { "read-S: reads-in-order" } },
  { LULL_CONDITIONS_WITHOUT_III,
    "without-iii",
    { "safety: nobody-may-send", "safety: nothing-is-left" } },
  { LULL_CONDITIONS_WITHOUT_IV,
    "without-iv",
    { "handler-send: late-sends-show", "safety: nobody-may-send" } },
  { LULL_CONDITIONS_WITHOUT_V_SENT,
    "without-v-sent",
    { "handler-send: counts-are-true", "main-send: counts-are-true" } },
  { LULL_CONDITIONS_WITHOUT_V_DONE, "without-v-done", { "count-done: counts-are-true" } },
};
