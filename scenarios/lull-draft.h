/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a scenario file says, before a world is built from it. Each part of the file is read by one
 * function, in the order of their declaration here: later parts refer to the workers.
 */
#pragma once

#include "lull-protocols.h"
#include "lull-scenario.h"
#include "lull-section.h"

G_BEGIN_DECLS

typedef struct LullDraft LullDraft;

/** A protocol that a file chooses. */
typedef struct
{
  const LullProtocol *protocol;
  GArray *options; /**< of gint, one per option of the protocol; (owned) */
} LullChoice;

struct LullDraft
{
  char *name;            /**< or NULL: the file gives none; (owned) */
  GPtrArray *workers;    /**< of char *: their names; (owned) */
  LullWork work;         /**< (owned) */
  const LullNode *cast;  /**< while reading: the first place that asks for a cast, or NULL */
  const LullNode *scope_cast; /**< … of those in a scope */
  GPtrArray *local_nodes; /**< while reading: the node of each local step, borrowed; (owned) */
  LullWorldConfig config; /**< points into this struct once lull_draft_read() is done */
  LullDelay *links;      /**< workers × workers, by source, then target, or NULL; (owned) */
  LullChoice join;       /**< the protocol of the join */
  LullChoice scopes;     /**< … and that of scopes */
  LullExpectation expectation; /**< (owned) */
};

/** Reads the whole file. @return @transfer{full}, or NULL with a ::LullScenarioError */
LullDraft *lull_draft_read (const LullNode *root, GError **error);

/** Frees @p self; NULL is allowed. */
void lull_draft_free (LullDraft *self);

/** The worker called @p name, or -1. */
gint lull_draft_find_worker (const LullDraft *self, const char *name);

/** Fails with "found the worker X, expected one of …" at @p node. @return FALSE */
gboolean lull_draft_fail_worker (const LullDraft *self, const LullNode *node, const char *name,
                                 GError **error);

/** The names of the workers, ended by NULL. @return @transfer{container} */
const char **lull_draft_list_workers (const LullDraft *self);

/** Fails at @p node, a text that is neither phrase nor local step, with the step it may be meant to be.
 * @return FALSE */
gboolean lull_draft_fail_step (const LullNode *node, gint runner, GError **error);

/** Fails if @p node, a step that is no phrase, is one that somebody does by name and should not be. */
gboolean lull_draft_check_block (const LullDraft *self, const LullNode *node, gint runner,
                                 GError **error);

/* The parts; @p node is the value of the part's key, or NULL where the file does not have it. */

/** `workers`. */
gboolean lull_draft_read_workers (LullDraft *self, const LullNode *node, GError **error);

/** `calls`. */
gboolean lull_draft_read_calls (LullDraft *self, const LullNode *node, GError **error);

/* Local steps, within `calls`; @p runner is the worker whose program it is, or -1, and @p parent as
 * for lull_work_add(). */

/** Whether @p node is a local step such as `take L`. */
gboolean lull_draft_is_local (const LullNode *node);

/** Reads one that lull_draft_is_local(). */
gboolean lull_draft_read_local (LullDraft *self, const LullNode *node, gint runner, guint8 parent,
                                GError **error);

/** Whether @p node is `with L: [steps]`: these steps between taking the lock and giving it back. */
gboolean lull_draft_is_with (const LullNode *node);

/** Adds one of these two, as @p kind says. */
gboolean lull_draft_read_with (LullDraft *self, const LullNode *node, LullLocalKind kind, gint runner,
                               guint8 parent, GError **error);

/** Whether locks are given back by those who took them, once all steps are read. */
gboolean lull_draft_check_locals (const LullDraft *self, GError **error);

/** `work`. */
gboolean lull_draft_read_work (LullDraft *self, const LullNode *node, GError **error);

/** The steps of a list that names who takes each: those of main programs, or with the
 * parent ::LULL_TIMER those of timers. */
gboolean lull_draft_read_steps (LullDraft *self, const LullNode *list, guint8 parent, GError **error);

/** The workers that @p list names, each once: bit w for worker w. */
gboolean lull_draft_read_worker_set (LullDraft *self, const LullNode *list, guint32 *set, GError **error);

/** `members`. */
gboolean lull_draft_read_members (LullDraft *self, const LullNode *node, GError **error);

/** `timers`. */
gboolean lull_draft_read_timers (LullDraft *self, const LullNode *node, GError **error);

/** `runtime`. */
gboolean lull_draft_read_runtime (LullDraft *self, const LullNode *node, GError **error);

/** `timeouts`. */
gboolean lull_draft_read_timeouts (LullDraft *self, const LullNode *node, GError **error);

/** `network`. */
gboolean lull_draft_read_network (LullDraft *self, const LullNode *node, GError **error);

/** `collectives`. */
gboolean lull_draft_read_collectives (LullDraft *self, const LullNode *node, GError **error);

/** `protocol`. */
gboolean lull_draft_read_protocol (LullDraft *self, const LullNode *node, GError **error);

/** What @p node chooses: a name, or a mapping of the keys of @p section, the short one for the name, and
 * of the options of the protocol. Where it says no name, that is @p otherwise. */
gboolean lull_draft_choose_protocol (LullChoice *self, const LullSection *section, const LullNode *node,
                                     const char *otherwise, GError **error);

/** Fails at @p cast, unless it is NULL or the protocol can do with casts. */
gboolean lull_draft_check_casts (const LullChoice *self, const LullNode *cast, GError **error);

/** `scopes`. */
gboolean lull_draft_read_scopes (LullDraft *self, const LullNode *node, GError **error);

/** Where the switch @p name ("network.retry"; "calls.timeout": beside the first call that has it) is set
 * to anything but its default, or NULL. */
const LullNode *lull_draft_find_switch (const LullDraft *self, const LullNode *root, const char *name);

/** Whether what the file asks for fits together; fails at the switch that does not. */
gboolean lull_draft_check_fit (const LullDraft *self, const LullNode *root, GError **error);

/** `expect`. */
gboolean lull_draft_read_expect (LullDraft *self, const LullNode *node, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullDraft, lull_draft_free)

G_END_DECLS
