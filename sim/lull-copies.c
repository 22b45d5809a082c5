/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages that may arrive a second time, and all that would come of it, added to a
 * forest beforehand. A copy has no sender of its own (::LULL_COPY), and its answer is one
 * more answer to the call that it is a copy of. What it causes are calls and casts like
 * others, with futures of their own, and may be copied in turn while there are copies
 * left to make. So are the local steps of its handlers and callbacks.
 */
#include "lull-copies.h"

static LullMessage *
message_at (const LullWork *work, guint message)
{
  return &g_array_index (work->messages, LullMessage, message);
}

/* COPY becomes one more of what MESSAGE is. */
static void
number_copy (const LullWork *work, guint message, LullMessage *copy)
{
  copy->same_as = (guint8) (copy->same_as != 0 ? copy->same_as : message + 1);
  copy->turn = 2;
  for (guint i = 0; i < work->messages->len; i++)
    if (message_at (work, i)->same_as == copy->same_as)
      copy->turn++;
}

/* What the handler or callback of MESSAGE does locally, COPY does as well. */
static void
add_local_steps (LullWork *work, guint message, guint copy)
{
  guint end = work->local_steps->len;

  for (guint i = 0; i < end; i++)
    {
      LullLocalStep step = g_array_index (work->local_steps, LullLocalStep, i);

      if (step.parent != message)
        continue;
      step.parent = (guint8) copy;
      g_array_append_val (work->local_steps, step);
    }
}

static gboolean
is_too_much (const LullWork *work)
{
  return work->messages->len + work->local_steps->len > LULL_MESSAGES_MAX;
}

static guint add_tree (LullWork *work, guint message, guint parent);

static void
add_children (LullWork *work, guint original, guint parent, guint end)
{
  for (guint i = 0; i < end; i++)
    if (message_at (work, i)->kind != LULL_BASIC_REPLY &&
        message_at (work, i)->parent == original)
      (void) add_tree (work, i, parent);
}

/* MESSAGE once more with what it causes, as caused by PARENT; the recursion is as deep as
 * calls are nested. @return where it is */
static guint
add_tree (LullWork *work, guint message, guint parent)
{
  guint end = work->messages->len;
  guint original_reply = message_at (work, message)->reply;
  LullMessage copy = *message_at (work, message);

  number_copy (work, message, &copy);
  copy.parent = (guint8) parent;
  copy.reply = (guint8) (original_reply == LULL_NO_MESSAGE ? LULL_NO_MESSAGE : end + 1);
  g_array_append_val (work->messages, copy);
  if (original_reply != LULL_NO_MESSAGE)
    {
      LullMessage reply = *message_at (work, original_reply);

      number_copy (work, original_reply, &reply);
      reply.request = (guint8) end;
      g_array_append_val (work->messages, reply);
    }
  if (is_too_much (work))
    return end;
  add_local_steps (work, message, end);
  add_children (work, message, end, end);
  if (original_reply != LULL_NO_MESSAGE)
    {
      add_local_steps (work, original_reply, end + 1);
      add_children (work, original_reply, end + 1, end);
    }
  return end;
}

static guint
add_copy (LullWork *work, guint message)
{
  guint root = add_tree (work, message, LULL_COPY);
  LullMessage *copy = message_at (work, root);

  copy->copy_of = (guint8) (message + 1);
  copy->awaited = FALSE;
  if (copy->reply != LULL_NO_MESSAGE)
    message_at (work, copy->reply)->request = (guint8) message;
  return root;
}

static gboolean
some_are_marked (const LullWork *work)
{
  for (guint i = 0; i < work->messages->len; i++)
    if (message_at (work, i)->faulty)
      return TRUE;
  return FALSE;
}

static void
add_copies (LullWork *work, guint first, guint end, guint copies, gboolean marked)
{
  for (guint message = first; message < end; message++)
    for (guint made = 1; made <= copies; made++)
      {
        guint root;

        if (marked && !message_at (work, message)->faulty)
          continue;
        root = add_copy (work, message);
        if (is_too_much (work))
          return;
        add_copies (work, root + 1, work->messages->len, copies - made, marked);
      }
}

/* A copy that is dropped where it arrives causes nothing. */
static void
add_bare_copies (LullWork *work, guint copies, gboolean marked)
{
  guint end = work->messages->len;

  for (guint message = 0; message < end; message++)
    for (guint made = 1; made <= copies; made++)
      {
        LullMessage copy = *message_at (work, message);

        if (marked && !copy.faulty)
          continue;
        number_copy (work, message, &copy);
        copy.parent = LULL_COPY;
        copy.reply = LULL_NO_MESSAGE;
        copy.copy_of = (guint8) (message + 1);
        copy.awaited = FALSE;
        g_array_append_val (work->messages, copy);
      }
}

gboolean
lull_copies_add (LullWork *work, guint copies, gboolean bare)
{
  gboolean marked = some_are_marked (work);

  if (bare)
    add_bare_copies (work, copies, marked);
  else
    add_copies (work, 0, work->messages->len, copies, marked);
  return !is_too_much (work);
}
