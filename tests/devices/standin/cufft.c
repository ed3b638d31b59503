/* cuFFT: see standin.h.
 *
 * As with cuFFT, distances and strides count where both layouts are given, a half spectrum has length / 2 + 1 numbers
 * in the last dimension, real numbers begin where complex ones may, and nothing is divided. FFTW is a copy of its own:
 * what FFTW learns is not for several threads, and the runtime's plugin has one, too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/library-types.h"
#include "standin.h"

#include <dlfcn.h>
#include <fftw3.h>
#include <string.h>

#define MOST_LENGTHS 3

enum { INVALID_PLAN = 1, ALLOC_FAILED = 2, INVALID_VALUE = 4, EXEC_FAILED = 6, INVALID_SIZE = 8 };

#define RS_CUFFT(name, arguments) cufftResult name arguments;
#include "plugins/cuda/cufft.def"
#undef RS_CUFFT

typedef struct {
  int lengths[MOST_LENGTHS]; /* as FFTW has them */
  int stride, distance;
  gsize count, last; /* of numbers; of the last one that is used, and one more */
} Side;

typedef struct {
  cudaStream_t stream;
  gboolean is_made, is_automatic;
  cufftType type;
  int rank, count;
  int lengths[MOST_LENGTHS];
  Side in, out;
  void *work;
  gsize work_bytes;
} Plan;

static GMutex lock;
static GPtrArray *plans; /* of Plan; by handle, from 1; guarded by lock */

static Plan *
find (cufftHandle handle)
{
  Plan *plan;

  g_mutex_lock (&lock);
  plan = plans != NULL && handle > 0 && (guint)handle <= plans->len ? plans->pdata[handle - 1] : NULL;
  g_mutex_unlock (&lock);
  return plan;
}

cufftResult
cufftGetProperty (libraryPropertyType part, int *value)
{
  *value = part == MINOR_VERSION;
  return 0;
}

cufftResult
cufftCreate (cufftHandle *plan)
{
  const int code = standin_fault ("cufftCreate");
  Plan *made;

  if (code != 0)
    return code;
  made = g_new0 (Plan, 1);
  made->is_automatic = TRUE;
  g_mutex_lock (&lock);
  if (plans == NULL)
    {
      plans = g_ptr_array_new ();
    }
  g_ptr_array_add (plans, made);
  *plan = (int)plans->len;
  g_mutex_unlock (&lock);
  return 0;
}

cufftResult
cufftDestroy (cufftHandle plan)
{
  Plan *self = find (plan);

  if (self == NULL)
    return INVALID_PLAN;
  g_mutex_lock (&lock);
  plans->pdata[plan - 1] = NULL;
  g_mutex_unlock (&lock);
  g_free (self);
  return 0;
}

cufftResult
cufftSetAutoAllocation (cufftHandle plan, int is_automatic)
{
  const int code = standin_fault ("cufftSetAutoAllocation");
  Plan *self = find (plan);

  if (self == NULL)
    return INVALID_PLAN;
  self->is_automatic = is_automatic != 0;
  return code;
}

static gboolean
is_half (cufftType type, gboolean is_out)
{
  return is_out ? type == CUFFT_R2C || type == CUFFT_D2Z : type == CUFFT_C2R || type == CUFFT_Z2D;
}

static gboolean
is_real (cufftType type, gboolean is_out)
{
  return is_half (type, !is_out);
}

static gboolean
is_double (cufftType type)
{
  return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
}

static gsize
get_bytes (cufftType type, gboolean is_out)
{
  return (is_real (type, is_out) ? 1 : 2) * (is_double (type) ? sizeof (double) : sizeof (float));
}

/* Without lengths of its own (NULL) the array has no gaps, and what strides say does not count. */
static void
set_side (Side *side, const Plan *plan, const long long *lengths, long long stride, long long distance, gboolean is_out)
{
  gsize used = 1;

  side->count = 1;
  for (int d = 0; d < plan->rank; d++)
    {
      const int own = d == plan->rank - 1 && is_half (plan->type, is_out) ? plan->lengths[d] / 2 + 1 : plan->lengths[d];

      side->lengths[d] = lengths != NULL ? (int)lengths[d] : own;
      used = (used - 1) * (gsize)side->lengths[d] + (gsize)own;
      side->count *= (gsize)side->lengths[d];
    }
  side->stride = lengths != NULL ? (int)stride : 1;
  side->distance = lengths != NULL ? (int)distance : (int)side->count;
  side->last = (used - 1) * (gsize)side->stride + (gsize)side->distance * (gsize)(plan->count - 1) + 1;
}

cufftResult
cufftMakePlanMany64 (cufftHandle plan, int rank, long long *lengths, long long *in_lengths, long long in_stride,
                     long long in_distance, long long *out_lengths, long long out_stride, long long out_distance,
                     cufftType type, long long count, size_t *work_bytes)
{
  const int code = standin_fault ("cufftMakePlanMany64");
  Plan *self = find (plan);

  if (code != 0 || self == NULL)
    return code != 0 ? code : INVALID_PLAN;
  if (rank < 1 || rank > MOST_LENGTHS || count < 1 || (in_lengths == NULL) != (out_lengths == NULL))
    return INVALID_VALUE;
  for (int d = 0; d < rank; d++)
    if (lengths[d] < 2 || lengths[d] > G_MAXINT32) /* shorter ones are not asked for */
      return INVALID_SIZE;
  self->rank = rank;
  self->type = type;
  self->count = (int)count;
  for (int d = 0; d < rank; d++)
    self->lengths[d] = (int)lengths[d];
  set_side (&self->in, self, in_lengths, in_stride, in_distance, FALSE);
  set_side (&self->out, self, out_lengths, out_stride, out_distance, TRUE);
  self->work_bytes = *work_bytes = self->in.count * get_bytes (type, FALSE) + 256;
  self->is_made = TRUE;
  return 0;
}

cufftResult
cufftSetStream (cufftHandle plan, cudaStream_t stream)
{
  const int code = standin_fault ("cufftSetStream");
  Plan *self = find (plan);

  if (self == NULL)
    return INVALID_PLAN;
  self->stream = stream;
  return code;
}

cufftResult
cufftSetWorkArea (cufftHandle plan, void *memory)
{
  const int code = standin_fault ("cufftSetWorkArea");
  Plan *self = find (plan);

  if (self == NULL || !self->is_made)
    return INVALID_PLAN;
  if (!standin_is_memory (memory, self->work_bytes))
    return INVALID_VALUE;
  self->work = memory;
  return code;
}

/* --- transforms --- */

#define FUNCTIONS(FUNCTION, fftw)                                                                                      \
  FUNCTION (fftw##_plan_many_dft)                                                                                      \
  FUNCTION (fftw##_plan_many_dft_r2c)                                                                                  \
  FUNCTION (fftw##_plan_many_dft_c2r)                                                                                  \
  FUNCTION (fftw##_execute)                                                                                            \
  FUNCTION (fftw##_destroy_plan)

static struct {
#define DECLARE(name) __typeof__ (&name) name;
  FUNCTIONS (DECLARE, fftw)
  FUNCTIONS (DECLARE, fftwf)
#undef DECLARE
} own;

static GMutex own_lock; /* held while a function of it runs */

static void
open_own (void)
{
  static gsize done;

  if (g_once_init_enter (&done))
    {
      void *fftw = dlmopen (LM_ID_NEWLM, "libfftw3.so.3", RTLD_NOW);
      void *fftwf = dlmopen (LM_ID_NEWLM, "libfftw3f.so.3", RTLD_NOW), *function;

      if (fftw == NULL || fftwf == NULL)
        g_error ("%s", dlerror ());
#define FIND(name)                                                                                                     \
  function = dlsym (g_str_has_prefix (#name, "fftwf_") ? fftwf : fftw, #name);                                         \
  memcpy (&own.name, &function, sizeof function);
      FUNCTIONS (FIND, fftw)
      FUNCTIONS (FIND, fftwf)
#undef FIND
      g_once_init_leave (&done, 1);
    }
}

typedef struct {
  Plan plan;
  void *from, *to;
  int direction;
} Transform;

#define DEFINE_RUN(name, fftw)                                                                                         \
  static void name (const Transform *self)                                                                             \
  {                                                                                                                    \
    const Plan *p = &self->plan;                                                                                       \
    const Side *in = &p->in, *out = &p->out;                                                                           \
    const unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;                                                             \
    fftw##_plan made                                                                                                   \
        = is_real (p->type, FALSE)                                                                                     \
              ? own.fftw##_plan_many_dft_r2c (p->rank, p->lengths, p->count, self->from, in->lengths, in->stride,      \
                                              in->distance, self->to, out->lengths, out->stride, out->distance, flags) \
          : is_real (p->type, TRUE)                                                                                    \
              ? own.fftw##_plan_many_dft_c2r (p->rank, p->lengths, p->count, self->from, in->lengths, in->stride,      \
                                              in->distance, self->to, out->lengths, out->stride, out->distance, flags) \
              : own.fftw##_plan_many_dft (p->rank, p->lengths, p->count, self->from, in->lengths, in->stride,          \
                                          in->distance, self->to, out->lengths, out->stride, out->distance,            \
                                          self->direction, flags);                                                     \
                                                                                                                       \
    own.fftw##_execute (made);                                                                                         \
    own.fftw##_destroy_plan (made);                                                                                    \
  }
DEFINE_RUN (run_double, fftw)
DEFINE_RUN (run_single, fftwf)

static void
run (void *data)
{
  const Transform *self = data;
  const Plan *plan = &self->plan;

  memset (plan->work, STANDIN_FILL_WORK, plan->work_bytes);
  open_own ();
  g_mutex_lock (&own_lock);
  if (is_double (plan->type))
    run_double (self);
  else
    run_single (self);
  g_mutex_unlock (&own_lock);
  if (is_real (plan->type, TRUE) && self->from != self->to)
    memset (self->from, STANDIN_FILL_WORK, plan->in.last * get_bytes (plan->type, FALSE));
}

static cufftResult
execute (const char *name, cufftHandle handle, cufftType type, void *from, void *to, int direction)
{
  const int code = standin_fault (name);
  const gsize aligned = is_double (type) ? 2 * sizeof (double) : 2 * sizeof (float);
  const Plan *plan = find (handle);
  Transform *job;

  if (code != 0)
    return code;
  if (plan == NULL || !plan->is_made || plan->type != type || plan->is_automatic || plan->work == NULL)
    return INVALID_PLAN;
  if ((guintptr)from % aligned != 0 || (guintptr)to % aligned != 0 || (from == to && is_real (type, FALSE))
      || !standin_is_memory (from, plan->in.last * get_bytes (type, FALSE))
      || !standin_is_memory (to, plan->out.last * get_bytes (type, TRUE)))
    return INVALID_VALUE;
  job = g_new0 (Transform, 1);
  *job = (Transform){ *plan, from, to, direction };
  return standin_call (plan->stream, name, run, job) == CUDA_SUCCESS ? 0 : EXEC_FAILED;
}

cufftResult
cufftExecC2C (cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction)
{
  return execute ("cufftExecC2C", plan, CUFFT_C2C, from, to, direction);
}

cufftResult
cufftExecR2C (cufftHandle plan, cufftReal *from, cufftComplex *to)
{
  return execute ("cufftExecR2C", plan, CUFFT_R2C, from, to, 0);
}

cufftResult
cufftExecC2R (cufftHandle plan, cufftComplex *from, cufftReal *to)
{
  return execute ("cufftExecC2R", plan, CUFFT_C2R, from, to, 0);
}

cufftResult
cufftExecZ2Z (cufftHandle plan, cufftDoubleComplex *from, cufftDoubleComplex *to, int direction)
{
  return execute ("cufftExecZ2Z", plan, CUFFT_Z2Z, from, to, direction);
}

cufftResult
cufftExecD2Z (cufftHandle plan, cufftDoubleReal *from, cufftDoubleComplex *to)
{
  return execute ("cufftExecD2Z", plan, CUFFT_D2Z, from, to, 0);
}

cufftResult
cufftExecZ2D (cufftHandle plan, cufftDoubleComplex *from, cufftDoubleReal *to)
{
  return execute ("cufftExecZ2D", plan, CUFFT_Z2D, from, to, 0);
}
