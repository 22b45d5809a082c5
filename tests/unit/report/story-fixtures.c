/* SPDX-License-Identifier: Apache-2.0 */
#include "story-fixtures.h"

/* Steps are told with their number as position, as witnesses are. */
static guint
step (LullStory *story, guint lane, const char *text)
{
  return lull_story_add_step (story, lane, story->steps->len + 1, g_strdup (text));
}

static guint
send (LullStory *story,
      guint from,
      guint to,
      guint at,
      LullArrowKind kind,
      const char *label)
{
  return lull_story_add_arrow (story, from, to, at, kind, label);
}

static void
receive (LullStory *story, guint arrow, guint at)
{
  g_array_index (story->arrows, LullStoryArrow, arrow).received_step = at;
}

static void
end_bar (LullStory *story, guint bar, guint at)
{
  g_array_index (story->bars, LullStoryBar, bar).last_step = at;
}

static void
mark (LullStory *story,
      guint lane,
      guint at,
      LullMarkKind kind,
      gboolean in_cut,
      const char *label)
{
  guint index = lull_story_add_mark (story, lane, at, kind, label);

  g_array_index (story->marks, LullStoryMark, index).in_cut = in_cut;
}

static void
set_text (char **field, const char *text)
{
  g_free (*field);
  *field = g_strdup (text);
}

static void
add_lanes (LullStory *story, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    lull_story_add_lane (story, names[i]);
}

static void
explain_race (LullStory *story)
{
  static const char *const rows[][4] = { { "worker", "step of its snapshot",
                                           "open futures", "truly open at the end" },
                                         { "A", "11", "0", "0" },
                                         { "B", "2", "0", "1" },
                                         { "maximum", "", "0", "1" },
                                         { NULL } };

  lull_story_add_finding (
      story,
      g_strdup ("The round was accepted although its two snapshots do not belong "
                "together: B read its value at step 2, before its handler ran, and A "
                "read its own at step 11, after it had the handler's reply."));
  lull_story_add_finding (
      story,
      g_strdup ("Reply 1 is the proof: it is received in the past of the cut (step 8) "
                "and sent in its future (step 7). No moment of the run looks like this "
                "cut."));
  lull_story_add_finding (
      story,
      g_strdup ("What was missed: call 2 from B to A, still on the wire when A left "
                "join at step 13. Holding the futures lock from the snapshot to the "
                "result (allreduce-max-locked) would have stopped B from opening it."));
  set_text (&story->table_title, "open futures, as contributed and in truth");
  for (guint i = 0; i < 4; i++)
    {
      const char *const cells[] = { rows[i][0], rows[i][1], rows[i][2], rows[i][3],
                                    NULL };

      lull_story_add_row (story, cells);
    }
}

LullStory *
lull_fixture_race (void)
{
  static const char *const names[] = { "A", "B", NULL };
  LullStory *story = lull_story_new ("allreduce(MAX) misses a nested call");
  guint call_1, call_2, reply_1, handler, callback, at;

  add_lanes (story, names);
  call_1 =
      send (story, 0, 1, step (story, 0, "calls B (call 1)"), LULL_ARROW_PLAIN, "call 1");
  at = step (story, 1, "reads open futures 0 and contributes it to round 1");
  mark (story, 1, at, LULL_MARK_SNAPSHOT, TRUE, "open futures 0");
  receive (story, call_1, step (story, 1, "takes call 1 from the wire"));
  step (story, 1, "queues call 1");
  handler = lull_story_add_bar (story, 1, step (story, 1, "starts the handler of call 1"),
                                "call 1");
  call_2 =
      send (story, 1, 0, step (story, 1, "calls A (call 2) from the handler of call 1"),
            LULL_ARROW_IN_TRANSIT, "call 2");
  g_array_index (story->arrows, LullStoryArrow, call_2).lost = TRUE;
  at = step (story, 1, "ends the handler of call 1 and sends reply 1");
  end_bar (story, handler, at);
  reply_1 = send (story, 1, 0, at, LULL_ARROW_ORPHAN, "reply 1");
  receive (story, reply_1, step (story, 0, "takes reply 1 from the wire"));
  callback = lull_story_add_bar (
      story, 0, step (story, 0, "starts the callback of reply 1"), "reply 1");
  end_bar (story, callback,
           step (story, 0, "ends the callback; the future of call 1 is settled"));
  at = step (story, 0,
             "reads open futures 0 and contributes it: round 1 is complete, maximum 0");
  mark (story, 0, at, LULL_MARK_SNAPSHOT, TRUE, "open futures 0");
  step (story, 1, "waits");
  at = step (story, 0, "takes the result 0 and leaves join");
  mark (story, 0, at, LULL_MARK_PREMATURE, FALSE, "A leaves");
  story->cut = LULL_CUT_INCONSISTENT;
  g_ptr_array_add (story->missed, g_strdup ("call 2 is on the wire"));
  set_text (
      &story->caption,
      "A and B each contribute 0 open futures, at different moments. Reply 1 (red) is "
      "received before the cut but sent after it, so no moment of the run looks like "
      "this cut; A leaves while call 2 is still on the wire.");
  explain_race (story);
  return story;
}

/* Three workers; the split snapshot reads sent before done. */
static LullStory *
make_chain (void)
{
  static const char *const names[] = { "driver", "worker 1", "worker 2", NULL };
  LullStory *story = lull_story_new ("pairwise counters, sent read before done");
  guint first, second, bar, lost, at;

  add_lanes (story, names);
  first = send (story, 0, 1, step (story, 0, "casts to worker 1"), LULL_ARROW_PLAIN,
                "cast 1");
  at = step (story, 0, "reads done");
  mark (story, 0, at, LULL_MARK_SNAPSHOT, TRUE, "sent [0 1 0], done [0 0 0]");
  at = step (story, 1, "reads sent");
  mark (story, 1, at, LULL_MARK_SNAPSHOT, FALSE, "sent [0 0 0]");
  receive (story, first, step (story, 1, "takes cast 1"));
  step (story, 1, "queues cast 1");
  bar = lull_story_add_bar (story, 1, step (story, 1, "starts the handler of cast 1"),
                            "cast 1");
  second = send (story, 1, 2, step (story, 1, "casts to worker 2"), LULL_ARROW_IN_TRANSIT,
                 "cast 2");
  end_bar (story, bar, step (story, 1, "ends the handler of cast 1"));
  at = step (story, 1, "reads done and contributes");
  mark (story, 1, at, LULL_MARK_SNAPSHOT, TRUE, "done [1 0 0]");
  at = step (story, 2, "reads both and contributes");
  mark (story, 2, at, LULL_MARK_SNAPSHOT, TRUE, "sent [0 0 0], done [0 0 0]");
  receive (story, second, step (story, 2, "takes cast 2"));
  step (story, 2, "queues cast 2");
  lost = lull_story_add_bar (story, 2, step (story, 2, "starts the handler of cast 2"),
                             "cast 2");
  g_array_index (story->bars, LullStoryBar, lost).lost = TRUE;
  at = step (story, 0, "takes the result: all pairs agree");
  mark (story, 0, at, LULL_MARK_PREMATURE, FALSE, "driver leaves join");
  story->cut = LULL_CUT_CONSISTENT;
  set_text (&story->caption,
            "Worker 1 reads what it has sent before its handler runs and what "
            "it has done after it. The pairs agree, and the driver leaves "
            "while the handler of cast 2 is running.");
  return story;
}

/* One worker calls five others, each answers; announcements in order. */
static LullStory *
make_tree (void)
{
  static const char *const names[] = { "root", "left", "right", "ll", "lr", "rl", NULL };
  static const guint edges[][2] = { { 0, 1 }, { 0, 2 }, { 1, 3 }, { 1, 4 }, { 2, 5 } };
  LullStory *story = lull_story_new ("A tree of calls, counted in pairs");
  guint arrows[5], bars[5], at;

  add_lanes (story, names);
  for (guint i = 0; i < 2; i++)
    arrows[i] = send (story, 0, edges[i][1], step (story, 0, "casts"), LULL_ARROW_PLAIN,
                      i == 0 ? "cast 1" : "cast 2");
  for (guint i = 0; i < 5; i++)
    {
      receive (story, arrows[i], step (story, edges[i][1], "takes a cast"));
      bars[i] = lull_story_add_bar (story, edges[i][1],
                                    step (story, edges[i][1], "starts"), "handler");
      for (guint j = 2; j < 5; j++)
        if (edges[j][0] == edges[i][1])
          arrows[j] = send (story, edges[j][0], edges[j][1],
                            step (story, edges[i][1], "casts on"), LULL_ARROW_PLAIN,
                            j == 2   ? "cast 3"
                            : j == 3 ? "cast 4"
                                     : "cast 5");
      end_bar (story, bars[i], step (story, edges[i][1], "ends"));
    }
  for (guint i = 0; i < 6; i++)
    {
      at = step (story, (i * 5) % 6, "reads and contributes");
      mark (story, (i * 5) % 6, at, LULL_MARK_SNAPSHOT, TRUE, "all pairs agree");
    }
  for (guint i = 0; i < 6; i++)
    mark (story, i, step (story, i, "leaves join"), LULL_MARK_ANNOUNCE, FALSE, "");
  story->cut = LULL_CUT_CONSISTENT;
  set_text (
      &story->caption,
      "Six workers, five casts, one round. Every message is finished before the cut.");
  return story;
}

/* A token goes round twice; a basic message blackens a worker behind it. */
static LullStory *
make_token (void)
{
  static const char *const names[] = { "W0", "W1", "W2", "W3", NULL };
  LullStory *story = lull_story_new ("Safra's token, two waves");
  guint token = 0, basic, bar, at = 0;

  add_lanes (story, names);
  basic = send (story, 1, 3, step (story, 1, "casts to W3"), LULL_ARROW_PLAIN, "cast 1");
  for (guint hop = 0; hop < 8; hop++)
    {
      guint from = (4 - hop % 4) % 4, to = (from + 3) % 4;

      at = step (story, from, "passes the token on");
      token = send (story, from, to, at, LULL_ARROW_CONTROL,
                    hop == 0   ? "token, q 0, white"
                    : hop < 4  ? "token, q 1, black"
                    : hop == 4 ? "token, q 0, white"
                               : "token");
      if (hop == 1)
        {
          receive (story, basic, step (story, 3, "takes cast 1"));
          bar = lull_story_add_bar (story, 3, step (story, 3, "starts the handler"),
                                    "cast 1");
          step (story, 3, "computes");
          end_bar (story, bar, step (story, 3, "ends the handler"));
        }
      receive (story, token, step (story, to, "takes the token"));
    }
  mark (story, 0, step (story, 0, "announces"), LULL_MARK_ANNOUNCE, FALSE,
        "W0 announces");
  set_text (&story->caption,
            "The first wave returns black, since W3 received a message behind "
            "it; the second returns white with q = 0.");
  return story;
}

LullStory *
lull_fixture_lasso (void)
{
  static const char *const names[] = { "A", "B", NULL };
  LullStory *story =
      lull_story_new ("A send task without a thread never lets the pairs agree");
  guint first, again, bar;

  add_lanes (story, names);
  send (story, 0, 1, step (story, 0, "casts to B (cast 1), whose send task waits"),
        LULL_ARROW_PLAIN, "cast 1");
  again = send (story, 0, 1, step (story, 0, "casts to B (cast 2)"), LULL_ARROW_PLAIN,
                "cast 2");
  receive (story, again, step (story, 1, "takes cast 2"));
  bar = lull_story_add_bar (story, 1, step (story, 1, "starts the handler"), "cast 2");
  end_bar (story, bar, step (story, 1, "ends the handler"));
  first = step (story, 0, "contributes sent 2");
  mark (story, 0, first, LULL_MARK_SNAPSHOT, FALSE, "sent 2");
  mark (story, 1, step (story, 1, "contributes done 1"), LULL_MARK_SNAPSHOT, FALSE,
        "done 1");
  step (story, 0, "takes the result: the pair differs");
  step (story, 1, "takes the result: the pair differs");
  story->loop_start = first;
  set_text (&story->caption,
            "Cast 1 waits for ever for a thread that sends it. The pair never agrees.");
  lull_story_add_finding (
      story, g_strdup ("Never leaving join: A, B. All the while work is left: cast 1 (A "
                       "to B) is waiting as a send task."));
  lull_story_add_finding (
      story, g_strdup ("The counters never agree: A to B stays 2 sent, 1 done in every "
                       "round, for cast 1 is waiting as a send task."));
  return story;
}

LullStory *
lull_fixture_clocked (void)
{
  static const char *const names[] = { "A", "B", "C", NULL };
  static const struct
  {
    guint lane;
    guint64 tick;
    const char *text;
  } steps[] = {
    { 0, 0, "calls B (call 1)" },
    { 0, 1, "casts to C (cast 2)" },
    { 1, 5, "takes call 1" },
    { 1, 6, "starts the handler of call 1" },
    { 2, 7, "takes cast 2" },
    { 2, 8, "starts the handler of cast 2" },
    { 2, 9, "casts to itself (cast 3)" },
    { 1, 18, "ends the handler, sends reply 1" },
    { 2, 19, "takes cast 3" },
    { 2, 20, "starts the handler of cast 3" },
    { 0, 23, "takes reply 1" },
    { 2, 24, "ends the handler of cast 2" },
    { 2, 30, "ends the handler of cast 3" },
    { 0, 90, "contributes 0" },
    { 1, 91, "contributes 0" },
    { 2, 92, "contributes 0" },
    { 0, 95, "leaves join" },
    { 1, 95, "leaves join" },
    { 2, 96, "leaves join" },
  };
  LullStory *story = lull_story_new ("A run on a clock");
  guint bar;

  add_lanes (story, names);
  set_text (&story->clock, "tick");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    lull_story_add_step (story, steps[i].lane, steps[i].tick, g_strdup (steps[i].text));
  receive (story, send (story, 0, 1, 0, LULL_ARROW_PLAIN, "call 1"), 2);
  receive (story, send (story, 0, 2, 1, LULL_ARROW_PLAIN, "cast 2"), 4);
  receive (story, send (story, 2, 2, 6, LULL_ARROW_PLAIN, "cast 3"), 8);
  receive (story, send (story, 1, 0, 7, LULL_ARROW_PLAIN, "reply 1"), 10);
  bar = lull_story_add_bar (story, 1, 3, "call 1");
  end_bar (story, bar, 7);
  bar = lull_story_add_bar (story, 2, 5, "cast 2");
  end_bar (story, bar, 11);
  bar = lull_story_add_bar (story, 2, 9, "cast 3");
  end_bar (story, bar, 12);
  for (guint i = 0; i < 3; i++)
    mark (story, i, 13 + i, LULL_MARK_SNAPSHOT, TRUE, "open futures 0");
  for (guint i = 0; i < 3; i++)
    mark (story, i, 16 + i, LULL_MARK_ANNOUNCE, FALSE, "");
  story->cut = LULL_CUT_CONSISTENT;
  set_text (&story->caption, "Everything is finished long before the round.");
  return story;
}

/* Names and labels that are longer than anyone would like, and not only ASCII. */
static LullStory *
make_long_names (void)
{
  static const char *const names[] = { "parameter-server-eu-west-1a",
                                       "Ωμέγα <worker & friends>", NULL };
  LullStory *story = lull_story_new ("Long names");
  guint first, second, bar, at;

  add_lanes (story, names);
  first = send (story, 0, 1, step (story, 0, "calls"), LULL_ARROW_PLAIN,
                "call 17: apply_gradient_and_broadcast_to_everyone");
  receive (story, first, step (story, 1, "takes"));
  bar = lull_story_add_bar (story, 1, step (story, 1, "starts"),
                            "apply_gradient_and_broadcast_to_everyone");
  second = send (story, 1, 0, step (story, 1, "calls back"), LULL_ARROW_ORPHAN,
                 "call 18: acknowledge_gradient");
  end_bar (story, bar, step (story, 1, "ends"));
  receive (story, second, step (story, 0, "takes"));
  at = step (story, 0, "reads");
  mark (story, 0, at, LULL_MARK_SNAPSHOT, TRUE, "number of futures not yet answered: 0");
  at = step (story, 1, "reads");
  mark (story, 1, at, LULL_MARK_SNAPSHOT, TRUE, "number of futures not yet answered: 0");
  story->cut = LULL_CUT_INCONSISTENT;
  set_text (&story->caption,
            "What does not fit is shortened, never laid over anything else.");
  return story;
}

/* Forty messages between three workers, each handled at once. */
static LullStory *
make_busy (void)
{
  static const char *const names[] = { "A", "B", "C", NULL };
  LullStory *story = lull_story_new ("A busy run");

  add_lanes (story, names);
  for (guint i = 0; i < 20; i++)
    {
      guint from = i % 3, to = (i * 2 + 1) % 3, arrow, bar;
      g_autofree char *label = g_strdup_printf ("call %u", i + 1);

      arrow =
          send (story, from, to, step (story, from, "calls"), LULL_ARROW_PLAIN, label);
      receive (story, arrow, step (story, to, "takes"));
      bar = lull_story_add_bar (story, to, step (story, to, "starts"), "");
      end_bar (story, bar, step (story, to, "ends"));
    }
  set_text (&story->caption, "Twenty messages.");
  return story;
}

/* A deadlock of three workers, with waits within waits. */
static LullStory *
make_stuck (void)
{
  static const struct
  {
    guint from, to;
    gboolean from_handler, to_handler, in_cycle;
    const char *label;
  } waits[] = { { 0, 1, FALSE, TRUE, FALSE, "answer to call 1" },
                { 1, 0, FALSE, FALSE, FALSE, "allgather" },
                { 2, 0, FALSE, FALSE, FALSE, "allgather" },
                { 1, 1, TRUE, FALSE, TRUE, "handling of reply 2" },
                { 1, 1, FALSE, TRUE, TRUE, "the only thread" } };
  static const char *const names[] = { "A", "B", "C", NULL };
  LullStory *story = lull_story_new ("The only thread waits");
  guint call, handler;

  add_lanes (story, names);
  call = send (story, 0, 1, step (story, 0, "calls B"), LULL_ARROW_PLAIN, "call 1");
  receive (story, call, step (story, 1, "takes call 1"));
  handler = lull_story_add_bar (story, 1, step (story, 1, "starts"), "handler 1");
  mark (story, 2, step (story, 2, "contributes"), LULL_MARK_SNAPSHOT, FALSE, "sent 1");
  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    {
      guint index =
          lull_story_add_wait (story, waits[i].from, waits[i].to, waits[i].label);
      LullStoryWait *wait = &g_array_index (story->waits, LullStoryWait, index);

      wait->from_bar = waits[i].from_handler ? handler : LULL_STORY_NEVER;
      wait->to_bar = waits[i].to_handler ? handler : LULL_STORY_NEVER;
      wait->in_cycle = waits[i].in_cycle;
    }
  set_text (&story->caption, "The handler waits for what only its thread could handle.");
  return story;
}

/* B crashes in a handler, C comes late and leaves the group, D never comes. */
static LullStory *
make_comings_and_goings (void)
{
  static const char *const names[] = { "A", "B", "C", "D", NULL };
  LullStory *story = lull_story_new ("A group that changes");
  guint cast, late, bar;

  add_lanes (story, names);
  lull_story_set_absent (story, 3);
  cast = send (story, 0, 1, step (story, 0, "casts to B (cast 1)"), LULL_ARROW_PLAIN,
               "cast 1");
  late = send (story, 0, 2, step (story, 0, "casts to C (cast 2)"), LULL_ARROW_PLAIN,
               "cast 2");
  receive (story, cast, step (story, 1, "takes cast 1"));
  bar = lull_story_add_bar (story, 1, step (story, 1, "starts the handler"), "handler 1");
  mark (story, 2, step (story, 2, "comes to the group"), LULL_MARK_COMES, FALSE, "");
  receive (story, late, step (story, 2, "takes cast 2"));
  end_bar (story, bar, step (story, 1, "crashes"));
  mark (story, 1, story->steps->len - 1, LULL_MARK_CRASH, FALSE, "");
  mark (story, 0, step (story, 0, "contributes"), LULL_MARK_SNAPSHOT, FALSE, "sent 2");
  mark (story, 2, step (story, 2, "leaves the group for good"), LULL_MARK_GOES, FALSE,
        "");
  step (story, 0, "learns that C has left");
  lull_story_add_wait (story, 0, 1, "allgather");
  set_text (&story->caption, "A waits for B, which is gone.");
  return story;
}

const LullStoryFixture lull_story_fixtures[] = {
  { "race", lull_fixture_race },
  { "chain", make_chain },
  { "tree", make_tree },
  { "token", make_token },
  { "lasso", lull_fixture_lasso },
  { "clocked", lull_fixture_clocked },
  { "long-names", make_long_names },
  { "busy", make_busy },
  { "stuck", make_stuck },
  { "comings-and-goings", make_comings_and_goings },
  { NULL, NULL },
};
