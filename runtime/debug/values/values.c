/* Frames and variables of a program that stands, as text of bounded length.
 *
 * Of an array only the elements that are shown are read, so that a large one costs no more than a small one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/memory/completion.h"
#include "runtime/memory/replica.h"
#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <string.h>

#define SHOWN_ELEMENTS 8
#define SHOWN_BYTES 120

/* --- frames --- */

/* Those of a work item come first, then the host's. */
const RsFrame *
rs_debugger_get_frame (RsDebugger *self, guint index)
{
  const RsThread *thread = self->thread;

  if (thread == NULL)
    return NULL;
  if (index < thread->n_frames)
    return &thread->frames[thread->n_frames - 1 - index];
  index -= thread->n_frames;
  if (thread == thread->vm->main || index >= thread->vm->main->n_frames)
    return NULL;
  return &thread->vm->main->frames[thread->vm->main->n_frames - 1 - index];
}

guint
rs_debugger_count_frames (RsDebugger *self)
{
  const RsThread *thread = self->thread;

  if (thread == NULL)
    return 0;
  return thread->n_frames + (thread != thread->vm->main ? thread->vm->main->n_frames : 0);
}

guint
rs_debug_frame_line (const RsFrame *frame)
{
  guint pc = frame->pc > frame->proto->code ? (guint)(frame->pc - frame->proto->code) - 1 : 0;

  return rs_proto_get_line (frame->proto, pc);
}

/* --- values --- */

char *
rs_debug_describe_type (RsValue value)
{
  g_autoptr (RsArena) arena = rs_arena_new ();

  if (value.tag == RS_TAG_NULL)
    return g_strdup ("null");
  if (value.tag == RS_TAG_CELL)
    return g_strdup ("cell");
  return rs_type_to_string (rs_value_get_type (value, arena, FALSE));
}

static char *
join_sizes (const gint64 *dims, guint rank)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (rank == 1)
    g_string_append (text, "1x");
  for (guint i = 0; i < rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : "", dims[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
rs_debug_describe_size (RsValue value)
{
  switch (value.tag)
    {
    case RS_TAG_ARRAY:
      return join_sizes (value.array->dims, (guint)value.array->rank);
    case RS_TAG_CELL:
      return join_sizes (value.cell->dims, (guint)value.cell->rank);
    case RS_TAG_RANGE:
      return join_sizes (&value.range->count, 1);
    case RS_TAG_STRING:
      return g_strdup_printf (value.string->length == 1 ? "%u byte" : "%u bytes", value.string->length);
    default:
      return g_strdup ("1x1");
    }
}

/* In one line, and no longer than SHOWN_BYTES. */
static char *
shorten (GString *text)
{
  g_autofree char *owned = NULL;
  const char *end;

  for (gsize i = 0; i < text->len; i++)
    if (g_ascii_iscntrl (text->str[i]))
      text->str[i] = ' ';
  if (text->len <= SHOWN_BYTES)
    return g_strdup (text->str);
  end = g_utf8_find_prev_char (text->str, text->str + SHOWN_BYTES);
  owned = g_strndup (text->str, end != NULL ? (gsize)(end - text->str) : SHOWN_BYTES);
  return g_strconcat (owned, "...", NULL);
}

static void append_summary (GString *text, RsValue value, guint depth);

/* Why its elements are not shown; NULL: they are. What only a device has is not fetched before a person asks for it.
 * (transfer full) */
static char *
find_reason (const RsArray *array)
{
  g_autofree char *places = NULL;

  if (rs_queue_is_refused (array))
    return g_strdup ("(being computed)");
  if (__atomic_load_n (&array->undefined, __ATOMIC_ACQUIRE) != NULL)
    return g_strdup ("(contents lost)");
  if (rs_memory_has (array, RS_MEMORY_HOST) || rs_memory_is_blank (array))
    return NULL;
  places = rs_memory_describe_places (array);
  return strcmp (places, "host") != 0 ? g_strdup_printf ("(on %s: copied when it is looked at)", places) : NULL;
}

static void
append_array (GString *text, RsArray *array)
{
  g_autofree char *reason = find_reason (array);

  if (reason != NULL)
    {
      g_string_append (text, reason);
      return;
    }
  g_string_append_c (text, '[');
  for (gint64 i = 0; i < MIN (array->n_elements, SHOWN_ELEMENTS); i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      rs_value_format_element (array, i, text);
    }
  g_string_append (text, array->n_elements > SHOWN_ELEMENTS ? ", ...]" : "]");
}

static void
append_cell (GString *text, const RsCell *cell, guint depth)
{
  g_string_append_c (text, '{');
  for (gint64 i = 0; i < MIN (cell->n_elements, SHOWN_ELEMENTS); i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_summary (text, cell->elements[i], depth + 1);
    }
  g_string_append (text, cell->n_elements > SHOWN_ELEMENTS ? ", ...}" : "}");
}

static void
append_summary (GString *text, RsValue value, guint depth)
{
  if (value.tag == RS_TAG_ARRAY)
    append_array (text, value.array);
  else if (value.tag == RS_TAG_CELL && depth < 3)
    append_cell (text, value.cell, depth);
  else if (value.tag == RS_TAG_CELL)
    g_string_append (text, "{...}");
  else if (value.tag == RS_TAG_NONE)
    g_string_append (text, "no value");
  else if (value.tag == RS_TAG_STRING && value.string->length > SHOWN_BYTES)
    g_string_append_printf (text, "\"%.*s...\"", SHOWN_BYTES, value.string->text);
  else if (value.tag == RS_TAG_SCALAR && value.scalar == (double)(float)value.scalar)
    rs_value_format_single (value.scalar, text); /* as a kernel computes: no digits that it has not got */
  else
    rs_value_format (value, TRUE, text);
}

char *
rs_debug_summarize (RsValue value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_summary (text, value, 0);
  return shorten (text);
}

char *
rs_debug_describe_place (RsValue value)
{
  return value.tag == RS_TAG_ARRAY ? rs_memory_describe_places (value.array) : g_strdup ("");
}

/* --- variables --- */

static gboolean
is_shown (const char *name)
{
  return name != NULL && (g_ascii_isalpha (name[0]) || name[0] == '_' || (name[0] & 0x80) != 0);
}

void
rs_debugger_each_variable (RsDebugger *self, const RsFrame *frame, RsDebugVariableFunc function, gpointer data)
{
  const RsProto *proto = frame->proto;
  GHashTableIter iterator;
  gpointer name, value;

  for (guint i = 0; i < proto->n_variables; i++)
    {
      const RsSymbol *symbol = g_ptr_array_index (proto->scope->variables, i);

      if (symbol->kind == RS_SYMBOL_VARIABLE && is_shown (symbol->name) && frame->registers[i].tag != RS_TAG_NONE)
        function (symbol->name, frame->registers[i], data);
    }
  for (guint i = 0; i < proto->n_captures; i++)
    {
      RsValue captured = frame->registers[proto->first_capture + i];

      if (proto->captures[i].source != RS_CAPTURE_NOWHERE && proto->captures[i].source != RS_CAPTURE_SELF
          && is_shown (proto->captures[i].name) && captured.tag != RS_TAG_NONE && captured.tag != RS_TAG_FUNCTION)
        function (proto->captures[i].name, captured, data);
    }
  g_hash_table_iter_init (&iterator, self->extras);
  while (g_hash_table_iter_next (&iterator, &name, &value))
    function (name, *(const RsValue *)value, data);
}
