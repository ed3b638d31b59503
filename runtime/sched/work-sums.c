/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/work-sums.h"

#include "runtime/sched/queue/launch-private.h"

#include <string.h>

#include "compiler/kernel/analysis/work/work.h"
#include "runtime/trace/trace.h"

#define N_KERNELS 16u      /* that a thread sums up at a time; a power of 2 */
#define LONGEST_NS 5000000 /* from the first launch of a sum to the last */

typedef struct {
  const RsKernel *kernel; /* NULL: none */
  gint recording;
  guint64 shape; /* hash of what the work of a launch depends on */
  RsWork launch; /* ... of the last one */
  RsWork sum;
  gint64 first; /* ns */
  guint32 name, file, line, track;
} Sum;

static _Thread_local Sum sums[N_KERNELS];

static guint64
hash_bytes (guint64 hash, gconstpointer bytes, gsize n)
{
  const guint64 *words = bytes;

  for (; n >= sizeof *words; n -= sizeof *words, words++)
    hash = (hash ^ *words) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ hash >> 29;
  for (const guint8 *rest = (const guint8 *)words; n > 0; n--, rest++)
    hash = (hash ^ *rest) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ hash >> 29;
  return hash;
}

/* Grid, lengths, numbers that decide something, and arrays that have two names. */
static guint64
hash_shape (const RsKernel *kernel, const RsDeviceLaunch *launch, const guint *same)
{
  guint n;
  const RsKernelParameter *parameters = rs_kernel_get_parameters (kernel, &n);
  guint64 hash = hash_bytes (launch->rank, launch->grid, sizeof launch->grid);

  hash = hash_bytes (hash, launch->block, sizeof launch->block);
  for (guint i = 0; i < MIN (n, launch->n_arguments); i++)
    {
      const RsKernelBinding binding = parameters[i].binding;
      const gsize bytes = rs_element_get_bytes (parameters[i].element) * (gsize)MAX (parameters[i].length, 1);

      if (launch->arguments[i] == NULL)
        continue;
      if (binding == RS_BIND_NUMBER && rs_kernel_work_depends_on (kernel, i))
        hash = hash_bytes (hash, launch->arguments[i], bytes);
      else if (binding == RS_BIND_ARRAY || binding == RS_BIND_RESULT)
        hash = hash_bytes (hash, ((const RsKernelArray *)launch->arguments[i])->dims,
                           sizeof (gint64) * (gsize)MAX (parameters[i].rank, 1));
    }
  if (same != NULL)
    hash = hash_bytes (hash, same, sizeof *same * launch->n_arguments);
  return hash;
}

static const char *
describe_doubts (guint doubts)
{
  if ((doubts & RS_WORK_AT_LEAST) != 0)
    return (doubts & RS_WORK_AT_MOST) != 0 ? "about" : "at least";
  return (doubts & RS_WORK_AT_MOST) != 0 ? "at most" : (doubts & RS_WORK_ABOUT) != 0 ? "about" : NULL;
}

static void
emit (Sum *sum)
{
  const gint64 now = rs_trace_now ();
  const char *doubts = describe_doubts (sum->sum.doubts);
  RsTraceEvent event = { .start = sum->first, /* so that it is in the part of a trace that its launches are in */
                         .end = MAX (now, sum->first),
                         .kind = RS_TRACE_COMPUTE,
                         .name = sum->name,
                         .file = sum->file,
                         .line = sum->line,
                         .a = (gint64)sum->sum.single_operations,
                         .b = (gint64)sum->sum.double_operations,
                         .track = sum->track,
                         .detail = doubts != NULL ? rs_trace_name (doubts) : 0 };

  rs_trace_emit (&event);
  event.kind = RS_TRACE_TRAFFIC;
  event.a = (gint64)sum->sum.bytes_read;
  event.b = (gint64)sum->sum.bytes_written;
  event.detail = 0;
  rs_trace_emit (&event);
  sum->first = 0;
  sum->sum = (RsWork){ 0 };
}

static void
flush (Sum *sum)
{
  if (sum->first != 0 && sum->recording == __atomic_load_n (&rs_trace_listening, __ATOMIC_RELAXED))
    emit (sum);
  sum->kernel = NULL;
}

void
rs_work_sums_flush (void)
{
  for (guint i = 0; i < N_KERNELS; i++)
    flush (&sums[i]);
}

/* The sum that the kernel's launches are part of. */
static Sum *
find (const RsKernel *kernel, const RsLaunch *launch)
{
  Sum *sum = &sums[(GPOINTER_TO_SIZE (kernel) >> 6) % N_KERNELS];
  const gint recording = __atomic_load_n (&rs_trace_listening, __ATOMIC_RELAXED);

  if (sum->kernel == kernel && sum->recording == recording && sum->line == launch->line
      && sum->track == launch->counted_track)
    return sum;
  flush (sum);
  *sum = (Sum){ .kernel = kernel,
                .recording = recording,
                .name = rs_launch_get_trace_name (launch),
                .file = rs_launch_get_trace_file (launch),
                .line = launch->line,
                .track = launch->counted_track };
  return sum;
}

void
rs_work_sums_add (const RsKernel *kernel, const RsDeviceLaunch *work, const guint *same, const RsLaunch *launch,
                  gint64 now)
{
  Sum *sum = find (kernel, launch);
  const guint64 shape = hash_shape (kernel, work, same) | 1;

  if (sum->shape != shape)
    rs_kernel_count_work (kernel, work->grid, work->block, work->arguments, same, &sum->launch);
  sum->shape = shape;
  sum->sum.single_operations += sum->launch.single_operations;
  sum->sum.double_operations += sum->launch.double_operations;
  sum->sum.bytes_read += sum->launch.bytes_read;
  sum->sum.bytes_written += sum->launch.bytes_written;
  sum->sum.doubts |= sum->launch.doubts;
  if (sum->first == 0)
    sum->first = now;
  else if (now - sum->first > LONGEST_NS)
    emit (sum);
}
