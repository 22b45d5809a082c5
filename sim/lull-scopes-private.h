/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the files of scopes share. Internal to sim/.
 *
 * The protocol of a scope runs in a world of its own, which has the same workers and
 * the same messages, and bytes of its own in the same states:
 *
 *     | undone | left | tags | workers | collective | controls | links |
 *
 * so that all that reaches into a protocol works there as it does for the join. In that
 * world the body of the scope is the main program of whoever opens it; the other main
 * programs have ended before the start. Who is idle there, and how many futures are open,
 * is written before the protocol sees it.
 */
#pragma once

#include "lull-part.h"

G_BEGIN_DECLS

/** Bytes of a scope before its tags. */
enum
{
  SCOPE_UNDONE, /**< messages of the scope that are not done */
  SCOPE_LEFT,   /**< workers whose protocol has announced */
  SCOPE_TAGS
};

/** A scope, and what watches it; LullPartSite.data. */
typedef struct
{
  LullScope *spans; /**< of all scopes; (owned) */
  guint count;      /**< of all */
  LullScopes how;
  gint *options;     /**< (owned) */
  LullWorld *world;  /**< as its protocol has it; (owned) */
  guint8 *steps;     /**< those of the protocol, by kind; (owned) */
  guint step_count;  /**< of these, those that exist */
  char **step_names; /**< of all kinds of its steps; (owned) */
  char *name;        /**< "the scope", or of several "scope 2"; (owned) */
} ScopeWatch;

static inline const ScopeWatch *
scope_watch (const LullPartSite *site)
{
  return site->data;
}

static inline const LullScope *
scope_span (const LullPartSite *site)
{
  return &scope_watch (site)->spans[site->number];
}

/** Whether @p message of @p world belongs to the scope. */
static inline gboolean
scope_has (const LullWorld *world, const LullPartSite *site, guint message)
{
  return world->messages[message].m.scope == site->number + 1;
}

/** Whether the protocol has begun at @p worker, whose program in the scope has ended. */
static inline gboolean
scope_has_begun (const LullPartSite *site, const guint8 *state, guint worker)
{
  const guint8 *block = worker_peek (scope_watch (site)->world, state, worker);

  return (block[WORKER_FLAGS] & FLAG_JOINED) != 0;
}

/** Whether @p step is not one of the protocol, but takes a control message. */
static inline gboolean
scope_takes_control (const LullPartSite *site, guint step)
{
  return step == LULL_PART_STEP_TAKES && scope_watch (site)->world->controls.max > 0;
}

/** Whether the scope is over for whoever opened it. */
static inline gboolean
scope_is_over (const LullPartSite *site, const guint8 *state)
{
  const guint8 *block =
      worker_peek (scope_watch (site)->world, state, scope_span (site)->worker);

  return (block[WORKER_FLAGS] & FLAG_LEFT) != 0;
}

/* lull-scopes-fit.c */
/* A value for each option of their protocol. @return @transfer{full} */
gint *lull_scopes_dup_options (const LullScopes *scopes);
const char *lull_scopes_misfit (const LullWorldConfig *config);
gboolean lull_scopes_fit (const LullWorldConfig *config, GError **error);

/* lull-scopes-world.c */
/* Makes the world of the scope at SITE of WORLD, which is laid out up to there.
 * @return the size of its bytes */
guint32 lull_scope_make_world (const LullWorld *world, const LullPartSite *site);
void lull_scope_free_world (LullWorld *self);
/* Writes what the protocol sees of WORKER, which nobody but this counts. */
void lull_scope_refresh (const LullApply *apply, const LullPartSite *site, guint worker);
/* APPLY in the world of the scope. */
LullApply lull_scope_enter (const LullApply *apply, const LullPartSite *site);

/* lull-scopes-program.c */
/* Whether all that the body sends itself is sent. */
gboolean lull_scope_is_sent (const LullWorld *world,
                             const LullPartSite *site,
                             const guint8 *state);
/* … and its program has got there: it awaits nothing in it, and has nothing else to do in
 * it. */
gboolean lull_scope_body_has_ended (const LullWorld *world,
                                    const LullPartSite *site,
                                    const guint8 *state);
/* Whether its program waits for the scope to be over. */
gboolean
lull_scope_waits (const LullWorld *world, const LullPartSite *site, const guint8 *state);
gboolean lull_scope_holds_up (const LullWorld *world,
                              const LullPartSite *site,
                              const guint8 *state,
                              guint worker,
                              guint parent);
gboolean lull_scope_allows (const LullWorld *world,
                            const LullPartSite *site,
                            const guint8 *state,
                            LullAction action);

/* lull-scopes-say.c */
void lull_scope_say (const LullWorld *world,
                     const LullPartSite *site,
                     const guint16 *numbers,
                     const guint8 *state,
                     guint step,
                     guint argument,
                     GString *text);
void lull_scope_say_watched (const LullWorld *world,
                             const LullPartSite *site,
                             const guint8 *state,
                             const LullStepLog *log,
                             GString *text);
void lull_scope_words (const LullWorld *world,
                       const LullPartSite *site,
                       const guint8 *record,
                       char *words,
                       gsize size);
void lull_scope_describe (const LullWorld *world,
                          const LullPartSite *site,
                          const guint8 *state,
                          GString *text);
void lull_scope_find_waits (TellWaits *waits, const LullPartSite *site);

G_END_DECLS
