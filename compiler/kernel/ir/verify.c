/* What well-formed kernel IR is. Runs after the build and after every pass in debug builds and tests; a kernel that
 * fails here is a defect of this compiler, never of the program.
 *
 * Beyond the type rules of ir-ops.def: references exist and have the right binding; an array access has one I64
 * subscript a dimension of its view and a boundary mode; loop counters are assigned by their loop only and read inside
 * it only; `break` and `continue` name an enclosing region, `continue` a loop; conditions are bool; reductions are F64.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/ir.h"

#include "compiler/kernel/ir/known-locals.h"

typedef struct {
  const RsKernel *kernel;
  GArray *labels;   /* of RsIrStatement*: enclosing regions and loops */
  GArray *counters; /* of guint: in scope */
  char *problem;
  const RsIrStatement *place;
  gboolean in_epilogue;
  gboolean in_totals;
} Verifier;

static void G_GNUC_PRINTF (2, 3)
report (Verifier *v, const char *format, ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  if (v->problem)
    return;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  v->problem = g_strdup_printf ("%s at line %u: %s",
                                v->place ? rs_ir_statement_kind_to_string (v->place->kind) : "kernel",
                                v->place ? rs_place_line (v->place->line) : v->kernel->line, text);
}

static gboolean
has_counter (const Verifier *v, guint local)
{
  for (guint i = 0; i < v->counters->len; i++)
    if (g_array_index (v->counters, guint, i) == local)
      return TRUE;
  return FALSE;
}

static void
check_local (Verifier *v, guint local, RsIrType type, gboolean is_vector)
{
  const RsIrLocal *l;

  if (local >= v->kernel->locals->len)
    {
      report (v, "local %u does not exist", local);
      return;
    }
  l = rs_kernel_local (v->kernel, local);
  if (l->type != type)
    report (v, "local %u has type %s, not %s", local, rs_ir_type_get_name (l->type), rs_ir_type_get_name (type));
  if ((l->length > 1) != is_vector)
    report (v, "local %u is %s vector", local, is_vector ? "no" : "a");
}

static gboolean
check_parameter (Verifier *v, guint parameter, gboolean array)
{
  RsKernelBinding binding;

  if (parameter >= v->kernel->parameters->len)
    {
      report (v, "parameter %u does not exist", parameter);
      return FALSE;
    }
  binding = rs_kernel_parameter (v->kernel, parameter)->binding;
  if (array != (binding == RS_BIND_ARRAY || binding == RS_BIND_RESULT || binding == RS_BIND_SHARED
                || binding == RS_BIND_DYNAMIC))
    {
      report (v, "parameter %u is %s array", parameter, array ? "no" : "an");
      return FALSE;
    }
  return TRUE;
}

static void
check_subscripts (Verifier *v, guint parameter, const RsIrExpression *const *subscripts, guint n, RsBoundary boundary)
{
  if (!check_parameter (v, parameter, TRUE))
    return;
  if (n != rs_kernel_get_rank (v->kernel, parameter))
    report (v, "parameter %u has %u dimensions but %u subscripts", parameter,
            rs_kernel_get_rank (v->kernel, parameter), n);
  if (boundary == RS_BOUNDARY_DEFAULT || boundary > RS_IR_BOUNDARY_REPORTED)
    report (v, "access without a boundary mode");
  for (guint i = 0; i < n; i++)
    if (subscripts[i]->type != RS_IR_I64)
      report (v, "subscript %u has type %s", i, rs_ir_type_get_name (subscripts[i]->type));
}

static void
check_sample (Verifier *v, const RsIrExpression *e)
{
  const gboolean is_linear = e->component == RS_IR_FILTER_LINEAR;
  gboolean has_coordinate = FALSE;

  if (!check_parameter (v, e->index, TRUE))
    return;
  if (rs_kernel_parameter (v->kernel, e->index)->writes)
    report (v, "parameter %u is a texture, and written", e->index);
  if (e->n_operands != rs_kernel_get_rank (v->kernel, e->index))
    report (v, "parameter %u has %u dimensions but %u coordinates", e->index, rs_kernel_get_rank (v->kernel, e->index),
            e->n_operands);
  if (e->boundary == RS_BOUNDARY_DEFAULT || e->boundary > RS_IR_BOUNDARY_REPORTED)
    report (v, "access without a boundary mode");
  for (guint i = 0; i < e->n_operands; i++)
    {
      has_coordinate |= rs_ir_is_floating (e->operands[i]->type);
      if (e->operands[i]->type != RS_IR_I64 && !rs_ir_is_floating (e->operands[i]->type))
        report (v, "coordinate %u has type %s", i, rs_ir_type_get_name (e->operands[i]->type));
    }
  if (e->component != RS_IR_FILTER_NEAREST && !is_linear)
    report (v, "a texture without a filter");
  else if (has_coordinate != is_linear)
    report (v, "a filter that does not fit the coordinates");
  else if (is_linear ? !rs_ir_is_floating (e->type)
                     : e->type != rs_ir_type_of_element (rs_kernel_parameter (v->kernel, e->index)->element))
    report (v, "sample of type %s", rs_ir_type_get_name (e->type));
}

static void
check_leaf (Verifier *v, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_LOCAL:
      check_local (v, e->index, e->type, FALSE);
      if (!v->problem && rs_kernel_local (v->kernel, e->index)->is_counter && !has_counter (v, e->index))
        report (v, "counter %u is read outside its loop", e->index);
      if (!v->problem && rs_kernel_local (v->kernel, e->index)->total && !v->in_epilogue)
        report (v, "total %u is read in a work item", e->index);
      break;
    case RS_IR_ELEMENT:
      check_local (v, e->index, e->type, TRUE);
      if (!rs_ir_is_integer (e->operands[0]->type))
        report (v, "element index is no integer");
      break;
    case RS_IR_NUMBER:
      if (!check_parameter (v, e->index, FALSE))
        break;
      if (rs_kernel_parameter (v->kernel, e->index)->binding != RS_BIND_NUMBER)
        report (v, "parameter %u is no number", e->index);
      if (e->component >= rs_kernel_parameter (v->kernel, e->index)->length)
        report (v, "parameter %u has no component %u", e->index, e->component);
      if (e->type != rs_ir_type_of_element (rs_kernel_parameter (v->kernel, e->index)->element))
        report (v, "wrong type of parameter %u", e->index);
      break;
    case RS_IR_RUNNING:
      if (!check_parameter (v, e->index, FALSE))
        break;
      if (!v->kernel->has_prefix || !rs_kernel_parameter (v->kernel, e->index)->is_prefix || v->in_totals)
        report (v, "parameter %u has no running value", e->index);
      if (e->type != (rs_kernel_parameter (v->kernel, e->index)->is_integer ? RS_IR_I64 : RS_IR_F64))
        report (v, "wrong type of parameter %u", e->index);
      break;
    case RS_IR_POSITION:
    case RS_IR_GRID:
    case RS_IR_BLOCK:
      if (e->component >= v->kernel->grid_rank)
        report (v, "the grid has no dimension %u", e->component);
      break;
    case RS_IR_DIM:
      if (check_parameter (v, e->index, TRUE) && e->component >= rs_kernel_get_rank (v->kernel, e->index))
        report (v, "parameter %u has no dimension %u", e->index, e->component);
      break;
    case RS_IR_INSIDE:
      check_subscripts (v, e->index, e->operands, e->n_operands, RS_BOUNDARY_UNCHECKED);
      if (e->type != RS_IR_BOOL)
        report (v, "`inside` has type %s", rs_ir_type_get_name (e->type));
      break;
    case RS_IR_LOAD:
      check_subscripts (v, e->index, e->operands, e->n_operands, e->boundary);
      if (!v->problem && e->type != rs_ir_type_of_element (rs_kernel_parameter (v->kernel, e->index)->element))
        report (v, "load of type %s", rs_ir_type_get_name (e->type));
      break;
    case RS_IR_SAMPLE:
      check_sample (v, e);
      break;
    default:
      break;
    }
}

static gboolean
operands_have_type (const RsIrExpression *e, guint first, RsIrType type)
{
  for (guint i = first; i < e->n_operands; i++)
    if (e->operands[i]->type != type)
      return FALSE;
  return TRUE;
}

static gboolean
obeys_rule (const RsIrExpression *e)
{
  RsIrType t = e->type;

  switch (rs_ir_ops[e->op].rule)
    {
    case RS_IR_RULE_LEAF:
    case RS_IR_RULE_CONVERT:
      return t > RS_IR_NONE && t < RS_IR_N_TYPES;
    case RS_IR_RULE_NUMERIC:
      return (rs_ir_is_floating (t) || rs_ir_is_integer (t)) && operands_have_type (e, 0, t);
    case RS_IR_RULE_FLOATING:
      return rs_ir_is_floating (t) && operands_have_type (e, 0, t);
    case RS_IR_RULE_INTEGRAL:
      return rs_ir_is_integer (t) && operands_have_type (e, 0, t);
    case RS_IR_RULE_COMPARE:
      return t == RS_IR_BOOL && operands_have_type (e, 0, e->operands[0]->type);
    case RS_IR_RULE_LOGIC:
      return t == RS_IR_BOOL && operands_have_type (e, 0, RS_IR_BOOL);
    case RS_IR_RULE_TEST:
      return t == RS_IR_BOOL && rs_ir_is_floating (e->operands[0]->type);
    case RS_IR_RULE_TO_INTEGER:
      return t == RS_IR_I64 && rs_ir_is_floating (e->operands[0]->type);
    case RS_IR_RULE_SELECT:
      return e->operands[0]->type == RS_IR_BOOL && operands_have_type (e, 1, t);
    }
  return FALSE;
}

static void
check_expression (const RsIrExpression *e, gpointer data)
{
  Verifier *v = data;
  const RsIrOpInfo *info = &rs_ir_ops[e->op];

  if (info->arity >= 0 && e->n_operands != (guint)info->arity)
    report (v, "%s has %u operands", info->text, e->n_operands);
  else if (!obeys_rule (e))
    report (v, "%s breaks its type rule", info->text);
  else if ((e->op == RS_IR_MIN || e->op == RS_IR_MAX) && e->component != RS_ELEMENT_NONE && !rs_ir_is_integer (e->type))
    report (v, "%s of small integers is no integer", info->text);
  else
    check_leaf (v, e);
}

static void
check_jump (Verifier *v, const RsIrStatement *s)
{
  for (guint i = v->labels->len; i-- > 0;)
    {
      const RsIrStatement *target = g_array_index (v->labels, RsIrStatement *, i);

      if (target->label != s->label && target->launch > 0)
        report (v, "label %u is outside of a launch", s->label);
      if (v->problem)
        return;
      if (target->label != s->label)
        continue;
      if (s->kind == RS_IR_CONTINUE && target->kind == RS_IR_REGION)
        report (v, "label %u is no loop", s->label);
      return;
    }
  report (v, "label %u is not around it", s->label);
}

static void
check_store (Verifier *v, const RsIrStatement *s)
{
  RsElement element;

  check_subscripts (v, s->index, s->subscripts, s->n_subscripts, s->boundary);
  if (v->problem)
    return;
  element = rs_kernel_parameter (v->kernel, s->index)->element;
  /* A scalar may update an integer: the sum is rounded toward zero, under the array's rule, which an integer of more
   * bits meets too. Where there is one work item, elements may be combined in double precision; those that are double,
   * in single. */
  if (s->kind == RS_IR_ATOMIC && s->value->type != rs_ir_type_of_element (element)
      && !(s->value->type == RS_IR_I64 && rs_element_is_integer (element))
      && !(rs_ir_is_floating (s->value->type)
           && (rs_element_is_integer (element) || element == RS_ELEMENT_DOUBLE
               || ((v->kernel->is_serial || v->kernel->has_prefix) && s->value->type == RS_IR_F64))))
    report (v, "atomic operation on %s", rs_ir_type_get_name (s->value->type));
  if (s->result > 0)
    check_local (v, s->result - 1, rs_ir_type_of_element (element), TRUE);
  if (element >= RS_ELEMENT_INT8 && element <= RS_ELEMENT_UINT64 && s->overflow == RS_OVERFLOW_DEFAULT)
    report (v, "integer store without an overflow rule");
}

static void
check_allocation (Verifier *v, const RsIrStatement *s)
{
  check_subscripts (v, s->index, s->subscripts, s->n_subscripts, RS_BOUNDARY_SAFE);
  if (!v->problem && rs_kernel_parameter (v->kernel, s->index)->binding != RS_BIND_DYNAMIC)
    report (v, "parameter %u is not made by a work item", s->index);
}

static void
check_accumulation (Verifier *v, const RsIrStatement *s)
{
  const RsKernelParameter *p;

  if (!check_parameter (v, s->index, FALSE))
    return;
  p = rs_kernel_parameter (v->kernel, s->index);
  if (p->binding != (s->kind == RS_IR_REDUCE ? RS_BIND_ACCUMULATOR : RS_BIND_FINAL))
    report (v, "parameter %u has another binding", s->index);
  else if (s->component >= p->length)
    report (v, "parameter %u has no component %u", s->index, s->component);
  else if (s->value->type != (p->is_integer ? RS_IR_I64 : RS_IR_F64))
    report (v, "value of type %s", rs_ir_type_get_name (s->value->type));
  else if (s->is_pairwise
           && (s->previous != NULL || s->next != NULL || s->op != RS_IR_ADD || s->value->op != RS_IR_CONVERT
               || s->value->operands[0]->type != RS_IR_F32))
    report (v, "a pairwise sum that is not all of its block, or of no single-precision value");
}

static void
check_group (Verifier *v, const RsIrStatement *s)
{
  if (!v->kernel->has_groups || s->n_subscripts != RS_IR_N_GROUP_PARTS || s->step < 1
      || s->step > v->kernel->n_group_calls || s->component > RS_IR_SCOPE_WARP)
    report (v, "an exchange without a group or the number of its call");
  for (guint i = 0; i < s->n_subscripts; i++)
    if (s->subscripts[i]->type != RS_IR_I64)
      report (v, "part %u of a group has type %s", i, rs_ir_type_get_name (s->subscripts[i]->type));
}

static void
check_exchange (Verifier *v, const RsIrStatement *s)
{
  const gboolean is_shuffle = s->op == RS_IR_EXCHANGE_SHUFFLE || s->op == RS_IR_EXCHANGE_WARP_SHUFFLE;
  const gboolean is_condition = s->op == RS_IR_EXCHANGE_ALL || s->op == RS_IR_EXCHANGE_ANY;
  const gboolean is_of_group = rs_ir_exchange_is_of_group (s->op);

  if (s->op >= RS_IR_N_EXCHANGES || (!is_of_group && s->component != RS_IR_SCOPE_WARP) || s->result == 0
      || s->low == NULL)
    report (v, "an exchange without a warp, a value or a result");
  else if ((s->op == RS_IR_EXCHANGE_WARP_BALLOT) != (s->low->type == RS_IR_BOOL) || s->low->type == RS_IR_I32
           || (s->low->type == RS_IR_F32 && !is_shuffle))
    report (v, "an exchange of type %s", rs_ir_type_get_name (s->low->type));
  else if (is_shuffle != (s->high != NULL) || (is_shuffle && s->high->type != RS_IR_I64))
    report (v, "an exchange with another place");
  else
    check_local (v, s->result - 1, is_shuffle ? s->low->type : is_condition ? RS_IR_BOOL : RS_IR_I64, TRUE);
  if (is_of_group)
    check_group (v, s);
}

static void
check_barrier (Verifier *v, const RsIrStatement *s)
{
  if (!v->kernel->has_blocks || v->in_epilogue)
    report (v, "a barrier where there are no blocks");
  if (s->component > RS_IR_SCOPE_RESUMED)
    report (v, "a barrier of no scope");
  if (v->kernel->has_groups && (s->value == NULL || s->value->type != RS_IR_I64))
    report (v, "a barrier without an order");
  if (s->op != RS_IR_EXCHANGE_NONE)
    check_exchange (v, s);
}

static gboolean
ends_work_item (const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (s->kind == RS_IR_RETURN || s->kind == RS_IR_BARRIER || ends_work_item (&s->body) || ends_work_item (&s->other))
      return TRUE;
  return FALSE;
}

/* Of the loops over the grid of a launch each one ends the body of the one around it, and counts from 0. */
static void
check_launch (Verifier *v, const RsIrStatement *s)
{
  const RsIrStatement *around = v->labels->len > 0 ? g_array_index (v->labels, RsIrStatement *, v->labels->len - 1)
                                                   : NULL;

  if (s->launch > RS_MAX_GRID
      || (s->launch > 1 && (around == NULL || around->launch + 1 != s->launch || around->body.last != s)))
    report (v, "dimension %u of a launch is not inside of the one before it", s->launch);
  else if (s->step != 1 || !rs_ir_is_constant (s->low, 0))
    report (v, "a dimension of a launch does not count from 0");
  else if (ends_work_item (&s->body))
    report (v, "a work item that is launched ends the one that launches it, or waits");
}

static void
check_own (Verifier *v, const RsIrStatement *s)
{
  switch ((RsIrStatementKind)s->kind)
    {
    case RS_IR_SET:
      check_local (v, s->index, s->value->type, FALSE);
      if (!v->problem && rs_kernel_local (v->kernel, s->index)->is_counter)
        report (v, "counter %u is assigned", s->index);
      break;
    case RS_IR_SET_ELEMENT:
      check_local (v, s->index, s->value->type, TRUE);
      break;
    case RS_IR_TOTAL:
      check_local (v, s->index, s->value->type, FALSE);
      if (!v->problem && rs_kernel_local (v->kernel, s->index)->total != s->op)
        report (v, "local %u is no total of this operation", s->index);
      break;
    case RS_IR_STORE:
    case RS_IR_ATOMIC:
      check_store (v, s);
      break;
    case RS_IR_REDUCE:
    case RS_IR_FINISH:
      check_accumulation (v, s);
      break;
    case RS_IR_IF:
    case RS_IR_ASSERT:
      if (s->value->type != RS_IR_BOOL)
        report (v, "condition of type %s", rs_ir_type_get_name (s->value->type));
      if (s->kind == RS_IR_ASSERT && !s->is_known && s->index >= v->kernel->messages->len)
        report (v, "message %u does not exist", s->index);
      if (s->kind == RS_IR_ASSERT && s->low && s->low->type != RS_IR_F64)
        report (v, "a message names a number of type %s", rs_ir_type_get_name (s->low->type));
      break;
    case RS_IR_LOOP:
      check_local (v, s->index, RS_IR_I64, FALSE);
      if (!v->problem && !rs_kernel_local (v->kernel, s->index)->is_counter)
        report (v, "local %u is no counter", s->index);
      if (s->step == 0)
        report (v, "step 0");
      if (s->low->type != RS_IR_I64 || s->high->type != RS_IR_I64)
        report (v, "bounds are not i64");
      if (!v->problem && s->launch > 0)
        check_launch (v, s);
      break;
    case RS_IR_BREAK:
    case RS_IR_CONTINUE:
      check_jump (v, s);
      break;
    case RS_IR_ALLOCATE:
      check_allocation (v, s);
      break;
    case RS_IR_BARRIER:
      check_barrier (v, s);
      break;
    default:
      break;
    }
}

static void
check_block (Verifier *v, const RsIrBlock *block)
{
  const RsIrStatement *previous = NULL;

  for (const RsIrStatement *s = block->first; s && !v->problem; previous = s, s = s->next)
    {
      gboolean opens = s->kind == RS_IR_LOOP || s->kind == RS_IR_FOREVER || s->kind == RS_IR_REGION;

      v->place = s;
      if (s->previous != previous)
        report (v, "broken statement list");
      rs_ir_visit_statement (s, check_expression, v);
      if (v->problem)
        return;
      check_own (v, s);
      if (opens)
        g_array_append_val (v->labels, s);
      if (s->kind == RS_IR_LOOP)
        {
          guint counter = s->index;

          g_array_append_val (v->counters, counter);
        }
      check_block (v, &s->body);
      check_block (v, &s->other);
      if (s->kind == RS_IR_LOOP)
        g_array_set_size (v->counters, v->counters->len - 1);
      if (opens)
        g_array_set_size (v->labels, v->labels->len - 1);
    }
  if (!v->problem && block->last != previous)
    report (v, "broken end of a statement list");
}

static void
check_uniform (Verifier *v, const char *what, const RsIrExpression *e)
{
  rs_ir_visit (e, check_expression, v);
  if (e->type != RS_IR_I64 || !rs_ir_is_uniform (e))
    report (v, "%s is not the same i64 for all work items", what);
}

static void
check_bounds (Verifier *v, const char *what, const gboolean *bounded, const RsIrExpression *const *low,
              const RsIrExpression *const *high)
{
  v->place = NULL;
  for (guint i = 0; i < v->kernel->grid_rank; i++)
    if (bounded[i])
      {
        check_uniform (v, what, low[i]);
        check_uniform (v, what, high[i]);
      }
}

static void
check_pads (Verifier *v)
{
  const RsKernel *kernel = v->kernel;

  if (kernel->pads->len > 0 && !kernel->has_interior)
    report (v, "padded arrays without an interior");
  check_bounds (v, "a bound of padding", kernel->pad_bounded, kernel->pad_low, kernel->pad_high);
  for (guint i = 0; i < kernel->pads->len; i++)
    {
      const RsIrPad *pad = &g_array_index (kernel->pads, RsIrPad, i);

      if (!check_parameter (v, pad->parameter, TRUE))
        return;
      for (guint k = 0; k < rs_kernel_get_rank (kernel, pad->parameter); k++)
        {
          if (pad->axes[k].low == NULL || pad->axes[k].coefficient < 0 || pad->axes[k].dimension >= kernel->grid_rank)
            report (v, "padded array %u has no axis %u", pad->parameter, k);
          else
            {
              check_uniform (v, "an axis of padding", pad->axes[k].low);
              check_uniform (v, "an axis of padding", pad->axes[k].high);
            }
        }
    }
}

/* The lengths of shared arrays are the same for all work items of a block. */
static void
check_shared (Verifier *v)
{
  for (guint i = 0; i < v->kernel->shared->len; i++)
    {
      const RsIrShared *shared = &g_array_index (v->kernel->shared, RsIrShared, i);

      if (!check_parameter (v, shared->parameter, TRUE))
        return;
      for (int k = 0; k < rs_kernel_parameter (v->kernel, shared->parameter)->rank; k++)
        {
          rs_ir_visit (shared->dims[k], check_expression, v);
          if (shared->dims[k]->type != RS_IR_I64 || !rs_ir_is_uniform (shared->dims[k]))
            report (v, "length %d of shared memory is not known to the block", k);
        }
    }
}

char *
rs_kernel_verify (const RsKernel *kernel)
{
  Verifier v = { .kernel = kernel };

  v.labels = g_array_new (FALSE, FALSE, sizeof (RsIrStatement *));
  v.counters = g_array_new (FALSE, FALSE, sizeof (guint));
  if (kernel->grid_rank < 1 || kernel->grid_rank > RS_MAX_GRID)
    report (&v, "grid of %u dimensions", kernel->grid_rank);
  if (kernel->ordered >> (kernel->grid_rank - 1) != 0)
    report (&v, "the last dimension of the grid runs in order");
  for (guint d = 0; d < kernel->grid_rank; d++)
    if (kernel->cpu.box[d] < 0 || (kernel->cpu.box[d] == 0) != (kernel->cpu.box[0] == 0))
      report (&v, "boxes of %d work items in dimension %u", (int)kernel->cpu.box[d], d);
  check_shared (&v);
  check_block (&v, &kernel->body);
  if (kernel->has_interior)
    {
      check_block (&v, &kernel->interior);
      check_bounds (&v, "an interior bound", kernel->interior_bounded, kernel->interior_low, kernel->interior_high);
    }
  check_pads (&v);
  if (kernel->has_collapsed)
    {
      if (kernel->collapse_from + 1 >= kernel->grid_rank || kernel->collapse_condition->type != RS_IR_BOOL)
        report (&v, "collapsed from dimension %u", kernel->collapse_from);
      rs_ir_visit (kernel->collapse_condition, check_expression, &v);
      check_block (&v, &kernel->collapsed);
    }
  v.in_totals = TRUE;
  check_block (&v, &kernel->totals);
  check_block (&v, &kernel->interior_totals);
  v.in_totals = FALSE;
  v.in_epilogue = TRUE;
  check_block (&v, &kernel->epilogue);
  g_array_unref (v.labels);
  g_array_unref (v.counters);
  return v.problem;
}
