/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-key-set.h"

/* A POSIX mutex, since the thread sanitizer cannot see GLib's. */
#include <pthread.h>
#include <sched.h>

#define LINE_BYTES (LULL_KEY_LINE * sizeof (guint32))

/* Lines in a page of memory, the smallest there is. */
#define PAGE_LINES (4096U / LINE_BYTES)

/* Below this many lines a table grows by more; above, memory matters more than the time
 * to fill it anew. */
#define GENEROUS_LINES_MAX ((guint64) 1 << 19)

/* Address space is plentiful, memory is not: a region is reserved for all that may ever
 * be needed. */
static void
init (LullKeySet *self, LullBudget *budget, guint64 count_max, gboolean is_queue)
{
  guint64 table_bytes_max =
      is_queue ? 0 : MIN (budget->limit_bytes, 2 * count_max * sizeof (guint32));

  lull_region_init (&self->keys, budget, count_max * sizeof (guint64));
  lull_region_init (&self->table, budget, table_bytes_max);
  atomic_init (&self->count, 0);
  self->room = 0;
  self->table_room = 0;
  self->number_mask = 0;
  self->line_count = 0;
  self->is_queue = is_queue;
}

void
lull_key_set_init (LullKeySet *self, LullBudget *budget)
{
  init (self, budget, MIN (LULL_KEY_COUNT_MAX, budget->limit_bytes / sizeof (guint64)),
        FALSE);
}

void
lull_key_set_init_queue (LullKeySet *self, LullBudget *budget)
{
  /* What is released makes room for more keys than fit at once. */
  init (self, budget, MIN (LULL_KEY_COUNT_MAX, budget->limit_bytes), TRUE);
  self->table_room = (guint32) LULL_KEY_COUNT_MAX;
}

void
lull_key_set_release (LullKeySet *self, guint32 count)
{
  g_assert (self->is_queue);
  lull_region_release (&self->keys, (guint64) count * sizeof (guint64));
}

guint32
lull_key_set_first (const LullKeySet *self)
{
  return (guint32) (self->keys.released_bytes / sizeof (guint64));
}

void
lull_key_set_clear (LullKeySet *self)
{
  lull_region_clear (&self->keys);
  lull_region_clear (&self->table);
}

static inline _Atomic guint32 *
next_line (const LullKeySet *self, _Atomic guint32 *line)
{
  _Atomic guint32 *first = self->table.base;
  _Atomic guint32 *next = line + LULL_KEY_LINE;

  return next == first + (gsize) self->line_count * LULL_KEY_LINE ? first : next;
}

/* Waits until a slot that another thread is writing is written. */
static guint32
wait_for_slot (_Atomic guint32 *place, guint32 number_mask)
{
  guint32 slot;

  do
    {
      sched_yield ();
      slot = atomic_load_explicit (place, memory_order_acquire);
    }
  while ((slot & number_mask) == number_mask);
  return slot;
}

static inline gboolean
slot_holds (const LullKeySet *self, guint32 slot, guint64 key, guint64 hash)
{
  return ((slot ^ (guint32) hash) & ~self->number_mask) == 0 &&
         lull_key_set_key (self, (slot & self->number_mask) - 1) == key;
}

guint32
lull_key_set_find (const LullKeySet *self, guint64 key, guint64 hash)
{
  _Atomic guint32 *line = lull_key_set_line (self, hash);
  guint32 start = (guint32) hash;

  for (;; line = next_line (self, line))
    for (guint32 i = 0; i < LULL_KEY_LINE; i++)
      {
        guint32 slot = atomic_load_explicit (&line[(start + i) % LULL_KEY_LINE],
                                             memory_order_acquire);

        if (slot == 0)
          return LULL_KEY_NONE;
        if (slot_holds (self, slot, key, hash))
          return (slot & self->number_mask) - 1;
      }
}

/* The slot is ours and marked as being written: gives the key the next number, or frees
 * the slot. */
static guint32
fill_slot (LullKeySet *self, _Atomic guint32 *place, guint64 key, guint64 hash)
{
  guint32 number = atomic_fetch_add_explicit (&self->count, 1, memory_order_relaxed);

  if (number >= self->room)
    {
      atomic_fetch_sub_explicit (&self->count, 1, memory_order_relaxed);
      atomic_store_explicit (place, 0, memory_order_release);
      return LULL_KEY_NONE;
    }
  ((guint64 *) self->keys.base)[number] = key;
  atomic_store_explicit (place, ((guint32) hash & ~self->number_mask) | (number + 1),
                         memory_order_release);
  return number;
}

guint32
lull_key_set_intern (LullKeySet *self, guint64 key, guint64 hash)
{
  _Atomic guint32 *line = lull_key_set_line (self, hash);
  guint32 start = (guint32) hash;

  for (;; line = next_line (self, line))
    for (guint32 i = 0; i < LULL_KEY_LINE; i++)
      {
        _Atomic guint32 *place = &line[(start + i) % LULL_KEY_LINE];
        guint32 slot = atomic_load_explicit (place, memory_order_acquire);

        while (slot == 0 || (slot & self->number_mask) == self->number_mask)
          if (slot != 0)
            slot = wait_for_slot (place, self->number_mask);
          else if (atomic_compare_exchange_strong_explicit (
                       place, &slot, self->number_mask, memory_order_acquire,
                       memory_order_acquire))
            return fill_slot (self, place, key, hash);
        if (slot_holds (self, slot, key, hash))
          return (slot & self->number_mask) - 1;
      }
}

/*
 * Keys are entered by a crew, of which each member has a part of the table to itself: it
 * goes through all keys and enters those whose search starts in its part. So nobody waits
 * for anybody, and no line goes to and fro. Keys that find their line and all behind it,
 * to the end of the part, full are *strays*, and entered when the others are done.
 */
typedef struct
{
  LullKeySet *set;
  guint32 first, end; /* the keys to enter */
  gboolean is_fresh;  /* the table's memory was never touched */
  pthread_mutex_t mutex;
  GArray *strays; /* of guint32: their numbers */
} Entering;

/* The lines of one member: those before @p end, from @p first on. */
typedef struct
{
  guint32 first, end;
} Part;

static Part
part_of (const LullKeySet *self, guint member, guint size)
{
  guint64 line_count = self->line_count;

  return (Part){ (guint32) (line_count * member / size),
                 (guint32) (line_count * (member + 1) / size) };
}

/* The first time a page is written it is given to us, zeroed. Were it read first, it
 * would be the page that all zeros share, and be taken back again for the first write. */
static void
touch_part (LullKeySet *self, const Part *part)
{
  _Atomic guint32 *slots = self->table.base;

  for (gsize line = part->first; line < part->end; line += PAGE_LINES)
    atomic_store_explicit (&slots[line * LULL_KEY_LINE], 0, memory_order_relaxed);
}

static inline guint32
line_of (const LullKeySet *self, guint64 hash)
{
  return (guint32) (lull_key_set_offset (self, hash) / LINE_BYTES);
}

/* Puts a key into the first free slot from its line on, before @p line_end. @return FALSE
 * if there is none */
static gboolean
enter_key (LullKeySet *self, guint32 number, guint64 hash, guint32 line, guint32 line_end)
{
  guint32 slot = ((guint32) hash & ~self->number_mask) | (number + 1);
  guint32 start = (guint32) hash;

  for (; line < line_end; line++)
    for (guint32 i = 0; i < LULL_KEY_LINE; i++)
      {
        _Atomic guint32 *place = (_Atomic guint32 *) self->table.base +
                                 (gsize) line * LULL_KEY_LINE +
                                 (start + i) % LULL_KEY_LINE;

        if (atomic_load_explicit (place, memory_order_relaxed) == 0)
          {
            atomic_store_explicit (place, slot, memory_order_relaxed);
            return TRUE;
          }
      }
  return FALSE;
}

static void
note_stray (Entering *self, guint32 number)
{
  pthread_mutex_lock (&self->mutex);
  if (self->strays == NULL)
    self->strays = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->strays, number);
  pthread_mutex_unlock (&self->mutex);
}

/* Keys whose cache lines are fetched at the same time. */
#define ENTER_BATCH 32U

/* Keys of one part of the table. */
typedef struct
{
  guint32 numbers[ENTER_BATCH];
  guint64 hashes[ENTER_BATCH];
  guint32 count;
} Batch;

static void
enter_batch (Entering *self, Batch *batch, guint32 line_end)
{
  LullKeySet *set = self->set;

  for (guint32 i = 0; i < batch->count; i++)
    lull_key_set_prefetch (set, batch->hashes[i]);
  for (guint32 i = 0; i < batch->count; i++)
    if (!enter_key (set, batch->numbers[i], batch->hashes[i],
                    line_of (set, batch->hashes[i]), line_end))
      note_stray (self, batch->numbers[i]);
  batch->count = 0;
}

static void
enter_part (guint member, guint size, gpointer data)
{
  Entering *self = data;
  const LullKeySet *set = self->set;
  Part part = part_of (set, member, size);
  Batch batch = { .count = 0 };

  if (self->is_fresh)
    touch_part (self->set, &part);
  for (guint32 i = self->first; i < self->end; i++)
    {
      guint64 hash = lull_key_hash (lull_key_set_key (set, i));

      /* Written for every key, kept if it is ours: no branch to mispredict. */
      batch.numbers[batch.count] = i;
      batch.hashes[batch.count] = hash;
      batch.count += line_of (set, hash) - part.first < part.end - part.first ? 1 : 0;
      if (batch.count == ENTER_BATCH)
        enter_batch (self, &batch, part.end);
    }
  enter_batch (self, &batch, part.end);
}

/* Goes round the table once, at most. */
static void
enter_stray (LullKeySet *self, guint32 number)
{
  guint64 hash = lull_key_hash (lull_key_set_key (self, number));

  if (!enter_key (self, number, hash, line_of (self, hash), self->line_count) &&
      !enter_key (self, number, hash, 0, self->line_count))
    g_error ("a table that was made large enough is full");
}

/* Enters keys FIRST … END - 1. */
static void
enter_keys (
    LullKeySet *self, guint32 first, guint32 end, gboolean is_fresh, LullCrew *crew)
{
  Entering entering = { .set = self, .first = first, .end = end, .is_fresh = is_fresh };

  pthread_mutex_init (&entering.mutex, NULL);
  lull_crew_run (crew, enter_part, &entering);
  pthread_mutex_destroy (&entering.mutex);
  if (entering.strays == NULL)
    return;
  for (guint i = 0; i < entering.strays->len; i++)
    enter_stray (self, g_array_index (entering.strays, guint32, i));
  g_array_free (entering.strays, TRUE);
}

void
lull_key_set_add (LullKeySet *self, guint32 more, LullCrew *crew)
{
  guint32 count = lull_key_set_count (self);

  atomic_store_explicit (&self->count, count + more, memory_order_relaxed);
  if (!self->is_queue)
    enter_keys (self, count, count + more, FALSE, crew);
}

static guint32
line_count_for (guint64 key_count)
{
  return (guint32) ((key_count + LULL_KEY_LINE_LOAD - 1) / LULL_KEY_LINE_LOAD);
}

/* A fresh table of @p line_count lines; the old one is gone. */
static gboolean
replace_table (LullKeySet *self, guint32 line_count, LullCrew *crew)
{
  lull_region_decommit (&self->table);
  if (!lull_region_commit (&self->table, (guint64) line_count * LINE_BYTES))
    return FALSE;
  self->line_count = line_count;
  self->table_room =
      (guint32) MIN ((guint64) line_count * LULL_KEY_LINE_LOAD, LULL_KEY_COUNT_MAX);
  self->number_mask =
      (guint32) ((G_GUINT64_CONSTANT (1) << g_bit_storage (self->table_room + 1UL)) - 1);
  enter_keys (self, 0, lull_key_set_count (self), TRUE, crew);
  return TRUE;
}

/*
 * How large the next table should be for @p key_count keys at least: larger by a factor,
 * but not so large that no memory is left for the keys it is made for. The last table
 * before memory runs out then has just the size at which keys and table fill it together.
 * 0: there is no such size.
 */
static guint32
next_line_count (const LullKeySet *self, guint64 key_count)
{
  guint64 line_count = self->line_count;
  guint64 line_cost = LINE_BYTES + LULL_KEY_LINE_LOAD * (sizeof (guint64) + 1);
  guint64 bytes = lull_budget_left (self->table.budget) + self->table.committed_bytes +
                  self->keys.committed_bytes;
  guint64 affordable = MIN (bytes / line_cost, line_count_for (LULL_KEY_COUNT_MAX));
  guint64 wanted = line_count < GENEROUS_LINES_MAX ? 2 * line_count : line_count / 5 * 7;
  guint64 needed = line_count_for (key_count);
  guint64 chosen = MIN (MAX (wanted, needed), affordable);

  return chosen >= needed ? (guint32) chosen : 0;
}

static gboolean
grow_table (LullKeySet *self, guint64 key_count, LullCrew *crew)
{
  guint32 old_line_count = self->line_count;
  guint32 new_line_count = next_line_count (self, key_count);

  /* Filling a table anew for a few keys more is not worth it. */
  if (new_line_count < (guint64) old_line_count + old_line_count / 32 + 1)
    return FALSE;
  if (replace_table (self, new_line_count, crew))
    return TRUE;
  if (!replace_table (self, old_line_count, crew))
    g_error ("memory that was given back a moment ago is not to be had again");
  return FALSE;
}

gboolean
lull_key_set_make_room (LullKeySet *self, guint64 more, LullCrew *crew)
{
  guint64 needed = lull_key_set_count (self) + more;

  if (needed <= self->room)
    return TRUE;
  if (needed > LULL_KEY_COUNT_MAX)
    return FALSE;
  if (needed > self->table_room && !grow_table (self, needed, crew))
    return FALSE;
  if (!lull_region_commit (&self->keys, needed * sizeof (guint64)))
    return FALSE;
  self->room =
      (guint32) MIN (self->table_room, self->keys.committed_bytes / sizeof (guint64));
  return TRUE;
}

void
lull_key_set_refill (LullKeySet *self, LullCrew *crew)
{
  if (!self->is_queue && !replace_table (self, self->line_count, crew))
    g_error ("memory that was given back a moment ago is not to be had again");
}

void
lull_key_set_truncate (LullKeySet *self, guint32 count, LullCrew *crew)
{
  if (lull_key_set_count (self) == count)
    return;
  g_assert (lull_key_set_count (self) > count);
  atomic_store_explicit (&self->count, count, memory_order_relaxed);
  lull_key_set_refill (self, crew);
}
