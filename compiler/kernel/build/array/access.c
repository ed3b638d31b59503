/* Axes of index expressions: collected, matched with the array that is indexed, measured. See build-access.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"
#include "compiler/sema/infer/infer.h"

#include <string.h>

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
  if (value.kind == VALUE_LAZY && access->n < MAX_AXES
      && b_lazy_is_range (value.lazy, &axis->low, &axis->step, &axis->count))
    {
      axis->is_list = TRUE;
      access->n++;
      return TRUE;
    }
  if (value.kind == VALUE_ARRAY && is_list)
    value = b_array_as_value (b, value, place);
  if (value.kind == VALUE_LAZY && is_list && access->n < MAX_AXES)
    {
      if (b_lazy_type (b, value.lazy) == RS_IR_BOOL)
        b_not_supported (b, place, "a mask as an index, which selects any number of elements");
      access->axes[access->n++] = (Axis){ .is_list = TRUE, .list = value.lazy };
      return b->reason == NULL;
    }
  if (value.kind != VALUE_NUMBER || value.shape.is_complex)
    b_not_supported (b, place, "this kind of index");
  else if (is_list && value.shape.rank > 0 && value.shape.type == RS_IR_BOOL)
    b_not_supported (b, place, "a mask as an index, which selects any number of elements");
  else if (access->n == MAX_AXES)
    b_fail (b, place, "too many indices");
  if (b->reason)
    return FALSE;
  value = b_to_indices (b, value);
  axis->n = b_shape_count (&value.shape);
  axis->is_list = is_list && value.shape.rank > 0;
  axis->parts = value.parts;
  access->n++;
  return TRUE;
}

/* A range: its elements where there are few, and how they follow each other. */
static void
add_range (Build *b, Access *access, const Value *range, const RsNode *place)
{
  Axis *axis = &access->axes[access->n];
  gint64 step = 1;
  guint n;

  if (range->shape.type != RS_IR_I64 || access->n == MAX_AXES
      || (range->step && (!b_constant_integer (range->step, &step) || step == 0)))
    {
      add_axis (b, access, b_range_elements (b, *range, place), TRUE, place);
      return;
    }
  if (b_range_length (b, range, &n, &step))
    add_axis (b, access, b_range_elements (b, *range, place), TRUE, place);
  else
    {
      *axis = (Axis){ .is_list = TRUE, .count = b_range_count (b, range) };
      access->n++;
      n = 0;
    }
  if (b->reason)
    return;
  axis->low = b_keep (b, b_number (rs_ir_convert (b->kernel, range->low, RS_IR_I64), b)).parts[0];
  axis->step = rs_ir_integer (b->kernel, step);
  if (n > 0)
    axis->count = rs_ir_integer (b->kernel, n);
}

static void
add_parts (Build *b, Access *access, Value value, const RsNode *place)
{
  value = b_to_indices (b, value);
  for (guint i = 0; i < b_shape_count (&value.shape); i++)
    if (!add_axis (b, access, b_number (value.parts[i], b), FALSE, place))
      return;
}

/* The one of the name or member that an INDEX node stands behind: w : vec'circular = v. */
static RsBoundary
boundary_of_name (Build *b, const RsNode *node)
{
  const RsNode *array = node->children[RS_INDEX_ARRAY];
  const RsSymbol *symbol = array->kind == RS_NODE_NAME ? rs_symbol_get_origin (array->symbol) : NULL;

  if (array->kind == RS_NODE_FIELD)
    return rs_infer_expression (b->kernel->arena, array, b->request->precision)->boundary;
  return symbol && symbol->type ? symbol->type->boundary : RS_BOUNDARY_DEFAULT;
}

Access
b_begin_access (Build *b, const RsNode *node)
{
  const RsNode *array = node->children[RS_INDEX_ARRAY];

  return (Access){ .boundary = boundary_of_name (b, node),
                   .name = array->kind == RS_NODE_NAME && array->name ? array->name : "the value" };
}

void
b_collect_axis (Build *b, Access *access, const RsNode *child)
{
  gboolean spreads = child->kind == RS_NODE_SPREAD && child->n_children > 0;
  RsIrStatement *mark = b->block->last;
  Value value = b_expression (b, spreads ? child->children[0] : child);

  if (value.kind == VALUE_RANGE && spreads)
    value = b_range_elements (b, value, child);
  for (guint k = 0; k < access->n && b->block->last != mark; k++)
    {
      guint n = access->axes[k].n;
      Value pinned = b_value_new (b, b_shape (RS_IR_I64, 1, &n));

      pinned.parts = access->axes[k].parts;
      access->axes[k].parts = b_pin (b, pinned, mark, FALSE).parts;
    }
  if (value.kind == VALUE_RANGE && !spreads)
    add_range (b, access, &value, child);
  else if (spreads && value.kind == VALUE_NUMBER)
    add_parts (b, access, value, child);
  else
    add_axis (b, access, value, TRUE, child);
}

void
b_collect_axes (Build *b, const RsNode *node, Access *access)
{
  *access = b_begin_access (b, node);
  for (guint i = RS_INDEX_FIRST; i < node->n_children && !b->reason; i++)
    b_collect_axis (b, access, node->children[i]);
}

void
b_spread_position (Build *b, Access *access)
{
  Axis position = access->axes[0];

  access->n = 0;
  for (guint i = 0; i < position.n; i++)
    add_axis (b, access, b_number (position.parts[i], b), FALSE, NULL);
}

void
b_measure (Build *b, Access *access, const RsNode *place)
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
  if (access->n == 2 && access->shape.rank == 1 && access->axes[0].is_list) /* a column is no vector */
    access->shape.dims[access->shape.rank++] = 1;
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

void
b_fill_axis (Build *b, Axis *axis, guint n)
{
  *axis = (Axis){ .n = n, .is_list = TRUE, .parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, n) };
  for (guint i = 0; i < n; i++)
    axis->parts[i] = rs_ir_integer (b->kernel, i);
  axis->low = rs_ir_integer (b->kernel, 0);
  axis->step = rs_ir_integer (b->kernel, 1);
  axis->count = rs_ir_integer (b->kernel, n);
}

Axis
b_whole_dimension (Build *b, const Value *array, guint k)
{
  return (Axis){ .is_list = TRUE,
                 .low = rs_ir_integer (b->kernel, 0),
                 .step = rs_ir_integer (b->kernel, 1),
                 .count = b_array_length (b, array->input, k) };
}

/* The length of a dimension in which an array is seen, where its type says it; a vector is a row. */
static gint64
known_length (const Build *b, guint input, guint rank, guint k)
{
  const RsType *type = b->request->inputs[input].type;

  if (type->rank == 1 && rank > 1)
    return k == 1 ? type->sizes[0] : 1;
  if (type->rank > 1 && rank == 1) /* its elements in their order */
    return type->rank == 2 && type->sizes[0] == 1 ? type->sizes[1] : RS_SIZE_UNKNOWN;
  return k < (guint)type->rank ? type->sizes[k] : 1;
}

gboolean
b_resolve_colons (Build *b, Access *access, const Value *array, const Shape *shape, const RsNode *place)
{
  gint64 n_elements = 1;

  for (guint k = 0; k < access->n; k++)
    {
      gint64 n;

      if (access->axes[k].is_colon)
        {
          n = array ? known_length (b, array->input, access->n, k) : k < shape->rank ? (gint64)shape->dims[k] : 1;
          if (n < 1 && b->request->lacks_sizes)
            {
              *b->request->lacks_sizes = TRUE;
              b_not_supported (b, place, "slices whose length is not known");
              return FALSE;
            }
          if (n >= 1 && n <= BUILD_MAX_ELEMENTS)
            b_fill_axis (b, &access->axes[k], n);
          else if (array)
            access->axes[k] = b_whole_dimension (b, array, k);
        }
      access->is_lazy |= access->axes[k].n == 0;
      n_elements *= access->axes[k].n;
    }
  access->is_lazy |= n_elements > BUILD_MAX_ELEMENTS;
  if (access->is_lazy && !array)
    b_not_supported (b, place, "a part of unknown length of a small array");
  return b->reason == NULL;
}

void
b_element_subscripts (const Access *access, guint i, const RsIrExpression **subscripts)
{
  for (guint k = access->n; k-- > 0;)
    {
      subscripts[k] = access->axes[k].parts[i % access->axes[k].n];
      i /= access->axes[k].n;
    }
}

/* --- arrays in memory --- */

/* A kernel's `pos` without a type is a position in every array, as it is when it is interpreted. */
static gboolean
is_open_position (const RsNode *index)
{
  const RsSymbol *symbol = index->kind == RS_NODE_NAME ? index->symbol : NULL;

  return symbol != NULL && symbol->is_parameter && !symbol->is_declared && strcmp (symbol->name, "pos") == 0;
}

gboolean
b_is_position (Build *b, guint input, const RsNode *node, const Access *access)
{
  const RsType *type = b->request->inputs[input].type;
  const RsSymbol *symbol = b->request->inputs[input].symbol;
  gboolean is_matrix = symbol && symbol->is_declared && symbol->type->kind == RS_TYPE_ARRAY && symbol->type->rank > 1;
  gboolean is_row = type->rank == 1 || (type->rank == 2 && type->sizes[0] == 1 && !is_matrix);

  if (access->n != 1 || !access->axes[0].is_list)
    return FALSE;
  if (access->axes[0].n == 1 || (!is_row && (int)access->axes[0].n >= type->rank))
    return TRUE;
  if (is_matrix)
    return (int)access->axes[0].n == symbol->type->rank;
  return is_open_position (node->children[RS_INDEX_FIRST]);
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

gboolean
b_match_rank (Build *b, guint input, Access *access, const RsNode *place)
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
  if (access->n == 1 && actual == 2 && b->request->inputs[input].type->sizes[0] == 1)
    {
      insert_zeros (b, access, 0, 1); /* a matrix of one row, as zeros(size(v)) makes it */
      insert_zeros (b, access, 2, rank - 2);
      return TRUE;
    }
  if ((int)access->n < actual)
    {
      if (access->n == 1 && actual == 2 && b->request->lacks_sizes)
        *b->request->lacks_sizes = TRUE;
      b_not_supported (b, place, access->n == 1 ? "one index into a matrix" : "fewer indices than dimensions");
      return FALSE;
    }
  insert_zeros (b, access, access->n, rank - access->n);
  return TRUE;
}

void
b_add_prefix (Build *b, const Value *array, Access *access)
{
  guint n = array->n_prefix;

  if (access->n + n > MAX_AXES)
    {
      b_fail (b, NULL, "too many indices");
      return;
    }
  for (guint i = access->n; n > 0 && i-- > 0;)
    access->axes[i + n] = access->axes[i];
  for (guint i = 0; i < n; i++)
    access->axes[i] = (Axis){ .n = 1, .parts = &array->prefix[i] };
  access->n += n;
}

/* 'safe in kernels, device functions and loops, also those of host functions; 'checked in what else these do. */
static RsBoundary
default_boundary (Build *b)
{
  const RsNode *node = b->frame->node;
  gboolean device = b->frame == b->root || (node && (node->flags & (RS_NODE_KERNEL | RS_NODE_DEVICE)));
  gboolean in_loop = b->loop_labels->len > 0 && g_array_index (b->loop_labels, guint32, b->loop_labels->len - 1) != 0;

  return device || in_loop || b->frame->scope->is_kernel ? RS_BOUNDARY_SAFE : RS_BOUNDARY_CHECKED;
}

/* With COMPILER_PERFORM_BOUNDSCHECKS, what is 'safe by default only is noted when it is outside. */
static RsBoundary
watched (Build *b, RsBoundary boundary)
{
  if (boundary != RS_BOUNDARY_SAFE || !b->request->check_bounds)
    return boundary;
  b->kernel->is_watched = TRUE;
  return RS_IR_BOUNDARY_REPORTED;
}

RsBoundary
b_boundary_of (Build *b, const Value *array)
{
  const RsType *type = b->request->inputs[array->input].type;

  if (b->request->form == RS_KERNEL_FROM_EXPRESSION)
    return RS_BOUNDARY_UNCHECKED;
  if (array->boundary != RS_BOUNDARY_DEFAULT)
    return array->boundary;
  return type->boundary != RS_BOUNDARY_DEFAULT ? type->boundary : watched (b, default_boundary (b));
}

/* --- small vectors --- */

static gint64
floor_mod (gint64 a, gint64 n)
{
  return a % n < 0 ? a % n + n : a % n;
}

static const RsIrExpression *
bounded_constant (Build *b, RsBoundary boundary, gint64 index, gint64 length)
{
  if (boundary == RS_BOUNDARY_CLAMPED)
    index = CLAMP (index, 0, length - 1);
  else if (boundary == RS_BOUNDARY_CIRCULAR)
    index = floor_mod (index, length);
  else
    {
      index = floor_mod (index, 2 * length);
      index = index < length ? index : 2 * length - 1 - index;
    }
  return rs_ir_integer (b->kernel, index);
}

const RsIrExpression *
b_bounded_index (Build *b, RsBoundary boundary, const RsIrExpression *index, const RsIrExpression *length)
{
  gint64 value, n;

  if (boundary != RS_BOUNDARY_CLAMPED && boundary != RS_BOUNDARY_CIRCULAR && boundary != RS_BOUNDARY_MIRROR)
    return index;
  if (b_constant_integer (index, &value) && b_constant_integer (length, &n) && n > 0 && ABS (value) < G_MAXINT32)
    return bounded_constant (b, boundary, value, n);
  if (boundary == RS_BOUNDARY_CIRCULAR)
    return b_op (b, RS_IR_FLOOR_MOD, index, length);
  if (boundary == RS_BOUNDARY_MIRROR)
    return b_op (b, RS_IR_MIRROR, index, length);
  index = b_op (b, RS_IR_MIN, index, b_sub (b, length, rs_ir_integer (b->kernel, 1)));
  return b_op (b, RS_IR_MAX, index, rs_ir_integer (b->kernel, 0));
}

RsBoundary
b_boundary_of_value (Build *b, const Access *access)
{
  return access->boundary == RS_BOUNDARY_DEFAULT ? watched (b, default_boundary (b)) : access->boundary;
}

/* A small array as the interpreter describes it. */
static char *
describe (const Shape *shape)
{
  static const char *const kinds[] = { "", "vector", "matrix", "cube" };
  g_autoptr (GString) text = g_string_new (NULL);

  if (shape->rank == 0)
    return g_strdup (rs_ir_is_floating (shape->type) ? "a scalar" : "an integer");
  if (shape->rank == 1)
    return g_strdup_printf ("a vector of %u element%s", shape->dims[0], shape->dims[0] == 1 ? "" : "s");
  for (guint k = 0; k < shape->rank; k++)
    g_string_append_printf (text, k > 0 ? "-by-%u" : "%u", shape->dims[k]);
  return g_strdup_printf ("%s %s %s", text->str[0] == '8' ? "an" : "a", text->str, kinds[shape->rank]);
}

/* The launch fails when subscript number k is not inside, in the words of the interpreter. */
static void
assert_inside (Build *b, const Shape *shape, const Access *access, guint k, const RsIrExpression *inside,
               const RsIrExpression *subscript)
{
  g_autofree char *what = describe (shape);
  guint last = (shape->rank ? shape->dims[k] : 1) - 1;

  b_assert_number (b, inside, subscript,
                   access->n_given == 1
                     ? g_strdup_printf ("index %% is outside %s, %s: its indices are 0 to %u", access->name, what, last)
                     : g_strdup_printf ("index %% in dimension %u is outside %s, %s: there, indices are 0 to %u",
                                        k + access->n_given - access->n, access->name, what, last));
}

static const RsIrExpression *
is_inside (Build *b, const RsIrExpression *subscript, const RsIrExpression *size)
{
  return b_op (b, RS_IR_AND, b_op (b, RS_IR_GE, subscript, rs_ir_integer (b->kernel, 0)),
               b_op (b, RS_IR_LT, subscript, size));
}

const RsIrExpression *
b_linear_index (Build *b, const Shape *shape, const Access *access, guint i, const RsIrExpression **inside)
{
  const RsIrExpression *subscripts[MAX_AXES], *index = NULL;
  RsBoundary boundary = b_boundary_of_value (b, access);

  b_element_subscripts (access, i, subscripts);
  *inside = NULL;
  for (guint k = 0; k < access->n; k++)
    {
      const RsIrExpression *size = rs_ir_integer (b->kernel, shape->rank ? shape->dims[k] : 1), *test;
      gboolean is_known;
      gint64 value;

      subscripts[k] = b_bounded_index (b, boundary, subscripts[k], size);
      is_known = b_constant_integer (subscripts[k], &value) && value >= 0 && value < (gint64)size->value.integer;
      if (!is_known && boundary == RS_BOUNDARY_CHECKED)
        {
          subscripts[k] = b_keep (b, b_number (subscripts[k], b)).parts[0];
          assert_inside (b, shape, access, k, is_inside (b, subscripts[k], size), subscripts[k]);
        }
      else if (!is_known)
        {
          if (boundary == RS_IR_BOUNDARY_REPORTED)
            {
              subscripts[k] = b_keep (b, b_number (subscripts[k], b)).parts[0];
              assert_inside (b, shape, access, k, is_inside (b, subscripts[k], size), subscripts[k]);
              b->block->last->is_warning = TRUE;
            }
          test = is_inside (b, subscripts[k], size);
          *inside = *inside ? b_op (b, RS_IR_AND, *inside, test) : test;
        }
      index = index ? b_add (b, b_mul (b, index, size), subscripts[k]) : subscripts[k];
    }
  return index;
}

gboolean
b_match_value_rank (Build *b, const Shape *shape, Access *access, const RsNode *node)
{
  guint rank = MAX (shape->rank, 1);
  gint64 first;

  if (access->n == 1 && access->axes[0].is_list && shape->rank > 1 && access->axes[0].n == shape->rank)
    b_spread_position (b, access);
  access->n_given = access->n;
  if (access->n == 2 && rank == 1 && access->axes[0].n == 1 && b_constant_integer (access->axes[0].parts[0], &first)
      && first == 0)
    {
      access->axes[0] = access->axes[1];
      access->n = 1;
    }
  if (access->n == 1 && rank == 2 && shape->dims[0] == 1)
    insert_zeros (b, access, 0, 1);
  else if (access->n == 1 && rank == 2 && shape->dims[1] == 1)
    insert_zeros (b, access, 1, 1);
  if (access->n != rank)
    b_not_supported (b, node, "this number of indices into a small array");
  return b->reason == NULL;
}

gboolean
b_has_lists (const Access *access)
{
  for (guint k = 0; k < access->n; k++)
    if (access->axes[k].list)
      return TRUE;
  return FALSE;
}

gboolean
b_is_dynamic (const Access *access)
{
  gint64 value;

  for (guint k = 0; k < access->n; k++)
    for (guint i = 0; i < access->axes[k].n; i++)
      if (!b_constant_integer (access->axes[k].parts[i], &value))
        return TRUE;
  return FALSE;
}
