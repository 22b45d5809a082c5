/* SPDX-License-Identifier: Apache-2.0 */
/* Part of making a world: what the checker sees of it, which are kinds of steps and
 * properties. */
#include "lull-world-private.h"

/* Whoever leaves a join says that nothing is left of it, nor of those before. */
static gboolean
epochs_hold (const LullWorld *self, const guint8 *state)
{
  guint left = 0;

  for (guint worker = 0; worker < self->workers; worker++)
    left = MAX (left, joins_left (self, state, worker));
  for (guint epoch = 0; epoch < left; epoch++)
    if (state[lull_epoch_account (self, epoch)] > lull_parts_vain (self, state, epoch))
      return FALSE;
  return TRUE;
}

gboolean
lull_world_join_holds (const LullWorld *self, const guint8 *state)
{
  if (self->epochs > 1)
    return epochs_hold (self, state);
  return (state[STATE_LEFT] & ~STATE_FAULT) == 0 || state[STATE_UNDONE] == 0 ||
         !lull_world_has_work (self, state);
}

static gboolean
premature_holds (const LullModel *model, const guint8 *state)
{
  const LullWorld *self = (const LullWorld *) model;

  return lull_world_join_holds (self, state) &&
         (self->part_count == 0 || lull_parts_hold (self, state));
}

static gboolean
without_fault (const LullModel *model, const guint8 *state)
{
  (void) model;
  return (state[STATE_LEFT] & STATE_FAULT) == 0;
}

static gboolean
everyone_left (const LullModel *model, const guint8 *state)
{
  return lull_world_all_left ((const LullWorld *) model, state);
}

static const LullProperty world_properties[] = {
  { .name = "premature",
    .summary = "nobody leaves join while basic work remains anywhere",
    .kind = LULL_PROPERTY_ALWAYS,
    .holds = premature_holds },
  { .name = "livelock",
    .summary = "in every fair run all workers leave join",
    .kind = LULL_PROPERTY_EVENTUALLY,
    .holds = everyone_left },
};

static const LullProperty contract_property = {
  .name = "contract",
  .summary = "the protocol keeps the contract of its API",
  .kind = LULL_PROPERTY_ALWAYS,
  .holds = without_fault,
};

gboolean
lull_world_step_exists (const LullWorld *self, guint step)
{
  const LullStep *info = &self->protocol->steps[step];

  return info->exists == NULL || info->exists (self->options);
}

void
lull_world_index_places (LullWorld *self)
{
  self->places = g_new0 (LullPlace, self->place_count);
  for (guint place = 0; place < self->place_count; place++)
    {
      LullPlace *entry = &self->places[place];

      entry->steps = g_new (guint8, self->step_count);
      for (guint step = 0; step < self->step_count; step++)
        if (lull_world_step_exists (self, step) &&
            (self->protocol->steps[step].at == place ||
             self->protocol->steps[step].at == LULL_ANYWHERE))
          entry->steps[entry->count++] = (guint8) step;
    }
}

void
lull_world_free_places (LullWorld *self)
{
  for (guint place = 0; self->places != NULL && place < self->place_count; place++)
    g_free (self->places[place].steps);
  g_free (self->places);
}

static guint
most_steps_at_a_place (const LullWorld *self)
{
  guint most = 0;

  for (guint i = 0; i < self->place_count; i++)
    most = MAX (most, self->places[i].count);
  return most;
}

static gboolean
has_send_tasks (const LullWorld *self)
{
  for (guint message = 0; message < self->message_count; message++)
    if (send_tasks_of (self, message) == LULL_SEND_TASKS_APART ||
        send_tasks_of (self, message) == LULL_SEND_TASKS_IN_POOL)
      return TRUE;
  return FALSE;
}

void
lull_world_name_kinds (LullWorld *self)
{
  static const char *const names[OP_COUNT] = { "main send",   "main end", "transmit",
                                               "receive",     "enqueue",  "start",
                                               "nested send", "finish",   "control",
                                               NULL,          NULL };
  gboolean some = self->message_count > 0;
  gboolean nested = self->any;
  gboolean present[OP_COUNT];
  guint count = 0;

  for (guint i = 0; i < self->message_count; i++)
    nested = nested || self->messages[i].child_count > 0;
  present[OP_MAIN_SEND] = self->any || self->roots_at[self->workers * self->epochs] > 0;
  present[OP_MAIN_END] = self->any;
  present[OP_TRANSMIT] = some && has_send_tasks (self);
  present[OP_RECEIVE] = present[OP_START] = present[OP_FINISH] = some;
  present[OP_ENQUEUE] = some && self->listener;
  present[OP_NESTED_SEND] = nested;
  present[OP_CONTROL] = self->controls.max > 0;
  self->kinds =
      g_new0 (char *, OP_COUNT + self->step_count + lull_parts_kind_count (self) + 1);
  for (guint op = 0; op < OP_STEP; op++)
    if (present[op])
      {
        self->kind_of[op] = (guint8) count;
        self->op_of[count] = (guint8) op;
        self->kinds[count++] = g_strdup (names[op]);
      }
  self->step_kinds = g_new0 (guint8, self->step_count + 1);
  for (guint step = 0; step < self->step_count; step++)
    if (lull_world_step_exists (self, step))
      {
        self->step_kinds[step] = (guint8) count;
        self->step_of[count] = (guint8) step;
        self->op_of[count] = OP_STEP;
        self->kinds[count++] = g_strdup (self->protocol->steps[step].name);
      }
  lull_parts_name_kinds (self, count);
}

void
lull_world_fill_model (LullWorld *self, gboolean livelock)
{
  guint per_message = self->any ? self->workers + 1 : 1;
  guint per_worker =
      MAX (most_steps_at_a_place (self), self->any ? self->workers + 1 : 1);

  self->model.name = self->protocol->name;
  self->model.initial_count = 1;
  self->model.actions_max = self->message_count * per_message +
                            self->workers * per_worker + self->controls.max +
                            lull_parts_actions_max (self);
  self->model.kinds = (const char *const *) self->kinds;
  self->model.properties = world_properties;
  self->model.property_count = livelock ? 2 : 1;
  self->model.initial = lull_world_initial;
  self->model.actions = lull_world_actions;
  self->model.apply = lull_world_apply;
  self->model.within = without_fault;
  self->model.may_stop = everyone_left;
  self->model.may_rest = self->part_count > 0 ? lull_parts_may_rest : NULL;
  self->model.describe = lull_world_describe;
}

/* The graph is the same, so whatever search meets a fault in the one model meets it in
 * the other. */
void
lull_world_claim_contract (LullWorld *self)
{
  LullWorld *copy = g_memdup2 (self, sizeof *self);

  copy->model.properties = &contract_property;
  copy->model.property_count = 1;
  copy->model.constraint_is_scope = TRUE;
  copy->model.may_stop = NULL;
  self->contract = copy;
}
