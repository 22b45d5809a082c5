/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A run as it is told to people: lanes, numbered steps, arrows, bars, marks and a cut. Whoever knows
 * what a run means writes one; the reports print and draw it without knowing what it is about.
 *
 * Time along the story is the *position*: step number for a witness, clock ticks for a simulated
 * run. Positions never decrease from step to step.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** "No such step": an arrow that never arrived, a bar that never ended. */
#define LULL_STORY_NEVER G_MAXUINT

/** One numbered step. */
typedef struct
{
  guint lane;
  guint64 position;
  char *text; /**< one sentence, no full stop: who, what, which message; (owned) */
} LullStoryStep;

typedef enum
{
  LULL_ARROW_PLAIN,
  LULL_ARROW_IN_TRANSIT, /**< sent in the past of the cut, not finished in it */
  LULL_ARROW_ORPHAN,     /**< received in the past of the cut, sent in its future */
  LULL_ARROW_CONTROL     /**< a message of the protocol */
} LullArrowKind;

/** A message from lane to lane. */
typedef struct
{
  guint from_lane, to_lane;
  guint sent_step;     /**< step that put it on its way */
  guint received_step; /**< step that took it from the wire, or ::LULL_STORY_NEVER */
  guint ended_step;    /**< step at which the network lost it, or ::LULL_STORY_NEVER */
  LullArrowKind kind;
  gboolean lost; /**< the announcement missed it: sent by then, and not begun to be handled */
  char *label;         /**< short: "call 1", "reply 1"; (owned) */
} LullStoryArrow;

/** Something that lasts on one lane: a handler, a callback, a main program. */
typedef struct
{
  guint lane;
  guint first_step;
  guint last_step; /**< or ::LULL_STORY_NEVER: still running at the end */
  gboolean lost;   /**< the work that the announcement missed */
  char *label;     /**< (owned) */
} LullStoryBar;

typedef enum
{
  LULL_MARK_SNAPSHOT, /**< a worker read the values it contributes */
  LULL_MARK_ANNOUNCE, /**< a worker left join */
  LULL_MARK_PREMATURE, /**< a worker left join while work remained */
  LULL_MARK_COMES,     /**< a worker comes: its lane begins there */
  LULL_MARK_GOES,      /**< a worker goes for good: its lane ends there */
  LULL_MARK_CRASH      /**< … by a crash */
} LullMarkKind;

/** A point on a lane. */
typedef struct
{
  guint lane;
  guint step;
  LullMarkKind kind;
  gboolean in_cut; /**< a snapshot of the cut that is drawn */
  char *label;     /**< the value that was read: "open futures 0"; (owned) */
} LullStoryMark;

/** A wait at the end of the story: of a lane, or of something that runs on it, for
 * another or for its own. */
typedef struct
{
  guint from_lane, to_lane;
  guint from_bar, to_bar; /**< what runs there, or ::LULL_STORY_NEVER: the lane itself */
  gboolean in_cycle;      /**< one of those that no other step can ever end */
  char *label;            /**< what is waited for: "answer to call 1"; (owned) */
} LullStoryWait;

/** What is known of the cut that the marks with LullStoryMark.in_cut make. */
typedef enum
{
  LULL_CUT_NONE,
  LULL_CUT_CONSISTENT,
  LULL_CUT_INCONSISTENT
} LullCutKind;

typedef struct LullStory LullStory;

struct LullStory
{
  char *title;         /**< the heading of its figure; (owned) */
  char *caption;       /**< what one sees in the figure, a sentence or two; (owned) */
  LullCutKind cut;
  GPtrArray *lanes;    /**< of char *: names of the lanes; (owned) */
  GArray *absent;      /**< of guint: lanes of workers that never come */
  GArray *steps;       /**< of ::LullStoryStep */
  GArray *arrows;      /**< of ::LullStoryArrow */
  GArray *bars;        /**< of ::LullStoryBar */
  GArray *marks;       /**< of ::LullStoryMark, in order of step */
  GArray *waits;       /**< of ::LullStoryWait */
  GPtrArray *missed;   /**< of char *: what remained when somebody left too early: "call 2 is on the wire" */
  GPtrArray *findings; /**< of char *: the explanation, a paragraph each, in reading order */
  char *table_title;   /**< what @ref table shows, or NULL */
  GPtrArray *table;    /**< of GPtrArray of char *: rows of cells, the first row is the heading */
  guint loop_start;    /**< a lasso: after the last step the story goes on here, or ::LULL_STORY_NEVER */
  char *clock;         /**< unit of the position: "step" or "tick"; (owned) */
};

/** An empty story with no lanes. @return @transfer{full} */
LullStory *lull_story_new (const char *title);

/** Frees @p self and all it owns; NULL is allowed. */
void lull_story_free (LullStory *self);

/** Calls the story @p title instead, as a heading of its figure; it is copied. */
void lull_story_set_title (LullStory *self, const char *title);

/** Adds a lane; lanes are numbered in the order they are added. */
void lull_story_add_lane (LullStory *self, const char *name);

/** Says that the worker of @p lane never comes. */
void lull_story_set_absent (LullStory *self, guint lane);

/** Adds a step and returns its number, counted from 0. @param text  @transfer{full} */
guint lull_story_add_step (LullStory *self, guint lane, guint64 position, char *text);

/** Adds an arrow and returns its index; @p label is copied. */
guint lull_story_add_arrow (LullStory *self, guint from_lane, guint to_lane, guint sent_step,
                            LullArrowKind kind, const char *label);

/** Adds a bar and returns its index; @p label is copied. */
guint lull_story_add_bar (LullStory *self, guint lane, guint first_step, const char *label);

/** Adds a mark and returns its index; @p label is copied. */
guint lull_story_add_mark (LullStory *self, guint lane, guint step, LullMarkKind kind,
                           const char *label);

/** Adds a wait of one lane for another and returns its index; @p label is copied. */
guint lull_story_add_wait (LullStory *self, guint from_lane, guint to_lane, const char *label);

/** Adds a paragraph to the explanation. @param text  @transfer{full} */
void lull_story_add_finding (LullStory *self, char *text);

/** Adds a row of cells, NULL-terminated; all rows of a table have the same number. Cells are copied. */
void lull_story_add_row (LullStory *self, const char *const *cells);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullStory, lull_story_free)

G_END_DECLS
