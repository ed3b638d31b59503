/* load of a .mat file.
 *
 * mat-check.c has found the file whole. The sizes that a variable claims are looked at again before its data are read:
 * no file may claim more than its compression (zlib's, 1032 to 1) can have made of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/mat/mat.h"

#include "runtime/builtin/apart.h"
#include "runtime/builtin/io/mat/mat-private.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define MOST_COMPRESSION 1032
#define LARGE_FILE 1048576 /* bytes */
#define ALWAYS_ALLOWED (G_GINT64_CONSTANT (1) << 24)

typedef struct
{
  const RsCall *call;
  const RsMatio *lib;
  mat_t *file;       /* owned; NULL: a call that goes on alone has it (Job) */
  gint64 bytes_left; /* that variables may still claim */
  gboolean is_hdf5;  /* version 7.3 */
  gboolean is_large; /* so that reading it may take a while */
} Reader;

static gboolean
convert (Reader *self, matvar_t *variable, guint depth, RsValue *value, GError **error);

static gboolean
fail_damaged (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "the file is damaged or not complete");
  return FALSE;
}

/* --- sizes --- */

static gint64
count_elements (const matvar_t *variable)
{
  gint64 n = 1;

  if (variable->rank < 1 || variable->rank > RS_MAX_RANK || variable->dims == NULL)
    return -1;
  for (int d = 0; d < variable->rank; d++)
    if (variable->dims[d] > G_MAXINT64 || __builtin_mul_overflow (n, (gint64)variable->dims[d], &n))
      return -1;
  return n;
}

/* Parts of a cell or structure of which the info was read are looked at, too. */
static gboolean
check_sizes (Reader *self, matvar_t *variable, guint depth, GError **error)
{
  gint64 n = variable != NULL ? count_elements (variable) : 0;
  gboolean is_struct = variable != NULL && variable->class_type == MAT_C_STRUCT;
  gint64 fields = is_struct ? (gint64)self->lib->Mat_VarGetNumberOfFields (variable) : 1;
  matvar_t **parts;

  if (variable == NULL)
    return TRUE;
  if (n < 0 || depth > RS_MAT_DEEPEST || fields > G_MAXINT16 || n > self->bytes_left / MAX (1, fields) / 16)
    return fail_damaged (error);
  self->bytes_left -= n * MAX (1, fields) * 16;
  if ((!is_struct && variable->class_type != MAT_C_CELL) || variable->data == NULL)
    return TRUE;
  parts = variable->data;
  for (gint64 i = 0; i < n * fields; i++)
    if (!check_sizes (self, parts[i], depth + 1, error))
      return FALSE;
  return TRUE;
}

/* --- values --- */

/* The element type of a class; NONE for what is no number. */
static RsElement
find_element (const matvar_t *variable)
{
  switch (variable->class_type)
    {
    case MAT_C_DOUBLE:
    case MAT_C_SPARSE:
      return RS_ELEMENT_DOUBLE;
    case MAT_C_SINGLE:
      return RS_ELEMENT_SINGLE;
    case MAT_C_INT8:
      return RS_ELEMENT_INT8;
    case MAT_C_UINT8:
      return variable->isLogical ? RS_ELEMENT_BOOL : RS_ELEMENT_UINT8;
    case MAT_C_INT16:
      return RS_ELEMENT_INT16;
    case MAT_C_UINT16:
      return RS_ELEMENT_UINT16;
    case MAT_C_INT32:
      return RS_ELEMENT_INT32;
    case MAT_C_UINT32:
      return RS_ELEMENT_UINT32;
    case MAT_C_INT64:
      return RS_ELEMENT_INT64;
    case MAT_C_UINT64:
      return RS_ELEMENT_UINT64;
    default:
      return RS_ELEMENT_NONE;
    }
}

/* A 1 x N variable is a vec. */
static int
get_dims (const matvar_t *variable, gint64 *dims)
{
  int rank = variable->rank;

  for (int d = 0; d < rank; d++)
    dims[d] = (gint64)variable->dims[d];
  if (rank == 2 && dims[0] == 1)
    {
      dims[0] = dims[1];
      rank = 1;
    }
  return rank;
}

/* For each element in row-major order, its place in the order of the file, in which the first index runs fastest. NULL
 * with an error: stopped. */
static gint64 *
order_of_rows (const matvar_t *variable, gint64 n, GError **error)
{
  g_autofree gint64 *order = g_new (gint64, n + 1);
  gint64 position[RS_MAX_RANK] = { 0 }, since = 0;

  for (gint64 i = 0; i < n; i++)
    {
      gint64 place = 0;

      if (rs_error_set_stopped_after (&since, 1, error))
        return NULL;
      for (int d = variable->rank; d-- > 0;)
        place = place * (gint64)variable->dims[d] + position[d];
      order[i] = place;
      for (int d = variable->rank; d-- > 0 && ++position[d] == (gint64)variable->dims[d];)
        position[d] = 0;
    }
  return g_steal_pointer (&order);
}

/* The elements of a matrix in their own type; parts of complex ones side by side. (transfer full) */
static RsArray *
make_raw (const matvar_t *variable, RsElement element, gint64 n, GError **error)
{
  const mat_complex_split_t *split = variable->isComplex ? variable->data : NULL;
  const char *parts[2] = { split != NULL ? split->Re : variable->data, split != NULL ? split->Im : NULL };
  guint n_parts = split != NULL ? 2 : 1;
  gsize bytes = rs_element_get_bytes (element);
  RsElement whole = split == NULL ? element : element == RS_ELEMENT_SINGLE ? RS_ELEMENT_CSINGLE : RS_ELEMENT_CDOUBLE;
  gint64 dims[RS_MAX_RANK];
  int rank = get_dims (variable, dims);
  g_autofree gint64 *order = NULL;
  gint64 since = 0;
  RsArray *array;
  char *out;

  if ((n > 0 && (parts[0] == NULL || (split != NULL && parts[1] == NULL)))
      || (split != NULL && element != RS_ELEMENT_SINGLE && element != RS_ELEMENT_DOUBLE)
      || (gint64)variable->nbytes < n * (gint64)bytes)
    {
      fail_damaged (error);
      return NULL;
    }
  array = rs_array_new (whole, rank, dims, FALSE, error);
  if (array == NULL || n == 0)
    return array;
  order = order_of_rows (variable, n, error);
  if (order == NULL)
    {
      rs_array_unref (array);
      return NULL;
    }
  out = rs_array_write (array);
  for (gint64 i = 0; i < n && !rs_error_set_stopped_after (&since, 1, NULL); i++) /* it is dropped then */
    for (guint k = 0; k < n_parts; k++, out += bytes)
      memcpy (out, parts[k] + (gsize)order[i] * bytes, bytes);
  return array;
}

static gboolean
convert_matrix (Reader *self, const matvar_t *variable, RsElement element, gint64 n, RsValue *value, GError **error)
{
  RsArray *array = make_raw (variable, element, n, error);

  if (array == NULL)
    return FALSE;
  if (n == 1)
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

/* Code of a character; the data are bytes, UTF-16 or UTF-32 units. */
static gunichar
get_unit (const matvar_t *variable, gint64 i)
{
  const char *data = variable->data;

  switch (variable->data_type)
    {
    case MAT_T_UINT16:
    case MAT_T_INT16:
    case MAT_T_UTF16:
      return ((const guint16 *)(gconstpointer)data)[i];
    case MAT_T_UINT32:
    case MAT_T_INT32:
    case MAT_T_UTF32:
      return ((const guint32 *)(gconstpointer)data)[i];
    default:
      return ((const guint8 *)data)[i];
    }
}

static gint64
count_units (const matvar_t *variable)
{
  switch (variable->data_type)
    {
    case MAT_T_UINT16:
    case MAT_T_INT16:
    case MAT_T_UTF16:
      return (gint64)variable->nbytes / 2;
    case MAT_T_UINT32:
    case MAT_T_INT32:
    case MAT_T_UTF32:
      return (gint64)variable->nbytes / 4;
    default:
      return (gint64)variable->nbytes;
    }
}

/* The row of a matrix of characters that begins at unit `first`, with `step` from one to the next. */
static RsValue
make_row (const matvar_t *variable, gint64 first, gint64 step, gint64 n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint64 i = 0; i < n; i++)
    {
      gunichar c = get_unit (variable, first + i * step);

      if (c >= 0xd800 && c < 0xdc00 && i + 1 < n)
        {
          gunichar low = get_unit (variable, first + (i + 1) * step);

          if (low >= 0xdc00 && low < 0xe000)
            {
              c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
              i++;
            }
        }
      if (c == 0)
        continue;
      g_string_append_unichar (text, g_unichar_validate (c) ? c : 0xfffd);
    }
  return rs_value_new_string (text->str, (gssize)text->len);
}

/* UTF-8 that is one row is text as it is; several rows become a cell of strings. */
static gboolean
convert_text (const matvar_t *variable, gint64 n, RsValue *value, GError **error)
{
  gint64 rows = variable->rank == 2 ? (gint64)variable->dims[0] : 1, units = count_units (variable);
  gint64 columns = rows > 0 ? n / rows : 0;
  RsCell *cell;

  if (n > 0 && variable->data == NULL)
    return fail_damaged (error);
  if (rows <= 1 && variable->data_type == MAT_T_UTF8 && n > 0
      && g_utf8_validate (variable->data, (gssize)variable->nbytes, NULL))
    *value = rs_value_new_string (variable->data, (gssize)variable->nbytes);
  else if (n > units)
    return fail_damaged (error);
  else if (rows <= 1)
    *value = make_row (variable, 0, 1, n);
  else
    {
      cell = rs_cell_new (1, &rows, error);
      if (cell == NULL)
        return FALSE;
      *value = rs_value_object (cell);
      for (gint64 i = 0; i < rows; i++)
        cell->elements[i] = make_row (variable, i, rows, columns);
    }
  return TRUE;
}

/* All elements of a sparse matrix. */
static gboolean
convert_sparse (Reader *self, const matvar_t *variable, gint64 n, RsValue *value, GError **error)
{
  const mat_sparse_t *sparse = variable->data;
  RsElement element = rs_element_of_precision (rs_call_get_precision (self->call));
  gint64 rows = (gint64)variable->dims[0], columns = n / MAX (1, rows);
  gint64 dims[RS_MAX_RANK];
  int rank = get_dims (variable, dims);
  RsArray *array;

  if (sparse == NULL || variable->rank != 2 || variable->isComplex || variable->data_type != MAT_T_DOUBLE
      || (gint64)sparse->njc < columns + 1)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                   "the sparse matrix %s is damaged, or not one of real numbers",
                   variable->name != NULL ? variable->name : "in it");
      return FALSE;
    }
  array = rs_array_new (element, rank, dims, TRUE, error);
  if (array == NULL)
    return FALSE;
  *value = rs_value_object (array);
  for (gint64 j = 0; j < columns; j++)
    for (guint32 k = sparse->jc[j]; k < sparse->jc[j + 1]; k++)
      {
        if (k >= sparse->nir || k >= sparse->ndata || sparse->ir[k] >= rows)
          return fail_damaged (error);
        rs_array_set_element (array, (gint64)sparse->ir[k] * columns + j,
                              rs_value_scalar (((const double *)sparse->data)[k]), NULL);
      }
  return TRUE;
}

static gboolean
convert_cell (Reader *self, matvar_t *variable, gint64 n, guint depth, RsValue *value, GError **error)
{
  g_autofree gint64 *order = order_of_rows (variable, n, error);
  gint64 dims[RS_MAX_RANK];
  int rank = get_dims (variable, dims);
  RsCell *cell = order != NULL ? rs_cell_new (rank, dims, error) : NULL;

  if (cell == NULL)
    return FALSE;
  *value = rs_value_object (cell);
  for (gint64 i = 0; i < n; i++)
    if (!convert (self, self->lib->Mat_VarGetCell (variable, (int)order[i]), depth + 1, &cell->elements[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
add_member (Reader *self, RsClassObject *object, const char *name, RsValue value, GError **error)
{
  RsNames *names = self->call->session->host->get_scope (self->call->session)->module->names;

  return rs_class_object_restore (object, rs_names_intern (names, name, -1), value, FALSE,
                                  rs_call_get_precision (self->call), error);
}

/* Element i of a structure. */
static gboolean
convert_fields (Reader *self, matvar_t *variable, gint64 i, guint depth, RsValue *value, GError **error)
{
  guint n = self->lib->Mat_VarGetNumberOfFields (variable);
  char *const *names = self->lib->Mat_VarGetStructFieldnames (variable);
  RsClassObject *object;

  if (!rs_class_object_new (NULL, rs_call_get_precision (self->call), &object, error))
    return FALSE;
  *value = rs_value_object (object);
  for (guint k = 0; k < n; k++)
    {
      RsValue member = RS_NONE;
      gboolean good = names != NULL && names[k] != NULL
                      && convert (self, self->lib->Mat_VarGetStructFieldByIndex (variable, k, (gsize)i), depth + 1,
                                  &member, error)
                      && add_member (self, object, names[k], member, error);

      rs_value_clear (&member);
      if (!good)
        return (error != NULL && *error != NULL) ? FALSE : fail_damaged (error);
    }
  return TRUE;
}

/* One object, or a cell of them. */
static gboolean
convert_struct (Reader *self, matvar_t *variable, gint64 n, guint depth, RsValue *value, GError **error)
{
  g_autofree gint64 *order = NULL;
  gint64 dims[RS_MAX_RANK];
  int rank;
  RsCell *cell;

  if (n == 1)
    return convert_fields (self, variable, 0, depth, value, error);
  order = order_of_rows (variable, n, error);
  rank = get_dims (variable, dims);
  cell = order != NULL ? rs_cell_new (rank, dims, error) : NULL;
  if (cell == NULL)
    return FALSE;
  *value = rs_value_object (cell);
  for (gint64 i = 0; i < n; i++)
    if (!convert_fields (self, variable, order[i], depth, &cell->elements[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
convert (Reader *self, matvar_t *variable, guint depth, RsValue *value, GError **error)
{
  gint64 n = variable != NULL ? count_elements (variable) : 0;
  RsElement element;

  if (variable == NULL) /* an element that was never set: [] */
    return TRUE;
  if (n < 0 || n > G_MAXINT || depth > RS_MAT_DEEPEST)
    return fail_damaged (error);
  switch (variable->class_type)
    {
    case MAT_C_CHAR:
      return convert_text (variable, n, value, error);
    case MAT_C_SPARSE:
      return convert_sparse (self, variable, n, value, error);
    case MAT_C_CELL:
      return convert_cell (self, variable, n, depth, value, error);
    case MAT_C_STRUCT:
      return convert_struct (self, variable, n, depth, value, error);
    case MAT_C_EMPTY:
      return TRUE;
    default:
      element = find_element (variable);
      return element != RS_ELEMENT_NONE ? convert_matrix (self, variable, element, n, value, error)
                                        : fail_damaged (error);
    }
}

/* --- the file --- */

/* The call that reads a variable, and what it needs. */
typedef struct {
  const RsMatio *lib;
  mat_t *file;        /* owned when the call is left */
  matvar_t *variable; /* the same */
  gboolean good;
} Job;

static void
run_job (gpointer data)
{
  Job *job = data;

  job->good = job->lib->Mat_VarReadDataAll (job->file, job->variable) == 0;
}

static void
free_left_job (gpointer data)
{
  Job *job = data;

  job->lib->Mat_VarFree (job->variable);
  job->lib->Mat_Close (job->file);
  g_free (job);
}

/* FALSE with an error; stopped, a call that goes on alone has the file and the variable, which is NULL then. */
static gboolean
read_contents (Reader *self, matvar_t **variable, GError **error)
{
  g_autofree Job *job = g_new (Job, 1);

  *job = (Job){ self->lib, self->file, *variable, FALSE };
  if (!self->is_large)
    run_job (job);
  else if (!rs_run_apart (run_job, job, free_left_job, error))
    {
      self->file = NULL;
      *variable = NULL;
      g_steal_pointer (&job);
      return FALSE;
    }
  return job->good || fail_damaged (error);
}

/* The next variable of the file; value NONE and an empty name at the end. name: (transfer full) */
static gboolean
read_variable (Reader *self, RsValue *value, char **name, GError **error)
{
  matvar_t *variable = self->lib->Mat_VarReadNextInfo (self->file);
  gboolean good;

  *name = NULL;
  if (variable == NULL)
    return TRUE;
  good = check_sizes (self, variable, 0, error);
  if (good && (variable->name == NULL || !g_utf8_validate (variable->name, -1, NULL)))
    good = fail_damaged (error);
  good = good && read_contents (self, &variable, error) && convert (self, variable, 0, value, error);
  *name = good ? g_strdup (variable->name) : NULL;
  if (variable != NULL)
    self->lib->Mat_VarFree (variable);
  return good;
}

/* An object with all variables. */
static gboolean
read_all (Reader *self, RsValue *result, GError **error)
{
  RsClassObject *object;

  if (!rs_class_object_new (NULL, rs_call_get_precision (self->call), &object, error))
    return FALSE;
  *result = rs_value_object (object);
  for (guint n = 0;; n++)
    {
      g_autofree char *name = NULL;
      RsValue value = RS_NONE;
      gboolean good = read_variable (self, &value, &name, error) && name != NULL
                      && add_member (self, object, name, value, error);

      rs_value_clear (&value);
      /* HDF5 passes over what it can't find. */
      if (name == NULL && *error == NULL && n == 0 && self->is_hdf5)
        return fail_damaged (error);
      if (!good)
        return name == NULL && *error == NULL;
    }
}

static gboolean
read_some (Reader *self, RsValue *values, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = NULL;

      if (!read_variable (self, &values[i], &name, error))
        return FALSE;
      if (name == NULL)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                       "it holds %u variable%s, but %u are wanted", i, i == 1 ? "" : "s", n);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
open_file (Reader *self, const char *path, gboolean is_checked, GError **error)
{
  GStatBuf status;

  self->lib = rs_matio_get (error);
  if (self->lib == NULL)
    return FALSE;
  if (g_stat (path, &status) != 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
      return FALSE;
    }
  self->bytes_left = MAX (ALWAYS_ALLOWED * 16, (gint64)status.st_size * MOST_COMPRESSION);
  self->is_large = is_checked && (gint64)status.st_size >= LARGE_FILE; /* else this is a process of its own */
  if (is_checked && !rs_mat_check (path, error))
    return FALSE;
  self->file = self->lib->Mat_Open (path, MAT_ACC_RDONLY);
  return self->file != NULL || fail_damaged (error);
}

static gboolean
read_file (const RsCall *call, const char *path, gboolean is_checked, RsValue *values, guint n, GError **error)
{
  Reader self = { .call = call, .is_hdf5 = !is_checked };
  gboolean good = open_file (&self, path, is_checked, error) && (n == 1 ? read_all (&self, values, error)
                                                                        : read_some (&self, values, n, error));

  for (guint i = 0; i < n && !good; i++)
    rs_value_clear (&values[i]);
  if (self.file != NULL)
    self.lib->Mat_Close (self.file);
  return good;
}

gboolean
rs_mat_read_unchecked (const RsCall *call, const char *path, RsValue *values, guint n, GError **error)
{
  return read_file (call, path, FALSE, values, n, error);
}

gboolean
rs_mat_read (const RsCall *call, const char *path, RsValue *values, guint n, GError **error)
{
  if (rs_mat_is_hdf5 (path))
    return rs_mat_read_in_child (call, path, values, n, error);
  return read_file (call, path, TRUE, values, n, error);
}
