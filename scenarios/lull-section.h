/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The keys of the format as data: each part of a scenario has a table of its keys, their types, ranges and
 * defaults. Most parts are read by their table alone; tests hold the tables against the reference and
 * the schema.
 */
#pragma once

#include "lull-node.h"

G_BEGIN_DECLS

/** The type of a key's value, and of the field that takes it. */
typedef enum
{
  LULL_KEY_SWITCH, /**< `true` or `false`, into a gboolean */
  LULL_KEY_CHOICE, /**< one of LullKey.words, its place among them into a guint */
  LULL_KEY_SET,    /**< one of LullKey.words or a list of some, each a bit of a guint */
  LULL_KEY_COUNT,  /**< a whole number, into a guint */
  LULL_KEY_LIMIT,  /**< the same, or `unlimited`, which is 0 */
  LULL_KEY_FIGURE, /**< a whole number, into a guint64 */
  LULL_KEY_OWN /**< anything else, read by LullKey.read, or by the part's own code where
                  that is NULL */
} LullKeyType;

/** A key; its value goes to @ref offset of the struct that its section is read into. */
typedef struct
{
  const char *name;
  LullKeyType type;
  const char *initial;      /**< the default as a file would give it, or NULL: not a fixed value */
  const char *const *words; /**< of a choice, NULL-terminated */
  const LullMeant *meant;   /**< of a choice: what other words mean, or NULL */
  guint64 low, high;        /**< of numbers */
  gsize offset;
  gboolean (*read) (const LullNode *node, gpointer field, GError **error);
} LullKey;

/** A mapping of the format. */
typedef struct
{
  const char *name;      /**< "network"; "" for the outermost */
  const char *short_key; /**< the key whose value may stand for the whole mapping, or NULL */
  const LullKey *keys;   /**< ended by one without name */
  const LullMeant *meant; /**< what people call keys of it, or NULL */
} LullSection;

/** Every section, the outermost first, ended by NULL. */
const LullSection *const *lull_sections (void);

/** The section @p name, which is not the outermost; or NULL. */
const LullSection *lull_section_find (const char *name);

/** The key whose value may stand for the whole of the outermost section @p name, or NULL. */
const char *lull_section_short_key (const char *name);

/** Its key @p name, or NULL. @return @transfer{none} */
const LullKey *lull_section_find_key (const LullSection *self, const char *name);

/** Reads @p value, which stands for the whole mapping, as that of the short key, which @p self has. */
gboolean lull_section_read_short (const LullSection *self, const LullNode *value, gpointer target,
                                  GError **error);

/** Fails unless @p key is the name of one of the keys. */
gboolean lull_section_check_key (const LullSection *self, const LullNode *key, GError **error);

/** Fails unless @p node is a mapping whose keys are all known. */
gboolean lull_section_check (const LullSection *self, const LullNode *node, GError **error);

/** Fails with the key @p key, unknown in @p self, and where in the format it belongs, or else the @p known ones
 * and the nearest of them. @return FALSE */
gboolean lull_section_fail_key (const LullSection *self, const LullNode *key,
                                const char *const *known, GError **error);

/**
 * Checks @p node and reads what its table knows how to read into @p target; keys that are not there
 * leave their fields alone. A @p node of NULL has no keys.
 */
gboolean lull_section_read (const LullSection *self, const LullNode *node, gpointer target,
                            GError **error);

/** Reads the value of one key at @p node into its field of @p target. */
gboolean lull_section_read_value (const LullKey *key, const LullNode *node, gpointer target,
                                  GError **error);
/** Reads the value of the key called @p name, one of @p self, into @p target. */
gboolean lull_section_read_key (const LullSection *self, const LullNode *name,
                                const LullNode *value, gpointer target, GError **error);

extern const LullSection lull_section_scenario;
extern const LullSection lull_section_step;
extern const LullSection lull_section_work;
extern const LullSection lull_section_timers;
extern const LullSection lull_section_members;
extern const LullSection lull_section_runtime;
extern const LullSection lull_section_network;
extern const LullSection lull_section_collectives;
extern const LullSection lull_section_timeouts;
extern const LullSection lull_section_protocol;
extern const LullSection lull_section_scopes;
extern const LullSection lull_section_expect;
extern const LullSection lull_section_region;

G_END_DECLS
