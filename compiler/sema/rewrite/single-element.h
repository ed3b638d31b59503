/* Vectors of one element as results of kernels (manual 11.6): `result += x` with `result : vec(1)` means `result[0] +=
 * x`, rewritten before names are resolved.
 *
 * Threads: changes the tree of the module, which nobody else may look at yet.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

void rs_rewrite_single_elements (RsModule *module);
