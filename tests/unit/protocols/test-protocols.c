/* SPDX-License-Identifier: Apache-2.0 */
/* The lists of protocols, and how one is found. */
#include "lull-protocols.h"
#include "lull-test.h"

#include <string.h>

static void
check_alphabetical (const LullProtocol *const *list)
{
  for (guint i = 1; list[i] != NULL; i++)
    CU_ASSERT_TRUE (strcmp (list[i - 1]->name, list[i]->name) < 0);
}

static void
lists_are_alphabetical (void)
{
  check_alphabetical (lull_protocols_list ());
  check_alphabetical (lull_protocols_list_broken ());
}

static void
check_faultless (const LullProtocol *const *list)
{
  for (; *list != NULL; list++)
    {
      const char *fault = lull_protocol_fault (*list);

      CU_ASSERT_PTR_NULL (fault);
      if (fault != NULL)
        g_print ("%s: %s\n", (*list)->name, fault);
    }
}

static void
no_protocol_has_a_fault (void)
{
  check_faultless (lull_protocols_list ());
  check_faultless (lull_protocols_list_broken ());
}

static void
check_found (const LullProtocol *const *list)
{
  for (; *list != NULL; list++)
    CU_ASSERT_PTR_EQUAL (lull_protocols_find ((*list)->name), *list);
}

static void
each_is_found_by_its_name (void)
{
  check_found (lull_protocols_list ());
  check_found (lull_protocols_list_broken ());
}

static void
an_unknown_name_finds_nothing (void)
{
  CU_ASSERT_PTR_NULL (lull_protocols_find ("safr"));
  CU_ASSERT_PTR_NULL (lull_protocols_find (""));
}

static void
the_nine_are_there (void)
{
  static const char *const names[] = {
    "active-calls", "allreduce-max",     "allreduce-max-locked",
    "barrier-sync", "dijkstra-scholten", "futures-wait",
    "pairwise",     "pairwise-by-join",  "safra"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    CU_ASSERT_PTR_NOT_NULL (lull_protocols_find (names[i]));
}

/* Some joins are broken as they are, and say so. */
static void
every_right_protocol_has_a_broken_twin (void)
{
  for (const LullProtocol *const *p = lull_protocols_list (); *p != NULL; p++)
    {
      g_autofree char *prefix = g_strconcat ((*p)->name, "-", NULL);
      guint twins = 0;

      for (const LullProtocol *const *b = lull_protocols_list_broken (); *b != NULL; b++)
        twins += g_str_has_prefix ((*b)->name, prefix) ? 1 : 0;
      CU_ASSERT_TRUE (twins > 0 || strstr ((*p)->summary, "(wrong)") != NULL);
    }
}

/* The tables of a broken protocol are copies: leaving a rule out changes nothing shipped.
 */
static void
breaking_leaves_the_algorithm_whole (void)
{
  const LullProtocol *safra = lull_protocols_find ("safra");
  const LullProtocol *broken = lull_protocols_find ("safra-active-passes");

  CU_ASSERT_PTR_NOT_EQUAL (safra->steps, broken->steps);
  CU_ASSERT_EQUAL (safra->steps[1].needs, LULL_NEEDS_IDLE);
  CU_ASSERT_EQUAL (broken->steps[1].needs, LULL_NEEDS_NOTHING);
}

/* What is true of the tables as they are shipped may not be of changed ones. */
static void
a_broken_protocol_declares_nothing (void)
{
  for (const LullProtocol *const *b = lull_protocols_list_broken (); *b != NULL; b++)
    {
      CU_ASSERT_FALSE ((*b)->callbacks_count);
      CU_ASSERT_PTR_NULL ((*b)->heeds);
      for (const LullStep *step = (*b)->steps; step->name != NULL; step++)
        CU_ASSERT_EQUAL (step->looks_at, LULL_LOOKS_EVERYWHERE);
    }
}

static gboolean
has_tags (const LullProtocol *protocol, const gint *options)
{
  return protocol->tag_size > 0 && (protocol->tags == NULL || protocol->tags (options));
}

/* A callback that is not heeded must do nothing: here it leaves a node of zeros alone. */
static void
check_unheeded (const LullProtocol *protocol, const gint *options)
{
  void (*const callbacks[]) (const LullView *, gpointer, const LullBasic *,
                             LullOutbox *) = {
    protocol->on_posted, protocol->on_transmitted, protocol->on_received,
    protocol->on_queued, protocol->on_started,     protocol->on_finished,
  };
  const LullView view = { .options = options, .workers = 2, .joined = 1 };

  for (guint i = 0; i < G_N_ELEMENTS (callbacks); i++)
    {
      guint8 node[16] = { 0 };
      guint8 tag[8] = { 1 };
      const LullBasic message = { .kind = LULL_BASIC_CAST,
                                  .tag = has_tags (protocol, options) ? tag : NULL };
      gboolean changed = FALSE;
      LullOutbox out;

      lull_outbox_clear (&out, protocol->control_size, LULL_CONTRIBUTION_SIZE_MAX);
      if (callbacks[i] != NULL)
        callbacks[i](&view, node, &message, &out);
      for (guint byte = 0; byte < sizeof node; byte++)
        changed = changed || node[byte] != 0;
      CU_ASSERT_EQUAL (changed, (protocol->heeds (options) & 1U << i) != 0);
    }
}

/* Options are tried one at a time, the others at their defaults. */
static void
what_is_heeded_is_what_does_something (void)
{
  for (const LullProtocol *const *p = lull_protocols_list (); *p != NULL; p++)
    {
      gint options[16] = { 0 };

      if ((*p)->heeds == NULL)
        continue;
      check_unheeded (*p, options);
      for (guint i = 0; (*p)->options != NULL && (*p)->options[i].name != NULL; i++)
        for (gint value = 0; (*p)->options[i].values[value] != NULL; value++)
          {
            options[i] = value;
            check_unheeded (*p, options);
            options[i] = 0;
          }
    }
}

int
main (void)
{
  CU_TestInfo lists[] = {
    { "lists are alphabetical", lists_are_alphabetical },
    { "no protocol has a fault", no_protocol_has_a_fault },
    { "the nine are there", the_nine_are_there },
    { "every right protocol has a broken twin", every_right_protocol_has_a_broken_twin },
    { "breaking leaves the algorithm whole", breaking_leaves_the_algorithm_whole },
    { "a broken protocol declares nothing", a_broken_protocol_declares_nothing },
    { "what is heeded is what does something", what_is_heeded_is_what_does_something },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo names[] = { { "each is found by its name", each_is_found_by_its_name },
                          { "an unknown name finds nothing",
                            an_unknown_name_finds_nothing },
                          CU_TEST_INFO_NULL };
  CU_SuiteInfo suites[] = { { "lists", NULL, NULL, NULL, NULL, lists },
                            { "names", NULL, NULL, NULL, NULL, names },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
