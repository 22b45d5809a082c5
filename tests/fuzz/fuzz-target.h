/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What libFuzzer, the replayer and the mutator call.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** Feeds @p size bytes to the reader under test; whatever they are, it returns. */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);
