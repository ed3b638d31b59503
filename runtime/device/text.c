/* See text.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/text.h"

#include "runtime/trace/trace.h"

#include <string.h>

#define LOG_LINES 12

char *
rs_device_text_make_key (const char *const *parts, guint n)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < n; i++)
    g_checksum_update (checksum, (const guchar *)parts[i], -1);
  return g_strdup (g_checksum_get_string (checksum));
}

void
rs_device_text_trace (const RsModuleOptions *options, gint64 start, gboolean is_found, gsize bytes)
{
  RsTraceEvent event
      = { .start = start, .end = rs_trace_now (), .kind = RS_TRACE_COMPILE, .a = is_found, .b = (gint64)bytes };

  if (!rs_trace_is_on ())
    return;
  event.name = rs_trace_name (options->title != NULL ? options->title : "kernel");
  event.file = options->file != NULL ? rs_trace_name (options->file) : 0;
  event.line = options->line;
  event.track = rs_trace_thread_track ();
  rs_trace_emit (&event);
}

char *
rs_device_text_shorten_log (char *text)
{
  char *end = text;

  for (guint i = 0; i < LOG_LINES && end != NULL; i++)
    end = strchr (end + (i > 0), '\n');
  if (end != NULL)
    *end = '\0';
  return g_utf8_make_valid (g_strstrip (text), -1);
}

void
rs_device_kernel_clear (RsDeviceKernel *kernel)
{
  g_clear_pointer (&kernel->plan.arguments, g_array_unref);
  g_clear_pointer (&kernel->plan.numbers, g_array_unref);
}
