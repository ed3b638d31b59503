/* A pairwise sum of a row (passes/sums/pairwise.c), in chunks of four vectors, one behind the other in memory: the sums
 * of four elements in single precision, those in double, a lane each.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#define QUARTER 16       /* a vector of floats at most */
#define SHORTEST_ROW 512 /* fewer elements are added up in double precision one by one */

void
c_print_sum_row (Printer *p, const RsIrStatement *sum, const char *low, const char *high)
{
  guint last = p->kernel->grid_rank - 1;
  g_autoptr (GString) name = g_string_new (NULL), text = g_string_new (NULL);

  c_append_parameter (p, name, sum->index);
  c_append_expression (p, text, sum->value->operands[0]);
  c_printf (p, "long chunk = %s;", low);
  c_printf (p, "double lanes[%d] = { 0 };", QUARTER);
  c_printf (p, "const long chunks = %s - chunk < %d ? chunk : %s;", high, SHORTEST_ROW, high);
  c_printf (p, "for (; chunk + %d <= chunks; chunk += %d)", 4 * QUARTER, 4 * QUARTER);
  g_string_append (p->body, "#pragma omp simd\n");
  c_printf (p, "for (long k = 0; k < %d; k++)", QUARTER);
  c_printf (p, "{");
  c_printf (p, "  float q0, q1, q2, q3;");
  for (int i = 0; i < 4; i++)
    c_printf (p, "  { const long p%u = chunk + k + %d; q%d = %s; }", last, i * QUARTER, i, text->str);
  c_printf (p, "  lanes[k] += (q0 + q1) + (q2 + q3);");
  c_printf (p, "}");
  c_printf (p, "for (long k = 0; k < %d; k++)", QUARTER);
  c_printf (p, "  %s_%u += lanes[k];", name->str, sum->component);
}
