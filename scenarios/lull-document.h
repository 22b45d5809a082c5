/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The YAML of a scenario as a tree of nodes. What is hostile or of no use here is refused: more than
 * the limits below, anchors, aliases, tags, directives, several documents, a key twice.
 */
#pragma once

#include "lull-node.h"

G_BEGIN_DECLS

/** A scenario has at most this many bytes. */
#define LULL_DOCUMENT_SIZE_MAX (1024U * 1024U)

/** Lists and mappings lie at most this deep in each other. */
#define LULL_DOCUMENT_DEPTH_MAX 1000U

/** A scenario, its overrides included, has at most this many keys, values and items. */
#define LULL_DOCUMENT_NODES_MAX 20000U

typedef struct LullDocument LullDocument;

/**
 * Reads @p length bytes of YAML; the outermost value is a mapping.
 *
 * @param label  names the text in errors
 * @param error  where to report ::LULL_SCENARIO_ERROR_SYNTAX or ::LULL_SCENARIO_ERROR_MEANING
 *
 * @return @transfer{full}, or NULL
 */
LullDocument *lull_document_parse (const char *label, const char *text, gsize length,
                                   GError **error);

/** Frees @p self and all its nodes; NULL is allowed. */
void lull_document_free (LullDocument *self);

/** The outermost mapping. */
LullNode *lull_document_get_root (LullDocument *self);

/**
 * Reads @p text as the value that an option of the command line, "--set", gives to @p key, a dotted path;
 * it is in no mapping yet. No text at all is the empty text.
 *
 * @return @transfer{none}, or NULL with ::LULL_SCENARIO_ERROR_OVERRIDE
 */
LullNode *lull_document_parse_override (LullDocument *self, const char *option, const char *key,
                                        const char *text, GError **error);

/** A new, empty mapping that stands where @p place does, in no mapping yet. @return @transfer{none} */
LullNode *lull_document_add_mapping (LullDocument *self, const LullNode *place);

/**
 * Makes @p value the value of @p key in @p mapping. Where the mapping has no such key yet, it gets one
 * that stands at @p place.
 */
void lull_document_put (LullDocument *self, LullNode *mapping, const char *key,
                        const LullNode *place, LullNode *value);

/** Takes @p key and its value out of @p mapping, if it is there. */
void lull_document_take_out (LullNode *mapping, const char *key);

/** A text of @p origin without quotes, in no list or mapping yet. @return @transfer{none} */
LullNode *lull_document_add_text (LullDocument *self, const LullOrigin *origin, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LullDocument, lull_document_free)

G_END_DECLS
