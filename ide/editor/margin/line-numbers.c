/* Line numbers that leave out what is folded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/margin/line-numbers.h"

#define RS_TYPE_LINE_NUMBERS (rs_line_numbers_get_type ())
G_DECLARE_FINAL_TYPE (RsLineNumbers, rs_line_numbers, RS, LINE_NUMBERS, GtkSourceGutterRendererText)

struct _RsLineNumbers {
  GtkSourceGutterRendererText parent;

  GtkTextTag *fold_tag; /* borrowed from the text */
  guint n_digits;
  int cursor_line, n_lines; /* when it was drawn last */
};

G_DEFINE_FINAL_TYPE (RsLineNumbers, rs_line_numbers, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

static guint
count_digits (int number)
{
  guint n = 1;

  for (; number >= 10; number /= 10)
    n++;
  return n;
}

/* Room for one digit more than there is now would make the text jump less, but takes room. */
static void
update_width (RsLineNumbers *self)
{
  GtkSourceBuffer *buffer = gtk_source_gutter_renderer_get_buffer (GTK_SOURCE_GUTTER_RENDERER (self));
  const guint n = count_digits (buffer != NULL ? gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (buffer)) : 1);
  const guint n_digits = MAX (n, 2);
  g_autofree char *widest = g_strnfill (n_digits, '8');
  g_autofree char *text = g_strdup_printf ("%s ▸", widest);
  int width = 0, height = 0;

  if (n_digits == self->n_digits)
    return;
  gtk_source_gutter_renderer_text_measure (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), text, &width, &height);
  self->n_digits = n_digits;
  gtk_widget_set_size_request (GTK_WIDGET (self), width, -1);
}

static gboolean
is_folded (RsLineNumbers *self, GtkTextBuffer *buffer, int line)
{
  GtkTextIter start;

  return gtk_text_buffer_get_iter_at_line (buffer, &start, line) && gtk_text_iter_has_tag (&start, self->fold_tag);
}

static void
rs_line_numbers_query_data (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines, guint line)
{
  RsLineNumbers *self = RS_LINE_NUMBERS (renderer);
  GtkTextBuffer *buffer = gtk_source_gutter_lines_get_buffer (lines);
  gboolean folds = is_folded (self, buffer, (int)line + 1);
  g_autofree char *text = NULL;

  if (is_folded (self, buffer, (int)line))
    text = g_strdup ("");
  else if (gtk_source_gutter_lines_is_cursor (lines, line))
    text = g_strdup_printf ("<b>%u</b> %s", line + 1, folds ? "▸" : " ");
  else
    {
      text = g_strdup_printf ("%u %s", line + 1, folds ? "▸" : " ");
      gtk_source_gutter_renderer_text_set_text (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer), text, -1);
      return;
    }
  gtk_source_gutter_renderer_text_set_markup (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer), text, -1);
}

/* The margin marks the line of the cursor, and is not drawn anew when the text is. Most keys leave the cursor in its
 * line. */
static void
redraw (GtkWidget *renderer)
{
  RsLineNumbers *self = RS_LINE_NUMBERS (renderer);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (gtk_source_gutter_renderer_get_buffer (GTK_SOURCE_GUTTER_RENDERER (self)));
  int n_lines = gtk_text_buffer_get_line_count (buffer), cursor_line;
  GtkWidget *gutter = gtk_widget_get_parent (renderer);
  GtkTextIter cursor;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  cursor_line = gtk_text_iter_get_line (&cursor);
  if (cursor_line == self->cursor_line && n_lines == self->n_lines)
    {
      gtk_widget_queue_draw (GTK_WIDGET (gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (self))));
      return;
    }
  self->cursor_line = cursor_line;
  self->n_lines = n_lines;
  gtk_widget_queue_draw (renderer);
  if (gutter != NULL)
    gtk_widget_queue_draw (gutter);
}

static void
rs_line_numbers_change_buffer (GtkSourceGutterRenderer *renderer, GtkSourceBuffer *old)
{
  GtkSourceBuffer *buffer = gtk_source_gutter_renderer_get_buffer (renderer);

  if (old != NULL)
    g_signal_handlers_disconnect_by_data (old, renderer);
  if (buffer != NULL)
    {
      g_signal_connect_object (buffer, "changed", G_CALLBACK (update_width), renderer, G_CONNECT_SWAPPED);
      g_signal_connect_object (buffer, "cursor-moved", G_CALLBACK (redraw), renderer, G_CONNECT_SWAPPED);
    }
  update_width (RS_LINE_NUMBERS (renderer));
}

/* The font may be another one. */
static void
rs_line_numbers_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (rs_line_numbers_parent_class)->css_changed (widget, change);
  RS_LINE_NUMBERS (widget)->n_digits = 0;
  update_width (RS_LINE_NUMBERS (widget));
}

static void
rs_line_numbers_class_init (RsLineNumbersClass *klass)
{
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->query_data = rs_line_numbers_query_data;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->change_buffer = rs_line_numbers_change_buffer;
  GTK_WIDGET_CLASS (klass)->css_changed = rs_line_numbers_css_changed;
}

static void
rs_line_numbers_init (RsLineNumbers *self)
{
}

void
rs_line_numbers_add (GtkSourceView *view, GtkTextTag *fold_tag)
{
  RsLineNumbers *self
      = g_object_new (RS_TYPE_LINE_NUMBERS, "xalign", 1.0f, "xpad", 2, "css-name", "line-numbers", NULL);

  self->fold_tag = fold_tag;
  gtk_widget_add_css_class (GTK_WIDGET (self), "line-numbers");
  gtk_source_view_set_show_line_numbers (view, FALSE);
  gtk_source_gutter_insert (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT), GTK_SOURCE_GUTTER_RENDERER (self),
                            -30);
}
