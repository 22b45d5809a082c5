/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-sketch.h"

#include <string.h>

#define LINE_BYTES 64U
#define LINE_BITS 512U

/* A line of hash compaction. The last byte is the number of states; five bytes make a
 * state. */
#define LINE_STATES 12U
#define STATE_BYTES 5U
#define COUNT_PLACE (LINE_BYTES - 1)
#define STATE_MASK G_GUINT64_CONSTANT (0xffffffffff)

/* Bits set for a state in bitstate hashing. */
#define STATE_BITS 3U

/* The rest of the memory is for the states that wait to be expanded. A line is found by
 * 32 bits. */
static guint64
line_count_for (LullStorage storage, guint64 bytes)
{
  guint64 share = storage == LULL_STORAGE_HASHES ? bytes / 4 * 3 : bytes / 2;

  return CLAMP (share / LINE_BYTES, 1, G_MAXUINT32);
}

gboolean
lull_sketch_init (LullSketch *self, LullStorage storage, LullBudget *budget)
{
  self->storage = storage;
  self->line_count = line_count_for (storage, lull_budget_left (budget));
  self->state_count = 0;
  /* Nearly full lines make for long searches; beyond two states a byte more than half of
   * the bits are set, and many a new state is taken for another. */
  self->state_max =
      self->line_count *
      (storage == LULL_STORAGE_HASHES ? LINE_STATES * 9 / 10 : LINE_BYTES * 2);
  self->omissions = 0.0;
  lull_region_init (&self->lines, budget, self->line_count * LINE_BYTES);
  return lull_region_commit (&self->lines, self->line_count * LINE_BYTES);
}

void
lull_sketch_clear (LullSketch *self)
{
  lull_region_clear (&self->lines);
}

static guint8 *
line_at (const LullSketch *self, guint64 number)
{
  return (guint8 *) self->lines.base + number * LINE_BYTES;
}

/* The last state's eight bytes end with the count, which the mask takes away. */
static guint64
load_state (const guint8 *line, guint place)
{
  guint64 bytes;

  memcpy (&bytes, line + (gsize) place * STATE_BYTES, sizeof bytes);
  return GUINT64_FROM_LE (bytes) & STATE_MASK;
}

static void
store_state (guint8 *line, guint place, guint64 state)
{
  guint64 bytes = GUINT64_TO_LE (state);

  memcpy (line + (gsize) place * STATE_BYTES, &bytes, STATE_BYTES);
}

/*
 * Compares a state with those in the lines where it could be. Counts the comparisons, and
 * leaves the number of the line that has a place for it.
 */
static gboolean
find_state (const LullSketch *self,
            XXH128_hash_t hash,
            guint64 *line_number,
            guint64 *compared)
{
  guint64 state = hash.low64 & STATE_MASK;

  *compared = 0;
  for (*line_number = lull_sketch_line (self, hash);;)
    {
      const guint8 *line = line_at (self, *line_number);

      for (guint place = 0; place < line[COUNT_PLACE]; place++)
        if (load_state (line, place) == state)
          return TRUE;
      *compared += line[COUNT_PLACE];
      if (line[COUNT_PLACE] < LINE_STATES)
        return FALSE;
      *line_number = *line_number + 1 == self->line_count ? 0 : *line_number + 1;
    }
}

/* Nine bits of the hash name each bit. */
static guint
bit_number (XXH128_hash_t hash, guint i)
{
  return (guint) (hash.low64 >> (9 * i)) % LINE_BITS;
}

static gboolean
has_bits (const guint8 *line, XXH128_hash_t hash)
{
  for (guint i = 0; i < STATE_BITS; i++)
    if ((line[bit_number (hash, i) / 8] >> (bit_number (hash, i) % 8) & 1) == 0)
      return FALSE;
  return TRUE;
}

gboolean
lull_sketch_has (const LullSketch *self, XXH128_hash_t hash)
{
  guint64 line_number, compared;

  if (self->storage == LULL_STORAGE_BITS)
    return has_bits (line_at (self, lull_sketch_line (self, hash)), hash);
  return find_state (self, hash, &line_number, &compared);
}

/* The part of a line's bits that are set. */
static double
fill_of (const guint8 *line)
{
  guint count = 0;

  for (guint i = 0; i < LINE_BYTES; i += sizeof (guint64))
    {
      guint64 word;

      memcpy (&word, line + i, sizeof word);
      count += (guint) __builtin_popcountll (word);
    }
  return (double) count / LINE_BITS;
}

static void
add_bits (LullSketch *self, XXH128_hash_t hash)
{
  guint8 *line = line_at (self, lull_sketch_line (self, hash));
  double fill = fill_of (line);

  self->omissions += fill * fill * fill;
  for (guint i = 0; i < STATE_BITS; i++)
    line[bit_number (hash, i) / 8] |= (guint8) (1U << (bit_number (hash, i) % 8));
}

static void
add_hash (LullSketch *self, XXH128_hash_t hash)
{
  guint64 line_number, compared;
  guint8 *line;

  /* Two states of one block may agree: both were new when they were looked up. */
  if (find_state (self, hash, &line_number, &compared))
    return;
  self->omissions += (double) compared / (double) (STATE_MASK + 1);
  line = line_at (self, line_number);
  store_state (line, line[COUNT_PLACE], hash.low64 & STATE_MASK);
  line[COUNT_PLACE]++;
}

void
lull_sketch_add (LullSketch *self, XXH128_hash_t hash)
{
  g_assert (self->state_count < self->state_max);
  self->state_count++;
  if (self->storage == LULL_STORAGE_BITS)
    add_bits (self, hash);
  else
    add_hash (self, hash);
}

double
lull_sketch_omission (const LullSketch *self)
{
  return MIN (self->omissions, 1.0);
}
