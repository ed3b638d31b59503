/* The words of CUDA C++ that kernels use, in C: what stands before a kernel's text when the stand-in's compiler gives
 * it to gcc. The launcher (kernel.c) sets the positions of the thread that runs, and the barrier.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <tgmath.h>
#undef I
#undef complex

typedef struct {
  unsigned x, y, z;
} StandinThree;

StandinThree threadIdx, blockIdx, blockDim, gridDim;
void (*standin_barrier) (void);

#define __global__
#define __shared__ static
#define __launch_bounds__(n)
#define __syncthreads() standin_barrier ()
#define atomicCAS(m, a, b) __sync_val_compare_and_swap ((m), (a), (b))

static inline int
__float_as_int (float f)
{
  int i;
  __builtin_memcpy (&i, &f, sizeof i);
  return i;
}

static inline float
__int_as_float (int i)
{
  float f;
  __builtin_memcpy (&f, &i, sizeof f);
  return f;
}

static inline long long
__double_as_longlong (double f)
{
  long long i;
  __builtin_memcpy (&i, &f, sizeof i);
  return i;
}

static inline double
__longlong_as_double (long long i)
{
  double f;
  __builtin_memcpy (&f, &i, sizeof f);
  return f;
}

/* What the prelude has instructions for on a device. */
static inline float
rs_get_half (unsigned short h)
{
  _Float16 f;
  __builtin_memcpy (&f, &h, sizeof f);
  return f;
}

static inline unsigned short
rs_half_f64 (double a)
{
  const _Float16 f = (_Float16)a;
  unsigned short h;
  __builtin_memcpy (&h, &f, sizeof h);
  return h;
}

static inline unsigned short
rs_half_f32 (float a)
{
  return rs_half_f64 (a);
}
