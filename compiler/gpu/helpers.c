/* The helpers that the body uses, and which prelude stands before them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/gpu.h"
#include "compiler/gpu/private.h"

G_STATIC_ASSERT (sizeof (RsDeviceStatus) == 40);

void
rs_gpu_append_prelude (GString *out, const RsTarget *target)
{
  g_assert (target->dialect != RS_DIALECT_C);
  if (target->dialect == RS_DIALECT_CUDA)
    gpu_append_cuda_prelude (out, target);
  else
    gpu_append_opencl_prelude (out, target);
}

/* The first of all work items that fail has its failure told. */
void
gpu_need_fail (Printer *p)
{
  c_define (
      p,
      g_strdup (
          "static inline void rs_fail (RS_GLOBAL RsStatus *status, int code, int line, int parameter, int dimension,\n"
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

/* The last block to come counts the turns of the barrier further, and the others wait for that. Until then nobody
 * begins another turn, so that the count of blocks is zero again at the end. */
void
gpu_need_grid_barrier (Printer *p)
{
  c_define (p, g_strdup ("static inline void rs_grid_barrier (RS_GLOBAL unsigned *barrier)\n"
                         "{\n"
                         "  RS_BARRIER;\n"
                         "  if (RS_BLOCK_ITEM == 0)\n"
                         "    {\n"
                         "      const unsigned turn = RS_LOOK (barrier + 1);\n"
                         "      RS_FENCE;\n"
                         "      if (RS_ADD (barrier, 1u) == RS_BLOCKS - 1)\n"
                         "        {\n"
                         "          RS_ADD (barrier, 0u - RS_BLOCKS);\n"
                         "          RS_FENCE;\n"
                         "          RS_ADD (barrier + 1, 1u);\n"
                         "        }\n"
                         "      else\n"
                         "        while (RS_LOOK (barrier + 1) == turn)\n"
                         "          RS_YIELD;\n"
                         "      RS_FENCE;\n"
                         "    }\n"
                         "  RS_BARRIER;\n"
                         "}\n"));
}

/* In the prelude's text, the functions of the dialect have the names of C and take numbers of either precision. */
char *
gpu_get_function (Printer *p, RsIrOp op, RsIrType type)
{
  const RsIrOpInfo *info = &rs_ir_ops[op];
  const char *t = c_type (type), *result = info->rule == RS_IR_RULE_TEST ? "int" : t;
  char *name = g_strdup_printf ("rs_%s_%s", info->c, rs_ir_type_get_name (type));

  if (op == RS_IR_TRUNC)
    return name;
  c_define (p, info->arity == 2
                   ? g_strdup_printf ("static inline %s %s (%s a, %s b) { return %s (a, b); }\n", result, name, t, t,
                                      info->c)
                   : g_strdup_printf ("static inline %s %s (%s a) { return %s (a); }\n", result, name, t, info->c));
  return name;
}

void
gpu_need_helper (Printer *p, const char *name, RsIrType type)
{
  if (g_str_equal (name, "round_half")) /* the prelude has it */
    return;
  if (g_str_equal (name, "mod") && type == RS_IR_F32)
    c_define (p, g_strdup ("static inline float rs_mod_f32 (float a, float b) { float r = rs_fmod_f32 (a, b);\n"
                           "  return (r != 0 && (r < 0) != (b < 0) ? r + b : r) + 0.0f; }\n"));
  else if (!c_need_template (p, name, type))
    g_assert_not_reached ();
}
