/* Copies between memories, by variable, direction, place and cause.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/trace-page.h"

#include "ide/profile/text-table.h"
#include "ide/profile/trace-job.h"

#include "profiler/analysis/summary.h"
#include "profiler/analysis/transfers.h"

#include <glib/gi18n.h>
#include <math.h>

#define RS_TYPE_TRANSFERS_PAGE (rs_transfers_page_get_type ())
G_DECLARE_FINAL_TYPE (RsTransfersPage, rs_transfers_page, RS, TRANSFERS_PAGE, GtkWidget)

struct _RsTransfersPage {
  GtkWidget parent;

  GtkWidget *box;
  GtkLabel *message; /* borrowed from box, like table */
  RsTextTable *table;

  char *path; /* NULL: none */
  RsTraceRange range, asked;
  gboolean is_stale;
  RsTraceJob *job; /* under way; NULL: none */
};

static void page_init (RsTracePageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsTransfersPage, rs_transfers_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (RS_TYPE_TRACE_PAGE, page_init))

static RsTextRow *
make_row (const RsTransferRow *found)
{
  RsTextRow *row = rs_text_row_new (8);
  g_autofree char *base = g_path_get_basename (found->file);

  rs_text_row_set (row, 0, g_strdup (*found->name != '\0' ? found->name : _ ("(no name)")), NAN);
  rs_text_row_set (row, 1, g_strdup (found->direction), NAN);
  rs_text_row_set (row, 2, rs_format_duration (found->total), (double)found->total);
  rs_text_row_set (row, 3, rs_format_bytes (found->bytes), (double)found->bytes);
  rs_text_row_set (row, 4, g_strdup_printf ("%" G_GINT64_FORMAT, found->copies), (double)found->copies);
  rs_text_row_set (row, 5, rs_format_duration (found->max), (double)found->max);
  rs_text_row_set (row, 6, g_strdup (found->is_for_launch ? _ ("a launch needed it") : _ ("host code needed it")), NAN);
  rs_text_row_set (row, 7, *found->file != '\0' ? g_strdup_printf ("%s:%u", base, found->line) : g_strdup (""), NAN);
  rs_text_row_set_place (row, found->file, found->line);
  return row;
}

static void
show (RsTransfersPage *self, const GArray *found)
{
  g_autoptr (GListStore) rows = g_list_store_new (RS_TYPE_TEXT_ROW);
  g_autofree char *size = NULL, *time = NULL, *text = NULL;
  gint64 bytes = 0, total = 0, copies = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const RsTransferRow *one = &g_array_index (found, RsTransferRow, i);
      g_autoptr (RsTextRow) row = make_row (one);

      bytes += one->bytes;
      total = rs_trace_add (total, one->total);
      copies += one->copies;
      g_list_store_append (rows, row);
    }
  rs_text_table_set_rows (self->table, rows);
  size = rs_format_bytes (bytes);
  time = rs_format_duration (total);
  if (found->len == 0 && !rs_trace_range_is_all (&self->asked))
    text = g_strdup (_ ("Nothing was copied between memories in the selected range"));
  else if (found->len == 0)
    text = g_strdup (_ ("Nothing was copied between memories: on the CPU programs work where their arrays are"));
  else
    text = g_strdup_printf (_ ("%" G_GINT64_FORMAT " copies, %s in %s"), copies, size, time);
  gtk_label_set_text (self->message, text);
}

static gpointer
read_transfers (RsTraceStore *store, gpointer data, GError **error)
{
  return rs_transfers_read (store, &((RsTransfersPage *)data)->asked, error);
}

static void ask (RsTransfersPage *self);

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsTransfersPage *self = data;
  g_autoptr (GArray) rows = result;

  self->job = NULL;
  if (self->box == NULL)
    return;
  if (!self->is_stale && rows != NULL)
    show (self, rows);
  else if (!self->is_stale)
    gtk_label_set_text (self->message, error->message);
  ask (self);
}

static void
ask (RsTransfersPage *self)
{
  if (!self->is_stale || self->job != NULL || self->path == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_stale = FALSE;
  self->asked = self->range;
  self->job = rs_trace_job_start (self->path, read_transfers, on_read, g_object_ref (self), g_object_unref);
}

static void
rs_transfers_page_set_trace (RsTracePage *page, const char *path, const RsTraceRange *range)
{
  RsTransfersPage *self = RS_TRANSFERS_PAGE (page);

  if (self->job != NULL)
    rs_trace_job_cancel (self->job);
  g_free (self->path);
  self->path = g_strdup (path);
  self->range = *range;
  self->is_stale = TRUE;
  ask (self);
}

static void
rs_transfers_page_set_filter (RsTracePage *page, const char *text)
{
  rs_text_table_set_filter (RS_TRANSFERS_PAGE (page)->table, text);
}

static void
page_init (RsTracePageInterface *interface)
{
  interface->set_trace = rs_transfers_page_set_trace;
  interface->set_filter = rs_transfers_page_set_filter;
}

/* --- life --- */

static void
rs_transfers_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (rs_transfers_page_parent_class)->map (widget);
  ask (RS_TRANSFERS_PAGE (widget));
}

static void
rs_transfers_page_dispose (GObject *object)
{
  g_clear_pointer (&RS_TRANSFERS_PAGE (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_transfers_page_parent_class)->dispose (object);
}

static void
rs_transfers_page_finalize (GObject *object)
{
  g_free (RS_TRANSFERS_PAGE (object)->path);
  G_OBJECT_CLASS (rs_transfers_page_parent_class)->finalize (object);
}

static void
rs_transfers_page_class_init (RsTransfersPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_transfers_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_transfers_page_finalize;
  GTK_WIDGET_CLASS (klass)->map = rs_transfers_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
on_row_activated (RsTransfersPage *self, RsTextRow *row)
{
  if (*rs_text_row_get_file (row) != '\0' && rs_text_row_get_line (row) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", rs_text_row_get_file (row),
                                rs_text_row_get_line (row), 0);
}

static void
rs_transfers_page_init (RsTransfersPage *self)
{
  const char *const titles[] = { _ ("Variable"), _ ("Direction"), _ ("Time"),  _ ("Bytes"),
                                 _ ("Copies"),   _ ("Longest"),   _ ("Cause"), _ ("Place") };

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->message = GTK_LABEL (gtk_label_new (""));
  self->table = rs_text_table_new (_ ("Copies between memories"));
  gtk_label_set_xalign (self->message, 0);
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  rs_text_table_set_columns (self->table, titles, G_N_ELEMENTS (titles));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->table, "activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
}

GtkWidget *
rs_transfers_page_new (void)
{
  return g_object_new (RS_TYPE_TRANSFERS_PAGE, NULL);
}
