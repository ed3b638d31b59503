/* Integers in 8 and 16 bits: gcc computes in the 64 bits that the text says, in eighths and quarters of a vector
 * register, unless variables, minima and maxima are declared as small as what they hold (kernel/ranges.h). Values in
 * the text keep their types: a small variable is widened where it is read.
 *
 * Only where work items are printed one by one: other ways have types of their own for what a local holds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

RsRanges *
c_find_ranges (const Printer *p)
{
  const RsKernel *kernel = p->kernel;

  if (!rs_cpu_schedule_allows (kernel, RS_CPU_SMALL))
    return NULL;
  return rs_ranges_new (kernel);
}

const char *
c_local_type (const Printer *p, guint i)
{
  const RsIrLocal *local = rs_kernel_local (p->kernel, i);
  RsElement element = cpu (p)->ranges != NULL && local->length == 1 && !local->is_counter && local->total == 0
                              && rs_ir_is_integer (local->type) && !(cpu (p)->near != NULL && cpu (p)->near[i])
                          ? rs_ranges_get_element_of_local (cpu (p)->ranges, i)
                          : RS_ELEMENT_NONE;

  return element == RS_ELEMENT_NONE ? c_type (local->type) : c_element_type (element);
}

gboolean
c_append_small_extreme (Printer *p, GString *out, const RsIrExpression *e)
{
  const char *name = rs_ir_ops[e->op].c;
  RsElement element, other;

  if (cpu (p)->ranges == NULL || (e->op != RS_IR_MIN && e->op != RS_IR_MAX) || !rs_ir_is_integer (e->type))
    return FALSE;
  element = rs_ranges_get_element (cpu (p)->ranges, e->operands[0]);
  other = rs_ranges_get_element (cpu (p)->ranges, e->operands[1]);
  if (element == RS_ELEMENT_NONE || other == RS_ELEMENT_NONE)
    return FALSE;
  if (!rs_ranges_fit (cpu (p)->ranges, e->operands[1], element))
    element = other;
  if (!rs_ranges_fit (cpu (p)->ranges, e->operands[0], element))
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
