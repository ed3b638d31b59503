/* Statements of the kernel IR, as all dialects write them.
 *
 * `break` and `continue` become C's own where they mean the innermost C loop, and jumps to labels otherwise. A label is
 * printed only when something jumps to it. Labels carry the number of the copy of the body they stand in.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/print/print.h"

void
c_print_line (Printer *p, RsIrPlace place)
{
  guint line = rs_place_line (place);
  g_autofree char *name = NULL, *file = NULL;

  if (line == 0 || line == p->line)
    return;
  /* Without its folder: the same kernel has the same text, and so the same place in the cache, wherever its program
   * lies. */
  name = *p->kernel->file != '\0' ? g_path_get_basename (p->kernel->file) : g_strdup ("");
  file = g_strescape (name, NULL);
  g_string_append_printf (p->body, "#line %u \"%s\"\n", line, file);
  p->line = line;
}

void
c_print_set (Printer *p, const RsIrStatement *s)
{
  g_autoptr (GString) out = g_string_new (NULL);

  p->dialect->append_local (p, out, s->index);
  if (s->kind == RS_IR_SET_ELEMENT)
    {
      g_string_append_c (out, '[');
      c_append_expression (p, out, s->subscripts[0]);
      g_string_append_c (out, ']');
    }
  g_string_append (out, " = ");
  c_append_expression (p, out, s->value);
  c_printf (p, "%s;", out->str);
}

static void
append_exit_if_failed (Printer *p, GString *out, const RsIrStatement *s)
{
  if (p->dialect->append_exit_if_failed != NULL)
    p->dialect->append_exit_if_failed (p, out, s);
}

/* --- stores --- */

char *
c_converted_value (Printer *p, const RsIrStatement *s, const char *value, RsIrType type, GString *before)
{
  RsElement element = rs_kernel_parameter (p->kernel, s->index)->element;
  const char *e = element == RS_ELEMENT_HALF ? p->dialect->half : c_element_type (element),
             *suffix = rs_ir_type_get_name (type);
  g_autofree char *condition = NULL, *number = NULL;
  gboolean fits = type == RS_IR_BOOL || (element == RS_ELEMENT_INT64 && type != RS_IR_F32 && type != RS_IR_F64)
                  || (element == RS_ELEMENT_INT32 && type == RS_IR_I32);

  if (element == RS_ELEMENT_BOOL)
    return g_strdup_printf ("(%s) != 0", value);
  if (!c_is_integer_element (element) || fits)
    return g_strdup_printf ("(%s) (%s)", e, value);
  if (s->overflow == RS_OVERFLOW_WRAP && rs_ir_is_floating (type) && element >= RS_ELEMENT_INT64)
    {
      c_need_wrap (p);
      return g_strdup_printf ("(%s) rs_wrap (%s)", e, value);
    }
  if (s->overflow == RS_OVERFLOW_WRAP)
    return rs_ir_is_floating (type) ? g_strdup_printf ("(%s) (long) (%s)", e, value)
                                    : g_strdup_printf ("(%s) (%s)", e, value);
  c_need_store (p, element, type, s->overflow);
  if (s->overflow == RS_OVERFLOW_SATURATE)
    return g_strdup_printf ("rs_saturate_%u_%s (%s)", element, suffix, value);
  condition = g_strdup_printf ("!rs_fits_%u_%s (%s)", element, suffix, value);
  number = g_strdup_printf ("(long) (%s)", value);
  p->dialect->append_fail (p, before, condition,
                           &(Failure){ RS_KERNEL_OVERFLOW, s->line, s->index, 0, number, "0", 0, TRUE });
  g_string_append_c (before, ' ');
  return g_strdup_printf ("(%s) (%s)", e, value);
}

/* A plain read-modify-write, for elements that belong to one work item. */
static char *
combined_value (Printer *p, RsIrOp op, RsIrType type, const char *old, const char *value)
{
  g_autofree char *name = NULL;

  switch (op)
    {
    case RS_IR_MIN:
    case RS_IR_MAX:
    case RS_IR_TRUNC_DIV:
      p->dialect->need_helper (p, rs_ir_ops[op].c, type);
      return g_strdup_printf ("rs_%s_%s (%s, %s)", rs_ir_ops[op].c, rs_ir_type_get_name (type), old, value);
    case RS_IR_POW:
      name = p->dialect->get_function (p, op, type);
      return g_strdup_printf ("%s (%s, %s)", name, old, value);
    default:
      return g_strdup_printf ("%s %s %s", old, rs_ir_ops[op].c, value);
    }
}

void
c_append_result (Printer *p, const RsIrStatement *s, const char *text, GString *out)
{
  if (s->result == 0)
    return;
  g_string_append_c (out, ' ');
  p->dialect->append_local (p, out, s->result - 1);
  g_string_append_printf (out, "[0] = %s;", text);
}

static void
print_write (Printer *p, const RsIrStatement *s, const char *element_text, GString *out)
{
  RsIrType type = s->value->type;
  g_autoptr (GString) before = g_string_new (NULL);
  g_autofree char *converted = NULL;

  if (s->kind == RS_IR_STORE)
    {
      converted = c_converted_value (p, s, "v", type, before);
      g_string_append (out, before->str);
      p->dialect->append_assignment (p, out, s->index, element_text, converted);
    }
  else if (s->is_unique)
    {
      /* In 64 bits the new value is at hand before it is seen whether it fits. */
      const RsIrType wide = s->value->type == RS_IR_I32 && s->overflow != RS_OVERFLOW_WRAP ? RS_IR_I64 : s->value->type;
      g_autofree char *old = g_strdup_printf ("(%s) %s", c_type (wide), element_text);
      g_autofree char *new = combined_value (p, s->op, wide, old, "v");

      g_string_append_printf (out, "const %s w = %s; ", c_type (wide), new);
      converted = c_converted_value (p, s, "w", wide, before);
      g_string_append (out, before->str);
      p->dialect->append_assignment (p, out, s->index, element_text, converted);
      c_append_result (p, s, element_text, out);
    }
  else
    p->dialect->append_atomic (p, out, s, element_text);
}

void
c_print_store (Printer *p, const RsIrStatement *s)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) out = g_string_new ("{ ");
  g_autoptr (GString) element = g_string_new (NULL);
  g_autofree char *value = c_expression_text (p, s->value);
  const ArrayAccess access = { s->index, names, (const RsIrExpression *const *)s->subscripts, s->line, TRUE };

  g_string_append_printf (out, "const %s v = %s; ", c_type (s->value->type), value);
  c_append_subscripts (p, out, s->index, (const RsIrExpression *const *)s->subscripts, s->n_subscripts, s->boundary,
                       names);
  append_exit_if_failed (p, out, s);
  p->dialect->append_element (p, element, s->index, (const char *const *)names->pdata, s->component);
  if (s->boundary == RS_IR_BOUNDARY_REPORTED)
    p->dialect->append_warnings (p, out, &access);
  if (s->boundary == RS_BOUNDARY_CHECKED)
    c_append_checks (p, out, &access);
  else if (s->boundary != RS_BOUNDARY_UNCHECKED && !p->dialect->is_inside (p, s))
    {
      g_string_append (out, "if (");
      if (s->boundary == RS_BOUNDARY_SAFE || s->boundary == RS_IR_BOUNDARY_REPORTED)
        c_append_inside (p, out, s->index, names);
      else
        {
          c_append_parameter (p, out, s->index);
          g_string_append (out, "_n > 0");
        }
      g_string_append (out, ") { ");
    }
  print_write (p, s, element->str, out);
  if (s->boundary != RS_BOUNDARY_CHECKED && s->boundary != RS_BOUNDARY_UNCHECKED && !p->dialect->is_inside (p, s))
    g_string_append (out, " }");
  c_printf (p, "%s }", out->str);
}

/* --- control --- */

void
c_print_braced (Printer *p, const RsIrBlock *block)
{
  c_printf (p, "{");
  p->indent += 2;
  c_print_block (p, block);
  p->indent -= 2;
  c_printf (p, "}");
}

static void
print_if (Printer *p, const RsIrStatement *s)
{
  g_autofree char *condition = c_expression_text (p, s->value);

  c_printf (p, "if (%s)", condition);
  c_print_braced (p, &s->body);
  if (s->other.first)
    {
      c_printf (p, "else");
      c_print_braced (p, &s->other);
    }
}

static gboolean
take_goto (Printer *p, guint key)
{
  for (guint i = 0; i < p->gotos->len; i++)
    if (g_array_index (p->gotos, guint, i) == key)
      {
        g_array_remove_index_fast (p->gotos, i);
        return TRUE;
      }
  return FALSE;
}

static void
print_label (Printer *p, const RsIrStatement *s, gboolean is_continue)
{
  if (take_goto (p, s->label * 2 + is_continue))
    c_printf (p, "%s%u_%u:;", is_continue ? "next" : "end", s->label, p->copy);
}

/* What the C compiler is told about the loop that follows. */
static void
print_hints (Printer *p, const RsIrStatement *s)
{
  if (s->is_apart)
    g_string_append (p->body, "#pragma GCC ivdep\n");
  if (s->unroll > 0 && s->unroll < RS_UNROLL_RARE && p->dialect->unroll != NULL)
    c_printf (p, "_Pragma (\"%s %u\")", p->dialect->unroll, s->unroll);
}

#define NEAR_END 0x1p62

/* -n..n, which begins far from where it ends. */
static gboolean
is_around_zero (const RsIrStatement *s)
{
  return (s->low->op == RS_IR_NEG && rs_ir_equal (s->low->operands[0], s->high))
         || (s->high->op == RS_IR_NEG && rs_ir_equal (s->high->operands[0], s->low));
}

/* Its counter may reach the largest integer. */
static gboolean
is_far (const Printer *p, const RsIrStatement *s)
{
  return rs_ir_bound (s->low, p->kernel) >= NEAR_END && rs_ir_bound (s->high, p->kernel) >= NEAR_END
         && !is_around_zero (s);
}

/* A loop that may end at the largest integer, where its counter can't go on: then the counter runs one step behind. */
static void
open_far_loop (Printer *p, const RsIrStatement *s, guint n, const char *counter, const char *low, const char *high)
{
  gint64 end = s->step > 0 ? G_MAXINT64 - s->step : G_MININT64 - s->step;
  const char *beyond = s->step > 0 ? ">" : "<", *within = s->step > 0 ? "<=" : ">=";

  c_printf (p,
            "const long b%u = %s, e%u = %s, d%u = e%u %s %" G_GINT64_FORMAT "L && b%u %s 0 ? %" G_GINT64_FORMAT " : 0;",
            n, low, n, high, n, n, beyond, end, n, beyond, s->step);
  print_hints (p, s);
  c_printf (p, "for (long c%u = b%u - d%u; c%u %s e%u - d%u; c%u += %" G_GINT64_FORMAT ")", n, n, n, n, within, n, n, n,
            s->step);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long %s = c%u + d%u;", counter, n, n);
}

void
c_open_loop_between (Printer *p, const RsIrStatement *s, const char *low, const char *high)
{
  g_autoptr (GString) counter = g_string_new (NULL);
  const guint n = p->n_temporaries;

  p->n_temporaries += 2;
  p->dialect->append_local (p, counter, s->index);
  if (is_far (p, s))
    {
      open_far_loop (p, s, n + 1, counter->str, low, high);
      return;
    }
  print_hints (p, s);
  if (s->high->op == RS_IR_CONST || s->high->op == RS_IR_NUMBER)
    c_printf (p, "for (long %s = %s; %s %s %s; %s += %" G_GINT64_FORMAT ")", counter->str, low, counter->str,
              s->step > 0 ? "<=" : ">=", high, counter->str, s->step);
  else
    c_printf (p, "for (long %s = %s, e%u = %s; %s %s e%u; %s += %" G_GINT64_FORMAT ")", counter->str, low, n, high,
              counter->str, s->step > 0 ? "<=" : ">=", n, counter->str, s->step);
  c_printf (p, "{");
  p->indent += 2;
}

void
c_open_plain_loop (Printer *p, const RsIrStatement *s)
{
  g_autofree char *low = c_expression_text (p, s->low), *high = c_expression_text (p, s->high);

  c_open_loop_between (p, s, low, high);
}

void
c_close_loop (Printer *p)
{
  p->indent -= 2;
  c_printf (p, "}");
}

const RsIrStatement *
c_innermost_loop (Printer *p)
{
  for (guint i = p->targets->len; i-- > 0;)
    {
      const RsIrStatement *s = g_array_index (p->targets, const RsIrStatement *, i);

      if (s->kind != RS_IR_REGION)
        return s;
    }
  return NULL;
}

#define SHORT_LOOP 4096

static gboolean
is_short (const Printer *p, const RsIrStatement *s)
{
  return rs_ir_bound (s->low, p->kernel) + rs_ir_bound (s->high, p->kernel) < SHORT_LOOP;
}

#define PART 4096 /* iterations without a loop inside: some microseconds to some tenths of a millisecond */

/* An innermost loop that looks whether the program is to stop does so between parts of its iterations: in each one that
 * would keep the C compiler from making vectors of them. They are counted without a sign, which holds all but 2^64. */
static void
print_loop_in_parts (Printer *p, const RsIrStatement *s)
{
  g_autoptr (GString) counter = g_string_new (NULL);
  g_autofree char *low = c_expression_text (p, s->low), *high = c_expression_text (p, s->high);
  const gboolean up = s->step > 0;
  const gint64 step = ABS (s->step);
  guint n = p->n_temporaries++;

  p->dialect->append_local (p, counter, s->index);
  c_printf (p, "const long b%u = %s, e%u = %s;", n, low, n, high);
  c_printf (
      p,
      "for (unsigned long d%u = 0, n%u = b%u %s e%u ? ((unsigned long) %c%u - (unsigned long) %c%u) / %" G_GINT64_FORMAT
      "UL + 1 : 0; d%u < n%u; )",
      n, n, n, up ? "<=" : ">=", n, up ? 'e' : 'b', n, up ? 'b' : 'e', n, step, n, n);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long f%u = (long) ((unsigned long) b%u %c d%u * %" G_GINT64_FORMAT "UL);", n, n, up ? '+' : '-',
            n, step);
  c_printf (p, "const long m%u = n%u - d%u < %d ? (long) (n%u - d%u) : %d;", n, n, n, PART, n, n, PART);
  print_hints (p, s);
  c_printf (p, "for (long k%u = 0; k%u < m%u; k%u++)", n, n, n, n);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long %s = f%u + k%u * %" G_GINT64_FORMAT "L;", counter->str, n, n, s->step);
  g_array_append_val (p->targets, s);
  p->in_parts = s->label;
  c_print_block (p, &s->body);
  p->in_parts = 0;
  g_array_set_size (p->targets, p->targets->len - 1);
  print_label (p, s, TRUE);
  c_close_loop (p);
  c_printf (p, "d%u += m%u;", n, n);
  p->dialect->print_poll (p, s->line);
  c_close_loop (p);
  print_label (p, s, FALSE);
}

/* A kernel that asks for memory can't be ended from outside (runtime/device/cpu/fault.c), so that its loops look. */
void
c_print_loop (Printer *p, const RsIrStatement *s)
{
  const gboolean is_outermost = p->kernel->is_serial && c_innermost_loop (p) == NULL;
  const gboolean polls = is_outermost || (rs_kernel_has_dynamic (p->kernel) && !is_short (p, s));

  if (is_outermost && p->dialect->has_vectors && s->unroll != 1 && s->unroll != RS_UNROLL_RARE
      && !rs_ir_has_loop (&s->body))
    {
      print_loop_in_parts (p, s);
      return;
    }
  p->dialect->print_loop_head (p, s);
  g_array_append_val (p->targets, s);
  c_print_block (p, &s->body);
  g_array_set_size (p->targets, p->targets->len - 1);
  print_label (p, s, TRUE);
  if (polls)
    p->dialect->print_poll (p, s->line);
  c_close_loop (p);
  print_label (p, s, FALSE);
}

static void
print_forever (Printer *p, const RsIrStatement *s)
{
  c_printf (p, "for (;;)");
  c_printf (p, "{");
  p->indent += 2;
  g_array_append_val (p->targets, s);
  c_print_block (p, &s->body);
  print_label (p, s, TRUE);
  c_print_block (p, &s->other);
  g_array_set_size (p->targets, p->targets->len - 1);
  p->dialect->print_poll (p, s->line);
  p->indent -= 2;
  c_printf (p, "}");
  print_label (p, s, FALSE);
}

static void
print_region (Printer *p, const RsIrStatement *s)
{
  g_array_append_val (p->targets, s);
  c_print_braced (p, &s->body);
  g_array_set_size (p->targets, p->targets->len - 1);
  print_label (p, s, FALSE);
}

static void
print_jump (Printer *p, const RsIrStatement *s)
{
  const RsIrStatement *loop = c_innermost_loop (p);
  gboolean is_continue = s->kind == RS_IR_CONTINUE;
  gboolean plain = loop && loop->label == s->label && !(is_continue && loop->kind == RS_IR_FOREVER)
                   && (is_continue || p->in_parts != s->label);
  guint key = s->label * 2 + is_continue;

  if (plain)
    {
      c_printf (p, is_continue ? "continue;" : "break;");
      return;
    }
  g_array_append_val (p->gotos, key);
  c_printf (p, "goto %s%u_%u;", is_continue ? "next" : "end", s->label, p->copy);
}

static void
print_assert (Printer *p, const RsIrStatement *s)
{
  g_autofree char *condition = NULL, *number = NULL, *fails = NULL;
  g_autoptr (GString) bits = g_string_new (NULL), out = g_string_new (NULL), exit = g_string_new (NULL);

  if (s->is_known)
    return;
  condition = c_expression_text (p, s->value);
  number = s->low != NULL ? c_expression_text (p, s->low) : NULL;
  if (number != NULL)
    p->dialect->append_bits (p, bits, number);
  else
    g_string_append_c (bits, '0');
  append_exit_if_failed (p, exit, s);
  if (exit->len > 0)
    c_printf (p, "{ const _Bool holds = %s; %s", condition, exit->str);
  fails = exit->len > 0 ? g_strdup ("!holds") : g_strdup_printf ("!(%s)", condition);
  p->dialect->append_fail (p, out, fails,
                           &(Failure){ RS_KERNEL_ASSERT, s->line, 0, number != NULL, bits->str, "0", s->index, FALSE });
  c_printf (p, exit->len > 0 ? "%s }" : "%s", out->str);
}

void
c_print_statement (Printer *p, const RsIrStatement *s)
{
  c_print_line (p, s->line);
  if (p->dialect->print_own (p, s))
    return;
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
    case RS_IR_SET_ELEMENT:
      c_print_set (p, s);
      break;
    case RS_IR_STORE:
    case RS_IR_ATOMIC:
      c_print_store (p, s);
      break;
    case RS_IR_IF:
      print_if (p, s);
      break;
    case RS_IR_LOOP:
      c_print_loop (p, s);
      break;
    case RS_IR_FOREVER:
      print_forever (p, s);
      break;
    case RS_IR_REGION:
      print_region (p, s);
      break;
    case RS_IR_BREAK:
    case RS_IR_CONTINUE:
      print_jump (p, s);
      break;
    case RS_IR_RETURN:
      p->dialect->print_return (p);
      break;
    case RS_IR_ASSERT:
      print_assert (p, s);
      break;
    case RS_IR_REDUCE: /* the dialect's */
    case RS_IR_FINISH:
    case RS_IR_TOTAL:
    case RS_IR_ALLOCATE:
    case RS_IR_BARRIER:
    case RS_IR_N_STATEMENTS:
      g_assert_not_reached ();
    }
}

void
c_print_block (Printer *p, const RsIrBlock *block)
{
  if (p->dialect->print_own_block != NULL && p->dialect->print_own_block (p, block))
    return;
  for (const RsIrStatement *s = block->first; s; s = s->next)
    c_print_statement (p, s);
}
