/* Which local integers of a group in step stay so small that the word of its vectors holds them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/lanes/c-spmd.h"

static gboolean
is_within (gint64 value, gint64 limit)
{
  return value >= -limit && value <= limit;
}

static gboolean
is_leaf_of_launch (const RsIrExpression *e)
{
  return e->op == RS_IR_NUMBER || e->op == RS_IR_DIM || e->op == RS_IR_GRID || e->op == RS_IR_POSITION;
}

/* The largest magnitude that an integer expression can have, or -1 when it is not known to fit the word. */
gint64
c_group_bound (Group *g, const RsIrExpression *e, gboolean add_guards)
{
  gint64 a, b;

  if (e->type == g->integer)
    return e->type == RS_IR_I64 ? 0 : NARROW_LIMIT;
  if (e->type != RS_IR_I64)
    return -1;
  if (e->op == RS_IR_CONST)
    return is_within (e->value.integer, G_MAXINT32) ? ABS (e->value.integer) : -1;
  if (e->op == RS_IR_LOCAL)
    return g->is_narrow[e->index] ? NARROW_LIMIT : -1;
  if (is_leaf_of_launch (e))
    {
      /* Positions along the group are below `high`, which is tested anyway. */
      if (add_guards && !(e->op == RS_IR_POSITION && e->component == g->p->kernel->grid_rank - 1))
        g_ptr_array_add (g->guards, (gpointer)e);
      return NUMBER_LIMIT;
    }
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB && e->op != RS_IR_MIN && e->op != RS_IR_MAX && e->op != RS_IR_SELECT)
    return -1;
  a = c_group_bound (g, e->operands[e->n_operands - 2], add_guards);
  b = c_group_bound (g, e->operands[e->n_operands - 1], add_guards);
  if (e->op != RS_IR_ADD && e->op != RS_IR_SUB)
    return a >= 0 && b >= 0 ? MAX (a, b) : -1;
  return a >= 0 && b >= 0 && a + b <= G_MAXINT32 ? a + b : -1;
}

gint64
c_group_step (const RsIrExpression *value, guint local)
{
  const RsIrExpression *a, *b;

  if (value->op != RS_IR_ADD && value->op != RS_IR_SUB)
    return 0;
  a = value->operands[0];
  b = value->operands[1];
  if (value->op == RS_IR_ADD && a->op == RS_IR_CONST)
    {
      const RsIrExpression *swap = a;

      a = b;
      b = swap;
    }
  if (a->op != RS_IR_LOCAL || a->index != local || b->op != RS_IR_CONST || !is_within (b->value.integer, LARGEST_STEP))
    return 0;
  return value->op == RS_IR_ADD ? b->value.integer : -b->value.integer;
}

/* FALSE: the constant is too large. */
static gboolean
add_step (const RsIrExpression *constant, gint64 *step)
{
  if (!is_within (constant->value.integer, LARGEST_STEP))
    return FALSE;
  *step += ABS (constant->value.integer);
  return TRUE;
}

/* Whether value is a number that is small when a launch begins, or a narrow local; *step: by how much more or less, at
 * most. */
static gboolean
moves_little (const Group *g, const RsIrExpression *value, gint64 *step)
{
  const RsIrExpression *const *operands = value->operands;

  if (value->type != RS_IR_I64)
    return FALSE;
  if (value->op == RS_IR_CONST)
    return is_within (value->value.integer, NUMBER_LIMIT);
  if (value->op == RS_IR_LOCAL)
    return g->is_narrow[value->index];
  if (value->op == RS_IR_SELECT)
    return moves_little (g, operands[1], step) && moves_little (g, operands[2], step);
  if (value->op == RS_IR_MIN || value->op == RS_IR_MAX)
    return moves_little (g, operands[0], step) && moves_little (g, operands[1], step);
  if (value->op == RS_IR_ADD && operands[0]->op == RS_IR_CONST)
    return add_step (operands[0], step) && moves_little (g, operands[1], step);
  if ((value->op == RS_IR_ADD || value->op == RS_IR_SUB) && operands[1]->op == RS_IR_CONST)
    return add_step (operands[1], step) && moves_little (g, operands[0], step);
  return is_leaf_of_launch (value);
}

/* Drops the narrow locals that a statement of the block makes anything else of; *dropped: there was one. Adds up the
 * steps of the others. */
static void
drop_wide (Group *g, const RsIrBlock *block, gboolean *dropped)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      gint64 step = 0;

      if (s->kind == RS_IR_SET && g->is_narrow[s->index] && !moves_little (g, s->value, &step))
        {
          g->is_narrow[s->index] = FALSE;
          *dropped = TRUE;
        }
      else if (s->kind == RS_IR_SET && g->is_narrow[s->index])
        g->steps += step;
      drop_wide (g, &s->body, dropped);
      drop_wide (g, &s->other, dropped);
    }
}

/* A group that goes on for long is computed again, item by item: not if it has stored something by then. */
static gboolean
stores_before_loop (const RsIrBlock *block, gboolean *has_store)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_FOREVER && *has_store)
        return TRUE;
      *has_store |= s->kind == RS_IR_STORE;
      if (stores_before_loop (&s->body, has_store) || stores_before_loop (&s->other, has_store))
        return TRUE;
    }
  return FALSE;
}

void
c_find_narrow (Group *g, const RsIrBlock *block)
{
  const RsKernel *kernel = g->p->kernel;
  gboolean has_store = FALSE, is_stored = stores_before_loop (block, &has_store), dropped;

  for (guint i = 0; i < kernel->locals->len; i++)
    g->is_narrow[i] = rs_kernel_local (kernel, i)->type == RS_IR_I64 && g->integer == RS_IR_I32 && !is_stored
                      && rs_kernel_local (kernel, i)->length == 1;
  do
    {
      dropped = FALSE;
      g->steps = 0;
      drop_wide (g, block, &dropped);
    }
  while (dropped);
}
