/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

#define NAME_MAX_CHARACTERS 120U
#define ABOUT_MAX_CHARACTERS 4000U

static gboolean
read_name (const LullNode *node, gpointer field, GError **error)
{
  return lull_node_read_text (node, NAME_MAX_CHARACTERS, FALSE, field, error);
}

/* `about` is for people who read the file; only its form is checked. */
static gboolean
read_about (const LullNode *node, gpointer field G_GNUC_UNUSED, GError **error)
{
  g_autofree char *about = NULL;

  return lull_node_read_text (node, ABOUT_MAX_CHARACTERS, TRUE, &about, error);
}

// clang-format off
static const LullKey keys[] = {
  { .name = "name", .type = LULL_KEY_OWN, .read = read_name, .offset = G_STRUCT_OFFSET (LullDraft, name) },
  { .name = "about", .type = LULL_KEY_OWN, .read = read_about },
  { .name = "workers", .type = LULL_KEY_OWN, .initial = "2", .low = 1, .high = LULL_WORKERS_MAX },
  { .name = "calls", .type = LULL_KEY_OWN, .initial = "[]" },
  { .name = "work", .type = LULL_KEY_OWN },
  { .name = "timers", .type = LULL_KEY_OWN },
  { .name = "members", .type = LULL_KEY_OWN, .initial = "{}" },
  { .name = "runtime", .type = LULL_KEY_OWN, .initial = "{}" },
  { .name = "timeouts", .type = LULL_KEY_OWN, .initial = "marked" },
  { .name = "network", .type = LULL_KEY_OWN, .initial = "{}" },
  { .name = "collectives", .type = LULL_KEY_OWN, .initial = "step" },
  { .name = "protocol", .type = LULL_KEY_OWN, .initial = "pairwise" },
  { .name = "scopes", .type = LULL_KEY_OWN, .initial = "dijkstra-scholten" },
  { .name = "expect", .type = LULL_KEY_OWN, .initial = "safe" },
  { .name = "sweep", .type = LULL_KEY_OWN },
  { .name = "expect-where", .type = LULL_KEY_OWN },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_scenario = { .name = "", .keys = keys };

static LullDraft *
draft_new (void)
{
  LullDraft *self = g_new0 (LullDraft, 1);

  self->workers = g_ptr_array_new_with_free_func (g_free);
  self->join.options = g_array_new (FALSE, TRUE, sizeof (gint));
  self->scopes.options = g_array_new (FALSE, TRUE, sizeof (gint));
  self->local_nodes = g_ptr_array_new ();
  lull_work_init (&self->work);
  lull_world_config_init (&self->config);
  self->config.livelock = TRUE;
  self->expectation = (LullExpectation){ .cut = LULL_CUT_NONE,
                                         .states = LULL_UNSTATED,
                                         .transitions = LULL_UNSTATED,
                                         .levels = LULL_UNSTATED,
                                         .witness = LULL_UNSTATED };
  return self;
}

void
lull_draft_free (LullDraft *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_ptr_array_unref (self->workers);
  g_ptr_array_unref (self->local_nodes);
  lull_work_clear (&self->work);
  g_free (self->links);
  g_array_unref (self->join.options);
  g_array_unref (self->scopes.options);
  g_free (self->expectation.verdict);
  g_free (self->expectation.missed);
  g_free (self);
}

static gboolean
check_work (const LullNode *root, GError **error)
{
  const LullNode *work = lull_node_get (root, "work");

  if (work != NULL && lull_node_get (root, "calls") != NULL)
    return lull_node_fail (work, error,
                           "found both calls and work, expected one of them");
  return TRUE;
}

/* Only now do the parts lie where they will stay; the nodes go when the reading is over.
 */
static void
connect (LullDraft *self)
{
  LullWorldConfig *config = &self->config;

  config->workers = self->workers->len;
  config->names = (const char *const *) self->workers->pdata;
  config->work = &self->work;
  config->protocol = self->join.protocol;
  config->guarded = lull_protocols_is_loaded (self->join.protocol);
  config->options = (const gint *) (gconstpointer) self->join.options->data;
  config->scopes.protocol = self->scopes.protocol;
  config->scopes.guarded = lull_protocols_is_loaded (self->scopes.protocol);
  config->scopes.options = (const gint *) (gconstpointer) self->scopes.options->data;
  config->link_delays = self->links;
  self->cast = self->scope_cast = NULL;
  g_ptr_array_set_size (self->local_nodes, 0);
}

LullDraft *
lull_draft_read (const LullNode *root, GError **error)
{
  g_autoptr (LullDraft) self = draft_new ();

  if (!lull_section_read (&lull_section_scenario, root, self, error) ||
      !check_work (root, error) ||
      !lull_draft_read_workers (self, lull_node_get (root, "workers"), error) ||
      !lull_draft_read_calls (self, lull_node_get (root, "calls"), error) ||
      !lull_draft_read_work (self, lull_node_get (root, "work"), error) ||
      !lull_draft_read_timers (self, lull_node_get (root, "timers"), error) ||
      !lull_draft_read_members (self, lull_node_get (root, "members"), error) ||
      !lull_draft_read_runtime (self, lull_node_get (root, "runtime"), error) ||
      !lull_draft_read_timeouts (self, lull_node_get (root, "timeouts"), error) ||
      !lull_draft_read_network (self, lull_node_get (root, "network"), error) ||
      !lull_draft_read_collectives (self, lull_node_get (root, "collectives"), error) ||
      !lull_draft_read_protocol (self, lull_node_get (root, "protocol"), error) ||
      !lull_draft_read_scopes (self, lull_node_get (root, "scopes"), error) ||
      !lull_draft_read_expect (self, lull_node_get (root, "expect"), error))
    return NULL;
  connect (self);
  return g_steal_pointer (&self);
}
