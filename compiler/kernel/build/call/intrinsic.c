/* Built-in functions in kernels: intrinsics.def says which handler makes what of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/build-private.h"

#include <math.h>
#include <string.h>

typedef enum {
  FLOATING, FLOATING_2, ROUNDING, ABSOLUTE, SIGN, FRACTION, EXTREME, MODULO, SATURATE, LIMIT, LERP, POWER, SQUARE,
  TO_INTEGER, TO_SCALAR, WRAP_INDEX, TEST, BITS, BITS_NOT, NUMEL, SIZE, NDIMS, SUM, MEAN, ANY, DOT_PRODUCT, NORM,
  POSITION_TO_INDEX, INDEX_TO_POSITION, REAL, IMAGINARY, CONJUGATE, ANGLE, COMPLEX, FILL, FILL_COMPLEX, EYE, LINSPACE,
  TRANSPOSE, SQUEEZE, ASSERT,
} Handler;

typedef struct {
  const char *name;
  Handler handler;
  RsIrOp op;
  int min_arguments, max_arguments;
} Intrinsic;

static const Intrinsic intrinsics[] = {
#define RS_INTRINSIC(name, handler, op, min, max) { name, handler, RS_IR_##op, min, max },
#include "compiler/kernel/build/call/intrinsics.def"
#undef RS_INTRINSIC
};

typedef struct {
  const char *name;
  double value;
  gboolean is_bool;
} Constant;

static const Constant constants[] = {
  { "pi", G_PI, FALSE }, { "true", 1, TRUE }, { "false", 0, TRUE }, { "inf", INFINITY, FALSE }, { "nan", NAN, FALSE },
  { "NaN", NAN, FALSE }, { "Inf", INFINITY, FALSE }, { "e", G_E, FALSE },
};

static const Intrinsic *
find_intrinsic (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (intrinsics); i++)
    if (g_str_equal (intrinsics[i].name, name))
      return &intrinsics[i];
  return NULL;
}

Value
b_constant (Build *b, const RsBuiltin *builtin, const RsNode *place)
{
  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    if (g_str_equal (constants[i].name, builtin->name))
      return constants[i].is_bool ? b_number (rs_ir_constant (b->kernel, RS_IR_BOOL, constants[i].value), b)
                                  : b_scalar (b, constants[i].value);
  if (g_str_equal (builtin->name, "eps"))
    return b_scalar (b, b->selected == RS_PRECISION_SINGLE ? 1.1920928955078125e-07 : 2.220446049250313e-16);
  if (g_str_equal (builtin->name, "i") || g_str_equal (builtin->name, "j"))
    {
      Value value = b_to_complex (b, b_scalar (b, 0));

      value.parts[1] = rs_ir_constant (b->kernel, b->scalar, 1);
      return value;
    }
  return b_not_supported (b, place, builtin->name);
}

/* --- element by element --- */

typedef const RsIrExpression *(*MapFunction) (Build *b, const RsIrExpression *x, gpointer data);

static Value
map (Build *b, Value x, MapFunction function, gpointer data)
{
  Shape shape = x.shape;
  Value result;

  result = b_value_new (b, shape);
  for (guint i = 0; i < b_shape_parts (&shape); i++)
    result.parts[i] = function (b, x.parts[i], data);
  result.shape.type = result.parts[0]->type;
  return result;
}

static const RsIrExpression *
map_op (Build *b, const RsIrExpression *x, gpointer data)
{
  return rs_ir_unary (b->kernel, GPOINTER_TO_INT (data), x);
}

static const RsIrExpression *
zip_op (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  return b_op (b, GPOINTER_TO_INT (data), x, y);
}

static const RsIrExpression *
zip_modulo (Build *b, const RsIrExpression *x, const RsIrExpression *y, gpointer data)
{
  return x->type == RS_IR_I64 ? b_divide (b, RS_IR_FLOOR_MOD, x, y) : b_op (b, RS_IR_MOD, x, y);
}

static const RsIrExpression *
map_sign (Build *b, const RsIrExpression *x, gpointer data)
{
  RsKernel *kernel = b->kernel;
  const RsIrExpression *zero, *one, *minus_one;

  x = b_keep (b, b_number (x, b)).parts[0];
  zero = rs_ir_constant (kernel, x->type, 0);
  one = rs_ir_constant (kernel, x->type, 1);
  minus_one = rs_ir_constant (kernel, x->type, -1);
  return rs_ir_select (kernel, b_op (b, RS_IR_GT, x, zero), one,
                       rs_ir_select (kernel, b_op (b, RS_IR_LT, x, zero), minus_one, x)); /* 0 or NaN */
}

static const RsIrExpression *
map_fraction (Build *b, const RsIrExpression *x, gpointer data)
{
  x = b_keep (b, b_number (x, b)).parts[0];
  return b_sub (b, x, rs_ir_unary (b->kernel, RS_IR_FLOOR, x));
}

static const RsIrExpression *
map_square (Build *b, const RsIrExpression *x, gpointer data)
{
  x = b_keep (b, b_number (x, b)).parts[0];
  return b_mul (b, x, x);
}

static Value
zip_common (Build *b, Value x, Value y, RsIrOp op, const RsNode *place)
{
  RsIrType type = b_join_types (b, x.shape.type, y.shape.type);

  return b_zip (b, b_convert (b, x, type), b_convert (b, y, type), place, zip_op, GINT_TO_POINTER (op));
}

static Value
limit (Build *b, Value x, Value low, Value high, const RsNode *place)
{
  return zip_common (b, zip_common (b, x, low, RS_IR_MAX, place), high, RS_IR_MIN, place);
}

static Value
modulo (Build *b, Value x, Value y, const RsNode *place)
{
  RsIrType type = b_join_types (b, x.shape.type, y.shape.type);

  return b_zip (b, b_convert (b, x, type), b_convert (b, y, type), place, zip_modulo, NULL);
}

/* --- whole small vectors --- */

/* The larger, or smaller, one; of a number and NaN the number. It is computed in any case: as one branch of the choice,
 * gcc does not vectorise it. */
static const RsIrExpression *
extreme (Build *b, RsIrOp op, const RsIrExpression *so_far, const RsIrExpression *x)
{
  const RsIrExpression *found;

  if (!rs_ir_is_floating (x->type))
    return b_op (b, op, so_far, x);
  so_far = b_keep (b, b_number (so_far, b)).parts[0];
  x = b_keep (b, b_number (x, b)).parts[0];
  found = b_keep (b, b_number (b_op (b, op, so_far, x), b)).parts[0];
  return rs_ir_select (b->kernel, rs_ir_unary (b->kernel, RS_IR_IS_NAN, so_far), x, found);
}

static Value
fold (Build *b, Value x, RsIrOp op)
{
  Value result = b_value_new (b, (Shape){ .type = x.shape.type, .is_complex = x.shape.is_complex });
  guint step = x.shape.is_complex ? 2 : 1;

  for (guint c = 0; c < step; c++)
    {
      result.parts[c] = x.parts[c];
      for (guint i = 1; i < b_shape_count (&x.shape); i++)
        result.parts[c] = op == RS_IR_ADD   ? b_add (b, result.parts[c], x.parts[i * step + c])
                          : op == RS_IR_MUL ? b_mul (b, result.parts[c], x.parts[i * step + c])
                          : op == RS_IR_MAX || op == RS_IR_MIN
                            ? extreme (b, op, result.parts[c], x.parts[i * step + c])
                            : b_op (b, op, result.parts[c], x.parts[i * step + c]);
    }
  return result;
}

/* With COMPILER_EXACT_MATH sums and products of short vectors round once, at the end, like those of the interpreter. */
static Value
fold_rounded (Build *b, Value x, RsIrOp op)
{
  const gboolean is_wide = b->kernel->exact_math && x.shape.type == RS_IR_F32 && (op == RS_IR_ADD || op == RS_IR_MUL);

  return is_wide ? b_convert (b, fold (b, b_convert (b, x, RS_IR_F64), op), RS_IR_F32) : fold (b, x, op);
}

static Value
fold_numbers (Build *b, Value x, RsIrOp op, const RsNode *place)
{
  if (x.shape.type == RS_IR_BOOL)
    x = b_convert (b, x, RS_IR_I64);
  if (x.shape.is_complex && op != RS_IR_ADD)
    return b_not_supported (b, place, "this reduction of complex numbers");
  return fold_rounded (b, x, op);
}

static Value
mean (Build *b, Value x)
{
  Value total = b_convert (b, fold_rounded (b, b_convert (b, x, b->scalar), RS_IR_ADD), b->scalar);
  const RsIrExpression *count = rs_ir_constant (b->kernel, b->scalar, b_shape_count (&x.shape));

  for (guint c = 0; c < b_shape_parts (&total.shape); c++)
    total.parts[c] = b_op (b, RS_IR_DIV, total.parts[c], count);
  return total;
}

static Value
any_or_all (Build *b, Value x, RsIrOp op, const RsNode *place)
{
  Value truth = b_value_new (b, x.shape);

  truth.shape.type = RS_IR_BOOL;
  for (guint i = 0; i < b_shape_count (&x.shape); i++)
    truth.parts[i] = b_condition (b, b_number (x.parts[i], b), place);
  return fold (b, truth, op);
}

/* In double precision, where no square of a single number overflows. */
static Value
norm (Build *b, Value x)
{
  const RsIrExpression *total = rs_ir_constant (b->kernel, RS_IR_F64, 0);

  x = b_keep (b, b_convert (b, x, RS_IR_F64));
  for (guint i = 0; i < b_shape_count (&x.shape); i++)
    total = b_add (b, total, b_mul (b, x.parts[i], x.parts[i]));
  return b_number (rs_ir_convert (b->kernel, rs_ir_unary (b->kernel, RS_IR_SQRT, total), b->scalar), b);
}

/* Unsigned integers keep their type; how wide the others have to be depends on their values. */
static Value
absolute (Build *b, Value x)
{
  Value result
      = map (b, x.shape.type == RS_IR_BOOL ? b_convert (b, x, RS_IR_I64) : x, map_op, GINT_TO_POINTER (RS_IR_ABS));

  if (x.integers.element == RS_ELEMENT_UINT8 || x.integers.element == RS_ELEMENT_UINT16)
    result.integers = x.integers;
  return result;
}

static Value
transpose (Build *b, Value x, const RsNode *place)
{
  guint rows = x.shape.rank == 2 ? x.shape.dims[0] : 1, columns = x.shape.rank ? x.shape.dims[x.shape.rank - 1] : 1;
  guint dims[2] = { columns, rows }, n_parts = x.shape.is_complex ? 2 : 1;
  Shape shape;
  Value result;

  if (x.shape.rank > 2)
    return b_not_supported (b, place, "transposing this");
  if (x.shape.rank == 0)
    return x;
  shape = b_shape (x.shape.type, 2, dims);
  shape.is_complex = x.shape.is_complex;
  result = b_value_new (b, shape);
  result.integers = x.integers;
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      for (guint c = 0; c < n_parts; c++)
        result.parts[(j * rows + i) * n_parts + c] = x.parts[(i * columns + j) * n_parts + c];
  return result;
}

/* Without the dimensions of length 1. */
static Value
squeeze (Build *b, Value x, const RsNode *place)
{
  guint rank = 0;

  if (x.kind == VALUE_ARRAY)
    x = b_whole_array (b, &x, place);
  for (guint k = 0; k < x.shape.rank; k++)
    if (x.shape.dims[k] != 1)
      x.shape.dims[rank++] = x.shape.dims[k];
  x.shape.rank = rank;
  return x;
}

/* --- sizes and positions --- */

/* Length of dimension k; a vector is a row. */
static const RsIrExpression *
dimension (Build *b, const Value *value, guint k)
{
  if (value->kind == VALUE_ARRAY)
    {
      guint rank = b_array_rank (b, value->input);

      if (rank == 1)
        return k == 1 ? b_array_length (b, value->input, 0) : rs_ir_integer (b->kernel, 1);
      return k < rank ? b_array_length (b, value->input, k) : rs_ir_integer (b->kernel, 1);
    }
  if (value->shape.rank == 1)
    return rs_ir_integer (b->kernel, k == 1 ? value->shape.dims[0] : 1);
  return rs_ir_integer (b->kernel, k < value->shape.rank ? value->shape.dims[k] : 1);
}

static guint
count_dimensions (Build *b, const Value *value)
{
  guint rank = value->kind == VALUE_ARRAY ? (guint)b->request->inputs[value->input].type->rank : value->shape.rank;

  return MAX (rank, 2);
}

Value
b_size_of (Build *b, Value value, const RsNode *place)
{
  guint n = count_dimensions (b, &value);
  Value result = b_value_new (b, b_shape (RS_IR_I64, 1, &n));

  for (guint k = 0; k < n; k++)
    result.parts[k] = dimension (b, &value, k);
  return result;
}

static Value
size (Build *b, Value *arguments, guint n, const RsNode *place)
{
  Value which, result;

  if (arguments[0].kind != VALUE_ARRAY && arguments[0].kind != VALUE_NUMBER)
    return b_not_supported (b, place, "the size of this");
  if (n == 1)
    return b_size_of (b, arguments[0], place);
  which = arguments[1].kind == VALUE_RANGE ? b_range_elements (b, arguments[1], place) : arguments[1];
  if (which.kind != VALUE_NUMBER)
    return b_not_supported (b, place, "this dimension");
  result = b_value_new (b, which.shape);
  result.shape.type = RS_IR_I64;
  for (guint i = 0; i < b_shape_count (&which.shape); i++)
    {
      gint64 k;

      if (!b_constant_integer (which.parts[i], &k) || k < 0 || k >= RS_MAX_RANK)
        return b_not_supported (b, place, "a dimension that is not a known number");
      result.parts[i] = dimension (b, &arguments[0], k);
    }
  return result;
}

static Value
numel (Build *b, Value value)
{
  const RsIrExpression *n = rs_ir_integer (b->kernel, 1);
  guint rank;

  if (value.kind != VALUE_ARRAY)
    return b_integer (b, b_shape_count (&value.shape));
  rank = MAX (b_array_rank (b, value.input), 2);
  for (guint k = 0; k < rank; k++)
    n = b_mul (b, n, dimension (b, &value, k));
  return b_number (n, b);
}

static Value
position_to_index (Build *b, Value sizes, Value position, const RsNode *place)
{
  const RsIrExpression *index;

  sizes = b_convert (b, sizes, RS_IR_I64);
  position = b_convert (b, position, RS_IR_I64);
  if (b_shape_count (&position.shape) > b_shape_count (&sizes.shape))
    return b_fail (b, place, "the position has more components than there are sizes");
  index = position.parts[0];
  for (guint k = 1; k < b_shape_count (&position.shape); k++)
    index = b_add (b, b_mul (b, index, sizes.parts[k]), position.parts[k]);
  return b_number (index, b);
}

static Value
index_to_position (Build *b, Value sizes, Value index, const RsNode *place)
{
  guint n = b_shape_count (&sizes.shape);
  Value result;
  const RsIrExpression *rest;

  sizes = b_keep (b, b_convert (b, sizes, RS_IR_I64));
  rest = b_keep (b, b_number (b_index_of (b, index, place), b)).parts[0];
  result = b_value_new (b, b_shape (RS_IR_I64, 1, &n));
  for (guint k = n; k-- > 1;)
    {
      result.parts[k] = b_op (b, RS_IR_FLOOR_MOD, rest, sizes.parts[k]);
      rest = b_keep (b, b_number (b_op (b, RS_IR_FLOOR_DIV, rest, sizes.parts[k]), b)).parts[0];
    }
  result.parts[0] = rest;
  return result;
}

/* --- complex numbers --- */

/* offset 0: real parts, 1: imaginary parts. */
static Value
take_parts (Build *b, Value x, guint offset)
{
  Shape shape = x.shape;
  Value result;

  if (!shape.is_complex)
    return x;
  shape.is_complex = FALSE;
  result = b_value_new (b, shape);
  for (guint i = 0; i < b_shape_count (&shape); i++)
    result.parts[i] = x.parts[2 * i + offset];
  return result;
}

static Value
imaginary (Build *b, Value x)
{
  if (x.shape.is_complex)
    return take_parts (b, x, 1);
  x = b_value_new (b, x.shape);
  if (!rs_ir_is_integer (x.shape.type))
    x.shape.type = b->scalar;
  for (guint i = 0; i < b_shape_count (&x.shape); i++)
    x.parts[i] = rs_ir_constant (b->kernel, x.shape.type, 0);
  return x;
}

static Value
complex_of (Build *b, Value real, Value imaginary_part, const RsNode *place)
{
  Value result = b_to_complex (b, real);

  imaginary_part = b_convert (b, imaginary_part, b->scalar);
  if (real.shape.is_complex || !b_same_dims (&real.shape, &imaginary_part.shape))
    return b_fail (b, place, "the real and the imaginary part differ in size");
  for (guint i = 0; i < b_shape_count (&real.shape); i++)
    result.parts[2 * i + 1] = imaginary_part.parts[i];
  return result;
}

static Value
conjugate (Build *b, Value x)
{
  Value result = x;

  if (!x.shape.is_complex)
    return x;
  result = b_value_new (b, x.shape);
  for (guint i = 0; i < b_shape_parts (&x.shape); i++)
    result.parts[i] = i % 2 ? rs_ir_unary (b->kernel, RS_IR_NEG, x.parts[i]) : x.parts[i];
  return result;
}

static Value
angle (Build *b, Value x, const RsNode *place)
{
  x = b_to_complex (b, x);
  return b_zip (b, take_parts (b, x, 1), take_parts (b, x, 0), place, zip_op, GINT_TO_POINTER (RS_IR_ATAN2));
}

/* --- assert --- */

void
b_assert_number (Build *b, const RsIrExpression *condition, const RsIrExpression *number, char *text)
{
  RsIrStatement *s = b_emit (b, RS_IR_ASSERT);

  s->value = condition;
  s->low = number ? rs_ir_convert (b->kernel, number, RS_IR_F64) : NULL;
  s->index = b->kernel->messages->len;
  g_ptr_array_add (b->kernel->messages, text);
}

void
b_assert (Build *b, const RsIrExpression *condition, char *text)
{
  b_assert_number (b, condition, NULL, text);
}

static Value
assertion (Build *b, Value *arguments, guint n, const RsNode *place)
{
  GString *text = g_string_new ("assertion failed: ");
  const RsIrExpression *condition;

  if (arguments[0].kind != VALUE_NUMBER)
    {
      g_string_free (text, TRUE);
      return b_not_supported (b, place, "this assertion");
    }
  condition = arguments[0].shape.rank ? any_or_all (b, arguments[0], RS_IR_AND, place).parts[0]
                                      : b_condition (b, arguments[0], place);
  for (guint i = 1; i < n; i++)
    if (arguments[i].kind == VALUE_STRING)
      g_string_append (text, arguments[i].text);
    else
      b_not_supported (b, place, "values in the message of an assertion");
  if (n == 1)
    {
      g_autofree char *source = rs_node_to_string (rs_node_child (place, RS_CALL_FIRST_ARGUMENT));

      g_string_append (text, source);
    }
  b_assert (b, condition, g_string_free (text, FALSE));
  return (Value){ .kind = VALUE_NOTHING };
}

/* --- dispatch --- */

/* Real numbers are what a handler gets unless it is one of these. */
static gboolean
takes_complex (Handler handler, RsIrOp op)
{
  switch (handler)
    {
    case ABSOLUTE:
    case SUM:
    case MEAN:
    case REAL:
    case IMAGINARY:
    case CONJUGATE:
    case ANGLE:
    case COMPLEX:
    case NUMEL:
    case SIZE:
    case NDIMS:
    case SQUARE:
    case TEST:
    case LERP:
    case TRANSPOSE:
      return TRUE;
    case FLOATING:
      return b_is_complex_function (op);
    default:
      return FALSE;
    }
}

/* From all elements of an array to a number. */
static gboolean
is_reduction (const Intrinsic *row, guint n)
{
  return row->handler == SUM || row->handler == MEAN || row->handler == ANY || row->handler == DOT_PRODUCT
         || row->handler == NORM || (row->handler == EXTREME && n == 1);
}

/* Element by element. */
static gboolean
is_map (const Intrinsic *row, guint n)
{
  return row->handler <= SQUARE || row->handler == TEST || row->handler == REAL || row->handler == IMAGINARY
         || row->handler == CONJUGATE || row->handler == ANGLE || row->handler == COMPLEX;
}

static Value
apply_lazy (Build *b, const Intrinsic *row, const RsBuiltin *builtin, Value *a, guint n, const RsNode *place)
{
  const RsIrExpression *numel;
  Value total;

  if (row->handler == NUMEL)
    return b_number (b_lazy_numel (b, a[0].lazy), b);
  if (row->handler == TRANSPOSE)
    return b_lazy_transpose (b, a[0], place);
  if (!is_reduction (row, n))
    return b_lazy_call (b, builtin, a, n, place);
  if (row->handler == DOT_PRODUCT || row->handler == NORM)
    {
      a[0] = b_lazy_binary (b, RS_OP_DOT_MULTIPLY, a[0], a[row->handler == DOT_PRODUCT], place);
      if (b->reason)
        return a[0];
    }
  total = b_lazy_fold (b, a[0].lazy,
                       row->handler == SUM || row->handler == EXTREME || row->handler == ANY ? row->op : RS_IR_ADD,
                       place);
  if (b->reason || (row->handler != MEAN && row->handler != NORM))
    return total;
  total = b_convert (b, total, b->scalar);
  if (row->handler == NORM)
    return map (b, total, map_op, GINT_TO_POINTER (RS_IR_SQRT));
  numel = rs_ir_convert (b->kernel, b_lazy_numel (b, a[0].lazy), b->scalar);
  for (guint c = 0; c < b_shape_parts (&total.shape); c++)
    total.parts[c] = b_op (b, RS_IR_DIV, total.parts[c], numel);
  return total;
}

static gboolean
check_arguments (Build *b, const Intrinsic *row, Value *arguments, guint n, const RsNode *place)
{
  if ((int)n < row->min_arguments || (row->max_arguments >= 0 && (int)n > row->max_arguments))
    b_not_supported (b, place, "this number of arguments");
  for (guint i = 0; i < n && !b->reason; i++)
    {
      gboolean asks_size = row->handler == NUMEL || row->handler == SIZE || row->handler == NDIMS;

      if ((arguments[i].kind == VALUE_RANGE && row->handler != SIZE)
          || (arguments[i].kind == VALUE_ARRAY
              && (is_reduction (row, n) || is_map (row, n) || row->handler == TRANSPOSE)))
        arguments[i] = b_array_as_value (b, arguments[i], place);
      if (arguments[i].kind == VALUE_LAZY
          && (is_reduction (row, n) || is_map (row, n) || row->handler == NUMEL || row->handler == TRANSPOSE))
        continue;
      if (arguments[i].kind == VALUE_OBJECTS && asks_size)
        arguments[i] = (Value){ .kind = VALUE_ARRAY, .input = b_array_of_cell (b, &arguments[i], place) };
      if (arguments[i].kind == VALUE_LIST && row->handler == NUMEL)
        continue;
      if (row->handler == ASSERT || (arguments[i].kind == VALUE_ARRAY && asks_size) || arguments[i].kind == VALUE_RANGE)
        continue;
      if (arguments[i].kind != VALUE_NUMBER)
        {
          g_autofree char *what = g_strdup_printf ("%s of a whole array", row->name);

          b_not_supported (b, place, what);
        }
      else if (arguments[i].shape.is_complex && !takes_complex (row->handler, row->op))
        b_not_supported (b, place, "this function of complex numbers");
    }
  return b->reason == NULL;
}

static Value
apply (Build *b, const Intrinsic *row, Value *a, guint n, const RsNode *place)
{
  Value x = n ? a[0] : (Value){ .kind = VALUE_NOTHING };
  gpointer op = GINT_TO_POINTER (row->op);

  switch (row->handler)
    {
    case FLOATING:
      if (x.shape.is_complex)
        return b_complex_function (b, row->op, x);
      return map (b, b_convert (b, x, b->scalar), map_op, op);
    case FLOATING_2:
      return b_zip (b, b_convert (b, x, b->scalar), b_convert (b, a[1], b->scalar), place, zip_op, op);
    case ROUNDING:
      return rs_ir_is_floating (x.shape.type) ? map (b, x, map_op, op) : b_convert (b, x, RS_IR_I64);
    case ABSOLUTE:
      if (x.shape.is_complex)
        return b_complex_abs (b, x);
      return absolute (b, x);
    case SIGN:
      return map (b, x.shape.type == RS_IR_BOOL ? b_convert (b, x, RS_IR_I64) : x, map_sign, NULL);
    case FRACTION:
      return map (b, b_convert (b, x, b->scalar), map_fraction, NULL);
    case EXTREME:
      return n == 1 ? fold_numbers (b, x, row->op, place) : zip_common (b, x, a[1], row->op, place);
    case MODULO:
      return modulo (b, x, a[1], place);
    case SATURATE:
      return limit (b, b_convert (b, x, b->scalar), b_scalar (b, 0), b_scalar (b, 1), place);
    case LIMIT:
      return n == 2 ? limit (b, x, b_integer (b, 0), a[1], place) : limit (b, x, a[1], a[2], place);
    case LERP:
      x = b_keep (b, x);
      return b_binary (b, RS_OP_ADD, x,
                       b_binary (b, RS_OP_DOT_MULTIPLY, b_binary (b, RS_OP_SUBTRACT, a[1], x, place), a[2], place),
                       place);
    case POWER:
      return b_power (b, x, a[1], place);
    case SQUARE:
      return x.shape.is_complex ? b_binary (b, RS_OP_DOT_MULTIPLY, x, x, place) : map (b, x, map_square, NULL);
    case TO_INTEGER:
      if (rs_ir_is_floating (x.shape.type) && !x.shape.is_complex)
        g_hash_table_add (b->cuts, (gpointer)place);
      x.integers = (Integers){ .element = x.shape.rank > 0 ? RS_ELEMENT_INT32 : RS_ELEMENT_NONE };
      return b_convert (b, x, RS_IR_I64);
    case TO_SCALAR:
      return b_convert (b, x, b->scalar);
    case WRAP_INDEX:
      return b_zip (b, b_convert (b, x, RS_IR_I64), b_convert (b, a[1], RS_IR_I64), place, zip_op, op);
    case TEST:
      if (x.shape.is_complex)
        return b_zip (b, map (b, take_parts (b, x, 0), map_op, op), map (b, take_parts (b, x, 1), map_op, op), place,
                      zip_op, GINT_TO_POINTER (row->op == RS_IR_IS_FINITE ? RS_IR_AND : RS_IR_OR));
      return map (b, b_convert (b, x, b->scalar), map_op, op);
    case BITS:
      return b_zip (b, b_convert (b, x, RS_IR_I64), b_convert (b, a[1], RS_IR_I64), place, zip_op, op);
    case BITS_NOT:
      return map (b, b_convert (b, x, RS_IR_I64), map_op, op);
    case NUMEL:
      return x.kind == VALUE_LIST ? b_integer (b, x.n_items) : numel (b, x);
    case SIZE:
      return size (b, a, n, place);
    case NDIMS:
      if (x.shape.may_be_number)
        return b_not_supported (b, place, "the dimensions of what is a number at times");
      return b_integer (b, x.kind == VALUE_ARRAY ? b->request->inputs[x.input].type->rank : (int)x.shape.rank);
    case SUM:
      return fold_numbers (b, x, row->op, place);
    case MEAN:
      return mean (b, x);
    case ANY:
      return any_or_all (b, x, row->op, place);
    case DOT_PRODUCT: /* the sum of the vector x .* y */
      return fold_numbers (b, b_round_vector (b, zip_common (b, x, a[1], RS_IR_MUL, place)), RS_IR_ADD, place);
    case NORM:
      return norm (b, x);
    case POSITION_TO_INDEX:
      return position_to_index (b, x, a[1], place);
    case INDEX_TO_POSITION:
      return index_to_position (b, x, a[1], place);
    case REAL:
      return take_parts (b, x, 0);
    case IMAGINARY:
      return imaginary (b, x);
    case CONJUGATE:
      return conjugate (b, x);
    case ANGLE:
      return angle (b, x, place);
    case COMPLEX:
      return n == 2 ? complex_of (b, x, a[1], place) : b_to_complex (b, x);
    case FILL:
      return b_fill (b, a, n, b_scalar (b, row->op == RS_IR_ADD), place);
    case FILL_COMPLEX:
      return b_fill (b, a, n, b_to_complex (b, b_scalar (b, 0)), place);
    case EYE:
      return b_eye (b, a, n, place);
    case LINSPACE:
      return b_linspace (b, a, n, place);
    case TRANSPOSE:
      return transpose (b, x, place);
    case SQUEEZE:
      return squeeze (b, x, place);
    case ASSERT:
      return assertion (b, a, n, place);
    }
  return x;
}

Value
b_intrinsic (Build *b, const RsNode *node, const RsBuiltin *builtin, Value *arguments, guint n)
{
  const Intrinsic *row = builtin ? find_intrinsic (builtin->name) : NULL;

  if (!row)
    return b_not_supported (b, node, builtin ? builtin->name : "this function");
  if (!check_arguments (b, row, arguments, n, node))
    return b_scalar (b, 0);
  for (guint i = 0; i < n; i++)
    if (arguments[i].kind == VALUE_LAZY)
      return apply_lazy (b, row, builtin, arguments, n, node);
  return apply (b, row, arguments, n, node);
}
