/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What every test program shares: it hands its suites to lull_test_main() and gets the exit status
 * that ctest understands.
 */
#pragma once

#include <CUnit/CUnit.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * Runs the suites (ended by CU_SUITE_INFO_NULL), prints the seed first and what failed last.
 *
 * @return 0 if every suite was initialised and every assertion held
 */
int lull_test_main (CU_SuiteInfo *suites);

/** The seed of this test run: LULL_SEED where set, else a fixed one. */
guint64 lull_test_seed (void);

/** Path of a file in the source tree: "tests/golden/race.txt". @return @transfer{full} */
char *lull_test_source_path (const char *relative);

G_END_DECLS
