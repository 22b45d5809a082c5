/* SPDX-License-Identifier: Apache-2.0 */
/* Local steps in words: what a step does, what a state holds, and who waits for whom. */
#include "lull-local-steps.h"
#include "lull-tell-waits.h"

/* What STEP does, and behind that a lock or flag has its name. */
static const char *
does_of (const LullLocals *locals, const LullLocalStep *step, gboolean ends)
{
  static const char *const does[] = { [LULL_LOCAL_COMPUTE] = " computes",
                                      [LULL_LOCAL_TAKE] = " takes lock ",
                                      [LULL_LOCAL_GIVE] = " gives back lock ",
                                      [LULL_LOCAL_NOTIFY] = " raises flag ",
                                      [LULL_LOCAL_WAIT] = " goes on, for it sees flag ",
                                      [LULL_LOCAL_FLUSH] = " flushes the buffers" };

  if (step->kind != LULL_LOCAL_WAIT)
    return does[step->kind];
  if (locals->flags == LULL_FLAGS_ONE_SHOT)
    return " begins to wait for flag ";
  return ends ? " sees flag " : does[step->kind];
}

void
lull_locals_say (const LullWorld *world,
                 const LullPartSite *site,
                 const guint16 *numbers,
                 const guint8 *state,
                 guint step,
                 guint argument,
                 GString *text)
{
  LullLocalLook look = lull_locals_look (world, site, state);
  const LullLocals *locals = look.locals;
  const LullLocalStep *taken = &locals->steps[argument];
  gboolean ends = lull_locals_ends_main (&look, argument);

  (void) step;
  lull_world_program_name (world, numbers, taken->parent, text);
  g_string_append (text, does_of (locals, taken, ends));
  if (taken->kind != LULL_LOCAL_COMPUTE && taken->kind != LULL_LOCAL_FLUSH)
    g_string_append (text, locals->names[taken->name]);
  if (ends)
    g_string_append (text, ", ends");
}

static gboolean
is_first_of_its_name (const LullLocals *self, guint index)
{
  const LullLocalStep *step = &self->steps[index];

  for (guint i = 0; i < index; i++)
    if (self->steps[i].kind == step->kind && self->steps[i].worker == step->worker &&
        self->steps[i].name == step->name)
      return FALSE;
  return TRUE;
}

void
lull_locals_describe (const LullWorld *world,
                      const LullPartSite *site,
                      const guint8 *state,
                      GString *text)
{
  LullLocalLook look = lull_locals_look (world, site, state);

  for (guint i = 0; i < look.locals->count; i++)
    {
      const LullLocalStep *step = &look.locals->steps[i];
      const char *name = look.locals->names[step->name];
      const LullLocalStep *holder;

      if (!is_first_of_its_name (look.locals, i))
        continue;
      holder =
          step->kind == LULL_LOCAL_TAKE ? lull_locals_find_holder (&look, step) : NULL;
      if (holder != NULL)
        {
          g_string_append_printf (text, "lock %s of %s: held by the ", name,
                                  world->names[step->worker]);
          lull_world_program_name (world, NULL, holder->parent, text);
          g_string_append_c (text, '\n');
        }
      if (step->kind == LULL_LOCAL_NOTIFY && look.locals->flags == LULL_FLAGS_STICKY &&
          lull_locals_is_raised (&look, step))
        g_string_append_printf (text, "flag %s of %s: raised\n", name,
                                world->names[step->worker]);
    }
}

/* Who it is that runs, or would have to get so far as to run, the program of STEP;
 * TELL_NEVER where a timer would that does not fire any more, or what would run it has
 * come to nothing. */
static guint
node_of_program (const TellWaits *waits, const LullLocalStep *step)
{
  const Tell *tell = waits->tell;
  guint message = step->parent;
  guint worker = step->worker;

  while (message != LULL_NO_MESSAGE &&
         stage_of (tell->world, tell->end, message) == STAGE_UNSENT)
    {
      const LullMessage *info = &tell->world->messages[message].m;

      if (info->parent == LULL_TIMER)
        return TELL_NEVER;
      worker = info->source;
      message = info->kind == LULL_BASIC_REPLY ? info->request : info->parent;
    }
  if (message == LULL_NO_MESSAGE)
    return worker;
  return stage_of (tell->world, tell->end, message) == STAGE_GONE
             ? TELL_NEVER
             : tell_wait_node (waits, message);
}

static void
wait_for_holder (TellWaits *waits, const LullLocalLook *look, const LullLocalStep *step)
{
  const char *name = look->locals->names[step->name];
  const LullLocalStep *holder = lull_locals_find_holder (look, step);
  gboolean in_join = holder->parent == LULL_NO_MESSAGE &&
                     main_ended (look->world, look->state, holder->worker);

  lull_tell_waits_add (waits, node_of_program (waits, step),
                       node_of_program (waits, holder), g_strdup_printf ("lock %s", name),
                       "to %sgive back lock %s", in_join ? "leave join and " : "", name);
}

/* Whoever has still to raise the flag is waited for. */
static void
wait_for_flag (TellWaits *waits, const LullLocalLook *look, const LullLocalStep *step)
{
  const char *name = look->locals->names[step->name];
  guint node = node_of_program (waits, step);
  gboolean some = FALSE;

  for (guint i = 0; i < look->locals->count; i++)
    {
      const LullLocalStep *other = &look->locals->steps[i];
      guint to;

      if (other->kind != LULL_LOCAL_NOTIFY || other->worker != step->worker ||
          other->name != step->name || lull_local_is_over (look->progress[i]))
        continue;
      to = node_of_program (waits, other);
      if (to == TELL_NEVER)
        continue;
      some = TRUE;
      lull_tell_waits_add (waits, node, to, g_strdup_printf ("flag %s", name),
                           "to raise flag %s", name);
    }
  if (some)
    return;
  lull_tell_waits_add (
      waits, node, TELL_NEVER, g_strdup_printf ("flag %s", name),
      lull_locals_is_raised (look, step)
          ? "flag %s, which was raised before it waited, and is not again"
          : "flag %s, which nobody raises",
      name);
}

void
lull_locals_find_waits (TellWaits *waits, const LullPartSite *site)
{
  LullLocalLook look = lull_locals_look (waits->tell->world, site, waits->tell->end);

  for (guint i = 0; i < look.locals->count; i++)
    if (!lull_locals_have_come_to (&look, i) || lull_locals_can_take (&look, i))
      continue;
    else if (look.locals->steps[i].kind == LULL_LOCAL_TAKE)
      wait_for_holder (waits, &look, &look.locals->steps[i]);
    else if (look.locals->steps[i].kind == LULL_LOCAL_WAIT)
      wait_for_flag (waits, &look, &look.locals->steps[i]);
}
