/* SPDX-License-Identifier: Apache-2.0 */
#include "lull-crew.h"

typedef struct
{
  LullCrew *crew;
  GThread *thread;
  guint number;
} Member;

struct LullCrew
{
  guint size;
  Member *members; /* size of them; number 0 is the caller and has no thread */
  GMutex mutex;
  GCond started, finished;
  LullJob job;
  gpointer data;
  guint64 jobs_given; /* a member works once for each */
  guint working;      /* members that have not finished the current job */
  gboolean ends;
};

/* Waits for job number @p jobs_done; FALSE: there will be none. */
static gboolean
wait_for_job (LullCrew *self, guint64 jobs_done)
{
  gboolean ends;

  g_mutex_lock (&self->mutex);
  while (self->jobs_given == jobs_done && !self->ends)
    g_cond_wait (&self->started, &self->mutex);
  ends = self->ends;
  g_mutex_unlock (&self->mutex);
  return !ends;
}

static void
report_finished (LullCrew *self)
{
  g_mutex_lock (&self->mutex);
  self->working--;
  if (self->working == 0)
    g_cond_signal (&self->finished);
  g_mutex_unlock (&self->mutex);
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
  self->members = g_new0 (Member, size);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->started);
  g_cond_init (&self->finished);
  for (guint i = 1; i < size; i++)
    {
      self->members[i] = (Member){ .crew = self, .number = i };
      self->members[i].thread =
          g_thread_new ("lull-crew", member_main, &self->members[i]);
    }
  return self;
}

void
lull_crew_free (LullCrew *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->mutex);
  self->ends = TRUE;
  g_cond_broadcast (&self->started);
  g_mutex_unlock (&self->mutex);
  for (guint i = 1; i < self->size; i++)
    g_thread_join (self->members[i].thread);
  g_cond_clear (&self->finished);
  g_cond_clear (&self->started);
  g_mutex_clear (&self->mutex);
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
  g_mutex_lock (&self->mutex);
  self->job = job;
  self->data = data;
  self->working = self->size - 1;
  self->jobs_given++;
  g_cond_broadcast (&self->started);
  g_mutex_unlock (&self->mutex);
}

static void
wait_until_finished (LullCrew *self)
{
  g_mutex_lock (&self->mutex);
  while (self->working > 0)
    g_cond_wait (&self->finished, &self->mutex);
  g_mutex_unlock (&self->mutex);
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
