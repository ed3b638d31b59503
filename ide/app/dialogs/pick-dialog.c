/* Picking from a list.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/dialogs/pick-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define RS_TYPE_PICK (rs_pick_get_type ())
G_DECLARE_FINAL_TYPE (RsPick, rs_pick, RS, PICK, GObject)

struct _RsPick {
  GObject parent;

  char *text, *detail, *path;
  char *folded; /* text without case */
  guint depth, line, column;
};

G_DEFINE_FINAL_TYPE (RsPick, rs_pick, G_TYPE_OBJECT)

static void
rs_pick_finalize (GObject *object)
{
  RsPick *self = RS_PICK (object);

  g_free (self->text);
  g_free (self->detail);
  g_free (self->path);
  g_free (self->folded);
  G_OBJECT_CLASS (rs_pick_parent_class)->finalize (object);
}

static void
rs_pick_class_init (RsPickClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_pick_finalize;
}

static void
rs_pick_init (RsPick *self)
{
}

struct _RsPickList {
  GListStore *picks; /* element-type RsPick */
};

/* An open dialog; freed with its window. */
typedef struct {
  GtkWindow *window, *parent; /* borrowed */
  GtkWidget *entry;
  GtkListView *list;
  GtkFilterListModel *filtered;
  GtkSingleSelection *selection;
  char **words; /* of the filter, without case */
} Dialog;

RsPickList *
rs_pick_list_new (void)
{
  RsPickList *self = g_new (RsPickList, 1);

  self->picks = g_list_store_new (RS_TYPE_PICK);
  return self;
}

void
rs_pick_list_add (RsPickList *self, const char *text, const char *detail, guint depth, const char *path, guint line,
                  guint column)
{
  g_autoptr (RsPick) pick = g_object_new (RS_TYPE_PICK, NULL);

  pick->text = g_strdup (text);
  pick->detail = g_strdup (detail);
  pick->path = g_strdup (path);
  pick->folded = g_utf8_casefold (text, -1);
  pick->depth = depth;
  pick->line = line;
  pick->column = column;
  g_list_store_append (self->picks, pick);
}

static gboolean
matches (gpointer item, gpointer data)
{
  const Dialog *self = data;

  for (guint i = 0; self->words != NULL && self->words[i] != NULL; i++)
    if (strstr (RS_PICK (item)->folded, self->words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
on_filter_changed (Dialog *self)
{
  g_autofree char *folded = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1);

  g_strfreev (self->words);
  self->words = g_strsplit_set (folded, " ", -1);
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->filtered), GTK_FILTER_CHANGE_DIFFERENT);
  gtk_single_selection_set_selected (self->selection, 0);
}

static void
pick (Dialog *self)
{
  RsPick *item = gtk_single_selection_get_selected_item (self->selection);
  GtkWindow *parent = self->parent;
  g_autoptr (RsPick) picked = item != NULL ? g_object_ref (item) : NULL;

  gtk_window_destroy (self->window);
  if (picked != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.go-to", "(suu)", picked->path, picked->line, picked->column);
}

static void
on_row_activated (GtkListView *list, guint position, Dialog *self)
{
  gtk_single_selection_set_selected (self->selection, position);
  pick (self);
}

static void
move (Dialog *self, int step)
{
  int n = (int)g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  int position = (int)gtk_single_selection_get_selected (self->selection) + step;

  if (n == 0)
    return;
  position = CLAMP (position, 0, n - 1);
  gtk_single_selection_set_selected (self->selection, (guint)position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", (guint)position);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  Dialog *self = data;

  switch (key)
    {
    case GDK_KEY_Escape:
      gtk_window_destroy (self->window);
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      pick (self);
      break;
    case GDK_KEY_Down:
      move (self, 1);
      break;
    case GDK_KEY_Up:
      move (self, -1);
      break;
    case GDK_KEY_Page_Down:
      move (self, 10);
      break;
    case GDK_KEY_Page_Up:
      move (self, -10);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *detail
      = g_object_new (GTK_TYPE_LABEL, "xalign", 1.0, "hexpand", TRUE, "ellipsize", PANGO_ELLIPSIZE_START, NULL);

  gtk_widget_add_css_class (box, "rs-content");
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, NULL));
  gtk_box_append (GTK_BOX (box), detail);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const RsPick *shown = gtk_list_item_get_item (item);
  GtkWidget *text = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  gtk_label_set_text (GTK_LABEL (text), shown->text);
  gtk_widget_set_margin_start (text, 16 * (int)MIN (shown->depth, 8));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (text)), shown->detail);
}

static void
dialog_free (gpointer data, GClosure *closure)
{
  Dialog *self = data;

  g_strfreev (self->words);
  g_free (self);
}

static GtkWidget *
make_content (Dialog *self, RsPickList *picks)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scroller = gtk_scrolled_window_new ();

  self->filtered = gtk_filter_list_model_new (G_LIST_MODEL (picks->picks),
                                              GTK_FILTER (gtk_custom_filter_new (matches, self, NULL)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->filtered));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory));
  g_signal_connect (self->list, "activate", G_CALLBACK (on_row_activated), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Entries"), -1);
  self->entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), _ ("Words of the name"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Filter"), -1);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_filter_changed), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (scroller, TRUE);
  g_object_set (box, "margin-start", 8, "margin-end", 8, "margin-top", 8, "margin-bottom", 8, NULL);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), scroller);
  return box;
}

void
rs_pick_dialog_present (GtkWindow *parent, const char *title, RsPickList *list)
{
  Dialog *self = g_new0 (Dialog, 1);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->parent = parent;
  self->window = g_object_new (GTK_TYPE_WINDOW, "transient-for", parent, "modal", TRUE, "title", title, "default-width",
                               620, "default-height", 420, "destroy-with-parent", TRUE, NULL);
  gtk_window_set_child (self->window, make_content (self, list));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_data (keys, "key-pressed", G_CALLBACK (on_key), self, dialog_free, 0);
  gtk_widget_add_controller (GTK_WIDGET (self->window), keys);
  gtk_widget_grab_focus (self->entry);
  gtk_window_present (self->window);
  g_free (list);
}
