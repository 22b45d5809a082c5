/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What holds of every story, whatever it tells: what is drawn lies within it, nothing is
 * without words, and no sentence contradicts a step.
 */
#pragma once

#include "lull-story.h"

G_BEGIN_DECLS

/** What is wrong with @p self, or NULL; static text. */
const char *lull_story_find_flaw (const LullStory *self);

G_END_DECLS
