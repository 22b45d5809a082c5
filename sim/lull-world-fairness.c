/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a fair run owes to whom. Whatever stays possible for a message, a main program, a
 * worker in join or a control message happens again and again; whether somebody active
 * sends more, in any work, is free. A worker in join owes one of its steps, whichever.
 *
 *     messages (any work: workers' messages) │ main programs │ workers in join │ links
 */
#include "lull-world-private.h"

/* In any work messages change places, so a class is the messages of a worker: each of
 * them has but a few steps before it, so a run that goes on for ever and is fair to them
 * all is fair to each. */
static guint
message_class (const LullWorld *self,
               const guint8 *state,
               LullAction action,
               guint message)
{
  return self->any ? lull_world_actor (self, state, action) : message;
}

static guint
fairness (const LullModel *model, const guint8 *state, LullAction action)
{
  const LullWorld *self = (const LullWorld *) model;
  guint argument = lull_action_argument (action);
  guint main_programs = MAX (self->message_count, self->workers);
  guint joins = main_programs + self->workers;
  guint links = joins + self->workers;

  switch ((LullOp) self->op_of[lull_action_kind (action)])
    {
    case OP_TRANSMIT:
    case OP_RECEIVE:
    case OP_ENQUEUE:
    case OP_START:
    case OP_FINISH:
      return message_class (self, state, action, argument);
    case OP_NESTED_SEND:
      return self->any ? LULL_UNFAIR : self->messages[argument].m.parent;
    case OP_MAIN_SEND:
      return self->any ? LULL_UNFAIR : main_programs + self->messages[argument].m.source;
    case OP_MAIN_END:
      return main_programs + argument;
    case OP_STEP:
      return joins + argument;
    case OP_CONTROL:
      return links + lull_bag_class (&self->controls, state, argument, self->workers);
    case OP_PART:
      return lull_parts_fairness (self, state, action);
    case OP_COUNT:
    default:
      g_assert_not_reached ();
    }
}

void
lull_world_prepare_fairness (LullWorld *self)
{
  self->model.fairness = fairness;
  self->model.fairness_count =
      MAX (self->message_count, self->workers) + 2 * self->workers +
      self->workers * self->workers * lull_bag_classes_of_a_link (&self->controls);
  self->model.fairness_count =
      lull_parts_prepare_fairness (self, self->model.fairness_count);
}
