/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/base/platform.h"

#include <string.h>

static const char *const platforms[] = { "cpu", "gpu", "nvidia", "nvidia_cuda", "nvidia_opencl", "nvidia_opengl", "amd",
                                       "amd_opencl", "amd_opengl", "generic_opencl", "generic_opengl", "opencl",
                                       "opengl", "cuda", NULL };

gboolean
rs_platform_is_target (const char *name)
{
  return strcmp (name, "cpu") == 0;
}

gboolean
rs_platform_is_known (const char *name)
{
  return g_strv_contains (platforms, name);
}

char *
rs_platform_list (void)
{
  return g_strjoinv (", ", (char **)platforms);
}
