/* A loop nest of host code as a kernel: its levels become the grid.
 *
 * What the loop does to outer variables decides whether it may: a variable that is only accumulated to becomes an
 * ACCUMULATOR, and so does one whose running value is used, where the request allows that; one that every iteration
 * gives a value before it reads it is private, with a FINAL when the program may read it behind the loop; anything else
 * is a dependence. Accesses to arrays are compared in dependence.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include "compiler/base/messages.h"
#include "compiler/kernel/analysis/dependence.h"
#include "compiler/kernel/analysis/prefix.h"
#include "compiler/kernel/places/cumulative.h"
#include "compiler/kernel/places/live.h"

#include <string.h>

/* --- accumulators --- */

static gboolean
mentions (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_NAME && node->symbol == symbol)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && mentions (node->children[i], symbol))
      return TRUE;
  return FALSE;
}

static gboolean
is_name_of (const RsNode *node, const RsSymbol *symbol)
{
  return node->kind == RS_NODE_NAME && node->symbol == symbol;
}

static gboolean
find_operator (RsOperator op, RsReduceOperator *reduce)
{
  switch (op)
    {
    case RS_OP_ADD:
    case RS_OP_SUBTRACT:
      *reduce = RS_REDUCE_SUM;
      return TRUE;
    case RS_OP_MULTIPLY:
    case RS_OP_DOT_MULTIPLY:
      *reduce = RS_REDUCE_PRODUCT;
      return TRUE;
    case RS_OP_AND:
    case RS_OP_OR:
      *reduce = op == RS_OP_AND ? RS_REDUCE_AND : RS_REDUCE_OR;
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
find_call (const RsNode *call, RsReduceOperator *reduce)
{
  static const struct {
    guint builtin;
    RsReduceOperator reduce;
  } calls[] = {
    { RS_BUILTIN_ID_MAX, RS_REDUCE_MAXIMUM }, { RS_BUILTIN_ID_MIN, RS_REDUCE_MINIMUM },
    { RS_BUILTIN_ID_AND, RS_REDUCE_AND },     { RS_BUILTIN_ID_OR, RS_REDUCE_OR },
    { RS_BUILTIN_ID_XOR, RS_REDUCE_XOR },
  };
  const RsNode *callee = rs_node_child (call, RS_CALL_CALLEE);

  if (callee->kind != RS_NODE_NAME || !callee->symbol || callee->symbol->kind != RS_SYMBOL_BUILTIN)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (callee->symbol->builtin->id == calls[i].builtin)
      {
        *reduce = calls[i].reduce;
        return TRUE;
      }
  return FALSE;
}

/* s = s + e, s = e + s, s = s - e, s = s * e, s = max (s, e), s = s && e. */
static gboolean
match_assignment (const RsNode *value, const RsSymbol *symbol, Accumulation *found)
{
  const RsNode *left = NULL, *right = NULL;

  if (value->kind == RS_NODE_BINARY && find_operator (value->op, &found->reduce))
    {
      left = value->children[0];
      right = value->children[1];
      found->negative = value->op == RS_OP_SUBTRACT;
      found->is_logical = value->op == RS_OP_AND || value->op == RS_OP_OR;
    }
  else if (value->kind == RS_NODE_CALL && value->n_children == 3 && find_call (value, &found->reduce))
    {
      left = value->children[1];
      right = value->children[2];
    }
  else
    return FALSE;
  if (is_name_of (left, symbol))
    found->value = right;
  else if (is_name_of (right, symbol) && !found->negative)
    {
      found->value = left;
      found->is_second = found->reduce == RS_REDUCE_MINIMUM || found->reduce == RS_REDUCE_MAXIMUM;
    }
  else
    return FALSE;
  return !mentions (found->value, symbol);
}

static gboolean
match_accumulation (const RsNode *assign, const RsSymbol *symbol, Accumulation *found)
{
  *found = (Accumulation){ .value = assign->children[RS_ASSIGN_VALUE] };
  if (!is_name_of (assign->children[RS_ASSIGN_TARGET], symbol))
    return FALSE;
  switch (assign->op)
    {
    case RS_OP_ASSIGN:
      return match_assignment (assign->children[RS_ASSIGN_VALUE], symbol, found);
    case RS_OP_ASSIGN_ADD:
    case RS_OP_ASSIGN_SUBTRACT:
      found->reduce = RS_REDUCE_SUM;
      found->negative = assign->op == RS_OP_ASSIGN_SUBTRACT;
      break;
    case RS_OP_ASSIGN_MULTIPLY:
    case RS_OP_ASSIGN_DOT_MULTIPLY:
      found->reduce = RS_REDUCE_PRODUCT;
      break;
    case RS_OP_ASSIGN_MAXIMUM:
      found->reduce = RS_REDUCE_MAXIMUM;
      break;
    case RS_OP_ASSIGN_MINIMUM:
      found->reduce = RS_REDUCE_MINIMUM;
      break;
    case RS_OP_ASSIGN_AND:
      found->reduce = RS_REDUCE_AND;
      break;
    case RS_OP_ASSIGN_OR:
      found->reduce = RS_REDUCE_OR;
      break;
    case RS_OP_ASSIGN_XOR:
      found->reduce = RS_REDUCE_XOR;
      break;
    default:
      return FALSE;
    }
  return !mentions (found->value, symbol);
}

const RsNode *
b_match_accumulation (const RsNode *node, const RsSymbol *symbol, Accumulation *found)
{
  RsReduceOperator reduce;
  const RsNode *assign = node->kind == RS_NODE_IF ? b_find_extreme (node, &reduce) : NULL;

  if (node->kind == RS_NODE_ASSIGN)
    return match_accumulation (node, symbol, found) ? node : NULL;
  if (!assign || assign->children[RS_ASSIGN_TARGET]->symbol != symbol)
    return NULL;
  *found = (Accumulation){ .reduce = reduce, .value = assign->children[RS_ASSIGN_VALUE], .is_choice = TRUE };
  return mentions (found->value, symbol) ? NULL : assign;
}

/* Every place that names symbol accumulates to it, with one operator; may_read: every place that changes it. n: how
 * many there are. */
static gboolean
only_accumulates (const RsNode *node, const RsSymbol *symbol, gboolean may_read, guint *n, RsReduceOperator *reduce,
                  gboolean *is_logical)
{
  Accumulation found;

  if (b_match_accumulation (node, symbol, &found))
    {
      if (may_read && found.is_second) /* no order but that of the loop gives the same values in between */
        return FALSE;
      if (*n > 0 && (found.reduce != *reduce || found.is_logical != *is_logical))
        return FALSE;
      *reduce = found.reduce;
      *is_logical = found.is_logical;
      (*n)++;
      return TRUE;
    }
  if (node->kind == RS_NODE_ATTRIBUTE)
    return TRUE;
  if (node->kind == RS_NODE_NAME)
    return may_read || node->symbol != symbol;
  if ((node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_FOR) && mentions (node->children[0], symbol))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && !only_accumulates (node->children[i], symbol, may_read, n, reduce, is_logical))
      return FALSE;
  return TRUE;
}

/* A variable that truncates what it is given after each step is no sum. */
static gboolean
is_integer_variable (const RsSymbol *symbol)
{
  return symbol->integer_rule == RS_INTEGER_DECLARED || symbol->integer_rule == RS_INTEGER_COMPUTED
         || (symbol->is_declared && symbol->type->kind == RS_TYPE_NUMBER
             && rs_element_is_integer (symbol->type->element));
}

/* && and || of a logical value; bits of an integer. */
static gboolean
fits_bits (const RsType *type, RsReduceOperator reduce, gboolean is_logical)
{
  if (!rs_reduce_is_bitwise (reduce))
    return TRUE;
  return type->kind == RS_TYPE_NUMBER
         && (is_logical ? type->element == RS_ELEMENT_BOOL
                        : type->element != RS_ELEMENT_BOOL && rs_element_is_integer (type->element));
}

/* Of elements that sums of integers have, too. */
static gboolean
is_integer_array (const RsType *type)
{
  return type->kind == RS_TYPE_ARRAY && (type->element == RS_ELEMENT_INT32 || type->element == RS_ELEMENT_INT64);
}

/* What an accumulator is: a number, or a small array of known size. FALSE when it is something else. */
static gboolean
get_accumulator_shape (Build *b, guint input, RsReduceOperator reduce, Shape *shape)
{
  const RsKernelInput *in = &b->request->inputs[input];
  const RsType *type = in->type;

  *shape = (Shape){ .is_complex = rs_element_is_complex (type->element) || b->inputs[input].meets_complex };
  if (shape->is_complex && reduce != RS_REDUCE_SUM)
    return FALSE;
  if (type->kind == RS_TYPE_NUMBER)
    return TRUE;
  if (type->kind != RS_TYPE_ARRAY || type->rank < 1 || type->rank > BUILD_MAX_RANK
      || !(shape->is_complex || rs_element_is_floating (type->element) || is_integer_array (type)))
    return FALSE;
  shape->rank = (guint)type->rank;
  for (int i = 0; i < type->rank; i++)
    {
      if (type->sizes[i] < 1 && type->rank > 1 && b->request->lacks_sizes)
        *b->request->lacks_sizes = TRUE;
      if (type->sizes[i] < 1 || type->sizes[i] > BUILD_MAX_ELEMENTS)
        return FALSE;
      shape->dims[i] = (guint)type->sizes[i];
    }
  return b_shape_count (shape) <= BUILD_MAX_ELEMENTS;
}

static gboolean
add_accumulator (Build *b, guint input, RsReduceOperator reduce)
{
  const RsKernelInput *in = &b->request->inputs[input];
  RsKernelParameter parameter = { .binding = RS_BIND_ACCUMULATOR,
                                  .name = (char *)in->symbol->name,
                                  .input = input,
                                  .symbol = in->symbol,
                                  .element = rs_element_of_precision (b->request->precision),
                                  .reduce = reduce };
  Variable *variable;
  Shape shape;

  if (!get_accumulator_shape (b, input, reduce, &shape))
    return FALSE;
  parameter.length = (int)b_shape_parts (&shape);
  if (shape.is_complex)
    parameter.element = parameter.element == RS_ELEMENT_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  parameter.is_integer = !shape.is_complex && !rs_element_is_floating (in->type->element)
                         && !b->inputs[input].meets_scalars;
  if (parameter.is_integer && shape.rank > 0)
    parameter.element = in->type->element;
  /* A product of integers soon does not fit 64 bits; the interpreter says so. */
  if (parameter.is_integer && reduce == RS_REDUCE_PRODUCT)
    return FALSE;
  if (rs_reduce_is_bitwise (reduce) && in->type->element == RS_ELEMENT_BOOL)
    parameter.element = RS_ELEMENT_BOOL;
  variable = b_new_variable (b, b->root, in->symbol);
  variable->kind = VARIABLE_ACCUMULATOR;
  variable->value.shape = shape;
  variable->parameter = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  return TRUE;
}

/* What the accumulator has come to at this place. It may change later on, so the value is kept. */
Value
b_read_accumulator (Build *b, const Variable *variable, const RsNode *place)
{
  RsKernelParameter *parameter = rs_kernel_parameter (b->kernel, variable->parameter);
  Value value;

  /* Products of parts overflow or vanish where the product in order may not. */
  if (!b->request->with_prefix || parameter->length != 1 || parameter->element == RS_ELEMENT_BOOL
      || parameter->reduce == RS_REDUCE_PRODUCT)
    return b_fail (b, place, "`%s` depends on other iterations of the loop", variable->symbol->name);
  parameter->is_prefix = TRUE;
  value = b_number (rs_ir_leaf (b->kernel, RS_IR_RUNNING, parameter->is_integer ? RS_IR_I64 : RS_IR_F64,
                                variable->parameter, 0),
                    b);
  return b_keep (b, value);
}

static RsIrOp
reduce_operation (RsReduceOperator reduce)
{
  static const RsIrOp ops[]
      = { RS_IR_ADD, RS_IR_MUL, RS_IR_MIN, RS_IR_MAX, RS_IR_BIT_AND, RS_IR_BIT_OR, RS_IR_BIT_XOR };

  return ops[reduce];
}

static void
emit_reduce (Build *b, guint parameter, guint component, const RsIrExpression *value, const Accumulation *found)
{
  RsIrStatement *s;

  if (found->is_second && rs_ir_is_floating (value->type))
    {
      value = b_keep (b, b_number (value, b)).parts[0];
      b_witness (b, rs_ir_unary (b->kernel, RS_IR_IS_NAN, value));
    }
  rs_kernel_parameter (b->kernel, parameter)->needs_number |= found->is_second || found->is_choice;
  value = rs_ir_convert (b->kernel, value,
                         rs_kernel_parameter (b->kernel, parameter)->is_integer ? RS_IR_I64 : RS_IR_F64);
  s = b_emit (b, RS_IR_REDUCE);
  s->op = reduce_operation (rs_kernel_parameter (b->kernel, parameter)->reduce);
  s->index = parameter;
  s->component = component;
  s->value = found->negative ? rs_ir_unary (b->kernel, RS_IR_NEG, value) : value;
}

/* What is added has the type of the variable before the loop, unless the variable takes on another one. */
static void
meet_value (Build *b, const RsNode *assign, const RsKernelParameter *parameter, const Value *value)
{
  const RsSymbol *symbol = assign->children[RS_ASSIGN_TARGET]->symbol;
  InputFacts *facts = &b->inputs[parameter->input];

  if (value->shape.is_complex && !rs_element_is_complex (parameter->element))
    {
      if (is_integer_variable (symbol) || symbol->is_declared || facts->meets_complex)
        b_fail (b, assign, "`%s` depends on other iterations of the loop", symbol->name);
      else
        facts->meets_complex = b->again = TRUE;
    }
  else if (rs_ir_is_floating (value->shape.type) && parameter->is_integer)
    {
      if (is_integer_variable (symbol))
        b_fail (b, assign, "`%s` is an integer and loses the fraction in each iteration", symbol->name);
      else /* it is a scalar from the start */
        facts->meets_scalars = b->again = TRUE;
    }
}

/* The part of value that goes into part i of the accumulator; NULL: none, it is a real number. */
static const RsIrExpression *
part_for (const Value *value, const Shape *shape, guint i)
{
  guint step = shape->is_complex ? 2 : 1, element = value->shape.rank > 0 ? i / step : 0;

  if (value->shape.is_complex)
    return value->parts[2 * element + i % step];
  return i % step == 0 ? value->parts[element] : NULL;
}

gboolean
b_accumulate (Build *b, const RsNode *node)
{
  RsReduceOperator unused;
  const RsNode *assign = node->kind == RS_NODE_ASSIGN ? node : b_find_extreme (node, &unused);
  const RsNode *target = assign ? assign->children[RS_ASSIGN_TARGET] : node;
  Variable *variable = target->kind == RS_NODE_NAME && target->symbol
                         ? g_hash_table_lookup (b->root->variables, target->symbol) : NULL;
  RsKernelParameter *parameter;
  Accumulation found;
  Value value;

  if (variable && variable->is_induction && variable->has_counter
      && b_match_accumulation (node, target->symbol, &found))
    {
      b_step_induction (b, variable, &found);
      return TRUE;
    }
  if (!variable || variable->kind != VARIABLE_ACCUMULATOR || !b_match_accumulation (node, target->symbol, &found))
    return FALSE;
  parameter = rs_kernel_parameter (b->kernel, variable->parameter);
  value = b_expression (b, found.value);
  if (value.kind != VALUE_NUMBER || (value.shape.rank > 0 && !b_same_dims (&value.shape, &variable->value.shape)))
    b_fail (b, assign, "`%s` depends on other iterations of the loop", target->name);
  if (b->reason)
    return TRUE;
  parameter = rs_kernel_parameter (b->kernel, variable->parameter); /* the array may have moved */
  if (parameter->element == RS_ELEMENT_BOOL)
    value = b_number (b_condition (b, value, assign), b);
  else if (rs_ir_is_floating (value.shape.type) && rs_reduce_is_bitwise (parameter->reduce))
    b_fail (b, assign, "`%s` depends on other iterations of the loop", target->name);
  if (b->reason)
    return TRUE;
  meet_value (b, assign, parameter, &value);
  if (b->reason || b->again)
    return TRUE;
  if (value.shape.rank == 0 && parameter->length > 1)
    value = b_keep (b, value);
  for (guint i = 0; i < b_shape_parts (&variable->value.shape); i++)
    if (part_for (&value, &variable->value.shape, i))
      emit_reduce (b, variable->parameter, i, part_for (&value, &variable->value.shape, i), &found);
  return TRUE;
}

/* --- outer variables --- */

/* Types of outer variables that the body assigns start from their value before the loop. */
static void
bind_assigned_input (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];
  RsReduceOperator reduce = RS_REDUCE_SUM;
  gboolean is_logical = FALSE;
  guint n = 0;

  const gboolean has_range = in->symbol->is_declared && b_has_range (b, in->symbol->type);
  const gboolean is_read = !only_accumulates (b->nest.body, in->symbol, FALSE, &n, &reduce, &is_logical);

  if (!has_range && is_read && b_bind_induction (b, input))
    return;
  n = 0;
  if (!has_range && only_accumulates (b->nest.body, in->symbol, b->request->with_prefix, &n, &reduce, &is_logical)
      && n > 0 && fits_bits (in->type, reduce, is_logical) && add_accumulator (b, input, reduce))
    return;
  /* Private: whatever it was before is not read. b_finish_loop makes sure of that. */
  b_new_variable (b, b->root, in->symbol);
}

/* In a serial loop it goes on from its value before the loop, if it has one. */
static void
bind_carried_input (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];

  if (in->type && in->type->kind != RS_TYPE_UNKNOWN && in->type->kind != RS_TYPE_NOTHING)
    b_assign_variable (b, in->symbol, b_input_value (b, input, in->symbol->first), in->symbol->first);
  else
    b_new_variable (b, b->root, in->symbol);
}

static gboolean
is_level (const Build *b, const RsSymbol *symbol)
{
  for (guint level = 0; level < b->nest.n_levels; level++)
    if (!b->nest.is_open && b_level_name (b->nest.loops[level])->symbol == symbol)
      return TRUE;
  return FALSE;
}

void
b_build_loop (Build *b)
{
  b_take_level_hints (b);
  for (guint level = 0; level < b->nest.n_levels && !b->reason; level++)
    if (!b_is_inner_level (b, level))
      b_bind_level (b, level);
  for (guint i = 0; i < b->request->n_inputs && !b->reason; i++)
    {
      const RsSymbol *symbol = b->request->inputs[i].symbol;

      if (symbol && symbol->kind == RS_SYMBOL_VARIABLE && symbol->scope == b->root->scope && !is_level (b, symbol)
          && b_assigns (b->nest.body, symbol))
        {
          if (b->request->serial)
            bind_carried_input (b, i);
          else
            bind_assigned_input (b, i);
        }
    }
  for (guint level = 0; level < b->nest.n_levels && !b->nest.is_open && !b->reason; level++)
    if (b_is_inner_level (b, level))
      b_bind_level (b, level);
  b_block (b, b->nest.body);
  if (!b->request->serial)
    b_end_inductions (b);
}

/* --- what lives on --- */

typedef struct {
  const RsKernel *kernel;
  guint8 *assigned; /* by local */
  guint exposed;    /* a local that may be read before it is assigned; G_MAXUINT: none */
  const guint8 *watched;
  guint n_inner_levels; /* the first loops of the kernel, which run at least once */
  RsIrPlace line;
} Flow;

static void
find_exposed (const RsIrExpression *e, gpointer data)
{
  Flow *flow = data;

  if ((e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT) && flow->watched[e->index] && !flow->assigned[e->index]
      && flow->exposed == G_MAXUINT)
    flow->exposed = e->index;
}

/* Marks what every way through the block assigns. A way that leaves early counts as assigning nothing. */
static void
flow_block (Flow *flow, const RsIrBlock *block)
{
  guint n = flow->kernel->locals->len + 1;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      guint exposed = flow->exposed;

      rs_ir_visit_statement (s, find_exposed, flow);
      if (exposed == G_MAXUINT && flow->exposed != G_MAXUINT)
        flow->line = s->line;
      if (s->kind == RS_IR_SET)
        flow->assigned[s->index] = TRUE;
      else if (s->kind == RS_IR_SET_ELEMENT && s->subscripts[0]->op == RS_IR_CONST
               && s->subscripts[0]->value.integer == (gint64)rs_kernel_local (flow->kernel, s->index)->length - 1)
        flow->assigned[s->index] = TRUE; /* vectors are assigned whole, their last element last */
      if (s->kind == RS_IR_IF)
        {
          g_autofree guint8 *before = g_memdup2 (flow->assigned, n);
          g_autofree guint8 *then = NULL;

          flow_block (flow, &s->body);
          then = g_memdup2 (flow->assigned, n);
          if (n > 0) /* no pointers without locals */
            memcpy (flow->assigned, before, n);
          flow_block (flow, &s->other);
          for (guint i = 0; i < n; i++)
            flow->assigned[i] = flow->assigned[i] && then[i];
        }
      else if (s->kind == RS_IR_LOOP && s->label <= flow->n_inner_levels)
        flow_block (flow, &s->body); /* there is at least one iteration */
      else if (s->body.first || s->other.first)
        {
          g_autofree guint8 *before = g_memdup2 (flow->assigned, n);

          flow_block (flow, &s->body);
          flow_block (flow, &s->other);
          if (n > 0) /* no pointers without locals */
            memcpy (flow->assigned, before, n);
        }
    }
}

static void
finish_variable (Build *b, Variable *variable)
{
  const Shape *shape = &variable->facts->shape;
  RsKernelParameter parameter = { .binding = RS_BIND_FINAL, .name = (char *)variable->symbol->name,
                                  .symbol = variable->symbol, .length = b_shape_count (shape) };
  Value value = b_read_variable (b, variable, NULL);
  guint index;

  parameter.is_integer = !rs_ir_is_floating (shape->type);
  parameter.element = parameter.is_integer ? RS_ELEMENT_INT32
                      : shape->is_single   ? RS_ELEMENT_SINGLE
                                           : rs_element_of_precision (b->request->precision);
  index = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  for (guint i = 0; i < (guint)parameter.length; i++)
    {
      RsIrStatement *s = b_emit (b, RS_IR_FINISH);

      s->index = index;
      s->component = i;
      s->value = rs_ir_convert (b->kernel, value.parts[i], parameter.is_integer ? RS_IR_I64 : RS_IR_F64);
    }
}

static guint
count_locals (const Variable *variable)
{
  guint n = b_shape_parts (&variable->facts->shape);

  return variable->facts->in_memory && n > 1 ? 1 : n;
}

static void
check_variable (Build *b, Variable *variable, const guint8 *assigned)
{
  guint n = count_locals (variable);
  gboolean certain = TRUE;

  for (guint i = 0; i < n; i++)
    certain = certain && assigned[variable->locals[i]];
  if (!rs_is_live_behind (b->root->scope, b->nest.loops[0], variable->symbol))
    return;
  if (!certain && !b->reason)
    b->reason
        = g_strdup_printf ("line %u: `%s`, which is used behind the loop, does not get a value in every iteration",
                           rs_place_line (variable->line), variable->symbol->name);
  else if (variable->facts->shape.is_complex || variable->facts->shape.rank > 1
           || variable->facts->integers.is_mixed || b_are_small (&variable->facts->integers))
    b_fail (b, b->nest.body, "not supported yet in compiled code: `%s` is used behind the loop",
            variable->symbol->name);
  else
    finish_variable (b, variable);
}

static guint
count_inner_levels (const Build *b)
{
  guint n = b->nest.is_open && b->nest.body->kind == RS_NODE_FOR; /* it is not launched without iterations */

  for (guint level = 0; level < b->nest.n_levels && !b->nest.is_open; level++)
    n += b_is_inner_level (b, level);
  return n;
}

/* What stands for an array has no value of its own that the loop could hand on. */
static void
check_alias (Build *b, const Variable *variable)
{
  const RsSymbol *symbol = variable->symbol;

  if (variable->kind == VARIABLE_ALIAS && symbol && symbol->scope == b->root->scope && b_assigns (b->nest.body, symbol)
      && rs_is_live_behind (b->root->scope, b->nest.loops[0], symbol))
    b_fail (b, symbol->first, "not supported yet in compiled code: `%s` is used behind the loop", symbol->name);
}

static int
compare_locals (gconstpointer a, gconstpointer b)
{
  const Variable *const *one = a, *const *other = b;

  return (int)(*one)->locals[0] - (int)(*other)->locals[0];
}

static void
check_flow (Build *b)
{
  guint n = b->kernel->locals->len;
  g_autofree guint8 *assigned = g_new0 (guint8, n + 1);
  g_autofree guint8 *watched = g_new0 (guint8, n + 1);
  Flow flow = { .kernel = b->kernel, .assigned = assigned, .exposed = G_MAXUINT, .watched = watched,
                .n_inner_levels = count_inner_levels (b) };
  g_autoptr (GPtrArray) variables = g_ptr_array_new ();
  GHashTableIter iterator;
  gpointer value;

  g_hash_table_iter_init (&iterator, b->root->variables);
  while (g_hash_table_iter_next (&iterator, NULL, &value))
    {
      Variable *variable = value;

      check_alias (b, variable);
      if (variable->kind != VARIABLE_LOCAL || !variable->locals || variable->symbol->scope != b->root->scope)
        continue;
      g_ptr_array_add (variables, variable);
      for (guint i = 0; i < count_locals (variable); i++)
        watched[variable->locals[i]] = TRUE;
    }
  g_ptr_array_sort (variables, compare_locals); /* a text that differed from run to run would be compiled in each */
  flow_block (&flow, &b->kernel->body);
  if (flow.exposed != G_MAXUINT)
    b->reason = g_strdup_printf ("line %u: `%s` may still have its value from another iteration",
                                 rs_place_line (flow.line), rs_kernel_local (b->kernel, flow.exposed)->name);
  for (guint i = 0; i < variables->len && !b->reason; i++)
    check_variable (b, g_ptr_array_index (variables, i), assigned);
}

/* Without running sums the kernel is no other than the one that could not be built. */
static void
check_prefix (Build *b)
{
  gboolean found = FALSE;
  RsIrBlock totals;

  for (guint i = 0; i < b->kernel->parameters->len; i++)
    found |= rs_kernel_parameter (b->kernel, i)->is_prefix;
  if (!found)
    b->reason = g_strdup ("it has no running sums");
  else if (rs_kernel_has_dynamic (b->kernel) || !rs_kernel_find_totals (b->kernel, &b->kernel->body, &totals))
    b->reason = g_strdup ("what is added depends on what was added before");
}

void
b_finish_loop (Build *b)
{
  g_autofree char *dependence = NULL;
  guint independent;

  b->block = &b->kernel->body;
  check_flow (b);
  if (!b->reason && b->witness > 0 && !b_can_run_again (b))
    b->reason
        = g_strdup ("`max(x, m)` and `min(x, m)` take on each NaN in the order of the loop; `max(m, x)` does not");
  if (b->reason || b->request->serial)
    return;
  if (b->kernel->has_prefix)
    {
      rs_kernel_find_recurrences (b->kernel);
      check_prefix (b);
      if (b->reason)
        return;
    }
  b_finish_rows (b);
  dependence = rs_kernel_find_dependence (b->kernel, &independent);
  if (b->request->free_levels)
    *b->request->free_levels = independent;
  if (!dependence
      || (b->kernel->ordered != 0 && ((1u << b->kernel->grid_rank) - 1) == (independent | b->kernel->ordered)))
    return;
  if (b->request->force_parallel && !rs_kernel_is_cumulative (b->kernel) && !rs_loop_is_cumulative (b->nest.body))
    rs_message_report (b->diagnostics, RS_SEVERITY_WARNING, b->request->module->source, b->nest.loops[0]->span,
                       RS_SAY (PARALLEL_ALTHOUGH), dependence);
  else
    b->reason = g_steal_pointer (&dependence);
}
