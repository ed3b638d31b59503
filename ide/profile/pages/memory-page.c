/* Memory of a trace: the curve of held bytes by device, and a table of who holds them: places of the program, or the
 * arrays that were there at the instant that is chosen in the curve.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/trace-page.h"

#include "ide/profile/pages/memory-curve-view.h"
#include "ide/profile/pages/text-table.h"
#include "ide/profile/trace-job.h"

#include "profiler/analysis/memory/memory.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_POINTS 1000

#define RS_TYPE_MEMORY_PAGE (rs_memory_page_get_type ())
G_DECLARE_FINAL_TYPE (RsMemoryPage, rs_memory_page, RS, MEMORY_PAGE, GtkWidget)

/* What a job asks, and its answer. */
typedef struct {
  RsTraceRange range;
  gint64 instant;         /* -1: places; no objects */
  RsMemoryCurves *curves; /* NULL: not asked for */
  RsMemoryReport *report; /* one of both */
  GArray *objects;
} Answer;

struct _RsMemoryPage {
  GtkWidget parent;

  GtkWidget *box;
  RsMemoryCurveView *curve; /* borrowed from box, like those below */
  GtkLabel *message;
  RsTextTable *table;

  char *path; /* NULL: none */
  RsTraceRange range;
  gint64 instant;         /* -1: none */
  gboolean is_stale;      /* the table shows something else */
  gboolean has_curves;    /* of path and range */
  gboolean shows_objects; /* its columns are those of arrays */
  Answer asked;
  RsTraceJob *job; /* under way; NULL: none */
};

static void page_init (RsTracePageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsMemoryPage, rs_memory_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (RS_TYPE_TRACE_PAGE, page_init))

static void
answer_free (Answer *answer)
{
  rs_memory_curves_free (answer->curves);
  rs_memory_report_free (answer->report);
  g_clear_pointer (&answer->objects, g_array_unref);
  g_free (answer);
}

/* --- the table --- */

static const char *
name_or_unknown (const char *name)
{
  return *name != '\0' ? name : _ ("(no name)");
}

/* "x  steps.q:12" */
static char *
holder_text (const char *name, const char *file, guint line)
{
  g_autofree char *base = g_path_get_basename (file);

  return *file != '\0' ? g_strdup_printf ("%s  %s:%u", name_or_unknown (name), base, line)
                       : g_strdup (name_or_unknown (name));
}

static void
set_columns (RsMemoryPage *self, gboolean objects)
{
  const char *const of_places[]
      = { _ ("Variable"), _ ("At Peak"), _ ("Made"), _ ("Arrays"), _ ("Left"), _ ("Lifetime") };
  const char *const of_objects[] = { _ ("Variable"), _ ("Bytes"), _ ("Since"), _ ("Array") };

  self->shows_objects = objects;
  if (objects)
    rs_text_table_set_columns (self->table, of_objects, G_N_ELEMENTS (of_objects));
  else
    rs_text_table_set_columns (self->table, of_places, G_N_ELEMENTS (of_places));
}

static RsTextRow *
make_place_row (const RsMemoryRow *found)
{
  RsTextRow *row = rs_text_row_new (6);

  rs_text_row_set (row, 0, holder_text (found->name, found->file, found->line), NAN);
  rs_text_row_set (row, 1, rs_format_bytes (found->at_peak), (double)found->at_peak);
  rs_text_row_set (row, 2, rs_format_bytes (found->bytes), (double)found->bytes);
  rs_text_row_set (row, 3, g_strdup_printf ("%" G_GINT64_FORMAT, found->allocations), (double)found->allocations);
  rs_text_row_set (row, 4, rs_format_bytes (found->left_bytes), (double)found->left_bytes);
  rs_text_row_set (row, 5, found->lifetime > 0 ? rs_format_duration (found->lifetime) : g_strdup (""),
                   (double)found->lifetime);
  rs_text_row_set_place (row, found->file, found->line);
  return row;
}

static RsTextRow *
make_object_row (const RsMemoryObject *found)
{
  RsTextRow *row = rs_text_row_new (4);

  rs_text_row_set (row, 0, holder_text (found->name, found->file, found->line), NAN);
  rs_text_row_set (row, 1, rs_format_bytes (found->bytes), (double)found->bytes);
  rs_text_row_set (row, 2, rs_format_duration (found->since), (double)found->since);
  rs_text_row_set (row, 3, g_strdup_printf ("%" G_GINT64_FORMAT, found->oid), (double)found->oid);
  rs_text_row_set_place (row, found->file, found->line);
  return row;
}

static void
show_places (RsMemoryPage *self, const RsMemoryReport *report)
{
  g_autoptr (GListStore) rows = g_list_store_new (RS_TYPE_TEXT_ROW);
  g_autofree char *peak = rs_format_bytes (report->peak_bytes), *time = rs_format_duration (report->peak_time),
                  *text = NULL;

  set_columns (self, FALSE);
  for (guint i = 0; i < report->rows->len; i++)
    {
      g_autoptr (RsTextRow) row = make_place_row (&g_array_index (report->rows, RsMemoryRow, i));

      g_list_store_append (rows, row);
    }
  rs_text_table_set_rows (self->table, rows);
  text = g_strdup_printf (_ ("Peak %s at %s. A click in the curve shows what was held then."), peak, time);
  gtk_label_set_text (self->message, text);
}

static void
show_objects (RsMemoryPage *self, const GArray *objects, gint64 instant)
{
  g_autoptr (GListStore) rows = g_list_store_new (RS_TYPE_TEXT_ROW);
  g_autofree char *time = rs_format_duration (instant), *held = NULL, *text = NULL;
  gint64 bytes = 0;

  set_columns (self, TRUE);
  for (guint i = 0; i < objects->len; i++)
    {
      const RsMemoryObject *object = &g_array_index (objects, RsMemoryObject, i);
      g_autoptr (RsTextRow) row = make_object_row (object);

      bytes += object->bytes;
      g_list_store_append (rows, row);
    }
  rs_text_table_set_rows (self->table, rows);
  held = rs_format_bytes (bytes);
  text = g_strdup_printf (g_dngettext (NULL, "At %s: %s in %u array", "At %s: %s in %u arrays", objects->len), time,
                          held, objects->len);
  gtk_label_set_text (self->message, text);
}

/* --- asking --- */

static gpointer
read_memory (RsTraceStore *store, gpointer data, GError **error)
{
  const Answer *asked = &((RsMemoryPage *)data)->asked;
  Answer *answer = g_memdup2 (asked, sizeof *asked);
  gboolean done;

  if (answer->instant < 0)
    {
      answer->curves = rs_memory_curves_read (store, &answer->range, N_POINTS, error);
      answer->report = answer->curves != NULL ? rs_memory_report_read (store, &answer->range, error) : NULL;
      done = answer->report != NULL;
    }
  else
    {
      answer->objects = rs_memory_objects_read (store, answer->instant, error);
      done = answer->objects != NULL;
    }
  if (done)
    return answer;
  answer_free (answer);
  return NULL;
}

static void ask (RsMemoryPage *self);

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsMemoryPage *self = data;
  Answer *answer = result;

  self->job = NULL;
  if (self->box != NULL && !self->is_stale && answer == NULL)
    gtk_label_set_text (self->message, error->message);
  else if (self->box != NULL && !self->is_stale && answer->objects != NULL)
    show_objects (self, answer->objects, answer->instant);
  else if (self->box != NULL && !self->is_stale)
    {
      if (!self->has_curves)
        rs_memory_curve_view_set_curves (self->curve, g_steal_pointer (&answer->curves));
      self->has_curves = TRUE;
      show_places (self, answer->report);
    }
  g_clear_pointer (&answer, answer_free);
  if (self->box != NULL)
    ask (self);
}

static void
ask (RsMemoryPage *self)
{
  if (!self->is_stale || self->job != NULL || self->path == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_stale = FALSE;
  self->asked = (Answer){ .range = self->range, .instant = self->instant };
  self->job = rs_trace_job_start (self->path, read_memory, on_read, g_object_ref (self), g_object_unref);
}

static void
make_stale (RsMemoryPage *self)
{
  if (self->job != NULL)
    rs_trace_job_cancel (self->job);
  self->is_stale = TRUE;
  ask (self);
}

static void
on_chosen (RsMemoryPage *self, gint64 instant)
{
  self->instant = instant;
  make_stale (self);
}

static void
rs_memory_page_set_trace (RsTracePage *page, const char *path, const RsTraceRange *range)
{
  RsMemoryPage *self = RS_MEMORY_PAGE (page);

  g_free (self->path);
  self->path = g_strdup (path);
  self->range = *range;
  self->instant = -1;
  self->has_curves = FALSE;
  make_stale (self);
}

static void
rs_memory_page_set_filter (RsTracePage *page, const char *text)
{
  rs_text_table_set_filter (RS_MEMORY_PAGE (page)->table, text);
}

static void
page_init (RsTracePageInterface *interface)
{
  interface->set_trace = rs_memory_page_set_trace;
  interface->set_filter = rs_memory_page_set_filter;
}

/* --- life --- */

static void
rs_memory_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (rs_memory_page_parent_class)->map (widget);
  ask (RS_MEMORY_PAGE (widget));
}

static void
rs_memory_page_dispose (GObject *object)
{
  RsMemoryPage *self = RS_MEMORY_PAGE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_memory_page_parent_class)->dispose (object);
}

static void
rs_memory_page_finalize (GObject *object)
{
  g_free (RS_MEMORY_PAGE (object)->path);
  G_OBJECT_CLASS (rs_memory_page_parent_class)->finalize (object);
}

static void
rs_memory_page_class_init (RsMemoryPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_memory_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_memory_page_finalize;
  GTK_WIDGET_CLASS (klass)->map = rs_memory_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), RS_TYPE_TRACE_PAGE_LAYOUT);
}

static void
on_row_activated (RsMemoryPage *self, RsTextRow *row)
{
  if (*rs_text_row_get_file (row) != '\0' && rs_text_row_get_line (row) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-profiled", "(suu)", rs_text_row_get_file (row),
                                rs_text_row_get_line (row), 0);
}

static void
rs_memory_page_init (RsMemoryPage *self)
{
  self->instant = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->curve = rs_memory_curve_view_new ();
  self->message = GTK_LABEL (gtk_label_new (""));
  self->table = rs_text_table_new (_ ("Held memory"));
  gtk_label_set_xalign (self->message, 0);
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  set_columns (self, FALSE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->curve));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->curve, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
}

GtkWidget *
rs_memory_page_new (void)
{
  return g_object_new (RS_TYPE_MEMORY_PAGE, NULL);
}
