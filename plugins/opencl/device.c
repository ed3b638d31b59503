/* OpenCL devices: what they are, and their memory.
 *
 * Names count the devices of all platforms in the driver's order: opencl:0, opencl:1. One that has no compiler is
 * listed with the reason and not used. What needs double precision runs on the CPU where the device has none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "runtime/base/error.h"

#include <string.h>

#define LEAST_BYTES 64 /* of memory: OpenCL has no empty buffers */

/* --- what there is --- */

/* Why the device can't be used; NULL: it can. */
static const char *
get_obstacle (cl_device_id id)
{
  if (opencl_get_number (id, CL_DEVICE_AVAILABLE) == 0)
    return "the driver says that it is not available";
  if (opencl_get_number (id, CL_DEVICE_COMPILER_AVAILABLE) == 0)
    return "its driver has no compiler";
  if (opencl_get_number (id, CL_DEVICE_ENDIAN_LITTLE) == 0)
    return "its bytes are in another order than the host's";
  return NULL;
}

static const char *
get_kind (cl_device_id id)
{
  cl_ulong type = opencl_get_number (id, CL_DEVICE_TYPE);

  return type & CL_DEVICE_TYPE_GPU ? "GPU" : type & CL_DEVICE_TYPE_CPU ? "CPU" : "accelerator";
}

static void
fill_info (cl_device_id id, RsDeviceInfo *info)
{
  info->kind = g_strdup (get_kind (id));
  info->model = opencl_get_text (id, CL_DEVICE_NAME);
  info->cores = (guint)opencl_get_number (id, CL_DEVICE_MAX_COMPUTE_UNITS);
  info->threads = info->cores;
  info->simd_bits = (guint)opencl_get_number (id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT) * 32;
  info->memory = opencl_get_number (id, CL_DEVICE_GLOBAL_MEM_SIZE);
  info->compiler = opencl_get_text (id, CL_DRIVER_VERSION);
  info->reason = g_strdup (get_obstacle (id));
  info->usable = info->reason == NULL;
  info->may_end_process = opencl_may_end_process (id);
}

static void
list (GPtrArray *devices, const RsSettings *settings)
{
  const char *reason;
  g_autoptr (GArray) ids = opencl_open (&reason) ? opencl_list_devices () : NULL;

  for (guint i = 0; ids != NULL && i < ids->len; i++)
    {
      RsDeviceInfo *info = g_new0 (RsDeviceInfo, 1);

      info->name = g_strdup_printf ("opencl:%u", i);
      fill_info (g_array_index (ids, cl_device_id, i), info);
      g_ptr_array_add (devices, info);
    }
  if (ids == NULL || ids->len == 0)
    {
      RsDeviceInfo *info = g_new0 (RsDeviceInfo, 1);

      info->name = g_strdup ("opencl");
      info->kind = g_strdup ("?");
      info->reason = ids == NULL ? g_strdup (reason) : opencl_explain_absence ();
      g_ptr_array_add (devices, info);
    }
}

static void
describe (RsDevice *device, RsDeviceInfo *info)
{
  memset (info, 0, sizeof *info);
  info->name = g_strdup (device->name);
  fill_info (((OpenclDevice *)device)->id, info);
}

/* --- memory --- */

static gpointer
allocate (RsDevice *device, gsize bytes, GError **error)
{
  OpenclDevice *self = (OpenclDevice *)device;
  cl_int code;
  cl_mem memory = opencl.clCreateBuffer (self->context, CL_MEM_READ_WRITE, MAX (bytes, LEAST_BYTES), NULL, &code);

  if (memory == NULL)
    {
      g_autofree char *what = g_strdup_printf ("has no memory for %" G_GSIZE_FORMAT " bytes more", bytes);

      opencl_set_error (error, device->name, what, code);
    }
  return memory;
}

static void
release (RsDevice *device, gpointer memory, gsize bytes)
{
  if (!rs_tickets_is_lost (&((OpenclDevice *)device)->tickets)) /* a kernel may still use it */
    opencl_release_memory ((OpenclDevice *)device, memory);
}

static gboolean
end_copy (OpenclDevice *self, cl_command_queue queue, cl_int code, cl_event event, const char *what, guint64 *ticket,
          GError **error)
{
  if (code != CL_SUCCESS)
    {
      opencl_set_error (error, self->base.name, what, code);
      return FALSE;
    }
  *ticket = opencl_events_add (self, NULL, event);
  opencl.clFlush (queue);
  return TRUE;
}

static gboolean
copy_in (RsDevice *device, gpointer to, gsize offset, gconstpointer from, gsize bytes, guint64 *ticket, GError **error)
{
  OpenclDevice *self = (OpenclDevice *)device;
  cl_event event;
  cl_int code;

  if (rs_tickets_check_lost (&self->tickets, device->name, RS_RUNTIME_ERROR_DEVICE_LOST, error))
    return FALSE;
  code = opencl.clEnqueueWriteBuffer (self->queue, to, CL_FALSE, offset, bytes, from, 0, NULL, &event);
  return end_copy (self, self->queue, code, event, "can't take a copy of an array", ticket, error);
}

static gboolean
fill (RsDevice *device, gpointer to, gsize offset, gsize bytes, gconstpointer element, gsize element_bytes,
      guint64 *ticket, GError **error)
{
  OpenclDevice *self = (OpenclDevice *)device;
  cl_event event;
  cl_int code;

  if (rs_tickets_check_lost (&self->tickets, device->name, RS_RUNTIME_ERROR_DEVICE_LOST, error))
    return FALSE;
  code = opencl.clEnqueueFillBuffer (self->queue, to, element, element_bytes, offset, bytes, 0, NULL, &event);
  return end_copy (self, self->queue, code, event, "can't fill an array", ticket, error);
}

static gboolean
copy_out (RsDevice *device, gpointer to, gconstpointer from, gsize offset, gsize bytes, guint64 *ticket, GError **error)
{
  OpenclDevice *self = (OpenclDevice *)device;
  cl_event event;
  cl_int code;

  if (rs_tickets_check_lost (&self->tickets, device->name, RS_RUNTIME_ERROR_DEVICE_LOST, error))
    return FALSE;
  code = opencl.clEnqueueReadBuffer (self->out, (cl_mem)(gpointer)from, CL_FALSE, offset, bytes, to, 0, NULL, &event);
  return end_copy (self, self->out, code, event, "can't give back an array", ticket, error);
}

/* --- making --- */

static void
free_block (gpointer device, const RsLaunchBlock *block)
{
  opencl.clReleaseMemObject (block->memory);
}

/* A device that is lost still runs something: what that uses stays. */
static void
dispose (RsDevice *device)
{
  OpenclDevice *self = (OpenclDevice *)device;

  if (rs_tickets_is_lost (&self->tickets))
    return;
  opencl_events_drain (self);
  rs_launch_blocks_clear (&self->blocks, free_block, NULL);
  opencl_free_launches (self);
  if (self->stop != NULL)
    opencl.clReleaseMemObject (self->stop);
  if (self->out != NULL)
    opencl.clReleaseCommandQueue (self->out);
  if (self->queue != NULL)
    opencl.clReleaseCommandQueue (self->queue);
  if (self->context != NULL)
    opencl.clReleaseContext (self->context);
  rs_cache_free (self->cache);
  rs_settings_free (self->settings);
  g_free (self);
}

static const RsDeviceTable table = {
  .describe = describe,
  .allocate = allocate,
  .free = release,
  .copy_in = copy_in,
  .copy_out = copy_out,
  .fill = fill,
  .compile = opencl_compile,
  .get_kernel = opencl_get_kernel,
  .release_module = opencl_release_module,
  .launch = opencl_launch,
  .finish = opencl_finish,
  .wait = opencl_wait,
  .is_done = opencl_is_done,
  .has_failed = opencl_has_failed,
  .get_times = opencl_get_times,
  .dispose = dispose,
};

/* By the numbers that the PCI bus knows vendors by, which drivers give. */
static RsPlatform
find_platform (cl_device_id id)
{
  switch (opencl_get_number (id, CL_DEVICE_VENDOR_ID))
    {
    case 0x10de:
      return RS_PLATFORM_OPENCL_NVIDIA;
    case 0x1002:
      return RS_PLATFORM_OPENCL_AMD;
    default:
      return RS_PLATFORM_OPENCL;
    }
}

static void
fill_target (OpenclDevice *self)
{
  cl_device_id id = self->id;

  self->target = rs_target_opencl;
  self->target.platform = find_platform (id);
  self->target.largest_block = (guint)opencl_get_number (id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  self->target.block_bytes = (gsize)opencl_get_number (id, CL_DEVICE_LOCAL_MEM_SIZE);
  self->target.argument_bytes = (gsize)opencl_get_number (id, CL_DEVICE_MAX_PARAMETER_SIZE);
  self->target.has_double = opencl_get_number (id, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  self->target.runs_items_in_turn = (opencl_get_number (id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
  self->base.largest_array = opencl_get_number (id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  self->target.has_atomics_64 = opencl_has_extension (id, "cl_khr_int64_base_atomics");
}

static void
fill_features (OpenclDevice *self)
{
  self->base.features = (RsDeviceFeatures){
    .units = self->units,
    .unit_bytes = self->target.block_bytes,
    .constant_bytes = (gsize)opencl_get_number (self->id, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE),
    .unit_items = self->target.largest_block,
    .unit_blocks = 1,
  };
}

static gboolean
open_queues (OpenclDevice *self, cl_int *code)
{
  self->context = opencl.clCreateContext (NULL, 1, &self->id, NULL, NULL, code);
  if (self->context != NULL)
    self->queue = opencl.clCreateCommandQueue (self->context, self->id, CL_QUEUE_PROFILING_ENABLE, code);
  if (self->queue != NULL)
    self->out = opencl.clCreateCommandQueue (self->context, self->id, CL_QUEUE_PROFILING_ENABLE, code);
  if (self->out != NULL)
    self->stop = opencl.clCreateBuffer (self->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof self->stop_flag,
                                        &self->stop_flag, code);
  return self->stop != NULL;
}

static RsDevice *
open_device (cl_device_id id, const char *name, const RsSettings *settings, GError **error)
{
  OpenclDevice *self = g_new0 (OpenclDevice, 1);
  cl_int code;

  self->base.table = &table;
  self->base.target = &self->target;
  self->base.name = g_strdup (name);
  self->settings = rs_settings_copy (settings);
  self->id = id;
  self->units = (guint)opencl_get_number (id, CL_DEVICE_MAX_COMPUTE_UNITS);
  self->units = MAX (1, self->units);
  self->rounds_quotients = (opencl_get_number (id, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)
                           != 0;
  self->cache = rs_cache_new (settings, &self->base);
  self->base.is_processor = (opencl_get_number (id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
  self->base.identity = opencl_get_identity (id); /* for keys of the cache, too */
  rs_launch_blocks_init (&self->blocks);
  opencl_events_init (self);
  fill_target (self);
  fill_features (self);
  if (open_queues (self, &code))
    return &self->base;
  opencl_set_error (error, name, "can't be opened", code);
  rs_device_free (&self->base);
  return NULL;
}

/* The number behind the colon; without one, that of the first device that is usable. */
static guint
find_device (const GArray *ids, const char *name)
{
  guint number;

  if (rs_device_parse_number (name, &number))
    return number;
  for (guint i = 0; i < ids->len; i++)
    if (get_obstacle (g_array_index (ids, cl_device_id, i)) == NULL)
      return i;
  return 0;
}

static RsDevice *
open_by_name (const char *name, const RsSettings *settings, const RsKernelStore *kernels, GError **error)
{
  const char *reason;
  g_autoptr (GArray) ids = opencl_open (&reason) ? opencl_list_devices () : NULL;
  g_autofree char *full = NULL, *absence = NULL;
  guint number;

  if (ids != NULL && ids->len == 0)
    reason = absence = opencl_explain_absence ();
  number = ids != NULL ? find_device (ids, name) : 0;
  if (ids != NULL && ids->len > 0 && number >= ids->len)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE,
                   "there is no device \"%s\"; OpenCL devices are opencl:0 to opencl:%u", name, ids->len - 1);
      return NULL;
    }
  if (ids != NULL && ids->len > 0)
    reason = get_obstacle (g_array_index (ids, cl_device_id, number));
  if (reason != NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, "the device \"%s\" can't be used: %s", name,
                   reason);
      return NULL;
    }
  full = g_strdup_printf ("opencl:%u", number);
  return open_device (g_array_index (ids, cl_device_id, number), full, settings, error);
}

static const RsDevicePlugin plugin = { .list = list, .open = open_by_name };

gconstpointer redshift_plugin_opencl (void);

gconstpointer
redshift_plugin_opencl (void)
{
  return &plugin;
}
