/* Text of kernels, for devices whose driver compiles it.
 *
 * Threads: that of the compile step.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"

/* What names a binary in the cache: of everything that decides it. (transfer full) */
char *rs_device_text_make_key (const char *const *parts, guint n);
/* Records the compile step that began at start, on the trace's clock; is_found: nothing was compiled. */
void rs_device_text_trace (const RsModuleOptions *options, gint64 start, gboolean is_found, gsize bytes);
/* What a compiler said, for an error: its first lines, as UTF-8. text is changed. (transfer full) */
char *rs_device_text_shorten_log (char *text);
/* Drops the plan's lists. */
void rs_device_kernel_clear (RsDeviceKernel *kernel);
