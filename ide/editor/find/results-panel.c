/* Places that were asked for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/find/results-panel.h"

#include "ide/editor/find/place-row.h"

#include <glib/gi18n.h>
#include <string.h>

struct _RsResultsPanel {
  PanelWidget parent;

  GtkLabel *heading; /* borrowed from the tree */
  GtkButton *cancel_button;
  GtkListView *list;
  GtkSingleSelection *selection; /* owned; of an RsPlaceList, or of nothing */
  char *folder;                  /* below which paths are told from it; or NULL */
  GCancellable *cancellable;     /* owned; of what is being waited for; or NULL */
  guint patience_source;
};

G_DEFINE_FINAL_TYPE (RsResultsPanel, rs_results_panel, PANEL_TYPE_WIDGET)

static guint places_changed;

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
  gtk_single_selection_set_model (self->selection, NULL);
  g_signal_emit (self, places_changed, 0);
  gtk_label_set_text (self->heading, heading);
  g_free (self->folder);
  self->folder = folder != NULL ? g_strconcat (folder, "/", NULL) : NULL;
  self->cancellable = g_object_ref (cancellable);
  self->patience_source = g_timeout_add (PATIENCE_MS, on_patience_ends, self);
}

void
rs_results_panel_end (RsResultsPanel *self, const char *heading, RsPlaceList *places)
{
  stop_waiting (self);
  gtk_label_set_text (self->heading, heading);
  gtk_single_selection_set_model (self->selection, places != NULL ? G_LIST_MODEL (places) : NULL);
  g_signal_emit (self, places_changed, 0);
}

GArray *
rs_results_panel_dup_places (RsResultsPanel *self, const char *path)
{
  RsPlaceList *list = RS_PLACE_LIST (gtk_single_selection_get_model (self->selection));
  GArray *places = rs_found_places_new ();
  g_autoptr (GArray) listed = list != NULL ? rs_place_list_dup_places (list, path) : NULL;

  for (guint i = 0; listed != NULL && i < listed->len; i++)
    {
      const RsListedPlace *place = &g_array_index (listed, RsListedPlace, i);

      rs_found_places_add (places, place->line, place->column, rs_place_list_get_name (list));
    }
  return places;
}

static void
on_activate (GtkListView *list, guint position, gpointer data)
{
  RsResultsPanel *self = data;
  g_autoptr (RsPlaceItem) place = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (place != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-found", "(suus)", rs_place_item_get_path (place),
                                rs_place_item_get_line (place), rs_place_item_get_column (place),
                                rs_place_list_get_name (
                                    RS_PLACE_LIST (gtk_single_selection_get_model (self->selection))));
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const RsResultsPanel *self = data;
  RsPlaceItem *place = gtk_list_item_get_item (item);
  const char *path = rs_place_item_get_path (place);
  g_autofree char *base = self->folder != NULL && g_str_has_prefix (path, self->folder)
                              ? g_strdup (path + strlen (self->folder))
                              : g_path_get_basename (path);
  g_autofree char *text
      = g_strdup_printf ("%s:%u:%u", base, rs_place_item_get_line (place), rs_place_item_get_column (place));

  rs_place_row_show (item, text, rs_place_item_get_text (place), 0, 0);
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
  g_clear_object (&self->selection);
  g_clear_pointer (&self->folder, g_free);
  G_OBJECT_CLASS (rs_results_panel_parent_class)->dispose (object);
}

static void
rs_results_panel_class_init (RsResultsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_results_panel_dispose;
  places_changed
      = g_signal_new ("places-changed", RS_TYPE_RESULTS_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_results_panel_get_default_focus;
}

static void
rs_results_panel_init (RsResultsPanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scroller = gtk_scrolled_window_new ();
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->selection = gtk_single_selection_new (NULL);
  g_signal_connect (factory, "setup", G_CALLBACK (rs_place_row_set_up), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory));
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
