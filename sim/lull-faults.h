/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the network and the transport may do wrong, so many times in a run at most. All
 * zeros is a network on which nothing goes wrong.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What a sender does with a message that did not arrive. */
typedef enum
{
  LULL_RETRY_NEVER, /**< nothing: it is lost for good, and its sender never knows */
  LULL_RETRY_SAME,  /**< sends it again below the protocol, which is not told */
  LULL_RETRY_NEW    /**< sends it as a new message: the protocol is told that the attempt
                       failed, and then of the new one */
} LullRetry;

/** The faults that a world may have. */
typedef struct
{
  guint loss;        /**< messages that are lost on the wire, at most */
  guint send_errors; /**< messages that do not get onto the wire, at most */
  guint duplication; /**< messages that arrive once more, at most */
  LullRetry retry;
  gboolean deduplication; /**< a receiver drops what it had before, and tells nobody */
} LullFaults;

G_END_DECLS
