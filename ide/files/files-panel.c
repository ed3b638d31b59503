/* The panel of the folder's files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/files/files-panel-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* A file whose folders are still being read is looked for again that often, as rows come. */
#define MAX_TRIES 40

G_DEFINE_FINAL_TYPE (RsFilesPanel, rs_files_panel, PANEL_TYPE_WIDGET)

/* --- the selected row --- */

GtkTreeListRow *
rs_files_panel_get_selected (RsFilesPanel *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

/* The widget of the selected row, which takes the keyboard: the list itself would give it to another row. */
static GtkWidget *
find_row_widget (RsFilesPanel *self)
{
  for (GtkWidget *item = gtk_widget_get_first_child (GTK_WIDGET (self->list)); item != NULL;
       item = gtk_widget_get_next_sibling (item))
    {
      GtkWidget *expander = gtk_widget_get_first_child (item);

      if (GTK_IS_TREE_EXPANDER (expander)
          && gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander)) == rs_files_panel_get_selected (self)
          && rs_files_panel_get_selected (self) != NULL)
        return expander;
    }
  return GTK_WIDGET (self->list);
}

static gboolean
has_focus (RsFilesPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list));
}

static void
select_row (RsFilesPanel *self, guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  if (has_focus (self))
    gtk_widget_grab_focus (find_row_widget (self));
}

static void
find_wanted (RsFilesPanel *self)
{
  guint position = rs_file_tree_find (self->tree, self->wanted);

  if (position != GTK_INVALID_LIST_POSITION)
    select_row (self, position);
  if (position != GTK_INVALID_LIST_POSITION || --self->tries == 0)
    g_clear_object (&self->wanted);
}

static gboolean
on_find_time (gpointer data)
{
  RsFilesPanel *self = data;

  self->find_source = 0;
  if (self->wanted != NULL)
    find_wanted (self);
  if (self->wants_focus && g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    {
      self->wants_focus = FALSE;
      gtk_widget_grab_focus (find_row_widget (self));
    }
  return G_SOURCE_REMOVE;
}

/* Rows have come or gone: not while the model tells of it. */
static void
find_soon (RsFilesPanel *self)
{
  if ((self->wanted != NULL || self->wants_focus) && self->find_source == 0)
    self->find_source = g_idle_add (on_find_time, self);
}

void
rs_files_panel_want (RsFilesPanel *self, GFile *file)
{
  g_set_object (&self->wanted, file);
  self->tries = MAX_TRIES;
  find_soon (self);
}

/* --- the folder --- */

/* The folder can't be read, or is empty. */
static void
show_trouble (RsFilesPanel *self)
{
  const GError *error = rs_file_tree_get_error (self->tree);

  gtk_label_set_text (self->trouble, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), error != NULL);
}

static void
show_folder (RsFilesPanel *self, GFile *folder)
{
  g_autofree char *path = g_file_get_parse_name (folder), *name = g_file_get_basename (folder);

  self->wants_focus |= has_focus (self); /* a row that goes takes the keyboard with it */
  g_clear_object (&self->tree);
  self->tree = rs_file_tree_new (folder);
  rs_file_tree_set_filter (self->tree, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gtk_single_selection_set_model (self->selection, rs_file_tree_get_model (self->tree));
  g_signal_connect_object (rs_file_tree_get_model (self->tree), "items-changed", G_CALLBACK (find_soon), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (rs_file_tree_get_model (self->tree), "items-changed", G_CALLBACK (show_trouble), self,
                           G_CONNECT_SWAPPED);
  gtk_label_set_text (self->heading, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->heading), path);
}

static gboolean
is_below (GFile *file, GFile *folder)
{
  return g_file_has_prefix (file, folder);
}

void
rs_files_panel_follow (RsFilesPanel *self, GFile *file)
{
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;

  if (self->followed != NULL && file != NULL && g_file_equal (self->followed, file))
    return;
  g_set_object (&self->followed, file);
  if (file == NULL)
    return;
  if (!is_below (file, rs_file_tree_get_folder (self->tree)) && !self->is_chosen && folder != NULL)
    show_folder (self, folder);
  if (is_below (file, rs_file_tree_get_folder (self->tree)))
    rs_files_panel_want (self, file);
}

void
rs_files_panel_reveal (RsFilesPanel *self, GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);

  if (!is_below (file, rs_file_tree_get_folder (self->tree)) && folder != NULL)
    show_folder (self, folder);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  rs_files_panel_want (self, file);
}

void
rs_files_panel_choose_folder (RsFilesPanel *self, GFile *folder)
{
  self->is_chosen = TRUE;
  show_folder (self, folder);
  if (self->followed != NULL && is_below (self->followed, folder))
    rs_files_panel_want (self, self->followed);
}

static void
on_go_up (GtkWidget *widget, const char *action, GVariant *parameter)
{
  RsFilesPanel *self = RS_FILES_PANEL (widget);
  g_autoptr (GFile) old = g_object_ref (rs_file_tree_get_folder (self->tree));
  g_autoptr (GFile) folder = g_file_get_parent (old);

  if (folder == NULL)
    return;
  rs_files_panel_choose_folder (self, folder);
  rs_files_panel_want (self, old);
}

static void
on_folder_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  RsFilesPanel *self = data;
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) folder = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

  gtk_native_dialog_hide (dialog);
  if (response == GTK_RESPONSE_ACCEPT && folder != NULL)
    rs_files_panel_choose_folder (self, folder);
}

static void
on_choose_folder (GtkWidget *widget, const char *action, GVariant *parameter)
{
  RsFilesPanel *self = RS_FILES_PANEL (widget);

  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_ ("Show a Folder"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                               GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Show"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), rs_file_tree_get_folder (self->tree), NULL);
  g_signal_connect (self->chooser, "response", G_CALLBACK (on_folder_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* --- rows --- */

static void
on_activate (GtkListView *list, guint position, gpointer data)
{
  RsFilesPanel *self = data;
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (row != NULL)
    rs_files_panel_activate (self, row);
}

static void
on_set_up (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *expander = gtk_tree_expander_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *image = gtk_image_new ();
  GtkWidget *label
      = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "hexpand", TRUE, NULL);

  rs_files_panel_add_row_menu (expander, item);
  rs_files_panel_add_row_moving (expander, item);
  gtk_widget_add_css_class (box, "rs-content");
  gtk_box_append (GTK_BOX (box), image);
  gtk_box_append (GTK_BOX (box), label);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (item, expander);
}

static const char *
get_icon (GtkTreeListRow *row)
{
  const char *name = rs_file_tree_row_get_name (row), *dot = strrchr (name, '.');
  static const char *const pictures[] = { ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".pgm", ".ppm" };

  if (rs_file_tree_row_is_folder (row))
    return "folder-symbolic";
  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (pictures); i++)
    if (g_ascii_strcasecmp (dot, pictures[i]) == 0)
      return "image-x-generic-symbolic";
  return "text-x-generic-symbolic";
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkWidget *image = gtk_widget_get_first_child (gtk_tree_expander_get_child (expander));
  GtkWidget *label = gtk_widget_get_next_sibling (image);

  gtk_tree_expander_set_list_row (expander, row);
  gtk_image_set_from_icon_name (GTK_IMAGE (image), get_icon (row));
  gtk_label_set_text (GTK_LABEL (label), rs_file_tree_row_get_name (row));
}

static void
on_unbind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (item)), NULL);
}

/* --- keys --- */

static gboolean
on_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GdkRectangle place;

  rs_files_panel_get_place (RS_FILES_PANEL (widget), &place);
  rs_files_panel_show_menu (RS_FILES_PANEL (widget), place.x, place.y);
  return TRUE;
}

/* Right opens a folder; left closes it, or goes to the one around. FALSE: nothing to do. */
static gboolean
turn (RsFilesPanel *self, gboolean opens)
{
  GtkTreeListRow *row = rs_files_panel_get_selected (self);
  g_autoptr (GtkTreeListRow) parent = NULL;

  if (row == NULL)
    return FALSE;
  if (rs_file_tree_row_is_folder (row) && gtk_tree_list_row_get_expanded (row) != opens)
    {
      gtk_tree_list_row_set_expanded (row, opens);
      return TRUE;
    }
  parent = gtk_tree_list_row_get_parent (row);
  if (opens || parent == NULL)
    return FALSE;
  select_row (self, gtk_tree_list_row_get_position (parent));
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsFilesPanel *self = data;

  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Right:
      return turn (self, TRUE);
    case GDK_KEY_Left:
      return turn (self, FALSE);
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      gtk_widget_activate_action (GTK_WIDGET (self), "files.delete", NULL);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* --- the filter --- */

static void
on_search_changed (RsFilesPanel *self)
{
  rs_file_tree_set_filter (self->tree, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

/* Return opens what the filter has left, if it is one. */
static void
on_search_activated (RsFilesPanel *self)
{
  GListModel *model = G_LIST_MODEL (self->selection);
  GtkTreeListRow *only = NULL;
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);

      if (rs_file_tree_row_is_folder (row))
        continue;
      only = row; /* the model keeps it */
      n++;
    }
  if (n == 1)
    rs_files_panel_open (self, rs_file_tree_row_get_file (only));
}

static void
on_search_stopped (RsFilesPanel *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (find_row_widget (self));
}

/* --- the session --- */

char *
rs_files_panel_dup_folder (RsFilesPanel *self, gboolean *is_chosen)
{
  const char *path = g_file_peek_path (rs_file_tree_get_folder (self->tree));

  *is_chosen = self->is_chosen;
  return path != NULL && g_utf8_validate (path, -1, NULL) ? g_strdup (path) : NULL;
}

char **
rs_files_panel_dup_open (RsFilesPanel *self)
{
  return rs_file_tree_dup_open (self->tree);
}

void
rs_files_panel_restore (RsFilesPanel *self, const char *folder, gboolean is_chosen, const char *const *open)
{
  if (folder != NULL && g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GFile) file = g_file_new_for_path (folder);

      rs_files_panel_choose_folder (self, file);
      self->is_chosen = is_chosen;
    }
  rs_file_tree_open (self->tree, open);
}

/* --- life --- */

static GtkWidget *
rs_files_panel_get_default_focus (PanelWidget *widget)
{
  RsFilesPanel *self = RS_FILES_PANEL (widget);

  /* A list without rows takes no keyboard: as long as the folder is being read it has none. */
  self->wants_focus = g_list_model_get_n_items (G_LIST_MODEL (self->selection)) == 0;
  return self->wants_focus ? GTK_WIDGET (self->search) : find_row_widget (self);
}

static void
rs_files_panel_dispose (GObject *object)
{
  RsFilesPanel *self = RS_FILES_PANEL (object);

  g_clear_handle_id (&self->find_source, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->chooser);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->followed);
  g_clear_object (&self->wanted);
  G_OBJECT_CLASS (rs_files_panel_parent_class)->dispose (object);
}

static void
rs_files_panel_class_init (RsFilesPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_files_panel_dispose;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_files_panel_get_default_focus;
  rs_files_panel_install_actions (widget_class);
  gtk_widget_class_install_action (widget_class, "files.up", NULL, on_go_up);
  gtk_widget_class_install_action (widget_class, "files.choose", NULL, on_choose_folder);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
}

static void
add_button (GtkWidget *box, const char *icon, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
}

static GtkWidget *
make_bar (RsFilesPanel *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->heading
      = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "rs-content");
  add_button (bar, "go-up-symbolic", _ ("The folder around this one"), "files.up");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->heading));
  add_button (bar, "document-new-symbolic", _ ("New file"), "files.new-file");
  add_button (bar, "folder-new-symbolic", _ ("New folder"), "files.new-folder");
  add_button (bar, "folder-open-symbolic", _ ("Show another folder"), "files.choose");
  return bar;
}

static GtkWidget *
make_search (RsFilesPanel *self)
{
  self->search = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  g_object_set (self->search, "placeholder-text", _ ("Names that contain"), "margin-start", 4, "margin-end", 4,
                "margin-bottom", 4, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Files whose names contain"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activated), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (on_search_stopped), self);
  return GTK_WIDGET (self->search);
}

static void
make_list (RsFilesPanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_set_up), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory));
  gtk_list_view_set_single_click_activate (self->list, FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "rs-files");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Files of the folder"),
                                  -1);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
}

static void
rs_files_panel_init (RsFilesPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scroller = gtk_scrolled_window_new ();
  g_autofree char *path = g_get_current_dir ();
  g_autoptr (GFile) folder = g_file_new_for_path (path);

  make_list (self);
  rs_files_panel_add_menu (self, scroller);
  g_object_set (scroller, "child", self->list, "vexpand", TRUE, "hexpand", TRUE, "hscrollbar-policy", GTK_POLICY_NEVER,
                NULL);
  self->trouble = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "wrap", TRUE, "xalign", 0.0, "margin-start", 8,
                                "margin-end", 8, NULL);
  gtk_box_append (GTK_BOX (box), make_bar (self));
  gtk_box_append (GTK_BOX (box), make_search (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->trouble));
  gtk_box_append (GTK_BOX (box), scroller);
  self->works = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box), self->works);
  panel_widget_set_child (PANEL_WIDGET (self), box);
  show_folder (self, folder);
}

PanelWidget *
rs_files_panel_new (RsRuns *runs)
{
  return g_object_new (RS_TYPE_FILES_PANEL, NULL);
}
