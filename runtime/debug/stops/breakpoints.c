/* The table of breakpoints, and whether one stops.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include <string.h>

#define MOST_FAILURES 1000u /* of a condition in a row */

void
rs_breakpoint_free (RsBreakpoint *self)
{
  g_free (self->place);
  g_free (self->path);
  g_free (self->condition);
  g_free (self->failure);
  g_free (self->message);
  g_free (self->watched);
  g_free (self);
}

void
rs_debugger_update_breakpoints (RsDebugger *self)
{
  g_hash_table_remove_all (self->lines);
  g_clear_pointer (&self->concerned, g_hash_table_unref);
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      const RsBreakpoint *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (!breakpoint->is_off && breakpoint->watched == NULL)
        g_hash_table_add (self->lines, GUINT_TO_POINTER (breakpoint->line));
    }
  rs_debugger_update_reaching (self);
}

void
rs_debugger_add_breakpoint (RsDebugger *self, RsBreakpoint *breakpoint)
{
  breakpoint->number = ++self->last_number;
  g_ptr_array_add (self->breakpoints, breakpoint);
  rs_debugger_update_breakpoints (self);
}

RsBreakpoint *
rs_debugger_find_breakpoint (RsDebugger *self, int number)
{
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      RsBreakpoint *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (breakpoint->number == number)
        return breakpoint;
    }
  return NULL;
}

void
rs_debugger_remove_breakpoint (RsDebugger *self, RsBreakpoint *breakpoint)
{
  g_assert (g_ptr_array_find (self->breakpoints, breakpoint, NULL));
  for (guint i = self->watches->len; i-- > 0;)
    if (((const RsWatch *)g_ptr_array_index (self->watches, i))->number == breakpoint->number)
      g_ptr_array_remove_index (self->watches, i);
  g_ptr_array_remove (self->breakpoints, breakpoint);
  rs_debugger_update_breakpoints (self);
}

const char *
rs_debugger_get_path (RsDebugger *self, const RsSource *source)
{
  const char *path = g_hash_table_lookup (self->paths, source);
  char *made;

  if (path != NULL)
    return path;
  made = g_canonicalize_filename (rs_source_get_name (source), NULL);
  g_hash_table_insert (self->paths, rs_source_ref ((RsSource *)source), made);
  return made;
}

/* Text of a message with {expressions} in it, evaluated where the program stands. */
static char *
fill_message (RsDebugger *self, const RsFrame *frame, const char *message)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *brace;

  while ((brace = strchr (message, '{')) != NULL && strchr (brace, '}') != NULL)
    {
      const char *end = strchr (brace, '}');
      g_autofree char *expression = g_strndup (brace + 1, (gsize)(end - brace - 1));
      g_autoptr (GError) error = NULL;
      RsValue value = RS_NONE;
      gboolean is_silent;

      g_string_append_len (text, message, brace - message);
      if (rs_debugger_evaluate (self, frame, expression, &value, &is_silent, &error))
        rs_value_format (value, FALSE, text);
      else
        g_string_append_printf (text, "{%s: %s}", expression, error->message);
      rs_value_clear (&value);
      message = end + 1;
    }
  g_string_append (text, message);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A condition with an error stops once and says why. It does not hold where it has one again; after so many in a row it
 * is not computed any more, since an error takes long. */
static gboolean
condition_holds (RsDebugger *self, const RsFrame *frame, RsBreakpoint *breakpoint, char **detail)
{
  g_autoptr (GError) error = NULL;
  gboolean holds = FALSE;

  if (breakpoint->condition == NULL)
    return TRUE;
  if (breakpoint->n_failures >= MOST_FAILURES)
    return FALSE;
  if (rs_debugger_holds (self, frame, breakpoint->condition, &holds, &error))
    {
      breakpoint->n_failures = 0;
      return holds;
    }
  breakpoint->n_failures++;
  if (breakpoint->failure != NULL)
    return FALSE;
  breakpoint->failure = g_strdup (error->message);
  *detail = g_strdup_printf ("its condition \"%s\" has an error, which stops only once: %s", breakpoint->condition,
                             error->message);
  return TRUE;
}

static gboolean
stops (RsDebugger *self, const RsFrame *frame, RsBreakpoint *breakpoint, char **detail)
{
  if (!condition_holds (self, frame, breakpoint, detail))
    return FALSE;
  breakpoint->n_hits++;
  if (breakpoint->n_hits < breakpoint->wanted && *detail == NULL)
    return FALSE;
  if (breakpoint->message != NULL && *detail == NULL)
    {
      g_autofree char *text = fill_message (self, frame, breakpoint->message);

      rs_session_flush (self->session);
      rs_debugger_tell (self, "message", text, NULL);
      return FALSE;
    }
  return TRUE;
}

RsBreakpoint *
rs_debugger_hit (RsDebugger *self, RsThread *thread, guint pc, char **detail)
{
  const RsFrame *frame = rs_thread_top (thread);
  const RsOpcode op = frame->proto->code[pc].op;
  const guint line = rs_vm_get_lines (frame->proto)[pc];
  const char *path;

  *detail = NULL;
  if (op == RS_OPCODE_FOR_LOOP || op == RS_OPCODE_EACH_LOOP
      || !g_hash_table_contains (self->lines, GUINT_TO_POINTER (line)))
    return NULL;
  path = rs_debugger_get_path (self, frame->proto->module->source);
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      RsBreakpoint *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (breakpoint->line == line && !breakpoint->is_off && breakpoint->watched == NULL
          && strcmp (breakpoint->path, path) == 0 && stops (self, frame, breakpoint, detail))
        return breakpoint;
    }
  return NULL;
}

gboolean
rs_debugger_has_breakpoint (const RsDebugger *self, const char *path, guint line)
{
  if (!g_hash_table_contains (self->lines, GUINT_TO_POINTER (line)))
    return FALSE;
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      const RsBreakpoint *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (breakpoint->line == line && !breakpoint->is_off && breakpoint->watched == NULL
          && strcmp (breakpoint->path, path) == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
rs_debug_holds_breakpoint (RsDebugger *self, const RsModule *module, const RsNode *node)
{
  const char *path = rs_debugger_get_path (self, module->source);
  guint first, last;

  rs_source_locate (module->source, node->span.start, &first, NULL);
  rs_source_locate (module->source, node->span.end, &last, NULL);
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      const RsBreakpoint *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (!breakpoint->is_off && breakpoint->watched == NULL && breakpoint->line >= first && breakpoint->line <= last
          && g_strcmp0 (breakpoint->path, path) == 0)
        return TRUE;
    }
  return FALSE;
}
