/* Whether the user's pieces of program can be read: GtkSourceView leaves out what can't, and says nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/typing/own-snippets.h"

#include "ide/settings/notices.h"

#include <glib/gi18n.h>
#include <string.h>

char *
rs_own_snippets_dup_folder (void)
{
  return g_build_filename (g_get_user_config_dir (), "redshift", "snippets", NULL);
}

/* The elements there are, each inside the one before. */
static void
on_element (GMarkupParseContext *context, const char *name, const char **names, const char **values, gpointer data,
            GError **error)
{
  static const char *const elements[] = { "snippets", "snippet", "text" };
  guint depth = g_slist_length ((GSList *)g_markup_parse_context_get_element_stack (context));

  if (depth > G_N_ELEMENTS (elements) || !g_str_equal (elements[depth - 1], name))
    g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_UNKNOWN_ELEMENT, _ ("<%s> is not known here"), name);
}

static gboolean
is_readable (const char *path, int *line, GError **error)
{
  static const GMarkupParser parser = { .start_element = on_element };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  g_autofree char *text = NULL;
  gboolean is_good;
  gsize length;

  *line = 1;
  if (!g_file_get_contents (path, &text, &length, error))
    return FALSE;
  is_good = g_markup_parse_context_parse (context, text, (gssize)length, error)
            && g_markup_parse_context_end_parse (context, error);
  g_markup_parse_context_get_position (context, line, NULL);
  return is_good;
}

void
rs_own_snippets_check (void)
{
  g_autofree char *folder = rs_own_snippets_dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
      g_autoptr (GError) error = NULL;
      int line;

      if (!g_str_has_suffix (name, ".snippets") || is_readable (path, &line, &error))
        continue;
      text = g_strdup_printf (_ ("%s:%d: the pieces of program of this file are left out: %s"), path, line,
                              error->message);
      rs_notices_set ("damage", path, text);
    }
}
