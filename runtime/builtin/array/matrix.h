/* Matrices as linear algebra wants them: column-major, in double precision, real or complex.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/lapack.h"
#include "runtime/builtin/call.h"

typedef struct {
  int rows, columns;
  gboolean is_complex; /* data holds pairs: real, imaginary */
  gboolean is_vec;     /* the argument was a vec, which counts as one row */
  RsElement element;   /* real element type of the results: SINGLE or DOUBLE */
  double *data;        /* [rows * columns * (is_complex ? 2 : 1)], owned */
} RsMatrix;

void rs_matrix_clear (RsMatrix *matrix);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsMatrix, rs_matrix_clear)

/* A copy of argument index of the call. FALSE with an error that names the function when it is no matrix. */
gboolean rs_matrix_get (RsMatrix *matrix, const RsCall *call, guint index, const char *name, GError **error);
/* The same for a square one. */
gboolean rs_matrix_get_square (RsMatrix *matrix, const RsCall *call, guint index, const char *name, GError **error);
/* FALSE with an error when an element is NaN or infinite: iterations would not end well. */
gboolean rs_matrix_check_finite (const RsMatrix *matrix, const char *name, GError **error);

/* A zeroed matrix with the kind and element of like. FALSE with an error when there is no memory. */
gboolean
rs_matrix_new (RsMatrix *matrix, gint64 rows, gint64 columns, const RsMatrix *like, const char *name, GError **error);
void rs_matrix_make_complex (RsMatrix *matrix);

/* Doubles an element has. */
static inline int
rs_matrix_parts (const RsMatrix *matrix)
{
  return matrix->is_complex ? 2 : 1;
}

/* The matrix as result index of the call, when the caller wants that one. rows and columns may be fewer than the
 * matrix has (its upper left part). as_vec: its elements as a vec. */
gboolean rs_matrix_return (const RsMatrix *matrix, int rows, int columns, gboolean as_vec, RsCall *call, guint index,
                           GError **error);
/* n doubles as a vec, with the element of like. */
gboolean
rs_matrix_return_reals (const double *values, int n, const RsMatrix *like, RsCall *call, guint index, GError **error);
