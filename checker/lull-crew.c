/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-crew.h"

#include "lull-own.h"

#include <stdalign.h>
#include <stdatomic.h>

/* POSIX threads, since the thread sanitizer cannot see GLib's locks. */
#include <pthread.h>

/* Jobs follow each other within microseconds: it is worth looking a few thousand times
 * before going to sleep, which takes longer to wake from. */
#define GLANCES 4000U

typedef struct
{
  LullCrew *crew;
  pthread_t thread;
  guint number;
} Member;

struct LullCrew
{
  guint size;
  Member *members; /* size of them; number 0 is the caller and has no thread */
  LullJob job;
  gpointer data;
  gboolean ends; /* the next job given is the end */
  guint glances; /* looks before sleeping; none where processors are scarce */
  pthread_mutex_t mutex;
  pthread_cond_t started, finished;
  _Atomic guint sleepers;    /* members that do not look for jobs any more */
  _Atomic guint is_sleeping; /* nor does the caller for their end */

  /* What is looked at all the time: a member works once for each job given, and those
   * that have not finished it are working. */
  alignas (LULL_OWN_LINE_BYTES) _Atomic guint64 jobs_given;
  alignas (LULL_OWN_LINE_BYTES) _Atomic guint working;
};

static inline void
take_breath (void)
{
#if defined(__x86_64__)
  __builtin_ia32_pause ();
#endif
}

/*
 * Who goes to sleep says so first and then looks once more; who has news gives them first
 * and then asks who sleeps. One of the two sees the other, and while everybody is awake
 * nobody takes the lock.
 */
static void
sleep_until_job (LullCrew *self, guint64 jobs_done)
{
  pthread_mutex_lock (&self->mutex);
  atomic_fetch_add (&self->sleepers, 1);
  while (atomic_load (&self->jobs_given) == jobs_done)
    pthread_cond_wait (&self->started, &self->mutex);
  atomic_fetch_sub (&self->sleepers, 1);
  pthread_mutex_unlock (&self->mutex);
}

/* Waits for job number @p jobs_done; FALSE: there will be none. */
static gboolean
wait_for_job (LullCrew *self, guint64 jobs_done)
{
  for (guint i = 0; i < self->glances && atomic_load (&self->jobs_given) == jobs_done;
       i++)
    take_breath ();
  if (atomic_load (&self->jobs_given) == jobs_done)
    sleep_until_job (self, jobs_done);
  return !self->ends;
}

static void
report_finished (LullCrew *self)
{
  if (atomic_fetch_sub (&self->working, 1) > 1 || atomic_load (&self->is_sleeping) == 0)
    return;
  pthread_mutex_lock (&self->mutex);
  pthread_cond_signal (&self->finished);
  pthread_mutex_unlock (&self->mutex);
}

static gpointer
member_main (gpointer data)
{
  const Member *member = data;
  LullCrew *self = member->crew;

  for (guint64 jobs_done = 0; wait_for_job (self, jobs_done); jobs_done++)
    {
      self->job (member->number, self->size, self->data);
      report_finished (self);
    }
  return NULL;
}

/* What was written before is seen by all members. */
static void
give_job (LullCrew *self)
{
  atomic_fetch_add (&self->jobs_given, 1);
  if (atomic_load (&self->sleepers) == 0)
    return;
  pthread_mutex_lock (&self->mutex);
  pthread_cond_broadcast (&self->started);
  pthread_mutex_unlock (&self->mutex);
}

LullCrew *
lull_crew_new (guint size)
{
  LullCrew *self = lull_own_new (LullCrew, 1);

  g_assert (size > 0);
  self->size = size;
  self->glances = size <= g_get_num_processors () ? GLANCES : 0;
  self->members = g_new0 (Member, size);
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->started, NULL);
  pthread_cond_init (&self->finished, NULL);
  for (guint i = 1; i < size; i++)
    {
      self->members[i] = (Member){ .crew = self, .number = i };
      if (pthread_create (&self->members[i].thread, NULL, member_main,
                          &self->members[i]) != 0)
        g_error ("no more threads can be started: found %u of %u", i, size);
    }
  return self;
}

void
lull_crew_free (LullCrew *self)
{
  if (self == NULL)
    return;
  self->ends = TRUE;
  give_job (self);
  for (guint i = 1; i < self->size; i++)
    pthread_join (self->members[i].thread, NULL);
  pthread_cond_destroy (&self->finished);
  pthread_cond_destroy (&self->started);
  pthread_mutex_destroy (&self->mutex);
  g_free (self->members);
  lull_own_free (self);
}

guint
lull_crew_size (const LullCrew *self)
{
  return self != NULL ? self->size : 1;
}

static void
start (LullCrew *self, LullJob job, gpointer data)
{
  self->job = job;
  self->data = data;
  atomic_store (&self->working, self->size - 1);
  give_job (self);
}

static void
sleep_until_finished (LullCrew *self)
{
  pthread_mutex_lock (&self->mutex);
  atomic_store (&self->is_sleeping, 1);
  while (atomic_load (&self->working) > 0)
    pthread_cond_wait (&self->finished, &self->mutex);
  atomic_store (&self->is_sleeping, 0);
  pthread_mutex_unlock (&self->mutex);
}

static void
wait_until_finished (LullCrew *self)
{
  for (guint i = 0; i < self->glances && atomic_load (&self->working) > 0; i++)
    take_breath ();
  if (atomic_load (&self->working) > 0)
    sleep_until_finished (self);
}

void
lull_crew_run (LullCrew *self, LullJob job, gpointer data)
{
  if (lull_crew_size (self) == 1)
    {
      job (0, 1, data);
      return;
    }
  start (self, job, data);
  job (0, self->size, data);
  wait_until_finished (self);
}
