/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Threads that do the same job side by side and wait for one another: fork and join, many
 * times over, without making threads anew. A crew of one is the caller alone and takes no
 * lock; so is NULL, where there is too little to do for more.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct LullCrew LullCrew;

/** A job: called once for each member @p member, 0 … size-1, of the crew. */
typedef void (*LullJob) (guint member, guint size, gpointer data);

/** A crew of the caller and @p size - 1 threads. @return @transfer{full} */
LullCrew *lull_crew_new (guint size);

/** Ends the threads; NULL is allowed. */
void lull_crew_free (LullCrew *self);

/** How many take part. */
guint lull_crew_size (const LullCrew *self);

/** Has every member do @p job and returns when all have. The caller is member 0. */
void lull_crew_run (LullCrew *self, LullJob job, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullCrew, lull_crew_free)

G_END_DECLS
