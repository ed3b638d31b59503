/* Slices, positions, masks, boundary modes and stores (STDLIB.md 1.3).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/builtin/values.h"

#define INDICES(...) ((RsValue[]){ __VA_ARGS__ })
#define COUNT(...) (sizeof ((RsValue[]){ __VA_ARGS__ }) / sizeof (RsValue))
#define AT(x, boundary, ...) at (x, RS_BOUNDARY_##boundary, INDICES (__VA_ARGS__), COUNT (__VA_ARGS__))
#define STORE(x, op, value, ...) store (x, RS_OP_##op, value, INDICES (__VA_ARGS__), COUNT (__VA_ARGS__))
#define STORE_FAILS(x, code, words, value, ...)                                                                        \
  store_fails (x, RS_RUNTIME_ERROR_##code, words, value, INDICES (__VA_ARGS__), COUNT (__VA_ARGS__))
#define INDEX_FAILS(x, code, words, ...)                                                                               \
  index_fails (x, RS_RUNTIME_ERROR_##code, words, INDICES (__VA_ARGS__), COUNT (__VA_ARGS__))

static RsValue
number (int x)
{
  return rs_value_int (x);
}

static RsValue
range (double low, double step, double high)
{
  return rs_value_new_range (low, step, high, TRUE);
}

static void
drop (RsValue *values, guint n)
{
  for (guint i = 0; i < n; i++)
    rs_value_clear (&values[i]);
}

static RsValue
at (RsValue x, RsBoundary boundary, RsValue *indices, guint n)
{
  g_autoptr (GError) error = NULL;
  RsValue result = RS_NONE;

  rs_value_index (x, indices, n, boundary, RS_PRECISION_SINGLE, "x", &result, &error);
  g_assert_no_error (error);
  drop (indices, n);
  return result;
}

static void
index_fails (RsValue x, int code, const char *words, RsValue *indices, guint n)
{
  GError *error = NULL;
  RsValue result = RS_NONE;

  g_assert_false (rs_value_index (x, indices, n, RS_BOUNDARY_CHECKED, RS_PRECISION_SINGLE, "x", &result, &error));
  assert_error (&error, code, words);
  drop (indices, n);
}

static void
store (RsValue x, RsOperator op, RsValue value, RsValue *indices, guint n)
{
  g_autoptr (GError) error = NULL;

  rs_value_store (x, indices, n, op, value, RS_BOUNDARY_CHECKED, RS_PRECISION_SINGLE, "x", &error);
  g_assert_no_error (error);
  rs_value_clear (&value);
  drop (indices, n);
}

static void
store_fails (RsValue x, int code, const char *words, RsValue value, RsValue *indices, guint n)
{
  GError *error = NULL;

  g_assert_false (
      rs_value_store (x, indices, n, RS_OP_NONE, value, RS_BOUNDARY_CHECKED, RS_PRECISION_SINGLE, "x", &error));
  assert_error (&error, code, words);
  rs_value_clear (&value);
  drop (indices, n);
}

static void
assert_dims (RsValue value, int rank, gint64 a, gint64 b)
{
  g_assert_cmpint (value.array->rank, ==, rank);
  g_assert_cmpint (value.array->dims[0], ==, a);
  if (rank > 1)
    g_assert_cmpint (value.array->dims[1], ==, b);
  rs_value_clear (&value);
}

static RsValue
counting_cube (void)
{
  double numbers[24];

  for (int i = 0; i < 24; i++)
    numbers[i] = i;
  return new_array (RS_ELEMENT_SINGLE, 3, DIMS (2, 3, 4), numbers);
}

static void
test_vectors (void)
{
  RsValue v = VEC (SINGLE, 5, 10, 11, 12, 13, 14), row = MAT (SINGLE, 1, 3, 7, 8, 9);

  assert_prints (AT (v, CHECKED, number (2)), "12");
  assert_prints (AT (v, CHECKED, number (0), number (2)), "12");
  assert_prints (AT (v, CHECKED, rs_value_scalar (2.9)), "12");
  assert_prints (AT (v, CHECKED, range (1, 1, 3)), "[ 11, 12, 13]");
  assert_prints (AT (v, CHECKED, range (4, -2, 0)), "[ 14, 12, 10]");
  assert_prints (AT (v, CHECKED, VEC (INT32, 3, 0, 0, 4)), "[ 10, 10, 14]");
  assert_prints (AT (v, CHECKED, RS_NONE), "[ 10, 11, 12, 13, 14]");
  assert_prints (AT (v, CHECKED, range (2, 1, 1)), "[]");
  assert_prints (AT (v, CHECKED, VEC (BOOL, 5, 1, 0, 0, 0, 1)), "[ 10, 14]");
  assert_prints (AT (row, CHECKED, number (1)), "8");
  assert_prints (AT (row, CHECKED, VEC (INT32, 2, 0, 2)), "[ 7, 9]");
  INDEX_FAILS (v, INDEX, "index 5 is outside x, a vector of 5 elements: its indices are 0 to 4", number (5));
  INDEX_FAILS (v, INDEX, "index -1", range (-1, 1, 2));
  INDEX_FAILS (v, INDEX_TYPE, "string", rs_value_new_string ("a", -1));
  INDEX_FAILS (v, SIZE, "mask", VEC (BOOL, 2, 1, 0));
  INDEX_FAILS (v, INDEX, "NaN", rs_value_scalar (0.0 / 0.0));
  rs_value_clear (&v);
  rs_value_clear (&row);
}

static void
test_matrices (void)
{
  RsValue m = MAT (SINGLE, 2, 3, 1, 2, 3, 4, 5, 6), column = MAT (SINGLE, 3, 1, 1, 2, 3);

  assert_prints (AT (m, CHECKED, number (1), number (2)), "6");
  assert_prints (AT (m, CHECKED, VEC (SINGLE, 2, 1.7, 2)), "6");
  assert_dims (AT (m, CHECKED, number (1), RS_NONE), 1, 3, 0);
  assert_dims (AT (m, CHECKED, RS_NONE, number (1)), 2, 2, 1);
  assert_dims (AT (m, CHECKED, range (0, 1, 0), RS_NONE), 2, 1, 3);
  assert_prints (AT (m, CHECKED, RS_NONE, number (1)), "[ 2]\n[ 5]");
  assert_prints (AT (m, CHECKED, range (1, -1, 0), RS_NONE), "[ 4, 5, 6]\n[ 1, 2, 3]");
  assert_prints (AT (m, CHECKED, RS_NONE, VEC (INT32, 3, 2, 1, 0)), "[ 3, 2, 1]\n[ 6, 5, 4]");
  assert_prints (AT (m, CHECKED, MAT (BOOL, 2, 3, 0, 1, 0, 0, 0, 1)), "[ 2, 6]");
  assert_prints (AT (m, CHECKED, VEC (BOOL, 2, 0, 1), number (0)), "[ 4]");
  assert_prints (AT (column, CHECKED, number (2)), "3");
  INDEX_FAILS (m, INDEX_NUMBER, "needs 2 indices in one bracket, not 1: x[m,n] an element", number (1));
  INDEX_FAILS (m, INDEX, "index 3 in dimension 1 is outside x, a 2-by-3 matrix", number (0), number (3));
  INDEX_FAILS (m, INDEX, "dimension 2", number (0), number (0), number (1));
  rs_value_clear (&m);
  rs_value_clear (&column);
}

static void
test_cubes (void)
{
  RsValue c = counting_cube ();

  assert_prints (AT (c, CHECKED, number (1), number (2), number (3)), "23");
  assert_prints (AT (c, CHECKED, VEC (INT32, 3, 1, 2, 3)), "23");
  assert_prints (AT (c, CHECKED, RS_NONE, RS_NONE, number (1)), "[ 1, 5, 9]\n[ 13, 17, 21]");
  assert_prints (AT (c, CHECKED, number (1), number (0), RS_NONE), "[ 12, 13, 14, 15]");
  assert_prints (AT (c, CHECKED, number (1), number (0), range (0, 1, 2)), "[ 12, 13, 14]");
  assert_dims (AT (c, CHECKED, RS_NONE, RS_NONE, number (1)), 2, 2, 3);
  assert_dims (AT (c, CHECKED, RS_NONE, number (0), number (1)), 2, 2, 1);
  assert_dims (AT (c, CHECKED, number (1), RS_NONE, number (1)), 1, 3, 0);
  assert_dims (AT (c, CHECKED, RS_NONE, RS_NONE, VEC (INT32, 3, 2, 1, 0)), 3, 2, 3);
  rs_value_clear (&c);
}

static void
test_boundaries (void)
{
  RsValue v = VEC (SINGLE, 3, 1, 2, 3);

  assert_prints (AT (v, SAFE, number (7)), "0");
  assert_prints (AT (v, SAFE, range (-1, 1, 3)), "[ 0, 1, 2, 3, 0]");
  assert_prints (AT (v, CIRCULAR, range (-1, 1, 3)), "[ 3, 1, 2, 3, 1]");
  assert_prints (AT (v, MIRROR, range (-2, 1, 4)), "[ 2, 1, 1, 2, 3, 3, 2]");
  assert_prints (AT (v, CLAMPED, range (-2, 1, 4)), "[ 1, 1, 1, 2, 3, 3, 3]");
  assert_prints (AT (v, UNCHECKED, number (1000000)), "0");
  assert_prints (AT (v, SAFE, rs_value_scalar (1e300)), "0");
  rs_value_clear (&v);
}

static void
test_stores (void)
{
  RsValue m = MAT (SINGLE, 2, 3, 1, 2, 3, 4, 5, 6), v = VEC (INT32, 4, 1, 2, 3, 4);

  STORE (m, NONE, number (9), number (0), RS_NONE);
  STORE (m, NONE, VEC (INT32, 2, 7, 8), RS_NONE, number (1));
  STORE (m, ADD, rs_value_scalar (0.5), number (1), range (0, 2, 2));
  assert_prints (rs_value_ref (m), "[ 9, 7, 9]\n[ 4.5, 8, 6.5]");
  STORE (m, ASSIGN_MAXIMUM, number (8), RS_NONE, RS_NONE);
  assert_prints (rs_value_ref (m), "[ 9, 8, 9]\n[ 8, 8, 8]");
  STORE (v, NONE, AT (v, CHECKED, range (0, 1, 2)), range (1, 1, 3));
  assert_prints (rs_value_ref (v), "[ 1, 1, 2, 3]");
  STORE (v, NONE, VEC (INT32, 4, 10, 20, 30, 40), VEC (BOOL, 4, 1, 0, 0, 1));
  assert_prints (rs_value_ref (v), "[ 10, 1, 2, 40]");
  STORE (v, NONE, number (5), VEC (BOOL, 4, 0, 1, 1, 0));
  assert_prints (rs_value_ref (v), "[ 10, 5, 5, 40]");
  STORE (v, DIVIDE, number (3), number (0));
  STORE (v, NONE, VEC (SINGLE, 0, 0), range (2, 1, 1));
  assert_prints (rs_value_ref (v), "[ 3, 5, 5, 40]");
  STORE_FAILS (v, SIZE, "the part of x is 1 x 2, the value is 1 x 3", VEC (INT32, 3, 1, 2, 3), range (0, 1, 1));
  STORE_FAILS (v, STORE_TYPE, "string", rs_value_new_string ("a", -1), number (0));
  STORE_FAILS (v, STORE_TYPE, "complex", rs_value_new_complex (1, 1), number (0));
  STORE_FAILS (v, OVERFLOW, "does not fit", rs_value_scalar (3e9), number (0));
  STORE_FAILS (v, INDEX, "index 9", number (0), number (9));
  assert_prints (rs_value_ref (v), "[ 3, 5, 5, 40]");
  v.array->overflow = RS_OVERFLOW_SATURATE;
  STORE (v, NONE, rs_value_scalar (3e9), number (0));
  assert_prints (rs_value_ref (v), "[ 2147483647, 5, 5, 40]");
  rs_value_clear (&m);
  rs_value_clear (&v);
}

static void
test_safe_store (void)
{
  g_autoptr (GError) error = NULL;
  RsValue v = VEC (SINGLE, 3, 1, 2, 3), index = range (1, 1, 5);

  g_assert_true (
      rs_value_store (v, &index, 1, RS_OP_NONE, rs_value_int (9), RS_BOUNDARY_SAFE, RS_PRECISION_SINGLE, "x", &error));
  assert_prints (v, "[ 1, 9, 9]");
  rs_value_clear (&index);
}

static void
test_cells (void)
{
  g_autoptr (GError) error = NULL;
  RsValue cell = rs_value_object (rs_cell_new (2, DIMS (2, 2), &error));

  assert_prints (AT (cell, CHECKED, number (0), number (1)), "[]");
  STORE (cell, NONE, rs_value_new_string ("a", -1), number (0), number (1));
  STORE (cell, NONE, number (3), number (1), RS_NONE);
  STORE (cell, ADD, number (1), number (1), number (0));
  assert_prints (rs_value_ref (cell), "{ [], \"a\"}\n{ 4, 3}");
  assert_prints (AT (cell, CHECKED, RS_NONE, number (1)), "{ \"a\"}\n{ 3}");
  STORE (cell, NONE, AT (cell, CHECKED, number (1), RS_NONE), number (0), RS_NONE);
  assert_prints (rs_value_ref (cell), "{ 4, 3}\n{ 4, 3}");
  INDEX_FAILS (cell, INDEX, "2-by-2 cell", number (2), number (0));
  rs_value_clear (&cell);
}

static void
test_others (void)
{
  RsValue text = rs_value_new_string ("na\303\257ve", -1), r = range (0, 2, 6);

  assert_prints (AT (text, CHECKED, number (2)), "\303\257");
  assert_prints (AT (text, CHECKED, range (4, -1, 2)), "ev\303\257");
  assert_prints (AT (r, CHECKED, number (2)), "4");
  assert_prints (AT (rs_value_scalar (2.5), CHECKED, number (0)), "2.5");
  INDEX_FAILS (text, INDEX, "index 5", number (5));
  INDEX_FAILS (rs_value_scalar (1), INDEX, "index 1", number (1));
  rs_value_clear (&text);
  rs_value_clear (&r);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/indexing/vectors", test_vectors);
  g_test_add_func ("/indexing/matrices", test_matrices);
  g_test_add_func ("/indexing/cubes", test_cubes);
  g_test_add_func ("/indexing/boundaries", test_boundaries);
  g_test_add_func ("/indexing/stores", test_stores);
  g_test_add_func ("/indexing/safe-store", test_safe_store);
  g_test_add_func ("/indexing/cells", test_cells);
  g_test_add_func ("/indexing/others", test_others);
  return g_test_run ();
}
