/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Any work of every kind under every protocol that the naive reference knows: the world
 * against the reference, and both against all forests one by one.
 */
#pragma once

#include "lull-naive-world.h"

G_BEGIN_DECLS

/** Which any work to look at, under which options. */
typedef struct
{
  guint workers;
  guint requests;
  guint8 epochs;
  gboolean diffusing; /**< only the first main program sends by itself */
  const LullNaiveOptions *variants;
  guint variant_count;
} LullAnyWorlds;

/** Looks at one. @return how much it has looked at */
typedef guint (*LullAnyVisit) (const LullNaiveScenario *scenario);

/** Visits all of @p self that make sense. @return the sum of what the visits return */
guint lull_any_worlds_visit (const LullAnyWorlds *self, LullAnyVisit visit);

/** Asserts that the world of @p scenario is that of the reference. @return 1 */
guint lull_any_worlds_compare (const LullNaiveScenario *scenario);

/** Asserts that the world of @p scenario is as bad as the worst of the forests that it
 * stands for. @return how many they are */
guint lull_any_worlds_compare_forests (const LullNaiveScenario *scenario);

G_END_DECLS
