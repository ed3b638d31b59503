/* What the files of generic functions share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/generic/generic.h"

/* --- generic-size.c --- */
/* The bindings of the instance for any size, with OPEN in place of integers, in opened [n]; FALSE when the function has
 * no integers, or needs one as a constant. */
gboolean rs_generic_open_sizes (const RsNode *function, const RsBinding *bindings, guint n, RsBinding *opened);
/* copy, which is not resolved yet, finds its OPEN sizes when it is called. */
void rs_generic_give_sizes (RsModule *module, const RsNode *function, RsNode *copy, const RsBinding *bindings, guint n);
/* Whether node is size (x, 0..N-1) of a parameter x : cube{N}, where N is the type parameter: the lengths of its N
 * dimensions. */
gboolean rs_generic_is_all_sizes (const RsNode *node, const RsNode *type_parameter);
