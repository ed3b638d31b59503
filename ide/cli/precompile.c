/* Compiles the kernels of a program that is being built, as far as their types are known without a run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/static-kernels.h"
#include "runtime/device/device.h"

typedef struct {
  RsDevice *device; /* records what it compiles */
  RsModuleOptions options;
} Precompile;

/* A RsStaticKernelFunc. */
static void
precompile_one (RsTypedRequest *typed, const RsNode *node, const char *what, const RsSymbol *unknown, gpointer data)
{
  Precompile *self = data;
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_autoptr (RsKernel) kernel = NULL;
  g_autofree char *reason = NULL, *text = NULL;
  RsDeviceModule *compiled;

  if (typed == NULL)
    return;
  kernel = rs_kernel_build (&typed->request, diagnostics, &reason);
  if (kernel == NULL || !rs_kernel_optimize (kernel, NULL, NULL))
    return;
  text = rs_kernel_print_c (kernel);
  self->options.title = rs_kernel_get_title (kernel);
  compiled = rs_device_compile (self->device, text, &self->options, NULL);
  if (compiled != NULL)
    rs_device_release_module (self->device, compiled);
}

gboolean
rs_precompile (const RsProgram *program, const RsSettings *settings, RsKernelStore *kernels)
{
  Precompile self = { .options.exact_math = rs_settings_get_boolean (settings, RS_SETTING_COMPILER_EXACT_MATH) };

  self.device = rs_device_new_cpu_with_kernels (settings, kernels, NULL);
  for (guint i = 0; self.device != NULL && i < program->modules->len; i++)
    rs_static_kernels_visit (g_ptr_array_index (program->modules, i), program->precision, precompile_one, &self);
  if (self.device == NULL)
    return FALSE;
  rs_device_free (self.device);
  return TRUE;
}
