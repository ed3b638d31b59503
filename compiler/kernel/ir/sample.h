/* Which reads of textures are those of texture units.
 *
 * Threads: no shared state.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

/* Elements of an array that a texture unit reads at a time, 1, 2 or 4: as its declaration says ('hwtex_nearest(4));
 * of a kernel that was read as text, the parameter's length. */
guint rs_ir_count_texels (const RsKernelParameter *parameter);

/* Whether a SAMPLE has the element, the filter and the dimensions that texture units of the kernel's target have; and
 * whether it is in all what a unit does: its boundary mode is 'clamped, too. */
gboolean rs_ir_is_native_form (const RsKernel *kernel, const RsIrExpression *sample);
gboolean rs_ir_is_native_sample (const RsKernel *kernel, const RsIrExpression *sample);
/* Whether the kernel's body has reads that are not native. */
gboolean rs_kernel_has_software_samples (const RsKernel *kernel);
