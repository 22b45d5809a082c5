/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-parents.h"

#define WORD_BITS 64U

/* A bit for each state there may be, once as a child and once as a parent. */
#define BYTES_MAX (G_GUINT64_CONSTANT (1) << 30)

void
lull_parents_init (LullParents *self, LullBudget *budget)
{
  lull_region_init (&self->words, budget, MIN (budget->limit_bytes, BYTES_MAX));
  self->bit_count = 0;
}

void
lull_parents_clear (LullParents *self)
{
  lull_region_clear (&self->words);
}

gboolean
lull_parents_make_room (LullParents *self, guint64 bits)
{
  guint64 words = (self->bit_count + bits) / WORD_BITS + 1;

  return lull_region_commit (&self->words, words * sizeof (guint64));
}

void
lull_parents_append (LullParents *self, guint64 children)
{
  guint64 *words = self->words.base;
  guint64 bit = self->bit_count + children;

  words[bit / WORD_BITS] |= G_GUINT64_CONSTANT (1) << (bit % WORD_BITS);
  self->bit_count = bit + 1;
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

void
lull_parents_get_ancestry (const LullParents *self,
                           guint32 roots,
                           guint32 state,
                           GArray *ancestry)
{
  Reader reader;

  g_array_set_size (ancestry, 0);
  g_array_append_val (ancestry, state);
  reader_init (&reader, self);
  while (state >= roots)
    {
      go_back_to_child (&reader, state - roots);
      state = (guint32) reader.ones;
      g_array_append_val (ancestry, state);
    }
  reverse (ancestry);
}
