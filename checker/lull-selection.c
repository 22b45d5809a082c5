/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-selection.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define WORD_BITS 64U

/* The bits of WORD under MASK, side by side from the lowest on. */
static inline guint64
extract_by_hand (guint64 word, guint64 mask)
{
  guint64 bits = 0;

  for (guint place = 0; mask != 0; mask &= mask - 1, place++)
    bits |= (guint64) ((word & mask & -mask) != 0) << place;
  return bits;
}

/* The lowest of BITS, put where MASK has ones. */
static inline guint64
deposit_by_hand (guint64 bits, guint64 mask)
{
  guint64 word = 0;

  for (; mask != 0; mask &= mask - 1, bits >>= 1)
    word |= (bits & 1) != 0 ? mask & -mask : 0;
  return word;
}

#if defined(__x86_64__)

#define FAST_TARGET __attribute__ ((target ("avx2,bmi,bmi2")))

/* The same in one instruction of the BMI2 set; written so that they can be inlined
 * anywhere. */
static inline guint64
extract_fast (guint64 word, guint64 mask)
{
  guint64 bits;

  __asm__("pextq %2, %1, %0" : "=r"(bits) : "r"(word), "r"(mask));
  return bits;
}

static inline guint64
deposit_fast (guint64 bits, guint64 mask)
{
  guint64 word;

  __asm__("pdepq %2, %1, %0" : "=r"(word) : "r"(bits), "r"(mask));
  return word;
}

/* Which of the words FIRST … FIRST + 3 differ, as four bits. */
FAST_TARGET static inline guint64
compare_four (const guint8 *state, const guint8 *base, guint first)
{
  gsize at = first * sizeof (guint64);
  __m256i ours = _mm256_loadu_si256 ((const __m256i *) (const void *) (state + at));
  __m256i theirs = _mm256_loadu_si256 ((const __m256i *) (const void *) (base + at));
  __m256i equal = _mm256_cmpeq_epi64 (ours, theirs);

  return 0xfU ^ (guint64) _mm256_movemask_pd (_mm256_castsi256_pd (equal));
}

static gboolean
processor_is_fast (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi2");
}

#else

#define FAST_TARGET
#define extract_fast extract_by_hand
#define deposit_fast deposit_by_hand
#define compare_four(state, base, first)                                                 \
  (compare_one (state, base, first) | compare_one (state, base, first + 1) << 1 |        \
   compare_one (state, base, first + 2) << 2 |                                           \
   compare_one (state, base, first + 3) << 3)

static gboolean
processor_is_fast (void)
{
  return FALSE;
}

#endif

/* The first byte of a state is the lowest of its word, on every machine. */
static inline guint64
load_word (const guint8 *state, guint word)
{
  guint64 value;

  memcpy (&value, state + word * sizeof value, sizeof value);
  return GUINT64_FROM_LE (value);
}

static inline void
store_word (guint8 *state, guint word, guint64 value)
{
  value = GUINT64_TO_LE (value);
  memcpy (state + word * sizeof value, &value, sizeof value);
}

static guint
count_ones (guint64 word)
{
  return (guint) __builtin_popcountll (word);
}

/* The lowest COUNT ones of MASK. */
static guint64
lowest_ones (guint64 mask, guint count)
{
  return count >= WORD_BITS
             ? mask
             : deposit_by_hand ((G_GUINT64_CONSTANT (1) << count) - 1, mask);
}

/* Deals the selected bits out evenly: leaves of about the same size have dictionaries of
 * about the same size. */
static void
cut_into_pieces (LullSelection *self)
{
  guint bits = 0, leaf_bits, filled = 0;

  for (guint word = 0; word < self->word_count; word++)
    bits += count_ones (self->masks[word]);
  self->leaf_count = 1;
  while (self->leaf_count * WORD_BITS < bits)
    self->leaf_count *= 2;
  leaf_bits = (bits + self->leaf_count - 1) / self->leaf_count;
  self->piece_count = 0;
  for (guint word = 0; word < self->word_count; word++)
    {
      self->word_starts[word] = self->piece_count;
      for (guint64 mask = self->masks[word]; mask != 0;)
        {
          guint leaf = filled / leaf_bits;
          guint64 taken = lowest_ones (mask, leaf_bits - filled % leaf_bits);

          self->pieces[self->piece_count++] =
              (LullPiece){ taken, word, (guint16) leaf, (guint16) (filled % leaf_bits) };
          filled += count_ones (taken);
          mask &= ~taken;
        }
    }
  self->word_starts[self->word_count] = self->piece_count;
}

void
lull_selection_init (LullSelection *self, gsize state_size)
{
  self->state_size = state_size;
  self->word_count = (guint) ((state_size + sizeof (guint64) - 1) / sizeof (guint64));
  self->masks = g_new (guint64, self->word_count);
  self->rest = g_new0 (guint64, self->word_count);
  /* A leaf ends within a word at most as often as there are leaves, at most one more than
   * words. */
  self->pieces = g_new (LullPiece, 3 * (gsize) self->word_count + 2);
  self->word_starts = g_new (guint, self->word_count + 1);
  self->is_fast = processor_is_fast ();
  for (guint word = 0; word < self->word_count; word++)
    self->masks[word] = G_MAXUINT64;
  if (state_size % sizeof (guint64) != 0)
    self->masks[self->word_count - 1] >>= WORD_BITS - 8 * (state_size % sizeof (guint64));
  cut_into_pieces (self);
}

void
lull_selection_clear (LullSelection *self)
{
  g_free (self->masks);
  g_free (self->rest);
  g_free (self->pieces);
  g_free (self->word_starts);
}

void
lull_selection_choose (LullSelection *self, const guint64 *masks, const guint8 *state)
{
  for (guint word = 0; word < self->word_count; word++)
    {
      self->masks[word] = masks[word];
      self->rest[word] = load_word (state, word) & ~masks[word];
    }
  cut_into_pieces (self);
}

void
lull_selection_note (const LullSelection *self,
                     const guint8 *state,
                     const guint8 *base,
                     guint64 *masks)
{
  for (guint word = 0; word < self->word_count; word++)
    masks[word] |= load_word (state, word) ^ load_word (base, word);
}

typedef guint64 (*Extract) (guint64 word, guint64 mask);

/* Puts the selected bits of one word where they belong; inlined with EXTRACT known. */
static inline void
pack_word (const LullSelection *self,
           guint word,
           guint64 value,
           guint64 *leaves,
           Extract extract)
{
  const LullPiece *piece = self->pieces + self->word_starts[word];
  const LullPiece *end = self->pieces + self->word_starts[word + 1];

  for (; piece < end; piece++)
    leaves[piece->leaf] |= extract (value, piece->mask) << piece->shift;
}

gboolean
lull_selection_pack (const LullSelection *self, const guint8 *state, guint64 *leaves)
{
  guint64 spilled = 0;

  memset (leaves, 0, self->leaf_count * sizeof *leaves);
  for (guint word = 0; word < self->word_count; word++)
    {
      guint64 value = load_word (state, word);

      spilled |= (value ^ self->rest[word]) & ~self->masks[word];
      pack_word (self, word, value, leaves, extract_by_hand);
    }
  return spilled == 0;
}

static inline guint64
compare_one (const guint8 *state, const guint8 *base, guint word)
{
  return load_word (state, word) != load_word (base, word);
}

/* Packs what CHANGED says of the words from FIRST on, and returns what of it was not
 * selected. */
static inline guint64
pack_changed_words (const LullSelection *self,
                    const guint8 *state,
                    const guint8 *base,
                    guint first,
                    guint64 changed,
                    guint64 *changes,
                    Extract extract)
{
  guint64 spilled = 0;

  for (; changed != 0; changed &= changed - 1)
    {
      guint word = first + (guint) __builtin_ctzll (changed);
      guint64 change = load_word (state, word) ^ load_word (base, word);

      spilled |= change & ~self->masks[word];
      pack_word (self, word, change, changes, extract);
    }
  return spilled;
}

static gboolean
pack_change_by_hand (const LullSelection *self,
                     const guint8 *state,
                     const guint8 *base,
                     guint64 *changes)
{
  guint64 spilled = 0;

  memset (changes, 0, self->leaf_count * sizeof *changes);
  for (guint word = 0; word < self->word_count; word++)
    spilled |=
        pack_changed_words (self, state, base, word, compare_one (state, base, word),
                            changes, extract_by_hand);
  return spilled == 0;
}

/* A step changes few words: finding them takes no branch that depends on which. */
FAST_TARGET static gboolean
pack_change_fast (const LullSelection *self,
                  const guint8 *state,
                  const guint8 *base,
                  guint64 *changes)
{
  guint64 spilled = 0;

  for (guint leaf = 0; leaf < self->leaf_count; leaf++)
    changes[leaf] = 0;
  for (guint first = 0; first < self->word_count; first += WORD_BITS)
    {
      guint count = MIN (WORD_BITS, self->word_count - first);
      guint64 changed = 0;
      guint i = 0;

      for (; i + 4 <= count; i += 4)
        changed |= compare_four (state, base, first + i) << i;
      for (; i < count; i++)
        changed |= compare_one (state, base, first + i) << i;
      spilled |=
          pack_changed_words (self, state, base, first, changed, changes, extract_fast);
    }
  return spilled == 0;
}

gboolean
lull_selection_pack_change (const LullSelection *self,
                            const guint8 *state,
                            const guint8 *base,
                            guint64 *changes)
{
  return self->is_fast ? pack_change_fast (self, state, base, changes)
                       : pack_change_by_hand (self, state, base, changes);
}

typedef guint64 (*Deposit) (guint64 bits, guint64 mask);

/* Word by word: the bits that never vary, and those of its pieces; inlined with DEPOSIT
 * known. */
static inline void
unpack (const LullSelection *self, const guint64 *leaves, guint8 *state, Deposit deposit)
{
  const LullPiece *piece = self->pieces;

  for (guint word = 0; word < self->word_count; word++)
    {
      const LullPiece *end = self->pieces + self->word_starts[word + 1];
      guint64 value = self->rest[word];

      for (; piece < end; piece++)
        value |= deposit (leaves[piece->leaf] >> piece->shift, piece->mask);
      store_word (state, word, value);
    }
}

FAST_TARGET static void
unpack_fast (const LullSelection *self, const guint64 *leaves, guint8 *state)
{
  unpack (self, leaves, state, deposit_fast);
}

void
lull_selection_unpack (const LullSelection *self, const guint64 *leaves, guint8 *state)
{
  if (self->is_fast)
    unpack_fast (self, leaves, state);
  else
    unpack (self, leaves, state, deposit_by_hand);
}
