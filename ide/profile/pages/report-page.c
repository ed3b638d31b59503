/* A report of a trace as a table, with what it says of the whole above it. Return or a double click leads to the line.
 *
 * A stretch that the program marks can be made the range. Events can be limited to some kinds, and to those of the
 * selected row's array; below occupancies are the curves of the selected kernel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/trace-page.h"

#include "ide/profile/pages/occupancy-view.h"
#include "ide/profile/pages/text-table.h"
#include "ide/profile/trace-job.h"

#include "profiler/analysis/passes/event-groups.h"
#include "profiler/analysis/report.h"
#include "profiler/analysis/time/marks.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define ROW "row" /* of a row's data: its number in the report, from 1 */

#define RS_TYPE_REPORT_PAGE (rs_report_page_get_type ())
G_DECLARE_FINAL_TYPE (RsReportPage, rs_report_page, RS, REPORT_PAGE, GtkWidget)

struct _RsReportPage {
  GtkWidget parent;

  const RsReportKind *kind;
  GtkWidget *box;
  GtkLabel *message; /* borrowed from box, like those below */
  RsTextTable *table;
  GtkDropDown *kinds;    /* of events; NULL: the report is not about events, like only */
  GtkToggleButton *only; /* that array */
  GtkButton *as_range;   /* the selected stretch; NULL: the report is not about marks */
  RsOccupancyView *view; /* NULL: it is not about occupancy */

  GArray *shown;             /* of guint: the columns that show, by their numbers in kind */
  RsReport *report;          /* that shows; NULL: none */
  const RsGpuLimits *limits; /* of its device; NULL: not known */

  char *path; /* NULL: none */
  RsTraceRange range, asked;
  gint64 object;                   /* of the selected row, or all that is shown; 0: none */
  guint row;                       /* that is selected, from 1; 0: none */
  char *stretch;                   /* that was the range last; NULL: none */
  guint occurrence, n_occurrences; /* of it, and how many there are */
  gboolean is_stale;
  RsTraceJob *job; /* under way; NULL: none */
};

static void page_init (RsTracePageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsReportPage, rs_report_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (RS_TYPE_TRACE_PAGE, page_init))

/* --- rows --- */

/* "Computed at" of "computed at"; an abbreviation stays. (transfer full) */
static char *
begin_with_capital (const char *text)
{
  g_autofree char *first = g_utf8_strup (text, (gssize)(g_utf8_next_char (text) - text));

  return g_strconcat (first, *text != '\0' ? g_utf8_next_char (text) : "", NULL);
}

static char *
describe_place (const RsReportCell *cell)
{
  g_autofree char *base = g_path_get_basename (cell->text);

  return *cell->text != '\0' ? g_strdup_printf ("%s:%u", base, cell->line) : g_strdup ("");
}

static void
set_cell (RsTextRow *row, guint i, RsCellKind kind, const RsReportCell *cell)
{
  if (!cell->is_known)
    rs_text_row_set (row, i, g_strdup (""), NAN);
  else if (kind == RS_CELL_TEXT)
    rs_text_row_set (row, i, rs_trace_make_printable (cell->text), NAN);
  else if (kind == RS_CELL_PLACE)
    rs_text_row_set (row, i, *cell->text != '\0' || i > 0 ? describe_place (cell) : g_strdup (_ ("not in a program")),
                     NAN); /* what a row is about is never empty */
  else if (kind == RS_CELL_INTEGER)
    rs_text_row_set (row, i, rs_format_count (cell->integer), cell->number);
  else if (kind == RS_CELL_ID)
    rs_text_row_set (row, i, g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer), cell->number);
  else if (kind == RS_CELL_DURATION)
    rs_text_row_set (row, i, rs_format_duration (cell->integer), cell->number);
  else if (kind == RS_CELL_TIME)
    rs_text_row_set (row, i, rs_format_time (cell->integer), cell->number);
  else if (kind == RS_CELL_BYTES)
    rs_text_row_set (row, i, rs_format_bytes (cell->integer), cell->number);
  else if (kind == RS_CELL_SHARE)
    rs_text_row_set (row, i, g_strdup_printf ("%.1f %%", 100 * cell->number), cell->number);
  else
    rs_text_row_set (row, i, g_strdup_printf (kind == RS_CELL_REAL ? "%.6g" : "%.2f", cell->number), cell->number);
}

/* It leads to its first place that is known. */
static RsTextRow *
make_row (const RsReportPage *self, const RsReport *report, guint index)
{
  RsTextRow *row = rs_text_row_new (self->shown->len);

  for (guint i = 0; i < self->shown->len; i++)
    {
      const guint column = g_array_index (self->shown, guint, i);
      const RsCellKind kind = self->kind->columns[column].kind;
      const RsReportCell *cell = rs_report_get_cell (report, index, column);

      set_cell (row, i, kind, cell);
      if (kind == RS_CELL_PLACE && *rs_text_row_get_file (row) == '\0')
        rs_text_row_set_place (row, cell->text, cell->line);
    }
  g_object_set_data (G_OBJECT (row), ROW, GUINT_TO_POINTER (index + 1));
  return row;
}

/* Shows the columns of which the report knows something. NULL: none has been read. */
static void
choose_columns (RsReportPage *self, const RsReport *report)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->kind->n_columns; i++)
    if (report != NULL ? rs_report_has_column (report, i) : !self->kind->columns[i].is_optional)
      {
        g_array_append_val (shown, i);
        g_ptr_array_add (titles, begin_with_capital (_ (self->kind->columns[i].title)));
      }
  if (self->shown == NULL || self->shown->len != shown->len
      || memcmp (self->shown->data, shown->data, shown->len * sizeof (guint)) != 0)
    rs_text_table_set_columns (self->table, (const char *const *)titles->pdata, titles->len);
  g_clear_pointer (&self->shown, g_array_unref);
  self->shown = shown;
}

/* What the report says of the whole, and the sums. (transfer full) */
static char *
make_message (const RsReport *report, const RsTraceRange *range)
{
  g_autofree char *sums = rs_report_describe_sums (report);
  const char *texts[] = { rs_report_get_head (report), rs_report_get_note (report), sums };
  GString *message = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = texts[i] != NULL && *texts[i] != '\0' ? begin_with_capital (texts[i]) : NULL;

      if (text != NULL)
        g_string_append_printf (message, "%s%s", message->len > 0 ? "\n" : "", text);
    }
  if (message->len == 0 && rs_report_count_rows (report) == 0)
    g_string_append (message, rs_trace_range_is_all (range) ? _ ("Nothing of this was recorded")
                                                            : _ ("Nothing of this is in the selected range"));
  return g_string_free (message, FALSE);
}

/* Takes report. */
static void
show (RsReportPage *self, RsReport *report)
{
  g_autoptr (GListStore) rows = g_list_store_new (RS_TYPE_TEXT_ROW);
  g_autofree char *message = make_message (report, &self->asked);

  choose_columns (self, report);
  for (guint i = 0; i < rs_report_count_rows (report); i++)
    {
      g_autoptr (RsTextRow) row = make_row (self, report, i);

      g_list_store_append (rows, row);
    }
  rs_report_free (self->report);
  self->report = report;
  rs_text_table_set_rows (self->table, rows);
  gtk_label_set_text (self->message, message);
  gtk_widget_set_visible (GTK_WIDGET (self->message), *message != '\0');
  rs_trace_page_show_table (RS_TRACE_PAGE (self), GTK_WIDGET (self->table), rs_report_count_rows (report) > 0);
}

/* --- the selected row --- */

static const RsReportCell *
get_cell (RsReportPage *self, guint row, const char *key)
{
  for (guint i = 0; i < self->kind->n_columns; i++)
    if (strcmp (self->kind->columns[i].key, key) == 0)
      return rs_report_get_cell (self->report, row, i);
  g_return_val_if_reached (NULL);
}

static gint64
get_integer (RsReportPage *self, guint row, const char *key)
{
  return get_cell (self, row, key)->integer;
}

static void
show_curves (RsReportPage *self, guint row)
{
  const RsLaunchShape shape = { (guint)get_integer (self, row, "block_threads"),
                                (guint)get_integer (self, row, "registers"),
                                (gsize)get_integer (self, row, "shared_bytes") };

  rs_occupancy_view_set_shape (self->view, self->limits, &shape);
}

/* row: NULL: none is selected. */
static void
on_row_chosen (RsReportPage *self, RsTextRow *row)
{
  guint number = row != NULL ? GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), ROW)) : 0;

  if (self->view != NULL && (number == 0 || self->limits == NULL))
    rs_occupancy_view_set_shape (self->view, NULL, NULL);
  else if (self->view != NULL)
    show_curves (self, number - 1);
  self->row = number;
  if (self->as_range != NULL)
    gtk_widget_set_sensitive (GTK_WIDGET (self->as_range),
                              number > 0 && get_cell (self, number - 1, "total_ns")->is_known);
  if (self->only != NULL && !gtk_toggle_button_get_active (self->only))
    {
      self->object = number > 0 ? get_integer (self, number - 1, "oid") : 0;
      gtk_widget_set_sensitive (GTK_WIDGET (self->only), self->object != 0);
    }
}

/* --- reading --- */

static gpointer
read_report (RsTraceStore *store, gpointer data, GError **error)
{
  RsReportPage *self = data;

  return rs_report_read (self->kind, store, &self->asked, error);
}

static void ask (RsReportPage *self);

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsReportPage *self = data;
  g_autoptr (RsReport) report = result;

  self->job = NULL;
  if (self->box == NULL)
    return;
  if (!self->is_stale && report != NULL)
    {
      g_autofree char *device = NULL;

      self->limits = self->view != NULL ? rs_occupancy_find_device (store, &device) : NULL;
      show (self, g_steal_pointer (&report));
    }
  else if (!self->is_stale)
    {
      gtk_label_set_text (self->message, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->message), TRUE);
    }
  ask (self);
}

static void
ask (RsReportPage *self)
{
  guint n;

  if (!self->is_stale || self->job != NULL || self->path == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_stale = FALSE;
  self->asked = self->range;
  if (self->only != NULL && gtk_toggle_button_get_active (self->only))
    self->asked.object = self->object;
  if (self->kinds != NULL)
    self->asked.listed = rs_event_groups_get (&n)[gtk_drop_down_get_selected (self->kinds)].kinds;
  self->job = rs_trace_job_start (self->path, read_report, on_read, g_object_ref (self), g_object_unref);
}

static void
ask_anew (RsReportPage *self)
{
  if (self->job != NULL)
    rs_trace_job_cancel (self->job);
  self->is_stale = TRUE;
  ask (self);
}

static void
rs_report_page_set_trace (RsTracePage *page, const char *path, const RsTraceRange *range)
{
  RsReportPage *self = RS_REPORT_PAGE (page);

  if (self->only != NULL && g_strcmp0 (self->path, path) != 0) /* another has other arrays */
    gtk_toggle_button_set_active (self->only, FALSE);
  if (g_strcmp0 (self->path, path) != 0)
    g_clear_pointer (&self->stretch, g_free);
  g_free (self->path);
  self->path = g_strdup (path);
  self->range = *range;
  ask_anew (self);
}

static void
rs_report_page_set_filter (RsTracePage *page, const char *text)
{
  rs_text_table_set_filter (RS_REPORT_PAGE (page)->table, text);
}

static void
page_init (RsTracePageInterface *interface)
{
  interface->set_trace = rs_report_page_set_trace;
  interface->set_filter = rs_report_page_set_filter;
}

/* --- life --- */

static void
rs_report_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (rs_report_page_parent_class)->map (widget);
  ask (RS_REPORT_PAGE (widget));
}

static void
rs_report_page_dispose (GObject *object)
{
  g_clear_pointer (&RS_REPORT_PAGE (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_report_page_parent_class)->dispose (object);
}

static void
rs_report_page_finalize (GObject *object)
{
  g_clear_pointer (&RS_REPORT_PAGE (object)->shown, g_array_unref);
  rs_report_free (RS_REPORT_PAGE (object)->report);
  g_free (RS_REPORT_PAGE (object)->path);
  g_free (RS_REPORT_PAGE (object)->stretch);
  G_OBJECT_CLASS (rs_report_page_parent_class)->finalize (object);
}

static void
rs_report_page_class_init (RsReportPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_report_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_report_page_finalize;
  GTK_WIDGET_CLASS (klass)->map = rs_report_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), RS_TYPE_TRACE_PAGE_LAYOUT);
}

static void
rs_report_page_init (RsReportPage *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->message = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_xalign (self->message, 0);
  gtk_label_set_wrap (self->message, TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->message));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
on_row_activated (RsReportPage *self, RsTextRow *row)
{
  if (*rs_text_row_get_file (row) != '\0' && rs_text_row_get_line (row) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-profiled", "(suu)", rs_text_row_get_file (row),
                                rs_text_row_get_line (row), 0);
}

static void
add_table (RsReportPage *self)
{
  self->table = rs_text_table_new (_ (self->kind->title));
  choose_columns (self, NULL);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
  g_signal_connect_object (self->table, "activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "chosen", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
}

/* Above the events: which kinds, and the array. */
static void
add_choices (RsReportPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  guint n;
  const RsEventGroup *groups = rs_event_groups_get (&n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (titles, (gpointer)_ (groups[i].title));
  g_ptr_array_add (titles, NULL);
  self->kinds = GTK_DROP_DOWN (gtk_drop_down_new_from_strings ((const char *const *)titles->pdata));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kinds), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Kinds of events"),
                                  -1);
  self->only = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_ ("Only This Array")));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->only),
                               _ ("What happened to the array of the selected row, and the launches that got it"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->only), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->kinds));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->only));
  gtk_box_prepend (GTK_BOX (self->box), box);
  g_signal_connect_object (self->kinds, "notify::selected", G_CALLBACK (ask_anew), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->only, "toggled", G_CALLBACK (ask_anew), self, G_CONNECT_SWAPPED);
}

/* --- a stretch as the range --- */

/* A question for the time of one. */
typedef struct {
  RsReportPage *page;
  char *mark; /* "round#2" */
  guint n;    /* of its name; once it is read */
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  g_object_unref (wanted->page);
  g_free (wanted->mark);
  g_free (wanted);
}

static gpointer
read_stretch (RsTraceStore *store, gpointer data, GError **error)
{
  Wanted *wanted = data;
  RsTraceRange range = RS_TRACE_RANGE_ALL;

  return rs_marks_narrow (store, wanted->mark, &range, &wanted->n, error) ? g_memdup2 (&range, sizeof range) : NULL;
}

static void
on_stretch_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  const Wanted *wanted = data;
  RsReportPage *self = wanted->page;
  g_autofree RsTraceRange *range = result;

  if (self->box == NULL)
    return;
  self->n_occurrences = wanted->n;
  if (range != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "trace.set-range", "(xx)", range->from, range->to);
  else
    gtk_label_set_text (self->message, error->message);
}

/* Of a stretch that comes several times the first, then the next one. */
static void
on_as_range (RsReportPage *self)
{
  const char *name = self->row > 0 ? get_cell (self, self->row - 1, "name")->text : NULL;
  Wanted *wanted;

  if (name == NULL || self->path == NULL)
    return;
  if (g_strcmp0 (self->stretch, name) == 0)
    self->occurrence = self->occurrence % MAX (self->n_occurrences, 1) + 1;
  else
    self->occurrence = 1;
  g_free (self->stretch);
  self->stretch = g_strdup (name);
  wanted = g_new0 (Wanted, 1);
  wanted->page = g_object_ref (self);
  wanted->mark = g_strdup_printf ("%s#%u", name, self->occurrence);
  rs_trace_job_start (self->path, read_stretch, on_stretch_read, wanted, wanted_free);
}

static void
add_as_range (RsReportPage *self)
{
  self->as_range = GTK_BUTTON (gtk_button_new_with_label (_ ("As Range")));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->as_range),
                               _ ("Limits all pages to the time of the selected stretch; once more: of the next one of "
                                  "its name. Escape in the timeline shows everything again"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->as_range), FALSE);
  gtk_widget_set_halign (GTK_WIDGET (self->as_range), GTK_ALIGN_START);
  gtk_box_prepend (GTK_BOX (self->box), GTK_WIDGET (self->as_range));
  g_signal_connect_object (self->as_range, "clicked", G_CALLBACK (on_as_range), self, G_CONNECT_SWAPPED);
}

GtkWidget *
rs_report_page_new (const char *id)
{
  RsReportPage *self = g_object_new (RS_TYPE_REPORT_PAGE, NULL);

  self->kind = rs_report_kind_find (id);
  g_assert (self->kind != NULL);
  add_table (self);
  if (self->kind == rs_report_kind_find ("events"))
    add_choices (self);
  if (self->kind == rs_report_kind_find ("marks"))
    add_as_range (self);
  if (self->kind == rs_report_kind_find ("occupancy"))
    {
      self->view = rs_occupancy_view_new ();
      gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->view));
    }
  return GTK_WIDGET (self);
}
