/* SPDX-License-Identifier: Apache-2.0 */
/* A program outside of lull that checks a model of its own: a counter that must never reach 3. */
#include <lull/lull-checker.h>
#include <lull/lull-model.h>
#include <stdio.h>

static void
initial (const LullModel *self, guint64 index, guint8 *state)
{
  (void) self;
  (void) index;
  state[0] = 0;
}

static guint
actions (const LullModel *self, const guint8 *state, LullAction *out)
{
  (void) self;
  if (state[0] == 9)
    return 0;
  out[0] = lull_action (0, 1);
  out[1] = lull_action (0, 2);
  return 2;
}

static void
apply (const LullModel *self, const guint8 *state, LullAction action, guint8 *next)
{
  (void) self;
  next[0] = (guint8) MIN (9, state[0] + lull_action_argument (action));
}

static void
describe (const LullModel *self, const guint8 *state, LullAction action, GString *text)
{
  (void) self;
  (void) state;
  g_string_append_printf (text, "add %u", lull_action_argument (action));
}

static gboolean
is_not_three (const LullModel *self, const guint8 *state)
{
  (void) self;
  return state[0] != 3;
}

static const char *const kinds[] = { "add", NULL };
static const LullProperty properties[]
    = { { "three", "the counter is never 3", LULL_PROPERTY_ALWAYS, is_not_three } };

int
main (void)
{
  const LullModel model = {
    .name = "counter",
    .state_size = 1,
    .initial_count = 1,
    .actions_max = 2,
    .kinds = kinds,
    .properties = properties,
    .property_count = 1,
    .initial = initial,
    .actions = actions,
    .apply = apply,
    .describe = describe,
  };
  const LullCheckOptions options = LULL_CHECK_OPTIONS_INIT;
  g_autoptr (LullFindings) findings = lull_check (&model, &options);

  printf ("%s in %u steps\n", lull_findings_word (findings, &model),
          lull_trace_length (findings->witness));
  return 0;
}
