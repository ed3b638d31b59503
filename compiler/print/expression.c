/* Expressions and array accesses, as all dialects write them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/print/print.h"

#include <math.h>
#include <string.h>

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

void
c_append_identifier (GString *out, const char *name)
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

void
c_append_parameter (Printer *p, GString *out, guint parameter)
{
  const char *name = rs_kernel_parameter (p->kernel, parameter)->name;

  c_append_identifier (out, name ? name : "");
  g_string_append_printf (out, "_p%u", parameter);
}

static void
append_floating (const Dialect *dialect, GString *out, double value, gboolean single)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value))
    g_string_append (out, dialect->nan[!single]);
  else if (isinf (value))
    g_string_append_printf (out, "(%s%s)", value < 0 ? "-" : "", dialect->infinity[!single]);
  else
    {
      g_ascii_formatd (buffer, sizeof buffer, single ? "%.9g" : "%.17g", value);
      g_string_append_printf (out, signbit (value) ? "(%s%s%s)" : "%s%s%s", buffer, strpbrk (buffer, ".e") ? "" : ".0",
                              single ? "f" : "");
    }
}

static void
append_constant (const Dialect *dialect, GString *out, const RsIrExpression *e)
{
  if (rs_ir_is_floating (e->type))
    append_floating (dialect, out, e->value.floating, e->type == RS_IR_F32);
  else if (e->value.integer == G_MININT64)
    g_string_append (out, "(-9223372036854775807L - 1)");
  else
    g_string_append_printf (out, e->value.integer < 0 ? "(%" G_GINT64_FORMAT "%s)" : "%" G_GINT64_FORMAT "%s",
                            e->value.integer, e->type == RS_IR_I64 ? "L" : "");
}

void
c_append_call (Printer *p, GString *out, const char *name, const char *suffix, const RsIrExpression *e)
{
  g_string_append_printf (out, "%s%s (", name, suffix);
  for (guint i = 0; i < e->n_operands; i++)
    {
      if (i)
        g_string_append (out, ", ");
      c_append_expression (p, out, e->operands[i]);
    }
  g_string_append_c (out, ')');
}

void
c_append_helper_call (Printer *p, GString *out, const RsIrExpression *e)
{
  RsIrType type = e->n_operands ? e->operands[0]->type : e->type;
  g_autofree char *name = g_strdup_printf ("rs_%s_%s", rs_ir_ops[e->op].c, rs_ir_type_get_name (type));

  p->dialect->need_helper (p, rs_ir_ops[e->op].c, type);
  c_append_call (p, out, name, "", e);
}

static gboolean
may_be_truncated (const Printer *p, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_TO_INTEGER:
    case RS_IR_CONVERT:
    case RS_IR_SELECT:
    case RS_IR_MIN:
    case RS_IR_MAX:
      return TRUE;
    case RS_IR_LOCAL:
      return !rs_kernel_local (p->kernel, e->index)->is_counter;
    default:
      return FALSE;
    }
}

/* gcc 12 makes trunc(x) of x as an integer as a number again, which is -0 for -0.5; the sum in a function, which it
 * does not look into so early, is +0. */
static gboolean
append_convert_of_truncated (Printer *p, GString *out, const RsIrExpression *e)
{
  const RsIrExpression *operand = e->operands[0];

  if (!p->truncates || !rs_ir_is_floating (e->type) || !rs_ir_is_integer (operand->type)
      || !may_be_truncated (p, operand))
    return FALSE;
  p->dialect->need_helper (p, "plus_zero", e->type);
  g_string_append_printf (out, "rs_plus_zero_%s ((%s) ", rs_ir_type_get_name (e->type), c_type (e->type));
  c_append_expression (p, out, operand);
  g_string_append_c (out, ')');
  return TRUE;
}

static void
append_convert (Printer *p, GString *out, const RsIrExpression *e)
{
  if (e->type == RS_IR_BOOL)
    {
      g_string_append_c (out, '(');
      c_append_expression (p, out, e->operands[0]);
      g_string_append (out, " != 0)");
      return;
    }
  if (append_convert_of_truncated (p, out, e))
    return;
  g_string_append_printf (out, "(%s) ", c_type (e->type));
  c_append_expression (p, out, e->operands[0]);
}

/* --- arrays --- */

void
c_append_flat_index (Printer *p, GString *out, guint parameter, const char *const *subscripts, guint component)
{
  const RsKernelParameter *info = rs_kernel_parameter (p->kernel, parameter);
  guint rank = rs_kernel_get_rank (p->kernel, parameter);
  gboolean is_complex = info->element == RS_ELEMENT_CSINGLE || info->element == RS_ELEMENT_CDOUBLE;

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
}

const char *
c_boundary_helper (RsBoundary boundary)
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

void
c_append_mapped (Printer *p, GString *out, const RsIrExpression *e)
{
  if (e->op != RS_IR_CONVERT || !rs_ir_is_floating (e->operands[0]->type))
    {
      c_append_expression (p, out, e);
      return;
    }
  p->dialect->need_helper (p, rs_ir_ops[RS_IR_TO_INTEGER].c, e->operands[0]->type);
  c_append_call (p, out, "rs_to_integer_", rs_ir_type_get_name (e->operands[0]->type), e);
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
  const char *helper = c_boundary_helper (boundary);

  for (guint k = 0; k < n; k++)
    {
      GString *value = g_string_new (NULL);
      char *name;

      if (helper)
        c_append_mapped (p, value, subscripts[k]);
      else
        c_append_expression (p, value, subscripts[k]);
      if (!helper && (boundary == RS_BOUNDARY_UNCHECKED || is_plain (subscripts[k])))
        {
          g_ptr_array_add (names, g_string_free (value, FALSE));
          continue;
        }
      name = g_strdup_printf ("i%u", p->n_temporaries++);
      if (helper)
        {
          p->dialect->need_helper (p, helper, RS_IR_I64);
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

void
c_append_told (Printer *p, GString *out, const char *name, const RsIrExpression *subscript, gboolean *is_number)
{
  g_autoptr (GString) number = g_string_new (NULL);

  *is_number = subscript->op == RS_IR_CONVERT && rs_ir_is_floating (subscript->operands[0]->type);
  if (!*is_number)
    {
      g_string_append (out, name);
      return;
    }
  c_append_expression (p, number, subscript->operands[0]);
  p->dialect->append_bits (p, out, number->str);
}

void
c_append_checks (Printer *p, GString *out, const ArrayAccess *access)
{
  p->dialect->need_fail (p);
  for (guint k = 0; k < access->names->len; k++)
    {
      const char *name = g_ptr_array_index (access->names, k);
      g_autoptr (GString) size = g_string_new (NULL), told = g_string_new (NULL);
      g_autofree char *condition = NULL;
      gboolean is_number;

      c_append_parameter (p, size, access->parameter);
      g_string_append_printf (size, "_%u", k);
      c_append_told (p, told, name, access->subscripts[k], &is_number);
      condition = g_strdup_printf ("(unsigned long) %s >= (unsigned long) %s", name, size->str);
      p->dialect->append_fail (p, out, condition,
                               &(Failure){ RS_KERNEL_OUT_OF_BOUNDS, access->line, access->parameter, k, told->str,
                                           size->str, (guint)is_number, access->is_write });
      g_string_append_c (out, ' ');
    }
}

/* --- the rest --- */

static void
append_special (Printer *p, GString *out, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_CONST:
      append_constant (p->dialect, out, e);
      break;
    case RS_IR_LOCAL:
      if (p->dialect->get_local_type (p, e->index) != c_type (e->type))
        g_string_append_printf (out, "(%s) ", c_type (e->type));
      p->dialect->append_local (p, out, e->index);
      break;
    case RS_IR_ELEMENT:
      p->dialect->append_local (p, out, e->index);
      g_string_append_c (out, '[');
      c_append_expression (p, out, e->operands[0]);
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
      g_string_append_printf (out, "p%u", e->component);
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
      p->dialect->append_load (p, out, e);
      break;
    case RS_IR_INSIDE:
      p->dialect->append_inside (p, out, e);
      break;
    case RS_IR_SELECT:
      g_string_append_c (out, '(');
      c_append_expression (p, out, e->operands[0]);
      g_string_append (out, " ? ");
      c_append_expression (p, out, e->operands[1]);
      g_string_append (out, " : ");
      c_append_expression (p, out, e->operands[2]);
      g_string_append_c (out, ')');
      break;
    case RS_IR_CONVERT:
      append_convert (p, out, e);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* gcc 12 makes -x of the text 0.0f - x where it sees that x is not -0 (a conversion, an absolute value); it is -0
 * for 0; a function hides x. */
static gboolean
append_subtracted_from_zero (Printer *p, GString *out, const RsIrExpression *e)
{
  const RsIrExpression *left = e->operands[0];

  if (e->op != RS_IR_SUB || !rs_ir_is_floating (e->type) || left->op != RS_IR_CONST || left->value.floating != 0
      || signbit (left->value.floating))
    return FALSE;
  p->dialect->need_helper (p, "from_zero", e->type);
  g_string_append_printf (out, "rs_from_zero_%s (", rs_ir_type_get_name (e->type));
  c_append_expression (p, out, e->operands[1]);
  g_string_append_c (out, ')');
  return TRUE;
}

#define LARGE ((gint64)1 << 32) /* no length or position is that large a constant */

/* i*2305843009213693952 wraps where it doesn't fit: of a signed product the C compiler would conclude that i is
 * small. */
static gboolean
append_wrapping (Printer *p, GString *out, const RsIrExpression *e)
{
  gboolean is_large = FALSE;

  if (e->type != RS_IR_I64 || (e->op != RS_IR_ADD && e->op != RS_IR_SUB && e->op != RS_IR_MUL))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    is_large |= e->operands[i]->op == RS_IR_CONST
                && (e->operands[i]->value.integer >= LARGE || e->operands[i]->value.integer <= -LARGE);
  if (!is_large)
    return FALSE;
  g_string_append (out, "((long) ((unsigned long) (");
  c_append_expression (p, out, e->operands[0]);
  g_string_append_printf (out, ") %s (unsigned long) (", rs_ir_ops[e->op].c);
  c_append_expression (p, out, e->operands[1]);
  g_string_append (out, ")))");
  return TRUE;
}

void
c_append_expression (Printer *p, GString *out, const RsIrExpression *e)
{
  const RsIrOpInfo *info = &rs_ir_ops[e->op];

  if (p->dialect->append_own (p, out, e) || append_subtracted_from_zero (p, out, e) || append_wrapping (p, out, e))
    return;
  switch (info->printing)
    {
    case RS_IR_PRINT_SPECIAL:
      append_special (p, out, e);
      break;
    case RS_IR_PRINT_INFIX:
      g_string_append_c (out, '(');
      c_append_expression (p, out, e->operands[0]);
      g_string_append_printf (out, " %s ", info->c);
      c_append_expression (p, out, e->operands[1]);
      g_string_append_c (out, ')');
      break;
    case RS_IR_PRINT_PREFIX:
      g_string_append_printf (out, "(%s", info->c);
      c_append_expression (p, out, e->operands[0]);
      g_string_append_c (out, ')');
      break;
    default:
      p->dialect->append_function (p, out, e);
      break;
    }
}

char *
c_expression_text (Printer *p, const RsIrExpression *e)
{
  GString *out = g_string_new (NULL);

  c_append_expression (p, out, e);
  return g_string_free (out, FALSE);
}

char *
c_update_text (Printer *p, const char *name, RsIrOp op, const RsIrExpression *value, const char *text)
{
  if (value->type == RS_IR_I64 && (op == RS_IR_ADD || op == RS_IR_MUL) && !(rs_ir_bound (value, p->kernel) <= 0x1p32))
    return g_strdup_printf ("%s = (long) ((unsigned long) %s %s (unsigned long) (%s));", name, name, rs_ir_ops[op].c,
                            text);
  return g_strdup_printf ("%s %s= %s;", name, rs_ir_ops[op].c, text);
}
