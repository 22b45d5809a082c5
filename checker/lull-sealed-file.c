/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* fileno, fsync */
#include "lull-sealed-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define PIECE_BYTES ((gsize) 1 << 20)

static gboolean
fail (const LullSealedFile *self, const char *what, GError **error)
{
  g_set_error (error, LULL_CHECKPOINT_ERROR, LULL_CHECKPOINT_ERROR_IO, "%s: %s: %s",
               self->path, what, g_strerror (errno));
  return FALSE;
}

static void
dispose (LullSealedFile *self)
{
  if (self->file != NULL)
    fclose (self->file);
  XXH3_freeState (self->hash);
  g_free (self->beside);
}

static void
init (LullSealedFile *self, const char *path, FILE *file, char *beside)
{
  *self = (LullSealedFile){ .path = path, .file = file, .beside = beside };
  self->hash = XXH3_createState ();
  XXH3_128bits_reset (self->hash);
}

gboolean
lull_sealed_file_create (LullSealedFile *self, const char *path, GError **error)
{
  char *beside = g_strconcat (path, ".new", NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS) &&
      !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_set_error (error, LULL_CHECKPOINT_ERROR, LULL_CHECKPOINT_ERROR_IO,
                   "%s: found no regular file, expected one, or none", path);
      g_free (beside);
      return FALSE;
    }
  init (self, path, g_fopen (beside, "wb"), beside);
  if (self->file != NULL)
    return TRUE;
  fail (self, "cannot be written", error);
  dispose (self);
  return FALSE;
}

void
lull_sealed_file_put (LullSealedFile *self, gconstpointer bytes, gsize size)
{
  XXH3_128bits_update (self->hash, bytes, size);
  if (fwrite (bytes, 1, size, self->file) != size)
    self->has_failed = TRUE;
}

static gboolean
put_seal (LullSealedFile *self)
{
  XXH128_canonical_t seal;

  XXH128_canonicalFromHash (&seal, XXH3_128bits_digest (self->hash));
  return !self->has_failed && fwrite (&seal, sizeof seal, 1, self->file) == 1 &&
         fflush (self->file) == 0 && fsync (fileno (self->file)) == 0;
}

gboolean
lull_sealed_file_seal (LullSealedFile *self, GError **error)
{
  gboolean is_sealed = put_seal (self) && g_rename (self->beside, self->path) == 0;

  if (!is_sealed)
    {
      fail (self, "cannot be written", error);
      g_unlink (self->beside);
    }
  dispose (self);
  return is_sealed;
}

/* Reads the whole file once and compares its end with the checksum of the rest. */
static gboolean
is_seal_right (LullSealedFile *self)
{
  g_autofree guint8 *piece = g_malloc (PIECE_BYTES + sizeof (XXH128_canonical_t));
  XXH128_canonical_t seal;
  gsize held = 0, got;

  /* The last bytes are held back until it is known whether more come. */
  while ((got = fread (piece + held, 1, PIECE_BYTES, self->file)) > 0)
    {
      gsize rest = MIN (held + got, sizeof seal);

      XXH3_128bits_update (self->hash, piece, held + got - rest);
      memmove (piece, piece + held + got - rest, rest);
      held = rest;
    }
  if (ferror (self->file) != 0 || held < sizeof seal)
    return FALSE;
  XXH128_canonicalFromHash (&seal, XXH3_128bits_digest (self->hash));
  return memcmp (&seal, piece, sizeof seal) == 0;
}

gboolean
lull_sealed_file_open (LullSealedFile *self, const char *path, GError **error)
{
  init (self, path, g_fopen (path, "rb"), NULL);
  if (self->file == NULL)
    {
      fail (self, "cannot be read", error);
      dispose (self);
      return FALSE;
    }
  if (!is_seal_right (self))
    {
      g_set_error (error, LULL_CHECKPOINT_ERROR, LULL_CHECKPOINT_ERROR_DAMAGED,
                   "%s: found a checksum that does not fit, expected a whole checkpoint",
                   path);
      dispose (self);
      return FALSE;
    }
  rewind (self->file);
  return TRUE;
}

gboolean
lull_sealed_file_get (LullSealedFile *self, gpointer bytes, gsize size)
{
  return fread (bytes, 1, size, self->file) == size;
}

void
lull_sealed_file_close (LullSealedFile *self)
{
  dispose (self);
}
