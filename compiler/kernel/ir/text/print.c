/* Kernel IR as text: one S-expression a kernel, one line a statement. parse.c reads it back.
 *
 *   (kernel NAME (title "..") (file "..") (line N) (form function) (grid 2) (precision single)
 *     (target cuda)                                                   unless it is the CPU
 *     (parameters (array "x" SINGLE 2 1 0 plain reads writes) ...)    name element rank length input view; last:3
 *     (locals (f32 "t" 1) (i64 "i" 1 counter) ...)
 *     (messages "..")
 *     (body STATEMENT...)
 *     (interior (bound 1 LOW HIGH)... (do STATEMENT...))
 *     (padded (bound 1 LOW HIGH)... (pad @2 MODE (axis DIMENSION COEFFICIENT LOW HIGH)...)...)
 *     (collapsed DIMENSION CONDITION (do STATEMENT...)) (epilogue (do STATEMENT...)))
 *
 * %n is local n, @n parameter n (@n.c its component c), a plain integer an i64, f32:1.5 a constant of that type.
 * A statement begins with its kind and its line in the .q file, LINE:COLUMN where the column is known.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/ir-text.h"

#include <string.h>

const char *const rs_ir_binding_words[] = { "number", "array", "result", "accumulator", "final", "shared", "dynamic" };
const char *const rs_ir_reduce_words[] = { "sum", "product", "minimum", "maximum", "and", "or", "xor" };
const char *const rs_ir_view_words[] = { "plain", "flat" };
const char *const rs_ir_boundary_words[]
    = { "default", "safe", "circular", "mirror", "clamped", "unchecked", "checked", "reported" };
const char *const rs_ir_overflow_words[] = { "default", "overflow-checked", "saturate", "wrap" };
const char *const rs_ir_form_words[] = { "function", "loop", "expression" };
const char *const rs_ir_exchange_words[]
    = { "", "shuffle", "all", "any", "ballot", "match-any", "match-all", "warp-shuffle", "warp-ballot", "warp-match" };
const char *const rs_ir_filter_words[RS_IR_N_FILTERS] = { NULL, "nearest", "linear" };
const char *const rs_ir_element_words[RS_N_ELEMENTS] = {
  "NONE",
#define RS_ELEMENT(NAME, number, text, c_type, bytes, class) [number] = #NAME,
#include "compiler/types/elements.def"
#undef RS_ELEMENT
};

int
rs_ir_find_word (const char *const *words, guint n_words, const char *word)
{
  for (guint i = 0; i < n_words; i++)
    if (words[i] && g_str_equal (words[i], word))
      return i;
  return -1;
}

static void
print_string (GString *out, const char *text)
{
  g_autofree char *escaped = g_strescape (text, NULL);

  g_string_append_printf (out, "\"%s\"", escaped);
}

static void
print_constant (GString *out, const RsIrExpression *e)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (rs_ir_is_floating (e->type))
    g_string_append_printf (out, "%s:%s", rs_ir_type_get_name (e->type),
                            g_ascii_dtostr (buffer, sizeof buffer, e->value.floating));
  else if (e->type == RS_IR_I64)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, e->value.integer);
  else
    g_string_append_printf (out, "%s:%" G_GINT64_FORMAT, rs_ir_type_get_name (e->type), e->value.integer);
}

static void
append_place (GString *out, RsIrPlace place)
{
  g_string_append_printf (out, "%u", rs_place_line (place));
  if (rs_place_column (place) > 0)
    g_string_append_printf (out, ":%u", rs_place_column (place));
  if (rs_place_get_elsewhere (place) >= 0)
    g_string_append_printf (out, "/%d", rs_place_get_elsewhere (place));
}

static void
print_expression (GString *out, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_CONST:
      print_constant (out, e);
      return;
    case RS_IR_LOCAL:
      g_string_append_printf (out, "%%%u", e->index);
      return;
    case RS_IR_NUMBER:
      g_string_append_printf (out, e->component ? "@%u.%u" : "@%u", e->index, e->component);
      return;
    case RS_IR_POSITION:
    case RS_IR_GRID:
    case RS_IR_BLOCK:
      g_string_append_printf (out, "(%s %u)", rs_ir_ops[e->op].text, e->component);
      return;
    case RS_IR_RUNNING:
      g_string_append_printf (out, "(running @%u)", e->index);
      return;
    case RS_IR_DIM:
      g_string_append_printf (out, "(dim @%u %u)", e->index, e->component);
      return;
    default:
      break;
    }
  g_string_append_printf (out, "(%s", rs_ir_ops[e->op].text);
  if (e->op == RS_IR_LOAD)
    {
      g_string_append_printf (out, " @%u.%u %s ", e->index, e->component, rs_ir_boundary_words[e->boundary]);
      append_place (out, e->line);
    }
  else if (e->op == RS_IR_SAMPLE)
    {
      g_string_append_printf (out, " %s @%u %s %s ", rs_ir_type_get_name (e->type), e->index,
                              rs_ir_filter_words[e->component], rs_ir_boundary_words[e->boundary]);
      append_place (out, e->line);
    }
  else if (e->op == RS_IR_INSIDE)
    g_string_append_printf (out, " @%u", e->index);
  else if (e->op == RS_IR_ELEMENT)
    g_string_append_printf (out, " %%%u", e->index);
  else if (e->op == RS_IR_CONVERT)
    g_string_append_printf (out, " %s", rs_ir_type_get_name (e->type));
  else if ((e->op == RS_IR_MIN || e->op == RS_IR_MAX) && e->component != RS_ELEMENT_NONE)
    g_string_append_printf (out, " %s", rs_ir_element_words[e->component]);
  for (guint i = 0; i < e->n_operands; i++)
    {
      g_string_append_c (out, ' ');
      print_expression (out, e->operands[i]);
    }
  g_string_append_c (out, ')');
}

static void print_block (GString *out, const RsIrBlock *block, guint indent);

static void
print_indent (GString *out, guint indent)
{
  g_string_append_printf (out, "\n%*s", (int)indent, "");
}

static void
print_value (GString *out, const RsIrExpression *e)
{
  g_string_append_c (out, ' ');
  print_expression (out, e);
}

static void
print_target (GString *out, const RsIrStatement *s)
{
  g_string_append_printf (out, " @%u.%u %s %s %s (", s->index, s->component, rs_ir_boundary_words[s->boundary],
                          rs_ir_overflow_words[s->overflow], s->is_unique ? "unique" : "shared");
  for (guint i = 0; i < s->n_subscripts; i++)
    {
      if (i)
        g_string_append_c (out, ' ');
      print_expression (out, s->subscripts[i]);
    }
  g_string_append_c (out, ')');
}

/* What an exchange gives, and takes; of a group with its parts and the number of the call. */
static void
print_exchange (GString *out, const RsIrStatement *s)
{
  g_string_append_printf (out, " %s", rs_ir_exchange_words[s->op]);
  if (rs_ir_exchange_is_of_group (s->op))
    {
      g_string_append_printf (out, " %" G_GINT64_FORMAT " (", s->step);
      for (guint i = 0; i < s->n_subscripts; i++)
        {
          g_string_append (out, i ? " " : "");
          print_expression (out, s->subscripts[i]);
        }
      g_string_append_c (out, ')');
    }
  g_string_append_printf (out, " %%%u", s->result - 1u);
  print_value (out, s->low);
  if (s->high)
    print_value (out, s->high);
}

static void
print_statement (GString *out, const RsIrStatement *s, guint indent)
{
  g_string_append_printf (out, "(%s ", rs_ir_statement_kind_to_string (s->kind));
  append_place (out, s->line);
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      g_string_append_printf (out, " %%%u", s->index);
      print_value (out, s->value);
      break;
    case RS_IR_SET_ELEMENT:
      g_string_append_printf (out, " %%%u", s->index);
      print_value (out, s->subscripts[0]);
      print_value (out, s->value);
      break;
    case RS_IR_ATOMIC:
      g_string_append_printf (out, " %s", rs_ir_ops[s->op].text);
      print_target (out, s);
      print_value (out, s->value);
      if (s->result > 0)
        g_string_append_printf (out, " %%%u", s->result - 1);
      break;
    case RS_IR_STORE:
      print_target (out, s);
      print_value (out, s->value);
      break;
    case RS_IR_REDUCE:
      g_string_append_printf (out, " %s @%u.%u", rs_ir_ops[s->op].text, s->index, s->component);
      print_value (out, s->value);
      if (s->is_pairwise)
        g_string_append (out, " pairwise");
      break;
    case RS_IR_TOTAL:
      g_string_append_printf (out, " %s %%%u", rs_ir_ops[s->op].text, s->index);
      print_value (out, s->value);
      break;
    case RS_IR_FINISH:
      g_string_append_printf (out, " @%u.%u", s->index, s->component);
      print_value (out, s->value);
      break;
    case RS_IR_IF:
      print_value (out, s->value);
      print_block (out, &s->body, indent + 2);
      print_block (out, &s->other, indent + 2);
      break;
    case RS_IR_LOOP:
      g_string_append_printf (out, " %u %%%u", s->label, s->index);
      print_value (out, s->low);
      print_value (out, s->high);
      g_string_append_printf (out, " %" G_GINT64_FORMAT, s->step);
      print_block (out, &s->body, indent + 2);
      if (s->unroll > 0)
        g_string_append_printf (out, " %u", s->unroll);
      if (s->launch > 0)
        g_string_append_printf (out, " launch-%u", s->launch);
      if (s->is_apart)
        g_string_append (out, " apart");
      if (s->in_lanes)
        g_string_append (out, " in-lanes");
      break;
    case RS_IR_FOREVER:
      g_string_append_printf (out, " %u", s->label);
      print_block (out, &s->body, indent + 2);
      print_block (out, &s->other, indent + 2);
      break;
    case RS_IR_REGION:
      g_string_append_printf (out, " %u", s->label);
      print_block (out, &s->body, indent + 2);
      break;
    case RS_IR_BREAK:
    case RS_IR_CONTINUE:
      g_string_append_printf (out, " %u", s->label);
      break;
    case RS_IR_ASSERT:
      if (s->is_known)
        g_string_append (out, " known");
      else
        g_string_append_printf (out, s->is_warning ? " warn-%u" : " %u", s->index);
      print_value (out, s->value);
      if (s->low)
        print_value (out, s->low);
      break;
    case RS_IR_ALLOCATE:
      g_string_append_printf (out, " @%u (", s->index);
      for (guint i = 0; i < s->n_subscripts; i++)
        {
          g_string_append (out, i ? " " : "");
          print_expression (out, s->subscripts[i]);
        }
      g_string_append_c (out, ')');
      break;
    case RS_IR_BARRIER:
      g_string_append_printf (out, " %u", s->component);
      if (s->value)
        print_value (out, s->value);
      if (s->op == RS_IR_EXCHANGE_NONE)
        break;
      print_exchange (out, s);
      break;
    case RS_IR_RETURN:
    case RS_IR_N_STATEMENTS:
      break;
    }
  g_string_append_c (out, ')');
}

static void
print_block (GString *out, const RsIrBlock *block, guint indent)
{
  print_indent (out, indent);
  g_string_append (out, "(do");
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      print_indent (out, indent + 2);
      print_statement (out, s, indent + 2);
    }
  g_string_append_c (out, ')');
}

static void
print_parameters (GString *out, const RsKernel *kernel)
{
  g_string_append (out, "\n  (parameters");
  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const RsKernelParameter *p = rs_kernel_parameter (kernel, i);

      g_string_append_printf (out, "\n    (%s ", rs_ir_binding_words[p->binding]);
      print_string (out, p->name ? p->name : "");
      g_string_append_printf (out, " %s %d %d %u %s", rs_ir_element_words[p->element], p->rank, p->length, p->input,
                              rs_ir_view_words[rs_kernel_view (kernel, i)]);
      if (p->last_length > 0)
        g_string_append_printf (out, " last:%d", p->last_length);
      if (p->reads)
        g_string_append (out, " reads");
      if (p->writes)
        g_string_append (out, " writes");
      if (p->is_integer)
        g_string_append (out, " integer");
      if (p->binding == RS_BIND_ACCUMULATOR)
        g_string_append_printf (out, " %s%s", rs_ir_reduce_words[p->reduce], p->is_prefix ? " prefix" : "");
      g_string_append_c (out, ')');
    }
  g_string_append_c (out, ')');
}

static void
print_shared (GString *out, const RsKernel *kernel)
{
  static const char *const words[] = { "", " regions", " resumed" };

  if (!kernel->has_blocks)
    return;
  g_string_append_printf (out, "\n  (blocks%s", words[kernel->blocks]);
  for (guint i = 0; i < kernel->shared->len; i++)
    {
      const RsIrShared *shared = &g_array_index (kernel->shared, RsIrShared, i);

      g_string_append_printf (out, "\n    (@%u", shared->parameter);
      for (int k = 0; k < rs_kernel_parameter (kernel, shared->parameter)->rank; k++)
        print_value (out, shared->dims[k]);
      if (shared->capacity > 0)
        g_string_append_printf (out, " (capacity %" G_GINT64_FORMAT ")", shared->capacity);
      g_string_append_c (out, ')');
    }
  g_string_append_c (out, ')');
}

static void
print_locals (GString *out, const RsKernel *kernel)
{
  g_string_append (out, "\n  (locals");
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);

      g_string_append_printf (out, " (%s ", rs_ir_type_get_name (local->type));
      print_string (out, local->name);
      g_string_append_printf (out, " %u%s%s%s%s%s%s", local->length, local->is_counter ? " counter" : "",
                              local->total ? " " : "", local->total ? rs_ir_ops[local->total].text : "",
                              local->is_uniform ? " uniform" : "", local->is_kept ? " kept" : "",
                              local->is_common ? " common" : "");
      g_string_append_printf (out, "%s%s%s)", local->is_index ? " index" : "", local->small ? " " : "",
                              local->small ? rs_ir_element_words[local->small] : "");
    }
  g_string_append (out, ")\n  (messages");
  for (guint i = 0; i < kernel->messages->len; i++)
    {
      g_string_append_c (out, ' ');
      print_string (out, g_ptr_array_index (kernel->messages, i));
    }
  g_string_append_c (out, ')');
  if (kernel->elsewhere->len > 0)
    g_string_append (out, "\n  (elsewhere");
  for (guint i = 0; i < kernel->elsewhere->len; i++)
    {
      const RsIrElsewhere *elsewhere = &g_array_index (kernel->elsewhere, RsIrElsewhere, i);

      g_string_append (out, " (");
      print_string (out, elsewhere->file);
      g_string_append_c (out, ' ');
      append_place (out, elsewhere->place);
      g_string_append_c (out, ')');
    }
  g_string_append (out, kernel->elsewhere->len > 0 ? ")" : "");
}

static void
print_bounds (GString *out, const RsKernel *kernel, const gboolean *bounded, const RsIrExpression *const *low,
              const RsIrExpression *const *high)
{
  for (guint i = 0; i < kernel->grid_rank; i++)
    if (bounded[i])
      {
        g_string_append_printf (out, "\n    (bound %u", i);
        print_value (out, low[i]);
        print_value (out, high[i]);
        g_string_append_c (out, ')');
      }
}

static void
print_pads (GString *out, const RsKernel *kernel)
{
  if (kernel->pads->len == 0)
    return;
  g_string_append (out, "\n  (padded");
  print_bounds (out, kernel, kernel->pad_bounded, kernel->pad_low, kernel->pad_high);
  for (guint i = 0; i < kernel->pads->len; i++)
    {
      const RsIrPad *pad = &g_array_index (kernel->pads, RsIrPad, i);

      g_string_append_printf (out, "\n    (pad @%u %s", pad->parameter, rs_ir_boundary_words[pad->boundary]);
      for (guint k = 0; k < rs_kernel_get_rank (kernel, pad->parameter); k++)
        {
          g_string_append_printf (out, " (axis %u %" G_GINT64_FORMAT, pad->axes[k].dimension, pad->axes[k].coefficient);
          print_value (out, pad->axes[k].low);
          print_value (out, pad->axes[k].high);
          g_string_append_c (out, ')');
        }
      g_string_append_c (out, ')');
    }
  g_string_append_c (out, ')');
}

static void
print_dims (GString *out, const RsKernel *kernel, const gint64 *dims)
{
  for (guint i = 0; i < kernel->grid_rank; i++)
    g_string_append_printf (out, " %" G_GINT64_FORMAT, dims[i]);
  g_string_append_c (out, ')');
}

static void
print_wishes (GString *out, const RsKernel *kernel)
{
  if (kernel->wishes.box_line > 0)
    {
      g_string_append_printf (out, " (wants-box %u", kernel->wishes.box_line);
      print_dims (out, kernel, kernel->wishes.box);
    }
  if (kernel->wishes.vector_line > 0)
    g_string_append_printf (out, " (wants-vector %u %u)", kernel->wishes.vector_line, kernel->wishes.vector);
  if (kernel->cpu.box[0] > 0)
    {
      g_string_append (out, " (box");
      print_dims (out, kernel, kernel->cpu.box);
    }
}

char *
rs_kernel_print (const RsKernel *kernel)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "(kernel %s (title ", kernel->name);
  print_string (out, kernel->title);
  g_string_append (out, ") (file ");
  print_string (out, kernel->file);
  g_string_append_printf (out, ") (line %u)\n  (form %s) (grid %u) (precision %s)", kernel->line,
                          rs_ir_form_words[kernel->form], kernel->grid_rank,
                          kernel->precision == RS_PRECISION_DOUBLE ? "double" : "single");
  if (kernel->target->dialect != RS_DIALECT_C)
    g_string_append_printf (out, " (target %s)", kernel->target->name);
  if (kernel->exact_math)
    g_string_append (out, " (exact-math)");
  if (kernel->same_arrays_possible)
    g_string_append (out, " (same-arrays)");
  if (kernel->is_serial)
    g_string_append (out, " (serial)");
  if (kernel->has_prefix)
    g_string_append (out, " (prefix)");
  if (kernel->cpu.scans)
    g_string_append (out, " (scan)");
  if (kernel->dynamic_array || kernel->dynamic_total)
    g_string_append_printf (out, " (dynamic %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ")", kernel->dynamic_array,
                            kernel->dynamic_total);
  if (kernel->inner_levels)
    g_string_append_printf (out, " (inner-levels %u)", kernel->inner_levels);
  if (kernel->ordered)
    g_string_append_printf (out, " (ordered %u)", kernel->ordered);
  print_wishes (out, kernel);
  if (kernel->cpu.together)
    g_string_append_printf (out, " (together %u)", kernel->cpu.together);
  if (kernel->cpu.interleaved)
    g_string_append_printf (out, " (interleaved %u)", kernel->cpu.interleaved);
  if (kernel->cpu.lanes)
    g_string_append_printf (out, " (lanes %u)", kernel->cpu.lanes);
  if (kernel->cpu.gathers)
    g_string_append_printf (out, " (gathers %" G_GUINT64_FORMAT ")", kernel->cpu.gathers);
  if (kernel->cpu.overlap)
    g_string_append_printf (out, " (overlap %u)", kernel->cpu.overlap);
  if (kernel->cpu.has_border_function)
    g_string_append (out, " (border-function)");
  if (kernel->cpu.bins)
    g_string_append_printf (out, " (bins %" G_GUINT64_FORMAT ")", kernel->cpu.bins);
  if (kernel->cpu.tile)
    g_string_append_printf (out, " (tile %u %u%s)", kernel->cpu.tile, kernel->cpu.tile_across,
                            kernel->cpu.tile_turned ? " turned" : "");
  if (kernel->cpu.strip)
    g_string_append_printf (out, " (strip %u %s%s)", kernel->cpu.strip, rs_ir_type_get_name (kernel->cpu.strip_word),
                            kernel->cpu.strips_first ? " first" : "");
  print_parameters (out, kernel);
  print_locals (out, kernel);
  print_shared (out, kernel);
  for (guint i = 0; i < kernel->grid_rank; i++)
    if (kernel->steps[i])
      {
        g_string_append_printf (out, "\n  (step %u", i);
        print_value (out, kernel->steps[i]);
        g_string_append_c (out, ')');
      }
  for (guint i = 0; i < kernel->grid_rank; i++)
    if (kernel->counts[i])
      {
        g_string_append_printf (out, "\n  (count %u", i);
        print_value (out, kernel->counts[i]);
        g_string_append_c (out, ')');
      }
  g_string_append (out, "\n  (body");
  print_block (out, &kernel->body, 4);
  g_string_append_c (out, ')');
  if (kernel->has_interior)
    {
      g_string_append (out, "\n  (interior");
      print_bounds (out, kernel, kernel->interior_bounded, kernel->interior_low, kernel->interior_high);
      print_block (out, &kernel->interior, 4);
      g_string_append_c (out, ')');
    }
  print_pads (out, kernel);
  if (kernel->has_collapsed)
    {
      g_string_append_printf (out, "\n  (collapsed %u", kernel->collapse_from);
      print_value (out, kernel->collapse_condition);
      print_block (out, &kernel->collapsed, 4);
      g_string_append_c (out, ')');
    }
  if (kernel->has_totals)
    {
      g_string_append (out, "\n  (totals");
      print_block (out, &kernel->totals, 4);
      g_string_append_c (out, ')');
    }
  if (kernel->interior_totals.first)
    {
      g_string_append (out, "\n  (interior-totals");
      print_block (out, &kernel->interior_totals, 4);
      g_string_append_c (out, ')');
    }
  if (kernel->epilogue.first)
    {
      g_string_append (out, "\n  (epilogue");
      print_block (out, &kernel->epilogue, 4);
      g_string_append_c (out, ')');
    }
  g_string_append (out, ")\n");
  return g_string_free (out, FALSE);
}
