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
#include <sys/syscall.h>
#include <unistd.h>

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

  return (int)syscall (SYS_perf_event_open, &attributes, thread_id, -1, group, PERF_FLAG_FD_CLOEXEC);
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

void
rs_thread_counters_open (RsThreadCounters *self, const RsRing *ring, gboolean hardware)
{
  *self = (RsThreadCounters){ .cpu_time = ring->cpu_start };
  for (guint i = 0; i < RS_N_COUNTERS; i++)
    self->files[i] = hardware ? open_counter (i, ring->thread_id, 0, -1) : -1;
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

  if (ring->cpu_clock == -1 || clock_gettime (ring->cpu_clock, &used) != 0)
    return 0;
  self->cpu_time = (gint64)used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
  return self->cpu_time - before;
}

void
rs_thread_counters_sample (RsThreadCounters *self, gint64 *increases)
{
  for (guint i = 0; i < RS_N_COUNTERS; i++)
    {
      guint64 value = self->values[i];

      increases[i] = 0;
      if (self->files[i] < 0 || read (self->files[i], &value, sizeof value) != sizeof value)
        continue;
      increases[i] = (gint64)(value - self->values[i]);
      self->values[i] = value;
    }
}

/* --- by line --- */

void
rs_counter_group_open (RsCounterGroup *self, int thread_id)
{
  *self = (RsCounterGroup){ 0 };
  for (guint i = 0; i < RS_N_LINE_COUNTERS; i++)
    {
      int file = open_counter (i, thread_id, PERF_FORMAT_GROUP, self->n > 0 ? self->files[0] : -1);

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

void
rs_counter_group_read (RsCounterGroup *self, gint64 *increases)
{
  guint64 words[1 + RS_N_LINE_COUNTERS]; /* how many, and they */
  const gsize length = (1 + self->n) * sizeof *words;

  for (guint i = 0; i < RS_N_LINE_COUNTERS; i++)
    increases[i] = -1;
  if (self->n == 0 || read (self->files[0], words, length) != (gssize)length)
    return;
  for (guint i = 0; i < self->n; i++)
    {
      increases[self->counters[i]] = (gint64)(words[1 + i] - self->values[i]);
      self->values[i] = words[1 + i];
    }
}
