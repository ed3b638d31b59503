/* Live variables: is the value that a loop leaves in a variable read afterwards?
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once
#include "compiler/sema/symbol.h"
#include "compiler/syntax/ast.h"

/* May the value that `symbol`, a variable of the function or program `scope`, has at the end of `nest`, a loop in it, be read
 * before the variable is assigned again? Later rounds of loops around `nest` count. Reads that don't name the variable (by
 * `eval`, of an output, by a closure that is called later) are not seen: the caller asks the symbol. Any thread. */
gboolean rs_is_live_behind (const RsNode *scope, const RsNode *nest, const RsSymbol *symbol);
