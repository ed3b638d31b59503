/* Reading and writing parts of arrays, cells and strings from host code.
 *
 * Rules: STDLIB.md 1.3, LANGUAGE.md "Arrays". An index is a number (truncated), a range, a vector, a mask, or NONE for
 * `:`. boundary: what happens outside (never DEFAULT: the caller knows where the text stands).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"

/* object[indices]: a number, a new array, or a cell's element. name: the variable, for messages, or NULL.
 * (transfer full) in *result. */
gboolean rs_value_index (RsValue object, const RsValue *indices, guint n, RsBoundary boundary, RsPrecision precision,
                         const char *name, RsValue *result, GError **error);

/* object[indices] = value; the right side has been read completely before. op: NONE, or an ARITHMETIC operator for
 * compound assignment; MAXIMUM and MINIMUM as their assignment operators. */
gboolean rs_value_store (RsValue object, const RsValue *indices, guint n, RsOperator op, RsValue value,
                         RsBoundary boundary, RsPrecision precision, const char *name, GError **error);

/* One linear index after a boundary mode other than 'checked: FALSE when 'safe says that it is outside. */
static inline gboolean
rs_boundary_apply (RsBoundary boundary, gint64 size, gint64 *index)
{
  gint64 i = *index;

  if (G_LIKELY (i >= 0 && i < size))
    return TRUE;
  if (size <= 0 || size > G_MAXINT64 / 2)
    return FALSE;
  switch (boundary)
    {
    case RS_BOUNDARY_CIRCULAR:
      i %= size;
      *index = i < 0 ? i + size : i;
      return TRUE;
    case RS_BOUNDARY_MIRROR: /* half-sample symmetric: -1 is 0, N is N-1 */
      i %= 2 * size;
      i = i < 0 ? i + 2 * size : i;
      *index = i < size ? i : 2 * size - 1 - i;
      return TRUE;
    case RS_BOUNDARY_CLAMPED:
      *index = i < 0 ? 0 : size - 1;
      return TRUE;
    default:
      return FALSE;
    }
}
