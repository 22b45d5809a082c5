/* SPDX-License-Identifier: Apache-2.0 */
/* States packed into the bits that vary come back as they were, by either road. */
#include "lull-selection.h"

#include "lull-test.h"

#include <string.h>

#define SIZE_MAX_TESTED 150U
#define ROOM (SIZE_MAX_TESTED + 16U)

static guint64 random_state;

static guint64
draw (void)
{
  random_state = random_state * G_GUINT64_CONSTANT (6364136223846793005) +
                 G_GUINT64_CONSTANT (1442695040888963407);
  return random_state >> 16;
}

/* A selection of some bits of states of SIZE bytes, and a state whose other bits are the
 * rest. */
static void
choose_some (LullSelection *selection, gsize size, guint8 *base, guint64 *masks)
{
  lull_selection_init (selection, size);
  memset (base, 0, ROOM);
  for (gsize i = 0; i < size; i++)
    base[i] = (guint8) draw ();
  for (guint word = 0; word < selection->word_count; word++)
    masks[word] = selection->masks[word] & draw () & (draw () << 32 | draw ());
  lull_selection_choose (selection, masks, base);
}

/* Changes some of the selected bits of some words. */
static void
vary (const LullSelection *selection, guint8 *state)
{
  for (guint i = 0; i < 3; i++)
    {
      guint word = (guint) (draw () % selection->word_count);
      guint64 value;

      memcpy (&value, state + word * sizeof value, sizeof value);
      value ^= (draw () << 32 | draw ()) & selection->masks[word];
      memcpy (state + word * sizeof value, &value, sizeof value);
    }
}

static void
check_round_trip (const LullSelection *selection, const guint8 *base)
{
  guint8 state[ROOM] = { 0 }, unpacked[ROOM] = { 0 };
  guint64 whole[64], base_leaves[64], change[64];

  memcpy (state, base, ROOM);
  vary (selection, state);
  CU_ASSERT_TRUE (lull_selection_pack (selection, state, whole));
  lull_selection_unpack (selection, whole, unpacked);
  CU_ASSERT_EQUAL (memcmp (state, unpacked, selection->state_size), 0);
  CU_ASSERT_TRUE (lull_selection_pack (selection, base, base_leaves));
  CU_ASSERT_TRUE (lull_selection_pack_change (selection, state, base, change));
  for (guint leaf = 0; leaf < selection->leaf_count; leaf++)
    CU_ASSERT_EQUAL (base_leaves[leaf] ^ change[leaf], whole[leaf]);
}

static void
with_every_size (gboolean is_fast)
{
  random_state = lull_test_seed ();
  for (gsize size = 1; size <= SIZE_MAX_TESTED; size++)
    for (guint round = 0; round < 20; round++)
      {
        LullSelection selection;
        guint64 masks[32];
        guint8 base[ROOM];

        choose_some (&selection, size, base, masks);
        selection.is_fast = selection.is_fast && is_fast;
        check_round_trip (&selection, base);
        lull_selection_clear (&selection);
      }
}

static void
states_come_back_by_hand (void)
{
  with_every_size (FALSE);
}

static void
states_come_back_by_the_processor (void)
{
  with_every_size (TRUE);
}

static void
a_bit_that_was_not_selected_spills (void)
{
  random_state = lull_test_seed ();
  for (gsize size = 1; size <= SIZE_MAX_TESTED; size++)
    {
      LullSelection selection;
      guint64 masks[32], leaves[64], spill[32] = { 0 };
      guint8 base[ROOM], state[ROOM];
      gsize bit;

      choose_some (&selection, size, base, masks);
      memcpy (state, base, ROOM);
      bit = draw () % (8 * size);
      state[bit / 8] ^= (guint8) (1U << bit % 8);
      lull_selection_note (&selection, state, base, spill);
      CU_ASSERT_EQUAL (spill[bit / 64],
                       GUINT64_TO_LE (G_GUINT64_CONSTANT (1) << bit % 64));
      CU_ASSERT_EQUAL (lull_selection_pack (&selection, state, leaves) != FALSE,
                       (masks[bit / 64] >> bit % 64 & 1) != 0);
      CU_ASSERT_EQUAL (lull_selection_pack_change (&selection, state, base, leaves) !=
                           FALSE,
                       (masks[bit / 64] >> bit % 64 & 1) != 0);
      lull_selection_clear (&selection);
    }
}

static void
few_bits_need_one_leaf (void)
{
  LullSelection selection;
  guint8 base[ROOM] = { 0 };
  guint64 masks[32] = { 0 };

  masks[0] = 0xff;
  masks[11] = 0x3;
  lull_selection_init (&selection, 100);
  CU_ASSERT_EQUAL (selection.leaf_count, 16);
  lull_selection_choose (&selection, masks, base);
  CU_ASSERT_EQUAL (selection.leaf_count, 1);
  CU_ASSERT_EQUAL (selection.piece_count, 2);
  lull_selection_clear (&selection);
}

static CU_TestInfo tests[] = {
  { "states come back, packed by hand", states_come_back_by_hand },
  { "states come back, packed by the processor", states_come_back_by_the_processor },
  { "a bit that was not selected spills", a_bit_that_was_not_selected_spills },
  { "few bits need one leaf", few_bits_need_one_leaf },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "selection", NULL, NULL, NULL, NULL, tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
