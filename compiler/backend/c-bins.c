/* Copies of arrays that are only added to, passes/bins.c: four in each box, which neighbouring work items take in turn, so
 * that equal ones do not wait for each other's store. Arrays of more elements than MOST_BINS, and boxes that are not worth
 * it, use the array itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/backend/c-private.h"

#define MOST_BINS 2048
#define COPIES 4

gboolean
c_has_bins (const Printer *p, guint parameter)
{
  return parameter < 64 && (p->kernel->bins >> parameter & 1) != 0;
}

/* In place of the array's declaration: the array is the first copy where there are copies. */
void
c_print_bins (Printer *p, guint parameter, const char *name)
{
  const char *type = c_element_type (rs_kernel_parameter (p->kernel, parameter)->element);

  c_printf (p, "long items_%u = 1;", parameter);
  for (guint k = 0; k < p->kernel->grid_rank; k++)
    c_printf (p, "items_%u *= high%u - low%u;", parameter, k, k);
  c_printf (p, "const _Bool has_copies_%u = %s_n <= %d && items_%u >= %s_n;", parameter, name, MOST_BINS, parameter, name);
  c_printf (p, "const long copy_%u = has_copies_%u ? %s_n : 0;", parameter, parameter, name);
  c_printf (p, "%s copies_%u[%d] __attribute__ ((aligned (64)));", type, parameter, COPIES * MOST_BINS);
  c_printf (p, "__builtin_memset (copies_%u, 0, %d * copy_%u * sizeof (%s));", parameter, COPIES, parameter, type);
  c_printf (p, "%s *const %s = has_copies_%u ? copies_%u : a%u->data;", type, name, parameter, parameter, parameter);
}

/* The addition of the C variable v to an element. */
void
c_append_bin_addition (Printer *p, GString *out, guint parameter, const char *element, const char *atomic)
{
  g_string_append_printf (out, "if (has_copies_%u) (&%s)[(p%u & %d) * copy_%u] += v; else %s (&%s, v);", parameter,
                          element, p->kernel->grid_rank - 1, COPIES - 1, parameter, atomic, element);
}

/* At the end of the box. */
void
c_print_bin_results (Printer *p)
{
  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      RsElement element = rs_kernel_parameter (p->kernel, i)->element;
      g_autofree char *atomic = NULL;

      if (!c_has_bins (p, i))
        continue;
      atomic = c_need_atomic (p, RS_IR_ADD, element, rs_ir_type_of_element (element), RS_OVERFLOW_WRAP, FALSE);
      c_printf (p, "for (long bin = 0; bin < copy_%u; bin++)", i);
      c_printf (p, "{");
      c_printf (p, "  const %s *const c = copies_%u + bin;", c_element_type (element), i);
      c_printf (p, "  const %s sum = (c[0] + c[copy_%u]) + (c[2 * copy_%u] + c[3 * copy_%u]);", c_element_type (element), i,
                i, i);
      c_printf (p, "  if (sum != 0)");
      c_printf (p, "    %s ((%s *) a%u->data + bin, sum);", atomic, c_element_type (element), i);
      c_printf (p, "}");
    }
}
