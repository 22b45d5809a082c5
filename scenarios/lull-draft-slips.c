/* SPDX-License-Identifier: Apache-2.0 */
/* What a step that is none was most likely meant to be. */
#include "lull-draft.h"

#include "lull-phrase.h"

#include <string.h>

/* What others call these steps. */
static const LullMeant steps_meant[] = {
  { "acquire", "take" }, { "lock", "take" },     { "release", "give" },
  { "unlock", "give" },  { "signal", "notify" }, { "sleep", "compute" },
  { NULL, NULL },
};

gboolean
lull_draft_fail_step (const LullNode *node, gint runner, GError **error)
{
  static const char *const steps[] = { "join",   "compute", "take",  "give", "with",
                                       "notify", "wait",    "flush", NULL };
  /* Main programs alone join, and no one of them. */
  const char *const *words = runner < 0 ? steps : steps + 1;
  g_autofree char *verb = g_strndup (node->text, strcspn (node->text, " \t"));
  g_autofree char *quoted = lull_quote (node->text);
  g_autofree char *list = lull_words_join (words);
  g_autofree char *hint = lull_words_hint (verb, words, steps_meant);

  return lull_node_fail (
      node, error,
      "found %s, expected a call such as A -> B, a cast such as A ~> B, or %s%s", quoted,
      list, hint);
}

static gboolean
is_name (const char *text)
{
  const gsize length = lull_phrase_name_length (text);

  return length > 0 && text[length] == '\0';
}

/* Whether @node looks like what a worker does, though @name is no worker: a slip of one,
 * or steps that could be nothing else. */
static gboolean
is_block (const LullDraft *self, const char *name, const LullNode *node)
{
  g_autofree const char **workers = lull_draft_list_workers (self);

  return node->kind == LULL_NODE_LIST || lull_draft_is_local (node) ||
         lull_nearest (name, workers) != NULL;
}

/* "A: [compute]" and "B: [compute]" as two keys of one item. */
static gboolean
check_alone (const LullDraft *self, const LullNode *node, GError **error)
{
  const LullNode *second = lull_node_key (node, 1);

  return lull_draft_find_worker (self, lull_node_key (node, 0)->text) < 0 ||
         lull_node_fail (second, error,
                         "found a second key beside the worker %s, expected an item of "
                         "the list for each worker",
                         lull_node_key (node, 0)->text);
}

gboolean
lull_draft_check_block (const LullDraft *self,
                        const LullNode *node,
                        gint runner,
                        GError **error)
{
  const LullNode *key;

  if (node->kind != LULL_NODE_MAPPING || lull_node_count (node) == 0)
    return TRUE;
  if (lull_node_count (node) > 1)
    return check_alone (self, node, error);
  key = lull_node_key (node, 0);
  if (strpbrk (key->text, " \t") != NULL && !lull_phrase_has_arrow (key->text))
    return lull_draft_fail_step (key, runner, error);
  if (!is_name (key->text) ||
      lull_section_find_key (&lull_section_step, key->text) != NULL)
    return TRUE;
  if (lull_draft_is_local (key))
    return lull_node_fail (key, error, "found a colon behind %s, expected none",
                           key->text);
  if (runner >= 0 && lull_draft_find_worker (self, key->text) >= 0)
    return lull_node_fail (
        key, error,
        "found the worker %s before a step, expected the step alone: it is %s who runs "
        "this",
        key->text, (const char *) g_ptr_array_index (self->workers, (guint) runner));
  if (runner < 0 && is_block (self, key->text, lull_node_item (node, 0)))
    return lull_draft_fail_worker (self, key, key->text, error);
  return TRUE;
}
