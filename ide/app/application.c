/* The application: start, the keyboard shortcuts of all actions, and the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/application.h"

#include "ide/app/keymap.h"
#include "ide/app/window/window.h"
#include "ide/editor/style.h"
#include "ide/editor/text/swap.h"
#include "ide/settings/damage.h"
#include "runtime/base/settings.h"

#include <glib/gi18n.h>
#include <libpanel.h>

#define THEME_VARIABLE "GTK_THEME"
#define ADWAITA_THEME "Adwaita-empty"

struct _RsApplication {
  AdwApplication parent;
};

G_DEFINE_FINAL_TYPE (RsApplication, rs_application, ADW_TYPE_APPLICATION)

static RsWindow *
get_window (RsApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  return RS_IS_WINDOW (window) ? RS_WINDOW (window) : rs_window_new (GTK_APPLICATION (self));
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (data));

  adw_show_about_window (window, "application-name", "Redshift", "application-icon", RS_APPLICATION_ID, "version",
                         RS_VERSION, "comments", _ ("Write, run and profile programs in the Quasar language."),
                         "license-type", GTK_LICENSE_APACHE_2_0, NULL);
}

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (data));

  /* The window asks about unsaved text. */
  if (window != NULL)
    gtk_window_close (window);
}

static const GActionEntry actions[] = {
  { .name = "about", .activate = on_about },
  { .name = "quit", .activate = on_quit },
};

/* Runs read the settings, each anew; what is damaged is told once. */
static void
check_settings (void)
{
  g_autoptr (GPtrArray) damage = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RsSettings) settings = rs_settings_load (damage);
  g_autofree char *path = rs_settings_dup_path ();

  for (guint i = 0; i < damage->len; i++)
    rs_damage_tell (path, g_ptr_array_index (damage, i));
}

/* GTK reads a theme of its own when it opens the display, and libadwaita puts another one in its place. Here that other
 * one is asked for before; the environment is as it was when libadwaita looks at it, and for what is started later. */
static void
init_gtk (void)
{
  if (g_getenv (THEME_VARIABLE) != NULL) /* somebody wants another one */
    return;
  g_setenv (THEME_VARIABLE, ADWAITA_THEME, FALSE);
  gtk_init ();
  g_object_set (gtk_settings_get_default (), "gtk-theme-name", ADWAITA_THEME, NULL);
  g_unsetenv (THEME_VARIABLE);
}

static void
rs_application_startup (GApplication *application)
{
  GtkIconTheme *icons;

  init_gtk ();
  G_APPLICATION_CLASS (rs_application_parent_class)->startup (application);
  panel_init ();
  rs_style_init ();
  check_settings ();
  icons = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  gtk_icon_theme_add_resource_path (icons, "/org/quasar/Redshift/icons");
  gtk_window_set_default_icon_name (RS_APPLICATION_ID);
  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions), application);
  rs_keymap_apply (GTK_APPLICATION (application));
}

static void
rs_application_activate (GApplication *application)
{
  RsWindow *window = get_window (RS_APPLICATION (application));

  rs_window_ensure_frame (window);
  gtk_window_present (GTK_WINDOW (window));
}

static void
rs_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  RsWindow *window = get_window (RS_APPLICATION (application));

  for (int i = 0; i < n_files; i++)
    rs_window_open_file (window, files[i], 0, 0);
  gtk_window_present (GTK_WINDOW (window));
}

static void
rs_application_shutdown (GApplication *application)
{
  rs_swap_flush ();
  panel_finalize ();
  G_APPLICATION_CLASS (rs_application_parent_class)->shutdown (application);
}

static void
rs_application_class_init (RsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = rs_application_startup;
  application_class->activate = rs_application_activate;
  application_class->open = rs_application_open;
  application_class->shutdown = rs_application_shutdown;
}

static void
rs_application_init (RsApplication *self)
{
}

RsApplication *
rs_application_new (void)
{
  return g_object_new (RS_TYPE_APPLICATION, "application-id", RS_APPLICATION_ID, "resource-base-path",
                       "/org/quasar/Redshift/application", "flags", G_APPLICATION_HANDLES_OPEN, NULL);
}
