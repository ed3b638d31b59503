/* The variables panel: a list of items behind a filter and a sorter.
 *
 * Pictures, which read a few elements, are asked for when the rest is shown; so are statistics of as many bytes as are
 * not noticed. Those of larger arrays follow one by one while the program stands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/variables-panel.h"

#include "ide/debug/late-questions.h"
#include "ide/debug/row-memory.h"
#include "ide/debug/values/array-picture.h"
#include "ide/debug/values/variable-item.h"
#include "ide/debug/values/variable-menu.h"
#include "ide/debug/values/variable-save.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_BYTES ((gint64)32 << 20) /* at one stop: some 10 ms */
#define MOST_LATE_BYTES ((gint64)2 << 30)
#define MOST_LOOKED_AT 200u
#define PICTURE_SIZE "24"
#define LEAST_PICTURE 8 /* elements */

struct _RsVariablesPanel {
  PanelWidget parent;

  RsRuns *runs;      /* borrowed: the window has it longer */
  RsDebugRun *run;   /* owned; NULL: the shown run is not debugged */
  GListStore *items; /* of RsVariableItem */
  GtkColumnView *view;
  GtkLabel *placeholder;
  RsLateQuestions *late; /* owned */
  RsRowMemory *memory;   /* owned: which row is selected and which is the first that shows */
};

/* Beside and behind the text of a title, with room for the arrow of the order, in pixels. */
#define TITLE_BORDER 30

G_DEFINE_FINAL_TYPE (RsVariablesPanel, rs_variables_panel, PANEL_TYPE_WIDGET)

/* --- what is known of each --- */

static void
on_statistics (GPtrArray *records, const char *error, gpointer data)
{
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;

  if (fields == NULL || g_strv_length (fields) < 8)
    return;
  rs_variable_item_set (data, RS_VARIABLE_LEAST, fields[3]);
  rs_variable_item_set (data, RS_VARIABLE_MEAN, fields[4]);
  rs_variable_item_set (data, RS_VARIABLE_MOST, fields[5]);
}

static void
on_picture (GPtrArray *records, const char *error, gpointer data)
{
  g_autoptr (GdkPaintable) picture = records->len > 0 ? rs_array_picture_new (g_ptr_array_index (records, 0), NULL)
                                                      : NULL;

  if (picture != NULL)
    rs_variable_item_set_picture (data, picture);
}

/* Of a few elements, such as a position, a picture tells nothing. */
static gboolean
is_large_enough (const char *size)
{
  char *behind = NULL;
  const guint64 rows = g_ascii_strtoull (size, &behind, 10);

  return rows * (*behind == 'x' ? g_ascii_strtoull (behind + 1, NULL, 10) : 1) >= LEAST_PICTURE;
}

/* is_late: the program may go on before its statistics are asked for. */
static void
look_at (RsVariablesPanel *self, RsVariableItem *item, gboolean is_late)
{
  const char *name = rs_variable_item_get (item, RS_VARIABLE_NAME);

  if (is_late)
    rs_late_questions_add (self->late, name, on_statistics, g_object_ref (item), g_object_unref);
  else
    rs_debug_run_request (self->run, on_statistics, g_object_ref (item), g_object_unref, "statistics", name, NULL);
  if (is_large_enough (rs_variable_item_get (item, RS_VARIABLE_SIZE)))
    rs_debug_run_request (self->run, on_picture, g_object_ref (item), g_object_unref, "picture", name, PICTURE_SIZE,
                          PICTURE_SIZE, NULL);
}

/* What is known of the variable now. Whether any of it is other than before. */
static gboolean
update_item (RsVariableItem *item, const RsDebugRow *row)
{
  guint n = row->fields != NULL ? g_strv_length (row->fields) : 0;
  gboolean changed = FALSE;

  for (guint i = 0; i < RS_N_VARIABLE_COLUMNS; i++)
    if (rs_variable_columns[i].field >= 0)
      changed |= rs_variable_item_set (item, (RsVariableColumn)i,
                                       (guint)rs_variable_columns[i].field < n
                                           ? row->fields[rs_variable_columns[i].field]
                                           : "");
  return changed;
}

static void
forget_statistics (RsVariableItem *item)
{
  for (guint i = 0; i < RS_N_VARIABLE_COLUMNS; i++)
    if (rs_variable_columns[i].field < 0)
      rs_variable_item_set (item, (RsVariableColumn)i, "");
}

/* The items that there are, by name. (element-type utf8 RsVariableItem) (transfer full) */
static GHashTable *
index_items (RsVariablesPanel *self)
{
  GHashTable *known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  for (guint i = 0; i < n; i++)
    {
      RsVariableItem *item = g_list_model_get_item (G_LIST_MODEL (self->items), i);

      g_hash_table_replace (known, (gpointer)rs_variable_item_get (item, RS_VARIABLE_NAME), item);
    }
  return known;
}

/* Makes the list what it should be; rows that stay at the same place of its ends are not touched. */
static void
replace_items (RsVariablesPanel *self, GPtrArray *items)
{
  GListModel *model = G_LIST_MODEL (self->items);
  guint n = g_list_model_get_n_items (model), first = 0, last = 0;

  for (; first < MIN (n, items->len); first++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, first);

      if (item != g_ptr_array_index (items, first))
        break;
    }
  for (; last < MIN (n, items->len) - first; last++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, n - 1 - last);

      if (item != g_ptr_array_index (items, items->len - 1 - last))
        break;
    }
  if (n - first - last > 0 || items->len - first - last > 0)
    {
      rs_row_memory_hold (self->memory);
      g_list_store_splice (self->items, first, n - first - last, items->pdata + first, items->len - first - last);
    }
}

/* An array whose elements can be read: it is not being computed, and the host has it. What only a device has would be
 * copied for a picture that nobody has asked for. */
static gboolean
is_here (RsVariableItem *item)
{
  return rs_variable_is_array (item) && *rs_variable_item_get (item, RS_VARIABLE_VALUE) == '[';
}

/* Variables that were there keep their row: a step changes few of them. */
static void
refresh (RsVariablesPanel *self)
{
  GPtrArray *rows = self->run != NULL ? rs_debug_run_get_variables (self->run) : NULL;
  g_autoptr (GHashTable) known = index_items (self);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_looked_at = 0;
  gint64 left = MOST_BYTES, left_late = MOST_LATE_BYTES;
  gboolean changed = FALSE;

  rs_late_questions_begin (self->late, self->run);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const RsDebugRow *row = g_ptr_array_index (rows, i);
      gpointer name, item;
      gint64 bytes;
      gboolean is_late;

      if (row->fields != NULL && g_strv_length (row->fields) > 1
          && g_hash_table_steal_extended (known, row->fields[1], &name, &item))
        changed |= update_item (item, row);
      else
        update_item (item = rs_variable_item_new (), row);
      g_ptr_array_add (items, item);
      bytes = g_ascii_strtoll (rs_variable_item_get (item, RS_VARIABLE_BYTES), NULL, 10);
      is_late = bytes > left;
      if (is_late || !is_here (item))
        forget_statistics (item);
      if (!is_here (item) || bytes > (is_late ? left_late : left) || n_looked_at++ >= MOST_LOOKED_AT)
        {
          rs_variable_item_set_picture (item, NULL);
          continue;
        }
      *(is_late ? &left_late : &left) -= bytes;
      look_at (self, item, is_late);
    }
  replace_items (self, items);
  if (changed) /* the order in which they are sorted may be another */
    gtk_sorter_changed (gtk_column_view_get_sorter (self->view), GTK_SORTER_CHANGE_DIFFERENT);
  gtk_widget_set_visible (GTK_WIDGET (self->placeholder), rows == NULL || rows->len == 0);
}

static void
follow (RsVariablesPanel *self)
{
  rs_debug_run_follow_shown (self->runs, &self->run, G_CALLBACK (refresh), self);
  refresh (self);
}

/* --- what can be done with one --- */

/* The menu belongs to the panel: rows come and go with what the program does. */
static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, GtkListItem *list_item)
{
  RsVariableItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *cell = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *panel = gtk_widget_get_ancestor (cell, RS_TYPE_VARIABLES_PANEL);

  if (item == NULL || panel == NULL)
    return;
  gtk_widget_translate_coordinates (cell, panel, x, y, &x, &y);
  rs_variable_menu_pop_up (panel, x, y, item);
}

static RsVariableItem *
get_selected (RsVariablesPanel *self)
{
  return gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (gtk_column_view_get_model (self->view)));
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  RsVariableItem *item = get_selected (RS_VARIABLES_PANEL (widget));

  if (item != NULL)
    rs_variable_menu_pop_up (widget, 24, 48, item);
  return item != NULL;
}

/* The array panel has what is selected here, once it is shown. */
static gboolean
follow_selection (gpointer data)
{
  RsVariablesPanel *self = data;
  RsVariableItem *item = self->items != NULL ? get_selected (self) : NULL;

  if (item != NULL && rs_variable_is_array (item))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.follow-array", "s",
                                rs_variable_item_get (item, RS_VARIABLE_NAME));
  return G_SOURCE_REMOVE;
}

/* The user selects a row with it, as a button or key comes up; rows that the program changes are selected otherwise. */
static void
on_selecting (RsVariablesPanel *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, follow_selection, g_object_ref (self), g_object_unref);
}

/* What gives the value again, where there is such a text; else what is shown of it. */
static void
on_entry (GPtrArray *records, const char *error, gpointer item)
{
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  const char *text = fields != NULL && g_strv_length (fields) > 2 ? fields[2] : "";

  gdk_clipboard_set_text (gdk_display_get_clipboard (gdk_display_get_default ()),
                          *text != '\0' ? text : rs_variable_item_get (item, RS_VARIABLE_VALUE));
}

/* NULL: the selected one. */
static void
copy_value (GtkWidget *widget, const char *action, GVariant *name)
{
  RsVariablesPanel *self = RS_VARIABLES_PANEL (widget);
  GListModel *model = G_LIST_MODEL (self->items);

  for (guint i = 0; self->run != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (RsVariableItem) item = g_list_model_get_item (model, i);

      if (name != NULL ? g_str_equal (rs_variable_item_get (item, RS_VARIABLE_NAME), g_variant_get_string (name, NULL))
                       : item == get_selected (self))
        rs_debug_run_request (self->run, on_entry, g_object_ref (item), g_object_unref, "entry",
                              rs_variable_item_get (item, RS_VARIABLE_NAME), NULL);
    }
}

static gboolean
on_copy_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  copy_value (widget, NULL, NULL);
  return TRUE;
}

static void
save_variable (GtkWidget *widget, const char *action, GVariant *name)
{
  rs_variable_save_ask (widget, g_variant_get_string (name, NULL));
}

/* That of the menu. */
static void
change_value (GtkWidget *widget, const char *action, GVariant *name)
{
  RsVariablesPanel *self = RS_VARIABLES_PANEL (widget);
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (self->view));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (RsVariableItem) item = g_list_model_get_item (model, i);

      if (g_str_equal (rs_variable_item_get (item, RS_VARIABLE_NAME), g_variant_get_string (name, NULL)))
        {
          rs_variable_menu_ask_value (widget, 24, 48, item, self->run);
          return;
        }
    }
}

/* --- columns --- */

/* Made when it is to be shown: giving each cell its text asks the screen for the pointer each time. */
static gboolean
on_query_tooltip (GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  const char *text = gtk_label_get_text (GTK_LABEL (label));

  gtk_tooltip_set_text (tooltip, text);
  return *text != '\0';
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer is_first)
{
  GtkWidget *label = gtk_label_new (NULL), *box = label;
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "rs-content");
  if (GPOINTER_TO_INT (is_first))
    {
      GtkWidget *picture = gtk_image_new (); /* as wide for all, so that names stand below each other */

      box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      gtk_image_set_pixel_size (GTK_IMAGE (picture), 24);
      gtk_box_append (GTK_BOX (box), picture);
      gtk_box_append (GTK_BOX (box), label);
      g_object_set_data (G_OBJECT (list_item), "picture", picture);
    }
  g_object_set_data (G_OBJECT (list_item), "label", label);
  gtk_widget_set_has_tooltip (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), list_item);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (click));
  gtk_list_item_set_child (list_item, box);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer property)
{
  gpointer item = gtk_list_item_get_item (list_item), label = g_object_get_data (G_OBJECT (list_item), "label");
  gpointer picture = g_object_get_data (G_OBJECT (list_item), "picture");

  g_object_set_data (G_OBJECT (list_item), "binding",
                     g_object_bind_property (item, property, label, "label", G_BINDING_SYNC_CREATE));
  if (picture != NULL)
    g_object_set_data (G_OBJECT (list_item), "picture-binding",
                       g_object_bind_property (item, "picture", picture, "paintable", G_BINDING_SYNC_CREATE));
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer property)
{
  GBinding *binding = g_object_steal_data (G_OBJECT (list_item), "binding");
  GBinding *of_picture = g_object_steal_data (G_OBJECT (list_item), "picture-binding");

  if (binding != NULL)
    g_binding_unbind (binding);
  if (of_picture != NULL)
    g_binding_unbind (of_picture);
}

static gboolean
is_number (const char *text, double *number)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

/* What is empty comes first, then numbers, then texts, in which numbers count as such: 2x3 comes before 10x10. */
static int
compare (gconstpointer a, gconstpointer b, gpointer column)
{
  const char *left = rs_variable_item_get ((gpointer)a, (RsVariableColumn)GPOINTER_TO_INT (column));
  const char *right = rs_variable_item_get ((gpointer)b, (RsVariableColumn)GPOINTER_TO_INT (column));
  double x, y;
  const gboolean left_is_number = is_number (left, &x), right_is_number = is_number (right, &y);
  g_autofree char *left_key = NULL, *right_key = NULL;

  if (*left == '\0' || *right == '\0')
    return (*left != '\0') - (*right != '\0');
  if (left_is_number && right_is_number)
    return (x > y) - (x < y);
  if (left_is_number != right_is_number)
    return left_is_number ? -1 : 1;
  left_key = g_utf8_collate_key_for_filename (left, -1);
  right_key = g_utf8_collate_key_for_filename (right, -1);
  return strcmp (left_key, right_key);
}

/* The title fits, whatever the language. */
static int
get_width (RsVariablesPanel *self, const RsVariableColumnKind *kind)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), NULL);
  g_autofree char *title = g_markup_printf_escaped ("<b>%s</b>", _ (kind->title));
  int width;

  pango_layout_set_markup (layout, title, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return MAX (kind->width, width + TITLE_BORDER);
}

static void
add_column (RsVariablesPanel *self, RsVariableColumn index)
{
  const RsVariableColumnKind *kind = &rs_variable_columns[index];
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column = gtk_column_view_column_new (_ (kind->title), factory);
  GtkSorter *sorter = GTK_SORTER (gtk_custom_sorter_new (compare, GINT_TO_POINTER (index), NULL));

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GINT_TO_POINTER (index == RS_VARIABLE_NAME));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), (gpointer)kind->property);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, index == RS_VARIABLE_VALUE);
  gtk_column_view_column_set_fixed_width (column, get_width (self, kind));
  gtk_column_view_column_set_sorter (column, sorter);
  g_object_unref (sorter);
  gtk_column_view_append_column (self->view, column);
  g_object_unref (column);
}

/* --- the panel --- */

static void
on_activate (GtkColumnView *view, guint position, RsVariablesPanel *self)
{
  g_autoptr (RsVariableItem) item = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (view)), position);

  if (item == NULL)
    return;
  if (rs_variable_is_array (item))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.look-at-array", "s",
                                rs_variable_item_get (item, RS_VARIABLE_NAME));
  else
    rs_variable_menu_ask_value (GTK_WIDGET (self), 24, 48, item, self->run);
}

static const char *
get_name (gpointer item)
{
  return rs_variable_item_get (item, RS_VARIABLE_NAME);
}

static GtkWidget *
make_filter (GtkStringFilter **filter)
{
  GtkWidget *entry = gtk_search_entry_new ();

  *filter = gtk_string_filter_new (gtk_property_expression_new (RS_TYPE_VARIABLE_ITEM, NULL, "name"));
  gtk_string_filter_set_ignore_case (*filter, TRUE);
  gtk_string_filter_set_match_mode (*filter, GTK_STRING_FILTER_MATCH_MODE_SUBSTRING);
  g_object_set (entry, "placeholder-text", _ ("Names that contain"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Names that contain"), -1);
  g_object_bind_property (entry, "text", *filter, "search", G_BINDING_DEFAULT);
  return entry;
}

static void
watch_selecting (RsVariablesPanel *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "released", G_CALLBACK (on_selecting), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (on_selecting), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
}

PanelWidget *
rs_variables_panel_new (RsRuns *runs)
{
  RsVariablesPanel *self = g_object_new (RS_TYPE_VARIABLES_PANEL, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new (),
            *overlay = gtk_overlay_new ();
  GtkStringFilter *filter;
  GtkWidget *entry = make_filter (&filter);
  GtkFilterListModel *filtered
      = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->items)), GTK_FILTER (filter));
  GtkSortListModel *sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered), NULL);

  self->runs = runs;
  self->late = rs_late_questions_new ();
  self->view = GTK_COLUMN_VIEW (
      gtk_column_view_new (GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (g_object_ref (sorted))))));
  for (guint i = 0; i < RS_N_VARIABLE_COLUMNS; i++)
    add_column (self, (RsVariableColumn)i);
  gtk_sort_list_model_set_sorter (sorted, gtk_column_view_get_sorter (self->view));
  g_object_unref (sorted);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Variables of the function"), -1);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  self->placeholder
      = GTK_LABEL (gtk_label_new (_ ("Variables of the function where a program is paused, or of what it has left")));
  gtk_label_set_wrap (self->placeholder, TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (self->placeholder), FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scrolled);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), GTK_WIDGET (self->placeholder));
  gtk_widget_set_vexpand (overlay, TRUE);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), overlay);
  self->memory = rs_row_memory_new (self->view, GTK_SCROLLED_WINDOW (scrolled), get_name);
  panel_widget_set_child (PANEL_WIDGET (self), box);
  g_signal_connect (self->view, "activate", G_CALLBACK (on_activate), self);
  watch_selecting (self);
  g_signal_connect_object (runs, "shown-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  follow (self);
  return PANEL_WIDGET (self);
}

static GtkWidget *
get_default_focus (PanelWidget *panel)
{
  RsVariablesPanel *self = RS_VARIABLES_PANEL (panel);
  GtkWidget *row = rs_row_memory_get_row (self->memory);

  return row != NULL ? row : GTK_WIDGET (self->view);
}

static void
rs_variables_panel_dispose (GObject *object)
{
  RsVariablesPanel *self = RS_VARIABLES_PANEL (object);

  g_clear_object (&self->run);
  g_clear_object (&self->items);
  g_clear_pointer (&self->late, rs_late_questions_free);
  g_clear_pointer (&self->memory, rs_row_memory_free);
  G_OBJECT_CLASS (rs_variables_panel_parent_class)->dispose (object);
}

static void
rs_variables_panel_class_init (RsVariablesPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_variables_panel_dispose;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = get_default_focus;
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "variables.change", "s", change_value);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_c, GDK_CONTROL_MASK, on_copy_key, NULL);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "variables.copy", "s", copy_value);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "variables.save", "s", save_variable);
}

static void
rs_variables_panel_init (RsVariablesPanel *self)
{
  self->items = g_list_store_new (RS_TYPE_VARIABLE_ITEM);
}
