/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A figure before it is drawn: where everything lies on the page, in points. Kept apart
 * from the drawing so that tests can ask the plan whether any label lies on anything.
 *
 * The first lane lies at y = 0; LullFigurePlan.origin says where that is on the page. The
 * parts are made in this order: columns and lanes, then what lies on them, then the
 * labels, each where it is free, then the rest of the page.
 */
#pragma once

#include "lull-figure-geometry.h"
#include "lull-figure-text.h"
#include "lull-story.h"

G_BEGIN_DECLS

/* Sizes in points. At a width of 85 mm, a column of a paper, a figure of 360 points is
 * drawn at two thirds. */
#define LULL_PAGE_MARGIN 8.0
#define LULL_PAGE_WIDTH_MIN 330.0
#define LULL_BAR_HEIGHT 13.0
#define LULL_MARK_RADIUS 4.2
#define LULL_HEAD_LENGTH 8.0
#define LULL_HEAD_WIDTH 6.4
#define LULL_HEAD_WIDTH_ORPHAN 8.4

/** What the legend says of an announcement; a label that says no more is not written. */
#define LULL_WORDS_LEAVES_JOIN "leaves join"

/** Most points of a path: a straight arrow has two, one that returns to its own lane
 * more. */
#define LULL_PATH_POINTS_MAX 16U

/** How an arrow looks. */
typedef enum
{
  LULL_LOOK_MESSAGE,
  LULL_LOOK_IN_TRANSIT,
  LULL_LOOK_ORPHAN,
  LULL_LOOK_MISSED, /**< nobody handled it, and yet a worker left join */
  LULL_LOOK_CONTROL,
  LULL_LOOK_WAIT, /**< no message: something waits for something */
  LULL_LOOK_CYCLE /**< … for ever */
} LullArrowLook;

/** An arrow on the page. */
typedef struct
{
  const LullStoryArrow *arrow; /**< NULL: a wait */
  const char *label;
  LullArrowLook look;
  LullPoint points[LULL_PATH_POINTS_MAX]; /**< from the sender to the tip */
  guint point_count;
  LullPoint head[3]; /**< tip, then the two corners behind it */
  LullBox head_box;
} LullPlanArrow;

/** A bar on the page. */
typedef struct
{
  const LullStoryBar *bar;
  LullBox box;
  guint
      row; /**< 0 on the line of the lane; others beside it, where bars overlap in time */
  gboolean is_open; /**< still running at the end */
} LullPlanBar;

/** The line of a lane: from where its worker comes to where it goes for good. Where it
 * never comes, the line is empty. */
typedef struct
{
  double y, x0, x1;
} LullPlanLane;

/** A mark on the page. */
typedef struct
{
  const LullStoryMark *mark;
  LullPoint at;
  LullBox box;
} LullPlanMark;

/** What a label names, most important first: labels are placed in this order. */
typedef enum
{
  LULL_LABEL_LANE,
  LULL_LABEL_VALUE, /**< of a snapshot in the cut, or a premature announcement */
  LULL_LABEL_ORPHAN,
  LULL_LABEL_MISSED, /**< a message that was missed */
  LULL_LABEL_LOST,   /**< work that was missed */
  LULL_LABEL_WAIT,
  LULL_LABEL_IN_TRANSIT,
  LULL_LABEL_CUT,
  LULL_LABEL_MESSAGE,
  LULL_LABEL_MARK,
  LULL_LABEL_BAR,
  LULL_LABEL_CONTROL,
  LULL_LABEL_AXIS,
  LULL_LABEL_LOOP
} LullLabelKind;

/** A label. */
typedef struct
{
  LullLabelKind kind;
  LullTextRole role;
  guint owner; /**< index of the arrow, bar or mark that it names */
  char *text;  /**< (owned) */
  LullBox box; /**< where it is written, once @ref is_placed */
  gboolean is_placed;
  gboolean is_crossed; /**< a line passes behind it */
  gboolean has_leader; /**< a thin line leads from @ref leader to it */
  LullPoint leader[2];
} LullPlanLabel;

/** What the legend explains. */
typedef enum
{
  LULL_LEGEND_MESSAGE,
  LULL_LEGEND_ORPHAN,
  LULL_LEGEND_MISSED,
  LULL_LEGEND_IN_TRANSIT,
  LULL_LEGEND_CONTROL,
  LULL_LEGEND_RUNNING,
  LULL_LEGEND_LOST,
  LULL_LEGEND_SNAPSHOT,
  LULL_LEGEND_OTHER_SNAPSHOT,
  LULL_LEGEND_CUT,
  LULL_LEGEND_ANNOUNCE,
  LULL_LEGEND_PREMATURE,
  LULL_LEGEND_COMES,
  LULL_LEGEND_GOES,
  LULL_LEGEND_CRASH,
  LULL_LEGEND_WAIT,
  LULL_LEGEND_CYCLE
} LullLegendKind;

#define LULL_LEGEND_KINDS ((guint) LULL_LEGEND_CYCLE + 1)

/** An entry of the legend: a sample of the symbol and the words beside it. */
typedef struct
{
  LullLegendKind kind;
  const char *text; /**< static */
  LullBox sample;
  LullBox box; /**< of the words */
} LullPlanLegend;

typedef struct
{
  const LullStory *story; /**< borrowed */
  double width, height;   /**< of the page */
  LullPoint origin;       /**< of the coordinates below, on the page */
  double stretch; /**< how much wider than natural, so that the labels find room */
  double lane_start, lane_end;
  double waits_end; /**< labels of waits reach as far as this */
  GArray *lanes;    /**< of ::LullPlanLane */
  GArray *columns;  /**< of double: x of each step */
  GArray *is_drawn; /**< of gboolean: whether anything is drawn at that step */
  GArray *breaks;   /**< of guint: steps before which more time passes than is shown */
  GArray *arrows;   /**< of ::LullPlanArrow */
  GArray *bars;     /**< of ::LullPlanBar */
  GArray *marks;    /**< of ::LullPlanMark */
  GArray *cut; /**< of ::LullPoint: a path from above all lanes to below them, or empty */
  GArray *labels; /**< of ::LullPlanLabel */
  GArray *legend; /**< of ::LullPlanLegend */
  LullBox body;   /**< the lanes with all that lies on them and their labels */
  double axis_y;
  double loop_y;
  double caption_y;
} LullFigurePlan;

/** The x of step @p step. */
static inline double
lull_figure_plan_x (const LullFigurePlan *self, guint step)
{
  return g_array_index (self->columns, double, step);
}

/** The y of the line of lane @p lane. */
static inline double
lull_figure_plan_y (const LullFigurePlan *self, guint lane)
{
  return g_array_index (self->lanes, LullPlanLane, lane).y;
}

/**
 * Plans the figure of @p story, which has at least one lane: the narrowest of a few
 * widths at which every label has a place of its own. A label that has none even at the
 * widest is left out.
 *
 * @return @transfer{full}
 */
LullFigurePlan *lull_figure_plan_new (const LullStory *story, LullFigureText *text);

/** Frees @p self; NULL is allowed. */
void lull_figure_plan_free (LullFigurePlan *self);

/* The steps of planning, each in a file of its own. */

/** Gives each step its column: evenly for a witness, by time for a run on a clock. */
void lull_figure_plan_lay_out_columns (LullFigurePlan *self, LullFigureText *text);

/** Lays out lanes, bars, marks, arrows and the cut over the columns. */
void lull_figure_plan_lay_out (LullFigurePlan *self, LullFigureText *text);

/** Lays out the waits to the right of the lanes. */
void lull_figure_plan_lay_out_waits (LullFigurePlan *self, LullFigureText *text);

/** Adds @p arrow, whose path is known, with its head; it is copied. */
void lull_figure_plan_add_arrow (LullFigurePlan *self, const LullPlanArrow *arrow);

/** Finds the handiest free place for @p label, a mark's, bar's, arrow's or the cut's, if
 * there is one. */
void lull_figure_plan_place_label (LullFigurePlan *self,
                                   LullFigureText *text,
                                   LullPlanLabel *label);

/** Places the labels. @return how much is wrong with the outcome; 0 is perfect */
guint lull_figure_plan_place_labels (LullFigurePlan *self, LullFigureText *text);

/** Adds axis, legend and caption below, and sizes the page. */
void lull_figure_plan_finish (LullFigurePlan *self, LullFigureText *text);

/** Whether the story is a run on a clock: positions are times, and not numbers of steps.
 */
gboolean lull_figure_plan_is_clocked (const LullFigurePlan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullFigurePlan, lull_figure_plan_free)

G_END_DECLS
