/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the files that make a document share.
 */
#pragma once

#include "lull-document.h"

G_BEGIN_DECLS

struct LullDocument
{
  GPtrArray *nodes; /* all of them, also those that an override has put out of use */
  GPtrArray *origins;
  LullNode *root;
};

/** A new node that stands at the start of @p origin, in no list or mapping yet. @return @transfer{none} */
LullNode *lull_document_add_node (LullDocument *self, const LullOrigin *origin, LullNodeKind kind);

/** Adds @p value to a list, or with a @p key to a mapping. */
void lull_document_append (LullNode *around, LullNode *key, LullNode *value);

/** Fails with "PLACE: message" for a text that is no tree of nodes. @return FALSE */
gboolean lull_document_fail_syntax (const LullOrigin *origin, guint line, guint column,
                                    GError **error, const char *message);

/** Fails unless @p text can be handed to libyaml. */
gboolean lull_yaml_check_text (const LullOrigin *origin, const char *text, gsize length,
                               GError **error);

/** Reads a whole text into nodes; @p value becomes the outermost, or NULL if there is none. */
gboolean lull_yaml_parse (LullDocument *self, const LullOrigin *origin, const char *text,
                          gsize length, LullNode **value, GError **error);

G_END_DECLS
