/* What a plugin for Fourier transforms has to do (plugins/fftw). Without one, runtime/builtin/linear/transform.c
 * computes them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef enum {
  RS_TRANSFORM_FORWARD,       /* n complex numbers, in place */
  RS_TRANSFORM_BACKWARD,      /* the other sign of the exponent; nothing is divided */
  RS_TRANSFORM_REAL_FORWARD,  /* n real numbers to n/2 + 1 complex ones, of which the others are the mirror image */
  RS_TRANSFORM_REAL_BACKWARD, /* back; imaginary parts that such numbers don't have are ignored */
} RsTransformKind;

/* Lines of n numbers, each a transform of its own. */
typedef struct {
  RsTransformKind kind;
  gboolean is_double;
  gint64 length;       /* n, at least 1 */
  gint64 n_lines;      /* at least 1 */
  gint64 in_distance, out_distance; /* of the first numbers of lines, in numbers of what goes in and comes out */
  guint n_threads;     /* at most; for single long lines */
} RsTransformLines;

typedef struct _RsTransformPlan RsTransformPlan;

/* Any thread; calls may come at the same time. */
typedef struct {
  /* How to do it. NULL when it can't (no memory, too long). */
  RsTransformPlan *(*plan) (const RsTransformLines *lines);
  /* in and out begin at multiples of 64 bytes, are the same for transforms in place, and else apart; what is in `in`
   * may be lost. */
  void (*execute) (const RsTransformPlan *plan, gpointer in, gpointer out);
  /* To be called once for each plan. */
  void (*release) (RsTransformPlan *plan);
} RsTransforms;
