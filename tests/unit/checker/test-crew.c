/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-crew.h"
#include "lull-test.h"

#define MEMBERS_MAX 8U

typedef struct
{
  guint calls[MEMBERS_MAX];
  guint sizes[MEMBERS_MAX];
  guint total; /* read and written by one member after another's job is over */
} Log;

static void
note_call (guint member, guint size, gpointer data)
{
  Log *log = data;

  log->calls[member]++;
  log->sizes[member] = size;
}

static void
test_every_member_does_the_job_once (void)
{
  for (guint size = 1; size <= MEMBERS_MAX; size++)
    {
      g_autoptr (LullCrew) crew = lull_crew_new (size);
      Log log = { 0 };

      CU_ASSERT_EQUAL (lull_crew_size (crew), size);
      lull_crew_run (crew, note_call, &log);
      for (guint i = 0; i < MEMBERS_MAX; i++)
        {
          CU_ASSERT_EQUAL (log.calls[i], i < size ? 1 : 0);
          CU_ASSERT_EQUAL (log.sizes[i], i < size ? size : 0);
        }
    }
}

/* Each member adds what the others wrote in the job before: it sees all of it. */
static void
add_neighbour (guint member, guint size, gpointer data)
{
  Log *log = data;

  if (log->total % 2 == 0)
    log->calls[member] = log->sizes[(member + 1) % size] + 1;
  else
    log->sizes[member] = log->calls[(member + 1) % size] + 1;
}

static void
test_jobs_follow_one_another (void)
{
  g_autoptr (LullCrew) crew = lull_crew_new (4);
  Log log = { 0 };

  for (log.total = 0; log.total < 2000; log.total++)
    lull_crew_run (crew, add_neighbour, &log);
  for (guint i = 0; i < 4; i++)
    CU_ASSERT_EQUAL (log.sizes[i], 2000);
}

static void
test_crew_that_never_works_ends (void)
{
  lull_crew_free (lull_crew_new (5));
  lull_crew_free (NULL);
}

static CU_TestInfo crew_tests[] = {
  { "every member does the job once", test_every_member_does_the_job_once },
  { "jobs follow one another", test_jobs_follow_one_another },
  { "a crew that never works ends", test_crew_that_never_works_ends },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  CU_SuiteInfo suites[] = { { "crew", NULL, NULL, NULL, NULL, crew_tests },
                            CU_SUITE_INFO_NULL };

  return lull_test_main (suites);
}
