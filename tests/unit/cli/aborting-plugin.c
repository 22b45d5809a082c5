/* SPDX-License-Identifier: Apache-2.0 */
/* A protocol that ends the program: how the command line tells a crash from a verdict. */
#include "lull-protocol.h"

#include <gmodule.h>
#include <stdlib.h>

static void
end_it_all (const LullView *view, gpointer node, LullOutbox *out)
{
  (void) view;
  (void) node;
  (void) out;
  abort ();
}

static const char *const places[] = { "joined", NULL };
static const LullStep steps[] = { { .name = "abort", .run = end_it_all },
                                  { .name = NULL } };
static const LullProtocol aborting = {
  .api = LULL_PROTOCOL_API,
  .name = "aborting",
  .summary = "aborts in its first step",
  .source = "none",
  .places = places,
  .steps = steps,
};

G_MODULE_EXPORT const LullProtocol *const lull_plugin_protocols[] = { &aborting, NULL };
