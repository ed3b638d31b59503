/* What a plugin for Fourier transforms has to do (plugins/fftw). Without one, runtime/builtin/transform.c computes them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_TRANSFORMS_MOST_DIMENSIONS 16

typedef struct {
  int rank;             /* 1 to RS_TRANSFORMS_MOST_DIMENSIONS */
  const gint64 *sizes;  /* [rank], row-major; none is 0 */
  int first, last;      /* dimensions that are transformed; 0 <= first <= last < rank */
  gboolean is_inverse;  /* the sign of the exponent; nothing is divided */
  gboolean is_double;   /* complex numbers of doubles, else of floats */
  guint n_threads;      /* at most */
} RsTransform;

typedef struct {
  /* Transforms the array in place. FALSE when it can't (no memory, sizes too large): data is as it was. Any thread; calls
   * may come at the same time. */
  gboolean (*run) (const RsTransform *transform, gpointer data);
} RsTransforms;
