/* A program that stands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "stand.h"

#include "runtime/console.h"

#include <string.h>

typedef struct {
  GString *records;
  const char *const *requests; /* what is left of them */
} Stand;

static void
on_tell (const char *record, gpointer data)
{
  g_string_append_printf (((Stand *)data)->records, "%s\n", record);
}

static void
write_output (const char *text, gsize length, gpointer data)
{
  g_string_append_len (((Stand *)data)->records, text, (gssize)length);
}

static void
write_message (const char *text, gpointer data)
{
  g_string_append_printf (((Stand *)data)->records, "%s\n", text);
}

static void
on_stopped (RsDebugger *debugger, gpointer data)
{
  Stand *self = data;
  gboolean goes_on = FALSE;

  while (*self->requests != NULL && !goes_on)
    {
      gsize before = self->records->len;

      rs_debugger_handle (debugger, *self->requests++);
      goes_on = strstr (self->records->str + before, "running\n") != NULL;
    }
  if (!goes_on)
    rs_debugger_detach (debugger);
}

char *
rs_stand (const char *program, const char *device, const char *const *requests)
{
  static const char *const none[] = { NULL };
  Stand self = { .records = g_string_new (NULL), .requests = requests };
  const RsSessionOptions options
      = { .device = device, .write_output = write_output, .write_message = write_message, .output_data = &self };
  const RsDebuggerCallbacks callbacks = { .stopped = on_stopped, .tell = on_tell, .data = &self };
  g_autoptr (RsSession) session = rs_session_new (&options, NULL);
  g_autoptr (RsSource) source = rs_source_new_from_text ("prog.q", program, -1);
  RsDebugger *debugger = rs_debugger_new (session, &callbacks);
  RsConsole *console = rs_console_new (session);
  int status;

  rs_debugger_set_workspace (debugger, &rs_console_workspace, console);
  rs_debugger_set_program (debugger, "prog.q", program);
  while (*self.requests != NULL
         && (g_str_has_prefix (*self.requests, "break\t") || g_str_has_prefix (*self.requests, "errors\t")))
    rs_debugger_handle (debugger, *self.requests++);
  status = rs_console_run_program (console, source, none);
  rs_debugger_program_ended (debugger, status);
  rs_debugger_set_idle (debugger, TRUE);
  while (*self.requests != NULL)
    rs_debugger_handle (debugger, *self.requests++);
  rs_debugger_set_idle (debugger, FALSE);
  rs_console_free (console);
  rs_debugger_free (debugger);
  return g_string_free (self.records, FALSE);
}

char *
rs_stand_and_ask (const char *program, const char *request)
{
  const char *place = strstr (program, "here");
  guint line = 1;
  g_autofree char *stop = NULL, *records = NULL;
  const char *requests[] = { NULL, request, NULL }, *begin, *end;

  for (const char *p = program; p < place; p++)
    line += *p == '\n';
  requests[0] = stop = g_strdup_printf ("break\tprog.q:%u", line);
  records = rs_stand (program, "auto", requests);
  begin = strstr (records, "stopped\t");
  g_assert_nonnull (begin);
  begin = strchr (begin, '\n') + 1;
  end = strstr (begin, "done\n");
  return g_strndup (begin, end != NULL ? (gsize)(end - begin) : strlen (begin));
}
