/* A launch: arguments in the order of the plan, work items, and what the kernel leaves for the host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "compiler/kernel/ir/abi.h"
#include "runtime/device/accumulators.h"
#include "runtime/error.h"

#include <string.h>

#define GROUP_OF_PROCESSOR 64 /* work items: a processor runs them as a loop along a row */
#define GROUP_WIDTH 32
#define GROUP_ROWS 8
#define GROUPS_PER_UNIT 8 /* of launches that reduce; each group leaves a partial result */

/* Memory that a launch has for itself, and where it goes on the host when the launch is complete. */
typedef struct {
  cl_mem memory;
  gpointer host;
  gsize bytes;
} Own;

typedef struct {
  OpenclDevice *device;
  RsDeviceLaunch *launch;
  cl_kernel kernel;
  size_t global[3], local[3]; /* work items; neighbours of the last grid dimension first */
  cl_uint rank;
  gint64 n_groups;            /* of launches that reduce */
  RsDeviceStatus status;
  GArray *own;                /* of Own */
} Launch;

/* --- work items --- */

static size_t
round_up (size_t n, size_t multiple)
{
  return (n + multiple - 1) / multiple * multiple;
}

static void
set_strided (Launch *self)
{
  const RsPlanGrid *grid = &self->launch->kernel->plan.grid;
  gint64 items = 1;

  for (guint k = 0; k < self->launch->rank; k++)
    items *= self->launch->grid[k];
  self->rank = 1;
  self->n_groups = CLAMP ((items + grid->group_items - 1) / grid->group_items, 1, (gint64)self->device->units * GROUPS_PER_UNIT);
  self->local[0] = grid->group_items;
  self->global[0] = (size_t)self->n_groups * grid->group_items;
}

/* The number of work items in dimension w of the launch. */
static gint64
get_extent (const RsDeviceLaunch *launch, guint w)
{
  return w == 2 && launch->rank == 4 ? launch->grid[0] * launch->grid[1] : launch->grid[launch->rank - 1 - w];
}

static void
set_work_items (Launch *self)
{
  const RsDeviceLaunch *launch = self->launch;
  const gboolean is_blocks = launch->kernel->plan.grid.is_blocks, is_processor = self->device->is_processor;
  const size_t widths[3] = { is_processor ? GROUP_OF_PROCESSOR : launch->rank == 1 ? GROUP_WIDTH * GROUP_ROWS : GROUP_WIDTH,
                             is_processor ? 1 : GROUP_ROWS, 1 };

  self->rank = MIN (launch->rank, 3);
  for (guint w = 0; w < self->rank; w++)
    {
      self->local[w] = is_blocks ? (size_t)launch->block[launch->rank - 1 - w] : widths[w];
      self->global[w] = round_up ((size_t)get_extent (launch, w), self->local[w]);
    }
}

/* Drivers may end the process for a block that is too large, so it is looked at before. */
static gboolean
check_block (const Launch *self, GError **error)
{
  size_t largest = 0, items = 1;

  opencl.clGetKernelWorkGroupInfo (self->kernel, self->device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof largest, &largest, NULL);
  for (cl_uint w = 0; w < self->rank; w++)
    items *= self->local[w];
  if (items <= largest || largest == 0)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE,
               "a block of %" G_GSIZE_FORMAT " work items is too large for the device %s, which runs this kernel in blocks of up to %"
               G_GSIZE_FORMAT, items, self->device->base.name, largest);
  return FALSE;
}

/* --- arguments --- */

static cl_int
set_bytes (Launch *self, cl_uint i, gsize bytes, gconstpointer value)
{
  return opencl.clSetKernelArg (self->kernel, i, bytes, value);
}

static cl_int
set_integer (Launch *self, cl_uint i, gint64 value)
{
  return set_bytes (self, i, sizeof value, &value);
}

static cl_int
set_number (Launch *self, cl_uint i, const RsPlanArgument *argument)
{
  static const gsize bytes[] = { [RS_ARGUMENT_BOOL] = 1, [RS_ARGUMENT_I32] = 4, [RS_ARGUMENT_I64] = 8, [RS_ARGUMENT_F32] = 4,
                                 [RS_ARGUMENT_F64] = 8 };
  const guint8 *value = (const guint8 *)self->launch->arguments[argument->parameter] + argument->index * bytes[argument->type];

  if (argument->type == RS_ARGUMENT_BOOL)
    return set_bytes (self, i, sizeof (gint32), &(gint32){ *value });
  return set_bytes (self, i, bytes[argument->type], value);
}

/* Memory of the launch's own, with what the host has there before. */
static cl_int
set_own (Launch *self, cl_uint i, gpointer host, gsize bytes)
{
  cl_int code;
  Own own = { opencl.clCreateBuffer (self->device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, host, &code), host, bytes };

  if (own.memory == NULL)
    return code;
  g_array_append_val (self->own, own);
  return set_bytes (self, i, sizeof own.memory, &own.memory);
}

static const RsKernelArray *
get_array (const RsDeviceLaunch *launch, const RsPlanArgument *argument)
{
  return launch->arguments[argument->parameter];
}

static gint64
count_elements (const RsKernelArray *array)
{
  gint64 n = 1;

  for (guint k = 0; k < G_N_ELEMENTS (array->dims); k++)
    n *= array->dims[k];
  return n;
}

static guint
get_length (const Launch *self, guint parameter)
{
  for (guint i = 0; i < self->launch->n_accumulators; i++)
    if (self->launch->accumulators[i].argument == parameter)
      return self->launch->accumulators[i].length;
  g_return_val_if_reached (1);
}

static cl_int
set_argument (Launch *self, cl_uint i, const RsPlanArgument *argument)
{
  const RsDeviceLaunch *launch = self->launch;

  switch ((RsArgumentKind)argument->kind)
    {
    case RS_ARGUMENT_NUMBER:
      return set_number (self, i, argument);
    case RS_ARGUMENT_MEMORY:
      return set_bytes (self, i, sizeof (cl_mem), &get_array (launch, argument)->data);
    case RS_ARGUMENT_OFFSET:
    case RS_ARGUMENT_LOW:
      return set_integer (self, i, 0);
    case RS_ARGUMENT_LENGTH:
      return set_integer (self, i, get_array (launch, argument)->dims[argument->index]);
    case RS_ARGUMENT_COUNT:
      return set_integer (self, i, count_elements (get_array (launch, argument)));
    case RS_ARGUMENT_PARTIAL:
      return set_own (self, i, launch->arguments[argument->parameter],
                      (gsize)self->n_groups * get_length (self, argument->parameter) * sizeof (double));
    case RS_ARGUMENT_FINAL:
      return set_own (self, i, launch->arguments[argument->parameter], argument->index * sizeof (double));
    case RS_ARGUMENT_HIGH:
    case RS_ARGUMENT_GRID:
      return set_integer (self, i, launch->grid[argument->index]);
    case RS_ARGUMENT_BLOCK:
      return set_integer (self, i, launch->block[argument->index]);
    case RS_ARGUMENT_STATUS:
      return set_own (self, i, &self->status, sizeof self->status);
    case RS_ARGUMENT_SHARED:
      break; /* the kernel declares it */
    }
  return CL_INVALID_ARG_INDEX;
}

/* --- running --- */

static cl_int
run (Launch *self)
{
  const GArray *arguments = self->launch->kernel->plan.arguments;
  cl_command_queue queue = self->device->queue;
  cl_int code = CL_SUCCESS;

  for (guint i = 0; i < arguments->len && code == CL_SUCCESS; i++)
    code = set_argument (self, i, &g_array_index (arguments, RsPlanArgument, i));
  if (code == CL_SUCCESS)
    code = opencl.clEnqueueNDRangeKernel (queue, self->kernel, self->rank, NULL, self->global, self->local, 0, NULL, NULL);
  for (guint i = 0; i < self->own->len && code == CL_SUCCESS; i++)
    {
      const Own *own = &g_array_index (self->own, Own, i);

      code = opencl.clEnqueueReadBuffer (queue, own->memory, CL_FALSE, 0, own->bytes, own->host, 0, NULL, NULL);
    }
  if (code == CL_SUCCESS)
    code = opencl.clFinish (queue);
  return code;
}

static void
take_status (Launch *self)
{
  const RsDeviceStatus *from = &self->status;
  RsKernelStatus *to = &self->launch->status;

  to->code = from->code;
  to->line = from->line;
  to->parameter = from->parameter;
  to->dimension = from->dimension;
  to->text = from->text;
  to->is_write = from->is_write;
  to->index = from->index;
  to->size = from->size;
}

static gboolean
is_empty (const RsDeviceLaunch *launch)
{
  for (guint k = 0; k < launch->rank; k++)
    if (launch->grid[k] <= 0)
      return TRUE;
  return FALSE;
}

gboolean
opencl_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error)
{
  Launch self = { .device = (OpenclDevice *)device, .launch = launch, .kernel = launch->kernel->entry };
  cl_int code;

  launch->threads = 1;
  memset (&launch->status, 0, sizeof launch->status);
  if (is_empty (launch))
    return TRUE;
  if (launch->kernel->plan.grid.is_strided)
    set_strided (&self);
  else
    set_work_items (&self);
  if (!check_block (&self, error))
    return FALSE;
  self.own = g_array_new (FALSE, FALSE, sizeof (Own));
  rs_accumulators_allocate (launch, self.n_groups);
  code = run (&self);
  for (guint i = 0; i < self.own->len; i++)
    opencl.clReleaseMemObject (g_array_index (self.own, Own, i).memory);
  g_array_unref (self.own);
  rs_accumulators_combine (launch, self.n_groups, code == CL_SUCCESS && self.status.code == RS_KERNEL_OK);
  if (code != CL_SUCCESS)
    {
      opencl_set_error (error, device->name, "failed", code);
      return FALSE;
    }
  take_status (&self);
  return TRUE;
}

/* A launch is complete when it returns. */
gboolean
opencl_wait (RsDevice *device, RsDeviceLaunch *launch, GError **error)
{
  return TRUE;
}
