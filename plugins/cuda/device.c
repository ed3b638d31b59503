/* CUDA devices: what they are, and their memory.
 *
 * Names count the devices in the driver's order: cuda:0, cuda:1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "plugins/cuda/libraries.h"
#include "runtime/base/error.h"
#include "runtime/device/cupti.h"

#include <string.h>

#define NAME_LENGTH 256
#define FLAG_BYTES 256     /* of memory that kernels and the host look at ... */
#define BARRIER_OFFSET 128 /* ... in lines of their own */
#define SHUFFLING 70       /* compute capability from which a warp hands over values of all types */
#define SLEEPING 70        /* ... from which one that waits for others lets them have the multiprocessor */
#define LARGE_ARGUMENTS 70 /* ... from which kernels take LARGEST_ARGUMENTS bytes */
#define LARGE_ARGUMENTS_SINCE 12010
#define LARGEST_ARGUMENTS 32764

/* --- what there is --- */

static int
get_capability (CUdevice id)
{
  return cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10
         + cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
}

/* What text for the device is compiled for; NULL with a sentence that says why it can't be used. With kernels that come
 * with the program it can be used without a compiler. */
static char *
choose_architecture (CUdevice id, const RsSettings *settings, const RsKernelStore *kernels, char **obstacle)
{
  const char *wanted = rs_settings_get_text (settings, RS_SETTING_CUDA_BACKEND_TARGETARCHITECTURE);
  const int capability = get_capability (id);
  const char *reason;
  char *chosen;

  *obstacle = NULL;
  if (cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) == CU_COMPUTEMODE_PROHIBITED)
    {
      *obstacle = g_strdup ("its compute mode is \"prohibited\" (nvidia-smi -c 0 changes that)");
      return NULL;
    }
  if (!cuda_compiler_open (&reason) && cuda_ahead_has_any (kernels))
    return g_strdup_printf ("sm_%d", capability);
  if (!cuda_compiler_open (&reason))
    {
      *obstacle = g_strdup (reason);
      return NULL;
    }
  if (*wanted != '\0' && g_ascii_strcasecmp (wanted, "Default") != 0)
    return g_strdup (wanted);
  chosen = cuda_compiler_choose (capability);
  if (chosen == NULL)
    *obstacle = g_strdup_printf ("%s makes no code for it (compute capability %d.%d)", cuda_compiler_get_version (),
                                 capability / 10, capability % 10);
  return chosen;
}

static void
fill_info (CUdevice id, const RsSettings *settings, RsDeviceInfo *info)
{
  char name[NAME_LENGTH] = "";
  size_t bytes = 0;
  g_autofree char *architecture = choose_architecture (id, settings, NULL, &info->reason);

  cuda.cuDeviceGetName (name, sizeof name - 1, id);
  cuda.cuDeviceTotalMem (&bytes, id);
  info->kind = g_strdup ("GPU");
  info->model = g_strdup (name);
  info->cores = (guint)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  info->threads = info->cores;
  info->simd_bits = (guint)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_WARP_SIZE) * 32;
  info->memory = bytes;
  info->compiler = architecture != NULL ? g_strdup (cuda_compiler_get_version ()) : NULL;
  info->usable = info->reason == NULL;
}

static void
list (GPtrArray *devices, const RsSettings *settings)
{
  const char *reason = NULL;
  const guint n = cuda_open (&reason) ? cuda_count_devices () : 0;

  for (guint i = 0; i < n; i++)
    {
      RsDeviceInfo *info = g_new0 (RsDeviceInfo, 1);
      CUdevice id = 0;

      cuda.cuDeviceGet (&id, (int)i);
      info->name = g_strdup_printf ("cuda:%u", i);
      fill_info (id, settings, info);
      g_ptr_array_add (devices, info);
    }
  if (n == 0)
    {
      RsDeviceInfo *info = g_new0 (RsDeviceInfo, 1);

      info->name = g_strdup ("cuda");
      info->kind = g_strdup ("?");
      info->reason = g_strdup (reason != NULL ? reason : "the NVIDIA driver knows no device");
      g_ptr_array_add (devices, info);
    }
}

static void
describe (RsDevice *device, RsDeviceInfo *info)
{
  memset (info, 0, sizeof *info);
  info->name = g_strdup (device->name);
  fill_info (((CudaDevice *)device)->id, ((CudaDevice *)device)->settings, info);
}

/* --- memory --- */

CUresult
cuda_allocate (CudaDevice *self, CUdeviceptr *memory, gsize bytes)
{
  return self->has_pools ? cuda.cuMemAllocAsync (memory, MAX (bytes, 1), self->stream)
                         : cuda.cuMemAlloc (memory, MAX (bytes, 1));
}

void
cuda_release (CudaDevice *self, CUdeviceptr memory)
{
  if (self->has_pools)
    cuda.cuMemFreeAsync (memory, self->stream);
  else
    cuda.cuMemFree (memory);
}

static gpointer
allocate (RsDevice *device, gsize bytes, GError **error)
{
  CudaDevice *self = (CudaDevice *)device;
  CUdeviceptr memory = 0;
  CUresult code;

  cuda_enter (self);
  code = cuda_allocate (self, &memory, bytes);
  if (code != CUDA_SUCCESS)
    {
      g_autofree char *what = g_strdup_printf ("has no memory for %" G_GSIZE_FORMAT " bytes more", bytes);

      cuda_fail (self, error, what, code);
      return NULL;
    }
  return (gpointer)memory;
}

static void
release (RsDevice *device, gpointer memory, gsize bytes)
{
  CudaDevice *self = (CudaDevice *)device;

  if (rs_tickets_is_lost (&self->tickets)) /* a kernel may still use it */
    return;
  cuda_enter (self);
  cuda_textures_forget (self, (CUdeviceptr)memory);
  cuda_release (self, (CUdeviceptr)memory);
}

/* What the driver has, and what was freed and stays with the process. */
static guint64
get_room (RsDevice *device)
{
  CudaDevice *self = (CudaDevice *)device;
  size_t available = 0, total = 0;
  guint64 reserved = 0, used = 0;
  CUmemoryPool pool;

  if (rs_tickets_is_lost (&self->tickets))
    return G_MAXUINT64;
  cuda_enter (self);
  if (cuda.cuMemGetInfo (&available, &total) != CUDA_SUCCESS)
    return G_MAXUINT64;
  if (self->has_pools && cuda.cuDeviceGetDefaultMemPool (&pool, self->id) == CUDA_SUCCESS
      && cuda.cuMemPoolGetAttribute (pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &reserved) == CUDA_SUCCESS
      && cuda.cuMemPoolGetAttribute (pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used) == CUDA_SUCCESS)
    available += reserved - MIN (used, reserved);
  return available;
}

/* What is freed stays with the process, but with a small footprint: to give it back to the driver takes longer than
 * most kernels. */
static void
keep_pool (CudaDevice *self)
{
  CUmemoryPool pool;
  const char *model = rs_settings_get_text (self->settings, RS_SETTING_RUNTIME_GPU_MEMORYMODEL);
  guint64 threshold = g_ascii_strcasecmp (model, "SmallFootprint") == 0 ? 0 : G_MAXUINT64;

  self->has_pools = cuda_get_attribute (self->id, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0
                    && cuda.cuDeviceGetDefaultMemPool (&pool, self->id) == CUDA_SUCCESS;
  if (self->has_pools)
    cuda.cuMemPoolSetAttribute (pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold);
}

/* --- making --- */

static void
free_context (CudaDevice *self)
{
  CUstream streams[] = { self->stream, self->out, self->control };

  cuda_enter (self);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    if (streams[i] != NULL)
      cuda.cuStreamSynchronize (streams[i]); /* what is freed below is not in use any more */
  cuda_libraries_free (self);
  cuda_textures_free (self->textures);
  cuda_staging_clear (self);
  cuda_tickets_clear (self);
  rs_launch_blocks_clear (&self->blocks, cuda_free_block, self);
  if (self->stop != 0)
    cuda_release (self, self->stop);
  if (self->stop_source != NULL)
    cuda.cuMemFreeHost (self->stop_source);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    if (streams[i] != NULL)
      cuda.cuStreamDestroy (streams[i]);
  cuda.cuCtxSetCurrent (NULL);
  cuda.cuDevicePrimaryCtxRelease (self->id);
}

/* A device that is lost still runs something: what that uses stays. */
static void
dispose (RsDevice *device)
{
  CudaDevice *self = (CudaDevice *)device;

  if (rs_tickets_is_lost (&self->tickets))
    return;
  if (self->context != NULL)
    free_context (self);
  rs_cache_free (self->cache);
  g_free (self->architecture);
  rs_settings_free (self->settings);
  g_free (self);
}

static const RsDeviceTable table = {
  .describe = describe,
  .allocate = allocate,
  .free = release,
  .get_room = get_room,
  .copy_in = cuda_copy_in,
  .copy_out = cuda_copy_out,
  .copy_peer = cuda_copy_peer,
  .reaches = cuda_reaches,
  .fill = cuda_fill,
  .compile = cuda_compile,
  .get_kernel = cuda_get_kernel,
  .release_module = cuda_release_module,
  .launch = cuda_launch,
  .finish = cuda_finish,
  .can_run_together = cuda_can_run_together,
  .has_texture = cuda_has_texture,
  .wait = cuda_wait,
  .is_done = cuda_is_done,
  .has_failed = cuda_has_failed,
  .get_times = cuda_get_times,
  .prepare_library = cuda_prepare_library,
  .dispose = dispose,
};

/* Of all arguments of a kernel: more since CUDA 12.1, where driver, compiler and device are new enough. */
static gsize
get_argument_bytes (CUdevice id)
{
  int driver = 0;

  cuda.cuDriverGetVersion (&driver);
  return get_capability (id) >= LARGE_ARGUMENTS && driver >= LARGE_ARGUMENTS_SINCE
                 && cuda_compiler_get_number () >= LARGE_ARGUMENTS_SINCE
             ? LARGEST_ARGUMENTS
             : rs_target_cuda.argument_bytes;
}

void
cuda_set_capability (RsTarget *target, int capability, const RsSettings *settings)
{
  target->has_shuffles = capability >= SHUFFLING && target->warp_width == rs_target_cuda.warp_width
                         && rs_settings_get_boolean (settings, RS_SETTING_CUDA_BACKEND_WARPSHUFFLING);
  target->has_grid_barriers = capability >= SLEEPING;
}

static void
fill_target (CudaDevice *self)
{
  CUdevice id = self->id;
  int shared, opted, units;

  self->target = rs_target_cuda;
  self->target.largest_block = (guint)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  shared = cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  opted = cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  self->target.block_bytes = (gsize)MAX (shared, opted);
  self->target.argument_bytes = get_argument_bytes (id);
  self->target.constant_bytes = (gsize)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
  self->target.warp_width = (guint)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  cuda_set_capability (&self->target, get_capability (id), self->settings);
  if (cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) == 0)
    self->target.has_grid_barriers = FALSE;
  units = cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  self->units = (guint)MAX (1, units);
  self->target_of_loads = self->target;
  self->target_of_loads.has_textures = FALSE;
}

static void
fill_features (CudaDevice *self)
{
  CUdevice id = self->id;

  self->base.features = (RsDeviceFeatures){
    .units = self->units,
    .architecture = (guint)get_capability (id) * 10,
    .registers = (guint)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
    .unit_bytes = (gsize)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
    .constant_bytes = self->target.constant_bytes,
    .unit_items = (guint)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
    .unit_blocks = (guint)cuda_get_attribute (id, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
  };
}

/* The stop flag, and behind it the barrier of grids. */
static CUresult
open_flags (CudaDevice *self)
{
  CUresult code = cuda_allocate (self, &self->stop, FLAG_BYTES);

  self->barrier = self->stop + BARRIER_OFFSET;
  if (code == CUDA_SUCCESS)
    code = cuda.cuMemsetD8Async (self->stop, 0, FLAG_BYTES, self->stream);
  if (code == CUDA_SUCCESS)
    code = cuda.cuMemHostAlloc ((void **)&self->stop_source, sizeof *self->stop_source, 0);
  if (code == CUDA_SUCCESS)
    {
      *self->stop_source = 1;
      code = cuda.cuStreamSynchronize (self->stream); /* the control stream may write there from now on */
    }
  return code;
}

static CUresult
open_context (CudaDevice *self)
{
  CUstream *streams[] = { &self->stream, &self->out, &self->control };
  CUresult code = cuda.cuDevicePrimaryCtxRetain (&self->context, self->id);

  if (code != CUDA_SUCCESS)
    return code;
  cuda_enter (self);
  keep_pool (self);
  for (guint i = 0; i < G_N_ELEMENTS (streams) && code == CUDA_SUCCESS; i++)
    code = cuda.cuStreamCreate (streams[i], CU_STREAM_NON_BLOCKING);
  if (code == CUDA_SUCCESS)
    code = open_flags (self);
  if (code == CUDA_SUCCESS)
    code = cuda_tickets_init (self);
  return code == CUDA_SUCCESS ? cuda_staging_init (self) : code;
}

/* Takes architecture. */
static char *
make_identity (const char *architecture)
{
  int version = 0;

  cuda.cuDriverGetVersion (&version);
  return g_strdup_printf ("%d\n%s", version, architecture);
}

static RsDevice *
open_device (CUdevice id, const char *name, char *architecture, const RsSettings *settings,
             const RsKernelStore *kernels, GError **error)
{
  CudaDevice *self = g_new0 (CudaDevice, 1);
  CUresult code;

  self->base.table = &table;
  self->base.target = &self->target;
  self->base.target_of_loads = &self->target_of_loads;
  self->base.name = g_strdup (name);
  self->settings = rs_settings_copy (settings);
  self->id = id;
  self->architecture = architecture;
  self->kernels = kernels;
  self->base.identity = make_identity (architecture);
  self->cache = rs_cache_new (settings, &self->base);
  rs_launch_blocks_init (&self->blocks);
  self->textures = cuda_textures_new (id);
  g_mutex_init (&self->constant_lock);
  g_mutex_init (&self->peer_lock);
  g_mutex_init (&self->staging.in_lock);
  rs_tickets_init (&self->tickets, self);
  g_cond_init (&self->events.begun);
  self->base.is_recorded = rs_cupti_attach (settings);
  fill_target (self);
  fill_features (self);
  code = open_context (self);
  if (code == CUDA_SUCCESS)
    return &self->base;
  cuda_set_error (error, name, "can't be opened", code);
  rs_device_free (&self->base);
  return NULL;
}

/* The number behind the colon; without one, that of the first device that is usable. */
static guint
find_device (const char *name, const RsSettings *settings, const RsKernelStore *kernels, guint n)
{
  guint number;

  if (rs_device_parse_number (name, &number))
    return number;
  for (guint i = 0; i < n; i++)
    {
      CUdevice id = 0;
      g_autofree char *obstacle = NULL, *architecture = NULL;

      cuda.cuDeviceGet (&id, (int)i);
      architecture = choose_architecture (id, settings, kernels, &obstacle);
      if (architecture != NULL)
        return i;
    }
  return 0;
}

static RsDevice *
open_by_name (const char *name, const RsSettings *settings, const RsKernelStore *kernels, GError **error)
{
  const char *reason = NULL;
  const guint n = cuda_open (&reason) ? cuda_count_devices () : 0,
              number = n > 0 ? find_device (name, settings, kernels, n) : 0;
  g_autofree char *full = g_strdup_printf ("cuda:%u", number), *obstacle = NULL;
  char *architecture;
  CUdevice id = 0;

  if (n == 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, "the device \"%s\" can't be used: %s", name,
                   reason != NULL ? reason : "the NVIDIA driver knows no device");
      return NULL;
    }
  if (number >= n)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE,
                   "there is no device \"%s\"; CUDA devices are cuda:0 to cuda:%u", name, n - 1);
      return NULL;
    }
  cuda.cuDeviceGet (&id, (int)number);
  architecture = choose_architecture (id, settings, kernels, &obstacle);
  if (architecture != NULL)
    return open_device (id, full, architecture, settings, kernels, error);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, "the device \"%s\" can't be used: %s", name, obstacle);
  return NULL;
}

static const RsDevicePlugin plugin = { .list = list,
                                       .open = open_by_name,
                                       .list_libraries = cuda_library_list,
                                       .get_target_ahead = cuda_ahead_get_target,
                                       .compile_ahead = cuda_ahead_compile };

gconstpointer redshift_plugin_cuda (void);

gconstpointer
redshift_plugin_cuda (void)
{
  return &plugin;
}
