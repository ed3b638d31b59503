/* The names of target platforms (manual, table 17.2), and which of them a kernel is compiled for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef enum {
  RS_PLATFORM_CPU,
  RS_PLATFORM_CUDA,
  RS_PLATFORM_OPENCL, /* of another vendor than the next ones, or not known yet */
  RS_PLATFORM_OPENCL_NVIDIA,
  RS_PLATFORM_OPENCL_AMD,
  RS_N_PLATFORMS
} RsPlatform;

/* Whether code for the platform is also meant by that name: "gpu" means all but the CPU, "nvidia" two of them. FALSE
 * for names that there are not. */
gboolean rs_platform_is_meant (RsPlatform platform, const char *name);
/* Whether there is a platform of that name. */
gboolean rs_platform_is_known (const char *name);
/* All names, with commas between. (transfer full) */
char *rs_platform_list (void);
