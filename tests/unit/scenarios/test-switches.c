/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Holds docs/switches.md against the tables of keys and the options of protocols: every
 * switch has a row with its default, a case that needs it, and a scenario that uses it.
 */
#include "lull-document.h"
#include "lull-protocols.h"
#include "lull-section.h"
#include "lull-test.h"

#include <string.h>

/* A row of the page, cell by cell. */
enum
{
  CELL_SWITCH,
  CELL_SAYS,
  CELL_INITIAL,
  CELL_CASES,
  CELL_SCENARIO,
  CELL_COUNT
};

/* The folder that links of the page start from. */
#define PAGE_FOLDER "docs"

/* Sections that say nothing about the world, but what a check of it has to find. */
static const char *const expectations[] = { "expect", "expect-where", NULL };

/* Keys that say nothing about the world: what the file is called, and what is gone over.
 */
static const char *const labels[] = { "name", "about", "sweep", NULL };

static char *
read_source (const char *relative)
{
  g_autofree char *path = lull_test_source_path (relative);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : g_strdup ("");
}

static void G_GNUC_PRINTF (1, 2) complain (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_print ("\n    docs/switches.md: %s\n", text);
  CU_FAIL ("the page of switches is not as the program is");
}

/* Takes "| `a` | b |" apart. @return @transfer{full} cells without spaces around them */
static GStrv
split_row (const char *line)
{
  g_autofree char *inner = g_strndup (line + 1, strlen (line) - 2);
  GStrv cells = g_strsplit (inner, "|", -1);

  for (char **cell = cells; *cell != NULL; cell++)
    g_strstrip (*cell);
  return cells;
}

/* The rows whose first cell is in backquotes, by what stands there. */
static GHashTable *
read_rows (void)
{
  GHashTable *rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify) g_strfreev);
  g_autofree char *page = read_source (PAGE_FOLDER "/switches.md");
  g_auto (GStrv) lines = g_strsplit (page, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) cells = NULL;
      g_autofree char *name = NULL;

      if (!g_str_has_prefix (*line, "| `") || !g_str_has_suffix (*line, "|"))
        continue;
      cells = split_row (*line);
      name = g_strndup (cells[0] + 1, strcspn (cells[0] + 1, "`"));
      if (g_strv_length (cells) != CELL_COUNT)
        complain ("the row of %s has not %d cells", name, CELL_COUNT);
      else if (g_hash_table_contains (rows, name))
        complain ("%s has a second row", name);
      else
        g_hash_table_insert (rows, g_steal_pointer (&name), g_steal_pointer (&cells));
    }
  return rows;
}

/* Cases are listed on the page itself, reports on theirs; the golden scenarios are told
 * in a story. */
static gboolean
case_exists (const char *id)
{
  g_autofree char *page = read_source (*id == 'C'   ? PAGE_FOLDER "/switches.md"
                                       : *id == 'B' ? PAGE_FOLDER "/reports.md"
                                                    : PAGE_FOLDER "/pytorch-story.md");
  g_autofree char *lower = g_ascii_strdown (id, -1);
  g_autofree char *place =
      *id == 'G' ? g_strdup_printf ("/%s-", lower) : g_strdup_printf ("\n| %s |", id);

  return strstr (page, place) != NULL;
}

static void
check_cases (const char *name, const char *cell)
{
  g_auto (GStrv) ids = g_strsplit (cell, ", ", -1);

  if (*cell == '\0')
    complain ("%s names no case that needs it", name);
  for (char **id = ids; *id != NULL; id++)
    if (!case_exists (*id))
      complain ("%s is needed by %s, which is no case", name, *id);
}

/* A switch as a scenario writes it: a key at a dotted path, or, of a call, at any depth
 * below `calls`, where an arrow or a word may say the same. */
typedef struct
{
  const char *path;
  const char *key;   /* of a call, or NULL */
  const char *arrow; /* what says the same in a phrase, or NULL */
  const char *line;  /* what stands alone between calls, or NULL */
} Use;

static gboolean
says_so (const Use *use, const char *phrase)
{
  return use->arrow != NULL && strstr (phrase, use->arrow) != NULL;
}

/* A handler is the list behind an arrow. */
static gboolean
is_handler (const Use *use, const LullNode *key, const LullNode *value)
{
  return g_strcmp0 (use->key, "handler") == 0 && value->kind == LULL_NODE_LIST &&
         (strstr (key->text, "->") != NULL || strstr (key->text, "~>") != NULL);
}

static gboolean node_uses (const LullNode *node, const char *path, const Use *use);

static gboolean
mapping_uses (const LullNode *node, const char *path, const Use *use)
{
  for (guint i = 0; i < lull_node_count (node); i++)
    {
      const char *key = lull_node_key (node, i)->text;
      /* What is gone over is used. */
      gboolean top = *path == '\0' || g_str_equal (path, "sweep");
      g_autofree char *below =
          top ? g_strdup (key) : g_strdup_printf ("%s.%s", path, key);

      if (g_str_equal (below, use->path) || says_so (use, key) ||
          (g_str_has_prefix (below, "calls") && g_strcmp0 (key, use->key) == 0) ||
          is_handler (use, lull_node_key (node, i), lull_node_item (node, i)) ||
          node_uses (lull_node_item (node, i), below, use))
        return TRUE;
    }
  return FALSE;
}

static gboolean
node_uses (const LullNode *node, const char *path, const Use *use)
{
  if (node->kind == LULL_NODE_MAPPING)
    return mapping_uses (node, path, use);
  if (node->kind == LULL_NODE_TEXT)
    {
      const char *key = lull_section_short_key (path);
      g_autofree char *whole = key != NULL ? g_strdup_printf ("%s.%s", path, key) : NULL;

      return g_strcmp0 (whole, use->path) == 0 || says_so (use, node->text) ||
             (g_str_equal (path, "calls") && g_strcmp0 (node->text, use->line) == 0);
    }
  for (guint i = 0; i < lull_node_count (node); i++)
    if (node_uses (lull_node_item (node, i), path, use))
      return TRUE;
  return FALSE;
}

/* The file that "[words](../scenarios/x.yaml)" leads to. @return @transfer{full} */
static char *
linked_file (const char *cell)
{
  const char *from = strstr (cell, "](../");

  return from != NULL ? g_strndup (from + 5, strcspn (from + 5, ")")) : g_strdup ("");
}

static void
check_scenario (const char *name, const char *cell, const Use *use)
{
  g_autofree char *relative = linked_file (cell);
  g_autofree char *text = read_source (relative);
  g_autoptr (LullDocument) document =
      lull_document_parse (relative, text, strlen (text), NULL);

  if (document == NULL)
    complain ("%s is shown in %s, which is no scenario", name, cell);
  else if (!node_uses (lull_document_get_root (document), "", use))
    complain ("%s is shown in %s, which does not use it", name, relative);
}

static void
check_row (GHashTable *rows, const char *name, const char *initial, const Use *use)
{
  const char *const *row = g_hash_table_lookup (rows, name);
  g_autofree char *expected =
      initial != NULL ? g_strdup_printf ("`%s`", initial) : g_strdup ("none");

  if (row == NULL)
    {
      complain ("%s has no row: add one, with what it says in a sentence, its default, "
                "the cases that need it, and a scenario that uses it",
                name);
      return;
    }
  if (*row[CELL_SAYS] == '\0')
    complain ("%s has a row that says nothing", name);
  if (!g_str_has_prefix (row[CELL_INITIAL], expected))
    complain ("%s has the default %s, expected %s", name, row[CELL_INITIAL], expected);
  check_cases (name, row[CELL_CASES]);
  check_scenario (name, row[CELL_SCENARIO], use);
}

/* What an arrow says in place of a key. */
static const char *
arrow_of (const char *key)
{
  static const char *const arrows[][2] = { { "call", "->" },
                                           { "cast", "~>" },
                                           { "await", "await " } };

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    if (g_str_equal (arrows[i][0], key))
      return arrows[i][1];
  return NULL;
}

/* Mappings have no row themselves, their keys have. */
static gboolean
is_section (const char *name)
{
  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    if (g_str_equal ((*section)->name, name))
      return TRUE;
  return FALSE;
}

static guint
check_section (GHashTable *rows, const LullSection *section)
{
  gboolean top = *section->name == '\0';
  guint count = 0;

  for (const LullKey *key = section->keys; key->name != NULL; key++)
    {
      g_autofree char *path = top ? g_strdup (key->name)
                                  : g_strdup_printf ("%s.%s", section->name, key->name);
      Use use = { .path = path };

      if (top && (g_strv_contains (labels, key->name) || is_section (key->name)))
        continue;
      if (section == &lull_section_step)
        {
          use.key = key->name;
          use.arrow = arrow_of (key->name);
        }
      check_row (rows, path, key->initial, &use);
      count++;
    }
  return count;
}

static guint
check_options (GHashTable *rows, const LullProtocol *protocol)
{
  guint count = 0;

  for (const LullOption *option = protocol->options;
       option != NULL && option->name != NULL; option++, count++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%s", protocol->name, option->name);
      g_autofree char *path = g_strdup_printf ("protocol.%s", option->name);

      check_row (rows, name, option->values[0], &(Use){ .path = path });
    }
  return count;
}

/* What stands between calls and is no key of one. */
static guint
check_between (GHashTable *rows)
{
  check_row (rows, "calls.join", NULL, &(Use){ .path = "", .line = "join" });
  check_row (rows, "calls.scope", NULL, &(Use){ .path = "", .key = "scope" });
  return 2;
}

static void
test_every_switch_has_a_row (void)
{
  g_autoptr (GHashTable) rows = read_rows ();
  guint count = check_between (rows);

  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    if (!g_strv_contains (expectations, (*section)->name))
      count += check_section (rows, *section);
  for (const LullProtocol *const *protocol = lull_protocols_list (); *protocol != NULL;
       protocol++)
    count += check_options (rows, *protocol);
  if (count != g_hash_table_size (rows))
    complain ("there are %u rows for %u switches", g_hash_table_size (rows), count);
}

int
main (void)
{
  CU_TestInfo switches[] = {
    { "every key and every option has a row with its default, a case and a scenario",
      test_every_switch_has_a_row },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "the page of switches", NULL, NULL, NULL, NULL, switches },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
