/* Host memory of arrays: guarded mappings for blocks of a page or more, malloc below.
 *
 * Expected workload: a program makes the same few sizes over and over. A freed mapping therefore goes to a small list,
 * newest last, searched from its end; a program that touches a block again finds it in the processor's caches and pays
 * no page fault. The list is bounded in entries and bytes; the oldest entries go first.
 *
 * A guarded block costs the kernel two or three map entries of its limit (65530 by default), which plug-ins, stacks and
 * malloc need as well. Beyond a number of living blocks new ones come from malloc, and are remembered in a set.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/process-limits.h"
#include "runtime/memory/memory-private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_GUARDED_BLOCKS 12000
#define MAX_KEPT_BLOCKS 128
#define CHECKED_BYTES ((gsize)256 << 20) /* from here on the system is asked what it can give */
#define HUGE_PAGE_BYTES ((gsize)4 << 20) /* from here on transparent huge pages pay */

typedef struct {
  char *base; /* first byte after the lower guard page */
  gsize bytes; /* between the guard pages */
} KeptBlock;

static GMutex lock; /* guards everything below */
static KeptBlock kept[MAX_KEPT_BLOCKS];
static guint n_kept;
static gsize kept_bytes;
static guint n_guarded;         /* mappings, kept ones included */
static GHashTable *unguarded;   /* set of data addresses of large blocks that came from malloc */
static guint64 in_use, peak, n_allocations;

static gsize
page_bytes (void)
{
  static gsize bytes;

  if (bytes == 0)
    bytes = (gsize)sysconf (_SC_PAGESIZE);
  return bytes;
}

static gsize
round_up (gsize bytes, gsize multiple)
{
  return (bytes + multiple - 1) / multiple * multiple;
}

/* The limit of the control group, or 0. */
static guint64
read_group_limit (void)
{
  FILE *file = fopen ("/sys/fs/cgroup/memory.max", "r");
  unsigned long long limit = 0;

  if (file == NULL)
    return 0;
  if (fscanf (file, "%llu", &limit) != 1)
    limit = 0;
  fclose (file);
  return limit;
}

guint64
rs_memory_get_total (void)
{
  static gsize once;
  static guint64 total;

  if (g_once_init_enter (&once))
    {
      guint64 limit = read_group_limit ();

      total = (guint64)sysconf (_SC_PHYS_PAGES) * page_bytes ();
      if (limit != 0 && limit < total)
        total = limit;
      g_once_init_leave (&once, 1);
    }
  return total;
}

/* Bytes that the machine could give now, without pushing other programs out. */
static guint64
read_available (void)
{
  FILE *file = fopen ("/proc/meminfo", "r");
  unsigned long long kilobytes = 0;
  guint64 available = 0;
  char line[128];

  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "MemAvailable: %llu", &kilobytes) == 1 || sscanf (line, "SwapFree: %llu", &kilobytes) == 1)
      available += (guint64)kilobytes << 10;
  if (file != NULL)
    fclose (file);
  return available > 0 ? available : rs_memory_get_total ();
}

static gsize
kept_limit (void)
{
  const guint64 part = rs_memory_get_total () / 8;

  return (gsize)MIN (part, (guint64)512 << 20);
}

static void
unmap (char *base, gsize bytes)
{
  munmap (base - page_bytes (), bytes + 2 * page_bytes ());
  n_guarded--;
}

static void
drop_oldest (guint n)
{
  for (guint i = 0; i < n; i++)
    {
      kept_bytes -= kept[i].bytes;
      unmap (kept[i].base, kept[i].bytes);
    }
  memmove (kept, kept + n, (n_kept - n) * sizeof *kept);
  n_kept -= n;
}

static char *
take_kept (gsize bytes)
{
  for (guint i = n_kept; i-- > 0;)
    if (kept[i].bytes == bytes)
      {
        char *base = kept[i].base;

        memmove (kept + i, kept + i + 1, (n_kept - i - 1) * sizeof *kept);
        n_kept--;
        kept_bytes -= bytes;
        return base;
      }
  return NULL;
}

/* The system promises more memory than it has and ends the process that uses it: very large blocks are refused before.
 * lock is held. */
static gboolean
is_too_much (gsize bytes)
{
  if (bytes > rs_memory_get_total () || in_use + bytes > rs_memory_get_total ())
    return TRUE;
  if (bytes < CHECKED_BYTES || bytes <= read_available ())
    return FALSE;
  drop_oldest (n_kept);
  return bytes > read_available ();
}

static char *
map_block (gsize bytes)
{
  gsize page = page_bytes ();
  char *start;

  if (n_guarded >= MAX_GUARDED_BLOCKS)
    drop_oldest (n_kept);
  if (n_guarded >= MAX_GUARDED_BLOCKS)
    return NULL;
  start = mmap (NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return NULL;
  if (mprotect (start + page, bytes, PROT_READ | PROT_WRITE) != 0)
    {
      munmap (start, bytes + 2 * page);
      return NULL;
    }
  if (bytes >= HUGE_PAGE_BYTES)
    madvise (start + page, bytes, MADV_HUGEPAGE);
  n_guarded++;
  return start + page;
}

/* Large block without guards, when the kernel has no map entries left for them. */
static gpointer
allocate_unguarded (gsize bytes, gboolean zero)
{
  gpointer data;

  if (posix_memalign (&data, RS_MEMORY_ALIGNMENT, bytes) != 0)
    return NULL;
  if (zero)
    memset (data, 0, bytes);
  if (unguarded == NULL)
    unguarded = g_hash_table_new (NULL, NULL);
  g_hash_table_add (unguarded, data);
  return data;
}

static gpointer
allocate_large (gsize bytes, gboolean zero)
{
  gsize mapped = round_up (bytes, page_bytes ());
  char *base = take_kept (mapped), *data;
  gboolean is_fresh = base == NULL;

  if (base == NULL)
    base = map_block (mapped);
  if (base == NULL && n_kept > 0)
    {
      drop_oldest (n_kept);
      base = map_block (mapped);
    }
  if (base == NULL)
    return allocate_unguarded (bytes, zero);
  data = base + mapped - round_up (bytes, RS_MEMORY_ALIGNMENT);
  if (zero && !is_fresh)
    memset (data, 0, bytes);
  return data;
}

static void
free_large (gpointer data, gsize bytes)
{
  gsize mapped = round_up (bytes, page_bytes ());
  char *base = (char *)data + round_up (bytes, RS_MEMORY_ALIGNMENT) - mapped;

  if (unguarded != NULL && g_hash_table_remove (unguarded, data))
    {
      free (data);
      return;
    }
  if (mapped > kept_limit ())
    {
      unmap (base, mapped);
      return;
    }
  while (n_kept == MAX_KEPT_BLOCKS || (n_kept > 0 && kept_bytes + mapped > kept_limit ()))
    drop_oldest (1);
  kept[n_kept++] = (KeptBlock){ base, mapped };
  kept_bytes += mapped;
}

static gpointer
allocate_small (gsize bytes, gboolean zero)
{
  gpointer data;

  if (posix_memalign (&data, RS_MEMORY_ALIGNMENT, MAX (bytes, 1)) != 0)
    return NULL;
  if (zero)
    memset (data, 0, bytes);
  return data;
}

static void
set_error (gsize bytes, GError **error)
{
  g_autofree char *wanted = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
  const char *option = "";
  guint64 limit = 0, left = rs_limits_get_memory_left (&option, &limit);
  gboolean is_limited = left < bytes && limit < rs_memory_get_total ();
  g_autofree char *total = g_format_size_full (is_limited ? limit : rs_memory_get_total (), G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *rest = g_format_size_full (left, G_FORMAT_SIZE_IEC_UNITS);

  if (is_limited)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                 "not enough memory: %s more are needed, and the limit of this process (%s), %s, leaves %s", wanted,
                 option, total, rest);
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY,
                 "not enough memory: %s more are needed, of %s that the machine has", wanted, total);
}

gpointer
rs_memory_allocate (gsize bytes, gboolean zero, GError **error)
{
  gpointer data = NULL;

  g_mutex_lock (&lock);
  if (!is_too_much (bytes))
    data = bytes >= page_bytes () ? allocate_large (bytes, zero) : allocate_small (bytes, zero);
  if (data != NULL)
    {
      in_use += bytes;
      peak = MAX (peak, in_use);
      n_allocations++;
    }
  g_mutex_unlock (&lock);
  if (data == NULL)
    set_error (bytes, error);
  return data;
}

void
rs_memory_free (gpointer data, gsize bytes)
{
  g_assert (((gsize)data & (RS_MEMORY_ALIGNMENT - 1)) == 0);
  if (data == NULL)
    return;
  g_mutex_lock (&lock);
  g_assert (bytes <= in_use);
  if (bytes >= page_bytes ())
    free_large (data, bytes);
  else
    free (data);
  in_use -= bytes;
  g_mutex_unlock (&lock);
}

void
rs_memory_trim (void)
{
  g_mutex_lock (&lock);
  drop_oldest (n_kept);
  g_mutex_unlock (&lock);
}

void
rs_memory_get_statistics (RsMemoryStatistics *statistics)
{
  g_mutex_lock (&lock);
  statistics->in_use = in_use;
  statistics->peak = peak;
  statistics->cached = kept_bytes;
  statistics->n_allocations = n_allocations;
  g_mutex_unlock (&lock);
  statistics->n_arrays = rs_memory_count_arrays ();
}

void
rs_memory_reset_peak (void)
{
  g_mutex_lock (&lock);
  peak = in_use;
  g_mutex_unlock (&lock);
}
