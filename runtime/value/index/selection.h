/* Which elements an index expression means, whatever they are elements of.
 *
 * Indices become a list of positions a dimension, after boundary modes; a walk over them gives linear offsets. Arrays,
 * cells and strings share this.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/error.h"
#include "runtime/value/index/indexing.h"
#include "runtime/value/shape.h"

#define RS_OUTSIDE (-1)

/* Positions along one dimension: start + i*step, or list[i] where list is not NULL. */
typedef struct
{
  gint64 count;
  gint64 start, step;
  gint64 *list;  /* owned; RS_OUTSIDE where 'safe drops the access */
  gint64 stride; /* elements between neighbours along the dimension */
  gboolean is_number;
} RsAxis;

typedef struct
{
  int n_axes;
  RsAxis axes[RS_MAX_RANK];
  gboolean is_element; /* numbers only: the result is one element */
  int rank;            /* of the result */
  gint64 dims[RS_MAX_RANK];
  gint64 n_elements;
} RsSelection;

/* name: the variable, or NULL. what: "array", "cell", "string"; for messages. */
gboolean
rs_selection_init (RsSelection *selection, int rank, const gint64 *dims, const RsValue *indices, guint n,
                   RsBoundary boundary, const char *name, RsValue object, GError **error);
/* The error that index is outside dimension dim of object, which is accessed by rank indices and has length elements
 * there. */
GError *
rs_selection_describe_outside (RsValue object, const char *name, int rank, int dim, double index, gint64 length);
/* The same of something that `what` describes, as rs_value_describe_one does. */
GError *
rs_selection_describe_outside_of (const char *what, const char *name, int rank, int dim, double index, gint64 length);

void rs_selection_clear (RsSelection *selection);

/* Walks over all axes but the last: FALSE at the end. *offset is the linear offset of the row, or RS_OUTSIDE. counters:
 * [RS_MAX_RANK], zeroed before the first call. first: TRUE for the first call. */
gboolean
rs_selection_next_row (const RsSelection *selection, gint64 *counters, gboolean first, gint64 *offset);

/* The outermost axis with more than one position, along which parts of a selection lie one behind the other in its
 * result; -1: there is none. */
int rs_selection_get_outer_axis (const RsSelection *selection);
/* Narrows a copy of a selection to positions first to last - 1 of an axis; its lists stay borrowed. */
void rs_selection_narrow (RsSelection *selection, int axis, gint64 first, gint64 last);

/* Takes trailing axes of one position each off a copy of a selection, so that its rows are long, and returns the offset
 * of these positions. */
gint64 rs_selection_take_off_numbers (RsSelection *selection);

/* Position i of an axis, or RS_OUTSIDE. */
static inline gint64
rs_axis_get (const RsAxis *axis, gint64 i)
{
  return axis->list != NULL ? axis->list[i] : axis->start + i * axis->step;
}
