/* redshift-cli devices: what can run kernels on this machine, which plugins there are, and what is missing for the
 * rest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/common/table.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/exchange/json.h"
#include "runtime/base/plugin.h"
#include "runtime/device/configuration/configuration.h"
#include "runtime/device/device.h"
#include "runtime/trace/trace.h"

#include <stdio.h>
#include <string.h>

static void
print_text (GPtrArray *devices)
{
  static const char *const titles[] = { "device", "kind", ">cores", ">threads", ">SIMD bits", ">memory", "model",
                                        "compiler" };
  g_autoptr (RsTable) table = rs_table_new (titles, G_N_ELEMENTS (titles));

  for (guint i = 0; i < devices->len; i++)
    {
      const RsDeviceInfo *info = devices->pdata[i];
      g_autofree char *memory = rs_format_bytes ((gint64)info->memory);

      rs_table_add (table, "%s", info->name);
      rs_table_add (table, "%s", info->kind);
      rs_table_add (table, "%u", info->cores);
      rs_table_add (table, "%u", info->threads);
      rs_table_add (table, "%u", info->simd_bits);
      rs_table_add (table, "%s", memory);
      rs_table_add (table, "%s", info->model != NULL ? info->model : "");
      if (info->usable)
        rs_table_add (table, "%s", info->compiler != NULL ? info->compiler : "");
      else
        rs_table_add (table, "not usable: %s", info->reason);
    }
  rs_table_end (table);
}

static void
print_plugins (void)
{
  const char *reason = NULL;

  if (rs_plugin_get ("fftw", &reason) != NULL)
    printf ("\nFourier transforms: FFTW\n");
  else
    printf ("\nFourier transforms: built in; the faster plugin is not usable: %s\n", reason);
}

/* Of the drivers of usable devices, each once: devices of one driver follow each other. */
static void
print_libraries (const GPtrArray *devices)
{
  gsize length = 0;

  for (guint i = 0; i < devices->len; i++)
    {
      const RsDeviceInfo *info = devices->pdata[i];
      const RsDeviceInfo *before = i > 0 ? devices->pdata[i - 1] : NULL;
      g_autoptr (GPtrArray) libraries = NULL;

      length = strcspn (info->name, ":");
      if (!info->usable || (before != NULL && before->usable && strncmp (info->name, before->name, length + 1) == 0))
        continue;
      libraries = rs_device_list_libraries (info->name);
      for (guint l = 0; l < libraries->len; l++)
        {
          const RsLibraryInfo *library = libraries->pdata[l];

          printf ("%s%.*s, %s: ", l == 0 ? "\n" : "", (int)length, info->name, library->name);
          if (library->version != NULL)
            printf ("%s\n", library->version);
          else
            printf ("not usable: %s\n", library->reason);
        }
    }
}

/* --- settings --- */

typedef enum { BOOLEAN, INTEGER, TEXT } SettingType;

static const struct {
  RsSettingId id;
  SettingType type;
  const char *name, *documentation;
} setting_rows[] = {
#define RS_SETTING(id, type, values, value, documentation) { RS_SETTING_##id, type, #id, documentation },
#include "runtime/base/settings.def"
#undef RS_SETTING
};

/* Whether the setting is of the driver of that device: CUDA_BACKEND_FASTMATH of "cuda:1". */
static gboolean
is_of_driver (const char *setting, const char *device)
{
  const gsize length = strcspn (device, ":");

  return g_ascii_strncasecmp (setting, device, length) == 0 && setting[length] == '_';
}

/* (transfer full) */
static char *
dup_value (const RsSettings *settings, guint row)
{
  switch (setting_rows[row].type)
    {
    case BOOLEAN:
      return g_strdup (rs_settings_get_boolean (settings, setting_rows[row].id) ? "true" : "false");
    case INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, rs_settings_get_integer (settings, setting_rows[row].id));
    default:
      return g_strdup (rs_settings_get_text (settings, setting_rows[row].id));
    }
}

/* What acts on the devices of each driver that has one. */
static void
print_settings (const GPtrArray *devices, const RsSettings *settings)
{
  for (guint i = 0; i < devices->len; i++)
    {
      const RsDeviceInfo *info = devices->pdata[i], *before = i > 0 ? devices->pdata[i - 1] : NULL;
      const gsize length = strcspn (info->name, ":");
      gboolean is_first = TRUE;

      if (!info->usable || (before != NULL && before->usable && strncmp (info->name, before->name, length + 1) == 0))
        continue;
      for (guint row = 0; row < G_N_ELEMENTS (setting_rows); row++)
        {
          g_autofree char *value = NULL;

          if (!is_of_driver (setting_rows[row].name, info->name))
            continue;
          value = dup_value (settings, row);
          if (is_first)
            printf ("\n%.*s, settings (run --set NAME=VALUE):\n", (int)length, info->name);
          printf ("  %s=%s  %s\n", setting_rows[row].name, value, setting_rows[row].documentation);
          is_first = FALSE;
        }
    }
}

static void
append_member (GString *json, const char *name, const char *text)
{
  g_string_append_printf (json, ",\"%s\":", name);
  if (text != NULL)
    rs_json_append_string (json, text);
  else
    g_string_append (json, "null");
}

static void
append_libraries (GString *json, const RsDeviceInfo *info)
{
  g_autoptr (GPtrArray) libraries = info->usable ? rs_device_list_libraries (info->name) : NULL;

  g_string_append (json, ",\"libraries\":[");
  for (guint i = 0; libraries != NULL && i < libraries->len; i++)
    {
      const RsLibraryInfo *library = libraries->pdata[i];

      g_string_append (json, i > 0 ? ",{\"name\":" : "{\"name\":");
      rs_json_append_string (json, library->name);
      append_member (json, "version", library->version);
      append_member (json, "reason", library->reason);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

static void
append_settings (GString *json, const RsDeviceInfo *info, const RsSettings *settings)
{
  gboolean is_first = TRUE;

  g_string_append (json, ",\"settings\":{");
  for (guint row = 0; row < G_N_ELEMENTS (setting_rows); row++)
    {
      g_autofree char *value = NULL;

      if (!is_of_driver (setting_rows[row].name, info->name))
        continue;
      value = dup_value (settings, row);
      g_string_append_printf (json, "%s\"%s\":", is_first ? "" : ",", setting_rows[row].name);
      if (setting_rows[row].type == TEXT)
        rs_json_append_string (json, value);
      else
        g_string_append (json, value);
      is_first = FALSE;
    }
  g_string_append_c (json, '}');
}

static void
print_json (GPtrArray *devices, const RsSettings *settings)
{
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; i < devices->len; i++)
    {
      const RsDeviceInfo *info = devices->pdata[i];

      g_string_append (json, i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
      rs_json_append_string (json, info->name);
      append_member (json, "kind", info->kind);
      append_member (json, "model", info->model);
      g_string_append_printf (json, ",\"cores\":%u,\"threads\":%u,\"simd_bits\":%u,\"memory\":%" G_GUINT64_FORMAT
                              ",\"usable\":%s", info->cores, info->threads, info->simd_bits, info->memory,
                              info->usable ? "true" : "false");
      append_member (json, "reason", info->reason);
      append_member (json, "compiler", info->compiler);
      append_libraries (json, info);
      append_settings (json, info, settings);
      g_string_append_c (json, '}');
    }
  printf ("%s\n]\n", json->str);
}

static void
warn (const char *text, gpointer data)
{
  fprintf (stderr, "%s\n", text);
}

static int
check (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsConfiguration) configuration = rs_configuration_read (path, warn, NULL, &error);

  if (configuration == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return RS_EXIT_USAGE;
    }
  printf ("%u engine%s\n", rs_configuration_count (configuration),
          rs_configuration_count (configuration) == 1 ? "" : "s");
  return RS_EXIT_OK;
}

/* The engines that this machine can have; of a file that is there, what stands in it. */
static int
write_file (const char *path, const GPtrArray *devices)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (RsConfiguration) configuration = NULL;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    configuration = rs_configuration_read (path, warn, NULL, &error);
  else
    {
      for (guint i = 0; i < devices->len; i++)
        if (((const RsDeviceInfo *)devices->pdata[i])->usable)
          g_ptr_array_add (names, ((const RsDeviceInfo *)devices->pdata[i])->name);
      g_ptr_array_add (names, NULL);
      configuration = rs_configuration_new ((const char *const *)names->pdata);
    }
  if (configuration != NULL && rs_configuration_save (configuration, path, &error))
    return RS_EXIT_OK;
  fprintf (stderr, "%s\n", error->message);
  return RS_EXIT_USAGE;
}

#define BANDWIDTH_BYTES ((gsize)64 << 20)
#define BANDWIDTH_TIMES 5

/* Bytes a second of copies into the device, or out of it: the best of some. */
static double
measure (RsDevice *device, gpointer there, char *here, gboolean is_out)
{
  double best = 0;

  for (guint i = 0; i < BANDWIDTH_TIMES; i++)
    {
      gint64 start = rs_trace_now ();
      guint64 ticket = 0;
      gboolean done = is_out ? device->table->copy_out (device, here, there, 0, BANDWIDTH_BYTES, &ticket, NULL)
                             : device->table->copy_in (device, there, 0, here, BANDWIDTH_BYTES, &ticket, NULL);

      if (done && (ticket == 0 || device->table->wait (device, ticket, NULL, NULL)))
        {
          const double rate = (double)BANDWIDTH_BYTES * 1e9 / (double)(rs_trace_now () - start);

          best = MAX (best, rate);
        }
    }
  return best;
}

static void
add_rate (RsTable *table, double rate, gboolean json)
{
  if (json)
    rs_table_add_integer (table, (gint64)rate);
  else
    rs_table_add (table, "%.1f GB/s", rate / 1e9);
}

static void
print_bandwidth (const GPtrArray *devices, const RsSettings *settings, gboolean json)
{
  static const RsTableColumn columns[]
      = { { "device", "name" }, { ">into it", "in_bytes_per_second" }, { ">out of it", "out_bytes_per_second" } };
  RsTable *table = rs_table_new_as (json ? RS_TABLE_JSON : RS_TABLE_TEXT, columns, G_N_ELEMENTS (columns));
  g_autofree char *here = g_malloc0 (BANDWIDTH_BYTES);

  for (guint i = 0; i < devices->len; i++)
    {
      const RsDeviceInfo *info = devices->pdata[i];
      RsDevice *device = info->usable && rs_device_is_plugin_name (info->name)
                             ? rs_device_open (info->name, settings, NULL, NULL)
                             : NULL;
      gpointer there = device != NULL ? device->table->allocate (device, BANDWIDTH_BYTES, NULL) : NULL;

      if (there != NULL)
        {
          rs_table_add (table, "%s", info->name);
          add_rate (table, measure (device, there, here, FALSE), json);
          add_rate (table, measure (device, there, here, TRUE), json);
          device->table->free (device, there, BANDWIDTH_BYTES);
        }
      g_clear_pointer (&device, rs_device_free);
    }
  rs_table_end (table);
}

int
rs_cli_devices (int argc, char **argv)
{
  gboolean json = FALSE, bandwidth = FALSE;
  const char *checked = NULL, *written = NULL;
  const RsOption options[] = {
    { "json", &json },
    { "bandwidth", &bandwidth },
    { "check", &checked },
    { "write", &written },
  };
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  g_autoptr (RsSettings) settings = NULL;
  g_autoptr (GPtrArray) devices = NULL;
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, operands);

  if (status >= 0)
    return status;
  if (!rs_cli_check_operands ("devices", operands, 0))
    return RS_EXIT_USAGE;
  if (checked != NULL)
    return check (checked);
  settings = rs_settings_new_for_user ();
  devices = rs_device_list (settings);
  if (written != NULL)
    return write_file (written, devices);
  if (bandwidth)
    print_bandwidth (devices, settings, json);
  else if (json)
    print_json (devices, settings);
  else
    {
      print_text (devices);
      print_libraries (devices);
      print_settings (devices, settings);
      print_plugins ();
    }
  return RS_EXIT_OK;
}
