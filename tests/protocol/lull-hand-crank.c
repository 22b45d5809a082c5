/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-hand-crank.h"

#include <string.h>

typedef void (*BasicCallback) (const LullView *view,
                               gpointer node,
                               const LullBasic *message,
                               LullOutbox *out);

void
lull_crank_init (LullCrank *self,
                 const LullProtocol *protocol,
                 guint workers,
                 const char *settings)
{
  g_assert (workers <= LULL_CRANK_WORKERS_MAX);
  *self = (LullCrank){ .protocol = protocol };
  self->controls = g_array_new (FALSE, TRUE, sizeof (LullCrankControl));
  lull_protocol_settings_parse (protocol, settings, self->options);
  g_assert (protocol->node_size == NULL ||
            protocol->node_size (workers, self->options) <= sizeof self->nodes[0]);
  for (guint worker = 0; worker < workers; worker++)
    {
      self->views[worker] = (LullView){ .options = self->options,
                                        .self = (guint8) worker,
                                        .workers = (guint8) workers,
                                        .idle = 1 };
      if (protocol->init != NULL)
        protocol->init (&self->views[worker], self->nodes[worker]);
    }
}

void
lull_crank_clear (LullCrank *self)
{
  g_clear_pointer (&self->controls, g_array_unref);
}

static gsize
contribution_size (const LullCrank *self, const LullCollective *collective)
{
  return collective->combine == LULL_COMBINE_NOTHING
             ? 0
             : collective->size (self->views[0].workers, self->options);
}

static void
combine (LullCrank *self, guint worker, const LullCollective *collective)
{
  gsize size = contribution_size (self, collective);
  guint8 *total = self->total;

  if (collective->combine == LULL_COMBINE_GATHER)
    total += worker * size;
  g_assert (total + size <= self->total + sizeof self->total);
  for (gsize i = 0; i < size; i++)
    if (collective->combine == LULL_COMBINE_MAX)
      total[i] = MAX (total[i], self->out.contribution[i]);
    else
      total[i] = (guint8) (total[i] + self->out.contribution[i]);
}

static void
complete_round_if_last (LullCrank *self, const LullCollective *collective)
{
  guint workers = self->views[0].workers;

  for (guint worker = 0; worker < workers; worker++)
    if (!self->contributed[worker])
      return;
  self->result = collective->conclude != NULL
                     ? collective->conclude (workers, self->options, self->total)
                     : 0;
  memset (self->total, 0, sizeof self->total);
  for (guint worker = 0; worker < workers; worker++)
    {
      self->contributed[worker] = FALSE;
      self->complete[worker] = TRUE;
    }
}

static void
carry_out (LullCrank *self, guint worker)
{
  const LullOutbox *out = &self->out;

  g_assert (!out->overflow);
  for (guint i = 0; i < out->control_count; i++)
    {
      LullCrankControl control = { .from = (guint8) worker, .to = out->control_to[i] };

      memcpy (control.payload, out->controls[i], sizeof control.payload);
      g_array_append_val (self->controls, control);
    }
  if ((out->effects & LULL_EFFECT_GO) != 0)
    self->views[worker].place = out->place;
  if ((out->effects & LULL_EFFECT_LOCK) != 0)
    self->locked[worker] = TRUE;
  if ((out->effects & LULL_EFFECT_UNLOCK) != 0)
    self->locked[worker] = FALSE;
  if ((out->effects & LULL_EFFECT_ANNOUNCE) != 0)
    self->views[worker].left = 1;
  if ((out->effects & (LULL_EFFECT_ADD | LULL_EFFECT_CONTRIBUTE)) != 0)
    combine (self, worker, &self->protocol->collectives[out->collective]);
  if ((out->effects & LULL_EFFECT_CONTRIBUTE) == 0)
    return;
  self->contributed[worker] = TRUE;
  complete_round_if_last (self, &self->protocol->collectives[out->collective]);
}

static void
tell (LullCrank *self, BasicCallback callback, guint worker, guint peer)
{
  const LullBasic message = { .kind = LULL_BASIC_CAST, .peer = (guint8) peer };

  self->views[worker].idle = self->busy[worker] == 0;
  lull_outbox_clear (&self->out, self->protocol->control_size,
                     LULL_CONTRIBUTION_SIZE_MAX);
  if (callback != NULL)
    callback (&self->views[worker], self->nodes[worker], &message, &self->out);
  carry_out (self, worker);
}

void
lull_crank_join (LullCrank *self, guint worker)
{
  self->views[worker].joined = 1;
  lull_outbox_clear (&self->out, self->protocol->control_size,
                     LULL_CONTRIBUTION_SIZE_MAX);
  if (self->protocol->on_joined != NULL)
    self->protocol->on_joined (&self->views[worker], self->nodes[worker], &self->out);
  carry_out (self, worker);
}

void
lull_crank_join_all (LullCrank *self)
{
  for (guint worker = 0; worker < self->views[0].workers; worker++)
    lull_crank_join (self, worker);
}

void
lull_crank_go_on (LullCrank *self, guint worker)
{
  LullView *view = &self->views[worker];

  g_assert (view->left);
  view->left = 0;
  lull_outbox_clear (&self->out, self->protocol->control_size,
                     LULL_CONTRIBUTION_SIZE_MAX);
  if (self->protocol->on_left != NULL)
    self->protocol->on_left (view, self->nodes[worker], &self->out);
  view->joined = 0;
  view->place = 0;
  view->epoch++;
  carry_out (self, worker);
}

void
lull_crank_leave_to_task (LullCrank *self, guint from, guint to)
{
  tell (self, self->protocol->on_posted, from, to);
}

void
lull_crank_transmit (LullCrank *self, guint from, guint to)
{
  tell (self, self->protocol->on_transmitted, from, to);
}

void
lull_crank_post (LullCrank *self, guint from, guint to)
{
  lull_crank_leave_to_task (self, from, to);
  lull_crank_transmit (self, from, to);
}

void
lull_crank_receive (LullCrank *self, guint from, guint to)
{
  tell (self, self->protocol->on_received, to, from);
}

void
lull_crank_queue (LullCrank *self, guint from, guint to)
{
  self->busy[to]++;
  tell (self, self->protocol->on_queued, to, from);
}

void
lull_crank_start (LullCrank *self, guint from, guint to)
{
  tell (self, self->protocol->on_started, to, from);
}

void
lull_crank_finish (LullCrank *self, guint from, guint to)
{
  self->busy[to]--;
  tell (self, self->protocol->on_finished, to, from);
}

void
lull_crank_message (LullCrank *self, guint from, guint to)
{
  lull_crank_post (self, from, to);
  lull_crank_receive (self, from, to);
  lull_crank_queue (self, from, to);
  lull_crank_start (self, from, to);
  lull_crank_finish (self, from, to);
}

static gboolean
exists (const LullCrank *self, const LullStep *step)
{
  return step->exists == NULL || step->exists (self->options);
}

/* Steps of the same name stand for each other under different options: the one that there
 * is, else any of them. */
static const LullStep *
find_step (const LullCrank *self, const char *name)
{
  const LullStep *found = NULL;

  for (const LullStep *step = self->protocol->steps; step->name != NULL; step++)
    if (g_str_equal (step->name, name) && (found == NULL || exists (self, step)))
      found = step;
  g_assert (found != NULL);
  return found;
}

gboolean
lull_crank_can (const LullCrank *self, guint worker, const char *name)
{
  const LullStep *step = find_step (self, name);
  const LullView *view = &self->views[worker];

  if (!view->joined || view->left)
    return FALSE;
  if (step->at != view->place && step->at != LULL_ANYWHERE)
    return FALSE;
  if ((step->needs & LULL_NEEDS_RESULT) != 0 && !self->complete[worker])
    return FALSE;
  if ((step->needs & LULL_NEEDS_IDLE) != 0 && !view->idle)
    return FALSE;
  if ((step->needs & LULL_NEEDS_NO_FUTURES) != 0 && view->futures > 0)
    return FALSE;
  if ((step->needs & LULL_NEEDS_LOCK) != 0 && self->locked[worker])
    return FALSE;
  if (!exists (self, step))
    return FALSE;
  return step->ready == NULL || step->ready (view, self->nodes[worker]);
}

void
lull_crank_take (LullCrank *self, guint worker, const char *name)
{
  const LullStep *step = find_step (self, name);

  g_assert (lull_crank_can (self, worker, name));
  lull_outbox_clear (&self->out, self->protocol->control_size,
                     LULL_CONTRIBUTION_SIZE_MAX);
  if ((step->needs & LULL_NEEDS_RESULT) != 0)
    {
      self->views[worker].result = self->result;
      self->complete[worker] = FALSE;
    }
  step->run (&self->views[worker], self->nodes[worker], &self->out);
  self->views[worker].result = 0;
  carry_out (self, worker);
}

static guint
find_control (const LullCrank *self, guint from, guint to)
{
  for (guint i = 0; i < self->controls->len; i++)
    {
      const LullCrankControl *control =
          &g_array_index (self->controls, LullCrankControl, i);

      if (control->from == from && control->to == to)
        return i;
    }
  g_assert_not_reached ();
}

void
lull_crank_deliver (LullCrank *self, guint from, guint to)
{
  guint index = find_control (self, from, to);
  LullCrankControl control = g_array_index (self->controls, LullCrankControl, index);

  g_array_remove_index (self->controls, index);
  lull_outbox_clear (&self->out, self->protocol->control_size,
                     LULL_CONTRIBUTION_SIZE_MAX);
  self->protocol->on_control (&self->views[to], self->nodes[to], (guint8) from,
                              control.payload, &self->out);
  carry_out (self, to);
}

guint
lull_crank_on_wire (const LullCrank *self, guint from, guint to)
{
  guint count = 0;

  for (guint i = 0; i < self->controls->len; i++)
    {
      const LullCrankControl *control =
          &g_array_index (self->controls, LullCrankControl, i);

      count += control->from == from && control->to == to;
    }
  return count;
}

const char *
lull_crank_node (LullCrank *self, guint worker)
{
  self->protocol->describe_node (&self->views[worker], self->nodes[worker], self->text,
                                 sizeof self->text);
  return self->text;
}

const char *
lull_crank_control (LullCrank *self, guint from, guint to)
{
  const LullCrankControl *control =
      &g_array_index (self->controls, LullCrankControl, find_control (self, from, to));

  self->protocol->describe_control (self->options, control->payload, self->text,
                                    sizeof self->text);
  return self->text;
}
