/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the reference models reach, as other tools have counted it, as data: any search
 * over any of them must come to these figures.
 */
#pragma once

#include "lull-reference-models.h"

G_BEGIN_DECLS

/** The reference models by name, with what their constructors take. */
typedef enum
{
  LULL_REFERENCE_EWD840,           /**< nodes, mistake */
  LULL_REFERENCE_EWD998,           /**< nodes, bound, mistake */
  LULL_REFERENCE_SYNC,             /**< nodes */
  LULL_REFERENCE_ASYNC,            /**< nodes, bound */
  LULL_REFERENCE_CHANNEL_COUNTING, /**< nodes, bound, mistake */
  LULL_REFERENCE_DIJKSTRA_SCHOLTEN,
  LULL_REFERENCE_HUANG,   /**< nodes */
  LULL_REFERENCE_DETECTOR /**< workers as nodes, budget as bound, detector as mistake */
} LullReferenceKind;

/** Which model; fields that its constructor does not take are 0. */
typedef struct
{
  LullReferenceKind kind;
  guint nodes;
  guint bound;
  guint mistake;
} LullReferenceSpec;

/** The model that @p spec names. @return @transfer{full}, for lull_reference_model_free()
 */
LullModel *lull_reference_model_new (const LullReferenceSpec *spec);

/** Writes what @p spec says, in words, to @p text: for the messages of tests. */
void lull_reference_spec_describe (const LullReferenceSpec *spec, GString *text);

/** A correct model and how much it reaches. */
typedef struct
{
  LullReferenceSpec spec;
  guint64 states;    /**< distinct states within the constraint */
  guint64 generated; /**< initial states as enumerated plus transitions */
} LullKnownCount;

/** The counts, fewest states first. */
const LullKnownCount *lull_known_counts (guint *count);

/** The length of the shortest violation of a model that has none. */
#define LULL_KNOWN_SAFE 0U

/** A model and the length of the shortest run to a premature detection in it. */
typedef struct
{
  LullReferenceSpec spec;
  guint steps; /**< or ::LULL_KNOWN_SAFE */
} LullKnownViolation;

/** The violations. */
const LullKnownViolation *lull_known_violations (guint *count);

G_END_DECLS
