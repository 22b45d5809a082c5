/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

#include "lull-phrase.h"

/* The verbs of a step that is written out; each is followed by a phrase. */
typedef enum
{
  VERB_NONE, /* a phrase alone: its arrow says what it is */
  VERB_CALL,
  VERB_CAST,
  VERB_AWAIT
} Verb;

/* The nodes of a step, each NULL where the step does not have it. */
typedef struct
{
  Verb verb;
  const LullNode *phrase;
  const LullNode *handler;
  const LullNode *then;
  const LullNode *timeout;
  guint counted; /* its place among the words */
  gboolean deferred;
  guint faults; /* which of its messages are marked for faults, as bits */
} Step;

static gboolean read_verb_call (const LullNode *node, gpointer field, GError **error);
static gboolean read_verb_cast (const LullNode *node, gpointer field, GError **error);
static gboolean read_verb_await (const LullNode *node, gpointer field, GError **error);
static gboolean read_handler (const LullNode *node, gpointer field, GError **error);
static gboolean read_then (const LullNode *node, gpointer field, GError **error);
static gboolean read_timeout (const LullNode *node, gpointer field, GError **error);

/* What is marked for faults: the place of the word among them, as bits. */
enum
{
  MARKS_REQUEST = 1 << 0,
  MARKS_ANSWER = 1 << 1
};

/* What of a message is counted, by the words: the bits of what is not. */
static const char *const counted_words[] = { "both", "sent", "done", "neither", NULL };
static const guint uncounted[] = { 0, LULL_TRAIT_DONE_UNCOUNTED,
                                   LULL_TRAIT_SENT_UNCOUNTED,
                                   LULL_TRAIT_SENT_UNCOUNTED |
                                       LULL_TRAIT_DONE_UNCOUNTED };
static const char *const faults_words[] = { "any", "request", "answer", "both", NULL };

static const LullMeant counted_meant[] = {
  { "none", "neither" },
  { "nothing", "neither" },
  { NULL, NULL },
};

/* What else the callback of an answer is called. */
static const LullMeant keys_meant[] = {
  { "callback", "then" },
  { NULL, NULL },
};

// clang-format off
static const LullKey keys[] = {
  { .name = "call", .type = LULL_KEY_OWN, .read = read_verb_call },
  { .name = "cast", .type = LULL_KEY_OWN, .read = read_verb_cast },
  { .name = "await", .type = LULL_KEY_OWN, .read = read_verb_await },
  { .name = "handler", .type = LULL_KEY_OWN, .initial = "[]", .read = read_handler },
  { .name = "then", .type = LULL_KEY_OWN, .initial = "[]", .read = read_then },
  { .name = "timeout", .type = LULL_KEY_OWN, .initial = "false", .read = read_timeout },
  { .name = "counted", .type = LULL_KEY_CHOICE, .initial = "both", .words = counted_words, .meant = counted_meant, .offset = G_STRUCT_OFFSET (Step, counted) },
  { .name = "deferred", .type = LULL_KEY_SWITCH, .initial = "false", .offset = G_STRUCT_OFFSET (Step, deferred) },
  { .name = "faults", .type = LULL_KEY_CHOICE, .initial = "any", .words = faults_words, .offset = G_STRUCT_OFFSET (Step, faults) },
  { .name = NULL },
};
// clang-format on

/* Those that may stand beside an arrow are the last. */
#define FIRST_BESIDE_ARROW 4

const LullSection lull_section_step = { .name = "calls",
                                        .keys = keys,
                                        .meant = keys_meant };

static const LullSection beside_arrow = { .name = "calls",
                                          .keys = keys + FIRST_BESIDE_ARROW,
                                          .meant = keys_meant };

static gboolean
set_verb (Step *step, Verb verb, const LullNode *node, GError **error)
{
  if (step->verb != VERB_NONE)
    return lull_node_fail (node, error,
                           "found a second of call, cast and await, expected one");
  step->verb = verb;
  step->phrase = node;
  return TRUE;
}

static gboolean
read_verb_call (const LullNode *node, gpointer field, GError **error)
{
  return set_verb (field, VERB_CALL, node, error);
}

static gboolean
read_verb_cast (const LullNode *node, gpointer field, GError **error)
{
  return set_verb (field, VERB_CAST, node, error);
}

static gboolean
read_verb_await (const LullNode *node, gpointer field, GError **error)
{
  return set_verb (field, VERB_AWAIT, node, error);
}

static gboolean
is_empty (const LullNode *node)
{
  return node->kind == LULL_NODE_TEXT && node->plain && *node->text == '\0';
}

/* What is left empty does nothing, as [] says. */
static gboolean
read_list (const LullNode *node, const LullNode **list, GError **error)
{
  if (is_empty (node))
    return TRUE;
  if (lull_draft_is_local (node) ||
      (node->kind == LULL_NODE_TEXT && lull_phrase_has_arrow (node->text)))
    {
      g_autofree char *step = lull_printable (node->text);

      return lull_node_fail_expected (node, error, "a list such as [%s]", step);
    }
  *list = node;
  return lull_node_check_list (node, error);
}

static gboolean
read_handler (const LullNode *node, gpointer field, GError **error)
{
  return read_list (node, &((Step *) field)->handler, error);
}

static gboolean
read_then (const LullNode *node, gpointer field, GError **error)
{
  return read_list (node, &((Step *) field)->then, error);
}

/* The node says where it stands, if it is true. */
static gboolean
read_mark (const LullNode *node, const LullNode **mark, GError **error)
{
  gboolean is_set;

  if (!lull_node_read_switch (node, &is_set, error))
    return FALSE;
  *mark = is_set ? node : NULL;
  return TRUE;
}

static gboolean
read_timeout (const LullNode *node, gpointer field, GError **error)
{
  return read_mark (node, &((Step *) field)->timeout, error);
}

/* The number of keys if none has an arrow. */
static guint
find_arrow (const LullNode *node)
{
  guint index = 0;

  while (index < lull_node_count (node) &&
         !lull_phrase_has_arrow (lull_node_key (node, index)->text))
    index++;
  return index;
}

/* "A -> B: [handler]", and beside it perhaps "then: [callback]" and marks. */
static gboolean
read_arrow (const LullNode *node, guint arrow, Step *step, GError **error)
{
  step->phrase = lull_node_key (node, arrow);
  for (guint i = 0; i < lull_node_count (node); i++)
    if (i != arrow && !lull_section_read_key (&beside_arrow, lull_node_key (node, i),
                                              lull_node_item (node, i), step, error))
      return FALSE;
  return read_handler (lull_node_item (node, arrow), step, error);
}

/* "A -> B" alone, or with what its handler does, or with every key written out. */
static gboolean
read_form (const LullNode *node, Step *step, GError **error)
{
  guint arrow;

  if (node->kind == LULL_NODE_TEXT)
    {
      step->phrase = node;
      return TRUE;
    }
  if (node->kind == LULL_NODE_LIST)
    return lull_node_fail (node, error, "found a list, expected a call such as A -> B");
  arrow = find_arrow (node);
  if (arrow < lull_node_count (node))
    return read_arrow (node, arrow, step, error);
  return lull_section_read (&lull_section_step, node, step, error) &&
         (step->phrase != NULL ||
          lull_node_fail (node, error,
                          "found no call, cast or await, expected one of them"));
}

/* Whether the arrow goes with the word before it and the keys around it. */
static gboolean
check_arrow (const Step *step, const LullPhrase *phrase, GError **error)
{
  const LullNode *node = step->phrase;
  g_autofree char *quoted = lull_quote (node->text);

  if (step->verb == VERB_CAST && (!phrase->cast || phrase->awaited))
    return lull_node_fail (node, error, "found %s for cast, expected an arrow ~> alone",
                           quoted);
  if ((step->verb == VERB_CALL || step->verb == VERB_AWAIT) && phrase->cast)
    return lull_node_fail (node, error,
                           "found the arrow ~> of a cast, expected -> for a call");
  if (phrase->awaited && phrase->cast)
    return lull_node_fail (
        node, error, "found %s, expected -> after await: a cast is not answered", quoted);
  if (phrase->cast && step->then != NULL)
    return lull_node_fail (
        step->then, error,
        "found then after a cast, expected none: a cast is not answered");
  if (phrase->cast && (step->faults & MARKS_ANSWER) != 0)
    return lull_node_fail (
        node, error,
        "found faults of the answer to a cast, expected none: a cast is not answered");
  if (phrase->cast && step->timeout != NULL)
    return lull_node_fail (
        step->timeout, error,
        "found timeout of a cast, expected none: a cast is not answered");
  return TRUE;
}

static gboolean
parse_phrase (const Step *step, gint runner, LullPhrase *phrase, GError **error)
{
  const LullNode *node = step->phrase;

  if (node->kind != LULL_NODE_TEXT)
    return lull_node_fail (node, error, "found a %s, expected a call such as A -> B",
                           node->kind == LULL_NODE_LIST ? "list" : "mapping");
  if (!lull_phrase_has_arrow (node->text))
    return lull_draft_fail_step (node, runner, error);
  if (!lull_phrase_parse (phrase, node->text))
    {
      g_autofree char *quoted = lull_quote (node->text);

      return lull_node_fail (
          node, error,
          "found %s, expected a call such as A -> B or a cast such as A ~> B", quoted);
    }
  if (!check_arrow (step, phrase, error))
    return FALSE;
  phrase->awaited |= step->verb == VERB_AWAIT;
  return TRUE;
}

/* Who sends: what the phrase says and who runs the list it stands in have to agree. */
static gboolean
find_source (const LullDraft *self,
             const LullNode *node,
             const char *name,
             gint runner,
             gint *source,
             GError **error)
{
  if (name == NULL && runner < 0)
    return lull_node_fail (node, error,
                           "found no worker before the arrow, expected the caller");
  *source = name != NULL ? lull_draft_find_worker (self, name) : runner;
  if (*source < 0)
    return lull_draft_fail_worker (self, node, name, error);
  if (runner >= 0 && *source != runner)
    return lull_node_fail (
        node, error, "found the worker %s before the arrow, expected %s, which runs this",
        name, (const char *) g_ptr_array_index (self->workers, (guint) runner));
  return TRUE;
}

static void
mark_for_faults (LullDraft *self, guint8 request, guint marks)
{
  LullMessage *messages = (LullMessage *) (gpointer) self->work.messages->data;
  guint8 reply = messages[request].reply;

  messages[request].faulty = (marks & MARKS_REQUEST) != 0;
  if (reply != LULL_NO_MESSAGE)
    messages[reply].faulty = (marks & MARKS_ANSWER) != 0;
}

static gboolean
add_message (LullDraft *self,
             const Step *step,
             gint runner,
             guint8 parent,
             guint8 *message,
             GError **error)
{
  g_auto (LullPhrase) phrase = { 0 };
  gint source = -1;
  gint target;

  if (!parse_phrase (step, runner, &phrase, error) ||
      !find_source (self, step->phrase, phrase.source, runner, &source, error))
    return FALSE;
  target = lull_draft_find_worker (self, phrase.target);
  if (target < 0)
    return lull_draft_fail_worker (self, step->phrase, phrase.target, error);
  if (phrase.awaited && parent == LULL_TIMER)
    return lull_node_fail (
        step->phrase, error,
        "found await in a timer, expected none: a timer waits for nothing");
  if (phrase.cast && self->cast == NULL)
    self->cast = step->phrase;
  if (phrase.cast && self->work.scope_is_open && self->scope_cast == NULL)
    self->scope_cast = step->phrase;
  *message = lull_work_add (&self->work, (guint8) source, (guint8) target,
                            phrase.cast ? LULL_BASIC_CAST : LULL_BASIC_CALL,
                            phrase.awaited, parent);
  if (*message == LULL_NO_MESSAGE)
    return lull_node_fail (
        step->phrase, error,
        "found more than %u messages, replies included, expected at most %u",
        LULL_MESSAGES_MAX, LULL_MESSAGES_MAX);
  lull_work_mark (&self->work, *message, uncounted[step->counted]);
  mark_for_faults (self, *message, step->faults);
  if (step->timeout != NULL)
    lull_work_mark (&self->work, *message, LULL_TRAIT_TIMES_OUT);
  if (step->deferred)
    lull_work_mark (&self->work, *message, LULL_TRAIT_DEFERRED);
  return TRUE;
}

static const LullMessage *
get_message (const LullDraft *self, guint8 message)
{
  return &g_array_index (self->work.messages, LullMessage, message);
}

/* The line on which all main programs join, to go on when they have left. */
#define JOIN "join"

static gboolean
is_join (const LullNode *node)
{
  return node->kind == LULL_NODE_TEXT && g_str_equal (node->text, JOIN);
}

/* Programs join at their end, whether the list says so or not. */
static gboolean
read_join (
    LullDraft *self, const LullNode *node, gboolean is_last, gint runner, GError **error)
{
  if (runner >= 0)
    return lull_node_fail (
        node, error,
        "found " JOIN " in what %s runs, expected it between the "
        "calls of main programs: they alone join",
        (const char *) g_ptr_array_index (self->workers, (guint) runner));
  if (!is_last && !lull_work_join (&self->work))
    return lull_node_fail (node, error, "found more than %u joins, expected at most %u",
                           LULL_EPOCHS_MAX, LULL_EPOCHS_MAX);
  return TRUE;
}

static gboolean read_steps (
    LullDraft *self, const LullNode *list, gint runner, guint8 parent, GError **error);

static gboolean
read_call (
    LullDraft *self, const LullNode *node, gint runner, guint8 parent, GError **error)
{
  Step step = { 0 };
  guint8 request;

  return lull_draft_check_block (self, node, runner, error) &&
         read_form (node, &step, error) &&
         add_message (self, &step, runner, parent, &request, error) &&
         (step.handler == NULL ||
          read_steps (self, step.handler, get_message (self, request)->target, request,
                      error)) &&
         (step.then == NULL ||
          read_steps (self, step.then, get_message (self, request)->source,
                      get_message (self, request)->reply, error));
}

/* The worker whose main program does what stands under its name, as in "A: take L". */
static gint
find_main (const LullDraft *self, const LullNode *node)
{
  if (node->kind != LULL_NODE_MAPPING || lull_node_count (node) != 1)
    return -1;
  return lull_draft_find_worker (self, lull_node_key (node, 0)->text);
}

/* The part of a program that has a detector of its own. */
#define SCOPE "scope"

static gboolean
is_scope (const LullNode *node)
{
  return node->kind == LULL_NODE_MAPPING && lull_node_count (node) == 1 &&
         g_str_equal (lull_node_key (node, 0)->text, SCOPE);
}

/* One step may stand for a list of it. */
static gboolean read_block (
    LullDraft *self, const LullNode *node, gint runner, guint8 parent, GError **error);

static gboolean
open_scope (
    LullDraft *self, const LullNode *key, gint runner, guint8 parent, GError **error)
{
  if (runner < 0)
    return lull_node_fail (
        key, error,
        "found a scope of no worker, expected it under the worker that "
        "opens it, as in A: { scope: [-> B] }");
  if (parent == LULL_TIMER)
    return lull_node_fail (key, error,
                           "found a scope in a timer, expected none: a timer only sends");
  if (self->work.scope_is_open)
    return lull_node_fail (key, error,
                           "found a scope inside a scope, expected it beside or behind "
                           "it: scopes are nested in the join, not in each other");
  if (!lull_work_open_scope (&self->work, (guint8) runner, parent))
    return lull_node_fail (key, error, "found more than %u scopes, expected at most %u",
                           LULL_SCOPES_MAX, LULL_SCOPES_MAX);
  return TRUE;
}

static gboolean
close_scope (LullDraft *self, const LullNode *key, GError **error)
{
  return lull_work_close_scope (&self->work) ||
         lull_node_fail (key, error,
                         "found a scope that sends nothing, expected a call or a cast in "
                         "it: there is nothing to wait for");
}

static gboolean
read_step (
    LullDraft *self, const LullNode *node, gint runner, guint8 parent, GError **error)
{
  if (is_scope (node) && (runner >= 0 || find_main (self, node) < 0))
    return open_scope (self, lull_node_key (node, 0), runner, parent, error) &&
           read_block (self, lull_node_item (node, 0), runner, parent, error) &&
           close_scope (self, lull_node_key (node, 0), error);
  if (lull_draft_is_local (node))
    return lull_draft_read_local (self, node, runner, parent, error);
  if (lull_draft_is_with (node))
    return lull_draft_read_with (self, node, LULL_LOCAL_TAKE, runner, parent, error) &&
           read_block (self, lull_node_item (node, 0), runner, parent, error) &&
           lull_draft_read_with (self, node, LULL_LOCAL_GIVE, runner, parent, error);
  if (runner < 0 && find_main (self, node) >= 0)
    return read_block (self, lull_node_item (node, 0), find_main (self, node), parent,
                       error);
  return read_call (self, node, runner, parent, error);
}

static gboolean
read_block (
    LullDraft *self, const LullNode *node, gint runner, guint8 parent, GError **error)
{
  if (is_join (node))
    return read_join (self, node, FALSE, runner, error);
  return is_empty (node) ||
         (node->kind == LULL_NODE_LIST ? read_steps (self, node, runner, parent, error)
                                       : read_step (self, node, runner, parent, error));
}

/*
 * Reads a list of steps that @p runner runs as the handler or callback of @p parent; -1
 * for those of main programs and timers, whose steps each name their own worker. The
 * depth of a document bounds the recursion.
 */
static gboolean
read_steps (
    LullDraft *self, const LullNode *list, gint runner, guint8 parent, GError **error)
{
  for (guint i = 0; i < lull_node_count (list); i++)
    {
      const LullNode *item = lull_node_item (list, i);
      gboolean is_last = i + 1 == lull_node_count (list);

      if (is_join (item) ? !read_join (self, item, is_last, runner, error)
                         : !read_step (self, item, runner, parent, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
lull_draft_read_calls (LullDraft *self, const LullNode *node, GError **error)
{
  return node == NULL || (lull_draft_read_steps (self, node, LULL_NO_MESSAGE, error) &&
                          lull_draft_check_locals (self, error));
}

gboolean
lull_draft_read_steps (LullDraft *self,
                       const LullNode *list,
                       guint8 parent,
                       GError **error)
{
  return lull_node_check_list (list, error) && read_steps (self, list, -1, parent, error);
}
