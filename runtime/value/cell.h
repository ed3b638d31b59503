/* Cell arrays: values of any kind in row-major order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

struct _RsCell {
  RsObject base;
  gint8 rank;
  gint64 dims[RS_MAX_RANK];
  gint64 n_elements;
  RsValue *elements; /* [n_elements], each a reference; NONE where nothing was stored: reads as [] */
};

RsCell *rs_cell_new (int rank, const gint64 *dims, GError **error);
