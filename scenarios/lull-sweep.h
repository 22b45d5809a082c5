/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A scenario file that stands for many scenarios: its `sweep` gives values to some of its keys, and every
 * combination of them is a point, which is a scenario. A file without a sweep is a single point.
 */
#pragma once

#include "lull-scenario.h"

G_BEGIN_DECLS

/** What the command line changes; lives as long as the sweep that is read with it. */
typedef struct
{
  const LullOverride *overrides; /**< a key that one of them sets is no longer gone over */
  gsize override_count;
  const LullOverride *axes; /**< keys to go over as well, or in place of the file's: "workers", "2..4" */
  gsize axis_count;
} LullSweepChanges;

typedef struct LullSweep LullSweep;

/**
 * Reads the scenario file at @p path. The points are not read yet.
 *
 * @return @transfer{full}, or NULL with a ::LullScenarioError
 */
LullSweep *lull_sweep_load (const char *path, const LullSweepChanges *changes, GError **error);

/** The same for a text of @p length bytes; @p path only names it in errors. */
LullSweep *lull_sweep_parse (const char *path, const char *text, gsize length,
                             const LullSweepChanges *changes, GError **error);

/** Frees @p self; NULL is allowed. */
void lull_sweep_free (LullSweep *self);

/** The number of keys it goes over, those with a single value included; 0 for a plain scenario. */
guint lull_sweep_get_axis_count (const LullSweep *self);

/** The key number @p axis, dotted. */
const char *lull_sweep_get_key (const LullSweep *self, guint axis);

/** The number of values of an axis, at least 1. */
guint lull_sweep_get_value_count (const LullSweep *self, guint axis);

/** How people write value number @p value of an axis: its text, or the name that the file gives it. */
const char *lull_sweep_get_label (const LullSweep *self, guint axis, guint value);

/** The number of points, at least 1. */
guint lull_sweep_get_point_count (const LullSweep *self);

/** The number of the value that @p axis has at @p point; the last axis changes with every point. */
guint lull_sweep_get_place (const LullSweep *self, guint point, guint axis);

/**
 * Reads the scenario at @p point. It expects what the last region that it is in says, or else what the
 * file says.
 *
 * @return @transfer{full}, or NULL with an error that names the point
 */
LullScenario *lull_sweep_read_point (const LullSweep *self, guint point, GError **error);

/** Reads the only point. @return @transfer{full}, or NULL with an error, also if there are more */
LullScenario *lull_sweep_read_only (const LullSweep *self, GError **error);

/** Reads every point, and fails where one cannot be read. */
gboolean lull_sweep_check_points (const LullSweep *self, GError **error);

/**
 * What the file sets to no effect, at no point of its own and none of these:
 * "race.yaml:3:16: collectives.tags has no effect: …". Every point can be read.
 *
 * @return @transfer{full} of char *
 */
GPtrArray *lull_sweep_list_notes (const LullSweep *self);

/**
 * The overrides that make the file the scenario at @p point, those of the command line included.
 *
 * @return @transfer{container} of ::LullOverride, whose texts live as long as @p self
 */
GArray *lull_sweep_list_overrides (const LullSweep *self, guint point);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullSweep, lull_sweep_free)

G_END_DECLS
