/* The welcome page.
 *
 * It is in every frame, mostly behind texts: nothing is made before it is first shown, and pictures come one by one
 * when the window has been painted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/welcome.h"

#include "ide/app/examples.h"
#include "ide/app/recent-files.h"

#include <glib/gi18n.h>

#define TILE_WIDTH 190
#define TILE_HEIGHT 118

struct _RsWelcome {
  AdwBin parent;

  GtkListBox *recent;      /* borrowed from the tree; NULL before the first time */
  GtkWidget *recent_title;
  GtkWidget *first;        /* gets the focus */
  GQueue pictures;         /* element-type GtkPicture; borrowed; those that have no picture yet */
  guint picture_source;
};

G_DEFINE_FINAL_TYPE (RsWelcome, rs_welcome, ADW_TYPE_BIN)

static GtkWidget *
make_title (const char *text)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "margin-top", 18, NULL);

  gtk_widget_add_css_class (label, "title-4");
  return label;
}

static GtkWidget *
make_button (const char *icon, const char *label, const char *key, const char *action)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8),
            *hint = gtk_label_new (key);

  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (box), gtk_label_new (label));
  gtk_widget_add_css_class (hint, "dim-label");
  gtk_box_append (GTK_BOX (box), hint);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

static GtkWidget *
make_buttons (RsWelcome *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->first = make_button ("document-new-symbolic", _ ("New Program"), "Ctrl+N", "win.new");
  gtk_widget_add_css_class (self->first, "suggested-action");
  gtk_box_append (GTK_BOX (box), self->first);
  gtk_box_append (GTK_BOX (box), make_button ("document-open-symbolic", _ ("Open…"), "Ctrl+O", "win.open"));
  gtk_box_append (GTK_BOX (box), make_button ("help-browser-symbolic", _ ("Introduction"), "", "win.introduction"));
  return box;
}

/* The first key of an action, as it is written; a dash where it has none. (transfer full) */
static char *
dup_key (const char *action)
{
  GtkApplication *application = GTK_APPLICATION (g_application_get_default ());
  g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, action);
  GdkModifierType modifiers;
  guint key;

  if (keys[0] == NULL || !gtk_accelerator_parse (keys[0], &key, &modifiers))
    return g_strdup ("–");
  return gtk_accelerator_get_label (key, modifiers);
}

/* What somebody who has a text needs next. */
static GtkWidget *
make_keys (void)
{
  g_autofree char *run = dup_key ("win.run"), *stop = dup_key ("win.toggle-breakpoint"),
                  *into = dup_key ("win.debug-step"), *over = dup_key ("win.debug-over"),
                  *profile = dup_key ("win.profile");
  g_autofree char *text = g_strdup_printf (
      _ ("%s runs a program; %s sets a breakpoint, and %s and %s step from there; %s shows where the time goes"), run,
      stop, into, over, profile);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE, NULL);

  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

/* --- recent files --- */

static void
on_recent_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (list), "win.open-uri", "s", g_object_get_data (G_OBJECT (row), "path"));
}

static GtkWidget *
make_recent_row (const char *path)
{
  g_autofree char *base = g_path_get_basename (path), *folder = g_path_get_dirname (path);
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), base);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_widget_add_css_class (row, "rs-content");
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (path), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, base,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, folder, -1);
  return row;
}

static void
fill_recent (RsWelcome *self)
{
  g_auto (GStrv) paths = rs_recent_files_list ();
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->recent, 0)) != NULL)
    gtk_list_box_remove (self->recent, GTK_WIDGET (row));
  for (guint i = 0; paths[i] != NULL; i++)
    gtk_list_box_append (self->recent, make_recent_row (paths[i]));
  gtk_widget_set_visible (self->recent_title, paths[0] != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->recent), paths[0] != NULL);
}

/* --- examples --- */

static gboolean
on_load_picture (gpointer data)
{
  RsWelcome *self = data;
  GtkPicture *picture = g_queue_pop_head (&self->pictures);
  const char *path = picture != NULL ? g_object_get_data (G_OBJECT (picture), "path") : NULL;
  g_autoptr (GdkPixbuf) pixbuf = NULL;

  if (picture == NULL)
    {
      self->picture_source = 0;
      return G_SOURCE_REMOVE;
    }
  pixbuf = gdk_pixbuf_new_from_file_at_scale (path, 2 * TILE_WIDTH, 2 * TILE_WIDTH, TRUE, NULL);
  gtk_picture_set_pixbuf (picture, pixbuf);
  return G_SOURCE_CONTINUE;
}

static GtkWidget *
make_tile (RsWelcome *self, const RsExample *example)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *frame = gtk_overlay_new (), *picture = gtk_picture_new ();
  GtkWidget *title = g_object_new (GTK_TYPE_LABEL, "label", example->title, "xalign", 0.0, "wrap", TRUE,
                                   "max-width-chars", 20, NULL);

  gtk_picture_set_content_fit (GTK_PICTURE (picture), GTK_CONTENT_FIT_CONTAIN);
  /* All tiles have one size, whatever the pictures have: what lies over an overlay does not count. */
  gtk_overlay_set_child (GTK_OVERLAY (frame), gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_overlay_add_overlay (GTK_OVERLAY (frame), picture);
  gtk_widget_set_size_request (frame, TILE_WIDTH, TILE_HEIGHT);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), example->title);
  if (example->picture != NULL)
    {
      g_object_set_data_full (G_OBJECT (picture), "path", g_strdup (example->picture), g_free);
      g_queue_push_tail (&self->pictures, picture);
    }
  gtk_box_append (GTK_BOX (box), frame);
  gtk_box_append (GTK_BOX (box), title);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, *example->summary != '\0' ? example->summary : example->title);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-example");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", example->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, example->title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, example->summary, -1);
  return button;
}

static GtkWidget *
make_tiles (RsWelcome *self, const GPtrArray *examples)
{
  GtkWidget *flow = g_object_new (GTK_TYPE_FLOW_BOX, "selection-mode", GTK_SELECTION_NONE, "max-children-per-line", 4,
                                  "column-spacing", 6, "row-spacing", 6, "homogeneous", TRUE, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (flow), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Examples"), -1);
  for (guint i = 0; i < examples->len; i++)
    {
      gtk_flow_box_append (GTK_FLOW_BOX (flow), make_tile (self, g_ptr_array_index (examples, i)));
      /* The button takes the focus, not the cell around it. */
      gtk_widget_set_focusable (GTK_WIDGET (gtk_flow_box_get_child_at_index (GTK_FLOW_BOX (flow), (int)i)), FALSE);
    }
  return flow;
}

/* --- life --- */

static void
fill (RsWelcome *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *title = gtk_label_new ("Redshift");
  GtkWidget *subtitle = gtk_label_new (
      _ ("Programs for images and signals: write loops, run them on every core, see where the time goes"));
  g_autoptr (GPtrArray) examples = rs_examples_list ();
  GtkWidget *clamp = adw_clamp_new (), *scroller = gtk_scrolled_window_new ();

  g_object_set (title, "xalign", 0.0, NULL);
  g_object_set (subtitle, "xalign", 0.0, "wrap", TRUE, NULL);
  gtk_widget_add_css_class (title, "title-1");
  gtk_widget_add_css_class (subtitle, "dim-label");
  g_object_set (box, "margin-top", 24, "margin-bottom", 24, "margin-start", 24, "margin-end", 24, NULL);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), subtitle);
  gtk_box_append (GTK_BOX (box), make_buttons (self));
  gtk_box_append (GTK_BOX (box), make_keys ());
  self->recent_title = make_title (_ ("Recent"));
  self->recent = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->recent, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->recent), "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->recent), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Recent files"), -1);
  g_signal_connect (self->recent, "row-activated", G_CALLBACK (on_recent_activated), NULL);
  gtk_box_append (GTK_BOX (box), self->recent_title);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->recent));
  if (examples->len > 0)
    {
      gtk_box_append (GTK_BOX (box), make_title (_ ("Examples, opened as copies to play with")));
      gtk_box_append (GTK_BOX (box), make_tiles (self, examples));
    }
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 900);
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  g_object_set (scroller, "hscrollbar-policy", GTK_POLICY_NEVER, "child", clamp, NULL);
  adw_bin_set_child (ADW_BIN (self), scroller);
}

static void
rs_welcome_map (GtkWidget *widget)
{
  RsWelcome *self = RS_WELCOME (widget);

  if (self->recent == NULL)
    fill (self);
  fill_recent (self);
  GTK_WIDGET_CLASS (rs_welcome_parent_class)->map (widget);
  if (self->picture_source == 0 && !g_queue_is_empty (&self->pictures))
    self->picture_source = g_idle_add_full (G_PRIORITY_LOW, on_load_picture, self, NULL);
}

static gboolean
rs_welcome_grab_focus (GtkWidget *widget)
{
  RsWelcome *self = RS_WELCOME (widget);

  return self->first != NULL && gtk_widget_grab_focus (self->first);
}

static void
rs_welcome_dispose (GObject *object)
{
  RsWelcome *self = RS_WELCOME (object);

  g_clear_handle_id (&self->picture_source, g_source_remove);
  g_queue_clear (&self->pictures);
  G_OBJECT_CLASS (rs_welcome_parent_class)->dispose (object);
}

static void
rs_welcome_class_init (RsWelcomeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_welcome_dispose;
  GTK_WIDGET_CLASS (klass)->map = rs_welcome_map;
  GTK_WIDGET_CLASS (klass)->grab_focus = rs_welcome_grab_focus;
}

static void
rs_welcome_init (RsWelcome *self)
{
  g_queue_init (&self->pictures);
}

GtkWidget *
rs_welcome_new (void)
{
  return g_object_new (RS_TYPE_WELCOME, NULL);
}
