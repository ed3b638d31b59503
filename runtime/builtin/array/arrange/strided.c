/* Strided copies: arrays whose elements come from another array, in another arrangement.
 *
 * Elements are moved by size; nothing looks at a number. The result is written row by row. Where its rows are columns
 * of the source, squares of it go through a buffer in the first cache, so that every line of memory is read once and
 * written once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/arrange/strided.h"

#include "runtime/base/error.h"
#include "runtime/value/shape.h"
#include "runtime/vector-loops.h"

#include <string.h>

typedef struct {
  guint64 re, im;
} Pair;

#define SQUARE 64

/* Rows and squares of elements of type T. */
#define DEFINE_COPIES(suffix, T)                                                                                       \
  RS_VECTOR_LOOPS static void copy_row_##suffix (const T *restrict in, gint64 stride, gint64 n, T *restrict out)       \
  {                                                                                                                    \
    if (stride == -1)                                                                                                  \
      _Pragma ("omp simd") for (gint64 i = 0; i < n; i++) out[i] = in[-i];                                             \
    else                                                                                                               \
      for (gint64 i = 0; i < n; i++)                                                                                   \
        out[i] = in[i * stride];                                                                                       \
  }                                                                                                                    \
  static G_NO_INLINE void transpose_##suffix (const T *restrict in, gint64 in_step, gint64 rows, gint64 columns,       \
                                              T *restrict out, gint64 out_step)                                        \
  {                                                                                                                    \
    T square[SQUARE][SQUARE + 1];                                                                                      \
    for (gint64 j = 0; j < columns; j++)                                                                               \
      if (rows == SQUARE) /* so many bytes need no call */                                                             \
        memcpy (square[j], in + j * in_step, SQUARE * sizeof (T));                                                     \
      else                                                                                                             \
        memcpy (square[j], in + j * in_step, (gsize)rows * sizeof (T));                                                \
    for (gint64 i = 0; i < rows; i++)                                                                                  \
      for (gint64 j = 0; j < columns; j++)                                                                             \
        out[i * out_step + j] = square[j][i];                                                                          \
  }

DEFINE_COPIES (1, guint8)
DEFINE_COPIES (2, guint16)
DEFINE_COPIES (4, guint32)
DEFINE_COPIES (8, guint64)
DEFINE_COPIES (16, Pair)

#define EACH_SIZE(DO)                                                                                                  \
  DO (1, guint8)                                                                                                       \
  DO (2, guint16)                                                                                                      \
  DO (4, guint32)                                                                                                      \
  DO (8, guint64)                                                                                                      \
  DO (16, Pair)

static void
copy_row (const char *in, gint64 stride, gint64 n, gsize bytes, char *out)
{
  if (stride == 1)
    {
      memcpy (out, in, (gsize)n * bytes);
      return;
    }
  switch (bytes)
    {
#define ROW_CASE(size, T)                                                                                              \
    case size:                                                                                                         \
      copy_row_##size ((const T *)in, stride, n, (T *)out);                                                            \
      break;
      EACH_SIZE (ROW_CASE)
    default:
      g_assert_not_reached ();
    }
}

/* Rows of the result are columns of the source. FALSE with an error: stopped. */
static gboolean
copy_squares (const char *in, const RsStrided *view, gsize bytes, char *out, GError **error)
{
  gint64 rows = view->dims[0], columns = view->dims[1], step = view->strides[1], since = 0;

  for (gint64 i = 0; i < rows; i += SQUARE)
    for (gint64 j = 0; j < columns; j += SQUARE)
      {
        if (rs_error_set_stopped_after (&since, SQUARE * SQUARE, error))
          return FALSE;
        switch (bytes)
          {
#define SQUARE_CASE(size, T)                                                                                           \
  case size:                                                                                                           \
    transpose_##size ((const T *)in + view->offset + i + j * step, step, MIN (SQUARE, rows - i),                       \
                      MIN (SQUARE, columns - j), (T *)out + i * columns + j, columns);                                 \
    break;
            EACH_SIZE (SQUARE_CASE)
          default:
            g_assert_not_reached ();
          }
      }
  return TRUE;
}

/* A row at a time, in the order of the result. FALSE with an error: stopped. */
static gboolean
copy_rows (const char *in, const RsStrided *view, gsize bytes, char *out, GError **error)
{
  int last = view->rank - 1;
  gint64 counters[RS_MAX_RANK] = { 0 }, offset = view->offset, since = 0;

  for (;;)
    {
      int d = last - 1;

      if (rs_error_set_stopped_after (&since, view->dims[last], error))
        return FALSE;
      copy_row (in + offset * (gint64)bytes, view->strides[last], view->dims[last], bytes, out);
      out += (gsize)view->dims[last] * bytes;
      for (; d >= 0; d--)
        {
          offset += view->strides[d];
          if (++counters[d] < view->dims[d])
            break;
          offset -= view->strides[d] * view->dims[d];
          counters[d] = 0;
        }
      if (d < 0)
        return TRUE;
    }
}

RsStrided
rs_strided_of (const RsArray *array)
{
  RsShape shape = rs_shape_of_array (array);
  RsStrided view = { .rank = shape.rank };
  gint64 stride = 1;

  for (int d = shape.rank - 1; d >= 0; d--)
    {
      view.dims[d] = shape.dims[d];
      view.strides[d] = stride;
      stride *= shape.dims[d];
    }
  return view;
}

RsArray *
rs_strided_copy (RsArray *array, const RsStrided *view, GError **error)
{
  gsize bytes = rs_element_get_bytes (array->element);
  g_autoptr (RsArray) result = rs_array_new (array->element, view->rank, view->dims, FALSE, error);
  gboolean good = TRUE;

  if (result == NULL || result->n_elements == 0)
    return g_steal_pointer (&result);
  if (view->rank == 2 && view->strides[0] == 1 && view->strides[1] > 1)
    good = copy_squares (rs_array_read (array), view, bytes, rs_array_write (result), error);
  else
    good = copy_rows (rs_array_read (array), view, bytes, rs_array_write (result), error);
  return good ? g_steal_pointer (&result) : NULL;
}
