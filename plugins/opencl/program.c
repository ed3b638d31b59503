/* Text to kernels, by the driver's compiler, which may keep what it made in a cache of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "runtime/error.h"
#include "runtime/trace.h"

#include <string.h>

#define LOG_LINES 12 /* of the compiler's words, in an error */

static char *
make_options (const OpenclDevice *self, RsMath math)
{
  GString *text = g_string_new ("-cl-std=CL1.2 -w");

  if (math == RS_MATH_FAST)
    g_string_append (text, " -cl-fast-relaxed-math");
  else if (self->rounds_quotients)
    g_string_append (text, " -cl-fp32-correctly-rounded-divide-sqrt");
  return g_string_free (text, FALSE);
}

/* What the driver's compiler said, its first lines. (transfer full) */
static char *
read_log (const OpenclDevice *self, cl_program program)
{
  size_t length = 0;
  g_autofree char *text = NULL;
  char *end;

  opencl.clGetProgramBuildInfo (program, self->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
  text = g_malloc0 (length + 1);
  opencl.clGetProgramBuildInfo (program, self->id, CL_PROGRAM_BUILD_LOG, length, text, NULL);
  end = text;
  for (guint i = 0; i < LOG_LINES && end != NULL; i++)
    end = strchr (end + (i > 0), '\n');
  if (end != NULL)
    *end = '\0';
  return g_utf8_make_valid (g_strstrip (text), -1);
}

static void
emit_compile (const RsModuleOptions *options, gint64 start)
{
  RsTraceEvent event = { .start = start, .end = rs_trace_now (), .kind = RS_TRACE_COMPILE };

  if (!rs_trace_is_on ())
    return;
  event.name = rs_trace_name (options->title != NULL ? options->title : "kernel");
  event.file = options->file != NULL ? rs_trace_name (options->file) : 0;
  event.line = options->line;
  event.track = rs_trace_thread_track ();
  rs_trace_emit (&event);
}

static void
kernel_free (gpointer data)
{
  RsDeviceKernel *kernel = data;

  opencl.clReleaseKernel (kernel->entry);
  g_clear_pointer (&kernel->plan.arguments, g_array_unref);
  g_free (kernel);
}

RsDeviceModule *
opencl_compile (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error)
{
  OpenclDevice *self = (OpenclDevice *)device;
  const char *texts[] = { options->math == RS_MATH_EXACT ? "#pragma OPENCL FP_CONTRACT OFF\n" : "", source };
  gint64 start = rs_trace_now ();
  g_autofree char *words = make_options (self, options->math), *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, source, -1);
  RsDeviceModule *module;
  cl_int code;
  cl_program program = opencl.clCreateProgramWithSource (self->context, G_N_ELEMENTS (texts), texts, NULL, &code);

  rs_device_keep_text (device, self->settings, source, options->title, key, "cl");
  if (program == NULL)
    {
      opencl_set_error (error, device->name, "can't take the text of a kernel", code);
      return NULL;
    }
  code = opencl.clBuildProgram (program, 1, &self->id, words, NULL, NULL);
  emit_compile (options, start);
  if (code != CL_SUCCESS)
    {
      g_autofree char *log = read_log (self, program);

      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, "the compiler of the device %s refused its text (%s): %s",
                   device->name, opencl_error_name (code), log);
      opencl.clReleaseProgram (program);
      return NULL;
    }
  module = g_new0 (RsDeviceModule, 1);
  module->device = self;
  module->program = program;
  module->kernels = g_ptr_array_new_with_free_func (kernel_free);
  return module;
}

RsDeviceKernel *
opencl_get_kernel (RsDevice *device, RsDeviceModule *module, const char *name, GError **error)
{
  cl_int code;
  cl_kernel entry = opencl.clCreateKernel (module->program, name, &code);
  RsDeviceKernel *kernel;

  if (entry == NULL)
    {
      opencl_set_error (error, device->name, "has no such kernel", code);
      return NULL;
    }
  kernel = g_new0 (RsDeviceKernel, 1);
  kernel->entry = entry;
  g_ptr_array_add (module->kernels, kernel);
  return kernel;
}

void
opencl_release_module (RsDevice *device, RsDeviceModule *module)
{
  g_ptr_array_unref (module->kernels);
  opencl.clReleaseProgram (module->program);
  g_free (module);
}
