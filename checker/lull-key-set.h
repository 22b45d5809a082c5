/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A set of 64-bit keys, each with the number it was given when it was added: 0, 1, 2, ….
 * Exact: keys are stored whole, in one array in the order of their numbers, which never
 * moves. A table of 32-bit slots finds the number of a key. The table holds nothing that
 * the array does not, so to grow it is to throw it away and fill a larger one: old and
 * new never exist at once.
 *
 *     slot   │ fingerprint │ number + 1 │     0: free     number + 1 all ones: being
 * written
 *
 * The more keys a table is made for, the fewer bits remain for the fingerprint, whose
 * only use is to spare a look at the key. A key's search starts at a cache line and a
 * slot that its hash names, goes round that line, and then on to the next.
 */
#pragma once

#include <stdatomic.h>

#include "lull-crew.h"
#include "lull-region.h"

G_BEGIN_DECLS

/** "Not in the set". */
#define LULL_KEY_NONE G_MAXUINT32

/** "Not in the first line that was looked at, but perhaps behind it". */
#define LULL_KEY_UNSURE (G_MAXUINT32 - 1)

/** Slots in a cache line. */
#define LULL_KEY_LINE 16U

/** Keys there may be for each line: fuller, and the search for what is not there gets
 * long. */
#define LULL_KEY_LINE_LOAD 14U

/** A set holds at most this many keys. */
#define LULL_KEY_COUNT_MAX ((guint64) G_MAXUINT32 - 3)

/**
 * Finding and adding are safe from several threads at once; the functions that make room
 * are not.
 */
typedef struct
{
  LullRegion keys;  /**< of guint64, by number */
  LullRegion table; /**< of slots */
  _Atomic guint32
      count;    /**< of keys; while others add, it may exceed @ref room for a moment */
  guint32 room; /**< keys that fit without growing anything */
  guint32 table_room;  /**< keys that fit into the table */
  guint32 number_mask; /**< bits of a slot that hold the number + 1 */
  guint32 line_count;
  gboolean is_queue; /**< there is no table, and keys are only read by number */
} LullKeySet;

/** An empty set without room; nothing is looked for in it before room was made. */
void lull_key_set_init (LullKeySet *self, LullBudget *budget);

/** An empty queue: keys are appended, read by number, and released from the front. */
void lull_key_set_init_queue (LullKeySet *self, LullBudget *budget);

/** Gives back the memory of the first @p count keys of a queue, or of a little less. */
void lull_key_set_release (LullKeySet *self, guint32 count);

/** The first key of a queue that is still there. */
guint32 lull_key_set_first (const LullKeySet *self);

/** Frees what @p self owns. */
void lull_key_set_clear (LullKeySet *self);

/** The number of keys. */
static inline guint32
lull_key_set_count (const LullKeySet *self)
{
  return atomic_load_explicit (&self->count, memory_order_relaxed);
}

/** The key with number @p number. */
static inline guint64
lull_key_set_key (const LullKeySet *self, guint32 number)
{
  return ((const guint64 *) self->keys.base)[number];
}

/** Scatters a key over 64 bits; a bijection (the finisher of Stafford's "Mix13", as in
 * SplitMix64). */
static inline guint64
lull_key_hash (guint64 key)
{
  key = (key ^ (key >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  key = (key ^ (key >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return key ^ (key >> 31);
}

/** The bytes before the line at which the search for @p hash starts. */
static inline gsize
lull_key_set_offset (const LullKeySet *self, guint64 hash)
{
  return (((hash >> 32) * self->line_count) >> 32) * LULL_KEY_LINE * sizeof (guint32);
}

/** The slots of the line at which the search for @p hash starts. */
static inline _Atomic guint32 *
lull_key_set_line (const LullKeySet *self, guint64 hash)
{
  gpointer line = (guint8 *) self->table.base + lull_key_set_offset (self, hash);

  return line;
}

/** Has that line fetched. */
static inline void
lull_key_set_prefetch (const LullKeySet *self, guint64 hash)
{
  __builtin_prefetch ((const guint8 *) self->table.base +
                      lull_key_set_offset (self, hash));
}

/** Has the key with number @p number fetched. */
static inline void
lull_key_set_prefetch_key (const LullKeySet *self, guint32 number)
{
  __builtin_prefetch ((const guint64 *) self->keys.base + number);
}

/**
 * The number of the first key in the first line that @p hash may stand for, unseen; with
 * the fingerprint agreeing, it nearly always is the one. ::LULL_KEY_NONE if there is none
 * in the whole set, ::LULL_KEY_UNSURE if there is none in that line, which is full.
 */
static inline guint32
lull_key_set_guess (const LullKeySet *self, guint64 hash)
{
  const _Atomic guint32 *line = lull_key_set_line (self, hash);
  guint32 start = (guint32) hash;

  for (guint32 i = 0; i < LULL_KEY_LINE; i++)
    {
      guint32 slot =
          atomic_load_explicit (&line[(start + i) % LULL_KEY_LINE], memory_order_acquire);
      guint32 number = slot & self->number_mask;

      if (slot == 0)
        return LULL_KEY_NONE;
      if (number == self->number_mask)
        break;
      if (((slot ^ (guint32) hash) & ~self->number_mask) == 0)
        return number - 1;
    }
  return LULL_KEY_UNSURE;
}

/** The number of @p key, whose hash is @p hash, or ::LULL_KEY_NONE; while nobody adds. */
guint32 lull_key_set_find (const LullKeySet *self, guint64 key, guint64 hash);

/**
 * The number of @p key, which is added if it is new; while others do the same.
 *
 * @return ::LULL_KEY_NONE if the key is new and there is no room
 */
guint32 lull_key_set_intern (LullKeySet *self, guint64 key, guint64 hash);

/**
 * Makes room for @p more keys beyond those in the set. Where the table has to grow, @p
 * crew fills it anew.
 *
 * @return FALSE if the memory is not there; the set is as it was
 */
gboolean lull_key_set_make_room (LullKeySet *self, guint64 more, LullCrew *crew);

/** Fills the table anew after keys were changed in place. */
void lull_key_set_refill (LullKeySet *self, LullCrew *crew);

/** Forgets all keys but the first @p count; the table is filled anew if there were more.
 */
void lull_key_set_truncate (LullKeySet *self, guint32 count, LullCrew *crew);

/** Writes the key that will have number @p number, which room was made for; it is counted
 * and found once it is added. */
static inline void
lull_key_set_put (LullKeySet *self, guint32 number, guint64 key)
{
  ((guint64 *) self->keys.base)[number] = key;
}

/** Adds the next @p more keys, which are new and were put in their places. @p crew enters
 * them into the table; NULL: the caller alone. */
void lull_key_set_add (LullKeySet *self, guint32 more, LullCrew *crew);

G_END_DECLS
