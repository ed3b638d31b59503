/* The menu of a variable.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/variable-menu.h"

#include "ide/view/popover.h"

#include <glib/gi18n.h>
#include <libpanel.h>
#include <string.h>

static void
add_item (GMenu *menu, const char *label, const char *action, const char *name)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", name);
  g_menu_append_item (menu, item);
}

/* What is computed at the prompt: format has a place for the name. */
static void
add_statement (GMenu *menu, const char *label, const char *format, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (format, "%", 2);
  g_autofree char *text = g_strconcat (parts[0], name, parts[1], NULL);

  add_item (menu, label, "win.evaluate", text);
}

/* popover: (transfer floating) */
static void
attach (GtkWidget *popover, GtkWidget *widget, double x, double y)
{
  const GdkRectangle at = { (int)x, (int)y, 1, 1 };

  gtk_widget_set_parent (popover, widget);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &at);
  rs_popover_drop_when_closed (GTK_POPOVER (popover));
}

static gboolean
pop_up (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_popover_popup (popover);
  return G_SOURCE_REMOVE;
}

/* --- another value --- */

/* What was entered stays with the reason where it has an error. */
static void
on_assigned (GPtrArray *records, const char *error, gpointer popover)
{
  GtkLabel *reason = g_object_get_data (G_OBJECT (popover), "reason");

  if (gtk_widget_get_parent (popover) == NULL) /* it was closed meanwhile */
    return;
  if (error == NULL)
    {
      gtk_popover_popdown (popover);
      return;
    }
  gtk_label_set_text (reason, error);
  gtk_widget_set_visible (GTK_WIDGET (reason), TRUE);
  gtk_popover_present (popover);
}

static void
on_entered (GtkEntry *entry, GtkPopover *popover)
{
  const char *name = g_object_get_data (G_OBJECT (entry), "name"),
             *value = gtk_editable_get_text (GTK_EDITABLE (entry));
  RsDebugRun *run = g_object_get_data (G_OBJECT (entry), "run");
  g_autofree char *text = g_strdup_printf ("%s = %s", name, value);

  if (*value != '\0' && !g_str_equal (value, g_object_get_data (G_OBJECT (entry), "shown")))
    {
      if (run != NULL && (rs_debug_run_stands (run) || rs_debug_run_has_workspace (run)))
        {
          rs_debug_run_assign (run, text, on_assigned, g_object_ref (popover), g_object_unref);
          return;
        }
      gtk_widget_activate_action (gtk_widget_get_parent (GTK_WIDGET (popover)), "win.evaluate", "s", text);
    }
  gtk_popover_popdown (popover);
}

/* Below the entry. */
static GtkWidget *
make_reason (void)
{
  GtkWidget *reason = gtk_label_new (NULL);

  gtk_widget_set_visible (reason, FALSE);
  gtk_widget_add_css_class (reason, "error");
  gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (reason), 40);
  gtk_label_set_xalign (GTK_LABEL (reason), 0);
  return reason;
}

/* What gives the value that the variable has; what has been typed meanwhile stays. */
static void
on_entry (GPtrArray *records, const char *error, gpointer data)
{
  GtkEditable *entry = data;
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  const char *text = fields != NULL && g_strv_length (fields) > 2 ? fields[2] : "";

  if (*gtk_editable_get_text (entry) != '\0')
    return;
  g_object_set_data_full (G_OBJECT (entry), "shown", g_strdup (text), g_free);
  gtk_editable_set_text (entry, text);
  gtk_editable_select_region (entry, 0, -1);
  if (*text == '\0')
    gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("an expression"));
}

/* Its rows may have come anew with the value. */
static gboolean
return_focus (gpointer panel)
{
  if (gtk_widget_get_mapped (panel))
    panel_widget_focus_default (panel);
  return G_SOURCE_REMOVE;
}

static void
on_answered (GtkPopover *popover)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));
  GtkWidget *panel = parent != NULL ? gtk_widget_get_ancestor (parent, PANEL_TYPE_WIDGET) : NULL;

  if (panel != NULL)
    g_idle_add_full (G_PRIORITY_LOW, return_focus, g_object_ref (panel), g_object_unref);
}

void
rs_variable_menu_ask_value (GtkWidget *widget, double x, double y, RsVariableItem *item, RsDebugRun *run)
{
  GtkWidget *popover = gtk_popover_new (), *entry = gtk_entry_new (),
            *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *title,
            *all = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *reason = make_reason ();
  const char *name = rs_variable_item_get_expression (item);
  g_autofree char *label = g_strdup_printf (_ ("New value of %s"), name), *assigned = g_strconcat (name, " =", NULL);

  title = gtk_label_new (assigned);
  gtk_widget_add_css_class (title, "monospace");
  gtk_widget_add_css_class (title, "rs-content");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 24);
  g_object_set_data_full (G_OBJECT (entry), "shown", g_strdup (""), g_free);
  gtk_widget_add_css_class (entry, "monospace");
  g_object_set_data_full (G_OBJECT (entry), "name", g_strdup (name), g_free);
  if (run != NULL)
    g_object_set_data_full (G_OBJECT (entry), "run", g_object_ref (run), g_object_unref);
  g_object_set_data_full (G_OBJECT (popover), "reason", g_object_ref (reason), g_object_unref);
  g_signal_connect (entry, "activate", G_CALLBACK (on_entered), popover);
  gtk_box_append (GTK_BOX (all), box);
  gtk_box_append (GTK_BOX (all), reason);
  gtk_popover_set_child (GTK_POPOVER (popover), all);
  attach (popover, widget, x, y);
  pop_up (popover);
  g_signal_connect (popover, "closed", G_CALLBACK (on_answered), NULL);
  gtk_widget_grab_focus (entry);
  if (run != NULL)
    rs_debug_run_request (run, on_entry, g_object_ref (entry), g_object_unref, "entry", name, NULL);
}

/* --- the menu --- */

gboolean
rs_variable_is_array (RsVariableItem *item)
{
  return *rs_variable_item_get (item, RS_VARIABLE_BYTES) != '\0';
}

/* "1x20" and "20x1" are; a curve says more of them than a picture. */
static gboolean
is_vector (const char *size)
{
  const char *behind = strchr (size, 'x');

  return behind == NULL
         || (strchr (behind + 1, 'x') == NULL && (g_str_has_prefix (size, "1x") || g_str_equal (behind, "x1")));
}

void
rs_variable_menu_pop_up (GtkWidget *widget, double x, double y, RsVariableItem *item)
{
  g_autoptr (GMenu) menu = g_menu_new (), looks = g_menu_new (), changes = g_menu_new ();
  const char *name = rs_variable_item_get_expression (item);
  GtkWidget *popover;

  if (rs_variable_is_array (item))
    {
      add_item (looks, _ ("_Show as Array"), "win.look-at-array", name);
      if (is_vector (rs_variable_item_get (item, RS_VARIABLE_SIZE)))
        add_statement (looks, _ ("_Plot"), "plot(%);", name);
      else
        add_statement (looks, _ ("Show as _Figure"), "imshow(%, []);", name);
    }
  add_statement (looks, _ ("P_rint"), "print(%)", name);
  add_item (looks, _ ("Cop_y Value"), "variables.copy", name);
  add_item (looks, _ ("Sav_e…"), "variables.save", name);
  add_item (changes, _ ("_Change Value…"), "variables.change", name);
  add_item (changes, _ ("Stop When _Written"), "win.stop-when-written", name);
  add_item (changes, _ ("_Add to Watches"), "win.watch-expression", name);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (looks));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (changes));
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  attach (popover, widget, x, y);
  /* The lines between sections come in idle time: without them it would be too low for its last item. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, pop_up, g_object_ref (popover), g_object_unref);
}
