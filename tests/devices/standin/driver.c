/* The driver: devices, memory, modules. See standin.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "driver.h"
#include "texture.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#define FILL_NEW 0xa5 /* memory that nobody has written yet */
#define FILL_FREE 0xdd
#define SHARED_BYTES STANDIN_DECLARED_BYTES
#define OPTED_BYTES (227 << 10) /* of shared memory, asked for at the launch */
#define CONSTANT_BYTES 65536
#define MOST_THREADS ((int)standin_number ("RS_STANDIN_BLOCK", 1024))
#define MOST_BLOCKS 65535
#define UNITS 2             /* multiprocessors */
#define MOST_UNIT_BLOCKS 32 /* blocks of one at a time */

enum { NOT_INITIALIZED = 3, INVALID_IMAGE = 200, INVALID_CONTEXT = 201, NOT_FOUND = 500 };

static Context devices[STANDIN_MOST_DEVICES];
static gboolean is_initialized;
static _Thread_local Context *current;

static GMutex lock;             /* guards what follows */
static GHashTable *allocations; /* memory of devices -> bytes */
static GHashTable *pinned;      /* memory of the host -> bytes */
static GHashTable *constants;   /* memory of modules -> bytes */

Context *
standin_context (void)
{
  return current;
}

CUresult
standin_begin (const char *function)
{
  int code = standin_fault (function);

  if (code != CUDA_SUCCESS)
    return code;
  if (!is_initialized)
    return NOT_INITIALIZED;
  if (current == NULL || current->n_references == 0)
    return INVALID_CONTEXT;
  return g_atomic_int_get (&current->failure);
}

/* --- what there is --- */

CUresult
cuInit (unsigned flags)
{
  int code = standin_fault ("cuInit");

  if (code == CUDA_SUCCESS && !is_initialized)
    {
      allocations = g_hash_table_new (NULL, NULL);
      pinned = g_hash_table_new (NULL, NULL);
      constants = g_hash_table_new (NULL, NULL);
      for (int i = 0; i < STANDIN_MOST_DEVICES; i++)
        {
          g_mutex_init (&devices[i].lock);
          devices[i].ordinal = i;
        }
      is_initialized = TRUE;
    }
  return code;
}

CUresult
cuDriverGetVersion (int *version)
{
  *version = (int)standin_number ("RS_STANDIN_DRIVER", 12000);
  return CUDA_SUCCESS;
}

static const struct {
  CUresult code;
  const char *name, *text;
} errors[] = {
  { 0, "CUDA_SUCCESS", "no error" },
  { 1, "CUDA_ERROR_INVALID_VALUE", "invalid argument" },
  { 2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory" },
  { 100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected" },
  { 200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid" },
  { 500, "CUDA_ERROR_NOT_FOUND", "named symbol not found" },
  { 700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered" },
  { 701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch" },
  { 719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure" },
  { 720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "too many blocks in cooperative launch" },
};

static CUresult
find_error (CUresult code, guint *found)
{
  for (*found = 0; *found < G_N_ELEMENTS (errors); (*found)++)
    if (errors[*found].code == code)
      return CUDA_SUCCESS;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuGetErrorName (CUresult code, const char **text)
{
  guint i;

  if (find_error (code, &i) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  *text = errors[i].name;
  return CUDA_SUCCESS;
}

CUresult
cuGetErrorString (CUresult code, const char **text)
{
  guint i;

  if (find_error (code, &i) != CUDA_SUCCESS)
    return CUDA_ERROR_INVALID_VALUE;
  *text = errors[i].text;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetCount (int *count)
{
  const guint64 n = standin_number ("RS_STANDIN_DEVICES", 2);

  *count = (int)MIN (n, STANDIN_MOST_DEVICES);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGet (CUdevice *device, int ordinal)
{
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetName (char *name, int length, CUdevice device)
{
  g_snprintf (name, (gulong)length, "stand-in: the processor, as GPU %d", device);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceTotalMem (size_t *bytes, CUdevice device)
{
  *bytes = standin_number ("RS_STANDIN_MEMORY", 1 << 30);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetAttribute (int *value, CUdevice_attribute attribute, CUdevice device)
{
  const int capability = (int)standin_number ("RS_STANDIN_CAPABILITY", 90);
  const struct {
    CUdevice_attribute attribute;
    int value;
  } all[] = {
    { CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, MOST_THREADS },
    { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, MOST_THREADS },
    { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 1, MOST_THREADS },
    { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 2, 64 },
    { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, SHARED_BYTES },
    { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, OPTED_BYTES },
    { CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, CONSTANT_BYTES },
    { CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32 },
    { CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536 },
    { CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, STANDIN_TEXTURE_ALIGNMENT },
    { CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, STANDIN_PITCH_ALIGNMENT },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH,
      (int)standin_number ("RS_STANDIN_TEXTURE_WIDTH", STANDIN_TEXTURE_WIDTH) },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, STANDIN_TEXTURE_HEIGHT },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH,
      (int)standin_number ("RS_STANDIN_TEXTURE_PITCH", STANDIN_TEXTURE_PITCH) },
    { CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, UNITS },
    { CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2 * MOST_THREADS },
    { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, OPTED_BYTES + 1024 },
    { CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, MOST_UNIT_BLOCKS },
    { CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, (int)standin_number ("RS_STANDIN_COOPERATIVE", 1) },
    { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, capability / 10 },
    { CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, capability % 10 },
    { CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1 },
  };

  *value = 0;
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].attribute == attribute)
      *value = all[i].value;
  return CUDA_SUCCESS;
}

/* --- contexts --- */

CUresult
cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device)
{
  int code = standin_fault ("cuDevicePrimaryCtxRetain");

  if (code != CUDA_SUCCESS)
    return code;
  *context = &devices[device];
  g_mutex_lock (&devices[device].lock);
  devices[device].n_references++;
  g_mutex_unlock (&devices[device].lock);
  return CUDA_SUCCESS;
}

/* The next one who asks has a new context, where nothing has failed yet. */
CUresult
cuDevicePrimaryCtxRelease (CUdevice device)
{
  g_mutex_lock (&devices[device].lock);
  if (--devices[device].n_references == 0)
    g_atomic_int_set (&devices[device].failure, CUDA_SUCCESS);
  g_mutex_unlock (&devices[device].lock);
  return CUDA_SUCCESS;
}

CUresult
cuCtxSetCurrent (CUcontext context)
{
  current = context;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetCurrent (CUcontext *context)
{
  *context = current;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetDevice (CUdevice *device)
{
  if (current == NULL)
    return CUDA_ERROR_INVALID_VALUE;
  *device = (CUdevice)(current - devices);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetDefaultMemPool (CUmemoryPool *pool, CUdevice device)
{
  *pool = (CUmemoryPool)&devices[device];
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolSetAttribute (CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
  return attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Nothing stays with the process that is not used. */
CUresult
cuMemPoolGetAttribute (CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
  if (attribute != CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT && attribute != CU_MEMPOOL_ATTR_USED_MEM_CURRENT)
    return CUDA_ERROR_INVALID_VALUE;
  g_mutex_lock (&current->lock);
  *(guint64 *)value = current->bytes;
  g_mutex_unlock (&current->lock);
  return CUDA_SUCCESS;
}

/* --- memory --- */

/* That the program may have; RS_STANDIN_TAKEN: bytes that others use. */
static guint64
get_memory (void)
{
  return standin_number ("RS_STANDIN_MEMORY", 1 << 30) - standin_number ("RS_STANDIN_TAKEN", 0);
}

CUresult
cuMemGetInfo (size_t *available, size_t *total)
{
  CUresult code = standin_begin ("cuMemGetInfo");

  if (code != CUDA_SUCCESS)
    return code;
  g_mutex_lock (&current->lock);
  *available = get_memory ();
  *available -= MIN (*available, current->bytes);
  g_mutex_unlock (&current->lock);
  *total = standin_number ("RS_STANDIN_MEMORY", 1 << 30);
  return CUDA_SUCCESS;
}

static void
remember (GHashTable *table, void *memory, gsize bytes)
{
  g_mutex_lock (&lock);
  g_hash_table_insert (table, memory, GSIZE_TO_POINTER (bytes));
  g_mutex_unlock (&lock);
}

/* Bytes; 0: it is not there. */
static gsize
forget (GHashTable *table, void *memory)
{
  gsize bytes;

  g_mutex_lock (&lock);
  bytes = GPOINTER_TO_SIZE (g_hash_table_lookup (table, memory));
  g_hash_table_remove (table, memory);
  g_mutex_unlock (&lock);
  return bytes;
}

/* Whether one of them holds all these bytes. */
static gboolean
holds (GHashTable *table, const void *memory, gsize bytes)
{
  GHashTableIter iter;
  gpointer begin, length;
  gboolean found = FALSE;

  g_mutex_lock (&lock);
  g_hash_table_iter_init (&iter, table);
  while (!found && g_hash_table_iter_next (&iter, &begin, &length))
    found = (const char *)memory >= (char *)begin
            && (const char *)memory + bytes <= (char *)begin + GPOINTER_TO_SIZE (length);
  g_mutex_unlock (&lock);
  return found;
}

/* Of memory of a device; 0: it is none. */
static gsize
get_bytes (void *memory)
{
  gsize bytes;

  g_mutex_lock (&lock);
  bytes = GPOINTER_TO_SIZE (g_hash_table_lookup (allocations, memory));
  g_mutex_unlock (&lock);
  return bytes;
}

CUresult
cuMemAlloc (CUdeviceptr *memory, size_t bytes)
{
  CUresult code = standin_begin ("cuMemAlloc");
  void *made;

  if (code != CUDA_SUCCESS)
    return code;
  g_mutex_lock (&current->lock);
  if (bytes == 0 || current->bytes + bytes > get_memory ())
    code = bytes == 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_OUT_OF_MEMORY;
  else
    current->bytes += bytes;
  g_mutex_unlock (&current->lock);
  if (code != CUDA_SUCCESS)
    return code;
  made = g_aligned_alloc (1, bytes, STANDIN_TEXTURE_ALIGNMENT);
  memset (made, FILL_NEW, bytes);
  remember (allocations, made, bytes);
  *memory = (CUdeviceptr)made;
  return CUDA_SUCCESS;
}

/* Whoever allocates behind that in the stream may have them: they count as free before they are. */
static void
give_back (gsize bytes)
{
  g_mutex_lock (&current->lock);
  current->bytes -= bytes;
  g_mutex_unlock (&current->lock);
}

gboolean
standin_free (void *memory)
{
  const gsize bytes = forget (allocations, memory);

  if (bytes == 0)
    return FALSE;
  memset (memory, FILL_FREE, bytes);
  g_aligned_free (memory);
  return TRUE;
}

CUresult
cuMemFree (CUdeviceptr memory)
{
  CUresult code = standin_begin ("cuMemFree");
  const gsize bytes = get_bytes ((void *)memory);

  if (code != CUDA_SUCCESS)
    return code;
  if (bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  give_back (bytes);
  standin_free ((void *)memory);
  return CUDA_SUCCESS;
}

CUresult
cuMemAllocAsync (CUdeviceptr *memory, size_t bytes, CUstream stream)
{
  CUresult code = standin_begin ("cuMemAllocAsync");

  return code != CUDA_SUCCESS ? code : cuMemAlloc (memory, bytes);
}

CUresult
cuMemFreeAsync (CUdeviceptr memory, CUstream stream)
{
  CUresult code = standin_begin ("cuMemFreeAsync");
  const gsize bytes = get_bytes ((void *)memory);

  if (bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  give_back (bytes);
  standin_stream_push (stream, &(StandinOperation){ .work = STANDIN_FREE, .to = (void *)memory });
  return code;
}

CUresult
cuMemHostAlloc (void **memory, size_t bytes, unsigned flags)
{
  CUresult code = standin_begin ("cuMemHostAlloc");

  if (code != CUDA_SUCCESS)
    return code;
  *memory = g_aligned_alloc (1, bytes, 4096);
  remember (pinned, *memory, bytes);
  return CUDA_SUCCESS;
}

CUresult
cuMemFreeHost (void *memory)
{
  if (forget (pinned, memory) == 0)
    return CUDA_ERROR_INVALID_VALUE;
  g_aligned_free (memory);
  return CUDA_SUCCESS;
}

CUresult
cuMemcpyHtoDAsync (CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
  CUresult code = standin_begin ("cuMemcpyHtoDAsync");

  if (code != CUDA_SUCCESS)
    return code;
  if (!holds (allocations, (void *)to, bytes) || !holds (pinned, from, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  standin_stream_push (stream,
                       &(StandinOperation){ .work = STANDIN_COPY, .to = (void *)to, .from = from, .bytes = bytes });
  return CUDA_SUCCESS;
}

CUresult
cuMemcpyDtoHAsync (void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
  CUresult code = standin_begin ("cuMemcpyDtoHAsync");

  if (code != CUDA_SUCCESS)
    return code;
  if (!holds (allocations, (void *)from, bytes) || !holds (pinned, to, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  standin_stream_push (stream,
                       &(StandinOperation){ .work = STANDIN_COPY, .to = to, .from = (void *)from, .bytes = bytes });
  return CUDA_SUCCESS;
}

CUresult
cuDeviceCanAccessPeer (int *can, CUdevice device, CUdevice peer)
{
  *can = device != peer && standin_number ("RS_STANDIN_PEERS", 1) != 0;
  return CUDA_SUCCESS;
}

CUresult
cuMemPoolSetAccess (CUmemoryPool pool, const CUmemAccessDesc *access, size_t count)
{
  Context *owner = (Context *)pool;

  for (size_t i = 0; i < count; i++)
    {
      if (access[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || &devices[access[i].location.id] == owner)
        return CUDA_ERROR_INVALID_VALUE;
      g_mutex_lock (&owner->lock);
      owner->peers |= 1u << access[i].location.id;
      g_mutex_unlock (&owner->lock);
    }
  return CUDA_SUCCESS;
}

/* On the stream of the device that the bytes go to. */
CUresult
cuMemcpyPeerAsync (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes,
                   CUstream stream)
{
  CUresult code = standin_begin ("cuMemcpyPeerAsync");

  if (code != CUDA_SUCCESS)
    return code;
  if (to_context != current || from_context == to_context || !holds (allocations, (void *)from, bytes)
      || !holds (allocations, (void *)to, bytes) || (from_context->peers >> to_context->ordinal & 1) == 0)
    return CUDA_ERROR_INVALID_VALUE;
  standin_stream_push (stream, &(StandinOperation){
                                   .work = STANDIN_COPY, .to = (void *)to, .from = (void *)from, .bytes = bytes });
  return CUDA_SUCCESS;
}

CUresult
cuMemcpyDtoDAsync (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
  CUresult code = standin_begin ("cuMemcpyDtoDAsync");

  if (code != CUDA_SUCCESS)
    return code;
  if (!holds (allocations, (void *)from, bytes)
      || !(holds (allocations, (void *)to, bytes) || holds (constants, (void *)to, bytes)))
    return CUDA_ERROR_INVALID_VALUE;
  standin_stream_push (stream, &(StandinOperation){
                                   .work = STANDIN_COPY, .to = (void *)to, .from = (void *)from, .bytes = bytes });
  return CUDA_SUCCESS;
}

/* Between bytes of the device. */
CUresult
cuMemcpy3DAsync (const CUDA_MEMCPY3D *copy, CUstream stream)
{
  CUresult code = standin_begin ("cuMemcpy3DAsync");
  const gsize from_slice = copy->srcPitch * copy->srcHeight, to_slice = copy->dstPitch * copy->dstHeight;
  const gsize last = copy->Height - 1;

  if (code != CUDA_SUCCESS)
    return code;
  if (copy->srcMemoryType != CU_MEMORYTYPE_DEVICE || copy->dstMemoryType != CU_MEMORYTYPE_DEVICE
      || copy->WidthInBytes == 0 || copy->Height == 0 || copy->Depth == 0 || copy->srcPitch < copy->WidthInBytes
      || copy->dstPitch < copy->WidthInBytes || copy->srcHeight < copy->Height || copy->dstHeight < copy->Height
      || !holds (allocations, (void *)copy->srcDevice,
                 (copy->Depth - 1) * from_slice + last * copy->srcPitch + copy->WidthInBytes)
      || !holds (allocations, (void *)copy->dstDevice,
                 (copy->Depth - 1) * to_slice + last * copy->dstPitch + copy->WidthInBytes))
    return CUDA_ERROR_INVALID_VALUE;
  for (gsize z = 0; z < copy->Depth; z++)
    standin_stream_push (stream, &(StandinOperation){ .work = STANDIN_COPY_ROWS,
                                                      .to = (char *)copy->dstDevice + z * to_slice,
                                                      .from = (const char *)copy->srcDevice + z * from_slice,
                                                      .bytes = copy->WidthInBytes,
                                                      .pitch = copy->dstPitch,
                                                      .from_pitch = copy->srcPitch,
                                                      .n_rows = copy->Height });
  return CUDA_SUCCESS;
}

CUresult
cuMemsetD8Async (CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
  CUresult code = standin_begin ("cuMemsetD8Async");

  if (code != CUDA_SUCCESS)
    return code;
  if (!holds (allocations, (void *)to, count))
    return CUDA_ERROR_INVALID_VALUE;
  standin_stream_push (stream,
                       &(StandinOperation){ .work = STANDIN_SET, .to = (void *)to, .value = value, .bytes = count });
  return CUDA_SUCCESS;
}

static CUresult
set_words (const char *function, CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height,
           CUstream stream)
{
  CUresult code = standin_begin (function);
  const gsize row = width * sizeof value;

  if (code != CUDA_SUCCESS)
    return code;
  if (to % sizeof value != 0 || pitch % sizeof value != 0 || row > pitch
      || !holds (allocations, (void *)to, (height - 1) * pitch + row))
    return CUDA_ERROR_INVALID_VALUE;
  standin_stream_push (stream, &(StandinOperation){ .work = STANDIN_SET_WORDS,
                                                    .to = (void *)to,
                                                    .word = value,
                                                    .bytes = row,
                                                    .pitch = pitch,
                                                    .n_rows = height });
  return CUDA_SUCCESS;
}

CUresult
cuMemsetD32Async (CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
  return set_words ("cuMemsetD32Async", to, count * sizeof value, value, count, 1, stream);
}

CUresult
cuMemsetD2D32Async (CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream)
{
  return set_words ("cuMemsetD2D32Async", to, pitch, value, width, height, stream);
}

/* --- kernels --- */

struct CUmod_st {
  void *library;
  GPtrArray *functions; /* of Function */
  GPtrArray *constants; /* of memory of its own */
};

CUresult
cuModuleLoadData (CUmodule *module, const void *image)
{
  CUresult code = standin_begin ("cuModuleLoadData");
  const StandinHead *head = image;
  g_autofree char *path = NULL;
  void *library;
  int file;

  if (code != CUDA_SUCCESS)
    return code;
  if (memcmp (head->magic, STANDIN_MAGIC, sizeof head->magic) != 0)
    return INVALID_IMAGE;
  file = g_file_open_tmp ("redshift-standin-XXXXXX", &path, NULL);
  if (file < 0 || write (file, head + 1, head->length) != (gssize)head->length)
    return CUDA_ERROR_OUT_OF_MEMORY;
  close (file);
  library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  unlink (path);
  if (library == NULL)
    return INVALID_IMAGE;
  *module = g_new0 (struct CUmod_st, 1);
  (*module)->library = library;
  (*module)->functions = g_ptr_array_new_with_free_func (g_free);
  (*module)->constants = g_ptr_array_new ();
  return CUDA_SUCCESS;
}

CUresult
cuModuleUnload (CUmodule module)
{
  g_ptr_array_unref (module->functions);
  for (guint i = 0; i < module->constants->len; i++)
    forget (constants, module->constants->pdata[i]);
  g_ptr_array_unref (module->constants);
  dlclose (module->library);
  g_free (module);
  return CUDA_SUCCESS;
}

CUresult
cuModuleGetGlobal (CUdeviceptr *memory, size_t *bytes, CUmodule module, const char *name)
{
  CUresult code = standin_begin ("cuModuleGetGlobal");
  g_autofree char *size = g_strdup_printf ("standin_bytes_%s", name);
  void *found;

  if (code != CUDA_SUCCESS)
    return code;
  found = dlsym (module->library, name);
  if (found == NULL)
    return NOT_FOUND;
  *memory = (CUdeviceptr)found;
  *bytes = *(const unsigned long *)dlsym (module->library, size);
  remember (constants, found, *bytes);
  g_ptr_array_add (module->constants, found);
  return CUDA_SUCCESS;
}

static gsize
count_argument_bytes (const Function *function)
{
  gsize bytes = 0;

  for (guint i = 0; i < standin_function_count (function); i++)
    bytes += standin_function_bytes (function, i);
  return bytes;
}

static gsize
get_most_argument_bytes (void)
{
  const gboolean is_new = standin_number ("RS_STANDIN_DRIVER", 12000) >= 12010
                          && standin_number ("RS_STANDIN_CAPABILITY", 90) >= 70;

  return is_new ? 32764 : 4096;
}

CUresult
cuModuleGetFunction (CUfunction *function, CUmodule module, const char *name)
{
  CUresult code = standin_begin ("cuModuleGetFunction");

  if (code != CUDA_SUCCESS)
    return code;
  *function = standin_function_new (module->library, name);
  if (*function == NULL)
    return NOT_FOUND;
  if (count_argument_bytes (*function) > get_most_argument_bytes ())
    return INVALID_IMAGE;
  g_ptr_array_add (module->functions, *function);
  return CUDA_SUCCESS;
}

CUresult
cuFuncGetAttribute (int *value, CUfunction_attribute attribute, CUfunction function)
{
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
    return CUDA_ERROR_INVALID_VALUE;
  *value = (int)standin_function_bound (function);
  *value = MIN (*value, MOST_THREADS);
  return CUDA_SUCCESS;
}

CUresult
cuFuncSetAttribute (CUfunction function, CUfunction_attribute attribute, int value)
{
  CUresult code = standin_begin ("cuFuncSetAttribute");

  if (code != CUDA_SUCCESS)
    return code;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0
      || standin_function_shared (function) + (gsize)value > OPTED_BYTES)
    return CUDA_ERROR_INVALID_VALUE;
  standin_function_allow (function, (gsize)value);
  return CUDA_SUCCESS;
}

static CUresult
check_sizes (CUfunction function, const unsigned *grid, const unsigned *block, unsigned shared_bytes)
{
  const guint64 threads = (guint64)block[0] * block[1] * block[2];

  if (threads == 0 || (guint64)grid[0] * grid[1] * grid[2] == 0 || threads > (guint)MOST_THREADS || block[2] > 64
      || grid[0] > G_MAXINT32 || grid[1] > MOST_BLOCKS || grid[2] > MOST_BLOCKS)
    return CUDA_ERROR_INVALID_VALUE;
  if (shared_bytes > standin_function_allowed (function))
    return CUDA_ERROR_INVALID_VALUE;
  return threads > standin_function_bound (function) ? CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES : CUDA_SUCCESS;
}

#define ROUND_UP_8(bytes) (((bytes) + 7) / 8 * 8)

/* What arguments point to is read now. */
static void **
copy_arguments (CUfunction function, void **arguments)
{
  const guint n = standin_function_count (function);
  void **copies = g_new0 (void *, n + 1);
  gsize bytes = 0;
  char *values;

  for (guint i = 0; i < n; i++)
    bytes += ROUND_UP_8 (standin_function_bytes (function, i));
  copies[0] = values = g_malloc0 (bytes + 1);
  for (guint i = 0; i < n; i++)
    {
      copies[i] = values;
      memcpy (values, arguments[i], standin_function_bytes (function, i));
      values += ROUND_UP_8 (standin_function_bytes (function, i));
    }
  return copies;
}

static CUresult
launch (CUfunction function, StandinOperation *operation, CUstream stream, void **arguments)
{
  const StandinTracer *tracer = __atomic_load_n (&standin_tracer, __ATOMIC_ACQUIRE);
  gint64 start = standin_now ();
  CUresult code = check_sizes (function, operation->grid, operation->block, operation->shared);

  if (code != CUDA_SUCCESS)
    return code;
  operation->function = function;
  operation->arguments = copy_arguments (function, arguments);
  if (tracer != NULL)
    operation->number = tracer->called (start, standin_now ());
  standin_stream_push (stream, operation);
  return CUDA_SUCCESS;
}

CUresult
cuLaunchKernel (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **arguments,
                void **extra)
{
  CUresult code = standin_begin ("cuLaunchKernel");
  StandinOperation operation = { .work = STANDIN_RUN,
                                 .shared = shared_bytes,
                                 .grid = { grid_x, grid_y, grid_z },
                                 .block = { block_x, block_y, block_z } };

  return code != CUDA_SUCCESS ? code : launch (function, &operation, stream, arguments);
}

/* Blocks that a multiprocessor has room for at a time. */
static guint
count_at_a_time (guint threads)
{
  return threads > 0 ? MIN (MOST_UNIT_BLOCKS, 2 * (guint)MOST_THREADS / threads) : 0;
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction function, int block_items, size_t shared_bytes)
{
  CUresult code = standin_begin ("cuOccupancyMaxActiveBlocksPerMultiprocessor");

  if (code != CUDA_SUCCESS)
    return code;
  *blocks = (int)count_at_a_time ((guint)block_items);
  return CUDA_SUCCESS;
}

CUresult
cuLaunchCooperativeKernel (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                           unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **arguments)
{
  CUresult code = standin_begin ("cuLaunchCooperativeKernel");
  StandinOperation operation = {
    .work = STANDIN_RUN, .is_together = TRUE, .grid = { grid_x, grid_y, grid_z }, .block = { block_x, block_y, block_z }
  };

  if (code != CUDA_SUCCESS)
    return code;
  if ((guint64)grid_x * grid_y * grid_z > (guint64)UNITS * count_at_a_time (block_x * block_y * block_z))
    return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  if (shared_bytes > 0 || standin_function_shared (function) > 0) /* not here */
    return CUDA_ERROR_INVALID_VALUE;
  return launch (function, &operation, stream, arguments);
}

/* --- libraries --- */

CUresult
standin_call (CUstream stream, const char *name, void (*function) (void *data), void *data)
{
  CUresult code = standin_begin ("standin_call");
  const StandinTracer *tracer = __atomic_load_n (&standin_tracer, __ATOMIC_ACQUIRE);
  StandinOperation operation = { .work = STANDIN_CALL, .called = function, .data = data, .name = name };
  gint64 start = standin_now ();

  if (code != CUDA_SUCCESS)
    {
      g_free (data);
      return code;
    }
  if (tracer != NULL)
    operation.number = tracer->called (start, standin_now ());
  standin_stream_push (stream, &operation);
  return CUDA_SUCCESS;
}

gboolean
standin_is_memory (const void *memory, gsize bytes)
{
  return holds (allocations, memory, bytes);
}

/* --- who asks for a function --- */

CUresult cuGetProcAddress_v2 (const char *name, void **function, int version, guint64 flags, int *status);

CUresult
cuGetProcAddress_v2 (const char *name, void **function, int version, guint64 flags, int *status)
{
  static const struct {
    const char *name;
    void (*function) (void);
  } all[] = {
#define RS_CU(name, arguments) { #name, (void (*) (void))name },
#include "plugins/cuda/functions.def"
#undef RS_CU
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (strcmp (all[i].name, name) == 0)
      {
        memcpy (function, &all[i].function, sizeof *function);
        *status = 0;
        return CUDA_SUCCESS;
      }
  *status = 1;
  return NOT_FOUND;
}
