/* Kernels that were compiled before the run, for the architecture that the setting CUDA_BACKEND_TARGETARCHITECTURE
 * names: `build` puts them into the program, and a device of that kind takes them from there and needs no compiler.
 *
 * Machine code (sm_90) runs on devices of the same major version from its minor one on; what the driver makes machine
 * code of (compute_80) on all from there on. Their keys end with the architecture, so that a device finds what it can
 * run; a text that is another one by now has another key.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "runtime/base/error.h"
#include "runtime/device/text.h"

#include <string.h>

#define OLDEST 50 /* compute capability, of which compilers make anything */
#define KILO 1024u

/* Bytes of shared memory that a block may ask for. */
static const struct {
  int capability;
  gsize bytes;
} shared_bytes[] = { { 70, 96 * KILO },   { 72, 96 * KILO },   { 75, 64 * KILO }, { 80, 163 * KILO },
                     { 86, 99 * KILO },   { 87, 163 * KILO },  { 89, 99 * KILO }, { 90, 227 * KILO },
                     { 100, 227 * KILO }, { 103, 227 * KILO }, { 120, 99 * KILO } };

static const char *
get_wanted (const RsSettings *settings)
{
  const char *wanted = rs_settings_get_text (settings, RS_SETTING_CUDA_BACKEND_TARGETARCHITECTURE);

  return *wanted == '\0' || g_ascii_strcasecmp (wanted, "Default") == 0 ? NULL : wanted;
}

/* 90 of "sm_90" and "compute_90"; 0: it is neither. Code for one kind of device alone ("sm_90a") is not looked for by
 * cuda_ahead_load. */
static int
parse_capability (const char *architecture)
{
  const char *number = g_str_has_prefix (architecture, "sm_")        ? architecture + strlen ("sm_")
                       : g_str_has_prefix (architecture, "compute_") ? architecture + strlen ("compute_")
                                                                     : "";
  gint64 capability;

  return g_ascii_string_to_signed (number, 10, OLDEST, G_MAXINT, &capability, NULL) ? (int)capability : 0;
}

gboolean
cuda_ahead_get_target (const RsSettings *settings, RsTarget *target, GError **error)
{
  const char *wanted = get_wanted (settings), *reason;
  const int capability = wanted != NULL ? parse_capability (wanted) : 0;

  if (wanted == NULL)
    return FALSE;
  if (!cuda_compiler_open (&reason))
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, reason);
      return FALSE;
    }
  if (capability < OLDEST)
    {
      g_set_error (
          error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SETTING,
          "CUDA_BACKEND_TARGETARCHITECTURE is %s; it is to be sm_90, compute_90 and the like, without a letter behind",
          wanted);
      return FALSE;
    }
  *target = rs_target_cuda;
  for (guint i = 0; i < G_N_ELEMENTS (shared_bytes); i++)
    if (shared_bytes[i].capability <= capability)
      target->block_bytes = shared_bytes[i].bytes;
  cuda_set_capability (target, capability, settings);
  return TRUE;
}

/* options: as for the compiler, the architecture first. (transfer full) */
static char *
make_key (const char *text, char *const *options)
{
  g_autofree char *words = g_strjoinv (" ", (char **)options + 1);
  const char *const parts[] = { "CUDA ahead\n", words, "\n", text };

  return rs_device_text_make_key (parts, G_N_ELEMENTS (parts));
}

gboolean
cuda_ahead_compile (const char *text, const RsModuleOptions *options, const RsSettings *settings,
                    RsKernelStore *kernels)
{
  const char *architecture = get_wanted (settings);
  g_auto (GStrv) words = cuda_make_options (settings, architecture, options->math);
  g_autofree char *log = NULL, *digest = make_key (text, words), *key = g_strconcat (digest, ".", architecture, NULL);
  g_autoptr (GBytes) binary = cuda_compiler_compile (text, "kernel.cu", (const char *const *)words, &log);

  if (binary == NULL)
    return FALSE;
  rs_kernel_store_add (kernels, key, binary);
  return TRUE;
}

gboolean
cuda_ahead_has_any (const RsKernelStore *kernels)
{
  g_autoptr (GPtrArray) keys = kernels != NULL ? rs_kernel_store_list (kernels) : NULL;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (strchr (keys->pdata[i], '.') != NULL)
      return TRUE;
  return FALSE;
}

/* NULL: there is none, or the driver refuses it. */
static CUmodule
load (const CudaDevice *self, const char *digest, const char *kind, int capability)
{
  g_autofree char *key = g_strdup_printf ("%s.%s_%d", digest, kind, capability);
  GBytes *binary = rs_kernel_store_find (self->kernels, key);
  CUmodule module = NULL;

  if (binary == NULL || cuda.cuModuleLoadData (&module, g_bytes_get_data (binary, NULL)) != CUDA_SUCCESS)
    return NULL;
  return module;
}

CUmodule
cuda_ahead_load (const CudaDevice *self, const char *text, char *const *options)
{
  const int capability = (int)self->base.features.architecture / 10;
  g_autofree char *digest = NULL;
  CUmodule module = NULL;

  if (!cuda_ahead_has_any (self->kernels))
    return NULL;
  digest = make_key (text, options);
  for (int c = capability; c >= capability / 10 * 10 && module == NULL; c--)
    module = load (self, digest, "sm", c);
  for (int c = capability; c >= OLDEST && module == NULL; c--)
    module = load (self, digest, "compute", c);
  return module;
}
