/* SPDX-License-Identifier: Apache-2.0 */
/* Part of making a world: whether what is asked for fits together, and whether the state
 * that comes of it is not too large. */
#include "lull-world-private.h"

gboolean
lull_world_refuse (GError **error, LullWorldError code, const char *reason)
{
  g_set_error_literal (error, LULL_WORLD_ERROR, (gint) code, reason);
  return FALSE;
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

static gboolean
work_fits (const LullWorldConfig *config, GError **error)
{
  const LullWork *work = config->work;

  if (work->any_messages > 0)
    {
      if (lull_work_message_count (work) + config->workers * work->epochs >
          LULL_MESSAGES_MAX)
        return lull_world_refuse (error, LULL_WORLD_ERROR_TOO_LARGE,
                                  "too many messages for one world");
      if (config->protocol->needs_replies && !work->any_calls)
        return lull_world_refuse (
            error, LULL_WORLD_ERROR_INVALID,
            "the protocol counts open futures, which one-way casts do not "
            "have; make them calls");
      return TRUE;
    }
  for (guint i = 0; i < work->messages->len; i++)
    {
      const LullMessage *message = &g_array_index (work->messages, LullMessage, i);

      if (message->source >= config->workers || message->target >= config->workers)
        return lull_world_refuse (error, LULL_WORLD_ERROR_INVALID,
                                  "a message names a worker that does not exist");
      if (config->protocol->needs_replies && message->kind == LULL_BASIC_CAST)
        return lull_world_refuse (
            error, LULL_WORLD_ERROR_INVALID,
            "the protocol counts open futures, which one-way casts do not "
            "have; make them calls");
    }
  return TRUE;
}

gboolean
lull_world_has_short_messages (const LullProtocol *protocol)
{
  return protocol->control_size <= LULL_CONTROL_SIZE_MAX &&
         protocol->tag_size <= LULL_CONTROL_SIZE_MAX / 2;
}

gboolean
lull_world_has_values (const LullProtocol *protocol, const gint *options)
{
  for (guint i = 0; protocol->options != NULL && protocol->options[i].name != NULL; i++)
    if (options[i] < 0 || options[i] >= (gint) count_names (protocol->options[i].values))
      return FALSE;
  return TRUE;
}

static gboolean
protocol_is_usable (const LullWorldConfig *config, GError **error)
{
  if (!lull_world_has_short_messages (config->protocol))
    return lull_world_refuse (error, LULL_WORLD_ERROR_TOO_LARGE,
                              "the protocol's messages are too long");
  if (config->options != NULL &&
      !lull_world_has_values (config->protocol, config->options))
    return lull_world_refuse (error, LULL_WORLD_ERROR_INVALID,
                              "an option of the protocol has no such value");
  return TRUE;
}

gboolean
lull_world_config_fits (const LullWorldConfig *config,
                        const char *const **switches,
                        GError **error)
{
  static const char *const of_workers[] = { "workers", NULL };
  static const char *const of_protocol[] = { "protocol", NULL };
  static const char *const of_pools[] = { "runtime.pools", NULL };
  static const char *const of_work[] = { "work", "calls", NULL };
  const char *reason;

  *switches = of_workers;
  if (config->workers < 1 || config->workers > LULL_WORKERS_MAX)
    return lull_world_refuse (error, LULL_WORLD_ERROR_INVALID,
                              "a world has 1 to 32 workers");
  *switches = of_protocol;
  if (!protocol_is_usable (config, error))
    return FALSE;
  *switches = of_pools;
  if (!lull_pools_fit (config, &reason))
    return lull_world_refuse (error, LULL_WORLD_ERROR_INVALID, reason);
  *switches = of_work;
  return work_fits (config, error) && lull_parts_fit (config, switches, error);
}

gboolean
lull_world_protocol_fits (const LullWorld *self, GError **error)
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

gboolean
lull_world_layout_fits (const LullWorld *self, GError **error)
{
  if (!lull_world_protocol_fits (self, error) || !lull_parts_layout_fits (self, error))
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
    return lull_world_refuse (error, LULL_WORLD_ERROR_TOO_LARGE,
                              "the protocol's tags are too long");
  if (OP_COUNT + self->step_count + lull_parts_kind_count (self) > 255)
    return lull_world_refuse (error, LULL_WORLD_ERROR_TOO_LARGE,
                              "the protocol has too many steps");
  return TRUE;
}
