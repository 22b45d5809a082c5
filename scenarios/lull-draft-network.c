/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-draft.h"

#include "lull-delay.h"
#include "lull-phrase.h"

static gboolean
read_delay (const LullNode *node, gpointer field, GError **error)
{
  return lull_delay_read (node, field, error);
}

static const char *const order_words[] = { "any", "fifo", NULL };
static const char *const transport_words[] = { "eager", "rendezvous", NULL };
static const char *const retry_words[] = { "never", "same", "new", NULL };

G_STATIC_ASSERT (LULL_RETRY_NEVER == 0 && LULL_RETRY_SAME == 1 && LULL_RETRY_NEW == 2);
G_STATIC_ASSERT (LULL_TRANSPORT_EAGER == 0 && LULL_TRANSPORT_RENDEZVOUS == 1);
G_STATIC_ASSERT (sizeof (LullRetry) == sizeof (guint));
G_STATIC_ASSERT (sizeof (LullTransport) == sizeof (guint));

// clang-format off
static const LullKey keys[] = {
  { .name = "order", .type = LULL_KEY_CHOICE, .initial = "any", .words = order_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, fifo) },
  { .name = "delay", .type = LULL_KEY_OWN, .initial = "fixed(1)", .read = read_delay, .offset = G_STRUCT_OFFSET (LullWorldConfig, delay) },
  { .name = "step", .type = LULL_KEY_OWN, .initial = "fixed(1)", .read = read_delay, .offset = G_STRUCT_OFFSET (LullWorldConfig, step_delay) },
  { .name = "links", .type = LULL_KEY_OWN, .initial = "{}" },
  { .name = "transport", .type = LULL_KEY_CHOICE, .initial = "eager", .words = transport_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, transport) },
  { .name = "send-errors", .type = LULL_KEY_COUNT, .initial = "0", .high = LULL_MESSAGES_MAX, .offset = G_STRUCT_OFFSET (LullWorldConfig, faults.send_errors) },
  { .name = "loss", .type = LULL_KEY_COUNT, .initial = "0", .high = LULL_MESSAGES_MAX, .offset = G_STRUCT_OFFSET (LullWorldConfig, faults.loss) },
  { .name = "duplication", .type = LULL_KEY_COUNT, .initial = "0", .high = 3, .offset = G_STRUCT_OFFSET (LullWorldConfig, faults.duplication) },
  { .name = "deduplication", .type = LULL_KEY_SWITCH, .initial = "false", .offset = G_STRUCT_OFFSET (LullWorldConfig, faults.deduplication) },
  { .name = "retry", .type = LULL_KEY_CHOICE, .initial = "never", .words = retry_words, .offset = G_STRUCT_OFFSET (LullWorldConfig, faults.retry) },
  { .name = NULL },
};
// clang-format on

const LullSection lull_section_network = { .name = "network", .keys = keys };

/* The place of the link that @p key names in the table of links. */
static gboolean
find_link (const LullDraft *self, const LullNode *key, guint *link, GError **error)
{
  g_auto (LullPhrase) phrase = { 0 };
  gint source, target;

  if (!lull_phrase_parse (&phrase, key->text) || phrase.cast || phrase.awaited ||
      phrase.source == NULL)
    {
      g_autofree char *quoted = lull_quote (key->text);

      return lull_node_fail (key, error, "found the link %s, expected one such as A -> B",
                             quoted);
    }
  source = lull_draft_find_worker (self, phrase.source);
  if (source < 0)
    return lull_draft_fail_worker (self, key, phrase.source, error);
  target = lull_draft_find_worker (self, phrase.target);
  if (target < 0)
    return lull_draft_fail_worker (self, key, phrase.target, error);
  *link = (guint) source * self->workers->len + (guint) target;
  return TRUE;
}

static gboolean
read_links (LullDraft *self, const LullNode *node, GError **error)
{
  const guint count = self->workers->len * self->workers->len;
  g_autofree gboolean *named = g_new0 (gboolean, count);

  if (!lull_node_check_mapping (node, error))
    return FALSE;
  self->links = g_new (LullDelay, count);
  for (guint i = 0; i < count; i++)
    self->links[i] = self->config.delay;
  for (guint i = 0; i < lull_node_count (node); i++)
    {
      guint link = 0;

      if (!find_link (self, lull_node_key (node, i), &link, error) ||
          !lull_delay_read (lull_node_item (node, i), &self->links[link], error))
        return FALSE;
      if (named[link])
        return lull_node_fail (lull_node_key (node, i), error,
                               "found a link a second time, expected it once");
      named[link] = TRUE;
    }
  return TRUE;
}

gboolean
lull_draft_read_network (LullDraft *self, const LullNode *node, GError **error)
{
  const LullNode *links = lull_node_get (node, "links");

  return lull_section_read (&lull_section_network, node, &self->config, error) &&
         (links == NULL || read_links (self, links, error));
}
