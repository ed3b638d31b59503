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
  g_clear_pointer (&device->identity, g_free);
  device->table->dispose (device);
}

void
rs_device_set_notify (RsDevice *device, void (*notify) (gpointer data), gpointer data)
{
  g_mutex_lock (&device->notify_lock);
  device->notify = notify;
  device->notify_data = data;
  g_mutex_unlock (&device->notify_lock);
}

void
rs_device_notify (RsDevice *device)
{
  g_mutex_lock (&device->notify_lock);
  if (device->notify != NULL)
    device->notify (device->notify_data);
  g_mutex_unlock (&device->notify_lock);
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
rs_device_keep_text (RsDevice *device, const RsSettings *settings, const char *source, const char *title,
                     const char *key, const char *ending)
{
  const char *folder = rs_settings_get_text (settings, RS_SETTING_RUNTIME_KEEP_TEMPS);
  g_autofree char *name = NULL, *path = NULL;
  g_autoptr (GError) error = NULL;

  if (folder[0] == '\0')
    return;
  name = g_strdup_printf ("%s-%.8s.%s", title != NULL ? title : "kernel", key, ending);
  g_strcanon (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-.", '_');
  path = g_build_filename (folder, name, NULL);
  if (g_mkdir_with_parents (folder, 0777) != 0 || !g_file_set_contents (path, source, -1, &error))
    rs_device_warn (device, "generated code can't be kept in %s: %s", folder,
                    error != NULL ? error->message : "the folder can't be made");
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

void
rs_library_info_free (RsLibraryInfo *info)
{
  g_free (info->name);
  g_free (info->version);
  g_free (info->reason);
  g_free (info);
}

gboolean
rs_device_parse_number (const char *name, guint *number)
{
  const char *colon = strchr (name, ':');

  if (colon != NULL)
    *number = (guint)MIN (g_ascii_strtoull (colon + 1, NULL, 10), G_MAXUINT);
  return colon != NULL;
}
