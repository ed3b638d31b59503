/* Expressions under a pointer, for values while a program stands: p.x, x[2], a.b[i].c.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

typedef struct {
  char *whole; /* with the members and elements behind: a.b[i].c */
  char *part;  /* up to the pointer: a.b; NULL: the same */
} RsExpression;

/* What is at an offset and only looks at values (rs_node_find_effect); FALSE where there is none. */
gboolean rs_expression_find (const RsModule *module, guint32 offset, RsExpression *found);
void rs_expression_clear (RsExpression *self);

/* Whether a call of `function` that is at `line` computes with the variables that names at offset stand for. */
gboolean rs_expression_is_of_call (const RsModule *module, guint32 offset, const char *function, guint line);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsExpression, rs_expression_clear)
