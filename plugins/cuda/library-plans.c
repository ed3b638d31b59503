/* SPDX-License-Identifier: Apache-2.0 */
#include "plugins/cuda/library-plans.h"

#include <string.h>

#define MOST_PLANS 16

static void
plan_free (gpointer data)
{
  CudaPlan *self = data;

  cuda_libraries.cufftDestroy (self->handle);
  g_free (self);
}

static gboolean
is_double (const CudaPlan *self)
{
  return self->element == RS_ELEMENT_CDOUBLE;
}

static cufftType
get_type (const CudaPlan *self)
{
  switch (self->transform.direction)
    {
    case RS_LIBRARY_FROM_REAL:
      return is_double (self) ? CUFFT_D2Z : CUFFT_R2C;
    case RS_LIBRARY_TO_REAL:
      return is_double (self) ? CUFFT_Z2D : CUFFT_C2R;
    default:
      return is_double (self) ? CUFFT_Z2Z : CUFFT_C2C;
    }
}

/* The lengths of an array as it lies there: half of the last one where the other side is real. */
static gint64
set_lengths (const RsLibraryTransform *transform, gboolean is_half, long long *lengths)
{
  const int last = transform->rank - 1;
  gint64 count = 1;

  for (int d = 0; d <= last; d++)
    {
      lengths[d] = d == last && is_half ? transform->lengths[d] / 2 + 1 : transform->lengths[d];
      count *= lengths[d];
    }
  return count;
}

/* Transforms side by side, the numbers of each inner apart; those of one outer position, where there are several
 * inner ones. */
static int
make (CudaPlan *self)
{
  const RsLibraryTransform *transform = &self->transform;
  const gboolean is_dense = transform->inner == 1;
  long long lengths[RS_LIBRARY_MOST_LENGTHS], in[RS_LIBRARY_MOST_LENGTHS], out[RS_LIBRARY_MOST_LENGTHS];
  const gint64 in_count = set_lengths (transform, transform->direction == RS_LIBRARY_TO_REAL, in);
  const gint64 out_count = set_lengths (transform, transform->direction == RS_LIBRARY_FROM_REAL, out);

  set_lengths (transform, FALSE, lengths);
  return cuda_libraries.cufftMakePlanMany64 (self->handle, transform->rank, lengths, in, transform->inner,
                                             is_dense ? in_count : 1, out, transform->inner, is_dense ? out_count : 1,
                                             get_type (self), is_dense ? transform->outer : transform->inner,
                                             &self->work_bytes);
}

static CudaPlan *
plan_new (const RsLibraryCall *call, cudaStream_t stream, int *code)
{
  CudaPlan *self = g_new0 (CudaPlan, 1);

  self->element = call->element;
  self->transform = call->transform;
  *code = cuda_libraries.cufftCreate (&self->handle);
  if (*code != 0)
    {
      g_free (self);
      return NULL;
    }
  *code = cuda_libraries.cufftSetAutoAllocation (self->handle, 0);
  if (*code == 0)
    *code = make (self);
  if (*code == 0)
    *code = cuda_libraries.cufftSetStream (self->handle, stream);
  if (*code == 0)
    return self;
  plan_free (self);
  return NULL;
}

static void
drop_oldest (CudaPlans *self)
{
  CudaPlan *oldest = NULL;

  for (guint i = 0; i < self->plans->len; i++)
    {
      CudaPlan *plan = self->plans->pdata[i];

      if (plan->n_users == 0 && (oldest == NULL || plan->used < oldest->used))
        oldest = plan;
    }
  if (oldest != NULL)
    g_ptr_array_remove_fast (self->plans, oldest);
}

CudaPlan *
cuda_plans_get (CudaPlans *self, const RsLibraryCall *call, cudaStream_t stream, int *code)
{
  CudaPlan *plan = NULL;

  if (self->plans == NULL)
    self->plans = g_ptr_array_new_with_free_func (plan_free);
  for (guint i = 0; i < self->plans->len && plan == NULL; i++)
    {
      CudaPlan *other = self->plans->pdata[i];

      if (other->element == call->element && memcmp (&other->transform, &call->transform, sizeof call->transform) == 0)
        plan = other;
    }
  *code = 0;
  if (plan == NULL)
    {
      if (self->plans->len >= MOST_PLANS)
        drop_oldest (self);
      plan = plan_new (call, stream, code);
      if (plan != NULL)
        g_ptr_array_add (self->plans, plan);
    }
  if (plan != NULL)
    plan->used = ++self->n_asked;
  return plan;
}

void
cuda_plans_clear (CudaPlans *self)
{
  g_clear_pointer (&self->plans, g_ptr_array_unref);
}

static int
run_single (const CudaPlan *self, void *from, void *to)
{
  switch (self->transform.direction)
    {
    case RS_LIBRARY_FROM_REAL:
      return cuda_libraries.cufftExecR2C (self->handle, from, to);
    case RS_LIBRARY_TO_REAL:
      return cuda_libraries.cufftExecC2R (self->handle, from, to);
    case RS_LIBRARY_FORWARD:
      return cuda_libraries.cufftExecC2C (self->handle, from, to, CUFFT_FORWARD);
    default:
      return cuda_libraries.cufftExecC2C (self->handle, from, to, CUFFT_INVERSE);
    }
}

static int
run_double (const CudaPlan *self, void *from, void *to)
{
  switch (self->transform.direction)
    {
    case RS_LIBRARY_FROM_REAL:
      return cuda_libraries.cufftExecD2Z (self->handle, from, to);
    case RS_LIBRARY_TO_REAL:
      return cuda_libraries.cufftExecZ2D (self->handle, from, to);
    case RS_LIBRARY_FORWARD:
      return cuda_libraries.cufftExecZ2Z (self->handle, from, to, CUFFT_FORWARD);
    default:
      return cuda_libraries.cufftExecZ2Z (self->handle, from, to, CUFFT_INVERSE);
    }
}

int
cuda_plan_run (const CudaPlan *self, char *from, char *to, void *work)
{
  const gint64 n_calls = self->transform.inner == 1 ? 1 : self->transform.outer;
  gsize step = (gsize)self->transform.inner * (is_double (self) ? sizeof (cuDoubleComplex) : sizeof (cuComplex));
  int code = 0;

  for (int d = 0; d < self->transform.rank; d++)
    step *= (gsize)self->transform.lengths[d];
  if (work != NULL)
    code = cuda_libraries.cufftSetWorkArea (self->handle, work);
  for (gint64 i = 0; i < n_calls && code == 0; i++)
    code = is_double (self) ? run_double (self, from + (gsize)i * step, to + (gsize)i * step)
                            : run_single (self, from + (gsize)i * step, to + (gsize)i * step);
  return code;
}
