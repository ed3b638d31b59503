/* Loads at computed positions in a form that gcc makes gathers of: with indices of 32 bits, and an address that is
 * valid also where nothing is to be read.
 *
 * Beside a local that is an index (passes/gathers.c) and keeps its 64 bits, its value is kept in an int, where what is
 * far outside of every array stays far outside, and as the floating-point number that it is, so that the 64 bits are
 * mostly not needed. The loop over a row counts in 32 bits as well: positions become floating-point numbers in such
 * kernels, and as many of them fit a vector. This holds while arrays have elements, and no more than
 * RS_GATHER_MOST_ELEMENTS; for others the whole function is there a second time, with ordinary loads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"
#include "compiler/cpu/gather.h"

/* NaN is outside as an index, and 0 where it becomes an integer first. Limits are applied to the bits: gcc makes many
 * masked instructions of choices that follow each other. */
static const char near_text[]
    = "static inline float rs_limit_f32 (float v, float limit)\n"
      "{\n"
      "  union { float f; unsigned bits; } x = { v }, most = { limit };\n"
      "  const unsigned size = x.bits & 0x7fffffffu, sign = x.bits & 0x80000000u;\n"
      "  x.bits = (size < most.bits ? size : most.bits) | sign;\n"
      "  return x.f;\n"
      "}\n"
      "static inline float rs_number_f32 (float v) { return v == v ? v : 0; }\n"
      "static inline int rs_near_index_f32 (float v) { return (int) rs_limit_f32 (v, 0x1p30f); }\n"
      "static inline int rs_near_whole_f32 (float v) { return (int) rs_number_f32 (v); }\n"
      "static inline float rs_index_f32 (float v)\n"
      "{ v = __builtin_truncf (v); return __builtin_fabsf (v) < 0x1p63f ? v : -0x1p63f; }\n"
      "static inline float rs_whole_f32 (float v) { return rs_limit_f32 (rs_number_f32 (__builtin_truncf (v)), "
      "0x1p63f); }\n";

static const char *
whole_helper (const RsIrExpression *e)
{
  return e->op == RS_IR_TO_INTEGER ? "rs_whole_f32" : "rs_index_f32";
}

static const char *
near_helper (const RsIrExpression *e)
{
  return e->op == RS_IR_TO_INTEGER ? "rs_near_whole_f32" : "rs_near_index_f32";
}

void
c_define_gathers (Printer *p)
{
  c_define (p, g_strdup (near_text));
}

gboolean
c_has_index (const Printer *p, guint local)
{
  return cpu (p)->gathers && rs_kernel_local (p->kernel, local)->is_index;
}

gboolean
c_is_gather (const Printer *p, const RsIrExpression *e)
{
  return cpu (p)->gathers && rs_is_gather (p->kernel, e);
}

/* Behind the assignment to a local. */
void
c_print_near_set (Printer *p, const RsIrStatement *s)
{
  g_autoptr (GString) value = g_string_new (NULL);

  if (s->kind != RS_IR_SET || !c_has_index (p, s->index))
    return;
  c_append_expression (p, value, s->value->operands[0]);
  c_printf (p, "whole_%u = %s (%s);", s->index, whole_helper (s->value), value->str);
  c_printf (p, "near_%u = %s (%s);", s->index, near_helper (s->value), value->str);
}

/* ((name0) * dims1 + name1) * dims2 + ...: where the numbers name0, name1, ... lie in an array. */
static void
append_place (GString *out, const char *name, guint first, guint rank, const char *array)
{
  for (guint k = 1; k + 1 < rank; k++)
    g_string_append_c (out, '(');
  for (guint k = 0; k < rank; k++)
    {
      if (k > 0)
        g_string_append_printf (out, "%s * (unsigned) %s_%u + ", k > 1 ? ")" : "", array, k);
      g_string_append_printf (out, "(unsigned) %s%u", name, first + k);
    }
}

/* The place of an element is that of the parts that are not constant plus that of the constants: neighbours share the
 * one, the other is the same for all work items. */
void
c_append_gather (Printer *p, GString *out, const RsIrExpression *e)
{
  g_autoptr (GString) inside = g_string_new (NULL), at = g_string_new (NULL), name = g_string_new (NULL);
  guint first = p->n_temporaries;

  p->n_temporaries += e->n_operands;
  c_append_parameter (p, name, e->index);
  g_string_append (out, "({ ");
  for (guint k = 0; k < e->n_operands; k++)
    {
      gint64 offset = 0;
      const RsIrExpression *part = rs_gather_get_part (p->kernel, e->operands[k], &offset);

      g_string_append_printf (out, "const int o%u = %d, i%u = ", first + k, (int)offset, first + k);
      if (part->op == RS_IR_LOCAL)
        g_string_append_printf (out, "near_%u; ", part->index);
      else
        {
          g_string_append_printf (out, "%s (", near_helper (part));
          c_append_expression (p, out, part->operands[0]);
          g_string_append (out, "); ");
        }
      g_string_append_printf (inside, "%s((unsigned) i%u + (unsigned) o%u < (unsigned) %s_%u)", k ? " & " : "",
                              first + k, first + k, name->str, k);
    }
  append_place (at, "i", first, e->n_operands, name->str);
  g_string_append (at, " + (");
  append_place (at, "o", first, e->n_operands, name->str);
  g_string_append_printf (out,
                          "const _Bool is_in = %s; const int at = is_in ? (int) (%s)) : 0; const float w = %s[at]; "
                          "is_in ? w : 0; })",
                          inside->str, at->str, name->str);
}

/* The function itself: chooses between the two that are printed. */
void
c_print_gather_choice (Printer *p)
{
  const char *name = p->kernel->name;

  c_printf (p, "void");
  c_printf (p, "%s (const RsKernelBox *restrict const box, void *const *restrict const arguments)", name);
  c_printf (p, "{");
  c_printf (p, "  _Bool fits = box->high[%u] <= 0x7fffffffL;", p->kernel->grid_rank - 1);
  for (guint parameter = 0; parameter < p->kernel->parameters->len; parameter++)
    {
      if ((p->kernel->cpu.gathers >> parameter & 1) == 0)
        continue;
      c_printf (p, "  {");
      c_printf (p, "    const RsKernelArray *const a = arguments[%u];", parameter);
      c_printf (p, "    long n = 1;");
      for (guint k = 0; k < (guint)rs_kernel_parameter (p->kernel, parameter)->rank; k++)
        c_printf (p, "    n *= a->dims[%u];", k);
      c_printf (p, "    fits &= n > 0 && n <= %" G_GINT64_FORMAT "L;", RS_GATHER_MOST_ELEMENTS);
      c_printf (p, "  }");
    }
  c_printf (p, "  if (fits)");
  c_printf (p, "    near_%s (box, arguments);", name);
  c_printf (p, "  else");
  c_printf (p, "    any_%s (box, arguments);", name);
  c_printf (p, "}");
}
