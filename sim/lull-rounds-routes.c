/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who sends to whom. Workers stand in places, the leader in place 0 and the others behind
 * it by number.
 *
 *     tree    place p reports to place (p - 1) / f, the leader's tree has all below it
 *     ring    0 → 1 → … → n-1 collects, n-1 → 0 → … → n-2 distributes
 *     exchange  everybody to everybody
 */
#include "lull-rounds-private.h"

static guint
place_of (const LullWorld *world, const RoundsPlan *plan, guint worker)
{
  return (worker + world->workers - plan->how.leader) % world->workers;
}

static guint
worker_in (const LullWorld *world, const RoundsPlan *plan, guint place)
{
  return (place + plan->how.leader) % world->workers;
}

static guint
fan_out (const LullWorld *world, const RoundsPlan *plan)
{
  return plan->how.by == LULL_ROUNDS_TREE ? plan->how.fan_out : world->workers;
}

static guint
child_count (const LullWorld *world, const RoundsPlan *plan, guint place)
{
  guint width = fan_out (world, plan);
  guint first = place * width + 1;

  return first >= world->workers ? 0 : MIN (width, world->workers - first);
}

guint
lull_rounds_needed (const LullWorld *world, const RoundsPlan *plan, guint worker)
{
  guint place = place_of (world, plan, worker);

  if (plan->how.by == LULL_ROUNDS_RING)
    return place > 0 ? 1 : 0;
  if (plan->how.by == LULL_ROUNDS_LEADER || plan->how.by == LULL_ROUNDS_TREE)
    return child_count (world, plan, place);
  return world->workers - 1;
}

guint
lull_rounds_next (const LullWorld *world, const RoundsPlan *plan, guint worker)
{
  guint place = place_of (world, plan, worker);

  if (plan->how.by == LULL_ROUNDS_RING)
    return place + 1 < world->workers ? worker_in (world, plan, place + 1)
                                      : ROUNDS_NOBODY;
  if (plan->how.by == LULL_ROUNDS_EXCHANGE || place == 0)
    return ROUNDS_NOBODY;
  return worker_in (world, plan, (place - 1) / fan_out (world, plan));
}

guint
lull_rounds_answer_count (const LullWorld *world, const RoundsPlan *plan, guint worker)
{
  guint place = place_of (world, plan, worker);

  if (plan->how.by == LULL_ROUNDS_EXCHANGE || world->workers == 1)
    return 0;
  if (plan->how.by == LULL_ROUNDS_RING)
    return place + 2 == world->workers ? 0 : 1;
  return child_count (world, plan, place);
}

guint
lull_rounds_answered (const LullWorld *world,
                      const RoundsPlan *plan,
                      guint worker,
                      guint index)
{
  guint place = place_of (world, plan, worker);

  if (plan->how.by == LULL_ROUNDS_RING)
    return worker_in (world, plan, (place + 1) % world->workers);
  return worker_in (world, plan, place * fan_out (world, plan) + 1 + index);
}

/*
 * On a branch of a tree messages alternate, and on a link of a ring the next
 * contributions may follow a result. With tags nobody is two rounds ahead of anybody in
 * an exchange; without them nobody is more than n ahead, for each round needs n - 1
 * messages for each who ends it, and the slowest have sent none of the later ones.
 */
guint
lull_rounds_wire_max (const LullWorld *world, const RoundsPlan *plan)
{
  guint workers = world->workers;

  if (plan->how.by == LULL_ROUNDS_RING)
    return 2 * workers;
  if (plan->how.by != LULL_ROUNDS_EXCHANGE)
    return workers - 1;
  return workers * (workers - 1) * (plan->how.tags ? 2 : workers);
}
