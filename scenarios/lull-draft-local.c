/* SPDX-License-Identifier: Apache-2.0 */
/* Local steps: "take L", "give L", "notify F", "wait F", "compute",
 * "flush". */
#include "lull-draft.h"

#include "lull-phrase.h"

#include <string.h>

static const char *const verbs[] = {
  [LULL_LOCAL_COMPUTE] = "compute", [LULL_LOCAL_TAKE] = "take",
  [LULL_LOCAL_GIVE] = "give",       [LULL_LOCAL_NOTIFY] = "notify",
  [LULL_LOCAL_WAIT] = "wait",       [LULL_LOCAL_FLUSH] = "flush"
};

static gboolean
has_name (LullLocalKind kind)
{
  return kind != LULL_LOCAL_COMPUTE && kind != LULL_LOCAL_FLUSH;
}

static const char with[] = "with";

/* What follows VERB and blanks in TEXT; NULL if it does not begin with that word. */
static const char *
skip_verb (const char *text, const char *verb)
{
  const gsize length = strlen (verb);

  if (!g_str_has_prefix (text, verb) ||
      (text[length] != '\0' && !g_ascii_isspace (text[length])))
    return NULL;
  text += length;
  return text + strspn (text, " \t");
}

/* The kind of step that TEXT says, and what follows its verb; -1 if it says none. */
static gint
find_kind (const char *text, const char **rest)
{
  for (gint kind = 0; kind < (gint) G_N_ELEMENTS (verbs); kind++)
    {
      *rest = skip_verb (text, verbs[kind]);
      if (*rest != NULL)
        return kind;
    }
  return -1;
}

gboolean
lull_draft_is_local (const LullNode *node)
{
  const char *rest;

  return node->kind == LULL_NODE_TEXT && strstr (node->text, "->") == NULL &&
         find_kind (node->text, &rest) >= 0;
}

gboolean
lull_draft_is_with (const LullNode *node)
{
  return node->kind == LULL_NODE_MAPPING && lull_node_count (node) == 1 &&
         skip_verb (lull_node_key (node, 0)->text, with) != NULL;
}

static gboolean
add_step (LullDraft *self,
          const LullNode *node,
          LullLocalKind kind,
          const char *name,
          gint runner,
          guint8 parent,
          GError **error)
{
  const gsize length = lull_phrase_name_length (name);

  if (runner < 0)
    return lull_node_fail (node, error,
                           "found a local step of no worker, expected it under one, as "
                           "in A: %s",
                           node->text);
  if (parent == LULL_TIMER)
    return lull_node_fail (
        node, error, "found a local step in a timer, expected none: a timer only sends");
  if (has_name (kind) != (length > 0) || name[length] != '\0')
    return lull_node_fail (node, error, "found \"%s\", expected %s%s", node->text,
                           has_name (kind) ? "the name of one lock or flag" : verbs[kind],
                           has_name (kind) ? "" : " alone");
  if (!lull_work_add_local (&self->work, kind, (guint8) runner, parent,
                            length > 0 ? name : NULL))
    return lull_node_fail (
        node, error, "found more than %u messages and local steps, expected at most %u",
        LULL_MESSAGES_MAX, LULL_MESSAGES_MAX);
  g_ptr_array_add (self->local_nodes, (gpointer) (gsize) node);
  return TRUE;
}

gboolean
lull_draft_read_local (
    LullDraft *self, const LullNode *node, gint runner, guint8 parent, GError **error)
{
  const char *name;
  gint kind = find_kind (node->text, &name);

  return add_step (self, node, (LullLocalKind) kind, name, runner, parent, error);
}

gboolean
lull_draft_read_with (LullDraft *self,
                      const LullNode *node,
                      LullLocalKind kind,
                      gint runner,
                      guint8 parent,
                      GError **error)
{
  const LullNode *key = lull_node_key (node, 0);

  return add_step (self, key, kind, skip_verb (key->text, with), runner, parent, error);
}

static const LullLocalStep *
get_step (const LullDraft *self, guint index)
{
  return &g_array_index (self->work.local_steps, LullLocalStep, index);
}

/* Whether the program of step INDEX has the lock that the step names before it, or, where
 * it is the last step, behind it. */
static gboolean
has_lock_before (const LullDraft *self, guint index, guint end)
{
  const LullLocalStep *step = get_step (self, index);
  gboolean has = FALSE;

  for (guint i = 0; i < end; i++)
    {
      const LullLocalStep *other = get_step (self, i);

      if (other->parent == step->parent && other->worker == step->worker &&
          other->epoch == step->epoch && other->name == step->name &&
          (other->kind == LULL_LOCAL_TAKE || other->kind == LULL_LOCAL_GIVE))
        has = other->kind == LULL_LOCAL_TAKE;
    }
  return has;
}

/* A lock is given back by the program that took it: only join may come in between. */
gboolean
lull_draft_check_locals (const LullDraft *self, GError **error)
{
  const guint count = self->work.local_steps->len;

  for (guint i = 0; i < count; i++)
    {
      const LullLocalStep *step = get_step (self, i);
      const LullNode *node = g_ptr_array_index (self->local_nodes, i);
      const char *name = !has_name ((LullLocalKind) step->kind)
                             ? NULL
                             : g_ptr_array_index (self->work.names, step->name);

      if (step->kind == LULL_LOCAL_GIVE && !has_lock_before (self, i, i))
        return lull_node_fail (
            node, error, "found give %s, expected take %s before it in the same program",
            name, name);
      if (step->kind == LULL_LOCAL_TAKE && step->parent != LULL_NO_MESSAGE &&
          has_lock_before (self, i, count))
        return lull_node_fail (node, error,
                               "found take %s, expected give %s behind it: only a main "
                               "program may end with a lock, and holds it until it has "
                               "left join",
                               name, name);
    }
  return TRUE;
}
