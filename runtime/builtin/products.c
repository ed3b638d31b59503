/* Products and comparisons of matrices beyond the operators: cross, kron, psnr; and csvread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/value/array-arithmetic.h"

#include <errno.h>
#include <math.h>

/* Of two vectors of three elements. */
RS_DEFINE_BUILTIN (CROSS)
{
  g_autoptr (RsArray) a = rs_call_get_array (call, 0, "cross", error), b = NULL, result = NULL;
  double _Complex x[3], y[3], z[3];

  if (a == NULL || (b = rs_call_get_array (call, 1, "cross", error)) == NULL)
    return FALSE;
  if (a->n_elements != 3 || b->n_elements != 3)
    return rs_call_fail (RS_RUNTIME_ERROR_SIZE, error, "cross",
                         "both vectors need 3 elements, not %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, a->n_elements,
                         b->n_elements);
  rs_block_load (RS_COMPUTE_CDOUBLE, a->element, rs_array_read (a), 3, x);
  rs_block_load (RS_COMPUTE_CDOUBLE, b->element, rs_array_read (b), 3, y);
  for (int i = 0; i < 3; i++)
    z[i] = x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3];
  result = rs_array_new_like (
      a, rs_arithmetic_element (RS_OP_MULTIPLY, rs_value_object (a), rs_value_object (b), rs_call_get_precision (call)),
      error);
  if (result == NULL)
    return FALSE;
  if (!rs_block_store (RS_COMPUTE_CDOUBLE, z, 3, result->element, RS_OVERFLOW_CHECKED, rs_array_write (result)))
    return rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, "cross", "a result does not fit %s",
                         rs_element_get_name (result->element));
  return rs_call_return_array (call, g_steal_pointer (&result));
}

/* Every element of a times the whole of b. */
RS_DEFINE_BUILTIN (KRON)
{
  g_autoptr (RsArray) a = rs_call_get_array (call, 0, "kron", error), b = NULL, result = NULL;
  RsShape s, t;
  gint64 dims[2];
  char *out;
  gsize bytes;

  if (a == NULL || (b = rs_call_get_array (call, 1, "kron", error)) == NULL)
    return FALSE;
  s = rs_shape_of_array (a);
  t = rs_shape_of_array (b);
  if (s.rank > 2 || t.rank > 2)
    return rs_call_fail_argument (call, s.rank > 2 ? 0 : 1, error, "kron", "a matrix");
  if (__builtin_mul_overflow (s.dims[0], t.dims[0], &dims[0])
      || __builtin_mul_overflow (s.dims[1], t.dims[1], &dims[1]))
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, "kron", "the result does not fit memory");
  result = rs_array_new (
      rs_arithmetic_element (RS_OP_MULTIPLY, rs_value_object (a), rs_value_object (b), rs_call_get_precision (call)), 2,
      dims, FALSE, error);
  if (result == NULL)
    return FALSE;
  out = rs_array_write (result);
  bytes = rs_element_get_bytes (result->element);
  for (gint64 i = 0; i < dims[0]; i++)
    for (gint64 j = 0; j < dims[1]; j++)
      {
        gint64 p = i / t.dims[0] * s.dims[1] + j / t.dims[1], q = i % t.dims[0] * t.dims[1] + j % t.dims[1];
        double _Complex x, y;

        rs_block_load (RS_COMPUTE_CDOUBLE, a->element,
                       (const char *)rs_array_read (a) + (gsize)p * rs_element_get_bytes (a->element), 1, &x);
        rs_block_load (RS_COMPUTE_CDOUBLE, b->element,
                       (const char *)rs_array_read (b) + (gsize)q * rs_element_get_bytes (b->element), 1, &y);
        x *= y;
        if (!rs_block_store (RS_COMPUTE_CDOUBLE, &x, 1, result->element, RS_OVERFLOW_CHECKED,
                             out + (gsize)(i * dims[1] + j) * bytes))
          return rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, "kron", "a result does not fit %s",
                               rs_element_get_name (result->element));
      }
  return rs_call_return_array (call, g_steal_pointer (&result));
}

/* 10*log10(peak^2 / mean((a-b).^2)); equal arrays: inf. */
RS_DEFINE_BUILTIN (PSNR)
{
  RsPrecision precision = rs_call_get_precision (call);
  g_autoptr (RsArray) a = rs_call_get_array (call, 0, "psnr", error), b = NULL, difference = NULL;
  double peak = 1, total = 0;

  if (a == NULL || (b = rs_call_get_array (call, 1, "psnr", error)) == NULL
      || (call->n_arguments == 3 && !rs_call_get_number (call, 2, &peak, "psnr", error)))
    return FALSE;
  difference = rs_array_binary (RS_OP_SUBTRACT, rs_value_object (a), rs_value_object (b), precision, error);
  if (difference == NULL)
    {
      g_prefix_error (error, "psnr: ");
      return FALSE;
    }
  for (gint64 i = 0; i < difference->n_elements; i++)
    {
      double _Complex x;

      rs_block_load (RS_COMPUTE_CDOUBLE, difference->element,
                     (const char *)rs_array_read (difference) + (gsize)i * rs_element_get_bytes (difference->element),
                     1, &x);
      total += creal (x) * creal (x) + cimag (x) * cimag (x);
    }
  return rs_call_return (call, rs_value_scalar (10 * log10 (peak * peak * (double)difference->n_elements / total)));
}

/* The numbers of one line; FALSE at something that is none. */
static gboolean
read_line (const char *line, GArray *numbers, guint *count)
{
  *count = 0;
  for (const char *p = line;;)
    {
      char *end;
      double x = g_ascii_strtod (p, &end);

      while (g_ascii_isspace (*end))
        end++;
      if (end == p && *end != ',' && *end != '\0')
        return FALSE;
      g_array_append_val (numbers, x);
      (*count)++;
      if (*end == '\0')
        return TRUE;
      if (*end != ',')
        return FALSE;
      p = end + 1;
    }
}

/* Short rows are filled with 0; empty lines are passed over. */
RS_DEFINE_BUILTIN (CSVREAD)
{
  g_autofree char *contents = NULL, *found = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double)),
                     counts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) file_error = NULL;
  const char *path;
  gint64 dims[2] = { 0, 0 };
  RsArray *result;
  gsize next = 0;

  if (!rs_call_get_string (call, 0, &path, "csvread", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  found = rs_call_find_file (call, path);
  if (!g_file_get_contents (found, &contents, NULL, &file_error))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "csvread", "can't read \"%s\": %s", path, file_error->message);
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint count;

      if (*g_strstrip (lines[i]) == '\0')
        continue;
      if (!read_line (lines[i], numbers, &count))
        return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "csvread",
                             "line %u of \"%s\" holds something that is no number", i + 1, path);
      g_array_append_val (counts, count);
      dims[1] = MAX (dims[1], (gint64)count);
    }
  dims[0] = counts->len;
  result = rs_array_new (rs_element_of_precision (rs_call_get_precision (call)), 2, dims, TRUE, error);
  for (guint i = 0; result != NULL && i < counts->len; i++)
    for (guint j = 0; j < g_array_index (counts, guint, i); j++)
      rs_array_set_element (result, (gint64)i * dims[1] + j, rs_value_scalar (g_array_index (numbers, double, next++)),
                            NULL);
  return rs_call_return_array (call, result);
}
