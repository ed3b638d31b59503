/* Reading elements: an access with a boundary mode is a call, since an expression of this dialect declares nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

const char *
gpu_element_type (RsElement element)
{
  return element == RS_ELEMENT_HALF ? "RS_HALF" : c_element_type (element);
}

const char *
gpu_space (const Printer *p, guint parameter)
{
  return rs_kernel_parameter (p->kernel, parameter)->binding == RS_BIND_SHARED ? "RS_LOCAL" : "RS_GLOBAL";
}

static gboolean
is_complex (const Printer *p, guint parameter)
{
  RsElement element = rs_kernel_parameter (p->kernel, parameter)->element;

  return element == RS_ELEMENT_CSINGLE || element == RS_ELEMENT_CDOUBLE;
}

/* What is read at an element, as a value of type. */
static void
append_read (Printer *p, GString *out, guint parameter, RsIrType type, const char *element)
{
  RsElement kind = rs_kernel_parameter (p->kernel, parameter)->element;

  if (kind == RS_ELEMENT_HALF)
    g_string_append_printf (out, "(%s) RS_GET_HALF (&%s)", c_type (type), element);
  else
    g_string_append_printf (out, type == RS_IR_BOOL ? "(%s != 0)" : "(%s) %s",
                            type == RS_IR_BOOL ? element : c_type (type), element);
}

/* The head of a function that gets an array of this rank, its lengths and subscripts: up to the last of these. */
static void
append_head (Printer *p, GString *out, guint parameter, guint rank, RsIrType type, const char *name)
{
  g_string_append_printf (out, "static inline %s %s (%s const %s *x", c_type (type), name, gpu_space (p, parameter),
                          gpu_element_type (rs_kernel_parameter (p->kernel, parameter)->element));
  for (guint k = 0; k < rank; k++)
    g_string_append_printf (out, ", long n%u", k);
  for (guint k = 0; k < rank; k++)
    g_string_append_printf (out, ", long i%u", k);
  if (is_complex (p, parameter))
    g_string_append (out, ", int c");
}

static char *
flat_element (gboolean of_pairs, guint rank)
{
  GString *out = g_string_new (of_pairs ? "x[2 * (" : "x[");

  for (guint k = 1; k < rank; k++)
    g_string_append_c (out, '(');
  g_string_append (out, "i0");
  for (guint k = 1; k < rank; k++)
    g_string_append_printf (out, ") * n%u + i%u", k, k);
  g_string_append (out, of_pairs ? ") + c]" : "]");
  return g_string_free (out, FALSE);
}

/* rs_load_safe_... and rs_load_checked_..., the latter with where a failure is told. */
static char *
need_load (Printer *p, const RsIrExpression *e)
{
  gboolean checked = e->boundary == RS_BOUNDARY_CHECKED, pairs = is_complex (p, e->index);
  char *name = g_strdup_printf ("rs_load_%s_%u_%s_%u%s", checked ? "checked" : "safe",
                                rs_kernel_parameter (p->kernel, e->index)->element, rs_ir_type_get_name (e->type),
                                e->n_operands,
                                rs_kernel_parameter (p->kernel, e->index)->binding == RS_BIND_SHARED ? "_local" : "");
  g_autofree char *element = flat_element (pairs, e->n_operands);
  GString *text = g_string_new (NULL);

  if (checked)
    gpu_need_fail (p);
  append_head (p, text, e->index, e->n_operands, e->type, name);
  if (checked)
    {
      for (guint k = 0; k < e->n_operands; k++)
        g_string_append_printf (text, ", long told%u", k);
      g_string_append (text, ", int numbers, RS_GLOBAL RsStatus *status, int *failed, int line, int parameter");
    }
  g_string_append (text, ")\n{\n");
  for (guint k = 0; k < e->n_operands; k++)
    if (checked)
      g_string_append_printf (text,
                              "  if ((unsigned long) i%u >= (unsigned long) n%u)\n"
                              "    { rs_fail (status, %d, line, parameter, %u, told%u, n%u, numbers >> %u & 1, 0); "
                              "*failed = 1; return 0; }\n",
                              k, k, RS_KERNEL_OUT_OF_BOUNDS, k, k, k, k);
    else
      g_string_append_printf (text, "  if ((unsigned long) i%u >= (unsigned long) n%u) return 0;\n", k, k);
  g_string_append (text, "  return ");
  append_read (p, text, e->index, e->type, element);
  g_string_append (text, ";\n}\n");
  c_define (p, g_string_free (text, FALSE));
  return name;
}

static void
append_length (Printer *p, GString *out, guint parameter, guint k)
{
  c_append_parameter (p, out, parameter);
  g_string_append_printf (out, "_%u", k);
}

/* What a failure tells of the subscripts: as they are, or the numbers that they were made of. */
static void
append_told (Printer *p, GString *out, const RsIrExpression *e)
{
  guint numbers = 0;

  for (guint k = 0; k < e->n_operands; k++)
    {
      g_autofree char *name = c_expression_text (p, e->operands[k]);
      gboolean is_number;

      g_string_append (out, ", ");
      c_append_told (p, out, name, e->operands[k], &is_number);
      numbers |= (guint)is_number << k;
    }
  g_string_append_printf (out, ", %u, status, &failed, %u, %u", numbers, e->line, e->index);
}

static void
append_load_call (Printer *p, GString *out, const RsIrExpression *e)
{
  g_autofree char *name = need_load (p, e);

  g_string_append_printf (out, "%s (", name);
  c_append_parameter (p, out, e->index);
  for (guint k = 0; k < e->n_operands; k++)
    {
      g_string_append (out, ", ");
      append_length (p, out, e->index, k);
    }
  for (guint k = 0; k < e->n_operands; k++)
    {
      g_string_append (out, ", ");
      c_append_expression (p, out, e->operands[k]);
    }
  if (is_complex (p, e->index))
    g_string_append_printf (out, ", %u", e->component);
  if (e->boundary == RS_BOUNDARY_CHECKED)
    append_told (p, out, e);
  g_string_append_c (out, ')');
}

/* Subscripts as expressions, mapped where the boundary mode maps them. */
static GPtrArray *
get_subscripts (Printer *p, const RsIrExpression *e)
{
  const char *helper = c_boundary_helper (e->boundary);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint k = 0; k < e->n_operands; k++)
    {
      GString *text = g_string_new (NULL);

      if (helper != NULL)
        {
          gpu_need_helper (p, helper, RS_IR_I64);
          g_string_append_printf (text, "rs_%s_i64 (", helper);
          c_append_mapped (p, text, e->operands[k]);
          g_string_append (text, ", ");
          append_length (p, text, e->index, k);
          g_string_append_c (text, ')');
        }
      else
        c_append_expression (p, text, e->operands[k]);
      g_ptr_array_add (names, g_string_free (text, FALSE));
    }
  return names;
}

void
gpu_append_load (Printer *p, GString *out, const RsIrExpression *e)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GString) element = g_string_new (NULL);

  if (e->boundary == RS_BOUNDARY_SAFE || e->boundary == RS_BOUNDARY_CHECKED)
    {
      append_load_call (p, out, e);
      return;
    }
  names = get_subscripts (p, e);
  p->dialect->append_element (p, element, e->index, (const char *const *)names->pdata, e->component);
  g_string_append_c (out, '(');
  if (e->boundary != RS_BOUNDARY_UNCHECKED) /* nothing is mapped into an array without elements */
    {
      c_append_parameter (p, out, e->index);
      g_string_append (out, "_n > 0 ? ");
    }
  append_read (p, out, e->index, e->type, element->str);
  g_string_append (out, e->boundary != RS_BOUNDARY_UNCHECKED ? " : 0)" : ")");
}

void
gpu_append_inside (Printer *p, GString *out, const RsIrExpression *e)
{
  g_string_append_c (out, '(');
  for (guint k = 0; k < e->n_operands; k++)
    {
      g_string_append_printf (out, "%s(unsigned long) (", k > 0 ? " && " : "");
      c_append_expression (p, out, e->operands[k]);
      g_string_append (out, ") < (unsigned long) ");
      append_length (p, out, e->index, k);
    }
  g_string_append_c (out, ')');
}
