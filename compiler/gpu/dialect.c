/* What texts for GPUs say in their own way, all dialects of them alike.
 *
 * A check that fails is noted, and the work item ends: at once where it is a statement; a load in an expression gives
 * 0, and the work item ends before the statement has an effect on memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

static void
find_checked (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_CHECKED)
    *(gboolean *)data = TRUE;
}

gboolean
gpu_has_checked_load (const RsIrStatement *s)
{
  gboolean found = FALSE;

  rs_ir_visit_statement (s, find_checked, &found);
  return found;
}

/* --- expressions --- */

/* Where blocks are the device's, it knows the position in one and its number; the launch begins at 0. */
static gboolean
append_of_block (const Printer *p, GString *out, const RsIrExpression *e)
{
  if (!rs_ir_is_block_position (e) && !rs_ir_is_block_index (e))
    return FALSE;
  g_string_append_printf (out, "%s (%u)", rs_ir_is_block_index (e) ? "RS_BLOCK_INDEX" : "RS_BLOCK_POSITION",
                          p->kernel->grid_rank - 1 - e->operands[0]->component);
  return TRUE;
}

static gboolean
append_own (Printer *p, GString *out, const RsIrExpression *e)
{
  if (p->kernel->has_blocks && append_of_block (p, out, e))
    return TRUE;
  if (e->op == RS_IR_POSITION && gpu (p)->turn > 0)
    return gpu_append_turn_position (p, out, e);
  if (e->op == RS_IR_SAMPLE)
    {
      gpu_append_sample (p, out, e);
      return TRUE;
    }
  if (e->op != RS_IR_NUMBER || e->type != RS_IR_BOOL)
    return FALSE;
  g_string_append_c (out, '('); /* an argument is no truth value */
  c_append_parameter (p, out, e->index);
  g_string_append_printf (out, "_%u != 0)", e->component);
  return TRUE;
}

static void
append_local (Printer *p, GString *out, guint local)
{
  c_append_identifier (out, rs_kernel_local (p->kernel, local)->name);
  g_string_append_printf (out, "_v%u", local);
  gpu_append_turn (p, out, local);
}

static const char *
get_local_type (const Printer *p, guint local)
{
  return c_type (rs_kernel_local (p->kernel, local)->type);
}

static void
append_element (Printer *p, GString *out, guint parameter, const char *const *subscripts, guint component)
{
  c_append_parameter (p, out, parameter);
  g_string_append_c (out, '[');
  c_append_flat_index (p, out, parameter, subscripts, component);
  g_string_append_c (out, ']');
}

void
gpu_append_function (Printer *p, GString *out, const RsIrExpression *e)
{
  const RsIrOpInfo *info = &rs_ir_ops[e->op];
  g_autofree char *name = NULL;

  if (info->printing == RS_IR_PRINT_HELPER)
    {
      c_append_helper_call (p, out, e);
      return;
    }
  name = gpu_get_function (p, e->op, e->operands[0]->type);
  g_string_append (out, info->rule == RS_IR_RULE_TEST ? "(0 != " : "");
  c_append_call (p, out, name, "", e);
  g_string_append (out, info->rule == RS_IR_RULE_TEST ? ")" : "");
}

static void
append_bits (Printer *p, GString *out, const char *number)
{
  g_string_append_printf (out, "rs_as_i64 ((double) (%s))", number);
}

/* --- statements --- */

static void
append_fail (Printer *p, GString *out, const char *condition, const Failure *failure)
{
  gpu_need_fail (p);
  g_string_append_printf (out, "if (%s) { rs_fail (status, %d, %u, %u, %u, %s, %s, %u, %d); ", condition, failure->code,
                          failure->line, failure->parameter, failure->dimension, failure->index, failure->size,
                          failure->text, failure->is_write);
  gpu_append_exit (p, out);
  g_string_append (out, " }");
}

static void
append_assignment (Printer *p, GString *out, guint parameter, const char *element, const char *value)
{
  if (rs_kernel_parameter (p->kernel, parameter)->element == RS_ELEMENT_HALF)
    g_string_append_printf (out, "RS_PUT_HALF (&%s, (float) (%s));", element, value);
  else
    g_string_append_printf (out, "%s = %s;", element, value);
}

/* What a block does as one has no end of its own: its work items go on, without doing anything more. */
static void
append_exit_if_failed (Printer *p, GString *out, const RsIrStatement *s)
{
  if (!gpu_has_checked_load (s))
    return;
  g_string_append (out, "if (failed) ");
  if (p->kernel->has_blocks && gpu (p)->run == 0)
    g_string_append (out, "is_active = 0;");
  else
    gpu_append_exit (p, out);
  g_string_append_c (out, ' ');
}

static void
print_exit_if_failed (Printer *p, const RsIrStatement *s)
{
  g_autoptr (GString) out = g_string_new (NULL);

  append_exit_if_failed (p, out, s);
  if (out->len > 0)
    c_printf (p, "%s", g_strchomp (out->str));
}

static void
print_checked_if (Printer *p, const RsIrStatement *s)
{
  g_autofree char *condition = c_expression_text (p, s->value);

  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const _Bool holds = %s;", condition);
  print_exit_if_failed (p, s);
  c_printf (p, "if (holds)");
  c_print_braced (p, &s->body);
  if (s->other.first != NULL)
    {
      c_printf (p, "else");
      c_print_braced (p, &s->other);
    }
  p->indent -= 2;
  c_printf (p, "}");
}

static void
print_reduce (Printer *p, const RsIrStatement *s)
{
  const RsIrExpression *result = gpu_get_result (p->kernel, s);
  g_autofree char *value = c_expression_text (p, result);
  g_autoptr (GString) name = g_string_new (NULL), exit = g_string_new (NULL);
  g_autofree char *update = NULL;

  c_append_parameter (p, name, s->index);
  g_string_append_printf (name, "_%u", s->component);
  append_exit_if_failed (p, exit, s);
  if (s->op == RS_IR_MIN || s->op == RS_IR_MAX)
    c_printf (p, "{ const %s v = %s; %s%s = v %s %s ? v : %s; }", c_type (result->type), value, exit->str, name->str,
              s->op == RS_IR_MIN ? "<" : ">", name->str, name->str);
  else
    {
      update = c_update_text (p, name->str, s->op, result, exit->len > 0 ? "v" : value);
      if (exit->len > 0)
        c_printf (p, "{ const %s v = %s; %s%s }", c_type (result->type), value, exit->str, update);
      else
        c_printf (p, "%s", update);
    }
}

/* Of the last work item of the launch. */
static void
print_finish (Printer *p, const RsIrStatement *s)
{
  const RsIrExpression *result = gpu_get_result (p->kernel, s);
  g_autofree char *value = c_expression_text (p, result);
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, s->index);
  g_autoptr (GString) is_last = g_string_new (NULL), name = g_string_new (NULL), exit = g_string_new (NULL),
                      stored = g_string_new (NULL);

  c_append_parameter (p, name, s->index);
  for (guint k = 0; k < p->kernel->grid_rank; k++)
    g_string_append_printf (is_last, "%sp%u == grid%u - 1", k > 0 ? " && " : "", k, k);
  append_exit_if_failed (p, exit, s);
  c_printf (p, "if (%s)", is_last->str);
  gpu_append_stored (p->kernel, parameter, stored, exit->len > 0 ? "v" : value);
  if (exit->len > 0)
    c_printf (p, "  { const %s v = %s; %s%s[%u] = %s; }", c_type (result->type), value, exit->str, name->str,
              s->component, stored->str);
  else
    c_printf (p, "  %s[%u] = %s;", name->str, s->component, stored->str);
}

/* Its bounds are constants in braces of their own: nothing that jumps out of the block comes by them. */
static gboolean
print_checked_loop (Printer *p, const RsIrStatement *s)
{
  if (!gpu_has_checked_load (s))
    return FALSE;
  c_printf (p, "{");
  p->indent += 2;
  c_print_loop (p, s);
  p->indent -= 2;
  c_printf (p, "}");
  return TRUE;
}

static void
print_loop_head (Printer *p, const RsIrStatement *s)
{
  g_autofree char *low = NULL, *high = NULL, *low_text = NULL, *high_text = NULL;
  guint n;

  if (!gpu_has_checked_load (s))
    {
      c_open_plain_loop (p, s);
      return;
    }
  n = p->n_temporaries++;
  low = g_strdup_printf ("l%u", n);
  high = g_strdup_printf ("h%u", n);
  low_text = c_expression_text (p, s->low);
  high_text = c_expression_text (p, s->high);
  c_printf (p, "const long %s = %s, %s = %s;", low, low_text, high, high_text);
  print_exit_if_failed (p, s);
  c_open_loop_between (p, s, low, high);
}

/* A statement that is one line of text or a few: it has no effect where its loads fail. */
static gboolean
print_own (Printer *p, const RsIrStatement *s)
{
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
    case RS_IR_SET_ELEMENT:
      c_print_set (p, s);
      break;
    case RS_IR_STORE:
    case RS_IR_ATOMIC:
      c_print_store (p, s);
      return TRUE;
    case RS_IR_REDUCE:
      print_reduce (p, s);
      return TRUE;
    case RS_IR_FINISH:
      print_finish (p, s);
      return TRUE;
    case RS_IR_LOOP:
      return print_checked_loop (p, s);
    case RS_IR_BARRIER:
      gpu_print_barrier (p, s);
      break;
    case RS_IR_IF:
      if (!gpu_has_checked_load (s))
        return FALSE;
      print_checked_if (p, s);
      return TRUE;
    default:
      return FALSE;
    }
  print_exit_if_failed (p, s);
  return TRUE;
}

static void
append_warnings (Printer *p, GString *out, const ArrayAccess *access)
{
  g_assert_not_reached (); /* refused */
}

static gboolean
is_inside (const Printer *p, const RsIrStatement *s)
{
  return FALSE;
}

/* Nobody can stop a work item from outside, so that loops of unknown length look; not those around barriers, whose work
 * items could see it at different turns. */
static void
print_poll (Printer *p, RsIrPlace line)
{
  g_autoptr (GString) out = g_string_new ("if (RS_STOPS (rs_stop)) ");

  if (p->kernel->has_blocks && gpu (p)->run == 0)
    return;
  gpu_append_exit (p, out);
  c_printf (p, "%s", out->str);
}

static void
print_return (Printer *p)
{
  g_autoptr (GString) out = g_string_new (NULL);

  gpu_append_exit (p, out);
  c_printf (p, "%s", out->str);
}

const Dialect gpu_dialect = {
  .infinity = { "INFINITY", "(double) INFINITY" },
  .nan = { "NAN", "(double) NAN" },
  .always_inline = "",
  .prefix = "rs_",
  .suffix = { "_f32", "_f64" },
  .half = "float",
  .append_own = append_own,
  .append_local = append_local,
  .get_local_type = get_local_type,
  .append_element = append_element,
  .append_load = gpu_append_load,
  .append_inside = gpu_append_inside,
  .append_function = gpu_append_function,
  .get_function = gpu_get_function,
  .append_bits = append_bits,
  .need_helper = gpu_need_helper,
  .print_own = print_own,
  .print_own_block = gpu_print_block,
  .need_fail = gpu_need_fail,
  .append_fail = append_fail,
  .append_exit_if_failed = append_exit_if_failed,
  .append_warnings = append_warnings,
  .append_assignment = append_assignment,
  .append_atomic = gpu_append_atomic,
  .is_inside = is_inside,
  .print_loop_head = print_loop_head,
  .print_poll = print_poll,
  .print_return = print_return,
};
