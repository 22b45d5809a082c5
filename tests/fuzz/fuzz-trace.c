/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of trace files, the replay included. */
#include "fuzz-target.h"
#include "lull-trace-file.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LullTraceFile) file =
      lull_trace_file_parse ("fuzz.json", (const char *) data, size, &error);

  g_assert_true ((file == NULL) == (error != NULL));
  return 0;
}
