/* A table of texts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/text-table.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_EXPANDED 100u
#define MOST_CHARACTERS 60        /* of a cell that is as wide as its text */
#define LEAST_FIRST_CHARACTERS 22 /* of a cell of the first column, however narrow the table is */
#define LEAST_CHARACTERS 10       /* likewise of one of texts; numbers are whole */
#define LEAST_HEIGHT 96           /* pixels: the titles and some rows */
#define SHORT_CHARACTERS 40       /* a text up to this length is shown with its end, which may be a line's number */

typedef struct {
  char *text;
  double key;
} Cell;

struct _RsTextRow {
  GObject parent;

  Cell *cells;
  guint n_cells;
  GListStore *children; /* NULL: none */
  char *file;
  guint line;
  char *hint; /* NULL: the text of the cell */
};

G_DEFINE_FINAL_TYPE (RsTextRow, rs_text_row, G_TYPE_OBJECT)

static void
rs_text_row_finalize (GObject *object)
{
  RsTextRow *self = RS_TEXT_ROW (object);

  for (guint i = 0; i < self->n_cells; i++)
    g_free (self->cells[i].text);
  g_free (self->cells);
  g_free (self->file);
  g_free (self->hint);
  g_clear_object (&self->children);
  G_OBJECT_CLASS (rs_text_row_parent_class)->finalize (object);
}

static void
rs_text_row_class_init (RsTextRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_text_row_finalize;
}

static void
rs_text_row_init (RsTextRow *self)
{
}

RsTextRow *
rs_text_row_new (guint n_cells)
{
  RsTextRow *self = g_object_new (RS_TYPE_TEXT_ROW, NULL);

  self->cells = g_new0 (Cell, n_cells);
  self->n_cells = n_cells;
  return self;
}

void
rs_text_row_set (RsTextRow *self, guint cell, char *text, double key)
{
  g_free (self->cells[cell].text);
  self->cells[cell] = (Cell){ text, key };
}

void
rs_text_row_add (RsTextRow *self, RsTextRow *child)
{
  if (self->children == NULL)
    self->children = g_list_store_new (RS_TYPE_TEXT_ROW);
  g_list_store_append (self->children, child);
  g_object_unref (child);
}

void
rs_text_row_set_place (RsTextRow *self, const char *file, guint line)
{
  g_free (self->file);
  self->file = g_strdup (file);
  self->line = line;
}

void
rs_text_row_take_hint (RsTextRow *self, char *hint)
{
  g_free (self->hint);
  self->hint = hint;
}

const char *
rs_text_row_get_file (RsTextRow *self)
{
  return self->file != NULL ? self->file : "";
}

guint
rs_text_row_get_line (RsTextRow *self)
{
  return self->line;
}

const char *
rs_text_row_get_text (RsTextRow *self, guint cell)
{
  return cell < self->n_cells && self->cells[cell].text != NULL ? self->cells[cell].text : "";
}

/* --- the widget --- */

struct _RsTextTable {
  GtkWidget parent;

  GtkWidget *scroller;
  GtkColumnView *view; /* borrowed from scroller */
  GtkCustomFilter *filter;
  GtkSelectionModel *selection;
  char *wanted;     /* casefolded; NULL: everything */
  gboolean is_tree; /* a row has rows inside */
  GtkWidget *menu;  /* NULL: it was not asked for */
};

G_DEFINE_FINAL_TYPE (RsTextTable, rs_text_table, GTK_TYPE_WIDGET)

static guint activated_signal, chosen_signal;

static guint
get_index (gpointer factory_or_sorter)
{
  return GPOINTER_TO_UINT (g_object_get_data (factory_or_sorter, "column"));
}

static gboolean
row_matches (RsTextRow *row, const char *wanted)
{
  for (guint i = 0; i < row->n_cells; i++)
    {
      g_autofree char *folded = g_utf8_casefold (rs_text_row_get_text (row, i), -1);

      if (strstr (folded, wanted) != NULL)
        return TRUE;
    }
  for (guint i = 0; row->children != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (row->children)); i++)
    {
      g_autoptr (RsTextRow) child = g_list_model_get_item (G_LIST_MODEL (row->children), i);

      if (row_matches (child, wanted))
        return TRUE;
    }
  return FALSE;
}

static gboolean
on_filter (gpointer item, gpointer data)
{
  RsTextTable *self = data;

  return self->wanted == NULL || row_matches (item, self->wanted);
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  guint column = GPOINTER_TO_UINT (data);
  const RsTextRow *left = a, *right = b;
  const Cell *p = &left->cells[column], *q = &right->cells[column];

  if (isnan (p->key) || isnan (q->key))
    return g_strcmp0 (p->text, q->text);
  return p->key < q->key ? -1 : p->key > q->key;
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, "max-width-chars",
                                   MOST_CHARACTERS, NULL);
  GtkWidget *expander;

  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "rs-content");
  if (get_index (factory) > 0)
    {
      gtk_list_item_set_child (item, label);
      return;
    }
  expander = gtk_tree_expander_new ();
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), label);
  gtk_list_item_set_child (item, expander);
}

/* Pixels that the first letters of a text take. */
static int
measure (GtkLabel *label, const char *text, int letters)
{
  g_autofree char *first = g_utf8_substring (text, 0, letters);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (label), first);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Where the table is narrow, texts give way to numbers, and show their whole in a hint. */
static void
set_widths (GtkLabel *label, const char *text, gboolean is_number, gboolean is_first)
{
  const int length = (int)g_utf8_strlen (text, -1);
  const int least = is_first ? LEAST_FIRST_CHARACTERS : LEAST_CHARACTERS;

  gtk_label_set_ellipsize (label, is_number                    ? PANGO_ELLIPSIZE_NONE
                                  : length <= SHORT_CHARACTERS ? PANGO_ELLIPSIZE_MIDDLE
                                                               : PANGO_ELLIPSIZE_END);
  gtk_widget_set_size_request (GTK_WIDGET (label), is_number ? -1 : measure (label, text, MIN (length, least)), -1);
  gtk_label_set_xalign (label, is_number ? 1.0f : 0.0f);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RsTextTable *self = data;
  GtkTreeListRow *tree_row = gtk_list_item_get_item (item);
  g_autoptr (RsTextRow) row = gtk_tree_list_row_get_item (tree_row);
  GtkWidget *child = gtk_list_item_get_child (item);
  guint column = get_index (factory);
  const char *text = rs_text_row_get_text (row, column);
  GtkWidget *label = child;

  if (column == 0)
    {
      gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (child), tree_row);
      gtk_tree_expander_set_indent_for_icon (GTK_TREE_EXPANDER (child), self->is_tree);
      label = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (child));
    }
  set_widths (GTK_LABEL (label), text, column < row->n_cells && !isnan (row->cells[column].key), column == 0);
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, row->hint != NULL ? row->hint : text);
}

static void
add_column (RsTextTable *self, const char *title, guint index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkSorter *sorter = GTK_SORTER (gtk_custom_sorter_new (compare, GUINT_TO_POINTER (index), NULL));
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (index));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_sorter (column, sorter);
  g_object_unref (sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, index == 0);
  gtk_column_view_append_column (self->view, column);
}

static GListModel *
get_children (gpointer item, gpointer data)
{
  RsTextTable *self = data;
  RsTextRow *row = item;

  if (row->children == NULL)
    return NULL;
  return G_LIST_MODEL (gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (row->children)),
                                                  g_object_ref (GTK_FILTER (self->filter))));
}

/* The first levels are open. */
static void
expand_first (RsTextTable *self)
{
  for (guint i = 0; i < MIN (g_list_model_get_n_items (G_LIST_MODEL (self->selection)), MAX_EXPANDED); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (gtk_tree_list_row_get_depth (row) < 3)
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

static void
tell_chosen (RsTextTable *self)
{
  g_autoptr (GtkTreeListRow) row = NULL;
  g_autoptr (RsTextRow) text_row = NULL;

  if (self->selection == NULL)
    return;
  row = gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (self->selection));
  if (row != NULL)
    text_row = gtk_tree_list_row_get_item (g_object_ref (row));
  g_signal_emit (self, chosen_signal, 0, text_row);
}

void
rs_text_table_set_rows (RsTextTable *self, GListStore *rows)
{
  GtkFilterListModel *filtered
      = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (rows)), g_object_ref (GTK_FILTER (self->filter)));
  GtkTreeListModel *tree = gtk_tree_list_model_new (G_LIST_MODEL (filtered), FALSE, FALSE, get_children, self, NULL);
  GtkSorter *sorter
      = GTK_SORTER (gtk_tree_list_row_sorter_new (g_object_ref (gtk_column_view_get_sorter (self->view))));
  GtkSortListModel *sorted = gtk_sort_list_model_new (G_LIST_MODEL (tree), sorter);

  self->is_tree = FALSE;
  for (guint i = 0; !self->is_tree && i < g_list_model_get_n_items (G_LIST_MODEL (rows)); i++)
    {
      g_autoptr (RsTextRow) row = g_list_model_get_item (G_LIST_MODEL (rows), i);

      self->is_tree = row->children != NULL;
    }
  g_clear_object (&self->selection);
  self->selection = GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (sorted)));
  gtk_column_view_set_model (self->view, self->selection);
  expand_first (self);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (tell_chosen), self, G_CONNECT_SWAPPED);
  tell_chosen (self);
}

void
rs_text_table_set_columns (RsTextTable *self, const char *const *titles, guint n)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->selection);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  for (guint i = 0; i < n; i++)
    add_column (self, titles[i], i);
}

void
rs_text_table_set_filter (RsTextTable *self, const char *text)
{
  g_clear_pointer (&self->wanted, g_free);
  if (text != NULL && *text != '\0')
    self->wanted = g_utf8_casefold (text, -1);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

RsTextRow *
rs_text_table_get_row (RsTextTable *self, guint index)
{
  g_autoptr (GtkTreeListRow) row
      = self->selection != NULL ? g_list_model_get_item (G_LIST_MODEL (self->selection), index) : NULL;
  RsTextRow *found = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (found != NULL)
    g_object_unref (found); /* the list keeps it */
  return found;
}

void
rs_text_table_select (RsTextTable *self, guint index)
{
  if (self->selection != NULL)
    gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (self->selection), index);
}

RsTextRow *
rs_text_table_get_selected (RsTextTable *self)
{
  return self->selection == NULL
             ? NULL
             : rs_text_table_get_row (self, gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (self->selection)));
}

/* --- as text --- */

static void
append_title (RsTextTable *self, guint column, GString *text)
{
  g_autoptr (GtkColumnViewColumn) found = g_list_model_get_item (gtk_column_view_get_columns (self->view), column);

  g_string_append (text, gtk_column_view_column_get_title (found));
}

static void
append_row (RsTextTable *self, guint index, GString *text)
{
  g_autoptr (GtkTreeListRow) tree_row = g_list_model_get_item (G_LIST_MODEL (self->selection), index);
  g_autoptr (RsTextRow) row = gtk_tree_list_row_get_item (tree_row);

  for (guint i = 0; i < row->n_cells; i++)
    {
      if (i == 0)
        g_string_append_printf (text, "%*s", 2 * (int)gtk_tree_list_row_get_depth (tree_row), "");
      g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", rs_text_row_get_text (row, i));
    }
  g_string_append_c (text, '\n');
}

/* Lines with tabs between cells, which spreadsheets take as they are. */
static void
copy (RsTextTable *self, guint first, guint last, gboolean with_titles)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n = g_list_model_get_n_items (gtk_column_view_get_columns (self->view));

  for (guint i = 0; with_titles && i < n; i++)
    {
      append_title (self, i, text);
      g_string_append_c (text, i + 1 < n ? '\t' : '\n');
    }
  for (guint i = first; i < last; i++)
    append_row (self, i, text);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static void
copy_row (GtkWidget *widget, const char *action, GVariant *parameter)
{
  RsTextTable *self = RS_TEXT_TABLE (widget);

  if (rs_text_table_get_selected (self) != NULL)
    {
      guint selected = gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (self->selection));

      copy (self, selected, selected + 1, FALSE);
    }
}

static void
copy_table (GtkWidget *widget, const char *action, GVariant *parameter)
{
  RsTextTable *self = RS_TEXT_TABLE (widget);

  if (self->selection != NULL)
    copy (self, 0, g_list_model_get_n_items (G_LIST_MODEL (self->selection)), TRUE);
}

static void
show_menu (RsTextTable *self, double x, double y)
{
  if (self->menu == NULL)
    {
      g_autoptr (GMenu) menu = g_menu_new ();

      g_menu_append (menu, _ ("Copy Row"), "table.copy-row");
      g_menu_append (menu, _ ("Copy Table"), "table.copy-table");
      self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int)x, (int)y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_secondary_click (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  show_menu (data, x, y);
}

static void
show_menu_by_key (GtkWidget *widget, const char *action, GVariant *parameter)
{
  show_menu (RS_TEXT_TABLE (widget), 0, 0);
}

guint
rs_text_table_count (RsTextTable *self)
{
  return self->selection != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->selection)) : 0;
}

static void
on_activate (GtkColumnView *view, guint position, gpointer data)
{
  RsTextTable *self = data;
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  g_autoptr (RsTextRow) text_row = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (text_row != NULL)
    g_signal_emit (self, activated_signal, 0, text_row);
}

static void
rs_text_table_dispose (GObject *object)
{
  RsTextTable *self = RS_TEXT_TABLE (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->filter);
  g_clear_pointer (&self->wanted, g_free);
  G_OBJECT_CLASS (rs_text_table_parent_class)->dispose (object);
}

static void
rs_text_table_class_init (RsTextTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_text_table_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "table.copy-row", NULL, copy_row);
  gtk_widget_class_install_action (widget_class, "table.copy-table", NULL, copy_table);
  gtk_widget_class_install_action (widget_class, "table.menu", NULL, show_menu_by_key);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy-row", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "table.copy-table",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "table.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "table.menu", NULL);
  activated_signal = g_signal_new ("activated", RS_TYPE_TEXT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   1, RS_TYPE_TEXT_ROW);
  chosen_signal = g_signal_new ("chosen", RS_TYPE_TEXT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                RS_TYPE_TEXT_ROW);
}

static void
rs_text_table_init (RsTextTable *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->filter = gtk_custom_filter_new (on_filter, self, NULL);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->scroller = g_object_new (GTK_TYPE_SCROLLED_WINDOW, "child", self->view, "hexpand", TRUE, "vexpand", TRUE,
                                 "min-content-height", LEAST_HEIGHT, NULL);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "rs-narrow-cells");
  gtk_scrollable_set_hscroll_policy (GTK_SCROLLABLE (self->view), GTK_SCROLL_MINIMUM);
  g_signal_connect (self->view, "activate", G_CALLBACK (on_activate), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_click), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

RsTextTable *
rs_text_table_new (const char *label)
{
  RsTextTable *self = g_object_new (RS_TYPE_TEXT_TABLE, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return self;
}
