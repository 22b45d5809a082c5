/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-codec.h"
#include "lull-test.h"

#include <string.h>

#define STATES 50U

/* Sizes on both sides of every boundary between trees, and a large one. */
static const gsize sizes[] = { 1,  2,  7,  8,  9,  15,  16,  17,
                               31, 32, 33, 64, 65, 100, 256, 1000 };

static LullBudget budget;
static LullCodec codec;
static LullCrew *crew;
static guint8 *states;

/* State i differs from state i - 1 in one byte. */
static void
set_up (gsize size)
{
  crew = lull_crew_new (1);
  lull_budget_init (&budget, (guint64) 64 << 20);
  lull_codec_init (&codec, size, &budget);
  CU_ASSERT_TRUE (lull_codec_make_room (&codec, 100000, crew));
  states = g_malloc0 (lull_codec_buffer_size (&codec, STATES));
  for (guint i = 1; i < STATES; i++)
    {
      guint8 *state = states + i * codec.stride;

      memcpy (state, state - codec.stride, size);
      state[i * 7 % size] ^= (guint8) i;
    }
}

static void
tear_down (void)
{
  g_free (states);
  lull_codec_clear (&codec);
  lull_crew_free (crew);
}

static void
fold_whole (guint64 *roots)
{
  LullFold fold;

  lull_fold_init (&fold, &codec, STATES);
  for (guint32 i = 0; i < STATES; i++)
    {
      lull_fold_add_whole (&fold, 0, states + i * codec.stride, states);
      CU_ASSERT_TRUE (lull_fold_finish (&fold));
      roots[i] = fold.roots[0];
    }
  lull_fold_clear (&fold);
}

static void
test_unfolding_undoes_folding (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      guint64 roots[STATES];
      g_autofree guint8 *unfolded = NULL;
      g_autofree guint32 *nodes = NULL;
      g_autofree guint64 *leaves = NULL;

      set_up (sizes[s]);
      fold_whole (roots);
      unfolded = g_malloc0 (lull_codec_buffer_size (&codec, STATES));
      nodes = g_new (guint32, (gsize) STATES * codec.node_count);
      leaves = g_new (guint64, codec.leaf_count);
      lull_codec_unfold (&codec, roots, STATES, unfolded, nodes, leaves);
      for (guint i = 0; i < STATES; i++)
        CU_ASSERT_EQUAL (
            memcmp (unfolded + i * codec.stride, states + i * codec.stride, sizes[s]), 0);
      tear_down ();
    }
}

static void
test_roots_are_equal_where_states_are (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      guint64 roots[STATES];

      set_up (sizes[s]);
      fold_whole (roots);
      for (guint i = 0; i < STATES; i++)
        for (guint j = 0; j < STATES; j++)
          CU_ASSERT_EQUAL (roots[i] == roots[j],
                           memcmp (states + i * codec.stride, states + j * codec.stride,
                                   sizes[s]) == 0);
      tear_down ();
    }
}

/* Folds each state as a step from @p base, as many at a time as the fold takes. */
static void
fold_steps (guint64 base_root, guint base, guint64 *roots)
{
  g_autofree guint8 *base_state = g_malloc0 (lull_codec_buffer_size (&codec, 1));
  g_autofree guint32 *nodes = g_new (guint32, codec.node_count);
  g_autofree guint64 *leaves = g_new (guint64, codec.leaf_count);
  guint32 done = 0;
  LullFold fold;

  lull_codec_unfold (&codec, &base_root, 1, base_state, nodes, leaves);
  CU_ASSERT_EQUAL (memcmp (base_state, states + base * codec.stride, codec.state_size),
                   0);
  lull_fold_init (&fold, &codec, STATES);
  while (done < STATES)
    {
      guint32 count = 0;

      for (; done + count < STATES && !lull_fold_is_full (&fold); count++)
        lull_fold_add_step (&fold, count, states + (done + count) * codec.stride,
                            base_state, base_root, nodes);
      CU_ASSERT_TRUE (lull_fold_finish (&fold));
      memcpy (roots + done, fold.roots, count * sizeof *roots);
      done += count;
    }
  lull_fold_clear (&fold);
}

static void
test_folding_a_step_gives_the_same_root (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      guint64 roots[STATES], step_roots[STATES];

      set_up (sizes[s]);
      fold_whole (roots);
      for (guint base = 0; base < STATES; base += 13)
        {
          fold_steps (roots[base], base, step_roots);
          CU_ASSERT_EQUAL (memcmp (roots, step_roots, sizeof roots), 0);
        }
      tear_down ();
    }
}

static void
test_short_states_need_no_dictionary (void)
{
  guint64 roots[STATES];

  set_up (8);
  fold_whole (roots);
  CU_ASSERT_EQUAL (lull_key_set_count (&codec.nodes), 0);
  tear_down ();
}

static void
test_full_dictionary_is_reported (void)
{
  LullFold fold;
  guint8 state[24] = { 0 };
  guint32 folded = 0;

  set_up (16);
  lull_fold_init (&fold, &codec, 1);
  for (gboolean has_room = TRUE; has_room; folded++)
    {
      memcpy (state, &folded, sizeof folded);
      lull_fold_add_whole (&fold, 0, state, state);
      has_room = lull_fold_finish (&fold);
    }
  CU_ASSERT_TRUE (folded > 100000);
  CU_ASSERT_EQUAL (lull_key_set_count (&codec.nodes), codec.nodes.room);
  lull_fold_clear (&fold);
  tear_down ();
}

static CU_TestInfo codec_tests[] = {
  { "unfolding undoes folding", test_unfolding_undoes_folding },
  { "roots are equal where states are", test_roots_are_equal_where_states_are },
  { "folding a step gives the same root", test_folding_a_step_gives_the_same_root },
  { "short states need no dictionary", test_short_states_need_no_dictionary },
  { "a full dictionary is reported", test_full_dictionary_is_reported },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "codec", NULL, NULL, NULL, NULL, codec_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
