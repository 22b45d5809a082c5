/* SPDX-License-Identifier: Apache-2.0 */
/* Making a world: checking that its parts fit together, and laying out its state. */
#include "lull-world.h"

#include "lull-world-private.h"

G_DEFINE_QUARK (lull_world_error_quark, lull_world_error)

void
lull_world_config_init (LullWorldConfig *self)
{
  *self = (LullWorldConfig){ .workers = 2,
                             .listener = TRUE,
                             .idle = LULL_IDLE_DEFAULT,
                             .timeouts.delay = { LULL_DELAY_UNIFORM, 1, 20 },
                             .delay = { LULL_DELAY_FIXED, 1, 1 },
                             .members = { .crashing = G_MAXUINT32,
                                          .delay = { LULL_DELAY_UNIFORM, 0, 20 } },
                             .timers.delay = { LULL_DELAY_UNIFORM, 0, 20 },
                             .step_delay = { LULL_DELAY_FIXED, 1, 1 },
                             .rounds = { .fan_out = 2, .tags = TRUE } };
}

static guint
count_names (const char *const *names)
{
  guint count = 0;

  while (names[count] != NULL)
    count++;
  return count;
}

static gboolean
refuse (GError **error, LullWorldError code, const char *reason)
{
  g_set_error_literal (error, LULL_WORLD_ERROR, (gint) code, reason);
  return FALSE;
}

static gboolean
work_fits (const LullWorldConfig *config, GError **error)
{
  const LullWork *work = config->work;

  if (work->any_messages > 0)
    {
      if (lull_work_message_count (work) + config->workers * work->epochs >
          LULL_MESSAGES_MAX)
        return refuse (error, LULL_WORLD_ERROR_TOO_LARGE,
                       "too many messages for one world");
      if (config->protocol->needs_replies && !work->any_calls)
        return refuse (error, LULL_WORLD_ERROR_INVALID,
                       "the protocol counts open futures, which one-way casts do not "
                       "have; make them calls");
      return TRUE;
    }
  for (guint i = 0; i < work->messages->len; i++)
    {
      const LullMessage *message = &g_array_index (work->messages, LullMessage, i);

      if (message->source >= config->workers || message->target >= config->workers)
        return refuse (error, LULL_WORLD_ERROR_INVALID,
                       "a message names a worker that does not exist");
      if (config->protocol->needs_replies && message->kind == LULL_BASIC_CAST)
        return refuse (error, LULL_WORLD_ERROR_INVALID,
                       "the protocol counts open futures, which one-way casts do not "
                       "have; make them calls");
    }
  return TRUE;
}

static gboolean
config_fits (const LullWorldConfig *config, GError **error)
{
  const LullProtocol *protocol = config->protocol;
  const char *reason;

  if (config->workers < 1 || config->workers > LULL_WORKERS_MAX)
    return refuse (error, LULL_WORLD_ERROR_INVALID, "a world has 1 to 32 workers");
  if (protocol->control_size > LULL_CONTROL_SIZE_MAX ||
      protocol->tag_size > LULL_CONTROL_SIZE_MAX / 2)
    return refuse (error, LULL_WORLD_ERROR_TOO_LARGE,
                   "the protocol's messages are too long");
  for (guint i = 0; config->options != NULL && protocol->options != NULL &&
                    protocol->options[i].name != NULL;
       i++)
    if (config->options[i] < 0 ||
        config->options[i] >= (gint) count_names (protocol->options[i].values))
      return refuse (error, LULL_WORLD_ERROR_INVALID,
                     "an option of the protocol has no such value");
  if (!lull_pools_fit (config, &reason))
    return refuse (error, LULL_WORLD_ERROR_INVALID, reason);
  return work_fits (config, error) && lull_parts_fit (config, error);
}

/* Whoever leaves a join says that nothing is left of it, nor of those before. */
static gboolean
epochs_hold (const LullWorld *self, const guint8 *state)
{
  guint left = 0;

  for (guint worker = 0; worker < self->workers; worker++)
    left = MAX (left, joins_left (self, state, worker));
  for (guint epoch = 0; epoch < left; epoch++)
    if (state[lull_epoch_account (self, epoch)] > 0)
      return FALSE;
  return TRUE;
}

static gboolean
premature_holds (const LullModel *model, const guint8 *state)
{
  const LullWorld *self = (const LullWorld *) model;

  if (self->epochs > 1)
    return epochs_hold (self, state);
  return (state[STATE_LEFT] & ~STATE_FAULT) == 0 || state[STATE_UNDONE] == 0;
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

static void
copy_protocol (LullWorld *self, const LullWorldConfig *config)
{
  const LullProtocol *protocol = config->protocol;

  self->protocol = protocol;
  self->guarded = config->guarded;
  while (protocol->options != NULL && protocol->options[self->option_count].name != NULL)
    self->option_count++;
  self->options = g_new0 (gint, self->option_count + 1);
  if (config->options != NULL)
    memcpy (self->options, config->options, self->option_count * sizeof (gint));
  while (protocol->steps[self->step_count].name != NULL)
    self->step_count++;
  self->place_count = count_names (protocol->places);
  while (protocol->collectives != NULL &&
         protocol->collectives[self->collective_count].name != NULL)
    self->collective_count++;
  self->tag_size =
      protocol->tags == NULL || protocol->tags (self->options) ? protocol->tag_size : 0;
  self->node_size = protocol->node_size != NULL
                        ? protocol->node_size (self->workers, self->options)
                        : 0;
}

static gboolean
step_exists (const LullWorld *self, guint step)
{
  const LullStep *info = &self->protocol->steps[step];

  return info->exists == NULL || info->exists (self->options);
}

static void
index_places (LullWorld *self)
{
  self->places = g_new0 (LullPlace, self->place_count);
  for (guint place = 0; place < self->place_count; place++)
    {
      LullPlace *entry = &self->places[place];

      entry->steps = g_new (guint8, self->step_count);
      for (guint step = 0; step < self->step_count; step++)
        if (step_exists (self, step) && (self->protocol->steps[step].at == place ||
                                         self->protocol->steps[step].at == LULL_ANYWHERE))
          entry->steps[entry->count++] = (guint8) step;
    }
}

/* The messages that PARENT sends in the order of their rank; for roots, the main program
 * of SOURCE in EPOCH. */
static guint
collect_children (
    const LullWorld *self, guint source, guint epoch, guint parent, guint8 *children)
{
  guint count = 0;

  for (guint i = 0; i < self->message_count; i++)
    {
      const LullMessage *message = &self->messages[i].m;

      if (message->kind == LULL_BASIC_REPLY || message->parent != parent)
        continue;
      if (parent == LULL_NO_MESSAGE &&
          (message->source != source || message->epoch != epoch))
        continue;
      children[count++] = (guint8) i;
    }
  return count;
}

static void
index_forest (LullWorld *self)
{
  guint used = 0;

  self->children = g_new0 (guint8, self->message_count + 1);
  self->roots = g_new0 (guint8, self->message_count + 1);
  for (guint i = 0; i < self->message_count; i++)
    {
      self->messages[i].children_at = used;
      self->messages[i].child_count =
          collect_children (self, 0, 0, i, self->children + used);
      used += self->messages[i].child_count;
    }
  used = 0;
  for (guint program = 0; program < self->workers * self->epochs; program++)
    {
      self->roots_at[program] = used;
      used += collect_children (self, program / self->epochs, program % self->epochs,
                                LULL_NO_MESSAGE, self->roots + used);
    }
  self->roots_at[self->workers * self->epochs] = used;
}

/* The last call of each main program, where it is awaited: until it is settled, the
 * program has not ended. */
static void
index_last_awaited (LullWorld *self)
{
  guint programs = self->workers * self->epochs;

  self->last_awaited = g_new (guint8, programs);
  for (guint program = 0; program < programs; program++)
    {
      guint32 end = self->any ? 0 : self->roots_at[program + 1];
      gboolean some = !self->any && end > self->roots_at[program];

      self->last_awaited[program] = LULL_NO_MESSAGE;
      if (some && self->messages[self->roots[end - 1]].m.awaited)
        self->last_awaited[program] = self->roots[end - 1];
    }
}

static gboolean
sends_by (const LullWorld *self, LullSendTasks tasks)
{
  return self->send_tasks[0] == tasks || self->send_tasks[1] == tasks;
}

/* A call may have several answers, of which the first counts. */
static void
index_answers (LullWorld *self)
{
  for (guint i = self->message_count; i > 0; i--)
    {
      guint request = self->messages[i - 1].m.request;
      guint first;

      if (request == LULL_NO_MESSAGE ||
          (first = self->messages[request].m.reply) == i - 1)
        continue;
      self->messages[i - 1].next_answer = self->messages[first].next_answer;
      self->messages[first].next_answer = (guint8) (i - 1);
    }
}

static void
copy_work (LullWorld *self, const LullWork *work)
{
  self->message_count = lull_work_message_count (work);
  self->messages = g_new0 (LullWorldMessage, self->message_count + 1);
  self->epochs = work->epochs;
  self->roots_at = g_new0 (guint32, self->workers * self->epochs + 1);
  self->any = work->any_messages > 0;
  if (!self->any)
    {
      for (guint i = 0; i < self->message_count; i++)
        self->messages[i] =
            (LullWorldMessage){ .m = g_array_index (work->messages, LullMessage, i),
                                .work = 1 };
      index_forest (self);
      index_answers (self);
      return;
    }
  self->any_slots = work->any_messages;
  self->any_slot_step = work->any_calls ? 2 : 1;
  self->any_from = work->any_from;
  self->any_self = work->any_self;
  self->any_sorted =
      !self->fifo && !self->pools_ordered && !sends_by (self, LULL_SEND_TASKS_BUFFERED);
  for (guint i = 0; i < self->message_count; i++)
    {
      gboolean reply = work->any_calls && i % 2 == 1;

      self->messages[i].work = TRUE;
      self->messages[i].m = (LullMessage){
        .kind = (guint8) (reply             ? LULL_BASIC_REPLY
                          : work->any_calls ? LULL_BASIC_CALL
                                            : LULL_BASIC_CAST),
        .parent = LULL_NO_MESSAGE,
        .reply = (guint8) (!reply && work->any_calls ? i + 1 : LULL_NO_MESSAGE),
        .request = (guint8) (reply ? i - 1 : LULL_NO_MESSAGE)
      };
    }
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

static void
name_kinds (LullWorld *self)
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
    if (step_exists (self, step))
      {
        self->step_kinds[step] = (guint8) count;
        self->step_of[count] = (guint8) step;
        self->op_of[count] = OP_STEP;
        self->kinds[count++] = g_strdup (self->protocol->steps[step].name);
      }
  lull_parts_name_kinds (self, count);
}

static void
fill_model (LullWorld *self, gboolean livelock)
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
  self->model.describe = lull_world_describe;
}

/* The graph is the same, so whatever search meets a fault in the one model meets it in
 * the other. */
static void
claim_contract (LullWorld *self)
{
  LullWorld *copy = g_memdup2 (self, sizeof *self);

  copy->model.properties = &contract_property;
  copy->model.property_count = 1;
  copy->model.constraint_is_scope = TRUE;
  copy->model.may_stop = NULL;
  self->contract = copy;
}

static void
copy_names (LullWorld *self, const LullWorldConfig *config)
{
  self->names = g_new0 (char *, self->workers + 1);
  for (guint worker = 0; worker < self->workers; worker++)
    self->names[worker] = config->names != NULL ? g_strdup (config->names[worker])
                                                : g_strdup_printf ("W%u", worker);
}

static void
copy_switches (LullWorld *self, const LullWorldConfig *config)
{
  self->listener = config->listener;
  self->hand_max = config->listener ? config->hand_max : 0;
  lull_pools_prepare (self, config);
  self->idle = config->idle;
  self->settle = config->settle;
  self->callbacks_locked = config->callbacks_locked;
  self->fifo = config->fifo;
  self->delay = config->delay;
  self->step_delay = config->step_delay;
  if (config->link_delays != NULL)
    self->link_delays = g_memdup2 (config->link_delays,
                                   sizeof (LullDelay) * self->workers * self->workers);
}

static gboolean G_GNUC_PRINTF (2, 3) refuse_size (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error,
                     g_error_new_valist (LULL_WORLD_ERROR, LULL_WORLD_ERROR_TOO_LARGE,
                                         format, arguments));
  va_end (arguments);
  return FALSE;
}

/* What the protocol asks for that no state has room for, whatever the scenario. */
static gboolean
protocol_fits (const LullWorld *self, GError **error)
{
  if (self->node_size > NODE_MAX)
    return refuse_size (
        error, "node_size of the protocol is %" G_GSIZE_FORMAT " bytes here, at most %u",
        self->node_size, NODE_MAX);
  for (guint i = 0; i < self->collective_count; i++)
    if (self->contribution_sizes[i] > LULL_CONTRIBUTION_SIZE_MAX)
      return refuse_size (error,
                          "the collective %s contributes %" G_GSIZE_FORMAT
                          " bytes here, at most %u",
                          self->protocol->collectives[i].name,
                          self->contribution_sizes[i], LULL_CONTRIBUTION_SIZE_MAX);
  if (self->controls.max > STATE_SIZE_MAX / MAX (self->controls.record, 1))
    return refuse_size (error,
                        "control_max of the protocol is %u here, for messages that are "
                        "kept in %u bytes each; a state has at most %u",
                        self->controls.max, self->controls.record, STATE_SIZE_MAX);
  return TRUE;
}

static gboolean
layout_fits (const LullWorld *self, GError **error)
{
  if (!protocol_fits (self, error))
    return FALSE;
  if (self->model.state_size > STATE_SIZE_MAX)
    return refuse_size (error,
                        "a state of this world has %" G_GSIZE_FORMAT
                        " bytes, at most %u: %u workers, nodes of %" G_GSIZE_FORMAT
                        " bytes, control_max %u, %u basic messages; use fewer workers or "
                        "messages",
                        (gsize) self->model.state_size, STATE_SIZE_MAX, self->workers,
                        self->node_size, self->controls.max, self->message_count);
  for (guint i = 0; i < self->bag_count; i++)
    if (self->bags[i]->record > LULL_BAG_RECORD_MAX)
      return refuse_size (error,
                          "a message of a collective has %u bytes here, at most %u; use "
                          "fewer workers",
                          self->bags[i]->record, LULL_BAG_RECORD_MAX);
  if (self->any && self->any_slot_size > ANY_SLOT_MAX)
    return refuse (error, LULL_WORLD_ERROR_TOO_LARGE, "the protocol's tags are too long");
  if (OP_COUNT + self->step_count + lull_parts_kind_count (self) > 255)
    return refuse (error, LULL_WORLD_ERROR_TOO_LARGE, "the protocol has too many steps");
  return TRUE;
}

LullWorld *
lull_world_new (const LullWorldConfig *config, GError **error)
{
  g_autoptr (LullWorld) self = NULL;
  g_autoptr (GArray) messages = NULL;
  LullWork work = *config->work;

  g_return_val_if_fail (config->protocol != NULL, NULL);
  g_return_val_if_fail (config->work != NULL, NULL);

  if (!config_fits (config, error))
    return NULL;
  self = g_new0 (LullWorld, 1);
  self->workers = config->workers;
  copy_names (self, config);
  copy_switches (self, config);
  copy_protocol (self, config);
  work.messages = messages = g_array_copy (config->work->messages);
  lull_parts_expand (config, &work);
  copy_work (self, &work);
  index_last_awaited (self);
  lull_parts_prepare (self, config);
  lull_world_lay_out (self);
  if (!layout_fits (self, error))
    return NULL;
  index_places (self);
  name_kinds (self);
  fill_model (self, config->livelock);
  lull_world_prepare_fairness (self);
  lull_world_prepare_ample (self);
  lull_world_prepare_agents (self);
  self->symmetry =
      self->part_count == 0 && self->epochs == 1 ? lull_symmetry_new (self) : NULL;
  self->model.canonical = self->symmetry != NULL ? lull_world_canonical : NULL;
  self->model.unreduced = self->unreduced = lull_parts_names (self);
  self->model.left_out = self->left_out = lull_parts_left_out (self);
  claim_contract (self);
  return g_steal_pointer (&self);
}

void
lull_world_free (LullWorld *self)
{
  if (self == NULL)
    return;
  for (guint place = 0; self->places != NULL && place < self->place_count; place++)
    g_free (self->places[place].steps);
  g_free (self->places);
  g_free (self->contract);
  lull_symmetry_free (self->symmetry);
  g_free (self->options);
  g_free (self->contribution_sizes);
  g_free (self->messages);
  g_free (self->children);
  g_free (self->roots);
  g_free (self->roots_at);
  g_free (self->last_awaited);
  g_free (self->reach);
  g_free (self->program_reach);
  g_free (self->step_kinds);
  g_free (self->links);
  lull_pools_free (self);
  g_free (self->bags);
  lull_parts_free (self);
  g_free (self->unreduced);
  g_free (self->left_out);
  g_free (self->link_delays);
  g_strfreev (self->kinds);
  g_strfreev (self->names);
  g_free (self);
}

const LullModel *
lull_world_get_model (const LullWorld *self)
{
  return &self->model;
}

const LullModel *
lull_world_get_contract_model (const LullWorld *self)
{
  return &self->contract->model;
}

const char *
lull_world_worker_name (const LullWorld *self, guint worker)
{
  return self->names[worker];
}

guint
lull_world_worker_count (const LullWorld *self)
{
  return self->workers;
}

gboolean
lull_world_has_work (const LullWorld *self, const guint8 *state)
{
  (void) self;
  return state[STATE_UNDONE] != 0;
}

gboolean
lull_world_all_left (const LullWorld *self, const guint8 *state)
{
  guint left = state[STATE_LEFT] & ~(guint) STATE_FAULT;

  for (guint worker = 0; self->part_count > 0 && worker < self->workers; worker++)
    if ((worker_peek (self, state, worker)[WORKER_FLAGS] & FLAG_LEFT) == 0 &&
        lull_parts_is_excused (self, state, worker))
      left++;
  return left == self->workers;
}
