/* Rows of kernels whose running sums are made in vectors, as C; see compiler/cpu/passes/sums/scan.c.
 *
 * A running value is what the box begins with (its C variable, with _start behind the name) plus what the box has added
 * so far (_sum). Both functions of the kernel count so, in the same pieces of a row: a box that has run has come to
 * exactly what it began with and what the function of totals says that it adds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#define PIECE 64 /* work items whose sums are in a few registers, or else in the nearest cache; a multiple of 8 */

static const char *
get_type (const Printer *p, guint parameter)
{
  return rs_kernel_parameter (p->kernel, parameter)->is_integer ? "long" : "double";
}

/* Prints a line for each running sum: format with $N for its name and $T for its type. */
static void
print_for_sums (Printer *p, const char *format)
{
  for (guint i = 0; i < p->kernel->parameters->len; i++)
    if (rs_kernel_parameter (p->kernel, i)->is_prefix)
      {
        g_autoptr (GString) line = g_string_new (format), name = g_string_new (NULL);

        c_append_parameter (p, name, i);
        g_string_replace (line, "$N", name->str, 0);
        g_string_replace (line, "$T", get_type (p, i), 0);
        g_string_replace (line, "$S", rs_kernel_parameter (p->kernel, i)->is_integer ? "i64" : "f64", 0);
        c_printf (p, "%s", line->str);
      }
}

void
c_print_scan_start (Printer *p)
{
  print_for_sums (p, "const $T $N_start = $N_0;");
  print_for_sums (p, "$T $N_sum = 0;");
}

void
c_print_scan_update (Printer *p, const char *name, const char *value)
{
  if (cpu (p)->scan == C_SCAN_ADDS)
    c_printf (p, "%s_0 = %s;", name, value);
  else
    c_printf (p, "%s_0 = %s_after;", name, name);
}

/* What a work item adds: to the C variable of each running sum. */
static void
print_totals (Printer *p, const RsIrBlock *totals)
{
  print_for_sums (p, "$T $N_0 = 0;");
  cpu (p)->scan = C_SCAN_ADDS;
  c_print_item (p, totals);
}

/* What a work item does, between the running values before and after its own addition. */
static void
print_body (Printer *p, const RsIrBlock *body)
{
  print_for_sums (p, "$T $N_0 = $N_before;");
  cpu (p)->scan = C_SCAN_USES;
  c_print_item (p, body);
}

static void
open_brace (Printer *p)
{
  c_printf (p, "{");
  p->indent += 2;
}

static void
close_brace (Printer *p)
{
  p->indent -= 2;
  c_printf (p, "}");
}

static void
open_whole_loop (Printer *p, const char *clauses)
{
  c_append_simd_pragma (p->body, clauses);
  c_printf (p, "for (long k = 0; k < %d; k++)", PIECE);
  open_brace (p);
  c_printf (p, "const long p%u = first + k;", p->kernel->grid_rank - 1);
}

/* PIECE work items side by side. */
static void
print_whole_piece (Printer *p, const RsIrBlock *totals, const RsIrBlock *body)
{
  g_autoptr (GString) clauses = g_string_new (NULL);

  open_brace (p);
  print_for_sums (p, "$T $N_room[8 + " G_STRINGIFY (
                         PIECE) "] __attribute__ ((aligned (64))), *const $N_sums = $N_room + 8;");
  open_whole_loop (p, "");
  print_totals (p, totals);
  print_for_sums (p, "$N_sums[k] = $N_0;");
  close_brace (p);
  print_for_sums (p, "$N_sum = rs_scan_$S ($N_sums, " G_STRINGIFY (PIECE) ", $N_sum);");
  if (cpu (p)->is_running)
    {
      c_append_clauses (p, clauses);
      open_whole_loop (p, clauses->str);
      print_for_sums (p, "const $T $N_before = $N_start + $N_sums[k - 1], $N_after = $N_start + $N_sums[k];");
      c_take_copies (p);
      print_body (p, body);
      c_put_copies_back (p);
      close_brace (p);
    }
  close_brace (p);
}

/* Fewer, or near the border: one by one. */
static void
print_rest (Printer *p, const RsIrBlock *totals, const RsIrBlock *body)
{
  guint last = p->kernel->grid_rank - 1;

  c_printf (p, "for (long p%u = first; p%u < first + count; p%u++)", last, last, last);
  open_brace (p);
  print_for_sums (p, "const $T $N_before = $N_start + $N_sum;");
  open_brace (p);
  print_totals (p, totals);
  print_for_sums (p, "$N_sum += $N_0;");
  close_brace (p);
  if (cpu (p)->is_running)
    {
      print_for_sums (p, "const $T $N_after = $N_start + $N_sum;");
      print_body (p, body);
    }
  close_brace (p);
}

/* C text: whether a whole piece begins at `first`, in the interior where there is one. */
static char *
whole_piece_text (const Printer *p, const char *high)
{
  const RsKernel *kernel = p->kernel;
  guint last = kernel->grid_rank - 1;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s - first >= %d", high, PIECE);
  for (guint k = 0; kernel->has_interior && k < last; k++)
    if (kernel->interior_bounded[k])
      g_string_append_printf (text, " && p%u >= in_low%u && p%u < in_high%u", k, k, k, k);
  if (kernel->has_interior && kernel->interior_bounded[last])
    g_string_append_printf (text, " && first >= in_low%u && in_high%u - first >= %d", last, last, PIECE);
  return g_string_free (text, FALSE);
}

void
c_print_scan_row (Printer *p, const char *low, const char *high)
{
  const RsKernel *kernel = p->kernel;
  g_autofree char *is_whole = whole_piece_text (p, high);

  c_need_helper (p, "scan", RS_IR_F64);
  c_need_helper (p, "scan", RS_IR_I64);
  c_printf (p, "for (long first = %s, count; first < %s; first += count)", low, high);
  open_brace (p);
  c_printf (p, "count = %s - first < %d ? %s - first : %d;", high, PIECE, high, PIECE);
  c_printf (p, "if (%s)", is_whole);
  print_whole_piece (p, kernel->has_interior ? &kernel->interior_totals : &kernel->totals,
                     kernel->has_interior ? &kernel->interior : &kernel->body);
  c_printf (p, "else");
  print_rest (p, &kernel->totals, &kernel->body);
  close_brace (p);
  print_for_sums (p, "$N_0 = $N_start + $N_sum;");
  cpu (p)->scan = C_SCAN_NONE;
}
