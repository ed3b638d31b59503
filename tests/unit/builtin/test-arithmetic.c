/* Operators on values: numbers, arrays of every kind, the matrix product, cells, literals.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/builtin/values.h"

#include <math.h>

static RsValue
binary (RsOperator op, RsValue left, RsValue right)
{
  g_autoptr (GError) error = NULL;
  RsValue result = RS_NONE;

  rs_value_binary (op, left, right, RS_PRECISION_SINGLE, &result, &error);
  g_assert_no_error (error);
  rs_value_clear (&left);
  rs_value_clear (&right);
  return result;
}

static void
assert_fails (RsOperator op, RsValue left, RsValue right, int code, const char *words)
{
  GError *error = NULL;
  RsValue result = RS_NONE;

  g_assert_false (rs_value_binary (op, left, right, RS_PRECISION_SINGLE, &result, &error));
  assert_error (&error, code, words);
  g_assert_cmpint (result.tag, ==, RS_TAG_NONE);
  rs_value_clear (&left);
  rs_value_clear (&right);
}

static void
test_numbers (void)
{
  assert_prints (binary (RS_OP_DIVIDE, rs_value_int (7), rs_value_int (2)), "3.5");
  assert_prints (binary (RS_OP_DIVIDE, rs_value_int (1), rs_value_int (0)), "inf");
  assert_prints (binary (RS_OP_DIVIDE, rs_value_int (0), rs_value_int (0)), "NaN");
  assert_prints (binary (RS_OP_POWER, rs_value_int (2), rs_value_int (10)), "1024");
  assert_prints (binary (RS_OP_POWER, rs_value_int (2), rs_value_int (-3)), "0.125");
  assert_prints (binary (RS_OP_EQUAL, rs_value_int (2), rs_value_scalar (2)), "1");
  assert_prints (binary (RS_OP_NOT_EQUAL, rs_value_scalar (NAN), rs_value_scalar (NAN)), "1");
  assert_prints (binary (RS_OP_LESS_EQUAL, rs_value_scalar (NAN), rs_value_scalar (1)), "0");
  g_assert_cmpint (binary (RS_OP_ADD, rs_value_bool (TRUE), rs_value_bool (TRUE)).tag, ==, RS_TAG_INT);
  g_assert_cmpint (binary (RS_OP_ADD, rs_value_int (G_MAXINT64), rs_value_int (1)).tag, ==, RS_TAG_SCALAR);
}

static void
test_complex (void)
{
  assert_prints (binary (RS_OP_MULTIPLY, rs_value_new_complex (1, 2), rs_value_new_complex (3, 4)), "-5+10i");
  assert_prints (binary (RS_OP_POWER, rs_value_new_complex (1, 2), rs_value_int (2)), "-3+4i");
  assert_prints (binary (RS_OP_SUBTRACT, rs_value_new_complex (1, 2), rs_value_int (1)), "0+2i");
  assert_prints (binary (RS_OP_MULTIPLY, VEC (SINGLE, 2, 1, 2), rs_value_new_complex (0, 1)), "[ 0+1i, 0+2i]");
  assert_fails (RS_OP_LESS, rs_value_new_complex (1, 2), rs_value_int (1), RS_RUNTIME_ERROR_OPERATOR_TYPE, "complex");
}

static void
test_arrays (void)
{
  RsValue sum = binary (RS_OP_ADD, VEC (INT32, 4, 0, 1, 2, 3), rs_value_int (4));

  g_assert_cmpint (sum.array->element, ==, RS_ELEMENT_INT32);
  assert_prints (sum, "[ 4, 5, 6, 7]");
  assert_prints (binary (RS_OP_MULTIPLY, VEC (INT32, 3, 1, 2, 3), rs_value_scalar (0.5)), "[ 0.5, 1, 1.5]");
  assert_prints (binary (RS_OP_DOT_DIVIDE, rs_value_int (1), VEC (INT32, 2, 2, 4)), "[ 0.5, 0.25]");
  assert_prints (binary (RS_OP_DOT_POWER, VEC (INT32, 3, 1, 2, 3), rs_value_int (2)), "[ 1, 4, 9]");
  assert_prints (binary (RS_OP_GREATER, VEC (SINGLE, 3, 1, 5, 3), rs_value_int (2)), "[ 0, 1, 1]");
  assert_prints (binary (RS_OP_EQUAL, VEC (SINGLE, 1, 0.1), rs_value_scalar (0.1)), "[ 1]");
  assert_prints (binary (RS_OP_ADD, VEC (UINT8, 2, 200, 1), VEC (UINT8, 2, 100, 1)), "[ 300, 2]");
  assert_prints (binary (RS_OP_SUBTRACT, VEC (UINT32, 1, 1), VEC (UINT32, 1, 2)), "[ -1]");
  assert_prints (binary (RS_OP_ADD, VEC (HALF, 1, 0.5), rs_value_int (1)), "[ 1.5]");
  /* a vec and a 1 x N matrix have the same size */
  assert_prints (binary (RS_OP_ADD, VEC (SINGLE, 2, 1, 2), MAT (SINGLE, 1, 2, 3, 4)), "[ 4, 6]");
  assert_fails (RS_OP_ADD, VEC (SINGLE, 2, 1, 2), VEC (SINGLE, 3, 1, 2, 3), RS_RUNTIME_ERROR_SIZE, "1 x 2");
  assert_fails (RS_OP_DIVIDE, VEC (SINGLE, 2, 1, 2), VEC (SINGLE, 2, 1, 2), RS_RUNTIME_ERROR_SIZE, "./");
  sum = binary (RS_OP_MULTIPLY, VEC (INT32, 1, 2000000000), rs_value_int (2));
  g_assert_cmpint (sum.array->element, ==, RS_ELEMENT_INT64);
  assert_prints (sum, "[ 4000000000]");
}

/* Longer than a block, with a length that is no multiple of anything. */
static void
test_long (void)
{
  const gint64 n = 2 * 1024 + 37;
  g_autoptr (GError) error = NULL;
  RsArray *a = rs_array_new_vector (RS_ELEMENT_SINGLE, n, &error),
          *b = rs_array_new_vector (RS_ELEMENT_UINT16, n, &error);
  RsValue sum;

  for (gint64 i = 0; i < n; i++)
    {
      rs_array_set_element (a, i, rs_value_scalar ((double)i / 2), &error);
      rs_array_set_element (b, i, rs_value_int (i), &error);
    }
  sum = binary (RS_OP_SUBTRACT, rs_value_object (a), rs_value_object (b));
  g_assert_cmpint (sum.array->element, ==, RS_ELEMENT_SINGLE);
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat (rs_array_get_element (sum.array, i).scalar, ==, -(double)i / 2);
  rs_value_clear (&sum);
}

static void
test_product (void)
{
  assert_prints (binary (RS_OP_MULTIPLY, MAT (INT32, 2, 2, 1, 2, 2, 1), MAT (INT32, 2, 1, 3, 4)), "[ 11]\n[ 10]");
  /* A*v takes v as a column and gives a vec */
  assert_prints (binary (RS_OP_MULTIPLY, MAT (SINGLE, 2, 3, 1, 2, 3, 4, 5, 6), VEC (SINGLE, 3, 1, 1, 1)), "[ 6, 15]");
  assert_prints (binary (RS_OP_MULTIPLY, VEC (SINGLE, 2, 1, 2), MAT (SINGLE, 2, 2, 1, 2, 3, 4)), "[ 7, 10]");
  assert_prints (binary (RS_OP_MULTIPLY, MAT (SINGLE, 2, 1, 1, 2), VEC (SINGLE, 2, 3, 4)), "[ 3, 4]\n[ 6, 8]");
  assert_fails (RS_OP_MULTIPLY, VEC (INT32, 3, 1, 2, 3), MAT (INT32, 2, 2, 1, 0, 0, 1), RS_RUNTIME_ERROR_SIZE,
                "1 x 3 times 2 x 2");
}

/* Against the definition, for sizes beyond the blocks. */
static void
test_product_large (void)
{
  const gint64 m = 3, k = 130, n = 1030;
  g_autoptr (GError) error = NULL;
  RsArray *a = rs_array_new (RS_ELEMENT_DOUBLE, 2, DIMS (m, k), FALSE, &error);
  RsArray *b = rs_array_new (RS_ELEMENT_DOUBLE, 2, DIMS (k, n), FALSE, &error);
  double *p = rs_array_write (a), *q = rs_array_write (b);
  RsValue c;
  const double *r;

  for (gint64 i = 0; i < m * k; i++)
    p[i] = (double)(i % 7) - 3;
  for (gint64 i = 0; i < k * n; i++)
    q[i] = (double)(i % 11) - 5;
  c = binary (RS_OP_MULTIPLY, rs_value_ref (rs_value_object (a)), rs_value_ref (rs_value_object (b)));
  r = rs_array_read (c.array);
  for (gint64 i = 0; i < m; i++)
    for (gint64 j = 0; j < n; j++)
      {
        double sum = 0;

        for (gint64 l = 0; l < k; l++)
          sum += p[i * k + l] * q[l * n + j];
        g_assert_cmpfloat (r[i * n + j], ==, sum);
      }
  rs_value_clear (&c);
  rs_array_unref (a);
  rs_array_unref (b);
}

static void
test_others (void)
{
  g_autoptr (GError) error = NULL;
  RsCell *cell = rs_cell_new (1, DIMS (2), &error);

  cell->elements[0] = VEC (SINGLE, 2, 1, 2);
  cell->elements[1] = rs_value_int (3);
  assert_prints (binary (RS_OP_MULTIPLY, rs_value_object (cell), rs_value_int (2)), "{ [ 2, 4], 6}");
  assert_prints (binary (RS_OP_ADD, rs_value_new_range (0, 1, 3, TRUE), rs_value_int (1)), "[ 1, 2, 3, 4]");
  assert_prints (binary (RS_OP_ADD, rs_value_new_string ("n=", -1), rs_value_int (2)), "n=2");
  assert_prints (binary (RS_OP_EQUAL, rs_value_new_string ("a", -1), rs_value_new_string ("a", -1)), "1");
  assert_fails (RS_OP_SUBTRACT, rs_value_new_string ("a", -1), rs_value_int (1), RS_RUNTIME_ERROR_OPERATOR_TYPE,
                "string");
  assert_fails (RS_OP_ADD, RS_NONE, rs_value_int (1), RS_RUNTIME_ERROR_OPERATOR_TYPE, "nothing");
}

static void
test_unary (void)
{
  g_autoptr (GError) error = NULL;
  RsValue v = VEC (UINT8, 2, 1, 0), result;

  g_assert_true (rs_value_unary (RS_OP_NEGATE, v, RS_PRECISION_SINGLE, &result, &error));
  assert_prints (result, "[ -1, 0]");
  g_assert_true (rs_value_unary (RS_OP_NOT, v, RS_PRECISION_SINGLE, &result, &error));
  assert_prints (result, "[ 0, 1]");
  rs_value_clear (&v);
}

static void
literal (const char *expected, RsElement element, guint n, RsValue *parts)
{
  g_autoptr (GError) error = NULL;
  RsValue result;

  g_assert_true (rs_value_new_matrix (parts, n, RS_PRECISION_SINGLE, &result, &error));
  g_assert_no_error (error);
  if (result.tag == RS_TAG_ARRAY)
    g_assert_cmpint (result.array->element, ==, element);
  assert_prints (result, expected);
  for (guint i = 0; i < n; i++)
    rs_value_clear (&parts[i]);
}

#define LITERAL(expected, element, n, ...) literal (expected, RS_ELEMENT_##element, n, (RsValue[]){ __VA_ARGS__ })

static void
test_literals (void)
{
  GError *error = NULL;
  RsValue mixed[2] = { rs_value_int (1), rs_value_new_string ("a", -1) }, result;

  LITERAL ("[ 1, 2]", INT32, 2, rs_value_int (1), rs_value_int (2));
  LITERAL ("[ 1, 2.5]", SINGLE, 2, rs_value_int (1), rs_value_scalar (2.5));
  LITERAL ("[ 1+0i, 0+1i]", CSINGLE, 2, rs_value_int (1), rs_value_new_complex (0, 1));
  LITERAL ("[ 3000000000, 1]", INT64, 2, rs_value_int (3000000000), rs_value_int (1));
  LITERAL ("[ 0, 1, 2]", INT32, 1, rs_value_new_range (0, 1, 2, TRUE));
  LITERAL ("[ 1, 2]\n[ 3.5, 4]", SINGLE, 2, VEC (INT32, 2, 1, 2), VEC (SINGLE, 2, 3.5, 4));
  LITERAL ("{ \"a\", \"b\"}", NONE, 2, rs_value_new_string ("a", -1), rs_value_new_string ("b", -1));
  LITERAL ("[]", SINGLE, 0, RS_NONE);
  g_assert_false (rs_value_new_matrix (mixed, 2, RS_PRECISION_SINGLE, &result, &error));
  assert_error (&error, RS_RUNTIME_ERROR_LITERAL, "together");
  rs_value_clear (&mixed[1]);
}

static void
test_conditions (void)
{
  GError *error = NULL;
  RsValue v = VEC (SINGLE, 2, 1, 1);
  gboolean truth;

  g_assert_true (rs_value_is_true (rs_value_scalar (0.5), &truth, &error) && truth);
  g_assert_false (rs_value_is_true (v, &truth, &error));
  assert_error (&error, RS_RUNTIME_ERROR_CONDITION, "all()");
  rs_value_clear (&v);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arithmetic/numbers", test_numbers);
  g_test_add_func ("/arithmetic/complex", test_complex);
  g_test_add_func ("/arithmetic/arrays", test_arrays);
  g_test_add_func ("/arithmetic/long", test_long);
  g_test_add_func ("/arithmetic/product", test_product);
  g_test_add_func ("/arithmetic/product-large", test_product_large);
  g_test_add_func ("/arithmetic/others", test_others);
  g_test_add_func ("/arithmetic/unary", test_unary);
  g_test_add_func ("/arithmetic/literals", test_literals);
  g_test_add_func ("/arithmetic/conditions", test_conditions);
  return g_test_run ();
}
