/* redshift-cli devices: what can run kernels on this machine, which plugins there are, and what is missing for the rest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "ide/cli/table.h"
#include "profiler/analysis/summary.h"
#include "profiler/exchange/json.h"
#include "runtime/device/device.h"
#include "runtime/plugin.h"

#include <stdio.h>

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
print_json (GPtrArray *devices)
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
      g_string_append_c (json, '}');
    }
  printf ("%s\n]\n", json->str);
}

int
rs_cli_devices (int argc, char **argv)
{
  gboolean json = FALSE;
  const RsOption options[] = {
    { "json", &json },
  };
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  g_autoptr (RsSettings) settings = NULL;
  g_autoptr (GPtrArray) devices = NULL;
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, operands);

  if (status >= 0)
    return status;
  if (!rs_cli_check_operands ("devices", operands, 0))
    return RS_EXIT_USAGE;
  settings = rs_settings_new_for_user ();
  devices = rs_device_list (settings);
  if (json)
    print_json (devices);
  else
    {
      print_text (devices);
      print_plugins ();
    }
  return RS_EXIT_OK;
}
