/* The kernels of a program that is being built.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"
#include "runtime/base/settings.h"
#include "runtime/device/kernel-store.h"

/* Compiles those whose types are known before the program runs for the CPU and puts the objects into kernels, which
 * records. A kernel that can't be compiled is left out: it is met again, and reported, when the program runs. FALSE
 * when there is no C compiler. */
gboolean rs_precompile (const RsProgram *program, const RsSettings *settings, RsKernelStore *kernels);
/* The same for GPUs of the architecture that the setting CUDA_BACKEND_TARGETARCHITECTURE names; without one nothing is
 * done. FALSE when there is no compiler for them, or no such architecture. */
gboolean
rs_precompile_ahead (const RsProgram *program, const RsSettings *settings, RsKernelStore *kernels, GError **error);
