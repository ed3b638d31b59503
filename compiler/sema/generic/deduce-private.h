/* What the files of deduction share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/generic/deduce.h"
#include "compiler/sema/names/resolve-private.h"
#include "compiler/syntax/copy.h"

#include <string.h>

/* A size with more than one unknown, kept until others are known. */
typedef struct {
  const RsNode *size;
  gint64 actual;
  const char *place;
} RsSizeEquation;

struct _RsDeduction {
  RsArena *arena;
  RsScope *scope;
  RsBinding *bindings;
  guint n;
  RsSizeEquation *equations; /* [n_equations], room for n_allocated */
  guint n_equations, n_allocated;
  const char *place;
  const char *reason;
  int distance;
  guint depth;
  gboolean is_open;
  gboolean is_static;
  gboolean keep_sizes;
  gboolean flattens;     /* a vec takes arrays of any rank: kernels (manual 6.8) */
};

gboolean rs_deduction_fail (RsDeduction *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Whether a type or size mentions one of the parameters. */
gboolean rs_deduction_names_parameter (const RsDeduction *self, const RsNode *node);
/* deduce-size.c: a formal size, linear in the parameters, is actual (RS_SIZE_UNKNOWN: not known here). */
gboolean rs_deduce_size (RsDeduction *self, const RsNode *size, gint64 actual);
