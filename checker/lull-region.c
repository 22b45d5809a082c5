/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MADV_HUGEPAGE */
#include "lull-region.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define SMALL_PAGE_BYTES ((gsize) 1 << 12)
#define HUGE_PAGE_BYTES ((gsize) 1 << 21)

/* The unit in which memory is given back, large enough not to ask often. */
#define RELEASE_UNIT (16 * SMALL_PAGE_BYTES)

/* Regions that may grow beyond this are worth huge pages: each miss of theirs is a TLB
 * miss, too. */
#define HUGE_REGION_BYTES (64 * HUGE_PAGE_BYTES)

/* What the kernel says can be had without swapping, or else all there is. */
static guint64
available_bytes (void)
{
  static const char field[] = "MemAvailable:";
  g_autofree char *text = NULL;
  const char *line = NULL;

  if (g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    line = strstr (text, field);
  if (line != NULL)
    return g_ascii_strtoull (line + strlen (field), NULL, 10) * 1024;
  return (guint64) sysconf (_SC_PHYS_PAGES) * (guint64) sysconf (_SC_PAGESIZE);
}

/* Containers and shells may allow less than the machine has. */
static guint64
allowed_bytes (void)
{
  g_autofree char *text = NULL;
  guint64 bytes = available_bytes ();
  struct rlimit address_space;

  if (g_file_get_contents ("/sys/fs/cgroup/memory.max", &text, NULL, NULL) &&
      g_ascii_isdigit (text[0]))
    bytes = MIN (bytes, g_ascii_strtoull (text, NULL, 10));
  if (getrlimit (RLIMIT_AS, &address_space) == 0 &&
      address_space.rlim_cur != RLIM_INFINITY)
    bytes = MIN (bytes, (guint64) address_space.rlim_cur);
  return bytes;
}

void
lull_budget_init (LullBudget *self, guint64 limit_bytes)
{
  self->limit_bytes = limit_bytes > 0 ? limit_bytes : allowed_bytes () / 4 * 3;
  self->used_bytes = 0;
  self->peak_bytes = 0;
}

guint64
lull_budget_left (const LullBudget *self)
{
  return self->limit_bytes - self->used_bytes;
}

static gboolean
charge (LullBudget *budget, guint64 bytes)
{
  if (bytes > lull_budget_left (budget))
    return FALSE;
  budget->used_bytes += bytes;
  budget->peak_bytes = MAX (budget->peak_bytes, budget->used_bytes);
  return TRUE;
}

static void
discharge (LullBudget *budget, guint64 bytes)
{
  g_assert (bytes <= budget->used_bytes);
  budget->used_bytes -= bytes;
}

static gsize
round_up (guint64 bytes, gsize unit)
{
  return (gsize) ((bytes + unit - 1) / unit * unit);
}

/* The unit of growth: small enough not to waste a small region, large enough to ask
 * seldom. */
static gsize
growth_unit (const LullRegion *self, guint64 bytes)
{
  if (self->reserved_bytes >= HUGE_REGION_BYTES && bytes >= 4 * HUGE_PAGE_BYTES)
    return HUGE_PAGE_BYTES;
  return bytes >= ((guint64) 1 << 20) ? 16 * SMALL_PAGE_BYTES : SMALL_PAGE_BYTES;
}

/* Huge pages need an address that is a multiple of their size; what stands out is given
 * back. */
static gpointer
map_aligned (gsize bytes, gsize alignment)
{
  gsize whole = bytes + alignment;
  guint8 *address =
      mmap (NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  gsize before;

  if (address == MAP_FAILED)
    return NULL;
  before = round_up ((guintptr) address, alignment) - (guintptr) address;
  if (before > 0)
    munmap (address, before);
  if (alignment > before)
    munmap (address + before + bytes, alignment - before);
  return address + before;
}

void
lull_region_init (LullRegion *self, LullBudget *budget, guint64 bytes)
{
  gsize size = round_up (MAX (bytes, 1), HUGE_PAGE_BYTES);

  self->budget = budget;
  self->committed_bytes = 0;
  self->released_bytes = 0;
  self->base = map_aligned (size, HUGE_PAGE_BYTES);
  while (self->base == NULL && size > HUGE_PAGE_BYTES)
    {
      size = round_up (size / 2, HUGE_PAGE_BYTES);
      self->base = map_aligned (size, HUGE_PAGE_BYTES);
    }
  self->reserved_bytes = self->base != NULL ? size : 0;
  if (self->reserved_bytes >= HUGE_REGION_BYTES)
    madvise (self->base, size, MADV_HUGEPAGE);
}

void
lull_region_clear (LullRegion *self)
{
  if (self->base == NULL)
    return;
  discharge (self->budget, self->committed_bytes - self->released_bytes);
  munmap (self->base, self->reserved_bytes);
  self->base = NULL;
  self->reserved_bytes = 0;
  self->committed_bytes = 0;
  self->released_bytes = 0;
}

/* Commits exactly @p bytes, a multiple of the small page. */
static gboolean
commit_exactly (LullRegion *self, gsize bytes)
{
  gsize more = bytes - self->committed_bytes;

  if (bytes > self->reserved_bytes || !charge (self->budget, more))
    return FALSE;
  if (mprotect ((guint8 *) self->base + self->committed_bytes, more,
                PROT_READ | PROT_WRITE) != 0)
    {
      discharge (self->budget, more);
      return FALSE;
    }
  self->committed_bytes = bytes;
  return TRUE;
}

gboolean
lull_region_commit (LullRegion *self, guint64 bytes)
{
  if (bytes <= self->committed_bytes)
    return TRUE;
  if (bytes > self->reserved_bytes)
    return FALSE;
  return commit_exactly (self, round_up (bytes, growth_unit (self, bytes))) ||
         commit_exactly (self, round_up (bytes, SMALL_PAGE_BYTES));
}

void
lull_region_release (LullRegion *self, guint64 bytes)
{
  gsize released_bytes = (gsize) (bytes / RELEASE_UNIT * RELEASE_UNIT);
  gsize more;

  g_assert (bytes <= self->committed_bytes);
  if (released_bytes <= self->released_bytes)
    return;
  more = released_bytes - self->released_bytes;
  madvise ((guint8 *) self->base + self->released_bytes, more, MADV_DONTNEED);
  discharge (self->budget, more);
  self->released_bytes = released_bytes;
}

void
lull_region_decommit (LullRegion *self)
{
  if (self->committed_bytes == 0)
    return;
  /* MADV_DONTNEED gives the pages back at once and makes the next commit read zeros. */
  madvise (self->base, self->committed_bytes, MADV_DONTNEED);
  mprotect (self->base, self->committed_bytes, PROT_NONE);
  discharge (self->budget, self->committed_bytes - self->released_bytes);
  self->committed_bytes = 0;
  self->released_bytes = 0;
}
