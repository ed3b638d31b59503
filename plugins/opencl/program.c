/* Text to kernels, by the driver's compiler. What it made is kept beside the CPU's kernels, by everything that decides
 * it; what is damaged there is not used, and what the driver does not take any more is made anew.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/opencl/private.h"

#include "runtime/base/error.h"
#include "runtime/device/text.h"
#include "runtime/trace/trace.h"

#include <stdlib.h>
#include <string.h>

#define STOP_US 50000 /* how soon a stop is seen */

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

  opencl.clGetProgramBuildInfo (program, self->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
  text = g_malloc0 (length + 1);
  opencl.clGetProgramBuildInfo (program, self->id, CL_PROGRAM_BUILD_LOG, length, text, NULL);
  return rs_device_text_shorten_log (text);
}

static void
kernel_free (gpointer data)
{
  RsDeviceKernel *kernel = data;

  opencl_kernel_free (kernel->entry);
  rs_device_kernel_clear (kernel);
  g_free (kernel);
}

static char *
make_key (const OpenclDevice *self, const char *const *texts, const char *words)
{
  const char *const parts[] = { "OpenCL\n", self->base.identity, words, "\n", texts[0], texts[1] };

  return rs_device_text_make_key (parts, G_N_ELEMENTS (parts));
}

/* NULL: there is none, or the driver refuses it. */
static cl_program
load (OpenclDevice *self, const char *key, const char *words)
{
  g_autoptr (GBytes) bytes = rs_cache_read (self->cache, key);
  const unsigned char *data;
  gsize length;
  cl_int code, status;
  cl_program program;

  if (bytes == NULL)
    return NULL;
  data = g_bytes_get_data (bytes, &length);
  program = opencl.clCreateProgramWithBinary (self->context, 1, &self->id, &length, &data, &status, &code);
  if (program == NULL)
    return NULL;
  if (status == CL_SUCCESS && opencl.clBuildProgram (program, 1, &self->id, words, NULL, NULL) == CL_SUCCESS)
    return program;
  opencl.clReleaseProgram (program);
  return NULL;
}

static void
keep (OpenclDevice *self, const char *key, cl_program program)
{
  size_t length = 0;
  g_autofree unsigned char *data = NULL;

  if (opencl.clGetProgramInfo (program, CL_PROGRAM_BINARY_SIZES, sizeof length, &length, NULL) != CL_SUCCESS
      || length == 0)
    return;
  data = g_malloc (length);
  if (opencl.clGetProgramInfo (program, CL_PROGRAM_BINARIES, sizeof data, &data, NULL) == CL_SUCCESS)
    rs_cache_write (self->cache, key, data, length);
}

/* The driver's compiler at work, on a thread of its own: it takes seconds and can't be interrupted. Counted by
 * reference: who waits has one, the thread the other. */
typedef struct {
  cl_program program; /* owned, until who waits takes it; it keeps its context */
  cl_device_id id;
  char *words;
  GMutex lock; /* guards what follows */
  GCond ended;
  gboolean has_ended;
  cl_int code;
} Build;

static GMutex builds_lock;
static GCond builds_ended;
static guint n_builds; /* under builds_lock; threads in the driver's compiler */

static void
build_clear (gpointer data)
{
  Build *build = data;

  if (build->program != NULL)
    opencl.clReleaseProgram (build->program);
  g_free (build->words);
  g_mutex_clear (&build->lock);
  g_cond_clear (&build->ended);
}

static void
build_unref (Build *build)
{
  g_atomic_rc_box_release_full (build, build_clear);
}

static gpointer
build_thread (gpointer data)
{
  Build *build = data;
  cl_int code = opencl.clBuildProgram (build->program, 1, &build->id, build->words, NULL, NULL);

  g_mutex_lock (&build->lock);
  build->code = code;
  build->has_ended = TRUE;
  g_cond_signal (&build->ended);
  g_mutex_unlock (&build->lock);
  build_unref (build);
  g_mutex_lock (&builds_lock);
  n_builds--;
  g_cond_signal (&builds_ended);
  g_mutex_unlock (&builds_lock);
  return NULL;
}

/* At the end of the process: the driver takes its compiler apart, which nobody may be in then. */
static void
wait_for_builds (void)
{
  g_mutex_lock (&builds_lock);
  while (n_builds > 0)
    g_cond_wait (&builds_ended, &builds_lock);
  g_mutex_unlock (&builds_lock);
}

/* program: transfer full. */
static Build *
start_build (OpenclDevice *self, cl_program program, const char *words)
{
  static gsize is_registered;
  Build *build = g_atomic_rc_box_new0 (Build);

  if (g_once_init_enter (&is_registered))
    {
      atexit (wait_for_builds);
      g_once_init_leave (&is_registered, 1);
    }
  build->program = program;
  build->id = self->id;
  build->words = g_strdup (words);
  g_mutex_init (&build->lock);
  g_cond_init (&build->ended);
  g_mutex_lock (&builds_lock);
  n_builds++;
  g_mutex_unlock (&builds_lock);
  g_thread_unref (g_thread_new ("opencl-build", build_thread, g_atomic_rc_box_acquire (build)));
  return build;
}

/* program: transfer full, and back. NULL: the run is to end, and the compiler goes on for nobody. Not even the program
 * can be let go before, which the driver has locked. */
static cl_program
run_build (OpenclDevice *self, cl_program program, const char *words, const gint *stop, cl_int *code)
{
  Build *build = start_build (self, program, words);
  cl_program built = NULL;

  g_mutex_lock (&build->lock);
  while (!build->has_ended && (stop == NULL || g_atomic_int_get (stop) == 0))
    g_cond_wait_until (&build->ended, &build->lock, g_get_monotonic_time () + STOP_US);
  if (build->has_ended)
    built = g_steal_pointer (&build->program);
  *code = build->code;
  g_mutex_unlock (&build->lock);
  build_unref (build);
  return built;
}

static cl_program
build (OpenclDevice *self, const char **texts, const char *words, const gint *stop, GError **error)
{
  cl_int code;
  cl_program program = opencl.clCreateProgramWithSource (self->context, 2, texts, NULL, &code);
  g_autofree char *log = NULL;

  if (program == NULL)
    {
      opencl_set_error (error, self->base.name, "can't take the text of a kernel", code);
      return NULL;
    }
  program = run_build (self, program, words, stop, &code);
  if (program == NULL)
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
      return NULL;
    }
  if (code == CL_SUCCESS)
    return program;
  log = read_log (self, program);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER,
               "the compiler of the device %s refused its text (%s): %s", self->base.name, opencl_error_name (code),
               log);
  opencl.clReleaseProgram (program);
  return NULL;
}

RsDeviceModule *
opencl_compile (RsDevice *device, const char *source, const RsModuleOptions *options, GError **error)
{
  OpenclDevice *self = (OpenclDevice *)device;
  const char *texts[] = { options->math == RS_MATH_EXACT ? "#pragma OPENCL FP_CONTRACT OFF\n" : "", source };
  gint64 start = rs_trace_now ();
  g_autofree char *words = make_options (self, options->math), *key = make_key (self, texts, words);
  cl_program program = load (self, key, words);
  gboolean is_found = program != NULL;
  RsDeviceModule *module;

  rs_device_keep_text (device, self->settings, source, options->title, key, "cl");
  if (!is_found)
    program = build (self, texts, words, options->stop, error);
  rs_device_text_trace (options, start, is_found, strlen (source));
  if (program == NULL)
    return NULL;
  if (!is_found)
    keep (self, key, program);
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
  g_autofree char *totals = g_strconcat (name, "_totals", NULL);
  OpenclKernel *own;
  RsDeviceKernel *kernel;
  size_t largest = 0;

  if (entry == NULL)
    {
      opencl_set_error (error, device->name, "has no such kernel", code);
      return NULL;
    }
  kernel = g_new0 (RsDeviceKernel, 1);
  kernel->entry = own = opencl_kernel_new (entry);
  entry = opencl.clCreateKernel (module->program, totals, &code);
  own->totals = entry != NULL ? opencl_kernel_new (entry) : NULL;
  entry = own->entry;
  opencl.clGetKernelWorkGroupInfo (entry, module->device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof largest, &largest,
                                   NULL);
  kernel->largest_block = (guint)MIN (largest, G_MAXUINT);
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
