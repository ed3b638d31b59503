/* CUDA's compiler, NVRTC: its library, opened when it is first asked for.
 *
 * Threads: any; it compiles one text at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Opens the library. FALSE with a sentence for *reason (borrowed) that says what is missing. */
gboolean cuda_compiler_open (const char **reason);
/* "NVRTC 13.0" (borrowed) */
const char *cuda_compiler_get_version (void);
/* major * 1000 + minor * 10, as drivers number themselves. */
int cuda_compiler_get_number (void);
/* What text for a device of this compute capability (major * 10 + minor) is compiled for: "sm_90", or "compute_90"
 * where the device is newer than the compiler, so that the driver does the rest. NULL: it is older. (transfer full) */
char *cuda_compiler_choose (int capability);
/* The binary; NULL with the compiler's words. options: NULL-terminated. (transfer full) */
GBytes *cuda_compiler_compile (const char *text, const char *name, const char *const *options, char **log);
