/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What termination detection is, with synchronous messages and without any protocol: the
 * module SyncTerminationDetection of the TLA+ examples, which EWD840 refines.
 *
 *   Terminate  An active node becomes passive; the flag stays or becomes "all are passive
 * now". Wakeup     An active node i makes node j active; j may be i. Detect     When all
 * are passive, the flag is raised.
 *
 * The state is one word: the flag above the active bits. All 2^N combinations of active
 * bits are reachable with the flag down, and one with the flag up: 2^N + 1 states.
 */
#include "lull-reference-bits.h"
#include "lull-reference-models.h"

enum
{
  NODES_MAX = LULL_SYNC_NODES_MAX,
  FLAG = NODES_MAX
};

#define ONE G_GUINT64_CONSTANT (1)

typedef enum
{
  TERMINATE,        /* argument: the node; the flag stays */
  TERMINATE_DETECT, /* argument: the node; the flag is raised with it */
  WAKEUP,           /* argument: from · 16 + to */
  DETECT
} Kind;

static const char *const KINDS[] = { "Terminate", "Terminate+detect", "Wakeup", "Detect",
                                     NULL };

typedef struct
{
  LullModel model;
  guint nodes;
} Sync;

static void
initial (const LullModel *model, guint64 index, guint8 *state)
{
  const Sync *self = (const Sync *) model;

  /* The one state beyond the combinations of active bits has the flag up and no bit. */
  store_half_word (state, index >> self->nodes != 0 ? ONE << FLAG : index);
}

static guint
actions (const LullModel *model, const guint8 *state, LullAction *out)
{
  const Sync *self = (const Sync *) model;
  guint64 word = load_half_word (state);
  guint64 active = word & low_bits (FLAG);
  guint count = 0;

  if (active == 0)
    out[count++] = lull_action (DETECT, 0);
  for (guint node = 0; node < self->nodes; node++)
    {
      if (bit_at (active, node) == 0)
        continue;
      out[count++] = lull_action (TERMINATE, node);
      if (active == ONE << node)
        out[count++] = lull_action (TERMINATE_DETECT, node);
      for (guint to = 0; to < self->nodes; to++)
        out[count++] = lull_action (WAKEUP, node * 16 + to);
    }
  return count;
}

static void
apply (const LullModel *model, const guint8 *state, LullAction action, guint8 *next)
{
  guint argument = lull_action_argument (action);
  guint64 word = load_half_word (state);

  (void) model;
  switch ((Kind) lull_action_kind (action))
    {
    case TERMINATE:
      word &= ~(ONE << argument);
      break;
    case WAKEUP:
      word |= ONE << (argument & 15U);
      break;
    case TERMINATE_DETECT:
    case DETECT:
      word = ONE << FLAG;
      break;
    }
  store_half_word (next, word);
}

/* Nodes play the same part, so all that counts is how many are active. */
static void
canonical (const LullModel *model, guint8 *state, guint8 *scratch)
{
  guint64 word = load_half_word (state);

  (void) scratch;
  store_half_word (state, (word & ONE << FLAG) |
                              sorted_fields (word, ((const Sync *) model)->nodes, 1));
}

static gboolean
is_detection_safe (const LullModel *model, const guint8 *state)
{
  guint64 word = load_half_word (state);

  (void) model;
  return bit_at (word, FLAG) == 0 || (word & low_bits (FLAG)) == 0;
}

static void
describe (const LullModel *model, const guint8 *state, LullAction action, GString *text)
{
  guint argument = lull_action_argument (action);

  (void) model;
  (void) state;
  switch ((Kind) lull_action_kind (action))
    {
    case TERMINATE:
      g_string_append_printf (text, "node %u becomes passive", argument);
      break;
    case TERMINATE_DETECT:
      g_string_append_printf (
          text, "node %u becomes passive, and termination is detected", argument);
      break;
    case WAKEUP:
      g_string_append_printf (text, "node %u makes node %u active", argument >> 4,
                              argument & 15U);
      break;
    case DETECT:
      g_string_append (text, "termination is detected");
      break;
    }
}

static const LullProperty PROPERTIES[] = {
  { "premature", "when termination is detected, all nodes are passive",
    LULL_PROPERTY_ALWAYS, is_detection_safe },
};

LullModel *
lull_sync_new (guint nodes)
{
  Sync *self = g_new0 (Sync, 1);

  g_assert (nodes >= 1 && nodes <= LULL_SYNC_NODES_MAX);
  self->nodes = nodes;
  self->model = (LullModel){
    .name = "sync-termination-detection",
    .state_size = sizeof (guint32),
    .initial_count = (ONE << nodes) + 1,
    .actions_max = 2 + nodes * (nodes + 1),
    .kinds = KINDS,
    .properties = PROPERTIES,
    .property_count = G_N_ELEMENTS (PROPERTIES),
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .canonical = canonical,
    .describe = describe,
  };
  return &self->model;
}
