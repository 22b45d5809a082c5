/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A value of a scenario file that knows where it stands: a text, a list or a mapping. Everything
 * that reads one reports what it found and what it expected, at that place.
 */
#pragma once

#include "lull-nearest.h"

#include <glib.h>

G_BEGIN_DECLS

/** What a node is. */
typedef enum
{
  LULL_NODE_TEXT,
  LULL_NODE_LIST,
  LULL_NODE_MAPPING
} LullNodeKind;

/** Where nodes come from: a file, or one override of the command line. */
typedef struct
{
  char *label;        /**< of errors: "race.yaml" or "--set network.order" */
  char *override_key; /**< "network.order", or NULL for a file */
} LullOrigin;

typedef struct LullNode LullNode;

/** Fields may be read; lull-document.h makes nodes and owns them. */
struct LullNode
{
  LullNodeKind kind;
  gboolean plain; /**< a text without quotes: only such a text can be a number or a word */
  gboolean cut;   /**< of `name` and `about`, a text without quotes that ends where a `#` stands, with no
                       blank behind it: most likely not meant as a comment */
  gboolean flow;  /**< a list in brackets or a mapping in braces */
  guint line, column;
  const LullOrigin *origin;
  const LullNode *parent; /**< the list or mapping that holds it, or NULL */
  guint index;            /**< its place there */
  char *text;             /**< of a text; valid UTF-8 without NUL */
  GPtrArray *keys;        /**< of a mapping: its keys, distinct texts, in the order of the file */
  GPtrArray *items;       /**< of a mapping: the value of each key; of a list: its items */
};

/** The outermost node of the tree that it is in. @return @transfer{none} */
const LullNode *lull_node_root (const LullNode *self);

/** "PLACE: message". @return @transfer{full} */
char *lull_node_say (const LullNode *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/** Sets @p error to "PLACE: message". @return FALSE, so that a reader can return it */
gboolean lull_node_fail (const LullNode *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/** Fails with "found WHAT STANDS THERE for KEY, expected …". @return FALSE */
gboolean lull_node_fail_expected (const LullNode *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/** Fails unless the node is a list. */
gboolean lull_node_check_list (const LullNode *self, GError **error);

/** Fails unless the node is a mapping. */
gboolean lull_node_check_mapping (const LullNode *self, GError **error);

/** The value of @p key in a mapping; NULL if it is not there, or @p self is NULL or no mapping. */
const LullNode *lull_node_get (const LullNode *self, const char *key);

/** The number of items of a list or of keys of a mapping. */
guint lull_node_count (const LullNode *self);

/** Item @p index of a list, or the value of key number @p index of a mapping. */
const LullNode *lull_node_item (const LullNode *self, guint index);

/** Key number @p index of a mapping. */
const LullNode *lull_node_key (const LullNode *self, guint index);

/** Reads a whole number from @p low to @p high. */
gboolean lull_node_read_number (const LullNode *self, guint64 low, guint64 high, guint64 *value,
                                GError **error);

/** Reads `true` or `false`. */
gboolean lull_node_read_switch (const LullNode *self, gboolean *value, GError **error);

/** Reads one of the NULL-terminated @p words; @p index becomes its place among them. @p meant says what
 * other words mean, and may be NULL. */
gboolean lull_node_read_choice (const LullNode *self, const char *const *words,
                                const LullMeant *meant, guint *index, GError **error);

/** Whether it is a range such as 2..4, which takes the place of several numbers. */
gboolean lull_node_is_range (const LullNode *self);

/** What stands between the two numbers of a range. */
#define LULL_RANGE_DOTS ".."

/** Reads a text of one to @p length_max characters that a terminal can show; lines if @p lines. */
gboolean lull_node_read_text (const LullNode *self, guint length_max, gboolean lines, char **value,
                              GError **error);

/** "one of a, b, c", "a or b", "a": how an error lists what was expected. @return @transfer{full} */
char *lull_words_join (const char *const *words);

/** ": did you mean X?" where @p text means one of @p words, as @p meant says, or is near to one; else "".
 * @p meant may be NULL. @return @transfer{full} */
char *lull_words_hint (const char *text, const char *const *words, const LullMeant *meant);

/** @p text, shortened, unprintable characters escaped. @return @transfer{full} */
char *lull_printable (const char *text);

/** The same in quotes. @return @transfer{full} */
char *lull_quote (const char *text);

G_END_DECLS
