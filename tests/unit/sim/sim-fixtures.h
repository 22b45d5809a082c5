/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Tiny worlds for the tests of sim/, runs chosen step by step in words, and a plain
 * breadth-first search for shortest witnesses that shares no code with the checker.
 */
#pragma once

#include "lull-test.h"
#include "lull-world.h"

G_BEGIN_DECLS

/** A world in the making; its workers are called A, B, C, …. */
typedef struct
{
  LullWorldConfig config;
  LullWork work;
  gint options[16];
} SimSetup;

/** Starts with no work and every switch at its default. */
void sim_setup_init (SimSetup *self, const char *protocol, guint workers);

/** Starts with a protocol that is not among the shipped ones. */
void sim_setup_init_with (SimSetup *self, const LullProtocol *protocol, guint workers);

/** Frees what @p self owns. */
void sim_setup_clear (SimSetup *self);

/** Sets an option of the protocol; both names must be known. */
void sim_setup_set (SimSetup *self, const char *option, const char *value);

/**
 * Adds requests, in the notation of scenarios: "A -> B" is a call, "A ~> B" a cast,
 * "await A -> B" an awaited call. @return the number of the request
 */
guint8 sim_setup_add (SimSetup *self, const char *request, guint8 parent);

/** Makes the world; its parts must fit. @return @transfer{full} */
LullWorld *sim_setup_build (SimSetup *self);

/** Expects that there is no such world, because of @p code. @return @transfer{full} the
 * reason */
char *sim_setup_refusal (SimSetup *self, LullWorldError code);

/** A run chosen step by step. */
typedef struct
{
  const LullWorld *world;
  LullTrace *trace; /**< (owned) */
  guint8 *state;    /**< where it stands; (owned) */
} SimWalk;

/** Starts at the initial state. */
void sim_walk_init (SimWalk *self, const LullWorld *world);

/** Frees what @p self owns. */
void sim_walk_clear (SimWalk *self);

/** Whether a step is enabled that is described as @p words: "A: main program ends". */
gboolean sim_walk_offers (const SimWalk *self, const char *words);

/** The number of steps that are enabled. */
guint sim_walk_offer_count (const SimWalk *self);

/** Takes the enabled step that is described as @p words; one that is not enabled fails
 * the test, and says what is. */
void sim_walk_take (SimWalk *self, const char *words);

/** Takes steps, NULL-terminated. */
void sim_walk_take_all (SimWalk *self, const char *const *words);

/** A world and a walk on it: set @ref setup up, then open it. */
typedef struct
{
  SimSetup setup;
  LullWorld *world; /**< (owned) */
  SimWalk walk;
} SimStage;

/** Makes the world and starts the walk. */
void sim_stage_open (SimStage *self);

/** Frees what @p self owns. */
void sim_stage_clear (SimStage *self);

/** Takes steps: SIM_TAKE (&stage, "A: …", "B: …"). */
#define SIM_TAKE(stage, ...)                                                             \
  sim_walk_take_all (&(stage)->walk, (const char *const[]){ __VA_ARGS__, NULL })

/** What a search looks for. */
typedef enum
{
  SIM_PREMATURE,
  SIM_DEADLOCK,
  SIM_ALL_LEFT /**< with all work done */
} SimGoal;

/** A shortest run to a state of that kind, or NULL. @return @transfer{full} */
LullTrace *sim_find (const LullWorld *world, SimGoal goal);

/** Expects a text, and shows what was found instead. */
#define SIM_EXPECT_TEXT(found, expected)                                                 \
  CU_ASSERT_TRUE (sim_is_text ((found), (expected)))
gboolean sim_is_text (const char *found, const char *expected);

/** Whether work is left after the steps taken. */
gboolean sim_stage_has_work (const SimStage *self);

/** Opens the stage, takes the steps, and tells the run. @return @transfer{full} */
LullStory *sim_stage_tell (SimStage *self, const char *const *words);

/** A paragraph of the explanation. */
#define SIM_FINDING(story, index) ((const char *) (story)->findings->pdata[index])

/** Whether some paragraph says @p words; if not, prints them. */
gboolean sim_story_mentions (const LullStory *story, const char *words);

/** The arrow called @p label, which there is. */
const LullStoryArrow *sim_story_arrow (const LullStory *story, const char *label);

/** The bar called @p label, or NULL. */
const LullStoryBar *sim_story_bar (const LullStory *story, const char *label);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SimSetup, sim_setup_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SimWalk, sim_walk_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SimStage, sim_stage_clear)

G_END_DECLS
