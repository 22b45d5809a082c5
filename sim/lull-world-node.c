/* SPDX-License-Identifier: Apache-2.0 */
/* The one place where the world calls into a protocol, and carries out what it asks for.
 */
#include "lull-world-private.h"

static guint8
count_retries (const LullWorld *self, const guint8 *state, guint worker)
{
  guint8 count = 0;

  for (guint i = 0; i < self->message_count; i++)
    if (stage_of (self, state, i) == STAGE_RETRY && self->messages[i].told &&
        source_of (self, state, i) == worker)
      count++;
  return count;
}

void
lull_node_view (const LullWorld *self, const guint8 *state, guint worker, LullView *view)
{
  const guint8 *block = worker_peek (self, state, worker);
  guint flags = block[WORKER_FLAGS];

  *view = (LullView){ .options = self->options,
                      .self = (guint8) worker,
                      .workers = (guint8) self->workers,
                      .place = (flags & FLAG_JOINED) != 0 ? block[WORKER_PLACE] : 0,
                      .futures = block[WORKER_FUTURES],
                      .joined = main_ended (self, state, worker) ? 1 : 0,
                      .left = (flags & FLAG_LEFT) != 0,
                      .idle = block[WORKER_BUSY] == 0,
                      .epoch = (guint8) epoch_of (self, state, worker) };
  if (self->faults.retry != LULL_RETRY_NEVER)
    view->retries = count_retries (self, state, worker);
}

/* Before join the place counts roots. */
static const char *
carry_out_go (const LullWorld *self, guint8 *block, const LullOutbox *out)
{
  if (out->place >= self->place_count)
    return "it went to a place that does not exist";
  if ((block[WORKER_FLAGS] & FLAG_JOINED) == 0)
    return "it went to a place before its main program had ended";
  block[WORKER_PLACE] = out->place;
  return NULL;
}

static void
node_left (const LullWorld *self, guint8 *state, guint worker, LullStepLog *log);

/* A worker that leaves a join that is not the last goes on. */
static const char *
carry_out_announce (
    const LullWorld *self, guint8 *state, guint worker, guint8 *block, LullStepLog *log)
{
  if ((block[WORKER_FLAGS] & FLAG_JOINED) == 0)
    return "it announced before its main program had ended";
  if ((block[WORKER_FLAGS] & FLAG_LEFT) != 0)
    return NULL;
  if (log != NULL)
    log->announced |= 1U << worker;
  if (epoch_of (self, state, worker) + 1 < self->epochs)
    {
      node_left (self, state, worker, log);
      return NULL;
    }
  block[WORKER_FLAGS] |= FLAG_LEFT;
  state[self->left_at]++;
  return NULL;
}

/* A lock that is taken and given back at once was free before and is free again. */
static const char *
carry_out_locks (guint8 *block, guint effects, const LullStep *step)
{
  if ((effects & LULL_EFFECT_LOCK) != 0)
    {
      if (step == NULL || (step->needs & LULL_NEEDS_LOCK) == 0)
        return "it took the futures lock outside of a step that needs it";
      block[WORKER_FLAGS] |= FLAG_LOCKED;
    }
  if ((effects & LULL_EFFECT_UNLOCK) != 0)
    {
      if ((block[WORKER_FLAGS] & FLAG_LOCKED) == 0)
        return "it gave back a futures lock that it does not hold";
      block[WORKER_FLAGS] &= (guint8) ~FLAG_LOCKED;
    }
  return NULL;
}

/* @param step  the step that was taken, or NULL for a callback */
static const char *
carry_out_effects (const LullWorld *self,
                   guint8 *state,
                   guint worker,
                   const LullStep *step,
                   const LullOutbox *out,
                   LullStepLog *log)
{
  guint8 *block = worker_at (self, state, worker);
  guint effects = out->effects;
  const char *fault = NULL;

  if ((effects & LULL_EFFECT_GO) != 0)
    fault = carry_out_go (self, block, out);
  if (fault == NULL && (effects & (LULL_EFFECT_LOCK | LULL_EFFECT_UNLOCK)) != 0)
    fault = carry_out_locks (block, effects, step);
  if (fault == NULL && (effects & (LULL_EFFECT_CONTRIBUTE | LULL_EFFECT_ADD)) != 0)
    fault = step != NULL ? lull_round_contribute (self, state, worker, out, log)
                         : "it contributed from a callback, and only a step may";
  if (fault == NULL && (effects & LULL_EFFECT_ANNOUNCE) != 0)
    fault = carry_out_announce (self, state, worker, block, log);
  return fault;
}

static const char *
carry_out_controls (const LullWorld *self,
                    guint8 *state,
                    guint worker,
                    const LullOutbox *out)
{
  if (out->overflow)
    return "it sent more control messages in one step than the outbox holds";
  for (guint i = 0; i < out->control_count; i++)
    {
      if (out->control_to[i] >= self->workers)
        return "it sent a control message to a worker that does not exist";
      if (!lull_control_push (self, state, worker, out->control_to[i], out->controls[i]))
        return "it put more control messages on the wire than its control_max allows";
    }
  return NULL;
}

/* Most callbacks only write their node. */
static inline gboolean
is_empty (const LullOutbox *out)
{
  return out->effects == 0 && out->control_count == 0 && out->reading_count == 0 &&
         !out->overflow;
}

/* A mistake of the protocol is kept in the state, and what follows from it is of no
 * interest. */
void
lull_node_breach (guint8 *state, const char *fault, LullStepLog *log)
{
  state[STATE_LEFT] |= STATE_FAULT;
  if (log != NULL && log->fault == NULL)
    log->fault = fault;
}

static void
note_controls (const LullWorld *self, const LullOutbox *out, LullStepLog *log)
{
  log->controls_sent += out->control_count;
  for (guint i = 0;
       i < out->control_count && log->control_count < LULL_OUTBOX_CONTROLS_MAX; i++)
    {
      guint8 *copy = log->controls[log->control_count];

      memcpy (copy, out->controls[i], self->protocol->control_size);
      log->control_to[log->control_count++] = out->control_to[i];
    }
}

static void
carry_out (const LullWorld *self,
           guint8 *state,
           guint worker,
           const LullStep *step,
           const LullOutbox *out,
           LullStepLog *log)
{
  const char *fault = carry_out_controls (self, state, worker, out);

  if (out->effects != 0 && fault == NULL)
    fault = carry_out_effects (self, state, worker, step, out, log);
  if (fault != NULL)
    lull_node_breach (state, fault, log);
  if (log == NULL)
    return;
  if (fault == NULL)
    note_controls (self, out, log);
  for (guint i = 0;
       i < out->reading_count && log->reading_count < LULL_OUTBOX_READINGS_MAX; i++)
    log->readings[log->reading_count++] = out->readings[i];
}

/* What a function of the protocol writes as its node: the state itself, or where nobody
 * vouches for it or somebody watches, a guarded copy. */
static gpointer
lend_node (
    const LullWorld *self, guint8 *state, guint worker, LullStepLog *log, LullLoan *loan)
{
  return lull_loan_init (loan, worker_at (self, state, worker) + WORKER_NODE,
                         self->node_size, self->guarded || log != NULL);
}

static void
take_node_back (guint8 *state, LullStepLog *log, const LullLoan *loan)
{
  if (!lull_loan_return (loan))
    lull_node_breach (state, "it wrote beyond its node", log);
}

void
lull_node_init (const LullWorld *self, guint8 *state, guint worker, LullStepLog *log)
{
  LullView view;
  LullLoan node;

  lull_node_view (self, state, worker, &view);
  if (self->protocol->init == NULL)
    return;
  self->protocol->init (&view, lend_node (self, state, worker, log, &node));
  take_node_back (state, log, &node);
}

void
lull_node_joined (const LullWorld *self, guint8 *state, guint worker, LullStepLog *log)
{
  LullView view;
  LullOutbox out;
  LullLoan node;

  if (self->protocol->on_joined == NULL)
    return;
  lull_outbox_clear (&out, self->protocol->control_size, self->contribution_max);
  lull_node_view (self, state, worker, &view);
  self->protocol->on_joined (&view, lend_node (self, state, worker, log, &node), &out);
  take_node_back (state, log, &node);
  carry_out (self, state, worker, NULL, &out, log);
}

/* The protocol sees the join that it leaves; what it asks for is done behind it. */
static void
node_left (const LullWorld *self, guint8 *state, guint worker, LullStepLog *log)
{
  LullApply apply = { .world = self, .state = state, .log = log };
  LullView view;
  LullOutbox out;
  LullLoan node;

  lull_outbox_clear (&out, self->protocol->control_size, self->contribution_max);
  lull_node_view (self, state, worker, &view);
  if (self->protocol->on_left != NULL)
    {
      self->protocol->on_left (&view, lend_node (self, state, worker, log, &node), &out);
      take_node_back (state, log, &node);
    }
  lull_apply_leave (&apply, worker);
  carry_out (self, state, worker, NULL, &out, log);
  lull_apply_begin_program (&apply, worker);
}

/* A tag is written when its message is posted, and read from then on. */
static void
take_tag_back (const LullWorld *self,
               guint8 *state,
               LullTold what,
               LullStepLog *log,
               const LullLoan *loan)
{
  if (self->tag_size == 0)
    return;
  if (what != TOLD_POSTED && lull_loan_is_written (loan))
    lull_node_breach (state, "it wrote to the tag of a message after on_posted", log);
  else if (!lull_loan_return (loan))
    lull_node_breach (state, "it wrote beyond the tag of a message", log);
}

void
lull_node_basic (
    const LullWorld *self, guint8 *state, LullTold what, guint message, LullStepLog *log)
{
  const LullWorldMessage *info = &self->messages[message];
  gboolean to_sender = is_told_to_sender (what);
  guint source = source_of (self, state, message);
  guint target = target_of (self, state, message);
  guint worker = to_sender ? source : target;
  gboolean is_copy = what != TOLD_POSTED || self->guarded || log != NULL;
  LullBasic basic = { .kind = (LullBasicKind) info->m.kind,
                      .peer = (guint8) (to_sender ? target : source),
                      .deferred =
                          !to_sender && (info->m.traits & LULL_TRAIT_DEFERRED) != 0,
                      .late = !to_sender && is_late (self, state, message) };
  LullView view;
  LullOutbox out;
  LullLoan node, tag;

  if (self->tag_size > 0)
    basic.tag = lull_loan_init (&tag, state + info->tag_at, self->tag_size, is_copy);
  lull_outbox_clear (&out, self->protocol->control_size, self->contribution_max);
  lull_node_view (self, state, worker, &view);
  self->callbacks[what](&view, lend_node (self, state, worker, log, &node), &basic, &out);
  take_node_back (state, log, &node);
  take_tag_back (self, state, what, log, &tag);
  if (!is_empty (&out))
    carry_out (self, state, worker, NULL, &out, log);
}

void
lull_node_control (const LullWorld *self,
                   guint8 *state,
                   guint worker,
                   guint from,
                   const guint8 *payload,
                   LullStepLog *log)
{
  LullView view;
  LullOutbox out;
  LullLoan node;

  if (self->protocol->on_control == NULL)
    return;
  lull_outbox_clear (&out, self->protocol->control_size, self->contribution_max);
  lull_node_view (self, state, worker, &view);
  self->protocol->on_control (&view, lend_node (self, state, worker, log, &node),
                              (guint8) from, payload, &out);
  take_node_back (state, log, &node);
  carry_out (self, state, worker, NULL, &out, log);
}

void
lull_node_peer_gone (
    const LullWorld *self, guint8 *state, guint worker, guint peer, LullStepLog *log)
{
  LullView view;
  LullOutbox out;
  LullLoan node;

  if (self->protocol->on_peer_gone == NULL)
    return;
  lull_outbox_clear (&out, self->protocol->control_size, self->contribution_max);
  lull_node_view (self, state, worker, &view);
  self->protocol->on_peer_gone (&view, lend_node (self, state, worker, log, &node),
                                (guint8) peer, &out);
  take_node_back (state, log, &node);
  carry_out (self, state, worker, NULL, &out, log);
}

void
lull_node_step (
    const LullWorld *self, guint8 *state, guint worker, guint step, LullStepLog *log)
{
  const LullStep *info = &self->protocol->steps[step];
  LullView view;
  LullOutbox out;
  LullLoan node;

  lull_outbox_clear (&out, self->protocol->control_size, self->contribution_max);
  lull_node_view (self, state, worker, &view);
  if (log != NULL)
    log->step = step + 1;
  if ((info->needs & LULL_NEEDS_RESULT) != 0)
    {
      view.result = lull_round_result (self, state, worker);
      lull_round_take_result (self, state, worker);
      if (log != NULL)
        {
          log->took_result = TRUE;
          log->result = view.result;
        }
    }
  info->run (&view, lend_node (self, state, worker, log, &node), &out);
  take_node_back (state, log, &node);
  carry_out (self, state, worker, info, &out, log);
}

/* Runs a step on a copy of the node. */
static void
probe (const LullWorld *self, LullView *view, guint8 *node, guint step, LullOutbox *out)
{
  const LullStep *info = &self->protocol->steps[step];

  lull_outbox_clear (out, self->protocol->control_size, self->contribution_max);
  info->run (view, node, out);
}

void
lull_node_probe (
    const LullWorld *self, const guint8 *state, guint worker, guint step, LullOutbox *out)
{
  guint8 node[NODE_MAX];
  LullView view;

  memcpy (node, worker_peek (self, state, worker) + WORKER_NODE, self->node_size);
  lull_node_view (self, state, worker, &view);
  if ((self->protocol->steps[step].needs & LULL_NEEDS_RESULT) != 0)
    view.result = lull_round_result (self, state, worker);
  probe (self, &view, node, step, out);
}

void
lull_node_probe_next (const LullWorld *self,
                      const guint8 *state,
                      guint worker,
                      guint step,
                      guint next,
                      LullOutbox *out)
{
  guint8 node[NODE_MAX];
  LullView view;

  memcpy (node, worker_peek (self, state, worker) + WORKER_NODE, self->node_size);
  lull_node_view (self, state, worker, &view);
  probe (self, &view, node, step, out);
  view.place = self->protocol->steps[next].at;
  probe (self, &view, node, next, out);
}

/* What it writes is the same whatever stands there, so it changes one of two opposites.
 */
gboolean
lull_node_step_writes (const LullWorld *self,
                       const guint8 *state,
                       guint worker,
                       guint step)
{
  static const guint8 opposites[] = { 0x00, 0xff };
  guint8 node[NODE_MAX];
  LullOutbox out;
  LullView view;

  lull_node_view (self, state, worker, &view);
  view.result = lull_round_result (self, state, worker);
  for (guint i = 0; i < G_N_ELEMENTS (opposites); i++)
    {
      memset (node, opposites[i], self->node_size);
      lull_outbox_clear (&out, self->protocol->control_size, self->contribution_max);
      self->protocol->steps[step].run (&view, node, &out);
      for (gsize at = 0; at < self->node_size; at++)
        if (node[at] != opposites[i])
          return TRUE;
    }
  return FALSE;
}

gboolean
lull_node_guard_holds (const LullWorld *self,
                       const guint8 *state,
                       guint worker,
                       guint step)
{
  const LullStep *info = &self->protocol->steps[step];
  LullView view;

  lull_node_view (self, state, worker, &view);
  if ((info->needs & LULL_NEEDS_RESULT) != 0)
    view.result = lull_round_result (self, state, worker);
  return info->ready (&view, worker_peek (self, state, worker) + WORKER_NODE);
}
