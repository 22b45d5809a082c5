/* SPDX-License-Identifier: Apache-2.0 */
/* Puts into words why a run went wrong: what was missed, the cut, the counters, the
 * safeguard. */
#include "lull-tell.h"

static const char *
name_of (const Tell *self, guint worker)
{
  return lull_world_worker_name (self->world, worker);
}

/* Steps are numbered from 1 for people. */
static guint
shown (guint step)
{
  return step + 1;
}

/* Joins items as people do: "a", "a and b", "a, b and c". @return @transfer{full} */
static char *
join_items (const GPtrArray *items)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < items->len; i++)
    {
      if (i > 0)
        g_string_append (text, i + 1 == items->len ? " and " : ", ");
      g_string_append (text, items->pdata[i]);
    }
  return g_string_free (text, FALSE);
}

static const char *
whereabouts (const TellMessage *message)
{
  if (message->started != TELL_NEVER)
    return message->kind == LULL_BASIC_REPLY ? "still in its callback"
                                             : "still in its handler";
  if (message->queued != TELL_NEVER)
    return "queued";
  if (message->received != TELL_NEVER)
    return "held by the listener";
  return message->transmitted != TELL_NEVER ? "on the wire" : "waiting as a send task";
}

/* What a run left undone: messages, then main programs. */
static GPtrArray *
list_undone (const Tell *self)
{
  GPtrArray *undone = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      GString *text;

      if (message->finished != TELL_NEVER)
        continue;
      text = g_string_new (NULL);
      lull_tell_name_message (self, message, text);
      g_string_append_printf (text, " was %s", whereabouts (message));
      g_ptr_array_add (undone, g_string_free (text, FALSE));
    }
  for (guint worker = 0; worker < self->world->workers; worker++)
    if (!main_ended (self->world, self->end, worker))
      g_ptr_array_add (undone, g_strdup_printf ("the main program of %s had not ended",
                                                name_of (self, worker)));
  return undone;
}

static void
write_premature (Tell *self)
{
  g_autoptr (GPtrArray) undone = list_undone (self);
  g_autofree char *items = join_items (undone);

  lull_story_add_finding (
      self->story,
      g_strdup_printf ("%s left join at step %u although work remained: %s.",
                       name_of (self, tell_step (self, self->announced)->worker),
                       shown (self->announced), items));
}

/* "A read open futures 0 at step 12" for each snapshot of the cut, in the order they were
 * taken. */
static GPtrArray *
list_snapshots (const Tell *self)
{
  GPtrArray *snapshots = g_ptr_array_new_with_free_func (g_free);

  for (guint step = 0; step < self->steps->len; step++)
    {
      const TellStep *told = tell_step (self, step);
      GString *text;

      if (self->cut[told->worker] != step)
        continue;
      text = g_string_new (name_of (self, told->worker));
      if (told->log.reading_count == 0)
        g_string_append (text, " contributed");
      for (guint i = 0; i < told->log.reading_count; i++)
        g_string_append_printf (text, "%s %s %d", i == 0 ? " read" : ",",
                                told->log.readings[i].what, told->log.readings[i].value);
      g_string_append_printf (text, " at step %u", shown (step));
      g_ptr_array_add (snapshots, g_string_free (text, FALSE));
    }
  return snapshots;
}

static const char *
orphan_sentence (const Tell *self, const TellMessage *message, GString *text)
{
  g_string_truncate (text, 0);
  lull_tell_name_message (self, message, text);
  g_string_append_printf (text,
                          " is an orphan: %s received it at step %u, before its own "
                          "snapshot, but %s sent it at step %u, after its own",
                          name_of (self, message->target), shown (message->received),
                          name_of (self, message->source), shown (message->posted));
  return text->str;
}

static const char *
in_transit_sentence (const Tell *self, const TellMessage *message, GString *text)
{
  g_string_truncate (text, 0);
  lull_tell_name_message (self, message, text);
  g_string_append_printf (
      text, " was in transit: sent at step %u, in the past of the cut, and ",
      shown (message->posted));
  if (message->finished == TELL_NEVER)
    g_string_append (text, "not finished when the run ends");
  else
    g_string_append_printf (text, "finished only at step %u", shown (message->finished));
  return text->str;
}

static void
write_crossings (Tell *self, gboolean orphans)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);

      if (orphans ? !message->orphan : !message->in_transit)
        continue;
      lull_story_add_finding (
          self->story,
          g_strdup_printf ("%s.", orphans ? orphan_sentence (self, message, text)
                                          : in_transit_sentence (self, message, text)));
    }
}

static void
write_cut (Tell *self)
{
  g_autoptr (GPtrArray) snapshots = list_snapshots (self);
  g_autofree char *items = join_items (snapshots);

  lull_story_add_finding (
      self->story,
      g_strdup_printf ("The announcement rests on these snapshots: %s.", items));
  if (self->cut_kind == LULL_CUT_INCONSISTENT)
    lull_story_add_finding (self->story,
                            g_strdup ("Each was true when it was read, but together they "
                                      "form an inconsistent cut: a picture of "
                                      "a state that never was."));
  else
    lull_story_add_finding (self->story,
                            g_strdup ("They form a consistent cut, a state that could "
                                      "have been; but the protocol looked at too "
                                      "little of it."));
  write_crossings (self, TRUE);
  write_crossings (self, FALSE);
}

/** What an ordered pair had sent and finished, at the cut and at the end. */
typedef struct
{
  guint sent_at_cut, finished_at_cut;
  guint sent, finished;
} PairCount;

static PairCount
count_pair (const Tell *self, guint source, guint target)
{
  PairCount count = { 0 };

  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);

      if (message->source != source || message->target != target)
        continue;
      count.sent++;
      count.finished += message->finished != TELL_NEVER ? 1 : 0;
      count.sent_at_cut += tell_in_past (self, source, message->posted) ? 1 : 0;
      count.finished_at_cut += tell_in_past (self, target, message->finished) ? 1 : 0;
    }
  return count;
}

static void
write_pair_row (Tell *self, guint source, guint target, const PairCount *count)
{
  char cells[5][80];

  g_snprintf (cells[0], sizeof cells[0], "%s to %s", name_of (self, source),
              name_of (self, target));
  g_snprintf (cells[1], sizeof cells[1], "%u", count->sent_at_cut);
  g_snprintf (cells[2], sizeof cells[2], "%u", count->finished_at_cut);
  g_snprintf (cells[3], sizeof cells[3], "%u", count->sent);
  g_snprintf (cells[4], sizeof cells[4], "%u", count->finished);
  lull_story_add_row (self->story, (const char *const[]){ cells[0], cells[1], cells[2],
                                                          cells[3], cells[4], NULL });
}

/* The counters side by side; returns the pairs that disagree at the cut, in words. */
static GPtrArray *
write_table (Tell *self)
{
  GPtrArray *unequal = g_ptr_array_new_with_free_func (g_free);
  guint workers = self->world->workers;

  self->story->table_title = g_strdup ("Messages per ordered pair");
  lull_story_add_row (self->story, (const char *const[]){
                                       "pair", "sent before the snapshot",
                                       "finished before the snapshot", "sent at the end",
                                       "finished at the end", NULL });
  for (guint source = 0; source < workers; source++)
    for (guint target = 0; target < workers; target++)
      {
        PairCount count = count_pair (self, source, target);

        if (count.sent == 0)
          continue;
        write_pair_row (self, source, target, &count);
        if (count.sent_at_cut != count.finished_at_cut)
          g_ptr_array_add (
              unequal, g_strdup_printf ("%s to %s sent %u, finished %u",
                                        name_of (self, source), name_of (self, target),
                                        count.sent_at_cut, count.finished_at_cut));
      }
  return unequal;
}

/* The step at which WORKER read something for the same round before the snapshot of the
 * cut, or NEVER. */
static guint
earlier_reading (const Tell *self, guint worker)
{
  for (guint step = self->cut[worker]; step > 0; step--)
    {
      const TellStep *told = tell_step (self, step - 1);

      if (told->worker != worker || told->op != OP_STEP)
        continue;
      return told->log.reading_count > 0 && !told->log.contributed ? step - 1
                                                                   : TELL_NEVER;
    }
  return TELL_NEVER;
}

/* A worker that read its counters in two steps and sent something in between. */
static gboolean
write_split_reading (Tell *self)
{
  for (guint i = 0; i < self->messages->len; i++)
    {
      const TellMessage *message = tell_message (self, i);
      guint first = earlier_reading (self, message->source);
      g_autoptr (GString) name = NULL;

      if (first == TELL_NEVER || message->posted < first ||
          message->posted > self->cut[message->source])
        continue;
      name = g_string_new (NULL);
      lull_tell_name_message (self, message, name);
      lull_story_add_finding (
          self->story,
          g_strdup_printf (
              "What would have stopped it: %s read its counters in two steps, %u and %u, "
              "and sent %s in "
              "between. Read what is finished before what is sent, or both in one step.",
              name_of (self, message->source), shown (first),
              shown (self->cut[message->source]), name->str));
      return TRUE;
    }
  return FALSE;
}

static void
write_safeguard (Tell *self, const GPtrArray *unequal)
{
  g_autofree char *pairs = NULL;

  if (write_split_reading (self))
    return;
  if (unequal->len == 0)
    {
      lull_story_add_finding (
          self->story,
          g_strdup ("At these snapshots every pair agrees: the work that was missed was "
                    "sent after them. A "
                    "snapshot counts only while nothing can be sent after it."));
      return;
    }
  pairs = join_items (unequal);
  lull_story_add_finding (
      self->story, g_strdup_printf ("What would have stopped it: counting, per ordered "
                                    "pair, the messages sent and the messages "
                                    "whose handling has finished. At these very "
                                    "snapshots the counts disagree (%s), so no worker "
                                    "would have left.",
                                    pairs));
}

static void
write_caption (Tell *self)
{
  g_autoptr (GPtrArray) undone = list_undone (self);
  g_autofree char *items = join_items (undone);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s leaves join although work remains: %s.",
                          name_of (self, tell_step (self, self->announced)->worker),
                          items);
  if (self->cut_kind == LULL_CUT_INCONSISTENT)
    g_string_append (text, " The snapshots that the announcement rests on form an "
                           "inconsistent cut: the orphan message "
                           "was received before it and sent after it.");
  else if (self->cut_kind == LULL_CUT_CONSISTENT)
    g_string_append (text, " The snapshots that the announcement rests on form a "
                           "consistent cut, with work in transit.");
  g_free (self->story->caption);
  self->story->caption = g_string_free (g_steal_pointer (&text), FALSE);
}

static void
tell_premature (Tell *self)
{
  write_premature (self);
  if (self->has_cut)
    {
      g_autoptr (GPtrArray) unequal = NULL;

      write_cut (self);
      unequal = write_table (self);
      write_safeguard (self, unequal);
    }
  write_caption (self);
}

/* Why a running handler or callback does not go on, in a state in which nothing does. */
static char *
explain_running (const Tell *self, guint message)
{
  const LullWorld *world = self->world;
  const LullWorldMessage *info = &world->messages[message];
  guint worker = target_of (world, self->end, message);
  const char *what = info->m.kind == LULL_BASIC_REPLY ? "callback" : "handler";
  guint number = tell_message (self, self->slot_message[message])->number;

  for (guint i = 0; i < info->child_count; i++)
    {
      guint child = world->children[info->children_at + i];

      if (world->messages[child].m.awaited &&
          stage_of (world, self->end, child) != STAGE_UNSENT &&
          !call_settled (world, self->end, child))
        return g_strdup_printf ("the %s of %u at %s awaits the reply to call %u", what,
                                number, name_of (self, worker),
                                tell_message (self, self->slot_message[child])->number);
    }
  return g_strdup_printf (
      "the %s of %u at %s needs the futures lock, which the protocol holds there", what,
      number, name_of (self, worker));
}

static void
list_waiting_messages (const Tell *self, GPtrArray *waiting)
{
  for (guint message = 0; message < self->world->message_count; message++)
    {
      LullStage stage = stage_of (self->world, self->end, message);
      GString *text;

      if (stage == STAGE_RUNNING)
        g_ptr_array_add (waiting, explain_running (self, message));
      if (stage != STAGE_QUEUED && stage != STAGE_FLIGHT)
        continue;
      text = g_string_new (NULL);
      lull_tell_name_message (self, tell_message (self, self->slot_message[message]),
                              text);
      g_string_append (text, stage == STAGE_QUEUED ? " waits for a thread of the pool"
                                                   : " waits for the listener");
      g_ptr_array_add (waiting, g_string_free (text, FALSE));
    }
}

static char *
explain_worker (const Tell *self, guint worker)
{
  const LullWorld *world = self->world;
  const guint8 *block = worker_peek (world, self->end, worker);
  guint flags = block[WORKER_FLAGS];

  if ((flags & FLAG_LEFT) != 0)
    return g_strdup_printf ("%s has left join", name_of (self, worker));
  if (!main_ended (world, self->end, worker))
    return g_strdup_printf ("the main program of %s waits for the answer to a call",
                            name_of (self, worker));
  if ((flags & FLAG_CONTRIBUTED) != 0)
    return g_strdup_printf ("%s has contributed to a round and waits for the others",
                            name_of (self, worker));
  return g_strdup_printf ("%s is in join (%s), %s, with %u open future%s",
                          name_of (self, worker),
                          world->protocol->places[block[WORKER_PLACE]],
                          block[WORKER_BUSY] == 0 ? "idle" : "not idle",
                          block[WORKER_FUTURES], block[WORKER_FUTURES] == 1 ? "" : "s");
}

static void
tell_deadlock (Tell *self)
{
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *items = NULL;

  for (guint worker = 0; worker < self->world->workers; worker++)
    g_ptr_array_add (waiting, explain_worker (self, worker));
  list_waiting_messages (self, waiting);
  items = join_items (waiting);
  lull_story_add_finding (
      self->story,
      g_strdup_printf (
          "No step is possible after step %u, and not all workers have left join.",
          self->steps->len));
  lull_story_add_finding (self->story,
                          g_strdup_printf ("Who waits for what: %s.", items));
  g_free (self->story->caption);
  self->story->caption = g_strdup_printf ("A deadlock: %s.", items);
}

static void
tell_end (Tell *self)
{
  gboolean over = lull_world_all_left (self->world, self->end);

  lull_story_add_finding (
      self->story,
      g_strdup (
          over ? "All workers have left join, and no work remained when the first did."
               : "The run stops here; work or join goes on."));
  g_free (self->story->caption);
  self->story->caption = g_strdup (
      over ? "A run in which every worker leaves join after the last work is done."
           : "The beginning of a run.");
}

static gboolean
is_stuck (const Tell *self)
{
  const LullModel *model = &self->world->model;
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max + 1);

  return model->actions (model, self->end, actions) == 0 &&
         !model->may_stop (model, self->end);
}

void
lull_tell_write_findings (Tell *self)
{
  if (self->announced != TELL_NEVER)
    tell_premature (self);
  else if (is_stuck (self))
    tell_deadlock (self);
  else
    tell_end (self);
}
