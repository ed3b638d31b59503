/* What all devices share: their end and their warnings.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/device-private.h"

#include <stdarg.h>

void
rs_device_free (RsDevice *device)
{
  g_clear_pointer (&device->name, g_free);
  device->table->dispose (device);
}

void
rs_device_warn (RsDevice *device, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (device->warn != NULL)
    device->warn (text, device->warn_data);
  else
    g_printerr ("redshift: warning: %s\n", text);
}

void
rs_device_info_free (RsDeviceInfo *info)
{
  g_free (info->name);
  g_free (info->kind);
  g_free (info->model);
  g_free (info->reason);
  g_free (info->compiler);
  g_free (info);
}
