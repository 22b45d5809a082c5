/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-document.h"
#include "lull-nearest.h"
#include "lull-test.h"
#include "scenario-fixture.h"

#include <string.h>

static void
test_places_are_lines_and_characters (void)
{
  const char *text = "name: ä\nwork: { any: 2, kind: cäst }\n";
  g_autoptr (LullDocument) document =
      lull_document_parse ("s", text, strlen (text), NULL);
  const LullNode *work = lull_node_get (lull_document_get_root (document), "work");

  CU_ASSERT_EQUAL (work->line, 2);
  CU_ASSERT_EQUAL (work->column, 7);
  CU_ASSERT_EQUAL (lull_node_get (work, "kind")->column, 23);
  CU_ASSERT_STRING_EQUAL (lull_node_get (work, "kind")->text, "cäst");
}

static void
test_not_yaml (void)
{
  static const FixtureRefusal table[] = {
    { "", "s.yaml:1:1: found nothing, expected a mapping" },
    { "# only a comment\n", "s.yaml:1:1: found nothing, expected a mapping" },
    { "just a text\n", "s.yaml:1:1: found \"just a text\", expected a mapping" },
    { "- a\n", "s.yaml:1:1: found a list, expected a mapping" },
    { "workers: [A\n",
      "s.yaml:2:1: found text that is not YAML (did not find expected ',' or ']' "
      "while parsing a flow sequence), expected YAML" },
    { "a: b: c\n",
      "s.yaml:1:5: found text that is not YAML (mapping values are not allowed in "
      "this context), expected YAML: a call with keys beside it is written call: A -> B, "
      "a text with a colon in quotes" },
    { "name: \xff\n", "s.yaml:1:7: found bytes that are not UTF-8, expected UTF-8" },
    { "name: a\n---\nname: b\n", "s.yaml:2:1: found a second document, expected one" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

static void
test_refused_yaml (void)
{
  static const FixtureRefusal table[] = {
    { "workers: &n 3\n",
      "s.yaml:1:10: found an anchor, expected none: write the value where it is meant" },
    { "workers: *n\n",
      "s.yaml:1:10: found an alias, expected none: write the value where it is meant" },
    { "workers: !!int 3\n",
      "s.yaml:1:10: found a tag, expected none: types follow from the keys" },
    { "%YAML 1.1\n---\nname: a\n", "s.yaml:1:1: found a directive, expected none" },
    { "name: a\r%TAG ! x\n", "s.yaml:1:9: found a directive, expected none" },
    { "name: a\xe2\x80\xa8%TAG ! x\n", "s.yaml:1:9: found a directive, expected none" },
    { "name: \"a\\0b\"\n", "s.yaml:1:7: found a text with a zero byte, expected none" },
    { "? [a]\n: b\n", "s.yaml:1:3: found a list or a mapping as a key, expected a text" },
    { "name: a\nname: b\n",
      "s.yaml:2:1: found the key \"name\" a second time, expected it once" },
    { "calls:\n  - call: A -> B\n    call: A -> B\n",
      "s.yaml:3:5: found the key \"call\" a second time, expected it once" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

/* COUNT times PART between FIRST and LAST. */
static char *
repeated (const char *first, const char *part, guint count, const char *last)
{
  GString *text = g_string_new (first);

  for (guint i = 0; i < count; i++)
    g_string_append (text, part);
  g_string_append (text, last);
  return g_string_free (text, FALSE);
}

static void
check_too_much (const char *text, const char *part_of_message)
{
  g_autofree char *message = fixture_refusal (text);

  CU_ASSERT (message != NULL && strstr (message, part_of_message) != NULL);
}

static void
test_limits (void)
{
  g_autofree char *deep = repeated ("calls: ", "[", 1001, "");
  g_autofree char *deep_block = repeated ("calls:\n  ", "- ", 1001, "x");
  g_autofree char *deep_keys = repeated ("", "? ", 1001, "x");
  g_autofree char *many = repeated ("calls: [", "a,", 20001, "]");
  g_autofree char *large =
      repeated ("name: a\n", "#2345678901234567890123456789012\n", 40000, "");

  check_too_much (deep, "found more than 1000 levels of nesting");
  check_too_much (deep_block, "found more than 1000 levels of nesting");
  check_too_much (deep_keys, "found a list or a mapping as a key");
  check_too_much (many, "found more than 20000 keys, values and items");
  check_too_much (large, "found more than 1 MiB");
}

static void
test_allowed_sizes (void)
{
  g_autofree char *deep = repeated ("about: a\ncalls: ", "[", 900, "");
  g_autofree char *comments =
      repeated ("name: a\n", "# %a line of no importance\n", 30000, "");
  g_autofree char *deep_message = fixture_refusal (deep);

  /* Unclosed, so it is refused, but as what it is. */
  CU_ASSERT (strstr (deep_message, "not YAML") != NULL);
  CU_ASSERT_PTR_NULL (fixture_refusal (comments));
}

static void
check_joined (const char *text, const char *key, const char *expected)
{
  g_autoptr (LullDocument) document =
      lull_document_parse ("s", text, strlen (text), NULL);
  const LullNode *inner = lull_node_get (lull_document_get_root (document), "a");
  const LullNode *value =
      key != NULL ? lull_node_get (inner, key) : lull_node_item (inner, 0);

  CU_ASSERT_STRING_EQUAL (value->text, expected);
}

static void
test_a_bracket_keeps_its_comma (void)
{
  check_joined ("a: { x: f(1, 2), y: 3 }\n", "x", "f(1, 2)");
  check_joined ("a: { x: f(1, 2), y: 3 }\n", "y", "3");
  check_joined ("a: { x: f(1,\n  g(2, 3)), y: 3 }\n", "x", "f(1, g(2, 3))");
  check_joined ("a: [ f(1, 2), 3 ]\n", NULL, "f(1, 2)");
  check_joined ("a: { x: \"f(1\", y: 2 }\n", "y", "2");
  check_joined ("a:\n  x: f(1, 2)\n", "x", "f(1, 2)");
}

static void
test_an_open_bracket_stays_open (void)
{
  static const FixtureRefusal table[] = {
    { "network: { delay: uniform(1, 5: 7 }\n",
      "s.yaml:1:33: found a value after an open bracket, expected the bracket to be "
      "closed" },
    { "network: { delay: uniform(1, [5] }\n",
      "s.yaml:1:30: found a list or a mapping as a key, expected a text" },
    { "network: { delay: uniform(1, order: }\n",
      "s.yaml:1:19: found \"uniform(1, order\" for network.delay, expected a delay such "
      "as 3, "
      "uniform(1, 5) or exponential(3, 20), of at most 1000000 ticks" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

static void
test_nearest_word (void)
{
  static const char *const words[] = { "order", "delay", "step", "links", NULL };

  CU_ASSERT_STRING_EQUAL (lull_nearest ("ordr", words), "order");
  CU_ASSERT_STRING_EQUAL (lull_nearest ("delays", words), "delay");
  CU_ASSERT_STRING_EQUAL (lull_nearest ("stap", words), "step");
  CU_ASSERT_STRING_EQUAL (lull_nearest ("setp", words), "step");
  CU_ASSERT_STRING_EQUAL (lull_nearest ("lniks", words), "links");
  CU_ASSERT_STRING_EQUAL (lull_nearest ("lin", words), "links");
  CU_ASSERT_PTR_NULL (lull_nearest ("li", words));
  CU_ASSERT_PTR_NULL (lull_nearest ("", words));
  CU_ASSERT_PTR_NULL (lull_nearest ("zzz", words));
  CU_ASSERT_PTR_NULL (
      lull_nearest ("orderorderorderorderorderorderorderorderorder", words));
}

static void
test_quotes_are_short_and_printable (void)
{
  g_autofree char *plain = lull_quote ("ä \"b\"");
  g_autofree char *escape = lull_quote ("\033[31m\n");
  g_autofree char *long_text = g_strnfill (100, 'x');
  g_autofree char *shortened = lull_quote (long_text);

  CU_ASSERT_STRING_EQUAL (plain, "\"ä \"b\"\"");
  CU_ASSERT_STRING_EQUAL (escape, "\"\\u001b[31m\\u000a\"");
  CU_ASSERT_EQUAL (g_utf8_strlen (shortened, -1), 48 + 3);
}

int
main (void)
{
  CU_TestInfo places[] = {
    { "places are lines and characters", test_places_are_lines_and_characters },
    { "what is not YAML is refused where it stops being YAML", test_not_yaml },
    { "anchors, aliases, tags, directives and double keys are refused",
      test_refused_yaml },
    { "there is a limit on bytes, nodes and nesting", test_limits },
    { "what is below the limits is read", test_allowed_sizes },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo texts[] = {
    { "a comma inside a bracket does not end the value", test_a_bracket_keeps_its_comma },
    { "a bracket that stays open is an error", test_an_open_bracket_stays_open },
    { "the nearest word is found, if any is near", test_nearest_word },
    { "what errors quote is short and printable", test_quotes_are_short_and_printable },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "YAML", NULL, NULL, NULL, NULL, places },
    { "texts", NULL, NULL, NULL, NULL, texts },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
