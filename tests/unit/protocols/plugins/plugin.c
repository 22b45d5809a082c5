/* SPDX-License-Identifier: Apache-2.0 */
/* A plugin, built once as it should be, and once for each mistake that a plugin can make.
 */
#include <gmodule.h>

#include "lull-protocol.h"

#ifndef PLUGIN_API
#define PLUGIN_API LULL_PROTOCOL_API
#endif
#ifndef PLUGIN_NAME
#define PLUGIN_NAME "leave-at-once"
#endif
#ifndef PLUGIN_STEP_AT
#define PLUGIN_STEP_AT 0
#endif
#ifndef PLUGIN_FIRST
#define PLUGIN_FIRST &leave_at_once
#endif
#ifndef PLUGIN_SYMBOL
#define PLUGIN_SYMBOL lull_plugin_protocols
#endif

static void
leave (const LullView *view G_GNUC_UNUSED, gpointer node G_GNUC_UNUSED, LullOutbox *out)
{
  lull_outbox_announce (out);
}

static const char *const places[] = { "in join", NULL };

static const LullStep steps[] = {
  { .name = "leave", .at = PLUGIN_STEP_AT, .run = leave },
  { .name = NULL },
};

G_GNUC_UNUSED static const LullProtocol leave_at_once = {
  .api = PLUGIN_API,
  .name = PLUGIN_NAME,
  .summary = "leaves at once",
  .source = "the tests of lull",
  .places = places,
  .steps = steps,
};

G_MODULE_EXPORT const LullProtocol *const PLUGIN_SYMBOL[] = { PLUGIN_FIRST, NULL };
