/* Writing elements and small parts of arrays in memory and of small vectors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"

typedef struct {
  RsOperator op;
  RsIrOp floating, integral;
} UpdateRow;

static const UpdateRow updates[] = {
  { RS_OP_ASSIGN_ADD, RS_IR_ADD, RS_IR_ADD },
  { RS_OP_ASSIGN_SUBTRACT, RS_IR_ADD, RS_IR_ADD }, /* of the negative value */
  { RS_OP_ASSIGN_MULTIPLY, RS_IR_MUL, RS_IR_MUL },
  { RS_OP_ASSIGN_DOT_MULTIPLY, RS_IR_MUL, RS_IR_MUL },
  { RS_OP_ASSIGN_DIVIDE, RS_IR_DIV, RS_IR_TRUNC_DIV },
  { RS_OP_ASSIGN_DOT_DIVIDE, RS_IR_DIV, RS_IR_TRUNC_DIV },
  { RS_OP_ASSIGN_POWER, RS_IR_POW, RS_IR_N_OPS },
  { RS_OP_ASSIGN_DOT_POWER, RS_IR_POW, RS_IR_N_OPS },
  { RS_OP_ASSIGN_MAXIMUM, RS_IR_MAX, RS_IR_MAX },
  { RS_OP_ASSIGN_MINIMUM, RS_IR_MIN, RS_IR_MIN },
  { RS_OP_ASSIGN_AND, RS_IR_N_OPS, RS_IR_BIT_AND },
  { RS_OP_ASSIGN_OR, RS_IR_N_OPS, RS_IR_BIT_OR },
  { RS_OP_ASSIGN_XOR, RS_IR_N_OPS, RS_IR_BIT_XOR },
};

static RsIrOp
update_operation (Build *b, RsOperator op, gboolean floating, const RsNode *place)
{
  RsIrOp found = RS_IR_N_OPS;

  for (guint i = 0; i < G_N_ELEMENTS (updates); i++)
    if (updates[i].op == op)
      found = floating ? updates[i].floating : updates[i].integral;
  if (found == RS_IR_N_OPS)
    b_not_supported (b, place, "this compound assignment to an element");
  return found;
}

static RsOverflow
overflow_of (Build *b, guint input)
{
  const RsKernelInput *in = &b->request->inputs[input];
  RsOverflow overflow = in->symbol && in->symbol->type ? in->symbol->type->overflow : RS_OVERFLOW_DEFAULT;

  if (!rs_element_is_integer (in->type->element))
    return RS_OVERFLOW_WRAP; /* nothing to overflow */
  if (overflow == RS_OVERFLOW_DEFAULT)
    overflow = in->type->overflow;
  if (overflow != RS_OVERFLOW_DEFAULT)
    return overflow;
  return b->request->form == RS_KERNEL_FROM_LOOP || b->request->check_bounds ? RS_OVERFLOW_CHECKED : RS_OVERFLOW_WRAP;
}

static void
store_element (Build *b, const Value *array, const Access *access, guint i, guint component, RsIrOp op,
               const RsIrExpression *value)
{
  RsIrStatement *s = b_emit (b, op == RS_IR_N_OPS ? RS_IR_STORE : RS_IR_ATOMIC);
  RsKernelParameter *parameter;

  s->op = op == RS_IR_N_OPS ? 0 : op;
  s->index = b_array_parameter (b, array->input);
  s->component = component;
  s->boundary = b_boundary_of (b, array);
  s->overflow = overflow_of (b, array->input);
  s->n_subscripts = access->n;
  s->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, access->n);
  b_element_subscripts (access, i, s->subscripts);
  s->value = value;
  parameter = rs_kernel_parameter (b->kernel, s->index);
  parameter->writes = TRUE;
  parameter->reads = TRUE; /* what is not written has to stay */
}

/* The new value of the element that s updates, in a local. */
static Value
take_result (Build *b, RsIrStatement *s, RsElement element)
{
  RsIrType type = rs_ir_type_of_element (element);
  guint local = rs_kernel_add_local (b->kernel, "result", type, 2);
  RsIrStatement *zero = rs_ir_statement (b->kernel, RS_IR_SET_ELEMENT, b->line);
  RsIrExpression *e = rs_ir_new (b->kernel, RS_IR_ELEMENT, type, 1);
  Value value;

  zero->index = e->index = local;
  zero->n_subscripts = 1;
  zero->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1);
  zero->subscripts[0] = e->operands[0] = rs_ir_integer (b->kernel, 0);
  zero->value = rs_ir_constant (b->kernel, type, 0);
  rs_ir_insert_after (b->block, s->previous, zero);
  s->result = local + 1;
  value = b_number (e, b);
  return b_keep (b, b_convert (b, value, rs_ir_is_floating (type) ? b->scalar : RS_IR_I64));
}

/* Whether an update of elements in 32 bits may take value in as many: it has no more, or only those count. */
static gboolean
may_be_narrowed (Build *b, const Value *value, RsOperator op, RsIrOp ir, RsOverflow overflow)
{
  const gboolean is_ring = ir == RS_IR_ADD || ir == RS_IR_MUL || ir == RS_IR_BIT_AND || ir == RS_IR_BIT_OR
                           || ir == RS_IR_BIT_XOR;

  if (is_ring && overflow == RS_OVERFLOW_WRAP)
    return TRUE;
  for (guint i = 0; i < b_shape_parts (&value->shape); i++)
    {
      const RsIrExpression *e = value->parts[i];
      const gboolean is_narrow = e->op == RS_IR_CONVERT && e->operands[0]->type != RS_IR_I64
                                 && op != RS_OP_ASSIGN_SUBTRACT;

      if (!is_narrow && !(rs_ir_bound (e, b->kernel) < 0x1p31))
        return FALSE;
    }
  return TRUE;
}

/* value as it is stored or combined: floating elements in their type; integers keep a scalar until the store. */
static Value
convert_for_element (Build *b, Value value, guint input, RsOperator op, RsIrOp ir, gboolean is_number,
                     const RsNode *place)
{
  RsElement element = b->request->inputs[input].type->element;
  RsIrType type = rs_ir_type_of_element (element);

  if (rs_element_is_complex (element))
    value = b_to_complex (b, value);
  else if (value.shape.is_complex)
    return b_fail (b, place, "a complex value for an element of a real array");
  /* The new value is truncated, not the operand; and rounded, where numbers are double but elements are not. */
  if (op != RS_OP_NONE
      && (rs_ir_is_floating (type) ? is_number && type == RS_IR_F32 && b_rounds_vectors (b)
                                   : rs_ir_is_floating (value.shape.type)))
    return b_convert (b, value, RS_IR_F64);
  if (type == RS_IR_I32 && op != RS_OP_NONE && value.shape.type == RS_IR_I64
      && !may_be_narrowed (b, &value, op, ir, overflow_of (b, input)))
    return value;
  /* Members of objects are double (runtime/sched/inputs/pack.c); what a kernel makes of one has the kernel's
   * precision. */
  if (op != RS_OP_NONE && element == RS_ELEMENT_DOUBLE && b->request->form == RS_KERNEL_FROM_FUNCTION)
    return b_convert (b, value, b->scalar);
  if (rs_ir_is_floating (type) || op != RS_OP_NONE)
    return b_convert (b, value, type);
  return value;
}

static void
store_array (Build *b, const RsNode *target, const Value *array, Access *access, RsOperator op, Value value);

/* --- elements that are named twice --- */

#define MOST_NAMED 8 /* elements of a list that are compared with each other */

static gboolean
are_different (Build *b, const RsIrExpression *x, const RsIrExpression *y)
{
  gint64 p, q;

  return b_constant_integer (x, &p) && b_constant_integer (y, &q) && p != q;
}

/* Whether the index is a short list that is no range, and may name an element twice. */
static gboolean
may_name_twice (Build *b, const Axis *axis)
{
  for (guint i = 0; i < axis->n && axis->is_list && axis->low == NULL; i++)
    for (guint j = 0; j < i; j++)
      if (!are_different (b, axis->parts[i], axis->parts[j]))
        return TRUE;
  return FALSE;
}

/* Of the updates of one element that a list makes at a time, the last one counts. Whether there are lists of which that
 * is to be found out; what they are made of is then evaluated. */
static gboolean
has_named_twice (Build *b, Access *access, RsBoundary boundary, const RsNode *place)
{
  gboolean has = FALSE;

  for (guint k = 0; k < access->n; k++)
    {
      Axis *axis = &access->axes[k];

      if (!may_name_twice (b, axis))
        continue;
      has = TRUE;
      if (access->n_elements > MOST_NAMED || boundary == RS_BOUNDARY_CIRCULAR || boundary == RS_BOUNDARY_MIRROR
          || boundary == RS_BOUNDARY_CLAMPED)
        b_not_supported (b, place, "a compound assignment to elements that a list may name twice");
      for (guint i = 0; i < axis->n && !b->reason; i++)
        axis->parts[i] = b_keep (b, b_number (axis->parts[i], b)).parts[0];
    }
  return has && !b->reason;
}

/* Whether no later element is the same as element i; NULL: for sure. */
static const RsIrExpression *
is_last_named (Build *b, const Access *access, guint i)
{
  const RsIrExpression *mine[MAX_AXES], *theirs[MAX_AXES], *all = NULL;

  b_element_subscripts (access, i, mine);
  for (guint j = i + 1; j < access->n_elements; j++)
    {
      const RsIrExpression *differ = NULL;
      gboolean surely = FALSE;

      b_element_subscripts (access, j, theirs);
      for (guint k = 0; k < access->n; k++)
        {
          const RsIrExpression *test = b_op (b, RS_IR_NE, mine[k], theirs[k]);

          surely |= are_different (b, mine[k], theirs[k]);
          if (!rs_ir_equal (mine[k], theirs[k]))
            differ = differ ? b_op (b, RS_IR_OR, differ, test) : test;
        }
      if (!surely)
        {
          differ = differ ? differ : rs_ir_constant (b->kernel, RS_IR_BOOL, 0);
          all = all ? b_op (b, RS_IR_AND, all, differ) : differ;
        }
    }
  return all;
}

/* Statements go to a branch that the condition, which may be NULL, holds in. Returns the block to go back to. */
static RsIrBlock *
open_branch (Build *b, const RsIrExpression *condition)
{
  RsIrBlock *outer = b->block;

  if (condition)
    {
      RsIrStatement *branch = b_emit (b, RS_IR_IF);

      branch->value = condition;
      b->block = &branch->body;
    }
  return outer;
}

/* A small array for a range of unknown length, which must be as long. */
static void
spread_list (Build *b, Access *access, guint n, const RsNode *target)
{
  guint n_lists = 0;

  for (guint k = 0; k < access->n; k++)
    {
      Axis *axis = &access->axes[k];

      if (!axis->is_list)
        continue;
      if (n_lists++ > 0 || !axis->count)
        {
          b_not_supported (b, target, "a small array for a part of several dimensions of unknown length");
          return;
        }
      b_assert (b, b_op (b, RS_IR_EQ, axis->count, rs_ir_integer (b->kernel, n)),
                g_strdup_printf ("%u values for another number of elements", n));
      axis->parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, n);
      for (guint i = 0; i < n; i++)
        axis->parts[i] = b_add (b, axis->low, b_mul (b, rs_ir_integer (b->kernel, i), axis->step));
      axis->n = n;
    }
  access->is_lazy = FALSE;
}

/* A loop over the elements: array[access] op= value. */
static void
store_lazy (Build *b, const RsNode *target, const Value *array, Access *access, RsOperator op, Value value)
{
  Value part = b_lazy_part (b, array, access, target);
  const RsIrExpression *const *dims, *const *value_dims, *index[BUILD_MAX_RANK];
  guint rank, value_rank;
  Stored stored;
  Access one;

  if (b->reason)
    return;
  dims = b_lazy_dims (part.lazy, &rank);
  if (value.kind == VALUE_LAZY)
    {
      value_dims = b_lazy_dims (value.lazy, &value_rank);
      if (value_rank == rank && b->request->n_opened == 0 && b_lazy_overlaps (b, value.lazy, array, access))
        {
          Value copy = b_dynamic_copy (b, value.lazy, target);

          value = b->reason ? value : b_lazy_whole (b, &copy, target);
        }
      if (value_rank != rank)
        b_not_supported (b, target, "a part of other dimensions as the value");
      if (b->reason)
        return;
      value_dims = b_lazy_dims (value.lazy, &value_rank);
      for (guint k = 0; k < rank; k++)
        if (!rs_ir_equal (dims[k], value_dims[k]))
          b_assert (b, b_op (b, RS_IR_EQ, dims[k], value_dims[k]), g_strdup ("the sizes of both sides differ"));
    }
  value = b_keep (b, value);
  stored = b_open_stored (b, dims, rank, index);
  if (value.kind == VALUE_LAZY)
    value = b_lazy_element (b, value.lazy, index);
  one = b_lazy_access (b, part.lazy, index);
  if (!b->reason)
    store_array (b, target, array, &one, op, value);
  b_close_stored (b, &stored);
}

/* The other side as a small array where this one is small. */
static gboolean
is_stored_by_loop (Build *b, const RsNode *target, const Value *array, Access *access, RsOperator op, Value *value)
{
  Shape shape = { .rank = 1 };

  if (!access->is_lazy && value->kind == VALUE_LAZY)
    {
      b_measure (b, access, target);
      shape.dims[0] = access->n_elements;
      shape.type = b->scalar;
      *value = b_lazy_elements (b, value->lazy, &shape, target);
    }
  if (access->is_lazy && value->kind == VALUE_NUMBER && value->shape.rank > 0)
    spread_list (b, access, b_shape_count (&value->shape), target);
  if (access->is_lazy && !b->reason)
    store_lazy (b, target, array, access, op, *value);
  return access->is_lazy || b->reason;
}

static void
store_array (Build *b, const RsNode *target, const Value *array, Access *access, RsOperator op, Value value)
{
  RsElement element = b->request->inputs[array->input].type->element;
  gboolean is_complex = rs_element_is_complex (element);
  RsIrPlace line = b->line;
  RsIrOp ir = RS_IR_N_OPS;
  gboolean names_twice;

  value = b_only_number (value);
  if (rs_ir_type_of_element (element) == RS_IR_NONE)
    {
      b_not_supported (b, target, "arrays of this type");
      return;
    }
  if (b_has_lists (access)) /* which may name an element twice */
    b_not_supported (b, target, "a computed list of indices where elements are assigned");
  if (!b_match_rank (b, array->input, access, target) || !b_resolve_colons (b, access, array, NULL, target)
      || is_stored_by_loop (b, target, array, access, op, &value))
    return;
  b_measure (b, access, target);
  if (op != RS_OP_NONE)
    ir = update_operation (b, op, rs_ir_is_floating (rs_ir_type_of_element (element))
                                    || rs_ir_is_floating (value.shape.type), target);
  names_twice = op != RS_OP_NONE && has_named_twice (b, access, b_boundary_of (b, array), target);
  if (is_complex && op != RS_OP_NONE && ir != RS_IR_ADD)
    b_not_supported (b, target, "this compound assignment to a complex element");
  if (!b->reason && value.shape.rank > 0 && b_shape_count (&value.shape) != access->n_elements)
    b_fail (b, target, "%u values for %u elements", b_shape_count (&value.shape), access->n_elements);
  value = convert_for_element (b, value, array->input, op, ir, access->n_elements == 1 && !is_complex, target);
  if (b->reason)
    return;
  /* Everything is evaluated before anything is written. */
  if (access->n_elements > 1 || is_complex)
    value = b_keep (b, value);
  b->line = b_line (b, target);
  for (guint i = 0; i < access->n_elements; i++)
    {
      RsIrBlock *outer = open_branch (b, names_twice ? is_last_named (b, access, i) : NULL);

      for (guint c = 0; c < (is_complex ? 2u : 1u); c++)
        {
          const RsIrExpression *e = value.parts[(value.shape.rank ? i : 0) * (is_complex ? 2 : 1) + c];

          if (op == RS_OP_ASSIGN_SUBTRACT)
            e = rs_ir_unary (b->kernel, RS_IR_NEG, e);
          store_element (b, array, access, i, c, ir, e);
        }
      b->block = outer;
    }
  b->line = line;
  if (b->result_of != target || op == RS_OP_NONE || b->reason)
    return;
  if (access->n_elements > 1 || is_complex || (b->request->form == RS_KERNEL_FROM_LOOP && !b->request->serial))
    b_not_supported (b, target, "the value of this compound assignment");
  else
    b->result = take_result (b, b->block->last, element);
}

void
b_store_part (Build *b, const RsNode *place, const Value *array, Access *access, Value value)
{
  store_array (b, place, array, access, RS_OP_NONE, value);
}

void
b_store_all (Build *b, const RsNode *place, const Value *array, RsOperator op, Value value)
{
  Access access = { .n = b_array_rank (b, array->input) - array->n_prefix };

  for (guint k = 0; k < access.n; k++)
    access.axes[k].is_colon = TRUE;
  b_add_prefix (b, array, &access);
  store_array (b, place, array, &access, op, value);
}

/* old op value, for elements of small vectors. */
static Value
updated (Build *b, RsOperator op, Value old, Value value, const RsNode *place)
{
  RsOperator plain = rs_operator_of_assignment (op);
  RsIrType type = b_join_types (b, old.shape.type, value.shape.type);
  RsIrOp ir;

  if (plain != RS_OP_NONE)
    return b_binary (b, plain, old, value, place);
  if (old.shape.is_complex || value.shape.is_complex)
    return b_not_supported (b, place, "this compound assignment to a complex element");
  ir = update_operation (b, op, rs_ir_is_floating (type), place);
  if (b->reason)
    return old;
  return b_number (b_op (b, ir, rs_ir_convert (b->kernel, old.parts[0], type),
                         rs_ir_convert (b->kernel, value.parts[0], type)), b);
}

static void
set_element (Build *b, Variable *variable, const RsIrExpression *index, const RsIrExpression *inside,
             const RsIrExpression *value)
{
  gboolean in_memory = variable->facts->in_memory && b_shape_parts (&variable->facts->shape) > 1;
  RsIrStatement *set = rs_ir_statement (b->kernel, in_memory ? RS_IR_SET_ELEMENT : RS_IR_SET, b->line);
  RsIrBlock *outer = open_branch (b, inside);
  gint64 constant = 0;

  if (variable->symbol && variable->symbol->is_declared && b_has_range (b, variable->symbol->type)
      && !rs_element_is_integer (variable->symbol->type->element))
    value = b_into_range (b, b_number (value, b), variable->symbol->type, variable->symbol->first).parts[0];
  else if (variable->facts->shape.is_single)
    value = rs_ir_convert (b->kernel, value, RS_IR_F32);
  else if (variable->symbol && variable->facts->shape.type == RS_IR_I64 && variable->facts->shape.rank > 0)
    {
      Value old = b_read_variable (b, variable, NULL);

      value = b_into_element (b, value, variable, &old);
    }
  set->value = variable->facts->shape.type == RS_IR_I64 ? rs_ir_to_integer (b->kernel, value)
                                                        : rs_ir_convert (b->kernel, value, variable->facts->shape.type);
  if (in_memory)
    {
      set->index = variable->locals[0];
      set->n_subscripts = 1;
      set->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1);
      set->subscripts[0] = index;
    }
  else
    {
      b_constant_integer (index, &constant);
      set->index = variable->locals[constant];
    }
  rs_ir_append (b->block, set);
  b->block = outer;
}

/* Whether the elements of a small vector can hold the value. A vector of integers that is replaced by a vector of
 * scalars elsewhere holds either; it can't be told here which. */
static gboolean
check_element (Build *b, const Variable *variable, const Value *value, const RsNode *place)
{
  const Facts *facts = variable->facts;

  if (value->shape.is_complex && !facts->shape.is_complex)
    b_not_supported (b, place, "a complex value for an element of a real vector");
  else if (rs_ir_is_floating (value->shape.type) && facts->held_integers)
    b_not_supported (b, place, "an element of a vector that holds integers at times and scalars at others");
  else if (facts->integers.is_mixed
           || (b->has_small_integers && facts->integers.element == RS_ELEMENT_NONE && facts->shape.rank > 0
               && (facts->shape.type == RS_IR_I64 || facts->held_integers)))
    b_not_supported (b, place, "an element of a vector that holds integers of different types at times");
  else if (rs_ir_is_floating (value->shape.type) && facts->shape.type == RS_IR_BOOL)
    b_not_supported (b, place, "a number as an element of a vector of logical values");
  return b->reason == NULL;
}

/* Element i of value, or the number that it is. */
static Value
element_of_value (Build *b, const Value *value, guint i)
{
  Value element = b_value_new (b, (Shape){ .type = value->shape.type, .is_complex = value->shape.is_complex });
  guint n = b_shape_parts (&element.shape);

  for (guint c = 0; c < n; c++)
    element.parts[c] = value->parts[(value->shape.rank ? i : 0) * n + c];
  return element;
}

static Value
read_element (Build *b, Variable *variable, const RsIrExpression *index, const RsNode *place)
{
  Value vector = b_read_variable (b, variable, place);
  Value element = b_value_new (b, (Shape){ .type = vector.shape.type, .is_complex = vector.shape.is_complex });

  for (guint c = 0; c < b_shape_parts (&element.shape); c++)
    element.parts[c] = b_read_element (b, &vector, variable->facts->in_memory ? variable->locals[0] : 0, index, c);
  return element;
}

static void
store_number (Build *b, Variable *variable, const RsIrExpression *index, const RsIrExpression *inside, Value element)
{
  if (!variable->facts->shape.is_complex)
    {
      set_element (b, variable, index, inside, element.parts[0]);
      return;
    }
  element = b_keep (b, b_to_complex (b, element));
  for (guint c = 0; c < 2; c++)
    set_element (b, variable, b_add (b, b_mul (b, index, rs_ir_integer (b->kernel, 2)), rs_ir_integer (b->kernel, c)),
                 inside, element.parts[c]);
}

static void
store_value (Build *b, const RsNode *target, Variable *variable, Access *access, RsOperator op, Value value)
{
  const Shape *shape = &variable->facts->shape;
  gboolean names_twice;

  value = b_only_number (value);
  if (!b_match_value_rank (b, shape, access, target) || !b_resolve_colons (b, access, NULL, shape, target)
      || (op == RS_OP_NONE && !check_element (b, variable, &value, target)))
    return;
  b_measure (b, access, target);
  if (value.shape.rank > 0 && b_shape_count (&value.shape) != access->n_elements)
    b_fail (b, target, "%u values for %u elements", b_shape_count (&value.shape), access->n_elements);
  names_twice = op != RS_OP_NONE && has_named_twice (b, access, b_boundary_of_value (b, access), target);
  if (b_is_dynamic (access) && !variable->facts->in_memory && b_shape_parts (shape) > 1)
    b_variable_to_memory (b, variable);
  if (b->reason || (b_is_dynamic (access) && !variable->facts->in_memory && b_shape_parts (shape) > 1))
    return;
  if (access->n_elements > 1 || shape->is_complex)
    value = b_keep (b, value);
  for (guint i = 0; i < access->n_elements && !b->reason; i++)
    {
      const RsIrExpression *inside, *index = b_linear_index (b, shape, access, i, &inside),
                                    *is_last = names_twice ? is_last_named (b, access, i) : NULL;
      Value element = element_of_value (b, &value, i);
      gint64 constant;

      if (b_constant_integer (index, &constant) && (constant < 0 || constant >= b_shape_count (shape)))
        continue;
      index = b_keep (b, b_number (index, b)).parts[0];
      if (is_last)
        inside = inside ? b_op (b, RS_IR_AND, inside, is_last) : is_last;
      if (op != RS_OP_NONE)
        element = updated (b, op, read_element (b, variable, index, target), element, target);
      if (element.kind != VALUE_NUMBER || element.shape.rank > 0)
        b_not_supported (b, target, "this value for an element");
      if (b->reason || (op != RS_OP_NONE && !check_element (b, variable, &element, target)))
        return;
      store_number (b, variable, index, inside, element);
    }
}

void
b_store (Build *b, const RsNode *target, RsOperator op, Value value)
{
  const RsNode *base_node = target->children[RS_INDEX_ARRAY];
  Variable *variable = base_node->kind == RS_NODE_NAME && base_node->symbol
                         ? b_find_variable (b, b->frame, base_node->symbol) : NULL;
  RsIrStatement *mark = b->block->last;
  Access access;
  Value base;

  if (value.kind == VALUE_RANGE || value.kind == VALUE_ARRAY)
    value = b_array_as_value (b, value, target);
  if (value.kind == VALUE_OBJECT && op == RS_OP_NONE)
    {
      base = b_index (b, target);
      if (!b->reason && base.kind == VALUE_OBJECT)
        b_assign_object (b, &base, &value, target);
      else
        b_not_supported (b, target, "an object for this element");
      return;
    }
  if (value.kind != VALUE_NUMBER && value.kind != VALUE_LAZY)
    {
      b_not_supported (b, target, "this value for an element");
      return;
    }
  base = b_expression (b, base_node);
  b_collect_axes (b, target, &access);
  if (b->reason)
    return;
  if (b->block->last != mark)
    value = b_pin (b, value, mark, FALSE);
  if (base.kind == VALUE_ARRAY)
    {
      if (access.boundary != RS_BOUNDARY_DEFAULT)
        base.boundary = access.boundary;
      if (base.n_prefix > 0)
        b_add_prefix (b, &base, &access);
      else if (b_is_position (b, base.input, target, &access))
        b_spread_position (b, &access);
      store_array (b, target, &base, &access, op, value);
    }
  else if (base.kind == VALUE_LAZY && !b->copies_parts && !b->kernel->has_blocks)
    b->copies_parts = b->again = TRUE;
  else if (value.kind == VALUE_LAZY)
    b_not_supported (b, target, "a part of unknown length for elements of a small array");
  else if (variable && variable->kind == VARIABLE_LOCAL && variable->locals && !variable->has_counter)
    store_value (b, target, variable, &access, op, value);
  else if (base.kind == VALUE_NUMBER && base.input > 0)
    b_input_to_memory (b, base.input - 1);
  else
    b_not_supported (b, target, "changing an element of this value");
}
