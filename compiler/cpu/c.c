/* A kernel as one C function over a box of positions: arguments into variables, the loops over the box, the body, the
 * partial results.
 *
 * The loop over the last grid dimension is innermost. Work items are independent, which is said with `ivdep`, or with
 * `omp simd` where the kernel reduces (that is what licenses several partial sums; nothing else is reassociated). A
 * kernel with an interior runs each row in three parts, the middle one without checks; parts keep the order of the
 * work items, so that the value a FINISH leaves is that of the last one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/cpu/cpu.h"

#include <string.h>

/* --- arguments --- */

static char *
parameter_name (Printer *p, guint i)
{
  GString *name = g_string_new (NULL);

  c_append_parameter (p, name, i);
  return g_string_free (name, FALSE);
}

static void
print_array_dimensions (Printer *p, guint i, const char *name)
{
  guint rank = rs_kernel_parameter (p->kernel, i)->rank;
  g_autoptr (GString) count = g_string_new (NULL);

  for (guint k = 0; k < rank; k++)
    g_string_append_printf (count, "%sa%u->dims[%u]", k ? " * " : "", i, k);
  c_printf (p, "const long %s_n = %s;", name, count->str);
  if (rs_kernel_view (p->kernel, i) == RS_IR_VIEW_FLAT)
    c_printf (p, "const long %s_0 = %s_n;", name, name);
  else
    for (guint k = 0; k < rank; k++)
      if (k + 1 == rank && rs_kernel_parameter (p->kernel, i)->last_length > 0)
        c_printf (p, "const long %s_%u = %d;", name, k, rs_kernel_parameter (p->kernel, i)->last_length);
      else
        c_printf (p, "const long %s_%u = a%u->dims[%u];", name, k, i, k);
}

static void
print_array (Printer *p, guint i)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);
  g_autofree char *name = parameter_name (p, i);
  gboolean writes = parameter->writes || parameter->binding == RS_BIND_RESULT;

  c_printf (p, "const RsKernelArray *const a%u = arguments[%u];", i, i);
  print_array_dimensions (p, i, name);
  if (c_has_bins (p, i))
    c_print_bins (p, i, name);
  else
    c_printf (p, "%s%s *%sconst %s = a%u->data;", writes ? "" : "const ", c_element_type (parameter->element),
              p->kernel->same_arrays_possible ? "" : "restrict ", name, i);
}

static const char *
neutral_element (const RsKernelParameter *parameter)
{
  switch (parameter->reduce)
    {
    case RS_REDUCE_PRODUCT:
      return "1";
    case RS_REDUCE_MINIMUM:
      return parameter->is_integer ? "9223372036854775807L" : "__builtin_inf ()";
    case RS_REDUCE_MAXIMUM:
      return parameter->is_integer ? "-9223372036854775807L - 1" : "-__builtin_inf ()";
    case RS_REDUCE_AND:
      return "-1";
    default:
      return "0";
    }
}

static const char *
accumulator_type (Printer *p, guint parameter)
{
  if (rs_kernel_parameter (p->kernel, parameter)->is_integer)
    return "long";
  return c_accumulates_single (p, parameter) ? "float" : "double";
}

static void
print_parameter (Printer *p, guint i)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);
  g_autofree char *name = parameter_name (p, i);
  const char *type = c_type (rs_ir_type_of_element (parameter->element));

  if (parameter->binding == RS_BIND_ARRAY || parameter->binding == RS_BIND_RESULT)
    {
      print_array (p, i);
      return;
    }
  if (parameter->binding == RS_BIND_DYNAMIC)
    {
      c_declare_dynamic (p, i);
      return;
    }
  for (int c = 0; c < parameter->length && parameter->binding != RS_BIND_SHARED; c++)
    switch (parameter->binding)
      {
      case RS_BIND_NUMBER:
        c_printf (p, "const %s %s_%d = ((const %s *) arguments[%u])[%d];", type, name, c,
                  c_element_type (parameter->element), i, c);
        break;
      case RS_BIND_ACCUMULATOR:
        if (cpu (p)->is_running && parameter->is_prefix)
          {
            c_printf (p, "%s %s_%d = ((%s *) arguments[%u])[box->index];", accumulator_type (p, i), name, c,
                      accumulator_type (p, i), i);
            break;
          }
        c_printf (p, "%s %s_%d = %s;", accumulator_type (p, i), name, c, neutral_element (parameter));
        break;
      default:
        c_printf (p, "%s %s_%d = 0;", parameter->is_integer ? "long" : "double", name, c);
        break;
      }
}

/* Partial results of the box, and the values of the last work item if it is here. */
static void
print_results (Printer *p)
{
  for (guint i = 0; i < p->kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, i);
      g_autofree char *name = parameter_name (p, i);

      for (int c = 0; c < parameter->length; c++)
        if (parameter->binding == RS_BIND_ACCUMULATOR)
          c_printf (p, "((%s *) arguments[%u])[box->index * %d + %d] = %s_%d;",
                    parameter->is_integer ? "long" : "double", i, parameter->length, c, name, c);
        else if (parameter->binding == RS_BIND_FINAL)
          {
            c_printf (p,
                      "if (box->low[0] < box->high[0] && box->high[0] == box->grid[0] && box->high[1] == box->grid[1]"
                      " && box->high[2] == box->grid[2] && box->high[3] == box->grid[3])");
            c_printf (p, "  ((%s *) arguments[%u])[%d] = %s_%d;", parameter->is_integer ? "long" : "double", i, c, name,
                      c);
          }
    }
}

/* --- the loops --- */

void
c_print_locals (Printer *p)
{
  for (guint i = 0; i < p->kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (p->kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (local->is_counter || local->total)
        continue;
      c_append_local (p, name, i);
      if (local->length > 1)
        c_printf (p, "%s %s[%u] = { 0 };", c_type (local->type), name->str, local->length);
      else
        c_printf (p, "%s %s = 0;", c_local_type (p, i), name->str);
      if (c_has_index (p, i))
        c_printf (p, "int near_%u = 0; float whole_%u = 0;", i, i);
    }
}

void
c_print_item (Printer *p, const RsIrBlock *body)
{
  p->copy = ++p->n_copies;
  p->needs_done = FALSE;
  g_array_set_size (p->gotos, 0);
  p->line = 0;
  c_print_locals (p);
  c_begin_dynamic (p);
  c_print_block (p, body);
  if (p->needs_done)
    c_printf (p, "done_%u:;", p->copy);
}

/* Additions to elements that other work items may update, too. */
static gboolean
updates_shared (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if ((s->kind == RS_IR_ATOMIC && !s->is_unique) || updates_shared (&s->body) || updates_shared (&s->other))
      return TRUE;
  return FALSE;
}

/* The loop over the last dimension from C expression low to high. */
static void
print_row (Printer *p, const RsIrBlock *body, const char *low, const char *high)
{
  const RsIrStatement *sum = rs_ir_get_pairwise (body);
  guint last = p->kernel->grid_rank - 1;
  gboolean with_clauses, counts;

  if (p->kernel->cpu.scans)
    {
      c_print_scan_row (p, low, high);
      return;
    }
  if (sum != NULL)
    {
      c_print_sum_row (p, sum, low, high);
      low = "chunk";
    }
  if (p->kernel->cpu.lanes > 0 && !c_is_border (p))
    {
      c_printf (p, "long group = %s;", low);
      c_print_groups (p, body, high);
      low = "group";
    }
  if (p->kernel->cpu.strip > 0 && !p->kernel->cpu.strips_first
      && body == rs_kernel_get_main_block ((RsKernel *)p->kernel))
    {
      c_print_strips (p, body, low, high, FALSE);
      low = "rest";
    }
  if (p->kernel->cpu.interleaved > 0 && !cpu (p)->gathers && body == rs_kernel_get_main_block ((RsKernel *)p->kernel))
    {
      c_print_interleaved (p, body, low, high);
      low = "at";
    }
  if (cpu (p)->n_copies > 1 && c_print_bin_row (p, low, high, c_print_item, body))
    return;
  if (cpu (p)->n_copies > 1)
    {
      c_print_bin_groups (p, low, high, c_print_item, body);
      low = "at";
    }
  if (p->kernel->cpu.overlap > 0 && !cpu (p)->gathers && cpu (p)->n_copies == 0
      && body == rs_kernel_get_main_block ((RsKernel *)p->kernel))
    {
      c_print_overlap (p, low, high);
      low = "row_begin";
      high = "row_end";
    }
  cpu (p)->updates_in_order = updates_shared (body);
  counts = !cpu (p)->updates_in_order && c_open_counts (p, body, low, high);
  with_clauses = !cpu (p)->updates_in_order
                 && c_print_pragma (p, body, counts ? "part_low" : low, counts ? "part_high" : high);
  if (cpu (p)->gathers && !p->kernel->has_collapsed)
    c_printf (p, "for (int row = %s; row < (int) %s; row++)", low, high);
  else if (counts)
    c_printf (p, "for (int row = 0; row < (int) (part_high - part_low); row++)");
  else
    c_printf (p, "for (long p%u = %s; p%u < %s; p%u++)", last, low, last, high, last);
  c_printf (p, "{");
  p->indent += 2;
  if (cpu (p)->gathers && !p->kernel->has_collapsed)
    c_printf (p, "const long p%u = row;", last);
  else if (counts)
    c_printf (p, "const long p%u = part_low + row;", last);
  if (cpu (p)->n_copies > 0)
    c_printf (p, "const int copy = 0;");
  if (with_clauses)
    c_take_copies (p);
  c_print_item (p, body);
  if (with_clauses)
    c_put_copies_back (p);
  cpu (p)->updates_in_order = FALSE;
  p->indent -= 2;
  c_printf (p, "}");
  if (counts)
    c_close_counts (p, body);
}

static void
print_split_row (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  guint last = p->kernel->grid_rank - 1;
  g_autoptr (GString) inside = g_string_new ("1");

  for (guint k = 0; k < last; k++)
    if (p->kernel->interior_bounded[k])
      g_string_append_printf (inside, " && p%u >= in_low%u && p%u < in_high%u", k, k, k, k);
  c_printf (p, "const _Bool inside = %s;", inside->str);
  c_printf (p, "const long middle = inside ? row_low : high%u, after = inside ? row_high : high%u;", last, last);
  if (kernel->cpu.strips_first) /* strips have been through all rows up to `rest` */
    c_printf (p, "const long begin = inside ? rest : high%u;", last);
  c_printf (p, "for (int part = 0; part < 3; part++)");
  c_printf (p, "  if (part == 1)");
  p->indent += 4;
  c_printf (p, "{");
  p->indent += 2;
  print_row (p, &kernel->interior, kernel->cpu.strips_first ? "begin" : "middle", "after");
  p->indent -= 2;
  c_printf (p, "}");
  p->indent -= 2;
  c_printf (p, "else");
  p->indent += 2;
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long from = part == 0 ? low%u : after, to = part == 0 ? middle : high%u;", last,
            last);
  if (kernel->cpu.has_border_function)
    c_print_border_call (p, "from", "to");
  else
    print_row (p, &p->kernel->body, "from", "to");
  p->indent -= 2;
  c_printf (p, "}");
  p->indent -= 4;
}

/* The interior cut to the box; row_low..row_high is empty at the end of the row when there is none. */
static void
print_interior_bounds (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  guint last = kernel->grid_rank - 1;

  for (guint k = 0; k < kernel->grid_rank; k++)
    if (kernel->interior_bounded[k])
      {
        g_autoptr (GString) low = g_string_new (NULL), high = g_string_new (NULL);

        c_append_expression (p, low, kernel->interior_low[k]);
        c_append_expression (p, high, kernel->interior_high[k]);
        c_printf (p, "const long in_low%u = %s;", k, low->str);
        c_printf (p, "const long in_high%u = %s;", k, high->str);
      }
  c_need_helper (p, "min", RS_IR_I64);
  c_need_helper (p, "max", RS_IR_I64);
  if (kernel->interior_bounded[last])
    {
      c_printf (p, "const long row_low = rs_min_i64 (rs_max_i64 (low%u, in_low%u), high%u);", last, last,
                last);
      c_printf (p, "const long row_high = rs_max_i64 (rs_min_i64 (high%u, in_high%u), row_low);", last, last);
    }
  else
    c_printf (p, "const long row_low = low%u, row_high = high%u;", last, last);
}

/* Before the loop over the rows from C expression low to high: strips through all rows of the interior. */
static void
print_strips_of_rows (Printer *p, const char *low, const char *high)
{
  const RsKernel *kernel = p->kernel;
  guint row = kernel->grid_rank - 2, last = kernel->grid_rank - 1;
  g_autoptr (GString) inside = g_string_new ("1");
  g_autofree char *column_low = g_strdup_printf ("low%u", last), *column_high = g_strdup_printf ("high%u", last);

  for (guint k = 0; k < row && kernel->has_interior; k++)
    if (kernel->interior_bounded[k])
      g_string_append_printf (inside, " && p%u >= in_low%u && p%u < in_high%u", k, k, k, k);
  if (kernel->has_interior && kernel->interior_bounded[row])
    {
      c_printf (p, "const long rows_low = %s ? rs_min_i64 (rs_max_i64 (%s, in_low%u), %s) : %s;", inside->str, low, row,
                high, high);
      c_printf (p, "const long rows_high = %s ? rs_max_i64 (rs_min_i64 (%s, in_high%u), rows_low) : %s;", inside->str,
                high, row, high);
    }
  else
    c_printf (p, "const long rows_low = %s ? %s : %s, rows_high = %s;", inside->str, low, high, high);
  c_print_strips (p, kernel->has_interior ? &kernel->interior : &kernel->body,
                  kernel->has_interior ? "row_low" : column_low, kernel->has_interior ? "row_high" : column_high, TRUE);
}

/* The dimensions from `from` on, one after the other, inside C loops over those before; the positions in dimension
 * `from` go from C expression low to high. */
static void
print_rows (Printer *p, guint from, const char *low, const char *high)
{
  const RsKernel *kernel = p->kernel;
  guint last = kernel->grid_rank - 1;
  gboolean strips_first = kernel->cpu.strips_first && !c_is_border (p);
  g_autofree char *row_low = from == last ? g_strdup (low) : g_strdup_printf ("low%u", last);
  g_autofree char *row_high = from == last ? g_strdup (high) : g_strdup_printf ("high%u", last);

  for (guint k = from; k < last; k++)
    {
      g_autofree char *other_low = g_strdup_printf ("low%u", k), *other_high = g_strdup_printf ("high%u", k);

      if (strips_first && k + 1 == last)
        {
          c_printf (p, "{");
          print_strips_of_rows (p, k == from ? low : other_low, k == from ? high : other_high);
        }
      c_printf (p, "for (long p%u = %s; p%u < %s; p%u++)", k, k == from ? low : other_low, k,
                k == from ? high : other_high, k);
    }
  c_printf (p, "{");
  p->indent += 2;
  if (kernel->has_interior && cpu (p)->only == NULL && !kernel->cpu.scans)
    print_split_row (p);
  else
    print_row (p, cpu (p)->only ? cpu (p)->only : &kernel->body, strips_first ? "rest" : row_low, row_high);
  p->indent -= 2;
  c_printf (p, "}");
  if (strips_first)
    c_printf (p, "}");
}

/* Whether collapsed dimensions may be used at all, and how many positions one step in the first of them is. */
static void
print_collapse_condition (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  g_autoptr (GString) condition = g_string_new (NULL), step = g_string_new (NULL);

  c_append_expression (p, condition, kernel->collapse_condition);
  for (guint k = kernel->collapse_from + 1; k < kernel->grid_rank; k++)
    {
      g_string_append_printf (condition, " && low%u == 0 && high%u == grid%u", k, k, k);
      g_string_append_printf (step, "%sgrid%u", step->len ? " * " : "", k);
    }
  c_printf (p, "const _Bool collapses = %s;", condition->str);
  c_printf (p, "const long step = %s;", step->str);
}

/* The positions in the first collapsed dimension from flat_low to flat_high run collapsed, those around them do not. */
static void
print_collapsed (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  guint from = kernel->collapse_from;
  g_autoptr (GString) inside = g_string_new ("collapses");
  gboolean bounded = kernel->has_interior && kernel->interior_bounded[from];

  for (guint k = 0; k < from && kernel->has_interior; k++)
    if (kernel->interior_bounded[k])
      g_string_append_printf (inside, " && p%u >= in_low%u && p%u < in_high%u", k, k, k, k);
  c_printf (p, "const _Bool flat = %s;", inside->str);
  if (bounded)
    {
      c_need_helper (p, "min", RS_IR_I64);
      c_need_helper (p, "max", RS_IR_I64);
      c_printf (p, "const long flat_low = flat ? rs_min_i64 (rs_max_i64 (low%u, in_low%u), high%u) : high%u;", from,
                from, from, from);
      c_printf (p, "const long flat_high = flat ? rs_max_i64 (rs_min_i64 (high%u, in_high%u), flat_low) : high%u;",
                from, from, from);
    }
  else
    c_printf (p, "const long flat_low = flat ? low%u : high%u, flat_high = high%u;", from, from, from);
  c_printf (p, "for (int piece = 0; piece < 3; piece++)");
  c_printf (p, "  if (piece == 1)");
  c_printf (p, "  {");
  p->indent += 4;
  print_row (p, &kernel->collapsed, "(flat_low * step)", "(flat_high * step)");
  p->indent -= 4;
  c_printf (p, "  }");
  c_printf (p, "  else");
  c_printf (p, "  {");
  p->indent += 4;
  c_printf (p, "const long piece_low = piece == 0 ? low%u : flat_high, piece_high = piece == 0 ? flat_low : high%u;",
            from, from);
  print_rows (p, from, "piece_low", "piece_high");
  p->indent -= 4;
  c_printf (p, "  }");
}

static void
print_totals (Printer *p)
{
  for (guint i = 0; i < p->kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (p->kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (!local->total)
        continue;
      c_append_local (p, name, i);
      c_printf (p, "%s %s = %s;", c_type (local->type), name->str,
                local->total == RS_IR_MIN ? "__builtin_inf ()" : local->total == RS_IR_MAX ? "-__builtin_inf ()" : "0");
    }
}

/* A tile in which the order of the loops is another one; at the border it is the usual one. */
static void
print_turned (Printer *p)
{
  if (!p->kernel->has_interior)
    {
      c_print_turned_tile (p, &p->kernel->body);
      return;
    }
  c_print_if_interior (p);
  c_print_turned_tile (p, &p->kernel->interior);
  c_printf (p, "else");
  print_rows (p, 0, "low0", "high0");
}

/* The loops over the positions of the box. */
static void
print_positions (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  gboolean is_collapsed = kernel->has_collapsed && cpu (p)->only == NULL;

  print_totals (p);
  if (kernel->has_interior && (cpu (p)->only == NULL || kernel->cpu.scans))
    print_interior_bounds (p);
  if (is_collapsed)
    print_collapse_condition (p);
  for (guint k = 0; is_collapsed && k < kernel->collapse_from; k++)
    c_printf (p, "for (long p%u = low%u; p%u < high%u; p%u++)", k, k, k, k, k);
  c_printf (p, "{");
  p->indent += 2;
  if (is_collapsed)
    print_collapsed (p);
  else if (kernel->cpu.tile_turned && cpu (p)->only == NULL)
    print_turned (p);
  else
    print_rows (p, 0, "low0", "high0");
  p->indent -= 2;
  c_printf (p, "}");
}

/* prefix: of the name of a function that another one calls; "" for the kernel itself. */
static void
print_function (Printer *p, const char *prefix)
{
  const RsKernel *kernel = p->kernel;

  c_printf (p, "%svoid", prefix[0] != '\0' ? "static __attribute__ ((noinline)) " : "");
  c_printf (p, "%s%s (const RsKernelBox *restrict const box, void *const *restrict const arguments)",
            prefix, kernel->name);
  c_printf (p, "{");
  p->indent = 2;
  for (guint k = 0; k < kernel->grid_rank; k++)
    {
      /* Named, because stores into arrays might change what box points to as far as gcc knows. */
      c_printf (p, "const long grid%u = box->grid[%u], block%u = box->block[%u];", k, k, k, k);
      c_printf (p, "const long low%u = box->low[%u], high%u = box->high[%u];", k, k, k, k);
    }
  for (guint i = 0; i < kernel->parameters->len; i++)
    print_parameter (p, i);
  if (kernel->cpu.scans)
    c_print_scan_start (p);
  if (kernel->has_blocks)
    c_print_blocks (p);
  else if (kernel->pads->len > 0 && cpu (p)->only == NULL)
    c_print_padding (p);
  else
    {
      if (cpu (p)->is_running)
        c_print_fixed_loads (p);
      print_positions (p);
      c_print_block (p, &kernel->epilogue);
      c_print_bin_results (p);
      if (cpu (p)->is_running)
        g_clear_pointer (&cpu (p)->hoisted, g_hash_table_unref);
    }
  print_results (p);
  p->indent = 0;
  c_printf (p, "}");
}

/* With copies of arrays hardly a work item runs it. Else it is optimised as far as to round like the interior: gcc
 * contracts products and sums from level 2 on. */
static void
print_border (Printer *p)
{
  const gboolean gathers = cpu (p)->gathers;

  cpu (p)->gathers = FALSE;
  cpu (p)->only = &p->kernel->body;
  if (p->kernel->pads->len > 0)
    g_string_append (p->body, "__attribute__ ((cold, optimize (\"O1\"))) ");
  else if (!c_has_plain_strips (p)) /* those have a level for the whole text */
    g_string_append (p->body, "__attribute__ ((optimize (\"O2\"))) ");
  print_function (p, "border_");
  cpu (p)->only = NULL;
  cpu (p)->gathers = gathers;
}

/* What the padding of a kernel calls. */
static void
print_parts (Printer *p)
{
  cpu (p)->only = &p->kernel->interior;
  print_function (p, "interior_");
  print_border (p);
}

static const Dialect c_dialect = {
  .infinity = { "__builtin_inff ()", "__builtin_inf ()" },
  .nan = { "__builtin_nanf (\"\")", "__builtin_nan (\"\")" },
  .unroll = "GCC unroll",
  .always_inline = "__attribute__ ((always_inline)) ",
  .prefix = "__builtin_",
  .suffix = { "f", "" },
  .half = "_Float16",
  .append_own = c_append_own,
  .append_local = c_append_local,
  .get_local_type = c_local_type,
  .append_element = c_append_element,
  .append_load = c_append_load,
  .append_inside = c_append_inside_test,
  .append_function = c_append_function,
  .get_function = c_get_function,
  .append_bits = c_append_bits,
  .need_helper = c_need_helper,
  .print_own = c_print_own,
  .print_own_block = c_print_own_block,
  .need_fail = c_need_fail,
  .append_fail = c_append_fail,
  .append_warnings = c_append_warnings,
  .append_assignment = c_append_assignment,
  .append_atomic = c_append_atomic,
  .is_inside = c_is_inside_bins,
  .has_vectors = TRUE,
  .print_loop_head = c_print_loop_head,
  .print_poll = c_print_poll,
  .print_return = c_print_return,
};

char *
rs_kernel_print_c (const RsKernel *kernel)
{
  CpuContext context = { 0 };
  Printer p;
  GString *out = g_string_new (NULL);

  c_print_init (&p, kernel, &c_dialect, &context);
  if (kernel->cpu.gathers != 0)
    c_define_gathers (&p);
  if (kernel->pads->len == 0 && kernel->cpu.has_border_function)
    print_border (&p);
  if (kernel->cpu.gathers != 0)
    {
      context.gathers = TRUE;
      print_function (&p, "near_");
      context.gathers = FALSE;
      g_string_append (p.body, "__attribute__ ((cold)) ");
      print_function (&p, "any_");
      c_print_gather_choice (&p);
    }
  else if (kernel->cpu.bins != 0)
    {
      context.n_copies = c_count_copies (&p);
      print_function (&p, "copies_");
      context.n_copies = 0;
      print_function (&p, "direct_");
      c_print_bin_choice (&p);
    }
  else if (kernel->has_prefix)
    {
      context.only = &kernel->totals;
      if (kernel->has_totals)
        print_function (&p, "totals_");
      context.only = NULL;
      context.is_running = TRUE;
      print_function (&p, "running_");
      c_print_prefix_entry (&p);
    }
  else
    {
      if (kernel->pads->len > 0)
        print_parts (&p);
      print_function (&p, kernel->cpu.tile > 0 ? "tile_of_" : "");
    }
  if (kernel->cpu.tile > 0)
    c_print_tiles (&p);
  c_append_prelude (&p, out);
  g_string_append (out, p.body->str);
  c_print_clear (&p);
  return g_string_free (out, FALSE);
}
