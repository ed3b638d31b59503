/* Sums, products, means, extremes and tests of elements: what reduce.c and reduce-along.c share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/builtin.h"

typedef enum
{
  REDUCE_SUM,
  REDUCE_PROD,
  REDUCE_MEAN,
  REDUCE_MAX,
  REDUCE_MIN,
  REDUCE_ANY,
  REDUCE_ALL
} Reduction;

/* An array seen from one of its dimensions. */
typedef struct
{
  gint64 outer, length, inner;
  int rank; /* of the array with that dimension reduced to 1 */
  gint64 dims[RS_MAX_RANK];
} Along;

/* The dimension is the second argument of the call. Fails with RS_RUNTIME_ERROR_DIMENSION when there is none such. */
gboolean rs_see_along (const RsCall *call, const RsArray *array, Along *along, const char *name, GError **error);
/* Element type of the result. */
RsElement rs_along_element (Reduction reduction, const RsArray *array, RsPrecision precision);
/* Fills result, which has the dimensions of `along`. Fails with RS_RUNTIME_ERROR_OVERFLOW. SUM, PROD, MEAN, ANY,
 * ALL. */
gboolean rs_reduce_along (Reduction reduction, RsArray *array, const Along *along, RsArray *result, const char *name,
                          GError **error);
/* Whether rs_reduce_integers is to be called in its place. */
gboolean rs_reduces_integers (Reduction reduction, const RsArray *array);
/* Sums or products along the dimension, or with is_running those up to each element: of `narrow` elements unless one
 * needs 64 bits. (transfer full); NULL with an error when that is not enough. */
RsArray *rs_reduce_integers (Reduction reduction, RsArray *array, const Along *along, gboolean is_running,
                             RsElement narrow, const char *name, GError **error);
/* In several partial sums. */
double rs_sum_block (const double *x, gsize n);
double rs_sum_singles (const float *x, gsize n);
