/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-bench-model.h"

#include "lull-protocols.h"
#include "lull-reference-models.h"

G_DEFINE_QUARK (lull_bench_error_quark, lull_bench_error)

/* How large a number may be and what it is when not given; one that is not taken has a
 * default of 0. */
typedef struct
{
  gint low, high, fallback;
} Range;

typedef struct
{
  const char *name;
  Range workers, bound, chains, hops, fanout, depth;
  const char *protocol;
  gboolean (*make) (LullBenchModel *self, GError **error);
} Entry;

static gboolean
take_reference (LullBenchModel *self, LullModel *model)
{
  self->reference = model;
  self->model = model;
  return TRUE;
}

static gboolean
make_ewd840 (LullBenchModel *self, GError **error)
{
  (void) error;
  return take_reference (
      self, lull_ewd840_new ((guint) self->size.workers, LULL_EWD840_CORRECT));
}

static gboolean
make_ewd998 (LullBenchModel *self, GError **error)
{
  (void) error;
  return take_reference (self,
                         lull_ewd998_new ((guint) self->size.workers,
                                          (guint) self->size.bound, LULL_EWD998_CORRECT));
}

static gboolean
make_channel_counting (LullBenchModel *self, GError **error)
{
  (void) error;
  return take_reference (self, lull_channel_counting_new (
                                   (guint) self->size.workers, (guint) self->size.bound,
                                   LULL_CHANNEL_COUNTING_PAIRWISE));
}

static gboolean
make_dijkstra_scholten (LullBenchModel *self, GError **error)
{
  (void) error;
  return take_reference (self, lull_dijkstra_scholten_new ());
}

static gboolean
make_huang (LullBenchModel *self, GError **error)
{
  (void) error;
  return take_reference (self, lull_huang_new ((guint) self->size.workers));
}

/* allreduce(MAX) counts open futures, so its messages are calls; the others count
 * messages. */
static gboolean
make_world (LullBenchModel *self,
            const LullProtocol *protocol,
            const LullWork *work,
            GError **error)
{
  LullWorldConfig config;

  lull_world_config_init (&config);
  config.workers = (guint) self->size.workers;
  config.work = work;
  config.protocol = protocol;
  self->world = lull_world_new (&config, error);
  if (self->world == NULL)
    return FALSE;
  self->model = lull_world_get_model (self->world);
  return TRUE;
}

static gboolean
make_with_work (LullBenchModel *self,
                gboolean (*fill) (LullWork *work,
                                  const LullBenchSize *size,
                                  LullBasicKind kind),
                GError **error)
{
  g_autofree char *name = g_strdelimit (g_strdup (self->size.protocol), "_", '-');
  const LullProtocol *protocol = lull_protocols_find (name);
  LullBasicKind kind =
      g_str_equal (name, "allreduce-max") ? LULL_BASIC_CALL : LULL_BASIC_CAST;
  LullWork work;
  gboolean made;

  if (protocol == NULL)
    {
      g_set_error (error, LULL_BENCH_ERROR, LULL_BENCH_ERROR_NAME,
                   "found %s for --protocol, expected %s", self->size.protocol,
                   "the name of a protocol");
      return FALSE;
    }
  lull_work_init (&work);
  made = fill (&work, &self->size, kind);
  if (!made)
    g_set_error (error, LULL_BENCH_ERROR, LULL_BENCH_ERROR_SIZE,
                 "found more messages, expected at most %u", LULL_MESSAGES_MAX);
  made = made && make_world (self, protocol, &work, error);
  lull_work_clear (&work);
  return made;
}

/* Each of the first workers starts a chain of calls, around the ring. */
static gboolean
fill_chains (LullWork *work, const LullBenchSize *size, LullBasicKind kind)
{
  for (gint start = 0; start < size->chains; start++)
    {
      guint8 parent = LULL_NO_MESSAGE;

      for (gint hop = 0; hop < size->hops; hop++)
        {
          guint8 source = (guint8) ((start + hop) % size->workers);
          guint8 target = (guint8) ((start + hop + 1) % size->workers);

          parent = lull_work_add (work, source, target, kind, FALSE, parent);
          if (parent == LULL_NO_MESSAGE)
            return FALSE;
        }
    }
  return TRUE;
}

/* Adds the calls that one handler makes: to the next workers after its own. */
static gboolean
add_siblings (LullWork *work,
              const LullBenchSize *size,
              LullBasicKind kind,
              gint source,
              guint8 parent,
              GByteArray *added)
{
  for (gint step = 1; step <= size->fanout; step++)
    {
      guint8 target = (guint8) ((source + step) % size->workers);
      guint8 child = lull_work_add (work, (guint8) source, target, kind, FALSE, parent);

      if (child == LULL_NO_MESSAGE)
        return FALSE;
      g_byte_array_append (added, &child, 1);
    }
  return TRUE;
}

static gboolean
fill_tree (LullWork *work, const LullBenchSize *size, LullBasicKind kind)
{
  g_autoptr (GByteArray) level = g_byte_array_new ();

  if (!add_siblings (work, size, kind, 0, LULL_NO_MESSAGE, level))
    return FALSE;
  for (gint depth = 1; depth < size->depth; depth++)
    {
      g_autoptr (GByteArray) next = g_byte_array_new ();

      for (guint i = 0; i < level->len; i++)
        {
          guint8 parent = level->data[i];
          gint source = g_array_index (work->messages, LullMessage, parent).target;

          if (!add_siblings (work, size, kind, source, parent, next))
            return FALSE;
        }
      g_byte_array_unref (level);
      level = g_steal_pointer (&next);
    }
  return TRUE;
}

static gboolean
make_chain (LullBenchModel *self, GError **error)
{
  return make_with_work (self, fill_chains, error);
}

static gboolean
make_tree (LullBenchModel *self, GError **error)
{
  return make_with_work (self, fill_tree, error);
}

static const Entry ENTRIES[] = {
  { .name = "ewd840", .workers = { 2, LULL_EWD840_NODES_MAX, 4 }, .make = make_ewd840 },
  { .name = "ewd998",
    .workers = { 2, LULL_EWD998_NODES_MAX, 3 },
    .bound = { 1, LULL_EWD998_BOUND_MAX, 3 },
    .make = make_ewd998 },
  { .name = "channel-counting",
    .workers = { 2, LULL_CHANNELS_NODES_MAX, 3 },
    .bound = { 1, LULL_CHANNEL_COUNTING_BOUND_MAX, 3 },
    .make = make_channel_counting },
  { .name = "dijkstra-scholten", .workers = { 4, 4, 4 }, .make = make_dijkstra_scholten },
  { .name = "huang", .workers = { 2, LULL_HUANG_NODES_MAX, 5 }, .make = make_huang },
  { .name = "chain",
    .workers = { 2, 32, 5 },
    .chains = { 1, 32, 2 },
    .hops = { 1, 100, 4 },
    .protocol = "pairwise",
    .make = make_chain },
  { .name = "tree",
    .workers = { 2, 32, 4 },
    .fanout = { 1, 32, 2 },
    .depth = { 1, 100, 2 },
    .protocol = "pairwise",
    .make = make_tree },
};

static gboolean
settle_number (gint *number, const char *option, const Range *range, GError **error)
{
  if (*number == 0 || range->fallback == 0)
    *number = range->fallback;
  if (range->fallback == 0 || (*number >= range->low && *number <= range->high))
    return TRUE;
  g_set_error (error, LULL_BENCH_ERROR, LULL_BENCH_ERROR_SIZE,
               "found %d for --%s, expected %d to %d", *number, option, range->low,
               range->high);
  return FALSE;
}

static gboolean
settle_size (LullBenchSize *size, const Entry *entry, GError **error)
{
  if (size->protocol == NULL || entry->protocol == NULL)
    size->protocol = entry->protocol;
  if (!settle_number (&size->workers, "workers", &entry->workers, error) ||
      !settle_number (&size->bound, "bound", &entry->bound, error) ||
      !settle_number (&size->chains, "chains", &entry->chains, error) ||
      !settle_number (&size->hops, "hops", &entry->hops, error) ||
      !settle_number (&size->fanout, "fanout", &entry->fanout, error) ||
      !settle_number (&size->depth, "depth", &entry->depth, error))
    return FALSE;
  if (size->chains <= size->workers)
    return TRUE;
  g_set_error (error, LULL_BENCH_ERROR, LULL_BENCH_ERROR_SIZE,
               "found %d for --chains, expected at most one for each of %d workers",
               size->chains, size->workers);
  return FALSE;
}

gboolean
lull_bench_model_init (LullBenchModel *self,
                       const char *name,
                       const LullBenchSize *size,
                       GError **error)
{
  *self = (LullBenchModel){ .size = *size };
  for (guint i = 0; i < G_N_ELEMENTS (ENTRIES); i++)
    if (g_str_equal (ENTRIES[i].name, name))
      return settle_size (&self->size, &ENTRIES[i], error) &&
             ENTRIES[i].make (self, error);
  g_set_error (error, LULL_BENCH_ERROR, LULL_BENCH_ERROR_NAME,
               "found %s, expected the name of a model", name);
  return FALSE;
}

void
lull_bench_model_clear (LullBenchModel *self)
{
  g_clear_pointer (&self->reference, lull_reference_model_free);
  g_clear_pointer (&self->world, lull_world_free);
}

static void
append_number (GString *text, const char *option, const Range *range)
{
  if (range->fallback != 0)
    g_string_append_printf (text, " --%s %d", option, range->fallback);
}

char *
lull_bench_models_to_string (void)
{
  GString *text = g_string_new ("Models, each with its default size:\n");

  for (guint i = 0; i < G_N_ELEMENTS (ENTRIES); i++)
    {
      const Entry *entry = &ENTRIES[i];

      g_string_append_printf (text, "  %s", entry->name);
      append_number (text, "workers", &entry->workers);
      append_number (text, "bound", &entry->bound);
      append_number (text, "chains", &entry->chains);
      append_number (text, "hops", &entry->hops);
      append_number (text, "fanout", &entry->fanout);
      append_number (text, "depth", &entry->depth);
      if (entry->protocol != NULL)
        g_string_append_printf (text, " --protocol %s", entry->protocol);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
