/* SPDX-License-Identifier: Apache-2.0 */
/* A protocol with static data: in the same state it never does the same twice. How a
 * plugin author is told. */
#include "lull-protocol.h"

#include <gmodule.h>

static gsize
node_size (guint workers G_GNUC_UNUSED, const gint *options G_GNUC_UNUSED)
{
  return 1;
}

static void
leave (const LullView *view G_GNUC_UNUSED, gpointer node, LullOutbox *out)
{
  static guint8 calls;

  *(guint8 *) node = ++calls;
  lull_outbox_announce (out);
}

static const char *const places[] = { "joined", NULL };
static const LullStep steps[] = { { .name = "leave", .run = leave }, { .name = NULL } };
static const LullProtocol forgetful = {
  .api = LULL_PROTOCOL_API,
  .name = "forgetful",
  .summary = "counts its calls in static data",
  .source = "none",
  .places = places,
  .steps = steps,
  .node_size = node_size,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &forgetful, NULL };
