/* CPU time and hardware counters of one thread.
 *
 * The writer samples them with each commit, so that the threads measured do nothing for it. Many machines do not
 * allow hardware counters (containers, virtual machines, perf_event_paranoid); that is said once in the trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static gint ran_out; /* of files; atomic */

static const struct {
  const char *name;
  guint32 type;
  guint64 config;
} rows[RS_N_LINE_COUNTERS] = {
  [RS_COUNTER_CYCLES] = { "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
  [RS_COUNTER_INSTRUCTIONS] = { "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
  [RS_COUNTER_CACHE_MISSES] = { "cache misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
  [RS_COUNTER_PAGE_FAULTS] = { "page faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
};

const char *
rs_counter_get_name (guint counter)
{
  g_assert (counter < G_N_ELEMENTS (rows));
  return rows[counter].name;
}

/* format: of what read gives; group: a file of perf_event_open, -1: none. */
static int
open_counter (guint counter, int thread_id, guint64 format, int group)
{
  struct perf_event_attr attributes = {
    .type = rows[counter].type,
    .size = sizeof attributes,
    .config = rows[counter].config,
    .read_format = format,
    .exclude_kernel = 1,
    .exclude_hv = 1,
  };
  int file;

  file = (int)syscall (SYS_perf_event_open, &attributes, thread_id, -1, group, PERF_FLAG_FD_CLOEXEC);
  if (file < 0 && (errno == EMFILE || errno == ENFILE))
    __atomic_store_n (&ran_out, TRUE, __ATOMIC_RELAXED);
  return file;
}

char *
rs_counters_check (void)
{
  int file = open_counter (RS_COUNTER_CYCLES, 0, 0, -1);
  g_autofree char *level = NULL;

  if (file >= 0)
    {
      close (file);
      return NULL;
    }
  switch (errno)
    {
    case EACCES:
    case EPERM:
      if (g_file_get_contents ("/proc/sys/kernel/perf_event_paranoid", &level, NULL, NULL))
        g_strstrip (level);
      return g_strdup_printf ("not allowed here (kernel.perf_event_paranoid is %s; up to 2 allows it, in a container"
                              " perf_event_open must be allowed too)", level != NULL ? level : "unknown");
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
      return g_strdup ("this processor, or the virtual machine that it is in, offers none");
    case ENOSYS:
      return g_strdup ("this kernel was built without perf_event_open");
    default:
      return g_strdup_printf ("perf_event_open: %s", g_strerror (errno));
    }
}

gint64
rs_counter_scale (guint64 count, guint64 enabled, guint64 running)
{
  if (running >= enabled)
    return (gint64)count;
  return running > 0 ? (gint64)((double)count * ((double)enabled / (double)running)) : -1;
}

void
rs_counters_raise_limit (void)
{
  struct rlimit limit;

  __atomic_store_n (&ran_out, FALSE, __ATOMIC_RELAXED);
  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
    return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_NOFILE, &limit);
}

char *
rs_counters_dup_shortage (void)
{
  struct rlimit limit;

  if (!__atomic_load_n (&ran_out, __ATOMIC_RELAXED) || getrlimit (RLIMIT_NOFILE, &limit) != 0)
    return NULL;
  return g_strdup_printf ("some threads are not counted: that takes up to eight files a thread, and a process may have "
                          "%lu open (ulimit -Hn; RLIMIT_NOFILE)",
                          (gulong)limit.rlim_max);
}

void
rs_thread_counters_open (RsThreadCounters *self, int thread_id, gint64 cpu_time, gboolean hardware)
{
  g_assert (thread_id > 0 && cpu_time >= 0);
  *self = (RsThreadCounters){ .cpu_time = cpu_time };
  for (guint i = 0; i < RS_N_COUNTERS; i++)
    self->files[i] = hardware ? open_counter (i, thread_id, TIMES, -1) : -1;
}

void
rs_thread_counters_close (RsThreadCounters *self)
{
  for (guint i = 0; i < RS_N_COUNTERS; i++)
    if (self->files[i] >= 0)
      close (self->files[i]);
}

gint64
rs_thread_counters_sample_cpu (RsThreadCounters *self, const RsRing *ring)
{
  struct timespec used;
  gint64 before = self->cpu_time;

  if (__atomic_load_n (&ring->closed, __ATOMIC_ACQUIRE))
    self->cpu_time = MAX (ring->cpu_at_end, before);
  else if (ring->cpu_clock != -1 && clock_gettime (ring->cpu_clock, &used) == 0)
    self->cpu_time = (gint64)used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
  return self->cpu_time - before;
}

gint64
rs_thread_counters_sample_other (RsThreadCounters *self, int thread_id)
{
  const clockid_t clock = (clockid_t)((~(guint)thread_id << 3) | 6); /* the kernel's number of a thread's CPU clock */
  gint64 before = self->cpu_time;
  struct timespec used;

  if (clock_gettime (clock, &used) == 0)
    self->cpu_time = MAX ((gint64)used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec, before);
  return self->cpu_time - before;
}

guint
rs_thread_counters_sample (RsThreadCounters *self, gint64 *increases)
{
  guint estimated = 0;

  for (guint i = 0; i < RS_N_COUNTERS; i++)
    {
      const RsCounterReading before = self->values[i];
      RsCounterReading now;

      increases[i] = 0;
      if (self->files[i] < 0 || read (self->files[i], &now, sizeof now) != sizeof now)
        continue;
      increases[i]
          = rs_counter_scale (now.value - before.value, now.enabled - before.enabled, now.running - before.running);
      if (increases[i] < 0)
        {
          increases[i] = 0;
          continue; /* the next reading stands for this time, too */
        }
      estimated |= now.running - before.running < now.enabled - before.enabled ? 1u << i : 0;
      self->values[i] = now;
    }
  return estimated;
}

/* --- by line --- */

void
rs_counter_group_open (RsCounterGroup *self, int thread_id)
{
  g_assert (thread_id > 0);
  *self = (RsCounterGroup){ 0 };
  for (guint i = 0; i < RS_N_LINE_COUNTERS; i++)
    {
      int file = open_counter (i, thread_id, PERF_FORMAT_GROUP | TIMES, self->n > 0 ? self->files[0] : -1);

      if (file < 0)
        continue;
      self->files[self->n] = file;
      self->counters[self->n++] = i;
    }
}

void
rs_counter_group_close (RsCounterGroup *self)
{
  for (guint i = self->n; i > 0; i--)
    close (self->files[i - 1]);
  self->n = 0;
}

gboolean
rs_counter_group_read (RsCounterGroup *self, gint64 *increases)
{
  guint64 words[3 + RS_N_LINE_COUNTERS], enabled, running; /* how many, both times, and they */
  const gsize length = (3 + self->n) * sizeof *words;

  for (guint i = 0; i < RS_N_LINE_COUNTERS; i++)
    increases[i] = -1;
  if (self->n == 0 || read (self->files[0], words, length) != (gssize)length)
    return FALSE;
  enabled = words[1] - self->enabled;
  running = words[2] - self->running;
  if (running == 0 && enabled > 0)
    return FALSE; /* the next reading stands for this time, too */
  for (guint i = 0; i < self->n; i++)
    {
      increases[self->counters[i]] = rs_counter_scale (words[3 + i] - self->values[i], enabled, running);
      self->values[i] = words[3 + i];
    }
  self->enabled = words[1];
  self->running = words[2];
  return running < enabled;
}
