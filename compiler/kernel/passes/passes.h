/* Declarations of the passes; passes.def lists them, each file's head says what it requires and establishes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

#define RS_PASS(name, text, targets, kernels, documentation) void rs_pass_##name (RsKernel *kernel);
#include "compiler/kernel/passes/passes.def"
#undef RS_PASS
