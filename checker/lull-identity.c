/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-identity.h"

#include <string.h>
#include <xxhash.h>

#include "lull-chance.h"

/* How much behaviour is looked at. */
#define INITIALS_MAX 256U
#define WALKS 32U
#define WALK_STEPS_MAX 128U

static void
take_number (XXH3_state_t *hash, guint64 number)
{
  number = GUINT64_TO_LE (number);
  XXH3_128bits_update (hash, &number, sizeof number);
}

/* With the zero at its end, so that words do not run together. */
static void
take_word (XXH3_state_t *hash, const char *word)
{
  XXH3_128bits_update (hash, word, strlen (word) + 1);
}

static void
take_claims (XXH3_state_t *hash, const LullModel *model)
{
  take_word (hash, model->name);
  take_number (hash, model->state_size);
  take_number (hash, model->initial_count);
  take_number (hash, model->fairness_count);
  take_number (hash, model->within != NULL);
  take_number (hash, model->constraint_is_scope != FALSE);
  for (guint i = 0; model->kinds[i] != NULL; i++)
    take_word (hash, model->kinds[i]);
  for (guint i = 0; i < model->property_count; i++)
    {
      take_word (hash, model->properties[i].name);
      take_number (hash, model->properties[i].kind);
    }
}

static void
take_state (XXH3_state_t *hash, const LullModel *model, const guint8 *state)
{
  XXH3_128bits_update (hash, state, model->state_size);
  take_number (hash, model->within == NULL || model->within (model, state));
  for (guint i = 0; i < model->property_count; i++)
    take_number (hash, model->properties[i].holds (model, state) != FALSE);
}

static void
take_walk (XXH3_state_t *hash, const LullModel *model, guint64 stream)
{
  g_autofree guint8 *state = g_malloc0 (model->state_size);
  g_autofree guint8 *next = g_malloc0 (model->state_size);
  g_autofree LullAction *actions = g_new (LullAction, model->actions_max);
  LullChance chance = lull_chance (0, stream);

  model->initial (model, lull_chance_below (&chance, model->initial_count), state);
  for (guint step = 0; step < WALK_STEPS_MAX; step++)
    {
      guint count = model->actions (model, state, actions);

      take_state (hash, model, state);
      take_number (hash, count);
      if (count == 0)
        return;
      XXH3_128bits_update (hash, actions, count * sizeof *actions);
      model->apply (model, state, actions[lull_chance_below (&chance, count)], next);
      memcpy (state, next, model->state_size);
    }
}

void
lull_model_identify (const LullModel *model, guint64 identity[2])
{
  g_autofree guint8 *state = g_malloc0 (model->state_size);
  XXH3_state_t *hash = XXH3_createState ();
  XXH128_hash_t digest;

  XXH3_128bits_reset (hash);
  take_claims (hash, model);
  for (guint64 i = 0; i < MIN (model->initial_count, INITIALS_MAX); i++)
    {
      model->initial (model, i, state);
      take_state (hash, model, state);
    }
  for (guint64 i = 0; i < WALKS; i++)
    take_walk (hash, model, i);
  digest = XXH3_128bits_digest (hash);
  identity[0] = digest.low64;
  identity[1] = digest.high64;
  XXH3_freeState (hash);
}
