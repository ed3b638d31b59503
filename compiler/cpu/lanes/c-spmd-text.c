/* Expressions of a group in step: vectors, or lane by lane what vectors can't do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/lanes/c-spmd.h"

const char *
c_group_type (const Group *g, RsIrType type)
{
  return rs_ir_is_floating (type) ? "rs_vector" : "rs_mask";
}

static gboolean
is_vector_type (const Group *g, const RsIrExpression *e)
{
  return e->type == g->floating || e->type == g->integer || e->type == RS_IR_BOOL;
}

static void
check_uniform (const RsIrExpression *e, gpointer data)
{
  gpointer *pair = data;
  const Group *g = pair[0];

  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT || e->op == RS_IR_LOAD
      || (e->op == RS_IR_POSITION && e->component == g->p->kernel->grid_rank - 1))
    *(gboolean *)pair[1] = FALSE;
}

static gboolean
is_uniform (const Group *g, const RsIrExpression *e)
{
  gboolean uniform = TRUE;
  gpointer pair[2] = { (gpointer)g, &uniform };

  rs_ir_visit (e, check_uniform, pair);
  return uniform;
}

/* Operations that vectors have themselves. */
static gboolean
is_vector_op (const RsIrExpression *e)
{
  switch ((RsIrOp)e->op)
    {
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_NEG:
    case RS_IR_DIV:
    case RS_IR_EQ:
    case RS_IR_NE:
    case RS_IR_LT:
    case RS_IR_LE:
    case RS_IR_GT:
    case RS_IR_GE:
    case RS_IR_AND:
    case RS_IR_OR:
    case RS_IR_NOT:
    case RS_IR_SELECT:
    case RS_IR_MIN:
    case RS_IR_MAX:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Whether e can be computed on vectors; an integer of 64 bits when it is narrow. */
gboolean
c_is_group_vector (Group *g, const RsIrExpression *e)
{
  if (!is_vector_type (g, e) && c_group_bound (g, e, TRUE) < 0)
    return FALSE;
  if (is_uniform (g, e))
    return TRUE;
  if (e->op == RS_IR_LOCAL)
    return !g->is_wide[e->index];
  if (e->op == RS_IR_POSITION)
    return TRUE;
  if (e->op == RS_IR_CONVERT)
    return e->type != RS_IR_BOOL
           && (e->operands[0]->type == RS_IR_BOOL || e->operands[0]->type == RS_IR_I32
               || e->operands[0]->type == RS_IR_I64)
           && c_is_group_vector (g, e->operands[0]);
  if (!is_vector_op (e))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!c_is_group_vector (g, e->operands[i]))
      return FALSE;
  return TRUE;
}

/* The lanes' own copies of the locals that statement or expression e reads, for the ordinary printer. */
void
c_collect_locals (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOCAL)
    g_hash_table_add (data, GUINT_TO_POINTER (e->index + 1));
}

static void
print_lane_locals (Group *g, GHashTable *locals)
{
  guint last = g->p->kernel->grid_rank - 1;
  GHashTableIter iterator;
  gpointer key;

  c_printf (g->p, "const long p%u = group + u * %u + lane;", last, g->lanes);
  c_printf (g->p, "(void) p%u;", last);
  g_hash_table_iter_init (&iterator, locals);
  while (g_hash_table_iter_next (&iterator, &key, NULL))
    {
      guint local = GPOINTER_TO_UINT (key) - 1;
      const RsIrLocal *info = rs_kernel_local (g->p->kernel, local);
      g_autoptr (GString) name = g_string_new (NULL);

      c_append_local (g->p, name, local);
      c_printf (g->p, "const %s %s = (%s) v%u[u][lane]%s;", c_type (info->type), name->str, c_type (info->type), local,
                info->type == RS_IR_BOOL ? " != 0" : "");
    }
}

/* Opens a loop over the lanes that mask selects; the caller prints scalar code and closes two braces. */
void
c_open_lanes (Group *g, GHashTable *locals, const char *mask)
{
  c_printf (g->p, "for (int lane = 0; lane < %u; lane++)", g->lanes);
  c_printf (g->p, "  if (%s[u][lane])", mask);
  g->p->indent += 4;
  c_printf (g->p, "{");
  g->p->indent += 2;
  print_lane_locals (g, locals);
}

void
c_close_lanes (Group *g)
{
  g->p->indent -= 2;
  c_printf (g->p, "}");
  g->p->indent -= 4;
}

/* e lane by lane, into a new vector, whose name is returned. */
static char *
lanes_text (Group *g, const RsIrExpression *e, const char *mask)
{
  g_autoptr (GHashTable) locals = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) value = g_string_new (NULL);
  char *name = g_strdup_printf ("w%u", g->n_names++);

  rs_ir_visit (e, c_collect_locals, locals);
  c_append_expression (g->p, value, e);
  if (is_vector_type (g, e))
    c_printf (g->p, "%s %s = { 0 };", c_group_type (g, e->type), name);
  else
    c_printf (g->p, "%s %s[%u] = { 0 };", c_type (e->type), name, g->lanes);
  c_open_lanes (g, locals, mask);
  c_printf (g->p, "%s[lane] = %s%s;", name, e->type == RS_IR_BOOL ? "-" : "", value->str);
  c_close_lanes (g);
  return name;
}

static char *
uniform_text (Group *g, const RsIrExpression *e)
{
  g_autoptr (GString) value = g_string_new (NULL);

  c_append_expression (g->p, value, e);
  if (e->type == RS_IR_BOOL)
    return g_strdup_printf ("(rs_mask_of ((%s) ? -1 : 0))", value->str);
  if (rs_ir_is_floating (e->type))
    return g_strdup_printf ("(rs_vector_of (%s))", value->str);
  return g_strdup_printf ("(rs_mask_of ((rs_word) (%s)))", value->str);
}

char *
c_group_select (Group *g, const char *condition, const char *a, const char *b, RsIrType type)
{
  return g_strdup_printf ("((%s) ((%s & (rs_mask) %s) | (~%s & (rs_mask) %s)))", c_group_type (g, type), condition, a,
                          condition, b);
}

static char *
operation_text (Group *g, const RsIrExpression *e, const char *mask)
{
  g_autofree char *a = c_group_text (g, e->operands[0], mask);
  g_autofree char *b = e->n_operands > 1 ? c_group_text (g, e->operands[1], mask) : NULL;
  g_autofree char *c = e->n_operands > 2 ? c_group_text (g, e->operands[2], mask) : NULL;
  g_autofree char *condition = NULL;

  switch ((RsIrOp)e->op)
    {
    case RS_IR_AND:
      return g_strdup_printf ("(%s & %s)", a, b);
    case RS_IR_OR:
      return g_strdup_printf ("(%s | %s)", a, b);
    case RS_IR_NOT:
      return g_strdup_printf ("(~%s)", a);
    case RS_IR_NEG:
      return g_strdup_printf ("(-%s)", a);
    case RS_IR_SELECT:
      return c_group_select (g, a, b, c, e->type);
    case RS_IR_MIN:
      condition = g_strdup_printf ("(%s < %s)", b, a);
      return c_group_select (g, condition, b, a, e->type);
    case RS_IR_MAX:
      condition = g_strdup_printf ("(%s > %s)", b, a);
      return c_group_select (g, condition, b, a, e->type);
    default:
      return g_strdup_printf ("(%s %s %s)", a, rs_ir_ops[e->op].c, b);
    }
}

static char *
convert_text (Group *g, const RsIrExpression *e, const char *mask)
{
  g_autofree char *a = c_group_text (g, e->operands[0], mask);
  gboolean from_bool = e->operands[0]->type == RS_IR_BOOL;

  if (rs_ir_is_floating (e->type))
    return g_strdup_printf ("(__builtin_convertvector (%s%s, rs_vector))", from_bool ? "-" : "", a);
  return g_strdup_printf ("(%s%s)", from_bool ? "-" : "", a);
}

/* e for all lanes of vector u, as a C expression; what has to be done lane by lane is printed before. */
char *
c_group_text (Group *g, const RsIrExpression *e, const char *mask)
{
  if (is_uniform (g, e))
    return uniform_text (g, e);
  if (!c_is_group_vector (g, e) && !is_vector_op (e)
      && !(e->op == RS_IR_CONVERT && c_is_group_vector (g, e->operands[0])))
    return lanes_text (g, e, mask);
  if (e->op == RS_IR_LOCAL)
    return g_strdup_printf ("v%u[u]", e->index);
  if (e->op == RS_IR_POSITION)
    return g_strdup ("(rs_mask_of ((rs_word) group + u * rs_lanes) + rs_count)");
  if (e->op == RS_IR_CONVERT)
    return c_is_group_vector (g, e) ? convert_text (g, e, mask) : lanes_text (g, e, mask);
  if (!is_vector_type (g, e) && !c_is_group_vector (g, e))
    return lanes_text (g, e, mask);
  for (guint i = 0; i < e->n_operands; i++)
    if (!is_vector_type (g, e->operands[i]) && !c_is_group_vector (g, e->operands[i]))
      return lanes_text (g, e, mask);
  return operation_text (g, e, mask);
}
