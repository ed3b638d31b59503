/* What the window opens.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/file-kinds.h"

#include <glib/gi18n.h>

static const struct {
  RsFileKind kind;
  const char *title;
  const char *endings[12];
} kinds[] = {
#define RS_FILE_KIND(kind, title, ...) { kind, title, { __VA_ARGS__ } },
#include "ide/app/file-kinds.def"
#undef RS_FILE_KIND
};

RsFileKind
rs_file_kind_of (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (const char *const *ending = kinds[i].endings; *ending != NULL; ending++)
      if (g_str_has_suffix (lower, *ending))
        return kinds[i].kind;
  return RS_FILE_IS_OTHER;
}

static void
add_endings (GtkFileFilter *filter, const char *const *endings)
{
  for (; *endings != NULL; endings++)
    gtk_file_filter_add_suffix (filter, *endings + 1);
}

static void
add_filter (GtkFileChooser *chooser, GtkFileFilter *filter, const char *name)
{
  gtk_file_filter_set_name (filter, name);
  gtk_file_chooser_add_filter (chooser, filter);
  g_object_unref (filter);
}

void
rs_file_kinds_add_filters (GtkFileChooser *chooser)
{
  GtkFileFilter *known = gtk_file_filter_new (), *all = gtk_file_filter_new ();

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    add_endings (known, kinds[i].endings);
  add_filter (chooser, known, _ ("Programs, images, data, traces"));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      GtkFileFilter *filter = gtk_file_filter_new ();

      add_endings (filter, kinds[i].endings);
      add_filter (chooser, filter, _ (kinds[i].title));
    }
  gtk_file_filter_add_pattern (all, "*");
  add_filter (chooser, all, _ ("All files"));
}

char *
rs_file_kind_make_loader (const char *path)
{
  GString *quoted = g_string_new (path);
  char *text;

  g_string_replace (quoted, "\\", "\\\\", 0);
  g_string_replace (quoted, "\"", "\\\"", 0);
  text = g_strdup_printf ("x = %s(\"%s\")\nprint \"size \", size(x)\n",
                          g_str_has_suffix (path, ".csv") || g_str_has_suffix (path, ".CSV") ? "csvread" : "load",
                          quoted->str);
  g_string_free (quoted, TRUE);
  return text;
}
