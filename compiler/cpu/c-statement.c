/* Statements in ways of the CPU's: reductions, atomic updates, loops that gcc is told about, work items that are
 * resumed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include <string.h>

void
c_append_atomic (Printer *p, GString *out, const RsIrStatement *s, const char *element_text)
{
  RsElement element = rs_kernel_parameter (p->kernel, s->index)->element;
  g_autofree char *atomic
      = c_need_atomic (p, s->op, element, s->value->type, s->overflow, s->result > 0, cpu (p)->updates_in_order);
  const char *got = s->result > 0 ? ", &got" : "";

  if (s->result > 0)
    g_string_append_printf (out, "%s got; ", c_element_type (element));
  if (c_has_bins (p, s->index))
    c_append_bin_addition (p, out, s, element_text);
  else if (!c_is_integer_element (element) || s->overflow != RS_OVERFLOW_CHECKED)
    g_string_append_printf (out, "%s (box->alone, &%s, v%s);", atomic, element_text, got);
  else
    {
      c_need_fail (p);
      g_string_append_printf (out,
                              "if (__builtin_expect (!%s (box->alone, &%s, v%s), 0)) { rs_fail (box, %d, %u, %u, 0, "
                              "(long) (%s), 0, 0, 1); return; }",
                              atomic, element_text, got, RS_KERNEL_OVERFLOW, s->line, s->index, element_text);
    }
  c_append_result (p, s, "got", out);
}

static gboolean
reduces_single (const RsIrBlock *block, guint parameter)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean is_single = s->kind != RS_IR_REDUCE || s->index != parameter
                           || ((s->op == RS_IR_MIN || s->op == RS_IR_MAX) && s->value->type == RS_IR_F64
                               && s->value->op == RS_IR_CONVERT
                               && s->value->operands[0]->type == RS_IR_F32);

      if (!is_single || !reduces_single (&s->body, parameter) || !reduces_single (&s->other, parameter))
        return FALSE;
    }
  return TRUE;
}

gboolean
c_accumulates_single (const Printer *p, guint parameter)
{
  RsReduceOperator reduce = rs_kernel_parameter (p->kernel, parameter)->reduce;

  return !rs_kernel_parameter (p->kernel, parameter)->is_prefix
         && (reduce == RS_REDUCE_MINIMUM || reduce == RS_REDUCE_MAXIMUM)
         && reduces_single (&p->kernel->body, parameter);
}

static void
print_accumulate (Printer *p, const RsIrStatement *s)
{
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean is_single = s->kind == RS_IR_REDUCE && c_accumulates_single (p, s->index);
  g_autofree char *narrow = c_narrow_text (p, s);
  g_autofree char *value = narrow ? g_strdup (narrow)
                                  : c_expression_text (p, is_single ? s->value->operands[0] : s->value);

  if (s->kind == RS_IR_TOTAL)
    c_append_local (p, name, s->index);
  else
    {
      c_append_parameter (p, name, s->index);
      if (cpu (p)->scan != C_SCAN_NONE && s->kind == RS_IR_REDUCE
          && rs_kernel_parameter (p->kernel, s->index)->is_prefix)
        {
          c_print_scan_update (p, name->str, value);
          return;
        }
      g_string_append_printf (name, "_%u", s->component);
    }
  if (s->kind == RS_IR_FINISH)
    c_printf (p, "%s = %s;", name->str, value);
  else if (s->op == RS_IR_MIN || s->op == RS_IR_MAX)
    c_printf (p, "{ const %s v = %s; %s = v %s %s ? v : %s; }",
              narrow      ? "int"
              : is_single ? "float"
                          : c_type (s->value->type),
              value, name->str, s->op == RS_IR_MIN ? "<" : ">", name->str, name->str);
  else
    {
      g_autofree char *update = c_update_text (p, name->str, s->op, s->value, value);

      c_printf (p, "%s", update);
    }
}

/* --- control --- */

void
c_print_return (Printer *p)
{
  if (p->kernel->blocks == RS_IR_BLOCKS_RESUMED)
    c_printf (p, "goto done_%u;", p->copy);
  else if (c_innermost_loop (p))
    {
      p->needs_done = TRUE;
      c_printf (p, "goto done_%u;", p->copy);
    }
  else
    c_printf (p, "continue;");
}

static void
print_assert (Printer *p, const RsIrStatement *s)
{
  g_autofree char *condition = NULL, *number = NULL, *bits = NULL;

  if (s->is_known)
    return;
  condition = c_expression_text (p, s->value);
  number = s->low != NULL ? c_expression_text (p, s->low) : NULL;
  bits = number != NULL ? g_strdup_printf ("((union { double number; long bits; }) { %s }).bits", number)
                        : g_strdup ("0");
  if (s->is_warning)
    {
      c_need_warn (p);
      c_printf (p, "if (__builtin_expect (!(%s), 0)) rs_warn (box->status, (RsKernelWarning) { %u, -1, %d, %u, %s });",
                condition, s->line, number != NULL, s->index, bits);
      return;
    }
  c_need_fail (p);
  c_printf (p, "if (__builtin_expect (!(%s), 0)) { rs_fail (box, %d, %u, 0, %d, %s, 0, %u, 0); return; }",
            condition, RS_KERNEL_ASSERT, s->line, number != NULL, bits, s->index);
}

/* A loop that looks whether the program is to stop is no loop over vectors. */
void
c_print_loop_head (Printer *p, const RsIrStatement *s)
{
  const gboolean may_poll = (p->kernel->is_serial && c_innermost_loop (p) == NULL) || rs_kernel_has_dynamic (p->kernel);

  if (may_poll || !c_open_sum (p, s))
    c_open_loop (p, s);
}

gboolean
c_print_own (Printer *p, const RsIrStatement *s)
{
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
    case RS_IR_SET_ELEMENT:
      c_print_set (p, s);
      c_print_near_set (p, s);
      return TRUE;
    case RS_IR_STORE:
    case RS_IR_ATOMIC:
      return c_print_old_or_new (p, s);
    case RS_IR_REDUCE:
    case RS_IR_FINISH:
    case RS_IR_TOTAL:
      print_accumulate (p, s);
      return TRUE;
    case RS_IR_ASSERT:
      print_assert (p, s);
      return TRUE;
    case RS_IR_ALLOCATE:
      c_print_allocation (p, s);
      return TRUE;
    case RS_IR_BARRIER:
      c_print_barrier (p, s);
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
c_print_own_block (Printer *p, const RsIrBlock *block)
{
  if (cpu (p)->block_level)
    c_print_block_level (p, block);
  else if (cpu (p)->item_level)
    c_print_item_statements (p, block->first, NULL);
  return cpu (p)->block_level || cpu (p)->item_level;
}
