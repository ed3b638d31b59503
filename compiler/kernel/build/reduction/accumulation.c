/* Variables that the iterations of a loop only add to, or combine with in another way that needs no order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

/* --- what a statement adds --- */

gboolean
b_mentions (const RsNode *node, const RsSymbol *symbol)
{
  if (node->kind == RS_NODE_NAME && node->symbol == symbol)
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->children[i] && b_mentions (node->children[i], symbol))
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

/* The values that a statement adds, with their signs, where node is symbol or adds to it: s, s + e, e + s - f. */
static gboolean
find_terms (const RsNode *node, const RsSymbol *symbol, Accumulation *found)
{
  guint own;

  if (is_name_of (node, symbol))
    return TRUE;
  if (node->kind != RS_NODE_BINARY || (node->op != RS_OP_ADD && node->op != RS_OP_SUBTRACT))
    return FALSE;
  own = b_mentions (node->children[0], symbol) ? 0 : 1;
  if ((own == 1 && node->op == RS_OP_SUBTRACT) || b_mentions (node->children[1 - own], symbol)
      || !find_terms (node->children[own], symbol, found) || found->n_terms == ACCUMULATION_MAX_TERMS)
    return FALSE;
  found->negative[found->n_terms] = node->op == RS_OP_SUBTRACT;
  found->terms[found->n_terms++] = node->children[1 - own];
  return TRUE;
}

gboolean
b_match_sum (const RsNode *value, const RsSymbol *symbol, Accumulation *found)
{
  *found = (Accumulation){ .reduce = RS_REDUCE_SUM };
  return find_terms (value, symbol, found);
}

static void
set_term (Accumulation *found, const RsNode *value)
{
  found->terms[0] = value;
  found->n_terms = 1;
}

/* s = s + e - f, s = e + s, s = s * e, s = max (s, e), s = s && e. */
static gboolean
match_assignment (const RsNode *value, const RsSymbol *symbol, Accumulation *found)
{
  const RsNode *left = NULL, *right = NULL;

  if (value->kind == RS_NODE_BINARY && find_operator (value->op, &found->reduce))
    {
      left = value->children[0];
      right = value->children[1];
      found->is_logical = value->op == RS_OP_AND || value->op == RS_OP_OR;
    }
  else if (value->kind == RS_NODE_CALL && value->n_children == 3 && find_call (value, &found->reduce))
    {
      left = value->children[1];
      right = value->children[2];
    }
  else
    return FALSE;
  if (found->reduce == RS_REDUCE_SUM)
    return find_terms (value, symbol, found);
  if (!is_name_of (left, symbol) && !is_name_of (right, symbol))
    return FALSE;
  found->is_second = !is_name_of (left, symbol)
                     && (found->reduce == RS_REDUCE_MINIMUM || found->reduce == RS_REDUCE_MAXIMUM);
  set_term (found, is_name_of (left, symbol) ? right : left);
  return !b_mentions (found->terms[0], symbol);
}

static gboolean
match_accumulation (const RsNode *assign, const RsSymbol *symbol, Accumulation *found)
{
  *found = (Accumulation){ .terms = { assign->children[RS_ASSIGN_VALUE] }, .n_terms = 1 };
  if (!is_name_of (assign->children[RS_ASSIGN_TARGET], symbol))
    return FALSE;
  switch (assign->op)
    {
    case RS_OP_ASSIGN:
      found->n_terms = 0;
      return match_assignment (assign->children[RS_ASSIGN_VALUE], symbol, found);
    case RS_OP_ASSIGN_ADD:
    case RS_OP_ASSIGN_SUBTRACT:
      found->reduce = RS_REDUCE_SUM;
      found->negative[0] = assign->op == RS_OP_ASSIGN_SUBTRACT;
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
  return !b_mentions (found->terms[0], symbol);
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
  *found = (Accumulation){ .reduce = reduce, .is_choice = TRUE };
  set_term (found, assign->children[RS_ASSIGN_VALUE]);
  return b_mentions (found->terms[0], symbol) ? NULL : assign;
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
  if ((node->kind == RS_NODE_ASSIGN || node->kind == RS_NODE_FOR) && b_mentions (node->children[0], symbol))
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
  s = b_emit (b, RS_IR_REDUCE);
  s->op = reduce_operation (rs_kernel_parameter (b->kernel, parameter)->reduce);
  s->index = parameter;
  s->component = component;
  s->value = rs_ir_convert (b->kernel, value,
                            rs_kernel_parameter (b->kernel, parameter)->is_integer ? RS_IR_I64 : RS_IR_F64);
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

/* The value of a term. FALSE: the build is to stop, or to begin again. */
static gboolean
build_term (Build *b, const RsNode *assign, const Variable *variable, const RsNode *term, Value *value)
{
  const RsSymbol *symbol = variable->symbol;
  const RsKernelParameter *parameter;

  *value = b_expression (b, term);
  if (value->kind != VALUE_NUMBER || (value->shape.rank > 0 && !b_same_dims (&value->shape, &variable->value.shape)))
    b_fail (b, assign, "`%s` depends on other iterations of the loop", symbol->name);
  if (b->reason)
    return FALSE;
  parameter = rs_kernel_parameter (b->kernel, variable->parameter);
  if (parameter->element == RS_ELEMENT_BOOL)
    *value = b_number (b_condition (b, *value, assign), b);
  else if (rs_ir_is_floating (value->shape.type) && rs_reduce_is_bitwise (parameter->reduce))
    b_fail (b, assign, "`%s` depends on other iterations of the loop", symbol->name);
  if (b->reason)
    return FALSE;
  meet_value (b, assign, parameter, value);
  if (b->reason || b->again)
    return FALSE;
  if (value->shape.rank == 0 && parameter->length > 1)
    *value = b_keep (b, *value);
  return TRUE;
}

/* What all terms come to in part i of the accumulator; NULL: nothing. Several are added as the accumulator is. */
static const RsIrExpression *
add_terms (Build *b, const Variable *variable, const Accumulation *found, const Value *values, guint i)
{
  const RsIrType type = rs_kernel_parameter (b->kernel, variable->parameter)->is_integer ? RS_IR_I64 : RS_IR_F64;
  const RsIrExpression *sum = NULL;

  for (guint k = 0; k < found->n_terms; k++)
    {
      const RsIrExpression *term = part_for (&values[k], &variable->value.shape, i);

      if (term && (found->n_terms > 1 || found->negative[k]))
        term = rs_ir_convert (b->kernel, term, type);
      if (term && !sum)
        sum = found->negative[k] ? rs_ir_unary (b->kernel, RS_IR_NEG, term) : term;
      else if (term)
        sum = rs_ir_binary (b->kernel, found->negative[k] ? RS_IR_SUB : RS_IR_ADD, sum, term);
    }
  return sum;
}

/* What a statement adds to the accumulator, or takes for its last place. */
static gboolean
match_variable (const Variable *variable, const RsNode *node, Accumulation *found)
{
  if (!variable->takes_place || node->kind != RS_NODE_ASSIGN)
    return b_match_accumulation (node, variable->symbol, found) != NULL;
  *found = (Accumulation){ .reduce = RS_REDUCE_MAXIMUM };
  set_term (found, node->children[RS_ASSIGN_VALUE]);
  return TRUE;
}

gboolean
b_accumulate (Build *b, const RsNode *node)
{
  RsReduceOperator unused;
  const RsNode *assign = node->kind == RS_NODE_ASSIGN ? node : b_find_extreme (node, &unused);
  const RsNode *target = assign ? assign->children[RS_ASSIGN_TARGET] : node;
  Variable *variable = target->kind == RS_NODE_NAME && target->symbol
                           ? g_hash_table_lookup (b->root->variables, target->symbol)
                           : NULL;
  Accumulation found;
  Value values[ACCUMULATION_MAX_TERMS];

  if (variable && variable->is_induction && variable->has_counter && b_step_induction (b, variable, node))
    return TRUE;
  if (!variable || variable->kind != VARIABLE_ACCUMULATOR || !match_variable (variable, node, &found))
    return FALSE;
  for (guint k = 0; k < found.n_terms; k++)
    {
      RsIrStatement *mark = b->block->last;

      if (!build_term (b, assign, variable, found.terms[k], &values[k]))
        return TRUE;
      for (guint earlier = 0; earlier < k && b->block->last != mark; earlier++)
        values[earlier] = b_pin (b, values[earlier], mark, FALSE); /* it was read before what this term writes */
    }
  for (guint i = 0; i < b_shape_parts (&variable->value.shape); i++)
    {
      const RsIrExpression *sum = add_terms (b, variable, &found, values, i);

      if (sum)
        emit_reduce (b, variable->parameter, i, sum, &found);
    }
  return TRUE;
}

gboolean
b_is_only_accumulated (const Build *b, const RsSymbol *symbol)
{
  RsReduceOperator reduce = RS_REDUCE_SUM;
  gboolean is_logical = FALSE;
  guint n = 0;

  return only_accumulates (b->nest.body, symbol, FALSE, &n, &reduce, &is_logical);
}

gboolean
b_bind_accumulator (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];
  RsReduceOperator reduce = RS_REDUCE_SUM;
  gboolean is_logical = FALSE;
  guint n = 0;

  if (only_accumulates (b->nest.body, in->symbol, b->request->with_prefix, &n, &reduce, &is_logical) && n > 0)
    return fits_bits (in->type, reduce, is_logical) && add_accumulator (b, input, reduce);
  if (!b_takes_last_place (b, input, &reduce) || !add_accumulator (b, input, reduce))
    return FALSE;
  b_find_variable (b, b->root, in->symbol)->takes_place = TRUE;
  return TRUE;
}
