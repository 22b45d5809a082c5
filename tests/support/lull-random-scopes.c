/* SPDX-License-Identifier: Apache-2.0 */
/* Scopes for random scenarios: some of what a program sends, one behind the other, and
 * what it does in between. */
#include "lull-random-scenario.h"

static gboolean
one_in (LullSplitMix *numbers, guint count)
{
  return lull_split_mix_below (numbers, count) == 0;
}

/* Scopes do not go with members that come and go, nor with copies; of a message that is
 * sent anew the reference keeps one count, not one for each detector. */
static void
leave_out (LullNaiveScenario *scenario)
{
  LullNaiveOptions *options = &scenario->options;

  options->crashes = options->leaving = options->late = 0;
  options->duplication = 0;
  options->deduplication = FALSE;
  options->timeout_stops = FALSE;
  options->failed_undone = FALSE;
  if (options->retry == LULL_NAIVE_RETRY_NEW)
    options->retry = LULL_NAIVE_RETRY_SAME;
}

static gboolean
comes_of_timer (const LullNaiveScenario *scenario, guint8 message)
{
  guint8 at = message;

  while (at < scenario->message_count)
    at = scenario->messages[at].request != LULL_NAIVE_NONE
             ? scenario->messages[at].request
             : scenario->messages[at].parent;
  return at == LULL_NAIVE_TIMER;
}

/* Whether MESSAGE may be the first of a body that stands behind all that is in scopes so
 * far. */
static gboolean
may_begin (const LullNaiveScenario *scenario, guint8 message)
{
  const LullNaiveMessage *m = &scenario->messages[message];

  if (m->request != LULL_NAIVE_NONE || comes_of_timer (scenario, message))
    return FALSE;
  for (guint8 other = 0; other < scenario->message_count; other++)
    if (scenario->messages[other].body_of != 0 && other >= message)
      return FALSE;
  for (guint8 at = message; at < scenario->message_count;)
    {
      if (scenario->messages[at].body_of != 0)
        return FALSE;
      at = scenario->messages[at].request != LULL_NAIVE_NONE
               ? scenario->messages[at].request
               : scenario->messages[at].parent;
    }
  return TRUE;
}

static gboolean
is_in_program (const LullNaiveMessage *of, guint8 parent, guint8 worker, guint8 epoch)
{
  return of->parent == parent &&
         (parent != LULL_NAIVE_NONE || (of->source == worker && of->epoch == epoch));
}

/* What the program does between the first and the last of the body is in it, and perhaps
 * what comes right behind, if it is the last scope. */
static void
draw_locals (LullSplitMix *numbers,
             LullNaiveScenario *scenario,
             guint8 first,
             guint8 last,
             gboolean is_last)
{
  const LullNaiveMessage *body = &scenario->messages[first];
  gboolean goes_on = is_last;

  for (guint local = 0; local < scenario->local_count; local++)
    {
      LullNaiveLocal *step = &scenario->locals[local];
      guint8 next = (guint8) scenario->message_count;

      if (!is_in_program (body, step->parent, step->worker, step->epoch) ||
          step->after <= first)
        continue;
      for (guint8 message = (guint8) scenario->message_count; message-- > last + 1U;)
        if (scenario->messages[message].request == LULL_NAIVE_NONE &&
            is_in_program (&scenario->messages[message], body->parent, body->source,
                           body->epoch))
          next = message;
      goes_on = goes_on && step->after <= next && one_in (numbers, 2);
      if (step->after <= last || goes_on)
        step->body_of = body->body_of;
    }
}

static gboolean
draw_scope (LullSplitMix *numbers, LullNaiveScenario *scenario, gboolean is_last)
{
  guint8 first = (guint8) lull_split_mix_below (numbers, scenario->message_count);
  const LullNaiveMessage *body = &scenario->messages[first];
  guint8 last = first;
  guint8 number;

  while (first < scenario->message_count && !may_begin (scenario, first))
    first++;
  if (first == scenario->message_count)
    return FALSE;
  body = &scenario->messages[first];
  number = (guint8) ++scenario->scopes.count;
  for (guint8 message = first; message < scenario->message_count; message++)
    {
      LullNaiveMessage *m = &scenario->messages[message];

      if (m->request != LULL_NAIVE_NONE ||
          !is_in_program (m, body->parent, body->source, body->epoch))
        continue;
      if (message != first && one_in (numbers, 2))
        break;
      m->body_of = number;
      last = message;
    }
  draw_locals (numbers, scenario, first, last, is_last);
  return TRUE;
}

/* The callback of a call that may time out cannot open a scope; nor is it known which
 * answers of others are late to those who see all. */
static void
draw_timeouts (LullNaiveScenario *scenario)
{
  gboolean fits = !scenario->scopes.see_all;

  for (guint message = 0; message < scenario->message_count; message++)
    {
      guint8 parent = scenario->messages[message].parent;

      if (scenario->messages[message].body_of != 0 && parent < scenario->message_count &&
          scenario->messages[parent].request != LULL_NAIVE_NONE)
        fits = FALSE;
    }
  for (guint message = 0; message < scenario->message_count && !fits; message++)
    scenario->messages[message].times_out = FALSE;
}

static gboolean
has_cast_in_scope (const LullNaiveScenario *scenario)
{
  for (guint8 message = 0; message < scenario->message_count; message++)
    for (guint8 at = message; at < scenario->message_count;)
      {
        if (scenario->messages[at].body_of != 0 &&
            scenario->messages[message].request == LULL_NAIVE_NONE &&
            scenario->messages[message].reply == LULL_NAIVE_NONE)
          return TRUE;
        at = scenario->messages[at].request != LULL_NAIVE_NONE
                 ? scenario->messages[at].request
                 : scenario->messages[at].parent;
      }
  return FALSE;
}

/* Whether some message is told of at one end only, so that receipts may overtake a
 * notice; or sent twice. */
static gboolean
confuses_tree (const LullNaiveScenario *scenario)
{
  for (guint message = 0; message < scenario->message_count; message++)
    if (scenario->messages[message].sent_uncounted ||
        scenario->messages[message].done_uncounted)
      return TRUE;
  return FALSE;
}

static void
draw_protocol (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  LullNaiveScopes *scopes = &scenario->scopes;
  LullNaiveScenario other;

  scopes->blind = one_in (numbers, 2);
  scopes->see_all = one_in (numbers, 4);
  scopes->protocol = (LullNaiveProtocol) lull_split_mix_below (numbers, 4);
  if (scenario->options.carrier != LULL_NAIVE_BY_STEP ||
      (scopes->protocol == LULL_NAIVE_ALLREDUCE_MAX && has_cast_in_scope (scenario)))
    scopes->protocol = LULL_NAIVE_DIJKSTRA_SCHOLTEN;
  if (scopes->protocol == LULL_NAIVE_DIJKSTRA_SCHOLTEN && confuses_tree (scenario))
    {
      scopes->protocol = LULL_NAIVE_PAIRWISE;
      scenario->options.carrier = LULL_NAIVE_BY_STEP;
    }
  if (scopes->protocol != LULL_NAIVE_PAIRWISE)
    return;
  lull_random_scenario_sketch (numbers, LULL_NAIVE_PAIRWISE, 1, &other);
  scopes->options.done_early = other.options.done_early;
  scopes->options.done_at_return = other.options.done_at_return;
  scopes->options.snapshot = other.options.snapshot;
  scopes->options.wait_idle = other.options.wait_idle;
  scopes->options.wait_first = other.options.wait_first;
  scopes->options.sent_late = other.options.sent_late;
  scopes->options.narrow = other.options.narrow;
  scopes->options.finale = other.options.finale;
  scopes->options.gather_diff = other.options.gather_diff;
  scopes->options.sums = other.options.sums;
  scopes->options.late_answers = other.options.late_answers;
}

gboolean
lull_random_scopes_draw (LullSplitMix *numbers, LullNaiveScenario *scenario)
{
  gboolean two = one_in (numbers, 4);

  leave_out (scenario);
  if (!draw_scope (numbers, scenario, !two))
    return FALSE;
  if (two)
    (void) draw_scope (numbers, scenario, TRUE);
  draw_protocol (numbers, scenario);
  draw_timeouts (scenario);
  return TRUE;
}
