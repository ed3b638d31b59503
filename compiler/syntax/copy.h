/* Copies of trees: what macros, generic instances, reductions and $subs are made of.
 *
 * A copy has the spans of the original, so that messages point at the text that the user wrote, and no symbols or
 * scopes unless keep_symbols asks for them: it can be resolved in another scope.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* What stands in the copy where node stood: another node, which is taken over as it is (not copied), or NULL to copy
 * node and go on with its children. */
typedef RsNode *(*RsNodeReplaceFunc) (const RsNode *node, gpointer data);

typedef struct {
  RsArena *arena;
  RsNodeReplaceFunc replace; /* may be NULL */
  gpointer data;
  /* names keep their symbols, lambdas their scopes: for parts that are resolved already, and stand where they stood */
  gboolean keep_symbols;
  guint *n_copied;           /* nodes are counted here; may be NULL */
} RsNodeCopy;

/* A deep copy of node (NULL gives NULL) in how->arena. The strings of the original must outlive the copy. */
RsNode *rs_node_copy (const RsNodeCopy *how, const RsNode *node);

/* Whether two trees are the same text: kinds, operators, names, numbers, strings and modifiers; spans, symbols and
 * parentheses don't count. */
gboolean rs_node_equal (const RsNode *a, const RsNode *b);
