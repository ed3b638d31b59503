/* The timeline of another recording.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/timeline/second-timeline.h"

#include "ide/profile/trace-job.h"
#include "ide/profile/trace-reader.h"

#include "profiler/analysis/passes/occurrences.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <inttypes.h>

struct _RsSecondTimeline {
  GtkWidget parent;

  GtkWidget *child;  /* a box */
  GtkLabel *heading; /* borrowed from child, like the next */
  RsTimeline *timeline;
  RsTimeline *first; /* borrowed; NULL once it is gone */

  RsTraceReader *reader;   /* of the other trace; NULL: none */
  char *first_path, *path; /* NULL: none */
  gboolean is_open;
  gboolean is_following; /* the move comes from the other one */
  gint64 start, end;     /* the range that was shown last, ns */
  gint64 offset;         /* ns: what lies at t in the first lies at t + offset here */
  RsTraceJob *job;       /* looks for spans; borrowed; NULL: none is under way */
  gint64 aligned_event;  /* of the first one; 0: none */
  char *text;
};

G_DEFINE_FINAL_TYPE (RsSecondTimeline, rs_second_timeline, GTK_TYPE_WIDGET)

static void
set_text (RsSecondTimeline *self, const char *text)
{
  g_autofree char *base = self->path != NULL ? g_path_get_basename (self->path) : g_strdup ("");
  g_autofree char *all = *text != '\0' ? g_strdup_printf ("%s: %s", base, text) : g_strdup (base);

  g_free (self->text);
  self->text = g_strdup (text);
  gtk_label_set_text (self->heading, all);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->heading), all);
}

/* --- moving together --- */

/* Either can be moved to where the other one ends. */
static void
set_limits (RsSecondTimeline *self)
{
  RsTimeline *first = self->first;
  gint64 start, end, other_start, other_end;

  rs_timeline_get_trace_range (first, &start, &end);
  rs_timeline_get_trace_range (self->timeline, &other_start, &other_end);
  rs_timeline_set_limits (first, other_start - self->offset, other_end - self->offset);
  rs_timeline_set_limits (self->timeline, start + self->offset, end + self->offset);
}

/* to shows what from does, that much later. Scroll bars may make one of them narrower: a pixel is as long in both. */
static void
show_same (RsSecondTimeline *self, RsTimeline *from, RsTimeline *to, double offset)
{
  gint64 start, end, to_start, to_end;
  guint width, to_width;
  double begin;

  rs_timeline_get_view (from, &start, &end, &width);
  rs_timeline_get_view (to, &to_start, &to_end, &to_width);
  begin = (double)start + offset;
  self->is_following = TRUE;
  /* What has no size yet is moved again when it has. */
  rs_timeline_show_range (to, begin,
                          begin + (double)(end - start) * (to_width > 1 && width > 1 ? (double)to_width / width : 1));
  self->is_following = FALSE;
  rs_timeline_get_view (self->timeline, &self->start, &self->end, &width);
}

static void
follow (RsSecondTimeline *self)
{
  if (self->is_open && self->first != NULL && !self->is_following)
    show_same (self, self->first, self->timeline, (double)self->offset);
}

static void
on_view_changed (RsSecondTimeline *self)
{
  gint64 start, end;
  guint width;

  if (!self->is_open)
    return;
  rs_timeline_get_view (self->timeline, &start, &end, &width);
  rs_trace_reader_ask_timeline (self->reader, start, end, width);
  if (self->is_following || self->first == NULL)
    return;
  if (start == self->start && end == self->end)
    follow (self); /* it has another size, and nothing was moved */
  else
    show_same (self, self->timeline, self->first, -(double)self->offset);
}

static void
move_into_limits (RsSecondTimeline *self)
{
  gint64 start, end;
  guint width;

  rs_timeline_get_view (self->first, &start, &end, &width);
  rs_timeline_show_range (self->first, (double)start, (double)end); /* and what is below follows */
}

/* --- the same span --- */

typedef struct {
  RsSecondTimeline *view; /* owned */
  char *first, *other, *name;
  RsTraceKind kind;
  gint64 event;
  /* The answer. */
  gint64 index, n, n_other;
  RsOccurrence span, same;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->view);
  g_free (question->first);
  g_free (question->other);
  g_free (question->name);
  g_free (question);
}

static gpointer
find_same (RsTraceStore *store, gpointer data, GError **error)
{
  Question *question = data;
  g_autoptr (RsTraceStore) other = rs_trace_store_open (question->other, error);
  g_autoptr (GArray) spans = NULL, others = NULL;

  if (other == NULL)
    return NULL;
  spans = rs_trace_read_occurrences (store, question->kind, question->name, error);
  if (spans == NULL)
    return NULL;
  others = rs_trace_read_occurrences (other, question->kind, question->name, error);
  if (others == NULL)
    return NULL;
  question->index = rs_occurrences_find (spans, question->event);
  question->n = spans->len;
  question->n_other = others->len;
  if (question->index >= 0)
    question->span = g_array_index (spans, RsOccurrence, question->index);
  if (question->index >= 0 && question->index < question->n_other)
    question->same = g_array_index (others, RsOccurrence, question->index);
  return question;
}

static char *
describe (const Question *question)
{
  gint64 before = question->same.end - question->same.start, now = question->span.end - question->span.start;
  g_autofree char *took = rs_format_duration (before), *takes = rs_format_duration (now);

  if (question->same.event == 0)
    return g_strdup_printf (_ ("no %s of that number here: %" PRId64 " of %" PRId64 " above, %" PRId64 " here"),
                            question->name, question->index + 1, question->n, question->n_other);
  if (before <= 0)
    return g_strdup_printf (_ ("%s, %" PRId64 " of %" PRId64 ": %s above, %s here"), question->name,
                            question->index + 1, question->n_other, takes, took);
  return g_strdup_printf (_ ("%s, %" PRId64 " of %" PRId64 ": %s above, %s here; above is %.2f of it"), question->name,
                          question->index + 1, question->n_other, takes, took, (double)now / (double)before);
}

static void align (RsSecondTimeline *self);

static void
on_found (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  Question *question = data;
  RsSecondTimeline *self = question->view;
  g_autofree char *text = NULL;

  self->job = NULL;
  if (self->child == NULL || self->first == NULL || !self->is_open)
    return;
  if (self->aligned_event != question->event || g_strcmp0 (self->first_path, question->first) != 0
      || g_strcmp0 (self->path, question->other) != 0)
    {
      align (self);
      return;
    }
  if (result == NULL)
    {
      if (!g_error_matches (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED))
        set_text (self, error->message);
      return;
    }
  text = question->index >= 0 ? describe (question) : g_strdup ("");
  set_text (self, text);
  rs_timeline_mark_event (self->timeline, question->same.event);
  if (question->same.event == 0)
    return;
  /* Whatever the files say, times can be moved by it. */
  self->offset = CLAMP (question->same.start - question->span.start, -G_MAXINT64 / 4, G_MAXINT64 / 4);
  set_limits (self);
  move_into_limits (self);
}

/* Looks for what is selected in the first one; spans that were joined for drawing have no number. */
static void
align (RsSecondTimeline *self)
{
  const RsTimelineItem *item = self->first != NULL ? rs_timeline_get_selected (self->first) : NULL;
  Question *question;

  if (!self->is_open || item == NULL || item->event == 0)
    return;
  self->aligned_event = item->event;
  if (self->job != NULL)
    return; /* its answer is out of date, and asks again */
  question = g_new0 (Question, 1);
  question->view = g_object_ref (self);
  question->first = g_strdup (self->first_path);
  question->other = g_strdup (self->path);
  question->name = g_strdup (item->name);
  question->kind = item->kind;
  question->event = item->event;
  self->job = rs_trace_job_start (self->first_path, find_same, on_found, question, question_free);
}

static void
on_activated (RsSecondTimeline *self, gboolean by_key)
{
  const RsTimelineItem *item = rs_timeline_get_selected (self->timeline);

  if (item != NULL && *item->file != '\0' && item->line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), by_key ? "win.go-to-profiled" : "win.show-profiled", "(suu)",
                                item->file, item->line, 0);
}

static void
on_selected (RsSecondTimeline *self)
{
  const RsTimelineItem *item = rs_timeline_get_selected (self->timeline);
  g_autofree char *text = NULL;

  if (item == NULL)
    return;
  text = rs_timeline_describe_item (item, 0);
  set_text (self, text);
}

/* --- opening --- */

static void
on_opened (RsSecondTimeline *self)
{
  gint64 start, end, first_start, first_end;

  self->is_open = TRUE;
  rs_trace_reader_get_extent (self->reader, &start, &end);
  self->is_following = TRUE;
  rs_timeline_set_trace (self->timeline, start, end, rs_trace_reader_get_tracks (self->reader));
  rs_timeline_set_objects (self->timeline, rs_trace_reader_get_objects (self->reader));
  rs_trace_reader_get_program_extent (self->reader, &start, &end);
  rs_timeline_set_program (self->timeline, start, end);
  self->is_following = FALSE;
  if (self->first == NULL)
    return;
  set_limits (self);
  rs_timeline_get_program (self->first, &first_start, &first_end);
  rs_timeline_fit (self->first, MIN (start, first_start), MAX (end, first_end));
  follow (self);
  align (self);
}

static void
on_failed (RsSecondTimeline *self, const char *message)
{
  set_text (self, message);
}

static void
on_timeline_ready (RsSecondTimeline *self)
{
  g_autoptr (GArray) items = rs_trace_reader_ref_timeline (self->reader);

  rs_timeline_set_items (self->timeline, items);
  rs_timeline_set_depths (self->timeline, rs_trace_reader_get_depths (self->reader));
}

static void
drop_reader (RsSecondTimeline *self)
{
  g_autoptr (GArray) nothing = g_array_new (FALSE, FALSE, sizeof (RsTrackRow));

  self->is_open = FALSE;
  if (self->child != NULL)
    rs_timeline_set_trace (self->timeline, 0, 1, nothing); /* it lets go of the texts before the reader does */
  if (self->reader != NULL)
    g_signal_handlers_disconnect_by_data (self->reader, self);
  g_clear_object (&self->reader);
}

void
rs_second_timeline_set_traces (RsSecondTimeline *self, const char *first, const char *other)
{
  gint64 start, end;

  if (g_strcmp0 (first, self->first_path) == 0 && g_strcmp0 (other, self->path) == 0)
    return;
  drop_reader (self);
  g_free (self->first_path);
  g_free (self->path);
  self->first_path = g_strdup (first);
  self->path = g_strdup (other);
  self->offset = 0;
  self->aligned_event = 0;
  set_text (self, "");
  gtk_widget_set_visible (GTK_WIDGET (self), other != NULL);
  if (self->first != NULL)
    {
      rs_timeline_get_trace_range (self->first, &start, &end);
      rs_timeline_set_limits (self->first, start, end);
    }
  if (first == NULL || other == NULL)
    return;
  self->reader = rs_trace_reader_new (other);
  g_signal_connect_swapped (self->reader, "opened", G_CALLBACK (on_opened), self);
  g_signal_connect_swapped (self->reader, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect_swapped (self->reader, "timeline-ready", G_CALLBACK (on_timeline_ready), self);
}

RsTimeline *
rs_second_timeline_get_timeline (RsSecondTimeline *self)
{
  return self->timeline;
}

const char *
rs_second_timeline_get_text (RsSecondTimeline *self)
{
  return self->text;
}

/* --- life --- */

static void
rs_second_timeline_dispose (GObject *object)
{
  RsSecondTimeline *self = RS_SECOND_TIMELINE (object);

  drop_reader (self);
  if (self->first != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->first, self);
      g_object_remove_weak_pointer (G_OBJECT (self->first), (gpointer *)&self->first);
      self->first = NULL;
    }
  g_clear_pointer (&self->child, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_second_timeline_parent_class)->dispose (object);
}

static void
rs_second_timeline_finalize (GObject *object)
{
  RsSecondTimeline *self = RS_SECOND_TIMELINE (object);

  g_free (self->first_path);
  g_free (self->path);
  g_free (self->text);
  G_OBJECT_CLASS (rs_second_timeline_parent_class)->finalize (object);
}

static void
rs_second_timeline_class_init (RsSecondTimelineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_second_timeline_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_second_timeline_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
rs_second_timeline_init (RsSecondTimeline *self)
{
  GtkWidget *window = gtk_scrolled_window_new (), *viewport = gtk_viewport_new (NULL, NULL);

  self->child = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->heading = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, "selectable", TRUE,
                                "margin-start", 6, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "rs-content");
  self->timeline = g_object_new (RS_TYPE_TIMELINE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->timeline), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline of the other trace"), -1);
  gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), FALSE);
  gtk_viewport_set_child (GTK_VIEWPORT (viewport), GTK_WIDGET (self->timeline));
  g_object_set (window, "hscrollbar-policy", GTK_POLICY_NEVER, "overlay-scrolling", FALSE, "vexpand", TRUE, "child",
                viewport, NULL);
  gtk_box_append (GTK_BOX (self->child), GTK_WIDGET (self->heading));
  gtk_box_append (GTK_BOX (self->child), window);
  gtk_widget_set_parent (self->child, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_swapped (self->timeline, "view-changed", G_CALLBACK (on_view_changed), self);
  g_signal_connect_swapped (self->timeline, "selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->timeline, "activated", G_CALLBACK (on_activated), self);
  self->text = g_strdup ("");
}

GtkWidget *
rs_second_timeline_new (RsTimeline *first)
{
  RsSecondTimeline *self = g_object_new (RS_TYPE_SECOND_TIMELINE, NULL);

  self->first = first;
  g_object_add_weak_pointer (G_OBJECT (first), (gpointer *)&self->first);
  g_signal_connect_swapped (first, "view-changed", G_CALLBACK (follow), self);
  g_signal_connect_swapped (first, "selected", G_CALLBACK (align), self);
  return GTK_WIDGET (self);
}
