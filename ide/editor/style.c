/* Language, colour schemes and font of all editors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/style.h"

#include "ide/editor/typing/own-snippets.h"
#include "ide/settings/notices.h"
#include "ide/settings/user-settings.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define RESOURCES "resource:///org/quasar/Redshift/"

static GtkCssProvider *font_provider;
static int font_size = 11;
static char *font_family; /* NULL: the desktop's */

static const char *const scheme_names[] = { "desktop", "light", "dark" };

static void
apply_colours (RsStyleScheme scheme)
{
  static const AdwColorScheme wanted[]
      = { ADW_COLOR_SCHEME_DEFAULT, ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK };

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), wanted[scheme]);
}

RsStyleScheme
rs_style_get_scheme (void)
{
  g_autofree char *name = rs_user_settings_get ("Editor", "colours");

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (scheme_names); i++)
    if (g_str_equal (scheme_names[i], name))
      return (RsStyleScheme)i;
  if (name != NULL)
    rs_user_settings_tell_damage ("colours", name);
  return RS_STYLE_AS_THE_DESKTOP;
}

/* In force for this session even where it can't be kept. */
static void
keep (const char *key, const char *value)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!rs_user_settings_set ("Editor", key, value, &error))
    text = g_strdup_printf (_ ("The font and the colours are not kept for the next start: %s."),
                            rs_notices_get_reason (error));
  rs_notices_set ("settings", "style", text);
}

void
rs_style_set_scheme (RsStyleScheme scheme)
{
  keep ("colours", scheme_names[scheme]);
  apply_colours (scheme);
}

void
rs_style_init (void)
{
  g_autofree char *own_snippets = rs_own_snippets_dup_folder ();
  /* GtkSourceView's own languages and schemes are not needed, and take longer to read than all the window's files. It
   * reads schemes from files only (5.6). */
  const char *const languages[] = { RESOURCES "language-specs/", NULL };
  const char *styles[] = { RS_INSTALLED_STYLES_DIR, RS_SOURCE_STYLES_DIR, NULL };
  const char *const snippets[] = { own_snippets, RESOURCES "snippets/", NULL };
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();

  gtk_source_init ();
  gtk_source_language_manager_set_search_path (gtk_source_language_manager_get_default (), languages);
  gtk_source_style_scheme_manager_set_search_path (schemes, styles);
  gtk_source_snippet_manager_set_search_path (gtk_source_snippet_manager_get_default (), snippets);
  rs_own_snippets_check ();
  font_provider = gtk_css_provider_new ();
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (font_provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  font_family = rs_user_settings_get ("Editor", "font");
  rs_style_set_font_size (font_size);
  apply_colours (rs_style_get_scheme ());
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

static void
apply_tag_color (GtkTextTag *tag)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  g_object_set (tag, "foreground", g_object_get_data (G_OBJECT (tag), dark ? "dark" : "light"), NULL);
}

void
rs_style_color_tag (GtkTextTag *tag, const char *light, const char *dark)
{
  g_object_set_data_full (G_OBJECT (tag), "light", g_strdup (light), g_free);
  g_object_set_data_full (G_OBJECT (tag), "dark", g_strdup (dark), g_free);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (apply_tag_color), tag,
                           G_CONNECT_SWAPPED);
  apply_tag_color (tag);
}

/* libadwaita's texts of less weight are too pale to be read: these have a contrast of 4.5 and more. */
static const char contrast_css[] = "@define-color accent_bg_color #1c71d8;"
                                   " .dim-label, label.subtitle { opacity: 0.8; }"
                                   " .suggested-action .dim-label { opacity: 1; }"
                                   " text > placeholder { opacity: 0.8; }"
                                   " columnview > header > button > box { color: alpha(currentColor, 0.8); }"
                                   " label.rs-quiet-link > link { color: inherit; }"
                                   " scale > value { color: inherit; opacity: 1; }";

void
rs_style_set_font_size (int points)
{
  g_autofree char *css = NULL, *family = NULL;

  font_size = CLAMP (points, 6, 48);
  /* A name with a quotation mark in it is nobody's. */
  family = font_family != NULL && strpbrk (font_family, "\"\\\n") == NULL ? g_strdup_printf ("\"%s\", ", font_family)
                                                                          : g_strdup ("");
  css = g_strdup_printf (
      "%s .rs-code { font-family: %smonospace; font-size: %dpt; }"
      " .rs-narrow-tabs > button.text-button { min-width: 0; padding-left: 4px; padding-right: 4px; }"
      " columnview.rs-narrow-cells > listview > row > cell { padding-left: 4px; padding-right: 4px; }"
      " columnview.rs-narrow-cells > header > button { padding-left: 4px; padding-right: 4px; }"
      " columnview.rs-narrow-cells > header > button > box { border-spacing: 2px; }"
      " columnview.rs-narrow-cells > header > button sort-indicator { min-width: 12px; -gtk-icon-size: 12px; }"
      " listview.rs-files { background: transparent; } listview.rs-files > row { padding: 2px 4px; border-radius: 6px; "
      "}"
      " .rs-changed { font-weight: bold; color: @accent_color; }"
      " .rs-line-values { font-style: italic; color: mix(@view_fg_color, @view_bg_color, 0.35); }"
      " .rs-file-tabs tab .tab-indicator { opacity: 0; min-width: 0; }", /* the icon beside the name says it */
      contrast_css, family, font_size);
  gtk_css_provider_load_from_data (font_provider, css, -1);
}

int
rs_style_get_font_size (void)
{
  return font_size;
}

void
rs_style_set_font_family (const char *family)
{
  keep ("font", family);
  g_free (font_family);
  font_family = g_strdup (family);
  rs_style_set_font_size (font_size);
}

const char *
rs_style_get_font_family (void)
{
  return font_family;
}
