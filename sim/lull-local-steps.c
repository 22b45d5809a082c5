/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Local steps: what programs do between what they send. They compute, take and give back
 * locks of their worker, raise its flags and wait for these. A step is taken when all
 * that stands before it in its program is done; what stands behind it, the end of the
 * program too, waits for it, and a handler that waits keeps its thread.
 */
#include "lull-local-steps.h"

#include "lull-buffers.h"

static gboolean
is_on (const LullWorldConfig *config)
{
  return config->work->local_steps->len > 0;
}

static const char *
misfit (const LullWorldConfig *config)
{
  for (guint i = 0; i < config->work->local_steps->len; i++)
    if (g_array_index (config->work->local_steps, LullLocalStep, i).kind ==
            LULL_LOCAL_FLUSH &&
        !lull_buffers_are_on (config))
      return "there is no buffer to flush; let send, or replies, be buffer";
  if (config->work->any_messages > 0)
    return "any work has no programs that local steps could stand in; list the calls";
  return NULL;
}

static gpointer
prepare (LullWorld *world, const LullWorldConfig *config)
{
  const LullWork *work = config->work;
  LullLocals *self = g_new0 (LullLocals, 1);

  (void) world;
  self->count = work->local_steps->len;
  self->steps = g_memdup2 (work->local_steps->data, self->count * sizeof (LullLocalStep));
  self->names = g_new0 (char *, work->names->len + 1);
  for (guint i = 0; i < work->names->len; i++)
    self->names[i] = g_strdup (g_ptr_array_index (work->names, i));
  self->flags = config->flags;
  return self;
}

static void
free_locals (gpointer data)
{
  LullLocals *self = data;

  g_free (self->steps);
  g_strfreev (self->names);
  g_free (self);
}

static guint32
size (const LullWorld *world, const LullPartSite *site)
{
  (void) world;
  return ((const LullLocals *) site->data)->count;
}

static guint
actions_max (const LullWorld *world, const LullPartSite *site)
{
  return size (world, site);
}

/* A main program that has local steps left is work, as one that has calls left is. */
static void
initial (const LullApply *apply, const LullPartSite *site)
{
  const LullLocals *locals = site->data;

  for (guint i = 0; i < locals->count; i++)
    if (locals->steps[i].parent == LULL_NO_MESSAGE)
      lull_apply_owe_join (apply, locals->steps[i].epoch, 1);
}

/* Locks and flags are of a worker, and go with it. */
static void
forsake (const LullApply *apply, const LullPartSite *site, guint worker)
{
  const LullLocals *locals = site->data;

  for (guint i = 0; i < locals->count; i++)
    {
      const LullLocalStep *step = &locals->steps[i];
      guint8 *progress = &apply->state[site->at + i];

      if (step->worker != worker)
        continue;
      if (step->parent == LULL_NO_MESSAGE && !lull_local_is_over (*progress))
        lull_apply_owe_join (apply, step->epoch, -1);
      *progress = LOCAL_TO_COME;
    }
}

gboolean
lull_locals_can_take (const LullLocalLook *look, guint index)
{
  const LullLocalStep *step = &look->locals->steps[index];

  if (!lull_locals_have_come_to (look, index))
    return FALSE;
  switch ((LullLocalKind) step->kind)
    {
    case LULL_LOCAL_TAKE:
      return lull_locals_find_holder (look, step) == NULL;
    case LULL_LOCAL_WAIT:
      return look->locals->flags == LULL_FLAGS_STICKY
                 ? lull_locals_is_raised (look, step)
                 : look->progress[index] == LOCAL_TO_COME;
    case LULL_LOCAL_COMPUTE:
    case LULL_LOCAL_GIVE:
    case LULL_LOCAL_NOTIFY:
    case LULL_LOCAL_FLUSH:
    default:
      return TRUE;
    }
}

static void
offer (LullOffer *self, const LullPartSite *site)
{
  LullLocalLook look = lull_locals_look (self->world, site, self->state);

  for (guint i = 0; i < look.locals->count; i++)
    if (lull_locals_can_take (&look, i))
      lull_offer_part (self, site, 0, i);
}

static gboolean
holds_up (const LullWorld *world,
          const LullPartSite *site,
          const guint8 *state,
          guint worker,
          guint parent)
{
  LullLocalLook look = lull_locals_look (world, site, state);
  guint last;
  guint sent = lull_locals_count_sent (&look, worker, parent, &last);

  for (guint i = 0; i < look.locals->count; i++)
    if (!lull_local_is_over (look.progress[i]) &&
        lull_locals_is_of (&look, &look.locals->steps[i], worker, parent) &&
        look.locals->steps[i].sent <= sent)
      return TRUE;
  return FALSE;
}

static gboolean
allows (const LullWorld *world,
        const LullPartSite *site,
        const guint8 *state,
        LullAction action)
{
  guint message = lull_action_argument (action);

  switch ((LullOp) world->op_of[lull_action_kind (action)])
    {
    case OP_MAIN_SEND:
      return !holds_up (world, site, state, world->messages[message].m.source,
                        LULL_NO_MESSAGE);
    case OP_NESTED_SEND:
      return !holds_up (world, site, state, 0, world->messages[message].m.parent);
    case OP_FINISH:
      return is_late (world, state, message) ||
             !holds_up (world, site, state, 0, message);
    case OP_MAIN_END:
    case OP_TRANSMIT:
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
    case OP_CONTROL:
    case OP_STEP:
    case OP_PART:
    case OP_COUNT:
    default:
      return TRUE;
    }
}

/* A main program whose last step this was joins. */
static void
finish_step (const LullApply *apply, const LullPartSite *site, guint index)
{
  const LullLocalStep *step = &((const LullLocals *) site->data)->steps[index];

  apply->state[site->at + index] = LOCAL_DONE;
  if (step->parent != LULL_NO_MESSAGE)
    return;
  lull_apply_owe_join (apply, step->epoch, -1);
  if (all_roots_sent (apply->world, apply->state, step->worker))
    lull_apply_join (apply, step->worker);
}

/* What is left of a program is never to be; of a main program it is no work any more. */
static void
cancel (const LullApply *apply, const LullPartSite *site, guint worker, guint parent)
{
  LullLocalLook look = lull_locals_look (apply->world, site, apply->state);

  for (guint i = 0; i < look.locals->count; i++)
    {
      const LullLocalStep *step = &look.locals->steps[i];

      if (lull_local_is_over (look.progress[i]) ||
          !lull_locals_is_of (&look, step, worker, parent))
        continue;
      apply->state[site->at + i] = LOCAL_NEVER;
      if (parent == LULL_NO_MESSAGE)
        lull_apply_owe_join (apply, step->epoch, -1);
    }
}

/* Those who wait for the flag that STEP raises go on in the same step. */
static void
wake (const LullApply *apply, const LullPartSite *site, const LullLocalStep *step)
{
  const LullLocals *locals = site->data;

  for (guint i = 0; i < locals->count; i++)
    if (apply->state[site->at + i] == LOCAL_WAITING &&
        locals->steps[i].worker == step->worker && locals->steps[i].name == step->name)
      finish_step (apply, site, i);
}

static void
take_step (const LullApply *apply, const LullPartSite *site, guint step, guint argument)
{
  const LullLocals *locals = site->data;
  const LullLocalStep *taken = &locals->steps[argument];

  (void) step;
  if (taken->kind == LULL_LOCAL_WAIT && locals->flags == LULL_FLAGS_ONE_SHOT)
    {
      apply->state[site->at + argument] = LOCAL_WAITING;
      return;
    }
  if (taken->kind == LULL_LOCAL_NOTIFY)
    wake (apply, site, taken);
  else if (taken->kind == LULL_LOCAL_FLUSH)
    lull_buffers_flush (apply, taken->worker);
  finish_step (apply, site, argument);
}

static guint
worker_of (const LullWorld *world,
           const LullPartSite *site,
           const guint8 *state,
           guint step,
           guint argument)
{
  (void) world;
  (void) state;
  (void) step;
  return ((const LullLocals *) site->data)->steps[argument].worker;
}

static const char *const steps[] = { "local step", NULL };

static const char *const switches[] = { "calls", NULL };

const LullPart lull_part_local_steps = {
  .name = "local steps",
  .steps = steps,
  .switches = switches,
  .is_on = is_on,
  .misfit = misfit,
  .prepare = prepare,
  .free = free_locals,
  .size = size,
  .actions_max = actions_max,
  .initial = initial,
  .forsake = forsake,
  .offer = offer,
  .allows = allows,
  .holds_up = holds_up,
  .cancel = cancel,
  .find_waits = lull_locals_find_waits,
  .apply = take_step,
  .worker = worker_of,
  /* Each step is taken once, so it is owed for itself. */
  .fairness_count = actions_max,
  .say = lull_locals_say,
  .describe = lull_locals_describe,
};
