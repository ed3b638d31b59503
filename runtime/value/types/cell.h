/* Cell arrays: values of any kind in row-major order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

/* So few elements lie behind the cell itself. */
#define RS_CELL_INLINE 8

struct _RsCell {
  RsObject base;
  gint8 rank;
  gint64 dims[RS_MAX_RANK];
  gint64 n_elements;
  const RsType *type; /* CELL: what its elements have to be, checked when they are stored; NULL: anything */
  const RsType *item; /* vec[T], vec[^T] of a class: what every element is converted to; else NULL */
  RsValue *elements;  /* [n_elements], each a reference; NONE where nothing was stored: reads as [] */
};

static inline void
rs_cell_free_elements (RsCell *cell)
{
  if (cell->elements != (RsValue *)(cell + 1))
    g_free (cell->elements);
  cell->elements = NULL;
  cell->n_elements = 0;
}

RsCell *rs_cell_new (int rank, const gint64 *dims, GError **error);

/* Whether value may be element index of a cell with a type; name: of the cell, for the message, or NULL. */
gboolean rs_cell_accept (const RsCell *cell, gint64 index, RsValue value, const char *name, GError **error);

/* Makes an empty cell a vec[T], mat[T], ...: its elements are objects of their own with their defaults where T has a
 * default constructor, nullptr for pointers, and unset otherwise. item: NULL or of unknown type changes nothing. */
gboolean rs_cell_set_item (RsCell *cell, const RsType *item, RsPrecision precision, GError **error);

/* What an element keeps of a value that is stored into it. (transfer full) */
gboolean
rs_cell_convert_item (const RsCell *cell, RsValue value, RsPrecision precision, RsValue *result, GError **error);

/* An element for another cell of that kind: vec[T] holds objects of its own. (transfer full) */
RsValue rs_cell_copy_item (const RsCell *cell, RsValue element);

/* Around an operation on every element of a cell, which may hold cells again: FALSE with an error when the cell
 * contains itself or is nested too deep. rs_cell_leave follows when it is TRUE. */
gboolean rs_cell_enter (GError **error);
void rs_cell_leave (void);

/* Whether an element-wise operation leaves out element i of two cells of one size, or of a cell and a value for all of
 * it: where nothing was stored, nothing comes out. */
static inline gboolean
rs_cell_is_unset (RsValue left, RsValue right, gint64 i)
{
  gboolean left_unset = left.tag == RS_TAG_CELL && left.cell->elements[i].tag == RS_TAG_NONE;
  gboolean right_unset = right.tag == RS_TAG_CELL && right.cell->elements[i].tag == RS_TAG_NONE;

  return (left_unset || left.tag != RS_TAG_CELL) && (right_unset || right.tag != RS_TAG_CELL);
}
