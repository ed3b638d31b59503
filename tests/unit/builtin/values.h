/* Short ways to make values and to say what they should be, for the tests of runtime/value and runtime/builtin.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/error.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/index/indexing.h"
#include "runtime/value/types/cell.h"

static inline RsValue
new_array (RsElement element, int rank, const gint64 *dims, const double *numbers)
{
  g_autoptr (GError) error = NULL;
  RsArray *array = rs_array_new (element, rank, dims, TRUE, &error);

  g_assert_no_error (error);
  for (gint64 i = 0; i < array->n_elements; i++)
    {
      rs_array_set_element (array, i, rs_value_scalar (numbers[i]), &error);
      g_assert_no_error (error);
    }
  return rs_value_object (array);
}

#define DIMS(...) ((const gint64[]){ __VA_ARGS__ })
#define NUMBERS(...) ((const double[]){ __VA_ARGS__ })
#define VEC(element, n, ...) new_array (RS_ELEMENT_##element, 1, DIMS (n), NUMBERS (__VA_ARGS__))
#define MAT(element, rows, columns, ...)                                                                               \
  new_array (RS_ELEMENT_##element, 2, DIMS (rows, columns), NUMBERS (__VA_ARGS__))

/* Compares the value's printed form and drops the value. */
static inline void
assert_prints (RsValue value, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  rs_value_format (value, FALSE, text);
  g_assert_cmpstr (text->str, ==, expected);
  rs_value_clear (&value);
}

/* The error has the code and its message holds the words; it is dropped. */
static inline void
assert_error (GError **error, int code, const char *words)
{
  g_assert_error (*error, RS_RUNTIME_ERROR, code);
  if (strstr ((*error)->message, words) == NULL)
    g_error ("\"%s\" does not hold \"%s\"", (*error)->message, words);
  g_clear_error (error);
}
