/* Giving a name another one (F2).
 *
 * The new texts are compiled, and files that are not open are written, on a thread, which can be cancelled; pages are
 * changed at the end. All of it or nothing: where a page is another one by then, what was written is taken back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/analysis/open-texts.h"
#include "ide/app/dialogs/rename-dialog.h"
#include "ide/app/dialogs/wait-dialog.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  RsWindow *window;         /* owned; main thread only */
  RsAnalysis *analysis;     /* owned */
  RsReferences *references; /* owned */
  GHashTable *open_texts;   /* owned */
  char *name;
  GCancellable *cancellable; /* owned */
  RsWaitDialog *dialog;
  RsRenameProgress progress; /* of the check */
  GPtrArray *texts;          /* owned; NULL: they are not made yet */
  GPtrArray *closed;         /* owned; element-type RsRenamedText; borrowed: of files that no page had */
  GPtrArray *old;            /* owned; what these files had; NULL: they are not written yet */
} Renaming;

static void
renaming_free (gpointer data)
{
  Renaming *self = data;

  g_clear_pointer (&self->old, g_ptr_array_unref);
  g_clear_pointer (&self->closed, g_ptr_array_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  rs_references_free (self->references);
  rs_analysis_unref (self->analysis);
  g_hash_table_unref (self->open_texts);
  g_object_unref (self->cancellable);
  g_object_unref (self->window);
  g_free (self->name);
  g_free (self);
}

/* The end, with what has become of it. */
static void
end (Renaming *self, const char *text)
{
  RsWindow *window = self->window;

  rs_wait_dialog_end (self->dialog);
  if (window->pages != NULL) /* the window is still there */
    gtk_label_set_text (window->run_label, text);
  if (window->renaming == self->cancellable)
    g_clear_object (&window->renaming);
  g_application_release (g_application_get_default ());
  renaming_free (self);
}

static void
end_with (Renaming *self, const GError *error)
{
  end (self, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? _ ("Cancelled: nothing is renamed")
                                                                       : error->message);
}

/* Has a thread do a part of it. */
static void
go_on (Renaming *self, GTaskThreadFunc work, GAsyncReadyCallback done)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, done, self);

  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, work);
}

/* --- pages --- */

/* The page that has the text; NULL: it is not open. */
static RsEditorPage *
find_page (RsWindow *self, const RsReferencesFile *file)
{
  for (guint i = 0; self->pages != NULL && i < self->pages->len; i++)
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

/* Where the places begin, in characters from the beginning of the text: the buffer ends lines at characters at which
 * the compiler does not. (transfer full) (element-type int) */
static GArray *
count_letters (const RsReferencesFile *file)
{
  GArray *letters = g_array_sized_new (FALSE, FALSE, sizeof (int), file->offsets->len);
  const char *text = rs_source_get_text (file->source);
  guint32 at = 0;
  int letter = 0;

  for (guint i = 0; i < file->offsets->len; i++)
    {
      guint32 offset = g_array_index (file->offsets, guint32, i);

      letter += (int)g_utf8_strlen (text + at, offset - at);
      at = offset;
      g_array_append_val (letters, letter);
    }
  return letters;
}

/* The range of a place; FALSE: another word stands there. */
static gboolean
find_place (GtkTextBuffer *buffer, int letter, const char *word, GtkTextIter *start, GtkTextIter *end)
{
  g_autofree char *there = NULL;

  gtk_text_buffer_get_iter_at_offset (buffer, start, letter);
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
  g_autoptr (GArray) letters = count_letters (file);
  gboolean is_same
      = g_str_equal (rs_source_get_text (rs_document_get_source (document)), rs_source_get_text (file->source));
  GtkTextIter start, end;

  for (guint i = 0; is_same && i < letters->len; i++)
    is_same = find_place (GTK_TEXT_BUFFER (document), g_array_index (letters, int, i), word, &start, &end);
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
  g_autoptr (GArray) letters = count_letters (file);

  gtk_text_buffer_begin_user_action (buffer);
  for (guint i = letters->len; i > 0; i--)
    {
      GtkTextIter start, end;

      if (!find_place (buffer, g_array_index (letters, int, i - 1), word, &start, &end))
        continue;
      gtk_text_buffer_delete (buffer, &start, &end);
      gtk_text_buffer_insert (buffer, &start, name, -1);
    }
  gtk_text_buffer_end_user_action (buffer);
}

/* Whether a file was closed when it was looked at; it is written then, whatever has become of it since. */
static gboolean
was_closed (const Renaming *self, RsRenamedText *text)
{
  return self->closed != NULL && g_ptr_array_find (self->closed, text, NULL);
}

static gboolean
check_pages (Renaming *self, GError **error)
{
  for (guint i = 0; i < self->texts->len; i++)
    {
      RsRenamedText *text = g_ptr_array_index (self->texts, i);
      RsEditorPage *page = was_closed (self, text) ? NULL : find_page (self->window, text->file);

      if (page != NULL && !check_page (page, text->file, self->references->name, error))
        return FALSE;
      if (page == NULL && self->old != NULL && !was_closed (self, text))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                       _ ("“%s” was closed meanwhile: nothing is renamed; rename once more"), text->file->path);
          return FALSE;
        }
    }
  return TRUE;
}

/* --- the end --- */

static void
finish (Renaming *self)
{
  g_autofree char *places = NULL, *report = NULL;
  guint n = self->references->n_places;

  for (guint i = 0; i < self->texts->len; i++)
    {
      RsRenamedText *text = g_ptr_array_index (self->texts, i);

      if (was_closed (self, text))
        rs_open_texts_tell_of_file (text->file->path);
      else
        rename_in_page (find_page (self->window, text->file), text->file, self->references->name, self->name);
    }
  places = g_strdup_printf (ngettext ("%u place renamed", "%u places renamed", n), n);
  n = self->closed->len;
  report = n > 0 ? g_strdup_printf (ngettext ("%s; %u file that was not open is written",
                                              "%s; %u files that were not open are written", n),
                                    places, n)
                 : g_steal_pointer (&places);
  end (self, report);
}

static void
take_back (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Renaming *self = data;
  GError *error = NULL;

  if (rs_rename_take_back (self->closed, self->old, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* All bytes are as they were, or it is said which are not. */
static void
on_taken_back (GObject *object, GAsyncResult *result, gpointer data)
{
  Renaming *self = data;
  g_autoptr (GError) error = NULL, why = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    end (self, error->message);
  else if (g_cancellable_set_error_if_cancelled (self->cancellable, &why) || !check_pages (self, &why))
    end_with (self, why);
  else
    end (self, _ ("Nothing is renamed; rename once more"));
}

/* --- on a thread --- */

static void
write_closed (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Renaming *self = data;
  GError *error = NULL;
  GPtrArray *old = rs_rename_write_files (self->closed, self->cancellable, &error);

  if (old != NULL)
    g_task_return_pointer (task, old, (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  Renaming *self = data;
  g_autoptr (GError) error = NULL;

  self->old = g_task_propagate_pointer (G_TASK (result), &error);
  if (self->old == NULL)
    end_with (self, error);
  else if (g_cancellable_is_cancelled (self->cancellable) || !check_pages (self, NULL))
    go_on (self, take_back, on_taken_back);
  else
    finish (self);
}

static void
make_texts (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Renaming *self = data;
  GError *error = NULL;
  GPtrArray *texts = rs_rename_make_texts (self->analysis, self->references, self->name, self->open_texts,
                                           &self->progress, self->cancellable, &error);

  if (texts != NULL)
    g_task_return_pointer (task, texts, (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/* What is open has to be as it was read; the rest is written. */
static void
on_texts_made (GObject *object, GAsyncResult *result, gpointer data)
{
  Renaming *self = data;
  g_autoptr (GError) error = NULL;
  GPtrArray *closed;

  self->texts = g_task_propagate_pointer (G_TASK (result), &error);
  if (self->texts == NULL || g_cancellable_set_error_if_cancelled (self->cancellable, &error)
      || !check_pages (self, &error))
    {
      end_with (self, error);
      return;
    }
  closed = g_ptr_array_new ();
  for (guint i = 0; i < self->texts->len; i++)
    {
      RsRenamedText *text = g_ptr_array_index (self->texts, i);

      if (!is_open (text->file, self->window))
        g_ptr_array_add (closed, text);
    }
  self->closed = closed;
  go_on (self, write_closed, on_written);
}

static char *
describe (gpointer data, double *part)
{
  Renaming *self = data;
  int n_done = g_atomic_int_get (&self->progress.n_done), n_all = g_atomic_int_get (&self->progress.n_all);

  if (self->closed != NULL)
    return g_strdup_printf (ngettext ("Writing %u file that is not open…", "Writing %u files that are not open…",
                                      self->closed->len),
                            self->closed->len);
  *part = n_all > 0 ? (double)n_done / n_all : -1;
  return g_strdup (_ ("Compiling the programs that use it, with the new name. Nothing is changed yet."));
}

static void
on_renamed (RsAnalysis *analysis, RsReferences *references, const char *name, gpointer data)
{
  RsWindow *window = data;
  g_autofree char *heading = g_strdup_printf (_ ("Renaming “%s” to “%s”"), references->name, name);
  Renaming *self = g_new0 (Renaming, 1);

  *self = (Renaming){ .window = g_object_ref (window),
                      .analysis = rs_analysis_ref (analysis),
                      .references = references,
                      .open_texts = rs_open_texts_snapshot (),
                      .name = g_strdup (name),
                      .cancellable = g_cancellable_new () };
  g_set_object (&window->renaming, self->cancellable);
  /* Where the window is closed meanwhile, the program does not end in the middle of it. */
  g_application_hold (g_application_get_default ());
  self->dialog = rs_wait_dialog_begin (GTK_WINDOW (window), heading, self->cancellable, describe, self);
  go_on (self, make_texts, on_texts_made);
}

void
rs_window_stop_renaming (RsWindow *self)
{
  if (self->renaming != NULL)
    g_cancellable_cancel (self->renaming);
  g_clear_object (&self->renaming);
}

static void
on_rename (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const RsRenameCallbacks callbacks = { on_renamed, is_open };
  RsWindow *self = data;
  guint32 offset;
  RsAnalysis *analysis = rs_window_get_analysis (self, &offset);
  g_autoptr (GHashTable) open = rs_open_texts_snapshot ();
  g_autofree char *folder = rs_window_dup_program_folder (self);

  if (rs_window_rename_file (self))
    return;
  if (analysis != NULL && self->renaming == NULL)
    rs_rename_dialog_present (GTK_WINDOW (self), analysis, offset, folder, open, &callbacks, self);
}

static const GActionEntry entries[] = {
  { .name = "rename", .activate = on_rename },
};

void
rs_window_init_rename (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
