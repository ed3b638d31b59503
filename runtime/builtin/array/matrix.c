/* Matrices as linear algebra wants them: from arguments and to results.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/matrix.h"

#include "runtime/value/blocks.h"

#include <math.h>
#include <string.h>


void
rs_matrix_clear (RsMatrix *matrix)
{
  g_clear_pointer (&matrix->data, g_free);
}

static gboolean
allocate (RsMatrix *matrix, const char *name, GError **error)
{
  if ((gint64)matrix->rows * matrix->columns > G_MAXINT32) /* LAPACK counts elements in 32 bits */
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name,
                         "a matrix of %d x %d is too large: at most %d elements", matrix->rows, matrix->columns,
                         G_MAXINT32);
  matrix->data = g_try_new0 (double, (gsize)matrix->rows *(gsize)matrix->columns *(gsize)rs_matrix_parts (matrix) + 1);
  return matrix->data || rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for the matrix");
}

gboolean
rs_matrix_new (RsMatrix *matrix, gint64 rows, gint64 columns, const RsMatrix *like, const char *name, GError **error)
{
  *matrix = (RsMatrix){ (int)MIN (rows, G_MAXINT), (int)MIN (columns, G_MAXINT), like->is_complex, FALSE, like->element,
                        NULL };
  return allocate (matrix, name, error);
}

/* Rows that are arranged anew at a time: their elements of a column are as many as lie side by side in the caches. */
#define STRIP 32

static RsCompute
compute_of (const RsMatrix *matrix)
{
  return matrix->is_complex ? RS_COMPUTE_CDOUBLE : RS_COMPUTE_DOUBLE;
}

/* The elements of an array, row-major, become those of the matrix. */
static gboolean
take_elements (RsMatrix *matrix, RsArray *array, const char *name, GError **error)
{
  const gint64 rows = matrix->rows, columns = matrix->columns;
  const int parts = rs_matrix_parts (matrix);
  const gsize bytes = rs_element_get_bytes (array->element);
  g_autofree double *strip = g_try_new (double, (gsize)(MIN (STRIP, rows) * columns * parts) + 1);
  const char *data = rs_array_read (array);

  if (strip == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_MEMORY, error, name, "no memory for the matrix");
  for (gint64 row = 0; row < rows && columns > 0; row += STRIP)
    {
      const gint64 n = MIN (STRIP, rows - row);

      if (rs_error_set_stopped (error))
        return FALSE;
      rs_block_load (compute_of (matrix), array->element, data + (gsize)(row * columns) * bytes, (gsize)(n * columns),
                     strip);
      for (gint64 j = 0; j < columns; j++)
        for (gint64 i = 0; i < n; i++)
          for (int p = 0; p < parts; p++)
            matrix->data[(j * rows + row + i) * parts + p] = strip[(i * columns + j) * parts + p];
    }
  return TRUE;
}

/* The upper left part of the matrix, of rows x columns, becomes the elements of an array of as many. */
static gboolean
give_elements (const RsMatrix *matrix, gint64 rows, gint64 columns, RsArray *array, GError **error)
{
  const int parts = rs_matrix_parts (matrix);
  const gsize bytes = rs_element_get_bytes (array->element);
  g_autofree double *strip = g_new (double, (gsize)(MIN (STRIP, rows) * columns * parts) + 1);
  char *data = rs_array_write (array);

  for (gint64 row = 0; row < rows && columns > 0; row += STRIP)
    {
      const gint64 n = MIN (STRIP, rows - row);

      if (rs_error_set_stopped (error))
        return FALSE;
      for (gint64 j = 0; j < columns; j++)
        for (gint64 i = 0; i < n; i++)
          for (int p = 0; p < parts; p++)
            strip[(i * columns + j) * parts + p] = matrix->data[(j * matrix->rows + row + i) * parts + p];
      rs_block_store (compute_of (matrix), strip, (gsize)(n * columns), array->element, RS_OVERFLOW_DEFAULT,
                      data + (gsize)(row * columns) * bytes);
    }
  return TRUE;
}

gboolean
rs_matrix_get (RsMatrix *matrix, const RsCall *call, guint index, const char *name, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, index, name, error);
  RsShape shape;

  if (!array)
    return FALSE;
  shape = rs_shape_of_array (array);
  if (shape.rank > 2)
    return rs_call_fail_argument (call, index, error, name, "a matrix");
  matrix->rows = (int)MIN (shape.dims[0], G_MAXINT);
  matrix->columns = (int)MIN (shape.dims[1], G_MAXINT);
  matrix->is_complex = rs_element_is_complex (array->element);
  matrix->is_vec = array->rank == 1;
  if (array->element == RS_ELEMENT_DOUBLE || array->element == RS_ELEMENT_CDOUBLE)
    matrix->element = RS_ELEMENT_DOUBLE;
  else
    matrix->element = rs_element_is_floating (array->element) || matrix->is_complex
                        ? RS_ELEMENT_SINGLE : rs_element_of_precision (rs_call_get_precision (call));
  if (!allocate (matrix, name, error))
    return FALSE;
  return take_elements (matrix, array, name, error);
}

gboolean
rs_matrix_get_square (RsMatrix *matrix, const RsCall *call, guint index, const char *name, GError **error)
{
  if (!rs_matrix_get (matrix, call, index, name, error))
    return FALSE;
  return matrix->rows == matrix->columns
         || rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, name, "the matrix has to be square, but is %d x %d",
                          matrix->rows, matrix->columns);
}

gboolean
rs_matrix_check_finite (const RsMatrix *matrix, const char *name, GError **error)
{
  gsize n = (gsize)matrix->rows * (gsize)matrix->columns * (gsize)rs_matrix_parts (matrix);

  for (gsize i = 0; i < n; i++)
    if (!isfinite (matrix->data[i]))
      return rs_call_fail (RS_RUNTIME_ERROR_NUMERIC, error, name, "the matrix holds NaN or infinite elements");
  return TRUE;
}

void
rs_matrix_make_complex (RsMatrix *matrix)
{
  gsize n = (gsize)matrix->rows * (gsize)matrix->columns;
  double *data;

  if (matrix->is_complex)
    return;
  data = g_new0 (double, 2 * n + 1);
  for (gsize i = 0; i < n; i++)
    data[2 * i] = matrix->data[i];
  g_free (matrix->data);
  matrix->data = data;
  matrix->is_complex = TRUE;
}

static RsElement
element_of_results (const RsMatrix *matrix)
{
  if (!matrix->is_complex)
    return matrix->element;
  return matrix->element == RS_ELEMENT_DOUBLE ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
}

gboolean
rs_matrix_return (const RsMatrix *matrix, int rows, int columns, gboolean as_vec, RsCall *call, guint index,
                  GError **error)
{
  gint64 dims[2] = { as_vec ? (gint64)rows * columns : rows, columns };
  g_autoptr (RsArray) array = NULL;

  if (index >= MAX (1, call->n_results))
    return TRUE;
  array = rs_array_new (element_of_results (matrix), as_vec ? 1 : 2, dims, FALSE, error);
  if (!array)
    return FALSE;
  if (!give_elements (matrix, rows, columns, array, error))
    return FALSE;
  call->results[index] = rs_value_object (g_steal_pointer (&array));
  return TRUE;
}

gboolean
rs_matrix_return_reals (const double *values, int n, const RsMatrix *like, RsCall *call, guint index, GError **error)
{
  RsArray *array;

  if (index >= MAX (1, call->n_results))
    return TRUE;
  array = rs_array_new_vector (like->element, n, error);
  if (!array)
    return FALSE;
  if (n > 0)
    rs_block_store (RS_COMPUTE_DOUBLE, values, n, like->element, RS_OVERFLOW_DEFAULT, rs_array_write (array));
  call->results[index] = rs_value_object (array);
  return TRUE;
}
