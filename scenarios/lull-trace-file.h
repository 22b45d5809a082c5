/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A trace on disk: one JSON document (`docs/trace-format.md`) that carries the scenario's text, the
 * overrides, and every step with its words, so that it replays anywhere, and says clearly when it
 * does not.
 */
#pragma once

#include "lull-scenario.h"

G_BEGIN_DECLS

#define LULL_TRACE_FILE_ERROR (lull_trace_file_error_quark ())
GQuark lull_trace_file_error_quark (void);

/** Why a trace file cannot be used. */
typedef enum
{
  LULL_TRACE_FILE_ERROR_READ,   /**< the file cannot be read or written */
  LULL_TRACE_FILE_ERROR_FORMAT, /**< not a trace file, or one of another version */
  LULL_TRACE_FILE_ERROR_REPLAY  /**< the trace is not a run of its scenario as this program reads it */
} LullTraceFileError;

typedef struct LullTraceFile LullTraceFile;

/** A trace file, read and replayed. */
struct LullTraceFile
{
  LullScenario *scenario; /**< (owned) */
  LullTrace *trace;       /**< (owned) */
  GArray *ticks;          /**< of guint64, or NULL for a witness; (owned) */
  char *verdict;          /**< the word it was saved with; (owned) */
};

/** The document for a trace of @p scenario. @p ticks may be NULL. @return @transfer{full} */
char *lull_trace_file_to_json (const LullScenario *scenario, const LullOverride *overrides,
                               gsize override_count, const LullTrace *trace,
                               const GArray *ticks, const char *verdict);

/** Writes that document to @p path. */
gboolean lull_trace_file_save (const char *path, const LullScenario *scenario,
                               const LullOverride *overrides, gsize override_count,
                               const LullTrace *trace, const GArray *ticks,
                               const char *verdict, GError **error);

/**
 * Reads a trace file, reads the scenario inside it, and replays every step, comparing the words too.
 *
 * @return @transfer{full}, or NULL with an error that names the first step that differs
 */
LullTraceFile *lull_trace_file_load (const char *path, GError **error);

/** Whether the file at @p path begins as a trace file does; FALSE where it cannot be read. */
gboolean lull_trace_file_is_likely (const char *path);

/** The same for a document of @p length bytes; @p path only names it in errors. */
LullTraceFile *lull_trace_file_parse (const char *path, const char *text, gsize length,
                                      GError **error);

/** Frees @p self; NULL is allowed. */
void lull_trace_file_free (LullTraceFile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullTraceFile, lull_trace_file_free)

G_END_DECLS
