/* The kernels of a program whose types are known before it runs.
 *
 * Threads: modules are only read; any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/report/typed-request.h"

/* what: the kernel function's name, or "loop". typed: the request, the function's to change; NULL when a type is only
 * known at run time, and then unknown is the symbol that has it. Returns whether there is a kernel: of a loop without
 * one, the loops inside are what may be launched. */
typedef gboolean (*RsStaticKernelFunc) (RsTypedRequest *typed, const RsNode *node, const char *what,
                                        const RsSymbol *unknown, gpointer data);

/* Calls function for each kernel function and each loop nest of the module that is asked to be, or may become,
 * parallel, the outermost ones that have a kernel. */
void rs_static_kernels_visit (RsModule *module, RsPrecision precision, RsStaticKernelFunc function, gpointer data);
