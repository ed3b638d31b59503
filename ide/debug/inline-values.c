/* Values at line ends are labels over the text view, which scroll with it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/inline-values.h"

#include <string.h>

#define MOST_LINES 40u  /* above the one where it stands */
#define MOST_CHARACTERS 40 /* of a value */
#define GAP 24          /* pixels behind the text */

typedef struct {
  RsDebugRun *run;      /* owned; NULL: no program stands here */
  /* of GtkWidget, owned by the view, from which GTK 4.8 can't take them away: those that are not needed are hidden */
  GPtrArray *labels;
  guint n_used;
} Values;

static void
values_free (gpointer data)
{
  Values *self = data;

  g_clear_object (&self->run);
  g_ptr_array_unref (self->labels);
  g_free (self);
}

/* The value of a variable by its name; NULL: there is none. */
static const char *
find_value (RsDebugRun *run, const char *name)
{
  GPtrArray *rows = rs_debug_run_get_variables (run);

  for (guint i = 0; i < rows->len; i++)
    {
      char **fields = ((const RsDebugRow *)g_ptr_array_index (rows, i))->fields;

      if (fields != NULL && g_strv_length (fields) > 4 && strcmp (fields[1], name) == 0)
        return fields[4];
    }
  return NULL;
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

/* "a = 20, b = 41" for the variables that a line names; NULL: none. (transfer full) */
static char *
describe_line (RsDebugRun *run, const char *text)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) result = g_string_new (NULL);

  for (const char *p = text; *p != '\0' && *p != '%';)
    {
      gsize length = strspn (p, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      g_autofree char *word = g_strndup (p, length);
      const char *value = length > 0 && (p == text || p[-1] != '.') && !g_hash_table_contains (seen, word)
                              ? find_value (run, word)
                              : NULL;

      if (*p == '"')
        {
          const char *end = strchr (p + 1, '"');

          p = end != NULL ? end + 1 : p + strlen (p);
          continue;
        }
      if (value != NULL)
        {
          g_string_append_printf (result, "%s%s = ", result->len > 0 ? ", " : "", word);
          append_short (result, value);
          g_hash_table_add (seen, g_steal_pointer (&word));
        }
      p += MAX (length, 1);
    }
  return result->len > 0 ? g_string_free (g_steal_pointer (&result), FALSE) : NULL;
}

static gboolean
begins_function (const char *text)
{
  return g_str_has_prefix (text + strspn (text, " \t"), "function");
}

static void
add_label (Values *self, GtkTextView *view, const GtkTextIter *end, const char *text)
{
  GtkWidget *label;
  GdkRectangle place;

  gtk_text_view_get_iter_location (view, end, &place);
  if (self->n_used < self->labels->len)
    {
      label = g_ptr_array_index (self->labels, self->n_used++);
      gtk_label_set_text (GTK_LABEL (label), text);
      gtk_text_view_move_overlay (view, label, place.x + GAP, place.y);
      gtk_widget_set_visible (label, TRUE);
      return;
    }
  label = gtk_label_new (text);
  self->n_used++;
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_set_can_target (label, FALSE);
  gtk_text_view_add_overlay (view, label, place.x + GAP, place.y);
  g_ptr_array_add (self->labels, label);
}

static void
hide_labels (Values *self)
{
  for (guint i = 0; i < self->labels->len; i++)
    gtk_widget_set_visible (g_ptr_array_index (self->labels, i), FALSE);
  self->n_used = 0;
}

static Values *
get_values (GtkTextView *view)
{
  Values *self = g_object_get_data (G_OBJECT (view), "inline-values");

  if (self == NULL)
    {
      self = g_new0 (Values, 1);
      self->labels = g_ptr_array_new ();
      g_object_set_data_full (G_OBJECT (view), "inline-values", self, values_free);
    }
  return self;
}

void
rs_inline_values_show (RsEditorPage *page, RsDebugRun *run, guint line)
{
  GtkTextView *view = GTK_TEXT_VIEW (rs_editor_page_get_view (page));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  Values *self = get_values (view);

  hide_labels (self);
  g_set_object (&self->run, run);
  for (guint i = 0; run != NULL && i < MIN (line, MOST_LINES); i++)
    {
      GtkTextIter start, end;
      g_autofree char *text = NULL, *values = NULL;

      gtk_text_buffer_get_iter_at_line (buffer, &start, (int)(line - 1 - i));
      end = start;
      if (!gtk_text_iter_ends_line (&end))
        gtk_text_iter_forward_to_line_end (&end);
      text = gtk_text_iter_get_text (&start, &end);
      values = describe_line (run, text);
      if (values != NULL)
        add_label (self, view, &end, values);
      if (begins_function (text))
        break;
    }
}
