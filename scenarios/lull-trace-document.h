/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The JSON of a trace file as plain data: what `docs/trace-format.md` describes, taken apart and checked
 * for its form. Whether it is a run of anything is not decided here.
 */
#pragma once

#include "lull-scenario.h"

G_BEGIN_DECLS

/** The value of `format`. */
#define LULL_TRACE_DOCUMENT_FORMAT "lull-trace"

/** The value of `version` that this program writes and reads. */
#define LULL_TRACE_DOCUMENT_VERSION 1

/** A trace file has at most this many bytes. */
#define LULL_TRACE_DOCUMENT_SIZE_MAX (64U * 1024U * 1024U)

/** The format is the first member of a trace file, and stands within so many bytes. */
#define LULL_TRACE_DOCUMENT_BEGINNING 200U

typedef struct LullTraceDocument LullTraceDocument;

struct LullTraceDocument
{
  char *path;        /**< of the scenario; only a name; (owned) */
  char *text;        /**< of the scenario; (owned) */
  GArray *overrides; /**< of ::LullOverride; (owned, its texts in @ref texts) */
  GPtrArray *texts;  /**< of char *; (owned) */
  char *verdict;     /**< (owned) */
  LullTrace *trace;  /**< (owned) */
  GPtrArray *words;  /**< of char *: what each step says; (owned) */
  GArray *ticks;     /**< of guint64, or NULL; (owned) */
};

/** Whether the text begins as a trace file does, whatever else is wrong with it. */
gboolean lull_trace_document_is_likely (const char *text, gsize length);

/** Takes @p length bytes apart; @p label names them in errors. @return @transfer{full}, or NULL */
LullTraceDocument *lull_trace_document_parse (const char *label, const char *text, gsize length,
                                              GError **error);

/** The bytes for @p self, the same for the same data. @return @transfer{full} */
char *lull_trace_document_to_json (const LullTraceDocument *self);

/** An empty document; its trace is NULL. @return @transfer{full} */
LullTraceDocument *lull_trace_document_new (void);

/** Adds a copy of an override. */
void lull_trace_document_add_override (LullTraceDocument *self, const char *key,
                                       const char *value);

/** Frees @p self; NULL is allowed. */
void lull_trace_document_free (LullTraceDocument *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullTraceDocument, lull_trace_document_free)

G_END_DECLS
