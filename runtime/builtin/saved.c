/* save and load: values in a file.
 *
 * Layout, all numbers little-endian: the 8 bytes "RSVALUE1", the number of values as u32, then each value: a tag byte
 * and what belongs to it (below). Arrays are element type, rank, dimensions and data. Everything that is read is
 * checked against what is left of the file before memory is asked for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "runtime/value/arithmetic.h"
#include "runtime/value/cell.h"

#include <errno.h>

#define MAGIC "RSVALUE1"
#define MAGIC_BYTES 8
#define DEEPEST 100

/* On disk: never change these numbers. */
enum
{
  SAVED_NONE = 0,
  SAVED_BOOL = 1,
  SAVED_INT = 2,
  SAVED_SCALAR = 3,
  SAVED_COMPLEX = 4,
  SAVED_STRING = 5,
  SAVED_ARRAY = 6,
  SAVED_CELL = 7
};

static void
put_u64 (GByteArray *out, guint64 x)
{
  x = GUINT64_TO_LE (x);
  g_byte_array_append (out, (const guint8 *)&x, sizeof x);
}

static void
put_double (GByteArray *out, double x)
{
  guint64 bits;

  memcpy (&bits, &x, sizeof bits);
  put_u64 (out, bits);
}

static void
put_byte (GByteArray *out, guint8 x)
{
  g_byte_array_append (out, &x, 1);
}

static void
put_dims (GByteArray *out, int rank, const gint64 *dims)
{
  put_byte (out, (guint8)rank);
  for (int d = 0; d < rank; d++)
    put_u64 (out, (guint64)dims[d]);
}

static gboolean
put_value (GByteArray *out, RsValue value, guint depth, RsPrecision precision, GError **error);

static gboolean
put_array (GByteArray *out, RsArray *array, GError **error)
{
  gsize bytes = (gsize)rs_array_get_bytes (array);

  if (bytes > G_MAXUINT32 - out->len - 4096)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "save", "a file holds at most 4 GiB");
  put_byte (out, SAVED_ARRAY);
  put_byte (out, (guint8)array->element);
  put_dims (out, array->rank, array->dims);
  if (bytes > 0)
    g_byte_array_append (out, rs_array_read (array), (guint)bytes);
  return TRUE;
}

static gboolean
put_cell (GByteArray *out, const RsCell *cell, guint depth, RsPrecision precision, GError **error)
{
  if (depth > DEEPEST)
    return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, "save",
                         "the cell contains itself, or is nested more than %d deep", DEEPEST);
  put_byte (out, SAVED_CELL);
  put_dims (out, cell->rank, cell->dims);
  for (gint64 i = 0; i < cell->n_elements; i++)
    if (!put_value (out, cell->elements[i], depth + 1, precision, error))
      return FALSE;
  return TRUE;
}

static gboolean
put_value (GByteArray *out, RsValue value, guint depth, RsPrecision precision, GError **error)
{
  g_autoptr (RsArray) array = NULL;
  g_autofree char *what = NULL;

  switch (value.tag)
    {
    case RS_TAG_NONE:
      put_byte (out, SAVED_NONE);
      return TRUE;
    case RS_TAG_BOOL:
    case RS_TAG_INT:
      put_byte (out, value.tag == RS_TAG_BOOL ? SAVED_BOOL : SAVED_INT);
      put_u64 (out, (guint64)value.integer);
      return TRUE;
    case RS_TAG_SCALAR:
      put_byte (out, SAVED_SCALAR);
      put_double (out, value.scalar);
      return TRUE;
    case RS_TAG_COMPLEX:
      put_byte (out, SAVED_COMPLEX);
      put_double (out, value.complex->re);
      put_double (out, value.complex->im);
      return TRUE;
    case RS_TAG_STRING:
      put_byte (out, SAVED_STRING);
      put_u64 (out, value.string->length);
      g_byte_array_append (out, (const guint8 *)value.string->text, value.string->length);
      return TRUE;
    case RS_TAG_RANGE:
    case RS_TAG_ARRAY:
      array = rs_value_to_array (value, precision, error);
      return array != NULL && put_array (out, array, error);
    case RS_TAG_CELL:
      return put_cell (out, value.cell, depth, precision, error);
    default:
      what = rs_value_describe (value);
      return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, "save", "a %s can't be saved", what);
    }
}

RS_DEFINE_BUILTIN (SAVE)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint32 count = GUINT32_TO_LE (call->n_arguments - 1);
  g_autoptr (GError) file_error = NULL;
  const char *path;

  if (!rs_call_get_string (call, 0, &path, "save", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  g_byte_array_append (out, (const guint8 *)MAGIC, MAGIC_BYTES);
  g_byte_array_append (out, (const guint8 *)&count, sizeof count);
  for (guint i = 1; i < call->n_arguments; i++)
    if (!put_value (out, call->arguments[i], 0, rs_call_get_precision (call), error))
      return FALSE;
  if (!g_file_set_contents (path, (const char *)out->data, out->len, &file_error))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "save", "can't write \"%s\": %s", path, file_error->message);
  return TRUE;
}

/* What is left of the file. */
typedef struct
{
  const guint8 *data;
  gsize left;
} Input;

static gboolean
take (Input *input, gpointer out, gsize bytes)
{
  if (bytes > input->left)
    return FALSE;
  if (bytes > 0)
    memcpy (out, input->data, bytes);
  input->data += bytes;
  input->left -= bytes;
  return TRUE;
}

static gboolean
take_u64 (Input *input, guint64 *x)
{
  if (!take (input, x, sizeof *x))
    return FALSE;
  *x = GUINT64_FROM_LE (*x);
  return TRUE;
}

static gboolean
take_double (Input *input, double *x)
{
  guint64 bits;

  if (!take_u64 (input, &bits))
    return FALSE;
  memcpy (x, &bits, sizeof *x);
  return TRUE;
}

/* bytes: of an element in the file, at least. */
static gboolean
take_dims (Input *input, int *rank, gint64 *dims, gsize bytes)
{
  guint8 n;
  gint64 count;

  if (!take (input, &n, 1) || n < 1 || n > RS_MAX_RANK)
    return FALSE;
  *rank = n;
  for (int d = 0; d < n; d++)
    {
      guint64 length;

      if (!take_u64 (input, &length) || length > G_MAXINT64)
        return FALSE;
      dims[d] = (gint64)length;
    }
  count = rs_dims_count (n, dims);
  return count >= 0 && (guint64)count <= input->left / bytes;
}

static gboolean
take_value (Input *input, guint depth, RsValue *value, GError **error);

static gboolean
take_array (Input *input, RsValue *value, GError **error)
{
  guint8 element;
  int rank;
  gint64 dims[RS_MAX_RANK];
  RsArray *array;

  if (!take (input, &element, 1) || element == RS_ELEMENT_NONE || element >= RS_N_ELEMENTS
      || !take_dims (input, &rank, dims, rs_element_get_bytes (element)))
    return FALSE;
  array = rs_array_new (element, rank, dims, FALSE, error);
  if (array == NULL)
    return FALSE;
  *value = rs_value_object (array);
  return array->n_elements == 0 || take (input, rs_array_write (array), (gsize)rs_array_get_bytes (array));
}

static gboolean
take_cell (Input *input, guint depth, RsValue *value, GError **error)
{
  int rank;
  gint64 dims[RS_MAX_RANK];
  RsCell *cell;

  if (depth > DEEPEST || !take_dims (input, &rank, dims, 1))
    return FALSE;
  cell = rs_cell_new (rank, dims, error);
  if (cell == NULL)
    return FALSE;
  *value = rs_value_object (cell);
  for (gint64 i = 0; i < cell->n_elements; i++)
    if (!take_value (input, depth + 1, &cell->elements[i], error))
      return FALSE;
  return TRUE;
}

/* FALSE with or without an error: without one, the file is damaged. What *value holds then is to be cleared. */
static gboolean
take_value (Input *input, guint depth, RsValue *value, GError **error)
{
  guint8 tag;
  guint64 bits;
  double re, im;

  if (!take (input, &tag, 1))
    return FALSE;
  switch (tag)
    {
    case SAVED_NONE:
      return TRUE;
    case SAVED_BOOL:
    case SAVED_INT:
      if (!take_u64 (input, &bits))
        return FALSE;
      *value = tag == SAVED_BOOL ? rs_value_bool (bits != 0) : rs_value_int ((gint64)bits);
      return TRUE;
    case SAVED_SCALAR:
      if (!take_double (input, &re))
        return FALSE;
      *value = rs_value_scalar (re);
      return TRUE;
    case SAVED_COMPLEX:
      if (!take_double (input, &re) || !take_double (input, &im))
        return FALSE;
      *value = rs_value_new_complex (re, im);
      return TRUE;
    case SAVED_STRING:
      if (!take_u64 (input, &bits) || bits > input->left
          || !g_utf8_validate ((const char *)input->data, (gssize)bits, NULL))
        return FALSE;
      *value = rs_value_new_string ((const char *)input->data, (gssize)bits);
      input->data += bits;
      input->left -= bits;
      return TRUE;
    case SAVED_ARRAY:
      return take_array (input, value, error);
    case SAVED_CELL:
      return take_cell (input, depth, value, error);
    default:
      return FALSE;
    }
}

static gboolean
take_file (RsCall *call, const char *path, Input *input, GError **error)
{
  guint32 count;
  char magic[MAGIC_BYTES];

  if (!take (input, magic, sizeof magic) || memcmp (magic, MAGIC, sizeof magic) != 0
      || !take (input, &count, sizeof count))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "load", "\"%s\" was not written by save", path);
  count = GUINT32_FROM_LE (count);
  if (call->n_results > count)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "load", "\"%s\" holds %u values, but %u are wanted", path, count,
                         call->n_results);
  for (guint i = 0; i < MIN (count, MAX (1, call->n_results)); i++)
    {
      g_autoptr (GError) value_error = NULL;

      if (take_value (input, 0, &call->results[i], &value_error))
        continue;
      for (guint k = 0; k <= i; k++)
        rs_value_clear (&call->results[k]);
      return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "load", "\"%s\" is damaged or not complete%s%s", path,
                           value_error != NULL ? ": " : "", value_error != NULL ? value_error->message : "");
    }
  return TRUE;
}

RS_DEFINE_BUILTIN (LOAD)
{
  g_autofree char *contents = NULL, *found = NULL;
  g_autoptr (GError) file_error = NULL;
  const char *path;
  Input input;

  if (!rs_call_get_string (call, 0, &path, "load", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  found = rs_call_find_file (call, path);
  if (!g_file_get_contents (found, &contents, &input.left, &file_error))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "load", "can't read \"%s\": %s", path, file_error->message);
  input.data = (const guint8 *)contents;
  return take_file (call, path, &input, error);
}
