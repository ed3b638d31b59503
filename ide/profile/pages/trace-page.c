/* Pages beside the timeline.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/trace-page.h"

G_DEFINE_INTERFACE (RsTracePage, rs_trace_page, GTK_TYPE_WIDGET)

static void
rs_trace_page_default_init (RsTracePageInterface *interface)
{
}

/* --- their layout --- */

struct _RsTracePageLayout {
  GtkLayoutManager parent;
};

G_DEFINE_FINAL_TYPE (RsTracePageLayout, rs_trace_page_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode
rs_trace_page_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
rs_trace_page_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
                              int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation,
                      orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural, NULL, NULL);
}

static void
rs_trace_page_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (gtk_widget_get_first_child (widget), width, height, baseline, NULL);
}

static void
rs_trace_page_layout_class_init (RsTracePageLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = rs_trace_page_layout_get_request_mode;
  manager_class->measure = rs_trace_page_layout_measure;
  manager_class->allocate = rs_trace_page_layout_allocate;
}

static void
rs_trace_page_layout_init (RsTracePageLayout *self)
{
}

/* --- what they do --- */

void
rs_trace_page_set_trace (RsTracePage *self, const char *path, const RsTraceRange *range)
{
  RS_TRACE_PAGE_GET_IFACE (self)->set_trace (self, path, range);
}

void
rs_trace_page_set_filter (RsTracePage *self, const char *text)
{
  if (RS_TRACE_PAGE_GET_IFACE (self)->set_filter != NULL)
    RS_TRACE_PAGE_GET_IFACE (self)->set_filter (self, text);
}

void
rs_trace_page_show_table (RsTracePage *self, GtkWidget *table, gboolean shows)
{
  GtkRoot *root = gtk_widget_get_root (table);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (!shows && focus != NULL && (focus == table || gtk_widget_is_ancestor (focus, table)))
    gtk_widget_activate_action (GTK_WIDGET (self), "trace.focus", NULL);
  gtk_widget_set_visible (table, shows);
}
