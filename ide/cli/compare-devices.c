/* A comparison of devices: their names, and the trace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/compare-devices.h"

#include "ide/cli/cli.h"

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

RsComparedDevices *
rs_compared_devices_new (const char *devices, const char *tolerance, gboolean is_double, const char *trace)
{
  g_autoptr (RsComparedDevices) self = g_new0 (RsComparedDevices, 1);

  self->trace = trace;
  if (!read_devices (self, devices) || !read_tolerance (self, tolerance, is_double))
    return NULL;
  if (trace == NULL)
    {
      self->own_trace = rs_own_trace_new ("--compare-devices");
      if (self->own_trace == NULL)
        return NULL;
      self->trace = self->own_trace->path;
    }
  return g_steal_pointer (&self);
}

void
rs_compared_devices_free (RsComparedDevices *self)
{
  if (self == NULL)
    return;
  rs_own_trace_free (self->own_trace);
  g_strfreev (self->devices);
  g_free (self);
}
