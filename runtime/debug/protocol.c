/* The requests.
 *
 *   break PLACE [once] [off] [if=CONDITION] [hits=N] [say=MESSAGE] [number=N]   number: replaces that breakpoint
 *   program PATH TEXT                                     that places without a file are in, while none runs
 *   watch NAME                                            a variable, an element or member of one, or `object N`
 *   delete [NUMBER], enable NUMBER, disable NUMBER, breakpoints
 *   continue, step [FUNCTION], over, out, until PLACE, jump LINE, item POSITION [KERNEL], pause, stop, detach
 *   stack, calls FRAME, frame INDEX, text FRAME, variables FRAME, complete FRAME PREFIX, entry FRAME NAME,
 *   members FRAME NAME PATH                               PATH: "2/0": of member 0 of member 2; "": of NAME itself
 *   evaluate FRAME TEXT, expression FRAME TEXT, look FRAME TEXT, command FRAME TEXT
 *   statistics FRAME NAME, table FRAME NAME ROW ROWS COLUMN COLUMNS PLANE, picture FRAME NAME WIDTH HEIGHT,
 *   curve FRAME NAME PARTS, histogram FRAME NAME BINS
 *   image FRAME NAME, samples FRAME NAME SLICE X Y STEP WIDTH HEIGHT, along FRAME NAME SLICE X0 Y0 X1 Y1 N
 *   errors none|uncaught|all, nan on|off, warnings on|off, library on|off
 *
 * FRAME is a number from 0, the innermost, or `workspace` when no program runs; NAME is a variable, or an expression in
 * a frame. POSITION is of a work item: the next launch that has it stops there, in a copy of the work item (item.c).
 * PLACE is LINE, FILE:LINE or FUNCTION; {expressions} in MESSAGE are evaluated. `evaluate` runs statements,
 * `expression` shows the value of one and answers with a `watch` record also when that fails. `look` computes only what
 * has no effect: no calls. `entry` asks what may be typed to assign a variable the value that it has. `command` carries
 * out what a person has typed, a command (commands.def) or statements; what a command answers comes in `shown` records.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/protocol.h"

#include "runtime/debug/debugger-private.h"
#include "runtime/debug/stops/condition.h"

#include <string.h>

#define MOST_BREAKPOINTS 10000

enum {
  NEEDS_STOP = 1 << 0,
  IS_QUESTION = 1 << 1, /* of a panel, which says itself why there is no answer */
};

typedef struct {
  const char *name;
  guint least, most; /* fields behind the name */
  guint flags;
  gboolean (*handle) (RsDebugger *self, char **fields, GError **error);
} Request;

gboolean
rs_debug_fail (GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER, text);
  return FALSE;
}

/* --- breakpoints --- */

static void
tell_breakpoint (RsDebugger *self, const RsBreakpoint *breakpoint)
{
  g_autofree char *number = g_strdup_printf ("%d", breakpoint->number);
  g_autofree char *line = g_strdup_printf ("%u", breakpoint->line);
  g_autofree char *hits = g_strdup_printf ("%" G_GUINT64_FORMAT, breakpoint->n_hits);
  g_autofree char *wanted = g_strdup_printf ("%" G_GUINT64_FORMAT, breakpoint->wanted);

  rs_debugger_tell (self, "breakpoint", number, breakpoint->place, breakpoint->path != NULL ? breakpoint->path : "",
                    line, breakpoint->is_off ? "off" : "on", hits,
                    breakpoint->condition != NULL ? breakpoint->condition : "", wanted,
                    breakpoint->message != NULL ? breakpoint->message : "",
                    breakpoint->watched != NULL ? breakpoint->watched : "", breakpoint->is_temporary ? "once" : "",
                    breakpoint->failure != NULL ? breakpoint->failure : "", NULL);
}

static gboolean
find_breakpoint (RsDebugger *self, const char *text, RsBreakpoint **breakpoint, GError **error)
{
  guint64 number = 0;

  *breakpoint = NULL;
  if (g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &number, NULL))
    *breakpoint = rs_debugger_find_breakpoint (self, (int)number);
  return *breakpoint != NULL || rs_debug_fail (error, "there is no breakpoint %s", text);
}

static gboolean
check_condition (const char *condition, GError **error)
{
  if (rs_debug_check_condition (condition, error))
    return TRUE;
  g_prefix_error (error, "the condition \"%s\": ", condition);
  return FALSE;
}

static gboolean
read_option (RsDebugger *self, RsBreakpoint *breakpoint, const char *field, RsBreakpoint **replaced, GError **error)
{
  if (strcmp (field, "once") == 0)
    breakpoint->is_temporary = TRUE;
  else if (strcmp (field, "off") == 0)
    breakpoint->is_off = TRUE;
  else if (g_str_has_prefix (field, "if="))
    {
      g_free (breakpoint->condition);
      breakpoint->condition = field[3] != '\0' ? g_strdup (field + 3) : NULL;
      return breakpoint->condition == NULL || check_condition (breakpoint->condition, error);
    }
  else if (g_str_has_prefix (field, "say="))
    {
      g_free (breakpoint->message);
      breakpoint->message = field[4] != '\0' ? g_strdup (field + 4) : NULL;
    }
  else if (g_str_has_prefix (field, "hits="))
    return g_ascii_string_to_unsigned (field + 5, 10, 0, G_MAXUINT32, &breakpoint->wanted, NULL)
           || rs_debug_fail (error, "\"%s\" is no number of hits", field + 5);
  else if (g_str_has_prefix (field, "number="))
    return find_breakpoint (self, field + 7, replaced, error);
  else
    return rs_debug_fail (error, "break: there is no option \"%s\"", field);
  return TRUE;
}

static gboolean
handle_break (RsDebugger *self, char **fields, GError **error)
{
  RsBreakpoint *breakpoint = g_new0 (RsBreakpoint, 1), *replaced = NULL;
  gboolean ok = self->breakpoints->len < MOST_BREAKPOINTS
                || rs_debug_fail (error, "there are %d breakpoints already", MOST_BREAKPOINTS);

  breakpoint->place = g_strdup (fields[0]);
  for (guint i = 1; ok && fields[i] != NULL; i++)
    ok = read_option (self, breakpoint, fields[i], &replaced, error);
  ok = ok && rs_debug_read_place (self, fields[0], &breakpoint->path, &breakpoint->asked, &breakpoint->line, error);
  if (!ok)
    {
      rs_breakpoint_free (breakpoint);
      return FALSE;
    }
  rs_debugger_add_breakpoint (self, breakpoint);
  if (replaced != NULL)
    {
      breakpoint->number = replaced->number;
      rs_debugger_remove_breakpoint (self, replaced);
      self->last_number--;
    }
  if (breakpoint->line != breakpoint->asked)
    {
      g_autofree char *number = g_strdup_printf ("%d", breakpoint->number);
      g_autofree char *asked = g_strdup_printf ("%u", breakpoint->asked),
                      *line = g_strdup_printf ("%u", breakpoint->line);

      rs_debugger_tell (self, "moved", number, asked, line, NULL);
    }
  tell_breakpoint (self, breakpoint);
  return TRUE;
}

/* What places without a file mean, while no program runs. */
static gboolean
handle_program (RsDebugger *self, char **fields, GError **error)
{
  if (!self->is_idle)
    return rs_debug_fail (error, "program: one runs");
  rs_debugger_set_program (self, fields[0], fields[1]);
  return TRUE;
}

static gboolean
handle_watch (RsDebugger *self, char **fields, GError **error)
{
  RsBreakpoint *breakpoint = g_new0 (RsBreakpoint, 1);

  breakpoint->place = g_strdup (fields[0]);
  breakpoint->watched = g_strdup (fields[0]);
  if (!rs_debugger_add_watch (self, breakpoint, error))
    {
      rs_breakpoint_free (breakpoint);
      return FALSE;
    }
  tell_breakpoint (self, breakpoint);
  return TRUE;
}

static gboolean
handle_delete (RsDebugger *self, char **fields, GError **error)
{
  RsBreakpoint *breakpoint;
  g_autofree char *number = NULL;

  if (fields[0] == NULL)
    {
      while (self->breakpoints->len > 0)
        {
          g_autofree char *one = NULL;

          breakpoint = g_ptr_array_index (self->breakpoints, self->breakpoints->len - 1);
          one = g_strdup_printf ("%d", breakpoint->number);
          rs_debugger_remove_breakpoint (self, breakpoint);
          rs_debugger_tell (self, "deleted", one, NULL);
        }
      return TRUE;
    }
  if (!find_breakpoint (self, fields[0], &breakpoint, error))
    return FALSE;
  number = g_strdup_printf ("%d", breakpoint->number);
  rs_debugger_remove_breakpoint (self, breakpoint);
  rs_debugger_tell (self, "deleted", number, NULL);
  return TRUE;
}

static gboolean
switch_breakpoint (RsDebugger *self, const char *number, gboolean is_off, GError **error)
{
  RsBreakpoint *breakpoint;

  if (!find_breakpoint (self, number, &breakpoint, error))
    return FALSE;
  breakpoint->is_off = is_off;
  rs_debugger_update_breakpoints (self);
  tell_breakpoint (self, breakpoint);
  return TRUE;
}

static gboolean
handle_enable (RsDebugger *self, char **fields, GError **error)
{
  return switch_breakpoint (self, fields[0], FALSE, error);
}

static gboolean
handle_disable (RsDebugger *self, char **fields, GError **error)
{
  return switch_breakpoint (self, fields[0], TRUE, error);
}

static gboolean
handle_breakpoints (RsDebugger *self, char **fields, GError **error)
{
  for (guint i = 0; i < self->breakpoints->len; i++)
    tell_breakpoint (self, g_ptr_array_index (self->breakpoints, i));
  return TRUE;
}

/* --- going on --- */

static gboolean
go_on (RsDebugger *self, RsDebugMode mode)
{
  g_clear_pointer (&self->wanted_call, g_free);
  rs_debugger_resume (self, mode);
  rs_debugger_tell (self, "running", NULL);
  return TRUE;
}

static gboolean
handle_continue (RsDebugger *self, char **fields, GError **error)
{
  return go_on (self, RS_DEBUG_CONTINUE);
}

static gboolean
handle_step (RsDebugger *self, char **fields, GError **error)
{
  if (fields[0] == NULL)
    return go_on (self, RS_DEBUG_STEP);
  if (!rs_debugger_want_call (self, fields[0], error))
    return FALSE;
  rs_debugger_resume (self, RS_DEBUG_STEP);
  rs_debugger_tell (self, "running", NULL);
  return TRUE;
}

static gboolean
handle_over (RsDebugger *self, char **fields, GError **error)
{
  return go_on (self, RS_DEBUG_STEP_OVER);
}

static gboolean
handle_out (RsDebugger *self, char **fields, GError **error)
{
  return go_on (self, RS_DEBUG_STEP_OUT);
}

static gboolean
handle_until (RsDebugger *self, char **fields, GError **error)
{
  char *request[] = { fields[0], (char *)"once", NULL };

  return handle_break (self, request, error) && go_on (self, RS_DEBUG_CONTINUE);
}

static gboolean
handle_jump (RsDebugger *self, char **fields, GError **error)
{
  guint64 line = 0;

  if (!g_ascii_string_to_unsigned (fields[0], 10, 1, G_MAXINT, &line, NULL))
    return rs_debug_fail (error, "jump: \"%s\" is no line of the function that the program stands in", fields[0]);
  return rs_debugger_jump (self, (guint)line, error);
}

/* Before a run it is kept for that. */
static gboolean
handle_item (RsDebugger *self, char **fields, GError **error)
{
  if (!rs_debugger_want_item (self, fields[0], fields[1], error))
    return FALSE;
  if (self->is_stopped && self->thread->n_item > 0 && !self->thread->vm->is_lone)
    rs_debugger_tell (self, "note",
                      "the launch that the program stood in had begun, and can't begin anew: the next one that has the "
                      "work item stands there; to look at several of one launch, ask for the first before it begins",
                      NULL);
  return !self->is_stopped || go_on (self, RS_DEBUG_CONTINUE);
}

static gboolean
handle_pause (RsDebugger *self, char **fields, GError **error)
{
  if (!self->is_stopped)
    rs_debugger_pause (self);
  rs_debugger_update_reaching (self);
  return TRUE;
}

static gboolean
handle_stop (RsDebugger *self, char **fields, GError **error)
{
  rs_session_stop (self->session);
  if (self->is_stopped)
    rs_debugger_resume (self, RS_DEBUG_CONTINUE);
  return TRUE;
}

static gboolean
handle_detach (RsDebugger *self, char **fields, GError **error)
{
  rs_debugger_detach (self);
  return TRUE;
}

/* --- looking --- */

gboolean
rs_debugger_find_frame (RsDebugger *self, const char *text, const RsFrame **frame, GError **error)
{
  guint64 index = 0;

  *frame = NULL;
  if (!self->is_stopped)
    return rs_debug_fail (error, "no program stands: set a breakpoint and run");
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &index, NULL))
    *frame = rs_debugger_get_frame (self, (guint)index);
  return *frame != NULL
         || rs_debug_fail (error, "there is no frame %s; there are %u", text, rs_debugger_count_frames (self));
}

static void
tell_frame (RsDebugger *self, const RsFrame *frame, guint index)
{
  g_autofree char *number = g_strdup_printf ("%u", index);
  g_autofree char *line = g_strdup_printf ("%u", rs_debug_frame_line (frame));

  rs_debugger_tell (self, "frame", number, frame->proto->name, rs_source_get_name (frame->proto->module->source), line,
                    NULL);
}

static gboolean
handle_calls (RsDebugger *self, char **fields, GError **error)
{
  g_autoptr (GPtrArray) names = NULL;
  const RsFrame *frame;

  if (!rs_debugger_find_frame (self, fields[0], &frame, error))
    return FALSE;
  names = rs_debugger_list_calls (frame);
  for (guint i = 0; i < names->len; i++)
    rs_debugger_tell (self, "call", g_ptr_array_index (names, i), NULL);
  return TRUE;
}

static gboolean
handle_frame (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;

  if (!rs_debugger_find_frame (self, fields[0], &frame, error))
    return FALSE;
  tell_frame (self, frame, (guint)g_ascii_strtoull (fields[0], NULL, 10));
  return TRUE;
}

#define LINES_AROUND 5u

static gboolean
handle_text (RsDebugger *self, char **fields, GError **error)
{
  const RsFrame *frame;
  guint line;

  if (!rs_debugger_find_frame (self, fields[0], &frame, error))
    return FALSE;
  line = rs_debug_frame_line (frame);
  for (guint i = line > LINES_AROUND ? line - LINES_AROUND : 1; i <= line + LINES_AROUND; i++)
    {
      g_autofree char *text = rs_source_dup_line (frame->proto->module->source, i);
      g_autofree char *number = g_strdup_printf ("%u", i);

      if (text != NULL)
        rs_debugger_tell (self, "line", number, text, i == line ? "here" : "", NULL);
    }
  return TRUE;
}

#define MOST_FRAMES 1000

static gboolean
handle_stack (RsDebugger *self, char **fields, GError **error)
{
  guint n = rs_debugger_count_frames (self);

  for (guint i = 0; i < n; i++)
    {
      if (i == MOST_FRAMES / 2 && n > MOST_FRAMES)
        {
          g_autofree char *text = g_strdup_printf ("... %u calls", n - MOST_FRAMES);

          rs_debugger_tell (self, "note", text, NULL);
          i = n - MOST_FRAMES / 2 - 1;
          continue;
        }
      tell_frame (self, rs_debugger_get_frame (self, i), i);
    }
  return TRUE;
}

/* --- settings --- */

static gboolean
handle_errors (RsDebugger *self, char **fields, GError **error)
{
  static const char *const words[] = { [RS_DEBUG_ERRORS_NONE] = "none", [RS_DEBUG_ERRORS_UNCAUGHT] = "uncaught",
                                       [RS_DEBUG_ERRORS_ALL] = "all" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (fields[0], words[i]) == 0)
      {
        self->errors = (RsDebugErrors)i;
        return TRUE;
      }
  return rs_debug_fail (error, "errors: none, uncaught or all, not \"%s\"", fields[0]);
}

static gboolean
read_switch (const char *name, const char *text, gboolean *value, GError **error)
{
  if (strcmp (text, "on") != 0 && strcmp (text, "off") != 0)
    return rs_debug_fail (error, "%s: on or off, not \"%s\"", name, text);
  *value = strcmp (text, "on") == 0;
  return TRUE;
}

static gboolean
handle_nan (RsDebugger *self, char **fields, GError **error)
{
  gboolean ok = read_switch ("nan", fields[0], &self->checks_finite, error);

  rs_debugger_update_reaching (self);
  return ok;
}

static gboolean
handle_warnings (RsDebugger *self, char **fields, GError **error)
{
  return read_switch ("warnings", fields[0], &self->stops_on_warnings, error);
}

static gboolean
handle_library (RsDebugger *self, char **fields, GError **error)
{
  return read_switch ("library", fields[0], &self->enters_library, error);
}

/* --- all --- */

static const Request requests[] = {
  { "break", 1, 8, 0, handle_break },
  { "program", 2, 2, 0, handle_program },
  { "watch", 1, 1, 0, handle_watch },
  { "delete", 0, 1, 0, handle_delete },
  { "enable", 1, 1, 0, handle_enable },
  { "disable", 1, 1, 0, handle_disable },
  { "breakpoints", 0, 0, 0, handle_breakpoints },
  { "continue", 0, 0, NEEDS_STOP, handle_continue },
  { "step", 0, 1, NEEDS_STOP, handle_step },
  { "over", 0, 0, NEEDS_STOP, handle_over },
  { "out", 0, 0, NEEDS_STOP, handle_out },
  { "until", 1, 1, NEEDS_STOP, handle_until },
  { "jump", 1, 1, NEEDS_STOP, handle_jump },
  { "item", 1, 2, 0, handle_item },
  { "pause", 0, 0, 0, handle_pause },
  { "stop", 0, 0, 0, handle_stop },
  { "detach", 0, 0, 0, handle_detach },
  { "stack", 0, 0, NEEDS_STOP, handle_stack },
  { "calls", 1, 1, NEEDS_STOP | IS_QUESTION, handle_calls },
  { "frame", 1, 1, NEEDS_STOP, handle_frame },
  { "text", 1, 1, NEEDS_STOP, handle_text },
  { "variables", 1, 1, 0, rs_debugger_handle_variables },
  { "complete", 2, 2, IS_QUESTION, rs_debugger_handle_complete },
  { "members", 3, 3, IS_QUESTION, rs_debugger_handle_members },
  { "entry", 2, 2, IS_QUESTION, rs_debugger_handle_entry },
  { "evaluate", 2, 2, 0, rs_debugger_handle_evaluate },
  { "expression", 2, 2, 0, rs_debugger_handle_expression },
  { "command", 2, 2, 0, rs_debugger_handle_command },
  { "look", 2, 2, NEEDS_STOP | IS_QUESTION, rs_debugger_handle_look },
  { "statistics", 2, 2, IS_QUESTION, rs_debugger_handle_statistics },
  { "table", 7, 7, IS_QUESTION, rs_debugger_handle_table },
  { "picture", 4, 4, IS_QUESTION, rs_debugger_handle_picture },
  { "curve", 3, 3, IS_QUESTION, rs_debugger_handle_curve },
  { "histogram", 3, 4, IS_QUESTION, rs_debugger_handle_histogram },
  { "image", 2, 2, IS_QUESTION, rs_debugger_handle_image },
  { "samples", 8, 8, IS_QUESTION, rs_debugger_handle_samples },
  { "along", 8, 8, IS_QUESTION, rs_debugger_handle_line },
  { "errors", 1, 1, 0, handle_errors },
  { "nan", 1, 1, 0, handle_nan },
  { "warnings", 1, 1, 0, handle_warnings },
  { "library", 1, 1, 0, handle_library },
};

static const Request *
find_request (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (requests); i++)
    if (strcmp (requests[i].name, name) == 0)
      return &requests[i];
  return NULL;
}

gboolean
rs_debugger_carry_out (RsDebugger *self, char **fields, GError **error)
{
  const Request *request = find_request (fields[0]);
  guint n = g_strv_length (fields);

  if (request == NULL)
    return rs_debug_fail (error, "there is no request \"%.100s\"", n > 0 ? fields[0] : "");
  if (n - 1 < request->least || n - 1 > request->most)
    return rs_debug_fail (error, "%s takes %u to %u fields, not %u", fields[0], request->least, request->most, n - 1);
  if ((request->flags & NEEDS_STOP) && !self->is_stopped)
    return rs_debug_fail (error, "no program stands: set a breakpoint and run");
  return request->handle (self, fields + 1, error);
}

void
rs_debugger_handle (RsDebugger *self, const char *request)
{
  g_auto (GStrv) fields = rs_debug_split (request);
  g_autoptr (GError) error = NULL;
  const Request *known = fields != NULL ? find_request (fields[0]) : NULL;
  gboolean is_command = self->is_command; /* while an input of a command stands, others come */

  self->is_command = FALSE;
  if (fields == NULL)
    rs_debug_fail (&error, "the request is no line of text, or too long");
  else
    rs_debugger_carry_out (self, fields, &error);
  if (error != NULL)
    rs_debugger_tell (self, known != NULL && (known->flags & IS_QUESTION) ? "failed" : "error", error->message, NULL);
  else
    rs_debugger_tell (self, "done", NULL);
  self->is_command = is_command;
}
