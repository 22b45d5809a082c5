/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The files of a corpus, in the order of their names.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Adds the bytes of the file @p path, or of each file below the folder @p path, to @p inputs. */
void fuzz_corpus_add (GPtrArray *inputs, const char *path);

/** An empty list of GBytes. @return @transfer{full} */
GPtrArray *fuzz_corpus_new (void);

G_END_DECLS
