/* Sums and products with their numeric factors and equal terms collected.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* node: ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER or NEGATE of simplified operands, which are numbers. A new tree that
 * shares parts with node. */
RsNode *rs_collect_terms (RsArena *arena, RsNode *node);
