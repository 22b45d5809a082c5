/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A file that is either whole or recognisably not: written beside its place and put there
 * in one step, with a checksum at its end (XXH3, 128 bits).
 */
#pragma once

#include <stdio.h>
#include <xxhash.h>

#include "lull-checker.h"

G_BEGIN_DECLS

/** A file being written or read. */
typedef struct
{
  const char *path; /**< its place; borrowed */
  char *beside;     /**< where it is written; (owned) */
  FILE *file;
  XXH3_state_t *hash;
  gboolean has_failed;
} LullSealedFile;

/** Begins to write. @return FALSE with a ::LullCheckpointError if there is no way to */
gboolean lull_sealed_file_create (LullSealedFile *self, const char *path, GError **error);

/** Writes @p size bytes. What goes wrong is said by lull_sealed_file_seal(). */
void lull_sealed_file_put (LullSealedFile *self, gconstpointer bytes, gsize size);

/** Ends the file with its checksum and puts it in its place, in one step. */
gboolean lull_sealed_file_seal (LullSealedFile *self, GError **error);

/** Begins to read a file whose checksum was found to be right. */
gboolean lull_sealed_file_open (LullSealedFile *self, const char *path, GError **error);

/** Reads @p size bytes. @return FALSE if there are not as many */
gboolean lull_sealed_file_get (LullSealedFile *self, gpointer bytes, gsize size);

/** Ends reading. */
void lull_sealed_file_close (LullSealedFile *self);

G_END_DECLS
