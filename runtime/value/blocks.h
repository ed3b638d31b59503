/* Blocks of elements in the few types that host arithmetic computes in.
 *
 * Arrays have fourteen element types; operators, reductions and conversions work in five. A loop over an array takes a
 * block of at most RS_BLOCK elements at a time: rs_block_load widens it into a buffer, the operation runs on the
 * buffer, rs_block_store narrows the result. That keeps the number of loops small and the data in the first cache.
 *
 * Used by runtime/value and runtime/builtin only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"

#include <complex.h>
#undef complex /* a member of RsValue; the types are written _Complex */
#undef I

#define RS_BLOCK 1024

typedef enum
{
  RS_COMPUTE_INT,     /* gint64 */
  RS_COMPUTE_SINGLE,  /* float */
  RS_COMPUTE_DOUBLE,  /* double */
  RS_COMPUTE_CSINGLE, /* float _Complex */
  RS_COMPUTE_CDOUBLE, /* double _Complex */
  RS_N_COMPUTES
} RsCompute;

/* Room for a block of any compute type. */
typedef union
{
  gint64 integers[RS_BLOCK];
  float singles[RS_BLOCK];
  double doubles[RS_BLOCK];
  float _Complex csingles[RS_BLOCK];
  double _Complex cdoubles[RS_BLOCK];
} RsBlock;

/* One number of any compute type. */
typedef union
{
  gint64 integer;
  float single;
  double real;
  float _Complex csingle;
  double _Complex cdouble;
} RsBlockNumber;

gsize
rs_compute_get_bytes (RsCompute compute);
/* The type that holds every value of the element type; HALF is computed in single, 64-bit integers keep their bits. */
RsCompute
rs_compute_of_element (RsElement element);
/* The element type that stores the compute type as it is: INT64, SINGLE, ... */
RsElement
rs_compute_get_element (RsCompute compute);

/* n elements from `in`, which points at the first of them. Complex numbers become real by their real part. */
void
rs_block_load (RsCompute compute, RsElement element, gconstpointer in, gsize n, gpointer out);

/* The same from array data at position start, at most RS_BLOCK of them where they are converted; when the element
 * type is stored as computed, no copy is made and a pointer into the data is returned, otherwise `buffer` is filled
 * and returned. */
gconstpointer
rs_block_get (RsCompute compute, RsElement element, gconstpointer data, gint64 start, gsize n, RsBlock *buffer);

/* Stores n numbers at `out`. Integers are truncated toward zero; what does not fit is treated as overflow says (DEFAULT
 * is CHECKED). FALSE when the rule is CHECKED and a value did not fit; the others have been stored. */
gboolean
rs_block_store (RsCompute compute, gconstpointer in, gsize n, RsElement element, RsOverflow overflow, gpointer out);

/* A number value (BOOL, INT, SCALAR, COMPLEX) in a compute type. */
RsBlockNumber
rs_block_number (RsCompute compute, RsValue value);

/* n_elements of `in` to another element type; the whole of an array at once. */
gboolean
rs_block_convert (RsElement from, gconstpointer in, gint64 n_elements, RsElement to, RsOverflow overflow, gpointer out);
