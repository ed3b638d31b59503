/* Live variables: is the value that a loop leaves in a variable read afterwards?
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once
#include "compiler/sema/names/symbol.h"
#include "compiler/syntax/ast.h"

/* May the value that `symbol`, a variable of the function, lambda or program `scope`, has at the end of `nest`, a loop
 * in it, be read before the variable is assigned again? By later rounds of loops around `nest` too, by the caller of
 * the function when it is an output, by text that eval gets, by functions that see a variable of the program. Any
 * thread. */
gboolean rs_is_live_behind (const RsScope *scope, const RsNode *nest, const RsSymbol *symbol);
