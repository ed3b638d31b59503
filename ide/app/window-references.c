/* The uses of a name: listing them (Shift+F12) and giving it another one (F2).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window-private.h"

#include "ide/analysis/names.h"
#include "ide/analysis/open-texts.h"
#include "ide/app/rename-dialog.h"
#include "ide/editor/results-panel.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

/* The folder of a page; NULL: its text has none yet. (transfer full) */
static char *
get_page_folder (RsEditorPage *page)
{
  GFile *file = rs_document_get_file (rs_editor_page_get_document (page));

  return file != NULL && g_file_peek_path (file) != NULL ? g_path_get_dirname (g_file_peek_path (file)) : NULL;
}

/* Whether outer is a folder that inner lies in, and one that is made for programs: all that a person has is not. */
static gboolean
is_around (const char *outer, const char *inner)
{
  return g_str_has_prefix (inner, outer) && inner[strlen (outer)] == '/' && !g_str_has_prefix (g_get_home_dir (), outer)
         && !g_str_equal (outer, g_get_tmp_dir ());
}

/* Where uses are looked for: the folder of the page in front, or one around it from which a text is open. (transfer
 * full) */
static char *
get_folder (RsWindow *self)
{
  char *folder = self->current != NULL ? get_page_folder (self->current) : NULL;

  for (guint i = 0; folder != NULL && i < self->pages->len; i++)
    {
      g_autofree char *other = get_page_folder (g_ptr_array_index (self->pages, i));

      if (other != NULL && is_around (other, folder))
        {
          g_free (folder);
          folder = g_steal_pointer (&other);
        }
    }
  return folder;
}

/* --- the list --- */

typedef struct {
  RsWindow *window; /* weak pointer */
  GCancellable *cancellable;
} Listing;

static void
list_places (RsResultsPanel *panel, const RsReferences *references)
{
  for (guint i = 0; i < references->files->len; i++)
    {
      const RsReferencesFile *file = g_ptr_array_index (references->files, i);

      for (guint k = 0; k < file->offsets->len; k++)
        {
          guint line, column;
          g_autofree char *text = NULL;

          rs_source_locate (file->source, g_array_index (file->offsets, guint32, k), &line, &column);
          text = rs_source_dup_line (file->source, line);
          rs_results_panel_add (panel, rs_source_get_name (file->source), line, column, text);
        }
    }
}

/* "12 places in 3 files mean this “scale”" */
static char *
describe (const RsReferences *references)
{
  g_autofree char *places
      = g_strdup_printf (ngettext ("%u place", "%u places", references->n_places), references->n_places);
  g_autofree char *files
      = g_strdup_printf (ngettext ("%u file", "%u files", references->files->len), references->files->len);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("%s in %s: “%s”"), places, files, references->name);
  if (references->n_links > 0)
    g_string_append_printf (text, ngettext ("; %u link not followed", "; %u links not followed", references->n_links),
                            references->n_links);
  if (references->doubt != NULL)
    g_string_append_printf (text, _ ("; there may be more. %s"), references->doubt);
  return g_string_free (text, FALSE);
}

static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  Listing *listing = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (RsReferences) references = rs_references_find_finish (result, &error);
  g_autofree char *heading = references != NULL                                          ? describe (references)
                             : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? g_strdup (_ ("Cancelled"))
                                                                                         : g_strdup (error->message);

  /* A newer search may have begun. */
  if (listing->window != NULL && listing->window->reference_search == listing->cancellable)
    {
      RsResultsPanel *panel = RS_RESULTS_PANEL (rs_window_get_panel (listing->window, "results"));

      rs_results_panel_end (panel, heading);
      if (references != NULL)
        list_places (panel, references);
      /* Who has gone back to the text meanwhile stays there. */
      if (g_str_equal (rs_window_describe_focus (listing->window), "results"))
        rs_window_focus_panel (listing->window, PANEL_WIDGET (panel));
    }
  g_clear_weak_pointer (&listing->window);
  g_object_unref (listing->cancellable);
  g_free (listing);
}

static void
on_find_references (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  guint32 offset;
  RsAnalysis *analysis = rs_window_get_analysis (self, &offset);
  g_autoptr (GHashTable) open = rs_open_texts_snapshot ();
  g_autofree char *folder = get_folder (self), *word = NULL, *heading = NULL;
  PanelWidget *panel = rs_window_get_panel (self, "results");
  Listing *listing;

  if (analysis == NULL)
    return;
  word = rs_names_get_word (analysis, offset);
  heading = g_strdup_printf (_ ("Looking for “%s” in %s…"), word, folder != NULL ? folder : _ ("this program"));
  rs_window_stop_reference_search (self);
  self->reference_search = g_cancellable_new ();
  listing = g_new0 (Listing, 1);
  g_set_weak_pointer (&listing->window, self);
  listing->cancellable = g_object_ref (self->reference_search);
  rs_results_panel_begin (RS_RESULTS_PANEL (panel), heading, folder, self->reference_search);
  rs_window_show_panel (self, panel);
  rs_window_focus_panel (self, panel);
  rs_references_find_async (analysis, offset, folder, open, self->reference_search, on_found, listing);
}

void
rs_window_stop_reference_search (RsWindow *self)
{
  if (self->reference_search != NULL)
    g_cancellable_cancel (self->reference_search);
  g_clear_object (&self->reference_search);
}

/* --- renaming --- */

/* The page that has the text; NULL: it is not open. */
static RsEditorPage *
find_page (RsWindow *self, const RsReferencesFile *file)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      const char *name = rs_document_get_name (rs_editor_page_get_document (page));
      g_autofree char *canonical = realpath (name, NULL);

      if (g_strcmp0 (canonical != NULL ? canonical : name, file->path) == 0)
        return page;
    }
  return NULL;
}

static gboolean
is_open (const RsReferencesFile *file, gpointer data)
{
  return find_page (data, file) != NULL;
}

/* The range of a place; FALSE: another word stands there. Characters are counted from the beginning of the text: the
 * buffer ends lines at characters at which the compiler does not. */
static gboolean
find_place (GtkTextBuffer *buffer, const RsReferencesFile *file, guint place, const char *word, GtkTextIter *start,
            GtkTextIter *end)
{
  const char *text = rs_source_get_text (file->source);
  guint32 offset = g_array_index (file->offsets, guint32, place);
  g_autofree char *there = NULL;

  gtk_text_buffer_get_iter_at_offset (buffer, start, (int)g_utf8_strlen (text, offset));
  *end = *start;
  gtk_text_iter_forward_chars (end, (int)g_utf8_strlen (word, -1));
  there = gtk_text_buffer_get_slice (buffer, start, end, TRUE);
  return g_str_equal (there, word);
}

/* Whether the page has the text in which the places were found. */
static gboolean
check_page (RsEditorPage *page, const RsReferencesFile *file, const char *word, GError **error)
{
  RsDocument *document = rs_editor_page_get_document (page);
  gboolean is_same
      = g_str_equal (rs_source_get_text (rs_document_get_source (document)), rs_source_get_text (file->source));
  GtkTextIter start, end;

  for (guint i = 0; is_same && i < file->offsets->len; i++)
    is_same = find_place (GTK_TEXT_BUFFER (document), file, i, word, &start, &end);
  if (is_same)
    return TRUE;
  if (rs_document_has_changed_on_disk (document))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                 _ ("“%s” was changed by another program: nothing is renamed; reload it and rename once more"),
                 file->path);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                 _ ("“%s” has changed meanwhile: nothing is renamed; rename once more"), file->path);
  return FALSE;
}

/* From the end, so that places in front stay where they are; undo takes all back in one step. */
static void
rename_in_page (RsEditorPage *page, const RsReferencesFile *file, const char *word, const char *name)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (rs_editor_page_get_document (page));

  gtk_text_buffer_begin_user_action (buffer);
  for (guint i = file->offsets->len; i > 0; i--)
    {
      GtkTextIter start, end;

      if (!find_place (buffer, file, i - 1, word, &start, &end))
        continue;
      gtk_text_buffer_delete (buffer, &start, &end);
      gtk_text_buffer_insert (buffer, &start, name, -1);
    }
  gtk_text_buffer_end_user_action (buffer);
}

/* What is open has to be as it was read; the rest is written, all of it or nothing. */
static gboolean
write_closed (RsWindow *self, const RsReferences *references, const GPtrArray *texts, guint *n_written, GError **error)
{
  g_autoptr (GPtrArray) closed = g_ptr_array_new ();

  for (guint i = 0; i < texts->len; i++)
    {
      RsRenamedText *text = g_ptr_array_index (texts, i);
      RsEditorPage *page = find_page (self, text->file);

      if (page == NULL)
        g_ptr_array_add (closed, text);
      else if (!check_page (page, text->file, references->name, error))
        return FALSE;
    }
  *n_written = closed->len;
  return rs_rename_write_files (closed, error);
}

static void
apply (RsWindow *self, const RsReferences *references, const GPtrArray *texts, const char *name)
{
  g_autofree char *places = NULL, *report = NULL;
  g_autoptr (GError) error = NULL;
  guint n_written = 0;

  if (!write_closed (self, references, texts, &n_written, &error))
    {
      gtk_label_set_text (self->run_label, error->message);
      return;
    }
  for (guint i = 0; i < texts->len; i++)
    {
      const RsRenamedText *text = g_ptr_array_index (texts, i);
      RsEditorPage *page = find_page (self, text->file);

      if (page != NULL)
        rename_in_page (page, text->file, references->name, name);
      else
        rs_open_texts_tell_of_file (text->file->path);
    }
  places = g_strdup_printf (ngettext ("%u place renamed", "%u places renamed", references->n_places),
                            references->n_places);
  report = n_written > 0 ? g_strdup_printf (ngettext ("%s; %u file that was not open is written",
                                                      "%s; %u files that were not open are written", n_written),
                                            places, n_written)
                         : g_steal_pointer (&places);
  gtk_label_set_text (self->run_label, report);
}

/* The new texts are compiled on a thread. */
typedef struct {
  RsAnalysis *analysis;     /* owned */
  RsReferences *references; /* owned */
  GHashTable *open_texts;   /* owned */
  char *name;
} Renaming;

static void
renaming_free (gpointer data)
{
  Renaming *renaming = data;

  rs_references_free (renaming->references);
  rs_analysis_unref (renaming->analysis);
  g_hash_table_unref (renaming->open_texts);
  g_free (renaming->name);
  g_free (renaming);
}

static void
make_texts (GTask *task, gpointer window, gpointer data, GCancellable *cancellable)
{
  const Renaming *renaming = data;
  GError *error = NULL;
  GPtrArray *texts
      = rs_rename_make_texts (renaming->analysis, renaming->references, renaming->name, renaming->open_texts, &error);

  if (texts != NULL)
    g_task_return_pointer (task, texts, (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
on_texts_made (GObject *object, GAsyncResult *result, gpointer data)
{
  RsWindow *self = RS_WINDOW (object);
  const Renaming *renaming = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->pages == NULL) /* the window was closed */
    return;
  if (texts != NULL)
    apply (self, renaming->references, texts, renaming->name);
  else
    gtk_label_set_text (self->run_label, error->message);
}

static void
on_renamed (RsAnalysis *analysis, RsReferences *references, const char *name, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (data, NULL, on_texts_made, NULL);
  Renaming *renaming = g_new (Renaming, 1);

  *renaming = (Renaming){ rs_analysis_ref (analysis), references, rs_open_texts_snapshot (), g_strdup (name) };
  g_task_set_task_data (task, renaming, renaming_free);
  g_task_run_in_thread (task, make_texts);
}

static void
on_rename (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const RsRenameCallbacks callbacks = { on_renamed, is_open };
  RsWindow *self = data;
  guint32 offset;
  RsAnalysis *analysis = rs_window_get_analysis (self, &offset);
  g_autoptr (GHashTable) open = rs_open_texts_snapshot ();
  g_autofree char *folder = get_folder (self);

  if (analysis != NULL)
    rs_rename_dialog_present (GTK_WINDOW (self), analysis, offset, folder, open, &callbacks, self);
}

static const GActionEntry entries[] = {
  { .name = "find-references", .activate = on_find_references },
  { .name = "rename", .activate = on_rename },
};

void
rs_window_init_references (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
