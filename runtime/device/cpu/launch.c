/* A launch on the CPU: the grid is cut into boxes, and the workers take boxes until none is left.
 *
 * Boxes are runs along the last dimension, then whole rows, then whole planes, always whole blocks. How large they are
 * follows from the measured cost of a work item: large enough that handing one out costs nothing, small enough that the
 * workers end together and that Stop is noticed soon. The first launch of a kernel, whose cost is unknown, has many
 * small ones; workers take several at once when they turn out to be short. Each worker has a share of its own and helps
 * others when that is done. The team is only woken when the rest is worth it.
 *
 * Launches with accumulators cut by the grid alone, so that partial results are the same, and are combined in the same
 * order, whatever the number of threads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/device/launch-values.h"
#include "runtime/trace/trace.h"

#define PARALLEL_NS 25000.0     /* waking the team costs a fraction of this */
#define SMALLEST_BOX_NS 20000.0
#define LARGEST_BOX_NS 1e6
#define BATCH_NS 30000          /* boxes taken at once run about this long */
#define BOXES_A_THREAD 8
#define PROBE_BOXES_A_THREAD 64 /* when the cost is unknown */
#define LARGEST_PROBE_BOX 1024
#define ACCUMULATOR_BOXES 128       /* with an accumulator: so many, but not larger ... */
#define MAX_ACCUMULATOR_BOXES 1024  /* ... than what this or the next line gives */
#define LARGEST_ACCUMULATOR_BOX 4096
#define SMALLEST_ACCUMULATOR_BOX 256
#define PREFIX_BOXES 64             /* with running sums: so many, within these limits */
#define SMALLEST_PREFIX_BOX 4096
#define LARGEST_PREFIX_BOX 32768
#define SPIN_TURNS 1000             /* of waiting for another worker, before others may run */
#define PART_GAP 5000               /* ns between batches of a worker that are told as one part of the launch ... */
#define LONGEST_PART 5000000        /* ... and about how long it gets: who looks on sees long launches grow */
#define LINE_ITEMS 16           /* boxes that cut a row do so at whole cache lines of floats */

/* Boxes that a worker takes before it helps others: neighbours, and the same ones in each launch over a grid, so that
 * what they use stays in the caches of one processor. */
typedef struct {
  _Alignas (64) gint64 next; /* atomic: first box that nobody has taken */
  gint64 end;
} Share;

typedef struct {
  RsCpuDevice *device;
  RsDeviceLaunch *launch;
  gint64 n_items;
  gint64 extent[RS_MAX_GRID]; /* of a box */
  gint64 n_boxes[RS_MAX_GRID];
  gint64 n_total;             /* boxes */
  gint64 next;                /* first box that has not run before the shares are made */
  Share *shares;              /* [n_shares] */
  guint n_shares;
  gint64 n_passed;            /* atomic: boxes whose running sums are known at their start */
  gint64 busy_ns;             /* atomic: time of all workers in boxes */
  gint64 items_done;          /* atomic */
  gint n_threads;             /* allowed */
  gint64 stress_box;          /* RUNTIME_STRESS_BOX */
  gint has_fault;             /* atomic */
  RsFault fault;              /* of the first that set has_fault */
  gboolean is_traced;
  gboolean is_shared;         /* several threads run it now */
  gboolean goes_on;           /* one thread: a box begins with what the one before has come to when it has run */
} Run;

/* What one worker runs under one recovery point. */
typedef struct {
  Run *run;
  RsKernelBox box;
  gint64 first, last; /* boxes, one past the last */
  gint64 n_left;      /* in their share */
  gint64 n_items;     /* done */
  RsTraceEvent part;  /* of the trace: what the worker ran in one go and is not told yet; kind 0: nothing */
} Batch;

static gint n_active; /* atomic: launches of the process that use a team now; they divide the cores */

static gint64
count_items (const RsDeviceLaunch *launch)
{
  gint64 n = 1;

  for (guint d = 0; d < launch->rank; d++)
    n *= launch->grid[d];
  return n;
}

gint64
rs_cpu_estimate (RsDevice *device, const RsDeviceLaunch *launch)
{
  double ns;

  __atomic_load (&launch->kernel->ns_per_item, &ns, __ATOMIC_RELAXED); /* an earlier launch may end just now */
  ns *= (double)count_items (launch);
  if (ns > PARALLEL_NS)
    ns /= rs_team_get_size (((RsCpuDevice *)device)->team);
  return ns > 0 ? MAX ((gint64)MIN (ns, (double)G_MAXINT32 * 1e9), 1) : 0;
}

/* --- cutting --- */

static double
choose_box_items (const Run *run)
{
  double n = (double)run->n_items, cost = run->launch->kernel->ns_per_item, box_ns;

  if (run->launch->n_accumulators > 0)
    return MAX (MIN (n / ACCUMULATOR_BOXES, MAX (n / MAX_ACCUMULATOR_BOXES, LARGEST_ACCUMULATOR_BOX)),
                SMALLEST_ACCUMULATOR_BOX);
  if (run->stress_box > 0)
    return (double)run->stress_box;
  if (cost <= 0)
    return MIN (n / (PROBE_BOXES_A_THREAD * run->n_threads), LARGEST_PROBE_BOX);
  if (cost * n < PARALLEL_NS)
    return n / BOXES_A_THREAD; /* one thread; several boxes nevertheless, in case this launch is not like the last */
  box_ns = cost * n / (BOXES_A_THREAD * run->n_threads);
  return CLAMP (box_ns, SMALLEST_BOX_NS, LARGEST_BOX_NS) / cost;
}

/* extent work items in dimension d, as whole blocks; the last dimension is cut at whole cache lines. */
static gint64
round_extent (const RsDeviceLaunch *launch, guint d, gint64 extent)
{
  gint64 unit = MAX (launch->block[d], 1), grid = launch->grid[d];

  if (d + 1 == launch->rank)
    {
      gint64 multiple = unit, wanted = MAX (LINE_ITEMS, launch->kernel->plan.boxes.row_items);

      while (multiple % wanted != 0 && multiple < wanted * unit
             && (extent > LINE_ITEMS || launch->kernel->plan.boxes.row_items > 1))
        multiple *= 2;
      unit = multiple < extent || launch->kernel->plan.boxes.row_items > 1 ? multiple : unit;
    }
  if (extent >= grid - grid % unit)
    return grid;
  return MAX (extent / unit * unit, unit);
}

/* How many boxes dimension d is cut into. The last one takes what is left of a row where that would be less than what
 * runs together. */
static gint64
count_boxes (const RsDeviceLaunch *launch, guint d, gint64 extent)
{
  gint64 n = launch->grid[d] / extent, rest = launch->grid[d] % extent;
  gboolean joins = n > 0 && d + 1 == launch->rank && rest < launch->kernel->plan.boxes.row_items;

  return rest == 0 || joins ? n : n + 1;
}

/* Blocks that run together are neighbours along the last dimension in which a box has enough of them: what is left over
 * runs one by one, which takes many times as long. */
static void
round_blocks (Run *run)
{
  const RsDeviceLaunch *launch = run->launch;

  if (launch->kernel->plan.boxes.blocks <= 1 || run->stress_box > 0)
    return;
  for (guint d = launch->rank; d-- > 0;)
    {
      gint64 together = launch->kernel->plan.boxes.blocks * MAX (launch->block[d], 1);

      if (run->extent[d] < together)
        continue;
      if (run->extent[d] < launch->grid[d])
        run->extent[d] -= run->extent[d] % together;
      return;
    }
}

/* {!kernel_tiling mode="global"} */
static gboolean
take_box (Run *run)
{
  const RsDeviceLaunch *launch = run->launch;

  if (launch->kernel->plan.boxes.size[0] == 0 || run->stress_box > 0)
    return FALSE;
  for (guint d = 0; d < RS_MAX_GRID; d++)
    run->extent[d]
        = d < launch->rank ? round_extent (launch, d, MIN (launch->kernel->plan.boxes.size[d], launch->grid[d])) : 1;
  return TRUE;
}

static void
choose_extents (Run *run)
{
  const RsDeviceLaunch *launch = run->launch;
  const double chosen = choose_box_items (run);
  double items = MAX (chosen, 1), rows = 1, wanted = 1;

  if (launch->kernel->plan.boxes.blocks > 1 && run->stress_box == 0)
    {
      double together = (double)launch->kernel->plan.boxes.blocks;

      for (guint d = 0; d < launch->rank; d++)
        together *= (double)MAX (launch->block[d], 1);
      items = MAX (items, together);
    }
  if (launch->rank > 1 && launch->kernel->plan.boxes.rows > 1)
    {
      rows = (double)MIN (launch->kernel->plan.boxes.rows, launch->grid[launch->rank - 2]);
      wanted = launch->kernel->plan.boxes.is_tall ? (double)launch->grid[launch->rank - 2] : rows;
    }
  for (guint d = 0; d < launch->rank; d++)
    if ((launch->kernel->plan.boxes.ordered >> d & 1) != 0)
      items = MAX (items / (double)launch->grid[d], 1);
  for (guint d = RS_MAX_GRID; d-- > 0;)
    {
      if (d >= launch->rank || (launch->kernel->plan.boxes.ordered >> d & 1) != 0)
        {
          run->extent[d] = d >= launch->rank ? 1 : launch->grid[d];
          continue;
        }
      run->extent[d] = round_extent (launch, d, (gint64)MIN (MAX (items / wanted, 1), (double)launch->grid[d]));
      items = MAX (items / (double)run->extent[d], rows);
      rows = wanted = 1;
    }
}

/* Boxes of running sums follow each other in the order of the loop. They are cut by the grid alone, too. */
static void
choose_prefix_extents (Run *run)
{
  const RsDeviceLaunch *launch = run->launch;
  gint64 row = 1, items = CLAMP (run->n_items / PREFIX_BOXES, SMALLEST_PREFIX_BOX, LARGEST_PREFIX_BOX);

  for (guint d = 0; d < RS_MAX_GRID; d++)
    {
      run->extent[d] = launch->grid[d];
      row *= d > 0 ? launch->grid[d] : 1;
    }
  if (run->stress_box > 0)
    items = run->stress_box;
  if (launch->kernel->plan.boxes.has_totals)
    run->extent[0] = CLAMP (items / row, 1, launch->grid[0]);
}

static void
cut_grid (Run *run)
{
  if (run->launch->kernel->plan.boxes.has_prefix)
    choose_prefix_extents (run);
  else if (!take_box (run))
    choose_extents (run);
  round_blocks (run);
  run->n_total = 1;
  for (guint d = 0; d < RS_MAX_GRID; d++)
    {
      run->n_boxes[d] = d < run->launch->rank ? count_boxes (run->launch, d, run->extent[d]) : 1;
      run->n_total *= run->n_boxes[d];
    }
}

/* Places box number index; returns its work items. */
static gint64
place_box (const Run *run, gint64 index, RsKernelBox *box)
{
  gint64 items = 1;

  box->index = index;
  for (guint d = RS_MAX_GRID; d-- > 0;)
    {
      gint64 position = index % run->n_boxes[d];

      index /= run->n_boxes[d];
      box->low[d] = position * run->extent[d] + (d == 0 ? run->launch->first : 0);
      box->high[d] = position + 1 < run->n_boxes[d] ? box->low[d] + run->extent[d]
                                                    : run->launch->grid[d] + (d == 0 ? run->launch->first : 0);
      items *= box->high[d] - box->low[d];
    }
  return items;
}

/* --- running --- */

static gboolean
has_ended (const Run *run)
{
  const RsDeviceLaunch *launch = run->launch;

  return (launch->stop != NULL && __atomic_load_n (launch->stop, __ATOMIC_RELAXED) != 0)
         || __atomic_load_n (&run->has_fault, __ATOMIC_RELAXED) != 0;
}

static gboolean
has_failed (const Run *run)
{
  return has_ended (run) || __atomic_load_n (&run->launch->status.code, __ATOMIC_ACQUIRE) != RS_KERNEL_OK;
}

/* Whether a box need not run: the launch has ended, or a box before this one fails. Those before that one still run, so
 * that the error is the same for any number of threads. */
static gboolean
is_over (const Run *run, gint64 box)
{
  return has_failed (run) && (has_ended (run) || __atomic_load_n (&run->launch->status.box, __ATOMIC_RELAXED) < box);
}

/* The box that is the i-th to run. */
static gint64
number_box (const Run *run, gint64 i)
{
  return run->stress_box > 0 && !run->launch->kernel->plan.boxes.has_prefix ? run->n_total - 1 - i : i;
}

/* Running sums: finds what the box adds, waits for those before it, which other workers run, and lets the next begin.
 * FALSE: the launch is over. */
static gboolean
pass_on (Batch *batch)
{
  Run *run = batch->run;
  RsDeviceLaunch *launch = run->launch;

  if (run->n_total > 1)
    {
      batch->box.phase = RS_KERNEL_TOTALS;
      ((RsKernelEntry)launch->kernel->entry) (&batch->box, launch->arguments);
      batch->box.phase = RS_KERNEL_ITEMS;
    }
  for (guint turn = 0; __atomic_load_n (&run->n_passed, __ATOMIC_ACQUIRE) != batch->box.index; turn++)
    {
      if (is_over (run, batch->box.index))
        return FALSE;
      if (turn > SPIN_TURNS)
        g_thread_yield ();
    }
  rs_accumulators_pass_on (launch, batch->box.index);
  __atomic_store_n (&run->n_passed, batch->box.index + 1, __ATOMIC_RELEASE);
  return TRUE;
}

static void
run_boxes (gpointer data)
{
  Batch *batch = data;
  const Run *run = batch->run;
  RsDeviceLaunch *launch = run->launch;
  RsKernelEntry entry = (RsKernelEntry)launch->kernel->entry;

  for (gint64 i = batch->first; i < batch->last && !is_over (run, number_box (run, i)); i++)
    {
      gint64 items = place_box (run, number_box (run, i), &batch->box);

      if (run->goes_on)
        rs_accumulators_begin (launch, batch->box.index);
      else if (launch->kernel->plan.boxes.has_prefix && !pass_on (batch))
        return;
      entry (&batch->box, launch->arguments);
      if (run->goes_on)
        rs_accumulators_end (launch, batch->box.index);
      batch->n_items += items;
    }
}

static RsTraceEvent
make_chunk (const Run *run, gint64 start, gint64 end, gint64 items)
{
  return (RsTraceEvent){ .start = start,
                         .end = end,
                         .kind = RS_TRACE_CHUNK,
                         .a = (gint64)run->launch->id,
                         .b = items,
                         .track = rs_trace_thread_track (),
                         .parent = (guint32)run->launch->id };
}

static void
emit_chunk (const Run *run, gint64 start, gint64 end, gint64 items)
{
  const RsTraceEvent event = make_chunk (run, start, end, items);

  rs_trace_emit (&event);
}

static void
emit_part (Batch *batch)
{
  if (batch->part.kind == 0)
    return;
  rs_trace_emit (&batch->part);
  batch->part.kind = 0;
}

/* Batches of a worker that follow each other are one event: there are dozens of them a launch. */
static void
note_part (Batch *batch, gint64 start, gint64 end)
{
  RsTraceEvent *part = &batch->part;

  if (part->kind != 0 && (start - part->end > PART_GAP || end - part->start > LONGEST_PART))
    emit_part (batch);
  if (part->kind == 0)
    *part = make_chunk (batch->run, start, end, 0);
  part->end = end;
  part->b += batch->n_items;
}

static void
note_times (RsDeviceLaunch *launch, gint64 start, gint64 end)
{
  if (launch->started == 0)
    launch->started = start;
  launch->ended = end;
}

/* Runs the boxes of a batch; returns the nanoseconds that they took. */
static gint64
run_batch (Run *run, Batch *batch)
{
  gint64 start = rs_trace_now (), end;
  RsFault fault = { 0 };

  batch->n_items = 0;
  if (!rs_fault_guard (run_boxes, batch, run->launch->kernel->plan.boxes.allocates ? NULL : run->launch->stop, &fault)
      && !fault.is_stop && !__atomic_exchange_n (&run->has_fault, 1, __ATOMIC_ACQ_REL))
    run->fault = fault;
  end = rs_trace_now ();
  if (!run->is_shared)
    note_times (run->launch, start, end);
  __atomic_add_fetch (&run->busy_ns, end - start, __ATOMIC_RELAXED);
  __atomic_add_fetch (&run->items_done, batch->n_items, __ATOMIC_RELAXED);
  if (run->is_traced && run->is_shared)
    note_part (batch, start, end);
  return end - start;
}

static void
init_batch (Run *run, guint worker, Batch *batch)
{
  RsDeviceLaunch *launch = run->launch;
  static const gint never;

  *batch = (Batch){ .run = run };
  for (guint d = 0; d < RS_MAX_GRID; d++)
    {
      batch->box.grid[d] = d < launch->rank ? rs_launch_get_length (launch, d) : 1;
      batch->box.block[d] = d < launch->rank ? MAX (launch->block[d], 1) : 1;
    }
  batch->box.status = &launch->status;
  batch->box.stop = launch->stop != NULL ? launch->stop : &never;
  batch->box.run_padded = rs_cpu_run_padded;
  batch->box.alone = !run->is_shared;
}

/* n boxes of the worker's share, else some of another one's. FALSE: there are none. */
static gboolean
take_boxes (Run *run, guint worker, gint64 n, Batch *batch)
{
  for (guint i = 0; i < run->n_shares; i++)
    {
      Share *share = &run->shares[(worker + i) % run->n_shares];
      const gint64 left = share->end - __atomic_load_n (&share->next, __ATOMIC_RELAXED);
      const gint64 wanted = i == 0 ? n : MIN (n, MAX (left / 2, 1));

      if (left <= 0)
        continue;
      batch->first = __atomic_fetch_add (&share->next, wanted, __ATOMIC_RELAXED);
      batch->last = MIN (batch->first + wanted, share->end);
      batch->n_left = share->end - batch->last;
      if (batch->first < share->end && !is_over (run, number_box (run, batch->first)))
        return TRUE;
    }
  return FALSE;
}

static void
work (gpointer data, guint worker)
{
  Run *run = data;
  gint64 n_taken = 1;
  Batch batch;

  init_batch (run, worker, &batch);
  while (!has_ended (run) && take_boxes (run, worker, n_taken, &batch))
    {
      gint64 time = run_batch (run, &batch);

      rs_error_poll (); /* for a pause that came between two boxes */
      /* Short boxes: take more at once, but never so many that the others have to wait for this worker's last. */
      if (run->launch->kernel->plan.boxes.has_prefix)
        n_taken = 1; /* the others wait for each */
      else if (time < BATCH_NS / 2)
        n_taken = CLAMP (2 * n_taken, 1, MAX (1, batch.n_left / 4));
      else if (time > 4 * BATCH_NS)
        n_taken = MAX (1, n_taken / 2);
    }
  emit_part (&batch);
}

/* Running sums are handed on from box to box: one share, from which all take. */
static void
share_boxes (Run *run, guint n_threads)
{
  const gint64 n = run->n_total - run->next;

  run->n_shares = run->launch->kernel->plan.boxes.has_prefix ? 1 : n_threads;
  run->shares = g_aligned_alloc0 (run->n_shares, sizeof (Share), 64);
  for (guint i = 0; i < run->n_shares; i++)
    {
      run->shares[i].next = run->next + n * i / run->n_shares;
      run->shares[i].end = run->next + n * (i + 1) / run->n_shares;
    }
}

static guint
run_in_threads (Run *run, guint n_threads)
{
  guint n = 1;

  share_boxes (run, n_threads);
  if (n_threads > 1)
    {
      gint64 start = rs_trace_now ();

      if (run->is_traced && run->items_done > 0) /* what was tried alone */
        emit_chunk (run, run->launch->started, run->launch->ended, run->items_done);
      run->is_shared = TRUE;
      n = rs_team_run (run->device->team, n_threads, work, run);
      note_times (run->launch, start, rs_trace_now ());
    }
  else
    work (run, 0);
  g_aligned_free (run->shares);
  return n;
}

/* Runs boxes here until it is clear that the rest is worth waking the team for. */
static gboolean
probe (Run *run)
{
  Batch batch;
  gint64 time = 0, n_taken = 1;

  init_batch (run, 0, &batch);
  while (run->next < run->n_total && !is_over (run, number_box (run, run->next)))
    {
      batch.first = run->next;
      batch.last = MIN (run->next + n_taken, run->n_total);
      run->next = batch.last;
      time += run_batch (run, &batch);
      if ((double)time / (double)run->next * (double)(run->n_total - run->next) > PARALLEL_NS)
        return TRUE;
      n_taken *= 2;
    }
  return FALSE;
}

static void
run_all (Run *run)
{
  RsDeviceLaunch *launch = run->launch;
  double estimate = launch->kernel->ns_per_item * (double)run->n_items;
  guint n_threads = (guint)MIN (run->n_threads, run->n_total);

  launch->threads = 1;
  run->goes_on = n_threads <= 1 && launch->kernel->plan.boxes.leaves_totals;
  if (n_threads <= 1 || estimate > 2 * PARALLEL_NS || probe (run))
    launch->threads = run_in_threads (run, MAX (n_threads, 1));
  /* Of one thread the kernel says it all; samples are told apart by what their thread does. */
  if (run->is_traced && !run->is_shared && run->items_done > 0 && rs_trace_is_sampling ())
    emit_chunk (run, launch->started, launch->ended, run->items_done);
}

/* --- memory of a launch --- */

/* The cost of an item is smoothed: it differs between launches (boundaries, data, other programs). A launch that was
 * stopped says nothing about it. */
static void
remember_cost (const Run *run)
{
  RsDeviceKernel *kernel = run->launch->kernel;
  double cost;

  __atomic_add_fetch (&run->device->base.busy, run->busy_ns / MAX (run->launch->threads, 1), __ATOMIC_RELAXED);
  if (has_failed (run))
    return;
  cost = MAX ((double)run->busy_ns / (double)run->items_done, 1e-3);
  if (kernel->ns_per_item > 0)
    cost = 0.5 * (kernel->ns_per_item + cost);
  __atomic_store (&kernel->ns_per_item, &cost, __ATOMIC_RELAXED);
}

static void
set_fault (const RsFault *fault, GError **error)
{
  if (fault->signal == SIGFPE)
    g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FAULT, "an integer was divided by zero");
  else if (fault->signal == SIGILL)
    g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FAULT,
                         "the processor does not know an instruction of the compiled code");
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FAULT,
                 "memory outside of the arrays was accessed (address %p)", fault->address);
}

gboolean
rs_cpu_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error)
{
  Run run = { .device = (RsCpuDevice *)device, .launch = launch, .is_traced = rs_trace_is_on () };
  gint n_launches;

  g_assert (launch->kernel != NULL && launch->rank >= 1 && launch->rank <= RS_MAX_GRID);
  memset (&launch->status, 0, sizeof launch->status);
  launch->threads = 1;
  launch->started = launch->ended = 0;
  run.stress_box = rs_settings_get_integer (run.device->settings, RS_SETTING_RUNTIME_STRESS_BOX);
  run.n_items = count_items (launch);
  if (run.n_items <= 0)
    return TRUE;
  n_launches = __atomic_add_fetch (&n_active, 1, __ATOMIC_SEQ_CST);
  run.n_threads = MAX (1, (gint)rs_team_get_size (run.device->team) / n_launches);
  cut_grid (&run);
  launch->n_boxes = run.n_total;
  memcpy (launch->box, run.extent, sizeof launch->box);
  rs_accumulators_allocate (launch, run.n_total);
  run_all (&run);
  rs_accumulators_combine (launch, run.n_total, !has_failed (&run));
  __atomic_sub_fetch (&n_active, 1, __ATOMIC_SEQ_CST);
  if (run.has_fault)
    {
      set_fault (&run.fault, error);
      return FALSE;
    }
  remember_cost (&run);
  return TRUE;
}
