/* Strided copies: arrays whose elements come from another array, in another arrangement.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"

/* Where the elements of a result come from: offset + sum of position * stride, in elements of the source. */
typedef struct {
  int rank;
  gint64 dims[RS_MAX_RANK];
  gint64 strides[RS_MAX_RANK];
  gint64 offset;
} RsStrided;

/* The array itself, with at least two dimensions. */
RsStrided rs_strided_of (const RsArray *array);
/* An array with the dimensions of the view. Fails with RS_RUNTIME_ERROR_MEMORY. (transfer full) */
RsArray *rs_strided_copy (RsArray *array, const RsStrided *view, GError **error);
