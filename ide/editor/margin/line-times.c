/* Each line with a time has a mark that follows the text. They are no marks of GtkSourceView's, whose own gutter never
 * ends drawing a line with one that has no picture.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/margin/line-times.h"

#include "ide/editor/margin/folds.h"
#include "ide/editor/text/program-lines.h"

#define WIDEST "888.8 ms"

#define RS_TYPE_LINE_TIMES (rs_line_times_get_type ())
G_DECLARE_FINAL_TYPE (RsLineTimes, rs_line_times, RS, LINE_TIMES, GtkSourceGutterRendererText)

struct _RsLineTimes {
  GtkSourceGutterRendererText parent;
};

G_DEFINE_FINAL_TYPE (RsLineTimes, rs_line_times, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

typedef struct {
  GtkTextMark *mark; /* owned by the text */
  char *label, *text;
} Entry;

/* What a text keeps. */
typedef struct {
  GArray *entries;      /* of Entry */
  GPtrArray *renderers; /* of RsLineTimes, one a view; not owned */
} Times;

static void
clear_entry (gpointer data)
{
  Entry *entry = data;

  g_free (entry->label);
  g_free (entry->text);
}

static void
free_times (gpointer data)
{
  Times *times = data;

  g_array_unref (times->entries);
  g_ptr_array_unref (times->renderers);
  g_free (times);
}

/* Lines that go as a whole, or join another one, take their times along: their marks would go to the line behind. */
static void
on_delete_range (GtkTextBuffer *buffer, const GtkTextIter *start, const GtkTextIter *end, Times *times)
{
  if (gtk_text_iter_get_line (start) == gtk_text_iter_get_line (end))
    return;
  for (guint i = times->entries->len; i-- > 0;)
    {
      GtkTextMark *mark = g_array_index (times->entries, Entry, i).mark;
      GtkTextIter at;

      gtk_text_buffer_get_iter_at_mark (buffer, &at, mark);
      if (gtk_text_iter_compare (start, &at) > 0 || gtk_text_iter_compare (&at, end) >= 0)
        continue;
      gtk_text_buffer_delete_mark (buffer, mark);
      g_array_remove_index (times->entries, i);
    }
}

static Times *
get_times (GtkTextBuffer *buffer)
{
  GQuark key = g_quark_from_static_string ("redshift-line-times");
  Times *times = g_object_get_qdata (G_OBJECT (buffer), key);

  if (times == NULL)
    {
      times = g_new0 (Times, 1);
      times->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
      g_array_set_clear_func (times->entries, clear_entry);
      times->renderers = g_ptr_array_new ();
      g_object_set_qdata_full (G_OBJECT (buffer), key, times, free_times);
      g_signal_connect (buffer, "delete-range", G_CALLBACK (on_delete_range), times);
    }
  return times;
}

/* NULL: the line has none. */
static const Entry *
find_entry (GtkTextBuffer *buffer, int line)
{
  const Times *times = get_times (buffer);

  for (guint i = 0; i < times->entries->len; i++)
    {
      const Entry *entry = &g_array_index (times->entries, Entry, i);
      GtkTextIter at;

      gtk_text_buffer_get_iter_at_mark (buffer, &at, entry->mark);
      if (gtk_text_iter_get_line (&at) == line)
        return entry;
    }
  return NULL;
}

static void
rs_line_times_query_data (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines, guint line)
{
  GtkTextBuffer *buffer = gtk_source_gutter_lines_get_buffer (lines);
  const Entry *entry = find_entry (buffer, (int)line);
  GtkTextIter start;

  /* What is folded would lie over the line that shows there. */
  if (gtk_text_buffer_get_iter_at_line (buffer, &start, (int)line) && rs_folds_hide (&start))
    entry = NULL;
  gtk_source_gutter_renderer_text_set_text (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer),
                                            entry != NULL ? entry->label : "", -1);
}

static void
update_width (RsLineTimes *self)
{
  int width = 0, height = 0;

  gtk_source_gutter_renderer_text_measure (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), WIDEST, &width, &height);
  gtk_widget_set_size_request (GTK_WIDGET (self), width, -1);
}

/* The font may be another one. */
static void
rs_line_times_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (rs_line_times_parent_class)->css_changed (widget, change);
  update_width (RS_LINE_TIMES (widget));
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  GtkTextView *view = GTK_TEXT_VIEW (gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (widget)));
  GtkTextIter at;
  g_autofree char *text = NULL;
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_LEFT, x, y, NULL, &buffer_y);
  gtk_text_view_get_line_at_y (view, &at, buffer_y, NULL);
  text = rs_line_times_describe (GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (view)), gtk_text_iter_get_line (&at));
  gtk_tooltip_set_text (tooltip, text);
  return *text != '\0';
}

static void
rs_line_times_class_init (RsLineTimesClass *klass)
{
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->query_data = rs_line_times_query_data;
  GTK_WIDGET_CLASS (klass)->css_changed = rs_line_times_css_changed;
}

static void
rs_line_times_init (RsLineTimes *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}

/* --- the views of a text --- */

/* The text may be gone before its view. */
static void
forget_renderer (gpointer data, GObject *renderer)
{
  GPtrArray *renderers = data;

  g_ptr_array_remove_fast (renderers, renderer);
  g_ptr_array_unref (renderers);
}

void
rs_line_times_add (GtkSourceView *view)
{
  RsLineTimes *self = g_object_new (RS_TYPE_LINE_TIMES, "xalign", 1.0f, "xpad", 4, NULL);
  Times *times = get_times (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));

  gtk_widget_set_visible (GTK_WIDGET (self), times->entries->len > 0);
  gtk_source_gutter_insert (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT), GTK_SOURCE_GUTTER_RENDERER (self),
                            -20);
  g_ptr_array_add (times->renderers, self);
  g_object_weak_ref (G_OBJECT (self), forget_renderer, g_ptr_array_ref (times->renderers));
}

/* --- the times --- */

static void
add_entry (GtkTextBuffer *buffer, GArray *entries, const RsLineTime *time, guint line)
{
  Entry entry = { .label = g_strdup (time->label), .text = g_strdup (time->text) };
  GtkTextIter start;

  gtk_text_buffer_get_iter_at_line (buffer, &start, (int)line - 1);
  entry.mark = gtk_text_buffer_create_mark (buffer, NULL, &start, FALSE);
  g_array_append_val (entries, entry);
}

void
rs_line_times_set (GtkSourceBuffer *buffer, const GArray *times)
{
  GtkTextBuffer *text = GTK_TEXT_BUFFER (buffer);
  Times *self = get_times (text);

  for (guint i = 0; i < self->entries->len; i++)
    gtk_text_buffer_delete_mark (text, g_array_index (self->entries, Entry, i).mark);
  g_array_set_size (self->entries, 0);
  for (guint i = 0; times != NULL && i < times->len; i++)
    {
      const RsLineTime *time = &g_array_index (times, RsLineTime, i);
      gboolean is_same;
      const guint line = rs_profile_lines_find_now (text, time->line, &is_same);

      if (is_same && line <= (guint)gtk_text_buffer_get_line_count (text))
        add_entry (text, self->entries, time, line);
    }
  for (guint i = 0; i < self->renderers->len; i++)
    {
      gtk_widget_set_visible (self->renderers->pdata[i], self->entries->len > 0);
      gtk_widget_queue_draw (self->renderers->pdata[i]);
    }
}

char *
rs_line_times_describe (GtkSourceBuffer *buffer, int line)
{
  const Entry *entry = find_entry (GTK_TEXT_BUFFER (buffer), line);

  return g_strdup (entry != NULL ? entry->text : "");
}

void
rs_line_time_clear (RsLineTime *self)
{
  g_free (self->label);
  g_free (self->text);
}
