/* Find and replace in a folder: where it looks, and the replacing, in open texts (which can undo it) and in files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/editor/find/search-panel.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  const char *path; /* all borrowed from the variant */
  guint line, column;
  const char *old, *new;
} Place;

/* Whether old stands there; then new does. */
static gboolean
replace_in_buffer (GtkTextBuffer *buffer, const Place *place)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  if (!gtk_text_buffer_get_iter_at_line (buffer, &start, (int)place->line - 1))
    return FALSE;
  if (gtk_text_iter_get_chars_in_line (&start) < (int)place->column)
    return FALSE;
  gtk_text_iter_set_line_offset (&start, (int)place->column - 1);
  end = start;
  gtk_text_iter_forward_chars (&end, (int)g_utf8_strlen (place->old, -1));
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  if (!g_str_equal (text, place->old))
    return FALSE;
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, place->new, -1);
  return TRUE;
}

/* The byte offset of a place; -1: there is none. */
static gssize
find_offset (const char *text, guint line, guint column)
{
  const char *at = text;

  for (guint i = 1; i < line; i++)
    {
      at = strchr (at, '\n');
      if (at == NULL)
        return -1;
      at++;
    }
  for (guint i = 1; i < column; i++)
    {
      if (*at == '\0' || *at == '\n')
        return -1;
      at = g_utf8_next_char (at);
    }
  return at - text;
}

static gboolean
replace_in_text (GString *text, const Place *place)
{
  gssize offset = find_offset (text->str, place->line, place->column);

  if (offset < 0 || !g_str_has_prefix (text->str + offset, place->old))
    return FALSE;
  g_string_erase (text, offset, (gssize)strlen (place->old));
  g_string_insert (text, offset, place->new);
  return TRUE;
}

/* The places of one file, from the last to the first, so that those in front stay where they are. Returns how many. */
static guint
replace_in_file (const Place *places, guint n, GError **error)
{
  g_autofree char *old = NULL;
  g_autoptr (GString) text = NULL;
  guint done = 0;

  if (!g_file_get_contents (places[0].path, &old, NULL, error))
    return 0;
  text = g_string_new (old);
  for (guint i = n; i > 0; i--)
    done += replace_in_text (text, &places[i - 1]) ? 1 : 0;
  return done == 0 || g_file_set_contents (places[0].path, text->str, (gssize)text->len, error) ? done : 0;
}

static guint
replace_in_page (RsEditorPage *page, const Place *places, guint n)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (rs_editor_page_get_document (page));
  guint done = 0;

  gtk_text_buffer_begin_user_action (buffer);
  for (guint i = n; i > 0; i--)
    done += replace_in_buffer (buffer, &places[i - 1]) ? 1 : 0;
  gtk_text_buffer_end_user_action (buffer);
  return done;
}

static void
on_replace_places (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *summary = NULL;
  guint done = 0, n_files = 0, next;
  GVariantIter iter;
  Place place;

  g_variant_iter_init (&iter, parameter);
  while (g_variant_iter_next (&iter, "(&suu&s&s)", &place.path, &place.line, &place.column, &place.old, &place.new))
    g_array_append_val (places, place);
  for (guint first = 0; first < places->len; first = next)
    {
      const Place *group = &g_array_index (places, Place, first);
      RsEditorPage *page = rs_window_find_page_by_name (self, group->path);
      g_autoptr (GError) error = NULL;

      for (next = first; next < places->len && g_str_equal (g_array_index (places, Place, next).path, group->path);
           next++)
        continue;
      done += page != NULL ? replace_in_page (page, group, next - first)
                           : replace_in_file (group, next - first, &error);
      n_files++;
      if (error != NULL)
        g_string_append_printf (text, "; %s", error->message);
    }
  summary = g_strdup_printf (ngettext ("%u of %u places replaced, in %u file%s",
                                       "%u of %u places replaced, in %u files%s", n_files),
                             done, places->len, n_files, text->str);
  rs_search_panel_tell (RS_SEARCH_PANEL (rs_window_get_panel (self, "search")), summary);
}

void
rs_window_update_search (RsWindow *self)
{
  GFile *file = self->current != NULL ? rs_document_get_file (rs_editor_page_get_document (self->current)) : NULL;
  RsSearchPanel *panel = RS_SEARCH_PANEL (rs_window_get_panel (self, "search"));
  GtkTextIter start, end;

  if (file != NULL && g_file_peek_path (file) != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (g_file_peek_path (file));

      rs_search_panel_set_folder (panel, folder);
    }
  if (self->current != NULL
      && gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (rs_editor_page_get_document (self->current)), &start,
                                               &end))
    {
      g_autofree char *text = gtk_text_iter_get_text (&start, &end);

      rs_search_panel_set_text (panel, text);
    }
}

static const GActionEntry entries[] = {
  { .name = "replace-places", .activate = on_replace_places, .parameter_type = "a(suuss)" },
};

void
rs_window_init_search (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
