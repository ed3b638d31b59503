/* Reading elements and small parts of arrays in memory and of small vectors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"
#include "compiler/sema/rewrite/texture.h"

static const RsIrExpression *
load (Build *b, const Value *array, const Access *access, guint i, guint component, RsIrPlace line)
{
  RsElement element = b->request->inputs[array->input].type->element;
  RsIrType type = access->filter == RS_IR_FILTER_LINEAR ? b->scalar : rs_ir_type_of_element (element);
  RsIrExpression *e = rs_ir_new (b->kernel, access->filter ? RS_IR_SAMPLE : RS_IR_LOAD, type, access->n);

  e->index = b_array_parameter (b, array->input);
  e->component = access->filter ? access->filter : component;
  e->boundary = b_boundary_of (b, array);
  e->line = line;
  b_element_subscripts (access, i, e->operands);
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
  RsIrPlace line = b_line (b, place);
  guint n_components;
  Value value;

  if (type == RS_IR_NONE)
    return b_not_supported (b, place, "arrays of this type");
  if (shape.rank > 0 && type == RS_IR_F64 && b_rounds_vectors (b))
    return b_not_supported (b, place, "vectors of double precision in a loop that is not parallel");
  shape.is_complex = rs_element_is_complex (element);
  shape.is_single = shape.rank > 0 && b_is_single_element (b, element);
  shape.type = rs_ir_is_floating (type) || access->filter == RS_IR_FILTER_LINEAR ? b->scalar
               : type == RS_IR_BOOL                                              ? RS_IR_BOOL
                                                                                 : RS_IR_I64;
  n_components = shape.is_complex ? 2 : 1;
  value = b_value_new (b, shape);
  if (shape.rank > 0)
    value.integers = b_integers_of (b->request->inputs[array->input].type);
  for (guint i = 0; i < access->n_elements; i++)
    for (guint c = 0; c < n_components; c++)
      value.parts[i * n_components + c] = load (b, array, access, i, c, line);
  return value;
}

static Value
index_array (Build *b, const RsNode *node, const Value *array, Access *access)
{
  if (array->n_prefix > 0)
    b_add_prefix (b, array, access);
  else if (b_is_position (b, array->input, node, access))
    b_spread_position (b, access);
  if (!b_match_rank (b, array->input, access, node) || !b_resolve_colons (b, access, array, NULL, node))
    return b_scalar (b, 0);
  if (access->is_lazy)
    return b_lazy_part (b, array, access, node);
  b_measure (b, access, node);
  return b->reason ? b_scalar (b, 0) : load_elements (b, array, access, node);
}

Value
b_whole_array (Build *b, const Value *array, const RsNode *place)
{
  Access access = { .n = b_array_rank (b, array->input) - array->n_prefix };

  for (guint k = 0; k < access.n; k++)
    access.axes[k].is_colon = TRUE;
  b_add_prefix (b, array, &access);
  if (access.n > BUILD_MAX_RANK + array->n_prefix || !b_resolve_colons (b, &access, array, NULL, place))
    return b->reason ? b_scalar (b, 0) : b_not_supported (b, place, "arithmetic on whole arrays");
  if (access.is_lazy)
    return b_lazy_part (b, array, &access, place);
  b_measure (b, &access, place);
  return b->reason ? b_scalar (b, 0) : load_elements (b, array, &access, place);
}

Value
b_load_access (Build *b, const Value *array, Access *access, const RsNode *place)
{
  b_measure (b, access, place);
  return b->reason ? b_scalar (b, 0) : load_elements (b, array, access, place);
}

Value
b_lazy_whole (Build *b, const Value *array, const RsNode *place)
{
  Access access = { .n = b_array_rank (b, array->input) - array->n_prefix };

  for (guint k = 0; k < access.n; k++)
    access.axes[k] = b_whole_dimension (b, array, k + array->n_prefix);
  b_add_prefix (b, array, &access);
  return b->reason ? b_scalar (b, 0) : b_lazy_part (b, array, &access, place);
}

/* --- small vectors --- */

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

const RsIrExpression *
b_read_element (Build *b, const Value *value, int local, const RsIrExpression *index, guint component)
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

  if (b_has_lists (access) && value.input > 0)
    {
      b_input_to_memory (b, value.input - 1);
      return value;
    }
  if (!b_match_value_rank (b, &value.shape, access, node) || !b_resolve_colons (b, access, NULL, &value.shape, node))
    return value;
  b_measure (b, access, node);
  if (b->reason)
    return value;
  if (b_is_dynamic (access) && b_shape_parts (&value.shape) > 1)
    local = memory_of (b, node->children[RS_INDEX_ARRAY], &value);
  else if (b_is_dynamic (access))
    value = b_keep (b, value);
  access->shape.type = value.shape.type;
  access->shape.is_complex = value.shape.is_complex;
  access->shape.is_single = access->shape.rank > 0 && value.shape.is_single;
  result = b_value_new (b, access->shape);
  if (access->shape.rank > 0)
    result.integers = value.integers;
  for (guint i = 0; i < access->n_elements; i++)
    {
      const RsIrExpression *inside, *index = b_linear_index (b, &value.shape, access, i, &inside);

      for (guint c = 0; c < factor; c++)
        {
          const RsIrExpression *e = local < 0 ? b_read_element (b, &value, 0, rs_ir_integer (b->kernel, 0), c) : NULL;
          gint64 constant;

          if (local >= 0 || b_constant_integer (index, &constant))
            e = b_read_element (b, &value, local, index, c);
          result.parts[i * factor + c]
              = inside ? rs_ir_select (b->kernel, inside, e, rs_ir_constant (b->kernel, value.shape.type, 0)) : e;
        }
    }
  return result;
}

/* The item that index names, where all are numbers. */
static Value
select_number (Build *b, const Value *list, const RsIrExpression *index)
{
  RsIrType type = list->items[0].shape.type;
  const RsIrExpression *e;

  for (guint i = 1; i < list->n_items; i++)
    if (list->items[i].shape.type != type)
      type = b_join_types (b, type, list->items[i].shape.type);
  e = rs_ir_convert (b->kernel, list->items[0].parts[0], type);
  for (guint i = 1; i < list->n_items; i++)
    e = rs_ir_select (b->kernel, b_op (b, RS_IR_EQ, index, rs_ir_integer (b->kernel, i)),
                      rs_ir_convert (b->kernel, list->items[i].parts[0], type), e);
  return b_number (e, b);
}

static gboolean
are_numbers (const Value *list)
{
  for (guint i = 0; i < list->n_items; i++)
    if (!b_is_number (&list->items[i]))
      return FALSE;
  return TRUE;
}

/* list[k] with a known k; with a computed one where the items are numbers or functions. */
static Value
index_list (Build *b, const RsNode *node, const Value *list)
{
  Value index;
  gint64 k;

  if (node->n_children != RS_INDEX_FIRST + 1)
    return b_not_supported (b, node, "this number of indices into a cell");
  index = b_expression (b, node->children[RS_INDEX_FIRST]);
  if (b->reason || !b_is_number (&index))
    return b_not_supported (b, node, "this index into a cell");
  if (list->n_items == 0) /* text that is never reached: a loop over nothing */
    return b_scalar (b, 0);
  if (b_constant_integer (index.parts[0], &k))
    return k >= 0 && k < list->n_items
               ? list->items[k]
               : b_fail (b, node, "index %" G_GINT64_FORMAT " of a cell of %u", k, list->n_items);
  for (guint i = 0; i < list->n_items && !are_numbers (list); i++)
    if (list->items[i].kind != VALUE_FUNCTION || list->items[i].n_items > 0)
      return b_not_supported (b, node, "a computed index into a cell");
  index = b_keep (b, b_convert (b, index, RS_IR_I64));
  b_assert (b, b_op (b, RS_IR_AND, b_op (b, RS_IR_GE, index.parts[0], rs_ir_integer (b->kernel, 0)),
                     b_op (b, RS_IR_LT, index.parts[0], rs_ir_integer (b->kernel, list->n_items))),
            g_strdup_printf ("the index into a cell of %u is outside", list->n_items));
  if (are_numbers (list))
    return select_number (b, list, index.parts[0]);
  return (Value){ .kind = VALUE_FUNCTION, .items = list->items, .n_items = list->n_items, .first_capture = -1,
                  .selector = index.parts[0] };
}

/* Gives each `:` its list of indices; whether what is accessed is more than one element. */
static gboolean
resolve_lazy_colons (Build *b, const Lazy *lazy, Access *access)
{
  guint rank;
  const RsIrExpression *const *dims = b_lazy_dims (lazy, &rank);
  gboolean is_part = FALSE;

  for (guint k = 0; k < rank; k++)
    {
      if (access->axes[k].is_colon)
        access->axes[k] = (Axis){
          .is_list = TRUE, .low = rs_ir_integer (b->kernel, 0), .step = rs_ir_integer (b->kernel, 1), .count = dims[k]
        };
      is_part |= access->axes[k].is_list;
    }
  return is_part;
}

Value
b_index_lazy (Build *b, const RsNode *node, const Lazy *lazy, const Access *access)
{
  const RsIrExpression *index[BUILD_MAX_RANK] = { NULL }, *inside = NULL;
  const RsIrExpression *const *dims;
  RsBoundary boundary = b_boundary_of_value (b, access);
  guint rank;
  Value element;

  dims = b_lazy_dims (lazy, &rank);
  for (guint k = 0; k < rank; k++)
    {
      const RsIrExpression *test;

      index[k] = b_bounded_index (b, boundary, access->axes[k].parts[0], dims[k]);
      index[k] = b_keep (b, b_number (index[k], b)).parts[0];
      test = b_op (b, RS_IR_AND, b_op (b, RS_IR_GE, index[k], rs_ir_integer (b->kernel, 0)),
                   b_op (b, RS_IR_LT, index[k], dims[k]));
      inside = inside ? b_op (b, RS_IR_AND, inside, test) : test;
    }
  if (boundary == RS_BOUNDARY_CHECKED && rank > 1)
    return b_not_supported (b, node, "a 'checked part of several dimensions");
  if (boundary == RS_BOUNDARY_CHECKED) /* how long it is would be a second number */
    b_assert_number (b, inside, index[0], g_strdup_printf ("index %% is outside %s", access->name));
  element = b_lazy_element (b, lazy, index);
  for (guint c = 0; !b->reason && c < b_shape_parts (&element.shape); c++)
    element.parts[c] = rs_ir_select (b->kernel, inside, element.parts[c],
                                     rs_ir_constant (b->kernel, element.parts[c]->type, 0));
  return element;
}

/* lazy[k]: 0 outside, like an element of a small vector, unless the name says otherwise. */
static Value
index_lazy (Build *b, const RsNode *node, const Value *value, Access *access)
{
  guint rank;

  b_lazy_dims (value->lazy, &rank);
  if (access->n != rank)
    return b_not_supported (b, node, "this number of indices into a part");
  if (resolve_lazy_colons (b, value->lazy, access))
    return b_lazy_part (b, value, access, node);
  return b_index_lazy (b, node, value->lazy, access);
}

static Value
index_objects (Build *b, const RsNode *node, const Value *cell, Access *access)
{
  guint array = b_array_of_cell (b, cell, node);

  if (b->reason)
    return b_scalar (b, 0);
  if (b_is_position (b, array, node, access))
    b_spread_position (b, access);
  if (!b_match_rank (b, array, access, node))
    return b->reason ? b_scalar (b, 0) : b_fail (b, node, "too many indices");
  return b_object_of_cell (b, cell, access, node);
}

/* --- textures --- */

/* Elements of arrays in memory that are one number. */
static gboolean
can_sample (Build *b, const Value *array)
{
  const RsType *type = b->request->inputs[array->input].type;

  return array->n_prefix == 0 && !rs_element_is_complex (type->element)
         && rs_ir_type_of_element (type->element) != RS_IR_BOOL;
}

/* The coordinate as a number of the type that values are interpolated in. */
static void
add_coordinate (Build *b, Access *access, const RsNode *coordinate)
{
  const Value value = b_expression (b, coordinate);
  Axis *axis = &access->axes[access->n++];

  if (!b->reason && !b_is_number (&value))
    b_fail (b, coordinate, "a number is needed here");
  if (b->reason)
    return;
  *axis = (Axis){ .n = 1, .parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1) };
  axis->parts[0] = rs_ir_convert (b->kernel, value.parts[0], b->scalar);
}

/* The steps of the kind that is asked for. */
static void
build_steps (Build *b, const RsNode *node, gboolean of_coordinates)
{
  for (guint i = 0; i + 1 < node->n_children && !b->reason; i++)
    if (rs_texture_is_coordinate_step (node, i) == of_coordinates)
      b_statement (b, node->children[i]);
}

/* Whether the parts that are read between coordinates are elements of known number. */
static gboolean
collect_coordinates (Build *b, const RsNode *node, const RsNode *neighbour, const Value *array, Access *access)
{
  *access = b_begin_access (b, neighbour);
  access->filter = RS_IR_FILTER_LINEAR;
  for (guint i = RS_INDEX_FIRST; i < neighbour->n_children && !b->reason; i++)
    {
      const RsNode *coordinate = rs_texture_get_coordinate (node, neighbour->children[i]);

      if (coordinate)
        add_coordinate (b, access, coordinate);
      else
        b_collect_axis (b, access, neighbour->children[i]);
    }
  return !b->reason && b_match_rank (b, array->input, access, neighbour)
         && b_resolve_colons (b, access, array, NULL, neighbour) && !access->is_lazy;
}

Value
b_texture (Build *b, const RsNode *node)
{
  const RsNode *neighbour = rs_texture_get_first_neighbour (node);
  Value array = neighbour ? b_expression (b, neighbour->children[RS_INDEX_ARRAY]) : b_scalar (b, 0);
  Access access;

  build_steps (b, node, TRUE);
  if (!b->reason && array.kind == VALUE_ARRAY && can_sample (b, &array)
      && collect_coordinates (b, node, neighbour, &array, &access))
    {
      if (access.boundary != RS_BOUNDARY_DEFAULT)
        array.boundary = access.boundary;
      return b_load_access (b, &array, &access, neighbour);
    }
  build_steps (b, node, FALSE);
  return b->reason ? b_scalar (b, 0) : b_expression (b, rs_node_last (node));
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
  if (base.kind == VALUE_LIST)
    return index_list (b, node, &base);
  b_collect_axes (b, node, &access);
  if (b->reason)
    return base;
  if (b->block->last != mark && base.kind == VALUE_NUMBER && node->children[RS_INDEX_ARRAY]->kind != RS_NODE_NAME)
    base = b_pin (b, base, mark, FALSE);
  if (base.kind == VALUE_ARRAY && access.boundary != RS_BOUNDARY_DEFAULT)
    base.boundary = access.boundary;
  if (base.kind == VALUE_ARRAY)
    {
      access.filter = node->flags & RS_NODE_TEXTURE && can_sample (b, &base) ? RS_IR_FILTER_NEAREST : RS_IR_FILTER_NONE;
      return index_array (b, node, &base, &access);
    }
  if (base.kind == VALUE_LAZY)
    return index_lazy (b, node, &base, &access);
  if (base.kind == VALUE_OBJECTS)
    return index_objects (b, node, &base, &access);
  if (base.kind == VALUE_NUMBER)
    return index_value (b, node, base, &access);
  return b_fail (b, node, "this can't be indexed");
}
