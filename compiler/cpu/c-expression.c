/* Expressions and array accesses as C.
 *
 * An access with a boundary mode is a statement expression: it names its subscripts once, maps or tests them, and
 * yields the element. 'unchecked is plain arithmetic, which is what loops over the interior consist of.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/kernel/ir/known-locals.h"

#include <math.h>
#include <string.h>

/* The number behind the name keeps apart what the program calls alike, and away from words of C; the letter before it,
 * away from names that the printer makes, which are a word and a number. */
void
c_append_local_name (Printer *p, GString *out, guint local)
{
  c_append_identifier (out, rs_kernel_local (p->kernel, local)->name);
  g_string_append_printf (out, "_v%u", local);
  if (cpu (p)->turn > 1 && !rs_kernel_local (p->kernel, local)->is_counter)
    g_string_append_printf (out, "_of%u", cpu (p)->turn);
}

void
c_append_local (Printer *p, GString *out, guint local)
{
  const RsIrLocal *info = rs_kernel_local (p->kernel, local);

  if (info->is_kept && info->length > 1)
    g_string_append_c (out, '(');
  c_append_local_name (p, out, local);
  if (info->is_kept && info->length > 1)
    g_string_append_printf (out, " + item * %u)", info->length);
  else if (info->is_kept && cpu (p)->together > 0 && !info->is_common)
    g_string_append_printf (out, "[item * %u + lane]", cpu (p)->together);
  else if (info->is_kept)
    g_string_append (out, "[item]");
  else if (cpu (p)->across && cpu (p)->across[local])
    g_string_append (out, "[lane]");
}

/* --- arrays --- */

void
c_append_element (Printer *p, GString *out, guint parameter, const char *const *subscripts, guint component)
{
  gboolean in_lanes = cpu (p)->together > 0 && rs_kernel_parameter (p->kernel, parameter)->binding == RS_BIND_SHARED;

  c_append_parameter (p, out, parameter);
  g_string_append (out, in_lanes ? "[(" : "[");
  c_append_flat_index (p, out, parameter, subscripts, component);
  if (in_lanes)
    g_string_append_printf (out, ") * %u + lane", cpu (p)->together);
  g_string_append_c (out, ']');
}

/* A subscript outside is noted, and the access goes on. */
void
c_append_warnings (Printer *p, GString *out, const ArrayAccess *access)
{
  c_need_warn (p);
  for (guint k = 0; k < access->names->len; k++)
    {
      const char *name = g_ptr_array_index (access->names, k);
      g_autoptr (GString) told = g_string_new (NULL);
      gboolean is_number;

      c_append_told (p, told, name, access->subscripts[k], &is_number);
      g_string_append_printf (out, "%sif (__builtin_expect ((unsigned long) %s >= (unsigned long) ",
                              k > 0 ? "else " : "", name);
      c_append_parameter (p, out, access->parameter);
      g_string_append_printf (out, "_%u, 0)) rs_warn (box->status, (RsKernelWarning) { %u, %u, %u, %d, %s, ", k,
                              access->line, access->parameter, k, is_number, told->str);
      c_append_parameter (p, out, access->parameter);
      g_string_append_printf (out, "_%u, %d }); ", k, access->is_write);
    }
}

/* An element is a signed integer of 64 bits in arithmetic; C would compute with an unsigned one of 32 or 64 as such. */
static const char *
widening (const Printer *p, guint parameter)
{
  RsElement element = rs_kernel_parameter (p->kernel, parameter)->element;

  return element == RS_ELEMENT_UINT32 || element == RS_ELEMENT_UINT64 ? "(long) " : "";
}

void
c_append_load (Printer *p, GString *out, const RsIrExpression *e)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) declarations = g_string_new (NULL);
  g_autoptr (GString) value = g_string_new (NULL);
  g_autoptr (GString) guard = g_string_new (NULL);
  const ArrayAccess access = { e->index, names, e->operands, e->line, FALSE };

  if (c_is_gather (p, e))
    {
      c_append_gather (p, out, e);
      return;
    }
  c_append_subscripts (p, declarations, e->index, e->operands, e->n_operands, e->boundary, names);
  g_string_append (value, widening (p, e->index));
  c_append_element (p, value, e->index, (const char *const *)names->pdata, e->component);
  if (e->type == RS_IR_BOOL)
    g_string_append (value, " != 0");
  if (e->boundary == RS_IR_BOUNDARY_REPORTED)
    c_append_warnings (p, declarations, &access);
  if (e->boundary == RS_BOUNDARY_CHECKED)
    c_append_checks (p, declarations, &access);
  else if (e->boundary == RS_BOUNDARY_SAFE || e->boundary == RS_IR_BOUNDARY_REPORTED)
    c_append_inside (p, guard, e->index, names);
  else if (e->boundary != RS_BOUNDARY_UNCHECKED)
    {
      c_append_parameter (p, guard, e->index);
      g_string_append (guard, "_n > 0");
    }
  if (guard->len)
    g_string_append_printf (guard, " ? ");
  if (declarations->len)
    g_string_append_printf (out, "({ %s%s(%s) %s%s; })", declarations->str, guard->str, c_type (e->type), value->str,
                            guard->len ? " : 0" : "");
  else
    g_string_append_printf (out, "(%s%s%s)", guard->str, value->str, guard->len ? " : 0" : "");
}

void
c_append_inside_test (Printer *p, GString *out, const RsIrExpression *e)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) declarations = g_string_new (NULL), test = g_string_new (NULL);

  c_append_subscripts (p, declarations, e->index, e->operands, e->n_operands, RS_BOUNDARY_SAFE, names);
  c_append_inside (p, test, e->index, names);
  g_string_append_printf (out, declarations->len > 0 ? "({ %s%s; })" : "%s(%s)", declarations->str, test->str);
}

/* The remainder by a power of two, which is not negative, is what its lower bits are. FALSE: it is something else. */
static gboolean
append_bits_of (Printer *p, GString *out, const RsIrExpression *e)
{
  const RsIrExpression *by = e->op == RS_IR_FLOOR_MOD ? e->operands[1] : NULL;

  if (by == NULL || by->op != RS_IR_CONST || by->value.integer <= 0
      || (by->value.integer & (by->value.integer - 1)) != 0)
    return FALSE;
  g_string_append_c (out, '(');
  c_append_expression (p, out, e->operands[0]);
  g_string_append_printf (out, " & %" G_GINT64_FORMAT "%s)", by->value.integer - 1, e->type == RS_IR_I64 ? "L" : "");
  return TRUE;
}

/* Where the work items of a block run one after the other, its number and their positions in it are at hand. */
static gboolean
append_of_block (const Printer *p, GString *out, const RsIrExpression *e)
{
  guint axis;

  if (!rs_ir_is_block_index (e) && !rs_ir_is_block_position (e))
    return FALSE;
  axis = e->operands[0]->component;
  if (cpu (p)->together > 0)
    g_string_append_printf (out, rs_ir_is_block_index (e) ? "(blk%u + lane * (axis == %u))" : "q%u", axis, axis);
  else if (rs_ir_is_block_index (e))
    g_string_append_printf (out, "blk%u", axis);
  else
    g_string_append_printf (out, "(p%u - base%u)", axis, axis);
  return TRUE;
}

/* The node in a way of the CPU's. */
gboolean
c_append_own (Printer *p, GString *out, const RsIrExpression *e)
{
  if (cpu (p)->hoisted && g_hash_table_contains (cpu (p)->hoisted, e))
    {
      g_string_append (out, g_hash_table_lookup (cpu (p)->hoisted, e));
      return TRUE;
    }
  if (p->kernel->has_blocks && append_of_block (p, out, e))
    return TRUE;
  if (c_append_small_extreme (p, out, e))
    return TRUE;
  if (e->op == RS_IR_CONVERT && e->type == RS_IR_F32 && e->operands[0]->op == RS_IR_LOCAL
      && c_has_index (p, e->operands[0]->index))
    {
      g_string_append_printf (out, "whole_%u", e->operands[0]->index);
      return TRUE;
    }
  if (e->op == RS_IR_POSITION && cpu (p)->turn > 1 && e->component + 1u == p->kernel->grid_rank)
    {
      g_string_append_printf (out, "(p%u + %u)", e->component, cpu (p)->turn - 1);
      return TRUE;
    }
  return FALSE;
}

char *
c_get_function (Printer *p, RsIrOp op, RsIrType type)
{
  c_need_function (p, &rs_ir_ops[op], type);
  return g_strconcat (rs_ir_ops[op].c, type == RS_IR_F32 ? "f" : "", NULL);
}

void
c_append_function (Printer *p, GString *out, const RsIrExpression *e)
{
  const RsIrOpInfo *info = &rs_ir_ops[e->op];
  RsIrType type = e->n_operands ? e->operands[0]->type : e->type;
  g_autofree char *helper = NULL;

  switch (info->printing)
    {
    case RS_IR_PRINT_HELPER:
      if (e->op == RS_IR_MOD && type == RS_IR_F32)
        {
          helper = c_need_modulo (p, e->operands[1]);
          c_append_call (p, out, helper, "", e);
        }
      else if (e->op == RS_IR_TO_INTEGER && cpu (p)->updates_in_order && c_need_template (p, "one_to_integer", type))
        c_append_call (p, out, "rs_one_to_integer_", rs_ir_type_get_name (type), e);
      else if (!append_bits_of (p, out, e))
        c_append_helper_call (p, out, e);
      break;
    case RS_IR_PRINT_BUILTIN:
      helper = g_strconcat (info->rule == RS_IR_RULE_TEST ? "(0 != __builtin_" : "__builtin_", info->c, NULL);
      c_append_call (p, out, helper, type == RS_IR_F32 && info->rule == RS_IR_RULE_FLOATING ? "f" : "", e);
      g_string_append (out, info->rule == RS_IR_RULE_TEST ? ")" : "");
      break;
    default:
      if (e->op == RS_IR_POW && type == RS_IR_F32 && !p->kernel->exact_math && rs_ir_is_uniform (e->operands[1]))
        {
          gboolean by_vectors = p->kernel->cpu.strip > 0 && p->kernel->cpu.strip_word == RS_IR_F32;

          if (by_vectors)
            c_need_strip_power (p);
          else
            c_need_power (p);
          c_append_call (p, out, by_vectors ? "rs_strip_power_one" : "rs_pow_f32", "", e);
          break;
        }
      if (e->op == RS_IR_POW && p->kernel->exact_math)
        {
          c_need_exact_power (p, type);
          c_append_call (p, out, type == RS_IR_F32 ? "rs_power_f32" : "rs_power_f64", "", e);
          break;
        }
      c_need_function (p, info, type);
      c_append_call (p, out, info->c, type == RS_IR_F32 ? "f" : "", e);
      break;
    }
}


void
c_append_bits (Printer *p, GString *out, const char *number)
{
  g_string_append_printf (out, "({ const double number = %s; long bits; __builtin_memcpy (&bits, &number, 8); bits; })",
                          number);
}

void
c_append_fail (Printer *p, GString *out, const char *condition, const Failure *failure)
{
  c_need_fail (p);
  g_string_append_printf (out,
                          "if (__builtin_expect (%s, 0)) { rs_fail (box, %d, %u, %u, %u, %s, %s, %u, %d); return; }",
                          condition, failure->code, failure->line, failure->parameter, failure->dimension,
                          failure->index, failure->size, failure->text, failure->is_write);
}

void
c_append_assignment (Printer *p, GString *out, guint parameter, const char *element, const char *value)
{
  g_string_append_printf (out, "%s = %s;", element, value);
}
