/* SPDX-License-Identifier: Apache-2.0 */
/* Scopes in scenario files: what belongs to one, who watches it, and what is refused. */
#include "lull-test.h"
#include "scenario-fixture.h"

#define AB "workers: [A, B]\n"

/* Of each message the scope that it belongs to: "0 1 1". */
static void
check_scopes (const char *text, const char *expected)
{
  g_autoptr (LullDraft) draft = fixture_read (text);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; draft != NULL && i < draft->work.messages->len; i++)
    g_string_append_printf (found, "%s%u", i > 0 ? " " : "",
                            g_array_index (draft->work.messages, LullMessage, i).scope);
  if (!g_str_equal (found->str, expected))
    g_print ("found %s\nexpected %s\n", found->str, expected);
  CU_ASSERT_STRING_EQUAL (found->str, expected);
}

static void
test_what_belongs_to_a_scope (void)
{
  check_scopes (AB "calls:\n"
                   "  - A ~> B:\n"
                   "      - ~> A\n"
                   "      - scope:\n"
                   "          - -> A:\n"
                   "              - ~> B\n"
                   "          - ~> A\n"
                   "      - ~> A\n"
                   "  - A: { scope: [~> B, ~> B] }\n"
                   "  - A ~> B\n",
                "0 0 1 1 1 1 0 2 2 0");
}

static void
test_callbacks_and_locks (void)
{
  check_scopes (AB "calls:\n"
                   "  - A -> B: []\n"
                   "    then:\n"
                   "      - scope: ~> B\n"
                   "  - B:\n"
                   "      - with L: { scope: [compute, ~> A] }\n",
                "0 0 1 2");
}

static gint
option_of (const LullChoice *choice, const char *name)
{
  guint i = 0;

  while (!g_str_equal (choice->protocol->options[i].name, name))
    i++;
  return g_array_index (choice->options, gint, i);
}

static void
test_who_watches (void)
{
  g_autoptr (LullDraft) usual = fixture_read ("calls: []\n");
  g_autoptr (LullDraft) brief = fixture_read ("scopes: safra\n");
  g_autoptr (LullDraft) whole =
      fixture_read ("scopes: { protocol: pairwise, snapshot: sent-done, outer: blind, "
                    "sees: worker }\n");

  CU_ASSERT_STRING_EQUAL (usual->config.scopes.protocol->name, "dijkstra-scholten");
  CU_ASSERT_STRING_EQUAL (usual->config.protocol->name, "pairwise");
  CU_ASSERT_STRING_EQUAL (brief->config.scopes.protocol->name, "safra");
  CU_ASSERT_EQUAL (brief->config.scopes.outer, LULL_SCOPES_OUTER_COUNTS);
  CU_ASSERT_STRING_EQUAL (whole->config.scopes.protocol->name, "pairwise");
  CU_ASSERT_EQUAL (option_of (&whole->scopes, "snapshot"), 2);
  CU_ASSERT_EQUAL (option_of (&whole->join, "snapshot"), 0);
  CU_ASSERT_EQUAL (whole->config.scopes.outer, LULL_SCOPES_OUTER_BLIND);
  CU_ASSERT_EQUAL (whole->config.scopes.sees, LULL_SCOPES_SEE_WORKER);
}

#define SCOPE "      - scope: ~> A\n"

static void
test_refused_scopes (void)
{
  static const FixtureRefusal table[] = {
    { AB "calls:\n  - scope: [A ~> B]\n", "s.yaml:3:5: found a scope of no worker, "
                                          "expected it under the worker that opens it, "
                                          "as in A: { scope: [-> B] }" },
    { AB
      "calls:\n  - A ~> B:\n      - scope:\n          - ~> A\n          - scope: ~> A\n",
      "s.yaml:6:13: found a scope inside a scope, expected it beside or behind it: "
      "scopes "
      "are nested in the join, not in each other" },
    { AB "calls:\n  - A ~> B:\n      - scope:\n          - ~> A:\n              - scope: "
         "~> B\n",
      "s.yaml:6:17: found a scope inside a scope, expected it beside or behind it: "
      "scopes "
      "are nested in the join, not in each other" },
    { AB "calls:\n  - A ~> B:\n      - scope: [compute]\n",
      "s.yaml:4:9: found a scope that sends nothing, expected a call or a cast in it: "
      "there "
      "is nothing to wait for" },
    { AB "calls:\n  - A ~> B:\n" SCOPE SCOPE SCOPE SCOPE SCOPE SCOPE SCOPE SCOPE SCOPE,
      "s.yaml:12:9: found more than 8 scopes, expected at most 8" },
    { AB "timers:\n  - A: { scope: [~> B] }\n",
      "s.yaml:3:10: found a scope in a timer, expected none: a timer only sends" },
    { AB "calls:\n  - A ~> B:\n      - scope: [join]\n",
      "s.yaml:4:17: found join in what B runs, expected it between the calls of main "
      "programs: they alone join" },
    { AB "calls:\n  - A ~> B: [scope]\n",
      "s.yaml:3:14: found \"scope\", expected a call such as A -> B, a cast such as A ~> "
      "B, "
      "or one of compute, take, give, with, notify, wait, flush" },
    { AB "calls:\n  - A ~> B:\n" SCOPE "scopes: allreduce-max\n",
      "s.yaml:4:16: found a cast, expected calls only: allreduce-max counts open "
      "futures" },
    { "scopes: { protocol: safra, color: white }\n",
      "s.yaml:1:28: found the key \"color\", expected one of protocol, outer, sees, "
      "receipt, number" },
    { "scopes: { outer: deaf }\n",
      "s.yaml:1:18: found \"deaf\" for scopes.outer, expected counts or blind" },
    { "scopes: { protocol: dijkstra-scholten, wait: idle }\n",
      "s.yaml:1:40: found the key \"wait\", expected none but one of protocol, outer, "
      "sees: "
      "dijkstra-scholten has no options" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

int
main (void)
{
  CU_TestInfo scopes[] = {
    { "what its program sends in a scope belongs to it, and all that this causes",
      test_what_belongs_to_a_scope },
    { "a callback opens one, or a program with a lock", test_callbacks_and_locks },
    { "scopes have a protocol with options of its own", test_who_watches },
    { "what is no scope is refused where it stands", test_refused_scopes },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "scopes", NULL, NULL, NULL, NULL, scopes },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
