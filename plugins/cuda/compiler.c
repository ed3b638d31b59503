/* SPDX-License-Identifier: Apache-2.0 */
#include "plugins/cuda/compiler.h"

#include "plugins/cuda/types.h"
#include "runtime/base/plugin.h"
#include "runtime/device/text.h"

#include <string.h>

typedef struct {
#define RS_NVRTC(name, arguments) nvrtcResult (*name) arguments;
#include "plugins/cuda/nvrtc.def"
#undef RS_NVRTC
} Functions;

static Functions nvrtc;
static char *version;
static int number;

static const RsLibraryFunctionPlace functions[] = {
#define RS_NVRTC(name, arguments) { #name, G_STRUCT_OFFSET (Functions, name) },
#include "plugins/cuda/nvrtc.def"
#undef RS_NVRTC
};

/* Why it can't be used; NULL: it can. */
static char *
load (gpointer data)
{
  static const char *const names[] = { "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                       "/usr/local/cuda/lib64/libnvrtc.so", "/opt/cuda/lib64/libnvrtc.so" };
  gpointer library = rs_plugin_open_library (names, G_N_ELEMENTS (names), NULL);
  const char *missing;
  int major = 0, minor = 0;

  if (library == NULL)
    return g_strdup ("there is no compiler of CUDA 13 or 12 (libnvrtc, a part of the CUDA toolkit)");
  missing = rs_plugin_find_functions (library, functions, G_N_ELEMENTS (functions), &nvrtc);
  if (missing != NULL)
    return g_strdup_printf ("the compiler of CUDA is too old: it has no %s", missing);
  nvrtc.nvrtcVersion (&major, &minor);
  version = g_strdup_printf ("NVRTC %d.%d", major, minor);
  number = major * 1000 + minor * 10;
  return NULL;
}

gboolean
cuda_compiler_open (const char **reason)
{
  static RsLibraryState state;

  return rs_plugin_open_once (&state, load, NULL, reason);
}

const char *
cuda_compiler_get_version (void)
{
  return version;
}

int
cuda_compiler_get_number (void)
{
  return number;
}

char *
cuda_compiler_choose (int capability)
{
  int count = 0, best = 0;
  g_autofree int *all = NULL;

  if (nvrtc.nvrtcGetNumSupportedArchs (&count) != 0 || count <= 0)
    return g_strdup_printf ("compute_%d", capability);
  all = g_new0 (int, count);
  nvrtc.nvrtcGetSupportedArchs (all);
  for (int i = 0; i < count; i++)
    if (all[i] <= capability)
      best = MAX (best, all[i]);
  if (best == 0)
    return NULL;
  return g_strdup_printf (best == capability ? "sm_%d" : "compute_%d", best);
}

/* The first lines. (transfer full) */
static char *
read_log (nvrtcProgram program)
{
  size_t length = 0;
  g_autofree char *text = NULL;

  nvrtc.nvrtcGetProgramLogSize (program, &length);
  text = g_malloc0 (length + 1);
  nvrtc.nvrtcGetProgramLog (program, text);
  return rs_device_text_shorten_log (text);
}

/* Machine code, or what the driver makes that of. */
static GBytes *
get_binary (nvrtcProgram program)
{
  size_t length = 0;
  char *data;

  if (nvrtc.nvrtcGetCUBINSize (program, &length) == 0 && length > 0)
    {
      data = g_malloc0 (length);
      nvrtc.nvrtcGetCUBIN (program, data);
    }
  else
    {
      nvrtc.nvrtcGetPTXSize (program, &length);
      data = g_malloc0 (length + 1);
      nvrtc.nvrtcGetPTX (program, data);
    }
  return g_bytes_new_take (data, length);
}

GBytes *
cuda_compiler_compile (const char *text, const char *name, const char *const *options, char **log)
{
  nvrtcProgram program = NULL;
  GBytes *binary = NULL;

  *log = NULL;
  if (nvrtc.nvrtcCreateProgram (&program, text, name, 0, NULL, NULL) != 0)
    {
      *log = g_strdup ("the compiler of CUDA can't take it");
      return NULL;
    }
  if (nvrtc.nvrtcCompileProgram (program, (int)g_strv_length ((char **)options), options) == 0)
    binary = get_binary (program);
  else
    *log = read_log (program);
  nvrtc.nvrtcDestroyProgram (&program);
  return binary;
}
