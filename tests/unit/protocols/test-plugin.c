/* SPDX-License-Identifier: Apache-2.0 */
/* Plugins that load, and plugins that are refused with the reason. */
#include "lull-protocols.h"
#include "lull-test.h"

#include <string.h>

static char *
plugin_path (const char *name)
{
  return g_build_filename (PLUGIN_DIR, name, NULL);
}

/* The message names the path as it was given, then the reason. */
static void
check_refused (const char *path, LullPluginError code, const char *reason)
{
  g_autoptr (GError) error = NULL;

  CU_ASSERT_FALSE (lull_plugin_load (path, &error));
  CU_ASSERT_TRUE (g_error_matches (error, LULL_PLUGIN_ERROR, (gint) code));
  if (error == NULL)
    return;
  CU_ASSERT_TRUE (g_str_has_prefix (error->message, path));
  CU_ASSERT_PTR_NOT_NULL (strstr (error->message, reason));
  if (strstr (error->message, reason) == NULL)
    g_print ("%s\n", error->message);
}

static void
check_plugin_refused (const char *name, LullPluginError code, const char *reason)
{
  g_autofree char *path = plugin_path (name);

  check_refused (path, code, reason);
}

static void
a_loaded_protocol_is_found_and_listed (void)
{
  g_autofree char *path = plugin_path ("plugin-good.so");
  g_autoptr (GError) error = NULL;
  const LullProtocol *const *list;
  guint count = 0;

  CU_ASSERT_PTR_NULL (lull_protocols_find ("leave-at-once"));
  CU_ASSERT_TRUE (lull_plugin_load (path, &error));
  CU_ASSERT_PTR_NULL (error);
  CU_ASSERT_PTR_NOT_NULL (lull_protocols_find ("leave-at-once"));
  list = lull_protocols_list ();
  while (list[count] != NULL)
    count++;
  CU_ASSERT_PTR_EQUAL (list[count - 1], lull_protocols_find ("leave-at-once"));
}

static void
a_loaded_protocol_runs (void)
{
  const LullProtocol *protocol = lull_protocols_find ("leave-at-once");
  const LullView view = { .workers = 1 };
  LullOutbox out;

  CU_ASSERT_PTR_NOT_NULL_FATAL (protocol);
  lull_outbox_clear (&out, 0, 0);
  protocol->steps[0].run (&view, NULL, &out);
  CU_ASSERT_EQUAL (out.effects, LULL_EFFECT_ANNOUNCE);
}

static void
the_same_plugin_twice_is_refused (void)
{
  check_plugin_refused ("plugin-good.so", LULL_PLUGIN_ERROR_INVALID, "one already");
}

static void
a_file_that_is_not_there_is_refused (void)
{
  check_refused ("no-such-plugin.so", LULL_PLUGIN_ERROR_OPEN, "no such file");
  check_refused (PLUGIN_DIR, LULL_PLUGIN_ERROR_OPEN, "no such file");
}

static void
a_file_that_is_no_shared_object_is_refused (void)
{
  g_autofree char *source = lull_test_source_path ("CMakeLists.txt");

  check_refused (source, LULL_PLUGIN_ERROR_OPEN, "expected a shared object");
}

static void
an_object_without_the_symbol_is_refused (void)
{
  check_plugin_refused ("plugin-no-symbol.so", LULL_PLUGIN_ERROR_SYMBOL,
                        LULL_PLUGIN_SYMBOL);
}

static void
another_version_of_the_api_is_refused (void)
{
  check_plugin_refused ("plugin-other-api.so", LULL_PLUGIN_ERROR_API,
                        "found version 4 of the protocol API, expected version 3");
}

static void
a_faulty_protocol_is_refused (void)
{
  check_plugin_refused ("plugin-faulty.so", LULL_PLUGIN_ERROR_INVALID,
                        "protocol 1 (leave-nowhere): a step is taken at a place");
}

static void
a_plugin_without_protocols_is_refused (void)
{
  check_plugin_refused ("plugin-no-protocols.so", LULL_PLUGIN_ERROR_INVALID,
                        "expected at least one");
}

static void
a_name_that_is_taken_is_refused (void)
{
  check_plugin_refused ("plugin-name-taken.so", LULL_PLUGIN_ERROR_INVALID,
                        "\"pairwise\"");
}

static void
a_refused_plugin_leaves_nothing (void)
{
  CU_ASSERT_PTR_NULL (lull_protocols_find ("leave-nowhere"));
}

int
main (void)
{
  CU_TestInfo loading[] = {
    { "a loaded protocol is found and listed", a_loaded_protocol_is_found_and_listed },
    { "a loaded protocol runs", a_loaded_protocol_runs },
    { "the same plugin twice is refused", the_same_plugin_twice_is_refused },
    CU_TEST_INFO_NULL
  };
  CU_TestInfo refusal[] = {
    { "a file that is not there is refused", a_file_that_is_not_there_is_refused },
    { "a file that is no shared object is refused",
      a_file_that_is_no_shared_object_is_refused },
    { "an object without the symbol is refused",
      an_object_without_the_symbol_is_refused },
    { "another version of the API is refused", another_version_of_the_api_is_refused },
    { "a faulty protocol is refused", a_faulty_protocol_is_refused },
    { "a plugin without protocols is refused", a_plugin_without_protocols_is_refused },
    { "a name that is taken is refused", a_name_that_is_taken_is_refused },
    { "a refused plugin leaves nothing", a_refused_plugin_leaves_nothing },
    CU_TEST_INFO_NULL
  };
  CU_SuiteInfo suites[] = { { "loading", NULL, NULL, NULL, NULL, loading },
                            { "refusal", NULL, NULL, NULL, NULL, refusal },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
