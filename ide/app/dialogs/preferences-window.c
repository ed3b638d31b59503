/* The preferences.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/dialogs/preferences-window.h"

#include "ide/app/accessible-names.h"
#include "ide/editor/style.h"
#include "runtime/base/settings.h"

#include <glib/gi18n.h>
#include <string.h>

typedef enum { BOOLEAN, INTEGER, TEXT } SettingType;

static const struct {
  const char *name, *value, *documentation;
  SettingType type;
} settings[] = {
#define RS_SETTING(NAME, type, limits, value, documentation) { #NAME, value, documentation, type },
#include "runtime/base/settings.def"
#undef RS_SETTING
};

void
rs_preferences_tell (GtkWidget *control, const char *text)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (control, ADW_TYPE_TOAST_OVERLAY);

  if (overlay != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), adw_toast_new (text));
}

/* --- what programs run with --- */

static void
set_setting (GtkWidget *control, guint id, const char *value)
{
  g_autoptr (RsSettings) all = rs_settings_new_for_user ();
  g_autofree char *assignment = g_strconcat (settings[id].name, "=", value, NULL);
  g_autoptr (GError) error = NULL;
  gboolean unknown;

  if (!rs_settings_parse (all, assignment, &unknown, &error) || !rs_settings_save (all, &error))
    rs_preferences_tell (control, error->message);
}

static guint
get_id (gpointer control)
{
  return GPOINTER_TO_UINT (g_object_get_data (control, "setting"));
}

static void
on_switched (GtkSwitch *control)
{
  set_setting (GTK_WIDGET (control), get_id (control), gtk_switch_get_active (control) ? "true" : "false");
}

static void
on_number_changed (GtkSpinButton *control)
{
  g_autofree char *value = g_strdup_printf ("%d", gtk_spin_button_get_value_as_int (control));

  set_setting (GTK_WIDGET (control), get_id (control), value);
}

static void
on_text_changed (GtkEditable *control)
{
  set_setting (GTK_WIDGET (control), get_id (control), gtk_editable_get_text (control));
}

static GtkWidget *
make_control (const RsSettings *values, guint id)
{
  GtkWidget *control;

  switch (settings[id].type)
    {
    case BOOLEAN:
      control = gtk_switch_new ();
      gtk_switch_set_active (GTK_SWITCH (control), rs_settings_get_boolean (values, id));
      g_signal_connect (control, "notify::active", G_CALLBACK (on_switched), NULL);
      break;
    case INTEGER:
      control = gtk_spin_button_new_with_range (0, 1e9, 1);
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (control), (double)rs_settings_get_integer (values, id));
      gtk_editable_set_width_chars (GTK_EDITABLE (control), 7);
      g_signal_connect (control, "value-changed", G_CALLBACK (on_number_changed), NULL);
      break;
    default:
      control = gtk_entry_new ();
      gtk_editable_set_text (GTK_EDITABLE (control), rs_settings_get_text (values, id));
      gtk_editable_set_width_chars (GTK_EDITABLE (control), 16);
      g_signal_connect (control, "changed", G_CALLBACK (on_text_changed), NULL);
    }
  g_object_set_data (G_OBJECT (control), "setting", GUINT_TO_POINTER (id));
  return control;
}

/* A row that says in words what the control is for. */
static GtkWidget *
make_row (const char *title, const char *subtitle, GtkWidget *control)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  /* The row's title is the control's name. */
  return row;
}

static AdwPreferencesGroup *
make_group (const char *title)
{
  return g_object_new (ADW_TYPE_PREFERENCES_GROUP, "title", title, NULL);
}

static void
add_settings (GPtrArray *all)
{
  static const struct {
    const char *prefix, *title;
  } groups[] = { { "COMPILER_", N_ ("How programs are compiled") },
                 { "RUNTIME_", N_ ("How programs run") },
                 { "", N_ ("Folders and tools") } };
  g_autoptr (RsSettings) values = rs_settings_new_for_user ();
  AdwPreferencesGroup *boxes[G_N_ELEMENTS (groups)];

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      boxes[i] = make_group (_ (groups[i].title));
      g_ptr_array_add (all, boxes[i]);
    }
  for (guint id = 0; id < G_N_ELEMENTS (settings); id++)
    for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
      if (g_str_has_prefix (settings[id].name, groups[i].prefix))
        {
          adw_preferences_group_add (boxes[i], make_row (_ (settings[id].documentation), settings[id].name,
                                                         make_control (values, id)));
          break;
        }
}

/* --- font and colours --- */

static int
compare_families (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (pango_font_family_get_name (*(PangoFontFamily **)a),
                         pango_font_family_get_name (*(PangoFontFamily **)b));
}

/* The families whose letters are all as wide, the system's choice in front. */
static GtkStringList *
list_families (GtkWidget *widget)
{
  GtkStringList *list = gtk_string_list_new (NULL);
  g_autofree PangoFontFamily **families = NULL;
  int n;

  pango_context_list_families (gtk_widget_get_pango_context (widget), &families, &n);
  qsort (families, (size_t)n, sizeof *families, compare_families);
  gtk_string_list_append (list, _ ("Monospace"));
  for (int i = 0; i < n; i++)
    if (pango_font_family_is_monospace (families[i])
        && g_ascii_strcasecmp (pango_font_family_get_name (families[i]), "monospace") != 0)
      gtk_string_list_append (list, pango_font_family_get_name (families[i]));
  return list;
}

static void
on_family_chosen (GtkDropDown *control)
{
  GtkStringObject *family = gtk_drop_down_get_selected_item (control);

  rs_style_set_font_family (gtk_drop_down_get_selected (control) == 0 ? NULL : gtk_string_object_get_string (family));
}

static void
on_size_changed (GtkSpinButton *control)
{
  rs_style_set_font_size (gtk_spin_button_get_value_as_int (control));
}

static void
on_scheme_chosen (GtkDropDown *control)
{
  rs_style_set_scheme ((RsStyleScheme)gtk_drop_down_get_selected (control));
}

static GtkWidget *
make_family_control (GtkWidget *window)
{
  GtkStringList *families = list_families (window);
  GtkWidget *control = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (families)), NULL);
  const char *chosen = rs_style_get_font_family ();

  for (guint i = 1; chosen != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (families)); i++)
    if (g_str_equal (gtk_string_list_get_string (families, i), chosen))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (control), i);
  g_object_unref (families);
  g_signal_connect (control, "notify::selected", G_CALLBACK (on_family_chosen), NULL);
  return control;
}

static void
add_appearance (GPtrArray *all, GtkWidget *window)
{
  const char *const schemes[] = { _ ("As the desktop"), _ ("Light"), _ ("Dark"), NULL };
  AdwPreferencesGroup *group = make_group (_ ("Appearance"));
  GtkWidget *size = gtk_spin_button_new_with_range (6, 48, 1), *scheme = gtk_drop_down_new_from_strings (schemes);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (size), rs_style_get_font_size ());
  g_signal_connect (size, "value-changed", G_CALLBACK (on_size_changed), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (scheme), rs_style_get_scheme ());
  g_signal_connect (scheme, "notify::selected", G_CALLBACK (on_scheme_chosen), NULL);
  adw_preferences_group_add (group, make_row (_ ("Font of programs and console"), "", make_family_control (window)));
  adw_preferences_group_add (group, make_row (_ ("Size of the text, in points"), "", size));
  adw_preferences_group_add (group, make_row (_ ("Light or dark colours"), "", scheme));
  g_ptr_array_add (all, group);
}

/* --- search --- */

static gboolean
has_words (const char *text, char **words)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  for (; *words != NULL; words++)
    if (strstr (folded, *words) == NULL)
      return FALSE;
  return TRUE;
}

/* Shows the rows with all words; returns whether there are any below widget. */
static gboolean
filter (GtkWidget *widget, const char *group, char **words)
{
  gboolean any = FALSE;

  if (ADW_IS_ACTION_ROW (widget))
    {
      const char *subtitle = adw_action_row_get_subtitle (ADW_ACTION_ROW (widget));
      g_autofree char *text = g_strconcat (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), "\n",
                                           subtitle != NULL ? subtitle : "", "\n", group, NULL);

      any = has_words (text, words);
      gtk_widget_set_visible (widget, any);
      return any;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    any |= filter (child, group, words);
  return any;
}

static gboolean
filter_groups (GPtrArray *groups, char **words)
{
  gboolean any = FALSE;

  for (guint i = 0; i < groups->len; i++)
    {
      AdwPreferencesGroup *group = g_ptr_array_index (groups, i);
      gboolean has_rows = filter (GTK_WIDGET (group), adw_preferences_group_get_title (group), words);

      gtk_widget_set_visible (GTK_WIDGET (group), has_rows);
      any |= has_rows;
    }
  return any;
}

/* What is typed as it is; where nothing has that, its words in any order. */
static void
on_search_changed (GtkEditable *entry, GPtrArray *groups)
{
  g_autofree char *folded = g_utf8_casefold (gtk_editable_get_text (entry), -1);
  char *phrase[] = { folded, NULL };
  g_auto (GStrv) words = g_strsplit (folded, " ", -1);

  if (!filter_groups (groups, phrase))
    filter_groups (groups, words);
}

/* Escape takes the words away, and closes the window when there are none. */
static void
on_stop_search (GtkEditable *entry)
{
  if (*gtk_editable_get_text (entry) != '\0')
    gtk_editable_set_text (entry, "");
  else
    gtk_window_close (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (entry))));
}

/* What has uses of its own for Escape: the words of the search, lists that are open, a button that waits for a key. */
static gboolean
takes_escape (GtkWidget *focus)
{
  return focus != NULL
         && (gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY) != NULL
             || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL
             || g_object_get_data (G_OBJECT (focus), RS_PREFERENCES_WAITS_FOR_KEY) != NULL);
}

/* Before any other widget: a toast that tells why a key was refused takes Escape for itself. */
static gboolean
on_window_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer window)
{
  if (key != GDK_KEY_Escape || (state & gtk_accelerator_get_default_mod_mask ()) != 0
      || takes_escape (gtk_window_get_focus (window)))
    return GDK_EVENT_PROPAGATE;
  gtk_window_close (window);
  return GDK_EVENT_STOP;
}

static void
add_escape (GtkWidget *window)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_window_key), window);
  gtk_widget_add_controller (window, controller);
}

static GtkWidget *
make_header (GPtrArray *groups, const char *placeholder)
{
  GtkWidget *header = adw_header_bar_new (), *search = gtk_search_entry_new ();

  g_object_set (search, "placeholder-text", placeholder, "hexpand", TRUE, "width-chars", 40, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL, placeholder, -1);
  g_signal_connect_data (search, "search-changed", G_CALLBACK (on_search_changed), g_ptr_array_ref (groups),
                         (GClosureNotify)(void (*) (void))g_ptr_array_unref, 0);
  g_signal_connect (search, "stop-search", G_CALLBACK (on_stop_search), NULL);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), search);
  return header;
}

static GtkWidget *
make_window (GtkWindow *parent, const char *title)
{
  GtkWidget *window = adw_window_new ();

  g_object_set (window, "title", title, "transient-for", parent, "modal", TRUE, "default-width", 760, "default-height",
                620, "application", gtk_window_get_application (parent), NULL);
  add_escape (window);
  return window;
}

static void
fill_and_present (GtkWidget *window, GPtrArray *groups, const char *placeholder)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *overlay = adw_toast_overlay_new ();
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());

  for (guint i = 0; i < groups->len; i++)
    adw_preferences_page_add (page, g_ptr_array_index (groups, i));
  gtk_box_append (GTK_BOX (box), make_header (groups, placeholder));
  gtk_widget_set_vexpand (GTK_WIDGET (page), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (page));
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (overlay), box);
  adw_window_set_content (ADW_WINDOW (window), overlay);
  rs_accessible_names_queue (window);
  gtk_window_present (GTK_WINDOW (window));
}

void
rs_preferences_window_present (GtkWindow *parent)
{
  GtkWidget *window = make_window (parent, _ ("Preferences"));
  g_autoptr (GPtrArray) groups = g_ptr_array_new (), keys = rs_preferences_make_keys ();

  add_appearance (groups, window);
  add_settings (groups);
  g_ptr_array_extend (groups, keys, NULL, NULL);
  fill_and_present (window, groups, _ ("Search the preferences"));
}

void
rs_preferences_window_present_keys (GtkWindow *parent)
{
  g_autoptr (GPtrArray) keys = rs_preferences_make_keys ();

  fill_and_present (make_window (parent, _ ("Keyboard Shortcuts")), keys, _ ("Search the keys"));
}
