/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-test.h"
#include "scenario-fixture.h"

#include <string.h>

/* As many joins as there can be: what belongs to one of them names it. */
#define JOINS "calls: [join, join, join, join, join, join, join, W0 ~> W1]\n"

/* A scenario that gives VALUE to KEY and is at its defaults elsewhere. */
static char *
scenario_with (const LullSection *section, const LullKey *key, const char *value)
{
  if (section == &lull_section_scenario)
    return g_strdup_printf ("%s: %s\n", key->name, value);
  if (section == &lull_section_step)
    return g_strdup_printf ("calls: [{ call: W0 -> W1, %s: %s }]\n", key->name, value);
  if (section == &lull_section_work && !g_str_equal (key->name, "any"))
    return g_strdup_printf ("work: { any: 1, %s: %s }\n", key->name, value);
  if (section == &lull_section_timers)
    return g_strdup_printf (JOINS "timers: { calls: [W0 ~> W1], %s: %s }\n", key->name,
                            value);
  if (section == &lull_section_expect && g_str_equal (key->name, "witness"))
    return g_strdup_printf ("expect: { verdict: premature, %s: %s }\n", key->name, value);
  return g_strdup_printf ("%s: { %s: %s }\n", section->name, key->name, value);
}

/* The same without KEY. */
static const char *
scenario_without (const LullSection *section)
{
  if (section == &lull_section_step)
    return "calls: [W0 -> W1]\n";
  if (section == &lull_section_timers)
    return JOINS "timers: [W0 ~> W1]\n";
  return section == &lull_section_work ? "work: { any: 1 }\n" : "{}\n";
}

static gboolean
same_delay (const LullDelay *a, const LullDelay *b)
{
  return a->kind == b->kind && a->low == b->low && a->high == b->high;
}

static gboolean
same_links (const LullDraft *a, const LullDraft *b)
{
  const guint count = a->config.workers * a->config.workers;

  for (guint i = 0; i < count; i++)
    if (!same_delay (a->links != NULL ? &a->links[i] : &a->config.delay,
                     b->links != NULL ? &b->links[i] : &b->config.delay))
      return FALSE;
  return TRUE;
}

static gboolean
same_array (const GArray *a, const GArray *b, gsize element_size)
{
  return a->len == b->len &&
         (a->len == 0 || memcmp (a->data, b->data, a->len * element_size) == 0);
}

static gboolean
same_work (const LullWork *a, const LullWork *b)
{
  return same_array (a->messages, b->messages, sizeof (LullMessage)) &&
         same_array (a->local_steps, b->local_steps, sizeof (LullLocalStep)) &&
         a->any_messages == b->any_messages && a->any_from == b->any_from &&
         a->any_calls == b->any_calls && a->any_self == b->any_self;
}

static gboolean
same_timeouts (const LullTimeouts *a, const LullTimeouts *b)
{
  return a->calls == b->calls && a->callback_runs == b->callback_runs &&
         a->awaiting_stops == b->awaiting_stops && same_delay (&a->delay, &b->delay);
}

static gboolean
same_expectation (const LullExpectation *a, const LullExpectation *b)
{
  return g_str_equal (a->verdict, b->verdict) && a->cut == b->cut &&
         a->states == b->states && a->transitions == b->transitions &&
         a->levels == b->levels && a->witness == b->witness &&
         g_strcmp0 (a->missed, b->missed) == 0;
}

static gboolean
same_rounds (const LullRounds *a, const LullRounds *b)
{
  return a->by == b->by && a->leader == b->leader && a->fan_out == b->fan_out &&
         a->tags == b->tags && a->early == b->early && a->serves == b->serves;
}

static gboolean
same_members (const LullMembers *x, const LullMembers *y)
{
  return x->crashes == y->crashes && x->crashing == y->crashing &&
         x->leaving == y->leaving && x->instead_of == y->instead_of &&
         x->late == y->late && x->drained == y->drained && x->told == y->told &&
         x->rounds_go_on == y->rounds_go_on && same_delay (&x->delay, &y->delay);
}

static gboolean
same_choice (const LullChoice *a, const LullChoice *b)
{
  return a->protocol == b->protocol && same_array (a->options, b->options, sizeof (gint));
}

static gboolean
same_draft (const LullDraft *a, const LullDraft *b)
{
  const LullWorldConfig *x = &a->config, *y = &b->config;

  return x->workers == y->workers && x->listener == y->listener &&
         x->hand_max == y->hand_max && x->threads_max == y->threads_max &&
         x->send_tasks == y->send_tasks &&
         memcmp (x->own_pools, y->own_pools, sizeof x->own_pools) == 0 &&
         x->replies == y->replies && x->buffer_max == y->buffer_max &&
         x->flush == y->flush && x->pool_fifo == y->pool_fifo && x->idle == y->idle &&
         x->flags == y->flags && x->settle == y->settle &&
         x->callbacks_locked == y->callbacks_locked && x->fifo == y->fifo &&
         same_delay (&x->delay, &y->delay) &&
         same_delay (&x->step_delay, &y->step_delay) && same_links (a, b) &&
         x->transport == y->transport &&
         memcmp (&x->faults, &y->faults, sizeof x->faults) == 0 &&
         same_rounds (&x->rounds, &y->rounds) &&
         same_timeouts (&x->timeouts, &y->timeouts) && same_work (&a->work, &b->work) &&
         x->timers.scope == y->timers.scope && x->timers.stop == y->timers.stop &&
         x->timers.join == y->timers.join &&
         same_delay (&x->timers.delay, &y->timers.delay) &&
         same_members (&x->members, &y->members) && same_choice (&a->join, &b->join) &&
         same_choice (&a->scopes, &b->scopes) && x->scopes.outer == y->scopes.outer &&
         x->scopes.sees == y->scopes.sees &&
         same_array (a->work.scopes, b->work.scopes, sizeof (LullScope)) &&
         same_expectation (&a->expectation, &b->expectation);
}

static void
test_documented_defaults_are_the_defaults (void)
{
  guint compared = 0;

  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    for (const LullKey *key = (*section)->keys; key->name != NULL; key++)
      if (key->initial != NULL)
        {
          g_autofree char *text = scenario_with (*section, key, key->initial);
          g_autoptr (LullDraft) with = fixture_read (text);
          g_autoptr (LullDraft) without = fixture_read (scenario_without (*section));

          if (!same_draft (with, without))
            g_print ("%s.%s is not %s by default\n", (*section)->name, key->name,
                     key->initial);
          CU_ASSERT (same_draft (with, without));
          compared++;
        }
  CU_ASSERT (compared >= 20);
}

static void
test_other_words_are_not_the_default (void)
{
  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    for (const LullKey *key = (*section)->keys; key->name != NULL; key++)
      for (guint i = 0; key->words != NULL && key->words[i] != NULL; i++)
        {
          g_autofree char *text = scenario_with (*section, key, key->words[i]);
          g_autoptr (LullDraft) with = NULL;
          g_autoptr (LullDraft) without = fixture_read (scenario_without (*section));

          if (g_str_equal (key->name, "cut"))
            continue;
          with = fixture_read (text);
          CU_ASSERT_EQUAL (same_draft (with, without),
                           g_strcmp0 (key->words[i], key->initial) == 0);
        }
}

static void
check_number (const LullSection *section,
              const LullKey *key,
              guint64 number,
              gboolean allowed)
{
  g_autofree char *value = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
  g_autofree char *text = scenario_with (section, key, value);
  g_autofree char *message = fixture_refusal (text);

  if ((message == NULL) != allowed)
    g_print ("%s.%s: %s: %s\n", section->name, key->name, value, message);
  CU_ASSERT ((message == NULL) == allowed);
}

static void
test_ranges_hold_at_both_ends (void)
{
  guint ranges = 0;

  for (const LullSection *const *section = lull_sections (); *section != NULL; section++)
    for (const LullKey *key = (*section)->keys; key->name != NULL; key++)
      if (key->high > 0)
        {
          check_number (*section, key, key->low, TRUE);
          check_number (*section, key, key->high, TRUE);
          check_number (*section, key, key->high + 1, FALSE);
          if (key->low > 0)
            check_number (*section, key, key->low - 1, FALSE);
          ranges++;
        }
  CU_ASSERT (ranges >= 8);
}

static void
test_everything_set (void)
{
  g_autoptr (LullDraft) draft =
      fixture_read ("name: all of it\n"
                    "workers: [A, B]\n"
                    "runtime: { listener: false, hand: 2, threads: 3, pool: fifo, send: "
                    "task, callbacks: locked, "
                    "settle: before-callbacks }\n"
                    "network:\n"
                    "  order: fifo\n"
                    "  delay: uniform( 2,5 )\n"
                    "  step: 7\n"
                    "  links: { A -> B: exponential(3), B -> A: exponential(3, 20) }\n"
                    "protocol: { name: pairwise, compare: sums, snapshot: sent-done }\n"
                    "expect: { verdict: premature, cut: consistent, states: 1, "
                    "transitions: 2, levels: 3, "
                    "witness: 4, missed: cast 1 }\n");
  const LullWorldConfig *config = &draft->config;
  const LullExpectation expectation = {
    (char *) (gsize) "premature", LULL_CUT_CONSISTENT, 1, 2, 3, 4,
    (char *) (gsize) "cast 1"
  };

  CU_ASSERT_STRING_EQUAL (draft->name, "all of it");
  CU_ASSERT (!config->listener && config->hand_max == 2 && config->threads_max == 3);
  CU_ASSERT (config->send_tasks && config->settle == LULL_SETTLE_BEFORE_CALLBACKS);
  CU_ASSERT (config->fifo && config->pool_fifo && config->callbacks_locked);
  CU_ASSERT (same_delay (&config->delay, &(LullDelay){ LULL_DELAY_UNIFORM, 2, 5 }));
  CU_ASSERT (same_delay (&config->step_delay, &(LullDelay){ LULL_DELAY_FIXED, 7, 7 }));
  CU_ASSERT (same_delay (&config->link_delays[0], &config->delay));
  CU_ASSERT (
      same_delay (&config->link_delays[1], &(LullDelay){ LULL_DELAY_EXPONENTIAL, 3, 0 }));
  CU_ASSERT (same_delay (&config->link_delays[2],
                         &(LullDelay){ LULL_DELAY_EXPONENTIAL, 3, 20 }));
  CU_ASSERT (same_expectation (&draft->expectation, &expectation));
}

static void
test_refused_parts (void)
{
  static const FixtureRefusal table[] = {
    { "expect: { verdict: deadlock, missed: call 1 }\n",
      "s.yaml:1:38: found missed for the verdict deadlock, expected it for premature "
      "only" },
    { "workers: []\n", "s.yaml:1:10: found no name in workers, expected at least 1" },
    { "workers: {}\n", "s.yaml:1:10: found a mapping for workers, expected a whole "
                       "number or a list of names" },
    { "workers: two\n",
      "s.yaml:1:10: found \"two\" for workers, expected a whole number or a list such as "
      "[A, B]" },
    { "workers: A, B\n", "s.yaml:1:10: found \"A, B\" for workers, expected a whole "
                         "number or a list such as "
                         "[A, B]" },
    { "workers: \"2\"\n", "s.yaml:1:10: found \"2\" for workers, expected a whole "
                          "number: quotes make it a text" },
    { "workers: -1\n",
      "s.yaml:1:10: found \"-1\" for workers, expected a whole number or a list such as "
      "[A, B]" },
    { "workers: 99999999999999999999\n",
      "s.yaml:1:10: found 99999999999999999999 for workers, expected at most 32" },
    { "workers: [A, A]\n",
      "s.yaml:1:14: found \"A\" for workers[1], expected each name once" },
    { "workers: [A B]\n",
      "s.yaml:1:11: found \"A B\" for workers[0], expected a name of letters, "
      "digits, underscores and hyphens" },
    { "workers: [await]\n",
      "s.yaml:1:11: found \"await\" for workers[0], expected another name: "
      "this one is a word of calls" },
    { "workers: [a23456789012345678901234567890123]\n",
      "s.yaml:1:11: found \"a23456789012345678901234567890123\" for workers[0], expected "
      "at most "
      "32 letters" },
    { "name: []\n", "s.yaml:1:7: found a list for name, expected a text" },
    { "name: \"a\\e[31m\"\n",
      "s.yaml:1:7: found \"a\\u001b[31m\" for name, expected one line of "
      "printable characters" },
    { "runtime: []\n", "s.yaml:1:10: found a list for runtime, expected a mapping" },
    { "runtime: { listener: yes }\n",
      "s.yaml:1:22: found \"yes\" for runtime.listener, expected true or false" },
    { "runtime: { hand: none }\n", "s.yaml:1:18: found \"none\" for runtime.hand, "
                                   "expected a whole number or unlimited" },
    { "runtime: { hand: 0 }\n",
      "s.yaml:1:18: found 0 for runtime.hand, expected at least 1" },
    { "network: { delay: 1.5 }\n", "s.yaml:1:19: found \"1.5\" for network.delay, "
                                   "expected a delay such as 3, uniform(1, 5) or "
                                   "exponential(3, 20), of at most 1000000 ticks" },
    { "network: { delay: exponential(0) }\n",
      "s.yaml:1:19: found \"exponential(0)\" for network.delay, expected a mean of at "
      "least 1" },
    { "network: { delay: exponential(5, 4) }\n",
      "s.yaml:1:19: found \"exponential(5, 4)\" for "
      "network.delay, expected a limit of at least the "
      "mean" },
    { "network: { links: { W0 ~> W1: 3 } }\n",
      "s.yaml:1:21: found the link \"W0 ~> W1\", expected one such as A -> B" },
    { "network: { links: { W0 -> W1: 3, W0->W1: 3 } }\n",
      "s.yaml:1:34: found a link a second time, expected it once" },
    { "protocol: []\n",
      "s.yaml:1:11: found a list for protocol, expected the name of a protocol" },
    { "protocol: pairwsie\n",
      "s.yaml:1:11: found \"pairwsie\" for protocol, expected the name of "
      "a protocol: did you mean pairwise? If it is in a plugin, name that with "
      "--plugin" },
    { "protocol: xyzzy\n",
      "s.yaml:1:11: found \"xyzzy\" for protocol, expected one of active-calls, "
      "allreduce-max, allreduce-max-locked, barrier-sync, dijkstra-scholten, "
      "futures-wait, pairwise, pairwise-by-join, safra; if it is in a plugin, name that "
      "with --plugin" },
    { "protocol: { name: allreduce-max, finale: none }\n",
      "s.yaml:1:34: found the key \"finale\", expected none but name: allreduce-max has "
      "no "
      "options" },
    { "protocol: { name: pairwise, snapshto: atomic }\n",
      "s.yaml:1:29: found the key \"snapshto\", expected one of name, snapshot, done, "
      "wait, compare, gather, sent, finale, width, failed, retries, late: did you mean "
      "snapshot?" },
    { "expect: { verdict: safe, cut: consistent }\n",
      "s.yaml:1:31: found a cut for the verdict safe, expected it for premature only" },
    { "expect: []\n",
      "s.yaml:1:9: found a list for expect, expected one of safe, premature, "
      "deadlock, livelock, inconclusive" },
    { "members: { crashes: 1, crashing: [] }\n",
      "s.yaml:1:34: found nobody who may crash, expected at least one worker" },
    { NULL, NULL },
  };

  fixture_check_refusals (table);
}

static void
check_override (const char *key, const char *value, const char *expected)
{
  g_autofree char *message =
      fixture_refusal_with ("workers: [A, B]\nprotocol: pairwise\n", key, value);

  if (g_strcmp0 (message, expected) != 0)
    g_print ("%s=%s\n found %s\n", key, value, message);
  CU_ASSERT (g_strcmp0 (message, expected) == 0);
}

/* What is right by itself and does not go with the rest is refused at its own key. */
static void
test_refused_misfits (void)
{
  static const FixtureRefusal table[] = {
    { "work: { any: 1 }\nmembers:\n  crashes: 1\n",
      "s.yaml:3:3: members that crash, leave or come late do not go with any work, in "
      "which "
      "nothing says what one that goes would have sent: list the calls" },
    { "calls: [W0 -> W1, join, W0 -> W1]\ntimers: { calls: [W0 -> W1], join: 3 }\n",
      "s.yaml:2:11: timers are set before a join that there is not: there are fewer "
      "joins" },
    { "work: { any: 1 }\nnetwork:\n  order: fifo\n  duplication: 1\n",
      "s.yaml:4:3: duplication does not go with work of any shape; list the calls "
      "instead" },
    { "work: { any: 1 }\nnetwork: { send-errors: 1 }\n",
      "s.yaml:2:12: send errors do not go with work of any shape; list the calls "
      "instead" },
    { "network: { transport: rendezvous }\n",
      "s.yaml:1:12: a rendezvous is of a send task and a listener; let sends be tasks, "
      "or tasks in the pool" },
    { "calls:\n  - W0 -> W1:\n      - call: -> W0\n        timeout: true\n"
      "network: { duplication: 1 }\n",
      "s.yaml:4:9: timeouts do not go with messages that are doubled; leave out one or "
      "the other" },
    { "calls:\n  - W0 -> W1: []\n    timeout: false\n  - W0 -> W1: []\n    timeout: "
      "true\nnetwork: { duplication: 1 }\n",
      "s.yaml:5:5: timeouts do not go with messages that are doubled; leave out one or "
      "the other" },
    { "collectives: ring\nprotocol: safra\n",
      "s.yaml:1:1: the protocol uses no collectives; leave collectives out" },
    { "protocol: safra\ncollectives: { by: ring }\n",
      "s.yaml:2:16: the protocol uses no collectives; leave collectives out" },
    { "name: a\nruntime: { pools: { sends: 1 } }\n",
      "s.yaml:2:12: sends have a pool of their own, but do not wait in a pool; let send, "
      "or replies, be pool" },
    { "calls: [W0: flush]\n",
      "s.yaml:1:1: there is no buffer to flush; let send, or replies, be buffer" },
    { NULL, NULL },
  };
  g_autofree char *override =
      fixture_refusal_with ("work: { any: 1 }\nmembers: {}\n", "members.crashes", "1");

  fixture_check_refusals (table);
  CU_ASSERT_STRING_EQUAL (override,
                          "--set members.crashes: members that crash, leave or come late "
                          "do not go with any work, in which nothing says what one that "
                          "goes would have sent: list the calls");
}

static void
test_refused_overrides (void)
{
  check_override (
      "network.order", "fif",
      "--set network.order: found \"fif\", expected any or fifo: did you mean fifo?");
  check_override ("network", "{ order: 3 }",
                  "--set network: found 3 for network.order, expected any or fifo");
  check_override ("workers", "0", "--set workers: found 0, expected at least 1");
  check_override (
      "protocol.wiat", "idle",
      "--set protocol.wiat: found the key \"wiat\", expected one of name, snapshot, "
      "done, wait, compare, gather, sent, finale, width, failed, retries, late: did you "
      "mean wait?");
  check_override (
      "workers.x", "3",
      "--set workers.x: found a value within workers, expected workers to be a "
      "mapping");
  check_override (
      "a..b", "3",
      "--set: found the key \"a..b\", expected names joined by dots: network.order");
  check_override (
      "", "3", "--set: found the key \"\", expected names joined by dots: network.order");
  check_override (
      "network.order", "[",
      "--set network.order: found text that is not YAML (did not find expected node "
      "content while parsing a flow node), expected YAML");
  check_override ("name", "\xff",
                  "--set name: found bytes that are not UTF-8, expected UTF-8");
}

static void
check_overridden (const LullOverride *changes,
                  gsize count,
                  const char *label,
                  guint workers)
{
  const char *text =
      "workers: [A, B]\nprotocol: { name: pairwise, snapshot: done-sent }\n";
  g_autoptr (LullScenario) scenario =
      lull_scenario_parse ("s.yaml", text, strlen (text), changes, count, NULL);

  CU_ASSERT_STRING_EQUAL (lull_scenario_get_protocol_label (scenario), label);
  CU_ASSERT_EQUAL (lull_world_worker_count (lull_scenario_get_world (scenario)), workers);
}

static void
test_overrides_apply_from_left_to_right (void)
{
  const LullOverride changes[] = {
    { "workers", "3" },
    { "protocol.compare", "sums" },
    { "protocol", "pairwise" },
    { "protocol.wait", "idle" },
    { "network.links.W0 -> W2", "uniform(1, 9)" },
  };

  check_overridden (changes, 0, "pairwise (snapshot done-sent)", 2);
  check_overridden (changes, 1, "pairwise (snapshot done-sent)", 3);
  check_overridden (changes, 2, "pairwise (snapshot done-sent, compare sums)", 3);
  check_overridden (changes, 3, "pairwise", 3);
  check_overridden (changes, 4, "pairwise (wait idle)", 3);
  check_overridden (changes, 5, "pairwise (wait idle)", 3);
}

static void
test_scenario_keeps_what_it_was_read_from (void)
{
  const char *text = "workers: 2\n";
  g_autoptr (LullScenario) scenario = lull_scenario_parse (
      "some/where/late-reply.yaml", text, strlen (text), NULL, 0, NULL);
  gsize length;

  CU_ASSERT_STRING_EQUAL (lull_scenario_get_name (scenario), "late-reply");
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_path (scenario),
                          "some/where/late-reply.yaml");
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_text (scenario, &length), text);
  CU_ASSERT_EQUAL (length, strlen (text));
  CU_ASSERT_STRING_EQUAL (lull_scenario_get_expectation (scenario)->verdict, "safe");
}

static void
test_files_that_cannot_be_read (void)
{
  g_autoptr (GError) missing = NULL;
  g_autoptr (GError) folder = NULL;

  CU_ASSERT_PTR_NULL (lull_scenario_load ("no/such/file.yaml", NULL, 0, &missing));
  CU_ASSERT (g_error_matches (missing, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_READ));
  CU_ASSERT_PTR_NULL (lull_scenario_load ("/", NULL, 0, &folder));
  CU_ASSERT (g_error_matches (folder, LULL_SCENARIO_ERROR, LULL_SCENARIO_ERROR_READ));
}

int
main (void)
{
  CU_TestInfo tables[] = {
    { "the default of every table is what a file without the key gets",
      test_documented_defaults_are_the_defaults },
    { "every other word makes a difference", test_other_words_are_not_the_default },
    { "every range holds at both ends", test_ranges_hold_at_both_ends },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo parts[] = {
    { "every key arrives where it belongs", test_everything_set },
    { "what is wrong is refused where it stands", test_refused_parts },
    { "a scenario keeps what it was read from",
      test_scenario_keeps_what_it_was_read_from },
    { "what is no file is refused", test_files_that_cannot_be_read },
    CU_TEST_INFO_NULL,
  };
  CU_TestInfo overrides[] = {
    { "overrides apply from left to right", test_overrides_apply_from_left_to_right },
    { "what does not go with the rest is refused at its own key", test_refused_misfits },
    { "a wrong override is reported under its name", test_refused_overrides },
    CU_TEST_INFO_NULL,
  };
  CU_SuiteInfo suites[] = {
    { "tables", NULL, NULL, NULL, NULL, tables },
    { "parts", NULL, NULL, NULL, NULL, parts },
    { "overrides", NULL, NULL, NULL, NULL, overrides },
    CU_SUITE_INFO_NULL,
  };

  return lull_test_main (suites);
}
