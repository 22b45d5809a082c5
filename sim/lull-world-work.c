/* SPDX-License-Identifier: Apache-2.0 */
/* Part of making a world: the messages of its work, and who sends which of them after
 * which. */
#include "lull-world-private.h"

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
void
lull_world_index_last_awaited (LullWorld *self)
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

void
lull_world_copy_work (LullWorld *self, const LullWork *work)
{
  self->message_count = lull_work_message_count (work);
  self->messages = g_new0 (LullWorldMessage, self->message_count + 1);
  self->epochs = work->epochs;
  self->roots_at = g_new0 (guint32, self->workers * self->epochs + 1);
  self->any = work->any_messages > 0;
  if (!self->any)
    {
      for (guint i = 0; i < self->message_count; i++)
        self->messages[i] = (LullWorldMessage){
          .m = g_array_index (work->messages, LullMessage, i), .work = TRUE, .told = TRUE
        };
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

      self->messages[i].work = self->messages[i].told = TRUE;
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
