/* Sizes of arrays and how they compare.
 *
 * A vec of N elements counts as 1 x N, and dimensions of length 1 at the end count as absent: a vec and a 1 x N matrix,
 * or a matrix and a cube of one channel, have the same shape (STDLIB.md 1.3).
 *
 * Used by runtime/value and runtime/builtin only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"

typedef struct
{
  int rank; /* at least 2 */
  gint64 dims[RS_MAX_RANK];
} RsShape;

/* As size() shows it: at least two dimensions, no dimension of length 1 at the end beyond the second. */
RsShape
rs_shape_of_dims (int rank, const gint64 *dims);
RsShape
rs_shape_of_array (const RsArray *array);
gboolean
rs_shape_equal (const RsShape *a, const RsShape *b);
/* Equal after all dimensions of length 1 have been dropped: what a store of one slice into another needs. */
gboolean
rs_shape_equal_squeezed (const RsShape *a, const RsShape *b);

/* "2 x 3"; a row vector too: "1 x 3". (transfer full) */
char *
rs_shape_to_string (const RsShape *shape);

/* The shape of any value: 1 x 1 for what is no array, cell or range. */
RsShape
rs_shape_of_value (RsValue value);

/* Elements in dims, or -1 when the product does not fit 64 bits or a dimension is negative. */
gint64
rs_dims_count (int rank, const gint64 *dims);

/* The number as an integer, truncated; FALSE when it is no finite number. */
gboolean
rs_value_to_integer (RsValue value, gint64 *integer);

/* A new array with the dimensions of `like` and another element type. */
RsArray *
rs_array_new_like (const RsArray *like, RsElement element, GError **error);

/* An array, or a range made one; NULL without error for anything else. (transfer full) */
RsArray *
rs_value_to_array (RsValue value, RsPrecision precision, GError **error);
