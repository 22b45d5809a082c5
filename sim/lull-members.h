/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Who takes part: workers that crash, that leave the group for good instead of joining,
 * and that come late. All zeros is a group that nobody leaves and nobody comes to.
 */
#pragma once

#include "lull-duration.h"

G_BEGIN_DECLS

/** How the members of a group change. */
typedef struct
{
  guint crashes;    /**< so many workers crash at most */
  guint32 crashing; /**< bit w: worker w may */
  guint32 leaving;  /**< bit w: worker w leaves when its main program has ended */
  guint instead_of; /**< … before its join of that number, from 1; 0: its last */
  guint32 late;     /**< bit w: worker w is not there at first */
  gboolean drained; /**< who leaves does so when it is idle and its calls are answered */
  gboolean told;    /**< the others are told who is gone, each in a step of its own */
  gboolean rounds_go_on; /**< a round does not wait for who has crashed */
  LullDelay delay;       /**< until a crash or a late arrival; only the simulator asks */
} LullMembers;

G_END_DECLS
