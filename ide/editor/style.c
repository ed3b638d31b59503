/* Language, colour schemes and font of all editors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/style.h"

#include <adwaita.h>

#define RESOURCES "resource:///org/quasar/Redshift/"

static GtkCssProvider *font_provider;
static int font_size = 11;

void
rs_style_init (void)
{
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();

  gtk_source_init ();
  gtk_source_language_manager_append_search_path (gtk_source_language_manager_get_default (),
                                                  RESOURCES "language-specs/");
  /* GtkSourceView 5.6 reads schemes from files only. */
  gtk_source_style_scheme_manager_append_search_path (schemes, RS_INSTALLED_STYLES_DIR);
  gtk_source_style_scheme_manager_append_search_path (schemes, RS_SOURCE_STYLES_DIR);
  font_provider = gtk_css_provider_new ();
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (font_provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  rs_style_set_font_size (font_size);
}

static void
apply_scheme (GtkSourceBuffer *buffer)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
      gtk_source_style_scheme_manager_get_default (), dark ? "redshift-dark" : "redshift");

  gtk_source_buffer_set_style_scheme (buffer, scheme);
}

void
rs_style_apply (GtkSourceBuffer *buffer)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();

  gtk_source_buffer_set_language (buffer, gtk_source_language_manager_get_language (manager, "quasar"));
  apply_scheme (buffer);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (apply_scheme), buffer,
                           G_CONNECT_SWAPPED);
}

void
rs_style_set_font_size (int points)
{
  g_autofree char *css = NULL;

  font_size = CLAMP (points, 6, 48);
  css = g_strdup_printf (".rs-code { font-family: monospace; font-size: %dpt; }", font_size);
  gtk_css_provider_load_from_data (font_provider, css, -1);
}

int
rs_style_get_font_size (void)
{
  return font_size;
}
