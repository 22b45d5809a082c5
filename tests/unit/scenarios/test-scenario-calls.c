/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-phrase.h"
#include "lull-test.h"
#include "scenario-fixture.h"

#include <string.h>

/* The forest as a line: "0 A->B, 1 reply, 2 B~>C in 0" with "!" for an awaited call. */
static char *
forest (const LullDraft *draft)
{
  GString *line = g_string_new (NULL);

  for (guint i = 0; i < draft->work.messages->len; i++)
    {
      const LullMessage *message = &g_array_index (draft->work.messages, LullMessage, i);

      g_string_append_printf (line, "%s%u ", i > 0 ? ", " : "", i);
      if (message->kind == LULL_BASIC_REPLY)
        {
          g_string_append (line, "reply");
          continue;
        }
      g_string_append_printf (
          line, "%s%s%s%s",
          (const char *) g_ptr_array_index (draft->workers, message->source),
          message->kind == LULL_BASIC_CALL ? "->" : "~>",
          (const char *) g_ptr_array_index (draft->workers, message->target),
          message->awaited ? "!" : "");
      if (message->parent != LULL_NO_MESSAGE)
        g_string_append_printf (line, " in %u", message->parent);
      if (draft->work.epochs > 1)
        g_string_append_printf (line, " of %u/%u", message->epoch + 1U,
                                draft->work.epochs);
    }
  return g_string_free (line, FALSE);
}

static void
check_forest (const char *text, const char *expected)
{
  g_autoptr (LullDraft) draft = fixture_read (text);
  g_autofree char *found = draft != NULL ? forest (draft) : NULL;

  if (g_strcmp0 (found, expected) != 0)
    g_print ("found %s\nexpected %s\n", found, expected);
  CU_ASSERT (g_strcmp0 (found, expected) == 0);
}

#define ABC "workers: [A, B, C]\n"

static void
test_short_forms (void)
{
  check_forest (
      ABC "calls:\n"
          "  - A -> B:\n"
          "      - B ~> C\n"
          "      - -> C:\n"
          "          - ~> A\n"
          "  - C~>A\n",
      "0 A->B, 1 reply, 2 B~>C in 0, 3 B->C in 0, 4 reply, 5 C~>A in 3, 6 C~>A");
}

static void
test_awaited_calls (void)
{
  check_forest (ABC "calls:\n"
                    "  - await A -> B:\n"
                    "      - await -> C\n"
                    "  - await: B -> C\n",
                "0 A->B!, 1 reply, 2 B->C! in 0, 3 reply, 4 B->C!, 5 reply");
}

static void
test_joins_between_calls (void)
{
  check_forest (ABC "calls:\n"
                    "  - A ~> B\n"
                    "  - join\n"
                    "  - A ~> B: [-> C]\n"
                    "  - join\n"
                    "  - join\n",
                "0 A~>B of 1/3, 1 A~>B of 2/3, 2 B->C in 1 of 2/3, 3 reply");
  check_forest (ABC "calls: [join, A ~> B]\n", "0 A~>B of 2/2");
  check_forest (ABC "calls: [A ~> B, join]\n", "0 A~>B");
}

static void
test_callbacks_belong_to_the_reply (void)
{
  check_forest (ABC "calls:\n"
                    "  - call: A -> B\n"
                    "    then:\n"
                    "      - ~> C\n"
                    "    handler: [-> C]\n"
                    "  - cast: C ~> B\n"
                    "    handler:\n"
                    "      - { call: -> A, then: [B ~> B] }\n",
                "0 A->B, 1 reply, 2 B->C in 0, 3 reply, 4 A~>C in 1, "
                "5 C~>B, 6 B->A in 5, 7 reply, 8 B~>B in 7");
}

static void
test_then_beside_an_arrow (void)
{
  check_forest (ABC "calls:\n"
                    "  - A -> B:\n"
                    "      - ~> C\n"
                    "    then: [~> B]\n"
                    "  - then: []\n"
                    "    await C -> A: []\n",
                "0 A->B, 1 reply, 2 B~>C in 0, 3 A~>B in 1, 4 C->A!, 5 reply");
}

static void
test_names_with_hyphens (void)
{
  check_forest ("workers: [a-1, b-, 3]\ncalls: [a-1->b-, 3 ~> a-1]\n",
                "0 a-1->b-, 1 reply, 2 3~>a-1");
}

static void
test_no_work (void)
{
  check_forest ("{}\n", "");
  check_forest ("calls: []\n", "");
  check_forest ("calls: [W0 ~> W1: []]\n", "0 W0~>W1");
  check_forest ("calls:\n  - W0 ~> W1:\n", "0 W0~>W1");
  check_forest ("calls:\n  - W0 -> W1:\n    then:\n", "0 W0->W1, 1 reply");
  check_forest ("calls:\n  - call: W0 -> W1\n    handler:\n", "0 W0->W1, 1 reply");
}

static void
test_refused_calls (void)
{
  static const FixtureRefusal table[] = {
    { "calls: 3\n", "s.yaml:1:8: found 3 for calls, expected a list" },
    { "calls:\n", "s.yaml:1:7: found nothing for calls, expected a list" },
    { "calls: [[W0 -> W1]]\n",
      "s.yaml:1:9: found a list, expected a call such as A -> B" },
    { "calls: [W0]\n", "s.yaml:1:9: found \"W0\", expected a call such as A -> B, a cast "
                       "such as A ~> B, or "
                       "one of join, compute, take, give, with, notify, wait, flush" },
    { "calls: [W0 -> W1 -> W0]\n",
      "s.yaml:1:9: found \"W0 -> W1 -> W0\", expected a call such as "
      "A -> B or a cast such as A ~> B" },
    { "calls: [W0 ->]\n", "s.yaml:1:9: found \"W0 ->\", expected a call such as A -> B "
                          "or a cast such as A ~> B" },
    { "calls: [-> W1]\n",
      "s.yaml:1:9: found no worker before the arrow, expected the caller" },
    { "calls: [W0 -> W2]\n", "s.yaml:1:9: found the worker \"W2\", expected W0 or W1" },
    { "calls: [W7 -> W1]\n", "s.yaml:1:9: found the worker \"W7\", expected W0 or W1" },
    { "calls:\n  - W0 -> W1: 3\n",
      "s.yaml:2:15: found 3 for calls[0].W0 -> W1, expected a list" },
    { "calls:\n  - W0 -> W1: \"\"\n",
      "s.yaml:2:15: found \"\" for calls[0].W0 -> W1, expected a list" },
    { "calls:\n  - call: W0 -> W1\n    handlr: []\n",
      "s.yaml:3:5: found the key \"handlr\", expected one of call, cast, await, handler, "
      "then, timeout, counted, deferred, faults: did you mean handler?" },
    { "calls:\n  - handler: []\n",
      "s.yaml:2:5: found no call, cast or await, expected one of them" },
    { "calls:\n  - call: W0 -> W1\n    cast: W0 ~> W1\n",
      "s.yaml:3:11: found a second of call, cast and await, expected one" },
    { "calls:\n  - call: W0 ~> W1\n",
      "s.yaml:2:11: found the arrow ~> of a cast, expected -> for a call" },
    { "calls:\n  - cast: W0 -> W1\n",
      "s.yaml:2:11: found \"W0 -> W1\" for cast, expected an arrow ~> alone" },
    { "calls: [join, join, join, join, join, join, join, join, W0 ~> W1]\n",
      "s.yaml:1:51: found more than 8 joins, expected at most 8" },
    { "calls:\n  - cast: W0 ~> W1\n    then: []\n",
      "s.yaml:3:11: found then after a cast, expected none: a cast is not answered" },
    { "calls:\n  - W0 ~> W1: []\n    then: []\n",
      "s.yaml:3:11: found then after a cast, expected none: a cast is not answered" },
    { "calls:\n  - cast: W0 ~> W1\n    timeout: true\n",
      "s.yaml:3:14: found timeout of a cast, expected none: a cast is not answered" },
    { "calls:\n  - call: W0 -> W1\n    timeout: 3\n",
      "s.yaml:3:14: found 3 for calls[0].timeout, expected true or false" },
    { "work: { any: 1, kind: call }\ntimeouts: all\n",
      "s.yaml:2:1: timeouts are of calls that are listed, and this is work of any shape; "
      "list "
      "the calls" },
    { "calls:\n  - W0 -> W1: []\n    handler: []\n",
      "s.yaml:3:5: found the key \"handler\", expected one of then, timeout, counted, "
      "deferred, faults" },
    { "calls:\n  - W0 -> W1: []\n    W1 -> W0: []\n",
      "s.yaml:3:5: found the key \"W1 -> W0\", expected one of then, timeout, counted, "
      "deferred, faults" },
    { "calls:\n  - call: [W0 -> W1]\n",
      "s.yaml:2:11: found a list, expected a call such as A -> B" },
    { "calls:\n  - call: W0 -> W1\n    handler: [W0 -> W1]\n",
      "s.yaml:3:15: found the worker W0 before the arrow, expected W1, which runs this" },
    { "calls:\n  - call: W0 -> W1\n    then: [W1 -> W0]\n",
      "s.yaml:3:12: found the worker W1 before the arrow, expected W0, which runs this" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

static void
test_too_many_messages (void)
{
  GString *text = g_string_new ("calls:\n");
  g_autofree char *message = NULL;

  for (guint i = 0; i < 125; i++)
    g_string_append (text, "  - W0 -> W1\n");
  message = fixture_refusal (text->str);
  CU_ASSERT_PTR_NULL (message);
  g_string_append (text, "  - W0 ~> W1\n");
  message = fixture_refusal (text->str);
  CU_ASSERT_STRING_EQUAL (message,
                          "s.yaml:127:5: found more than 250 messages, replies included, "
                          "expected at most 250");
  g_string_free (text, TRUE);
}

static void
test_deep_nesting (void)
{
  GString *text = g_string_new ("calls: [");
  g_autoptr (LullDraft) draft = NULL;

  for (guint i = 0; i < 249; i++)
    g_string_append (text, i % 2 == 0 ? "W0 ~> W1: [" : "W1 ~> W0: [");
  g_string_append (text, "W1 ~> W0");
  for (guint i = 0; i < 250; i++)
    g_string_append_c (text, ']');
  draft = fixture_read (text->str);
  CU_ASSERT (draft != NULL && draft->work.messages->len == 250);
  g_string_free (text, TRUE);
}

static void
test_any_work (void)
{
  g_autoptr (LullDraft) plain = fixture_read (ABC "work: { any: 3 }\n");
  g_autoptr (LullDraft) full =
      fixture_read (ABC "work: { any: 2, kind: call, from: [C, A], self: true "
                        "}\nprotocol: allreduce-max\n");
  g_autoptr (LullDraft) all = fixture_read ("workers: 32\nwork: { any: 1, from: all }\n");

  CU_ASSERT_EQUAL (plain->work.any_messages, 3);
  CU_ASSERT_EQUAL (plain->work.any_from, 1);
  CU_ASSERT_FALSE (plain->work.any_calls || plain->work.any_self);
  CU_ASSERT_EQUAL (full->work.any_from, 5);
  CU_ASSERT_TRUE (full->work.any_calls && full->work.any_self);
  CU_ASSERT_EQUAL (all->work.any_from, G_MAXUINT32);
}

static void
test_refused_work (void)
{
  static const FixtureRefusal table[] = {
    { "work: 3\n", "s.yaml:1:7: found 3 for work, expected a mapping" },
    { "work: {}\n", "s.yaml:1:7: found no number of messages, expected the key any" },
    { "work: { any: 0 }\n", "s.yaml:1:14: found 0 for work.any, expected at least 1" },
    { "work: { any: 101 }\n",
      "s.yaml:1:14: found 101 for work.any, expected at most 100" },
    { "work: { any: 1, kind: calls }\n", "s.yaml:1:23: found \"calls\" for work.kind, "
                                         "expected cast or call: did you mean call?" },
    { "work: { any: 1, from: W0 }\n",
      "s.yaml:1:23: found \"W0\" for work.from, expected a list of workers or all" },
    { "work: { any: 1, from: [] }\n",
      "s.yaml:1:23: found no worker in work.from, expected at least 1" },
    { "work: { any: 1, from: [W0, W0] }\n",
      "s.yaml:1:28: found \"W0\" for work.from[1], expected each worker once" },
    { "work: { any: 1, from: [W9] }\n",
      "s.yaml:1:24: found the worker \"W9\", expected W0 or W1" },
    { "work: { any: 1, self: 1 }\n",
      "s.yaml:1:23: found 1 for work.self, expected true or false" },
    { "calls: []\nwork: { any: 1 }\n",
      "s.yaml:2:7: found both calls and work, expected one of them" },
    { "work: { any: 1 }\nprotocol: allreduce-max\n",
      "s.yaml:1:7: found a cast, expected calls only: allreduce-max counts open "
      "futures" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

int
main (void)
{
  CU_TestInfo calls[] = {
    { "a handler's steps stand under its call", test_short_forms },
    { "await is a word before a call, or a key", test_awaited_calls },
    { "main programs join where the list says so, and at its end",
      test_joins_between_calls },
    { "a callback's steps hang on the reply", test_callbacks_belong_to_the_reply },
    { "then may stand beside a call and its handler", test_then_beside_an_arrow },
    { "a hyphen belongs to a name unless it begins an arrow", test_names_with_hyphens },
    { "no work is work", test_no_work },
    { "250 casts may be nested in each other", test_deep_nesting },
    { "what is no call is refused with a hint", test_refused_calls },
    { "a message too many is refused where it stands", test_too_many_messages },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo work[] = {
    { "any work has a size, a kind, and those who start it", test_any_work },
    { "any work that makes no sense is refused", test_refused_work },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "calls", NULL, NULL, NULL, NULL, calls },
    { "any work", NULL, NULL, NULL, NULL, work },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
