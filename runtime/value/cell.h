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

/* Around an operation on every element of a cell, which may hold cells again: FALSE with an error when the cell contains
 * itself or is nested too deep. rs_cell_leave follows when it is TRUE. */
gboolean rs_cell_enter (GError **error);
void rs_cell_leave (void);
