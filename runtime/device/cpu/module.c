/* Loaded objects and the kernels in them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <dlfcn.h>

RsDeviceModule *
rs_module_load (const char *path, GError **error)
{
  gpointer handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  RsDeviceModule *module;

  if (handle == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, "a compiled kernel can't be loaded: %s",
                   dlerror ());
      return NULL;
    }
  module = g_new0 (RsDeviceModule, 1);
  module->handle = handle;
  module->kernels = g_ptr_array_new_with_free_func (g_free);
  return module;
}

RsDeviceKernel *
rs_module_get_kernel (RsDeviceModule *module, const char *name, gsize scratch_bytes, GError **error)
{
  gpointer entry = dlsym (module->handle, name);
  RsDeviceKernel *kernel;

  if (entry == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, "the compiled module has no kernel %s", name);
      return NULL;
    }
  for (guint i = 0; i < module->kernels->len; i++)
    if (((RsDeviceKernel *)module->kernels->pdata[i])->entry == entry)
      return module->kernels->pdata[i];
  kernel = g_new0 (RsDeviceKernel, 1);
  kernel->entry = entry;
  kernel->scratch_bytes = scratch_bytes;
  g_ptr_array_add (module->kernels, kernel);
  return kernel;
}

void
rs_module_free (RsDeviceModule *module)
{
  dlclose (module->handle);
  g_ptr_array_unref (module->kernels);
  g_free (module);
}
