/* save into a .mat file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/mat/mat.h"

#include "runtime/builtin/apart.h"
#include "runtime/builtin/io/mat/mat-private.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_NAME 63
#define MOST_BYTES (G_GINT64_CONSTANT (1) << 31) /* of a variable in a file of this version */

typedef struct
{
  const RsMatio *lib;
  RsPrecision precision;
  mat_t *file; /* owned; NULL: a call that goes on alone has it (Job) */
} Writer;

static matvar_t *
make (Writer *self, const char *name, RsValue value, guint depth, GError **error);

/* The classes of MATLAB; half precision becomes single. */
static void
find_class (RsElement element, enum matio_classes *class, enum matio_types *type)
{
  static const struct
  {
    enum matio_classes class;
    enum matio_types type;
  } classes[RS_N_ELEMENTS] = {
    [RS_ELEMENT_BOOL] = { MAT_C_UINT8, MAT_T_UINT8 },     [RS_ELEMENT_INT8] = { MAT_C_INT8, MAT_T_INT8 },
    [RS_ELEMENT_UINT8] = { MAT_C_UINT8, MAT_T_UINT8 },    [RS_ELEMENT_INT16] = { MAT_C_INT16, MAT_T_INT16 },
    [RS_ELEMENT_UINT16] = { MAT_C_UINT16, MAT_T_UINT16 }, [RS_ELEMENT_INT32] = { MAT_C_INT32, MAT_T_INT32 },
    [RS_ELEMENT_UINT32] = { MAT_C_UINT32, MAT_T_UINT32 }, [RS_ELEMENT_INT64] = { MAT_C_INT64, MAT_T_INT64 },
    [RS_ELEMENT_UINT64] = { MAT_C_UINT64, MAT_T_UINT64 }, [RS_ELEMENT_HALF] = { MAT_C_SINGLE, MAT_T_SINGLE },
    [RS_ELEMENT_SINGLE] = { MAT_C_SINGLE, MAT_T_SINGLE }, [RS_ELEMENT_DOUBLE] = { MAT_C_DOUBLE, MAT_T_DOUBLE },
    [RS_ELEMENT_CSINGLE] = { MAT_C_SINGLE, MAT_T_SINGLE }, [RS_ELEMENT_CDOUBLE] = { MAT_C_DOUBLE, MAT_T_DOUBLE },
  };

  *class = classes[element].class;
  *type = classes[element].type;
}

/* At least two dimensions, as MATLAB has them: a vec is a row. */
static int
get_dims (int rank, const gint64 *dims, size_t *out)
{
  out[0] = rank == 1 ? 1 : (size_t)dims[0];
  out[1] = (size_t)dims[rank == 1 ? 0 : 1];
  for (int d = 2; d < rank; d++)
    out[d] = (size_t)dims[d];
  return MAX (2, rank);
}

/* Row-major elements in the order of columns: the first index runs fastest. bytes: of one. FALSE with an error:
 * stopped. */
static gboolean
reorder (const char *from, char *to, int rank, const size_t *dims, gsize bytes, GError **error)
{
  size_t position[RS_MAX_RANK] = { 0 }, n = 1;
  gint64 since = 0;

  for (int d = 0; d < rank; d++)
    n *= dims[d];
  for (size_t i = 0; i < n; i++)
    {
      size_t source = 0;

      if (rs_error_set_stopped_after (&since, 1, error))
        return FALSE;
      for (int d = 0; d < rank; d++)
        source = source * dims[d] + position[d];
      memcpy (to + i * bytes, from + source * bytes, bytes);
      for (int d = 0; d < rank && ++position[d] == dims[d]; d++)
        position[d] = 0;
    }
  return TRUE;
}

/* The elements of one part of a complex array, or of a real one, in their own type. (transfer full) */
static char *
copy_part (RsArray *array, RsElement element, gboolean complex, guint part, GError **error)
{
  gsize bytes = rs_element_get_bytes (element), n = (gsize)array->n_elements;
  char *out = g_try_malloc (n * bytes + 1);
  const char *data = n > 0 ? rs_array_read (array) : NULL;

  if (out == NULL)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "no memory for a copy of the array");
  else if (!complex)
    rs_block_convert (array->element, data, array->n_elements, element, RS_OVERFLOW_WRAP, out);
  else
    for (gsize i = 0; i < n; i++)
      memcpy (out + i * bytes, data + (2 * i + part) * bytes, bytes);
  return out;
}

static char *
get_part (RsArray *array, RsElement element, gboolean complex, guint part, int rank, const size_t *dims, GError **error)
{
  gsize bytes = rs_element_get_bytes (element);
  g_autofree char *copy = copy_part (array, element, complex, part, error);
  char *out = copy != NULL ? g_try_malloc ((gsize)array->n_elements * bytes + 1) : NULL;

  if (out != NULL && !reorder (copy, out, rank, dims, bytes, error))
    g_clear_pointer (&out, g_free);
  else if (out == NULL && copy != NULL)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMORY, "no memory for a copy of the array");
  return out;
}

static matvar_t *
make_array (Writer *self, const char *name, RsArray *array, GError **error)
{
  gboolean complex = rs_element_is_complex (array->element);
  RsElement element = array->element == RS_ELEMENT_CSINGLE || array->element == RS_ELEMENT_HALF ? RS_ELEMENT_SINGLE
                      : array->element == RS_ELEMENT_CDOUBLE                                    ? RS_ELEMENT_DOUBLE
                                                                                                : array->element;
  enum matio_classes class;
  enum matio_types type;
  size_t dims[RS_MAX_RANK];
  int rank = get_dims (array->rank, array->dims, dims);
  g_autofree char *re = NULL, *im = NULL;
  mat_complex_split_t split;

  if (rs_array_get_bytes (array) >= MOST_BYTES)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM, "an array in a .mat file has less than 2 GiB");
      return NULL;
    }
  find_class (element, &class, &type);
  re = get_part (array, element, complex, 0, rank, dims, error);
  if (re == NULL || (complex && (im = get_part (array, element, complex, 1, rank, dims, error)) == NULL))
    return NULL;
  split = (mat_complex_split_t){ re, im };
  return self->lib->Mat_VarCreate (name, class, type, rank, dims, complex ? (void *)&split : re,
                                   (complex ? MAT_F_COMPLEX : 0)
                                       | (array->element == RS_ELEMENT_BOOL ? MAT_F_LOGICAL : 0));
}

/* MATLAB's characters are units of UTF-16. */
static matvar_t *
make_string (Writer *self, const char *name, const RsString *string)
{
  glong n = 0;
  g_autofree gunichar2 *units = g_utf8_to_utf16 (string->text, string->length, NULL, &n, NULL);
  size_t dims[2] = { n > 0 ? 1 : 0, (size_t)n };

  return self->lib->Mat_VarCreate (name, MAT_C_CHAR, MAT_T_UTF16, 2, dims, units, 0);
}

static matvar_t *
make_cell (Writer *self, const char *name, const RsCell *cell, guint depth, GError **error)
{
  size_t dims[RS_MAX_RANK], n = (size_t)cell->n_elements;
  int rank = get_dims (cell->rank, cell->dims, dims);
  g_autofree gint64 *order = g_new (gint64, n + 1), *columns = g_new (gint64, n + 1);
  matvar_t *result = self->lib->Mat_VarCreate (name, MAT_C_CELL, MAT_T_CELL, rank, dims, NULL, 0);

  for (size_t i = 0; i < n; i++)
    order[i] = (gint64)i;
  if (result != NULL && !reorder ((const char *)order, (char *)columns, rank, dims, sizeof (gint64), error))
    {
      self->lib->Mat_VarFree (result);
      return NULL;
    }
  for (size_t i = 0; result != NULL && i < n; i++)
    {
      matvar_t *element = make (self, NULL, cell->elements[columns[i]], depth + 1, error);

      if (element == NULL)
        {
          self->lib->Mat_VarFree (result);
          return NULL;
        }
      self->lib->Mat_VarSetCell (result, (int)i, element);
    }
  return result;
}

static gboolean
is_name (const char *name)
{
  gboolean good = g_ascii_isalpha (*name) && strlen (name) <= LONGEST_NAME;

  for (const char *p = name; *p != '\0' && good; p++)
    good = g_ascii_isalnum (*p) || *p == '_';
  return good;
}

static gboolean
check_name (const char *name, GError **error)
{
  gboolean good = is_name (name);

  if (!good)
    g_set_error (
        error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM,
        "a .mat file can't have the name %s: it begins with a letter, and has at most %d letters, digits and _", name,
        LONGEST_NAME);
  return good;
}

static matvar_t *
make_object (Writer *self, const char *name, const RsClassObject *object, guint depth, GError **error)
{
  size_t dims[2] = { 1, 1 };
  g_autofree const char **names = g_new0 (const char *, object->n_members + 1);
  matvar_t *result;

  for (guint i = 0; i < object->n_members; i++)
    {
      if (!check_name (object->names[i], error))
        return NULL;
      names[i] = object->names[i];
    }
  result = self->lib->Mat_VarCreateStruct2 (name, 2, dims, names);
  for (guint i = 0; result != NULL && i < object->n_members; i++)
    {
      matvar_t *member = make (self, NULL, object->members[i], depth + 1, error);

      if (member == NULL)
        {
          self->lib->Mat_VarFree (result);
          return NULL;
        }
      self->lib->Mat_VarSetStructFieldByIndex (result, i, 0, member);
    }
  return result;
}

static matvar_t *
make_number (Writer *self, const char *name, RsValue value, GError **error)
{
  size_t dims[2] = { 1, 1 }, none[2] = { 0, 0 };

  switch (value.tag)
    {
    case RS_TAG_BOOL:
      return self->lib->Mat_VarCreate (name, MAT_C_UINT8, MAT_T_UINT8, 2, dims, &(guint8){ value.integer != 0 },
                                       MAT_F_LOGICAL);
    case RS_TAG_INT:
      return self->lib->Mat_VarCreate (name, MAT_C_INT64, MAT_T_INT64, 2, dims, &value.integer, 0);
    case RS_TAG_SCALAR:
      return self->lib->Mat_VarCreate (name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, &value.scalar, 0);
    case RS_TAG_COMPLEX:
      return self->lib->Mat_VarCreate (name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims,
                                       &(mat_complex_split_t){ &value.complex->re, &value.complex->im }, MAT_F_COMPLEX);
    default:
      return self->lib->Mat_VarCreate (name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, none, NULL, 0);
    }
}

/* A variable of libmatio, or NULL with an error. name: NULL for parts of others. */
static matvar_t *
make (Writer *self, const char *name, RsValue value, guint depth, GError **error)
{
  g_autoptr (RsArray) array = NULL;
  g_autofree char *what = NULL;

  if (depth > RS_MAT_DEEPEST)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NESTED,
                   "the value contains itself, or is nested more than %d deep, which a .mat file can't be",
                   RS_MAT_DEEPEST);
      return NULL;
    }
  switch (value.tag)
    {
    case RS_TAG_NONE:
    case RS_TAG_NULL:
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
    case RS_TAG_COMPLEX:
      return make_number (self, name, value, error);
    case RS_TAG_STRING:
      return make_string (self, name, value.string);
    case RS_TAG_RANGE:
    case RS_TAG_ARRAY:
      array = rs_value_to_array (value, self->precision, error);
      return array != NULL ? make_array (self, name, array, error) : NULL;
    case RS_TAG_CELL:
      return make_cell (self, name, value.cell, depth, error);
    case RS_TAG_OBJECT:
      return make_object (self, name, value.class_object, depth, error);
    default:
      what = rs_value_describe_one (value);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM, "%s can't be saved", what);
      return NULL;
    }
}

/* The call that writes a variable, and what it needs. */
typedef struct {
  const RsMatio *lib;
  mat_t *file;        /* owned when the call is left */
  matvar_t *variable; /* owned */
  gboolean good;
} Job;

static void
run_job (gpointer data)
{
  Job *job = data;

  job->good = job->lib->Mat_VarWrite (job->file, job->variable, MAT_COMPRESSION_ZLIB) == 0;
}

static void
free_left_job (gpointer data)
{
  Job *job = data;

  job->lib->Mat_VarFree (job->variable);
  job->lib->Mat_Close (job->file);
  g_free (job);
}

#define APART_FROM 1048576 /* bytes: the others are written before a thread has begun */

static gboolean
write_variable (Writer *self, const char *name, RsValue value, GError **error)
{
  matvar_t *variable = check_name (name, error) ? make (self, name, value, 0, error) : NULL;
  g_autofree Job *job = g_new (Job, 1);

  *job = (Job){ self->lib, self->file, variable, FALSE };
  if (variable != NULL && self->lib->Mat_VarGetSize (variable) < APART_FROM)
    run_job (job);
  else if (variable != NULL && !rs_run_apart (run_job, job, free_left_job, error))
    {
      self->file = NULL;
      g_steal_pointer (&job);
      return FALSE;
    }
  if (!job->good && (error == NULL || *error == NULL))
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM, "the variable %s can't be written", name);
  if (variable != NULL)
    self->lib->Mat_VarFree (variable);
  return job->good;
}

/* (transfer full) */
static char *
choose_name (const char *const *names, guint i)
{
  const gboolean is_number = g_str_has_prefix (names[i], "value") && g_ascii_isdigit (names[i][strlen ("value")]);
  gboolean good = is_name (names[i]) && !is_number; /* value7 may be what another one is called */

  for (guint k = 0; k < i && good; k++)
    good = !g_str_equal (names[k], names[i]);
  return good ? g_strdup (names[i]) : g_strdup_printf ("value%u", i + 1);
}

static gboolean
write_variables (Writer *self, const char *const *names, const RsValue *values, guint n, GError **error)
{
  gboolean good = TRUE;

  if (n == 1 && values[0].tag == RS_TAG_OBJECT)
    {
      const RsClassObject *object = values[0].class_object;

      for (guint i = 0; good && i < object->n_members; i++)
        good = write_variable (self, object->names[i], object->members[i], error);
      return good;
    }
  for (guint i = 0; good && i < n; i++)
    {
      g_autofree char *name = choose_name (names, i);

      good = write_variable (self, name, values[i], error);
    }
  return good;
}

/* Whether the elements of the file fill it: libmatio does not tell when the disk was full. */
static gboolean
is_whole (const char *path)
{
  FILE *file = g_fopen (path, "rb");
  guint32 tag[2]; /* type, bytes behind it */
  gint64 at = 128;
  gboolean good = file != NULL && fseeko (file, 0, SEEK_END) == 0;
  gint64 end = good ? (gint64)ftello (file) : 0;

  while (good && at < end)
    {
      good = fseeko (file, at, SEEK_SET) == 0 && fread (tag, sizeof tag, 1, file) == 1;
      at += (gint64)sizeof tag + (good ? tag[1] : 0);
    }
  if (file != NULL)
    fclose (file);
  return good && at == end;
}

gboolean
rs_mat_write (const char *path, const char *const *names, const RsValue *values, guint n, RsPrecision precision,
              GError **error)
{
  Writer self = { .lib = rs_matio_get (error), .precision = precision };
  gboolean good;

  if (self.lib == NULL)
    return FALSE;
  self.file = self.lib->Mat_CreateVer (path, "MATLAB 5.0 MAT-file, written by Redshift", MAT_FT_MAT5);
  if (self.file == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "the file can't be opened for writing");
      return FALSE;
    }
  good = write_variables (&self, names, values, n, error);
  if (self.file == NULL)
    return FALSE;
  if ((self.lib->Mat_Close (self.file) == 0 && is_whole (path)) || !good)
    return good;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "the file can't be written: the disk may be full");
  return FALSE;
}
