/* SPDX-License-Identifier: Apache-2.0 */
#include "plugins/cuda/compiler.h"

#include "plugins/cuda/types.h"

#include <dlfcn.h>
#include <string.h>

#define LOG_LINES 12 /* of the compiler's words */

typedef struct {
#define RS_NVRTC(name, arguments) nvrtcResult (*name) arguments;
#include "plugins/cuda/nvrtc.def"
#undef RS_NVRTC
} Functions;

static Functions nvrtc;
static char *version;

static const struct {
  const char *name;
  gsize offset;
} functions[] = {
#define RS_NVRTC(name, arguments) { #name, G_STRUCT_OFFSET (Functions, name) },
#include "plugins/cuda/nvrtc.def"
#undef RS_NVRTC
};

static void *
open_library (void)
{
  static const char *const names[] = { "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                       "/usr/local/cuda/lib64/libnvrtc.so", "/opt/cuda/lib64/libnvrtc.so" };
  void *library = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names) && library == NULL; i++)
    library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  return library;
}

/* Why it can't be used; NULL: it can. */
static char *
load (void)
{
  void *library = open_library ();
  int major = 0, minor = 0;

  if (library == NULL)
    return g_strdup ("there is no compiler of CUDA 13 or 12 (libnvrtc, a part of the CUDA toolkit)");
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      void *function = dlsym (library, functions[i].name);

      if (function == NULL)
        return g_strdup_printf ("the compiler of CUDA is too old: it has no %s", functions[i].name);
      memcpy (G_STRUCT_MEMBER_P (&nvrtc, functions[i].offset), &function, sizeof function);
    }
  nvrtc.nvrtcVersion (&major, &minor);
  version = g_strdup_printf ("NVRTC %d.%d", major, minor);
  return NULL;
}

gboolean
cuda_compiler_open (const char **reason)
{
  static gsize done;
  static char *why;

  if (g_once_init_enter (&done))
    {
      why = load ();
      g_once_init_leave (&done, 1);
    }
  *reason = why;
  return why == NULL;
}

const char *
cuda_compiler_get_version (void)
{
  return version;
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
  char *end;

  nvrtc.nvrtcGetProgramLogSize (program, &length);
  text = g_malloc0 (length + 1);
  nvrtc.nvrtcGetProgramLog (program, text);
  end = text;
  for (guint i = 0; i < LOG_LINES && end != NULL; i++)
    end = strchr (end + (i > 0), '\n');
  if (end != NULL)
    *end = '\0';
  return g_utf8_make_valid (g_strstrip (text), -1);
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
