/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-search-options.h"

#include "lull-number.h"

#define SEED_DEFAULT 1U

/* Seldom enough to cost little, often enough to lose little. */
#define CHECKPOINT_SECONDS 60.0

/* In the order of LullSearch and LullStorage. */
static const char *const search_words[] = { "breadth-first", "depth-first", "random-walk",
                                            NULL };
static const char *const storage_words[] = { "exact", "hashes", "bits", NULL };

void
lull_search_options_add (LullSearchOptions *self, LullCommandLine *line)
{
  const GOptionEntry entries[] = {
    { "search", 0, 0, G_OPTION_ARG_FILENAME, &self->search,
      "Visit states breadth-first (default), depth-first, or by random-walk", "ORDER" },
    { "walks", 0, 0, G_OPTION_ARG_FILENAME, &self->walks,
      "Take N random walks (default 1000); they never say safe", "N" },
    { "seed", 's', 0, G_OPTION_ARG_FILENAME, &self->seed,
      "Draw random walks by seed S (default 1)", "S" },
    { "storage", 0, 0, G_OPTION_ARG_FILENAME, &self->storage,
      "Keep states exact (default), as hashes, or as bits, which may miss some", "HOW" },
    { "checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &self->checkpoint,
      "Save a search that takes long to FILE, every minute and at a limit", "FILE" },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &self->resume,
      "Go on from what --checkpoint saved", NULL },
    G_OPTION_ENTRY_NULL,
  };

  lull_command_line_add (line, entries);
}

static gboolean
refuse (GError **error, const char *option, const char *found, const char *expected)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s: found \"%s\", expected %s", option, found, expected);
  return FALSE;
}

/* The place of @text among @words, which is @number's new value; NULL leaves it at 0. */
static gboolean
parse_word (const char *option,
            const char *text,
            const char *const *words,
            guint *number,
            GError **error)
{
  g_autofree char *expected = NULL;

  *number = 0;
  if (text == NULL)
    return TRUE;
  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (text, words[i]))
      {
        *number = i;
        return TRUE;
      }
  expected = g_strdup_printf ("%s, %s or %s", words[0], words[1], words[2]);
  return refuse (error, option, text, expected);
}

/* What only some searches can do is refused with the others, not passed over. */
static gboolean
check_combination (const LullSearchOptions *self,
                   const LullCheckOptions *check,
                   GError **error)
{
  gboolean breadth_first = check->search == LULL_SEARCH_BREADTH_FIRST;

  if (check->storage != LULL_STORAGE_EXACT && !breadth_first)
    return refuse (error, "--storage", self->storage, "exact with this --search");
  if (self->checkpoint != NULL &&
      (!breadth_first || check->storage != LULL_STORAGE_EXACT))
    return refuse (error, "--checkpoint", self->checkpoint,
                   "a breadth-first search with exact storage");
  if (self->walks != NULL && check->search != LULL_SEARCH_RANDOM_WALK)
    return refuse (error, "--walks", self->walks, "--search=random-walk beside it");
  if (!self->resume || self->checkpoint != NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--resume: found no --checkpoint beside it, expected --checkpoint FILE to "
               "go on from");
  return FALSE;
}

gboolean
lull_search_options_apply (const LullSearchOptions *self,
                           LullCheckOptions *check,
                           LullCheckpointing *checkpointing,
                           GError **error)
{
  guint search;
  guint storage;

  check->seed = SEED_DEFAULT;
  if (!parse_word ("--search", self->search, search_words, &search, error) ||
      !parse_word ("--storage", self->storage, storage_words, &storage, error))
    return FALSE;
  if (self->walks != NULL &&
      !lull_number_parse ("--walks", self->walks, 1, G_MAXINT64, &check->walks, error))
    return FALSE;
  if (self->seed != NULL &&
      !lull_number_parse ("--seed", self->seed, 0, G_MAXUINT64, &check->seed, error))
    return FALSE;
  check->search = (LullSearch) search;
  check->storage = (LullStorage) storage;
  *checkpointing = (LullCheckpointing){
    .path = self->checkpoint,
    .seconds = CHECKPOINT_SECONDS,
    .resume = self->resume,
  };
  return check_combination (self, check, error);
}

void
lull_search_options_clear (LullSearchOptions *self)
{
  g_free (self->search);
  g_free (self->storage);
  g_free (self->walks);
  g_free (self->seed);
  g_free (self->checkpoint);
}
