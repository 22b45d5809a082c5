/* SPDX-License-Identifier: Apache-2.0 */
/* Switches that a file sets and that make no difference to it: not what a reader would
 * expect, and not wrong either. */
#include "lull-draft-notes.h"

#include <string.h>

/* An option of a protocol is a rule's for that protocol alone, and stands under
 * `protocol`. @return @transfer{full} the name that it has in a file, or NULL */
static char *
name_in_file (const LullDraftRule *rule, const LullDraft *draft)
{
  const gsize length = strcspn (rule->name, ".");
  g_autofree char *outer = g_strndup (rule->name, length);

  if (g_str_equal (outer, draft->join.protocol->name))
    return g_strconcat ("protocol", rule->name + length, NULL);
  return lull_protocols_find (outer) == NULL ? g_strdup (rule->name) : NULL;
}

static void
look_at (LullDraftNotes *self, guint index, const LullDraft *draft, const LullNode *root)
{
  const LullDraftRule *rule = &lull_draft_rules[index];
  g_autofree char *name = name_in_file (rule, draft);
  const LullNode *place = NULL;

  if (name == NULL)
    return;
  if (rule->matters (draft))
    {
      self->mattering |= G_GUINT64_CONSTANT (1) << index;
      return;
    }
  place = lull_draft_find_switch (draft, root, name);
  if (place != NULL && self->notes[index] == NULL)
    self->notes[index] = lull_node_say (place, "%s has no effect: %s", name, rule->why);
}

void
lull_draft_notes_look (LullDraftNotes *self, const LullDraft *draft, const LullNode *root)
{
  for (guint i = 0; lull_draft_rules[i].name != NULL; i++)
    look_at (self, i, draft, root);
}

GPtrArray *
lull_draft_notes_list (const LullDraftNotes *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lull_draft_rules[i].name != NULL; i++)
    if (self->notes[i] != NULL && (self->mattering >> i & 1U) == 0)
      g_ptr_array_add (list, g_strdup (self->notes[i]));
  return list;
}

void
lull_draft_notes_clear (LullDraftNotes *self)
{
  for (guint i = 0; lull_draft_rules[i].name != NULL; i++)
    g_free (self->notes[i]);
}
