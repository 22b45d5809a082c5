/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the reference and the schema of the format against the reader and its tables. */
#include "lull-section.h"
#include "lull-sweep.h"
#include "lull-test.h"

#include <json-glib/json-glib.h>
#include <string.h>

static char *
read_source (const char *relative)
{
  g_autofree char *path = lull_test_source_path (relative);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    CU_FAIL ("a document is missing");
  return text != NULL ? text : g_strdup ("");
}

/* A fenced block: what follows ``` in its first line, and its text. */
typedef struct
{
  char *info;
  GString *text;
} Block;

static void
block_free (gpointer data)
{
  Block *block = data;

  g_free (block->info);
  g_string_free (block->text, TRUE);
  g_free (block);
}

static GPtrArray *
read_blocks (void)
{
  g_autofree char *document = read_source ("docs/scenario-format.md");
  g_auto (GStrv) lines = g_strsplit (document, "\n", -1);
  GPtrArray *blocks = g_ptr_array_new_with_free_func (block_free);
  Block *block = NULL;

  for (char **line = lines; *line != NULL; line++)
    {
      if (g_str_has_prefix (*line, "```"))
        {
          const gboolean opens = block == NULL;

          block = opens ? g_new0 (Block, 1) : NULL;
          if (!opens)
            continue;
          block->info = g_strdup (*line + 3);
          block->text = g_string_new (NULL);
          g_ptr_array_add (blocks, block);
        }
      else if (block != NULL)
        g_string_append_printf (block->text, "%s\n", *line);
    }
  return blocks;
}

/* The message that reading BLOCK and all its points gives, or NULL; "yaml error a.b=c" is
 * read with an override. */
static char *
read_example (const Block *block)
{
  const char *change = strchr (block->info, '=');
  g_auto (GStrv) words = g_strsplit (block->info, " ", -1);
  const char *word = words[g_strv_length (words) - 1];
  g_autofree char *key = change != NULL ? g_strndup (word, strcspn (word, "=")) : NULL;
  const LullOverride override = { key, change != NULL ? change + 1 : NULL };
  const LullSweepChanges changes = { &override, key != NULL, NULL, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LullSweep) sweep = lull_sweep_parse ("scenario.yaml", block->text->str,
                                                  block->text->len, &changes, &error);
  const gboolean read = sweep != NULL && lull_sweep_check_points (sweep, &error);

  CU_ASSERT (read == (error == NULL));
  return error != NULL ? g_strdup (error->message) : NULL;
}

static void
check_example (const Block *block, const char *expected)
{
  g_autofree char *message = read_example (block);

  if (g_strcmp0 (message, expected) != 0)
    g_print ("\n%s\ngives    %s\nexpected %s\n", block->text->str, message, expected);
  CU_ASSERT (g_strcmp0 (message, expected) == 0);
}

static void
test_examples (void)
{
  g_autoptr (GPtrArray) blocks = read_blocks ();
  guint good = 0, bad = 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = g_ptr_array_index (blocks, i);

      if (g_str_equal (block->info, "yaml"))
        {
          check_example (block, NULL);
          good++;
        }
      else if (g_str_has_prefix (block->info, "yaml error"))
        {
          const Block *next =
              i + 1 < blocks->len ? g_ptr_array_index (blocks, i + 1) : NULL;
          g_autofree char *expected = next != NULL ? g_strdup (next->text->str) : NULL;

          CU_ASSERT (next != NULL && g_str_equal (next->info, "text"));
          check_example (block, expected != NULL ? g_strchomp (expected) : NULL);
          bad++;
        }
    }
  CU_ASSERT (good >= 10);
  CU_ASSERT (bad >= 10);
}

static char *
key_path (const LullSection *section, const LullKey *key)
{
  return *section->name != '\0' ? g_strdup_printf ("%s.%s", section->name, key->name)
                                : g_strdup (key->name);
}

/* What the last column of a key's row has to say. */
static void
check_range (const char *row, const LullKey *key)
{
  if (key->high > 0)
    {
      g_autofree char *range = g_strdup_printf (
          "%" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, key->low, key->high);

      CU_ASSERT_PTR_NOT_NULL (strstr (row, range));
    }
  if (key->type == LULL_KEY_LIMIT)
    CU_ASSERT_PTR_NOT_NULL (strstr (row, "`unlimited`"));
  if (key->type == LULL_KEY_SWITCH)
    CU_ASSERT_PTR_NOT_NULL (strstr (row, "`true`, `false`"));
  for (guint i = 0; key->words != NULL && key->words[i] != NULL; i++)
    {
      g_autofree char *word = g_strdup_printf ("`%s`", key->words[i]);

      CU_ASSERT_PTR_NOT_NULL (strstr (row, word));
    }
}

static void
check_row (const char *document, const char *path, const LullKey *key)
{
  g_autofree char *start = g_strdup_printf ("\n| `%s` | ", path);
  const char *found = strstr (document, start);
  g_autofree char *row =
      found != NULL ? g_strndup (found + 1, strcspn (found + 1, "\n")) : NULL;

  if (row == NULL)
    g_print ("%s is not in the reference\n", path);
  CU_ASSERT_PTR_NOT_NULL (row);
  if (row == NULL)
    return;
  if (key->initial != NULL)
    {
      g_autofree char *initial = g_strdup_printf (" | `%s` | ", key->initial);

      CU_ASSERT_PTR_NOT_NULL (strstr (row, initial));
    }
  check_range (row, key);
}

/* The keys of the table, each by its path. */
static GHashTable *
check_rows (const char *document)
{
  GHashTable *known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    for (const LullKey *key = (*section)->keys; key->name != NULL; key++)
      {
        char *path = key_path (*section, key);

        check_row (document, path, key);
        g_hash_table_add (known, path);
      }
  return known;
}

static void
test_reference_names_every_key (void)
{
  g_autofree char *document = read_source ("docs/scenario-format.md");
  g_autoptr (GHashTable) known = check_rows (document);
  const char *table = strstr (document, "\n| key |");
  const char *end = table != NULL ? strstr (table, "\n\n") : NULL;
  guint rows = 0;

  CU_ASSERT_PTR_NOT_NULL (end);
  for (const char *row = table; row != NULL && row < end; row = strstr (row + 1, "\n| `"))
    if (g_str_has_prefix (row, "\n| `"))
      {
        g_autofree char *path = g_strndup (row + 4, strcspn (row + 4, "`"));

        CU_ASSERT (g_hash_table_contains (known, path));
        rows++;
      }
  CU_ASSERT_EQUAL (rows, g_hash_table_size (known));
}

/* The schema's mapping for a section. */
static JsonObject *
section_schema (JsonObject *schema, const LullSection *section)
{
  JsonObject *definitions = json_object_get_object_member (schema, "$defs");

  if (*section->name == '\0')
    return schema;
  if (section == &lull_section_step)
    return json_object_get_object_member (definitions, "step");
  return json_object_get_object_member (definitions, section->name);
}

/* What YAML writes as [a, b] is ["a","b"] in JSON. */
static gboolean
is_same_but_for_spelling (const char *json, const char *yaml)
{
  g_autoptr (GString) spelled = g_string_new (json);

  if (*json != '[')
    return g_str_equal (json, yaml);
  g_string_replace (spelled, "\"", "", 0);
  g_string_replace (spelled, ",", ", ", 0);
  return g_str_equal (spelled->str, yaml);
}

static gboolean
is_default (JsonObject *property, const char *initial)
{
  g_autofree char *json = NULL;
  JsonNode *node = json_object_get_member (property, "default");

  if (node == NULL || initial == NULL)
    return node == NULL && initial == NULL;
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return g_str_equal (json_node_get_string (node), initial);
  json = json_to_string (node, FALSE);
  return is_same_but_for_spelling (json, initial);
}

static void
check_bounds (JsonObject *number, const LullKey *key)
{
  CU_ASSERT_EQUAL ((guint64) json_object_get_int_member (number, "minimum"), key->low);
  CU_ASSERT_EQUAL ((guint64) json_object_get_int_member (number, "maximum"), key->high);
}

static void
check_words (JsonObject *property, const LullKey *key)
{
  JsonArray *words = json_object_get_array_member (property, "enum");
  guint count = 0;

  while (key->words[count] != NULL)
    count++;
  CU_ASSERT_EQUAL (json_array_get_length (words), count);
  for (guint i = 0; i < MIN (count, json_array_get_length (words)); i++)
    CU_ASSERT_STRING_EQUAL (json_array_get_string_element (words, i), key->words[i]);
}

static void
check_property (JsonObject *property, const LullKey *key)
{
  if (!is_default (property, key->initial))
    g_print ("the schema has another default for %s\n", key->name);
  CU_ASSERT (is_default (property, key->initial));
  switch (key->type)
    {
    case LULL_KEY_SWITCH:
      CU_ASSERT_STRING_EQUAL (json_object_get_string_member (property, "type"),
                              "boolean");
      break;
    case LULL_KEY_CHOICE:
      check_words (property, key);
      break;
    case LULL_KEY_SET:
      check_words (json_object_get_object_member (property, "items"), key);
      break;
    case LULL_KEY_COUNT:
    case LULL_KEY_FIGURE:
      check_bounds (property, key);
      break;
    case LULL_KEY_LIMIT:
      check_bounds (json_array_get_object_element (
                        json_object_get_array_member (property, "anyOf"), 0),
                    key);
      break;
    case LULL_KEY_OWN:
    default:
      break;
    }
}

static void
check_section (JsonObject *schema, const LullSection *section)
{
  JsonObject *mapping = section_schema (schema, section);
  JsonObject *properties = json_object_get_object_member (mapping, "properties");
  guint count = 0;

  for (const LullKey *key = section->keys; key->name != NULL; key++, count++)
    {
      if (!json_object_has_member (properties, key->name))
        g_print ("%s.%s is not in the schema\n", section->name, key->name);
      CU_ASSERT (json_object_has_member (properties, key->name));
      if (json_object_has_member (properties, key->name))
        check_property (json_object_get_object_member (properties, key->name), key);
    }
  CU_ASSERT_EQUAL (json_object_get_size (properties), count);
  /* What is not named is refused, except the options of a protocol and the keys of a
   * sweep, which are their own. */
  CU_ASSERT (section == &lull_section_protocol || section == &lull_section_scopes ||
             section == &lull_section_region ||
             !json_object_get_boolean_member (mapping, "additionalProperties"));
}

static void
test_schema_names_every_key (void)
{
  g_autofree char *text = read_source ("docs/scenario.schema.json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *schema;

  if (!json_parser_load_from_data (parser, text, -1, NULL))
    {
      CU_FAIL ("the schema is not JSON");
      return;
    }
  schema = json_node_get_object (json_parser_get_root (parser));
  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    check_section (schema, *section);
}

int
main (void)
{
  CU_TestInfo documents[] = {
    { "every example of the reference is read, or refused as it says", test_examples },
    { "the reference has a row for every key, and no other",
      test_reference_names_every_key },
    { "the schema has the keys, words, ranges and defaults of the reader",
      test_schema_names_every_key },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "documents", NULL, NULL, NULL, NULL, documents },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
