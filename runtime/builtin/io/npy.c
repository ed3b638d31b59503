/* load and save of .npy files.
 *
 * A file is taken for what somebody may have made to do harm: no memory is asked for that a file of this size can't
 * fill.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/npy.h"

#include "runtime/builtin/array/arrange/strided.h"
#include "runtime/builtin/io/npy-private.h"
#include "runtime/session-private.h"
#include "runtime/value/arithmetic/arithmetic.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define MOST_HEADER_BYTES (1 << 20)
#define PIECE_BYTES (16 << 20) /* between looks at whether the program is to stop */

static gboolean
fail_errno (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
  return FALSE;
}

/* --- reading --- */

typedef struct
{
  const RsCall *call;
  FILE *file;
  gint64 bytes_left; /* of the file */
} Reader;

/* FALSE also where the file ends before that. */
static gboolean
read_bytes (Reader *self, gpointer data, gint64 n)
{
  if (n > self->bytes_left || fread (data, 1, (gsize)n, self->file) != (gsize)n)
    return FALSE;
  self->bytes_left -= n;
  return TRUE;
}

static gboolean
fail_foreign (const guint8 *head, GError **error)
{
  static const char own[] = "SQLite";
  gboolean is_own = memcmp (head, own, RS_NPY_MAGIC_LENGTH) == 0;

  g_set_error (
      error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "%s",
      is_own ? "it has the form of a .qdat file, which earlier versions wrote under any name: give it a name that "
               "ends in .qdat"
             : "it is no .npy file, which is what numpy.save writes");
  return FALSE;
}

/* The length of the text of the header, which the version says how to read. */
static gboolean
read_header_length (Reader *self, gint64 *length, GError **error)
{
  guint8 head[RS_NPY_MAGIC_LENGTH + 2], bytes[4] = { 0 };
  guint major, minor;

  if (!read_bytes (self, head, RS_NPY_MAGIC_LENGTH))
    return rs_npy_fail_damaged (error);
  if (memcmp (head, RS_NPY_MAGIC, RS_NPY_MAGIC_LENGTH) != 0)
    return fail_foreign (head, error);
  if (!read_bytes (self, head + RS_NPY_MAGIC_LENGTH, 2))
    return rs_npy_fail_damaged (error);
  major = head[RS_NPY_MAGIC_LENGTH];
  minor = head[RS_NPY_MAGIC_LENGTH + 1];
  if (major < 1 || major > 3 || minor > 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                   "it has version %u.%u of the format, and this Redshift reads versions 1.0 to 3.0", major, minor);
      return FALSE;
    }
  if (!read_bytes (self, bytes, major == 1 ? 2 : 4))
    return rs_npy_fail_damaged (error);
  *length = (gint64)bytes[0] | (gint64)bytes[1] << 8 | (gint64)bytes[2] << 16 | (gint64)bytes[3] << 24;
  return *length <= MOST_HEADER_BYTES || rs_npy_fail_damaged (error);
}

static gboolean
read_header (Reader *self, RsNpyHeader *header, GError **error)
{
  g_autofree char *text = NULL;
  gint64 length = 0;

  if (!read_header_length (self, &length, error))
    return FALSE;
  text = g_malloc ((gsize)length + 1);
  if (!read_bytes (self, text, length))
    return rs_npy_fail_damaged (error);
  return rs_npy_header_parse (header, text, (gsize)length, error);
}

static void
swap_bytes (char *data, gint64 n, gsize bytes)
{
  for (gint64 i = 0; i < n; i++, data += bytes)
    for (gsize k = 0; k < bytes / 2; k++)
      {
        char byte = data[k];

        data[k] = data[bytes - 1 - k];
        data[bytes - 1 - k] = byte;
      }
}

/* The elements in the order of this machine; logical ones 0 or 1. */
static void
make_native (RsArray *array, gboolean is_swapped)
{
  gsize bytes = rs_element_get_bytes (array->element);
  char *data = rs_array_write (array);

  if (array->element == RS_ELEMENT_BOOL)
    for (gint64 i = 0; i < array->n_elements; i++)
      data[i] = data[i] != 0;
  else if (is_swapped && rs_element_is_complex (array->element))
    swap_bytes (data, 2 * array->n_elements, bytes / 2);
  else if (is_swapped)
    swap_bytes (data, array->n_elements, bytes);
}

static gboolean
read_elements (Reader *self, RsArray *array, GError **error)
{
  gint64 bytes = rs_array_get_bytes (array);
  char *data = rs_array_write (array);

  for (gint64 start = 0; start < bytes; start += PIECE_BYTES)
    {
      if (rs_session_is_stopped (self->call->session))
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
          return FALSE;
        }
      if (!read_bytes (self, data + start, MIN (PIECE_BYTES, bytes - start)))
        return ferror (self->file) ? fail_errno (error) : rs_npy_fail_damaged (error);
    }
  return TRUE;
}

/* The elements of an array that was stored by columns, in row-major order. array: (transfer full) */
static RsArray *
to_rows (RsArray *array, GError **error)
{
  RsStrided view = { .rank = array->rank };
  gint64 stride = 1;
  RsArray *result;

  for (int d = 0; d < array->rank; d++)
    {
      view.dims[d] = array->dims[d];
      view.strides[d] = stride;
      stride *= array->dims[d];
    }
  result = rs_strided_copy (array, &view, error);
  rs_array_unref (array);
  return result;
}

/* In the element type of the file. (transfer full) */
static RsArray *
read_array (Reader *self, const RsNpyHeader *header, GError **error)
{
  gint64 bytes = (gint64)rs_element_get_bytes (header->element);
  gint64 one = 1;
  RsArray *array;

  if (header->n_elements > self->bytes_left / bytes)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                   "the file is damaged or not complete: it says that it has %" G_GINT64_FORMAT
                   " elements of %d byte%s, but %" G_GINT64_FORMAT " bytes follow",
                   header->n_elements, (int)bytes, bytes == 1 ? "" : "s", self->bytes_left);
      return NULL;
    }
  array = header->rank > 0 ? rs_array_new (header->element, header->rank, header->dims, FALSE, error)
                           : rs_array_new (header->element, 1, &one, FALSE, error);
  if (array == NULL || array->n_elements == 0)
    return array;
  if (!read_elements (self, array, error))
    {
      rs_array_unref (array);
      return NULL;
    }
  make_native (array, header->is_swapped);
  return header->is_fortran && header->rank > 1 ? to_rows (array, error) : array;
}

static gboolean
read_value (Reader *self, RsValue *value, GError **error)
{
  RsNpyHeader header;
  RsArray *array = read_header (self, &header, error) ? read_array (self, &header, error) : NULL;

  if (array == NULL)
    return FALSE;
  if (header.rank == 0)
    {
      *value = rs_array_get_element (array, 0);
      rs_array_unref (array);
      return TRUE;
    }
  array = rs_array_to_precision (array, rs_call_get_precision (self->call), error);
  if (array != NULL)
    *value = rs_value_object (array);
  return array != NULL;
}

static gboolean
read_values (Reader *self, RsValue *values, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      if (i > 0 && self->bytes_left == 0)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                       "it holds %u array%s, but %u are wanted", i, i == 1 ? "" : "s", n);
          return FALSE;
        }
      if (!read_value (self, &values[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
open_file (Reader *self, const char *path, GError **error)
{
  GStatBuf status;

  if (g_stat (path, &status) != 0)
    return fail_errno (error);
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "it is no file, but a folder, a pipe or a device");
      return FALSE;
    }
  self->file = g_fopen (path, "rb");
  self->bytes_left = (gint64)status.st_size;
  return self->file != NULL || fail_errno (error);
}

gboolean
rs_npy_read (const RsCall *call, const char *path, RsValue *values, guint n, GError **error)
{
  Reader self = { .call = call };
  gboolean good = open_file (&self, path, error) && read_values (&self, values, n, error);

  for (guint i = 0; i < n && !good; i++)
    rs_value_clear (&values[i]);
  if (self.file != NULL)
    fclose (self.file);
  return good;
}

/* --- writing --- */

/* What is written, as an array: of one element for a number, of none for []. NULL with an error. (transfer full) */
static RsArray *
get_array (RsValue value, RsPrecision precision, GError **error)
{
  static const RsElement elements[] = { [RS_TAG_BOOL] = RS_ELEMENT_BOOL, [RS_TAG_INT] = RS_ELEMENT_INT64,
                                        [RS_TAG_SCALAR] = RS_ELEMENT_DOUBLE, [RS_TAG_COMPLEX] = RS_ELEMENT_CDOUBLE };
  g_autofree char *what = NULL;
  RsArray *array;

  switch (value.tag)
    {
    case RS_TAG_NONE:
      return rs_array_new_vector (rs_element_of_precision (precision), 0, error);
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
    case RS_TAG_COMPLEX:
      array = rs_array_new_vector (elements[value.tag], 1, error);
      if (array != NULL)
        rs_array_set_element (array, 0, value, NULL);
      return array;
    case RS_TAG_RANGE:
    case RS_TAG_ARRAY:
      return rs_value_to_array (value, precision, error);
    default:
      what = rs_value_describe_one (value);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM,
                   "a .npy file has an array of numbers, and this is %s: give it a name that ends in .qdat or .mat",
                   what);
      return NULL;
    }
}

/* FALSE with an error. */
static gboolean
write_array (FILE *file, RsArray *array, int rank, GError **error)
{
  g_autoptr (GString) head = rs_npy_header_format (array->element, rank, array->dims);
  gint64 bytes = rs_array_get_bytes (array);
  const char *data = bytes > 0 ? rs_array_read (array) : NULL;

  if (fwrite (head->str, 1, head->len, file) != head->len)
    return fail_errno (error);
  for (gint64 start = 0; start < bytes; start += PIECE_BYTES)
    {
      gsize n = (gsize)MIN (PIECE_BYTES, bytes - start);

      if (rs_error_set_stopped (error))
        return FALSE;
      if (fwrite (data + start, 1, n, file) != n)
        return fail_errno (error);
    }
  return TRUE;
}

gboolean
rs_npy_write (const char *path, const char *const *names, const RsValue *values, guint n, RsPrecision precision,
              GError **error)
{
  g_autoptr (RsArray) array = NULL;
  gboolean good;
  FILE *file;

  if (n != 1)
    {
      g_set_error (
          error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM,
          "a .npy file has one array, and %u values are given: write each into a file of its own, or give it a name "
          "that ends in .qdat or .mat",
          n);
      return FALSE;
    }
  array = get_array (values[0], precision, error);
  if (array == NULL)
    return FALSE;
  file = g_fopen (path, "wb");
  if (file == NULL)
    return fail_errno (error);
  good = write_array (file, array, rs_value_is_number (values[0]) || values[0].tag == RS_TAG_COMPLEX ? 0 : array->rank,
                      error);
  return (fclose (file) == 0 || !good || fail_errno (error)) && good;
}
