/* Find and replace in a folder.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/find/search-panel.h"

#include "ide/analysis/open-texts.h"
#include "ide/editor/find/folder-search.h"
#include "ide/editor/find/place-row.h"

#include <glib/gi18n.h>
#include <string.h>

#define RS_TYPE_MATCH_ROW (rs_match_row_get_type ())
G_DECLARE_FINAL_TYPE (RsMatchRow, rs_match_row, RS, MATCH_ROW, GObject)

struct _RsMatchRow {
  GObject parent;

  RsFolderMatch match;
};

G_DEFINE_FINAL_TYPE (RsMatchRow, rs_match_row, G_TYPE_OBJECT)

static void
rs_match_row_finalize (GObject *object)
{
  RsFolderMatch *match = &RS_MATCH_ROW (object)->match;

  g_free (match->path);
  g_free (match->line_text);
  g_free (match->text);
  G_OBJECT_CLASS (rs_match_row_parent_class)->finalize (object);
}

static void
rs_match_row_class_init (RsMatchRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_match_row_finalize;
}

static void
rs_match_row_init (RsMatchRow *self)
{
}

struct _RsSearchPanel {
  PanelWidget parent;

  GtkEntry *find, *replacement; /* borrowed from the tree, like what follows */
  GtkCheckButton *match_case, *whole_words, *is_pattern;
  GtkButton *search_button, *replace_button;
  GtkLabel *status;
  GtkListView *list;

  GListStore *matches;    /* owned; element-type RsMatchRow */
  RsFolderSearch *search; /* owned; the newest; NULL before the first */
  gboolean is_searching;
  char *folder;
};

G_DEFINE_FINAL_TYPE (RsSearchPanel, rs_search_panel, PANEL_TYPE_WIDGET)

static guint places_changed;

static void
update_buttons (RsSearchPanel *self)
{
  const char *label = self->is_searching ? _ ("Cancel") : _ ("Find");

  gtk_button_set_label (self->search_button, label);
  gtk_widget_set_sensitive (GTK_WIDGET (self->replace_button),
                            !self->is_searching && g_list_model_get_n_items (G_LIST_MODEL (self->matches)) > 0);
}

static void
on_found (RsFolderSearch *search, GPtrArray *matches, RsSearchPanel *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < matches->len; i++)
    {
      RsMatchRow *row = g_object_new (RS_TYPE_MATCH_ROW, NULL);
      RsFolderMatch *match = g_ptr_array_index (matches, i);

      row->match = *match;
      *match = (RsFolderMatch){ 0 };
      g_ptr_array_add (rows, row);
    }
  g_list_store_splice (self->matches, g_list_model_get_n_items (G_LIST_MODEL (self->matches)), 0, rows->pdata,
                       rows->len);
}

static void
on_ended (RsFolderSearch *search, const char *summary, RsSearchPanel *self)
{
  self->is_searching = FALSE;
  gtk_label_set_text (self->status, summary);
  update_buttons (self);
  g_signal_emit (self, places_changed, 0);
}

static void
forget_matches (RsSearchPanel *self)
{
  g_list_store_remove_all (self->matches);
  g_signal_emit (self, places_changed, 0);
}

GArray *
rs_search_panel_dup_places (RsSearchPanel *self, const char *path)
{
  GListModel *model = G_LIST_MODEL (self->matches);
  GArray *places = rs_found_places_new ();

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (RsMatchRow) row = g_list_model_get_item (model, i);

      if (g_str_equal (row->match.path, path))
        rs_found_places_add (places, row->match.line, row->match.column, row->match.text);
    }
  return places;
}

static void
drop_search (RsSearchPanel *self)
{
  if (self->search == NULL)
    return;
  rs_folder_search_cancel (self->search);
  g_signal_handlers_disconnect_by_data (self->search, self);
  g_clear_object (&self->search);
  self->is_searching = FALSE;
}

static void
begin_search (RsSearchPanel *self)
{
  g_autoptr (GHashTable) open = rs_open_texts_snapshot ();
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const RsFolderQuery query = { self->folder, gtk_editable_get_text (GTK_EDITABLE (self->find)),
                                gtk_check_button_get_active (self->match_case),
                                gtk_check_button_get_active (self->whole_words),
                                gtk_check_button_get_active (self->is_pattern) };

  drop_search (self);
  forget_matches (self);
  if (*query.text == '\0')
    {
      update_buttons (self);
      return;
    }
  self->search = rs_folder_search_new (&query, open, &error);
  if (self->search == NULL)
    {
      gtk_label_set_text (self->status, error->message);
      update_buttons (self);
      return;
    }
  self->is_searching = TRUE;
  text = g_strdup_printf (_ ("Looking in %s…"), self->folder);
  gtk_label_set_text (self->status, text);
  g_signal_connect (self->search, "found", G_CALLBACK (on_found), self);
  g_signal_connect (self->search, "ended", G_CALLBACK (on_ended), self);
  update_buttons (self);
}

static void
on_search_clicked (RsSearchPanel *self)
{
  if (self->is_searching)
    rs_folder_search_cancel (self->search);
  else
    begin_search (self);
}

/* What stands in place of a match: in a pattern, \1 is its first group. */
static char *
make_replacement (RsSearchPanel *self, const RsFolderMatch *match)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->replacement));

  if (!gtk_check_button_get_active (self->is_pattern))
    return g_strdup (text);
  return g_regex_replace (rs_folder_search_get_regex (self->search), match->text, -1, 0, text, 0, NULL);
}

static void
on_replace_clicked (RsSearchPanel *self)
{
  GListModel *model = G_LIST_MODEL (self->matches);
  GVariantBuilder places;

  g_variant_builder_init (&places, G_VARIANT_TYPE ("a(suuss)"));
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (RsMatchRow) row = g_list_model_get_item (model, i);
      g_autofree char *replacement = make_replacement (self, &row->match);

      if (replacement != NULL)
        g_variant_builder_add (&places, "(suuss)", row->match.path, row->match.line, row->match.column, row->match.text,
                               replacement);
    }
  gtk_widget_activate_action_variant (GTK_WIDGET (self), "win.replace-places", g_variant_builder_end (&places));
}

void
rs_search_panel_set_folder (RsSearchPanel *self, const char *folder)
{
  g_autofree char *hint = g_strdup_printf (_ ("Find in %s"), folder);

  g_free (self->folder);
  self->folder = g_strdup (folder);
  gtk_entry_set_placeholder_text (self->find, hint);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->find), hint);
}

void
rs_search_panel_set_text (RsSearchPanel *self, const char *text)
{
  if (*text != '\0' && strchr (text, '\n') == NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->find), text);
}

void
rs_search_panel_end_replacement (RsSearchPanel *self, const char *text)
{
  forget_matches (self);
  update_buttons (self);
  gtk_label_set_text (self->status, text);
}

/* --- the list --- */

static void
on_activate (GtkListView *list, guint position, gpointer data)
{
  RsSearchPanel *self = data;
  g_autoptr (RsMatchRow) row = g_list_model_get_item (G_LIST_MODEL (self->matches), position);

  if (row != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-found", "(suus)", row->match.path, row->match.line,
                                row->match.column, row->match.text);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RsSearchPanel *self = data;
  const RsFolderMatch *match = &RS_MATCH_ROW (gtk_list_item_get_item (item))->match;
  gsize skipped = self->folder != NULL && g_str_has_prefix (match->path, self->folder) ? strlen (self->folder) + 1 : 0;
  g_autofree char *text
      = g_strdup_printf ("%s:%u:%u", match->path + MIN (skipped, strlen (match->path)), match->line, match->column);
  g_autofree char *line = g_strchomp (g_strdup (match->line_text));
  const char *shown = line + strspn (line, " \t");
  /* Of a long line its beginning is there only. */
  const char *at = g_utf8_strlen (line, -1) >= (glong)match->column ? g_utf8_offset_to_pointer (line, match->column - 1)
                                                                    : NULL;

  if (at != NULL && at >= shown && g_str_has_prefix (at, match->text))
    rs_place_row_show (item, text, shown, (gsize)(at - shown), strlen (match->text));
  else
    rs_place_row_show (item, text, shown, 0, 0);
}

/* --- life --- */

static GtkWidget *
rs_search_panel_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (RS_SEARCH_PANEL (widget)->find);
}

static void
rs_search_panel_dispose (GObject *object)
{
  RsSearchPanel *self = RS_SEARCH_PANEL (object);

  drop_search (self);
  g_clear_object (&self->matches);
  g_clear_pointer (&self->folder, g_free);
  G_OBJECT_CLASS (rs_search_panel_parent_class)->dispose (object);
}

static void
rs_search_panel_class_init (RsSearchPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_search_panel_dispose;
  places_changed
      = g_signal_new ("places-changed", RS_TYPE_SEARCH_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_search_panel_get_default_focus;
}

static GtkEntry *
add_entry (GtkWidget *box, const char *label)
{
  GtkWidget *entry = g_object_new (GTK_TYPE_ENTRY, "placeholder-text", label, "hexpand", TRUE, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_box_append (GTK_BOX (box), entry);
  return GTK_ENTRY (entry);
}

static GtkCheckButton *
add_check (GtkWidget *box, const char *label)
{
  GtkWidget *check = gtk_check_button_new_with_label (label);

  gtk_box_append (GTK_BOX (box), check);
  return GTK_CHECK_BUTTON (check);
}

static GtkWidget *
make_bar (RsSearchPanel *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  g_object_set (bar, "margin-start", 8, "margin-end", 8, "margin-top", 4, NULL);
  self->find = add_entry (bar, _ ("Find in the folder"));
  gtk_widget_add_css_class (GTK_WIDGET (self->find), "rs-content"); /* the folder's name */
  self->search_button = GTK_BUTTON (gtk_button_new_with_label (_ ("Find")));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->search_button));
  self->match_case = add_check (bar, _ ("Case"));
  self->whole_words = add_check (bar, _ ("Words"));
  self->is_pattern = add_check (bar, _ ("Pattern"));
  self->replacement = add_entry (bar, _ ("Replace with"));
  self->replace_button = GTK_BUTTON (gtk_button_new_with_label (_ ("Replace All")));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->replace_button));
  g_signal_connect_swapped (self->find, "activate", G_CALLBACK (begin_search), self);
  g_signal_connect_swapped (self->search_button, "clicked", G_CALLBACK (on_search_clicked), self);
  g_signal_connect_swapped (self->replace_button, "clicked", G_CALLBACK (on_replace_clicked), self);
  return bar;
}

static void
rs_search_panel_init (RsSearchPanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), *scroller = gtk_scrolled_window_new ();

  self->folder = g_get_current_dir ();
  self->matches = g_list_store_new (RS_TYPE_MATCH_ROW);
  g_signal_connect (factory, "setup", G_CALLBACK (rs_place_row_set_up), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  self->list = GTK_LIST_VIEW (
      gtk_list_view_new (GTK_SELECTION_MODEL (gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->matches)))),
                         factory));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Places found"), -1);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  self->status = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "margin-start", 8, "wrap", TRUE, NULL);
  gtk_box_append (GTK_BOX (box), make_bar (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->status));
  g_object_set (scroller, "child", self->list, "vexpand", TRUE, "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (box), scroller);
  panel_widget_set_child (PANEL_WIDGET (self), box);
  update_buttons (self);
}

PanelWidget *
rs_search_panel_new (RsRuns *runs)
{
  return g_object_new (RS_TYPE_SEARCH_PANEL, NULL);
}
