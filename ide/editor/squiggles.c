/* Diagnostics in an editor page. Where there is none, the tooltip tells what a built-in function does.
 *
 * Each shown diagnostic keeps two text marks, so its place and tooltip stay right while the user types and the next
 * answer is not there yet.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/squiggles.h"

#include "ide/editor/checker.h"
#include "ide/editor/language-help.h"

#include <string.h>

/* More are of no use to a reader and slow the text view down; the problems list has them all. */
#define MAX_SHOWN 300

/* The severities, and what becomes of loops. */
#define LOOP (RS_SEVERITY_ERROR + 1)
#define N_LOOKS (LOOP + RS_LOOP_IS_INSIDE + 1)

typedef struct {
  guint look;
  char *message;
  GtkTextMark *start, *end;
  GtkSourceMark *gutter; /* NULL: none */
} Squiggle;

struct _RsSquiggles {
  GObject parent;

  RsDocument *document; /* weak pointer */
  GtkSourceView *view;  /* borrowed */
  GPtrArray *shown;     /* element-type Squiggle */
  GtkTextTag *tags[N_LOOKS]; /* borrowed from the buffer */
};

G_DEFINE_FINAL_TYPE (RsSquiggles, rs_squiggles, G_TYPE_OBJECT)

static const struct {
  const char *category;
  const char *icon;
  GdkRGBA color;
  PangoUnderline underline;
} looks[N_LOOKS] = {
  [RS_SEVERITY_NOTE] = { "note", "redshift-note", { 0.21f, 0.52f, 0.89f, 1 }, PANGO_UNDERLINE_SINGLE },
  [RS_SEVERITY_WARNING] = { "warning", "redshift-warning", { 0.90f, 0.55f, 0.0f, 1 }, PANGO_UNDERLINE_ERROR },
  [RS_SEVERITY_ERROR] = { "error", "redshift-error", { 0.86f, 0.16f, 0.16f, 1 }, PANGO_UNDERLINE_ERROR },
  [LOOP + RS_LOOP_IS_PARALLEL] = { "loop-parallel", "redshift-loop-parallel", { 0 }, PANGO_UNDERLINE_NONE },
  [LOOP + RS_LOOP_IS_REDUCTION] = { "loop-reduction", "redshift-loop-reduction", { 0 }, PANGO_UNDERLINE_NONE },
  [LOOP + RS_LOOP_IS_PREFIX] = { "loop-prefix", "redshift-loop-prefix", { 0 }, PANGO_UNDERLINE_NONE },
  [LOOP + RS_LOOP_IS_PARTLY] = { "loop-partly", "redshift-loop-partly", { 0 }, PANGO_UNDERLINE_NONE },
  [LOOP + RS_LOOP_IS_SERIAL] = { "loop-serial", "redshift-loop-serial", { 0 }, PANGO_UNDERLINE_NONE },
  [LOOP + RS_LOOP_IS_INTERPRETED] = { "loop-interpreted", "redshift-loop-interpreted", { 0 }, PANGO_UNDERLINE_NONE },
  [LOOP + RS_LOOP_IS_OPEN] = { "loop-open", "redshift-loop-open", { 0 }, PANGO_UNDERLINE_NONE },
  [LOOP + RS_LOOP_IS_INSIDE] = { "loop-inside", "redshift-loop-inside", { 0 }, PANGO_UNDERLINE_NONE },
};

static void
squiggle_free (gpointer data)
{
  Squiggle *squiggle = data;

  g_free (squiggle->message);
  g_free (squiggle);
}

static void
clear (RsSquiggles *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  for (guint i = 0; i < G_N_ELEMENTS (self->tags); i++)
    gtk_text_buffer_remove_tag (buffer, self->tags[i], &start, &end);
  for (guint i = 0; i < self->shown->len; i++)
    {
      Squiggle *squiggle = g_ptr_array_index (self->shown, i);

      gtk_text_buffer_delete_mark (buffer, squiggle->start);
      gtk_text_buffer_delete_mark (buffer, squiggle->end);
      if (squiggle->gutter != NULL)
        gtk_text_buffer_delete_mark (buffer, GTK_TEXT_MARK (squiggle->gutter));
    }
  g_ptr_array_set_size (self->shown, 0);
}

static void
locate (RsSquiggles *self, RsSource *source, guint32 offset, GtkTextIter *iter)
{
  guint line, column;

  rs_source_locate (source, offset, &line, &column);
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->document), iter, (int)line - 1);
  for (guint i = 1; i < column && !gtk_text_iter_ends_line (iter); i++)
    gtk_text_iter_forward_char (iter);
}

/* The range to underline: the span, on one line only, and at least one character where the line has any. */
static void
find_range (RsSquiggles *self, const RsDiagnostic *diagnostic, GtkTextIter *start, GtkTextIter *end)
{
  locate (self, diagnostic->source, diagnostic->span.start, start);
  locate (self, diagnostic->source, MAX (diagnostic->span.start, diagnostic->span.end), end);
  if (gtk_text_iter_get_line (end) != gtk_text_iter_get_line (start))
    {
      *end = *start;
      if (!gtk_text_iter_ends_line (end))
        gtk_text_iter_forward_to_line_end (end);
    }
  if (gtk_text_iter_equal (start, end) && !gtk_text_iter_ends_line (end))
    gtk_text_iter_forward_char (end);
  if (gtk_text_iter_equal (start, end) && !gtk_text_iter_starts_line (start))
    gtk_text_iter_backward_char (start);
}

/* message is taken. */
static void
add (RsSquiggles *self, guint look, char *message, const GtkTextIter *start, const GtkTextIter *end, gboolean in_gutter)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  Squiggle *squiggle = g_new0 (Squiggle, 1);
  GtkTextIter line = *start;

  gtk_text_iter_set_line_offset (&line, 0);
  gtk_text_buffer_apply_tag (buffer, self->tags[look], start, end);
  squiggle->look = look;
  squiggle->message = message;
  squiggle->start = gtk_text_buffer_create_mark (buffer, NULL, start, TRUE);
  squiggle->end = gtk_text_buffer_create_mark (buffer, NULL, end, FALSE);
  if (in_gutter)
    squiggle->gutter = gtk_source_buffer_create_source_mark (GTK_SOURCE_BUFFER (buffer), NULL, looks[look].category, &line);
  g_ptr_array_add (self->shown, squiggle);
}

/* lines: set of the lines that have one, to be added to. */
static void
add_loops (RsSquiggles *self, const GPtrArray *loops, GHashTable *lines)
{
  for (guint i = 0; loops != NULL && i < loops->len && self->shown->len < MAX_SHOWN; i++)
    {
      const RsLoopOutcome *loop = g_ptr_array_index (loops, i);
      GtkTextIter start, end;

      gtk_text_buffer_get_iter_at_line_offset (GTK_TEXT_BUFFER (self->document), &start, (int)loop->line - 1, (int)loop->column - 1);
      end = start;
      gtk_text_iter_forward_word_end (&end);
      add (self, LOOP + loop->kind, rs_checker_describe_loop (loop), &start, &end, TRUE);
      g_hash_table_add (lines, GUINT_TO_POINTER (loop->line));
    }
}

static void
add_diagnostics (RsSquiggles *self, RsDiagnostics *diagnostics, GHashTable *lines_of_loops)
{
  const char *name = rs_document_get_name (self->document);

  for (guint i = 0; diagnostics != NULL && i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (diagnostics, i);

      if (diagnostic->source != NULL && g_str_equal (rs_source_get_name (diagnostic->source), name)
          && self->shown->len < MAX_SHOWN)
        {
          GtkTextIter start, end;
          guint line;

          find_range (self, diagnostic, &start, &end);
          line = (guint)gtk_text_iter_get_line (&start) + 1;
          add (self, diagnostic->severity, g_strdup (diagnostic->message), &start, &end,
               diagnostic->severity != RS_SEVERITY_NOTE || !g_hash_table_contains (lines_of_loops, GUINT_TO_POINTER (line)));
        }
    }
}

void
rs_squiggles_set (RsSquiggles *self, RsDiagnostics *diagnostics, const GPtrArray *loops)
{
  g_autoptr (GHashTable) lines = g_hash_table_new (NULL, NULL);

  if (self->document == NULL)
    return;
  clear (self);
  add_loops (self, loops, lines);
  add_diagnostics (self, diagnostics, lines);
}

/* What a note repeats of a loop is told once. */
static void
append_message (GString *text, const Squiggle *squiggle)
{
  if (strstr (text->str, squiggle->message) != NULL)
    return;
  if (text->len > 0)
    g_string_append_c (text, '\n');
  if (squiggle->look < LOOP)
    g_string_append_printf (text, "%s: ", rs_severity_to_string ((RsSeverity)squiggle->look));
  g_string_append (text, squiggle->message);
}

/* What the diagnostics and loops say whose text the place lies in, or, in the margin, which stand in its line. */
static char *
get_messages_at (RsSquiggles *self, const GtkTextIter *at, gboolean in_margin)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->shown->len; i++)
    {
      Squiggle *squiggle = g_ptr_array_index (self->shown, i);
      GtkTextIter start, end;

      gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->document), &start, squiggle->start);
      gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->document), &end, squiggle->end);
      if (in_margin ? gtk_text_iter_get_line (&start) == gtk_text_iter_get_line (at)
                    : gtk_text_iter_compare (at, &start) >= 0 && gtk_text_iter_compare (at, &end) <= 0)
        append_message (text, squiggle);
    }
  return g_string_free (text, FALSE);
}

char *
rs_squiggles_describe_line (RsSquiggles *self, const GtkTextIter *at)
{
  return get_messages_at (self, at, TRUE);
}

gboolean
rs_find_margin_line (GtkTextView *view, int x, int y, GtkTextIter *line)
{
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x, &buffer_y);
  gtk_text_view_get_line_at_y (view, line, buffer_y, NULL);
  return buffer_x < 0;
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  RsSquiggles *self = data;
  g_autofree char *text = NULL;
  gboolean in_margin = FALSE;
  GtkTextIter at;
  int buffer_x, buffer_y;

  if (self->document == NULL)
    return FALSE;
  if (keyboard)
    gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->document), &at,
                                      gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->document)));
  else if (rs_find_margin_line (GTK_TEXT_VIEW (widget), x, y, &at))
    in_margin = TRUE;
  else
    {
      gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (widget), GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x, &buffer_y);
      if (!gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (widget), &at, buffer_x, buffer_y))
        return FALSE;
    }
  text = get_messages_at (self, &at, in_margin);
  if (text[0] == '\0' && !in_margin)
    {
      g_free (text);
      text = rs_language_help_describe (&at);
    }
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL && text[0] != '\0';
}

static void
rs_squiggles_dispose (GObject *object)
{
  RsSquiggles *self = RS_SQUIGGLES (object);

  g_clear_weak_pointer (&self->document);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  G_OBJECT_CLASS (rs_squiggles_parent_class)->dispose (object);
}

static void
rs_squiggles_class_init (RsSquigglesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_squiggles_dispose;
}

static void
rs_squiggles_init (RsSquiggles *self)
{
  self->shown = g_ptr_array_new_with_free_func (squiggle_free);
}

static void
add_look (RsSquiggles *self, guint look)
{
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();

  self->tags[look] = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->document), NULL, "underline",
                                                looks[look].underline, "underline-rgba", &looks[look].color, NULL);
  gtk_source_mark_attributes_set_icon_name (attributes, looks[look].icon);
  gtk_source_view_set_mark_attributes (self->view, looks[look].category, attributes, look < LOOP ? (int)look + 1 : 0);
}

RsSquiggles *
rs_squiggles_new (RsDocument *document, GtkSourceView *view)
{
  RsSquiggles *self = g_object_new (RS_TYPE_SQUIGGLES, NULL);

  g_set_weak_pointer (&self->document, document);
  self->view = view;
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    add_look (self, i);
  g_signal_connect_object (view, "query-tooltip", G_CALLBACK (on_query_tooltip), self, 0);
  return self;
}
