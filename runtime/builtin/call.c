/* Taking the arguments of built-in functions apart.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/session-private.h"

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"
#include "runtime/value/shape.h"

#include <math.h>

gboolean
rs_call_fail (RsRuntimeError code, GError **error, const char *name, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, RS_RUNTIME_ERROR, code, "%s: %s", name, text);
  return FALSE;
}

gboolean
rs_call_fail_argument (const RsCall *call, guint index, GError **error, const char *name, const char *wanted)
{
  g_autofree char *what = rs_value_describe_one (call->arguments[index]);

  return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_TYPE, error, name, "argument %u has to be %s, but is %s", index + 1,
                       wanted, what);
}

gboolean
rs_call_get_integer (const RsCall *call, guint index, gint64 *value, const char *name, GError **error)
{
  return rs_value_to_integer (call->arguments[index], value)
         || rs_call_fail_argument (call, index, error, name, "an integer");
}

gboolean
rs_call_get_number (const RsCall *call, guint index, double *value, const char *name, GError **error)
{
  RsValue argument = call->arguments[index];

  if (rs_value_is_number (argument))
    {
      *value = rs_value_to_double (argument);
      return TRUE;
    }
  if (argument.tag == RS_TAG_ARRAY && argument.array->n_elements == 1
      && !rs_element_is_complex (argument.array->element))
    {
      *value = rs_value_to_double (rs_array_get_element (argument.array, 0));
      return TRUE;
    }
  return rs_call_fail_argument (call, index, error, name, "a number");
}

gboolean
rs_call_get_string (const RsCall *call, guint index, const char **text, const char *name, GError **error)
{
  if (call->arguments[index].tag != RS_TAG_STRING)
    return rs_call_fail_argument (call, index, error, name, "a string");
  *text = call->arguments[index].string->text;
  return TRUE;
}

RsArray *
rs_array_new_number (RsValue number, RsPrecision precision, GError **error)
{
  RsValue array;

  return rs_value_new_matrix (&number, 1, precision, &array, error) ? array.array : NULL;
}

RsArray *
rs_array_to_precision (RsArray *array, RsPrecision precision, GError **error)
{
  gboolean complex = rs_element_is_complex (array->element);
  RsElement wanted = precision == RS_PRECISION_DOUBLE ? (complex ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_DOUBLE)
                                                      : (complex ? RS_ELEMENT_CSINGLE : RS_ELEMENT_SINGLE);
  RsArray *result;

  if ((!complex && !rs_element_is_floating (array->element)) || array->element == wanted)
    return array;
  result = rs_array_new_like (array, wanted, error);
  if (result != NULL && array->n_elements > 0)
    rs_block_convert (array->element, rs_array_read (array), array->n_elements, wanted, RS_OVERFLOW_WRAP,
                      rs_array_write (result));
  rs_array_unref (array);
  return result;
}

RsArray *
rs_call_get_array (const RsCall *call, guint index, const char *name, GError **error)
{
  RsValue argument = call->arguments[index];

  if (rs_value_is_number (argument) || argument.tag == RS_TAG_COMPLEX)
    return rs_array_new_number (argument, rs_call_get_precision (call), error);
  if (argument.tag != RS_TAG_ARRAY && argument.tag != RS_TAG_RANGE)
    {
      rs_call_fail_argument (call, index, error, name, "an array");
      return NULL;
    }
  return rs_value_to_array (argument, rs_call_get_precision (call), error);
}

gboolean
rs_call_get_integers (const RsCall *call, guint index, gint64 *values, guint most, guint *n, const char *name,
                      GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, index, name, error);

  if (array == NULL)
    return FALSE;
  if (array->n_elements > (gint64)most)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "argument %u has %" G_GINT64_FORMAT " elements, but at most %u are possible", index + 1,
                         array->n_elements, most);
  *n = (guint)array->n_elements;
  for (guint i = 0; i < *n; i++)
    {
      RsValue element = rs_array_get_element (array, i);
      gboolean good = rs_value_to_integer (element, &values[i]);

      rs_value_clear (&element);
      if (!good)
        return rs_call_fail_argument (call, index, error, name, "a vector of integers");
    }
  return TRUE;
}

/* A size that drops its fraction is often a quotient of odd numbers. Said once. */
static void
warn_of_fraction (const RsCall *call, RsValue size, const char *name)
{
  RsSession *session = call->session;
  double value = rs_value_is_number (size) ? rs_value_to_double (size) : 0;

  if (isfinite (value) && value != trunc (value) && !session->warned_of_fractions)
    {
      g_autofree char *text = g_strdup_printf (rs_format_FRACTION_DROPPED, name, value, trunc (value));

      session->warned_of_fractions = session->host->warn (session, RS_MESSAGE_FRACTION_DROPPED, text);
    }
}

/* A size that is no number at all is mostly a quotient of zeros. */
static gboolean
check_sizes_are_finite (const RsCall *call, guint index, const char *name, GError **error)
{
  RsValue sizes = call->arguments[index];
  gint64 n = sizes.tag == RS_TAG_ARRAY ? MIN (sizes.array->n_elements, RS_MAX_RANK) : 1;

  if (sizes.tag == RS_TAG_ARRAY ? !rs_element_is_floating (sizes.array->element) : sizes.tag != RS_TAG_SCALAR)
    return TRUE;
  for (gint64 i = 0; i < n; i++)
    {
      double size = rs_value_to_double (sizes.tag == RS_TAG_ARRAY ? rs_array_get_element (sizes.array, i) : sizes);

      if (!isfinite (size))
        return rs_call_fail (RS_RUNTIME_ERROR_VALUE_SIZE, error, name,
                             isnan (size) ? "the size is NaN, as 0/0 is" : "the size is infinite");
    }
  return TRUE;
}

gboolean
rs_call_get_dims (const RsCall *call, guint first, int *rank, gint64 *dims, const char *name, GError **error)
{
  guint n = call->n_arguments - first;

  for (guint i = first; i < call->n_arguments; i++)
    if (!check_sizes_are_finite (call, i, name, error))
      return FALSE;
  if (n == 1)
    {
      if (!rs_call_get_integers (call, first, dims, RS_MAX_RANK, &n, name, error))
        return FALSE;
      if (n == 0)
        return rs_call_fail (RS_RUNTIME_ERROR_VALUE_SIZE, error, name, "the dimensions are empty");
    }
  else if (n > RS_MAX_RANK)
    return rs_call_fail (RS_RUNTIME_ERROR_VALUE_SIZE, error, name, "arrays have at most %d dimensions, not %u",
                         RS_MAX_RANK, n);
  else
    for (guint i = 0; i < n; i++)
      if (!rs_call_get_integer (call, first + i, &dims[i], name, error))
        return FALSE;
  for (guint i = first; i < call->n_arguments; i++)
    warn_of_fraction (call, call->arguments[i], name);
  *rank = (int)n;
  for (guint i = 0; i < n; i++)
    if (dims[i] < 0)
      return rs_call_fail (RS_RUNTIME_ERROR_VALUE_SIZE, error, name, "dimension %u is negative: %" G_GINT64_FORMAT, i,
                           dims[i]);
  return TRUE;
}

char *
rs_call_resolve_path (const RsCall *call, const char *path)
{
  const char *folder = call->session->working_folder;

  return folder != NULL && !g_path_is_absolute (path) ? g_build_filename (folder, path, NULL) : g_strdup (path);
}

char *
rs_call_dup_program_folder (const RsCall *call)
{
  const RsSession *session = call->session;
  g_autofree char *folder = NULL;

  if (session->program == NULL)
    return NULL;
  folder = session->folder != NULL
               ? g_strdup (session->folder)
               : g_path_get_dirname (rs_source_get_name (rs_program_get_main (session->program)->source));
  return g_canonicalize_filename (folder, NULL);
}

char *
rs_call_find_file (const RsCall *call, const char *path)
{
  g_autofree char *current = rs_call_resolve_path (call, path), *folder = NULL, *beside = NULL;

  if (g_path_is_absolute (path) || g_file_test (current, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&current);
  folder = rs_call_dup_program_folder (call);
  beside = folder != NULL ? g_build_filename (folder, path, NULL) : NULL;
  if (beside != NULL && g_file_test (beside, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&beside);
  return g_steal_pointer (&current);
}

gboolean
rs_call_return_integers (RsCall *call, const gint64 *values, gint64 n, GError **error)
{
  RsArray *array;
  gboolean wide = FALSE;

  for (gint64 i = 0; i < n; i++)
    wide = wide || values[i] > G_MAXINT32 || values[i] < G_MININT32;
  array = rs_array_new_vector (wide ? RS_ELEMENT_INT64 : RS_ELEMENT_INT32, n, error);
  if (array == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    rs_array_set_element (array, i, rs_value_int (values[i]), NULL);
  return rs_call_return (call, rs_value_object (array));
}
