/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scenario reader. A first line "--set KEY=VALUE" is taken as an override. Of a
 * sweep, the last point is read. What is accepted is walked a few steps, so that a world
 * that cannot run does not pass for one.
 */
#include "fuzz-target.h"
#include "lull-simulator.h"
#include "lull-sweep.h"

#include <string.h>

#define STEPS_MAX 40U

static const char set[] = "--set ";

static void
check_error (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_null (strchr (error->message, '\033'));
}

static void
read_text (const char *text, gsize length, const LullOverride *overrides, gsize count)
{
  const LullSweepChanges changes = { overrides, count, NULL, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LullSweep) sweep =
      lull_sweep_parse ("fuzz.yaml", text, length, &changes, &error);
  g_autoptr (LullScenario) scenario =
      sweep != NULL
          ? lull_sweep_read_point (sweep, lull_sweep_get_point_count (sweep) - 1, &error)
          : NULL;

  if (scenario == NULL)
    check_error (error);
  else
    lull_run_free (
        lull_simulate (lull_scenario_get_world (scenario), 1, STEPS_MAX, TRUE));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  const char *end = size > strlen (set) && memcmp (text, set, strlen (set)) == 0
                        ? memchr (text, '\n', size)
                        : NULL;
  g_autofree char *line = NULL;
  char *equals;

  if (end == NULL)
    {
      read_text (text, size, NULL, 0);
      return 0;
    }
  line = g_strndup (text + strlen (set), (gsize) (end - text) - strlen (set));
  equals = strchr (line, '=');
  if (equals != NULL)
    {
      const LullOverride change = { line, equals + 1 };

      *equals = '\0';
      read_text (end + 1, size - (gsize) (end + 1 - text), &change, 1);
    }
  return 0;
}
