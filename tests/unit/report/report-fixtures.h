/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Reports with figures written by hand, for the tests of the sinks.
 */
#pragma once

#include "lull-report.h"

G_BEGIN_DECLS

/** A report and what it borrows. */
typedef struct
{
  LullReport report;
  LullFindings *findings; /**< (owned) */
  LullStory *story;       /**< or NULL; (owned) */
} LullReportFixture;

/** The race is found, as expected. */
void lull_report_fixture_init_race (LullReportFixture *self);

/** Safe, exhaustively, as expected. */
void lull_report_fixture_init_safe (LullReportFixture *self);

/** Stopped by limits: neither expected nor wrong. */
void lull_report_fixture_init_limit (LullReportFixture *self);

/** A livelock where safety was expected. */
void lull_report_fixture_init_livelock (LullReportFixture *self);

/** Gives the model of @p self an *eventually* property. */
void lull_report_fixture_ask_for_livelocks (LullReportFixture *self);

/** The race, with every string as hostile as strings get. */
void lull_report_fixture_init_hostile (LullReportFixture *self);

/** Frees what @p self owns. */
void lull_report_fixture_clear (LullReportFixture *self);

/** Reads @p xml with a parser that forgives nothing; says what is wrong if it fails. */
gboolean lull_report_fixture_read_xml (const char *xml,
                                       const GMarkupParser *reader,
                                       gpointer user_data);

/** Whether @p text is UTF-8 without control characters but newlines and tabs. */
gboolean lull_report_fixture_is_clean (const char *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LullReportFixture, lull_report_fixture_clear)

/** A string with quotes, markup, a backslash, control characters, an escape sequence and
 * broken UTF-8. */
#define LULL_HOSTILE "a\"b\\c<d>&'e\x01\x1b[31mred\n\tümläut \xff end"

G_END_DECLS
