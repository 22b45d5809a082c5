/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A runtime of a few workers that does only what a test tells it, step by step, so that a
 * protocol can be watched at work without a world around it. It shares no code with sim/.
 */
#pragma once

#include "lull-protocol-settings.h"

G_BEGIN_DECLS

/** The most workers that a hand can turn. */
#define LULL_CRANK_WORKERS_MAX 4U

/** A control message on the wire. */
typedef struct
{
  guint8 from, to;
  guint8 payload[LULL_CONTROL_SIZE_MAX];
} LullCrankControl;

/** A running system; a value, cleared by lull_crank_clear(). Tests read @ref views. */
typedef struct
{
  const LullProtocol *protocol;
  LullView views[LULL_CRANK_WORKERS_MAX];
  guint8 nodes[LULL_CRANK_WORKERS_MAX][64];
  guint busy[LULL_CRANK_WORKERS_MAX]; /**< messages queued or running */
  gboolean locked[LULL_CRANK_WORKERS_MAX];
  gboolean contributed[LULL_CRANK_WORKERS_MAX];
  gboolean complete[LULL_CRANK_WORKERS_MAX]; /**< there is a result to be taken */
  guint8 total[256];                         /**< what was contributed to this round */
  guint8 result;
  gint options[LULL_SETTINGS_MAX];
  GArray *controls; /**< of ::LullCrankControl, in the order they were sent; (owned) */
  LullOutbox out;   /**< what the last call wrote */
  char text[128];   /**< what lull_crank_node() lent */
} LullCrank;

/**
 * Starts @p workers workers under @p protocol, their main programs running.
 *
 * @param settings  as for lull_protocol_settings_parse()
 */
void lull_crank_init (LullCrank *self,
                      const LullProtocol *protocol,
                      guint workers,
                      const char *settings);

/** Frees what @p self owns. */
void lull_crank_clear (LullCrank *self);

/** The main program of @p worker ends. */
void lull_crank_join (LullCrank *self, guint worker);

/** The main programs of all workers end, worker 0 first. */
void lull_crank_join_all (LullCrank *self);

/** @p worker, which has announced, has left a join that is not the last: its main program
 * runs again. */
void lull_crank_go_on (LullCrank *self, guint worker);

/* What happens to a basic message. */

/** send() leaves it to a task, which does not make the worker busy here. */
void lull_crank_leave_to_task (LullCrank *self, guint from, guint to);

/** The task puts it on the wire. */
void lull_crank_transmit (LullCrank *self, guint from, guint to);

/** send() puts it on the wire itself. */
void lull_crank_post (LullCrank *self, guint from, guint to);
void lull_crank_receive (LullCrank *self, guint from, guint to);
void lull_crank_queue (LullCrank *self, guint from, guint to);
void lull_crank_start (LullCrank *self, guint from, guint to);
void lull_crank_finish (LullCrank *self, guint from, guint to);

/** All of that, one after the other. */
void lull_crank_message (LullCrank *self, guint from, guint to);

/** Whether @p worker could take the step of that name. */
gboolean lull_crank_can (const LullCrank *self, guint worker, const char *step);

/** Takes the step, which must be enabled. */
void lull_crank_take (LullCrank *self, guint worker, const char *step);

/** Delivers the oldest control message from @p from to @p to; there must be one. */
void lull_crank_deliver (LullCrank *self, guint from, guint to);

/** How many control messages are on the wire from @p from to @p to. */
guint lull_crank_on_wire (const LullCrank *self, guint from, guint to);

/** The node of @p worker in the protocol's words; lent until the next call. */
const char *lull_crank_node (LullCrank *self, guint worker);

/** The oldest control message from @p from to @p to in the protocol's words; lent. */
const char *lull_crank_control (LullCrank *self, guint from, guint to);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullCrank, lull_crank_clear)

G_END_DECLS
