/* Element-wise expressions: which part of a host expression one kernel can compute.
 *
 * The inner nodes of such an expression are + - .* ./ .^ * / ^, comparisons, && || !, and calls of element-wise
 * built-ins; everything below is a leaf, whose value the bytecode computes first. `*`, `/` and `^` count because one
 * side is nearly always a number; with arrays on both sides the build answers with a reason and the bytecode does it
 * operation by operation. The root may be a reduction built-in of one argument: sum(A.*B).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* TRUE when node is worth offering: at least one operation above its leaves. */
gboolean rs_expression_is_elementwise (const RsNode *node);

/* Leaves from left to right; number literals are no leaves. (element-type RsNode) (transfer container) */
GPtrArray *rs_expression_get_leaves (const RsNode *node);

/* Whether leaf is a part of a variable by ranges, `:` and numbers (x[1..n,:]), whose elements a kernel may read where
 * they lie; as far as the text says. */
gboolean rs_expression_is_part (const RsNode *leaf);

/* Whether leaf is a table that is looked up with an array (t[x], t[floor (255*x)]), or what a mask selects of an array
 * (x[m], x[x > 3]), so that a kernel may read the elements where they lie; as far as the text says. The index is an
 * expression of that kernel. */
gboolean rs_expression_is_gather (const RsNode *leaf);
/* Whether the index of a gather gives truth values if it has arrays for leaves; only a NAME may do either. */
gboolean rs_expression_is_condition (const RsNode *index);

/* Whether leaf is an array in another order or shape (transpose (x), circshift (x, s), repmat (x, n), flipud (x),
 * reshape (x, n, m), squeeze (x)), so that a kernel may read the elements where they lie; as far as the text says. */
gboolean rs_expression_is_rearranged (const RsNode *leaf);
/* Whether leaf is rearranged by reshape, which fails where the array has another number of elements; its sizes are
 * evaluated without a failure, but for values of other kinds. */
gboolean rs_expression_is_reshaped (const RsNode *leaf);

/* Whether leaf is a part, a gather or an array in another order. */
gboolean rs_expression_is_view (const RsNode *leaf);
/* What a launch needs of a leaf: array and indices of a part (a COLON may be among them), table and leaves of the index
 * of a gather, the arguments of a call, else the leaf itself. (element-type RsNode) (transfer container) */
GPtrArray *rs_expression_get_operands (const RsNode *leaf);

/* Whether some leaves are views. leaves: of RsNode. */
gboolean rs_expression_has_views (const GPtrArray *leaves);
/* Whether evaluating node changes nothing, so that the views in an expression may be read after all such leaves are
 * evaluated. */
gboolean rs_expression_is_quiet (const RsNode *node);

/* Whether statements below node are expressions that follow each other, of which one uses what the one before it has
 * computed: y = x.^2; y = y + 1. */
gboolean rs_has_expression_steps (const RsNode *node);

/* The ASSIGN that a statement is; NULL: it is another one. */
const RsNode *rs_statement_get_assignment (const RsNode *statement);
/* How many statements of a block, from that one on, assign what only the one behind them needs: d = x - y; n = sum
 * (d.*d). 0: there are none. *place: what reads it there, and can be computed before the statement; *joined: the same
 * without their variables, made of copies of the operations (in arena) and the same leaves, all of them cheap; a value
 * that is read twice is one node, with RS_NODE_STEP. scope: of the function. */
guint rs_expression_join (RsArena *arena, const RsScope *scope, const RsNode *block, guint first, const RsNode **place,
                          const RsNode **joined);
/* The statements of a block from that one on that assign parts of arrays, and name others that only they need, as the
 * body of a FOR of one iteration (in arena, with RS_NODE_STEP; its variable's symbol has no slot yet), whose body are
 * the statements of the block themselves; NULL: there are not two such assignments. */
RsNode *rs_expression_find_run (RsArena *arena, const RsScope *scope, const RsNode *block, guint first);
/* block, or a copy in arena whose statements `y = zeros (n, m)` stand before those that name expressions or parts (u =
 * x[1..n,:] - x[0..n-1,:]) and have nothing to do with y, so that these stand beside what they are named for. */
const RsNode *rs_expression_order_block (RsArena *arena, const RsScope *scope, const RsNode *block);
/* Whether leaf is a name, or a view of a variable. */
gboolean rs_expression_is_cheap (const RsNode *leaf);

/* Whether node is a call of a reduction built-in with one argument, which only the root of an expression can be. */
gboolean rs_expression_is_reduction (const RsNode *node);

/* Whether node is a sum or mean along a dimension, sum (x.*y, 1), of an expression or a view all leaves of which are
 * quiet and cost nothing. Such a node is offered as a whole; get_leaves gives the leaves of what is summed up. */
gboolean rs_expression_is_sum_along (const RsNode *node);
