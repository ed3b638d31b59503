/* A launch: arguments in the order of the plan, blocks of work items, and what the kernel leaves for the host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "runtime/base/error.h"
#include "runtime/device/accumulators.h"
#include "runtime/device/cupti.h"
#include "runtime/device/launch-values.h"

#include <string.h>

#define WIDTH 32          /* work items of a block along a row: a warp */
#define MOST_BLOCKS 65535 /* in the second and the third dimension of every device */

/* Memory that a launch has for itself, and where it goes on the host when the launch is complete. */
typedef struct {
  RsLaunchBlock block;
  gpointer host;
  gsize bytes;
} Own;

typedef struct {
  CudaDevice *device;
  RsDeviceLaunch *launch;
  CUfunction kernel;
  unsigned block[3];      /* work items; neighbours of the last grid dimension first */
  gint64 part[3];         /* work items that one call of the driver starts */
  gboolean has_constants; /* arrays in constant memory, which are no arguments */
  unsigned shared;        /* bytes of shared memory to ask for */
  gint64 n_groups;        /* of launches that reduce */
  RsDeviceStatus status;
  GArray *own;      /* of Own */
  GArray *textures; /* of CudaTakenTexture */
  guint64 *values;  /* owned; of the arguments that are memory */
  guint8 *numbers;  /* owned; the struct of numbers */
} Launch;

/* --- work items --- */

static void
set_strided (Launch *self)
{
  const RsPlanGrid *grid = &self->launch->kernel->plan.grid;

  self->n_groups = rs_launch_count_groups (self->launch, self->device->units);
  self->block[0] = grid->group_items;
  self->part[0] = self->n_groups * grid->group_items;
}

/* As wide as a warp where rows are; high where they are short, or so many that their blocks could not be counted. */
static void
choose_block (Launch *self)
{
  const gint64 width = rs_launch_get_extent (self->launch, 0), rows = rs_launch_get_extent (self->launch, 1);
  const guint largest = self->launch->kernel->largest_block;
  unsigned items = RS_PLAN_LARGEST_GROUP;

  while (largest > 0 && items > largest)
    items /= 2;
  self->block[0] = MIN (WIDTH, items);
  while (self->block[0] > 1 && (gint64)self->block[0] / 2 >= width)
    self->block[0] /= 2;
  while (self->block[0] > 1 && rows > (gint64)MOST_BLOCKS * (items / self->block[0]))
    self->block[0] /= 2;
  if (rows == 1)
    self->block[0] = items;
  self->block[1] = items / self->block[0];
}

/* How many positions in dimension w of the launch are counted together: those of the second of four dimensions. */
static gint64
get_unit (const RsDeviceLaunch *launch, guint w)
{
  return w == 2 && launch->rank == 4 ? launch->grid[1] : 1;
}

static gboolean
set_dimension (Launch *self, guint w, GError **error)
{
  const RsDeviceLaunch *launch = self->launch;
  const gboolean is_whole = w == 0 || launch->kernel->plan.grid.is_blocks;
  const gint64 most = w == 0 ? G_MAXINT32 : MOST_BLOCKS, extent = rs_launch_get_extent (launch, w);
  const gint64 unit = get_unit (launch, w), part = most * self->block[w] / unit * unit;

  self->part[w] = extent <= part || is_whole ? extent : part;
  if (self->part[w] <= most * self->block[w] && self->part[w] > 0)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_GRID,
               "%" G_GINT64_FORMAT
               " work items in dimension %u are too many for the device %s, which counts up to %" G_GINT64_FORMAT
               " blocks there",
               extent, launch->rank - 1 - w, self->device->base.name, most);
  return FALSE;
}

static gboolean
set_work_items (Launch *self, GError **error)
{
  const RsDeviceLaunch *launch = self->launch;

  if (!launch->kernel->plan.grid.is_blocks)
    choose_block (self);
  else
    for (guint w = 0; w < MIN (launch->rank, 3); w++)
      self->block[w] = (unsigned)launch->block[launch->rank - 1 - w];
  for (guint w = 0; w < 3; w++)
    if (!set_dimension (self, w, error))
      return FALSE;
  return TRUE;
}

/* Of a block. */
static gsize
count_items (const Launch *self)
{
  return (gsize)self->block[0] * self->block[1] * self->block[2];
}

static gboolean
check_block (const Launch *self, GError **error)
{
  for (guint w = 0; w < 3; w++)
    {
      const int most = cuda_get_attribute (self->device->id, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + (int)w);

      if (most == 0 || self->block[w] <= (unsigned)most)
        continue;
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_GRID,
                   "a block of %u work items in dimension %u is too large for the device %s, which has up to %d there",
                   self->block[w], self->launch->rank - 1 - w, self->device->base.name, most);
      return FALSE;
    }
  return rs_launch_check_block (self->launch, &self->device->base, count_items (self), error);
}

/* --- memory of the launch's own --- */

void
cuda_free_block (gpointer device, const RsLaunchBlock *block)
{
  cuda_release (device, (CUdeviceptr)block->memory);
  cuda.cuMemFreeHost (block->host);
}

static CUresult
make_block (CudaDevice *device, RsLaunchBlock *block)
{
  CUdeviceptr memory = 0;
  CUresult code = cuda_allocate (device, &memory, block->bytes);

  if (code != CUDA_SUCCESS)
    return code;
  block->memory = (gpointer)memory;
  code = cuda.cuMemHostAlloc (&block->host, block->bytes, 0);
  if (code == CUDA_SUCCESS && block->is_zero)
    code = cuda.cuMemsetD8Async (memory, 0, block->bytes, device->stream);
  if (code != CUDA_SUCCESS)
    cuda_release (device, memory);
  return code;
}

/* is_status: it is zero, and what a launch leaves there is read only where that is not. */
static CUresult
set_own (Launch *self, guint64 *value, gpointer host, gsize bytes, gboolean is_status)
{
  Own own = { .host = host, .bytes = bytes };
  CUresult code = rs_launch_blocks_take (&self->device->blocks, bytes, is_status, &own.block)
                      ? CUDA_SUCCESS
                      : make_block (self->device, &own.block);

  if (code != CUDA_SUCCESS)
    return code;
  g_array_append_val (self->own, own);
  *value = (CUdeviceptr)own.block.memory;
  return CUDA_SUCCESS;
}

/* What the host has is there before. */
static CUresult
set_final (Launch *self, guint64 *value, gpointer host, gsize bytes)
{
  CUresult code = set_own (self, value, host, bytes, FALSE);
  const RsLaunchBlock *block;

  if (code != CUDA_SUCCESS)
    return code;
  block = &g_array_index (self->own, Own, self->own->len - 1).block;
  memcpy (block->host, host, bytes);
  return cuda.cuMemcpyHtoDAsync ((CUdeviceptr)block->memory, block->host, bytes, self->device->stream);
}

/* --- arguments --- */

static CUresult
set_argument (Launch *self, guint64 *value, const RsPlanArgument *argument)
{
  const RsDeviceLaunch *launch = self->launch;

  switch ((RsArgumentKind)argument->kind)
    {
    case RS_ARGUMENT_NUMBERS:
      rs_launch_get_numbers (launch, argument, self->numbers);
      return cuda_textures_take (self->device, launch, self->numbers, self->textures);
    case RS_ARGUMENT_MEMORY:
      *value = (CUdeviceptr)rs_launch_get_memory (launch, argument);
      return CUDA_SUCCESS;
    case RS_ARGUMENT_PARTIAL:
      return set_own (self, value, launch->arguments[argument->parameter],
                      rs_launch_get_partial_bytes (launch, argument, self->n_groups), FALSE);
    case RS_ARGUMENT_FINAL:
      return set_final (self, value, launch->arguments[argument->parameter], argument->index * sizeof (double));
    case RS_ARGUMENT_STATUS:
      self->launch->may_fail = TRUE;
      return set_own (self, value, &self->status, sizeof self->status, TRUE);
    case RS_ARGUMENT_STOP:
      *value = self->device->stop;
      return CUDA_SUCCESS;
    case RS_ARGUMENT_BARRIER:
      *value = self->device->barrier;
      return CUDA_SUCCESS;
    case RS_ARGUMENT_SHARED: /* beyond what a kernel may declare */
      self->shared = argument->index;
      return cuda.cuFuncSetAttribute (self->kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                      (int)argument->index);
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
}

/* --- running --- */

/* Positions count from where the part begins. */
static void
set_low (Launch *self, const gint64 begin[3])
{
  const RsDeviceLaunch *launch = self->launch;
  const GArray *numbers = launch->kernel->plan.numbers;

  for (guint i = 0; i < numbers->len; i++)
    {
      const RsPlanArgument *number = &g_array_index (numbers, RsPlanArgument, i);
      const guint w = number->index < launch->rank ? MIN (launch->rank - 1 - number->index, 2) : 0;
      const gint64 first = begin[w] * rs_launch_get_positions (launch, w);
      const gint64 low = (launch->rank == 4 && number->index == 1 ? 0 : first / get_unit (launch, w))
                         + (number->index == 0 ? launch->first : 0);

      if (number->kind == RS_ARGUMENT_LOW)
        memcpy (self->numbers + number->offset, &low, sizeof low);
    }
}

/* The part of the work items that begins at w[1] and w[2]. */
static CUresult
run_part (Launch *self, void **arguments, gint64 w1, gint64 w2)
{
  const RsDeviceLaunch *launch = self->launch;
  const gint64 begin[3] = { 0, w1, w2 };
  unsigned grid[3];

  for (guint w = 0; w < 3; w++)
    {
      const gint64 items = begin[w] == 0 ? self->part[w]
                                         : MIN (self->part[w], rs_launch_get_extent (launch, w) - begin[w]);

      grid[w] = (unsigned)((items + self->block[w] - 1) / self->block[w]);
    }
  set_low (self, begin);
  if (launch->kernel->plan.grid.is_together)
    return cuda.cuLaunchCooperativeKernel (self->kernel, grid[0], grid[1], grid[2], self->block[0], self->block[1],
                                           self->block[2], self->shared, self->device->stream, arguments);
  return cuda.cuLaunchKernel (self->kernel, grid[0], grid[1], grid[2], self->block[0], self->block[1], self->block[2],
                              self->shared, self->device->stream, arguments, NULL);
}

/* What blocks add to running sums, where several are to know of each other. */
static CUresult
run_totals (Launch *self, void **arguments)
{
  if (!self->launch->kernel->plan.grid.has_totals || self->n_groups < 2)
    return CUDA_SUCCESS;
  return cuda.cuLaunchKernel (((const CudaKernel *)self->launch->kernel)->totals, (unsigned)self->n_groups, 1, 1,
                              self->block[0], 1, 1, 0, self->device->stream, arguments, NULL);
}

static CUresult
run_parts (Launch *self, void **arguments)
{
  const gboolean is_strided = self->launch->kernel->plan.grid.is_strided;
  const gint64 n1 = is_strided ? 1 : rs_launch_get_extent (self->launch, 1),
               n2 = is_strided ? 1 : rs_launch_get_extent (self->launch, 2);
  CUresult code = run_totals (self, arguments);

  for (gint64 w2 = 0; w2 < n2 && code == CUDA_SUCCESS; w2 += self->part[2])
    for (gint64 w1 = 0; w1 < n1 && code == CUDA_SUCCESS; w1 += self->part[1])
      code = run_part (self, arguments, w1, w2);
  return code;
}

static CUresult
fill_and_run (Launch *self, void **arguments)
{
  CUresult code;

  if (!self->has_constants)
    return run_parts (self, arguments);
  g_mutex_lock (&self->device->constant_lock);
  code = cuda_constants_copy (self->device, self->launch);
  if (code == CUDA_SUCCESS)
    code = run_parts (self, arguments);
  g_mutex_unlock (&self->device->constant_lock);
  return code;
}

static CUresult
run_kernel (Launch *self, void **arguments)
{
  CudaCommand *command;
  CUresult code = cuda_command_begin (self->device, &command);

  if (code != CUDA_SUCCESS)
    return code;
  code = fill_and_run (self, arguments);
  if (code != CUDA_SUCCESS)
    {
      cuda_command_drop (self->device, command);
      return code;
    }
  code = cuda_command_end (self->device, command, &self->launch->kernel_ticket);
  self->launch->ticket = self->launch->kernel_ticket;
  return code;
}

/* Behind the kernel: what it leaves for the host. */
static CUresult
copy_own (Launch *self)
{
  CudaCommand *command;
  CUresult code;

  if (self->own->len == 0)
    return CUDA_SUCCESS;
  code = cuda_command_begin (self->device, &command);
  if (code != CUDA_SUCCESS)
    return code;
  for (guint i = 0; i < self->own->len && code == CUDA_SUCCESS; i++)
    {
      const Own *own = &g_array_index (self->own, Own, i);

      code = cuda.cuMemcpyDtoHAsync (own->block.host, (CUdeviceptr)own->block.memory, own->bytes, self->device->stream);
    }
  if (code == CUDA_SUCCESS)
    return cuda_command_end (self->device, command, &self->launch->ticket);
  cuda_command_drop (self->device, command);
  return code;
}

/* A copy from the host needs no multiprocessor: it comes through while kernels run. */
void
cuda_tell_stop (gpointer device)
{
  CudaDevice *self = device;

  cuda_enter (self);
  cuda.cuMemcpyHtoDAsync (self->stop, self->stop_source, sizeof *self->stop_source, self->control);
  self->is_stopped = TRUE;
}

/* In a later run of the program than that which was stopped nothing is to end any more. No kernel runs. */
static CUresult
forget_stop (CudaDevice *self, const gint *stop)
{
  CUresult code = CUDA_SUCCESS;

  g_mutex_lock (&self->tickets.lock);
  if (self->is_stopped && (stop == NULL || __atomic_load_n (stop, __ATOMIC_RELAXED) == 0))
    {
      code = cuda.cuMemsetD8Async (self->stop, 0, sizeof *self->stop_source, self->control);
      if (code == CUDA_SUCCESS)
        code = cuda.cuStreamSynchronize (self->control);
      self->is_stopped = code != CUDA_SUCCESS;
    }
  g_mutex_unlock (&self->tickets.lock);
  return code;
}

/* Whether the function has argument i of the plan: those of an array in constant memory it lacks. */
static gboolean
is_passed (const Launch *self, const GArray *plan, guint i)
{
  const RsPlanArgument *argument = &g_array_index (plan, RsPlanArgument, i);

  return !(self->has_constants && argument->kind == RS_ARGUMENT_MEMORY && argument->index > 0);
}

static CUresult
enqueue (Launch *self)
{
  const GArray *plan = self->launch->kernel->plan.arguments;
  g_autofree void **arguments = g_new (void *, plan->len + 1);
  CUresult code = forget_stop (self->device, self->launch->stop);
  guint n = 0;

  self->values = g_new0 (guint64, plan->len + 1);
  for (guint i = 0; i < plan->len && code == CUDA_SUCCESS; i++)
    {
      const RsPlanArgument *argument = &g_array_index (plan, RsPlanArgument, i);

      if (argument->kind == RS_ARGUMENT_NUMBERS)
        arguments[n++] = self->numbers = g_malloc (argument->index);
      else if (is_passed (self, plan, i))
        arguments[n++] = &self->values[i];
      code = set_argument (self, &self->values[i], argument);
    }
  self->launch->is_refused = code != CUDA_SUCCESS;
  if (code == CUDA_SUCCESS)
    code = run_kernel (self, arguments);
  return code == CUDA_SUCCESS ? copy_own (self) : code;
}

static void
take_own (Launch *self)
{
  for (guint i = 0; i < self->own->len; i++)
    {
      const Own *own = &g_array_index (self->own, Own, i);

      memcpy (own->host, own->block.host, own->bytes);
    }
}

static void
launch_free (Launch *self)
{
  for (guint i = 0; i < self->own->len; i++)
    {
      const RsLaunchBlock *block = &g_array_index (self->own, Own, i).block;

      if (block->is_zero && self->status.code != RS_KERNEL_OK)
        cuda_free_block (self->device, block);
      else
        rs_launch_blocks_give (&self->device->blocks, block);
    }
  cuda_textures_give (self->device, self->textures);
  g_array_unref (self->textures);
  g_array_unref (self->own);
  g_free (self->values);
  g_free (self->numbers);
  g_free (self);
}

static gboolean
prepare (Launch *self, GError **error)
{
  self->has_constants = cuda_constants_fit (self->launch);
  if (self->has_constants)
    self->kernel = ((const CudaKernel *)self->launch->kernel)->constant;
  if (self->launch->kernel->plan.grid.is_strided)
    set_strided (self);
  else if (!set_work_items (self, error))
    return FALSE;
  return check_block (self, error);
}

/* Blocks of the function that one multiprocessor runs at a time; 0: the driver does not say. */
static gint64
count_at_a_time (const Launch *self, CUfunction function)
{
  int n = 0;

  return cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor (&n, function, (int)count_items (self), 0) == CUDA_SUCCESS
             ? n
             : 0;
}

gboolean
cuda_can_run_together (RsDevice *device, const RsDeviceLaunch *launch)
{
  const CudaKernel *kernel = (const CudaKernel *)launch->kernel;
  Launch self = {
    .device = (CudaDevice *)device, .launch = (RsDeviceLaunch *)launch, .part = { 1, 1, 1 }, .block = { 1, 1, 1 }
  };
  gint64 n_blocks = 1, at_a_time;

  cuda_enter (self.device);
  if (!set_work_items (&self, NULL) || !check_block (&self, NULL))
    return FALSE;
  at_a_time = count_at_a_time (&self, kernel->base.entry);
  if (kernel->constant != NULL)
    {
      const gint64 other = count_at_a_time (&self, kernel->constant);

      at_a_time = MIN (at_a_time, other);
    }
  for (guint w = 0; w < 3; w++)
    n_blocks *= (rs_launch_get_extent (launch, w) + self.block[w] - 1) / self.block[w];
  return n_blocks <= at_a_time * self.device->units;
}

gboolean
cuda_launch (RsDevice *device, RsDeviceLaunch *launch, GError **error)
{
  const RsCuptiMarks *measuring;
  Launch *self;
  CUresult code;

  launch->threads = 1;
  memset (&launch->status, 0, sizeof launch->status);
  if (launch->library != NULL)
    return cuda_library_launch ((CudaDevice *)device, launch, error);
  if (rs_launch_is_empty (launch))
    return TRUE;
  self = g_new0 (Launch, 1);
  *self = (Launch){ .device = (CudaDevice *)device,
                    .launch = launch,
                    .kernel = launch->kernel->entry,
                    .part = { 1, 1, 1 },
                    .block = { 1, 1, 1 } };
  self->own = g_array_new (FALSE, FALSE, sizeof (Own));
  self->textures = g_array_new (FALSE, FALSE, sizeof (CudaTakenTexture));
  cuda_enter (self->device);
  __atomic_store_n (&self->device->stop_flag, launch->stop, __ATOMIC_RELEASE);
  if (!prepare (self, error))
    {
      launch->is_refused = TRUE;
      launch_free (self);
      return FALSE;
    }
  rs_accumulators_allocate (launch, self->n_groups);
  launch->pending = self;
  measuring = rs_cupti_begin (launch);
  rs_cupti_push (launch->id);
  code = enqueue (self);
  rs_cupti_pop ();
  rs_cupti_end (measuring, launch);
  if (code == CUDA_SUCCESS)
    return TRUE;
  if (launch->ticket != 0)
    cuda_wait (device, launch->kernel_ticket, NULL, NULL);
  cuda_finish (device, launch, FALSE, NULL);
  cuda_fail ((CudaDevice *)device, error, "failed", code);
  return FALSE;
}

gboolean
cuda_finish (RsDevice *device, RsDeviceLaunch *launch, gboolean is_complete, GError **error)
{
  Launch *self;

  if (launch->library != NULL)
    {
      cuda_library_finish ((CudaDevice *)device, launch);
      return TRUE;
    }
  self = g_steal_pointer (&launch->pending);
  if (self == NULL || rs_tickets_is_lost (&((CudaDevice *)device)->tickets)) /* it still runs, and may use all that */
    return TRUE;
  cuda_enter (self->device);
  if (is_complete)
    take_own (self);
  rs_accumulators_combine (launch, self->n_groups, is_complete && self->status.code == RS_KERNEL_OK);
  rs_launch_set_status (launch, &self->status);
  launch_free (self);
  return TRUE;
}
