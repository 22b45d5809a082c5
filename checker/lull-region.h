/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Memory that is counted. A *budget* knows how many bytes may be in use and how many are;
 * a *region* is an array that grows in place, charged to a budget as it does. Growing
 * either succeeds or changes nothing: whoever asks decides what a refusal means.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** How much memory a check may use. */
typedef struct
{
  guint64 limit_bytes;
  guint64 used_bytes;
  guint64 peak_bytes;
} LullBudget;

/** Sets the limit; 0 stands for three quarters of what the machine has to give now. */
void lull_budget_init (LullBudget *self, guint64 limit_bytes);

/** The bytes that may still be charged. */
guint64 lull_budget_left (const LullBudget *self);

/**
 * An array that grows in place: its address never changes, so nobody has to be told.
 * Address space is reserved once; memory is taken from the system as the region is
 * committed, in zeroed pages.
 */
typedef struct
{
  LullBudget *budget;
  gpointer base;
  gsize reserved_bytes;
  gsize committed_bytes;
  gsize released_bytes; /**< given back at the beginning of what is committed */
} LullRegion;

/**
 * Reserves address space for @p bytes, or for as much as the system allows.
 *
 * @param budget  what commits are charged to; outlives @p self
 */
void lull_region_init (LullRegion *self, LullBudget *budget, guint64 bytes);

/** Gives everything back. */
void lull_region_clear (LullRegion *self);

/** Makes at least the first @p bytes usable. @return FALSE if the budget or the system
 * has not got them */
gboolean lull_region_commit (LullRegion *self, guint64 bytes);

/** Gives back the first @p bytes, or a little less, which are not used any more. */
void lull_region_release (LullRegion *self, guint64 bytes);

/** Gives back everything that was committed; the address space stays. */
void lull_region_decommit (LullRegion *self);

G_END_DECLS
