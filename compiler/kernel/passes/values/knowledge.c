/* What assertions and conditions say of whole numbers: accesses that are inside by an assertion lose their check,
 * branches that are never taken go, numbers with one possible value become constants, and shared memory whose lengths
 * are bounded gets a fixed size.
 *
 * An assertion holds behind the place where it stands, as a work item that fails it ends. Those of the host about what
 * the kernel captures stand at the beginning, and go when they have been read. What only a branch says is not used for
 * checks: work items that run in step may go through the branches of others.
 *
 * Requires: nothing. Establishes: capacity of shared memory. Invalidates: nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/integers.h"
#include "compiler/kernel/passes/passes.h"

typedef struct {
  RsKernel *kernel;
  RsLinearFacts *facts;
  guint branch_depth;
  RsIrPlace line;      /* of the statement at hand */
  gboolean changed;    /* something can be folded now */
  gboolean *unbounded; /* by piece of shared memory: an access whose lengths nothing bounds */
} Knowledge;

/* --- accesses --- */

static RsIrShared *
shared_of (const Knowledge *self, guint parameter)
{
  for (guint i = 0; i < self->kernel->shared->len; i++)
    {
      RsIrShared *shared = &g_array_index (self->kernel->shared, RsIrShared, i);

      if (shared->parameter == parameter)
        return shared;
    }
  return NULL;
}

/* Shared memory needs room for the lengths that are possible where it is used. */
static void
note_capacity (Knowledge *self, guint parameter)
{
  RsIrShared *shared = shared_of (self, parameter);
  gint64 bound, n = 1;

  if (!shared)
    return;
  for (int k = 0; k < rs_kernel_parameter (self->kernel, parameter)->rank; k++)
    {
      if (!rs_linear_facts_upper_bound (self->facts, shared->dims[k], &bound) || bound < 0 || bound > G_MAXINT16
          || n > G_MAXINT32)
        {
          self->unbounded[shared - (RsIrShared *)self->kernel->shared->data] = TRUE;
          return;
        }
      n *= bound;
    }
  shared->capacity = MAX (shared->capacity, n);
}

static gboolean
is_inside (Knowledge *self, guint parameter, guint n, const RsIrExpression *const *subscripts)
{
  const RsIrShared *shared = shared_of (self, parameter);

  for (guint k = 0; k < n; k++)
    {
      const RsIrExpression *length = rs_ir_leaf (self->kernel, RS_IR_DIM, RS_IR_I64, parameter, k);

      if (!rs_linear_facts_is_inside (self->facts, subscripts[k], length)
          && !(shared && rs_linear_facts_is_inside (self->facts, subscripts[k], shared->dims[k])))
        return FALSE;
    }
  return n > 0;
}

static void
tell_inside (Knowledge *self, RsIrPlace line, guint parameter)
{
  rs_kernel_note (self->kernel, line, 1, 0, "boundary checks of `%s` left out, as an assertion says that it is inside",
                  rs_kernel_parameter (self->kernel, parameter)->name);
}

/* A value or a condition is known. */
static void
tell_known (Knowledge *self)
{
  self->changed = TRUE;
  rs_kernel_note (self->kernel, self->line, 1, 0, "values and conditions that an assertion decides");
}

static const RsIrExpression *
learn_load (Knowledge *self, const RsIrExpression *e)
{
  RsIrExpression *copy;

  note_capacity (self, e->index);
  if (e->boundary == RS_BOUNDARY_UNCHECKED || !is_inside (self, e->index, e->n_operands, e->operands))
    return e;
  tell_inside (self, e->line, e->index);
  copy = rs_ir_new (self->kernel, RS_IR_LOAD, e->type, e->n_operands);
  copy->boundary = RS_BOUNDARY_UNCHECKED;
  copy->component = e->component;
  copy->index = e->index;
  copy->line = e->line;
  for (guint i = 0; i < e->n_operands; i++)
    copy->operands[i] = e->operands[i];
  return copy;
}

static const RsIrExpression *
learn_node (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Knowledge *self = data;
  RsTruth truth;
  gint64 value;

  if (e->op == RS_IR_LOAD)
    return learn_load (self, e);
  if ((e->op == RS_IR_NUMBER || e->op == RS_IR_LOCAL) && e->type == RS_IR_I64
      && rs_linear_facts_get_constant (self->facts, e, &value))
    {
      tell_known (self);
      return rs_ir_integer (kernel, value);
    }
  if (e->op != RS_IR_SELECT)
    return e;
  truth = rs_linear_facts_decide (self->facts, e->operands[0]);
  if (truth == RS_TRUTH_OPEN)
    return e;
  tell_known (self);
  return e->operands[truth == RS_TRUTH_YES ? 1 : 2];
}

/* --- statements --- */

static void learn_block (Knowledge *self, RsIrBlock *block);

static void
learn_branch (Knowledge *self, RsIrBlock *block, const RsIrExpression *condition, gboolean sense)
{
  guint mark = rs_linear_facts_mark (self->facts);

  self->branch_depth++;
  rs_linear_facts_assume (self->facts, condition, sense, TRUE);
  learn_block (self, block);
  self->branch_depth--;
  rs_linear_facts_release (self->facts, mark);
}

/* The branch that is taken for sure stands in the place of the `if`. Returns the statement behind which to go on. */
static RsIrStatement *
replace_by_branch (RsIrBlock *block, RsIrStatement *s, RsIrBlock *taken)
{
  RsIrStatement *place = s, *before = s->previous;

  while (taken->first)
    {
      RsIrStatement *moved = taken->first;

      rs_ir_remove (taken, moved);
      rs_ir_insert_after (block, place, moved);
      place = moved;
    }
  rs_ir_remove (block, s);
  return before;
}

static void
learn_loop (Knowledge *self, RsIrStatement *s)
{
  guint mark = rs_linear_facts_mark (self->facts);
  const RsIrExpression *counter = rs_ir_local (self->kernel, s->index);
  const RsIrExpression *low = s->step > 0 ? s->low : s->high, *high = s->step > 0 ? s->high : s->low;

  rs_linear_facts_assign (self->facts, s->index, NULL, FALSE);
  rs_linear_facts_assume (self->facts, rs_ir_binary (self->kernel, RS_IR_GE, counter, low), TRUE,
                          self->branch_depth > 0);
  rs_linear_facts_assume (self->facts, rs_ir_binary (self->kernel, RS_IR_LE, counter, high), TRUE,
                          self->branch_depth > 0);
  rs_linear_facts_forget (self->facts, &s->body); /* bounds that the body changes, too */
  learn_block (self, &s->body);
  rs_linear_facts_release (self->facts, mark);
}

/* Behind the expressions of the statement. */
static void
learn_statement (Knowledge *self, RsIrStatement *s)
{
  gboolean in_branch = self->branch_depth > 0;
  guint mark = rs_linear_facts_mark (self->facts);

  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      rs_linear_facts_assign (self->facts, s->index, s->value, in_branch);
      return;
    case RS_IR_STORE:
    case RS_IR_ATOMIC:
      note_capacity (self, s->index);
      if (s->boundary != RS_BOUNDARY_UNCHECKED
          && is_inside (self, s->index, s->n_subscripts, (const RsIrExpression *const *)s->subscripts))
        {
          s->boundary = RS_BOUNDARY_UNCHECKED;
          tell_inside (self, s->line, s->index);
        }
      break;
    case RS_IR_ASSERT:
      rs_linear_facts_assume (self->facts, s->value, TRUE, in_branch);
      return;
    case RS_IR_IF:
      learn_branch (self, &s->body, s->value, TRUE);
      learn_branch (self, &s->other, s->value, FALSE);
      return;
    case RS_IR_LOOP:
      learn_loop (self, s);
      return;
    default:
      rs_linear_facts_forget (self->facts, &s->body);
      rs_linear_facts_forget (self->facts, &s->other);
      learn_block (self, &s->body);
      learn_block (self, &s->other);
      rs_linear_facts_release (self->facts, mark);
      break;
    }
}

static void
learn_block (Knowledge *self, RsIrBlock *block)
{
  RsIrStatement *s = block->first;

  while (s)
    {
      RsTruth truth = s->kind == RS_IR_IF ? rs_linear_facts_decide (self->facts, s->value) : RS_TRUTH_OPEN;

      self->line = s->line;
      if (truth != RS_TRUTH_OPEN)
        {
          RsIrStatement *before;

          tell_known (self);
          before = replace_by_branch (block, s, truth == RS_TRUTH_YES ? &s->body : &s->other);
          s = before ? before->next : block->first;
          continue;
        }
      if (s->is_known)
        {
          RsIrStatement *known = s;

          learn_statement (self, known);
          rs_kernel_note (self->kernel, known->line, 1, 0, "assertions of the host taken as known");
          s = s->next;
          rs_ir_remove (block, known);
          continue;
        }
      rs_ir_map_statement (self->kernel, s, learn_node, self);
      learn_statement (self, s);
      s = s->next;
    }
}

static gboolean
has_assertion (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    if (s->kind == RS_IR_ASSERT || has_assertion (&s->body) || has_assertion (&s->other))
      return TRUE;
  return FALSE;
}

void
rs_pass_knowledge (RsKernel *kernel)
{
  g_autofree gboolean *unbounded = g_new0 (gboolean, kernel->shared->len + 1);
  Knowledge self = { .kernel = kernel, .unbounded = unbounded };

  if (!has_assertion (&kernel->body))
    return;
  self.facts = rs_linear_facts_new (kernel);
  learn_block (&self, &kernel->body);
  for (guint i = 0; i < kernel->shared->len; i++)
    if (unbounded[i])
      g_array_index (kernel->shared, RsIrShared, i).capacity = 0;
  rs_linear_facts_free (self.facts);
  if (self.changed)
    rs_pass_simplify (kernel);
}
