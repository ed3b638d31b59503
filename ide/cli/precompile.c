/* Compiles the kernels of a program that is being built, as far as their types are known without a run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/precompile.h"

#include "compiler/generate.h"
#include "compiler/kernel/report/static-kernels.h"
#include "runtime/base/plugin.h"
#include "runtime/device/device.h"
#include "runtime/sched/specialize/kernel-options.h"

typedef struct {
  char *text, *title;
} Source;

typedef struct {
  const RsSettings *settings;
  const RsTarget *target; /* NULL: the CPU */
  GArray *sources;        /* of Source */
} Precompile;

static void
clear_source (gpointer data)
{
  Source *source = data;

  g_free (source->text);
  g_free (source->title);
}

/* A RsStaticKernelFunc. */
static gboolean
add_source (RsTypedRequest *typed, const RsNode *node, const char *what, const RsSymbol *unknown, gpointer data)
{
  Precompile *self = data;
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  g_auto (RsGenerated) generated = { 0 };
  Source source;

  if (typed == NULL)
    return FALSE;
  rs_typed_request_match_launch (typed);
  rs_kernel_options_set (&typed->request, self->settings);
  if (self->target != NULL)
    typed->request.target = self->target;
  rs_kernel_generate (&typed->request, diagnostics, &generated);
  if (generated.kernel == NULL)
    return FALSE;
  source = (Source){ g_steal_pointer (&generated.source), g_strdup (rs_kernel_get_title (generated.kernel)) };
  g_array_append_val (self->sources, source);
  return TRUE;
}

/* The device records what it compiles. */
static void
compile_all (RsDevice *device, const Precompile *self)
{
  RsModuleOptions options = { .math = rs_kernel_options_get_math (self->settings) };

  for (guint i = 0; i < self->sources->len; i++)
    {
      options.title = g_array_index (self->sources, Source, i).title;
      rs_device_prepare (device, g_array_index (self->sources, Source, i).text, &options);
    }
  for (guint i = 0; i < self->sources->len; i++)
    {
      const Source *source = &g_array_index (self->sources, Source, i);
      RsDeviceModule *compiled;

      options.title = source->title;
      compiled = rs_device_compile (device, source->text, &options, NULL);
      if (compiled != NULL)
        rs_device_release_module (device, compiled);
    }
}

static void
find_sources (Precompile *self, const RsProgram *program)
{
  self->sources = g_array_new (FALSE, FALSE, sizeof (Source));
  g_array_set_clear_func (self->sources, clear_source);
  for (guint i = 0; i < program->modules->len; i++)
    rs_static_kernels_visit (g_ptr_array_index (program->modules, i), program->precision, add_source, self);
}

gboolean
rs_precompile_ahead (const RsProgram *program, const RsSettings *settings, RsKernelStore *kernels, GError **error)
{
  const RsDevicePlugin *plugin = rs_plugin_get ("cuda", NULL);
  RsTarget target;
  Precompile self = { settings, &target, NULL };
  GError *why = NULL;

  if (plugin == NULL || !plugin->get_target_ahead (settings, &target, &why))
    {
      if (why == NULL)
        return TRUE;
      g_propagate_error (error, why);
      return FALSE;
    }
  find_sources (&self, program);
  for (guint i = 0; i < self.sources->len; i++)
    {
      const Source *source = &g_array_index (self.sources, Source, i);
      const RsModuleOptions options = { .math = rs_kernel_options_get_math (settings), .title = source->title };

      plugin->compile_ahead (source->text, &options, settings, kernels);
    }
  g_array_unref (self.sources);
  return TRUE;
}

gboolean
rs_precompile (const RsProgram *program, const RsSettings *settings, RsKernelStore *kernels)
{
  Precompile self = { settings, NULL, NULL };
  RsDevice *device = rs_device_new_cpu_with_kernels (settings, kernels, NULL);

  if (device != NULL)
    {
      find_sources (&self, program);
      compile_all (device, &self);
      g_array_unref (self.sources);
      rs_device_free (device);
    }
  return device != NULL;
}
