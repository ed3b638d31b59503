/* A session, its debugger and the console that keeps what a program leaves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/run/debug-host.h"

#include "runtime/console.h"
#include "runtime/debug/protocol.h"

struct _RsDebugHost {
  RsDebuggerCallbacks callbacks;
  RsSource *program;
  RsSession *session;
  RsConsole *console; /* from rs_debug_host_run on */

  GMutex lock;
  RsDebugger *debugger; /* under lock; NULL before and after */
  GQueue early;         /* under lock; of char *: requests that wait for the debugger */
  gboolean is_leaving;  /* under lock */
  gboolean is_over;     /* under lock */
};

RsDebugHost *
rs_debug_host_new (void (*tell) (const char *record, gpointer data), gpointer data)
{
  RsDebugHost *self = g_new0 (RsDebugHost, 1);

  self->callbacks = (RsDebuggerCallbacks){ .tell = tell, .data = data };
  g_mutex_init (&self->lock);
  g_queue_init (&self->early);
  return self;
}

void
rs_debug_host_free (RsDebugHost *self)
{
  g_queue_clear_full (&self->early, g_free);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* From here on requests go to the debugger. */
static void
publish (RsDebugHost *self, RsDebugger *debugger)
{
  char *request;

  g_mutex_lock (&self->lock);
  self->debugger = debugger;
  while ((request = g_queue_pop_head (&self->early)) != NULL)
    {
      rs_debugger_send (debugger, request);
      g_free (request);
    }
  if (self->is_leaving)
    rs_debugger_leave (debugger);
  g_mutex_unlock (&self->lock);
}

void
rs_debug_host_open (RsDebugHost *self, RsSession *session, const char *name, const char *text,
                    const RsDebugStart *start)
{
  RsDebugger *debugger = rs_debugger_new (session, &self->callbacks);

  self->session = session;
  self->program = rs_source_new_from_text (name, text, -1);
  rs_debugger_set_program (debugger, name, text);
  for (guint i = 0; start->first[i] != NULL; i++)
    rs_debugger_handle (debugger, start->first[i]);
  if (start->is_paused)
    rs_debugger_set_starts_paused (debugger, TRUE);
  publish (self, debugger);
}

int
rs_debug_host_run (RsDebugHost *self, const char *const *arguments)
{
  int status;

  self->console = rs_console_new (self->session);
  rs_debugger_set_workspace (self->debugger, &rs_console_workspace, self->console);
  status = rs_console_run_program (self->console, self->program, arguments);
  rs_debugger_program_ended (self->debugger, status);
  return status;
}

void
rs_debug_host_stay (RsDebugHost *self)
{
  rs_debugger_serve (self->debugger);
}

void
rs_debug_host_close (RsDebugHost *self)
{
  g_clear_pointer (&self->console, rs_console_free);
  g_mutex_lock (&self->lock);
  self->is_over = TRUE;
  g_clear_pointer (&self->debugger, rs_debugger_free);
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&self->program, rs_source_unref);
}

gboolean
rs_debug_host_ask (RsDebugHost *self, const char *request)
{
  gboolean is_taken;

  g_mutex_lock (&self->lock);
  is_taken = !self->is_over;
  if (self->debugger != NULL)
    rs_debugger_send (self->debugger, request);
  else if (is_taken)
    g_queue_push_tail (&self->early, g_strdup (request));
  g_mutex_unlock (&self->lock);
  return is_taken;
}

void
rs_debug_host_leave (RsDebugHost *self)
{
  g_mutex_lock (&self->lock);
  self->is_leaving = TRUE;
  if (self->debugger != NULL)
    rs_debugger_leave (self->debugger);
  g_mutex_unlock (&self->lock);
}
