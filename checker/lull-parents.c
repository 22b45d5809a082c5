/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-parents.h"

#include <stdatomic.h>

#define WORD_BITS 64U

/* Four bytes for each state there may be, or a bit for each as a child and one as a
 * parent. */
#define NUMBERS_BYTES_MAX (G_GUINT64_CONSTANT (1) << 34)
#define BYTES_MAX (G_GUINT64_CONSTANT (1) << 30)

void
lull_parents_init (LullParents *self, LullBudget *budget, gboolean is_ordered)
{
  self->is_ordered = is_ordered;
  lull_region_init (&self->words, budget, MIN (budget->limit_bytes, BYTES_MAX));
  lull_region_init (&self->numbers, budget, MIN (budget->limit_bytes, NUMBERS_BYTES_MAX));
  self->bit_count = 0;
  self->number_count = 0;
}

void
lull_parents_clear (LullParents *self)
{
  lull_region_clear (&self->words);
  lull_region_clear (&self->numbers);
}

gboolean
lull_parents_make_room (LullParents *self, guint32 states, guint32 parents)
{
  guint64 bits = self->bit_count + states + parents;
  guint64 numbers = (guint64) self->number_count + states;

  if (!self->is_ordered)
    return lull_region_commit (&self->numbers, numbers * sizeof (guint32));
  return lull_region_commit (&self->words, (bits / WORD_BITS + 1) * sizeof (guint64));
}

void
lull_parents_write_from (LullParentsWriter *self,
                         LullParents *parents,
                         guint32 states_before,
                         guint32 parents_before)
{
  self->parents = parents;
  self->bit = parents->bit_count + states_before + parents_before;
  self->word = 0;
  self->number = parents->number_count + states_before;
}

/* A word at the border of two runs has ones of both. */
static void
put_word (LullParentsWriter *self)
{
  _Atomic guint64 *words = self->parents->words.base;

  if (self->word != 0)
    atomic_fetch_or_explicit (&words[self->bit / WORD_BITS], self->word,
                              memory_order_relaxed);
  self->word = 0;
}

static void
write_bits (LullParentsWriter *self, guint32 children)
{
  if (self->bit % WORD_BITS + children >= WORD_BITS)
    put_word (self);
  self->bit += children;
  self->word |= G_GUINT64_CONSTANT (1) << (self->bit % WORD_BITS);
  if (self->bit % WORD_BITS == WORD_BITS - 1)
    put_word (self);
  self->bit++;
}

void
lull_parents_write (LullParentsWriter *self, guint32 parent, guint32 children)
{
  guint32 *numbers = self->parents->numbers.base;

  if (self->parents->is_ordered)
    write_bits (self, children);
  else
    for (guint32 i = 0; i < children; i++)
      numbers[self->number++] = parent;
}

void
lull_parents_write_end (LullParentsWriter *self)
{
  put_word (self);
}

void
lull_parents_add (LullParents *self, guint32 states, guint32 parents)
{
  if (self->is_ordered)
    self->bit_count += (guint64) states + parents;
  else
    self->number_count += states;
}

/*
 * Going back through the bits from the 0 of a state, the parent is the number of ones
 * before it. Two counts are kept of the bits before a place: the zeros (children) and the
 * ones (parents).
 */
typedef struct
{
  const guint64 *words;
  guint64 place;
  guint64 zeros;
  guint64 ones;
} Reader;

static guint
ones_in (guint64 word)
{
  return (guint) __builtin_popcountll (word);
}

static void
reader_init (Reader *self, const LullParents *parents)
{
  guint64 whole_words = parents->bit_count / WORD_BITS;
  guint64 rest = parents->bit_count % WORD_BITS;

  self->words = parents->words.base;
  self->place = parents->bit_count;
  self->ones = 0;
  for (guint64 i = 0; i < whole_words; i++)
    self->ones += ones_in (self->words[i]);
  if (rest > 0)
    self->ones += ones_in (self->words[whole_words] << (WORD_BITS - rest));
  self->zeros = self->place - self->ones;
}

static void
step_back_bit (Reader *self)
{
  self->place--;
  if ((self->words[self->place / WORD_BITS] >> (self->place % WORD_BITS) & 1U) != 0)
    self->ones--;
  else
    self->zeros--;
}

/* Goes back to the 0 of child number @p child, which lies before the place. */
static void
go_back_to_child (Reader *self, guint64 child)
{
  g_assert (child < self->zeros);
  while (self->zeros > child)
    {
      if (self->place % WORD_BITS == 0 && self->zeros - child > WORD_BITS)
        {
          guint ones = ones_in (self->words[self->place / WORD_BITS - 1]);

          self->place -= WORD_BITS;
          self->ones -= ones;
          self->zeros -= WORD_BITS - ones;
        }
      else
        step_back_bit (self);
    }
}

static void
reverse (GArray *numbers)
{
  guint32 *data = &g_array_index (numbers, guint32, 0);

  for (guint i = 0, j = numbers->len; i + 1 < j; i++)
    {
      guint32 swapped = data[i];

      j--;
      data[i] = data[j];
      data[j] = swapped;
    }
}

static void
climb_bits (const LullParents *self, guint32 roots, guint32 state, GArray *ancestry)
{
  Reader reader;

  reader_init (&reader, self);
  while (state >= roots)
    {
      go_back_to_child (&reader, state - roots);
      state = (guint32) reader.ones;
      g_array_append_val (ancestry, state);
    }
}

static void
climb_numbers (const LullParents *self, guint32 roots, guint32 state, GArray *ancestry)
{
  while (state >= roots)
    {
      state = ((const guint32 *) self->numbers.base)[state - roots];
      g_array_append_val (ancestry, state);
    }
}

void
lull_parents_get_ancestry (const LullParents *self,
                           guint32 roots,
                           guint32 state,
                           GArray *ancestry)
{
  g_array_set_size (ancestry, 0);
  g_array_append_val (ancestry, state);
  if (self->is_ordered)
    climb_bits (self, roots, state, ancestry);
  else
    climb_numbers (self, roots, state, ancestry);
  reverse (ancestry);
}
