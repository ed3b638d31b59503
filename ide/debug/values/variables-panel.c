/* The variables panel: a list of items behind a filter, a tree of what they hold and a sorter.
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
#include "ide/debug/values/variable-members.h"
#include "ide/debug/values/variable-menu.h"
#include "ide/debug/values/variable-save.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_BYTES ((gint64)32 << 20) /* at one stop: some 10 ms */
#define MOST_LATE_BYTES ((gint64)2 << 30)
#define MOST_LOOKED_AT 200u
#define PICTURE_SIZE "24"
#define PICTURE_PIXELS 24
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

static void
forget_statistics (RsVariableItem *item)
{
  for (guint i = 0; i < RS_N_VARIABLE_COLUMNS; i++)
    if (rs_variable_columns[i].field < 0)
      rs_variable_item_set (item, (RsVariableColumn)i, "");
}

static void
hold_rows (gpointer data)
{
  rs_row_memory_hold (((RsVariablesPanel *)data)->memory);
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
  g_autoptr (GHashTable) known = rs_variable_items_index (self->items);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_looked_at = 0;
  gint64 left = MOST_BYTES, left_late = MOST_LATE_BYTES;
  gboolean changed = FALSE;

  rs_late_questions_begin (self->late, self->run);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const RsDebugRow *row = g_ptr_array_index (rows, i);
      RsVariableItem *item = rs_variable_items_take (known, row->fields, &changed);
      const char *name = rs_variable_item_get (item, RS_VARIABLE_NAME);
      gint64 bytes;
      gboolean is_late;

      rs_variable_item_set_place (item, name, name, "");
      g_ptr_array_add (items, item);
      if (rs_variable_item_is_open (item))
        rs_variable_members_ask (self->run, item);
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
  rs_variable_items_replace (self->items, items, hold_rows, self);
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
  RsVariableItem *item = rs_variable_members_get_item (gtk_list_item_get_item (list_item));
  GtkWidget *cell = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *panel = gtk_widget_get_ancestor (cell, RS_TYPE_VARIABLES_PANEL);

  if (item == NULL || panel == NULL || *rs_variable_item_get_expression (item) == '\0')
    return;
  gtk_widget_translate_coordinates (cell, panel, x, y, &x, &y);
  rs_variable_menu_pop_up (panel, x, y, item);
}

static GtkTreeListRow *
get_selected_row (RsVariablesPanel *self)
{
  return gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (gtk_column_view_get_model (self->view)));
}

static RsVariableItem *
get_selected (RsVariablesPanel *self)
{
  return rs_variable_members_get_item (get_selected_row (self));
}

/* What an action's target names among the rows that show; NULL: none. (transfer none) */
static RsVariableItem *
find_item (RsVariablesPanel *self, const char *expression)
{
  GListModel *model = G_LIST_MODEL (gtk_column_view_get_model (self->view));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
      RsVariableItem *item = rs_variable_members_get_item (row);

      if (g_str_equal (rs_variable_item_get_expression (item), expression))
        return item;
    }
  return NULL;
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  RsVariableItem *item = get_selected (RS_VARIABLES_PANEL (widget));

  if (item == NULL || *rs_variable_item_get_expression (item) == '\0')
    return FALSE;
  rs_variable_menu_pop_up (widget, 24, 48, item);
  return TRUE;
}

/* The array panel has what is selected here, once it is shown. */
static gboolean
follow_selection (gpointer data)
{
  RsVariablesPanel *self = data;
  RsVariableItem *item = self->items != NULL ? get_selected (self) : NULL;

  if (item != NULL && rs_variable_is_array (item))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.follow-array", "s", rs_variable_item_get_expression (item));
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
  RsVariableItem *item = name != NULL ? find_item (self, g_variant_get_string (name, NULL)) : get_selected (self);

  if (self->run != NULL && item != NULL && *rs_variable_item_get_expression (item) != '\0')
    rs_debug_run_request (self->run, on_entry, g_object_ref (item), g_object_unref, "entry",
                          rs_variable_item_get_expression (item), NULL);
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
  RsVariableItem *item = find_item (self, g_variant_get_string (name, NULL));

  if (item != NULL)
    rs_variable_menu_ask_value (widget, 24, 48, item, self->run);
}

/* --- what they hold --- */

static void
on_expanded (GtkTreeListRow *row, GParamSpec *property, RsVariablesPanel *self)
{
  RsVariableItem *item = rs_variable_members_get_item (row);

  if (item == NULL)
    return;
  rs_variable_item_set_open (item, gtk_tree_list_row_get_expanded (row));
  if (rs_variable_item_is_open (item) && self->run != NULL)
    rs_variable_members_ask (self->run, item);
}

/* Right and + open the selected row, Left and - close it. */
static gboolean
on_key_pressed (GtkEventController *keys, guint key, guint code, GdkModifierType state, RsVariablesPanel *self)
{
  const gboolean opens = key == GDK_KEY_Right || key == GDK_KEY_plus || key == GDK_KEY_KP_Add;
  const gboolean closes = key == GDK_KEY_Left || key == GDK_KEY_minus || key == GDK_KEY_KP_Subtract;
  GtkTreeListRow *row = get_selected_row (self);

  if ((!opens && !closes) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || row == NULL
      || !gtk_tree_list_row_is_expandable (row) || gtk_tree_list_row_get_expanded (row) == opens)
    return FALSE;
  gtk_tree_list_row_set_expanded (row, opens);
  return TRUE;
}

/* --- columns --- */

/* Made when it is to be shown: giving each cell its text asks the screen for the pointer each time. */
static gboolean
on_query_tooltip (GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  RsVariableItem *item = g_object_get_data (G_OBJECT (label), "item");
  const guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "column"));
  const char *text = item != NULL ? rs_variable_item_get (item, (RsVariableColumn)column) : "";

  gtk_tooltip_set_text (tooltip, text);
  return *text != '\0';
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer column)
{
  GtkWidget *label = gtk_label_new (NULL), *box = label;
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "rs-content");
  if (GPOINTER_TO_UINT (column) == RS_VARIABLE_NAME)
    {
      GtkWidget *picture = gtk_image_new (); /* as wide for all, so that names stand below each other */
      GtkWidget *expander = gtk_tree_expander_new ();

      gtk_widget_set_focusable (expander, FALSE); /* the row has the keys */
      box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
      gtk_box_append (GTK_BOX (box), expander);
      g_object_set_data (G_OBJECT (list_item), "expander", expander);
      gtk_image_set_pixel_size (GTK_IMAGE (picture), PICTURE_PIXELS);
      gtk_widget_set_size_request (box, -1, PICTURE_PIXELS); /* rows are of one height */
      gtk_box_append (GTK_BOX (box), picture);
      gtk_box_append (GTK_BOX (box), label);
      g_object_set_data (G_OBJECT (list_item), "picture", picture);
    }
  g_object_set_data (G_OBJECT (list_item), "label", label);
  g_object_set_data (G_OBJECT (label), "column", column);
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
  gpointer row = gtk_list_item_get_item (list_item), item = rs_variable_members_get_item (row);
  gpointer label = g_object_get_data (G_OBJECT (list_item), "label"),
           expander = g_object_get_data (G_OBJECT (list_item), "expander");
  gpointer picture = g_object_get_data (G_OBJECT (list_item), "picture");

  g_object_set_data (G_OBJECT (list_item), "binding",
                     g_object_bind_property (item, property, label, "label", G_BINDING_SYNC_CREATE));
  g_object_set_data_full (G_OBJECT (label), "item", g_object_ref (item), g_object_unref);
  if (expander != NULL)
    {
      gtk_tree_expander_set_list_row (expander, row);
      g_signal_connect (row, "notify::expanded", G_CALLBACK (on_expanded),
                        g_object_get_data (G_OBJECT (factory), "panel"));
    }
  if (picture != NULL) /* members have none, and need the room */
    gtk_widget_set_visible (picture, gtk_tree_list_row_get_depth (row) == 0);
  if (picture != NULL)
    g_object_set_data (G_OBJECT (list_item), "picture-binding",
                       g_object_bind_property (item, "picture", picture, "paintable", G_BINDING_SYNC_CREATE));
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer property)
{
  GBinding *binding = g_object_steal_data (G_OBJECT (list_item), "binding");
  GBinding *of_picture = g_object_steal_data (G_OBJECT (list_item), "picture-binding");
  gpointer expander = g_object_get_data (G_OBJECT (list_item), "expander");

  if (binding != NULL)
    g_binding_unbind (binding);
  if (of_picture != NULL)
    g_binding_unbind (of_picture);
  if (expander != NULL)
    {
      g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (list_item), on_expanded,
                                            g_object_get_data (G_OBJECT (factory), "panel"));
      gtk_tree_expander_set_list_row (expander, NULL);
    }
  g_object_set_data (g_object_get_data (G_OBJECT (list_item), "label"), "item", NULL);
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

  g_object_set_data (G_OBJECT (factory), "panel", self);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (index));
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
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (view)), position);
  RsVariableItem *item = rs_variable_members_get_item (row);

  if (item == NULL || *rs_variable_item_get_expression (item) == '\0')
    return;
  if (rs_variable_is_array (item))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.look-at-array", "s", rs_variable_item_get_expression (item));
  else
    rs_variable_menu_ask_value (GTK_WIDGET (self), 24, 48, item, self->run);
}

static const char *
get_name (gpointer row)
{
  return rs_variable_item_get_expression (rs_variable_members_get_item (row));
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
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
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
  GtkTreeListRowSorter *sorter;
  GtkWidget *entry = make_filter (&filter);
  GtkFilterListModel *filtered
      = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->items)), GTK_FILTER (filter));
  GtkTreeListModel *tree = rs_variable_members_make_tree (G_LIST_MODEL (filtered));
  GtkSortListModel *sorted = gtk_sort_list_model_new (G_LIST_MODEL (tree), NULL);

  self->runs = runs;
  self->late = rs_late_questions_new ();
  self->view = GTK_COLUMN_VIEW (
      gtk_column_view_new (GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (g_object_ref (sorted))))));
  for (guint i = 0; i < RS_N_VARIABLE_COLUMNS; i++)
    add_column (self, (RsVariableColumn)i);
  sorter = gtk_tree_list_row_sorter_new (g_object_ref (gtk_column_view_get_sorter (self->view)));
  gtk_sort_list_model_set_sorter (sorted, GTK_SORTER (sorter));
  g_object_unref (sorter);
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
