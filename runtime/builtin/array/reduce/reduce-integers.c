/* Sums and products of integers along one dimension, and running ones: exact.
 *
 * They are computed in 64 bits and have the element type that sums of the array have, unless one of them needs 64 bits,
 * as the arithmetic of integer arrays has it (LANGUAGE.md, Numbers). What needs more is an error. When the program is
 * to stop, a loop ends early; what it gives is dropped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/array/reduce/reduce.h"

#include "runtime/builtin/call.h"
#include "runtime/value/blocks.h"

#include <string.h>

gboolean
rs_reduces_integers (Reduction reduction, const RsArray *array)
{
  return (reduction == REDUCE_SUM || reduction == REDUCE_PROD)
         && rs_compute_of_element (array->element) == RS_COMPUTE_INT
         && array->element != RS_ELEMENT_UINT64; /* whose largest numbers no gint64 holds */
}

/* Sums of so many numbers of at most 32 bits fit. */
#define FEW ((gint64)1 << 31)

/* TRUE when a total does not fit. */
static gboolean
take_row (Reduction reduction, gboolean fits, gint64 *restrict totals, const gint64 *restrict x, gsize n)
{
  gboolean bad = FALSE;

  if (reduction == REDUCE_SUM && fits)
    for (gsize i = 0; i < n; i++)
      totals[i] += x[i];
  else if (reduction == REDUCE_SUM)
    for (gsize i = 0; i < n; i++)
      bad |= __builtin_add_overflow (totals[i], x[i], &totals[i]);
  else
    for (gsize i = 0; i < n; i++)
      bad |= __builtin_mul_overflow (totals[i], x[i], &totals[i]);
  return bad;
}

/* One line of `length` elements that follow each other. */
static gboolean
take_line (Reduction reduction, RsArray *array, gconstpointer data, gint64 start, gint64 length, gboolean is_running,
           gint64 *out)
{
  gint64 total = reduction == REDUCE_PROD, since = 0;
  gboolean bad = FALSE;
  RsBlock buffer;

  for (gint64 l = 0; l < length && !rs_error_set_stopped_after (&since, RS_BLOCK, NULL); l += RS_BLOCK)
    {
      gsize n = (gsize)MIN (RS_BLOCK, length - l);
      const gint64 *x = rs_block_get (RS_COMPUTE_INT, array->element, data, start + l, n, &buffer);

      for (gsize i = 0; i < n; i++)
        {
          bad |= reduction == REDUCE_SUM ? __builtin_add_overflow (total, x[i], &total)
                                         : __builtin_mul_overflow (total, x[i], &total);
          if (is_running)
            out[l + (gint64)i] = total;
        }
    }
  if (!is_running)
    *out = total;
  return bad;
}

/* Blocks of elements that lie side by side, down the dimension. */
static gboolean
take_rows (Reduction reduction, RsArray *array, gconstpointer data, const Along *along, gboolean is_running,
           gint64 *out)
{
  gboolean fits = rs_element_get_bytes (array->element) <= 4 && along->length < FEW, bad = FALSE;
  gint64 since = 0;
  RsBlock buffer, totals;

  for (gint64 o = 0; o < along->outer; o++)
    for (gint64 i0 = 0; i0 < along->inner; i0 += RS_BLOCK)
      {
        gsize n = (gsize)MIN (RS_BLOCK, along->inner - i0);

        for (gsize i = 0; i < n; i++)
          totals.integers[i] = reduction == REDUCE_PROD;
        for (gint64 l = 0; l < along->length; l++)
          {
            gint64 start = (o * along->length + l) * along->inner + i0;

            if (rs_error_set_stopped_after (&since, (gint64)n, NULL))
              return FALSE;
            bad |= take_row (reduction, fits, totals.integers,
                             rs_block_get (RS_COMPUTE_INT, array->element, data, start, n, &buffer), n);
            if (is_running)
              memcpy (out + start, totals.integers, n * sizeof *out);
          }
        if (!is_running)
          memcpy (out + o * along->inner + i0, totals.integers, n * sizeof *out);
      }
  return bad;
}

RsArray *
rs_reduce_integers (Reduction reduction, RsArray *array, const Along *along, gboolean is_running, RsElement narrow,
                    const char *name, GError **error)
{
  g_autoptr (RsArray) wide = is_running ? rs_array_new (RS_ELEMENT_INT64, array->rank, array->dims, FALSE, error)
                                        : rs_array_new (RS_ELEMENT_INT64, along->rank, along->dims, TRUE, error);
  gboolean bad = FALSE;
  gint64 *out, since = 0;
  RsArray *result;

  if (wide == NULL || wide->n_elements == 0)
    return wide != NULL ? rs_array_new (narrow, wide->rank, wide->dims, FALSE, error) : NULL;
  out = rs_array_write (wide);
  if (along->inner == 1)
    for (gint64 o = 0; o < along->outer && !rs_error_set_stopped_after (&since, along->length, NULL); o++)
      bad |= take_line (reduction, array, rs_array_read (array), o * along->length, along->length, is_running,
                        out + (is_running ? o * along->length : o));
  else
    bad = take_rows (reduction, array, rs_array_read (array), along, is_running, out);
  if (bad)
    {
      rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, name, "a result does not fit int64; convert with float() first");
      return NULL;
    }
  if (narrow == RS_ELEMENT_INT64)
    return g_steal_pointer (&wide);
  result = rs_array_new (narrow, wide->rank, wide->dims, FALSE, error);
  if (result == NULL
      || rs_block_convert (RS_ELEMENT_INT64, rs_array_read (wide), wide->n_elements, narrow, RS_OVERFLOW_CHECKED,
                           rs_array_write (result)))
    return result;
  rs_array_unref (result);
  return g_steal_pointer (&wide);
}
