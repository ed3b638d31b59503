/* Going by names: definition, places visited, outline, files of the folder; and the layout of a text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "compiler/syntax/format.h"
#include "ide/analysis/names/names.h"
#include "ide/app/dialogs/pick-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

/* Entries of "open by name"; a folder with more is no program's. */
#define MAX_FILES 5000
#define MAX_FOLDERS 500

/* Says it where messages about runs are said. */
static void
tell (RsWindow *self, const char *text)
{
  gtk_label_set_text (self->run_label, text);
}

RsAnalysis *
rs_window_get_analysis (RsWindow *self, guint32 *offset)
{
  RsAnalysis *analysis = self->current != NULL ? rs_checker_get_analysis (rs_editor_page_get_checker (self->current))
                                               : NULL;
  GtkTextBuffer *buffer;
  GtkTextIter start, cursor;
  g_autofree char *before = NULL;
  RsSource *text;

  if (analysis == NULL)
    return NULL;
  buffer = GTK_TEXT_BUFFER (rs_editor_page_get_document (self->current));
  text = rs_document_get_source (RS_DOCUMENT (buffer));
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  before = gtk_text_buffer_get_text (buffer, &start, &cursor, TRUE);
  *offset = rs_analysis_map_offset (analysis, rs_source_get_text (text), (guint32)strlen (before));
  return analysis;
}

static void
go_to_place (RsWindow *self, const RsPlace *place)
{
  guint line, column;

  rs_source_locate (place->source, place->span.start, &line, &column);
  rs_window_go_to (self, rs_source_get_name (place->source), line, column);
}

/* Which of several definitions is wanted is asked for. */
static void
ask_for_definition (RsWindow *self, const GArray *places)
{
  RsPickList *list = rs_pick_list_new ();

  for (guint i = 0; i < places->len; i++)
    {
      const RsPlace *place = &g_array_index (places, RsPlace, i);
      const char *path = rs_source_get_name (place->source);
      g_autofree char *base = g_path_get_basename (path), *head = NULL, *where = NULL;
      guint line, column;

      rs_source_locate (place->source, place->span.start, &line, &column);
      head = rs_source_dup_line (place->source, line);
      where = g_strdup_printf ("%s:%u", base, line);
      rs_pick_list_add (list, g_strstrip (head), where, 0, path, line, column);
    }
  rs_pick_dialog_present (GTK_WINDOW (self), _ ("Definitions that may be meant"), list);
}

static void
on_go_to_definition (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  g_autoptr (GError) error = NULL;
  guint32 offset;
  RsAnalysis *analysis = rs_window_get_analysis (self, &offset);
  g_autoptr (GArray) places = analysis != NULL ? rs_names_list_definitions (analysis, offset) : NULL;
  RsPlace place;

  if (analysis == NULL)
    return;
  if (places->len > 1)
    ask_for_definition (self, places);
  else if (rs_names_find_definition (analysis, offset, &place, &error))
    go_to_place (self, &place);
  else
    tell (self, error->message);
}

/* --- places visited --- */

static void
show_visited (RsWindow *self, const RsVisitedPlace *place)
{
  if (place != NULL)
    rs_window_show_place (self, place->name, place->line, place->column);
}

static void
on_go_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  guint line, column;

  if (self->current == NULL)
    return;
  rs_editor_page_get_cursor (self->current, &line, &column);
  show_visited (self, rs_place_history_back (self->history,
                                             rs_document_get_name (rs_editor_page_get_document (self->current)), line,
                                             column));
}

static void
on_go_forward (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  guint line, column;

  if (self->current == NULL)
    return;
  rs_editor_page_get_cursor (self->current, &line, &column);
  show_visited (self, rs_place_history_forward (self->history,
                                                rs_document_get_name (rs_editor_page_get_document (self->current)),
                                                line, column));
}

/* --- lists --- */

static void
on_outline (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  guint32 offset;
  RsAnalysis *analysis = rs_window_get_analysis (self, &offset);
  g_autoptr (GPtrArray) items = analysis != NULL ? rs_module_get_outline (rs_analysis_get_module (analysis)) : NULL;
  RsPickList *list;

  if (items == NULL)
    return;
  list = rs_pick_list_new ();
  for (guint i = 0; i < items->len; i++)
    {
      const RsOutlineItem *item = g_ptr_array_index (items, i);
      RsSource *source = rs_analysis_get_source (analysis);
      guint line, column;

      rs_source_locate (source, item->node->span.start, &line, &column);
      rs_pick_list_add (list, item->name, item->detail, item->depth, rs_source_get_name (source), line, column);
    }
  rs_pick_dialog_present (GTK_WINDOW (self), _ ("Outline"), list);
}

/* Folders whose names begin with a point are passed over. */
static void
add_files (RsPickList *list, const char *root, const char *folder, guint *n_files, guint *n_folders)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  if (++*n_folders > MAX_FOLDERS)
    return;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL && *n_files < MAX_FILES)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (name[0] == '.' || g_file_test (path, G_FILE_TEST_IS_SYMLINK) || !g_utf8_validate (path, -1, NULL))
        continue;
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        add_files (list, root, path, n_files, n_folders);
      else if (rs_file_kind_of (name) != RS_FILE_IS_OTHER)
        {
          rs_pick_list_add (list, path + strlen (root) + 1, "", 0, path, 0, 0);
          (*n_files)++;
        }
    }
}

static void
on_open_by_name (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  GFile *file = self->current != NULL ? rs_document_get_file (rs_editor_page_get_document (self->current)) : NULL;
  g_autofree char *folder = file != NULL && g_file_peek_path (file) != NULL
                                ? g_path_get_dirname (g_file_peek_path (file))
                                : g_get_current_dir ();
  g_autofree char *title = g_strdup_printf (_ ("Files in %s"), folder);
  RsPickList *list = rs_pick_list_new ();
  guint n_files = 0, n_folders = 0;

  add_files (list, folder, folder, &n_files, &n_folders);
  rs_pick_dialog_present (GTK_WINDOW (self), title, list);
}

/* --- layout --- */

static void
on_format (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  g_autoptr (RsDiagnostics) diagnostics = rs_diagnostics_new ();
  RsDocument *document = rs_editor_page_get_document (self->current);
  RsSource *source = rs_document_get_source (document);
  g_autofree char *formatted = rs_format_source (source, diagnostics);
  guint line, column;

  if (formatted == NULL)
    {
      tell (self, _ ("The text has errors and stays as it is"));
      return;
    }
  if (g_str_equal (formatted, rs_source_get_text (source)))
    return;
  rs_editor_page_get_cursor (self->current, &line, &column);
  rs_document_replace_text (document, formatted);
  rs_editor_page_go_to (self->current, line, column);
}

static const GActionEntry entries[] = {
  { .name = "go-to-definition", .activate = on_go_to_definition },
  { .name = "go-back", .activate = on_go_back },
  { .name = "go-forward", .activate = on_go_forward },
  { .name = "outline", .activate = on_outline },
  { .name = "open-by-name", .activate = on_open_by_name },
  { .name = "format", .activate = on_format },
};

void
rs_window_init_names (RsWindow *self)
{
  self->history = rs_place_history_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
