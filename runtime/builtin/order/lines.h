/* Lines of an array along a dimension, as sort and median take them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"
#include "runtime/builtin/device/order.h"

/* Element l of line k is at k / inner * length * inner + k % inner + l * inner. */
typedef struct {
  RsArray *array; /* owned */
  gint64 length, inner, n_lines;
  int rank;
  gint64 dims[RS_MAX_RANK]; /* with the dimension reduced to 1 */
} RsLines;

/* Argument 0 along the dimension that argument 1 is, when there are n_arguments = 2, else along columns, or the only
 * row. FALSE with an error in the name of the function. */
gboolean rs_lines_init (RsLines *lines, const RsCall *call, guint n_arguments, const char *name, GError **error);
void rs_lines_clear (RsLines *lines);

/* The position of the first element of line k. */
static inline gint64
rs_lines_start (const RsLines *lines, gint64 k)
{
  return k / lines->inner * lines->length * lines->inner + k % lines->inner;
}

static inline RsDeviceLines
rs_lines_of_device (const RsLines *lines)
{
  return (RsDeviceLines){ lines->n_lines / MAX (lines->inner, 1), lines->length, lines->inner };
}
