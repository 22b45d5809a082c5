/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-crew.h"

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
  pthread_mutex_t mutex;
  pthread_cond_t started, finished;
  LullJob job;
  gpointer data;
  _Atomic guint64 jobs_given; /* a member works once for each */
  _Atomic guint working;      /* members that have not finished the current job */
  guint glances; /* looks before sleeping; none where processors are scarce */
  gboolean ends;
};

static inline void
take_breath (void)
{
#if defined(__x86_64__)
  __builtin_ia32_pause ();
#endif
}

/* Waits for job number @p jobs_done; FALSE: there will be none. */
static gboolean
wait_for_job (LullCrew *self, guint64 jobs_done)
{
  gboolean ends;

  for (guint i = 0; i < self->glances && atomic_load (&self->jobs_given) == jobs_done;
       i++)
    take_breath ();
  pthread_mutex_lock (&self->mutex);
  while (self->jobs_given == jobs_done && !self->ends)
    pthread_cond_wait (&self->started, &self->mutex);
  ends = self->ends;
  pthread_mutex_unlock (&self->mutex);
  return !ends;
}

static void
report_finished (LullCrew *self)
{
  pthread_mutex_lock (&self->mutex);
  self->working--;
  if (self->working == 0)
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

LullCrew *
lull_crew_new (guint size)
{
  LullCrew *self = g_new0 (LullCrew, 1);

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
  pthread_mutex_lock (&self->mutex);
  self->ends = TRUE;
  pthread_cond_broadcast (&self->started);
  pthread_mutex_unlock (&self->mutex);
  for (guint i = 1; i < self->size; i++)
    pthread_join (self->members[i].thread, NULL);
  pthread_cond_destroy (&self->finished);
  pthread_cond_destroy (&self->started);
  pthread_mutex_destroy (&self->mutex);
  g_free (self->members);
  g_free (self);
}

guint
lull_crew_size (const LullCrew *self)
{
  return self->size;
}

static void
start (LullCrew *self, LullJob job, gpointer data)
{
  pthread_mutex_lock (&self->mutex);
  self->job = job;
  self->data = data;
  self->working = self->size - 1;
  self->jobs_given++;
  pthread_cond_broadcast (&self->started);
  pthread_mutex_unlock (&self->mutex);
}

static void
wait_until_finished (LullCrew *self)
{
  for (guint i = 0; i < self->glances && atomic_load (&self->working) > 0; i++)
    take_breath ();
  pthread_mutex_lock (&self->mutex);
  while (self->working > 0)
    pthread_cond_wait (&self->finished, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
}

void
lull_crew_run (LullCrew *self, LullJob job, gpointer data)
{
  if (self->size == 1)
    {
      job (0, 1, data);
      return;
    }
  start (self, job, data);
  job (0, self->size, data);
  wait_until_finished (self);
}
