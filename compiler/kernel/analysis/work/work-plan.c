/* From a kernel's statements to what counting needs of them; see work.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/analysis/work/work-plan.h"

typedef struct {
  RsKernel *kernel;
  GHashTable *seen; /* expressions of the statement at hand: what is shared counts once */
  GArray *accesses; /* of RsWorkAccess, of the statement at hand */
  GArray *assigned; /* of guint: locals in the order of their statements */
  gboolean leaves;  /* a statement since the flag was cleared leaves a loop or the work item */
} Planner;

static gboolean
is_operation (const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_ADD:
    case RS_IR_SUB:
    case RS_IR_MUL:
    case RS_IR_DIV:
    case RS_IR_MOD:
    case RS_IR_MIN:
    case RS_IR_MAX:
      return rs_ir_is_floating (e->type);
    default:
      return e->op >= RS_IR_SQRT && (e->op < RS_IR_FLOOR || e->op > RS_IR_ROUND_HALF);
    }
}

static void
count_operation (RsWorkStep *step, RsIrType type)
{
  if (type == RS_IR_F32)
    step->single_operations++;
  else if (type == RS_IR_F64)
    step->double_operations++;
}

static void
add_access (Planner *self, guint parameter, gboolean reads, gboolean writes, const RsIrExpression *const *subscripts,
            guint n_subscripts)
{
  const RsWorkAccess access = { parameter, reads, writes, n_subscripts,
                                rs_arena_memdup (self->kernel->arena, subscripts, n_subscripts * sizeof *subscripts) };
  const RsKernelBinding binding = rs_kernel_parameter (self->kernel, parameter)->binding;

  if (binding == RS_BIND_ARRAY || binding == RS_BIND_RESULT)
    g_array_append_val (self->accesses, access);
}

static void
add_expression (Planner *self, RsWorkStep *step, const RsIrExpression *e)
{
  if (e == NULL || !g_hash_table_add (self->seen, (gpointer)e))
    return;
  for (guint i = 0; i < e->n_operands; i++)
    add_expression (self, step, e->operands[i]);
  if (is_operation (e))
    count_operation (step, e->type);
  if (rs_ir_reads_array (e))
    add_access (self, e->index, TRUE, FALSE, e->operands, e->n_operands);
}

/* The operation of an update: the sum of `x += 1`. */
static void
add_update (Planner *self, RsWorkStep *step, const RsIrStatement *s)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (self->kernel, s->index);

  if (s->kind == RS_IR_ATOMIC)
    count_operation (step, rs_ir_type_of_element (parameter->element));
  else if (!parameter->is_integer)
    count_operation (step, RS_IR_F64);
}

static void
add_expressions (Planner *self, RsWorkStep *step, const RsIrStatement *s)
{
  g_hash_table_remove_all (self->seen);
  g_array_set_size (self->accesses, 0);
  if (s->kind != RS_IR_ASSERT || !s->is_known)
    {
      add_expression (self, step, s->value);
      add_expression (self, step, s->low);
      add_expression (self, step, s->high);
    }
  for (guint i = 0; i < s->n_subscripts; i++)
    add_expression (self, step, s->subscripts[i]);
  if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
    add_access (self, s->index, s->kind == RS_IR_ATOMIC, TRUE, s->subscripts, s->n_subscripts);
  if (s->kind == RS_IR_ATOMIC || s->kind == RS_IR_REDUCE)
    add_update (self, step, s);
  step->n_accesses = self->accesses->len;
  step->accesses
      = rs_arena_memdup (self->kernel->arena, self->accesses->data, step->n_accesses * sizeof (RsWorkAccess));
}

static RsWorkStep *add_block (Planner *self, const RsIrBlock *block);

static RsWorkStep *
add_statement (Planner *self, const RsIrStatement *s)
{
  RsWorkStep *step = rs_arena_new0 (self->kernel->arena, RsWorkStep);
  const guint n_before = self->assigned->len;
  const gboolean left_before = self->leaves;

  step->kind = s->kind;
  step->local = s->index;
  step->step = s->step;
  step->value = s->value;
  step->low = s->low;
  step->high = s->high;
  add_expressions (self, step, s);
  self->leaves = FALSE;
  step->body = add_block (self, &s->body);
  step->other = add_block (self, &s->other);
  step->leaves_early = self->leaves;
  step->n_assigned = self->assigned->len - n_before;
  step->assigned = rs_arena_memdup (self->kernel->arena, &g_array_index (self->assigned, guint, n_before),
                                    step->n_assigned * sizeof (guint));
  self->leaves |= left_before || s->kind == RS_IR_BREAK || s->kind == RS_IR_CONTINUE || s->kind == RS_IR_RETURN;
  if (s->kind == RS_IR_SET || s->kind == RS_IR_LOOP)
    g_array_append_val (self->assigned, step->local);
  return step;
}

static RsWorkStep *
add_block (Planner *self, const RsIrBlock *block)
{
  RsWorkStep *first = NULL, **place = &first;

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      RsWorkStep *step = add_statement (self, s);

      *place = step;
      place = &step->next;
    }
  return first;
}

/* --- what the work depends on --- */

typedef struct {
  gboolean *locals; /* [n_locals] */
  RsWorkParameter *parameters;
  gboolean is_changed;
} Needed;

static void
need (const RsIrExpression *e, gpointer data)
{
  Needed *self = data;

  if (e->op == RS_IR_NUMBER)
    self->parameters[e->index].matters = TRUE;
  if (e->op != RS_IR_LOCAL || self->locals[e->index])
    return;
  self->locals[e->index] = TRUE;
  self->is_changed = TRUE;
}

/* Bounds, conditions, subscripts, and what locals in them are set to. */
static void
need_steps (Needed *self, const RsWorkStep *step)
{
  for (; step != NULL; step = step->next)
    {
      if (step->kind == RS_IR_IF || (step->kind == RS_IR_SET && self->locals[step->local]))
        rs_ir_visit (step->value, need, self);
      if (step->kind == RS_IR_LOOP)
        {
          rs_ir_visit (step->low, need, self);
          rs_ir_visit (step->high, need, self);
        }
      for (guint i = 0; i < step->n_accesses; i++)
        for (guint k = 0; k < step->accesses[i].n_subscripts; k++)
          rs_ir_visit (step->accesses[i].subscripts[k], need, self);
      need_steps (self, step->body);
      need_steps (self, step->other);
    }
}

static void
drop_values (const Needed *self, RsWorkStep *step)
{
  for (; step != NULL; step = step->next)
    {
      if (step->kind == RS_IR_SET && !self->locals[step->local])
        step->value = NULL;
      drop_values (self, step->body);
      drop_values (self, step->other);
    }
}

static void
find_needed (RsWorkPlan *plan, RsWorkParameter *parameters)
{
  g_autofree gboolean *locals = g_new0 (gboolean, plan->n_locals);
  Needed needed = { locals, parameters, TRUE };

  while (needed.is_changed)
    {
      needed.is_changed = FALSE;
      need_steps (&needed, plan->first);
    }
  drop_values (&needed, plan->first);
}

gboolean
rs_kernel_work_depends_on (const RsKernel *kernel, guint parameter)
{
  g_assert (parameter < kernel->parameters->len);
  return kernel->work != NULL && kernel->work->parameters[parameter].matters;
}

void
rs_kernel_plan_work (RsKernel *kernel)
{
  RsWorkPlan *plan = rs_arena_new0 (kernel->arena, RsWorkPlan);
  RsWorkParameter *parameters = rs_arena_array (kernel->arena, RsWorkParameter, kernel->parameters->len);
  Planner self = { .kernel = kernel,
                   .seen = g_hash_table_new (NULL, NULL),
                   .accesses = g_array_new (FALSE, FALSE, sizeof (RsWorkAccess)),
                   .assigned = g_array_new (TRUE, FALSE, sizeof (guint)) };

  for (guint i = 0; i < kernel->parameters->len; i++)
    {
      const RsKernelParameter *parameter = rs_kernel_parameter (kernel, i);
      const gboolean is_array = parameter->binding == RS_BIND_ARRAY || parameter->binding == RS_BIND_RESULT;

      parameters[i].element = parameter->element;
      parameters[i].is_flat = rs_kernel_view (kernel, i) == RS_IR_VIEW_FLAT;
      parameters[i].rank = is_array ? rs_kernel_get_rank (kernel, i) : 0;
    }
  plan->grid_rank = kernel->grid_rank;
  plan->n_locals = kernel->locals->len;
  plan->n_parameters = kernel->parameters->len;
  plan->parameters = parameters;
  plan->first = add_block (&self, &kernel->body);
  find_needed (plan, parameters);
  g_hash_table_unref (self.seen);
  g_array_unref (self.accesses);
  g_array_unref (self.assigned);
  kernel->work = plan;
}
