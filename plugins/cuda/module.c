/* Text to kernels, by CUDA's compiler. What it made is kept beside the CPU's kernels, by everything that decides it;
 * what is damaged there is not used, and what the driver does not take any more is made anew.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cuda/private.h"

#include "runtime/base/error.h"
#include "runtime/device/configuration/directives.h"
#include "runtime/device/cupti.h"
#include "runtime/device/text.h"
#include "runtime/trace/trace.h"

#include <string.h>

static void
add_math (GStrvBuilder *options, const RsSettings *settings, RsMath math)
{
  if (math == RS_MATH_EXACT)
    {
      g_strv_builder_add (options, "--fmad=false");
      return;
    }
  if (math == RS_MATH_FAST || rs_settings_get_boolean (settings, RS_SETTING_CUDA_BACKEND_FASTMATH))
    g_strv_builder_add (options, "--use_fast_math");
  if (rs_settings_get_boolean (settings, RS_SETTING_CUDA_BACKEND_FLUSHTOZERO))
    g_strv_builder_add (options, "--ftz=true");
  if (!rs_settings_get_boolean (settings, RS_SETTING_CUDA_BACKEND_PRECISIONDIVISION))
    g_strv_builder_add (options, "--prec-div=false");
  if (!rs_settings_get_boolean (settings, RS_SETTING_CUDA_BACKEND_PRECISIONSQRT))
    g_strv_builder_add (options, "--prec-sqrt=false");
}

char **
cuda_make_options (const RsSettings *settings, const char *architecture, RsMath math)
{
  const char *mode = rs_settings_get_text (settings, RS_SETTING_CUDA_BACKEND_OPTIMIZATIONMODE);
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autofree char *first = g_strdup_printf ("--gpu-architecture=%s", architecture);

  g_strv_builder_add (options, first);
  g_strv_builder_add (options, "--device-as-default-execution-space");
  g_strv_builder_add (options, "--generate-line-info");
  add_math (options, settings, math);
  if (g_ascii_strcasecmp (mode, "O2") != 0) /* the compiler's own */
    {
      g_autofree char *level = g_ascii_strup (mode, -1), *word = g_strdup_printf ("--ptxas-options=-%s", level);

      g_strv_builder_add (options, word);
    }
  return g_strv_builder_end (options);
}

static void
kernel_free (gpointer data)
{
  CudaKernel *kernel = data;

  rs_device_kernel_clear (&kernel->base);
  g_free (kernel);
}

static char *
make_key (const char *text, char **options)
{
  g_autofree char *words = g_strjoinv (" ", options);
  const char *const parts[] = { "CUDA\n", cuda_compiler_get_version (), "\n", words, "\n", text };

  return rs_device_text_make_key (parts, G_N_ELEMENTS (parts));
}

/* NULL: there is none, or the driver refuses it. */
static CUmodule
load (CudaDevice *self, const char *key)
{
  g_autoptr (GBytes) bytes = rs_cache_read (self->cache, key);
  CUmodule module = NULL;

  if (bytes == NULL || cuda.cuModuleLoadData (&module, g_bytes_get_data (bytes, NULL)) != CUDA_SUCCESS)
    return NULL;
  rs_cupti_add_binary (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return module;
}

static CUmodule
build (CudaDevice *self, const char *key, const char *text, const char *title, char **options, GError **error)
{
  g_autofree char *log = NULL, *name = g_strdup_printf ("%s.cu", title != NULL ? title : "kernel");
  g_autoptr (GBytes) binary = cuda_compiler_compile (text, name, (const char *const *)options, &log);
  CUmodule module = NULL;
  CUresult code;

  if (binary == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER,
                   "the compiler of the device %s refused its text: %s", self->base.name, log);
      return NULL;
    }
  code = cuda.cuModuleLoadData (&module, g_bytes_get_data (binary, NULL));
  if (code != CUDA_SUCCESS)
    {
      cuda_set_error (error, self->base.name, "can't take the binary of a kernel", code);
      return NULL;
    }
  rs_cupti_add_binary (g_bytes_get_data (binary, NULL), g_bytes_get_size (binary));
  rs_cache_write (self->cache, key, g_bytes_get_data (binary, NULL), g_bytes_get_size (binary));
  return module;
}

/* From the program, the cache or the compiler. */
static CUmodule
find_or_build (CudaDevice *self, const char *source, const RsModuleOptions *options, gboolean *is_found, GError **error)
{
  g_auto (GStrv) words = cuda_make_options (self->settings, self->architecture, options->math);
  g_autofree char *with_lines = rs_cupti_is_measuring () ? rs_repeat_directives (source) : NULL, *key = NULL;
  const char *text = with_lines != NULL ? with_lines : source, *reason;
  CUmodule made = cuda_ahead_load (self, text, words);

  *is_found = made != NULL;
  if (made != NULL)
    return made;
  if (!cuda_compiler_open (&reason))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, "it did not come with the program, and %s",
                   reason);
      return NULL;
    }
  key = make_key (text, words);
  made = load (self, key);
  *is_found = made != NULL;
  rs_device_keep_text (&self->base, self->settings, source, options->title, key, "cu");
  return made != NULL ? made : build (self, key, text, options->title, words, error);
}

RsDeviceModule *
cuda_compile (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error)
{
  CudaDevice *self = (CudaDevice *)device;
  gint64 start = rs_trace_now ();
  RsDeviceModule *module;
  CUmodule made;
  gboolean is_found;

  cuda_enter (self);
  made = find_or_build (self, source, options, &is_found, error);
  rs_device_text_trace (options, start, is_found, strlen (source));
  if (made == NULL)
    return NULL;
  module = g_new0 (RsDeviceModule, 1);
  module->device = self;
  module->module = made;
  module->kernels = g_ptr_array_new_with_free_func (kernel_free);
  return module;
}

RsDeviceKernel *
cuda_get_kernel (RsDevice *device, RsDeviceModule *module, const char *name, GError **error)
{
  CUfunction entry = NULL;
  CUresult code;
  CudaKernel *kernel;
  int largest = 0;
  g_autofree char *second = g_strdup_printf ("%s_constant", name), *totals = g_strdup_printf ("%s_totals", name);

  cuda_enter (module->device);
  code = cuda.cuModuleGetFunction (&entry, module->module, name);
  if (code != CUDA_SUCCESS)
    {
      cuda_set_error (error, device->name, "has no such kernel", code);
      return NULL;
    }
  kernel = g_new0 (CudaKernel, 1);
  kernel->base.entry = entry;
  kernel->module = module->module;
  if (cuda.cuModuleGetFunction (&kernel->totals, module->module, totals) != CUDA_SUCCESS)
    kernel->totals = NULL;
  if (cuda.cuModuleGetFunction (&kernel->constant, module->module, second) != CUDA_SUCCESS)
    kernel->constant = NULL;
  cuda.cuFuncGetAttribute (&largest, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, entry);
  if (kernel->constant != NULL)
    {
      int other = largest;

      cuda.cuFuncGetAttribute (&other, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel->constant);
      largest = MIN (largest, other);
    }
  kernel->base.largest_block = (guint)MAX (largest, 0);
  g_ptr_array_add (module->kernels, kernel);
  return &kernel->base;
}

void
cuda_release_module (RsDevice *device, RsDeviceModule *module)
{
  cuda_enter (module->device);
  g_ptr_array_unref (module->kernels);
  if (!rs_tickets_is_lost (&module->device->tickets)) /* a kernel may still run */
    cuda.cuModuleUnload (module->module);
  g_free (module);
}
