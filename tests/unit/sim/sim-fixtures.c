/* SPDX-License-Identifier: Apache-2.0 */
#include "sim-fixtures.h"

#include "lull-protocols.h"

static const char *const names[] = { "A", "B", "C", "D", "E", "F", "G", "H" };

static guint
count_options (const LullProtocol *protocol)
{
  guint count = 0;

  while (protocol->options != NULL && protocol->options[count].name != NULL)
    count++;
  return count;
}

void
sim_setup_init_with (SimSetup *self, const LullProtocol *protocol, guint workers)
{
  g_assert (protocol != NULL && workers <= G_N_ELEMENTS (names));

  *self = (SimSetup){ .options = { 0 } };
  g_assert (count_options (protocol) <= G_N_ELEMENTS (self->options));
  lull_work_init (&self->work);
  lull_world_config_init (&self->config);
  self->config.workers = workers;
  self->config.names = names;
  self->config.protocol = protocol;
}

void
sim_setup_init (SimSetup *self, const char *protocol, guint workers)
{
  sim_setup_init_with (self, lull_protocols_find (protocol), workers);
}

void
sim_setup_clear (SimSetup *self)
{
  lull_work_clear (&self->work);
}

void
sim_setup_set (SimSetup *self, const char *option, const char *value)
{
  const LullOption *options = self->config.protocol->options;

  for (guint i = 0; options[i].name != NULL; i++)
    for (gint v = 0; options[i].values[v] != NULL; v++)
      if (g_str_equal (options[i].name, option) &&
          g_str_equal (options[i].values[v], value))
        {
          self->options[i] = v;
          return;
        }
  g_error ("no option %s %s", option, value);
}

guint8
sim_setup_add (SimSetup *self, const char *request, guint8 parent)
{
  gboolean awaited = g_str_has_prefix (request, "await ");
  const char *route = awaited ? request + strlen ("await ") : request;
  guint8 added;

  g_assert (strlen (route) == strlen ("A -> B"));
  added = lull_work_add (
      &self->work, (guint8) (route[0] - 'A'), (guint8) (route[5] - 'A'),
      route[2] == '~' ? LULL_BASIC_CAST : LULL_BASIC_CALL, awaited, parent);
  g_assert (added != LULL_NO_MESSAGE);
  return added;
}

static LullWorld *
try_to_build (SimSetup *self, GError **error)
{
  self->config.work = &self->work;
  self->config.options = self->options;
  return lull_world_new (&self->config, error);
}

LullWorld *
sim_setup_build (SimSetup *self)
{
  g_autoptr (GError) error = NULL;
  LullWorld *world = try_to_build (self, &error);

  if (world == NULL)
    g_error ("%s", error->message);
  return world;
}

char *
sim_setup_refusal (SimSetup *self, LullWorldError code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullWorld) world = try_to_build (self, &error);

  CU_ASSERT_PTR_NULL (world);
  CU_ASSERT_TRUE (g_error_matches (error, LULL_WORLD_ERROR, (gint) code));
  return g_strdup (error != NULL ? error->message : "");
}

void
sim_walk_init (SimWalk *self, const LullWorld *world)
{
  const LullModel *model = lull_world_get_model (world);

  *self = (SimWalk){ .world = world,
                     .trace = lull_trace_new (0),
                     .state = g_malloc0 (model->state_size) };
  model->initial (model, 0, self->state);
}

void
sim_walk_clear (SimWalk *self)
{
  lull_trace_free (self->trace);
  g_free (self->state);
}

static LullAction *
list_offers (const SimWalk *self, guint *count)
{
  const LullModel *model = lull_world_get_model (self->world);
  LullAction *actions = g_new (LullAction, model->actions_max + 1);

  *count = model->actions (model, self->state, actions);
  return actions;
}

guint
sim_walk_offer_count (const SimWalk *self)
{
  guint count;

  g_free (list_offers (self, &count));
  return count;
}

static gboolean
find_offer (const SimWalk *self, const char *words, LullAction *found, GString *offered)
{
  const LullModel *model = lull_world_get_model (self->world);
  guint count;
  g_autofree LullAction *actions = list_offers (self, &count);

  for (guint i = 0; i < count; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      model->describe (model, self->state, actions[i], text);
      *found = actions[i];
      if (g_str_equal (text->str, words))
        return TRUE;
      g_string_append_printf (offered, "\n      %s", text->str);
    }
  return FALSE;
}

gboolean
sim_walk_offers (const SimWalk *self, const char *words)
{
  g_autoptr (GString) offered = g_string_new (NULL);
  LullAction action;

  return find_offer (self, words, &action, offered);
}

void
sim_walk_take (SimWalk *self, const char *words)
{
  const LullModel *model = lull_world_get_model (self->world);
  g_autoptr (GString) offered = g_string_new (NULL);
  g_autofree guint8 *next = g_malloc (model->state_size);
  LullAction action;

  if (!find_offer (self, words, &action, offered))
    {
      g_print ("\n    found no step \"%s\", expected one of%s\n", words, offered->str);
      CU_FAIL ("a step is not enabled");
      return;
    }
  model->apply (model, self->state, action, next);
  memcpy (self->state, next, model->state_size);
  lull_trace_append (self->trace, action);
}

void
sim_walk_take_all (SimWalk *self, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    sim_walk_take (self, words[i]);
}

void
sim_stage_open (SimStage *self)
{
  self->world = sim_setup_build (&self->setup);
  sim_walk_init (&self->walk, self->world);
}

void
sim_stage_clear (SimStage *self)
{
  sim_walk_clear (&self->walk);
  lull_world_free (self->world);
  sim_setup_clear (&self->setup);
}

/* A state that the search has met, and how. */
typedef struct
{
  guint8 *state;
  guint parent;
  LullAction action;
} Met;

typedef struct
{
  const LullWorld *world;
  const LullModel *model;
  GArray *met;      /* of Met, in the order found */
  GHashTable *seen; /* of GBytes */
} Search;

static void
met_clear (gpointer data)
{
  g_free (((Met *) data)->state);
}

static void
search_init (Search *self, const LullWorld *world)
{
  *self =
      (Search){ .world = world,
                .model = lull_world_get_model (world),
                .met = g_array_new (FALSE, FALSE, sizeof (Met)),
                .seen = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                               (GDestroyNotify) g_bytes_unref, NULL) };
  g_array_set_clear_func (self->met, met_clear);
}

static void
search_clear (Search *self)
{
  g_array_unref (self->met);
  g_hash_table_unref (self->seen);
}

static void
search_meet (Search *self, const guint8 *state, guint parent, LullAction action)
{
  Met met = { .parent = parent, .action = action };

  if (!g_hash_table_add (self->seen, g_bytes_new (state, self->model->state_size)))
    return;
  met.state = g_memdup2 (state, self->model->state_size);
  g_array_append_val (self->met, met);
}

static gboolean
is_goal (const Search *self, const guint8 *state, guint action_count, SimGoal goal)
{
  switch (goal)
    {
    case SIM_PREMATURE:
      return !self->model->properties[0].holds (self->model, state);
    case SIM_DEADLOCK:
      return action_count == 0 && !self->model->may_stop (self->model, state);
    case SIM_ALL_LEFT:
    default:
      return lull_world_all_left (self->world, state) &&
             !lull_world_has_work (self->world, state);
    }
}

static LullTrace *
trace_to (const Search *self, guint index)
{
  LullTrace *trace = lull_trace_new (0);

  for (; index != 0; index = g_array_index (self->met, Met, index).parent)
    {
      LullAction action = g_array_index (self->met, Met, index).action;

      g_array_prepend_val (trace->actions, action);
    }
  return trace;
}

static LullTrace *
search (Search *self, SimGoal goal)
{
  const LullModel *model = self->model;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max + 1);
  g_autofree guint8 *next = g_malloc0 (model->state_size);

  model->initial (model, 0, next);
  search_meet (self, next, 0, 0);
  for (guint index = 0; index < self->met->len; index++)
    {
      const guint8 *state = g_array_index (self->met, Met, index).state;
      guint count = model->actions (model, state, actions);

      if (is_goal (self, state, count, goal))
        return trace_to (self, index);
      for (guint i = 0; i < count; i++)
        {
          model->apply (model, state, actions[i], next);
          if (model->within (model, next))
            search_meet (self, next, index, actions[i]);
        }
    }
  return NULL;
}

LullTrace *
sim_find (const LullWorld *world, SimGoal goal)
{
  Search self;
  LullTrace *trace;

  search_init (&self, world);
  trace = search (&self, goal);
  search_clear (&self);
  return trace;
}
