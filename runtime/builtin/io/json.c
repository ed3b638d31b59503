/* jsonencode and jsondecode: values as JSON text (RFC 8259).
 *
 * Objects are objects, cells lists; lists of numbers become vectors, lists of lists of equal length matrices and cubes,
 * in both directions. null is nullptr, and NaN inside of lists of numbers, since JSON has no other way to say it. The
 * library Jansson reads; what is written needs fewer lines than its interface.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/builtin/text/printing.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <math.h>
#include <string.h>

#define DEEPEST 1000

/* --- writing --- */

static gboolean
put_value (GString *out, RsValue value, guint depth, RsPrecision precision, GError **error);

static void
put_text (GString *out, const char *text, gsize length)
{
  g_string_append_c (out, '"');
  for (gsize i = 0; i < length; i++)
    {
      guchar c = (guchar)text[i];

      if (c == '"' || c == '\\')
        g_string_append_printf (out, "\\%c", c);
      else if (c == '\n')
        g_string_append (out, "\\n");
      else if (c == '\t')
        g_string_append (out, "\\t");
      else if (c < 0x20)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_c (out, (char)c);
    }
  g_string_append_c (out, '"');
}

static void
put_number (GString *out, RsElement element, RsValue number)
{
  if (number.tag == RS_TAG_BOOL)
    g_string_append (out, number.integer != 0 ? "true" : "false");
  else if (number.tag == RS_TAG_INT)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, number.integer);
  else if (!isfinite (number.scalar))
    g_string_append (out, "null");
  else
    rs_append_exact_number (out, element, number.scalar);
}

static gboolean
fail_kind (RsValue value, GError **error)
{
  g_autofree char *what = rs_value_describe_one (value);

  return rs_call_fail (RS_RUNTIME_ERROR_FILE_FORM, error, "jsonencode", "JSON has nothing for %s", what);
}

/* Whether the program is to stop, asked now and then; what is made is dropped then. next: elements so far. */
static gboolean
is_stopped_at (gint64 next)
{
  return next % RS_POLLED == 0 && rs_error_set_stopped (NULL);
}

/* The elements from *next on along dimension d and those behind it. */
static void
put_dimension (GString *out, RsArray *array, int d, gint64 *next)
{
  g_string_append_c (out, '[');
  for (gint64 i = 0; i < array->dims[d] && !is_stopped_at (*next); i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      if (d < array->rank - 1)
        put_dimension (out, array, d + 1, next);
      else
        put_number (out, array->element, rs_array_get_element (array, (*next)++));
    }
  g_string_append_c (out, ']');
}

static gboolean
put_array (GString *out, RsValue value, RsPrecision precision, GError **error)
{
  g_autoptr (RsArray) array = rs_value_to_array (value, precision, error);
  gint64 next = 0;

  if (array == NULL)
    return FALSE;
  if (rs_element_is_complex (array->element))
    return fail_kind (value, error);
  put_dimension (out, array, 0, &next);
  return TRUE;
}

static gboolean
put_cell (GString *out, const RsCell *cell, guint depth, RsPrecision precision, GError **error)
{
  g_string_append_c (out, '[');
  for (gint64 i = 0; i < cell->n_elements; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      if (rs_error_set_stopped (error) || !put_value (out, cell->elements[i], depth + 1, precision, error))
        return FALSE;
    }
  g_string_append_c (out, ']');
  return TRUE;
}

static gboolean
put_object (GString *out, const RsClassObject *object, guint depth, RsPrecision precision, GError **error)
{
  g_string_append_c (out, '{');
  for (guint i = 0; i < object->n_members; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      put_text (out, object->names[i], strlen (object->names[i]));
      g_string_append_c (out, ':');
      if (!put_value (out, object->members[i], depth + 1, precision, error))
        return FALSE;
    }
  g_string_append_c (out, '}');
  return TRUE;
}

static gboolean
put_value (GString *out, RsValue value, guint depth, RsPrecision precision, GError **error)
{
  if (depth > DEEPEST)
    return rs_call_fail (RS_RUNTIME_ERROR_NESTED, error, "jsonencode",
                         "the value contains itself, or is nested more than %d deep", DEEPEST);
  switch (value.tag)
    {
    case RS_TAG_NULL:
      g_string_append (out, "null");
      return TRUE;
    case RS_TAG_NONE:
      g_string_append (out, "[]");
      return TRUE;
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
      put_number (out, RS_ELEMENT_DOUBLE, value);
      return TRUE;
    case RS_TAG_STRING:
      put_text (out, value.string->text, value.string->length);
      return TRUE;
    case RS_TAG_RANGE:
    case RS_TAG_ARRAY:
      return put_array (out, value, precision, error);
    case RS_TAG_CELL:
      return put_cell (out, value.cell, depth, precision, error);
    case RS_TAG_OBJECT:
      return put_object (out, value.class_object, depth, precision, error);
    default:
      return fail_kind (value, error);
    }
}

RS_DEFINE_BUILTIN (JSONENCODE)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (!put_value (out, call->arguments[0], 0, rs_call_get_precision (call), error))
    return FALSE;
  return rs_call_return (call, rs_value_new_string (out->str, (gssize)out->len));
}

/* --- reading --- */

#ifdef RS_HAVE_JANSSON
#include <jansson.h>

static gboolean
take_value (const RsCall *call, const json_t *json, RsValue *value, GError **error);

static gboolean
is_number (const json_t *json)
{
  return json_is_number (json) || json_is_null (json);
}

/* The dimensions of a list of numbers, of lists of numbers of equal length, and so on; FALSE when it is something else.
 * Counts its elements. */
static gboolean
get_dims (const json_t *json, int depth, int *rank, gint64 *dims, gint64 *n_nulls, gint64 *n_numbers)
{
  gint64 n = (gint64)json_array_size (json);

  if (!json_is_array (json) || depth >= RS_MAX_RANK || (*rank > 0 && (depth >= *rank || dims[depth] != n)))
    return FALSE;
  if (*rank <= 0)
    dims[depth] = n;
  if (n == 0 || is_number (json_array_get (json, 0)))
    {
      if (*rank > 0 && *rank != depth + 1)
        return FALSE;
      *rank = depth + 1;
      for (gint64 i = 0; i < n; i++)
        {
          if (!is_number (json_array_get (json, (gsize)i)))
            return FALSE;
          (*(json_is_null (json_array_get (json, (gsize)i)) ? n_nulls : n_numbers))++;
        }
      return TRUE;
    }
  for (gint64 i = 0; i < n; i++)
    if (!get_dims (json_array_get (json, (gsize)i), depth + 1, rank, dims, n_nulls, n_numbers))
      return FALSE;
  return TRUE;
}

static void
take_numbers (const json_t *json, RsArray *array, gint64 *next)
{
  for (gsize i = 0; i < json_array_size (json) && !is_stopped_at (*next); i++)
    {
      const json_t *element = json_array_get (json, i);

      if (json_is_array (element))
        take_numbers (element, array, next);
      else
        rs_array_set_element (array, (*next)++,
                              rs_value_scalar (json_is_null (element) ? NAN : json_number_value (element)), NULL);
    }
}

static gboolean
take_list (const RsCall *call, const json_t *json, RsValue *value, GError **error)
{
  gint64 dims[RS_MAX_RANK], n = (gint64)json_array_size (json), next = 0;
  int rank = 0;
  gint64 n_nulls = 0, n_numbers = 0;
  RsArray *array;
  RsCell *cell;

  if (get_dims (json, 0, &rank, dims, &n_nulls, &n_numbers) && (n_numbers > 0 || n_nulls == 0))
    {
      array = rs_array_new (rs_element_of_precision (rs_call_get_precision (call)), rank, dims, FALSE, error);
      if (array == NULL)
        return FALSE;
      take_numbers (json, array, &next);
      *value = rs_value_object (array);
      return TRUE;
    }
  cell = rs_cell_new (1, &n, error);
  if (cell == NULL)
    return FALSE;
  *value = rs_value_object (cell);
  for (gint64 i = 0; i < n; i++)
    if (rs_error_set_stopped (error) || !take_value (call, json_array_get (json, (gsize)i), &cell->elements[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
take_object (const RsCall *call, json_t *json, RsValue *value, GError **error)
{
  RsNames *names = call->session->host->get_scope (call->session)->module->names;
  RsClassObject *object;
  const char *key;
  json_t *part;

  if (!rs_class_object_new (NULL, rs_call_get_precision (call), &object, error))
    return FALSE;
  *value = rs_value_object (object);
  json_object_foreach (json, key, part)
    {
      RsValue member = RS_NONE;
      gboolean good = take_value (call, part, &member, error)
                      && rs_class_object_restore (object, rs_names_intern (names, key, -1), member, FALSE,
                                                  rs_call_get_precision (call), error);

      rs_value_clear (&member);
      if (!good)
        return FALSE;
    }
  return TRUE;
}

/* Jansson refuses what is nested more than 2048 deep. */
static gboolean
take_value (const RsCall *call, const json_t *json, RsValue *value, GError **error)
{
  switch (json_typeof (json))
    {
    case JSON_OBJECT:
      return take_object (call, (json_t *)json, value, error);
    case JSON_ARRAY:
      return take_list (call, json, value, error);
    case JSON_STRING:
      *value = rs_value_new_string (json_string_value (json), (gssize)json_string_length (json));
      return TRUE;
    case JSON_INTEGER:
      *value = rs_value_int (json_integer_value (json));
      return TRUE;
    case JSON_REAL:
      *value = rs_value_scalar (json_real_value (json));
      return TRUE;
    case JSON_TRUE:
    case JSON_FALSE:
      *value = rs_value_bool (json_is_true (json));
      return TRUE;
    default:
      *value = RS_NULL;
      return TRUE;
    }
}

/* Whether digits, with a sign or not, are an integer that a host integer holds. */
static gboolean
is_small (const char *digits, gsize n)
{
  char copy[32];

  g_strlcpy (copy, digits, MIN (n + 1, sizeof copy));
  return n < sizeof copy && g_ascii_string_to_signed (copy, 10, G_MININT64, G_MAXINT64, NULL, NULL);
}

/* The text with ".0" behind integers of more than 64 bits: scalars, which Jansson has for numbers with a fraction
 * only. It ends early when the program is to stop. */
static char *
widen_integers (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean quoted = FALSE;
  gint64 since = 0;

  for (const char *p = text; *p != '\0' && !rs_error_set_stopped_after (&since, 1, NULL);)
    {
      gsize sign = *p == '-', n = quoted ? 0 : strspn (p + sign, "0123456789");

      if (n > 0)
        {
          const char *end = p + sign + n;

          g_string_append_len (out, p, end - p);
          if (strchr (".eE", *end) == NULL || *end == '\0')
            g_string_append (out, is_small (p, sign + n) ? "" : ".0");
          else
            {
              n = strspn (end, ".eE+-0123456789");
              g_string_append_len (out, end, (gssize)n);
              end += n;
            }
          p = end;
          continue;
        }
      if (quoted && *p == '\\' && p[1] != '\0')
        g_string_append_c (out, *p++);
      else if (*p == '"')
        quoted = !quoted;
      g_string_append_c (out, *p++);
    }
  return g_string_free (out, FALSE);
}

/* Gives Jansson the text (data: what is left of it) in pieces. */
static gsize
give_piece (void *buffer, gsize length, void *data)
{
  const char **rest = data;
  gsize n = strnlen (*rest, length);

  if (rs_error_set_stopped (NULL))
    return (gsize)-1;
  memcpy (buffer, *rest, n);
  *rest += n;
  return n;
}

RS_DEFINE_BUILTIN (JSONDECODE)
{
  g_autofree char *widened = NULL;
  const char *text, *rest;
  json_error_t problem;
  json_t *json;
  gboolean good;

  if (!rs_call_get_string (call, 0, &text, "jsondecode", error))
    return FALSE;
  widened = widen_integers (text);
  rest = widened;
  json = json_load_callback (give_piece, &rest, JSON_DECODE_ANY, &problem);
  if (json == NULL && rs_error_set_stopped (error))
    return FALSE;
  if (json == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "jsondecode",
                         "the text is not JSON: line %d, column %d: %s", problem.line, problem.column, problem.text);
  good = take_value (call, json, &call->results[0], error);
  json_decref (json);
  if (!good)
    rs_value_clear (&call->results[0]);
  return good;
}
#else
RS_DEFINE_BUILTIN (JSONDECODE)
{
  return rs_call_fail (RS_RUNTIME_ERROR_LIBRARY, error, "jsondecode",
                       "this Redshift was built without the library Jansson");
}
#endif
