/* Calls of the libraries that come with a device (cuBLAS and its like): what is computed, from which arrays.
 *
 * A call is a launch without a kernel (rs_launch_set_library). Its arguments are arrays, in the order given here;
 * behind them comes one of as many bytes as the device asked for to work with, where it asked for any. So memory,
 * order, failures and traces of calls are those of launches. Arrays are row-major and without gaps.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/types/type.h"

typedef enum {
  RS_LIBRARY_PRODUCT,   /* left, right, result: matrices */
  RS_LIBRARY_TRANSFORM, /* from, to: Fourier transforms */
  RS_LIBRARY_FACTOR,    /* matrix, pivots, state: a square matrix becomes its triangular factors; see RsLibrarySystem */
  RS_LIBRARY_SOLVE,     /* matrix, pivots, right, state: with these factors */
} RsLibraryFunction;

/* m x k by k x n */
typedef struct {
  gint64 m, k, n;
} RsLibraryProduct;

typedef enum {
  RS_LIBRARY_FORWARD,   /* complex numbers to complex ones, which may be the same array */
  RS_LIBRARY_BACKWARD,  /* the other sign of the exponent; nothing is divided */
  RS_LIBRARY_FROM_REAL, /* real numbers to the first length / 2 + 1 complex ones of each line of the last dimension */
  RS_LIBRARY_TO_REAL,   /* back from these, which are lost; nothing is divided */
} RsLibraryDirection;

#define RS_LIBRARY_MOST_LENGTHS 3

/* An array of outer x lengths x inner numbers, of which the middle dimensions are transformed. */
typedef struct {
  RsLibraryDirection direction;
  int rank;                                /* how many lengths */
  gint64 lengths[RS_LIBRARY_MOST_LENGTHS]; /* of the real numbers, where these are halves; 1 beyond the rank */
  gint64 outer, inner;                     /* inner: 1 where numbers are real */
} RsLibraryTransform;

/* n equations. FACTOR: the matrix is n x n; pivots: n INT32; state: one INT32, 0, or the number of the first exact zero
 * on the diagonal: then SOLVE gives no numbers. SOLVE: right has n_right rows of n numbers, each a right side that
 * becomes the x of matrix * x = right, or of transpose (matrix) * x = right. */
typedef struct {
  gint64 n, n_right;
  gboolean is_transposed;
} RsLibrarySystem;

typedef struct {
  RsLibraryFunction function;
  RsElement
      element; /* SINGLE, DOUBLE, CSINGLE, CDOUBLE; of transforms the complex one; of systems in double precision */
  union {
    RsLibraryProduct product;
    RsLibraryTransform transform;
    RsLibrarySystem system;
  };
} RsLibraryCall;

/* One of a vendor's libraries on this machine. */
typedef struct {
  char *name;    /* "cuBLAS" */
  char *version; /* "13.0.2"; NULL: it can't be used */
  char *reason;  /* why not; NULL: it can */
} RsLibraryInfo;

void rs_library_info_free (RsLibraryInfo *info);
