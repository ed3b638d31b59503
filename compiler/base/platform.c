/* SPDX-License-Identifier: Apache-2.0 */
#include "compiler/base/platform.h"

#include <string.h>

#define IS(NAME) (1u << RS_PLATFORM_##NAME)
#define ANY_OPENCL (IS (OPENCL) | IS (OPENCL_NVIDIA) | IS (OPENCL_AMD))

/* "opengl" is how the manual's table writes OpenCL. */
static const struct {
  const char *name;
  guint platforms;
} names[] = {
  { "cpu", IS (CPU) },
  { "gpu", IS (CUDA) | ANY_OPENCL },
  { "nvidia", IS (CUDA) | IS (OPENCL_NVIDIA) },
  { "nvidia_cuda", IS (CUDA) },
  { "nvidia_opencl", IS (OPENCL_NVIDIA) },
  { "nvidia_opengl", IS (OPENCL_NVIDIA) },
  { "amd", IS (OPENCL_AMD) },
  { "amd_opencl", IS (OPENCL_AMD) },
  { "amd_opengl", IS (OPENCL_AMD) },
  { "generic_opencl", IS (OPENCL) },
  { "generic_opengl", IS (OPENCL) },
  { "opencl", ANY_OPENCL },
  { "opengl", ANY_OPENCL },
  { "cuda", IS (CUDA) },
};

gboolean
rs_platform_is_meant (RsPlatform platform, const char *name)
{
  g_assert (platform < RS_N_PLATFORMS);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      return names[i].platforms >> platform & 1;
  return FALSE;
}

gboolean
rs_platform_is_known (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

char *
rs_platform_list (void)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", names[i].name);
  return g_string_free (list, FALSE);
}
