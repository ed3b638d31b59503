/* The documentation browser.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/help/help-panel.h"

#include "ide/help/documentation.h"
#include "ide/help/help-text.h"

#include <glib/gi18n.h>
#include <string.h>

struct _RsHelpPanel {
  PanelWidget parent;

  /* borrowed from the tree */
  GtkSearchEntry *search;
  GtkSingleSelection *selection;
  GtkTextView *text;
  GtkButton *source_button;

  GListStore *shown;     /* of RsHelpItem */
  GPtrArray *entries;    /* of RsDocEntry; NULL: not read yet */
  GPtrArray *open_files; /* of RsSource */
};

G_DEFINE_FINAL_TYPE (RsHelpPanel, rs_help_panel, PANEL_TYPE_WIDGET)

/* A row of the list. */
#define RS_TYPE_HELP_ITEM (rs_help_item_get_type ())
G_DECLARE_FINAL_TYPE (RsHelpItem, rs_help_item, RS, HELP_ITEM, GObject)

struct _RsHelpItem {
  GObject parent;

  GPtrArray *entries; /* keeps entry */
  const RsDocEntry *entry;
};

G_DEFINE_FINAL_TYPE (RsHelpItem, rs_help_item, G_TYPE_OBJECT)

static void
rs_help_item_finalize (GObject *object)
{
  g_ptr_array_unref (RS_HELP_ITEM (object)->entries);
  G_OBJECT_CLASS (rs_help_item_parent_class)->finalize (object);
}

static void
rs_help_item_class_init (RsHelpItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_help_item_finalize;
}

static void
rs_help_item_init (RsHelpItem *self)
{
}

/* --- showing --- */

static const RsDocEntry *
get_entry (RsHelpPanel *self)
{
  RsHelpItem *item = gtk_single_selection_get_selected_item (self->selection);

  return item != NULL ? item->entry : NULL;
}

static void
show_page (RsHelpPanel *self)
{
  const RsDocEntry *entry = get_entry (self);

  rs_help_text_set (self->text, entry != NULL ? entry->page : _ ("Nothing is documented under these words."));
  gtk_widget_set_visible (GTK_WIDGET (self->source_button), entry != NULL && entry->path != NULL);
}

static void
show_found (RsHelpPanel *self)
{
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  if (self->entries == NULL)
    self->entries = rs_documentation_read (self->open_files);
  found = rs_documentation_find (self->entries, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  for (guint i = 0; i < found->len; i++)
    {
      RsHelpItem *item = g_object_new (RS_TYPE_HELP_ITEM, NULL);

      item->entries = g_ptr_array_ref (self->entries);
      item->entry = g_ptr_array_index (found, i);
      g_ptr_array_add (items, item);
    }
  g_list_store_splice (self->shown, 0, g_list_model_get_n_items (G_LIST_MODEL (self->shown)), items->pdata, items->len);
  gtk_single_selection_set_selected (self->selection, 0);
  show_page (self);
}

void
rs_help_panel_look_up (RsHelpPanel *self, const char *word, GPtrArray *open_files)
{
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->open_files, g_ptr_array_unref);
  self->open_files = open_files != NULL ? g_ptr_array_ref (open_files) : NULL;
  if (word != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->search), word);
  show_found (self);
}

static void
on_map (RsHelpPanel *self)
{
  if (self->entries == NULL)
    show_found (self);
}

static void
on_source (RsHelpPanel *self)
{
  const RsDocEntry *entry = get_entry (self);

  if (entry != NULL && entry->path != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", entry->path, entry->line, 0);
}

/* The arrows go through the list while the words stay under the cursor. */
static gboolean
on_search_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsHelpPanel *self = data;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown)),
        selected = gtk_single_selection_get_selected (self->selection);

  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0 || n == 0 || (key != GDK_KEY_Down && key != GDK_KEY_Up))
    return GDK_EVENT_PROPAGATE;
  gtk_single_selection_set_selected (self->selection, key == GDK_KEY_Down ? MIN (selected + 1, n - 1)
                                                      : selected > 0      ? selected - 1
                                                                          : 0);
  return GDK_EVENT_STOP;
}

/* --- the list --- */

static void
set_up_row (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *name = gtk_inscription_new (NULL),
            *summary = gtk_inscription_new (NULL);

  g_object_set (name, "min-chars", 14, "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, NULL);
  g_object_set (summary, "hexpand", TRUE, "text-overflow", GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, NULL);
  gtk_widget_add_css_class (name, "monospace");
  gtk_widget_add_css_class (summary, "dim-label");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), summary);
  gtk_list_item_set_child (item, box);
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const RsDocEntry *entry = RS_HELP_ITEM (gtk_list_item_get_item (item))->entry;
  GtkWidget *name = gtk_widget_get_first_child (gtk_list_item_get_child (item)),
            *summary = gtk_widget_get_next_sibling (name);
  g_autofree char *text = g_strdup_printf ("%s: %s", entry->origin, entry->summary);

  gtk_inscription_set_text (GTK_INSCRIPTION (name), entry->name);
  gtk_inscription_set_text (GTK_INSCRIPTION (summary), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (name), GTK_ACCESSIBLE_PROPERTY_LABEL, entry->name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (summary), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static GtkWidget *
make_list (RsHelpPanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new (), *list;

  self->shown = g_list_store_new (RS_TYPE_HELP_ITEM);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->shown)));
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  list = gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What is documented"), -1);
  g_object_set (scroller, "child", list, "hscrollbar-policy", GTK_POLICY_NEVER, NULL);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (show_page), self, G_CONNECT_SWAPPED);
  return scroller;
}

/* --- the panel --- */

static GtkWidget *
make_search (RsHelpPanel *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->search = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  self->source_button = GTK_BUTTON (gtk_button_new_from_icon_name ("go-jump-symbolic"));
  g_object_set (self->search, "placeholder-text", _ ("Name, or what it does"), "hexpand", TRUE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search the documentation"), -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->source_button), _ ("Go to the definition"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->source_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Go to the definition"), -1);
  g_object_set (row, "margin-top", 6, "margin-bottom", 6, "margin-start", 6, "margin-end", 6, NULL);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->search));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->source_button));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->search), keys);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (show_found), self);
  g_signal_connect_swapped (self->source_button, "clicked", G_CALLBACK (on_source), self);
  return row;
}

static GtkWidget *
get_default_focus (PanelWidget *panel)
{
  return GTK_WIDGET (RS_HELP_PANEL (panel)->search);
}

static void
rs_help_panel_finalize (GObject *object)
{
  RsHelpPanel *self = RS_HELP_PANEL (object);

  g_clear_object (&self->shown);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->open_files, g_ptr_array_unref);
  G_OBJECT_CLASS (rs_help_panel_parent_class)->finalize (object);
}

static void
rs_help_panel_class_init (RsHelpPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_help_panel_finalize;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = get_default_focus;
}

static void
rs_help_panel_init (RsHelpPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->text = rs_help_text_new (_ ("Page of the documentation"));
  g_object_set (self->text, "left-margin", 12, "right-margin", 12, "top-margin", 10, NULL);
  g_object_set (scroller, "child", self->text, "vexpand", TRUE, NULL);
  g_object_set (paned, "vexpand", TRUE, "position", 150, "shrink-start-child", FALSE, "shrink-end-child", FALSE, NULL);
  gtk_box_append (GTK_BOX (box), make_search (self));
  gtk_paned_set_start_child (GTK_PANED (paned), make_list (self));
  gtk_paned_set_end_child (GTK_PANED (paned), scroller);
  gtk_paned_set_resize_start_child (GTK_PANED (paned), FALSE);
  gtk_box_append (GTK_BOX (box), paned);
  panel_widget_set_child (PANEL_WIDGET (self), box);
  g_signal_connect_swapped (self->text, "map", G_CALLBACK (on_map), self);
}

PanelWidget *
rs_help_panel_new (RsRuns *runs)
{
  return g_object_new (RS_TYPE_HELP_PANEL, NULL);
}
