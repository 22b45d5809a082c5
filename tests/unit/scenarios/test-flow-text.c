/* SPDX-License-Identifier: Apache-2.0 */
/* One line of YAML has to read back as what it was made of: trace files depend on it. */
#include "lull-document.h"
#include "lull-flow-text.h"
#include "lull-test.h"

#include <string.h>

static LullDocument *
parse (const char *text, gsize length)
{
  return lull_document_parse ("s.yaml", text, length, NULL);
}

/* Whether quotes could change what @text means. */
static gboolean
is_word (const char *text)
{
  return *text != '\0' &&
         text[strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0' &&
         g_ascii_isalnum (*text);
}

/* The depth of a document bounds the recursion. */
static gboolean
same (const LullNode *a, const LullNode *b)
{
  if (a->kind != b->kind)
    return FALSE;
  if (a->kind == LULL_NODE_TEXT)
    return g_str_equal (a->text, b->text) &&
           (a->plain == b->plain || (a->plain && !is_word (a->text)));
  if (lull_node_count (a) != lull_node_count (b))
    return FALSE;
  for (guint i = 0; i < lull_node_count (a); i++)
    if (!same (lull_node_item (a, i), lull_node_item (b, i)) ||
        (a->kind == LULL_NODE_MAPPING &&
         !g_str_equal (lull_node_key (a, i)->text, lull_node_key (b, i)->text)))
      return FALSE;
  return TRUE;
}

/* Whether @text is YAML at all; what it says has to survive. */
static gboolean
check_survives (const char *text, gsize length)
{
  g_autoptr (LullDocument) document = parse (text, length);
  g_autoptr (LullDocument) again = NULL;
  g_autofree char *flow = NULL;

  if (document == NULL)
    return FALSE;
  flow = lull_node_to_flow (lull_document_get_root (document));
  again = parse (flow, strlen (flow));
  if (again == NULL ||
      !same (lull_document_get_root (document), lull_document_get_root (again)))
    g_print ("does not survive: %s\n", flow);
  CU_ASSERT (again != NULL &&
             same (lull_document_get_root (document), lull_document_get_root (again)));
  CU_ASSERT_PTR_NULL (strchr (flow, '\n'));
  return TRUE;
}

/* Everything that fuzzing has found interesting. */
static void
test_corpus (void)
{
  g_autofree char *folder = lull_test_source_path ("tests/fuzz/corpus/scenario");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint survived = 0;

  CU_ASSERT_PTR_NOT_NULL (dir);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      CU_ASSERT (g_file_get_contents (path, &text, &length, NULL));
      survived += check_survives (text, length) ? 1 : 0;
    }
  CU_ASSERT (survived >= 20);
}

static void
test_awkward_texts (void)
{
  static const char *const texts[] = {

    "a: '- b'\n",
    "a: '-'\n",
    "a: \"---\"\n",
    "a: '...'\n",
    "a: .5\n",
    "a: -5\n",
    "a: --5\n",
    "a: '2'\n",
    "a: ''\n",
    "a:\n",

    "'': ''\n",
    "a: 'x: y'\n",
    "a: 'x #y'\n",
    "a: '[x, y]'\n",
    "a: 'x,y'\n",
    "a: x,y\n",
    "a: '{'\n",
    "a: '*x'\n",
    "a: '&x'\n",
    "a: '!x'\n",
    "a: '%x'\n",
    "a: '@x'\n",
    "a: '`x'\n",
    "a: '|'\n",
    "a: '>'\n",
    "a: '? x'\n",
    "a: ' x '\n",
    "a: \"\\u0085\"\n",
    "a: \"\\t\"\n",
    "a: \"\\u2028\"\n",
    "a: \"\\n\"\n",
    "a: \"'\\\"\\\\\"\n",
    "a: \xc3\xa4\n",
    "a: \"\\U0001f30a\"\n",
    "a: \"\\ufeff\"\n",
    "a: ~> b\n",
    "a: -> b\n",
    "-> b: [~> c]\n",
    "a: uniform(1, 5)\n",
    "a: [uniform(1, 5)]\n",
    "a: [f(, x]\n",
    "a: '\xe2\x80\xa6'\n",
    "a: x\n  y\n",
  };
  guint survived = 0;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    survived += check_survives (texts[i], strlen (texts[i])) ? 1 : 0;
  CU_ASSERT_EQUAL (survived, G_N_ELEMENTS (texts));
}

static void
test_words_have_no_quotes (void)
{
  static const char text[] = "{ a: [A, B], name: pairwise, n: 3, '4': 'x', k: A -> B, "
                             "d: exponential(3, 20) }";
  g_autoptr (LullDocument) document = parse (text, strlen (text));
  g_autofree char *flow = lull_node_to_flow (lull_document_get_root (document));

  CU_ASSERT_STRING_EQUAL (flow,
                          "{a: [A, B], name: pairwise, n: 3, \"4\": \"x\", k: A -> B, "
                          "d: \"exponential(3, 20)\"}");
}

int
main (void)
{
  CU_TestInfo texts[] = {
    { "what a document says survives", test_corpus },
    { "so does what YAML would take apart", test_awkward_texts },
    { "words, numbers and calls have no quotes", test_words_have_no_quotes },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "flow text", NULL, NULL, NULL, NULL, texts },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
