/* Factorisations that a program can be stopped in: LU, Cholesky, QR, and what is solved with them.
 *
 * Each is LAPACK's, with LAPACK's result; a large one is made of parts, between which the program is polled
 * (rs_error_set_stopped). Small ones are a single call.
 *
 * All functions: FALSE with RS_RUNTIME_ERROR_STOPPED when the program is to stop; the matrices are then undefined. All
 * matrices of a call are real, or all complex. Any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/array/matrix.h"

/* Products of real elements in one call of the library: some hundredths of a second of a processor of today. */
#define RS_FACTOR_PART 2.5e9

typedef struct {
  const RsLapack *lapack;
  double part; /* RS_FACTOR_PART; tests have smaller ones */
} RsFactor;

/* a = P * L * U in place: L (its diagonal is 1) below the diagonal, U on and above it. pivots: [MIN (rows, columns)],
 * row i was exchanged with row pivots[i] - 1. *info: 0, or the number of the first exact zero on U's diagonal. */
gboolean rs_factor_lu (const RsFactor *self, RsMatrix *a, int *pivots, int *info, GError **error);
/* The inverse in place of what rs_factor_lu made of a square matrix, without a zero on U's diagonal. */
gboolean rs_factor_invert (const RsFactor *self, RsMatrix *lu, const int *pivots, GError **error);
/* b (as many rows) becomes the solution x of a * x = b, by what rs_factor_lu made of a square a, without a zero on U's
 * diagonal. */
gboolean rs_factor_solve (const RsFactor *self, const RsMatrix *lu, const int *pivots, RsMatrix *b, GError **error);

/* The upper triangle of a square a becomes R with R' * R = a; what is below the diagonal is neither read nor kept.
 * *info > 0: a is not positive definite. */
gboolean rs_factor_cholesky (const RsFactor *self, RsMatrix *a, int *info, GError **error);

/* a = Q * R in place: R on and above the diagonal, below it the reflectors that make up Q. tau: their factors,
 * [MIN (rows, columns)] elements. */
gboolean rs_factor_qr (const RsFactor *self, RsMatrix *a, double *tau, GError **error);
/* The first n = MIN (rows, columns) columns of Q, in place, from what rs_factor_qr made. */
gboolean rs_factor_make_q (const RsFactor *self, RsMatrix *qr, const double *tau, GError **error);
/* The first rows of b (as many rows as a) become the x of least norm (a * x - b), by what rs_factor_qr made of a with
 * at least as many rows as columns and no zero on R's diagonal. */
gboolean rs_factor_solve_least_squares (const RsFactor *self, const RsMatrix *qr, const double *tau, RsMatrix *b,
                                        GError **error);

/* c += a * b; c is of the size of the product. */
gboolean
rs_factor_add_product (const RsFactor *self, const RsMatrix *a, const RsMatrix *b, RsMatrix *c, GError **error);
