/* Macros (manual 4.12): uses are replaced by copies of the bodies before names are resolved.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* Expands every use of a macro in the module: {!name arguments}, name (arguments) as a statement or as the whole right
 * side of an assignment, and, for macros that are a single assignment to their output, name (arguments) in expressions.
 * imports: of RsModule, whose macros the module sees too, nearest first; may be NULL. Errors go to diagnostics. */
void rs_expand_macros (RsModule *module, const GPtrArray *imports, RsDiagnostics *diagnostics);
