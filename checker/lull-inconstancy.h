/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What to say of a model that does not do again what it did before. A world is right;
 * the protocol in it, which may be anybody's, is not.
 */
#pragma once

/** Follows the model's name. */
#define LULL_INCONSTANCY                                                                 \
  "the protocol gave two results for the same state: static data, an uninitialised "     \
  "byte, or a write beyond its node or tag"
