/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The sweep of one document: the keys it goes over, the values of each, and what is expected of which of
 * their combinations. Its nodes are those of the document, and live as long.
 */
#pragma once

#include "lull-document.h"
#include "lull-sweep.h"

G_BEGIN_DECLS

/** The keys of the format that make a sweep. */
#define LULL_SWEEP_KEY "sweep"
#define LULL_REGIONS_KEY "expect-where"

/** A sweep has at most this many points. */
#define LULL_SWEEP_POINTS_MAX 10000U

/** One of the values that a sweep gives to a key. */
typedef struct
{
  char *label; /**< how people write it: the name that the file gives it, or its text; (owned) */
  char *text;  /**< YAML for it, in one line; (owned) */
  LullNode *node;
} LullSweepValue;

/** A key that a sweep goes over. */
typedef struct
{
  const char *key;       /**< dotted, as the file writes it */
  const LullNode *place; /**< where it does */
  GPtrArray *values;     /**< of ::LullSweepValue, at least one; (owned) */
  gboolean fixed;        /**< the command line set it: it has one value, which is in place already */
} LullSweepAxis;

/** Some points of a sweep, and what is expected of them. */
typedef struct
{
  const LullNode *node;
  LullNode *expect;
  GPtrArray *conditions; /**< of ::LullSweepAxis: a key, and the values of it that are in; (owned) */
} LullSweepRegion;

/** A whole sweep. */
typedef struct
{
  GPtrArray *axes;    /**< of ::LullSweepAxis; (owned) */
  GPtrArray *regions; /**< of ::LullSweepRegion; (owned) */
  guint points;
} LullSweepPlan;

/**
 * Reads the sweep of @p document, which @p changes have been made to: a key that an override sets is no
 * longer gone over.
 *
 * @return @transfer{full}, or NULL with a ::LullScenarioError
 */
LullSweepPlan *lull_sweep_plan_new (LullDocument *document, const LullSweepChanges *changes,
                                    GError **error);

/** Frees @p self; NULL is allowed. */
void lull_sweep_plan_free (LullSweepPlan *self);

/** Fails unless each region names values that are gone over, and decides what to expect of some point. */
gboolean lull_sweep_plan_check_regions (const LullSweepPlan *self, GError **error);

/** The place of the value that @p axis has at @p point: the last axis changes with every point. */
guint lull_sweep_plan_get_place (const LullSweepPlan *self, guint axis, guint point);

/** The value that @p axis has at @p point. */
const LullSweepValue *lull_sweep_plan_get_value (const LullSweepPlan *self, guint axis,
                                                 guint point);

/** The region that says what to expect of @p point: the last that it is in; or NULL. */
const LullSweepRegion *lull_sweep_plan_find_region (const LullSweepPlan *self, guint point);

/* Shared by the files that make a plan. */

/** Reads the values of the sweep over @p key from @p node. @return @transfer{full}, or NULL */
LullSweepAxis *lull_sweep_axis_new (LullDocument *document, const LullNode *key, LullNode *node,
                                    GError **error);

/** Reads the values that a region has of @p key: a single one, a range, or a list. @return @transfer{full}, or NULL */
LullSweepAxis *lull_sweep_condition_new (LullDocument *document, const LullNode *key,
                                         LullNode *node, GError **error);

/** Leaves @p node as the only value: one of those that are there if it is the same, else a new one. */
void lull_sweep_axis_fix (LullSweepAxis *self, LullNode *node);

/** Frees @p self; NULL is allowed. */
void lull_sweep_axis_free (LullSweepAxis *self);

/** The value called @p label, or NULL. */
const LullSweepValue *lull_sweep_axis_find (const LullSweepAxis *self, const char *label);

/** The place of @p key among the axes; their number if it is not gone over. */
guint lull_sweep_plan_find_axis (const LullSweepPlan *self, const char *key);

/** Reads `expect-where`, or adds nothing if @p node is NULL. */
gboolean lull_sweep_plan_read_regions (LullSweepPlan *self, LullDocument *document,
                                       const LullNode *node, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullSweepPlan, lull_sweep_plan_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullSweepAxis, lull_sweep_axis_free)

G_END_DECLS
