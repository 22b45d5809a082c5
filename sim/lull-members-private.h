/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Members that crash, leave or come late. A worker that is gone takes no step any more,
 * and need not leave join. lull-members.c has the part and its steps,
 * lull-members-gone.c what becomes of what a worker had.
 *
 *     | per worker: what it is | per worker and worker that is gone: whether it was told
 * |
 */
#pragma once

#include "lull-part.h"

G_BEGIN_DECLS

/** What a worker is to the group. */
enum
{
  MEMBER,
  NOT_YET,
  CRASHED,
  LEFT_GROUP
};

static inline const LullMembers *
lull_members_how (const LullPartSite *site)
{
  return site->data;
}

static inline guint
lull_members_status (const LullPartSite *site, const guint8 *state, guint worker)
{
  return state[site->at + worker];
}

static inline gboolean
lull_members_is_gone (const LullPartSite *site, const guint8 *state, guint worker)
{
  return lull_members_status (site, state, worker) >= CRASHED;
}

/** Where it says whether @p worker was told that @p gone is. */
static inline guint32
lull_members_told_at (const LullWorld *world,
                      const LullPartSite *site,
                      guint worker,
                      guint gone)
{
  return site->at + world->workers + worker * world->workers + gone;
}

/* lull-members-gone.c */

/** @p worker goes, by ::CRASHED or ::LEFT_GROUP. */
void lull_members_go (const LullApply *apply,
                      const LullPartSite *site,
                      guint worker,
                      guint8 why);

/** @p worker knows that @p gone is, and gives up its calls there. */
void lull_members_abandon_calls (const LullApply *apply, guint worker, guint gone);

/** LullPart.vain and LullPart.follow. */
guint lull_members_vain (const LullWorld *world, const guint8 *state, guint epoch);
void lull_members_swallow (const LullApply *apply, const LullPartSite *site);

G_END_DECLS
