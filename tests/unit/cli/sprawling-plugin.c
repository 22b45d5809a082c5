/* SPDX-License-Identifier: Apache-2.0 */
/* A protocol that forgot to say how large its node is: what it writes belongs to others.
 */
#include "lull-protocol.h"

#include <gmodule.h>

static void
leave (const LullView *view G_GNUC_UNUSED, gpointer node, LullOutbox *out)
{
  *(guint8 *) node = 1;
  lull_outbox_announce (out);
}

static const char *const places[] = { "joined", NULL };
static const LullStep steps[] = { { .name = "leave", .run = leave }, { .name = NULL } };
static const LullProtocol sprawling = {
  .api = LULL_PROTOCOL_API,
  .name = "sprawling",
  .summary = "writes beyond its node",
  .source = "none",
  .places = places,
  .steps = steps,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &sprawling, NULL };
