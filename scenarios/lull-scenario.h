/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A scenario file, read: the world it describes and what it expects of it. `docs/scenario-format.md` is
 * the reference. Every error names file, line and column, what was found and what was expected.
 */
#pragma once

#include "lull-verdict.h"
#include "lull-world.h"

G_BEGIN_DECLS

#define LULL_SCENARIO_ERROR (lull_scenario_error_quark ())
GQuark lull_scenario_error_quark (void);

/** Why a scenario cannot be used; the message is for the user. */
typedef enum
{
  LULL_SCENARIO_ERROR_READ,    /**< the file cannot be read */
  LULL_SCENARIO_ERROR_SYNTAX,  /**< not YAML, or beyond a limit on size or nesting */
  LULL_SCENARIO_ERROR_MEANING, /**< a key, type or value that is not in the format */
  LULL_SCENARIO_ERROR_OVERRIDE /**< the same, in a value from the command line */
} LullScenarioError;

/** "Not stated" for the figures of an expectation. */
#define LULL_UNSTATED G_MAXUINT64

/** What a scenario says its check must find. */
typedef struct
{
  char *verdict;       /**< "safe" where the file names none; (owned) */
  LullCutKind cut;     /**< or ::LULL_CUT_NONE: not stated */
  guint64 states;      /**< of the whole graph, or ::LULL_UNSTATED, like all below */
  guint64 transitions;
  guint64 levels;      /**< breadth-first levels after the initial state */
  guint64 witness;     /**< steps of the shortest witness */
  char *missed;        /**< what remained when somebody left too early, "call 2" or "call 2 is queued"; NULL:
                            not stated; (owned) */
} LullExpectation;

typedef struct LullScenario LullScenario;

/** A command-line override of one key, as `--protocol` and `--set` give it. */
typedef struct
{
  const char *key;   /**< dotted path: "network.order", "protocol.snapshot" */
  const char *value; /**< a YAML value as it would stand in the file */
} LullOverride;

/**
 * Reads the scenario file at @p path with @p override_count overrides applied.
 *
 * @return @transfer{full}, or NULL with a ::LullScenarioError or a ::LullWorldError
 */
LullScenario *lull_scenario_load (const char *path, const LullOverride *overrides,
                                  gsize override_count, GError **error);

/** The same for a text of @p length bytes; @p path only names it in errors. */
LullScenario *lull_scenario_parse (const char *path, const char *text, gsize length,
                                   const LullOverride *overrides, gsize override_count,
                                   GError **error);

/** Frees @p self; NULL is allowed. */
void lull_scenario_free (LullScenario *self);

/** The name that the file gives, or its path without folder and ending. */
const char *lull_scenario_get_name (const LullScenario *self);

/** The path it was read from. */
const char *lull_scenario_get_path (const LullScenario *self);

/** The text it was read from, ended by NUL, for embedding into a trace file. */
const char *lull_scenario_get_text (const LullScenario *self, gsize *length);

/** The world; lives as long as @p self. @return @transfer{none} */
const LullWorld *lull_scenario_get_world (const LullScenario *self);

/** The protocol that the world runs. @return @transfer{none} */
const LullProtocol *lull_scenario_get_protocol (const LullScenario *self);

/** The protocol and its options as one string: "pairwise (snapshot done-sent)". @return @transfer{none} */
const char *lull_scenario_get_protocol_label (const LullScenario *self);

/** What the file expects. @return @transfer{none} */
const LullExpectation *lull_scenario_get_expectation (const LullScenario *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullScenario, lull_scenario_free)

G_END_DECLS
