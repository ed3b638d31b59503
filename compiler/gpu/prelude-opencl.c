/* The words of the body in OpenCL C.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

static const char double_text[] = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
static const char atomics_text[] = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n";

/* rs_round_half: through memory, which is where every device knows numbers of 16 bits. */
#define ROUND_HALF(type, suffix)                                                                                       \
  "static inline " type " rs_round_half_" suffix " (" type " a)\n"                                                     \
  "{\n"                                                                                                                \
  "  ushort h;\n"                                                                                                      \
  "  vstore_half_rte (a, 0, (half *) &h);\n"                                                                           \
  "  return vload_half (0, (const half *) &h);\n"                                                                      \
  "}\n"

static const char prelude_text[]
    = "#define _Bool bool\n"
      "#define RS_KERNEL __kernel\n"
      "#define RS_BOUNDS(n)\n"
      "#define RS_BOUNDS_FOR(n, blocks)\n"
      "#define RS_GLOBAL __global\n"
      "#define RS_LOCAL __local\n"
      "#define RS_HALF half\n"
      "#define RS_SHARED(type, name, count) __local type name[count]\n"
      "#define RS_POOL(bytes) __local char rs_pool[bytes] __attribute__ ((aligned (16)))\n"
      "#define RS_ITEM(k) ((long) get_global_id (k))\n"
      "#define RS_ITEMS ((long) get_global_size (0))\n"
      "#define RS_WIDTH(k) ((long) get_local_size (k))\n"
      "#define RS_FIRST(k, n) ((long) get_group_id (k) * n * RS_WIDTH (k) + (long) get_local_id (k))\n"
      "#define RS_GROUP ((long) get_group_id (0))\n"
      "#define RS_GROUP_ITEM ((int) get_local_id (0))\n"
      "#define RS_BLOCK_ITEM ((long) ((get_local_id (2) * get_local_size (1) + get_local_id (1)) * get_local_size (0) "
      "+ get_local_id (0)))\n"
      "#define RS_BLOCK_ITEMS ((long) (get_local_size (0) * get_local_size (1) * get_local_size (2)))\n"
      "#define RS_BLOCK_POSITION(k) ((long) get_local_id (k))\n"
      "#define RS_BLOCK_INDEX(k) ((long) get_group_id (k))\n"
      "#define RS_BARRIER barrier (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)\n"
      "#define RS_ADD_32(m, v) atomic_add ((volatile RS_GLOBAL int *) (m), (v))\n"
      "#define RS_ADD_32_LOCAL(m, v) atomic_add ((volatile RS_LOCAL int *) (m), (v))\n"
      "#define RS_ADD_64(m, v) atom_add ((volatile RS_GLOBAL long *) (m), (v))\n"
      "#define RS_ADD_64_LOCAL(m, v) atom_add ((volatile RS_LOCAL long *) (m), (v))\n"
      "#define RS_CAS_32(m, a, b) atomic_cmpxchg ((volatile RS_GLOBAL int *) (m), (a), (b))\n"
      "#define RS_CAS_32_LOCAL(m, a, b) atomic_cmpxchg ((volatile RS_LOCAL int *) (m), (a), (b))\n"
      "#define RS_CAS_64(m, a, b) atom_cmpxchg ((volatile RS_GLOBAL long *) (m), (a), (b))\n"
      "#define RS_CAS_64_LOCAL(m, a, b) atom_cmpxchg ((volatile RS_LOCAL long *) (m), (a), (b))\n"
      "#define RS_STOPS(m) (*(volatile RS_GLOBAL const int *) (m) != 0)\n"
      "#define RS_GET_HALF(m) vload_half (0, (m))\n"
      "#define RS_PUT_HALF(m, v) vstore_half_rte ((v), 0, (m))\n"
      "#define rs_trunc_f32(a) trunc ((float) (a))\n"
      "#define rs_fabs_f32(a) fabs ((float) (a))\n"
      "#define rs_fmod_f32(a, b) fmod ((float) (a), (float) (b))\n"
      "#define rs_copysign_f32(a, b) copysign ((float) (a), (float) (b))\n"
      "#define rs_as_i32(a) as_int (a)\n"
      "#define rs_as_f32(a) as_float (a)\n" ROUND_HALF ("float",
                                                        "f32") "typedef struct { int code, line, parameter, dimension, "
                                                               "text, is_write; long index, size; } RsStatus;\n";

static const char prelude_double_text[] = "#define rs_trunc_f64(a) trunc ((double) (a))\n"
                                          "#define rs_fabs_f64(a) fabs ((double) (a))\n"
                                          "#define rs_fmod_f64(a, b) fmod ((double) (a), (double) (b))\n"
                                          "#define rs_copysign_f64(a, b) copysign ((double) (a), (double) (b))\n"
                                          "#define rs_as_i64(a) as_long (a)\n"
                                          "#define rs_as_f64(a) as_double (a)\n" ROUND_HALF ("double", "f64");

/* The bits of a number in double precision, by integers alone. */
static const char prelude_single_text[] = "static inline long rs_widen (float f)\n"
                                          "{\n"
                                          "  const int b = as_int (f), e = b >> 23 & 255;\n"
                                          "  const long s = (long) (b < 0) << 63, m = b & 0x7fffff;\n"
                                          "  const int n = (int) clz (m) - 40;\n"
                                          "  if (e == 255)\n"
                                          "    return s | 0x7ffL << 52 | m << 29;\n"
                                          "  if (e > 0)\n"
                                          "    return s | (long) (e + 896) << 52 | m << 29;\n"
                                          "  return m == 0 ? s : s | (long) (897 - n) << 52 | (m << (n + 29) & "
                                          "0xfffffffffffffL);\n"
                                          "}\n";

void
gpu_append_opencl_prelude (GString *out, const RsTarget *target)
{
  if (target->has_double)
    g_string_append (out, double_text);
  if (target->has_atomics_64)
    g_string_append (out, atomics_text);
  g_string_append (out, prelude_text);
  g_string_append (out, target->has_double ? prelude_double_text : prelude_single_text);
}
