/* What tree-write.c and tree-read.c agree on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/package/tree.h"

#define RS_TREE_VERSION 1
#define RS_TREE_NODE_BYTES 72

/* Which fields of a node follow. */
enum { RS_TREE_NAME = 1, RS_TREE_TEXT = 2, RS_TREE_MODIFIERS = 4, RS_TREE_NUMBER = 8 };

typedef struct {
  const char *name;
  const char *children; /* as node-kinds.def says */
} RsTreeKind;

extern const RsTreeKind rs_tree_kinds[RS_N_NODE_KINDS];
extern const char *const rs_tree_operators[RS_N_OPERATORS];
