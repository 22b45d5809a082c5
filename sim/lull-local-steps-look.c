/* SPDX-License-Identifier: Apache-2.0 */
/* What a state says of local steps, locks and flags. */
#include "lull-local-steps.h"

LullLocalLook
lull_locals_look (const LullWorld *world, const LullPartSite *site, const guint8 *state)
{
  return (LullLocalLook){
    .world = world, .locals = site->data, .state = state, .progress = state + site->at
  };
}

static gboolean
is_in_the_same_program (const LullLocalStep *one, const LullLocalStep *other)
{
  return one->parent == other->parent &&
         (one->parent != LULL_NO_MESSAGE ||
          (one->worker == other->worker && one->epoch == other->epoch));
}

gboolean
lull_locals_is_of (const LullLocalLook *look,
                   const LullLocalStep *step,
                   guint worker,
                   guint parent)
{
  return step->parent == parent &&
         (parent != LULL_NO_MESSAGE ||
          (step->worker == worker &&
           step->epoch == epoch_of (look->world, look->state, worker)));
}

/* How many messages a program has sent, and the last of them. */
guint
lull_locals_count_sent (const LullLocalLook *look,
                        guint worker,
                        guint parent,
                        guint *last)
{
  const LullWorld *world = look->world;
  const LullWorldMessage *info;
  const guint8 *sends;
  guint sent = 0;

  if (parent == LULL_NO_MESSAGE)
    {
      const guint8 *block = worker_peek (world, look->state, worker);

      sends = roots_of (world, look->state, worker, &sent);
      if ((block[WORKER_FLAGS] & FLAG_JOINED) == 0)
        sent = block[WORKER_PLACE];
    }
  else
    {
      info = &world->messages[parent];
      sends = world->children + info->children_at;
      while (sent < info->child_count &&
             stage_of (world, look->state, sends[sent]) != STAGE_UNSENT)
        sent++;
    }
  *last = sent > 0 ? sends[sent - 1] : LULL_NO_MESSAGE;
  return sent;
}

/* Whether the program of step INDEX has come to it: all that stands before it is done. */
gboolean
lull_locals_have_come_to (const LullLocalLook *look, guint index)
{
  const LullLocalStep *step = &look->locals->steps[index];
  guint last;

  if (lull_local_is_over (look->progress[index]) ||
      !is_under_way (look->world, look->state, step->worker, step->epoch, step->parent))
    return FALSE;
  for (guint i = 0; i < index; i++)
    if (!lull_local_is_over (look->progress[i]) &&
        is_in_the_same_program (&look->locals->steps[i], step))
      return FALSE;
  if (lull_locals_count_sent (look, step->worker, step->parent, &last) != step->sent)
    return FALSE;
  return last == LULL_NO_MESSAGE || !look->world->messages[last].m.awaited ||
         call_settled (look->world, look->state, last);
}

gboolean
lull_locals_ends_main (const LullLocalLook *look, guint index)
{
  const LullLocalStep *step = &look->locals->steps[index];

  if (step->parent != LULL_NO_MESSAGE ||
      (step->kind == LULL_LOCAL_WAIT && look->locals->flags == LULL_FLAGS_ONE_SHOT))
    return FALSE;
  for (guint i = 0; i < look->locals->count; i++)
    if (i != index && !lull_local_is_over (look->progress[i]) &&
        is_in_the_same_program (&look->locals->steps[i], step))
      return FALSE;
  return all_roots_sent (look->world, look->state, step->worker);
}

/* Whether the main program that STEP is of still has what it took: it gives it back when
 * it leaves join, if not before. */
static gboolean
may_hold (const LullLocalLook *look, const LullLocalStep *step)
{
  return step->parent != LULL_NO_MESSAGE ||
         joins_left (look->world, look->state, step->worker) <= step->epoch;
}

/* How many more times the program of STEP has taken its lock than given it back. An error
 * that ends a program gives back what that would have. */
static gint
balance_of (const LullLocalLook *look, const LullLocalStep *step)
{
  const LullLocalStep *steps = look->locals->steps;
  gint balance = 0;

  for (guint i = 0; i < look->locals->count; i++)
    if (steps[i].name != step->name || !is_in_the_same_program (&steps[i], step))
      continue;
    else if (steps[i].kind == LULL_LOCAL_TAKE && look->progress[i] == LOCAL_DONE)
      balance++;
    else if (steps[i].kind == LULL_LOCAL_GIVE && lull_local_is_over (look->progress[i]))
      balance--;
  return balance;
}

/* The step by which somebody took the lock that STEP names, and has it still; NULL if it
 * is free. Nobody takes it twice, and nobody gives back what he has not. */
const LullLocalStep *
lull_locals_find_holder (const LullLocalLook *look, const LullLocalStep *step)
{
  const LullLocalStep *steps = look->locals->steps;

  for (guint i = 0; i < look->locals->count; i++)
    if (look->progress[i] == LOCAL_DONE && steps[i].kind == LULL_LOCAL_TAKE &&
        steps[i].worker == step->worker && steps[i].name == step->name &&
        balance_of (look, &steps[i]) > 0 && may_hold (look, &steps[i]))
      return &steps[i];
  return NULL;
}

gboolean
lull_locals_is_raised (const LullLocalLook *look, const LullLocalStep *step)
{
  const LullLocalStep *steps = look->locals->steps;

  for (guint i = 0; i < look->locals->count; i++)
    if (look->progress[i] == LOCAL_DONE && steps[i].kind == LULL_LOCAL_NOTIFY &&
        steps[i].worker == step->worker && steps[i].name == step->name)
      return TRUE;
  return FALSE;
}
