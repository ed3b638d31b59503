/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/devices/scheduling-row.h"

#include "profiler/analysis/time/summary.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

typedef struct {
  char *name, *file, *place, *text;
  guint line;
  gboolean is_absent;
  GtkMenuButton *menu; /* borrowed from the row; NULL: nothing can be pinned */
} Contents;

static void
contents_free (gpointer data)
{
  Contents *self = data;

  g_free (self->name);
  g_free (self->file);
  g_free (self->place);
  g_free (self->text);
  g_free (self);
}

static Contents *
get_contents (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "contents");
}

/* --- what is said --- */

/* Where launches had several devices to choose from. */
static void
append_expected (GString *text, const RsSchedulingRow *found)
{
  g_autofree char *expected = NULL, *needed = NULL;

  if (found->predicted == 0)
    return;
  expected = rs_format_duration (found->expected / found->predicted);
  needed = rs_format_duration (found->needed / found->predicted);
  g_string_append_printf (text, _ ("; a launch was expected to take %s, and took %s"), expected, needed);
}

static void
append_devices (GString *text, const RsSchedulingRow *found)
{
  if (found->bytes > 0)
    {
      g_autofree char *bytes = rs_format_bytes (found->bytes);

      g_string_append_printf (text, _ ("; %s copied for it"), bytes);
    }
  if (*found->can != '\0')
    g_string_append_printf (text, _ ("\nMay run on %s"), found->can);
  if (*found->cannot != '\0')
    g_string_append_printf (text, _ ("\nNot on %s"), found->cannot);
}

static char *
describe (const RsSchedulingRow *found)
{
  g_autofree char *time = rs_format_duration (found->total);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_interpreted = g_str_equal (found->device, RS_SCHEDULING_INTERPRETER);

  if (is_interpreted)
    g_string_append (text, _ ("In the interpreter"));
  else
    g_string_append_printf (text, _ ("On %s, compiled"), found->device);
  g_string_append_printf (text,
                          g_dngettext (NULL, "; %s in %" PRId64 " run", "; %s in %" PRId64 " runs",
                                       (gulong)found->runs),
                          time, found->runs);
  if (found->threads > 0 && !is_interpreted)
    g_string_append_printf (text, g_dngettext (NULL, ", %u thread", ", %u threads", found->threads), found->threads);
  append_expected (text, found);
  append_devices (text, found);
  if (*found->why != '\0')
    g_string_append_printf (text, "\n%s", found->why);
  else if (is_interpreted)
    g_string_append (text, _ ("\nas the chosen device says"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* (transfer full) */
static char *
describe_pin (const RsPin *pin)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const RsPinShare *first = &g_array_index (pin->shares, RsPinShare, 0);

  if (pin->shares->len == 1)
    return g_strdup_printf (_ ("Set by hand: always on %s"), first->device);
  for (guint i = 0; i < pin->shares->len; i++)
    {
      const RsPinShare *share = &g_array_index (pin->shares, RsPinShare, i);

      g_string_append_printf (text, _ ("%s%u %% on %s"), i > 0 ? ", " : "", share->percent, share->device);
    }
  return g_strdup_printf (_ ("Set by hand: %s"), text->str);
}

/* --- the row --- */

static void
add_item (GMenu *menu, const char *label, const char *action, const char *place)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", place);
  g_menu_append_item (menu, item);
}

static void
add_menu (GtkWidget *row, Contents *contents)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autofree char *label = g_strdup_printf (_ ("Where “%s” runs"), contents->place);

  contents->menu = GTK_MENU_BUTTON (button);
  gtk_menu_button_set_icon_name (contents->menu, "view-more-symbolic");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
}

/* contents (transfer full). */
static GtkWidget *
make_row (Contents *contents, const char *title, gboolean has_menu)
{
  GtkWidget *row = adw_action_row_new ();

  g_object_set_data_full (G_OBJECT (row), "contents", contents, contents_free);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), *contents->file != '\0' && contents->line > 0);
  if (has_menu)
    add_menu (row, contents);
  rs_scheduling_row_set_pin (row, NULL);
  return row;
}

GtkWidget *
rs_scheduling_row_new (const RsSchedulingRow *found)
{
  Contents *contents = g_new0 (Contents, 1);
  g_autofree char *base = g_path_get_basename (found->file);
  g_autofree char *title = *found->file != '\0' ? g_strdup_printf ("%s  %s:%u", found->name, base, found->line)
                                                : g_strdup (found->name);
  const gboolean is_function = strchr (found->name, ' ') == NULL; /* not "loop at line 12" */

  contents->name = g_strdup (found->name);
  contents->file = g_strdup (found->file);
  contents->line = found->line;
  contents->text = describe (found);
  contents->place = is_function ? g_strdup (found->name) : g_strdup_printf ("%s:%u", base, found->line);
  /* What the runtime has not asked about is no place that it chooses a device for: built-in functions. */
  return make_row (contents, title, *found->file != '\0' && *found->can != '\0');
}

GtkWidget *
rs_scheduling_row_new_absent (const char *place)
{
  Contents *contents = g_new0 (Contents, 1);

  contents->name = g_strdup (place);
  contents->file = g_strdup ("");
  contents->place = g_strdup (place);
  contents->text = g_strdup (_ ("Not in this list of a run"));
  contents->is_absent = TRUE;
  return make_row (contents, place, TRUE);
}

void
rs_scheduling_row_set_pin (GtkWidget *row, const RsPin *pin)
{
  const Contents *contents = get_contents (row);
  g_autofree char *set = pin != NULL ? describe_pin (pin) : NULL;
  g_autofree char *text = set != NULL ? g_strdup_printf ("%s\n%s", contents->text, set) : g_strdup (contents->text);
  g_autoptr (GMenu) menu = g_menu_new ();
  const char *place = pin != NULL ? pin->place : contents->place;

  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  if (contents->menu == NULL)
    return;
  add_item (menu, _ ("_Run Always On…"), "scheduling.always", place);
  add_item (menu, _ ("_Share by Hand…"), "scheduling.share", place);
  if (pin != NULL)
    add_item (menu, _ ("As _Measured"), "scheduling.measured", place);
  gtk_menu_button_set_menu_model (contents->menu, G_MENU_MODEL (menu));
}

const RsPin *
rs_scheduling_row_find_pin (GtkWidget *row, const GArray *pins)
{
  const Contents *contents = get_contents (row);

  for (guint i = 0; contents->is_absent && i < pins->len; i++)
    if (g_str_equal (g_array_index (pins, RsPin, i).place, contents->place))
      return &g_array_index (pins, RsPin, i);
  return rs_pins_find (pins, contents->name, contents->file, contents->line);
}

gboolean
rs_scheduling_row_is_absent (GtkWidget *row)
{
  return get_contents (row)->is_absent;
}

const char *
rs_scheduling_row_get_file (GtkWidget *row, guint *line)
{
  *line = get_contents (row)->line;
  return get_contents (row)->file;
}

const char *
rs_scheduling_row_get_place (GtkWidget *row)
{
  return get_contents (row)->place;
}

void
rs_scheduling_row_pop_up (GtkWidget *row)
{
  if (get_contents (row)->menu != NULL)
    gtk_menu_button_popup (get_contents (row)->menu);
}
