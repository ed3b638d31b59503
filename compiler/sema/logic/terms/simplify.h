/* Expressions in a simpler form: constants folded, neutral elements dropped, numeric factors and equal terms collected,
 * logic simplified by what is known.
 *
 * Symbolic rules (x + x is 2*x, 0*x is 0, cos(x)*4*x is 4*cos(x)*x) change how floating point rounds and what becomes
 * of NaN; they are for expressions that stand for formulas, such as what reductions and meta functions make.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/logic/logic.h"

typedef struct {
  RsArena *arena;       /* of the result */
  const RsFacts *facts; /* what is known, for logic and for variables of known value; may be NULL */
  gboolean is_symbolic; /* rules of exact arithmetic on numbers (not on matrices) */
} RsSimplify;

/* A simplified copy of node, which is resolved; its names keep their symbols. */
RsNode *rs_expression_simplify (const RsSimplify *how, const RsNode *node);

/* The value of a number that is known before the program runs: literals, constants such as pi, arithmetic on them and
 * elementary functions, variables of known value. facts may be NULL. *is_integer: it prints as an integer. */
gboolean rs_expression_fold (const RsFacts *facts, const RsNode *node, double *value, gboolean *is_integer);

/* A NUMBER node, or NEGATE of one. place gives the span. */
RsNode *rs_number_node (RsArena *arena, const RsNode *place, double value, gboolean is_integer);
/* The constant true or false. */
RsNode *rs_truth_node (RsArena *arena, const RsNode *place, gboolean truth);
