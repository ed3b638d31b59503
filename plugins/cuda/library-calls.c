/* Launches that are calls of CUDA's libraries, in the order of the device's first stream.
 *
 * A device has a handle of each library that it has used. What a library works with is memory of the launch, but for
 * what its handle and cuFFT's plans keep. A library that does not start on the device is not asked again, unless it
 * lacked memory: the runtime then has other ways.
 *
 * Libraries count rows and columns the other way round: they see each matrix as its transpose.
 *
 * Threads: the session's prepares and the queue's launches, also at the same time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "plugins/cuda/library-plans.h"
#include "runtime/base/error.h"
#include "runtime/device/cupti.h"

#include "compiler/kernel/ir/abi.h"

#define SMALL_PRODUCT (1 << 24) /* products of elements: less is not worth much memory to work with */
#define SMALL_WORK_BYTES (64 << 10)
#define WORK_BYTES (4 << 20)
#define WORK_BYTES_OF_HOPPER (32 << 20)
#define CAPABILITY_OF_HOPPER 90

struct _CudaLibraries {
  GMutex lock;                       /* guards what follows, and calls of cuFFT and cuSOLVER */
  gboolean is_off[CUDA_N_LIBRARIES]; /* it can't be used on this device */
  cublasHandle_t cublas;             /* NULL: not made yet */
  cusolverDnHandle_t cusolver;
  CudaPlans plans;
};

/* --- handles --- */

/* A library has said no before anything was to be computed. */
static gboolean
turn_off (CudaLibraries *self, CudaLibraryId library, int code)
{
  const char *name;

  self->is_off[library] = cuda_library_judge (library, code, &name) != CUDA_LIBRARY_MEMORY;
  return FALSE;
}

static gboolean
open_cublas (CudaDevice *device, CudaLibraries *self)
{
  cublasHandle_t made;
  int code;

  if (self->cublas != NULL)
    return TRUE;
  code = cuda_libraries.cublasCreate_v2 (&made);
  if (code != 0)
    return turn_off (self, CUDA_CUBLAS, code);
  code = cuda_libraries.cublasSetStream_v2 (made, device->stream);
  if (code == 0)
    self->cublas = made;
  else
    cuda_libraries.cublasDestroy_v2 (made);
  return code == 0 || turn_off (self, CUDA_CUBLAS, code);
}

static gboolean
open_cusolver (CudaDevice *device, CudaLibraries *self)
{
  cusolverDnHandle_t made;
  int code;

  if (self->cusolver != NULL)
    return TRUE;
  code = cuda_libraries.cusolverDnCreate (&made);
  if (code != 0)
    return turn_off (self, CUDA_CUSOLVER, code);
  code = cuda_libraries.cusolverDnSetStream (made, device->stream);
  if (code == 0)
    self->cusolver = made;
  else
    cuda_libraries.cusolverDnDestroy (made);
  return code == 0 || turn_off (self, CUDA_CUSOLVER, code);
}

void
cuda_libraries_free (CudaDevice *device)
{
  CudaLibraries *self = g_steal_pointer (&device->libraries);

  if (self == NULL)
    return;
  cuda_plans_clear (&self->plans);
  if (self->cublas != NULL)
    cuda_libraries.cublasDestroy_v2 (self->cublas);
  if (self->cusolver != NULL)
    cuda_libraries.cusolverDnDestroy (self->cusolver);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- what they can do --- */

static CudaLibraryId
find_library (const RsLibraryCall *call)
{
  switch (call->function)
    {
    case RS_LIBRARY_PRODUCT:
      return CUDA_CUBLAS;
    case RS_LIBRARY_TRANSFORM:
      return CUDA_CUFFT;
    default:
      return CUDA_CUSOLVER;
    }
}

static gsize
get_product_work (const CudaDevice *device, const RsLibraryProduct *product)
{
  const int capability = cuda_get_attribute (device->id, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10;

  if ((double)product->m * (double)product->k * (double)product->n < SMALL_PRODUCT)
    return SMALL_WORK_BYTES;
  return capability >= CAPABILITY_OF_HOPPER ? WORK_BYTES_OF_HOPPER : WORK_BYTES;
}

static gboolean
prepare_product (CudaDevice *device, CudaLibraries *self, const RsLibraryCall *call, gsize *work_bytes)
{
  const RsLibraryProduct *product = &call->product;

  if (MAX (product->m, MAX (product->k, product->n)) > G_MAXINT32 || !open_cublas (device, self))
    return FALSE;
  if (call->element != RS_ELEMENT_SINGLE && call->element != RS_ELEMENT_DOUBLE && call->element != RS_ELEMENT_CSINGLE
      && call->element != RS_ELEMENT_CDOUBLE)
    return FALSE;
  *work_bytes = get_product_work (device, product);
  return TRUE;
}

static gboolean
prepare_transform (CudaDevice *device, CudaLibraries *self, const RsLibraryCall *call, gsize *work_bytes)
{
  int code;
  const CudaPlan *plan = cuda_plans_get (&self->plans, call, device->stream, &code);

  if (plan != NULL)
    *work_bytes = plan->work_bytes;
  return plan != NULL;
}

/* The size depends on no elements: any memory of the device does for them. */
static gboolean
prepare_system (CudaDevice *device, CudaLibraries *self, const RsLibraryCall *call, gsize *work_bytes)
{
  const int n = (int)call->system.n;
  int count = 0, code;

  if (call->system.n > G_MAXINT32 || call->system.n_right > G_MAXINT32 || !open_cusolver (device, self))
    return FALSE;
  *work_bytes = 0;
  if (call->function == RS_LIBRARY_SOLVE)
    return TRUE;
  if (call->element == RS_ELEMENT_CDOUBLE)
    {
      code = cuda_libraries.cusolverDnZgetrf_bufferSize (self->cusolver, n, n, (gpointer)device->stop, n, &count);
      *work_bytes = (gsize)MAX (count, 0) * sizeof (cuDoubleComplex);
    }
  else
    {
      code = cuda_libraries.cusolverDnDgetrf_bufferSize (self->cusolver, n, n, (gpointer)device->stop, n, &count);
      *work_bytes = (gsize)MAX (count, 0) * sizeof (double);
    }
  return code == 0;
}

gboolean
cuda_prepare_library (RsDevice *base, const RsLibraryCall *call, gsize *work_bytes)
{
  CudaDevice *device = (CudaDevice *)base;
  const CudaLibraryId library = find_library (call);
  CudaLibraries *self;
  gboolean can = FALSE;

  if (!cuda_library_open (library, NULL))
    return FALSE;
  if (device->libraries == NULL)
    {
      device->libraries = g_new0 (CudaLibraries, 1);
      g_mutex_init (&device->libraries->lock);
    }
  self = device->libraries;
  cuda_enter (device);
  g_mutex_lock (&self->lock);
  if (!self->is_off[library])
    can = library == CUDA_CUBLAS  ? prepare_product (device, self, call, work_bytes)
          : library == CUDA_CUFFT ? prepare_transform (device, self, call, work_bytes)
                                  : prepare_system (device, self, call, work_bytes);
  g_mutex_unlock (&self->lock);
  return can;
}

/* --- launches --- */

/* Of argument i; the one behind the call's own is what the library works with, NULL: there is none. */
static void *
get_memory (const RsDeviceLaunch *launch, guint i)
{
  const RsKernelArray *array = i < launch->n_arguments ? launch->arguments[i] : NULL;

  return array != NULL ? array->data : NULL;
}

/* Seen as transposes, right and left change places. */
static int
run_product (CudaLibraries *self, const RsDeviceLaunch *launch)
{
  static const cuComplex one_single = { 1, 0 }, zero_single;
  static const cuDoubleComplex one = { 1, 0 }, zero;
  const RsLibraryProduct *product = &launch->library->product;
  const int m = (int)product->m, k = (int)product->k, n = (int)product->n;
  const void *left = get_memory (launch, 0), *right = get_memory (launch, 1);
  void *result = get_memory (launch, 2);
  const RsKernelArray *work = launch->arguments[3];
  int code = cuda_libraries.cublasSetWorkspace_v2 (self->cublas, work->data, (gsize)work->dims[0]);

  if (code != 0)
    return code;
  switch (launch->library->element)
    {
    case RS_ELEMENT_SINGLE:
      return cuda_libraries.cublasSgemm_v2 (self->cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one_single.x, right, n,
                                            left, k, &zero_single.x, result, n);
    case RS_ELEMENT_DOUBLE:
      return cuda_libraries.cublasDgemm_v2 (self->cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one.x, right, n, left, k,
                                            &zero.x, result, n);
    case RS_ELEMENT_CSINGLE:
      return cuda_libraries.cublasCgemm_v2 (self->cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one_single, right, n,
                                            left, k, &zero_single, result, n);
    default:
      return cuda_libraries.cublasZgemm_v2 (self->cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, right, n, left, k,
                                            &zero, result, n);
    }
}

/* The launch has the plan until it ends. */
static int
run_transform (CudaDevice *device, CudaLibraries *self, RsDeviceLaunch *launch)
{
  int code;
  CudaPlan *plan = cuda_plans_get (&self->plans, launch->library, device->stream, &code);

  if (plan == NULL)
    return code;
  plan->n_users++;
  launch->pending = plan;
  return cuda_plan_run (plan, get_memory (launch, 0), get_memory (launch, 1), get_memory (launch, 2));
}

static int
run_factor (CudaLibraries *self, const RsDeviceLaunch *launch)
{
  const int n = (int)launch->library->system.n;
  void *matrix = get_memory (launch, 0), *pivots = get_memory (launch, 1), *state = get_memory (launch, 2);

  if (launch->library->element == RS_ELEMENT_CDOUBLE)
    return cuda_libraries.cusolverDnZgetrf (self->cusolver, n, n, matrix, n, get_memory (launch, 3), pivots, state);
  return cuda_libraries.cusolverDnDgetrf (self->cusolver, n, n, matrix, n, get_memory (launch, 3), pivots, state);
}

/* The factors are those of the transpose: the system that is meant is the transposed one. */
static int
run_solve (CudaLibraries *self, const RsDeviceLaunch *launch)
{
  const RsLibrarySystem *system = &launch->library->system;
  const int n = (int)system->n, n_right = (int)system->n_right;
  const cublasOperation_t form = system->is_transposed ? CUBLAS_OP_N : CUBLAS_OP_T;
  const void *matrix = get_memory (launch, 0), *pivots = get_memory (launch, 1);
  void *right = get_memory (launch, 2), *state = get_memory (launch, 3);

  if (launch->library->element == RS_ELEMENT_CDOUBLE)
    return cuda_libraries.cusolverDnZgetrs (self->cusolver, form, n, n_right, matrix, n, pivots, right, n, state);
  return cuda_libraries.cusolverDnDgetrs (self->cusolver, form, n, n_right, matrix, n, pivots, right, n, state);
}

static int
run (CudaDevice *device, RsDeviceLaunch *launch)
{
  CudaLibraries *self = device->libraries;
  int code;

  g_mutex_lock (&self->lock);
  switch (launch->library->function)
    {
    case RS_LIBRARY_PRODUCT:
      code = run_product (self, launch);
      break;
    case RS_LIBRARY_TRANSFORM:
      code = run_transform (device, self, launch);
      break;
    case RS_LIBRARY_FACTOR:
      code = run_factor (self, launch);
      break;
    default:
      code = run_solve (self, launch);
    }
  g_mutex_unlock (&self->lock);
  return code;
}

/* The library did not begin, or the device has failed: then it is closed. */
static void
fail (CudaDevice *device, RsDeviceLaunch *launch, int code, GError **error)
{
  const CudaLibraryId library = find_library (launch->library);
  const char *name, *device_name = device->base.name;
  const CudaOutcome outcome = cuda_library_judge (library, code, &name);

  launch->is_refused = outcome != CUDA_LIBRARY_FAULT;
  if (outcome == CUDA_LIBRARY_FAULT)
    cuda_fail (device, NULL, "failed", CUDA_ERROR_LAUNCH_FAILED);
  g_mutex_lock (&device->libraries->lock);
  turn_off (device->libraries, library, code); /* what comes next is done in another way */
  g_mutex_unlock (&device->libraries->lock);
  g_set_error (error, RS_RUNTIME_ERROR,
               outcome == CUDA_LIBRARY_MEMORY  ? RS_RUNTIME_ERROR_MEMORY
               : outcome == CUDA_LIBRARY_FAULT ? RS_RUNTIME_ERROR_DEVICE_LOST
                                               : RS_RUNTIME_ERROR_DEVICE,
               outcome == CUDA_LIBRARY_MEMORY  ? "the device %s has no memory for what %s works with (%s)"
               : outcome == CUDA_LIBRARY_FAULT ? "the device %s failed in %s (%s)"
                                               : "the device %s can't do that with %s (%s)",
               device_name, cuda_library_get_name (library), name);
}

void
cuda_library_finish (CudaDevice *device, RsDeviceLaunch *launch)
{
  CudaPlan *plan = g_steal_pointer (&launch->pending);

  __atomic_sub_fetch (&device->tickets.n_patient, 1, __ATOMIC_RELAXED);
  if (plan == NULL)
    return;
  g_mutex_lock (&device->libraries->lock);
  plan->n_users--;
  g_mutex_unlock (&device->libraries->lock);
}

/* FALSE with an error: nothing of it runs any more. */
static gboolean
enqueue (CudaDevice *device, RsDeviceLaunch *launch, GError **error)
{
  CudaCommand *command;
  CUresult code = cuda_command_begin (device, &command);
  int library_code;

  launch->is_refused = code != CUDA_SUCCESS;
  if (code == CUDA_SUCCESS)
    {
      library_code = run (device, launch);
      if (library_code != 0)
        {
          cuda_command_drop (device, command);
          fail (device, launch, library_code, error);
          return FALSE;
        }
      code = cuda_command_end (device, command, &launch->kernel_ticket);
    }
  launch->ticket = launch->kernel_ticket;
  if (code != CUDA_SUCCESS)
    cuda_fail (device, error, "failed", code);
  return code == CUDA_SUCCESS;
}

gboolean
cuda_library_launch (CudaDevice *device, RsDeviceLaunch *launch, GError **error)
{
  gboolean is_begun;

  cuda_enter (device);
  __atomic_add_fetch (&device->tickets.n_patient, 1, __ATOMIC_RELAXED);
  rs_cupti_push (launch->id);
  is_begun = enqueue (device, launch, error);
  rs_cupti_pop ();
  if (!is_begun)
    cuda_library_finish (device, launch);
  return is_begun;
}
