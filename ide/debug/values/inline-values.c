/* Values at line ends are labels over the text view, which scroll with it. Each has a mark in its line, with which it
 * moves; it goes when the line is no longer as it was when the program began.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/inline-values.h"

#include "ide/debug/late-questions.h"
#include "ide/editor/text/program-lines.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_LINES 40u           /* above the one where it stands */
#define MOST_CHARACTERS 40       /* of a value */
#define MOST_ELEMENTS (1u << 20) /* of an array whose range is looked for at once; of larger ones while it stands */
#define MOST_LATE_ELEMENTS (1u << 29)
#define MOST_LOOKED_AT 8u /* elements of arrays, in the line where it stands */
#define GAP 24            /* pixels behind the text */

/* What stands behind a line. */
typedef struct {
  GtkWidget *label;  /* owned by the view, from which GTK 4.8 can't take it away: one that is not needed is hidden */
  GtkTextMark *mark; /* owned: in the line; NULL: it is not needed */
  char *line;        /* its text */
  gboolean is_here;  /* where the program stands */
} Note;

typedef struct {
  RsDebugRun *run;  /* owned; NULL: no program stands here */
  GPtrArray *notes; /* of Note */
  guint n_used;
  GHashTable *ranges;    /* name of an array -> "0 to 0.8", of those that are known */
  GHashTable *elements;  /* "x[m,n]" -> its value, of those of the line where it stands; "": not known, or none */
  RsLateQuestions *late; /* owned */
  guint serial;          /* of what is shown */
  guint source;          /* that puts them in place */
  guint scrolled_source;
} Values;

static void
note_free (gpointer data)
{
  Note *note = data;

  g_clear_object (&note->mark);
  g_free (note->line);
  g_free (note);
}

static void
values_free (gpointer data)
{
  Values *self = data;

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_handle_id (&self->scrolled_source, g_source_remove);
  g_clear_object (&self->run);
  g_hash_table_unref (self->ranges);
  g_hash_table_unref (self->elements);
  rs_late_questions_free (self->late);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

/* Of the record of an array, whose sizes are "16x20". */
static double
count_elements (char **fields)
{
  g_auto (GStrv) sizes = g_strsplit (fields[3], "x", -1);
  double n = 1;

  for (guint i = 0; sizes[i] != NULL; i++)
    n *= g_ascii_strtod (sizes[i], NULL);
  return n;
}

/* --- at line ends --- */

static void
append_short (GString *text, const char *value)
{
  if (g_utf8_strlen (value, -1) <= MOST_CHARACTERS)
    {
      g_string_append (text, value);
      return;
    }
  g_string_append_len (text, value, g_utf8_offset_to_pointer (value, MOST_CHARACTERS) - value);
  g_string_append (text, "…");
}

/* How long the indices are that stand at text, brackets included; 0: there are none. */
static gsize
measure_indices (const char *text)
{
  int depth = 0;

  if (*text != '[')
    return 0;
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"') /* of an array of numbers, none has a text */
        return 0;
      depth += (*p == '[') - (*p == ']');
      if (depth == 0)
        return (gsize)(p + 1 - text);
    }
  return 0;
}

/* "x[m,n] = 3" of an array's element or part; FALSE: its value is not known, but will be asked for. */
static gboolean
append_element (Values *self, GString *text, const char *expression)
{
  const char *value = g_hash_table_lookup (self->elements, expression);

  if (value == NULL && g_hash_table_size (self->elements) < MOST_LOOKED_AT)
    g_hash_table_insert (self->elements, g_strdup (expression), g_strdup (""));
  if (value == NULL || *value == '\0')
    return FALSE;
  g_string_append_printf (text, "%s%s = ", text->len > 0 ? ", " : "", expression);
  append_short (text, value);
  return TRUE;
}

/* "a = 20", or of an array of many elements "u: 256 x 256, 0 to 0.8". */
static void
append_value (const Values *self, GString *text, char **fields)
{
  g_autofree char *size = NULL;
  const char *range = g_hash_table_lookup (self->ranges, fields[1]);

  if (!rs_debug_run_is_long_array (fields))
    {
      g_string_append_printf (text, "%s = ", fields[1]);
      append_short (text, fields[4]);
      return;
    }
  size = rs_debug_run_dup_size (fields);
  g_string_append_printf (text, "%s: %s%s%s", fields[1], size, range != NULL ? ", " : "", range != NULL ? range : "");
}

/* For the variables that a line names. is_here: where the program stands, elements rather than their arrays. arrays:
 * NULL, or the names of those whose range is wanted are added. NULL: none. (transfer full) */
static char *
describe_line (Values *self, const char *text, gboolean is_here, GHashTable *arrays)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) result = g_string_new (NULL);

  for (const char *p = text; *p != '\0' && *p != '%';)
    {
      gsize length = strspn (p, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      g_autofree char *word = g_strndup (p, length);
      char **fields = length > 0 && (p == text || p[-1] != '.') ? rs_debug_run_find_variable (self->run, word) : NULL;
      const gsize indices = is_here && fields != NULL && *fields[4] == '[' ? measure_indices (p + length) : 0;
      g_autofree char *shown = g_strndup (p, length + indices);

      if (*p == '"')
        {
          const char *end = strchr (p + 1, '"');

          p = end != NULL ? end + 1 : p + strlen (p);
          continue;
        }
      if (fields != NULL && !g_hash_table_contains (seen, shown)
          && (indices == 0 || !append_element (self, result, shown)) && g_hash_table_add (seen, g_strdup (word)))
        {
          g_string_append (result, result->len > 0 ? ", " : "");
          append_value (self, result, fields);
          if (arrays != NULL && *fields[4] == '[' && rs_debug_run_is_long_array (fields)
              && count_elements (fields) <= MOST_LATE_ELEMENTS)
            g_hash_table_add (arrays, g_strdup (word));
        }
      if (fields != NULL)
        g_hash_table_add (seen, g_steal_pointer (&shown));
      p += MAX (length, 1);
    }
  return result->len > 0 ? g_string_free (g_steal_pointer (&result), FALSE) : NULL;
}

static gboolean
begins_function (const char *text)
{
  return g_str_has_prefix (text + strspn (text, " \t"), "function");
}

static gboolean
ends_function (const char *text)
{
  return g_str_has_prefix (text + strspn (text, " \t"), "endfunction");
}

/* (transfer full) */
static char *
dup_line (GtkTextBuffer *buffer, const GtkTextIter *at)
{
  GtkTextIter start = *at, end;

  gtk_text_iter_set_line_offset (&start, 0);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_iter_get_text (&start, &end);
}

/* --- places --- */

static Values *get_values (GtkTextView *view);

/* Whether the mark is in this text: that of a page that was closed has gone, while its view may still be there. */
static gboolean
is_placed_in (const Note *note, GtkTextBuffer *buffer)
{
  return note->mark != NULL && gtk_text_mark_get_buffer (note->mark) == buffer;
}

static void
hide_note (Note *note)
{
  gtk_widget_set_visible (note->label, FALSE);
  if (note->mark != NULL && !gtk_text_mark_get_deleted (note->mark))
    gtk_text_buffer_delete_mark (gtk_text_mark_get_buffer (note->mark), note->mark);
  g_clear_object (&note->mark);
  g_clear_pointer (&note->line, g_free);
}

/* Behind its line; away when that has been edited, or has gone into another one. */
static void
place_note (const Values *self, GtkTextView *view, guint index)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  Note *note = g_ptr_array_index (self->notes, index);
  gboolean is_edited;
  GtkTextIter at;
  GdkRectangle place;
  g_autofree char *line = NULL;

  if (!is_placed_in (note, buffer))
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &at, note->mark);
  line = dup_line (buffer, &at);
  is_edited = !g_str_equal (line, note->line);
  for (guint i = 0; i < index && !is_edited; i++)
    {
      const Note *other = g_ptr_array_index (self->notes, i);
      GtkTextIter there;

      if (!is_placed_in (other, buffer))
        continue;
      gtk_text_buffer_get_iter_at_mark (buffer, &there, other->mark);
      is_edited = gtk_text_iter_get_line (&there) == gtk_text_iter_get_line (&at);
    }
  if (is_edited)
    {
      hide_note (note);
      return;
    }
  if (!gtk_text_iter_ends_line (&at))
    gtk_text_iter_forward_to_line_end (&at);
  gtk_text_view_get_iter_location (view, &at, &place);
  gtk_text_view_move_overlay (view, note->label, place.x + GAP, place.y);
}

static void
place_notes (GtkTextView *view)
{
  const Values *self = get_values (view);

  for (guint i = 0; i < self->n_used; i++)
    place_note (self, view, i);
}

static gboolean
on_laid_out (gpointer data)
{
  get_values (data)->source = 0;
  place_notes (data);
  return G_SOURCE_REMOVE;
}

/* Once more when the view knows the heights of its new lines. */
static void
queue_placing (GtkTextView *view)
{
  Values *self = get_values (view);

  if (self->n_used > 0 && self->source == 0)
    self->source = g_idle_add (on_laid_out, view);
}

/* Whether a note shows beside another line than its own. */
static gboolean
stays_behind (const Note *note, GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter at;
  GdkRectangle place;
  double x, y;
  int wanted;

  if (!is_placed_in (note, buffer) || !gtk_widget_translate_coordinates (note->label, GTK_WIDGET (view), 0, 0, &x, &y))
    return FALSE;
  gtk_text_buffer_get_iter_at_mark (buffer, &at, note->mark);
  gtk_text_view_get_iter_location (view, &at, &place);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y, NULL, &wanted);
  return ABS (y - wanted) >= 1;
}

/* The size as well as the place: while a view gets its place, its gutter asks for another, and where widgets above are
 * still marked from that, who asks for a place alone is not heard, and the view shows nothing. */
static gboolean
on_scrolled (gpointer data)
{
  Values *self = get_values (data);

  self->scrolled_source = 0;
  for (guint i = 0; i < self->n_used; i++)
    if (stays_behind (g_ptr_array_index (self->notes, i), data))
      {
        gtk_widget_queue_resize (data);
        break;
      }
  return G_SOURCE_REMOVE;
}

/* Notes that come while the view scrolls would stay behind. A view scrolls itself while it gets its place, too: one
 * that asks for another then never has any, and shows nothing. */
static void
queue_allocation (GtkTextView *view)
{
  Values *self = get_values (view);

  if (self->n_used > 0 && self->scrolled_source == 0)
    self->scrolled_source = g_idle_add_full (GTK_PRIORITY_RESIZE - 1, on_scrolled, view, NULL);
}

static void
on_text_changed (GtkTextView *view)
{
  place_notes (view);
  queue_placing (view);
}

static Values *
get_values (GtkTextView *view)
{
  Values *self = g_object_get_data (G_OBJECT (view), "inline-values");

  if (self != NULL)
    return self;
  self = g_new0 (Values, 1);
  self->notes = g_ptr_array_new_with_free_func (note_free);
  self->ranges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->elements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->late = rs_late_questions_new ();
  g_object_set_data_full (G_OBJECT (view), "inline-values", self, values_free);
  g_signal_connect_object (gtk_text_view_get_buffer (view), "changed", G_CALLBACK (on_text_changed), view,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), "changed",
                           G_CALLBACK (queue_placing), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), "value-changed",
                           G_CALLBACK (queue_allocation), view, G_CONNECT_SWAPPED);
  return self;
}

static Note *
add_note (Values *self, GtkTextView *view)
{
  Note *note;

  if (self->n_used < self->notes->len)
    return g_ptr_array_index (self->notes, self->n_used++);
  note = g_new0 (Note, 1);
  note->label = gtk_label_new (NULL);
  gtk_widget_add_css_class (note->label, "rs-line-values");
  gtk_widget_add_css_class (note->label, "monospace");
  gtk_widget_add_css_class (note->label, "rs-content"); /* what variables hold, in a text that scrolls */
  gtk_widget_set_can_target (note->label, FALSE);
  gtk_text_view_add_overlay (view, note->label, 0, 0);
  g_ptr_array_add (self->notes, note);
  self->n_used++;
  return note;
}

/* --- arrays --- */

typedef struct {
  GtkTextView *view; /* owned */
  char *name;
  guint serial;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  g_object_unref (wanted->view);
  g_free (wanted->name);
  g_free (wanted);
}

static void
describe_again (Values *self)
{
  for (guint i = 0; i < self->n_used; i++)
    {
      const Note *note = g_ptr_array_index (self->notes, i);
      g_autofree char *text = note->mark != NULL ? describe_line (self, note->line, note->is_here, NULL) : NULL;

      if (text != NULL)
        gtk_label_set_text (GTK_LABEL (note->label), text);
    }
}

static void
on_statistics (GPtrArray *records, const char *error, gpointer data)
{
  const Wanted *wanted = data;
  Values *self = get_values (wanted->view);
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;

  if (fields == NULL || g_strv_length (fields) < 8 || *fields[3] == '\0' || self->serial != wanted->serial)
    return;
  g_hash_table_insert (self->ranges, g_strdup (wanted->name), g_strdup_printf (_ ("%s to %s"), fields[3], fields[5]));
  describe_again (self);
}

static void
on_element (GPtrArray *records, const char *error, gpointer data)
{
  const Wanted *wanted = data;
  Values *self = get_values (wanted->view);
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;

  if (fields == NULL || g_strv_length (fields) < 4 || *fields[3] != '\0' || self->serial != wanted->serial)
    return;
  g_hash_table_insert (self->elements, g_strdup (wanted->name), g_strdup (fields[2]));
  describe_again (self);
}

static Wanted *
wanted_new (const Values *self, GtkTextView *view, const char *name)
{
  Wanted *wanted = g_new (Wanted, 1);

  *wanted = (Wanted){ g_object_ref (view), g_strdup (name), self->serial };
  return wanted;
}

/* What can't be looked at without an effect stays the array. */
static void
ask_elements (const Values *self, GtkTextView *view)
{
  GHashTableIter iterator;
  gpointer name;

  g_hash_table_iter_init (&iterator, self->elements);
  while (g_hash_table_iter_next (&iterator, &name, NULL))
    rs_debug_run_request_in (self->run, rs_debug_run_get_frame (self->run), on_element, wanted_new (self, view, name),
                             wanted_free, "look", (const char *)name, NULL);
}

static void
ask_ranges (const Values *self, GtkTextView *view, GHashTable *arrays)
{
  GHashTableIter iterator;
  gpointer name;

  g_hash_table_iter_init (&iterator, arrays);
  while (g_hash_table_iter_next (&iterator, &name, NULL))
    if (count_elements (rs_debug_run_find_variable (self->run, name)) <= MOST_ELEMENTS)
      rs_debug_run_request (self->run, on_statistics, wanted_new (self, view, name), wanted_free, "statistics",
                            (const char *)name, NULL);
    else
      rs_late_questions_add (self->late, name, on_statistics, wanted_new (self, view, name), wanted_free);
}

/* --- lines of the program --- */

/* Shows the values of one line, which is taken over. */
static void
show_line (Values *self, GtkTextView *view, const GtkTextIter *at, char *text, gboolean is_here, GHashTable *arrays)
{
  g_autofree char *values = describe_line (self, text, is_here, arrays);
  Note *note;

  if (values == NULL)
    {
      g_free (text);
      return;
    }
  note = add_note (self, view);
  gtk_label_set_text (GTK_LABEL (note->label), values);
  gtk_widget_set_visible (note->label, TRUE);
  note->mark = g_object_ref (gtk_text_buffer_create_mark (gtk_text_view_get_buffer (view), NULL, at, FALSE));
  note->line = text;
  note->is_here = is_here;
  place_note (self, view, self->n_used - 1);
}

/* From the line where it stands up to the beginning of the function, but for functions that end between: their names
 * mean other variables. */
static void
show_lines (Values *self, GtkTextView *view, guint line, GHashTable *arrays)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  gboolean is_other = FALSE;

  for (guint i = 0; i < MIN (line, MOST_LINES); i++)
    {
      gboolean is_same;
      const guint now = rs_program_lines_find_now (buffer, line - i, &is_same);
      g_autofree char *text = NULL;
      GtkTextIter at;
      gboolean begins;

      if (!is_same)
        continue;
      gtk_text_buffer_get_iter_at_line (buffer, &at, (int)now - 1);
      text = dup_line (buffer, &at);
      begins = begins_function (text);
      is_other |= i > 0 && ends_function (text);
      if (!is_other)
        show_line (self, view, &at, g_steal_pointer (&text), i == 0, arrays);
      if (begins && !is_other)
        return;
      is_other &= !begins;
    }
}

void
rs_inline_values_show (RsEditorPage *page, RsDebugRun *run, guint line)
{
  GtkTextView *view = GTK_TEXT_VIEW (rs_editor_page_get_view (page));
  g_autoptr (GHashTable) arrays = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Values *self = get_values (view);

  for (guint i = 0; i < self->n_used; i++)
    hide_note (g_ptr_array_index (self->notes, i));
  self->n_used = 0;
  self->serial++;
  g_hash_table_remove_all (self->ranges);
  g_hash_table_remove_all (self->elements);
  g_set_object (&self->run, run);
  rs_late_questions_begin (self->late, run);
  if (run == NULL)
    return;
  rs_program_lines_begin_once (gtk_text_view_get_buffer (view)); /* a file that was opened since the program began */
  show_lines (self, view, line, arrays);
  ask_ranges (self, view, arrays);
  ask_elements (self, view);
  queue_placing (view);
}
