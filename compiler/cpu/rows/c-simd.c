/* The pragma before a loop over work items, and what they leave behind: sums, extremes, values of the last one.
 *
 * With `omp simd reduction` gcc keeps an element of each such variable for each lane. Where the body reads or writes it
 * in one branch only, gcc 12 may make a masked access of that, at the place of another iteration instead of the lane's:
 * wrong results. So the body works on copies, which every work item takes before it and puts back behind it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/kernel/analysis/order/free-sum.h"

#include <string.h>

/* Jumps out of the loop, calls that gcc must not see in an `omp simd` body. */
static gboolean
block_forbids_simd (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (s->kind == RS_IR_ATOMIC || s->kind == RS_IR_FOREVER || block_forbids_simd (&s->body)
        || block_forbids_simd (&s->other))
      return TRUE;
  return FALSE;
}

static gboolean
has_loops (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (s->kind == RS_IR_LOOP || has_loops (&s->body) || has_loops (&s->other))
      return TRUE;
  return FALSE;
}

static const char *
parameter_operator (const RsKernelParameter *parameter)
{
  static const char *const operators[] = { "+", "*", "min", "max", "&", "|", "^" };

  return parameter->binding == RS_BIND_ACCUMULATOR ? operators[parameter->reduce] : NULL;
}

static const char *
total_operator (guint8 op)
{
  return op == RS_IR_MIN ? "min" : op == RS_IR_MAX ? "max" : "+";
}

/* Prints a line, or appends a clause, for the C variable called name; op is NULL for the value of the last work
 * item. */
typedef void (*ForLeft) (Printer *p, const char *name, const char *op, gpointer data);

/* Running sums that are made in vectors are not left to the loop. */
static gboolean
is_left (const RsKernel *kernel, const RsKernelParameter *parameter)
{
  return (parameter->binding == RS_BIND_ACCUMULATOR && !(kernel->cpu.scans && parameter->is_prefix))
         || parameter->binding == RS_BIND_FINAL;
}

static void
for_left (Printer *p, ForLeft call, gpointer data)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint i = 0; i < p->kernel->locals->len; i++)
    if (rs_kernel_local (p->kernel, i)->total)
      {
        g_string_truncate (name, 0);
        c_append_local (p, name, i);
        call (p, name->str, total_operator (rs_kernel_local (p->kernel, i)->total), data);
      }
  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);

      for (int c = 0; c < parameter->length && is_left (p->kernel, parameter); c++)
        {
          g_string_truncate (name, 0);
          c_append_parameter (p, name, i);
          g_string_append_printf (name, "_%d", c);
          call (p, name->str, parameter_operator (parameter), data);
        }
    }
}

static void
append_clause (Printer *p, const char *name, const char *op, gpointer data)
{
  if (op)
    g_string_append_printf (data, " reduction(%s:%s)", op, name);
  else
    g_string_append_printf (data, " lastprivate(%s)", name);
}

/* data: the line, with $N for the name. */
static void
print_line (Printer *p, const char *name, const char *op, gpointer data)
{
  g_autoptr (GString) line = g_string_new (data);

  g_string_replace (line, "$N", name, 0);
  c_printf (p, "%s", line->str);
}

void
c_append_clauses (Printer *p, GString *clauses)
{
  for_left (p, append_clause, clauses);
}

/* clang begins the largest and smallest values of a lane with the limits of finite numbers, so that those of infinities
 * and NaN would be wrong. */
void
c_append_simd_pragma (GString *out, const char *clauses)
{
  gboolean has_extreme = strstr (clauses, "(max:") != NULL || strstr (clauses, "(min:") != NULL;

  g_string_append_printf (out, has_extreme ? "#ifndef __clang__\n#pragma omp simd%s\n#endif\n" : "#pragma omp simd%s\n",
                          clauses);
}

/* What those leave that use the same memory one after the other, or go on from the one before, is no clause. */
static gboolean
is_in_turn (const Printer *p)
{
  return rs_kernel_has_dynamic (p->kernel) || cpu (p)->is_running;
}

gboolean
c_row_takes_clauses (const Printer *p, const RsIrBlock *body)
{
  return !is_in_turn (p) && !(p->kernel->has_prefix ? rs_ir_can_fail (body) : rs_kernel_can_fail (p->kernel))
         && !block_forbids_simd (body) && !has_loops (body);
}

/* gcc's lastprivate leaves rubbish when there is no iteration. */
gboolean
c_print_pragma (Printer *p, const RsIrBlock *body, const char *low, const char *high)
{
  g_autoptr (GString) clauses = g_string_new (NULL);

  c_append_clauses (p, clauses);
  if (is_in_turn (p))
    return FALSE;
  if (clauses->len == 0)
    {
      g_string_append (p->body, "#pragma GCC ivdep\n");
      return FALSE;
    }
  if (!c_row_takes_clauses (p, body))
    return FALSE;
  c_printf (p, "if (%s < %s)", low, high);
  c_append_simd_pragma (p->body, clauses->str);
  return TRUE;
}

void
c_take_copies (Printer *p)
{
  for_left (p, print_line, (gpointer) "__typeof__ ($N) $N_left = $N;");
  c_printf (p, "{");
  p->indent += 2;
  for_left (p, print_line, (gpointer) "__typeof__ ($N_left) $N = $N_left;");
}

void
c_put_copies_back (Printer *p)
{
  for_left (p, print_line, (gpointer) "$N_left = $N;");
  p->indent -= 2;
  c_printf (p, "}");
  for_left (p, print_line, (gpointer) "$N = $N_left;");
}

/* --- sums inside a work item --- */

gboolean
c_open_sum (Printer *p, const RsIrStatement *loop)
{
  g_autoptr (GString) low = g_string_new (NULL), high = g_string_new (NULL), counter = g_string_new (NULL),
                      sums = g_string_new (NULL);
  const guint n = p->n_temporaries++;

  if (!loop->in_lanes)
    return FALSE;
  c_append_expression (p, low, loop->low);
  c_append_expression (p, high, loop->high);
  c_append_local (p, counter, loop->index);
  for (const RsIrStatement *s = loop->body.first; s; s = s->next)
    if (rs_statement_is_sum (s))
      {
        g_string_append (sums, sums->len > 0 ? ", " : "");
        c_append_local (p, sums, s->index);
      }
  if (strchr (sums->str, '[')) /* of work items that run together: elements, which the clause doesn't take */
    return FALSE;
  c_printf (p, "const long b%u = %s, e%u = %s;", n, low->str, n, high->str);
  g_string_append_printf (p->body, "#pragma omp simd reduction(+:%s)\n", sums->str);
  cpu (p)->has_lane_sums = TRUE;
  c_printf (p, "for (long %s = b%u; %s <= e%u; %s++)", counter->str, n, counter->str, n, counter->str);
  c_printf (p, "{");
  p->indent += 2;
  return TRUE;
}
