/* Integers that `small` found to fit 8 or 16 bits: their C variables, minima and maxima.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

const char *
c_local_type (const Printer *p, guint i)
{
  const RsIrLocal *local = rs_kernel_local (p->kernel, i);

  return local->small != RS_ELEMENT_NONE && !c_has_index (p, i) ? c_element_type (local->small) : c_type (local->type);
}

gboolean
c_append_small_extreme (Printer *p, GString *out, const RsIrExpression *e)
{
  const char *name = rs_ir_ops[e->op].c;
  RsElement element = e->component;

  if ((e->op != RS_IR_MIN && e->op != RS_IR_MAX) || element == RS_ELEMENT_NONE)
    return FALSE;
  c_define (p, g_strdup_printf ("static inline %s rs_%s_of_%u (%s a, %s b) { return %s ? b : a; }\n",
                                c_element_type (element), name, element, c_element_type (element),
                                c_element_type (element), e->op == RS_IR_MIN ? "b < a" : "b > a"));
  g_string_append_printf (out, "((%s) rs_%s_of_%u (", c_type (e->type), name, element);
  c_append_expression (p, out, e->operands[0]);
  g_string_append (out, ", ");
  c_append_expression (p, out, e->operands[1]);
  g_string_append (out, "))");
  return TRUE;
}
