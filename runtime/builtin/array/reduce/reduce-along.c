/* Reductions along one dimension, and running sums and products.
 *
 * The array is seen as outer x length x inner elements. Whole rows of `inner` are accumulated at a time, so that memory
 * is read in order; short rows are taken several at a time. Everything is summed up in double, but for integers
 * (reduce-integers.c). When the program is to stop, a loop ends early; what it gives is dropped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/reduce/reduce.h"

#include "runtime/builtin/call.h"
#include "runtime/builtin/device/along.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/blocks.h"
#include "runtime/vector-loops.h"

gboolean
rs_see_along (const RsCall *call, const RsArray *array, Along *along, const char *name, GError **error)
{
  RsShape shape = rs_shape_of_array (array);
  gint64 dim;

  if (!rs_call_get_integer (call, 1, &dim, name, error))
    return FALSE;
  if (dim < 0 || dim >= RS_MAX_RANK)
    return rs_call_fail (RS_RUNTIME_ERROR_DIMENSION, error, name, "there is no dimension %" G_GINT64_FORMAT, dim);
  *along = (Along){ .outer = 1, .length = 1, .inner = 1, .rank = shape.rank };
  for (int d = 0; d < shape.rank; d++)
    {
      along->dims[d] = d == dim ? 1 : shape.dims[d];
      if (d < dim)
        along->outer *= shape.dims[d];
      else if (d > dim)
        along->inner *= shape.dims[d];
      else
        along->length = shape.dims[d];
    }
  while (along->rank > 2 && along->dims[along->rank - 1] == 1)
    along->rank--;
  if (along->rank == 2 && along->dims[0] == 1 && array->rank == 1)
    {
      along->rank = 1;
      along->dims[0] = along->dims[1];
    }
  return TRUE;
}

/* One row of accumulators takes in one row of elements. */
static void
accumulate_row (Reduction reduction, double _Complex *total, const double _Complex *x, gsize n)
{
  for (gsize i = 0; i < n; i++)
    switch (reduction)
      {
      case REDUCE_PROD:
        total[i] = CMPLX (creal (total[i]) * creal (x[i]) - cimag (total[i]) * cimag (x[i]),
                          creal (total[i]) * cimag (x[i]) + cimag (total[i]) * creal (x[i]));
        break;
      case REDUCE_ANY:
        total[i] = total[i] != 0 || x[i] != 0;
        break;
      case REDUCE_ALL:
        total[i] = total[i] != 0 && x[i] != 0;
        break;
      default:
        total[i] += x[i];
        break;
      }
}

RS_VECTOR_LOOPS static void
accumulate_real_row (Reduction reduction, double *restrict total, const double *restrict x, gsize n)
{
  switch (reduction)
    {
    case REDUCE_PROD:
      _Pragma ("omp simd") for (gsize i = 0; i < n; i++) total[i] *= x[i];
      break;
    case REDUCE_ANY:
      _Pragma ("omp simd") for (gsize i = 0; i < n; i++) total[i] = (total[i] != 0) | (x[i] != 0);
      break;
    case REDUCE_ALL:
      _Pragma ("omp simd") for (gsize i = 0; i < n; i++) total[i] = (total[i] != 0) & (x[i] != 0);
      break;
    default:
      _Pragma ("omp simd") for (gsize i = 0; i < n; i++) total[i] += x[i];
      break;
    }
}

RsElement
rs_along_element (Reduction reduction, const RsArray *array, RsPrecision precision)
{
  if (reduction == REDUCE_ANY || reduction == REDUCE_ALL)
    return RS_ELEMENT_BOOL;
  if (rs_compute_of_element (array->element) != RS_COMPUTE_INT)
    return array->element;
  return reduction == REDUCE_MEAN                    ? rs_element_of_precision (precision)
         : rs_element_get_bytes (array->element) < 4 ? RS_ELEMENT_INT32
                                                     : array->element;
}

/* The accumulators become one row of the result. */
static gboolean
finish_row (Reduction reduction, RsCompute compute, RsBlock *totals, gsize n, gint64 length, RsArray *result,
            gint64 start)
{
  char *out = rs_array_write (result);

  for (gsize i = 0; i < n && reduction == REDUCE_MEAN; i++)
    {
      if (compute == RS_COMPUTE_DOUBLE)
        totals->doubles[i] /= (double)length;
      else
        totals->cdoubles[i] /= (double)length;
    }
  return rs_block_store (compute, totals, n, result->element, RS_OVERFLOW_CHECKED,
                         out + (gsize)start * rs_element_get_bytes (result->element));
}

static void
set_totals (Reduction reduction, gboolean is_complex, RsBlock *totals, gsize n)
{
  double neutral = reduction == REDUCE_PROD || reduction == REDUCE_ALL ? 1 : 0;

  for (gsize i = 0; i < n; i++)
    if (is_complex)
      totals->cdoubles[i] = neutral;
    else
      totals->doubles[i] = neutral;
}

/* The accumulators from `at` on take in n_rows rows of `inner` elements that follow each other. */
static void
accumulate_rows (Reduction reduction, gboolean is_complex, RsBlock *totals, gsize at, gconstpointer rows, gsize n_rows,
                 gsize inner)
{
  if (is_complex)
    for (gsize l = 0; l < n_rows; l++)
      accumulate_row (reduction, totals->cdoubles + at, (const double _Complex *)rows + l * inner, inner);
  else if (inner == 1 && (reduction == REDUCE_SUM || reduction == REDUCE_MEAN))
    totals->doubles[at] += rs_sum_block (rows, n_rows);
  else
    for (gsize l = 0; l < n_rows; l++)
      accumulate_real_row (reduction, totals->doubles + at, (const double *)rows + l * inner, inner);
}

/* Sums of rows as they are stored, without widening them in a buffer; y: also the running sums. */
#define DEFINE_ADD(name, T)                                                                                            \
  RS_VECTOR_LOOPS static void name (double *restrict total, const T *restrict x, gsize n)                              \
  {                                                                                                                    \
    _Pragma ("omp simd") for (gsize i = 0; i < n; i++) total[i] += (double)x[i];                                       \
  }
DEFINE_ADD (add_singles, float)
DEFINE_ADD (add_bytes, guint8)

RS_VECTOR_LOOPS static void
run_singles (double *restrict total, const float *restrict x, float *restrict y, gsize n)
{
  _Pragma ("omp simd") for (gsize i = 0; i < n; i++)
  {
    double sum = total[i] + (double)x[i];

    total[i] = sum;
    y[i] = (float)sum;
  }
}

/* Long rows are taken as far as accumulators for them stay in the second cache, so that memory is read in order. */
#define STRIP_BLOCKS 8
#define STRIP (STRIP_BLOCKS * RS_BLOCK)

/* What goes along a dimension needs in every step. */
typedef struct
{
  Reduction reduction;
  RsArray *array;
  const Along *along;
  RsArray *result;
  RsCompute compute;
  gboolean is_complex;
  gconstpointer data;
  gint64 since; /* the last poll: elements */
  RsBlock totals[STRIP_BLOCKS], buffer;
} Walk;

static Walk *
walk_new (Reduction reduction, RsArray *array, const Along *along, RsArray *result)
{
  Walk *self = g_new (Walk, 1);

  self->reduction = reduction;
  self->array = array;
  self->along = along;
  self->result = result;
  self->is_complex = rs_element_is_complex (array->element);
  self->compute = self->is_complex ? RS_COMPUTE_CDOUBLE : RS_COMPUTE_DOUBLE;
  self->data = rs_array_read (array);
  self->since = 0;
  return self;
}

/* Whether it is to end, before n more elements. */
static gboolean
walk_is_stopped (Walk *self, gint64 n)
{
  return rs_error_set_stopped_after (&self->since, n, NULL);
}

static gconstpointer
walk_get (Walk *self, gint64 start, gsize n)
{
  return rs_block_get (self->compute, self->array->element, self->data, start, n, &self->buffer);
}

static gboolean
adds (const Walk *self, RsElement element)
{
  return (self->reduction == REDUCE_SUM || self->reduction == REDUCE_MEAN) && self->array->element == element;
}

/* Accumulators of n columns take in the elements from `start` on. */
static void
walk_take_row (Walk *self, RsBlock *totals, gint64 start, gsize n)
{
  if (adds (self, RS_ELEMENT_SINGLE))
    add_singles (totals->doubles, (const float *)self->data + start, n);
  else if (adds (self, RS_ELEMENT_UINT8))
    add_bytes (totals->doubles, (const guint8 *)self->data + start, n);
  else
    accumulate_rows (self->reduction, self->is_complex, totals, 0, walk_get (self, start, n), 1, n);
}

/* Elements of a row of n that block b of a strip holds. */
static gsize
count_in_block (gint64 n, gint64 b)
{
  return (gsize)MIN (RS_BLOCK, n - b * RS_BLOCK);
}

/* Long rows: a strip of each row at a time. */
static gboolean
reduce_long_rows (Walk *self)
{
  const Along *along = self->along;

  for (gint64 o = 0; o < along->outer; o++)
    for (gint64 i0 = 0; i0 < along->inner && !walk_is_stopped (self, 1); i0 += STRIP)
      {
        gint64 n = MIN (STRIP, along->inner - i0), row = o * along->length * along->inner + i0;

        for (gint64 b = 0; b * RS_BLOCK < n; b++)
          set_totals (self->reduction, self->is_complex, &self->totals[b], count_in_block (n, b));
        for (gint64 l = 0; l < along->length && !walk_is_stopped (self, n); l++, row += along->inner)
          for (gint64 b = 0; b * RS_BLOCK < n; b++)
            walk_take_row (self, &self->totals[b], row + b * RS_BLOCK, count_in_block (n, b));
        for (gint64 b = 0; b * RS_BLOCK < n; b++)
          if (!finish_row (self->reduction, self->compute, &self->totals[b], count_in_block (n, b), along->length,
                           self->result, o * along->inner + i0 + b * RS_BLOCK))
            return FALSE;
      }
  return TRUE;
}

/* Short rows (the last dimension, or channels behind it): as many as a block holds at a time, and where the whole
 * length fits, those of several results. */
static gboolean
reduce_short_rows (Walk *self)
{
  const Along *along = self->along;
  gint64 line = along->length * along->inner, rows = RS_BLOCK / along->inner;
  gsize bytes = rs_compute_get_bytes (self->compute);
  gint64 most = line <= RS_BLOCK ? RS_BLOCK / line : 1;

  for (gint64 o = 0, n; o < along->outer; o += n)
    {
      n = MIN (most, along->outer - o);
      if (walk_is_stopped (self, n * MIN (line, RS_BLOCK)))
        return TRUE;
      set_totals (self->reduction, self->is_complex, self->totals, (gsize)(n * along->inner));
      if (line <= RS_BLOCK)
        {
          const char *block = walk_get (self, o * line, (gsize)(n * line));

          for (gint64 k = 0; k < n; k++)
            accumulate_rows (self->reduction, self->is_complex, self->totals, (gsize)(k * along->inner),
                             block + (gsize)(k * line) * bytes, (gsize)along->length, (gsize)along->inner);
        }
      else
        for (gint64 l = 0; l < along->length && !walk_is_stopped (self, RS_BLOCK); l += rows)
          {
            gint64 count = MIN (rows, along->length - l);

            accumulate_rows (self->reduction, self->is_complex, self->totals, 0,
                             walk_get (self, o * line + l * along->inner, (gsize)(count * along->inner)), (gsize)count,
                             (gsize)along->inner);
          }
      if (!finish_row (self->reduction, self->compute, self->totals, (gsize)(n * along->inner), along->length,
                       self->result, o * along->inner))
        return FALSE;
    }
  return TRUE;
}

/* Sums along the last dimension of single precision. */
static gboolean
sum_lines (Walk *self)
{
  const Along *along = self->along;

  for (gint64 o = 0, n; o < along->outer; o += n)
    {
      n = MIN (RS_BLOCK, along->outer - o);
      for (gint64 k = 0; k < n && !walk_is_stopped (self, along->length); k++)
        self->totals->doubles[k]
            = rs_sum_singles ((const float *)self->data + (o + k) * along->length, (gsize)along->length);
      if (!finish_row (self->reduction, self->compute, self->totals, (gsize)n, along->length, self->result, o))
        return FALSE;
    }
  return TRUE;
}

#define SHORT_ROW 64

gboolean
rs_reduce_along (Reduction reduction, RsArray *array, const Along *along, RsArray *result, const char *name,
              GError **error)
{
  g_autofree Walk *walk = walk_new (reduction, array, along, result);
  gboolean is_short = along->length > 0 && along->inner > 0 && along->inner < SHORT_ROW;
  gboolean good = is_short && along->inner == 1 && adds (walk, RS_ELEMENT_SINGLE) ? sum_lines (walk)
                  : is_short                                                      ? reduce_short_rows (walk)
                                                                                  : reduce_long_rows (walk);

  return good
         || rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, name,
                          "a result does not fit %s; convert with float() first",
                          rs_element_get_name (result->element));
}

/* Running values down rows of `inner` elements, a strip of columns at a time. FALSE when one does not fit. */
static gboolean
run_down (Walk *self)
{
  const Along *along = self->along;
  gsize bytes = rs_element_get_bytes (self->result->element);
  char *out = rs_array_write (self->result);

  for (gint64 o = 0; o < along->outer; o++)
    for (gint64 i0 = 0; i0 < along->inner; i0 += STRIP)
      {
        gint64 width = MIN (STRIP, along->inner - i0), row = o * along->length * along->inner + i0;

        if (walk_is_stopped (self, 1))
          return TRUE;
        for (gint64 b = 0; b * RS_BLOCK < width; b++)
          set_totals (self->reduction, self->is_complex, &self->totals[b], count_in_block (width, b));
        for (gint64 l = 0; l < along->length && !walk_is_stopped (self, width); l++, row += along->inner)
          for (gint64 b = 0; b * RS_BLOCK < width; b++)
            {
              gint64 start = row + b * RS_BLOCK;
              gsize n = count_in_block (width, b);

              if (adds (self, RS_ELEMENT_SINGLE) && self->result->element == RS_ELEMENT_SINGLE)
                {
                  run_singles (self->totals[b].doubles, (const float *)self->data + start, (float *)out + start, n);
                  continue;
                }
              walk_take_row (self, &self->totals[b], start, n);
              if (!rs_block_store (self->compute, &self->totals[b], n, self->result->element, RS_OVERFLOW_CHECKED,
                                   out + (gsize)start * bytes))
                return FALSE;
            }
      }
  return TRUE;
}

/* Rows that run side by side: the next element of one waits for the one before it. More would share sets of the nearest
 * cache, where rows are as long as a power of two. */
#define SIDE_BY_SIDE 4
#define PIECE (RS_BLOCK / SIDE_BY_SIDE)

/* Running values of n_rows rows of n elements, PIECE apart, in place; totals: those before the first element. */
static void
run_rows (gboolean is_product, double *rows, gint64 n_rows, gsize n, double *totals)
{
  if (n_rows == SIDE_BY_SIDE && !is_product)
    for (gsize i = 0; i < n; i++)
      for (gint64 k = 0; k < SIDE_BY_SIDE; k++)
        rows[k * PIECE + (gint64)i] = totals[k] += rows[k * PIECE + (gint64)i];
  else
    for (gint64 k = 0; k < n_rows; k++)
      for (gsize i = 0; i < n; i++)
        {
          double x = rows[k * PIECE + (gint64)i];

          rows[k * PIECE + (gint64)i] = totals[k] = is_product ? totals[k] * x : totals[k] + x;
        }
}

/* Running sums along the last dimension in single precision. */
static void
run_single_rows (Walk *self, const float *restrict x, float *restrict y)
{
  const gint64 n = self->along->length, outer = self->along->outer;
  gint64 o = 0;

  for (; o + SIDE_BY_SIDE <= outer && !walk_is_stopped (self, SIDE_BY_SIDE * MIN (n, RS_POLLED)); o += SIDE_BY_SIDE)
    {
      double totals[SIDE_BY_SIDE] = { 0 };

      for (gint64 l = 0; l < n && !walk_is_stopped (self, RS_BLOCK); l += RS_POLLED)
        for (gint64 i = l; i < MIN (n, l + RS_POLLED); i++)
          for (gint64 k = 0; k < SIDE_BY_SIDE; k++)
            y[(o + k) * n + i] = (float)(totals[k] += (double)x[(o + k) * n + i]);
    }
  for (; o < outer && !walk_is_stopped (self, 1); o++)
    {
      double total = 0;

      for (gint64 l = 0; l < n && !walk_is_stopped (self, RS_POLLED); l += RS_POLLED)
        for (gint64 i = l; i < MIN (n, l + RS_POLLED); i++)
          y[o * n + i] = (float)(total += (double)x[o * n + i]);
    }
}

/* Running values along the last dimension: a piece of some rows at a time. Real numbers only. */
static gboolean
run_along (Walk *self)
{
  const Along *along = self->along;
  gsize bytes = rs_element_get_bytes (self->result->element), in_bytes = rs_element_get_bytes (self->array->element);
  char *out = rs_array_write (self->result);
  gboolean is_product = self->reduction == REDUCE_PROD;

  if (adds (self, RS_ELEMENT_SINGLE) && self->result->element == RS_ELEMENT_SINGLE)
    {
      run_single_rows (self, self->data, rs_array_write (self->result));
      return TRUE;
    }
  for (gint64 o = 0, n_rows; o < along->outer; o += n_rows)
    {
      double totals[SIDE_BY_SIDE];

      n_rows = MIN (SIDE_BY_SIDE, along->outer - o);
      for (gint64 k = 0; k < n_rows; k++)
        totals[k] = is_product ? 1 : 0;
      for (gint64 l = 0; l < along->length; l += PIECE)
        {
          gsize n = MIN (PIECE, along->length - l), start = (gsize)(o * along->length + l);

          if (walk_is_stopped (self, SIDE_BY_SIDE * PIECE))
            return TRUE;
          for (gint64 k = 0; k < n_rows; k++)
            rs_block_load (self->compute, self->array->element,
                           (const char *)self->data + (start + (gsize)(k * along->length)) * in_bytes, n,
                           self->totals->doubles + k * PIECE);
          run_rows (is_product, self->totals->doubles, n_rows, n, totals);
          for (gint64 k = 0; k < n_rows; k++)
            if (!rs_block_store (self->compute, self->totals->doubles + k * PIECE, n, self->result->element,
                                 RS_OVERFLOW_CHECKED, out + (start + (gsize)(k * along->length)) * bytes))
              return FALSE;
        }
    }
  return TRUE;
}

/* Of elements that are no integers, on the host. */
static gboolean
run_on_host (Reduction reduction, RsArray *array, const Along *along, RsArray *result, const char *name, GError **error)
{
  g_autofree Walk *walk = walk_new (reduction, array, along, result);

  return (along->inner == 1 && !walk->is_complex ? run_along (walk) : run_down (walk))
         || rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, name,
                          "a result does not fit %s; convert with float() first",
                          rs_element_get_name (result->element));
}

/* On the device where the array lives: *result becomes (transfer full) there. INTERPRET: it is made where it is not
 * one of integers. */
static RsLaunchResult
run_on_device (RsSession *session, Reduction reduction, RsArray *array, const Along *along, RsElement element,
               RsArray **result, const char *name, GError **error)
{
  const RsDeviceLines lines = { along->outer, along->length, along->inner };

  if (rs_reduces_integers (reduction, array) && reduction != REDUCE_SUM)
    return RS_LAUNCH_INTERPRET;
  if (rs_reduces_integers (reduction, array) && !rs_device_holds_sums (array->element, along->length))
    return rs_device_sum_integers (session, name, array, lines, TRUE, element, array->rank, array->dims, result, error);
  *result = rs_array_new (element, array->rank, array->dims, FALSE, error);
  return *result == NULL ? RS_LAUNCH_FAILED
                         : rs_device_run_along (session, name, array, lines, reduction == REDUCE_PROD, *result, error);
}

/* Running sums and products: along rows unless a dimension is given. */
static gboolean
call_running (RsCall *call, Reduction reduction, const char *name, GError **error)
{
  RsValue arguments[2] = { call->arguments[0], call->n_arguments == 2 ? call->arguments[1] : rs_value_int (1) };
  RsCall with_dimension = *call;
  g_autoptr (RsArray) array = rs_call_get_array (call, 0, name, error), result = NULL;
  RsLaunchResult launched;
  RsElement element;
  Along along;

  with_dimension.arguments = arguments;
  with_dimension.n_arguments = 2;
  if (array == NULL || !rs_see_along (&with_dimension, array, &along, name, error))
    return FALSE;
  element = rs_along_element (reduction, array, rs_call_get_precision (call));
  launched = run_on_device (call->session, reduction, array, &along, element, &result, name, error);
  if (launched == RS_LAUNCH_INTERPRET && rs_reduces_integers (reduction, array))
    return rs_call_return_array (call, rs_reduce_integers (reduction, array, &along, TRUE, element, name, error));
  if (launched == RS_LAUNCH_FAILED
      || (launched == RS_LAUNCH_INTERPRET && !run_on_host (reduction, array, &along, result, name, error)))
    return FALSE;
  return rs_call_return (call, rs_value_object (g_steal_pointer (&result)));
}

RS_DEFINE_BUILTIN (CUMSUM)
{
  return call_running (call, REDUCE_SUM, "cumsum", error);
}

RS_DEFINE_BUILTIN (CUMPROD)
{
  return call_running (call, REDUCE_PROD, "cumprod", error);
}
