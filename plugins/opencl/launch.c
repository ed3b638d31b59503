/* A launch: arguments in the order of the plan, work items, and what the kernel leaves for the host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "runtime/base/error.h"
#include "runtime/device/accumulators.h"
#include "runtime/device/launch-values.h"

#include <string.h>

#define GROUP_OF_PROCESSOR 64 /* work items: a processor runs them as a loop along a row */
#define GROUP_WIDTH 32
#define GROUP_ROWS 8

/* Memory that a launch has for itself, and where it goes on the host when the launch is complete. */
typedef struct {
  RsLaunchBlock block;
  gpointer host;
  gsize bytes;
  gpointer results; /* of last values: the caller's, who is gone where the device is lost; host is the launch's */
} Own;

struct _OpenclLaunch {
  OpenclLaunch *next; /* spare */
  OpenclDevice *device;
  RsDeviceLaunch *launch;
  OpenclKernel *kernel;
  size_t global[3], local[3]; /* work items; neighbours of the last grid dimension first */
  cl_uint rank;
  gint64 n_groups;            /* of launches that reduce */
  RsDeviceStatus status;
  GArray *own;                /* of Own */
};

/* --- work items --- */

static size_t
round_up (size_t n, size_t multiple)
{
  return (n + multiple - 1) / multiple * multiple;
}

static void
set_strided (OpenclLaunch *self)
{
  const RsPlanGrid *grid = &self->launch->kernel->plan.grid;

  self->rank = 1;
  self->n_groups = rs_launch_count_groups (self->launch, self->device->units);
  self->local[0] = grid->group_items;
  self->global[0] = (size_t)self->n_groups * grid->group_items;
}

/* Of a size that nobody asks for. */
static void
limit_group (OpenclLaunch *self)
{
  const size_t largest = self->launch->kernel->largest_block;
  size_t items = 1;

  for (cl_uint w = 0; w < self->rank; w++)
    items *= self->local[w];
  for (cl_uint w = self->rank; largest > 0 && items > largest && w-- > 0;)
    for (; items > largest && self->local[w] > 1; items /= 2)
      self->local[w] /= 2;
}

static void
set_work_items (OpenclLaunch *self)
{
  const RsDeviceLaunch *launch = self->launch;
  const gboolean is_blocks = launch->kernel->plan.grid.is_blocks, is_processor = self->device->base.is_processor;
  const size_t widths[3] = { is_processor        ? GROUP_OF_PROCESSOR / rs_launch_get_positions (launch, 0)
                             : launch->rank == 1 ? GROUP_WIDTH * GROUP_ROWS
                                                 : GROUP_WIDTH,
                             is_processor ? 1 : GROUP_ROWS, 1 };

  self->rank = MIN (launch->rank, 3);
  for (guint w = 0; w < self->rank; w++)
    {
      self->local[w] = is_blocks ? (size_t)launch->block[launch->rank - 1 - w] : widths[w];
    }
  if (!is_blocks)
    limit_group (self);
  for (guint w = 0; w < self->rank; w++)
    self->global[w] = round_up ((size_t)rs_launch_get_extent (launch, w), self->local[w]);
}

/* Drivers may end the process for a block that is too large, so it is looked at before. */
static gboolean
check_block (const OpenclLaunch *self, GError **error)
{
  size_t items = 1;

  for (cl_uint w = 0; w < self->rank; w++)
    items *= self->local[w];
  return rs_launch_check_block (self->launch, &self->device->base, items, error);
}

/* --- memory of the launch's own --- */

static cl_int
make_block (OpenclDevice *device, RsLaunchBlock *block)
{
  static const char zeros[RS_LAUNCH_BLOCK_BYTES];
  cl_int code;

  block->memory = opencl.clCreateBuffer (device->context,
                                         CL_MEM_READ_WRITE | (block->is_zero ? CL_MEM_COPY_HOST_PTR : 0), block->bytes,
                                         block->is_zero ? (void *)zeros : NULL, &code);
  return code;
}

/* is_status: it is zero, and what a launch leaves there is read only where that is not. */
static cl_int
set_own (OpenclLaunch *self, cl_uint i, gpointer host, gsize bytes, gboolean is_status)
{
  Own own = { .host = host, .bytes = bytes };
  cl_int code = rs_launch_blocks_take (&self->device->blocks, bytes, is_status, &own.block)
                    ? CL_SUCCESS
                    : make_block (self->device, &own.block);

  if (code != CL_SUCCESS)
    return code;
  g_array_append_val (self->own, own);
  return opencl_kernel_set (self->kernel, i, own.block.memory);
}

/* What the host has is there before. */
static cl_int
set_final (OpenclLaunch *self, cl_uint i, gpointer results, gsize bytes)
{
  gpointer host = g_memdup2 (results, bytes);
  cl_int code = set_own (self, i, host, bytes, FALSE);
  Own *own;

  if (code != CL_SUCCESS)
    {
      g_free (host);
      return code;
    }
  own = &g_array_index (self->own, Own, self->own->len - 1);
  own->results = results;
  return opencl.clEnqueueWriteBuffer (self->device->queue, own->block.memory, CL_FALSE, 0, bytes, host, 0, NULL, NULL);
}

static cl_int
set_argument (OpenclLaunch *self, cl_uint i, const RsPlanArgument *argument)
{
  const RsDeviceLaunch *launch = self->launch;

  switch ((RsArgumentKind)argument->kind)
    {
    case RS_ARGUMENT_NUMBERS:
      return opencl_kernel_set_numbers (self->kernel, i, launch);
    case RS_ARGUMENT_MEMORY:
      return opencl_kernel_set (self->kernel, i, rs_launch_get_memory (launch, argument));
    case RS_ARGUMENT_PARTIAL:
      return set_own (self, i, launch->arguments[argument->parameter],
                      rs_launch_get_partial_bytes (launch, argument, self->n_groups), FALSE);
    case RS_ARGUMENT_FINAL:
      return set_final (self, i, launch->arguments[argument->parameter], argument->index * sizeof (double));
    case RS_ARGUMENT_STATUS:
      self->launch->may_fail = TRUE;
      return set_own (self, i, &self->status, sizeof self->status, TRUE);
    case RS_ARGUMENT_STOP:
      return opencl_kernel_set (self->kernel, i, self->device->stop);
    default: /* shared memory, which the kernel declares */
      return CL_SUCCESS;
    }
}

/* --- running --- */

/* In a later run of the program than that which was stopped nothing is to end any more. */
static void
forget_stop (OpenclDevice *self, const gint *stop)
{
  if (__atomic_load_n (&self->stop_flag, __ATOMIC_SEQ_CST) == 0)
    return;
  g_mutex_lock (&self->tickets.lock);
  if (self->stop_flag != 0 && (stop == NULL || __atomic_load_n (stop, __ATOMIC_RELAXED) == 0))
    __atomic_store_n (&self->stop_flag, 0, __ATOMIC_SEQ_CST);
  g_mutex_unlock (&self->tickets.lock);
}

static cl_int
run (OpenclLaunch *self, const OpenclKernel *kernel, cl_event *event)
{
  return opencl.clEnqueueNDRangeKernel (self->device->queue, kernel->entry, self->rank, NULL, self->global, self->local,
                                        0, NULL, event);
}

/* What groups add to running sums, where several are to know of each other: with the arguments of the kernel.
 * event: stays what it was where nothing runs. */
static cl_int
run_totals (OpenclLaunch *self, cl_event *event)
{
  const GArray *arguments = self->launch->kernel->plan.arguments;
  OpenclKernel *totals = self->kernel->totals;
  cl_int code = CL_SUCCESS;

  if (!self->launch->kernel->plan.grid.has_totals || self->n_groups < 2)
    return CL_SUCCESS;
  opencl_kernel_begin (totals, self->device);
  for (guint i = 0; i < arguments->len && code == CL_SUCCESS; i++)
    code = g_array_index (arguments, RsPlanArgument, i).kind == RS_ARGUMENT_NUMBERS
               ? opencl_kernel_set_numbers (totals, i, self->launch)
               : opencl_kernel_set (totals, i, self->kernel->set[i].memory);
  return code == CL_SUCCESS ? run (self, totals, event) : code;
}

/* The kernel, and behind it the copies of what it leaves for the host. */
static cl_int
enqueue (OpenclLaunch *self)
{
  const GArray *arguments = self->launch->kernel->plan.arguments;
  cl_command_queue queue = self->device->queue;
  cl_int code = CL_SUCCESS;
  cl_event first = NULL, event;

  opencl_kernel_begin (self->kernel, self->device);
  for (guint i = 0; i < arguments->len && code == CL_SUCCESS; i++)
    code = set_argument (self, i, &g_array_index (arguments, RsPlanArgument, i));
  if (code == CL_SUCCESS)
    code = run_totals (self, &first);
  if (code == CL_SUCCESS)
    code = run (self, self->kernel, &event);
  if (code != CL_SUCCESS)
    {
      if (first != NULL) /* it has begun */
        {
          opencl.clFinish (queue);
          opencl.clReleaseEvent (first);
        }
      return code;
    }
  self->launch->ticket = self->launch->kernel_ticket = opencl_events_add (self->device, first, event);
  for (guint i = 0; i < self->own->len && code == CL_SUCCESS; i++)
    {
      const Own *own = &g_array_index (self->own, Own, i);
      gboolean is_last = i + 1 == self->own->len;

      code = opencl.clEnqueueReadBuffer (queue, own->block.memory, CL_FALSE, 0, own->bytes, own->host, 0, NULL,
                                         is_last ? &event : NULL);
      if (code == CL_SUCCESS && is_last)
        self->launch->ticket = opencl_events_add (self->device, NULL, event);
    }
  opencl.clFlush (queue);
  return code;
}

void
opencl_tell_stop (gpointer device)
{
  OpenclDevice *self = device;

  __atomic_store_n (&self->stop_flag, 1, __ATOMIC_SEQ_CST);
}

static OpenclLaunch *
launch_new (OpenclDevice *device, RsDeviceLaunch *launch)
{
  OpenclLaunch *self = device->spare;
  GArray *own;

  if (self == NULL)
    {
      self = g_new0 (OpenclLaunch, 1);
      self->own = g_array_new (FALSE, FALSE, sizeof (Own));
    }
  else
    device->spare = self->next;
  own = self->own;
  *self = (OpenclLaunch){ .device = device, .launch = launch, .kernel = launch->kernel->entry, .own = own };
  return self;
}

static void
launch_free (OpenclLaunch *self)
{
  for (guint i = 0; i < self->own->len; i++)
    {
      const Own *own = &g_array_index (self->own, Own, i);

      if (own->block.is_zero && self->status.code != RS_KERNEL_OK)
        opencl_release_memory (self->device, own->block.memory);
      else
        rs_launch_blocks_give (&self->device->blocks, &own->block);
      if (own->results != NULL)
        g_free (own->host);
    }
  g_array_set_size (self->own, 0);
  self->next = self->device->spare;
  self->device->spare = self;
}

void
opencl_free_launches (OpenclDevice *device)
{
  for (OpenclLaunch *self; (self = device->spare) != NULL;)
    {
      device->spare = self->next;
      g_array_unref (self->own);
      g_free (self);
    }
}

gboolean
opencl_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error)
{
  OpenclLaunch *self;
  cl_int code;

  launch->threads = 1;
  memset (&launch->status, 0, sizeof launch->status);
  if (rs_launch_is_empty (launch))
    return TRUE;
  self = launch_new ((OpenclDevice *)device, launch);
  if (launch->kernel->plan.grid.is_strided)
    set_strided (self);
  else
    set_work_items (self);
  if (!check_block (self, error))
    {
      launch->is_refused = TRUE;
      launch_free (self);
      return FALSE;
    }
  rs_accumulators_allocate (launch, self->n_groups);
  launch->pending = self;
  forget_stop (self->device, launch->stop);
  code = enqueue (self);
  if (code == CL_SUCCESS)
    return TRUE;
  launch->is_refused = launch->ticket == 0;
  if (launch->ticket != 0)
    opencl_wait (device, launch->kernel_ticket, NULL, NULL);
  opencl_finish (device, launch, FALSE, NULL);
  opencl_set_error (error, device->name, "failed", code);
  return FALSE;
}

gboolean
opencl_finish (RsDevice *device, RsDeviceLaunch *launch, gboolean is_complete, GError **error)
{
  OpenclLaunch *self = g_steal_pointer (&launch->pending);

  if (self == NULL || rs_tickets_is_lost (&((OpenclDevice *)device)->tickets)) /* it still runs, and may use all that */
    return TRUE;
  rs_accumulators_combine (launch, self->n_groups, is_complete && self->status.code == RS_KERNEL_OK);
  for (guint i = 0; is_complete && i < self->own->len; i++)
    {
      const Own *own = &g_array_index (self->own, Own, i);

      if (own->results != NULL)
        memcpy (own->results, own->host, own->bytes);
    }
  rs_launch_set_status (launch, &self->status);
  launch_free (self);
  return TRUE;
}
