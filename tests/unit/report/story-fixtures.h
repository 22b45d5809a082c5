/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Stories written by hand, as the world would tell them, and random ones, for the tests
 * of the reports.
 */
#pragma once

#include "lull-story.h"

G_BEGIN_DECLS

/** A fixture by name. */
typedef struct
{
  const char *name;
  LullStory *(*make) (void); /**< @transfer{full} */
} LullStoryFixture;

/** All hand-made stories, ended by an entry without name. */
extern const LullStoryFixture lull_story_fixtures[];

/** The race of two workers and two calls. @return @transfer{full} */
LullStory *lull_fixture_race (void);

/** A livelock: a lasso. @return @transfer{full} */
LullStory *lull_fixture_lasso (void);

/** A run on a clock. @return @transfer{full} */
LullStory *lull_fixture_clocked (void);

/**
 * A story that follows the rules of stories and no others: the number of lanes and steps,
 * what is sent, runs and is marked, and how long the labels are, are drawn from @p seed.
 *
 * @return @transfer{full}
 */
LullStory *lull_fixture_random (guint64 seed);

G_END_DECLS
