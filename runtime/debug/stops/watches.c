/* Variables, objects, elements and members under watch.
 *
 * They are looked at when the instruction behind the one that may have changed them is reached. Arrays have versions
 * that every write advances, so that nothing of them is read; cells and objects are gone through, and what is in them
 * is compared. An element or a member is computed anew when the variable that it is in has changed, or one that its
 * index names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/value/array.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <string.h>

#define MOST_MARKS 100000u /* parts of a value that are compared */
#define DEEPEST 64
#define MARKED_BYTES ((gsize)64) /* at each end of a text */

void
rs_watch_free (RsWatch *self)
{
  rs_value_clear (&self->value);
  g_clear_pointer (&self->marks, g_array_unref);
  g_clear_pointer (&self->indices, g_array_unref);
  g_free (self->expression);
  g_free (self->text);
  g_free (self);
}

/* --- what a value is made of --- */

/* Goes through a value. Each part has a mark: another one is another value. */
typedef struct {
  GArray *marks;    /* of guint64 */
  gint64 wanted;    /* the part whose place is looked for; -1: none is */
  GString *place;   /* "[3].x", with wanted */
  RsValue found;    /* borrowed */
  GHashTable *seen; /* objects and cells */
} Walk;

/* TRUE: that was the part. */
static gboolean
add_mark (Walk *walk, guint64 mark, RsValue value)
{
  if (walk->wanted >= 0 && walk->wanted == walk->marks->len)
    {
      walk->found = value;
      return TRUE;
    }
  g_array_append_val (walk->marks, mark);
  return FALSE;
}

/* Another text at the same place in memory has other bytes at its ends, or another length. */
static guint64
mark_string (const RsString *string)
{
  const gsize n = MIN (string->length, MARKED_BYTES);
  guint64 mark = (guint64)(gsize)string ^ string->length;

  for (gsize i = 0; i < n; i++)
    mark = mark * 31 + (guint8)string->text[i] * 7u + (guint8)string->text[string->length - 1 - i];
  return mark;
}

static guint64
bits_of (double x)
{
  guint64 bits;

  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static gboolean go_through (Walk *walk, RsValue value, guint depth);

static gboolean
go_through_cell (Walk *walk, RsValue value, guint depth)
{
  const RsCell *cell = value.cell;

  if (add_mark (walk, (guint64)(gsize)cell, value) || add_mark (walk, (guint64)cell->n_elements, value))
    return TRUE;
  for (gint64 i = 0; i < cell->n_elements && walk->marks->len < MOST_MARKS; i++)
    {
      const gsize length = walk->place->len;

      g_string_append_printf (walk->place, "[%" G_GINT64_FORMAT "]", i);
      if (go_through (walk, cell->elements[i], depth + 1))
        return TRUE;
      g_string_truncate (walk->place, length);
    }
  return FALSE;
}

static gboolean
go_through_object (Walk *walk, RsValue value, guint depth)
{
  const RsClassObject *object = value.class_object;

  if (add_mark (walk, (guint64)(gsize)object, value) || add_mark (walk, object->n_members, value))
    return TRUE;
  for (guint i = 0; i < object->n_members && walk->marks->len < MOST_MARKS; i++)
    {
      const gsize length = walk->place->len;

      g_string_append_printf (walk->place, ".%s", object->names[i]);
      if (go_through (walk, object->members[i], depth + 1))
        return TRUE;
      g_string_truncate (walk->place, length);
    }
  return FALSE;
}

static gboolean
go_through (Walk *walk, RsValue value, guint depth)
{
  if (add_mark (walk, value.tag, value))
    return TRUE;
  switch (value.tag)
    {
    case RS_TAG_ARRAY:
      return add_mark (walk, value.array->oid, value) || add_mark (walk, value.array->version, value);
    case RS_TAG_CELL:
    case RS_TAG_OBJECT:
      if (depth > DEEPEST || !g_hash_table_add (walk->seen, value.object))
        return FALSE;
      return value.tag == RS_TAG_CELL ? go_through_cell (walk, value, depth) : go_through_object (walk, value, depth);
    case RS_TAG_STRING:
      return add_mark (walk, mark_string (value.string), value);
    case RS_TAG_COMPLEX:
      return add_mark (walk, bits_of (value.complex->re), value) || add_mark (walk, bits_of (value.complex->im), value);
    case RS_TAG_NONE:
    case RS_TAG_NULL:
      return FALSE;
    default: /* numbers, and what does not change once it is made */
      return add_mark (walk, (guint64)value.integer, value);
    }
}

/* Of a watched value, and of what its index names in the frame; NULL: it has ended. (transfer full) */
static GArray *
list_marks (const RsWatch *watch, RsValue value, const RsFrame *frame)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) place = g_string_new (NULL);
  Walk walk = { .marks = g_array_new (FALSE, FALSE, sizeof (guint64)), .wanted = -1, .place = place, .seen = seen };

  go_through (&walk, value, 0);
  for (guint i = 0; watch->indices != NULL && frame != NULL && i < watch->indices->len; i++)
    go_through (&walk, frame->registers[g_array_index (watch->indices, guint, i)], 0);
  return walk.marks;
}

/* "; c[3].x is 7": the first part of a cell or an object that is another one than before; "": it is no part. (transfer
 * full) */
static char *
describe_part (const char *name, RsValue value, const GArray *before, const GArray *now)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) place = g_string_new (NULL);
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (guint64));
  Walk walk = { .marks = marks, .place = place, .seen = seen };
  g_autofree char *text = NULL;
  guint i = 0;

  while (i < before->len && i < now->len && g_array_index (before, guint64, i) == g_array_index (now, guint64, i))
    i++;
  walk.wanted = i;
  if (!go_through (&walk, value, 0) || place->len == 0)
    return g_strdup ("");
  text = rs_debug_summarize (walk.found);
  return g_strdup_printf ("; %s%s is %s", name, place->str, text);
}

static gboolean
are_same (const GArray *a, const GArray *b)
{
  return a->len == b->len && memcmp (a->data, b->data, a->len * sizeof (guint64)) == 0;
}

/* --- beginning --- */

static void
note_value (RsWatch *watch, RsValue value, GArray *marks)
{
  rs_value_ref (value);
  rs_value_clear (&watch->value);
  watch->value = value;
  g_clear_pointer (&watch->marks, g_array_unref);
  watch->marks = marks;
  g_free (watch->text);
  watch->text = rs_debug_summarize (value);
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
  note_value (watch, rs_value_object (array), list_marks (watch, rs_value_object (array), NULL));
  return TRUE;
}

/* What an element or a member reads as now. (transfer full) */
static char *
look (RsDebugger *self, const RsFrame *frame, const char *expression, GError **error)
{
  RsValue value = RS_NONE;
  char *text = rs_debugger_look (self, frame, expression, &value, error) ? rs_debug_summarize (value) : NULL;

  rs_value_clear (&value);
  return text;
}

/* The register of a variable of the frame; -1: it has none. */
static int
find_register (const RsFrame *frame, const char *name)
{
  for (guint i = 0; i < frame->proto->n_variables; i++)
    if (strcmp (((const RsSymbol *)g_ptr_array_index (frame->proto->scope->variables, i))->name, name) == 0)
      return (int)i;
  return -1;
}

/* The variables that "[i, k+1].x" names: not members, nor texts. (element-type guint) (transfer full) */
static GArray *
list_indices (const RsFrame *frame, const char *part)
{
  GArray *indices = g_array_new (FALSE, FALSE, sizeof (guint));

  for (const char *p = part; *p != '\0';)
    {
      const gsize length = strspn (p, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      g_autofree char *name = g_strndup (p, length);
      const int found = length > 0 && p > part && p[-1] != '.' ? find_register (frame, name) : -1;

      if (found >= 0)
        g_array_append_vals (indices, &(guint){ (guint)found }, 1);
      p += MAX (length, 1);
    }
  return indices;
}

/* x[3], p.x: of a variable. */
static gboolean
watch_part (RsDebugger *self, RsWatch *watch, const RsFrame *frame, const char *expression, GError **error)
{
  char *text = look (self, frame, expression, error);

  if (text == NULL)
    return FALSE;
  watch->expression = g_strdup (expression);
  g_free (watch->text);
  watch->text = text;
  return TRUE;
}

static gboolean
watch_variable (RsDebugger *self, RsWatch *watch, const char *watched, GError **error)
{
  const gsize length = strcspn (watched, "[. ");
  g_autofree char *name = g_strndup (watched, length);

  for (guint k = 0; k < rs_debugger_count_frames (self); k++)
    {
      const RsFrame *frame = rs_debugger_get_frame (self, k);
      const int i = find_register (frame, name);

      if (i < 0)
        continue;
      watch->place = &frame->registers[i];
      watch->serial = frame->serial;
      watch->thread = k < self->thread->n_frames ? self->thread : self->session->vm->main;
      watch->indices = list_indices (frame, watched + length);
      note_value (watch, *watch->place, list_marks (watch, *watch->place, frame));
      return watched[length] == '\0' || watch_part (self, watch, frame, watched, error);
    }
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
               "no function that is being called has a variable \"%s\"", name);
  return FALSE;
}

/* Once a watch. */
static void
tell_if_long (RsDebugger *self, RsWatch *watch)
{
  g_autofree char *text = NULL;

  if (watch->is_long || watch->marks->len < MOST_MARKS)
    return;
  watch->is_long = TRUE;
  text = g_strdup_printf ("%s is too large to be compared as a whole: what is written in its later parts does not "
                          "stop the program; watch one element or member",
                          rs_debugger_find_breakpoint (self, watch->number)->watched);
  rs_debugger_tell (self, "note", text, NULL);
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
  tell_if_long (self, watch);
  return TRUE;
}

/* --- looking --- */

/* The frame of a watched register while it stands; NULL: it has ended. */
static const RsFrame *
find_frame (const RsWatch *watch)
{
  for (guint i = 0; i < watch->thread->n_frames; i++)
    if (watch->thread->frames[i].serial == watch->serial)
      return &watch->thread->frames[i];
  return NULL;
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

      if (watch->place == NULL || (watch->thread == self->session->vm->main && find_frame (watch) != NULL))
        continue;
      rs_debugger_remove_breakpoint (self, rs_debugger_find_breakpoint (self, number));
      tell_deleted (self, number);
    }
}

/* The function of the variable is no more. */
static char *
end_watch (RsDebugger *self, RsWatch *watch)
{
  RsBreakpoint *breakpoint = rs_debugger_find_breakpoint (self, watch->number);
  const int number = watch->number;
  char *detail
      = g_strdup_printf ("%d: the function of %s has ended; the watch is taken away", number, breakpoint->watched);

  rs_debugger_remove_breakpoint (self, breakpoint);
  tell_deleted (self, number);
  return detail;
}

/* NULL: the element or member is as before, though what it is in is not. */
static char *
describe_changed_part (RsDebugger *self, RsWatch *watch, const char *before)
{
  const RsFrame *frame = find_frame (watch);
  g_autoptr (GError) error = NULL;
  g_autofree char *now = frame != NULL ? look (self, frame, watch->expression, &error) : g_strdup (before);
  const char *text = now != NULL ? now : error->message;
  char *detail;

  g_free (watch->text);
  watch->text = g_strdup (text);
  if (strcmp (text, before) == 0)
    return NULL;
  detail = g_strdup_printf (now != NULL ? "%d: %s was %s, is %s" : "%d: %s was %s, has no value: %s", watch->number,
                            watch->expression, before, text);
  return detail;
}

/* NULL: nothing that is watched there has changed. */
static char *
look_at (RsDebugger *self, RsWatch *watch, RsValue now)
{
  const RsBreakpoint *breakpoint = rs_debugger_find_breakpoint (self, watch->number);
  GArray *marks = list_marks (watch, now, watch->expression != NULL ? find_frame (watch) : NULL);
  g_autoptr (GArray) marks_before = NULL;
  g_autofree char *before = NULL, *part = NULL;

  if (are_same (marks, watch->marks))
    {
      g_array_unref (marks);
      return NULL;
    }
  before = g_strdup (watch->text);
  marks_before = g_array_ref (watch->marks);
  note_value (watch, now, marks);
  tell_if_long (self, watch);
  if (watch->expression != NULL)
    return describe_changed_part (self, watch, before);
  part = describe_part (breakpoint->watched, now, marks_before, marks);
  return g_strdup_printf ("%d: %s was %s, is %s%s", watch->number, breakpoint->watched, before, watch->text, part);
}

gboolean
rs_debugger_check_watches (RsDebugger *self, RsThread *thread, int *number, char **detail)
{
  for (guint i = 0; i < self->watches->len; i++)
    {
      RsWatch *watch = g_ptr_array_index (self->watches, i);
      RsValue now = watch->value;

      if (watch->place != NULL && thread != watch->thread && thread != thread->vm->main
          && watch->thread != thread->vm->main)
        continue; /* another work item's */
      *number = watch->number;
      if (watch->place != NULL
          && !((thread == watch->thread || watch->thread == thread->vm->main) && find_frame (watch) != NULL))
        *detail = end_watch (self, watch);
      else
        *detail = look_at (self, watch, watch->place != NULL ? *watch->place : now);
      if (*detail != NULL)
        return TRUE;
    }
  return FALSE;
}

void
rs_debugger_forget_watched (RsDebugger *self)
{
  for (guint i = 0; i < self->watches->len; i++)
    {
      RsWatch *watch = g_ptr_array_index (self->watches, i);

      rs_value_clear (&watch->value);
      g_clear_pointer (&watch->text, g_free);
      g_clear_pointer (&watch->marks, g_array_unref);
      g_clear_pointer (&watch->indices, g_array_unref);
      watch->marks = list_marks (watch, watch->value, NULL);
      watch->place = NULL;
      watch->serial = 0;
    }
}
