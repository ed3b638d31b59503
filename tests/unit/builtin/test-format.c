/* Printing (LANGUAGE.md, "Text and printing") and conversion to declared types.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/builtin/values.h"

#include <math.h>

static void
test_numbers (void)
{
  static const struct
  {
    double x;
    const char *text;
  } cases[] = {
    { 0.1, "0.1" },
    { 1e-6, "1e-06" },
    { 3, "3" },
    { -2.5, "-2.5" },
    { 1e6, "1000000" },
    { 1.0 / 3, "0.3333333333333333" },
    { (double)0.1f, "0.10000000149011612" },
    { 1e300, "1e+300" },
    { 0.0001, "0.0001" },
    { 123456.75, "123456.75" },
    { -0.0, "0" },
    { 1e15, "1e+15" },
    { 4294967295.0, "4294967295" },
    { INFINITY, "inf" },
    { -INFINITY, "-inf" },
    { NAN, "NaN" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_prints (rs_value_scalar (cases[i].x), cases[i].text);
  assert_prints (rs_value_int (G_MININT64), "-9223372036854775808");
  assert_prints (rs_value_bool (TRUE), "1");
  assert_prints (rs_value_new_complex (1, -2), "1-2i");
  assert_prints (rs_value_new_complex (0.5, 0), "0.5+0i");
}

static void
test_arrays (void)
{
  double many[200];
  RsValue empty = new_array (RS_ELEMENT_SINGLE, 2, DIMS (0, 3), NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  RsValue m = MAT (SINGLE, 2, 2, 1, 2.5, 3, 4);

  for (int i = 0; i < 200; i++)
    many[i] = i;
  assert_prints (VEC (SINGLE, 3, 1, 2.5, 3), "[ 1, 2.5, 3]");
  assert_prints (VEC (SINGLE, 1, 0.1), "[ 0.1]");
  assert_prints (VEC (DOUBLE, 1, (double)0.1f), "[ 0.10000000149011612]");
  assert_prints (rs_value_ref (m), "[ 1, 2.5]\n[ 3, 4]");
  rs_value_format (m, TRUE, text);
  g_assert_cmpstr (text->str, ==, "[ 1, 2.5]\n[ 3, 4]");
  assert_prints (empty, "[] (0 x 3)");
  assert_prints (new_array (RS_ELEMENT_INT32, 1, DIMS (200), many),
                 "[ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ..., 190, 191, 192, 193, 194, 195, 196, 197, 198, 199] (1 x 200)");
  assert_prints (new_array (RS_ELEMENT_INT32, 3, DIMS (1, 2, 2), many), "[:,:,0] =\n[ 0, 2]\n[:,:,1] =\n[ 1, 3]");
  assert_prints (rs_value_new_range (0, 0.5, 1, FALSE), "[ 0, 0.5, 1]");
  rs_value_clear (&m);
}

static RsValue
convert (RsValue value, const RsType *type)
{
  g_autoptr (GError) error = NULL;
  RsValue result;

  rs_value_convert (value, type, RS_PRECISION_SINGLE, "parameter x of f", &result, &error);
  g_assert_no_error (error);
  rs_value_clear (&value);
  return result;
}

static void
convert_fails (RsValue value, const RsType *type, int code, const char *words)
{
  GError *error = NULL;
  RsValue result;

  rs_value_convert (value, type, RS_PRECISION_SINGLE, "parameter x of f", &result, &error);
  assert_error (&error, code, words);
  rs_value_clear (&value);
}

static void
test_convert (void)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *vec = rs_type_array (arena, RS_ELEMENT_SINGLE, 1), *mat = rs_type_array (arena, RS_ELEMENT_SINGLE, 2);
  const RsType *ivec2 = rs_type_vector (arena, RS_ELEMENT_INT32, 2);
  RsValue shared = VEC (SINGLE, 2, 1, 2), result;

  assert_prints (convert (rs_value_scalar (-2.7), &rs_type_int), "-2");
  assert_prints (convert (rs_value_int (2), &rs_type_complex), "2+0i");
  assert_prints (convert (VEC (SINGLE, 2, 1.9, -1.9), ivec2), "[ 1, -1]");
  result = convert (rs_value_ref (shared), mat);
  g_assert_true (result.array == shared.array);
  rs_value_clear (&result);
  result = convert (MAT (SINGLE, 1, 3, 1, 2, 3), vec);
  g_assert_cmpint (result.array->rank, ==, 1);
  g_assert_cmpint (result.array->dims[0], ==, 3);
  rs_value_clear (&result);
  convert_fails (rs_value_new_string ("a", -1), &rs_type_scalar, RS_RUNTIME_ERROR_VALUE_TYPE, "parameter x of f");
  convert_fails (MAT (SINGLE, 2, 2, 1, 2, 3, 4), vec, RS_RUNTIME_ERROR_VALUE_TYPE, "2-by-2 matrix");
  convert_fails (VEC (SINGLE, 3, 1, 2, 3), ivec2, RS_RUNTIME_ERROR_VALUE_TYPE, "3 elements");
  convert_fails (rs_value_int (1), vec, RS_RUNTIME_ERROR_VALUE_TYPE, "integer");
  convert_fails (rs_value_scalar (1e30), &rs_type_int, RS_RUNTIME_ERROR_OVERFLOW, "1e+30");
  rs_value_clear (&shared);
}

static void
test_has_type (void)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *vec = rs_type_array (arena, RS_ELEMENT_SINGLE, 1), *mat = rs_type_array (arena, RS_ELEMENT_SINGLE, 2);
  RsValue v = VEC (INT32, 2, 1, 2), m = MAT (SINGLE, 2, 2, 1, 0, 0, 1);

  g_assert_true (rs_value_has_type (rs_value_int (1), &rs_type_scalar));
  g_assert_false (rs_value_has_type (rs_value_scalar (1), &rs_type_int));
  g_assert_true (rs_value_has_type (v, vec) && rs_value_has_type (v, mat));
  g_assert_true (rs_value_has_type (m, mat));
  g_assert_false (rs_value_has_type (m, vec));
  g_assert_false (rs_value_has_type (rs_value_int (1), mat));
  rs_value_clear (&v);
  rs_value_clear (&m);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/numbers", test_numbers);
  g_test_add_func ("/format/arrays", test_arrays);
  g_test_add_func ("/convert/values", test_convert);
  g_test_add_func ("/convert/has-type", test_has_type);
  return g_test_run ();
}
