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
void (*standin_barrier) (void), (*standin_warp_barrier) (void);
unsigned (*standin_ballot) (unsigned mask, int condition), (*standin_match) (unsigned mask, unsigned long value);
unsigned long (*standin_shuffle) (unsigned mask, unsigned long value, int place);

char *standin_pool; /* shared memory that the launch asked for */

#define RS_POOL(bytes) char *const rs_pool = standin_pool
#define RS_CONSTANT(type, name, count)                                                                                 \
  type name[count];                                                                                                    \
  const unsigned long standin_bytes_##name = sizeof name
#define __global__
#define __shared__ static __attribute__ ((section ("standin_shared")))
#define __launch_bounds__(...)
#define __syncthreads() standin_barrier ()
#define __syncwarp() standin_warp_barrier ()
#define __ballot_sync(mask, condition) standin_ballot (mask, condition)
#define __match_any_sync(mask, value) standin_match (mask, STANDIN_BITS (value))
#define __shfl_sync(mask, value, place)                                                                                \
  ({                                                                                                                   \
    const unsigned long got_ = standin_shuffle (mask, STANDIN_BITS (value), place);                                    \
    __typeof__ ((value) + 0) typed_;                                                                                   \
    __builtin_memcpy (&typed_, &got_, sizeof typed_);                                                                  \
    typed_;                                                                                                            \
  })
#define STANDIN_BITS(value)                                                                                            \
  ({                                                                                                                   \
    const __typeof__ (value) own_ = value;                                                                             \
    unsigned long bits_ = 0;                                                                                           \
    __builtin_memcpy (&bits_, &own_, sizeof own_);                                                                     \
    bits_;                                                                                                             \
  })
/* Of its section, which is there if anything is in it. */
extern char __start_standin_shared[] __attribute__ ((weak)), __stop_standin_shared[] __attribute__ ((weak));
void (*standin_yield) (void);
#define __threadfence() __sync_synchronize ()
#define __nanosleep(ns) standin_yield ()
#define atomicAdd(m, v) __sync_fetch_and_add ((m), (v))
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

/* What a texture unit gives. */
void (*standin_texture) (unsigned long texture, float x, float y, int n, double *components);

#define STANDIN_TEXELS(type, name)                                                                                     \
  typedef struct {                                                                                                     \
    type x, y, z, w;                                                                                                   \
  } StandinTexel_##name;                                                                                               \
  static inline StandinTexel_##name standin_texel_##name (unsigned long texture, int n, float x, float y)              \
  {                                                                                                                    \
    double c[4] = { 0 };                                                                                               \
    standin_texture (texture, x, y, n, c);                                                                             \
    return (StandinTexel_##name){ (type)c[0], (type)c[1], (type)c[2], (type)c[3] };                                    \
  }
STANDIN_TEXELS (float, float)
STANDIN_TEXELS (int, int)
STANDIN_TEXELS (unsigned, uint)
#define RS_TEXEL_1(type, texture, x_, y_) standin_texel_##type (texture, 1, x_, y_).x
#define RS_TEXEL_2(type, texture, x_, y_) standin_texel_##type (texture, 2, x_, y_)
#define RS_TEXEL_4(type, texture, x_, y_) standin_texel_##type (texture, 4, x_, y_)

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
