/* SPDX-License-Identifier: Apache-2.0 */
/* A protocol that breaks its contract in the order in which two workers tell each other
 * at once: how a plugin author is told. */
#include "lull-protocol.h"

#include <gmodule.h>

enum
{
  TO_TELL,
  TOLD
};

static const char *const places[] = { "to tell", "told", NULL };

/* Each worker has a message of its own on the way, and says there is one at most. */
static guint
one (guint workers G_GNUC_UNUSED, guint messages G_GNUC_UNUSED)
{
  return 1;
}

static void
tell (const LullView *view, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_send (out, (guint8) (1 - view->self), &view->self);
  lull_outbox_go (out, TOLD);
}

static void
hear (const LullView *view G_GNUC_UNUSED,
      gpointer node G_GNUC_UNUSED,
      guint8 from G_GNUC_UNUSED,
      const guint8 *payload G_GNUC_UNUSED,
      LullOutbox *out G_GNUC_UNUSED)
{
}

static void
leave (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_announce (out);
}

static const LullStep steps[] = { { .name = "tell", .at = TO_TELL, .run = tell },
                                  { .name = "leave", .at = TOLD, .run = leave },
                                  { .name = NULL } };

static const LullProtocol careless = {
  .api = LULL_PROTOCOL_API,
  .name = "careless",
  .summary = "sends more control messages than it says",
  .source = "none",
  .places = places,
  .steps = steps,
  .control_size = 1,
  .control_max = one,
  .on_control = hear,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &careless, NULL };
