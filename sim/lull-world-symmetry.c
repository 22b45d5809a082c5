/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds the symmetry of a scenario: every renaming of its workers is tried, and kept if
 * the work it makes of the scenario is the same work.
 */
#include "lull-world-symmetry.h"

#include <string.h>

#include "lull-world-private.h"

/* Renamings are tried one by one, here and again for each state. So workers after these
 * many keep their names; and where there are too many renamings still, fewer workers
 * change theirs, who have no more renamings than that whatever the scenario. */
#define RENAMED_WORKERS_MAX 8U
#define RENAMED_WORKERS_FEW 6U
#define RENAMINGS_MAX 720U

/* A renaming being tried. */
typedef struct
{
  const LullWorld *world;
  char **shapes;   /* of all messages, under their own names; (owned) */
  guint8 *traffic; /* messages by source and target; (owned) */
  guint8 old_worker[LULL_WORKERS_MAX];
  guint8 new_worker[LULL_WORKERS_MAX];
  guint8 new_message[LULL_MESSAGES_MAX];
} Trial;

/*
 * What each message is and brings about, as text: equal if and only if they agree in
 * everything but the place among the calls of its sender. Messages come before what they
 * cause, so the last ones are written first.
 */
static char **
describe_shapes (const LullWorld *world, const guint8 *new_worker)
{
  char **shapes = g_new0 (char *, world->message_count + 1);

  for (guint i = world->any ? 0 : world->message_count; i > 0; i--)
    {
      const LullWorldMessage *info = &world->messages[i - 1];
      const guint8 *children = world->children + info->children_at;
      g_autoptr (GString) text = g_string_new (NULL);

      g_string_printf (text, "%u%c%u %u>%u(", info->m.kind, info->m.awaited ? '!' : ' ',
                       info->m.traits, new_worker[info->m.source],
                       new_worker[info->m.target]);
      for (guint child = 0; child < info->child_count; child++)
        g_string_append (text, shapes[children[child]]);
      if (info->m.reply != LULL_NO_MESSAGE)
        g_string_append (text, shapes[info->m.reply]);
      g_string_append_c (text, ')');
      shapes[i - 1] = g_string_free (g_steal_pointer (&text), FALSE);
    }
  return shapes;
}

static gboolean
is_root (const LullMessage *message)
{
  return message->kind != LULL_BASIC_REPLY && message->parent == LULL_NO_MESSAGE;
}

/*
 * A root that, after the renaming, is what root MESSAGE was: of several the first that is
 * not taken, so that equal calls keep their order. An awaited call keeps its place, since
 * its sender waits for it there.
 */
static guint8
find_root (const Trial *self, guint message, const char *shape, const gboolean *taken)
{
  const LullWorld *world = self->world;
  const LullMessage *root = &world->messages[message].m;
  guint source = self->new_worker[root->source];

  for (guint32 at = world->roots_at[source]; at < world->roots_at[source + 1]; at++)
    {
      guint8 candidate = world->roots[at];

      if (!taken[candidate] && g_str_equal (self->shapes[candidate], shape) &&
          (!root->awaited || world->messages[candidate].m.rank == root->rank))
        return candidate;
    }
  return LULL_NO_MESSAGE;
}

/* Equal shapes have equal lists of calls, so below the roots everything keeps its place.
 */
static guint8
follow_parent (const Trial *self, guint message)
{
  const LullWorld *world = self->world;
  const LullMessage *m = &world->messages[message].m;

  if (m->kind == LULL_BASIC_REPLY)
    return world->messages[self->new_message[m->request]].m.reply;
  return world
      ->children[world->messages[self->new_message[m->parent]].children_at + m->rank];
}

static gboolean
rename_messages (Trial *self)
{
  const LullWorld *world = self->world;
  g_auto (GStrv) renamed = describe_shapes (world, self->new_worker);
  gboolean taken[LULL_MESSAGES_MAX] = { FALSE };

  for (guint i = 0; i < world->message_count; i++)
    {
      const LullMessage *message = &world->messages[i].m;

      self->new_message[i] = is_root (message) ? find_root (self, i, renamed[i], taken)
                                               : follow_parent (self, i);
      if (self->new_message[i] == LULL_NO_MESSAGE)
        return FALSE;
      taken[self->new_message[i]] = TRUE;
    }
  return TRUE;
}

static guint8 *
count_traffic (const LullWorld *world)
{
  guint8 *traffic = g_new0 (guint8, world->workers * world->workers);

  for (guint i = world->any ? 0 : world->message_count; i > 0; i--)
    {
      const LullMessage *message = &world->messages[i - 1].m;

      traffic[message->source * world->workers + message->target]++;
    }
  return traffic;
}

/* Quick to see, and rules most renamings out. */
static gboolean
keeps_traffic (const Trial *self)
{
  const LullWorld *world = self->world;
  guint workers = world->workers;

  for (guint one = 0; one < workers; one++)
    {
      guint renamed = self->new_worker[one];

      for (guint other = 0; other < workers; other++)
        if (self->traffic[one * workers + other] !=
            self->traffic[renamed * workers + self->new_worker[other]])
          return FALSE;
    }
  return TRUE;
}

/* In any work all workers may do the same, and messages have no names of their own. Whose
 * main program may send is in the state. */
static gboolean
is_renaming (Trial *self)
{
  const LullWorld *world = self->world;

  for (guint worker = 0; worker < world->workers; worker++)
    self->new_worker[self->old_worker[worker]] = (guint8) worker;
  if (!keeps_traffic (self))
    return FALSE;
  if (!world->any)
    return rename_messages (self);
  for (guint i = 0; i < world->message_count; i++)
    self->new_message[i] = (guint8) i;
  return TRUE;
}

/* Where a byte of the protocol goes. */
static guint
relabel (const Trial *self, guint bytes, guint offset)
{
  const LullWorld *world = self->world;

  if (world->protocol->relabel == NULL)
    return offset;
  return world->protocol->relabel (bytes, world->workers, world->options,
                                   self->new_worker, offset);
}

static void
move_messages (const Trial *self, guint16 *old_byte)
{
  const LullWorld *world = self->world;

  for (guint i = 0; i < world->message_count; i++)
    {
      const LullWorldMessage *from = &world->messages[i];
      const LullWorldMessage *to = &world->messages[self->new_message[i]];

      old_byte[to->stage_at] = (guint16) from->stage_at;
      for (guint byte = 0; byte < world->tag_size; byte++)
        old_byte[to->tag_at + relabel (self, LULL_BYTES_TAG, byte)] =
            (guint16) (from->tag_at + byte);
    }
}

static void
move_workers (const Trial *self, guint16 *old_byte)
{
  const LullWorld *world = self->world;

  for (guint worker = 0; worker < world->workers; worker++)
    {
      guint32 from = world->workers_at + worker * world->worker_size;
      guint32 to = world->workers_at + self->new_worker[worker] * world->worker_size;

      for (guint byte = 0; byte < WORKER_NODE; byte++)
        old_byte[to + byte] = (guint16) (from + byte);
      for (guint byte = 0; byte < world->node_size; byte++)
        old_byte[to + WORKER_NODE + relabel (self, LULL_BYTES_NODE, byte)] =
            (guint16) (from + WORKER_NODE + byte);
    }
}

static void
move_total (const Trial *self, guint collective, guint16 *old_byte)
{
  const LullWorld *world = self->world;
  guint size = (guint) world->contribution_sizes[collective];
  gboolean gathers =
      world->protocol->collectives[collective].combine == LULL_COMBINE_GATHER;

  for (guint part = 0; part < (gathers ? world->workers : 1); part++)
    for (guint byte = 0; byte < size; byte++)
      {
        guint to = (gathers ? self->new_worker[part] * size : 0) +
                   relabel (self, LULL_BYTES_CONTRIBUTION + collective, byte);

        old_byte[world->total_at + to] = (guint16) (world->total_at + part * size + byte);
      }
}

static void
move_links (const Trial *self, guint16 *old_byte)
{
  const LullWorld *world = self->world;

  for (guint source = 0; world->links != NULL && source < world->workers; source++)
    for (guint target = 0; target < world->workers; target++)
      {
        const LullLink *from = link_of (world, source, target);
        const LullLink *to =
            link_of (world, self->new_worker[source], self->new_worker[target]);

        g_assert (from->capacity == to->capacity);
        for (guint byte = 0; byte < from->capacity; byte++)
          old_byte[to->at + byte] = (guint16) (from->at + byte);
      }
}

static guint16 *
move_bytes (const Trial *self)
{
  const LullWorld *world = self->world;
  guint16 *old_byte = g_new (guint16, world->model.state_size);

  for (guint byte = 0; byte < world->model.state_size; byte++)
    old_byte[byte] = (guint16) byte;
  move_messages (self, old_byte);
  move_workers (self, old_byte);
  for (guint collective = 0; collective < world->collective_count; collective++)
    move_total (self, collective, old_byte);
  move_links (self, old_byte);
  return old_byte;
}

/* Control messages on a link have no names. */
static guint8 *
rename_items (const Trial *self)
{
  guint8 *new_item = g_new (guint8, 256);

  for (guint item = 0; item < 256; item++)
    new_item[item] = (guint8) item;
  for (guint i = 0; i < self->world->message_count; i++)
    new_item[i + 1] = (guint8) (self->new_message[i] + 1);
  return new_item;
}

static guint8 *
list_displaced (const Trial *self, guint *count)
{
  const LullWorld *world = self->world;
  guint8 *displaced = g_new (guint8, world->message_count + 1);

  *count = 0;
  for (guint i = 0; i < world->message_count; i++)
    if (is_root (&world->messages[i].m) &&
        world->messages[self->new_message[i]].m.rank != world->messages[i].m.rank)
      displaced[(*count)++] = (guint8) i;
  return displaced;
}

static void
keep_renaming (const Trial *self, GArray *renamings)
{
  guint workers = self->world->workers;
  LullRenaming renaming = { .old_worker = g_memdup2 (self->old_worker, workers),
                            .new_worker = g_memdup2 (self->new_worker, workers),
                            .old_byte = move_bytes (self),
                            .new_item = rename_items (self),
                            .next_branch = g_new (guint16, workers) };

  renaming.displaced = list_displaced (self, &renaming.displaced_count);
  g_array_append_val (renamings, renaming);
}

static void
swap_names (guint8 *names, guint one, guint other)
{
  guint8 held = names[one];

  names[one] = names[other];
  names[other] = held;
}

/* The next order of the first COUNT names, in the order of dictionaries; FALSE after the
 * last. */
static gboolean
next_order (guint8 *names, guint count)
{
  guint falls = count - 1;
  guint larger = count - 1;

  while (falls > 0 && names[falls - 1] > names[falls])
    falls--;
  if (falls == 0)
    return FALSE;
  while (names[larger] < names[falls - 1])
    larger--;
  swap_names (names, falls - 1, larger);
  for (guint one = falls, other = count - 1; one < other; one++, other--)
    swap_names (names, one, other);
  return TRUE;
}

static void
renaming_clear (gpointer data)
{
  LullRenaming *self = data;

  g_free (self->old_worker);
  g_free (self->new_worker);
  g_free (self->old_byte);
  g_free (self->new_item);
  g_free (self->displaced);
  g_free (self->next_branch);
}

/* All renamings of the first COUNT workers, or one more than the most; the first of them
 * renames nothing. */
static GArray *
find_renamings (const LullWorld *world, guint count)
{
  GArray *renamings = g_array_new (FALSE, FALSE, sizeof (LullRenaming));
  Trial trial = { .world = world };

  g_array_set_clear_func (renamings, renaming_clear);
  for (guint worker = 0; worker < world->workers; worker++)
    trial.old_worker[worker] = trial.new_worker[worker] = (guint8) worker;
  trial.shapes = describe_shapes (world, trial.new_worker);
  trial.traffic = count_traffic (world);
  do
    if (is_renaming (&trial))
      keep_renaming (&trial, renamings);
  while (renamings->len <= RENAMINGS_MAX && next_order (trial.old_worker, count));
  g_strfreev (trial.shapes);
  g_free (trial.traffic);
  return renamings;
}

/* Contributions of different collectives use the same bytes, one collective at a time; so
 * those of one must go where those of the other go. */
static gboolean
totals_agree (const LullWorld *world)
{
  guint used = 0;

  for (guint collective = 0; collective < world->collective_count; collective++)
    used += world->contribution_sizes[collective] > 0 ? 1 : 0;
  return used <= 1;
}

static gboolean
workers_may_change (const LullWorld *world)
{
  return world->protocol->relabel != NULL && world->protocol->control_size == 0 &&
         totals_agree (world);
}

static void
link_branches (GArray *renamings, guint workers)
{
  for (guint i = renamings->len; i > 0; i--)
    {
      LullRenaming *self = &g_array_index (renamings, LullRenaming, i - 1);
      guint same = 0;

      for (guint level = 0; level < workers; level++)
        self->next_branch[level] = (guint16) i;
      if (i == renamings->len)
        continue;
      for (; self->old_worker[same] == self[1].old_worker[same]; same++)
        self->next_branch[same] = self[1].next_branch[same];
    }
}

/* The calls that the same list as MESSAGE, and its place on it. */
static const guint8 *
list_of_siblings (const LullWorld *world, const LullMessage *message, guint *count)
{
  const LullWorldMessage *parent;

  if (is_root (message))
    {
      *count = world->roots_at[message->source + 1] - world->roots_at[message->source];
      return world->roots + world->roots_at[message->source];
    }
  parent = &world->messages[message->parent];
  *count = parent->child_count;
  return world->children + parent->children_at;
}

/* Appends MESSAGE and all that it brings about; equal shapes give corresponding orders.
 */
static guint
append_family (const LullWorld *world, guint8 message, GByteArray *messages)
{
  guint first = messages->len;

  g_byte_array_append (messages, &message, 1);
  for (guint i = first; i < messages->len; i++)
    {
      const LullWorldMessage *info = &world->messages[messages->data[i]];

      g_byte_array_append (messages, world->children + info->children_at,
                           info->child_count);
      if (info->m.reply != LULL_NO_MESSAGE)
        g_byte_array_append (messages, &info->m.reply, 1);
    }
  return messages->len - first;
}

/* The calls equal to MESSAGE, if it is the first of several. */
static void
find_equals (const LullWorld *world, guint message, char **shapes, GArray *equals)
{
  const LullMessage *first = &world->messages[message].m;
  LullEqualCalls found = { 0 };
  g_autoptr (GByteArray) messages = NULL;
  const guint8 *siblings;
  guint count;

  if (first->kind == LULL_BASIC_REPLY || first->awaited)
    return;
  siblings = list_of_siblings (world, first, &count);
  messages = g_byte_array_new ();
  for (guint i = 0; i < count; i++)
    {
      if (!g_str_equal (shapes[siblings[i]], shapes[message]))
        continue;
      if (siblings[i] < message)
        return;
      found.size = append_family (world, siblings[i], messages);
      found.count++;
    }
  if (found.count < 2)
    return;
  found.messages = g_byte_array_free (g_steal_pointer (&messages), FALSE);
  g_array_append_val (equals, found);
}

/* What a call brings about comes after it, so inner ones come first from the end. */
static GArray *
find_all_equals (const LullWorld *world)
{
  GArray *equals = g_array_new (FALSE, FALSE, sizeof (LullEqualCalls));
  guint8 names[LULL_WORKERS_MAX];
  g_auto (GStrv) shapes = NULL;

  for (guint worker = 0; worker < world->workers; worker++)
    names[worker] = (guint8) worker;
  shapes = describe_shapes (world, names);
  for (guint i = world->any ? 0 : world->message_count; i > 0; i--)
    find_equals (world, i - 1, shapes, equals);
  return equals;
}

static GArray *
find_enough_renamings (const LullWorld *world)
{
  GArray *renamings;

  if (!workers_may_change (world))
    return find_renamings (world, 1);
  renamings = find_renamings (world, MIN (world->workers, RENAMED_WORKERS_MAX));
  if (renamings->len <= RENAMINGS_MAX)
    return renamings;
  g_array_unref (renamings);
  return find_renamings (world, RENAMED_WORKERS_FEW);
}

/* Behind the control messages come the queues of links, which are renamed. Where there is
 * more, such as the queues of pools, this file does not know what it names. */
static gboolean
knows_whole_state (const LullWorld *world)
{
  gsize known = world->controls.at + world->controls.max * world->controls.record;

  for (guint pair = 0; world->links != NULL && pair < world->workers * world->workers;
       pair++)
    known += world->links[pair].capacity;
  return known == world->model.state_size;
}

LullSymmetry *
lull_symmetry_new (const LullWorld *world)
{
  LullSymmetry *self;
  GArray *renamings, *equals;

  if (!knows_whole_state (world))
    return NULL;
  self = g_new0 (LullSymmetry, 1);
  renamings = find_enough_renamings (world);
  equals = find_all_equals (world);
  g_assert (renamings->len >= 1 && renamings->len <= RENAMINGS_MAX);
  link_branches (renamings, world->workers);
  self->renaming_count = renamings->len;
  self->renamings = (LullRenaming *) (void *) g_array_free (renamings, FALSE);
  self->equal_count = equals->len;
  self->equals = (LullEqualCalls *) (void *) g_array_free (equals, FALSE);
  if (self->renaming_count > 1 || self->equal_count > 0)
    return self;
  lull_symmetry_free (self);
  return NULL;
}

void
lull_symmetry_free (LullSymmetry *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->renaming_count; i++)
    renaming_clear (&self->renamings[i]);
  for (guint i = 0; i < self->equal_count; i++)
    g_free (self->equals[i].messages);
  g_free (self->renamings);
  g_free (self->equals);
  g_free (self);
}
