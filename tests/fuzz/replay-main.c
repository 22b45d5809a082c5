/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds every file of the command line, and every file below each folder, to the target.
 */
#include "fuzz-corpus.h"
#include "fuzz-target.h"

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) inputs = fuzz_corpus_new ();

  for (int i = 1; i < argc; i++)
    fuzz_corpus_add (inputs, argv[i]);
  for (guint i = 0; i < inputs->len; i++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (g_ptr_array_index (inputs, i), &size);

      LLVMFuzzerTestOneInput (data, size);
    }
  g_print ("%u inputs\n", inputs->len);
  return inputs->len > 0 ? 0 : 1;
}
