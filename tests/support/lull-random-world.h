/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Random worlds over everything the real world can do: every protocol, shipped and
 * broken, with every option, a forest or any work, with and without a listener.
 */
#pragma once

#include "lull-random-scenario.h"
#include "lull-twin-world.h"

G_BEGIN_DECLS

/** A world and its description in one line; a value. */
typedef struct
{
  LullWorld *world; /**< (owned) */
  char *text;       /**< (owned) */
  gboolean any;     /**< its work is any work */
  gboolean ordered; /**< its links or its pools keep order */
} LullRandomWorld;

/** A protocol has at most this many options. */
#define LULL_RANDOM_OPTIONS_MAX 16U

/** Draws a value for each option of @p protocol, and appends them to @p text. */
void lull_random_options_draw (LullSplitMix *numbers,
                               const LullProtocol *protocol,
                               gint *options,
                               GString *text);

/** What worlds to draw from. */
typedef struct
{
  guint workers_max;
  const LullProtocol *const
      *protocols;           /**< ended by NULL; NULL: all, shipped and broken */
  guint extras;             /**< ::LullTwinExtras that every world has */
  gboolean tame;            /**< nothing that no protocol promises to stand */
  const LullRounds *rounds; /**< how every world carries rounds; NULL: in one step */
} LullRandomRange;

/** Draws a world from @p range, with no idea how large its graph is. */
void lull_random_world_draw_within (LullRandomWorld *self,
                                    LullSplitMix *numbers,
                                    const LullRandomRange *range);

/** Draws a world of up to @p workers_max workers, with no idea how large its graph is. */
void
lull_random_world_draw (LullRandomWorld *self, LullSplitMix *numbers, guint workers_max);

/** … and without parts, for which reductions step aside. */
void lull_random_world_draw_plain (LullRandomWorld *self,
                                   LullSplitMix *numbers,
                                   guint workers_max);

/** Frees what @p self owns. */
void lull_random_world_clear (LullRandomWorld *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullRandomWorld, lull_random_world_clear)

G_END_DECLS
