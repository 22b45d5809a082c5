/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Text within XML and HTML. Internal to report/.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Appends @p text, of any bytes, so that it stands for itself in an element or an
 * attribute in double quotes. */
void lull_xml_append_escaped (GString *xml, const char *text);

/** Appends ` name="value"`. */
void lull_xml_append_attribute (GString *xml, const char *name, const char *value);

G_END_DECLS
