/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-straighten.h"

#include "lull-inconstancy.h"

#include <string.h>
#include <xxhash.h>

/* The states of the run, one after the other. */
typedef struct
{
  const LullModel *model;
  GByteArray *states;
} Recording;

static void
record (guint step,
        const guint8 *state,
        LullAction action,
        const guint8 *next,
        gpointer user_data)
{
  Recording *self = user_data;

  (void) action;
  if (step == 0)
    g_byte_array_append (self->states, state, (guint) self->model->state_size);
  g_byte_array_append (self->states, next, (guint) self->model->state_size);
}

static const guint8 *
state_at (const Recording *self, guint place)
{
  return self->states->data + place * self->model->state_size;
}

/* The last place of the run with each hash; other states of that hash only hide a loop.
 */
static GHashTable *
find_last_places (const Recording *self, guint place_count)
{
  GHashTable *last = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint place = 0; place < place_count; place++)
    {
      guint64 hash = XXH3_64bits (state_at (self, place), self->model->state_size);

      g_hash_table_replace (last, g_memdup2 (&hash, sizeof hash),
                            GUINT_TO_POINTER (place));
    }
  return last;
}

void
lull_straighten (LullTrace *trace, const LullModel *model)
{
  guint length = lull_trace_length (trace);
  Recording recording = { model, g_byte_array_new () };
  g_autoptr (GHashTable) last = NULL;
  guint kept = 0;

  g_assert (trace->loop_start == LULL_TRACE_NO_LOOP);
  if (!lull_trace_replay (trace, model, record, &recording, NULL, NULL))
    g_error ("%s: " LULL_INCONSTANCY, model->name);
  last = find_last_places (&recording, length > 0 ? length + 1 : 0);
  for (guint place = 0; place < length; place++)
    {
      const guint8 *state = state_at (&recording, place);
      guint64 hash = XXH3_64bits (state, model->state_size);
      guint later = GPOINTER_TO_UINT (g_hash_table_lookup (last, &hash));

      if (memcmp (state, state_at (&recording, later), model->state_size) == 0)
        place = later;
      if (place < length)
        g_array_index (trace->actions, LullAction, kept++) =
            lull_trace_action (trace, place);
    }
  g_array_set_size (trace->actions, kept);
  g_byte_array_unref (recording.states);
}
