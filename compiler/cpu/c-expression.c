/* Expressions and array accesses as C.
 *
 * An access with a boundary mode is a statement expression: it names its subscripts once, maps or tests them, and
 * yields the element. 'unchecked is plain arithmetic, which is what loops over the interior consist of.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/kernel/ir/known-locals.h"
#include "compiler/kernel/passes/regions.h"

#include <math.h>
#include <string.h>

static void append_node (Printer *p, GString *out, const RsIrExpression *e);

const char *
c_type (RsIrType type)
{
  static const char *const types[RS_IR_N_TYPES] = { "void", "_Bool", "int", "long", "float", "double" };

  return types[type];
}

const char *
c_element_type (RsElement element)
{
  static const char *const types[RS_N_ELEMENTS] = {
    "void",
#define RS_ELEMENT(NAME, number, text, c_type, bytes, class) [number] = c_type,
#include "compiler/types/elements.def"
#undef RS_ELEMENT
  };

  switch (element)
    {
    case RS_ELEMENT_CSINGLE: /* pairs: components are accessed one by one */
      return "float";
    case RS_ELEMENT_CDOUBLE:
      return "double";
    default:
      return types[element];
    }
}

static void
append_identifier (GString *out, const char *name)
{
  gboolean any = FALSE;

  for (; *name; name++)
    if (g_ascii_isalnum (*name) || *name == '_')
      {
        g_string_append_c (out, *name);
        any = TRUE;
      }
  if (!any)
    g_string_append_c (out, 't');
}

/* The number behind the name keeps apart what the program calls alike, and away from words of C. */
void
c_append_local_name (Printer *p, GString *out, guint local)
{
  append_identifier (out, rs_kernel_local (p->kernel, local)->name);
  g_string_append_printf (out, "_%u", local);
  if (p->turn > 1 && !rs_kernel_local (p->kernel, local)->is_counter)
    g_string_append_printf (out, "_of%u", p->turn);
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
  else if (info->is_kept && p->together > 0 && !info->is_common)
    g_string_append_printf (out, "[item * %u + lane]", p->together);
  else if (info->is_kept)
    g_string_append (out, "[item]");
  else if (p->across && p->across[local])
    g_string_append (out, "[lane]");
}

void
c_append_parameter (Printer *p, GString *out, guint parameter)
{
  const char *name = rs_kernel_parameter (p->kernel, parameter)->name;

  append_identifier (out, name ? name : "");
  g_string_append_printf (out, "_p%u", parameter);
}

static void
append_floating (GString *out, double value, gboolean single)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value))
    g_string_append_printf (out, "__builtin_nan%s (\"\")", single ? "f" : "");
  else if (isinf (value))
    g_string_append_printf (out, "(%s__builtin_inf%s ())", value < 0 ? "-" : "", single ? "f" : "");
  else
    {
      g_ascii_formatd (buffer, sizeof buffer, single ? "%.9g" : "%.17g", value);
      g_string_append_printf (out, signbit (value) ? "(%s%s%s)" : "%s%s%s", buffer, strpbrk (buffer, ".e") ? "" : ".0",
                              single ? "f" : "");
    }
}

static void
append_constant (GString *out, const RsIrExpression *e)
{
  if (rs_ir_is_floating (e->type))
    append_floating (out, e->value.floating, e->type == RS_IR_F32);
  else if (e->value.integer == G_MININT64)
    g_string_append (out, "(-9223372036854775807L - 1)");
  else
    g_string_append_printf (out, e->value.integer < 0 ? "(%" G_GINT64_FORMAT "%s)" : "%" G_GINT64_FORMAT "%s",
                            e->value.integer, e->type == RS_IR_I64 ? "L" : "");
}

static void
append_call (Printer *p, GString *out, const char *name, const char *suffix, const RsIrExpression *e)
{
  g_string_append_printf (out, "%s%s (", name, suffix);
  for (guint i = 0; i < e->n_operands; i++)
    {
      if (i)
        g_string_append (out, ", ");
      append_node (p, out, e->operands[i]);
    }
  g_string_append_c (out, ')');
}

static void
append_convert (Printer *p, GString *out, const RsIrExpression *e)
{
  if (p->near && e->type == RS_IR_F32 && e->operands[0]->op == RS_IR_LOCAL && p->near[e->operands[0]->index])
    {
      g_string_append_printf (out, "whole_%u", e->operands[0]->index);
      return;
    }
  if (e->type == RS_IR_BOOL)
    {
      g_string_append_c (out, '(');
      append_node (p, out, e->operands[0]);
      g_string_append (out, " != 0)");
      return;
    }
  g_string_append_printf (out, "(%s) ", c_type (e->type));
  append_node (p, out, e->operands[0]);
}

/* --- arrays --- */

void
c_append_element (Printer *p, GString *out, guint parameter, const char *const *subscripts, guint component)
{
  const RsKernelParameter *info = rs_kernel_parameter (p->kernel, parameter);
  guint rank = rs_kernel_get_rank (p->kernel, parameter);
  gboolean is_complex = info->element == RS_ELEMENT_CSINGLE || info->element == RS_ELEMENT_CDOUBLE;

  gboolean in_lanes = p->together > 0 && info->binding == RS_BIND_SHARED;

  c_append_parameter (p, out, parameter);
  g_string_append (out, in_lanes ? "[(" : "[");
  if (is_complex)
    g_string_append (out, "2 * (");
  for (guint k = 1; k < rank; k++)
    g_string_append_c (out, '(');
  g_string_append (out, subscripts[0]);
  for (guint k = 1; k < rank; k++)
    {
      g_string_append (out, ") * ");
      c_append_parameter (p, out, parameter);
      g_string_append_printf (out, "_%u + %s", k, subscripts[k]);
    }
  if (is_complex)
    g_string_append_printf (out, ") + %u", component);
  if (in_lanes)
    g_string_append_printf (out, ") * %u + lane", p->together);
  g_string_append_c (out, ']');
}

static const char *
boundary_helper (RsBoundary boundary)
{
  switch (boundary)
    {
    case RS_BOUNDARY_CIRCULAR:
      return "periodize";
    case RS_BOUNDARY_MIRROR:
      return "mirror";
    case RS_BOUNDARY_CLAMPED:
      return "clamp";
    default:
      return NULL;
    }
}

/* A subscript that a boundary mode maps; one that no integer holds is the nearest, NaN 0. */
static void
append_mapped (Printer *p, GString *out, const RsIrExpression *e)
{
  if (e->op != RS_IR_CONVERT || !rs_ir_is_floating (e->operands[0]->type))
    {
      append_node (p, out, e);
      return;
    }
  c_need_helper (p, rs_ir_ops[RS_IR_TO_INTEGER].c, e->operands[0]->type);
  append_call (p, out, "rs_to_integer_", rs_ir_type_get_name (e->operands[0]->type), e);
}

/* The remainder by a power of two, which is not negative, is what its lower bits are. FALSE: it is something else. */
static gboolean
append_bits (Printer *p, GString *out, const RsIrExpression *e)
{
  const RsIrExpression *by = e->op == RS_IR_FLOOR_MOD ? e->operands[1] : NULL;

  if (by == NULL || by->op != RS_IR_CONST || by->value.integer <= 0 || (by->value.integer & (by->value.integer - 1)) != 0)
    return FALSE;
  g_string_append_c (out, '(');
  append_node (p, out, e->operands[0]);
  g_string_append_printf (out, " & %" G_GINT64_FORMAT "%s)", by->value.integer - 1, e->type == RS_IR_I64 ? "L" : "");
  return TRUE;
}

static gboolean
is_plain (const RsIrExpression *e)
{
  return e->op == RS_IR_CONST || e->op == RS_IR_LOCAL || e->op == RS_IR_POSITION;
}

void
c_append_subscripts (Printer *p, GString *out, guint parameter, const RsIrExpression *const *subscripts, guint n,
                     RsBoundary boundary, GPtrArray *names)
{
  const char *helper = boundary_helper (boundary);

  for (guint k = 0; k < n; k++)
    {
      GString *value = g_string_new (NULL);
      char *name;

      if (helper)
        append_mapped (p, value, subscripts[k]);
      else
        append_node (p, value, subscripts[k]);
      if (!helper && (boundary == RS_BOUNDARY_UNCHECKED || is_plain (subscripts[k])))
        {
          g_ptr_array_add (names, g_string_free (value, FALSE));
          continue;
        }
      name = g_strdup_printf ("i%u", p->n_temporaries++);
      if (helper)
        {
          c_need_helper (p, helper, RS_IR_I64);
          g_string_append_printf (out, "const long %s = rs_%s_i64 (%s, ", name, helper, value->str);
          c_append_parameter (p, out, parameter);
          g_string_append_printf (out, "_%u); ", k);
        }
      else
        g_string_append_printf (out, "const long %s = %s; ", name, value->str);
      g_ptr_array_add (names, name);
      g_string_free (value, TRUE);
    }
}

/* The test that lets an access happen: every subscript in range; for modes that map subscripts, an array that has
 * elements at all. */
void
c_append_inside (Printer *p, GString *out, guint parameter, GPtrArray *names)
{
  for (guint k = 0; k < names->len; k++)
    {
      g_string_append_printf (out, "%s(unsigned long) %s < (unsigned long) ", k ? " && " : "",
                              (char *)g_ptr_array_index (names, k));
      c_append_parameter (p, out, parameter);
      g_string_append_printf (out, "_%u", k);
    }
}

/* What an error says of a subscript: the integer, or the bits of the number that it comes from, which may be no integer. Sets
 * *is_number to whether it is those. */
static void
append_told (Printer *p, GString *out, const char *name, const RsIrExpression *subscript, gboolean *is_number)
{
  *is_number = subscript->op == RS_IR_CONVERT && rs_ir_is_floating (subscript->operands[0]->type);
  if (!*is_number)
    {
      g_string_append (out, name);
      return;
    }
  g_string_append (out, "({ const double number = ");
  append_node (p, out, subscript->operands[0]);
  g_string_append (out, "; long bits; __builtin_memcpy (&bits, &number, 8); bits; })");
}

void
c_append_checks (Printer *p, GString *out, const ArrayAccess *access)
{
  c_need_fail (p);
  for (guint k = 0; k < access->names->len; k++)
    {
      const char *name = g_ptr_array_index (access->names, k);
      gboolean is_number;

      g_string_append_printf (out, "if (__builtin_expect ((unsigned long) %s >= (unsigned long) ", name);
      c_append_parameter (p, out, access->parameter);
      g_string_append_printf (out, "_%u, 0)) { rs_fail (box, %d, %u, %u, %u, ", k, RS_KERNEL_OUT_OF_BOUNDS,
                              access->line, access->parameter, k);
      append_told (p, out, name, access->subscripts[k], &is_number);
      g_string_append (out, ", ");
      c_append_parameter (p, out, access->parameter);
      g_string_append_printf (out, "_%u, %d, %d); return; } ", k, is_number, access->is_write);
    }
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

      append_told (p, told, name, access->subscripts[k], &is_number);
      g_string_append_printf (out, "%sif (__builtin_expect ((unsigned long) %s >= (unsigned long) ", k > 0 ? "else " : "", name);
      c_append_parameter (p, out, access->parameter);
      g_string_append_printf (out, "_%u, 0)) rs_warn (box->status, (RsKernelWarning) { %u, %u, %u, %d, %s, ", k, access->line,
                              access->parameter, k, is_number, told->str);
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

static void
append_load (Printer *p, GString *out, const RsIrExpression *e)
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

static void
append_inside (Printer *p, GString *out, const RsIrExpression *e)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) declarations = g_string_new (NULL), test = g_string_new (NULL);

  c_append_subscripts (p, declarations, e->index, e->operands, e->n_operands, RS_BOUNDARY_SAFE, names);
  c_append_inside (p, test, e->index, names);
  g_string_append_printf (out, declarations->len > 0 ? "({ %s%s; })" : "%s(%s)", declarations->str, test->str);
}

/* --- the rest --- */

static void
append_special (Printer *p, GString *out, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_CONST:
      append_constant (out, e);
      break;
    case RS_IR_LOCAL:
      if (c_local_type (p, e->index) != c_type (e->type))
        g_string_append_printf (out, "(%s) ", c_type (e->type));
      c_append_local (p, out, e->index);
      break;
    case RS_IR_ELEMENT:
      c_append_local (p, out, e->index);
      g_string_append_c (out, '[');
      append_node (p, out, e->operands[0]);
      g_string_append_c (out, ']');
      break;
    case RS_IR_NUMBER:
      c_append_parameter (p, out, e->index);
      g_string_append_printf (out, "_%u", e->component);
      break;
    case RS_IR_RUNNING:
      c_append_parameter (p, out, e->index);
      g_string_append (out, "_0");
      break;
    case RS_IR_POSITION:
      g_string_append_printf (out, p->turn > 1 && e->component + 1u == p->kernel->grid_rank ? "(p%u + %u)" : "p%u", e->component,
                              p->turn - 1);
      break;
    case RS_IR_GRID:
      g_string_append_printf (out, "grid%u", e->component);
      break;
    case RS_IR_BLOCK:
      g_string_append_printf (out, "block%u", e->component);
      break;
    case RS_IR_DIM:
      c_append_parameter (p, out, e->index);
      g_string_append_printf (out, "_%u", e->component);
      break;
    case RS_IR_LOAD:
      append_load (p, out, e);
      break;
    case RS_IR_INSIDE:
      append_inside (p, out, e);
      break;
    case RS_IR_SELECT:
      g_string_append_c (out, '(');
      append_node (p, out, e->operands[0]);
      g_string_append (out, " ? ");
      append_node (p, out, e->operands[1]);
      g_string_append (out, " : ");
      append_node (p, out, e->operands[2]);
      g_string_append_c (out, ')');
      break;
    case RS_IR_CONVERT:
      append_convert (p, out, e);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Where the work items of a block run one after the other, its number and their positions in it are at hand. */
static gboolean
append_of_block (const Printer *p, GString *out, const RsIrExpression *e)
{
  guint axis;

  if (!rs_ir_is_block_index (e) && !rs_ir_is_block_position (e))
    return FALSE;
  axis = e->operands[0]->component;
  if (p->together > 0)
    g_string_append_printf (out, rs_ir_is_block_index (e) ? "(blk%u + lane * (axis == %u))" : "q%u", axis, axis);
  else if (rs_ir_is_block_index (e))
    g_string_append_printf (out, "blk%u", axis);
  else
    g_string_append_printf (out, "(p%u - base%u)", axis, axis);
  return TRUE;
}

/* 0, or a choice with 0 as one side: that of a truth value, too. */
gboolean
c_is_known_zero (const Printer *p, const RsIrExpression *e)
{
  if (e->op == RS_IR_CONVERT)
    return e->operands[0]->type == RS_IR_BOOL || c_is_known_zero (p, e->operands[0]);
  if (e->op == RS_IR_SELECT)
    return c_is_known_zero (p, e->operands[1]) || c_is_known_zero (p, e->operands[2]);
  if (e->op == RS_IR_LOCAL)
    return g_hash_table_contains (p->zeros, GUINT_TO_POINTER (e->index + 1u));
  return rs_ir_is_constant (e, 0);
}

static void
append_node (Printer *p, GString *out, const RsIrExpression *e)
{
  const RsIrOpInfo *info = &rs_ir_ops[e->op];
  RsIrType type = e->n_operands ? e->operands[0]->type : e->type;
  g_autofree char *helper = NULL;

  if (p->hoisted && g_hash_table_contains (p->hoisted, e))
    {
      g_string_append (out, g_hash_table_lookup (p->hoisted, e));
      return;
    }
  if (p->kernel->has_blocks && append_of_block (p, out, e))
    return;
  if (e->op == RS_IR_MUL && rs_ir_is_floating (type) && (c_is_known_zero (p, e->operands[0]) || c_is_known_zero (p, e->operands[1])))
    p->has_product_with_zero = TRUE;
  if (c_append_small_extreme (p, out, e))
    return;
  switch (info->printing)
    {
    case RS_IR_PRINT_SPECIAL:
      append_special (p, out, e);
      break;
    case RS_IR_PRINT_INFIX:
      g_string_append_c (out, '(');
      append_node (p, out, e->operands[0]);
      g_string_append_printf (out, " %s ", info->c);
      append_node (p, out, e->operands[1]);
      g_string_append_c (out, ')');
      break;
    case RS_IR_PRINT_PREFIX:
      g_string_append_printf (out, "(%s", info->c);
      append_node (p, out, e->operands[0]);
      g_string_append_c (out, ')');
      break;
    case RS_IR_PRINT_HELPER:
      if (e->op == RS_IR_MOD && type == RS_IR_F32)
        {
          helper = c_need_modulo (p, e->operands[1]);
          append_call (p, out, helper, "", e);
          break;
        }
      if (append_bits (p, out, e))
        break;
      c_need_helper (p, info->c, type);
      helper = g_strdup_printf ("rs_%s_%s", info->c, rs_ir_type_get_name (type));
      append_call (p, out, helper, "", e);
      break;
    case RS_IR_PRINT_BUILTIN:
      helper = g_strconcat (info->rule == RS_IR_RULE_TEST ? "(0 != __builtin_" : "__builtin_", info->c, NULL);
      append_call (p, out, helper, type == RS_IR_F32 && info->rule == RS_IR_RULE_FLOATING ? "f" : "", e);
      g_string_append (out, info->rule == RS_IR_RULE_TEST ? ")" : "");
      break;
    case RS_IR_PRINT_LIBM:
    case RS_IR_PRINT_LIBM_SCALAR:
      if (e->op == RS_IR_POW && type == RS_IR_F32 && !p->kernel->exact_math && rs_ir_is_uniform (e->operands[1]))
        {
          gboolean by_vectors = p->kernel->strip > 0 && p->kernel->strip_word == RS_IR_F32;

          if (by_vectors)
            c_need_strip_power (p);
          else
            c_need_power (p);
          append_call (p, out, by_vectors ? "rs_strip_power_one" : "rs_pow_f32", "", e);
          break;
        }
      c_need_function (p, info, type);
      append_call (p, out, info->c, type == RS_IR_F32 ? "f" : "", e);
      break;
    }
}

void
c_append_expression (Printer *p, GString *out, const RsIrExpression *e)
{
  append_node (p, out, e);
}
