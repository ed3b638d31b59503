/* Statements and conditions of the user, in a frame of the program that stands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

gboolean
rs_debugger_evaluate (RsDebugger *self, const RsFrame *frame, const char *text, RsValue *result, gboolean *is_silent,
                      GError **error)
{
  return rs_vm_evaluate_in (self->session->vm->current, frame, text, self->extras, result, is_silent, error);
}

gboolean
rs_debugger_look (RsDebugger *self, const RsFrame *frame, const char *text, RsValue *result, GError **error)
{
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
