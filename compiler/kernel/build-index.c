/* Indexing: elements and small parts of arrays in memory and of small vectors, read and written.
 *
 * Every index becomes an axis: one subscript, or a list of them (a range, a vector). A position vector becomes one axis
 * an element. All combinations of the lists are accessed, so that x[i,j,0..2] is three loads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build-private.h"

#define MAX_AXES 16

typedef struct {
  guint n;
  gboolean is_list;
  gboolean is_colon; /* all of the dimension: no parts until its length is known */
  const RsIrExpression **parts; /* I64 */
} Axis;

typedef struct {
  Axis axes[MAX_AXES];
  guint n;
  Shape shape;   /* of what is accessed, without its type */
  guint n_elements;
} Access;

/* --- collecting --- */

static gboolean
add_axis (Build *b, Access *access, Value value, gboolean is_list, const RsNode *place)
{
  Axis *axis = &access->axes[access->n];

  if (value.kind == VALUE_COLON && access->n < MAX_AXES)
    {
      access->axes[access->n++] = (Axis){ .is_colon = TRUE };
      return TRUE;
    }
  if (value.kind != VALUE_NUMBER || value.shape.is_complex)
    b_not_supported (b, place, "this kind of index");
  else if (access->n == MAX_AXES)
    b_fail (b, place, "too many indices");
  if (b->reason)
    return FALSE;
  value = b_convert (b, value, RS_IR_I64);
  axis->n = b_shape_count (&value.shape);
  axis->is_list = is_list && value.shape.rank > 0;
  axis->parts = value.parts;
  access->n++;
  return TRUE;
}

static void
add_parts (Build *b, Access *access, Value value, const RsNode *place)
{
  value = b_convert (b, value, RS_IR_I64);
  for (guint i = 0; i < b_shape_count (&value.shape); i++)
    if (!add_axis (b, access, b_number (value.parts[i], b), FALSE, place))
      return;
}

static void
collect_axes (Build *b, const RsNode *node, Access *access)
{
  *access = (Access){ 0 };
  for (guint i = RS_INDEX_FIRST; i < node->n_children && !b->reason; i++)
    {
      const RsNode *child = node->children[i];
      gboolean spreads = child->kind == RS_NODE_SPREAD && child->n_children > 0;
      RsIrStatement *mark = b->block->last;
      Value value = b_expression (b, spreads ? child->children[0] : child);

      for (guint k = 0; k < access->n && b->block->last != mark; k++)
        {
          guint n = access->axes[k].n;
          Value pinned = b_value_new (b, b_shape (RS_IR_I64, 1, &n));

          pinned.parts = access->axes[k].parts;
          access->axes[k].parts = b_pin (b, pinned, mark, FALSE).parts;
        }
      if (value.kind == VALUE_RANGE)
        value = b_range_elements (b, value, child);
      if (spreads && value.kind == VALUE_NUMBER)
        add_parts (b, access, value, child);
      else
        add_axis (b, access, value, TRUE, child);
    }
}

/* Makes a single vector the position that it is: one axis a component. */
static void
spread_position (Build *b, Access *access)
{
  Axis position = access->axes[0];

  access->n = 0;
  for (guint i = 0; i < position.n; i++)
    add_axis (b, access, b_number (position.parts[i], b), FALSE, NULL);
}

static void
measure (Build *b, Access *access, const RsNode *place)
{
  access->n_elements = 1;
  access->shape = (Shape){ 0 };
  for (guint i = 0; i < access->n; i++)
    {
      access->n_elements *= access->axes[i].n;
      if (!access->axes[i].is_list)
        continue;
      if (access->shape.rank == BUILD_MAX_RANK)
        {
          b_not_supported (b, place, "parts of more than three dimensions");
          return;
        }
      access->shape.dims[access->shape.rank++] = access->axes[i].n;
    }
  if (access->n_elements > BUILD_MAX_ELEMENTS)
    b_not_supported (b, place, "a part of more than 64 elements");
  for (guint i = 0; i < access->n && access->n_elements > 1; i++)
    {
      guint n = access->axes[i].n;
      Value value = b_value_new (b, b_shape (RS_IR_I64, 1, &n));

      value.parts = access->axes[i].parts;
      access->axes[i].parts = b_keep (b, value).parts;
    }
}

static void
fill_axis (Build *b, Axis *axis, guint n)
{
  *axis = (Axis){ .n = n, .is_list = TRUE, .parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, n) };
  for (guint i = 0; i < n; i++)
    axis->parts[i] = rs_ir_integer (b->kernel, i);
}

/* The length of a dimension in which an array is seen, where its type says it; a vector is a row. */
static gint64
known_length (const Build *b, guint input, guint rank, guint k)
{
  const RsType *type = b->request->inputs[input].type;

  if (type->rank == 1 && rank > 1)
    return k == 1 ? type->sizes[0] : 1;
  return k < (guint)type->rank ? type->sizes[k] : 1;
}

/* Gives each `:` its list of indices. */
static gboolean
resolve_colons (Build *b, Access *access, const Value *array, const Shape *shape, const RsNode *place)
{
  for (guint k = 0; k < access->n; k++)
    {
      gint64 n;

      if (!access->axes[k].is_colon)
        continue;
      n = array ? known_length (b, array->input, access->n, k) : k < shape->rank ? (gint64)shape->dims[k] : 1;
      if (n < 1 && b->request->lacks_sizes)
        *b->request->lacks_sizes = TRUE;
      if (n < 1 || n > BUILD_MAX_ELEMENTS)
        {
          b_not_supported (b, place, "slices whose length is not known, or more than 64");
          return FALSE;
        }
      fill_axis (b, &access->axes[k], n);
    }
  return TRUE;
}

/* The subscripts of element number i of the accessed part, in row-major order. */
static void
element_subscripts (const Access *access, guint i, const RsIrExpression **subscripts)
{
  for (guint k = access->n; k-- > 0;)
    {
      subscripts[k] = access->axes[k].parts[i % access->axes[k].n];
      i /= access->axes[k].n;
    }
}

/* --- arrays in memory --- */

/* pos, pos + d, d + pos. */
static gboolean
mentions_position (const RsNode *node)
{
  if (node->kind == RS_NODE_NAME)
    return g_strcmp0 (node->name, "pos") == 0;
  if (node->kind == RS_NODE_BINARY)
    return mentions_position (node->children[0]) || mentions_position (node->children[1]);
  return FALSE;
}

static gboolean
is_position (Build *b, guint input, const RsNode *node, const Access *access)
{
  const RsType *type = b->request->inputs[input].type;
  const RsSymbol *symbol = b->request->inputs[input].symbol;

  if (access->n != 1 || !access->axes[0].is_list)
    return FALSE;
  if (access->axes[0].n == 1 || (type->rank > 1 && (int)access->axes[0].n >= type->rank))
    return TRUE;
  if (symbol && symbol->is_declared && symbol->type->kind == RS_TYPE_ARRAY && symbol->type->rank > 1)
    return (int)access->axes[0].n == symbol->type->rank;
  return mentions_position (node->children[RS_INDEX_FIRST]);
}

static void
insert_zeros (Build *b, Access *access, guint at, guint n)
{
  for (guint i = access->n; i-- > at;)
    access->axes[i + n] = access->axes[i];
  for (guint i = 0; i < n; i++)
    {
      access->axes[at + i] = (Axis){ .n = 1, .parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1) };
      access->axes[at + i].parts[0] = rs_ir_integer (b->kernel, 0);
    }
  access->n += n;
}

/* As many subscripts as the array is seen with; FALSE when this attempt can't know. */
static gboolean
match_rank (Build *b, guint input, Access *access, const RsNode *place)
{
  int actual = b->request->inputs[input].type->rank;
  guint rank = b_array_rank (b, input);

  if (access->n > rank)
    {
      if (access->n > RS_MAX_RANK)
        b_fail (b, place, "too many indices");
      else
        b_array_set_rank (b, input, access->n);
      return FALSE;
    }
  if (access->n == rank)
    return TRUE;
  if (access->n == 1 && actual == 1)
    {
      insert_zeros (b, access, 0, 1); /* a vector is a row */
      insert_zeros (b, access, 2, rank - 2);
      return TRUE;
    }
  if ((int)access->n < actual)
    {
      b_not_supported (b, place, access->n == 1 ? "one index into a matrix" : "fewer indices than dimensions");
      return FALSE;
    }
  insert_zeros (b, access, access->n, rank - access->n);
  return TRUE;
}

static RsBoundary
default_boundary (Build *b)
{
  const RsNode *node = b->frame->node;
  gboolean device = b->frame == b->root || (node && (node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)));

  return device || b->frame->scope->is_kernel ? RS_BOUNDARY_SAFE : RS_BOUNDARY_CHECKED;
}

static RsBoundary
boundary_of (Build *b, const Value *array)
{
  const RsType *type = b->request->inputs[array->input].type;

  if (b->request->form == RS_KERNEL_FROM_EXPRESSION)
    return RS_BOUNDARY_UNCHECKED;
  if (array->boundary != RS_BOUNDARY_DEFAULT)
    return array->boundary;
  return type->boundary != RS_BOUNDARY_DEFAULT ? type->boundary : default_boundary (b);
}

static const RsIrExpression *
load (Build *b, const Value *array, const Access *access, guint i, guint component, guint line)
{
  RsElement element = b->request->inputs[array->input].type->element;
  RsIrType type = rs_ir_type_of_element (element);
  RsIrExpression *e = rs_ir_new (b->kernel, RS_IR_LOAD, type, access->n);

  e->index = b_array_parameter (b, array->input);
  e->component = component;
  e->boundary = boundary_of (b, array);
  e->line = line;
  element_subscripts (access, i, e->operands);
  rs_kernel_parameter (b->kernel, e->index)->reads = TRUE;
  if (rs_ir_is_floating (type))
    return rs_ir_convert (b->kernel, e, b->scalar);
  return rs_ir_convert (b->kernel, e, type == RS_IR_BOOL ? RS_IR_BOOL : RS_IR_I64);
}

static Value
load_elements (Build *b, const Value *array, const Access *access, const RsNode *place)
{
  RsElement element = b->request->inputs[array->input].type->element;
  RsIrType type = rs_ir_type_of_element (element);
  Shape shape = access->shape;
  guint n_components, line = b_line (b, place);
  Value value;

  if (type == RS_IR_NONE)
    return b_not_supported (b, place, "arrays of this type");
  if (shape.rank > 0 && type == RS_IR_F64 && b_rounds_vectors (b))
    return b_not_supported (b, place, "vectors of double precision in a loop that is not parallel");
  shape.is_complex = rs_element_is_complex (element);
  shape.type = rs_ir_is_floating (type) ? b->scalar : type == RS_IR_BOOL ? RS_IR_BOOL : RS_IR_I64;
  n_components = shape.is_complex ? 2 : 1;
  value = b_value_new (b, shape);
  for (guint i = 0; i < access->n_elements; i++)
    for (guint c = 0; c < n_components; c++)
      value.parts[i * n_components + c] = load (b, array, access, i, c, line);
  return value;
}

static Value
index_array (Build *b, const RsNode *node, const Value *array, Access *access)
{
  if (is_position (b, array->input, node, access))
    spread_position (b, access);
  if (!match_rank (b, array->input, access, node) || !resolve_colons (b, access, array, NULL, node))
    return b_scalar (b, 0);
  measure (b, access, node);
  return b->reason ? b_scalar (b, 0) : load_elements (b, array, access, node);
}

Value
b_whole_array (Build *b, const Value *array, const RsNode *place)
{
  Access access = { .n = b_array_rank (b, array->input) };

  for (guint k = 0; k < access.n; k++)
    access.axes[k].is_colon = TRUE;
  if (access.n > BUILD_MAX_RANK || !resolve_colons (b, &access, array, NULL, place))
    return b->reason ? b_scalar (b, 0) : b_not_supported (b, place, "arithmetic on whole arrays");
  measure (b, &access, place);
  return b->reason ? b_scalar (b, 0) : load_elements (b, array, &access, place);
}

/* --- small vectors --- */

/* Row-major index of element i of the access into a value of that shape, and whether it is inside. */
static const RsIrExpression *
linear_index (Build *b, const Shape *shape, const Access *access, guint i, const RsIrExpression **inside)
{
  const RsIrExpression *subscripts[MAX_AXES], *index = NULL;
  RsKernel *kernel = b->kernel;

  element_subscripts (access, i, subscripts);
  *inside = NULL;
  for (guint k = 0; k < access->n; k++)
    {
      const RsIrExpression *size = rs_ir_integer (kernel, shape->rank ? shape->dims[k] : 1);
      gint64 value;

      index = index ? b_add (b, b_mul (b, index, size), subscripts[k]) : subscripts[k];
      if (!b_constant_integer (subscripts[k], &value) || value < 0 || value >= (gint64)size->value.integer)
        {
          const RsIrExpression *test = b_op (b, RS_IR_AND,
                                             b_op (b, RS_IR_GE, subscripts[k], rs_ir_integer (kernel, 0)),
                                             b_op (b, RS_IR_LT, subscripts[k], size));

          *inside = *inside ? b_op (b, RS_IR_AND, *inside, test) : test;
        }
    }
  return index;
}

/* Brings the access to as many axes as the value has dimensions: v[0,k] of a vector, x[pos] of a matrix. */
static gboolean
match_value_rank (Build *b, const Shape *shape, Access *access, const RsNode *node)
{
  guint rank = MAX (shape->rank, 1);
  gint64 first;

  if (access->n == 1 && access->axes[0].is_list && shape->rank > 1 && access->axes[0].n == shape->rank)
    spread_position (b, access);
  if (access->n == 2 && rank == 1 && access->axes[0].n == 1 && b_constant_integer (access->axes[0].parts[0], &first)
      && first == 0)
    {
      access->axes[0] = access->axes[1];
      access->n = 1;
    }
  if (access->n == 1 && rank == 2 && shape->dims[0] == 1)
    insert_zeros (b, access, 0, 1);
  if (access->n != rank)
    b_not_supported (b, node, "this number of indices into a small array");
  return b->reason == NULL;
}

/* A local vector with the parts of value. */
static guint
spill (Build *b, Value value)
{
  guint n = b_shape_parts (&value.shape);
  guint local = rs_kernel_add_local (b->kernel, "v", value.shape.type, n);

  for (guint i = 0; i < n; i++)
    {
      RsIrStatement *set = b_emit (b, RS_IR_SET_ELEMENT);

      set->index = local;
      set->n_subscripts = 1;
      set->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1);
      set->subscripts[0] = rs_ir_integer (b->kernel, i);
      set->value = value.parts[i];
    }
  return local;
}

static const RsIrExpression *
clamp_index (Build *b, const RsIrExpression *index, guint n)
{
  return b_op (b, RS_IR_MAX, b_op (b, RS_IR_MIN, index, rs_ir_integer (b->kernel, n - 1)),
               rs_ir_integer (b->kernel, 0));
}

static const RsIrExpression *
read_element (Build *b, const Value *value, int local, const RsIrExpression *index, guint component)
{
  guint n = b_shape_count (&value->shape), factor = value->shape.is_complex ? 2 : 1;
  RsIrExpression *e;
  gint64 constant;

  if (b_constant_integer (index, &constant))
    return constant < 0 || constant >= n ? rs_ir_constant (b->kernel, value->shape.type, 0)
                                         : value->parts[constant * factor + component];
  e = rs_ir_new (b->kernel, RS_IR_ELEMENT, value->shape.type, 1);
  e->index = local;
  e->operands[0] = b_add (b, b_mul (b, clamp_index (b, index, n), rs_ir_integer (b->kernel, factor)),
                          rs_ir_integer (b->kernel, component));
  return e;
}

static gboolean
is_dynamic (const Access *access)
{
  gint64 value;

  for (guint k = 0; k < access->n; k++)
    for (guint i = 0; i < access->axes[k].n; i++)
      if (!b_constant_integer (access->axes[k].parts[i], &value))
        return TRUE;
  return FALSE;
}

/* The local vector that a value indexed with a variable lives in; may ask for another attempt instead. */
static int
memory_of (Build *b, const RsNode *base, const Value *value)
{
  Variable *variable = base->kind == RS_NODE_NAME && base->symbol ? b_find_variable (b, b->frame, base->symbol) : NULL;

  if (value->input > 0)
    b_input_to_memory (b, value->input - 1);
  else if (variable && variable->kind == VARIABLE_LOCAL && !variable->has_counter)
    {
      if (variable->facts->in_memory && variable->locals && b_shape_parts (&variable->facts->shape) > 1)
        return variable->locals[0];
      b_variable_to_memory (b, variable);
    }
  return spill (b, *value);
}

static Value
index_value (Build *b, const RsNode *node, Value value, Access *access)
{
  guint factor = value.shape.is_complex ? 2 : 1;
  int local = -1;
  Value result;

  if (!match_value_rank (b, &value.shape, access, node) || !resolve_colons (b, access, NULL, &value.shape, node))
    return value;
  measure (b, access, node);
  if (b->reason)
    return value;
  if (is_dynamic (access) && b_shape_parts (&value.shape) > 1)
    local = memory_of (b, node->children[RS_INDEX_ARRAY], &value);
  else if (is_dynamic (access))
    value = b_keep (b, value);
  access->shape.type = value.shape.type;
  access->shape.is_complex = value.shape.is_complex;
  result = b_value_new (b, access->shape);
  for (guint i = 0; i < access->n_elements; i++)
    {
      const RsIrExpression *inside, *index = linear_index (b, &value.shape, access, i, &inside);

      for (guint c = 0; c < factor; c++)
        {
          const RsIrExpression *e = local < 0 ? read_element (b, &value, 0, rs_ir_integer (b->kernel, 0), c) : NULL;
          gint64 constant;

          if (local >= 0 || b_constant_integer (index, &constant))
            e = read_element (b, &value, local, index, c);
          result.parts[i * factor + c]
              = inside ? rs_ir_select (b->kernel, inside, e, rs_ir_constant (b->kernel, value.shape.type, 0)) : e;
        }
    }
  return result;
}

Value
b_index (Build *b, const RsNode *node)
{
  Value base = b_expression (b, node->children[RS_INDEX_ARRAY]);
  RsIrStatement *mark = b->block->last;
  Access access;

  if (base.kind == VALUE_RANGE)
    base = b_range_elements (b, base, node);
  if (base.kind == VALUE_FUNCTION)
    return b_explicit (b, base, node);
  collect_axes (b, node, &access);
  if (b->reason)
    return base;
  if (b->block->last != mark && base.kind == VALUE_NUMBER && node->children[RS_INDEX_ARRAY]->kind != RS_NODE_NAME)
    base = b_pin (b, base, mark, FALSE);
  if (base.kind == VALUE_ARRAY)
    return index_array (b, node, &base, &access);
  if (base.kind == VALUE_NUMBER)
    return index_value (b, node, base, &access);
  return b_fail (b, node, "this can't be indexed");
}

/* --- writing --- */

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
  s->boundary = boundary_of (b, array);
  s->overflow = overflow_of (b, array->input);
  s->n_subscripts = access->n;
  s->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, access->n);
  element_subscripts (access, i, s->subscripts);
  s->value = value;
  parameter = rs_kernel_parameter (b->kernel, s->index);
  parameter->writes = TRUE;
  parameter->reads = TRUE; /* what is not written has to stay */
}

/* value as it is stored or combined: floating elements in their type; integers keep a scalar until the store. */
static Value
convert_for_element (Build *b, Value value, RsElement element, RsOperator op, gboolean is_number, const RsNode *place)
{
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
  if (rs_ir_is_floating (type) || op != RS_OP_NONE)
    return b_convert (b, value, type);
  return value;
}

static void
store_array (Build *b, const RsNode *target, const Value *array, Access *access, RsOperator op, Value value)
{
  RsElement element = b->request->inputs[array->input].type->element;
  gboolean is_complex = rs_element_is_complex (element);
  RsIrOp ir = RS_IR_N_OPS;

  if (rs_ir_type_of_element (element) == RS_IR_NONE)
    {
      b_not_supported (b, target, "arrays of this type");
      return;
    }
  if (is_position (b, array->input, target, access))
    spread_position (b, access);
  if (!match_rank (b, array->input, access, target) || !resolve_colons (b, access, array, NULL, target))
    return;
  measure (b, access, target);
  if (op != RS_OP_NONE)
    ir = update_operation (b, op, rs_ir_is_floating (rs_ir_type_of_element (element))
                                    || rs_ir_is_floating (value.shape.type), target);
  if (is_complex && op != RS_OP_NONE && ir != RS_IR_ADD)
    b_not_supported (b, target, "this compound assignment to a complex element");
  if (!b->reason && value.shape.rank > 0 && b_shape_count (&value.shape) != access->n_elements)
    b_fail (b, target, "%u values for %u elements", b_shape_count (&value.shape), access->n_elements);
  value = convert_for_element (b, value, element, op, access->n_elements == 1 && !is_complex, target);
  if (b->reason)
    return;
  /* Everything is evaluated before anything is written. */
  if (access->n_elements > 1 || is_complex)
    value = b_keep (b, value);
  for (guint i = 0; i < access->n_elements; i++)
    for (guint c = 0; c < (is_complex ? 2u : 1u); c++)
      {
        const RsIrExpression *e = value.parts[(value.shape.rank ? i : 0) * (is_complex ? 2 : 1) + c];

        if (op == RS_OP_ASSIGN_SUBTRACT)
          e = rs_ir_unary (b->kernel, RS_IR_NEG, e);
        store_element (b, array, access, i, c, ir, e);
      }
}

void
b_store_all (Build *b, const RsNode *place, const Value *array, Value value)
{
  Access access = { .n = value.shape.rank };

  for (guint k = 0; k < value.shape.rank; k++)
    fill_axis (b, &access.axes[k], value.shape.dims[k]);
  store_array (b, place, array, &access, RS_OP_NONE, value);
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
  gint64 constant = 0;

  set->value = rs_ir_convert (b->kernel, value, variable->facts->shape.type);
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
  if (inside)
    {
      RsIrStatement *branch = b_emit (b, RS_IR_IF);

      branch->value = inside;
      rs_ir_append (&branch->body, set);
    }
  else
    rs_ir_append (b->block, set);
}

/* The element types widen like those of numbers: v = [0,0]; v[0] = 0.5. */
static gboolean
widen (Build *b, Variable *variable, const Value *value, const RsNode *place)
{
  Facts *facts = variable->facts;
  gboolean declared = variable->symbol->is_declared && variable->symbol->type->kind != RS_TYPE_UNKNOWN;

  if (value->shape.is_complex || facts->shape.is_complex)
    {
      b_not_supported (b, place, "elements of small complex vectors as targets");
      return FALSE;
    }
  if (!declared && rs_ir_is_floating (value->shape.type) && !rs_ir_is_floating (facts->shape.type))
    {
      facts->shape.type = b->scalar;
      b->again = TRUE;
      return FALSE;
    }
  return TRUE;
}

static void
store_value (Build *b, const RsNode *target, Variable *variable, Access *access, RsOperator op, Value value)
{
  const Shape *shape = &variable->facts->shape;
  Value old;

  if (!match_value_rank (b, shape, access, target) || !resolve_colons (b, access, NULL, shape, target) || !widen (b, variable, &value, target))
    return;
  measure (b, access, target);
  if (value.shape.rank > 0 && b_shape_count (&value.shape) != access->n_elements)
    b_fail (b, target, "%u values for %u elements", b_shape_count (&value.shape), access->n_elements);
  if (is_dynamic (access) && !variable->facts->in_memory && b_shape_parts (shape) > 1)
    b_variable_to_memory (b, variable);
  if (b->reason || (is_dynamic (access) && !variable->facts->in_memory && b_shape_parts (shape) > 1))
    return;
  if (access->n_elements > 1)
    value = b_keep (b, value);
  for (guint i = 0; i < access->n_elements; i++)
    {
      const RsIrExpression *inside, *index = linear_index (b, shape, access, i, &inside);
      const RsIrExpression *e = value.parts[value.shape.rank ? i : 0];
      gint64 constant;

      if (b_constant_integer (index, &constant) && (constant < 0 || constant >= b_shape_count (shape)))
        continue;
      index = b_keep (b, b_number (index, b)).parts[0];
      if (op != RS_OP_NONE)
        {
          old = b_read_variable (b, variable, target);
          old = b_number (variable->facts->in_memory ? read_element (b, &old, variable->locals[0], index, 0)
                                                     : read_element (b, &old, 0, index, 0), b);
          old = updated (b, op, old, b_number (e, b), target);
          if (!b_is_number (&old) || !widen (b, variable, &old, target))
            return;
          e = old.parts[0];
        }
      set_element (b, variable, index, inside, e);
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

  if (value.kind == VALUE_RANGE)
    value = b_range_elements (b, value, target);
  if (value.kind != VALUE_NUMBER)
    {
      b_not_supported (b, target, "this value for an element");
      return;
    }
  base = b_expression (b, base_node);
  collect_axes (b, target, &access);
  if (b->reason)
    return;
  if (b->block->last != mark)
    value = b_pin (b, value, mark, FALSE);
  if (base.kind == VALUE_ARRAY)
    store_array (b, target, &base, &access, op, value);
  else if (variable && variable->kind == VARIABLE_LOCAL && variable->locals && !variable->has_counter)
    store_value (b, target, variable, &access, op, value);
  else if (base.kind == VALUE_NUMBER && base.input > 0)
    b_input_to_memory (b, base.input - 1);
  else
    b_not_supported (b, target, "changing an element of this value");
}
