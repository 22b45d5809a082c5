/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How a broken protocol is made: it is another protocol with one rule left out. A file in
 * broken/ says which rule, and what that changes in the tables of the algorithm; the
 * algorithm's own file knows nothing of it, so the rules are checked on the very code
 * that is shipped.
 */
#pragma once

#include "lull-protocol.h"

G_BEGIN_DECLS

/** An algorithm has at most this many steps. */
#define LULL_BROKEN_STEPS_MAX 16U

/** An algorithm has at most this many collectives. */
#define LULL_BROKEN_COLLECTIVES_MAX 3U

/** A protocol that is the same as another, until a rule is left out. */
typedef struct
{
  LullProtocol protocol; /**< its steps and collectives are those below */
  LullStep steps[LULL_BROKEN_STEPS_MAX + 1];
  LullCollective collectives[LULL_BROKEN_COLLECTIVES_MAX + 1];
} LullBroken;

/** What a file in broken/ exports. */
typedef struct
{
  const LullProtocol *algorithm;
  const char *name;    /**< the algorithm's, and the rule: "safra-no-blackening" */
  const char *summary; /**< one line for `lull list protocols` */
  void (*leave_out) (LullBroken *self);
} LullBrokenRule;

/** Makes @p self the algorithm of @p rule without that rule. */
void lull_broken_init (LullBroken *self, const LullBrokenRule *rule);

/** The first step of that name; there is one. */
LullStep *lull_broken_step (LullBroken *self, const char *name);

G_END_DECLS
