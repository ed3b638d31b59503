/* The dialect's words for what the body says, and the helpers that it uses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/opencl/private.h"

static const char double_text[] = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
static const char atomics_text[] = "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n";

static const char prelude_text[]
    = "#define _Bool bool\n"
      "#define RS_KERNEL __kernel\n"
      "#define RS_GLOBAL __global\n"
      "#define RS_LOCAL __local\n"
      "#define RS_SHARED(type, name, count) __local type name[count]\n"
      "#define RS_ITEM(k) ((long) get_global_id (k))\n"
      "#define RS_ITEMS ((long) get_global_size (0))\n"
      "#define RS_GROUP ((long) get_group_id (0))\n"
      "#define RS_GROUP_ITEM ((int) get_local_id (0))\n"
      "#define RS_BLOCK_ITEM ((long) ((get_local_id (2) * get_local_size (1) + get_local_id (1)) * get_local_size (0) + get_local_id (0)))\n"
      "#define RS_BLOCK_ITEMS ((long) (get_local_size (0) * get_local_size (1) * get_local_size (2)))\n"
      "#define RS_BLOCK_POSITION(k) ((long) get_local_id (k))\n"
      "#define RS_BLOCK_INDEX(k) ((long) get_group_id (k))\n"
      "#define RS_BARRIER barrier (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)\n"
      "#define RS_CAS_32(m, old, new) atomic_cmpxchg ((volatile RS_GLOBAL int *) (m), (old), (new))\n"
      "#define RS_CAS_32_LOCAL(m, old, new) atomic_cmpxchg ((volatile RS_LOCAL int *) (m), (old), (new))\n"
      "#define RS_CAS_64(m, old, new) atom_cmpxchg ((volatile RS_GLOBAL long *) (m), (old), (new))\n"
      "#define RS_CAS_64_LOCAL(m, old, new) atom_cmpxchg ((volatile RS_LOCAL long *) (m), (old), (new))\n"
      "#define RS_GET_HALF(m) vload_half (0, (m))\n"
      "#define RS_PUT_HALF(m, v) vstore_half_rte ((v), 0, (m))\n"
      "#define rs_trunc_f32(a) trunc ((float) (a))\n"
      "#define rs_fabs_f32(a) fabs ((float) (a))\n"
      "#define rs_fmod_f32(a, b) fmod ((float) (a), (float) (b))\n"
      "#define rs_copysign_f32(a, b) copysign ((float) (a), (float) (b))\n"
      "#define rs_as_i32(a) as_int (a)\n"
      "#define rs_as_f32(a) as_float (a)\n"
      "typedef struct { int code, line, parameter, dimension, text, is_write; long index, size; } RsStatus;\n";

static const char prelude_double_text[]
    = "#define rs_trunc_f64(a) trunc ((double) (a))\n"
      "#define rs_fabs_f64(a) fabs ((double) (a))\n"
      "#define rs_fmod_f64(a, b) fmod ((double) (a), (double) (b))\n"
      "#define rs_copysign_f64(a, b) copysign ((double) (a), (double) (b))\n"
      "#define rs_as_i64(a) as_long (a)\n"
      "#define rs_as_f64(a) as_double (a)\n";

G_STATIC_ASSERT (sizeof (RsDeviceStatus) == 40);

void
opencl_append_prelude (GString *out, const RsTarget *target)
{
  if (target->has_double)
    g_string_append (out, double_text);
  if (target->has_atomics_64)
    g_string_append (out, atomics_text);
  g_string_append (out, prelude_text);
  if (target->has_double)
    g_string_append (out, prelude_double_text);
}

/* The first of all work items that fail has its failure told. */
void
opencl_need_fail (Printer *p)
{
  c_define (p, g_strdup ("static inline void rs_fail (RS_GLOBAL RsStatus *status, int code, int line, int parameter, int dimension,\n"
                         "                            long index, long size, int text, int is_write)\n"
                         "{\n"
                         "  if (RS_CAS_32 (&status->code, 0, code) != 0)\n"
                         "    return;\n"
                         "  status->line = line;\n"
                         "  status->parameter = parameter;\n"
                         "  status->dimension = dimension;\n"
                         "  status->index = index;\n"
                         "  status->size = size;\n"
                         "  status->text = text;\n"
                         "  status->is_write = is_write;\n"
                         "}\n"));
}

/* In the prelude's text, the functions of the dialect have the names of C and take numbers of either precision. */
char *
opencl_get_function (Printer *p, RsIrOp op, RsIrType type)
{
  const RsIrOpInfo *info = &rs_ir_ops[op];
  const char *t = c_type (type), *result = info->rule == RS_IR_RULE_TEST ? "int" : t;
  char *name = g_strdup_printf ("rs_%s_%s", info->c, rs_ir_type_get_name (type));

  if (op == RS_IR_TRUNC)
    return name;
  c_define (p, info->arity == 2 ? g_strdup_printf ("static inline %s %s (%s a, %s b) { return %s (a, b); }\n", result, name, t, t, info->c)
                                : g_strdup_printf ("static inline %s %s (%s a) { return %s (a); }\n", result, name, t, info->c));
  return name;
}

void
opencl_need_helper (Printer *p, const char *name, RsIrType type)
{
  const char *t = c_type (type);

  if (g_str_equal (name, "round_half"))
    c_define (p, g_strdup_printf ("static inline %s rs_round_half_%s (%s a)\n"
                                  "{\n"
                                  "  ushort h;\n"
                                  "  vstore_half_rte (a, 0, (half *) &h);\n"
                                  "  return vload_half (0, (const half *) &h);\n"
                                  "}\n",
                                  t, rs_ir_type_get_name (type), t));
  else if (g_str_equal (name, "mod") && type == RS_IR_F32)
    c_define (p, g_strdup ("static inline float rs_mod_f32 (float a, float b) { float r = rs_fmod_f32 (a, b);\n"
                           "  return (r != 0 && (r < 0) != (b < 0) ? r + b : r) + 0.0f; }\n"));
  else if (!c_need_template (p, name, type))
    g_assert_not_reached ();
}
