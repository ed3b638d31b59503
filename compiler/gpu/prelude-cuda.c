/* The words of the body in CUDA C++, without any header: the compiler that comes with the driver has none.
 *
 * Functions that are not kernels carry no word of CUDA's: the compiler is told to make them for the device
 * (--device-as-default-execution-space).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

/* What is declared or set and not used is no sign of a mistake in text that is made, and a division by zero is
 * infinity. Elsewhere than on a device the same text is C. */
static const char prelude_text[]
    = "#ifdef __cplusplus\n"
      "#pragma nv_diag_suppress 39, 177, 550\n"
      "#define _Bool bool\n"
      "#define restrict __restrict__\n"
      "#define RS_KERNEL extern \"C\" __global__\n"
      "#define RS_TEXEL_1(type, texture, x, y) tex2D<rs_##type##_1> (texture, x, y)\n"
      "#define RS_TEXEL_2(type, texture, x, y) tex2D<type##2> (texture, x, y)\n"
      "#define RS_TEXEL_4(type, texture, x, y) tex2D<type##4> (texture, x, y)\n"
      "typedef float rs_float_1;\n"
      "typedef int rs_int_1;\n"
      "typedef unsigned rs_uint_1;\n"
      "#else\n"
      "#define RS_KERNEL __global__\n"
      "#endif\n"
      "#define RS_BOUNDS(n) __launch_bounds__ (n)\n"
      "#define RS_BOUNDS_FOR(n, blocks) __launch_bounds__ (n, blocks)\n"
      "#define RS_GLOBAL\n"
      "#define RS_LOCAL\n"
      "#define RS_HALF unsigned short\n"
      "#define RS_SHARED(type, name, count) __shared__ type name[count]\n"
      "#ifndef RS_POOL\n"
      "#define RS_POOL(bytes) extern __shared__ __align__ (16) char rs_pool[]\n"
      "#endif\n"
      "#ifndef RS_CONSTANT\n"
      "#define RS_CONSTANT(type, name, count) __constant__ type name[count]\n"
      "#endif\n"
      "#define RS_AXIS_0 x\n"
      "#define RS_AXIS_1 y\n"
      "#define RS_AXIS_2 z\n"
      "#define RS_OF(what, k) RS_OF_AXIS (what, RS_AXIS_##k)\n"
      "#define RS_OF_AXIS(what, axis) RS_MEMBER (what, axis)\n"
      "#define RS_MEMBER(what, axis) what.axis\n"
      "#define RS_ITEM(k) ((long) RS_OF (blockIdx, k) * RS_OF (blockDim, k) + RS_OF (threadIdx, k))\n"
      "#define RS_ITEMS ((long) gridDim.x * blockDim.x)\n"
      "#define RS_WIDTH(k) ((long) RS_OF (blockDim, k))\n"
      "#define RS_FIRST(k, n) ((long) RS_OF (blockIdx, k) * n * RS_WIDTH (k) + RS_OF (threadIdx, k))\n"
      "#define RS_GROUP ((long) blockIdx.x)\n"
      "#define RS_GROUP_ITEM ((int) threadIdx.x)\n"
      "#define RS_BLOCK_ITEM ((long) ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x))\n"
      "#define RS_BLOCK_ITEMS ((long) (blockDim.x * blockDim.y * blockDim.z))\n"
      "#define RS_BLOCK_POSITION(k) ((long) RS_OF (threadIdx, k))\n"
      "#define RS_BLOCK_INDEX(k) ((long) RS_OF (blockIdx, k))\n"
      "#define RS_BARRIER __syncthreads ()\n"
      "#define RS_WARP_BARRIER __syncwarp ()\n"
      "#define RS_BLOCKS (gridDim.x * gridDim.y * gridDim.z)\n"
      "#define RS_FENCE __threadfence ()\n"
      "#define RS_LOOK(m) (*(volatile const unsigned *) (m))\n"
      "#define RS_ADD(m, v) atomicAdd ((m), (v))\n"
      "#define RS_YIELD __nanosleep (100)\n"
      "#define RS_BALLOT(condition) __ballot_sync (0xffffffffu, condition)\n"
      "#define RS_SHUFFLE(value, place) __shfl_sync (0xffffffffu, value, place)\n"
      "#define RS_MATCH(value) __match_any_sync (0xffffffffu, value)\n"
      "#define RS_ADD_32(m, v) atomicAdd ((int *) (m), (v))\n"
      "#define RS_ADD_32_LOCAL(m, v) RS_ADD_32 (m, v)\n"
      "#define RS_ADD_64(m, v) ((long) atomicAdd ((unsigned long long *) (m), (unsigned long long) (v)))\n"
      "#define RS_ADD_64_LOCAL(m, v) RS_ADD_64 (m, v)\n"
      "#define RS_CAS_32(m, a, b) atomicCAS ((int *) (m), (a), (b))\n"
      "#define RS_CAS_32_LOCAL(m, a, b) RS_CAS_32 (m, a, b)\n"
      "#define RS_CAS_64(m, a, b) ((long) atomicCAS ((unsigned long long *) (m), (unsigned long long) (a), (unsigned "
      "long long) (b)))\n"
      "#define RS_CAS_64_LOCAL(m, a, b) RS_CAS_64 (m, a, b)\n"
      "#define RS_STOPS(m) (*(volatile const int *) (m) != 0)\n"
      "#define RS_GET_HALF(m) rs_get_half (*(m))\n"
      "#define RS_PUT_HALF(m, v) (*(m) = rs_half_f32 (v))\n"
      "#define rs_trunc_f32(a) trunc ((float) (a))\n"
      "#define rs_fabs_f32(a) fabs ((float) (a))\n"
      "#define rs_fmod_f32(a, b) fmod ((float) (a), (float) (b))\n"
      "#define rs_copysign_f32(a, b) copysign ((float) (a), (float) (b))\n"
      "#define rs_as_i32(a) __float_as_int (a)\n"
      "#define rs_as_f32(a) __int_as_float (a)\n"
      "#define rs_round_half_f32(a) rs_get_half (rs_half_f32 (a))\n"
      "#ifndef INFINITY\n"
      "#define INFINITY __int_as_float (0x7f800000)\n"
      "#define NAN __int_as_float (0x7fc00000)\n"
      "#endif\n"
      "#ifdef __CUDACC__\n"
      "static inline float rs_get_half (unsigned short h) { float f; asm (\"cvt.f32.f16 %0, %1;\" : \"=f\"(f) : "
      "\"h\"(h)); return f; }\n"
      "static inline unsigned short rs_half_f32 (float f)"
      " { unsigned short h; asm (\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(h) : \"f\"(f)); return h; }\n"
      "#endif\n"
      "typedef struct { int code, line, parameter, dimension, text, is_write; long index, size; } RsStatus;\n";

static const char prelude_double_text[]
    = "#define rs_trunc_f64(a) trunc ((double) (a))\n"
      "#define rs_fabs_f64(a) fabs ((double) (a))\n"
      "#define rs_fmod_f64(a, b) fmod ((double) (a), (double) (b))\n"
      "#define rs_copysign_f64(a, b) copysign ((double) (a), (double) (b))\n"
      "#define rs_as_i64(a) ((long) __double_as_longlong (a))\n"
      "#define rs_as_f64(a) __longlong_as_double (a)\n"
      "#define rs_round_half_f64(a) ((double) rs_get_half (rs_half_f64 (a)))\n"
      "#ifdef __CUDACC__\n"
      "static inline unsigned short rs_half_f64 (double f)"
      " { unsigned short h; asm (\"cvt.rn.f16.f64 %0, %1;\" : \"=h\"(h) : \"d\"(f)); return h; }\n"
      "#endif\n";

void
gpu_append_cuda_prelude (GString *out, const RsTarget *target)
{
  g_string_append (out, prelude_text);
  if (target->has_double)
    g_string_append (out, prelude_double_text);
}
