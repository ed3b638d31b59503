/* Places that were asked for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/results-panel.h"

#include "ide/editor/place-row.h"

#include <glib/gi18n.h>
#include <string.h>

#define RS_TYPE_RESULT (rs_result_get_type ())
G_DECLARE_FINAL_TYPE (RsResult, rs_result, RS, RESULT, GObject)

struct _RsResult {
  GObject parent;

  char *path, *text;
  guint line, column;
};

G_DEFINE_FINAL_TYPE (RsResult, rs_result, G_TYPE_OBJECT)

static void
rs_result_finalize (GObject *object)
{
  g_free (RS_RESULT (object)->path);
  g_free (RS_RESULT (object)->text);
  G_OBJECT_CLASS (rs_result_parent_class)->finalize (object);
}

static void
rs_result_class_init (RsResultClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_result_finalize;
}

static void
rs_result_init (RsResult *self)
{
}

struct _RsResultsPanel {
  PanelWidget parent;

  GtkLabel *heading; /* borrowed from the tree */
  GtkButton *cancel_button;
  GtkListView *list;
  GListStore *results;       /* owned; element-type RsResult */
  char *folder;              /* below which paths are told from it; or NULL */
  GCancellable *cancellable; /* owned; of what is being waited for; or NULL */
  guint patience_source;
};

G_DEFINE_FINAL_TYPE (RsResultsPanel, rs_results_panel, PANEL_TYPE_WIDGET)

/* Characters. */
#define MAX_ROW_TEXT 200
/* Longer than that, and who waits may cancel. */
#define PATIENCE_MS 500

static void
stop_waiting (RsResultsPanel *self)
{
  g_clear_handle_id (&self->patience_source, g_source_remove);
  g_clear_object (&self->cancellable);
  gtk_widget_set_visible (GTK_WIDGET (self->cancel_button), FALSE);
}

static gboolean
on_patience_ends (gpointer data)
{
  RsResultsPanel *self = data;

  self->patience_source = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->cancel_button), TRUE);
  return G_SOURCE_REMOVE;
}

static void
on_cancel_clicked (RsResultsPanel *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

void
rs_results_panel_begin (RsResultsPanel *self, const char *heading, const char *folder, GCancellable *cancellable)
{
  stop_waiting (self);
  g_list_store_remove_all (self->results);
  gtk_label_set_text (self->heading, heading);
  g_free (self->folder);
  self->folder = folder != NULL ? g_strconcat (folder, "/", NULL) : NULL;
  self->cancellable = g_object_ref (cancellable);
  self->patience_source = g_timeout_add (PATIENCE_MS, on_patience_ends, self);
}

void
rs_results_panel_end (RsResultsPanel *self, const char *heading)
{
  stop_waiting (self);
  gtk_label_set_text (self->heading, heading);
}

/* What a row shows of a long line: the surroundings of the place. (transfer full) */
static char *
cut_line (const char *line, guint column)
{
  long length = g_utf8_strlen (line, -1), start = MAX ((long)column - 1 - MAX_ROW_TEXT / 2, 0);
  g_autofree char *part = NULL;

  if (length <= MAX_ROW_TEXT)
    return g_strstrip (g_strdup (line));
  start = MIN (start, length - MAX_ROW_TEXT);
  part = g_strstrip (g_utf8_substring (line, start, start + MAX_ROW_TEXT));
  return g_strconcat (start > 0 ? "…" : "", part, start + MAX_ROW_TEXT < length ? "…" : "", NULL);
}

void
rs_results_panel_add (RsResultsPanel *self, const char *path, guint line, guint column, const char *text)
{
  g_autoptr (RsResult) result = g_object_new (RS_TYPE_RESULT, NULL);

  result->path = g_strdup (path);
  result->text = cut_line (text, column);
  result->line = line;
  result->column = column;
  g_list_store_append (self->results, result);
}

static void
on_activate (GtkListView *list, guint position, gpointer data)
{
  RsResultsPanel *self = data;
  g_autoptr (RsResult) result = g_list_model_get_item (G_LIST_MODEL (self->results), position);

  if (result != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", result->path, result->line, result->column);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const RsResultsPanel *self = data;
  RsResult *result = gtk_list_item_get_item (item);
  g_autofree char *base = self->folder != NULL && g_str_has_prefix (result->path, self->folder)
                              ? g_strdup (result->path + strlen (self->folder))
                              : g_path_get_basename (result->path);
  g_autofree char *text = g_strdup_printf ("%s:%u:%u", base, result->line, result->column);

  rs_place_row_show (item, text, result->text);
}

static GtkWidget *
rs_results_panel_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (RS_RESULTS_PANEL (widget)->list);
}

static void
rs_results_panel_dispose (GObject *object)
{
  RsResultsPanel *self = RS_RESULTS_PANEL (object);

  g_clear_handle_id (&self->patience_source, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->results);
  g_clear_pointer (&self->folder, g_free);
  G_OBJECT_CLASS (rs_results_panel_parent_class)->dispose (object);
}

static void
rs_results_panel_class_init (RsResultsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_results_panel_dispose;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_results_panel_get_default_focus;
}

static void
rs_results_panel_init (RsResultsPanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scroller = gtk_scrolled_window_new ();
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->results = g_list_store_new (RS_TYPE_RESULT);
  g_signal_connect (factory, "setup", G_CALLBACK (rs_place_row_set_up), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (
      GTK_SELECTION_MODEL (gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->results)))), factory));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Results"), -1);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  self->heading = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "margin-start", 8, "margin-top", 4, "margin-bottom", 4,
                                "hexpand", TRUE, "wrap", TRUE, "label",
                                _ ("References of a name are listed here (Shift+F12)"), NULL);
  self->cancel_button = g_object_new (GTK_TYPE_BUTTON, "label", _ ("Cancel"), "visible", FALSE, NULL);
  g_signal_connect_swapped (self->cancel_button, "clicked", G_CALLBACK (on_cancel_clicked), self);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->heading));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->cancel_button));
  gtk_box_append (GTK_BOX (box), bar);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  g_object_set (scroller, "vexpand", TRUE, "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (box), scroller);
  panel_widget_set_child (PANEL_WIDGET (self), box);
}

PanelWidget *
rs_results_panel_new (RsRuns *runs)
{
  return g_object_new (RS_TYPE_RESULTS_PANEL, NULL);
}
