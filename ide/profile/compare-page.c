/* Two traces beside each other: what changed from the other to this one, beyond noise.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/trace-page.h"

#include "ide/profile/text-table.h"
#include "ide/profile/trace-job.h"

#include "profiler/analysis/compare.h"
#include "profiler/analysis/summary.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define RS_TYPE_COMPARE_PAGE (rs_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (RsComparePage, rs_compare_page, RS, COMPARE_PAGE, GtkWidget)

struct _RsComparePage {
  GtkWidget parent;

  GtkWidget *child;      /* a box */
  GtkLabel *heading;     /* borrowed from child */
  RsTextTable *table;
  GtkFileChooserNative *chooser;
  char *path, *other;    /* NULL: none */
};

static void page_init (RsTracePageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsComparePage, rs_compare_page, GTK_TYPE_WIDGET, G_IMPLEMENT_INTERFACE (RS_TYPE_TRACE_PAGE, page_init))

/* What is compared, and the answer. */
typedef struct {
  RsComparePage *page; /* owned */
  char *other;
  gint64 walls[2];
} Comparison;

static void
comparison_free (gpointer data)
{
  Comparison *comparison = data;

  g_object_unref (comparison->page);
  g_free (comparison->other);
  g_free (comparison);
}

static gpointer
read_both (RsTraceStore *store, gpointer data, GError **error)
{
  Comparison *comparison = data;
  g_autoptr (RsTraceStore) other = rs_trace_store_open (comparison->other, error);

  if (other == NULL)
    return NULL;
  comparison->walls[0] = rs_trace_get_wall (other);
  comparison->walls[1] = rs_trace_get_wall (store);
  return rs_traces_compare (&other, 1, &store, 1, NULL, error);
}

static char *
format_amount (const RsCompareRow *row, guint side)
{
  if (row->n[side] == 0)
    return g_strdup ("–");
  if (strcmp (row->what, "memory") == 0)
    return g_format_size_full ((guint64)MAX (row->total[side], 0), G_FORMAT_SIZE_IEC_UNITS);
  return rs_format_duration (row->total[side]);
}

static const char *
verdict_of (const RsCompareRow *row)
{
  if (row->change == RS_CHANGE_NONE)
    return row->basis == RS_COMPARE_TOO_FEW ? _ ("too few runs") : _ ("no evidence");
  if (row->change == RS_CHANGE_ADDED || row->change == RS_CHANGE_REMOVED)
    return row->change == RS_CHANGE_ADDED ? _ ("new") : _ ("gone");
  if (strcmp (row->what, "memory") == 0)
    return row->change == RS_CHANGE_SLOWER ? _ ("more") : _ ("less");
  return row->change == RS_CHANGE_SLOWER ? _ ("slower") : _ ("faster");
}

static RsTextRow *
make_row (const RsCompareRow *compared)
{
  RsTextRow *row = rs_text_row_new (8);
  const RsInterval *interval = &compared->interval;
  gboolean has_interval = compared->basis != RS_COMPARE_TOO_FEW;

  rs_text_row_set (row, 0, g_strdup (verdict_of (compared)), NAN);
  rs_text_row_set (row, 1, g_strdup (compared->what), NAN);
  rs_text_row_set (row, 2, g_strdup (compared->name), NAN);
  for (guint i = 0; i < 2; i++)
    rs_text_row_set (row, 3 + i, format_amount (compared, i), (double)compared->total[i]);
  rs_text_row_set (row, 5, interval->ratio > 0 ? g_strdup_printf ("%.3f", interval->ratio) : g_strdup ("–"),
                   interval->ratio);
  rs_text_row_set (row, 6,
                   has_interval ? g_strdup_printf ("%.3f – %.3f", interval->low, interval->high) : g_strdup ("–"),
                   interval->low);
  rs_text_row_set (row, 7, g_strdup_printf ("%" G_GINT64_FORMAT " / %" G_GINT64_FORMAT, compared->n[0], compared->n[1]),
                   (double)compared->n[1]);
  rs_text_row_set_place (row, compared->file, compared->line);
  return row;
}

static void
show_rows (RsComparePage *self, const GArray *compared)
{
  g_autoptr (GListStore) rows = g_list_store_new (RS_TYPE_TEXT_ROW);

  for (guint i = 0; i < compared->len; i++)
    {
      g_autoptr (RsTextRow) row = make_row (&g_array_index (compared, RsCompareRow, i));

      g_list_store_append (rows, row);
    }
  rs_text_table_set_rows (self->table, rows);
}

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  Comparison *comparison = data;
  RsComparePage *self = comparison->page;
  g_autoptr (GArray) rows = result;

  if (self->child == NULL || g_strcmp0 (comparison->other, self->other) != 0)
    return;
  if (rows == NULL)
    gtk_label_set_text (self->heading, error->message);
  else
    {
      g_autofree char *base = g_path_get_basename (comparison->other);
      g_autofree char *before = rs_format_duration (comparison->walls[0]), *now = rs_format_duration (comparison->walls[1]);
      g_autofree char *text
          = g_strdup_printf (_ ("%s took %s, this one %s; first what changed beyond noise"), base, before, now);

      gtk_label_set_text (self->heading, text);
      show_rows (self, rows);
    }
}

static void
ask (RsComparePage *self)
{
  Comparison *comparison;

  if (self->path == NULL || self->other == NULL)
    return;
  comparison = g_new0 (Comparison, 1);
  comparison->page = g_object_ref (self);
  comparison->other = g_strdup (self->other);
  gtk_label_set_text (self->heading, _ ("Reading…"));
  rs_trace_job_start (self->path, read_both, on_read, comparison, comparison_free);
}

void
rs_compare_page_set_other (RsTracePage *page, const char *path)
{
  RsComparePage *self = RS_COMPARE_PAGE (page);

  g_free (self->other);
  self->other = g_strdup (path);
  ask (self);
}

static void
on_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  RsComparePage *self = data;
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

  gtk_native_dialog_hide (dialog);
  if (response == GTK_RESPONSE_ACCEPT && file != NULL && g_file_peek_path (file) != NULL)
    rs_compare_page_set_other (RS_TRACE_PAGE (self), g_file_peek_path (file));
}

/* Traces stand beside each other, most of the time. */
static void
on_choose (RsComparePage *self)
{
  g_autofree char *folder = self->path != NULL ? g_path_get_dirname (self->path) : NULL;
  g_autoptr (GFile) place = folder != NULL ? g_file_new_for_path (folder) : NULL;

  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_ ("Compare with a Trace"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Compare"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  if (place != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), place, NULL);
  g_signal_connect (self->chooser, "response", G_CALLBACK (on_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
rs_compare_page_set_trace (RsTracePage *page, const char *path, const RsTraceRange *range)
{
  RsComparePage *self = RS_COMPARE_PAGE (page);

  /* The whole traces are compared, whatever the range is. */
  if (g_strcmp0 (path, self->path) == 0)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  ask (self);
}

static void
rs_compare_page_set_filter (RsTracePage *page, const char *text)
{
  rs_text_table_set_filter (RS_COMPARE_PAGE (page)->table, text);
}

static void
page_init (RsTracePageInterface *interface)
{
  interface->set_trace = rs_compare_page_set_trace;
  interface->set_filter = rs_compare_page_set_filter;
}

static void
rs_compare_page_dispose (GObject *object)
{
  RsComparePage *self = RS_COMPARE_PAGE (object);

  g_clear_object (&self->chooser);
  g_clear_pointer (&self->child, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_compare_page_parent_class)->dispose (object);
}

static void
rs_compare_page_finalize (GObject *object)
{
  g_free (RS_COMPARE_PAGE (object)->path);
  g_free (RS_COMPARE_PAGE (object)->other);
  G_OBJECT_CLASS (rs_compare_page_parent_class)->finalize (object);
}

static void
rs_compare_page_class_init (RsComparePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_compare_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_compare_page_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
on_row_activated (RsComparePage *self, RsTextRow *row)
{
  if (rs_text_row_get_line (row) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", rs_text_row_get_file (row), rs_text_row_get_line (row), 0);
}

static void
rs_compare_page_init (RsComparePage *self)
{
  const char *const titles[] = { _ ("Change"),     _ ("What"),  _ ("Name"),          _ ("Other trace"),
                                 _ ("This trace"), _ ("Ratio"), _ ("95 % interval"), _ ("Number") };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *button = gtk_button_new_with_label (_ ("Compare With…"));

  self->child = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->heading
      = g_object_new (GTK_TYPE_LABEL, "label",
                      _ ("Another trace's times stand beside those of this one, with what changed beyond noise"),
                      "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, "hexpand", TRUE, NULL);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_choose), self);
  gtk_box_append (GTK_BOX (bar), button);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->heading));
  self->table = rs_text_table_new (_ ("Comparison"));
  rs_text_table_set_columns (self->table, titles, G_N_ELEMENTS (titles));
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (on_row_activated), self);
  gtk_box_append (GTK_BOX (self->child), bar);
  gtk_box_append (GTK_BOX (self->child), GTK_WIDGET (self->table));
  gtk_widget_set_parent (self->child, GTK_WIDGET (self));
}

GtkWidget *
rs_compare_page_new (void)
{
  return g_object_new (RS_TYPE_COMPARE_PAGE, NULL);
}
