/* SPDX-License-Identifier: Apache-2.0 */
/* Making a world: lull-world-fit.c checks what is asked for, lull-world-work.c takes in
 * the messages, lull-world-layout.c lays out the state and lull-world-model.c makes a
 * model of it. */
#include "lull-world.h"

#include "lull-world-private.h"

G_DEFINE_QUARK (lull_world_error_quark, lull_world_error)

void
lull_world_config_init (LullWorldConfig *self)
{
  *self =
      (LullWorldConfig){ .workers = 2,
                         .listener = TRUE,
                         .idle = LULL_IDLE_DEFAULT,
                         .timeouts.delay = { LULL_DELAY_UNIFORM, 1, 20 },
                         .delay = { LULL_DELAY_FIXED, 1, 1 },
                         .members = { .crashing = G_MAXUINT32,
                                      .delay = { LULL_DELAY_UNIFORM, 0, 20 } },
                         .timers = { .join = 1, .delay = { LULL_DELAY_UNIFORM, 0, 20 } },
                         .step_delay = { LULL_DELAY_FIXED, 1, 1 },
                         .rounds = { .fan_out = 2, .tags = TRUE } };
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

static void
list_callbacks (LullWorld *self, const LullProtocol *protocol)
{
  self->callbacks[TOLD_POSTED] = protocol->on_posted;
  self->callbacks[TOLD_TRANSMITTED] = protocol->on_transmitted;
  self->callbacks[TOLD_FAILED] = protocol->on_failed;
  self->callbacks[TOLD_TIMED_OUT] = protocol->on_timed_out;
  self->callbacks[TOLD_GIVEN_UP] = protocol->on_given_up;
  self->callbacks[TOLD_RECEIVED] = protocol->on_received;
  self->callbacks[TOLD_QUEUED] = protocol->on_queued;
  self->callbacks[TOLD_STARTED] = protocol->on_started;
  self->callbacks[TOLD_FINISHED] = protocol->on_finished;
  self->callbacks[TOLD_RETURNED] = protocol->on_returned;
}

void
lull_world_set_protocol (LullWorld *self,
                         const LullProtocol *protocol,
                         const gint *options,
                         gboolean guarded)
{
  self->protocol = protocol;
  self->guarded = guarded;
  list_callbacks (self, protocol);
  while (protocol->options != NULL && protocol->options[self->option_count].name != NULL)
    self->option_count++;
  self->options = g_new0 (gint, self->option_count + 1);
  if (options != NULL)
    memcpy (self->options, options, self->option_count * sizeof (gint));
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

LullWorld *
lull_world_new (const LullWorldConfig *config, GError **error)
{
  g_autoptr (LullWorld) self = NULL;
  g_autoptr (GArray) messages = NULL;
  g_autoptr (GArray) local_steps = NULL;
  LullWorldConfig expanded = *config;
  LullWork work = *config->work;
  const char *const *switches;

  g_return_val_if_fail (config->protocol != NULL, NULL);
  g_return_val_if_fail (config->work != NULL, NULL);

  if (!lull_world_config_fits (config, &switches, error))
    return NULL;
  self = g_new0 (LullWorld, 1);
  self->workers = config->workers;
  self->join_name = "join";
  copy_names (self, config);
  copy_switches (self, config);
  lull_world_set_protocol (self, config->protocol, config->options, config->guarded);
  work.messages = messages = g_array_copy (config->work->messages);
  work.local_steps = local_steps = g_array_copy (config->work->local_steps);
  expanded.work = &work;
  lull_parts_expand (config, &work);
  lull_world_copy_work (self, &work);
  lull_world_index_last_awaited (self);
  lull_parts_prepare (self, &expanded);
  lull_world_lay_out (self);
  if (!lull_world_layout_fits (self, error))
    return NULL;
  lull_world_index_places (self);
  lull_world_name_kinds (self);
  lull_world_fill_model (self, config->livelock);
  lull_world_prepare_fairness (self);
  lull_world_prepare_ample (self);
  lull_world_prepare_agents (self);
  self->symmetry =
      self->part_count == 0 && self->epochs == 1 ? lull_symmetry_new (self) : NULL;
  self->model.canonical = self->symmetry != NULL ? lull_world_canonical : NULL;
  self->model.unreduced = self->unreduced = lull_parts_names (self);
  self->model.left_out = self->left_out = lull_parts_left_out (self);
  lull_world_claim_contract (self);
  return g_steal_pointer (&self);
}

void
lull_world_free (LullWorld *self)
{
  if (self == NULL)
    return;
  lull_world_free_places (self);
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
  return state[STATE_UNDONE] > lull_parts_vain (self, state, LULL_ALL_EPOCHS);
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
