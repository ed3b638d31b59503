/* What an index expression stands for: shared by reading (build-index.c) and writing (build-store.c).
 *
 * Every index becomes an axis: one subscript, or a list of them (a range, a vector). A position vector becomes one axis
 * an element. All combinations of the lists are accessed, so that x[i,j,0..2] is three loads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/build/build-private.h"

#define MAX_AXES 16

typedef struct {
  guint n;
  gboolean is_list;
  gboolean is_colon; /* all of the dimension: no parts until its length is known */
  const RsIrExpression **parts; /* I64; not set for a list whose length is not known, or large: n is 0 */
  const RsIrExpression *low, *step, *count; /* of a list that is a range, I64; else NULL */
  const Lazy *list;                         /* of a list that is computed element by element; else NULL */
} Axis;

typedef struct {
  Axis axes[MAX_AXES];
  guint n;
  gboolean is_lazy; /* too many elements, or how many is not known: a loop */
  RsBoundary boundary; /* that the accessed name is declared with, or DEFAULT */
  const char *name;    /* that is accessed, or "the value" */
  guint n_given;       /* indices that the text has, of a small array */
  Shape shape;   /* of what is accessed, without its type */
  guint n_elements;
  RsIrFilter filter; /* a read of a texture; linear: subscripts that are floating are coordinates */
} Access;

/* The axes of one index, child of an INDEX node, behind those that are there. */
void b_collect_axis (Build *b, Access *access, const RsNode *child);
/* No axes yet, of the INDEX node. */
Access b_begin_access (Build *b, const RsNode *node);
/* The axes of an INDEX node. */
void b_collect_axes (Build *b, const RsNode *node, Access *access);
/* Whether the only index of node is a position in input, an array in memory. */
gboolean b_is_position (Build *b, guint input, const RsNode *node, const Access *access);
/* Makes a single vector the position that it is: one axis a component. */
void b_spread_position (Build *b, Access *access);
/* As many subscripts as the array is seen with; FALSE when this attempt can't know. */
gboolean b_match_rank (Build *b, guint input, Access *access, const RsNode *place);
/* The same for a small array: v[0,k] of a vector, x[pos] of a matrix. */
gboolean b_match_value_rank (Build *b, const Shape *shape, Access *access, const RsNode *node);
/* Gives each `:` its list of indices: of array (in memory), or of a small one of that shape (array NULL); sees whether
 * the access is lazy. */
gboolean b_resolve_colons (Build *b, Access *access, const Value *array, const Shape *shape, const RsNode *place);
/* All indices from 0 to n - 1. */
void b_fill_axis (Build *b, Axis *axis, guint n);
/* All of dimension k of an array in memory. */
Axis b_whole_dimension (Build *b, const Value *array, guint k);
/* Shape and number of the accessed elements. */
void b_measure (Build *b, Access *access, const RsNode *place);
/* The subscript that a boundary mode makes of index, in a dimension of that length: 'circular, 'mirror and 'clamped
 * lead inside, unless the length is 0. */
const RsIrExpression *b_bounded_index (Build *b, RsBoundary boundary, const RsIrExpression *index,
                                       const RsIrExpression *length);
/* The subscripts of element number i of the accessed part, in row-major order. */
void b_element_subscripts (const Access *access, guint i, const RsIrExpression **subscripts);
/* How the access treats indices outside of a value that lies in no memory. */
RsBoundary b_boundary_of_value (Build *b, const Access *access);
/* Row-major index of element i of the access into a small array of that shape, and whether it is inside (NULL: it is,
 * or the launch has failed). */
const RsIrExpression *b_linear_index (Build *b, const Shape *shape, const Access *access, guint i,
                                      const RsIrExpression **inside);
/* Whether an index is a list that is computed element by element. */
gboolean b_has_lists (const Access *access);
/* Whether an index is only known at run time. */
gboolean b_is_dynamic (const Access *access);
RsBoundary b_boundary_of (Build *b, const Value *array);

/* The object of a cell of objects that access names. */
Value b_object_of_cell (Build *b, const Value *cell, const Access *access, const RsNode *place);
/* Puts the subscripts that belong to every access of the array in front. */
void b_add_prefix (Build *b, const Value *array, Access *access);

/* --- build-lazy.c --- */
/* The type of the elements of lazy. */
RsIrType b_lazy_type (Build *b, const Lazy *lazy);
/* What a lazy access stands for; array: in memory, or LAZY. */
Value b_lazy_part (Build *b, const Value *array, const Access *access, const RsNode *place);
/* The access to one element of it. */
Access b_lazy_access (Build *b, const Lazy *lazy, const RsIrExpression *const *index);
/* Whether lazy may read an element of array after another one has been written through access. */
gboolean b_lazy_overlaps (const Build *b, const Lazy *lazy, const Value *array, const Access *access);

/* --- build-index.c --- */
/* The elements of array in memory that access names. */
Value b_load_access (Build *b, const Value *array, Access *access, const RsNode *place);
/* The element of a value that is made element by element; the axes are numbers, one a dimension. */
Value b_index_lazy (Build *b, const RsNode *place, const Lazy *lazy, const Access *access);
/* All of an array as a LAZY value. */
Value b_lazy_whole (Build *b, const Value *array, const RsNode *place);
/* Element index of a small array; local: the local vector that it lives in, where the index is no constant. */
const RsIrExpression *b_read_element (Build *b, const Value *value, int local, const RsIrExpression *index,
                                      guint component);
/* Whether lazy is numbers that follow each other. */
gboolean b_lazy_is_range (const Lazy *lazy, const RsIrExpression **low, const RsIrExpression **step,
                          const RsIrExpression **count);
/* array[access] = value. */
void b_store_part (Build *b, const RsNode *place, const Value *array, Access *access, Value value);
