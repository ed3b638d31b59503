/* Which values are the same for all work items of a row of the grid (positions that differ in the last dimension only),
 * and which memory accesses of neighbouring work items are neighbours themselves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

typedef struct {
  const RsKernel *kernel;
  gboolean *is_uniform; /* by local; counters of loops with uniform bounds among them */
} RsRowValues;

/* For kernels in which work items of a row go the same way: the analysis does not look at control flow. */
void rs_row_values_init (RsRowValues *self, const RsKernel *kernel, const RsIrBlock *block);
void rs_row_values_clear (RsRowValues *self);

gboolean rs_row_is_uniform (const RsRowValues *self, const RsIrExpression *e);
/* The subscripts of neighbouring work items name neighbouring elements: the last one is the position in the last
 * dimension plus something uniform, the others are uniform. */
gboolean rs_row_is_contiguous (const RsRowValues *self, const RsIrExpression *const *subscripts, guint n);
/* Whether a kernel stores elements, and work items of a row store all theirs side by side; and no array is read across
 * in rows and along in a dimension in order. */
gboolean rs_rows_are_stored (const RsKernel *kernel);
/* Whether a kernel stores elements, and each work item goes along its own rows of memory. */
gboolean rs_items_store_rows (const RsKernel *kernel);
