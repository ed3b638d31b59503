/* The kernel table.
 *
 * A program has tens of kernels, not millions, so the rows are plain objects in a list store.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/kernel-list.h"

#include "ide/profile/pages/text-table.h"

#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <math.h>

#define KERNEL "kernel" /* of a row's data: its RsKernelRow */

struct _RsKernelList {
  GtkWidget parent;

  GtkWidget *box;
  RsTextTable *table; /* borrowed from box, like the other */
  GtkLabel *message;  /* what all take together, or why there is none */
};

G_DEFINE_FINAL_TYPE (RsKernelList, rs_kernel_list, GTK_TYPE_WIDGET)

enum { ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- rows --- */

static void
kernel_free (gpointer data)
{
  RsKernelRow *kernel = data;

  g_free ((char *)kernel->name);
  g_free ((char *)kernel->file);
  g_free (kernel);
}

static RsKernelRow *
kernel_copy (const RsKernelRow *found)
{
  RsKernelRow *kernel = g_memdup2 (found, sizeof *found);

  kernel->name = g_strdup (found->name);
  kernel->file = g_strdup (found->file);
  kernel->configuration = NULL;
  return kernel;
}

static void
set_place (RsTextRow *row, const RsKernelRow *kernel)
{
  g_autofree char *base = g_path_get_basename (kernel->file);
  g_autofree char *place = kernel->line > 0 ? g_strdup_printf ("%s:%u", base, kernel->line) : g_strdup ("");

  rs_text_row_set_place (row, kernel->file, kernel->line);
  rs_text_row_take_hint (row, kernel->line > 0 ? g_strdup_printf (_ ("%s: a double click, or Return, goes to %s"),
                                                                  kernel->name, place)
                                               : g_strdup (kernel->name));
  rs_text_row_set (row, 1, g_steal_pointer (&place), NAN);
}

static const char *const titles[] = { N_ ("Kernel"), N_ ("Line"), N_ ("Total"), N_ ("Share"),  N_ ("Launches"),
                                      N_ ("Mean"),   N_ ("Min"),  N_ ("Max"),   N_ ("Threads") };

static RsTextRow *
make_row (const RsKernelRow *kernel)
{
  RsTextRow *row = rs_text_row_new (G_N_ELEMENTS (titles));

  rs_text_row_set (row, 0, g_strdup (kernel->name), NAN);
  set_place (row, kernel);
  rs_text_row_set (row, 2, rs_format_duration (kernel->total), (double)kernel->total);
  rs_text_row_set (row, 3, g_strdup_printf ("%.1f %%", kernel->share * 100), (double)kernel->total);
  rs_text_row_set (row, 4, rs_format_count (kernel->launches), (double)kernel->launches);
  rs_text_row_set (row, 5, rs_format_duration ((gint64)kernel->mean), kernel->mean);
  rs_text_row_set (row, 6, rs_format_duration (kernel->min), (double)kernel->min);
  rs_text_row_set (row, 7, rs_format_duration (kernel->max), (double)kernel->max);
  rs_text_row_set (row, 8, g_strdup_printf ("%u", kernel->threads), kernel->threads);
  g_object_set_data_full (G_OBJECT (row), KERNEL, kernel_copy (kernel), kernel_free);
  return row;
}

static void
tell_sums (RsKernelList *self, const GArray *kernels, gboolean are_selected)
{
  g_autofree char *time = NULL, *launches = NULL, *text = NULL;
  gint64 n = 0, total = 0;
  double share = 0;

  for (guint i = 0; i < kernels->len; i++)
    {
      const RsKernelRow *kernel = &g_array_index (kernels, RsKernelRow, i);

      n += kernel->launches;
      total += kernel->total;
      share += kernel->share;
    }
  time = rs_format_duration (total);
  launches = rs_format_count (n);
  if (kernels->len == 0)
    text = g_strdup (_ ("No kernel began here: more under Loops says what became of each loop, and why; Tree and "
                        "Lines where the time went"));
  else
    text = g_strdup_printf (are_selected
                                ? _ ("Sum of %u: total %s, %.1f %% of the selected time, as shares are; launches %s")
                                : _ ("Sum of %u: total %s, %.1f %% of the elapsed time, as shares are; launches %s"),
                            kernels->len, time, 100 * share, launches);
  gtk_label_set_text (self->message, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), text != NULL);
}

void
rs_kernel_list_set_rows (RsKernelList *self, const GArray *rows, gboolean are_selected)
{
  g_autoptr (GListStore) list = g_list_store_new (RS_TYPE_TEXT_ROW);

  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (RsTextRow) row = make_row (&g_array_index (rows, RsKernelRow, i));

      g_list_store_append (list, row);
    }
  rs_text_table_set_rows (self->table, list);
  tell_sums (self, rows, are_selected);
}

void
rs_kernel_list_set_filter (RsKernelList *self, const char *text)
{
  rs_text_table_set_filter (self->table, text);
}

const RsKernelRow *
rs_kernel_list_get_row (RsKernelList *self, guint index)
{
  RsTextRow *row = rs_text_table_get_row (self->table, index);

  return row != NULL ? g_object_get_data (G_OBJECT (row), KERNEL) : NULL;
}

gboolean
rs_kernel_list_select (RsKernelList *self, const char *name)
{
  const RsKernelRow *kernel;

  for (guint i = 0; (kernel = rs_kernel_list_get_row (self, i)) != NULL; i++)
    {
      if (!g_str_equal (kernel->name, name))
        continue;
      rs_text_table_select (self->table, i);
      return TRUE;
    }
  return FALSE;
}

/* --- the widget --- */

static void
on_activated (RsKernelList *self, RsTextRow *row)
{
  const RsKernelRow *kernel = g_object_get_data (G_OBJECT (row), KERNEL);

  g_signal_emit (self, signals[ACTIVATED], 0, kernel->name, kernel->file, kernel->line);
}

static void
rs_kernel_list_dispose (GObject *object)
{
  g_clear_pointer (&RS_KERNEL_LIST (object)->box, gtk_widget_unparent);
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
rs_kernel_list_init (RsKernelList *self)
{
  const char *translated[G_N_ELEMENTS (titles)];

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    translated[i] = _ (titles[i]);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->table = rs_text_table_new (_ ("Kernels"));
  self->message = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, NULL);
  rs_text_table_set_columns (self->table, translated, G_N_ELEMENTS (translated));
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->table));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (on_activated), self);
}
