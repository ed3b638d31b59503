/* A comparison of devices: their names, the trace, and the table at the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/compare-devices.h"

#include "ide/cli/trace.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

static gboolean
read_devices (RsComparedDevices *self, const char *text)
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
read_tolerance (RsComparedDevices *self, const char *text, gboolean is_double)
{
  char *end = NULL;

  self->tolerance = rs_device_runs_get_usual_tolerance (is_double);
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
make_trace (RsComparedDevices *self)
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

RsComparedDevices *
rs_compared_devices_new (const char *devices, const char *tolerance, gboolean is_double, const char *trace)
{
  g_autoptr (RsComparedDevices) self = g_new0 (RsComparedDevices, 1);

  self->trace = trace;
  if (!read_devices (self, devices) || !read_tolerance (self, tolerance, is_double)
      || (trace == NULL && !make_trace (self)))
    return NULL;
  return g_steal_pointer (&self);
}

void
rs_compared_devices_free (RsComparedDevices *self)
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
  g_free (self);
}

void
rs_compared_devices_print (RsComparedDevices *self)
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
