/* The two runs of a comparison of devices: their names, their trace, and the table at the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/compare-devices.h"

#include "ide/cli/trace.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

static gboolean
read_devices (RsDeviceRuns *self, const char *text)
{
  self->devices = g_strsplit (text, ",", 0);
  for (guint i = 0; self->devices[i] != NULL; i++)
    g_strstrip (self->devices[i]);
  if (g_strv_length (self->devices) == 2 && *self->devices[0] != '\0' && *self->devices[1] != '\0')
    return TRUE;
  rs_cli_complain ("run: --compare-devices takes two devices with a comma between them (cpu,opencl:0), not \"%s\"",
                   text);
  return FALSE;
}

static gboolean
read_tolerance (RsDeviceRuns *self, const char *text, gboolean is_double)
{
  char *end = NULL;

  self->tolerance = rs_comparison_get_usual_tolerance (is_double);
  if (text == NULL)
    return TRUE;
  self->tolerance = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && self->tolerance >= 0)
    return TRUE;
  rs_cli_complain ("run: --tolerance takes a difference in parts of the largest number of an array (1e-4), not \"%s\"",
                   text);
  return FALSE;
}

static gboolean
make_trace (RsDeviceRuns *self)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("redshift-devices-XXXXXX", &error);
  if (self->folder == NULL)
    {
      rs_cli_complain ("run: --compare-devices: %s", error->message);
      return FALSE;
    }
  self->own_trace = g_build_filename (self->folder, "devices.rstrace", NULL);
  self->trace = self->own_trace;
  return TRUE;
}

RsDeviceRuns *
rs_device_runs_new (const char *devices, const char *tolerance, gboolean is_double, const char *trace)
{
  g_autoptr (RsDeviceRuns) self = g_new0 (RsDeviceRuns, 1);

  self->trace = trace;
  if (!read_devices (self, devices) || !read_tolerance (self, tolerance, is_double)
      || (trace == NULL && !make_trace (self)))
    return NULL;
  self->comparison = rs_comparison_new ();
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return g_steal_pointer (&self);
}

void
rs_device_runs_free (RsDeviceRuns *self)
{
  if (self == NULL)
    return;
  if (self->own_trace != NULL)
    g_remove (self->own_trace);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_free (self->own_trace);
  g_free (self->folder);
  g_strfreev (self->devices);
  rs_comparison_free (self->comparison);
  g_clear_pointer (&self->told, g_hash_table_unref);
  g_free (self);
}

void
rs_device_runs_drop_output (const char *text, gsize length, gpointer data)
{
}

void
rs_device_runs_write_message (const char *text, gpointer data)
{
  RsDeviceRuns *self = data;

  if (self->side == 0)
    g_hash_table_add (self->told, g_strdup (text));
  else if (g_hash_table_contains (self->told, text))
    return;
  rs_cli_write_message (text, NULL);
}

void
rs_device_runs_record (RsDeviceRuns *self, RsRecorder *recorder)
{
  self->is_whole = TRUE;
  rs_recorder_add_comparison (recorder, self->comparison, (const char *const *)self->devices, self->tolerance);
}

void
rs_device_runs_print (RsDeviceRuns *self)
{
  const RsTraceOptions options = { .range = RS_TRACE_RANGE_ALL, .format = RS_TABLE_TEXT };
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = rs_trace_store_open (self->trace, &error);
  FILE *terminal = stdout;

  if (store == NULL)
    {
      rs_cli_complain ("run: --compare-devices: %s", error->message);
      return;
    }
  fflush (stdout);
  stdout = stderr; /* the other one is the program's */
  rs_cli_trace_table (rs_report_kind_find ("devices"), store, &options);
  stdout = terminal;
}
