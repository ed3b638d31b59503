/* The CUDA plugin's plans of transforms: which are kept, and how each is laid out. cuFFT is counted calls.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/library-plans.h"

#include <string.h>

CudaLibraryFunctions cuda_libraries;

static guint n_made, n_destroyed, n_run, n_failures;
static long long batch, in_distance, out_distance, in_stride, last_in, last_out;

static cufftResult
create (cufftHandle *plan)
{
  *plan = (cufftHandle)++n_made;
  return 0;
}

static cufftResult
destroy (cufftHandle plan)
{
  n_destroyed++;
  return 0;
}

static cufftResult
set_automatic (cufftHandle plan, int is_automatic)
{
  g_assert_cmpint (is_automatic, ==, 0);
  return 0;
}

static cufftResult
make (cufftHandle plan, int rank, long long *lengths, long long *in, long long stride, long long distance,
      long long *out, long long out_stride, long long to_distance, cufftType type, long long count, size_t *work_bytes)
{
  *work_bytes = 4096;
  batch = count;
  in_stride = stride;
  in_distance = distance;
  out_distance = to_distance;
  last_in = in[rank - 1];
  last_out = out[rank - 1];
  g_assert_cmpint (stride, ==, out_stride);
  return n_failures > 0 ? 2 : 0;
}

static cufftResult
set_stream (cufftHandle plan, cudaStream_t stream)
{
  return 0;
}

static cufftResult
set_work (cufftHandle plan, void *memory)
{
  return 0;
}

static cufftResult
run (cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction)
{
  n_run++;
  return 0;
}

static void
begin (void)
{
  n_made = n_destroyed = n_run = n_failures = 0;
  cuda_libraries.cufftCreate = create;
  cuda_libraries.cufftDestroy = destroy;
  cuda_libraries.cufftSetAutoAllocation = set_automatic;
  cuda_libraries.cufftMakePlanMany64 = make;
  cuda_libraries.cufftSetStream = set_stream;
  cuda_libraries.cufftSetWorkArea = set_work;
  cuda_libraries.cufftExecC2C = run;
}

static RsLibraryCall
get_call (gint64 length)
{
  return (RsLibraryCall){ .function = RS_LIBRARY_TRANSFORM,
                          .element = RS_ELEMENT_CSINGLE,
                          .transform = { RS_LIBRARY_FORWARD, 1, { length, 1, 1 }, 3, 1 } };
}

/* The same transform has the plan that is there; so many are kept, the last used ones, and those in use. */
static void
test_kept (void)
{
  CudaPlans plans = { 0 };
  RsLibraryCall call = get_call (100);
  CudaPlan *first, *other;
  int code;

  begin ();
  first = cuda_plans_get (&plans, &call, NULL, &code);
  g_assert_true (first != NULL && first == cuda_plans_get (&plans, &call, NULL, &code) && n_made == 1);
  call.transform.direction = RS_LIBRARY_BACKWARD;
  other = cuda_plans_get (&plans, &call, NULL, &code);
  g_assert_true (other != first && n_made == 2);
  first->n_users = 1;
  for (gint64 length = 2; length < 66; length++)
    {
      call = get_call (length);
      g_assert_nonnull (cuda_plans_get (&plans, &call, NULL, &code));
    }
  g_assert_cmpuint (plans.plans->len, ==, 16);
  g_assert_cmpuint (n_made - n_destroyed, ==, 16);
  call = get_call (100); /* in use all the time */
  g_assert_true (cuda_plans_get (&plans, &call, NULL, &code) == first && n_made == 66);
  call = get_call (65); /* the last one */
  cuda_plans_get (&plans, &call, NULL, &code);
  g_assert_cmpuint (n_made, ==, 66);
  cuda_plans_clear (&plans);
  g_assert_cmpuint (n_destroyed, ==, 66);
}

/* One that can't be made leaves nothing. */
static void
test_refused (void)
{
  CudaPlans plans = { 0 };
  const RsLibraryCall call = get_call (100);
  int code;

  begin ();
  n_failures = 1;
  g_assert_null (cuda_plans_get (&plans, &call, NULL, &code));
  g_assert_true (code == 2 && n_made == 1 && n_destroyed == 1 && plans.plans->len == 0);
  n_failures = 0;
  g_assert_nonnull (cuda_plans_get (&plans, &call, NULL, &code));
  cuda_plans_clear (&plans);
}

/* Transforms that follow each other, that lie between each other, and both. */
static void
test_layout (void)
{
  CudaPlans plans = { 0 };
  RsLibraryCall call = { .function = RS_LIBRARY_TRANSFORM,
                         .element = RS_ELEMENT_CSINGLE,
                         .transform = { RS_LIBRARY_FORWARD, 2, { 6, 10, 1 }, 4, 1 } };
  CudaPlan *plan;
  int code;

  begin ();
  plan = cuda_plans_get (&plans, &call, NULL, &code);
  g_assert_true (batch == 4 && in_stride == 1 && in_distance == 60 && out_distance == 60);
  g_assert_true (cuda_plan_run (plan, NULL, NULL, NULL) == 0 && n_run == 1);
  call.transform.direction = RS_LIBRARY_FROM_REAL;
  cuda_plans_get (&plans, &call, NULL, &code);
  g_assert_true (batch == 4 && in_distance == 60 && out_distance == 36 && last_in == 10 && last_out == 6);
  call.transform.direction = RS_LIBRARY_TO_REAL;
  cuda_plans_get (&plans, &call, NULL, &code);
  g_assert_true (batch == 4 && in_distance == 36 && out_distance == 60 && last_in == 6 && last_out == 10);
  call.transform = (RsLibraryTransform){ RS_LIBRARY_FORWARD, 1, { 6, 1, 1 }, 4, 7 };
  plan = cuda_plans_get (&plans, &call, NULL, &code);
  g_assert_true (batch == 7 && in_stride == 7 && in_distance == 1 && out_distance == 1);
  n_run = 0;
  g_assert_true (cuda_plan_run (plan, NULL, NULL, NULL) == 0 && n_run == 4);
  cuda_plans_clear (&plans);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda-plans/kept", test_kept);
  g_test_add_func ("/cuda-plans/refused", test_refused);
  g_test_add_func ("/cuda-plans/layout", test_layout);
  return g_test_run ();
}
