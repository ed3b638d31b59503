/* Which functions a rewriting of kernels looks at.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

/* Calls rewrite for each kernel function and kernel lambda of the module, outer ones first; macros are passed over. */
void rs_rewrite_kernels (RsModule *module, void (*rewrite) (RsModule *module, RsNode *kernel));
