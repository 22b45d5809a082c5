/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-test.h"

#include <CUnit/Basic.h>

guint64
lull_test_seed (void)
{
  const char *text = g_getenv ("LULL_SEED");

  return text != NULL ? g_ascii_strtoull (text, NULL, 0) : 20261130U;
}

char *
lull_test_source_path (const char *relative)
{
  return g_build_filename (LULL_SOURCE_DIR, relative, NULL);
}

int
lull_test_main (CU_SuiteInfo *suites)
{
  int status;

  g_print ("LULL_SEED=%" G_GUINT64_FORMAT "\n", lull_test_seed ());
  if (CU_initialize_registry () != CUE_SUCCESS || CU_register_suites (suites) != CUE_SUCCESS)
    {
      g_printerr ("CUnit: %s\n", CU_get_error_msg ());
      return 1;
    }
  CU_basic_set_mode (CU_BRM_VERBOSE);
  CU_basic_run_tests ();
  status = CU_get_number_of_suites_failed () > 0 || CU_get_number_of_tests_failed () > 0;
  if (status != 0)
    g_print ("reproduce: LULL_SEED=%" G_GUINT64_FORMAT " %s\n", lull_test_seed (), g_get_prgname ());
  CU_cleanup_registry ();
  return status;
}
