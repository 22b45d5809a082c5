/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-naive-classes.h"

#include "lull-naive-state.h"

#include <stdlib.h>
#include <string.h>

/* A request and, behind it, its reply. */
typedef struct
{
  guint8 stage[2];
  guint8 turn[2];
  guint8 place[2];
  guint8 source;
  guint8 target;
  guint8 behind;
} Slot;

/* What is left of a state; all bytes. */
typedef struct
{
  Slot slots[LULL_NAIVE_MESSAGES_MAX];
  guint8 sent[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX]; /* counters of pairwise, */
  guint8 done[LULL_NAIVE_WORKERS_MAX][LULL_NAIVE_WORKERS_MAX]; /* … which do matter, */
  guint8 open[LULL_NAIVE_WORKERS_MAX]; /* … and futures that nothing will settle */
  LullNaiveState rest;
} Class;

typedef struct
{
  const LullNaiveScenario *scenario;
  GHashTable *seen;    /* of GBytes: the states */
  GPtrArray *states;   /* the same in the order found; (owned) */
  GHashTable *classes; /* of GBytes: the classes; (owned) */
} Count;

static int
compare_slots (const void *one, const void *other)
{
  return memcmp (one, other, sizeof (Slot));
}

static void
count_message (const LullNaiveScenario *scenario,
               const LullNaiveState *state,
               guint message,
               Class *class)
{
  const LullNaiveOptions *options = &scenario->options;
  guint8 wrap = options->narrow ? 4 : LULL_NAIVE_MESSAGES_MAX + 1;
  guint8 from = state->source[message];
  guint8 to = state->target[message];

  if (scenario->protocol != LULL_NAIVE_PAIRWISE || state->stage[message] == UNSENT)
    return;
  if (state->stage[message] >= (options->sent_late ? IN_FLIGHT : SEND_TASK) &&
      (state->stage[message] != WAITING || options->retry == LULL_NAIVE_RETRY_SAME))
    class->sent[from][to] = (guint8) ((class->sent[from][to] + 1) % wrap);
  if (state->stage[message] >= (options->done_early ? RUNNING : DONE) &&
      state->stage[message] <= DONE)
    class->done[from][to] = (guint8) ((class->done[from][to] + 1) % wrap);
}

/* Whether more will come of the request, of which @last is the last message. */
static gboolean
is_under_way (const LullNaiveState *state, guint request, guint last)
{
  return state->stage[request] != NEVER && state->stage[last] != NEVER &&
         state->stage[last] != DONE;
}

/* Calls of which one of the messages was lost for good. */
static void
count_open (const LullNaiveScenario *scenario, const LullNaiveState *state, Class *class)
{
  for (guint call = 0; call < scenario->message_count && scenario->any_calls; call += 2)
    if (state->stage[call] == NEVER || state->stage[call + 1] == NEVER)
      class->open[state->source[call]]++;
}

/* What was sent in vain and counts all the same. */
static void
count_vain (const LullNaiveScenario *scenario, const LullNaiveState *state, Class *class)
{
  guint8 wrap = scenario->options.narrow ? 4 : LULL_NAIVE_MESSAGES_MAX + 1;

  for (guint from = 0; from < LULL_NAIVE_WORKERS_MAX; from++)
    for (guint to = 0; to < LULL_NAIVE_WORKERS_MAX; to++)
      class->sent[from][to] =
          (guint8) ((class->sent[from][to] + state->vain[from][to]) % wrap);
}

static void
classify (const LullNaiveScenario *scenario, const LullNaiveState *state, Class *class)
{
  guint step = scenario->any_calls ? 2 : 1;

  memset (class, 0, sizeof *class);
  class->rest = *state;
  for (guint message = 0; message < scenario->message_count; message++)
    {
      Slot *slot = &class->slots[message / step];

      slot->stage[message % step] = state->stage[message];
      slot->turn[message % step] = state->turn[message];
      slot->place[message % step] = state->place[message];
      count_message (scenario, state, message, class);
      /* The reply comes last; when it is not done, nor is the call as a whole. */
      if (message % step == step - 1 && is_under_way (state, message + 1 - step, message))
        {
          slot->source = state->source[message];
          slot->target = state->target[message];
          slot->behind = state->behind[message];
        }
    }
  count_open (scenario, state, class);
  count_vain (scenario, state, class);
  memset (class->rest.vain, 0, sizeof class->rest.vain);
  if (!scenario->options.fifo && !lull_naive_has_ordered_pool (scenario) &&
      !lull_naive_has_buffers (scenario))
    qsort (class->slots, scenario->message_count / step, sizeof (Slot), compare_slots);
  memset (class->rest.stage, 0, sizeof class->rest.stage);
  memset (class->rest.turn, 0, sizeof class->rest.turn);
  memset (class->rest.place, 0, sizeof class->rest.place);
  memset (class->rest.source, 0, sizeof class->rest.source);
  memset (class->rest.target, 0, sizeof class->rest.target);
  memset (class->rest.behind, 0, sizeof class->rest.behind);
}

static void
keep (Count *count, const LullNaiveState *state)
{
  GBytes *bytes = g_bytes_new (state, sizeof *state);
  Class class;

  if (g_hash_table_contains (count->seen, bytes))
    {
      g_bytes_unref (bytes);
      return;
    }
  g_hash_table_add (count->seen, bytes);
  g_ptr_array_add (count->states, bytes);
  classify (count->scenario, state, &class);
  g_hash_table_add (count->classes, g_bytes_new (&class, sizeof class));
}

static void
visit (LullNaiveStep step G_GNUC_UNUSED, const LullNaiveState *next, gpointer user_data)
{
  keep (user_data, next);
}

guint64
lull_naive_count_classes (const LullNaiveScenario *scenario)
{
  GDestroyNotify free_bytes = (GDestroyNotify) g_bytes_unref;
  Count count = { .scenario = scenario };
  LullNaiveState state;
  guint64 classes;

  count.seen = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  count.states = g_ptr_array_new_with_free_func (free_bytes);
  count.classes = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, free_bytes, NULL);
  lull_naive_state_init (scenario, &state);
  keep (&count, &state);
  for (guint index = 0; index < count.states->len; index++)
    lull_naive_state_expand (
        scenario, g_bytes_get_data (g_ptr_array_index (count.states, index), NULL), visit,
        &count);
  classes = g_hash_table_size (count.classes);
  g_hash_table_unref (count.seen);
  g_ptr_array_unref (count.states);
  g_hash_table_unref (count.classes);
  return classes;
}
