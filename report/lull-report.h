/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * One line of a report: everything that the sinks (text, JSON, JUnit) need to know of one
 * checked scenario, borrowed for the time of the call.
 */
#pragma once

#include "lull-story.h"
#include "lull-verdict.h"

G_BEGIN_DECLS

/** On what kind of cut rounds rest: counted over the steps of all orders, or over a
 * sample of runs. */
typedef struct
{
  guint64 runs; /**< in the sample; 0: all orders were gone through */
  guint64 rounds;
  guint64 cuts;
  guint64 inconsistent; /**< of the cuts */
  guint64 trusted;  /**< of all orders: steps that are the first to leave join after a cut */
  guint64 accepted; /**< of a sample: of the inconsistent ones, those that somebody left
                       join on; else of @ref trusted, those on an inconsistent one */
} LullReportCuts;

/** A key that a sweep goes over, and the value that it has at one of its points. */
typedef struct
{
  const char *key;   /**< "runtime.threads" */
  const char *value; /**< as the scenario writes it, or the name that it has there */
} LullReportSetting;

/** What was checked and what came out; all fields are borrowed. */
typedef struct
{
  const char *path;               /**< the scenario file */
  const char *scenario;           /**< its name */
  const LullReportSetting *point; /**< of a sweep, or NULL */
  guint point_size;               /**< its number of keys */
  const char *protocol; /**< with its options: "pairwise (snapshot done-sent)" */
  const char *expected; /**< the expectation in words: "premature", "safe, 3157 states" */
  gboolean ok;          /**< what came out is what was expected */
  const char *mismatch; /**< where not: what was found and what was expected, or NULL */
  const GPtrArray *notes; /**< of char *: what the file sets to no effect; or NULL */
  const char *checkpoint; /**< where a search that stopped early was saved, or NULL */
  const LullModel *model;
  const LullFindings *findings;
  const LullStory *story;  /**< of the witness, or NULL */
  const LullStory *breach; /**< of a run that breaks a contract which the model takes for
                              granted; its first finding says how; or NULL */
  gboolean breach_is_shortest;
  const LullReportCuts *cuts; /**< or NULL, where none were counted */
} LullReport;

/** Whether and how text may be dressed up. */
typedef struct
{
  gboolean colour;
  gboolean quiet;   /**< the verdict line only */
  gboolean timings; /**< wall-clock figures too; off where bytes must repeat */
} LullTextStyle;

/** Appends the verdict line, the summary and, where there is a story, the explained
 * witness. */
void
lull_report_to_text (const LullReport *self, const LullTextStyle *style, GString *text);

/** Appends the numbered steps of @p story, then its explanation and table. */
void
lull_story_to_text (const LullStory *story, const LullTextStyle *style, GString *text);

/** The report as one line of JSON without the newline (docs/output.md). @return
 * @transfer{full} */
char *lull_report_to_json (const LullReport *self);

typedef struct LullPage LullPage;

/** Starts a page of HTML that needs nothing beside it. @return @transfer{full} */
LullPage *lull_page_new (void);

/** Adds a checked scenario: its verdict, the figure of its witness, its explanation, its
 * run. */
void lull_page_add (LullPage *self, const LullReport *report);

/** Adds a scenario that could not be read. */
void lull_page_add_error (LullPage *self, const char *path, const char *message);

/** The whole page; the same reports give the same bytes. @return @transfer{full} */
char *lull_page_to_html (const LullPage *self);

/** Frees @p self; NULL is allowed. */
void lull_page_free (LullPage *self);

typedef struct LullJunit LullJunit;

/** Starts a JUnit document. @return @transfer{full} */
LullJunit *lull_junit_new (void);

/** Adds a checked scenario as a test case. */
void lull_junit_add (LullJunit *self, const LullReport *report);

/** Adds a scenario that could not be read, as a test case in error. */
void lull_junit_add_error (LullJunit *self, const char *path, const char *message);

/** The whole document. @return @transfer{full} */
char *lull_junit_to_xml (const LullJunit *self);

/** Frees @p self; NULL is allowed. */
void lull_junit_free (LullJunit *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullJunit, lull_junit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullPage, lull_page_free)

G_END_DECLS
