/* Diagnostics in an editor page. Where there is none, the tooltip tells what a name stands for.
 *
 * There may be thousands: each is a line and columns, and the lines follow those that come and go above. Those in
 * sight, and a little around, get underlines, a mark in the margin and two text marks, so that their places stay right
 * while the user types and the next answer is not there yet. A key looks at no others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/margin/squiggles.h"

#include "ide/analysis/names/names.h"
#include "ide/editor/margin/folds.h"
#include "ide/editor/margin/margin-marks.h"
#include "ide/editor/text/line-items.h"
#include "ide/editor/text/program-lines.h"

#include <string.h>

/* Lines above and below those in sight that are marked, too. */
#define LINES_AROUND 60

/* The severities, and what becomes of loops. */
#define LOOP (RS_SEVERITY_ERROR + 1)
#define N_LOOKS (LOOP + RS_LOOP_IS_INSIDE + 1)

typedef struct {
  guint look;
  char *message;
  char *advice;    /* of a loop: how it may be written otherwise; or NULL */
  int first, last; /* columns from 0 */
  gboolean in_margin;
  GtkTextMark *start, *end; /* NULL: it has not been in sight */
  GtkSourceMark *gutter;    /* NULL: none */
} Squiggle;

struct _RsSquiggles {
  GObject parent;

  RsDocument *document;      /* weak pointer */
  GtkSourceView *view;       /* borrowed */
  RsLineItems *shown;        /* element-type Squiggle */
  RsAnalysis *analysis;      /* owned; the newest */
  GHashTable *decisions;     /* owned; line of the text that ran, from 1 -> RsLoopDecision; NULL: none */
  guint mark_source;         /* marks what has come into sight */
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
  g_free (squiggle->advice);
  g_free (squiggle);
}

/* Takes it off the text. */
static void
unmark (RsSquiggles *self, Squiggle *squiggle)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter start, end;

  if (squiggle->start == NULL)
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &start, squiggle->start);
  gtk_text_buffer_get_iter_at_mark (buffer, &end, squiggle->end);
  gtk_text_buffer_remove_tag (buffer, self->tags[squiggle->look], &start, &end);
  gtk_text_buffer_delete_mark (buffer, squiggle->start);
  gtk_text_buffer_delete_mark (buffer, squiggle->end);
  if (squiggle->gutter != NULL)
    gtk_text_buffer_delete_mark (buffer, GTK_TEXT_MARK (squiggle->gutter));
  squiggle->start = squiggle->end = NULL;
  squiggle->gutter = NULL;
}

static gboolean
unmark_any (gpointer item, gpointer data)
{
  unmark (data, item);
  return TRUE;
}

static gboolean
unmark_unless_loop (gpointer item, gpointer data)
{
  return ((Squiggle *)item)->look < LOOP && unmark_any (item, data);
}

/* --- marking what is in sight --- */

static void
get_iter (RsSquiggles *self, int line, int column, GtkTextIter *iter)
{
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->document), iter, line);
  gtk_text_iter_set_line_offset (iter, MIN (column, gtk_text_iter_get_chars_in_line (iter)));
  if (gtk_text_iter_get_line (iter) != line)
    gtk_text_iter_backward_char (iter);
}

static void
mark (RsSquiggles *self, Squiggle *squiggle, int line)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter start, end;

  get_iter (self, line, squiggle->first, &start);
  get_iter (self, line, squiggle->last, &end);
  /* At least one character where the line has any. */
  if (gtk_text_iter_equal (&start, &end) && !gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_char (&end);
  if (gtk_text_iter_equal (&start, &end) && !gtk_text_iter_starts_line (&start))
    gtk_text_iter_backward_char (&start);
  gtk_text_buffer_apply_tag (buffer, self->tags[squiggle->look], &start, &end);
  squiggle->start = gtk_text_buffer_create_mark (buffer, NULL, &start, TRUE);
  squiggle->end = gtk_text_buffer_create_mark (buffer, NULL, &end, FALSE);
}

/* A line that is folded has no place in the margin: its mark would lie over those of the next line that shows. */
static void
mark_margin (RsSquiggles *self, Squiggle *squiggle, int line)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter start;
  gboolean shows;

  get_iter (self, line, 0, &start);
  shows = !rs_folds_hide (&start);
  if (shows && squiggle->gutter == NULL)
    squiggle->gutter = gtk_source_buffer_create_source_mark (GTK_SOURCE_BUFFER (buffer), NULL,
                                                             looks[squiggle->look].category, &start);
  else if (!shows && squiggle->gutter != NULL)
    {
      gtk_text_buffer_delete_mark (buffer, GTK_TEXT_MARK (squiggle->gutter));
      squiggle->gutter = NULL;
    }
}

static gboolean
mark_visible (gpointer data)
{
  RsSquiggles *self = data;
  GdkRectangle visible;
  GtkTextIter first, last;
  guint from, to;

  self->mark_source = 0;
  if (self->document == NULL)
    return G_SOURCE_REMOVE;
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self->view), &visible);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self->view), &first, visible.y, NULL);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self->view), &last, visible.y + visible.height, NULL);
  from = rs_line_items_find (self->shown, gtk_text_iter_get_line (&first) - LINES_AROUND);
  to = rs_line_items_find (self->shown, gtk_text_iter_get_line (&last) + LINES_AROUND + 1);
  for (guint i = from; i < to; i++)
    {
      Squiggle *squiggle = rs_line_items_get (self->shown, i);

      if (squiggle->start == NULL)
        mark (self, squiggle, rs_line_items_get_line (self->shown, i));
      if (squiggle->in_margin)
        mark_margin (self, squiggle, rs_line_items_get_line (self->shown, i));
    }
  return G_SOURCE_REMOVE;
}

static void
queue_mark (RsSquiggles *self)
{
  if (self->mark_source == 0)
    self->mark_source = g_idle_add_full (GTK_PRIORITY_RESIZE - 1, mark_visible, self, NULL);
}

/* --- lines that come and go --- */

/* Lines that the text ends: by what the buffer takes for their ends. */
static int
count_line_ends (const char *text, int length)
{
  int n = 0;

  for (const char *p = text; p < text + length; p = g_utf8_next_char (p))
    n += *p == '\n' || (*p == '\r' && (p + 1 == text + length || p[1] != '\n'))
         || (*p == '\xe2' && g_utf8_get_char (p) == 0x2029);
  return n;
}

static gboolean
is_behind (gpointer item, gpointer data)
{
  const Squiggle *squiggle = item;
  const GtkTextIter *at = data;
  GtkTextIter start;

  if (squiggle->start == NULL)
    return gtk_text_iter_starts_line (at);
  gtk_text_buffer_get_iter_at_mark (gtk_text_iter_get_buffer (at), &start, squiggle->start);
  return gtk_text_iter_compare (&start, at) > 0;
}

static void
on_insert (GtkTextBuffer *buffer, GtkTextIter *at, char *text, int length, RsSquiggles *self)
{
  int count = count_line_ends (text, length);

  if (count > 0)
    rs_line_items_split_line (self->shown, gtk_text_iter_get_line (at), count, is_behind, at);
}

static void
on_delete (GtkTextBuffer *buffer, GtkTextIter *start, GtkTextIter *end, RsSquiggles *self)
{
  int first = gtk_text_iter_get_line (start), last = gtk_text_iter_get_line (end);
  guint from = rs_line_items_find (self->shown, first + (gtk_text_iter_starts_line (start) ? 0 : 1));
  guint to = rs_line_items_find (self->shown, last + (gtk_text_iter_starts_line (end) ? 0 : 1));

  if (first == last)
    return;
  for (guint i = from; i < to; i++)
    unmark (self, rs_line_items_get (self->shown, i));
  rs_line_items_remove (self->shown, from, to - from);
  rs_line_items_move (self->shown, from, first - last);
}

/* --- what is shown --- */

/* message is taken. */
static Squiggle *
add (RsSquiggles *self, guint look, char *message, guint line, guint first, guint last, gboolean in_margin)
{
  Squiggle *squiggle = g_new0 (Squiggle, 1);

  squiggle->look = look;
  squiggle->message = message;
  squiggle->first = (int)first - 1;
  squiggle->last = (int)last - 1;
  squiggle->in_margin = in_margin;
  rs_line_items_add (self->shown, (int)line - 1, squiggle);
  return squiggle;
}

/* What the last run made of the loop, as long as it is as it was then; else NULL. */
static const RsLoopDecision *
find_decision (RsSquiggles *self, const RsLoopOutcome *loop)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  const guint then = rs_decided_lines_find_then (buffer, loop->line);
  gboolean is_same = then > 0;

  for (guint i = 0; is_same && i <= loop->last_line - loop->line; i++)
    is_same = rs_decided_lines_find_now (buffer, then + i, &is_same) == loop->line + i && is_same;
  return is_same ? g_hash_table_lookup (self->decisions, GUINT_TO_POINTER (then)) : NULL;
}

/* lines: set of the lines that have one, to be added to. */
static void
add_loops (RsSquiggles *self, const GPtrArray *loops, GHashTable *lines)
{
  for (guint i = 0; i < loops->len; i++)
    {
      const RsLoopOutcome *loop = g_ptr_array_index (loops, i);
      const RsLoopDecision *decision
          = loop->kind == RS_LOOP_IS_OPEN && self->decisions != NULL ? find_decision (self, loop) : NULL;

      if (decision != NULL)
        add (self, LOOP + decision->kind, rs_analysis_describe_decision (loop, decision->text), loop->line,
             loop->column, loop->column + 3, TRUE);
      else
        add (self, LOOP + loop->kind, rs_analysis_describe_loop (loop), loop->line, loop->column, loop->column + 3,
             TRUE)
            ->advice
            = rs_analysis_describe_advice (loop);
      g_hash_table_add (lines, GUINT_TO_POINTER (loop->line));
    }
}

static void
add_diagnostics (RsSquiggles *self, const RsAnalysis *analysis, GHashTable *lines_of_loops)
{
  RsDiagnostics *diagnostics = rs_analysis_get_diagnostics (analysis);

  for (guint i = 0; i < rs_diagnostics_get_length (diagnostics); i++)
    {
      const RsDiagnostic *diagnostic = rs_diagnostics_get (diagnostics, i);
      guint line, column, end_line, end_column;

      if (diagnostic->source != rs_analysis_get_source (analysis))
        continue;
      rs_source_locate (diagnostic->source, diagnostic->span.start, &line, &column);
      rs_source_locate (diagnostic->source, MAX (diagnostic->span.start, diagnostic->span.end), &end_line, &end_column);
      add (self, diagnostic->severity, g_strdup (diagnostic->message), line, column,
           end_line == line ? end_column : G_MAXINT,
           diagnostic->severity != RS_SEVERITY_NOTE
               || !g_hash_table_contains (lines_of_loops, GUINT_TO_POINTER (line)));
    }
}

void
rs_squiggles_set (RsSquiggles *self, RsAnalysis *analysis)
{
  g_autoptr (GHashTable) lines = g_hash_table_new (NULL, NULL);

  if (self->document == NULL)
    return;
  rs_analysis_ref (analysis); /* it may be the one that there is */
  g_clear_pointer (&self->analysis, rs_analysis_unref);
  self->analysis = analysis;
  rs_line_items_remove_if (self->shown, rs_analysis_has_errors (analysis) ? unmark_unless_loop : unmark_any, self);
  add_loops (self, rs_analysis_get_loops (analysis), lines);
  add_diagnostics (self, analysis, lines);
  rs_line_items_sort (self->shown);
  mark_visible (self);
}

RsLoopDecision *
rs_loop_decision_new (RsLoopOutcomeKind kind, const char *text)
{
  RsLoopDecision *decision = g_new (RsLoopDecision, 1);

  *decision = (RsLoopDecision){ kind, g_strdup (text) };
  return decision;
}

void
rs_loop_decision_free (gpointer data)
{
  RsLoopDecision *decision = data;

  g_free (decision->text);
  g_free (decision);
}

void
rs_squiggles_set_decisions (RsSquiggles *self, GHashTable *decisions)
{
  if (decisions == self->decisions)
    return;
  g_clear_pointer (&self->decisions, g_hash_table_unref);
  self->decisions = decisions != NULL ? g_hash_table_ref (decisions) : NULL;
  if (self->analysis != NULL)
    rs_squiggles_set (self, self->analysis);
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

static gboolean
is_on (RsSquiggles *self, const Squiggle *squiggle, const GtkTextIter *at)
{
  GtkTextIter start, end;

  if (squiggle->start == NULL)
    return FALSE;
  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->document), &start, squiggle->start);
  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->document), &end, squiggle->end);
  return gtk_text_iter_compare (at, &start) >= 0 && gtk_text_iter_compare (at, &end) <= 0;
}

/* What the diagnostics and loops say whose text the place lies in, or, in the margin, which stand in its line.
 * with_advice: on lines of their own. */
static char *
get_messages_at (RsSquiggles *self, const GtkTextIter *at, gboolean in_margin, gboolean with_advice)
{
  GString *text = g_string_new (NULL);
  int line = gtk_text_iter_get_line (at);
  guint to = rs_line_items_find (self->shown, line + 1);

  for (guint i = rs_line_items_find (self->shown, line); i < to; i++)
    {
      const Squiggle *squiggle = rs_line_items_get (self->shown, i);

      if (!in_margin && !is_on (self, squiggle, at))
        continue;
      append_message (text, squiggle);
      if (with_advice && squiggle->advice != NULL)
        g_string_append_printf (text, "\n%s", squiggle->advice);
    }
  return g_string_free (text, FALSE);
}

char *
rs_squiggles_describe_line (RsSquiggles *self, const GtkTextIter *at)
{
  return get_messages_at (self, at, TRUE, FALSE);
}

gboolean
rs_find_margin_line (GtkTextView *view, int x, int y, GtkTextIter *line)
{
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x, &buffer_y);
  gtk_text_view_get_line_at_y (view, line, buffer_y, NULL);
  return buffer_x < 0;
}

/* What the name under the pointer stands for; NULL: there is none. */
static char *
describe_name (RsSquiggles *self, const GtkTextIter *at)
{
  g_autofree char *before = NULL;
  GtkTextIter start;

  if (self->analysis == NULL)
    return NULL;
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->document), &start);
  before = gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->document), &start, at, TRUE);
  return rs_names_describe (self->analysis,
                            rs_analysis_map_offset (self->analysis,
                                                    rs_source_get_text (rs_document_get_source (self->document)),
                                                    (guint32)strlen (before)));
}

/* What other marks of the margin say comes first. *text: (transfer full) */
static void
add_marks (RsSquiggles *self, int line, char **text)
{
  g_autofree char *marks = rs_margin_marks_describe_line (GTK_SOURCE_BUFFER (self->document), line),
                  *before = g_steal_pointer (text);

  *text = g_strdup_printf ("%s%s%s", marks, *marks != '\0' && *before != '\0' ? "\n" : "", before);
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  RsSquiggles *self = data;
  char *(*value_at) (GtkWidget * view, const GtkTextIter *at);
  g_autofree char *text = NULL, *value = NULL;
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
      gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (widget), GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x,
                                             &buffer_y);
      if (!gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (widget), &at, buffer_x, buffer_y))
        return FALSE;
    }
  value_at = in_margin
                 ? NULL
                 : (char *(*)(GtkWidget *, const GtkTextIter *))g_object_get_data (G_OBJECT (widget), "describe-value");
  value = value_at != NULL ? value_at (widget, &at) : NULL; /* of a program that stands: ide/debug/values/data-tips.c */
  if (value != NULL)
    {
      gtk_tooltip_set_text (tooltip, value);
      return TRUE;
    }
  text = get_messages_at (self, &at, in_margin, TRUE);
  if (in_margin)
    add_marks (self, gtk_text_iter_get_line (&at), &text);
  if (text[0] == '\0' && !in_margin)
    {
      g_free (text);
      text = describe_name (self, &at);
    }
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL && text[0] != '\0';
}

static void
rs_squiggles_dispose (GObject *object)
{
  RsSquiggles *self = RS_SQUIGGLES (object);

  g_clear_handle_id (&self->mark_source, g_source_remove);
  g_clear_weak_pointer (&self->document);
  g_clear_pointer (&self->analysis, rs_analysis_unref);
  g_clear_pointer (&self->decisions, g_hash_table_unref);
  g_clear_pointer (&self->shown, rs_line_items_free);
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
  self->shown = rs_line_items_new (squiggle_free);
}

static void
add_look (RsSquiggles *self, guint look)
{
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();

  self->tags[look] = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->document), NULL, "underline",
                                                 looks[look].underline, "underline-rgba", &looks[look].color, NULL);
  gtk_source_mark_attributes_set_icon_name (attributes, looks[look].icon);
  rs_margin_marks_set (self->view, looks[look].category, attributes, look < LOOP ? (int)look + 1 : 0);
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
  g_signal_connect_object (document, "insert-text", G_CALLBACK (on_insert), self, 0);
  g_signal_connect_object (document, "delete-range", G_CALLBACK (on_delete), self, 0);
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), "value-changed",
                           G_CALLBACK (queue_mark), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), "changed", G_CALLBACK (queue_mark),
                           self, G_CONNECT_SWAPPED);
  return self;
}
