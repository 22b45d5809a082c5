/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-checkpoint.h"

#include <string.h>

#include "lull-identity.h"
#include "lull-sealed-file.h"

G_DEFINE_QUARK (lull_checkpoint_error, lull_checkpoint_error)

#define MAGIC "lull checkpoint"
#define FORMAT 2U
#define BYTE_ORDER_MARK G_GUINT64_CONSTANT (0x0102030405060708)

/* A sighting, in words of eight bytes. */
typedef struct
{
  guint64 is_seen, is_initial, source, action;
} SightingRecord;

/*
 * The file:
 *
 *     Header
 *     actions taken, by kind        LULL_KINDS_MAX × 8 bytes
 *     properties                    PropertyRecord each
 *     bits of a state that vary     8 bytes a word
 *     nodes of the dictionary       8 bytes each
 *     roots of the states           8 bytes each
 *     who found whom                8 bytes for 64 bits
 *     checksum
 */
typedef struct
{
  char magic[16];
  guint64 byte_order, format;
  guint64 identity[2];
  guint64 is_reduced, is_symmetric;
  guint64 generated, expanded, depth, level, level_begin, level_end, initial_count;
  guint64 outside, terminal, initial_outside;
  LullOutlook outlook;
  SightingRecord deadlock;
  guint64 milliseconds;
  guint64 property_count, word_count, node_count, root_count, parent_bit_count;
} Header;

typedef struct
{
  SightingRecord violation;
  guint64 is_satisfied;
} PropertyRecord;

static SightingRecord
record_of (const LullSighting *sighting)
{
  if (!sighting->is_seen)
    return (SightingRecord){ 0 };
  return (SightingRecord){ 1, sighting->is_initial ? 1 : 0, sighting->source,
                           sighting->action };
}

static LullSighting
sighting_of (const SightingRecord *record)
{
  return (LullSighting){ record->is_seen != 0, record->is_initial != 0, record->source,
                         (LullAction) record->action };
}

/* What must be the same for a checkpoint to belong to a search. */
static void
fill_in_identity (Header *header, const LullBreadthFirst *search)
{
  memset (header, 0, sizeof *header);
  memcpy (header->magic, MAGIC, sizeof MAGIC);
  header->byte_order = BYTE_ORDER_MARK;
  header->format = FORMAT;
  lull_model_identify (search->model, header->identity);
  header->is_reduced = search->store.is_reduced ? 1 : 0;
  header->is_symmetric = search->store.is_symmetric ? 1 : 0;
  header->property_count = search->model->property_count;
  header->word_count = search->store.codec.selection.word_count;
}

static void
fill_in_progress (Header *header, const LullBreadthFirst *search, double seconds)
{
  const LullStore *store = &search->store;

  header->generated = search->generated;
  header->expanded = search->expanded;
  header->depth = search->depth;
  header->level = search->level;
  header->level_begin = search->level_begin;
  header->level_end = search->level_end;
  header->outlook = search->outlook;
  header->initial_count = store->initial_count;
  header->outside = search->tally.outside;
  header->terminal = search->tally.terminal;
  header->initial_outside = search->tally.initial_outside ? 1 : 0;
  header->deadlock = record_of (&search->tally.deadlock);
  header->milliseconds = (guint64) (seconds * 1000.0);
  header->node_count = lull_key_set_count (&store->codec.nodes);
  header->root_count = lull_store_count (store);
  header->parent_bit_count = store->parents.bit_count;
}

static gsize
parent_bytes (guint64 bit_count)
{
  return (gsize) (bit_count + 63) / 64 * sizeof (guint64);
}

static void
put_properties (LullSealedFile *file, const LullTally *tally)
{
  for (guint i = 0; i < tally->model->property_count; i++)
    {
      PropertyRecord record = { record_of (&tally->violations[i]),
                                tally->satisfied[i] ? 1 : 0 };

      lull_sealed_file_put (file, &record, sizeof record);
    }
}

gboolean
lull_checkpoint_write (const LullBreadthFirst *search,
                       double seconds,
                       const char *path,
                       GError **error)
{
  const LullStore *store = &search->store;
  LullSealedFile file;
  Header header;

  g_assert (store->storage == LULL_STORAGE_EXACT && store->parents.is_ordered);
  if (!lull_sealed_file_create (&file, path, error))
    return FALSE;
  fill_in_identity (&header, search);
  fill_in_progress (&header, search, seconds);
  lull_sealed_file_put (&file, &header, sizeof header);
  lull_sealed_file_put (&file, search->tally.kind_fired,
                        LULL_KINDS_MAX * sizeof (guint64));
  put_properties (&file, &search->tally);
  lull_sealed_file_put (&file, store->codec.selection.masks,
                        header.word_count * sizeof (guint64));
  lull_sealed_file_put (&file, store->codec.nodes.keys.base,
                        header.node_count * sizeof (guint64));
  lull_sealed_file_put (&file, store->roots.keys.base,
                        header.root_count * sizeof (guint64));
  lull_sealed_file_put (&file, store->parents.words.base,
                        parent_bytes (header.parent_bit_count));
  return lull_sealed_file_seal (&file, error);
}

static gboolean
refuse (const LullSealedFile *file,
        LullCheckpointError code,
        const char *finding,
        GError **error)
{
  g_set_error (error, LULL_CHECKPOINT_ERROR, (gint) code, "%s: %s", file->path, finding);
  return FALSE;
}

static gboolean
belongs_to (const Header *header,
            const LullBreadthFirst *search,
            const LullSealedFile *file,
            GError **error)
{
  Header expected;

  fill_in_identity (&expected, search);
  if (memcmp (header->magic, expected.magic, sizeof header->magic) != 0)
    return refuse (file, LULL_CHECKPOINT_ERROR_FOREIGN,
                   "found another kind of file, expected a checkpoint", error);
  if (header->byte_order != expected.byte_order || header->format != expected.format)
    return refuse (
        file, LULL_CHECKPOINT_ERROR_FOREIGN,
        "found a checkpoint of another version or machine, expected one of this", error);
  if (memcmp (header->identity, expected.identity, sizeof header->identity) != 0 ||
      header->property_count != expected.property_count ||
      header->word_count != expected.word_count)
    return refuse (file, LULL_CHECKPOINT_ERROR_FOREIGN,
                   "found a checkpoint of another model, expected one of this", error);
  if (header->is_reduced != expected.is_reduced ||
      header->is_symmetric != expected.is_symmetric)
    return refuse (
        file, LULL_CHECKPOINT_ERROR_FOREIGN,
        "found a checkpoint of a search with other reductions, expected the same", error);
  return TRUE;
}

/* A checksum that fits says that a file is as it was written, not that lull wrote it. */
static gboolean
is_sound (const Header *header, const LullBreadthFirst *search)
{
  return header->generated <= search->model->initial_count &&
         header->initial_count <= header->root_count &&
         header->expanded <= header->root_count &&
         header->level_begin <= header->level_end &&
         header->level_end <= header->root_count &&
         header->outlook.count <= LULL_OUTLOOK_LEVELS &&
         header->parent_bit_count <= 2 * LULL_KEY_COUNT_MAX;
}

static gboolean
get_tally (LullSealedFile *file, const Header *header, LullTally *tally)
{
  if (!lull_sealed_file_get (file, tally->kind_fired, LULL_KINDS_MAX * sizeof (guint64)))
    return FALSE;
  tally->outside = header->outside;
  tally->terminal = header->terminal;
  tally->initial_outside = header->initial_outside != 0;
  tally->deadlock = sighting_of (&header->deadlock);
  for (guint i = 0; i < tally->model->property_count; i++)
    {
      PropertyRecord record;

      if (!lull_sealed_file_get (file, &record, sizeof record))
        return FALSE;
      tally->violations[i] = sighting_of (&record.violation);
      tally->satisfied[i] = record.is_satisfied != 0;
    }
  return TRUE;
}

/* Room was made. */
static gboolean
get_keys (LullSealedFile *file, LullKeySet *set, guint64 count, LullCrew *crew)
{
  if (!lull_sealed_file_get (file, set->keys.base, count * sizeof (guint64)))
    return FALSE;
  lull_key_set_add (set, (guint32) count, crew);
  return TRUE;
}

static gboolean
make_room (LullBreadthFirst *search, const Header *header)
{
  LullStore *store = &search->store;

  /* One more than there are: what is empty is looked into as well. */
  return header->node_count < LULL_KEY_COUNT_MAX &&
         header->root_count < LULL_KEY_COUNT_MAX &&
         lull_codec_make_room (&store->codec, (guint32) header->node_count + 1,
                               search->crew) &&
         lull_key_set_make_room (&store->roots, header->root_count + 1, search->crew) &&
         lull_region_commit (&store->parents.words,
                             parent_bytes (header->parent_bit_count) + sizeof (guint64));
}

static gboolean
get_store (LullSealedFile *file,
           const Header *header,
           LullBreadthFirst *search,
           GError **error)
{
  LullStore *store = &search->store;
  g_autofree guint64 *masks = g_new (guint64, header->word_count);

  if (!lull_sealed_file_get (file, masks, header->word_count * sizeof *masks))
    return refuse (file, LULL_CHECKPOINT_ERROR_DAMAGED, "found the end, expected more",
                   error);
  lull_codec_choose (&store->codec, masks, store->sample);
  if (!make_room (search, header))
    return refuse (file, LULL_CHECKPOINT_ERROR_MEMORY,
                   "found more states than the memory allowed has room for", error);
  if ((store->codec.leaf_count > 1 &&
       !get_keys (file, &store->codec.nodes, header->node_count, search->crew)) ||
      !get_keys (file, &store->roots, header->root_count, search->crew) ||
      !lull_sealed_file_get (file, store->parents.words.base,
                             parent_bytes (header->parent_bit_count)))
    return refuse (file, LULL_CHECKPOINT_ERROR_DAMAGED, "found the end, expected more",
                   error);
  store->parents.bit_count = header->parent_bit_count;
  store->initial_count = (guint32) header->initial_count;
  return TRUE;
}

static gboolean
get_all (LullSealedFile *file, LullBreadthFirst *search, double *seconds, GError **error)
{
  Header header;

  if (!lull_sealed_file_get (file, &header, sizeof header))
    return refuse (file, LULL_CHECKPOINT_ERROR_FOREIGN,
                   "found another kind of file, expected a checkpoint", error);
  if (!belongs_to (&header, search, file, error))
    return FALSE;
  if (!is_sound (&header, search))
    return refuse (file, LULL_CHECKPOINT_ERROR_DAMAGED,
                   "found figures that contradict each other, expected a checkpoint",
                   error);
  if (!get_tally (file, &header, &search->tally))
    return refuse (file, LULL_CHECKPOINT_ERROR_DAMAGED, "found the end, expected more",
                   error);
  if (!get_store (file, &header, search, error))
    return FALSE;
  search->generated = header.generated;
  search->expanded = (guint32) header.expanded;
  search->depth = (guint) header.depth;
  search->level = (guint) header.level;
  search->level_begin = (guint32) header.level_begin;
  search->level_end = (guint32) header.level_end;
  search->outlook = header.outlook;
  *seconds = (double) header.milliseconds / 1000.0;
  return TRUE;
}

gboolean
lull_checkpoint_read (LullBreadthFirst *search,
                      double *seconds,
                      const char *path,
                      GError **error)
{
  LullSealedFile file;
  gboolean is_read;

  if (!lull_sealed_file_open (&file, path, error))
    return FALSE;
  is_read = get_all (&file, search, seconds, error);
  lull_sealed_file_close (&file);
  return is_read;
}
