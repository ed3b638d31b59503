/* Find and replace in a folder: where it looks, and the replacing, in open texts (which can undo it) and in files.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/dialogs/replace-dialog.h"
#include "ide/editor/find/search-panel.h"
#include "runtime/base/replace-file.h"

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
  gsize length;
  guint done = 0;

  if (!g_file_get_contents (places[0].path, &old, &length, error))
    return 0;
  text = g_string_new_len (old, (gssize)length);
  for (guint i = n; i > 0; i--)
    done += replace_in_text (text, &places[i - 1]) ? 1 : 0;
  return done == 0 || rs_replace_file_with (places[0].path, text->str, text->len, error) ? done : 0;
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

/* What is to be replaced, until the question is answered. */
typedef struct {
  RsWindow *window;    /* owned */
  GVariant *parameter; /* owned; has the strings of places */
  GArray *places;      /* owned; element-type Place; those of a file beside each other */
} Replacing;

static void
replacing_free (gpointer data)
{
  Replacing *self = data;

  g_array_unref (self->places);
  g_variant_unref (self->parameter);
  g_object_unref (self->window);
  g_free (self);
}

/* The first place behind those of the file that the place at `first` is in. */
static guint
find_next_file (const GArray *places, guint first)
{
  guint next = first;

  while (next < places->len
         && g_str_equal (g_array_index (places, Place, next).path, g_array_index (places, Place, first).path))
    next++;
  return next;
}

static void
replace_all (gpointer data)
{
  const Replacing *self = data;
  const GArray *places = self->places;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *summary = NULL;
  guint done = 0, n_files = 0, next;

  if (self->window->pages == NULL) /* the window is closed */
    return;
  for (guint first = 0; first < places->len; first = next)
    {
      const Place *group = &g_array_index (places, Place, first);
      RsEditorPage *page = rs_window_find_page_by_name (self->window, group->path);
      g_autoptr (GError) error = NULL;

      next = find_next_file (places, first);
      done += page != NULL ? replace_in_page (page, group, next - first)
                           : replace_in_file (group, next - first, &error);
      n_files++;
      if (error != NULL)
        g_string_append_printf (text, "; %s: %s", group->path, error->message);
    }
  summary = g_strdup_printf (ngettext ("%u of %u places replaced, in %u file%s",
                                       "%u of %u places replaced, in %u files%s", n_files),
                             done, places->len, n_files, text->str);
  rs_search_panel_end_replacement (RS_SEARCH_PANEL (rs_window_get_panel (self->window, "search")), summary);
}

static void
on_replace_places (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *window = data;
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func (g_free);
  Replacing *self = g_new (Replacing, 1);
  guint n_files = 0;
  GVariantIter iter;
  Place place;

  *self = (Replacing){ .window = g_object_ref (window),
                       .parameter = g_variant_ref (parameter),
                       .places = g_array_new (FALSE, FALSE, sizeof (Place)) };
  g_variant_iter_init (&iter, parameter);
  while (g_variant_iter_next (&iter, "(&suu&s&s)", &place.path, &place.line, &place.column, &place.old, &place.new))
    g_array_append_val (self->places, place);
  for (guint first = 0; first < self->places->len; first = find_next_file (self->places, first))
    {
      const char *path = g_array_index (self->places, Place, first).path;

      n_files++;
      if (rs_window_find_page_by_name (window, path) == NULL)
        g_ptr_array_add (written, g_path_get_basename (path));
    }
  g_ptr_array_add (written, NULL);
  if (self->places->len == 0)
    replacing_free (self);
  else
    rs_replace_dialog_ask (GTK_WINDOW (window), self->places->len, n_files, g_array_index (self->places, Place, 0).old,
                           g_array_index (self->places, Place, 0).new, (const char *const *)written->pdata, replace_all,
                           self, replacing_free);
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
