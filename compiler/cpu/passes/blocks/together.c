/* Runs neighbouring blocks together, a block in each SIMD lane.
 *
 * Work items of a block that use shared memory by computed indices (a sorting network, a transform by butterflies) are
 * no neighbours in memory, so that a loop over them does not vectorise. The same work item of other blocks computes the
 * same indices, though: with the shared memory of 16 blocks side by side each access is one vector. What is the same in
 * all these blocks (is_common) is computed once.
 *
 * It needs control flow between barriers that is common, and pays where shared memory is used again and again: accesses
 * with indices that neighbours do not share, in a loop around barriers which leaves other arrays alone.
 *
 * Requires: regions. Establishes: blocks_together, is_common. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/passes/blocks/together.h"

#include "compiler/kernel/ir/known-locals.h"
#include "compiler/kernel/passes/control/regions.h"
#include "compiler/kernel/passes/passes.h"

#define FEWEST_GAINS 4 /* accesses; arrays outside of shared memory cost more than they did */
#define MOST_LOCALS 16 /* seen through, one behind the other */

/* --- what is the same in all blocks --- */

gboolean
rs_together_is_common (const RsKernel *kernel, const RsIrExpression *e)
{
  if (rs_ir_is_block_position (e))
    return TRUE;
  if (e->op == RS_IR_POSITION || e->op == RS_IR_ELEMENT)
    return FALSE;
  if (e->op == RS_IR_LOCAL && !rs_kernel_local (kernel, e->index)->is_common)
    return FALSE;
  if (e->op == RS_IR_LOAD && (rs_kernel_parameter (kernel, e->index)->writes || e->boundary == RS_BOUNDARY_CHECKED))
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!rs_together_is_common (kernel, e->operands[i]))
      return FALSE;
  return TRUE;
}

/* Whether some blocks only jump to label from block; together: the blocks are together where it begins. */
static gboolean
leaves_apart (const RsKernel *kernel, const RsIrBlock *block, guint label, gboolean together)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean inside = together;

      if ((s->kind == RS_IR_BREAK || s->kind == RS_IR_CONTINUE) && s->label == label && !together)
        return TRUE;
      if (s->kind == RS_IR_IF || s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER || s->kind == RS_IR_REGION)
        inside = together && rs_together_is_common_statement (kernel, s);
      if (leaves_apart (kernel, &s->body, label, inside) || leaves_apart (kernel, &s->other, label, inside))
        return TRUE;
    }
  return FALSE;
}

gboolean
rs_together_is_common_statement (const RsKernel *kernel, const RsIrStatement *s)
{
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      return rs_kernel_local (kernel, s->index)->is_common && rs_together_is_common (kernel, s->value);
    case RS_IR_IF:
      return rs_together_is_common (kernel, s->value);
    case RS_IR_LOOP:
      return rs_kernel_local (kernel, s->index)->is_common && rs_together_is_common (kernel, s->low)
             && rs_together_is_common (kernel, s->high) && !leaves_apart (kernel, &s->body, s->label, TRUE);
    case RS_IR_FOREVER:
    case RS_IR_REGION:
      return !leaves_apart (kernel, &s->body, s->label, TRUE) && !leaves_apart (kernel, &s->other, s->label, TRUE);
    case RS_IR_BREAK:
    case RS_IR_CONTINUE:
    case RS_IR_BARRIER:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Marks what is not common; together: the blocks are together where block begins. TRUE when something changed. */
static gboolean
spread (RsKernel *kernel, const RsIrBlock *block, gboolean together)
{
  gboolean changed = FALSE;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean common = together && rs_together_is_common_statement (kernel, s);

      if ((s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP) && !common
          && rs_kernel_local (kernel, s->index)->is_common)
        {
          rs_kernel_local (kernel, s->index)->is_common = FALSE;
          changed = TRUE;
        }
      changed |= spread (kernel, &s->body, common);
      changed |= spread (kernel, &s->other, common);
    }
  return changed;
}

/* --- whether it can be done, and pays --- */

typedef struct {
  RsKernel *kernel;
  RsKnownLocals locals;
  gboolean has_obstacle;
  guint gains; /* shared accesses whose index neighbours do not share; in a loop around barriers they count more */
  gboolean meets_arrays; /* an array that is not shared is accessed in such a loop */
  guint depth;           /* loops of the block */
} Survey;

/* How much the value changes from a work item to the next of its row: 0, 1 or -1, which is both "not known" and
 * other. */
static int
step_of (const Survey *self, const RsIrExpression *e, guint depth)
{
  int a, b;

  if (depth > MOST_LOCALS)
    return -1;
  if (e->op == RS_IR_POSITION || rs_ir_is_block_position (e))
    {
      const RsIrExpression *position = e->op == RS_IR_POSITION ? e : e->operands[0];

      return position->component == self->kernel->grid_rank - 1;
    }
  if (e->op == RS_IR_LOCAL)
    {
      const RsIrLocal *local = rs_kernel_local (self->kernel, e->index);

      if (local->is_uniform || local->is_counter)
        return 0;
      return self->locals.values[e->index] ? step_of (self, self->locals.values[e->index], depth + 1) : -1;
    }
  if (e->n_operands == 0)
    return 0;
  a = step_of (self, e->operands[0], depth);
  b = e->n_operands > 1 ? step_of (self, e->operands[1], depth) : 0;
  if (e->n_operands <= 2 && a == 0 && b == 0)
    return 0;
  if (e->op == RS_IR_CONVERT)
    return a;
  return (e->op == RS_IR_ADD && a >= 0 && b >= 0 && a + b == 1) || (e->op == RS_IR_SUB && a == 1 && b == 0) ? 1 : -1;
}

static void
survey_access (Survey *self, guint parameter, const RsIrExpression *const *subscripts, guint n)
{
  if (rs_kernel_parameter (self->kernel, parameter)->binding != RS_BIND_SHARED)
    {
      self->meets_arrays |= self->depth > 0;
      return;
    }
  for (guint i = 0; i < n; i++)
    if (!rs_together_is_common (self->kernel, subscripts[i]))
      return;
  for (guint i = 0; i < n; i++)
    if (step_of (self, subscripts[i], 0) < 0)
      {
        self->gains += self->depth > 0 ? FEWEST_GAINS : 1;
        return;
      }
}

static void
survey_expression (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  if (e->op == RS_IR_LOAD)
    {
      self->has_obstacle |= e->boundary == RS_BOUNDARY_CHECKED;
      survey_access (self, e->index, e->operands, e->n_operands);
    }
}

/* of_block: the control flow of the block, not of a work item. */
static void
survey_block (Survey *self, const RsIrBlock *block, gboolean of_block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean is_item = !of_block || rs_regions_is_item_statement (self->kernel, s);
      gboolean loops = !is_item && (s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER);

      rs_ir_visit_statement (s, survey_expression, self);
      rs_known_locals_enter (&self->locals, s);
      if (!is_item)
        self->has_obstacle |= !rs_together_is_common_statement (self->kernel, s);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        {
          self->has_obstacle |= s->boundary == RS_BOUNDARY_CHECKED || s->overflow == RS_OVERFLOW_CHECKED;
          survey_access (self, s->index, (const RsIrExpression *const *)s->subscripts, s->n_subscripts);
        }
      self->has_obstacle |= (s->kind == RS_IR_ATOMIC && (!s->is_unique || s->result > 0)) || s->kind == RS_IR_REDUCE
                            || s->kind == RS_IR_TOTAL || s->kind == RS_IR_FINISH || s->kind == RS_IR_ASSERT
                            || s->kind == RS_IR_RETURN || s->kind == RS_IR_SET_ELEMENT;
      self->depth += loops;
      survey_block (self, &s->body, !is_item);
      survey_block (self, &s->other, !is_item);
      self->depth -= loops;
    }
  rs_known_locals_leave (&self->locals, block);
}

void
rs_pass_together (RsKernel *kernel)
{
  Survey survey = { .kernel = kernel };

  if (kernel->blocks != RS_IR_BLOCKS_REGIONS || kernel->is_one_block)
    return;
  for (guint i = 0; i < kernel->locals->len; i++)
    rs_kernel_local (kernel, i)->is_common = rs_kernel_local (kernel, i)->length == 1;
  while (spread (kernel, &kernel->body, TRUE))
    ;
  rs_known_locals_init (&survey.locals, kernel, &kernel->body);
  survey_block (&survey, &kernel->body, TRUE);
  rs_known_locals_clear (&survey.locals);
  if (survey.gains >= FEWEST_GAINS && !survey.meets_arrays && !survey.has_obstacle)
    {
      kernel->cpu.together = RS_BLOCKS_TOGETHER;
      rs_kernel_note (kernel, 0, 1, 0, "%u blocks run together, one in each lane of a vector", RS_BLOCKS_TOGETHER);
    }
  for (guint i = 0; i < kernel->locals->len && kernel->cpu.together == 0; i++)
    rs_kernel_local (kernel, i)->is_common = FALSE;
}
