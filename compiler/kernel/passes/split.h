/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "compiler/kernel/ir.h"

void rs_pass_split (RsKernel *kernel);
