/* Values that are no finite numbers, and variables and objects under watch.
 *
 * Both look at what an instruction has done when the next one is reached. Arrays have versions that every write
 * advances: only what was written is read again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/value/array.h"

#include <math.h>
#include <string.h>

/* --- finite --- */

static gboolean
is_finite (RsValue value)
{
  if (value.tag == RS_TAG_SCALAR)
    return isfinite (value.scalar);
  return value.tag != RS_TAG_COMPLEX || (isfinite (value.complex->re) && isfinite (value.complex->im));
}

static gint64
find_in_floats (const float *data, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (!isfinite (data[i]))
      return i;
  return -1;
}

static gint64
find_in_doubles (const double *data, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (!isfinite (data[i]))
      return i;
  return -1;
}

/* Index of the first element that is not finite; -1: all are. */
static gint64
find_not_finite (RsArray *array)
{
  gint64 found;

  switch (array->element)
    {
    case RS_ELEMENT_SINGLE:
      return find_in_floats (rs_array_read (array), array->n_elements);
    case RS_ELEMENT_DOUBLE:
      return find_in_doubles (rs_array_read (array), array->n_elements);
    default:
      if (!rs_element_is_complex (array->element))
        return -1;
      found = rs_array_get_bytes (array) == 16 * array->n_elements
                ? find_in_doubles (rs_array_read (array), 2 * array->n_elements)
                : find_in_floats (rs_array_read (array), 2 * array->n_elements);
      return found < 0 ? -1 : found / 2;
    }
}

/* The variable of the frame that holds the array; NULL: none. */
static const char *
find_name (const RsFrame *frame, const RsArray *array)
{
  for (guint i = 0; i < frame->proto->n_variables; i++)
    if (frame->registers[i].tag == RS_TAG_ARRAY && frame->registers[i].array == array)
      return ((const RsSymbol *)g_ptr_array_index (frame->proto->scope->variables, i))->name;
  return NULL;
}

/* "[1, 2] of x, a mat of 3x4, is nan". */
static char *
describe_element (const RsFrame *frame, RsArray *array, gint64 index)
{
  const char *name = find_name (frame, array);
  g_autoptr (GString) text = g_string_new ("[");
  RsValue value = rs_array_get_element (array, index);
  g_autofree char *type = rs_debug_describe_type (rs_value_object (array));
  g_autofree char *size = rs_debug_describe_size (rs_value_object (array));
  gint64 below = 1;

  for (int i = 0; i < array->rank; i++)
    {
      below = 1;
      for (int k = i + 1; k < array->rank; k++)
        below *= array->dims[k];
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", index / below % array->dims[i]);
    }
  g_string_append_printf (text, "] of %s%sa %s of %s%s is ", name != NULL ? name : "", name != NULL ? ", " : "", type,
                          size, name != NULL ? "," : "");
  rs_value_format (value, TRUE, text);
  rs_value_clear (&value);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
remember_array (RsDebugger *self, RsValue value)
{
  RsCheckedArray checked;

  if (value.tag != RS_TAG_ARRAY)
    return;
  for (guint i = 0; i < self->checked->len; i++)
    if (g_array_index (self->checked, RsCheckedArray, i).array == value.array)
      return;
  checked = (RsCheckedArray){ .array = rs_array_ref (value.array), .version = value.array->version,
                              .was_finite = find_not_finite (value.array) < 0 };
  g_array_append_val (self->checked, checked);
}

/* Registers that a launch at pc may write: [*first, *first + *n), or the inputs of a loop. */
static void
remember_inputs (RsDebugger *self, const RsFrame *frame, RsInstruction i)
{
  switch (i.op)
    {
    case RS_OPCODE_PARALLEL_DO:
      for (guint k = 0; k < i.b; k++)
        remember_array (self, frame->registers[i.a + k]);
      break;
    case RS_OPCODE_PARALLEL_DO_LIST:
      for (guint k = 0; k < frame->proto->lists[i.b].n; k++)
        remember_array (self, frame->registers[i.a + k]);
      break;
    case RS_OPCODE_OFFER_LOOP:
    case RS_OPCODE_OFFER_STEPS:
    case RS_OPCODE_OFFER_WHILE:
      for (guint k = 0; k < frame->proto->sites[i.b].n_inputs; k++)
        remember_array (self, frame->registers[frame->proto->sites[i.b].registers[k]]);
      break;
    default:
      break;
    }
}

void
rs_debugger_prepare_checks (RsDebugger *self, RsThread *thread, guint pc)
{
  const RsFrame *frame = rs_thread_top (thread);

  g_array_set_size (self->checked, 0);
  remember_inputs (self, frame, frame->proto->code[pc]);
}

void
rs_debugger_forget_checks (RsDebugger *self)
{
  g_array_set_size (self->checked, 0);
  for (guint i = 0; i < self->watches->len; i++)
    {
      RsWatch *watch = g_ptr_array_index (self->watches, i);

      rs_value_clear (&watch->value);
      g_clear_pointer (&watch->text, g_free);
      watch->place = NULL;
      watch->serial = 0;
    }
}

/* Whether the instruction makes a value in R[a]. */
static gboolean
makes_value (RsOpcode op)
{
  return (op >= RS_OPCODE_ADD && op <= RS_OPCODE_DIVIDE_CEIL) || op == RS_OPCODE_MATRIX
         || op == RS_OPCODE_CONSTRUCT || op == RS_OPCODE_CALL_BUILTIN || op == RS_OPCODE_CALL_BUILTIN_LIST;
}

static gboolean
check_value (const RsFrame *frame, RsValue value, char **detail)
{
  gint64 index;

  if (value.tag == RS_TAG_ARRAY)
    {
      index = find_not_finite (value.array);
      *detail = index >= 0 ? describe_element (frame, value.array, index) : NULL;
      return index >= 0;
    }
  if (is_finite (value))
    return FALSE;
  {
    g_autofree char *text = rs_debug_summarize (value);

    *detail = g_strdup_printf ("the result is %s", text);
    return TRUE;
  }
}

/* Whether an operand was not finite already: then it is no news. */
static gboolean
had_operand (const RsFrame *frame, RsInstruction i)
{
  char *detail = NULL;
  gboolean had = FALSE;

  if (i.op < RS_OPCODE_ADD || i.op > RS_OPCODE_DIVIDE_CEIL)
    return FALSE;
  if (i.b != i.a)
    had = check_value (frame, frame->registers[i.b], &detail);
  g_clear_pointer (&detail, g_free);
  if (!had && i.c != i.a && !(i.op >= RS_OPCODE_ADD_K && i.op <= RS_OPCODE_POWER_K))
    had = check_value (frame, frame->registers[i.c], &detail);
  g_free (detail);
  return had;
}

gboolean
rs_debugger_check_finite (RsDebugger *self, RsThread *thread, guint pc, char **detail)
{
  const RsFrame *frame = rs_thread_top (thread);
  RsInstruction i = frame->proto->code[pc];

  for (guint k = 0; k < self->checked->len; k++)
    {
      const RsCheckedArray *checked = &g_array_index (self->checked, RsCheckedArray, k);
      gint64 index;

      if (!checked->was_finite || checked->array->version == checked->version)
        continue;
      index = find_not_finite (checked->array);
      if (index < 0)
        continue;
      *detail = describe_element (frame, checked->array, index);
      g_array_set_size (self->checked, 0);
      return TRUE;
    }
  return makes_value (i.op) && check_value (frame, frame->registers[i.a], detail) && !had_operand (frame, i);
}

/* --- watches --- */

void
rs_watch_free (RsWatch *self)
{
  rs_value_clear (&self->value);
  g_free (self->text);
  g_free (self);
}

static guint64
version_of (RsValue value)
{
  return value.tag == RS_TAG_ARRAY ? value.array->version : 0;
}

/* What an object reads as, so that a change of its members shows. */
static char *
text_of (RsValue value)
{
  return value.tag == RS_TAG_OBJECT || value.tag == RS_TAG_CELL ? rs_debug_summarize (value) : NULL;
}

static void
note_value (RsWatch *watch, RsValue value)
{
  rs_value_ref (value);
  rs_value_clear (&watch->value);
  watch->value = value;
  watch->version = version_of (value);
  g_free (watch->text);
  watch->text = rs_debug_summarize (value);
}

static gboolean
has_changed (const RsWatch *watch, RsValue now)
{
  g_autofree char *text = NULL;

  if (now.tag != watch->value.tag || now.integer != watch->value.integer || version_of (now) != watch->version)
    return TRUE;
  text = text_of (now);
  return text != NULL && g_strcmp0 (text, watch->text) != 0;
}

/* The array of that number among the variables of all frames; NULL: none. */
static RsArray *
find_object (RsDebugger *self, guint64 oid)
{
  RsThread *threads[] = { self->thread, self->session->vm->main };

  for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
    for (guint k = 0; threads[t] != NULL && k < threads[t]->n_frames; k++)
      for (guint i = 0; i < threads[t]->frames[k].proto->n_registers; i++)
        {
          RsValue value = threads[t]->frames[k].registers[i];

          if (value.tag == RS_TAG_ARRAY && value.array->oid == oid)
            return value.array;
        }
  return NULL;
}

static gboolean
watch_object (RsDebugger *self, RsWatch *watch, const char *name, GError **error)
{
  guint64 oid = 0;
  RsArray *array;

  if (!g_ascii_string_to_unsigned (name, 10, 1, G_MAXUINT64, &oid, NULL) || (array = find_object (self, oid)) == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
                   "no variable holds an object %s; `list` shows their numbers", name);
      return FALSE;
    }
  note_value (watch, rs_value_object (array));
  return TRUE;
}

static gboolean
watch_variable (RsDebugger *self, RsWatch *watch, const char *name, GError **error)
{
  for (guint k = 0; k < rs_debugger_count_frames (self); k++)
    {
      const RsFrame *frame = rs_debugger_get_frame (self, k);

      for (guint i = 0; i < frame->proto->n_variables; i++)
        if (strcmp (((const RsSymbol *)g_ptr_array_index (frame->proto->scope->variables, i))->name, name) == 0)
          {
            watch->place = &frame->registers[i];
            watch->serial = frame->serial;
            watch->thread = k < self->thread->n_frames ? self->thread : self->session->vm->main;
            note_value (watch, *watch->place);
            return TRUE;
          }
    }
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
               "no function that is being called has a variable \"%s\"", name);
  return FALSE;
}

gboolean
rs_debugger_add_watch (RsDebugger *self, RsBreakpoint *breakpoint, GError **error)
{
  RsWatch *watch;
  gboolean ok;

  if (!self->is_stopped)
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
                           "a variable can be watched while the program stands: run, stop at a breakpoint, then watch");
      return FALSE;
    }
  watch = g_new0 (RsWatch, 1);
  ok = g_str_has_prefix (breakpoint->watched, "object ") ? watch_object (self, watch, breakpoint->watched + 7, error)
                                                         : watch_variable (self, watch, breakpoint->watched, error);
  if (!ok)
    {
      rs_watch_free (watch);
      return FALSE;
    }
  g_ptr_array_add (self->watches, watch);
  rs_debugger_add_breakpoint (self, breakpoint);
  watch->number = breakpoint->number;
  return TRUE;
}

/* Whether the frame of a watched register still stands. */
static gboolean
is_alive (const RsWatch *watch)
{
  for (guint i = 0; i < watch->thread->n_frames; i++)
    if (watch->thread->frames[i].serial == watch->serial)
      return TRUE;
  return FALSE;
}

static void
tell_deleted (RsDebugger *self, int number)
{
  g_autofree char *text = g_strdup_printf ("%d", number);

  rs_debugger_tell (self, "deleted", text, NULL);
}

/* Variables are gone with their functions; arrays that are watched by number stay. */
void
rs_debugger_end_watches (RsDebugger *self)
{
  for (guint i = self->watches->len; i-- > 0;)
    {
      const RsWatch *watch = g_ptr_array_index (self->watches, i);
      int number = watch->number;

      if (watch->place == NULL || (watch->thread == self->session->vm->main && is_alive (watch)))
        continue;
      rs_debugger_remove_breakpoint (self, rs_debugger_find_breakpoint (self, number));
      tell_deleted (self, number);
    }
}

gboolean
rs_debugger_check_watches (RsDebugger *self, RsThread *thread, int *number, char **detail)
{
  for (guint i = 0; i < self->watches->len; i++)
    {
      RsWatch *watch = g_ptr_array_index (self->watches, i);
      const RsBreakpoint *breakpoint = rs_debugger_find_breakpoint (self, watch->number);
      RsValue now = watch->value;
      g_autofree char *before = NULL;

      if (watch->place != NULL && thread != watch->thread && thread != thread->vm->main
          && watch->thread != thread->vm->main)
        continue; /* another work item's */
      if (watch->place != NULL && (thread == watch->thread || watch->thread == thread->vm->main) && is_alive (watch))
        now = *watch->place;
      else if (watch->place != NULL)
        {
          watch->place = NULL;
          rs_value_clear (&watch->value);
          *number = watch->number;
          *detail = g_strdup_printf ("%d: the function of %s has ended; the watch is taken away", watch->number,
                                     breakpoint->watched);
          rs_debugger_remove_breakpoint (self, rs_debugger_find_breakpoint (self, *number));
          tell_deleted (self, *number);
          return TRUE;
        }
      if (!has_changed (watch, now))
        continue;
      before = g_strdup (watch->text);
      note_value (watch, now);
      *number = watch->number;
      *detail = g_strdup_printf ("%d: %s was %s, is %s", watch->number, breakpoint->watched, before, watch->text);
      return TRUE;
    }
  return FALSE;
}
