/* Cumulative maps: x[m,n] = x[m-1,n] + f(...), and accumulation into elements: h[k] = h[k] + f(...).
 *
 * Manual 8.4 and 8.5 promise the result of the iterations in their order for both, under {!parallel for} too. Other
 * dependences of a loop with that attribute are the user's promise that they do no harm.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* Whether body stores into an element of an array of which it also reads an element with the same subscripts, or ones
 * that differ by constants. Names have to be resolved. */
gboolean rs_loop_is_cumulative (const RsNode *body);
