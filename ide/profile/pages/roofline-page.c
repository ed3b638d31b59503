/* The roofline of a trace: a picture of one of its devices, and a table of kernels with what limits them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/trace-page.h"

#include "ide/profile/pages/roofline-view.h"
#include "ide/profile/pages/text-table.h"
#include "ide/profile/trace-job.h"

#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_COLUMNS 10
#define DEVICE 9          /* the last column */
#define LOW 250           /* pixels: in a page that is lower the picture is beside the table */
#define PICTURE_WIDTH 330 /* pixels, there */

#define RS_TYPE_ROOFLINE_PAGE (rs_roofline_page_get_type ())
G_DECLARE_FINAL_TYPE (RsRooflinePage, rs_roofline_page, RS, ROOFLINE_PAGE, GtkWidget)

/* The answer of a job. */
typedef struct {
  char *device; /* "": the processor */
  gboolean has_peaks;
  RsPeaks peaks;
  GArray *rows; /* of RsRooflineRow */
} Part;

typedef struct {
  GArray *parts; /* of Part, first one whose peaks are known */
  GStringChunk *texts;
} Answer;

struct _RsRooflinePage {
  GtkWidget parent;

  GtkWidget *box;
  GtkBox *both;         /* picture and table; borrowed from box, like those below */
  GtkDropDown *devices; /* of which the picture can be */
  RsRooflineView *view;
  GtkLabel *message;
  RsTextTable *table;

  char *path; /* NULL: none */
  RsTraceRange range, asked;
  gboolean is_stale;
  Answer *answer;       /* NULL: none yet */
  GArray *pictured;     /* of guint: parts that are in devices */
  GPtrArray *sentences; /* of char: about each row of the picture's device */
  RsTraceJob *job;      /* under way; NULL: none */
  guint arrange_source; /* 0: none waits */
};

static void page_init (RsTracePageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsRooflinePage, rs_roofline_page, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (RS_TYPE_TRACE_PAGE, page_init))

static void
part_clear (gpointer data)
{
  Part *part = data;

  g_free (part->device);
  g_clear_pointer (&part->rows, g_array_unref);
}

static void
answer_free (Answer *answer)
{
  g_array_unref (answer->parts);
  g_string_chunk_free (answer->texts);
  g_free (answer);
}

static char *
describe_limit (const RsRooflineRow *row, const RsPeaks *peaks)
{
  return row->roof == RS_ROOF_ARITHMETIC ? g_strdup (_ ("arithmetic")) : rs_roofline_describe_level (peaks, row->level);
}

/* The same for a column: "32.0 MiB cache". */
static char *
describe_limit_shortly (const RsRooflineRow *row, const RsPeaks *peaks)
{
  g_autofree char *bytes = rs_format_bytes (peaks->levels[row->level].bytes);

  if (row->roof == RS_ROOF_ARITHMETIC || row->level + 1 == RS_PEAK_LEVELS)
    return describe_limit (row, peaks);
  return g_strdup_printf (_ ("%s cache"), bytes);
}

/* "about 2.24 M" */
static char *
format_operations (const RsRooflineRow *row)
{
  static const char *const units[] = { "", " k", " M", " G", " T", " P" };
  double operations = row->single_operations + row->double_operations;
  guint unit = 0;

  for (; operations >= 1000 && unit + 1 < G_N_ELEMENTS (units); unit++)
    operations /= 1000;
  return g_strdup_printf ("%s%s%.3g%s", row->doubt, *row->doubt != '\0' ? " " : "", operations, units[unit]);
}

/* "at least 2.1 %": as sure as the count of operations is, where arithmetic limits. */
static char *
format_reached (const RsRooflineRow *row)
{
  const char *doubt = row->roof == RS_ROOF_ARITHMETIC ? row->doubt : "";

  if (row->share < 0.0005)
    return g_strdup (_ ("below 0.1 %"));
  return g_strdup_printf ("%s%s%.1f %%", doubt, *doubt != '\0' ? " " : "", 100 * row->share);
}

static const char *
name_device (const Part *part)
{
  return *part->device != '\0' ? part->device : _ ("processor");
}

static RsTextRow *
make_row (const RsRooflineRow *found, const Part *part)
{
  RsTextRow *row = rs_text_row_new (N_COLUMNS);
  const double operations = found->single_operations + found->double_operations;
  const double bytes = found->bytes_read + found->bytes_written;
  g_autofree char *base = g_path_get_basename (found->file);

  rs_text_row_set (row, 0, g_strdup (found->name), NAN);
  rs_text_row_set (row, 1, *found->file != '\0' ? g_strdup_printf ("%s:%u", base, found->line) : g_strdup (""), NAN);
  rs_text_row_set (row, 2, rs_format_duration (found->total), (double)found->total);
  rs_text_row_set (row, 3, found->has_peaks ? format_reached (found) : g_strdup ("-"), found->share);
  rs_text_row_set (row, 4, found->has_peaks ? describe_limit_shortly (found, &part->peaks) : g_strdup (_ ("not known")),
                   NAN);
  rs_text_row_set (row, 5, format_operations (found), operations);
  rs_text_row_set (row, 6, rs_format_bytes ((gint64)bytes), bytes);
  rs_text_row_set (row, 7, isinf (found->intensity) ? g_strdup ("") : g_strdup_printf ("%.2f", found->intensity),
                   found->intensity);
  rs_text_row_set (row, 8, g_strdup_printf ("%.2f", found->rate), found->rate);
  rs_text_row_set (row, DEVICE, g_strdup (name_device (part)), NAN);
  rs_text_row_set_place (row, found->file, found->line);
  return row;
}

/* What to make of it. */
static char *
make_sentence (const RsRooflineRow *row, const RsPeaks *peaks)
{
  g_autofree char *time = rs_format_duration (row->total), *bound = rs_format_duration ((gint64)row->bound);
  g_autofree char *limit = describe_limit (row, peaks);

  if (row->roof == RS_ROOF_ARITHMETIC)
    return g_strdup_printf (_ ("%s took %s; its arithmetic alone takes %s on this machine"), row->name, time, bound);
  return g_strdup_printf (_ ("%s took %s; to move its arrays from and to %s takes %s on this machine"), row->name, time,
                          limit, bound);
}

static void
add_rows (const Part *part, GListStore *rows)
{
  for (guint i = 0; i < part->rows->len; i++)
    {
      g_autoptr (RsTextRow) row = make_row (&g_array_index (part->rows, RsRooflineRow, i), part);

      g_list_store_append (rows, row);
    }
}

/* The picture of the device that is chosen, with what to make of its rows. */
static void
show_picture (RsRooflinePage *self)
{
  const guint chosen = gtk_drop_down_get_selected (self->devices);
  const guint index = chosen < self->pictured->len ? g_array_index (self->pictured, guint, chosen) : 0;
  const Part *part = self->answer != NULL && index < self->answer->parts->len
                         ? &g_array_index (self->answer->parts, Part, index)
                         : NULL;
  const gboolean has_peaks = part != NULL && part->has_peaks;

  g_ptr_array_set_size (self->sentences, 0);
  for (guint i = 0; has_peaks && i < part->rows->len; i++)
    g_ptr_array_add (self->sentences, make_sentence (&g_array_index (part->rows, RsRooflineRow, i), &part->peaks));
  gtk_widget_set_visible (GTK_WIDGET (self->view), has_peaks);
  rs_roofline_view_set_rows (self->view, has_peaks ? part->rows : NULL, has_peaks ? &part->peaks : NULL);
  gtk_label_set_text (self->message,
                      !has_peaks ? _ ("This trace does not say what its machine can do: no kernel ran on the "
                                      "processor, or it was made by another tool or an older version, or where there "
                                      "is no C compiler")
                      : self->sentences->len == 0 ? _ ("No kernel ran here whose work is known")
                                                  : g_ptr_array_index (self->sentences, 0));
}

/* Those that ran something, and whose peaks are known; the one that was chosen stays so. */
static void
offer_devices (RsRooflinePage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GtkStringObject *before = gtk_drop_down_get_selected_item (self->devices);
  g_autofree char *chosen = before != NULL ? g_strdup (gtk_string_object_get_string (before)) : NULL;
  guint selected = 0;

  g_signal_handlers_block_by_func (self->devices, show_picture, self);
  g_array_set_size (self->pictured, 0);
  for (guint i = 0; i < self->answer->parts->len; i++)
    {
      const Part *part = &g_array_index (self->answer->parts, Part, i);

      if (!part->has_peaks || part->rows->len == 0)
        continue;
      if (g_strcmp0 (chosen, name_device (part)) == 0)
        selected = self->pictured->len;
      gtk_string_list_append (names, name_device (part));
      g_array_append_val (self->pictured, i);
    }
  gtk_drop_down_set_model (self->devices, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->devices, selected);
  gtk_widget_set_visible (GTK_WIDGET (self->devices), self->pictured->len > 1);
  g_signal_handlers_unblock_by_func (self->devices, show_picture, self);
}

/* Takes answer. */
static void
show (RsRooflinePage *self, Answer *answer)
{
  g_autoptr (GListStore) rows = g_list_store_new (RS_TYPE_TEXT_ROW);

  g_clear_pointer (&self->answer, answer_free);
  self->answer = answer;
  for (guint i = 0; i < answer->parts->len; i++)
    add_rows (&g_array_index (answer->parts, Part, i), rows);
  rs_trace_page_show_table (RS_TRACE_PAGE (self), GTK_WIDGET (self->table), answer->parts->len > 0);
  rs_text_table_set_rows (self->table, rows);
  offer_devices (self);
  show_picture (self);
}

static void
on_chosen (RsRooflinePage *self, guint row)
{
  if (row < self->sentences->len)
    gtk_label_set_text (self->message, g_ptr_array_index (self->sentences, row));
}

/* --- asking --- */

/* They go with the store. */
static void
own_texts (GArray *rows, GStringChunk *texts)
{
  for (guint i = 0; i < rows->len; i++)
    {
      RsRooflineRow *row = &g_array_index (rows, RsRooflineRow, i);

      row->name = g_string_chunk_insert_const (texts, row->name);
      row->file = g_string_chunk_insert_const (texts, row->file);
      row->doubt = g_string_chunk_insert_const (texts, row->doubt);
    }
}

/* Of a device that ran something; the processor's also where it has peaks only. */
static gboolean
add_part (Answer *answer, RsTraceStore *store, const RsTraceRange *range, const char *device, GError **error)
{
  GArray *parts = answer->parts;
  Part part = { .device = g_strdup (device) };

  part.has_peaks = rs_roofline_find_peaks (store, device, &part.peaks);
  part.rows = rs_roofline_read (store, range, device, part.has_peaks ? &part.peaks : NULL, error);
  if (part.rows == NULL || (part.rows->len == 0 && (*device != '\0' || !part.has_peaks)))
    {
      const gboolean has_failed = part.rows == NULL;

      part_clear (&part);
      return !has_failed;
    }
  own_texts (part.rows, answer->texts);
  if (part.has_peaks && part.rows->len > 0 && parts->len > 0
      && (!g_array_index (parts, Part, 0).has_peaks || g_array_index (parts, Part, 0).rows->len == 0))
    g_array_prepend_val (parts, part);
  else
    g_array_append_val (parts, part);
  return TRUE;
}

static gpointer
read_roofline (RsTraceStore *store, gpointer data, GError **error)
{
  const RsRooflinePage *self = data;
  g_autoptr (GPtrArray) devices = rs_roofline_list_devices (store, error);
  Answer *answer = g_new0 (Answer, 1);
  gboolean done;

  answer->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  answer->texts = g_string_chunk_new (1024);
  g_array_set_clear_func (answer->parts, part_clear);
  done = devices != NULL && add_part (answer, store, &self->asked, "", error);
  for (guint i = 0; done && i < devices->len; i++)
    done = add_part (answer, store, &self->asked, devices->pdata[i], error);
  if (done)
    return answer;
  answer_free (answer);
  return NULL;
}

static void ask (RsRooflinePage *self);

static void
on_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsRooflinePage *self = data;
  Answer *answer = result;

  self->job = NULL;
  if (self->box != NULL && !self->is_stale && answer != NULL)
    show (self, g_steal_pointer (&answer));
  else if (self->box != NULL && !self->is_stale)
    gtk_label_set_text (self->message, error->message);
  g_clear_pointer (&answer, answer_free);
  if (self->box != NULL)
    ask (self);
}

static void
ask (RsRooflinePage *self)
{
  if (!self->is_stale || self->job != NULL || self->path == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_stale = FALSE;
  self->asked = self->range;
  self->job = rs_trace_job_start (self->path, read_roofline, on_read, g_object_ref (self), g_object_unref);
}

static void
rs_roofline_page_set_trace (RsTracePage *page, const char *path, const RsTraceRange *range)
{
  RsRooflinePage *self = RS_ROOFLINE_PAGE (page);

  if (self->job != NULL)
    rs_trace_job_cancel (self->job);
  g_free (self->path);
  self->path = g_strdup (path);
  self->range = *range;
  self->is_stale = TRUE;
  ask (self);
}

static void
rs_roofline_page_set_filter (RsTracePage *page, const char *text)
{
  rs_text_table_set_filter (RS_ROOFLINE_PAGE (page)->table, text);
}

static void
page_init (RsTracePageInterface *interface)
{
  interface->set_trace = rs_roofline_page_set_trace;
  interface->set_filter = rs_roofline_page_set_filter;
}

/* --- life --- */

/* A picture above the table would push it out of a low window. */
static gboolean
arrange (gpointer data)
{
  RsRooflinePage *self = data;
  GtkWidget *around = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  gboolean is_low;

  self->arrange_source = 0;
  if (around == NULL)
    return G_SOURCE_REMOVE;
  is_low = gtk_adjustment_get_page_size (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (around))) < LOW;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->both),
                                  is_low ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_size_request (GTK_WIDGET (self->view), is_low ? PICTURE_WIDTH : -1, -1);
  return G_SOURCE_REMOVE;
}

/* It is told while sizes are given. */
static void
arrange_later (RsRooflinePage *self)
{
  if (self->arrange_source == 0)
    self->arrange_source = g_idle_add (arrange, self);
}

static void
rs_roofline_page_map (GtkWidget *widget)
{
  RsRooflinePage *self = RS_ROOFLINE_PAGE (widget);
  GtkWidget *around = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *vertical = around != NULL ? gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (around)) : NULL;

  GTK_WIDGET_CLASS (rs_roofline_page_parent_class)->map (widget);
  if (vertical != NULL && g_signal_handler_find (vertical, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self) == 0)
    g_signal_connect_object (vertical, "notify::page-size", G_CALLBACK (arrange_later), self, G_CONNECT_SWAPPED);
  arrange_later (self);
  ask (self);
}

static void
rs_roofline_page_dispose (GObject *object)
{
  g_clear_handle_id (&RS_ROOFLINE_PAGE (object)->arrange_source, g_source_remove);
  g_clear_pointer (&RS_ROOFLINE_PAGE (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_roofline_page_parent_class)->dispose (object);
}

static void
rs_roofline_page_finalize (GObject *object)
{
  g_free (RS_ROOFLINE_PAGE (object)->path);
  g_clear_pointer (&RS_ROOFLINE_PAGE (object)->answer, answer_free);
  g_array_unref (RS_ROOFLINE_PAGE (object)->pictured);
  g_ptr_array_unref (RS_ROOFLINE_PAGE (object)->sentences);
  G_OBJECT_CLASS (rs_roofline_page_parent_class)->finalize (object);
}

static void
rs_roofline_page_class_init (RsRooflinePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_roofline_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_roofline_page_finalize;
  GTK_WIDGET_CLASS (klass)->map = rs_roofline_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), RS_TYPE_TRACE_PAGE_LAYOUT);
}

static void
on_row_activated (RsRooflinePage *self, RsTextRow *row)
{
  if (*rs_text_row_get_file (row) != '\0' && rs_text_row_get_line (row) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-profiled", "(suu)", rs_text_row_get_file (row),
                                rs_text_row_get_line (row), 0);
}

static void
rs_roofline_page_init (RsRooflinePage *self)
{
  const char *const titles[N_COLUMNS] = { _ ("Kernel"),     _ ("Place"),      _ ("Time"),  _ ("Reached"),
                                          _ ("Limited by"), _ ("Operations"), _ ("Bytes"), _ ("Ops/Byte"),
                                          _ ("Ops/ns"),     _ ("Device") };

  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  self->sentences = g_ptr_array_new_with_free_func (g_free);
  self->pictured = g_array_new (FALSE, FALSE, sizeof (guint));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->both = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 2));
  self->devices = GTK_DROP_DOWN (gtk_drop_down_new_from_strings ((const char *const[]){ NULL }));
  self->view = rs_roofline_view_new ();
  self->message = GTK_LABEL (gtk_label_new (""));
  self->table = rs_text_table_new (_ ("Kernels and what limits them"));
  gtk_label_set_xalign (self->message, 0);
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->view), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  rs_text_table_set_columns (self->table, titles, G_N_ELEMENTS (titles));
  gtk_widget_set_hexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->devices), FALSE);
  gtk_widget_set_valign (GTK_WIDGET (self->devices), GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->devices), _ ("The device of the picture"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->devices), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("The device of the picture"), -1);
  gtk_box_append (self->both, GTK_WIDGET (self->view));
  gtk_box_append (self->both, GTK_WIDGET (self->table));
  gtk_widget_set_hexpand (GTK_WIDGET (self->message), TRUE);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->devices));
  gtk_box_append (GTK_BOX (self->box), head);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->both));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->devices, "notify::selected", G_CALLBACK (show_picture), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
}

GtkWidget *
rs_roofline_page_new (void)
{
  return g_object_new (RS_TYPE_ROOFLINE_PAGE, NULL);
}
