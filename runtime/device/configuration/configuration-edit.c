/* Changing a device configuration, and writing it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/configuration/configuration-private.h"

#include "runtime/base/error.h"
#include "runtime/base/replace-file.h"

#include <string.h>

#define LONGEST_NAME 100

static gboolean
refuse (GError **error, const char *text)
{
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION, text);
  return FALSE;
}

/* Blanks at its ends can't be seen, and a command line takes control characters badly. */
static gboolean
is_printable (const char *name)
{
  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_isprint (g_utf8_get_char (at)))
      return FALSE;
  return !g_ascii_isspace (name[0]) && !g_ascii_isspace (name[strlen (name) - 1]);
}

gboolean
rs_configuration_check_name (const RsConfiguration *self, const char *name, guint index, GError **error)
{
  guint n = rs_configuration_count (self);

  if (name[0] == '\0')
    return refuse (error, "a configuration needs a name");
  if (!g_utf8_validate (name, -1, NULL) || !is_printable (name))
    return refuse (error, "a name consists of letters, digits and signs, and has no blank at its ends");
  if (g_utf8_strlen (name, -1) > LONGEST_NAME)
    return refuse (error, "the name is longer than " G_STRINGIFY (LONGEST_NAME) " characters");
  for (guint i = 0; i < n; i++)
    if (i != index
        && (strcmp (rs_configuration_get_title (self, i), name) == 0
            || strcmp (rs_configuration_get_name (self, i), name) == 0))
      {
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION, "there is a configuration \"%s\" already",
                     name);
        return FALSE;
      }
  return TRUE;
}

static RsConfigurationNode *
make_device (const RsConfiguredDevice *device)
{
  const char *colon = strchr (device->name, ':');
  g_autofree char *driver = colon != NULL ? g_strndup (device->name, (gsize)(colon - device->name))
                                          : g_strdup (device->name);
  g_autofree char *element = g_strconcat (driver, "-device", NULL);
  RsConfigurationNode *node = rs_configuration_node_new (element);

  if (strcmp (driver, "cpu") == 0)
    return node;
  rs_configuration_node_add (node, "ordinal", colon != NULL ? colon + 1 : "0");
  if (device->memory_limit > 0)
    {
      g_autofree char *limit = g_strdup_printf ("%" G_GUINT64_FORMAT, device->memory_limit);

      rs_configuration_node_add (node, "memory-limit", limit);
    }
  return node;
}

gboolean
rs_configuration_add (RsConfiguration *self, const char *name, const GArray *devices, GError **error)
{
  RsConfigurationNode *engine;

  if (!rs_configuration_check_name (self, name, G_MAXUINT, error))
    return FALSE;
  if (devices->len == 0)
    return refuse (error, "a configuration needs a device");
  engine = rs_configuration_node_new ("computation-engine");
  rs_configuration_node_add (engine, "name", name);
  for (guint i = 0; i < devices->len; i++)
    g_ptr_array_add (engine->children, make_device (&g_array_index (devices, RsConfiguredDevice, i)));
  g_ptr_array_add (self->root->children, engine);
  return TRUE;
}

gboolean
rs_configuration_rename (RsConfiguration *self, guint index, const char *name, GError **error)
{
  RsConfigurationNode *engine = rs_configuration_get_engine (self, index);

  g_assert (engine != NULL);
  if (!rs_configuration_check_name (self, name, index, error))
    return FALSE;
  rs_configuration_node_set (engine, rs_configuration_node_get (engine, "short-name") != NULL ? "short-name" : "name",
                             name);
  return TRUE;
}

/* A limit that is what it was stays as it was written. */
static void
set_limit (RsConfigurationNode *node, guint64 limit)
{
  const char *text = rs_configuration_node_get (node, "memory-limit");
  g_autofree char *written = limit > 0 ? g_strdup_printf ("%" G_GUINT64_FORMAT, limit) : NULL;
  guint64 old = 0;

  if (text == NULL || !rs_configuration_parse_bytes (text, &old) || old != limit)
    rs_configuration_node_set (node, "memory-limit", written);
}

/* The index of the device among devices of which taken says which are; -1: none. */
static int
find_device (const GArray *devices, const gboolean *taken, const char *name)
{
  for (guint i = 0; i < devices->len; i++)
    if (!taken[i] && strcmp (g_array_index (devices, RsConfiguredDevice, i).name, name) == 0)
      return (int)i;
  return -1;
}

gboolean
rs_configuration_set_devices (RsConfiguration *self, guint index, const GArray *devices, GError **error)
{
  RsConfigurationNode *engine = rs_configuration_get_engine (self, index);
  g_autofree gboolean *taken = g_new0 (gboolean, devices->len + 1);

  g_assert (engine != NULL);
  if (devices->len == 0)
    return refuse (error, "a configuration needs a device");
  for (guint i = 0; i < engine->children->len;)
    {
      RsConfigurationNode *node = engine->children->pdata[i];
      g_autofree char *name = rs_configuration_node_dup_device (node);
      int found = name != NULL ? find_device (devices, taken, name) : -1;

      if (name != NULL && found < 0)
        {
          g_ptr_array_remove_index (engine->children, i);
          continue;
        }
      if (found >= 0)
        {
          taken[found] = TRUE;
          set_limit (node, g_array_index (devices, RsConfiguredDevice, found).memory_limit);
        }
      i++;
    }
  for (guint i = 0; i < devices->len; i++)
    if (!taken[i])
      g_ptr_array_add (engine->children, make_device (&g_array_index (devices, RsConfiguredDevice, i)));
  return TRUE;
}

void
rs_configuration_remove (RsConfiguration *self, guint index)
{
  g_assert (index < rs_configuration_count (self));
  g_ptr_array_remove (self->root->children, rs_configuration_get_engine (self, index));
}

gboolean
rs_configuration_save (const RsConfiguration *self, const char *path, GError **error)
{
  g_autofree char *text = rs_configuration_print (self), *folder = g_path_get_dirname (path);
  g_autoptr (GError) local = NULL;

  if (g_mkdir_with_parents (folder, 0700) == 0 && rs_replace_file_with (path, text, strlen (text), &local))
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s can't be written: %s", path,
               local != NULL ? local->message : "its folder can't be made");
  return FALSE;
}
