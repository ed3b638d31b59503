/* The kernel table.
 *
 * A program has tens of kernels, not millions, so the rows are plain objects in a list store.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/kernel-list.h"

#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <string.h>

#define LEAST_CHARACTERS 16 /* of a name's column */
#define MOST_CHARACTERS 40

#define RS_TYPE_KERNEL_ITEM (rs_kernel_item_get_type ())
G_DECLARE_FINAL_TYPE (RsKernelItem, rs_kernel_item, RS, KERNEL_ITEM, GObject)

struct _RsKernelItem {
  GObject parent;

  RsKernelRow row;
};

G_DEFINE_FINAL_TYPE (RsKernelItem, rs_kernel_item, G_TYPE_OBJECT)

static void
rs_kernel_item_finalize (GObject *object)
{
  g_free ((char *)RS_KERNEL_ITEM (object)->row.name);
  g_free ((char *)RS_KERNEL_ITEM (object)->row.file);
  G_OBJECT_CLASS (rs_kernel_item_parent_class)->finalize (object);
}

static void
rs_kernel_item_class_init (RsKernelItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_kernel_item_finalize;
}

static void
rs_kernel_item_init (RsKernelItem *self)
{
}

/* --- columns --- */

static char *
format_name (const RsKernelRow *row)
{
  return g_strdup (row->name);
}

static char *
format_place (const RsKernelRow *row)
{
  g_autofree char *base = g_path_get_basename (row->file);

  return row->line > 0 ? g_strdup_printf ("%s:%u", base, row->line) : g_strdup ("");
}

static char *
format_launches (const RsKernelRow *row)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, row->launches);
}

static char *
format_total (const RsKernelRow *row)
{
  return rs_format_duration (row->total);
}

static char *
format_mean (const RsKernelRow *row)
{
  return rs_format_duration ((gint64)row->mean);
}

static char *
format_min (const RsKernelRow *row)
{
  return rs_format_duration (row->min);
}

static char *
format_max (const RsKernelRow *row)
{
  return rs_format_duration (row->max);
}

static char *
format_share (const RsKernelRow *row)
{
  return g_strdup_printf ("%.1f %%", row->share * 100);
}

static char *
format_threads (const RsKernelRow *row)
{
  return g_strdup_printf ("%u", row->threads);
}

/* What a row stands for, and how to get there. (transfer full) */
static char *
describe_way (const RsKernelRow *row)
{
  g_autofree char *place = format_place (row);

  return row->line > 0 ? g_strdup_printf (_ ("%s: a double click, or Return, goes to %s"), row->name, place)
                       : g_strdup (row->name);
}

/* What rows are sorted by. */
static double
key_place (const RsKernelRow *row)
{
  return row->line;
}

static double
key_launches (const RsKernelRow *row)
{
  return (double)row->launches;
}

static double
key_total (const RsKernelRow *row)
{
  return (double)row->total;
}

static double
key_mean (const RsKernelRow *row)
{
  return row->mean;
}

static double
key_min (const RsKernelRow *row)
{
  return (double)row->min;
}

static double
key_max (const RsKernelRow *row)
{
  return (double)row->max;
}

static double
key_threads (const RsKernelRow *row)
{
  return row->threads;
}

typedef struct {
  const char *title;
  char *(*format) (const RsKernelRow *row);
  double (*key) (const RsKernelRow *row); /* NULL: sorted by the text */
} Column;

static const Column columns[] = {
  { N_ ("Kernel"), format_name, NULL },
  { N_ ("Line"), format_place, key_place },
  { N_ ("Total"), format_total, key_total },
  { N_ ("Share"), format_share, key_total },
  { N_ ("Launches"), format_launches, key_launches },
  { N_ ("Mean"), format_mean, key_mean },
  { N_ ("Shortest"), format_min, key_min },
  { N_ ("Longest"), format_max, key_max },
  { N_ ("Threads"), format_threads, key_threads },
};

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Column *column = data;
  const RsKernelRow *left = &((RsKernelItem *)a)->row;
  const RsKernelRow *right = &((RsKernelItem *)b)->row;

  if (column->key == NULL)
    return g_utf8_collate (left->name, right->name);
  return column->key (left) < column->key (right) ? -1 : column->key (left) > column->key (right);
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Column *column = data;

  gtk_list_item_set_child (item, g_object_new (GTK_TYPE_LABEL, "xalign", column->key == NULL ? 0.0 : 1.0, "ellipsize",
                                               column->key == NULL ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE,
                                               "css-classes", (const char *[]){ "numeric", NULL }, NULL));
}

/* Names are whole, but for very long ones; what does not fit beside them is scrolled to. */
static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Column *column = data;
  RsKernelItem *kernel = gtk_list_item_get_item (item);
  g_autofree char *text = column->format (&kernel->row), *hint = describe_way (&kernel->row);

  if (column->key == NULL)
    gtk_label_set_width_chars (GTK_LABEL (gtk_list_item_get_child (item)),
                               CLAMP ((int)g_utf8_strlen (text, -1), LEAST_CHARACTERS, MOST_CHARACTERS));
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
  gtk_widget_set_tooltip_text (gtk_list_item_get_child (item), hint);
}

/* --- the widget --- */

struct _RsKernelList {
  GtkWidget parent;

  GtkWidget *scroller;
  GtkColumnView *view;           /* borrowed from scroller */
  GListStore *rows;              /* owned; element-type RsKernelItem */
  GtkSingleSelection *selection; /* owned */
  GtkCustomFilter *filter;       /* owned */
  char *wanted;                  /* casefolded; NULL: everything */
};

G_DEFINE_FINAL_TYPE (RsKernelList, rs_kernel_list, GTK_TYPE_WIDGET)

enum { ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

void
rs_kernel_list_set_rows (RsKernelList *self, const GArray *rows)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < rows->len; i++)
    {
      RsKernelItem *item = g_object_new (RS_TYPE_KERNEL_ITEM, NULL);
      item->row = g_array_index (rows, RsKernelRow, i);
      item->row.name = g_strdup (item->row.name);
      item->row.file = g_strdup (item->row.file);
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), items->pdata, items->len);
}

static gboolean
on_filter (gpointer item, gpointer data)
{
  RsKernelList *self = data;
  g_autofree char *folded = g_utf8_casefold (((RsKernelItem *)item)->row.name, -1);

  return self->wanted == NULL || strstr (folded, self->wanted) != NULL;
}

void
rs_kernel_list_set_filter (RsKernelList *self, const char *text)
{
  g_clear_pointer (&self->wanted, g_free);
  if (text != NULL && *text != '\0')
    self->wanted = g_utf8_casefold (text, -1);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

const RsKernelRow *
rs_kernel_list_get_row (RsKernelList *self, guint index)
{
  g_autoptr (RsKernelItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), index);

  return item != NULL ? &item->row : NULL;
}

gboolean
rs_kernel_list_select (RsKernelList *self, const char *name)
{
  GListModel *model = G_LIST_MODEL (self->selection);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (RsKernelItem) item = g_list_model_get_item (model, i);

      if (!g_str_equal (item->row.name, name))
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      return TRUE;
    }
  return FALSE;
}

static void
activate (RsKernelList *self, RsKernelItem *item)
{
  if (item != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0, item->row.name, item->row.file, item->row.line);
}

static void
on_activate (GtkColumnView *view, guint position, gpointer data)
{
  RsKernelList *self = data;
  g_autoptr (RsKernelItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  activate (self, item);
}

void
rs_kernel_list_activate_selected (RsKernelList *self)
{
  activate (self, gtk_single_selection_get_selected_item (self->selection));
}

static void
rs_kernel_list_dispose (GObject *object)
{
  RsKernelList *self = RS_KERNEL_LIST (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->filter);
  g_clear_pointer (&self->wanted, g_free);
  G_OBJECT_CLASS (rs_kernel_list_parent_class)->dispose (object);
}

static void
rs_kernel_list_class_init (RsKernelListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_kernel_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[ACTIVATED] = g_signal_new ("activated", RS_TYPE_KERNEL_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_UINT);
}

static void
add_column (RsKernelList *self, const Column *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) view_column = NULL;
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare, (gpointer)column, NULL));

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), (gpointer)column);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), (gpointer)column);
  view_column = gtk_column_view_column_new (_ (column->title), factory);
  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, column->key == NULL);
  gtk_column_view_append_column (self->view, view_column);
}

static void
rs_kernel_list_init (RsKernelList *self)
{
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;

  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->scroller = g_object_new (GTK_TYPE_SCROLLED_WINDOW, "child", self->view, "hexpand", TRUE, "vexpand", TRUE, NULL);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Kernels"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (self, &columns[i]);
  self->rows = g_list_store_new (RS_TYPE_KERNEL_ITEM);
  self->filter = gtk_custom_filter_new (on_filter, self, NULL);
  filtered
      = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->rows)), g_object_ref (GTK_FILTER (self->filter)));
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered), g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect (self->view, "activate", G_CALLBACK (on_activate), self);
}
