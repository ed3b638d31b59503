/* Arrays that built-in functions make in kernels: zeros, ones, czeros, eye, linspace. Small ones of known size are
 * values, others arrays of the work item.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/build/array/access.h"

#define USUAL_LENGTH 100 /* of linspace (a, b) */

static gboolean
is_small (const Value *size, gint64 *n)
{
  return b_is_number (size) && b_constant_integer (size->parts[0], n) && *n >= 1 && *n <= BUILD_MAX_ELEMENTS;
}

Value
b_fill (Build *b, Value *arguments, guint n, Value filling, const RsNode *place)
{
  Shape shape = filling.shape;
  guint count = 1;
  Value sizes[BUILD_MAX_RANK], result;

  if (n == 1 && arguments[0].shape.rank == 1 && arguments[0].shape.dims[0] <= BUILD_MAX_RANK)
    {
      n = arguments[0].shape.dims[0];
      for (guint i = 0; i < n; i++)
        sizes[i] = b_number (arguments[0].parts[i], b);
    }
  else
    for (guint i = 0; i < n; i++)
      sizes[i] = arguments[i];
  shape.rank = n;
  for (guint i = 0; i < n; i++)
    {
      gint64 size = 0;

      if (!is_small (&sizes[i], &size) || count * size > BUILD_MAX_ELEMENTS)
        return b_dynamic_fill (b, sizes, n, &filling, place);
      shape.dims[i] = (guint)size;
      count *= (guint)size;
    }
  result = b_value_new (b, shape);
  for (guint i = 0; i < b_shape_parts (&shape); i++)
    result.parts[i] = filling.parts[shape.is_complex ? i % 2 : 0];
  return result;
}

Value
b_eye (Build *b, Value *sizes, guint n, const RsNode *place)
{
  gint64 rows, columns;
  Value result;
  Shape shape = { .type = b->scalar, .rank = 2 };

  if (!is_small (&sizes[0], &rows) || !is_small (&sizes[n - 1], &columns) || rows * columns > BUILD_MAX_ELEMENTS)
    return b_dynamic_eye (b, sizes, n, place);
  shape.dims[0] = (guint)rows;
  shape.dims[1] = (guint)columns;
  result = b_value_new (b, shape);
  for (guint i = 0; i < b_shape_count (&shape); i++)
    result.parts[i] = rs_ir_constant (b->kernel, b->scalar, i / shape.dims[1] == i % shape.dims[1]);
  return result;
}

/* --- linspace --- */

/* low + (high - low) * i / (n - 1), in double precision like the host's; the last one is high. */
static const RsIrExpression *
number_between (Build *b, const RsIrExpression *low, const RsIrExpression *high, const RsIrExpression *i,
                const RsIrExpression *n)
{
  const RsIrExpression *last = b_sub (b, n, rs_ir_integer (b->kernel, 1));
  const RsIrExpression *way = b_mul (b, b_sub (b, high, low), rs_ir_convert (b->kernel, i, RS_IR_F64));

  return rs_ir_select (b->kernel, b_op (b, RS_IR_EQ, i, last), high,
                       b_add (b, low, b_op (b, RS_IR_DIV, way, rs_ir_convert (b->kernel, last, RS_IR_F64))));
}

static Value
small_linspace (Build *b, const RsIrExpression *low, const RsIrExpression *high, guint n)
{
  Value result = b_value_new (b, b_shape (RS_IR_F64, 1, &n));

  for (guint i = 0; i + 1 < n; i++)
    result.parts[i] = number_between (b, low, high, rs_ir_integer (b->kernel, i), rs_ir_integer (b->kernel, n));
  result.parts[n - 1] = high;
  return b_round_vector (b, b_convert (b, result, b->scalar));
}

static Value
long_linspace (Build *b, const RsIrExpression *low, const RsIrExpression *high, const RsIrExpression *n,
               const RsNode *place)
{
  const RsIrExpression *index[1];
  Value array, number;
  RsIrBlock *outer;
  Access access = { .n = 1 };

  b_assert (b, b_op (b, RS_IR_GE, n, rs_ir_integer (b->kernel, 0)),
            g_strdup ("linspace: there can't be so many numbers"));
  array = b_new_dynamic (b, place, rs_element_of_precision (b->request->precision), 1, &n);
  if (b->reason)
    return array;
  outer = b_open_elements (b, &n, 1, index);
  number = b_number (number_between (b, low, high, index[0], n), b);
  access.axes[0] = (Axis){ .n = 1, .parts = rs_arena_memdup (b->kernel->arena, index, sizeof index) };
  b_store_part (b, place, &array, &access, number);
  b->block = outer;
  return array;
}

Value
b_linspace (Build *b, Value *arguments, guint n_arguments, const RsNode *place)
{
  Value length = n_arguments == 3 ? arguments[2] : b_integer (b, USUAL_LENGTH), ends[2];
  gint64 n;

  for (guint i = 0; i < 2; i++)
    {
      if (!b_is_number (&arguments[i]) || arguments[i].shape.is_complex)
        return b_not_supported (b, place, "linspace between these");
      ends[i] = b_keep (b, b_convert (b, arguments[i], RS_IR_F64));
    }
  if (!b_is_number (&length) || length.shape.type != RS_IR_I64)
    return b_not_supported (b, place, "linspace of this length");
  if (is_small (&length, &n))
    return small_linspace (b, ends[0].parts[0], ends[1].parts[0], (guint)n);
  return long_linspace (b, ends[0].parts[0], ends[1].parts[0], b_keep (b, length).parts[0], place);
}
