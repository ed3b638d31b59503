/* Making a debugger, and what other threads ask of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/debug/protocol.h"

#include <string.h>

static void
clear_checked (gpointer data)
{
  rs_array_unref (((RsCheckedArray *)data)->array);
}

static void
unref_source (gpointer source)
{
  rs_source_unref (source);
}

RsDebugger *
rs_debugger_new (RsSession *session, const RsDebuggerCallbacks *callbacks)
{
  RsDebugger *self = g_new0 (RsDebugger, 1);

  g_assert (session->vm->hooks == NULL);
  self->session = session;
  self->callbacks = *callbacks;
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  g_queue_init (&self->requests);
  self->breakpoints = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_breakpoint_free);
  self->lines = g_hash_table_new (NULL, NULL);
  self->paths = g_hash_table_new_full (NULL, NULL, unref_source, g_free);
  self->extras = rs_vm_extras_new ();
  self->told = g_hash_table_new (NULL, NULL);
  self->loops_at_work = g_ptr_array_new ();
  self->checked = g_array_new (FALSE, FALSE, sizeof (RsCheckedArray));
  g_array_set_clear_func (self->checked, clear_checked);
  self->watches = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_watch_free);
  self->statistics = rs_debug_statistics_new ();
  self->errors = RS_DEBUG_ERRORS_UNCAUGHT;
  rs_error_watch_poll (rs_debugger_poll, self);
  rs_vm_set_hooks (session->vm, &rs_debugger_hooks, self);
  return self;
}

void
rs_debugger_free (RsDebugger *self)
{
  rs_error_watch_poll (NULL, NULL);
  rs_vm_set_hooks (self->session->vm, NULL, NULL);
  g_array_unref (self->statistics);
  g_ptr_array_unref (self->watches);
  g_array_unref (self->checked);
  g_hash_table_unref (self->extras);
  g_hash_table_unref (self->told);
  g_ptr_array_unref (self->loops_at_work);
  g_clear_pointer (&self->copies, g_hash_table_unref);
  g_hash_table_unref (self->paths);
  g_hash_table_unref (self->lines);
  g_clear_pointer (&self->concerned, g_hash_table_unref);
  g_ptr_array_unref (self->breakpoints);
  g_queue_clear_full (&self->requests, g_free);
  rs_debugger_forget_item (self);
  g_free (self->program_path);
  g_free (self->wanted_call);
  g_free (self->program_text);
  g_cond_clear (&self->cond);
  g_mutex_clear (&self->lock);
  g_free (self);
}

gboolean
rs_debugger_is_resuming (RsDebugger *self)
{
  return self->is_resuming;
}

void
rs_debugger_set_program (RsDebugger *self, const char *path, const char *text)
{
  g_free (self->program_path);
  g_free (self->program_text);
  self->program_path = g_canonicalize_filename (path, NULL);
  self->program_text = g_strdup (text);
  g_clear_pointer (&self->concerned, g_hash_table_unref);
}

void
rs_debugger_set_starts_paused (RsDebugger *self, gboolean starts_paused)
{
  self->is_starting = starts_paused;
  self->is_detached = FALSE;
  self->step.mode = RS_DEBUG_CONTINUE;
  rs_debugger_update_reaching (self);
}

void
rs_debugger_program_ended (RsDebugger *self, int status)
{
  g_autofree char *number = g_strdup_printf ("%d", status);

  self->is_starting = FALSE;
  self->step.mode = RS_DEBUG_CONTINUE;
  if (self->item.is_wanted)
    {
      g_autofree char *text = g_strdup_printf ("no launch%s%s had a work item [%s]",
                                               self->item.kernel != NULL ? " of " : "",
                                               self->item.kernel != NULL ? self->item.kernel : "", self->item.text);

      rs_debugger_tell (self, "note", text, NULL);
    }
  rs_debugger_forget_item (self);
  rs_debugger_end_watches (self);
  rs_debugger_forget_checks (self);
  g_hash_table_remove_all (self->paths);
  g_hash_table_remove_all (self->extras);
  g_hash_table_remove_all (self->told);
  g_clear_pointer (&self->concerned, g_hash_table_unref);
  rs_debugger_update_reaching (self);
  rs_debugger_tell (self, "ended", number, NULL);
}

/* Wherever the program is, in compiled code as well, requests and a pause are seen soon. From any thread and in a
 * signal handler. */
static void
wake (RsDebugger *self)
{
  rs_vm_wake (self->session->vm);
  if (self->session->interrupt != NULL)
    self->session->interrupt (&self->session->stop);
}

void
rs_debugger_send (RsDebugger *self, const char *request)
{
  g_mutex_lock (&self->lock);
  g_queue_push_tail (&self->requests, g_strdup (request));
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);
  wake (self);
}

void
rs_debugger_set_workspace (RsDebugger *self, const RsDebugWorkspace *functions, gpointer workspace)
{
  self->workspace = functions;
  self->workspace_data = workspace;
}

void
rs_debugger_set_idle (RsDebugger *self, gboolean is_idle)
{
  self->is_idle = is_idle;
}

void
rs_debugger_leave (RsDebugger *self)
{
  g_mutex_lock (&self->lock);
  self->is_leaving = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);
}

/* NULL: to leave. (transfer full) */
static char *
wait_for_request (RsDebugger *self)
{
  char *request;

  g_mutex_lock (&self->lock);
  while (g_queue_is_empty (&self->requests) && !self->is_leaving)
    g_cond_wait (&self->cond, &self->lock);
  request = self->is_leaving ? NULL : g_queue_pop_head (&self->requests);
  g_mutex_unlock (&self->lock);
  return request;
}

void
rs_debugger_serve (RsDebugger *self)
{
  char *request;

  g_assert (!self->is_stopped);
  self->is_idle = TRUE;
  while ((request = wait_for_request (self)) != NULL)
    {
      rs_debugger_handle (self, request);
      g_free (request);
    }
  self->is_idle = FALSE;
}

void
rs_debugger_pause (RsDebugger *self)
{
  __atomic_store_n (&self->pause_wanted, TRUE, __ATOMIC_SEQ_CST);
  wake (self);
}

void
rs_debugger_resume (RsDebugger *self, RsDebugMode mode)
{
  self->is_resuming = TRUE;
  self->resume_mode = mode;
}

void
rs_debugger_detach (RsDebugger *self)
{
  self->is_detached = TRUE;
  rs_debugger_resume (self, RS_DEBUG_CONTINUE);
  rs_debugger_update_reaching (self);
}
