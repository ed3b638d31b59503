/* What of the windows a person reads and reaches, as JSON, for tests: texts and whether they are cut, controls, colours
 * of texts, and where the keyboard is. The action win.dump-controls writes it to the file named by the environment
 * variable RS_IDE_DUMP; win.dump-focus where the keyboard is alone, which takes a twentieth of the time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/cut-texts.h"
#include "ide/profile/json.h"

#include <math.h>

typedef struct {
  GString *labels, *controls, *colors;
  GtkWidget *active; /* the window that has the keyboard; NULL: none */
} Dump;

/* --- JSON --- */

static void
begin_item (GString *list)
{
  g_string_append (list, list->len > 0 ? ",\n{" : "{");
}

static void
add_key (GString *item, const char *key)
{
  g_string_append_printf (item, "%s\"%s\": ", item->str[item->len - 1] == '{' ? "" : ", ", key);
}

static void
add_text (GString *item, const char *key, const char *value)
{
  add_key (item, key);
  rs_json_append_string (item, value);
}

static void
add_number (GString *item, const char *key, double value)
{
  add_key (item, key);
  g_string_append_printf (item, "%g", value);
}

static void
add_boolean (GString *item, const char *key, gboolean value)
{
  add_key (item, key);
  g_string_append (item, value ? "true" : "false");
}

/* What tells it from all others as long as it is there. */
static void
add_identity (GString *item, const char *key, GtkWidget *widget)
{
  g_autofree char *text = g_strdup_printf ("%p", (void *)widget);

  add_text (item, key, text);
}

/* --- places --- */

/* Its type, those of what is around it, and the panel. */
static char *
describe_place (GtkWidget *widget)
{
  GtkWidget *panel = gtk_widget_get_ancestor (widget, PANEL_TYPE_WIDGET);
  GString *text = g_string_new (G_OBJECT_TYPE_NAME (widget));

  for (int i = 0; i < 5 && (widget = gtk_widget_get_parent (widget)) != NULL; i++)
    g_string_append_printf (text, " in %s", G_OBJECT_TYPE_NAME (widget));
  if (panel != NULL)
    g_string_append_printf (text, " of the panel %s", panel_widget_get_id (PANEL_WIDGET (panel)));
  return g_string_free (text, FALSE);
}

static void
add_place (GString *item, GtkWidget *widget)
{
  g_autofree char *place = describe_place (widget);

  add_text (item, "place", place);
}

/* What of it shows, on the surface of its window, in device-independent pixels. */
static void
add_bounds (GString *item, GtkWidget *widget)
{
  GtkWidget *native = GTK_WIDGET (gtk_widget_get_native (widget));
  graphene_rect_t whole, shown, around;
  double x, y;

  if (!gtk_widget_compute_bounds (widget, native, &whole))
    whole = *graphene_rect_zero ();
  shown = whole;
  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent != NULL && parent != native;
       parent = gtk_widget_get_parent (parent))
    if (gtk_widget_get_overflow (parent) == GTK_OVERFLOW_HIDDEN
        && (!gtk_widget_compute_bounds (parent, native, &around)
            || !graphene_rect_intersection (&shown, &around, &shown)))
      shown = *graphene_rect_zero ();
  gtk_native_get_surface_transform (GTK_NATIVE (native), &x, &y);
  add_number (item, "x", floor (shown.origin.x + x));
  add_number (item, "y", floor (shown.origin.y + y));
  add_number (item, "width", ceil (shown.size.width));
  add_number (item, "height", ceil (shown.size.height));
  add_boolean (item, "whole", graphene_rect_equal (&whole, &shown));
}

static gboolean
is_active (const Dump *dump, GtkWidget *widget)
{
  return GTK_WIDGET (gtk_widget_get_native (widget)) == dump->active;
}

/* --- texts --- */

static void
add_label (Dump *dump, GtkLabel *label)
{
  g_autofree char *cut = rs_cut_texts_explain (label);

  begin_item (dump->labels);
  add_text (dump->labels, "text", gtk_label_get_text (label));
  add_place (dump->labels, GTK_WIDGET (label));
  add_text (dump->labels, "cut", cut);
  add_boolean (dump->labels, "enabled", gtk_widget_is_sensitive (GTK_WIDGET (label)));
  add_boolean (dump->labels, "active", is_active (dump, GTK_WIDGET (label)));
  add_bounds (dump->labels, GTK_WIDGET (label));
  g_string_append_c (dump->labels, '}');
}

static void
add_color (GString *item, const char *key, const GdkRGBA *color)
{
  g_autofree char *text = gdk_rgba_to_string (color);

  add_text (item, key, text);
}

static void
get_background (GtkTextView *view, GdkRGBA *color)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkSourceStyleScheme *scheme
      = GTK_SOURCE_IS_BUFFER (buffer) ? gtk_source_buffer_get_style_scheme (GTK_SOURCE_BUFFER (buffer)) : NULL;
  GtkSourceStyle *style = scheme != NULL ? gtk_source_style_scheme_get_style (scheme, "text") : NULL;
  g_autofree char *text = NULL;

  if (style != NULL)
    g_object_get (style, "background", &text, NULL);
  if (text == NULL || !gdk_rgba_parse (color, text))
    gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (view)), "view_bg_color", color);
}

typedef struct {
  Dump *dump;
  GtkWidget *view;
  GdkRGBA background;
} TagWalk;

static void
add_tag (GtkTextTag *tag, gpointer data)
{
  const TagWalk *walk = data;
  g_autoptr (GdkRGBA) own = NULL, background = NULL;
  g_autofree char *name = NULL;
  gboolean has_color, has_background;

  g_object_get (tag, "name", &name, "foreground-set", &has_color, "foreground-rgba", &own, "background-set",
                &has_background, "background-rgba", &background, NULL);
  if (!has_color || own == NULL)
    return;
  begin_item (walk->dump->colors);
  add_text (walk->dump->colors, "name", name);
  add_place (walk->dump->colors, walk->view);
  add_color (walk->dump->colors, "text", own);
  add_color (walk->dump->colors, "background", has_background ? background : &walk->background);
  g_string_append_c (walk->dump->colors, '}');
}

/* The colours that parts of its text may have. */
static void
add_text_view (Dump *dump, GtkTextView *view)
{
  TagWalk walk = { dump, GTK_WIDGET (view), { 0 } };

  get_background (view, &walk.background);
  gtk_text_tag_table_foreach (gtk_text_buffer_get_tag_table (gtk_text_view_get_buffer (view)), add_tag, &walk);
}

/* --- controls --- */

/* Rows are reached with the arrows; their list is the control. */
static gboolean
is_row (GtkWidget *widget)
{
  return GTK_IS_LIST_BOX_ROW (widget) || GTK_IS_FLOW_BOX_CHILD (widget)
         || g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget");
}

static GtkWidget *
get_list (GtkWidget *row)
{
  for (GtkWidget *widget = gtk_widget_get_parent (row); widget != NULL; widget = gtk_widget_get_parent (widget))
    if (GTK_IS_LIST_BOX (widget) || GTK_IS_FLOW_BOX (widget) || GTK_IS_LIST_VIEW (widget) || GTK_IS_COLUMN_VIEW (widget)
        || GTK_IS_GRID_VIEW (widget))
      return widget;
  return NULL;
}

/* A menu button has the hint of the button inside it. */
static const char *
get_hint (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);
  const char *hint = gtk_widget_get_tooltip_text (widget);

  return hint != NULL || !GTK_IS_MENU_BUTTON (parent) ? hint : gtk_widget_get_tooltip_text (parent);
}

static void
add_control (Dump *dump, GtkWidget *widget)
{
  GtkWidget *panel = gtk_widget_get_ancestor (widget, PANEL_TYPE_WIDGET);

  begin_item (dump->controls);
  add_identity (dump->controls, "id", widget);
  add_place (dump->controls, widget);
  add_text (dump->controls, "panel", panel != NULL ? panel_widget_get_id (PANEL_WIDGET (panel)) : NULL);
  add_text (dump->controls, "hint", get_hint (widget));
  if (is_row (widget))
    add_identity (dump->controls, "row_of", get_list (widget));
  add_bounds (dump->controls, widget);
  g_string_append_c (dump->controls, '}');
}

static void
walk (Dump *dump, GtkWidget *widget)
{
  /* What is inside a file chooser is GTK's, texts and all; its title and its buttons are the program's. */
  if (!gtk_widget_get_mapped (widget) || GTK_IS_FILE_CHOOSER_WIDGET (widget))
    return;
  if (GTK_IS_LABEL (widget))
    add_label (dump, GTK_LABEL (widget));
  if (GTK_IS_TEXT_VIEW (widget))
    add_text_view (dump, GTK_TEXT_VIEW (widget));
  if (gtk_widget_get_focusable (widget) && gtk_widget_get_can_focus (widget) && gtk_widget_is_sensitive (widget)
      && is_active (dump, widget))
    add_control (dump, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk (dump, child);
}

/* --- all --- */

/* What has the keyboard, and what is around it, from inside. */
static void
dump_focus (GtkWidget *active, GString *json)
{
  GtkWidget *focus = active != NULL ? gtk_window_get_focus (GTK_WINDOW (active)) : NULL;
  GtkWidget *panel = focus != NULL ? gtk_widget_get_ancestor (focus, PANEL_TYPE_WIDGET) : NULL;
  g_autofree char *place = focus != NULL ? describe_place (focus) : NULL;

  add_text (json, "focus_place", place);
  add_text (json, "focus_panel", panel != NULL ? panel_widget_get_id (PANEL_WIDGET (panel)) : NULL);
  add_key (json, "focus");
  g_string_append_c (json, '[');
  for (; focus != NULL; focus = gtk_widget_get_parent (focus))
    g_string_append_printf (json, "\"%p\"%s", (void *)focus, gtk_widget_get_parent (focus) != NULL ? ", " : "");
  g_string_append_c (json, ']');
}

static void
add_list (GString *json, const char *key, GString *list)
{
  add_key (json, key);
  g_string_append_printf (json, "[%s]", list->str);
  g_string_free (list, TRUE);
}

/* The window that has the keyboard; NULL: none. */
static GtkWidget *
find_active (GListModel *windows)
{
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (gtk_window_is_active (GTK_WINDOW (window)))
        return window;
    }
  return NULL;
}

static void
describe_active (GtkWidget *active, GString *json)
{
  add_text (json, "window", active != NULL ? G_OBJECT_TYPE_NAME (active) : NULL);
  add_number (json, "width", active != NULL ? gtk_widget_get_width (active) : 0);
  add_number (json, "height", active != NULL ? gtk_widget_get_height (active) : 0);
  dump_focus (active, json);
}

static void
describe_all (GListModel *windows, GtkWidget *active, GString *json)
{
  Dump dump = { g_string_new (NULL), g_string_new (NULL), g_string_new (NULL), active };

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      walk (&dump, window);
    }
  add_list (json, "labels", dump.labels);
  add_list (json, "controls", dump.controls);
  add_list (json, "colors", dump.colors);
}

static void
write_dump (gboolean is_all)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWidget *active = find_active (windows);
  g_autoptr (GString) json = g_string_new ("{");

  describe_active (active, json);
  if (is_all)
    describe_all (windows, active, json);
  g_string_append (json, "}\n");
  rs_window_write_dump (json->str);
}

static void
on_dump_controls (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  write_dump (TRUE);
}

static void
on_dump_focus (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  write_dump (FALSE);
}

static const GActionEntry entries[] = {
  { .name = "dump-controls", .activate = on_dump_controls },
  { .name = "dump-focus", .activate = on_dump_focus },
};

void
rs_window_init_control_actions (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
