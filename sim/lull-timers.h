/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Timers: what is sent by neither a main program nor a handler, at any moment. A user
 * thread and a periodic flush are the same thing. What they send is in LullWork, with
 * ::LULL_TIMER for a parent; how they are meant is said here.
 */
#pragma once

#include "lull-duration.h"

G_BEGIN_DECLS

/** Whether timers and what they cause are work. */
typedef enum
{
  LULL_TIMERS_OUT_OF_SCOPE, /**< they happen, and are never counted */
  LULL_TIMERS_IN_SCOPE      /**< so are those that are pending */
} LullTimersScope;

/** What stops a timer that has not fired. */
typedef enum
{
  LULL_TIMERS_STOPPED_BY_NOTHING, /**< it may fire after its worker has left join */
  LULL_TIMERS_STOPPED_BY_JOIN, /**< the end of what its worker's main program does before
                                  LullTimers.join */
  LULL_TIMERS_STOPPED_BY_LEAVE /**< its worker leaves that join */
} LullTimersStop;

/** How the timers of a world are meant. */
typedef struct
{
  LullTimersScope scope;
  LullTimersStop stop;
  guint join; /**< the join, from 1, before which they are set, and which stops them if
                 one does */
  LullDelay delay; /**< from the start until one fires; only the simulator asks */
} LullTimers;

G_END_DECLS
