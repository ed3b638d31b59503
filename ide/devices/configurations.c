/* The named device configurations of the user's devices.xml.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/configurations.h"

#include "profiler/analysis/time/summary.h"
#include "runtime/base/error.h"
#include "runtime/device/configuration/configuration.h"
#include "runtime/device/configuration/pins.h"
#include "runtime/device/device.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

/* Nobody has as many engines; the window waits while the file is read. */
#define LARGEST_FILE (1 << 20)

struct _RsConfigurations {
  GObject parent;

  char *path;
  GPtrArray *entries;            /* element-type RsConfigurationEntry; owned */
  RsConfigurationDamage *damage; /* NULL: none */
  GString *warnings;
  char *read;            /* all of what was read, to compare: a list that is made anew loses the focus */
  GFileMonitor *monitor; /* NULL: there is none on this system */
};

G_DEFINE_FINAL_TYPE (RsConfigurations, rs_configurations, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  RsConfigurationEntry *entry = data;

  g_free (entry->name);
  g_free (entry->title);
  g_ptr_array_unref (entry->devices);
  g_free (entry->details);
  g_free (entry->problem);
  g_free (entry);
}

static void
damage_free (RsConfigurationDamage *damage)
{
  g_free (damage->text);
  g_free (damage);
}

/* --- reading --- */

static void
take_warning (const char *text, gpointer data)
{
  GString *warnings = data;

  g_string_append_printf (warnings, "%s%s", warnings->len > 0 ? "\n" : "", text);
}

/* An empty configuration where there is no file. (transfer full) */
static RsConfiguration *
read_file (RsConfigurations *self, GString *warnings, GError **error)
{
  static const char *const nothing[] = { NULL };
  GStatBuf status;

  if (g_stat (self->path, &status) != 0 && errno == ENOENT)
    return rs_configuration_new (nothing);
  if (g_stat (self->path, &status) == 0 && (!S_ISREG (status.st_mode) || status.st_size > LARGEST_FILE))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE,
                   S_ISREG (status.st_mode) ? _ ("%s is larger than 1 MiB, and not read")
                                            : _ ("%s is no file that can be read"),
                   self->path);
      return NULL;
    }
  return rs_configuration_read (self->path, warnings != NULL ? take_warning : NULL, warnings, error);
}

/* Words that -d takes for devices before it looks for configurations. */
static gboolean
is_word_for_devices (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ",", 0);

  if (g_str_equal (name, "auto") || g_str_equal (name, "interp"))
    return TRUE;
  for (char **part = parts; *part != NULL; part++)
    if (!g_str_equal (*part, "cpu") && !rs_device_is_plugin_name (*part))
      return FALSE;
  return TRUE;
}

static char *
find_problem (const RsConfiguration *configuration, guint index)
{
  const char *name = rs_configuration_get_name (configuration, index);

  if (is_word_for_devices (name))
    return g_strdup_printf (_ ("Can't be chosen: “%s” is the name of a device"), name);
  if (rs_configuration_find (configuration, name) != index)
    return g_strdup (_ ("Can't be chosen: another one above has the same name"));
  return NULL;
}

static void
describe_devices (RsConfigurationEntry *entry, const GArray *devices)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < devices->len; i++)
    {
      const RsConfiguredDevice *device = &g_array_index (devices, RsConfiguredDevice, i);

      g_ptr_array_add (entry->devices, g_strdup (device->name));
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", device->name);
      if (device->memory_limit > 0)
        {
          g_autofree char *limit = rs_format_bytes ((gint64)MIN (device->memory_limit, G_MAXINT64));

          g_string_append_printf (text, _ (" with at most %s"), limit);
        }
    }
  if (devices->len == 0)
    g_string_append (text, _ ("no device: the processor"));
  entry->details = g_string_free (text, FALSE);
}

static RsConfigurationEntry *
make_entry (const RsConfiguration *configuration, guint index)
{
  RsConfigurationEntry *entry = g_new0 (RsConfigurationEntry, 1);
  g_autoptr (GArray) devices = rs_configuration_get_devices (configuration, index);
  const char *title = rs_configuration_get_title (configuration, index);

  entry->name = g_strdup (rs_configuration_get_name (configuration, index));
  entry->title = g_str_equal (title, entry->name) ? NULL : g_strdup (title);
  entry->devices = g_ptr_array_new_with_free_func (g_free);
  entry->problem = find_problem (configuration, index);
  describe_devices (entry, devices);
  return entry;
}

/* "FILE:LINE:COLUMN: ...": the numbers behind the name. */
static RsConfigurationDamage *
make_damage (RsConfigurations *self, const char *text)
{
  RsConfigurationDamage *damage = g_new0 (RsConfigurationDamage, 1);
  const char *place = g_str_has_prefix (text, self->path) ? text + strlen (self->path) : "";

  damage->text = g_strdup (text);
  if (sscanf (place, ":%u:%u:", &damage->line, &damage->column) != 2)
    damage->line = damage->column = 0;
  return damage;
}

void
rs_configurations_reload (RsConfigurations *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsConfiguration) configuration = NULL;
  g_autofree char *printed = NULL, *all = NULL;
  guint n;

  g_string_truncate (self->warnings, 0);
  configuration = read_file (self, self->warnings, &error);
  printed = configuration != NULL ? rs_configuration_print (configuration) : g_strdup (error->message);
  all = g_strconcat (configuration != NULL ? "right\n" : "damaged\n", self->warnings->str, "\n", printed, NULL);
  if (g_strcmp0 (all, self->read) == 0)
    return;
  g_free (self->read);
  self->read = g_steal_pointer (&all);
  g_ptr_array_set_size (self->entries, 0);
  g_clear_pointer (&self->damage, damage_free);
  n = configuration != NULL ? rs_configuration_count (configuration) : 0;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (self->entries, make_entry (configuration, i));
  if (error != NULL)
    self->damage = make_damage (self, error->message);
  g_signal_emit_by_name (self, "changed");
}

/* --- asking --- */

const char *
rs_configurations_get_path (RsConfigurations *self)
{
  return self->path;
}

const GPtrArray *
rs_configurations_get_entries (RsConfigurations *self)
{
  return self->entries;
}

const RsConfigurationDamage *
rs_configurations_get_damage (RsConfigurations *self)
{
  return self->damage;
}

const char *
rs_configurations_get_warnings (RsConfigurations *self)
{
  return self->warnings->str;
}

/* --- changing --- */

static gboolean
check_name_in (const RsConfiguration *configuration, const char *name, guint index, GError **error)
{
  if (!rs_configuration_check_name (configuration, name, index, error))
    return FALSE;
  if (!is_word_for_devices (name))
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE, _ ("“%s” is the name of a device"), name);
  return FALSE;
}

gboolean
rs_configurations_check_name (RsConfigurations *self, const char *name, guint index, GError **error)
{
  g_autoptr (RsConfiguration) configuration = read_file (self, NULL, error);

  return configuration != NULL && check_name_in (configuration, name, index, error);
}

gboolean
rs_configurations_add (RsConfigurations *self, const char *name, const GArray *devices, GError **error)
{
  g_autoptr (RsConfiguration) configuration = read_file (self, NULL, error);

  if (configuration == NULL || !check_name_in (configuration, name, G_MAXUINT, error)
      || !rs_configuration_add (configuration, name, devices, error)
      || !rs_configuration_save (configuration, self->path, error))
    return FALSE;
  rs_configurations_reload (self);
  return TRUE;
}

/* The file as it is now, if the entry is still the one that the user means. (transfer full) */
static RsConfiguration *
read_for (RsConfigurations *self, guint index, const char *old, GError **error)
{
  g_autoptr (RsConfiguration) configuration = read_file (self, NULL, error);

  if (configuration == NULL)
    return NULL;
  if (index < rs_configuration_count (configuration)
      && g_str_equal (rs_configuration_get_name (configuration, index), old))
    return g_steal_pointer (&configuration);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE,
               _ ("%s was changed in the meantime: “%s” is no longer at its place"), self->path, old);
  rs_configurations_reload (self);
  return NULL;
}

/* Whoever runs on the configuration follows, unless it was one that nobody could choose. */
static void
finish (RsConfigurations *self, gboolean was_usable, const char *old, const char *name)
{
  g_autofree char *kept = g_strdup (old); /* it may be the entry's own */

  rs_configurations_reload (self);
  if (was_usable)
    g_signal_emit_by_name (self, "renamed", kept, name);
}

GArray *
rs_configurations_get_devices (RsConfigurations *self, guint index, const char *old, GError **error)
{
  g_autoptr (RsConfiguration) configuration = read_for (self, index, old, error);

  return configuration != NULL ? rs_configuration_get_devices (configuration, index) : NULL;
}

gboolean
rs_configurations_change (RsConfigurations *self, guint index, const char *old, const char *name, const GArray *devices,
                          GError **error)
{
  g_autoptr (RsConfiguration) configuration = read_for (self, index, old, error);
  g_autofree char *problem = configuration != NULL ? find_problem (configuration, index) : NULL;

  if (configuration == NULL || !check_name_in (configuration, name, index, error)
      || !rs_configuration_rename (configuration, index, name, error)
      || (devices != NULL && !rs_configuration_set_devices (configuration, index, devices, error))
      || !rs_configuration_save (configuration, self->path, error))
    return FALSE;
  finish (self, problem == NULL && !g_str_equal (old, name), old, name);
  return TRUE;
}

gboolean
rs_configurations_remove (RsConfigurations *self, guint index, const char *old, GError **error)
{
  g_autoptr (RsConfiguration) configuration = read_for (self, index, old, error);
  g_autofree char *problem = configuration != NULL ? find_problem (configuration, index) : NULL;

  if (configuration == NULL)
    return FALSE;
  rs_configuration_remove (configuration, index);
  if (!rs_configuration_save (configuration, self->path, error))
    return FALSE;
  finish (self, problem == NULL, old, NULL);
  return TRUE;
}

GArray *
rs_configurations_get_pins (RsConfigurations *self, const char *name)
{
  g_autoptr (RsConfiguration) configuration = read_file (self, NULL, NULL);
  const guint index = configuration != NULL ? rs_configuration_find (configuration, name) : G_MAXUINT;

  return index != G_MAXUINT ? rs_configuration_get_pins (configuration, index) : rs_pins_new ();
}

gboolean
rs_configurations_set_pin (RsConfigurations *self, const char *name, const char *place, const GArray *shares,
                           GError **error)
{
  g_autoptr (RsConfiguration) configuration = read_file (self, NULL, error);
  const guint index = configuration != NULL ? rs_configuration_find (configuration, name) : G_MAXUINT;

  if (configuration == NULL)
    return FALSE;
  if (index == G_MAXUINT)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE,
                   _ ("%s was changed in the meantime: there is no “%s” in it"), self->path, name);
      return FALSE;
    }
  if (!rs_configuration_set_pin (configuration, index, place, shares, error)
      || !rs_configuration_save (configuration, self->path, error))
    return FALSE;
  rs_configurations_reload (self);
  return TRUE;
}

/* (element-type RsPin array, of each configuration) (transfer full) */
static GPtrArray *
read_all_pins (const RsConfiguration *configuration)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);

  for (guint index = 0; index < rs_configuration_count (configuration); index++)
    g_ptr_array_add (all, rs_configuration_get_pins (configuration, index));
  return all;
}

/* Those of lines of the file. (element-type RsLinePin) (transfer full) */
static GArray *
find_line_pins (const RsConfiguration *configuration, const GPtrArray *all, const char *file)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (RsLinePin));

  for (guint index = 0; index < all->len; index++)
    {
      const GArray *pins = all->pdata[index];

      for (guint i = 0; i < pins->len; i++)
        {
          const RsPin *pin = &g_array_index (pins, RsPin, i);
          const guint line = rs_pin_get_line (pin->place, file);
          const RsLinePin one = { rs_configuration_get_name (configuration, index), pin, line, line };

          if (line > 0)
            g_array_append_val (found, one);
        }
    }
  return found;
}

/* FALSE: all of the configuration's pins stay. */
static gboolean
move_pins (RsConfiguration *configuration, guint index, const GArray *pins, const GArray *moved)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  gboolean any = FALSE;

  g_ptr_array_set_size (places, (int)pins->len);
  for (guint i = 0; i < moved->len; i++)
    {
      const RsLinePin *one = &g_array_index (moved, RsLinePin, i);
      const char *place = one->pin->place;

      for (guint k = 0; one->now != one->line && k < pins->len; k++)
        if (one->pin == &g_array_index (pins, RsPin, k))
          {
            places->pdata[k] = g_strdup_printf ("%.*s:%u", (int)(strrchr (place, ':') - place), place, one->now);
            any = TRUE;
          }
    }
  if (any)
    rs_configuration_set_pin_places (configuration, index, (const char *const *)places->pdata);
  return any;
}

gboolean
rs_configurations_move_pins (RsConfigurations *self, const char *file, RsFollowPins follow, gpointer data,
                             GError **error)
{
  g_autoptr (RsConfiguration) configuration = read_file (self, NULL, error);
  g_autoptr (GPtrArray) all = configuration != NULL ? read_all_pins (configuration) : NULL;
  g_autoptr (GArray) pins = configuration != NULL ? find_line_pins (configuration, all, file) : NULL;
  gboolean any = FALSE;

  if (configuration == NULL)
    return FALSE;
  if (pins->len > 0)
    follow (pins, data);
  for (guint index = 0; index < all->len; index++)
    any = move_pins (configuration, index, all->pdata[index], pins) || any;
  if (any && !rs_configuration_save (configuration, self->path, error))
    return FALSE;
  if (any)
    rs_configurations_reload (self);
  return TRUE;
}

/* --- life --- */

static void
rs_configurations_finalize (GObject *object)
{
  RsConfigurations *self = RS_CONFIGURATIONS (object);

  g_clear_object (&self->monitor);
  g_free (self->path);
  g_free (self->read);
  g_ptr_array_unref (self->entries);
  g_clear_pointer (&self->damage, damage_free);
  g_string_free (self->warnings, TRUE);
  G_OBJECT_CLASS (rs_configurations_parent_class)->finalize (object);
}

static void
rs_configurations_class_init (RsConfigurationsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_configurations_finalize;
  g_signal_new ("changed", RS_TYPE_CONFIGURATIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("renamed", RS_TYPE_CONFIGURATIONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_STRING, G_TYPE_STRING);
}

static void
rs_configurations_init (RsConfigurations *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->warnings = g_string_new (NULL);
}

RsConfigurations *
rs_configurations_new (const char *path)
{
  RsConfigurations *self = g_object_new (RS_TYPE_CONFIGURATIONS, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  self->path = g_strdup (path);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (rs_configurations_reload), self, G_CONNECT_SWAPPED);
  rs_configurations_reload (self);
  return self;
}
