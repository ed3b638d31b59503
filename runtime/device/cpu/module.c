/* Loaded objects and the kernels in them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

RsDeviceModule *
rs_module_load (const char *path, GError **error)
{
  gpointer handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  RsDeviceModule *module;

  if (handle == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, "a compiled kernel can't be loaded: %s",
                   dlerror ());
      return NULL;
    }
  module = g_new0 (RsDeviceModule, 1);
  module->handle = handle;
  module->file = -1;
  module->kernels = g_ptr_array_new_with_free_func (g_free);
  return module;
}

static gboolean
write_all (int file, GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  while (length > 0)
    {
      gssize written = write (file, data, length);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return FALSE;
      data += written;
      length -= (gsize)written;
    }
  return TRUE;
}

/* The file stays open as long as the module: the loader takes two objects of one name for the same. */
RsDeviceModule *
rs_module_load_bytes (GBytes *object, GError **error)
{
  int file = memfd_create ("redshift-kernel", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", file);
  RsDeviceModule *module = NULL;

  if (file < 0 || !write_all (file, object))
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, "a compiled kernel can't be loaded: %s",
                 g_strerror (errno));
  else
    module = rs_module_load (path, error);
  if (module != NULL)
    module->file = file;
  else if (file >= 0)
    close (file);
  return module;
}

RsDeviceKernel *
rs_module_get_kernel (RsDeviceModule *module, const char *name, GError **error)
{
  gpointer entry = dlsym (module->handle, name);
  RsDeviceKernel *kernel;

  if (entry == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, "the compiled module has no kernel %s", name);
      return NULL;
    }
  for (guint i = 0; i < module->kernels->len; i++)
    if (((RsDeviceKernel *)module->kernels->pdata[i])->entry == entry)
      return module->kernels->pdata[i];
  kernel = g_new0 (RsDeviceKernel, 1);
  kernel->entry = entry;
  g_ptr_array_add (module->kernels, kernel);
  return kernel;
}

void
rs_module_free (RsDeviceModule *module)
{
  dlclose (module->handle);
  if (module->file >= 0)
    close (module->file);
  g_ptr_array_unref (module->kernels);
  g_free (module);
}
