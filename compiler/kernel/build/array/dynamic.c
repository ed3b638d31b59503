/* Arrays that a work item makes (manual 8.3): zeros, ones and their kind with lengths that are not known, copies of
 * parts, products of matrices.
 *
 * Such an array becomes one more array input, which nothing is bound to, like shared memory. Its lengths are kept in
 * locals, since they may differ between work items. A variable stands for its array like for any other; one that takes
 * on several arrays in turn has an array of its own, into which each of them is copied.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"

#include <string.h>

/* --- making --- */

static guint
add_input (Build *b, const RsNode *place, RsElement element, guint rank)
{
  RsType *type;

  if (b->n_inputs == b->n_request_inputs + BUILD_MAX_SHARED)
    {
      b_not_supported (b, place, "so many arrays that are made in a kernel");
      return 0;
    }
  type = rs_arena_memdup (b->kernel->arena, rs_type_array (b->kernel->arena, element, (int)rank), sizeof *type);
  for (guint k = 0; k < RS_MAX_RANK; k++)
    type->sizes[k] = RS_SIZE_UNKNOWN;
  b->own_inputs[b->n_inputs] = (RsKernelInput){ .type = type };
  b->inputs[b->n_inputs] = (InputFacts){ .rank = (int)rank };
  b->parameters[b->n_inputs] = -1;
  return b->n_inputs++;
}

static Value
new_array (Build *b, const RsNode *place, RsElement element, guint rank)
{
  Value value = { .kind = VALUE_ARRAY, .boundary = RS_BOUNDARY_SAFE };
  RsKernelParameter parameter = { .binding = RS_BIND_DYNAMIC, .name = (char *)"memory", .element = element, .length = 1,
                                  .rank = (int)rank, .reads = TRUE, .writes = TRUE };

  if (b->kernel->has_blocks || rs_ir_type_of_element (element) == RS_IR_NONE)
    return b_not_supported (b, place, "memory that is allocated in a kernel");
  parameter.input = value.input = add_input (b, place, element, rank);
  if (b->reason)
    return value;
  b->parameters[value.input] = (int)rs_kernel_add_parameter (b->kernel, &parameter, RS_IR_VIEW_PLAIN);
  for (guint k = 0; k < rank; k++)
    b->inputs[value.input].lengths[k]
        = rs_ir_local (b->kernel, rs_kernel_add_local (b->kernel, "length", RS_IR_I64, 1));
  return value;
}

/* Gives array its lengths and zeros. */
static void
allocate (Build *b, const Value *array, const RsIrExpression *const *lengths)
{
  guint rank = (guint)b->inputs[array->input].rank;
  RsIrStatement *s;

  for (guint k = 0; k < rank; k++)
    {
      s = b_emit (b, RS_IR_SET);
      s->index = b->inputs[array->input].lengths[k]->index;
      s->value = b_op (b, RS_IR_MAX, rs_ir_convert (b->kernel, lengths[k], RS_IR_I64), rs_ir_integer (b->kernel, 0));
    }
  s = b_emit (b, RS_IR_ALLOCATE);
  s->index = (guint16)b->parameters[array->input];
  s->n_subscripts = rank;
  s->subscripts = rs_arena_array (b->kernel->arena, const RsIrExpression *, rank);
  for (guint k = 0; k < rank; k++)
    s->subscripts[k] = b->inputs[array->input].lengths[k];
}

Value
b_new_dynamic (Build *b, const RsNode *place, RsElement element, guint rank, const RsIrExpression *const *lengths)
{
  Value array = new_array (b, place, element, rank);

  if (!b->reason)
    allocate (b, &array, lengths);
  array.is_fresh = TRUE;
  return array;
}

const RsIrExpression *
b_array_length (Build *b, guint input, guint k)
{
  const RsIrExpression *length = k < BUILD_MAX_RANK ? b->inputs[input].lengths[k] : NULL;

  return length ? length : rs_ir_leaf (b->kernel, RS_IR_DIM, RS_IR_I64, b_array_parameter (b, input), k);
}

/* --- built-in functions --- */

RsElement
b_element_of_shape (const Build *b, const Shape *shape)
{
  gboolean is_double = b->request->precision == RS_PRECISION_DOUBLE;

  if (shape->is_complex)
    return is_double ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  if (shape->type == RS_IR_BOOL)
    return RS_ELEMENT_BOOL;
  return rs_ir_is_floating (shape->type) ? rs_element_of_precision (b->request->precision) : RS_ELEMENT_INT32;
}

Value
b_dynamic_fill (Build *b, const Value *sizes, guint n, const Value *filling, const RsNode *place)
{
  const RsIrExpression *lengths[BUILD_MAX_RANK];
  Value array;

  if (n > BUILD_MAX_RANK || n == 0)
    return b_not_supported (b, place, "an array of so many dimensions that is made in a kernel");
  for (guint i = 0; i < n && !b->reason; i++)
    {
      if (!b_is_number (&sizes[i]) || sizes[i].shape.is_complex)
        return b_not_supported (b, place, "this length of an array that is made in a kernel");
      lengths[i] = rs_ir_convert (b->kernel, sizes[i].parts[0], RS_IR_I64);
    }
  array = b_new_dynamic (b, place, b_element_of_shape (b, &filling->shape), n, lengths);
  if (!b->reason && !rs_ir_is_constant (filling->parts[0], 0))
    b_store_all (b, place, &array, RS_OP_NONE, *filling);
  return array;
}

static void
set_axis (Build *b, Access *access, guint k, const RsIrExpression *index)
{
  access->axes[k] = (Axis){ .n = 1, .parts = rs_arena_array (b->kernel->arena, const RsIrExpression *, 1) };
  access->axes[k].parts[0] = index;
}

Value
b_dynamic_eye (Build *b, const Value *sizes, guint n, const RsNode *place)
{
  Value zero = b_scalar (b, 0), both[2] = { sizes[0], sizes[n > 1 ? 1 : 0] };
  Value array = b_dynamic_fill (b, both, 2, &zero, place);
  const RsIrExpression *lengths[1], *index[1];
  RsIrBlock *outer;
  Access access;

  if (b->reason)
    return array;
  lengths[0] = b_op (b, RS_IR_MIN, b_array_length (b, array.input, 0), b_array_length (b, array.input, 1));
  outer = b_open_elements (b, lengths, 1, index);
  access = (Access){ .n = 2 };
  for (guint k = 0; k < 2; k++)
    set_axis (b, &access, k, index[0]);
  b_store_part (b, place, &array, &access, b_scalar (b, 1));
  b->block = outer;
  return array;
}

/* Seen from code that is thrown away. */
Shape
b_shape_of_element (Build *b, const Lazy *lazy)
{
  const RsIrExpression *index[BUILD_MAX_RANK];
  RsIrBlock *outer = b->block, unused = { 0 };
  Value element;

  for (guint k = 0; k < BUILD_MAX_RANK; k++)
    index[k] = rs_ir_integer (b->kernel, 0);
  b->block = &unused;
  element = b_lazy_element (b, lazy, index);
  b->block = outer;
  return element.shape;
}

Value
b_dynamic_copy (Build *b, const Lazy *lazy, const RsNode *place)
{
  guint rank;
  const RsIrExpression *const *dims = b_lazy_dims (lazy, &rank);
  Shape shape = b_shape_of_element (b, lazy);
  Value array, value = { .kind = VALUE_LAZY, .lazy = lazy };

  if (b->reason)
    return value;
  array = b_new_dynamic (b, place, b_element_of_shape (b, &shape), rank, dims);
  if (!b->reason)
    b_store_all (b, place, &array, RS_OP_NONE, value);
  return array;
}

/* --- products of matrices --- */

typedef struct {
  const Lazy *lazy;
  guint rank;
  gboolean is_column; /* a vector: on the right of a matrix; else it is a row */
  const RsIrExpression *rows, *columns;
} Matrix;

static gboolean
read_matrix (Build *b, const Value *value, Matrix *matrix)
{
  const RsIrExpression *const *dims;
  Matrix read = { 0 };

  if (value->kind != VALUE_LAZY)
    return FALSE;
  read.lazy = value->lazy;
  dims = b_lazy_dims (read.lazy, &read.rank);
  read.rows = read.rank == 1 ? rs_ir_integer (b->kernel, 1) : dims[0];
  read.columns = dims[read.rank == 1 ? 0 : 1];
  *matrix = read;
  return (read.rank == 1 || read.rank == 2) && !b_lazy_has_columns (read.lazy)
         && !b_shape_of_element (b, read.lazy).is_complex;
}

static Value
element_of (Build *b, const Matrix *matrix, const RsIrExpression *row, const RsIrExpression *column)
{
  const RsIrExpression *both[] = { row, column }, *one[] = { matrix->is_column ? row : column };

  return b_lazy_element (b, matrix->lazy, matrix->rank == 1 ? one : both);
}

/* total = sum over k of x[i, k] * y[k, j] */
static Value
sum_of_products (Build *b, const Matrix *x, const Matrix *y, const RsIrExpression *const *index, const RsNode *place)
{
  guint total = rs_kernel_add_local (b->kernel, "total", RS_IR_F64, 1); /* as on the host */
  RsIrStatement *set = b_emit (b, RS_IR_SET);
  const RsIrExpression *inner[1];
  RsIrBlock *outer;
  Value product;

  set->index = total;
  set->value = rs_ir_constant (b->kernel, RS_IR_F64, 0);
  outer = b_open_elements (b, &x->columns, 1, inner);
  product = b_binary (b, RS_OP_DOT_MULTIPLY, element_of (b, x, index[0], inner[0]),
                      element_of (b, y, inner[0], index[1]), place);
  if (!b->reason)
    {
      set = b_emit (b, RS_IR_SET);
      set->index = total;
      set->value = b_add (b, rs_ir_local (b->kernel, total), rs_ir_convert (b->kernel, product.parts[0], RS_IR_F64));
    }
  b->block = outer;
  return b_convert (b, b_number (rs_ir_local (b->kernel, total), b), b->scalar);
}

/* A vector on the left is a row, one on the right of a matrix a column, unless that has one column; the product of a
 * vector and a matrix is a vector, as on the host. */
Value
b_dynamic_product (Build *b, Value x, Value y, const RsNode *place)
{
  const RsIrExpression *dims[2], *index[2];
  Matrix left, right;
  Access access = { 0 };
  Value array, total;
  RsIrBlock *outer;

  if (!read_matrix (b, &x, &left) || !read_matrix (b, &y, &right))
    return b_not_supported (b, place, "this product of arrays");
  if (b->reason)
    return x;
  right.is_column = left.rank == 2 && right.rank == 1 && !rs_ir_is_constant (left.columns, 1);
  if (right.is_column)
    {
      right.rows = right.columns;
      right.columns = rs_ir_integer (b->kernel, 1);
    }
  if (b->request->form == RS_KERNEL_FROM_LOOP && !b->request->force_parallel && left.rank == 2 && right.rank == 2
      && !right.is_column)
    return b_fail (
        b, place,
        "the product of two matrices is a call of the library, faster than compiled here; the loop around it "
        "is interpreted ({!parallel for} compiles it)");
  b_assert (b, b_op (b, RS_IR_EQ, left.columns, right.rows), g_strdup ("the sizes of the factors do not fit"));
  dims[0] = left.rows;
  dims[1] = right.columns;
  access.n = left.rank == 1 || right.is_column ? 1 : 2;
  array = b_new_dynamic (b, place, rs_element_of_precision (b->request->precision), access.n,
                         left.rank == 1 ? &dims[1] : dims);
  if (b->reason)
    return array;
  outer = b_open_elements (b, dims, 2, index);
  total = sum_of_products (b, &left, &right, index, place);
  for (guint k = 0; k < access.n; k++)
    set_axis (b, &access, k, index[left.rank == 1 ? 1 : k]);
  if (!b->reason)
    b_store_part (b, place, &array, &access, total);
  b->block = outer;
  return array;
}

/* --- variables --- */

Value
b_dynamic_own (Build *b, Value value, const Value *old, const RsNode *place)
{
  const RsType *type = b->request->inputs[value.input].type;
  guint rank = (guint)b->inputs[value.input].rank;
  const RsIrExpression *lengths[BUILD_MAX_RANK];
  Value own;

  if (old && (b->request->inputs[old->input].type->element != type->element || b->inputs[old->input].rank != (int)rank))
    return b_not_supported (b, place, "a variable that takes on arrays of different kinds");
  own = old ? *old : new_array (b, place, type->element, rank);
  for (guint k = 0; k < rank && !b->reason; k++)
    lengths[k] = b_array_length (b, value.input, k);
  if (b->reason)
    return own;
  allocate (b, &own, lengths);
  b_store_all (b, place, &own, RS_OP_NONE, b_lazy_whole (b, &value, place));
  return own;
}

void
b_name_dynamic (Build *b, const Value *array, const char *name)
{
  RsKernelParameter *parameter;

  if (array->input < b->n_request_inputs || b->parameters[array->input] < 0 || b->inputs[array->input].is_named)
    return;
  b->inputs[array->input].is_named = TRUE;
  parameter = rs_kernel_parameter (b->kernel, b->parameters[array->input]);
  g_free (parameter->name);
  parameter->name = g_strdup (name);
}

/* --- memory models --- */

gboolean
rs_kernel_is_cooperative (const RsNode *function)
{
  const RsNode *model = rs_attribute_get_value (function, "kernel", "memorymodel");

  return model != NULL && g_strcmp0 (model->text, "cooperative") == 0;
}
