/* The devices that the machine has: the CPU, and those of plugins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/error.h"
#include "runtime/base/plugin.h"
#include "runtime/device/device-private.h"

#include <string.h>

static const char *const drivers[] = { "opencl", "cuda" };

static void
add_missing (GPtrArray *devices, const char *driver, const char *reason)
{
  RsDeviceInfo *info = g_new0 (RsDeviceInfo, 1);

  info->name = g_strdup (driver);
  info->kind = g_strdup ("?");
  info->reason = g_strdup (reason);
  g_ptr_array_add (devices, info);
}

GPtrArray *
rs_device_list (const RsSettings *settings)
{
  GPtrArray *devices = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_device_info_free);
  RsDeviceInfo *info = g_new0 (RsDeviceInfo, 1);

  rs_cpu_describe_machine (settings, info);
  g_ptr_array_add (devices, info);
  for (guint i = 0; i < G_N_ELEMENTS (drivers); i++)
    {
      const char *reason;
      const RsDevicePlugin *plugin = rs_plugin_get (drivers[i], &reason);

      if (plugin != NULL)
        plugin->list (devices, settings);
      else
        add_missing (devices, drivers[i], reason);
    }
  return devices;
}

/* The driver of a name like cuda or opencl:1; NULL: none. */
static const char *
find_driver (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (drivers); i++)
    {
      gsize length = strlen (drivers[i]);
      const char *rest = name + length;

      if (strncmp (name, drivers[i], length) == 0
          && (*rest == '\0' || (*rest == ':' && rest[1] != '\0' && rest[1 + strspn (rest + 1, "0123456789")] == '\0')))
        return drivers[i];
    }
  return NULL;
}

gboolean
rs_device_is_plugin_name (const char *name)
{
  return find_driver (name) != NULL;
}

GPtrArray *
rs_device_list_libraries (const char *name)
{
  GPtrArray *libraries = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_library_info_free);
  const char *driver = find_driver (name), *reason;
  const RsDevicePlugin *plugin = driver != NULL ? rs_plugin_get (driver, &reason) : NULL;

  if (plugin != NULL && plugin->list_libraries != NULL)
    plugin->list_libraries (libraries);
  return libraries;
}

RsDevice *
rs_device_open (const char *name, const RsSettings *settings, const RsKernelStore *kernels, GError **error)
{
  const char *driver = find_driver (name), *reason = "there is no driver of that name";
  const RsDevicePlugin *plugin = driver != NULL ? rs_plugin_get (driver, &reason) : NULL;

  if (plugin == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, "the device \"%s\" can't be used: %s", name,
                   reason);
      return NULL;
    }
  return plugin->open (name, settings, kernels, error);
}
