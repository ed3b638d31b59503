/* Element-wise expressions of host code as kernels, and reductions of them: a work item is an element.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"
#include "compiler/kernel/places/leaves.h"

static const RsArrayPart *
find_part (const Build *b, const RsNode *node)
{
  for (guint i = 0; i < b->request->n_parts; i++)
    if (b->request->parts[i].leaf == node)
      return &b->request->parts[i];
  return NULL;
}

static gboolean
is_leaf (const Build *b, const RsNode *node)
{
  for (guint i = 0; i < b->request->n_inputs; i++)
    if (b->request->inputs[i].leaf == node)
      return TRUE;
  return find_part (b, node) != NULL;
}

/* Whether the value of node is an array of elements here, not a number. */
static gboolean
yields_array (const Build *b, const RsNode *node)
{
  if (find_part (b, node))
    return TRUE;
  for (guint i = 0; i < b->request->n_inputs; i++)
    if (b->request->inputs[i].leaf == node)
      return b->request->inputs[i].type->kind == RS_TYPE_ARRAY;
  for (guint i = node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0; i < node->n_children; i++)
    if (node->children[i] && yields_array (b, node->children[i]))
      return TRUE;
  return FALSE;
}

gboolean
b_is_rounded_matrix (const Build *b, const RsNode *node)
{
  return b->request->form == RS_KERNEL_FROM_EXPRESSION && b_rounds_vectors (b) && yields_array (b, node);
}

Value
b_keep_step (Build *b, const RsNode *node, Value value)
{
  if (!b->reason && (value.kind != VALUE_NUMBER || value.shape.type == RS_IR_I64 || !yields_array (b, node)))
    return b_not_supported (b, node, "a step that is no array of scalars");
  value = b_keep (b, value);
  g_hash_table_insert (b->steps, (gpointer)node, rs_arena_memdup (b->kernel->arena, &value, sizeof value));
  return value;
}

static void
check_elementwise (Build *b, const RsNode *node)
{
  if (is_leaf (b, node))
    return;
  if (node->kind == RS_NODE_BINARY
      && (node->op == RS_OP_MULTIPLY || node->op == RS_OP_DIVIDE || node->op == RS_OP_POWER)
      && yields_array (b, node->children[0]) && yields_array (b, node->children[1]))
    b_fail (b, node, "`%s` of two arrays does not work element by element", rs_operator_to_string (node->op));
  for (guint i = node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0; i < node->n_children && !b->reason; i++)
    if (node->children[i])
      check_elementwise (b, node->children[i]);
}

typedef struct {
  const char *name;
  RsReduceOperator reduce;
  gboolean is_mean;
  gboolean is_test; /* of what is not zero */
} Reduction;

static const Reduction reductions[] = {
  { "sum", RS_REDUCE_SUM },
  { "prod", RS_REDUCE_PRODUCT },
  { "max", RS_REDUCE_MAXIMUM },
  { "min", RS_REDUCE_MINIMUM },
  { "mean", RS_REDUCE_SUM, TRUE },
  { "any", RS_REDUCE_MAXIMUM, FALSE, TRUE },
  { "all", RS_REDUCE_MINIMUM, FALSE, TRUE },
};

/* NULL for a reduction that has no compiled form (std, ...). */
static const Reduction *
find_reduction (const RsNode *node)
{
  const char *name = node->children[RS_CALL_CALLEE]->symbol->name;

  for (guint i = 0; i < G_N_ELEMENTS (reductions); i++)
    if (g_str_equal (reductions[i].name, name))
      return &reductions[i];
  return NULL;
}

/* A sum that 64 bits don't hold is a scalar: the interpreter's. */
static void
watch_sum (Build *b, const RsIrExpression *e)
{
  const gint64 most = (gint64)1 << 32;

  b_witness (b, b_op (b, RS_IR_OR, b_op (b, RS_IR_LT, e, rs_ir_integer (b->kernel, -most)),
                      b_op (b, RS_IR_GT, e, rs_ir_integer (b->kernel, most))));
}

static void
build_reduction (Build *b, const Reduction *reduction, Value value, const RsNode *place)
{
  static const RsIrOp ops[] = { RS_IR_ADD, RS_IR_MUL, RS_IR_MIN, RS_IR_MAX };
  RsKernelParameter parameter = { .binding = RS_BIND_ACCUMULATOR,
                                  .name = (char *)reduction->name,
                                  .length = 1,
                                  .element = rs_element_of_precision (b->request->precision),
                                  .reduce = reduction->reduce };
  RsIrStatement *s;

  if (reduction->is_test)
    value = b_number (b_condition (b, value, place), b);
  parameter.is_mean = reduction->is_mean;
  parameter.is_integer = !reduction->is_mean && !rs_ir_is_floating (value.shape.type);
  if (parameter.is_integer && reduction->reduce == RS_REDUCE_PRODUCT)
    {
      b_not_supported (b, place, "the product of integers");
      return;
    }
  if (value.shape.type == RS_IR_BOOL && reduction->reduce != RS_REDUCE_SUM)
    parameter.element = RS_ELEMENT_BOOL;
  s = rs_ir_statement (b->kernel, RS_IR_REDUCE, b->line);
  s->op = ops[reduction->reduce];
  s->value = rs_ir_convert (b->kernel, value.parts[0], parameter.is_integer ? RS_IR_I64 : RS_IR_F64);
  s->index = rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  rs_ir_append (b->block, s);
  if (parameter.is_integer && reduction->reduce == RS_REDUCE_SUM && !(rs_ir_bound (s->value, b->kernel) <= 0x1p32))
    watch_sum (b, s->value);
}

static int
result_rank (const Build *b)
{
  if (!b_is_flat (b->request))
    return (int)b->request->grid_rank;
  for (guint i = 0; i < b->request->n_inputs; i++)
    if (b->request->inputs[i].type->kind == RS_TYPE_ARRAY)
      return b->request->inputs[i].type->rank;
  return 1;
}

/* One store for each part of the value. subscripts: NULL for the position of the work item. */
static void
emit_stores (Build *b, guint parameter, const RsIrExpression *const *subscripts, guint n, const Value *value)
{
  for (guint i = 0; i < b_shape_parts (&value->shape); i++)
    {
      RsIrStatement *s = b_emit (b, RS_IR_STORE);

      s->index = parameter;
      s->component = i;
      s->boundary = RS_BOUNDARY_UNCHECKED;
      s->overflow = RS_OVERFLOW_WRAP;
      s->n_subscripts = n;
      s->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, n);
      for (guint d = 0; d < n; d++)
        s->subscripts[d] = subscripts ? subscripts[d] : rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, d);
      s->value = value->parts[i];
    }
}

static void
build_result (Build *b, Value value, const RsNode *place)
{
  gboolean is_bool = value.shape.type == RS_IR_BOOL;
  RsKernelParameter parameter = { .binding = RS_BIND_RESULT, .name = (char *)"result", .length = 1, .writes = TRUE,
                                  .rank = result_rank (b) };
  RsElement complex = b->request->precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  guint index;

  if (value.shape.type == RS_IR_I64)
    {
      parameter.element = b_integer_element (b, place);
      if (parameter.element == RS_ELEMENT_NONE)
        {
          b_not_supported (b, place, "an expression of integer arrays like this one");
          return;
        }
      if (parameter.element == RS_ELEMENT_INT32)
        b_watch_range (b, value.parts[0]);
    }
  else
    parameter.element = is_bool ? RS_ELEMENT_BOOL
                        : value.shape.is_complex ? complex : rs_element_of_precision (b->request->precision);
  index = rs_kernel_add_parameter (b->kernel, &parameter, b_is_flat (b->request) ? RS_IR_VIEW_FLAT : RS_IR_VIEW_PLAIN);
  emit_stores (b, index, NULL, b->kernel->grid_rank, &value);
}

/* Where the work item is, or is in its sum. */
static const RsIrExpression *
element_position (Build *b, guint dimension)
{
  return b->along && dimension + 1 == b->request->along
             ? b->along
             : rs_ir_leaf (b->kernel, RS_IR_POSITION, RS_IR_I64, 0, dimension);
}

/* The element of an array at these subscripts, or at the position of the work item (NULL). */
static Value
load_element (Build *b, guint input, const RsIrExpression *const *subscripts, RsBoundary boundary, const RsNode *place)
{
  const RsType *type = b->request->inputs[input].type;
  const RsIrType register_type = rs_ir_type_of_element (type->element);
  const guint n = subscripts ? (guint)type->rank : b->kernel->grid_rank;
  Shape shape = { 0 };
  Value value;

  if (register_type == RS_IR_NONE)
    return b_not_supported (b, place, "arrays of this type");
  if (b->request->precision == RS_PRECISION_DOUBLE && b_is_single_element (b, type->element))
    return b_not_supported (b, place, "arrays of 'single beside arrays of another precision");
  shape.type = register_type;
  shape.is_complex = rs_element_is_complex (type->element);
  value = b_value_new (b, shape);
  for (guint c = 0; c < b_shape_parts (&shape); c++)
    {
      RsIrExpression *e = rs_ir_new (b->kernel, RS_IR_LOAD, register_type, n);

      e->index = b_array_parameter (b, input);
      e->component = c;
      e->boundary = boundary;
      e->line = b->line;
      for (guint d = 0; d < n; d++)
        e->operands[d] = subscripts ? subscripts[d] : element_position (b, d);
      rs_kernel_parameter (b->kernel, e->index)->reads = TRUE;
      value.parts[c] = e;
    }
  return b_convert (b, value, rs_ir_is_floating (register_type) ? b->scalar
                              : register_type == RS_IR_BOOL     ? RS_IR_BOOL
                                                                : RS_IR_I64);
}

/* The element at the work item's position of a leaf, in place of the leaf itself. */
static Value
leaf_value (Build *b, guint input, const RsNode *place)
{
  if (b->request->inputs[input].type->kind != RS_TYPE_ARRAY)
    return b_input_value (b, input, place);
  return load_element (b, input, NULL, RS_BOUNDARY_UNCHECKED, place);
}

/* The index at that position of a list. */
static const RsIrExpression *
load_index (Build *b, guint list, const RsIrExpression *position)
{
  RsIrExpression *e
      = rs_ir_new (b->kernel, RS_IR_LOAD, rs_ir_type_of_element (b->request->inputs[list].type->element), 1);

  e->index = b_array_parameter (b, list);
  e->boundary = RS_BOUNDARY_UNCHECKED;
  e->line = b->line;
  e->operands[0] = position;
  rs_kernel_parameter (b->kernel, e->index)->reads = TRUE;
  return rs_ir_convert (b->kernel, e, RS_IR_I64);
}

/* Of an array in row-major order that the result goes through in another shape. */
static const RsIrExpression *
linear_subscript (Build *b, const RsArrayPart *part)
{
  const RsIrExpression *sum = NULL;

  for (guint d = 0; d < b->request->grid_rank; d++)
    {
      const RsIrExpression *offset
          = b_mul (b, element_position (b, d), b_input_value (b, part->step[d], part->leaf).parts[0]);

      sum = sum ? b_add (b, sum, offset) : offset;
    }
  return sum;
}

static void
find_subscripts (Build *b, const RsArrayPart *part, const RsIrExpression **subscripts)
{
  if (part->is_linear)
    {
      subscripts[0] = linear_subscript (b, part);
      return;
    }
  for (int k = 0; k < b->request->inputs[part->array].type->rank; k++)
    {
      if (part->list[k] > 0)
        {
          subscripts[k] = load_index (b, part->list[k] - 1, element_position (b, (guint)part->dimensions[k]));
          continue;
        }
      subscripts[k] = b_input_value (b, part->low[k], part->leaf).parts[0];
      if (part->dimensions[k] >= 0)
        subscripts[k] = b_add (b, subscripts[k],
                               b_mul (b, element_position (b, (guint)part->dimensions[k]),
                                      b_input_value (b, part->step[k], part->leaf).parts[0]));
    }
}

/* Whether an index is outside of 0 to length - 1, once it is cut to a whole number. */
static const RsIrExpression *
is_outside (Build *b, const RsIrExpression *index, const RsIrExpression *length)
{
  const gboolean is_floating = rs_ir_is_floating (index->type);
  const RsIrExpression *first = is_floating ? rs_ir_constant (b->kernel, index->type, -1)
                                            : rs_ir_integer (b->kernel, 0);
  const RsIrExpression *above = b_op (b, is_floating ? RS_IR_GT : RS_IR_GE, index, first);
  const RsIrExpression *below = b_op (b, RS_IR_LT, index, rs_ir_convert (b->kernel, length, index->type));

  return rs_ir_select (b->kernel, b_op (b, RS_IR_AND, above, below), rs_ir_constant (b->kernel, RS_IR_BOOL, 0),
                       rs_ir_constant (b->kernel, RS_IR_BOOL, 1)); /* NaN is outside */
}

/* Numbers decide `&&` and `||` alone: what comes out may be a number, where arrays give an array. */
static void
check_lazy (Build *b, const RsNode *node)
{
  const gboolean is_lazy = node->kind == RS_NODE_BINARY && (node->op == RS_OP_AND || node->op == RS_OP_OR);

  for (guint i = node->kind == RS_NODE_CALL ? RS_CALL_FIRST_ARGUMENT : 0; i < node->n_children && !b->reason; i++)
    if (node->children[i])
      {
        check_lazy (b, node->children[i]);
        if (is_lazy && !yields_array (b, node->children[i]))
          b_not_supported (b, node, "an index that numbers decide");
      }
}

/* The element of a table. */
static Value
gathered_value (Build *b, const RsArrayPart *part)
{
  const int rank = b->request->inputs[part->array].type->rank;
  const RsIrExpression *subscripts[2] = { rs_ir_integer (b->kernel, 0), NULL };
  Value index, value;

  check_lazy (b, part->index);
  index = b->reason ? b_integer (b, 0) : b_expression (b, part->index);
  if (b->reason)
    return index;
  if (index.kind != VALUE_NUMBER || index.shape.rank > 0 || index.shape.is_complex || index.shape.type == RS_IR_BOOL)
    return b_not_supported (b, part->leaf, "an index like this");
  b_witness (b, is_outside (b, index.parts[0],
                            rs_ir_leaf (b->kernel, RS_IR_DIM, RS_IR_I64, b_array_parameter (b, part->array),
                                        (guint)rank - 1)));
  subscripts[rank - 1] = rs_ir_convert (b->kernel, index.parts[0], RS_IR_I64);
  value = load_element (b, part->array, subscripts, RS_BOUNDARY_SAFE, part->leaf);
  return value;
}

static Value
part_value (Build *b, const RsArrayPart *part)
{
  const RsIrExpression *subscripts[RS_MAX_RANK];

  if (part->index != NULL)
    return gathered_value (b, part);
  find_subscripts (b, part, subscripts);
  return load_element (b, part->array, subscripts, part->is_circular ? RS_BOUNDARY_CIRCULAR : RS_BOUNDARY_UNCHECKED,
                       part->leaf);
}

gboolean
b_find_leaf (Build *b, const RsNode *node, Value *value)
{
  if (b->request->form != RS_KERNEL_FROM_EXPRESSION)
    return FALSE;
  for (guint i = 0; i < b->request->n_inputs; i++)
    if (b->request->inputs[i].leaf == node)
      {
        *value = leaf_value (b, i, node);
        return TRUE;
      }
  if (find_part (b, node))
    {
      *value = part_value (b, find_part (b, node));
      return TRUE;
    }
  return FALSE;
}

/* Whether elements of the array hold each value. */
static gboolean
may_hold (const Build *b, guint array, const Value *value)
{
  const RsElement scalar = rs_element_of_precision (b->request->precision);
  const RsElement complex = b->request->precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  const RsElement element = b->request->inputs[array].type->element;

  return (value->shape.type == RS_IR_BOOL || rs_ir_is_floating (value->shape.type))
         && (element == complex || (element == scalar && !value->shape.is_complex));
}

/* Whether the value is an element of the part node as it is, which an array of the same elements holds. */
static gboolean
is_copied (const Build *b, const RsNode *node, guint array)
{
  const RsArrayPart *part = find_part (b, node);

  return part && !part->index && !b->request->check_nan && !b->request->check_infinite
         && b->request->inputs[part->array].type->element == b->request->inputs[array].type->element;
}

/* The part that the value of node may be written to, of a launch that counts. */
static const RsArrayPart *
find_target (const Build *b, const RsNode *node, const Value *value)
{
  const RsArrayPart *last = b->request->n_parts > 0 ? &b->request->parts[b->request->n_parts - 1] : NULL;

  return last && last->is_target && b->witness == 0
                 && (may_hold (b, last->array, value) || is_copied (b, node, last->array))
             ? last
             : NULL;
}

/* Into some elements of the array: the others stay. subscripts: NULL for the position of the work item. */
static void
store_into (Build *b, guint array, const RsIrExpression *const *subscripts, guint n, Value value)
{
  const RsType *type = b->request->inputs[array].type;
  const guint parameter = b_array_parameter (b, array);

  if (rs_element_is_complex (type->element))
    value = b_to_complex (b, value);
  value = b_convert (b, value, rs_ir_type_of_element (type->element));
  rs_kernel_parameter (b->kernel, parameter)->reads = TRUE; /* what is not written has to stay */
  rs_kernel_parameter (b->kernel, parameter)->writes = TRUE;
  emit_stores (b, parameter, subscripts, n, &value);
}

static void
build_assignment (Build *b, const RsArrayPart *target, Value value)
{
  const RsIrExpression *subscripts[RS_MAX_RANK];

  find_subscripts (b, target, subscripts);
  store_into (b, target->array, subscripts, (guint)b->request->inputs[target->array].type->rank, value);
}

/* total += e for each element of the loop that is open in the block `outer`; total begins behind `mark`. */
static const RsIrExpression *
add_to_total (Build *b, const RsIrExpression *e, RsIrBlock *outer, RsIrStatement *mark)
{
  const guint local = rs_kernel_add_local (b->kernel, "total", RS_IR_F64, 1);
  const RsIrExpression *total = rs_ir_local (b->kernel, local);
  RsIrStatement *first = rs_ir_statement (b->kernel, RS_IR_SET, b->line), *next = b_emit (b, RS_IR_SET);

  first->index = next->index = local;
  first->value = rs_ir_constant (b->kernel, RS_IR_F64, 0);
  next->value = b_op (b, RS_IR_ADD, total, rs_ir_convert (b->kernel, e, RS_IR_F64));
  rs_ir_insert_after (outer, mark, first);
  return total;
}

/* The sum, or mean, along a dimension: in double precision, as built-in functions have it. */
static void
build_sum_along (Build *b, const RsNode *node)
{
  const RsIrExpression *length = b_input_value (b, b->request->along_length, node).parts[0];
  const gboolean is_mean = node->children[RS_CALL_CALLEE]->symbol->builtin->id == RS_BUILTIN_ID_MEAN;
  RsIrStatement *mark = b->block->last;
  RsIrBlock *outer = b_open_elements (b, &length, 1, &b->along);
  Value value = b_expression (b, node->children[RS_CALL_FIRST_ARGUMENT]), totals = value;

  if (!b->reason && (value.kind != VALUE_NUMBER || value.shape.rank > 0 || !rs_ir_is_floating (value.shape.type)))
    b_not_supported (b, node, "a sum like this");
  totals.shape.type = RS_IR_F64;
  if (!b->reason)
    totals = b_value_new (b, totals.shape);
  for (guint i = 0; !b->reason && i < b_shape_parts (&value.shape); i++)
    totals.parts[i] = add_to_total (b, value.parts[i], outer, mark);
  b->block = outer;
  b->along = NULL;
  for (guint i = 0; !b->reason && is_mean && i < b_shape_parts (&value.shape); i++)
    totals.parts[i] = b_op (b, RS_IR_DIV, totals.parts[i], rs_ir_convert (b->kernel, length, RS_IR_F64));
  if (!b->reason)
    build_result (b, b_convert (b, totals, b->scalar), node);
}

static void
check_mask (Build *b, const RsNode *node)
{
  check_lazy (b, node);
  check_elementwise (b, node);
  if (!b->reason && !yields_array (b, node))
    b_not_supported (b, node, "an index that is no mask");
}

static const Reduction mask_count = { "count", RS_REDUCE_SUM };

/* What the mask selects of the array gets the value. Each work item has an element of its own, so the others get what
 * they have: that needs no branch. */
static void
build_chosen (Build *b, const RsIrExpression *mask, const RsNode *node, Value value)
{
  guint array = 0;
  Value before;

  while (b->request->inputs[array].leaf != b->request->masked->children[RS_INDEX_ARRAY])
    array++;
  if (value.shape.type == RS_IR_I64 && !yields_array (b, node))
    value = b_convert (b, value, RS_IR_F64);
  if (!may_hold (b, array, &value))
    {
      b_not_supported (b, node, "a masked assignment like this");
      return;
    }
  before = load_element (b, array, NULL, RS_BOUNDARY_UNCHECKED, node);
  value = b_convert (b, before.shape.is_complex ? b_to_complex (b, value) : value, before.shape.type);
  for (guint i = 0; i < b_shape_parts (&before.shape); i++)
    value.parts[i] = rs_ir_select (b->kernel, mask, value.parts[i], before.parts[i]);
  store_into (b, array, NULL, 1, value);
}

/* The value of each element that the mask selects, assigned or reduced: node is without the reduction. */
static void
build_masked (Build *b, const RsNode *node, const Reduction *reduction)
{
  const RsNode *index = b->request->masked->children[RS_INDEX_FIRST];
  RsIrBlock *outer = b->block;
  RsIrStatement *branch;
  Value mask = { 0 }, value = { 0 };

  check_mask (b, index);
  if (!b->reason)
    mask = b_expression (b, index);
  if (!b->reason && (mask.kind != VALUE_NUMBER || mask.shape.type != RS_IR_BOOL))
    b_not_supported (b, index, "an index that is no mask");
  if (!b->reason)
    value = b_expression (b, node);
  if (b->reason)
    return;
  if (value.kind != VALUE_NUMBER || value.shape.rank > 0 || (reduction && value.shape.is_complex))
    b_not_supported (b, node, "this expression");
  else if (reduction && reduction->reduce != RS_REDUCE_SUM && !rs_ir_is_floating (value.shape.type))
    b_not_supported (b, node, "an extreme of integers, of which a mask may select none");
  else if (reduction)
    {
      branch = b_emit (b, RS_IR_IF);
      branch->value = mask.parts[0];
      b->block = &branch->body;
      build_reduction (b, reduction, value, node);
      if (reduction->is_mean)
        build_reduction (b, &mask_count, b_integer (b, 1), node);
      b->block = outer;
    }
  else
    build_chosen (b, mask.parts[0], node, value);
}

/* Whether a test has nothing to compute, and the host has the array: it ends early. */
static gboolean
stays_on_host (const Build *b, const RsNode *element)
{
  return b->request->target->dialect == RS_DIALECT_C && is_leaf (b, element);
}

void
b_build_elementwise (Build *b)
{
  const RsNode *node = b->request->node;
  gboolean reduces = rs_expression_is_reduction (node);
  const Reduction *reduction = reduces ? find_reduction (node) : NULL;
  const RsNode *element = reduces ? node->children[RS_CALL_FIRST_ARGUMENT] : node;
  Value value;

  b->line = b_line (b, node);
  if (b->request->along > 0)
    {
      check_elementwise (b, node->children[RS_CALL_FIRST_ARGUMENT]);
      if (!b->reason)
        build_sum_along (b, node);
      return;
    }
  if (reduces && !reduction)
    b_not_supported (b, node, "this reduction");
  else if (reduction && reduction->is_test && stays_on_host (b, element))
    b_fail (b, node, "the elements are there: the first that decides ends the test");
  else
    check_elementwise (b, element);
  if (b->reason)
    return;
  if (b->request->masked)
    {
      build_masked (b, element, reduction);
      return;
    }
  if (!yields_array (b, element))
    {
      b_fail (b, node, "the expression is a number");
      return;
    }
  value = b_expression (b, element);
  if (b->reason)
    return;
  if (value.kind != VALUE_NUMBER || value.shape.rank > 0 || (reduction && value.shape.is_complex))
    b_not_supported (b, node, "this expression");
  else if (reduction)
    build_reduction (b, reduction, value, node);
  else if (find_target (b, node, &value))
    build_assignment (b, find_target (b, node, &value), value);
  else
    build_result (b, value, node);
}
