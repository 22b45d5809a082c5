/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Scopes: a detector inside another. Where a program opens a scope (LullWork), it goes on
 * behind it only when a protocol of the scope's own has announced that all of it is over.
 * How scopes are watched is said here.
 */
#pragma once

#include "lull-protocol.h"

G_BEGIN_DECLS

/** Whether the protocol of the join is told of the messages of scopes. */
typedef enum
{
  LULL_SCOPES_OUTER_COUNTS,
  LULL_SCOPES_OUTER_BLIND
} LullScopesOuter;

/** What the protocol of a scope sees of its worker, where it looks at open futures and
 * idleness. */
typedef enum
{
  LULL_SCOPES_SEE_SCOPE, /**< what belongs to the scope */
  LULL_SCOPES_SEE_WORKER /**< all there is, the program that waits for the scope too */
} LullScopesSee;

/** How the scopes of a world are watched. */
typedef struct
{
  const LullProtocol *protocol; /**< of each scope, one node a worker; NULL where there
                                   are no scopes */
  const gint *options; /**< a value per option of the protocol; NULL: its defaults */
  gboolean guarded;    /**< nobody vouches for the protocol */
  LullScopesOuter outer;
  LullScopesSee sees;
} LullScopes;

G_END_DECLS
