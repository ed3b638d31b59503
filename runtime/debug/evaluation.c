/* Statements and conditions of the user, in a frame of the program that stands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/debug/protocol.h"

static gboolean
is_refused (const char *name, const RsFrame *frame, gpointer data)
{
  return rs_debugger_is_changed_at_work (data, frame, name);
}

/* In the middle of an instruction. What is assigned there is told to be a copy's. */
static gboolean
evaluate_beside (RsDebugger *self, const RsFrame *frame, const char *text, gboolean only_looks, RsValue *result,
                 gboolean *is_silent, GError **error)
{
  gboolean has_assigned = FALSE, ok;

  if (self->copies != NULL && self->copied != frame->serial)
    g_clear_pointer (&self->copies, g_hash_table_unref);
  if (self->copies == NULL)
    self->copies = rs_vm_extras_new ();
  self->copied = frame->serial;
  ok = rs_vm_evaluate_beside (self->session->vm, frame, text, self->copies, only_looks, is_refused, self, result,
                              is_silent, &has_assigned, error);
  if (has_assigned)
    rs_debugger_tell (self, "note",
                      "this has changed a copy: the program stands inside of what this line computes, and goes on with "
                      "its own values",
                      NULL);
  return ok;
}

gboolean
rs_debugger_evaluate (RsDebugger *self, const RsFrame *frame, const char *text, RsValue *result, gboolean *is_silent,
                      GError **error)
{
  g_autofree char *note = NULL;
  gboolean ok;

  if (self->is_inside)
    return evaluate_beside (self, frame, text, FALSE, result, is_silent, error);
  ok = rs_vm_evaluate_in (self->session->vm->current, frame, text, self->extras, result, is_silent, &note, error);
  if (note != NULL)
    rs_debugger_tell (self, "note", note, NULL);
  return ok;
}

gboolean
rs_debugger_look (RsDebugger *self, const RsFrame *frame, const char *text, RsValue *result, GError **error)
{
  gboolean is_silent;

  if (self->is_inside)
    return evaluate_beside (self, frame, text, TRUE, result, &is_silent, error);
  return rs_vm_look_in (self->session->vm->current, frame, text, self->extras, result, error);
}

gboolean
rs_debugger_holds (RsDebugger *self, const RsFrame *frame, const char *condition, gboolean *holds, GError **error)
{
  RsValue text = rs_value_new_string (condition, -1);
  gboolean ok = rs_vm_holds_in (self->session->vm->current, frame, text, holds, error);

  rs_value_clear (&text);
  return ok;
}
