/* A document: loading, saving and the swap file.
 *
 * Loading and saving go through GtkSourceFileLoader and GtkSourceFileSaver, which work asynchronously and replace a
 * file through a temporary one. Text that is not UTF-8 is read as Latin-1, as the compiler does.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/document.h"

#include "ide/analysis/open-texts.h"
#include "ide/editor/swap.h"
#include "ide/editor/text-file.h"

#include <glib/gi18n.h>

#define SWAP_DELAY_MS 1500
/* After a write that failed: the disk may have room again. */
#define SWAP_RETRY_MS 3000
/* Another program may write a file in several steps; it is looked at when they are over. */
#define MONITOR_DELAY_MS 300

struct _RsDocument {
  GtkSourceBuffer parent;

  GtkSourceFile *file; /* owned */
  GFileMonitor *monitor; /* owned; NULL for a draft */
  char *name;
  char *title;
  char *arguments;
  char *swap_path;
  char *recovered, *recovered_path; /* text of a crashed process, and its swap file; or NULL */
  RsSource *source; /* owned; NULL: out of date */
  guint draft; /* the N of "Untitled N"; 0: it has a file */
  guint swap_source;
  guint monitor_source;
  gboolean opening; /* a file was asked for; ends with the answer */
  gboolean loading; /* changes are not the user's */
  gboolean saving;
  gboolean changed_while_saving;
};

G_DEFINE_FINAL_TYPE (RsDocument, rs_document, GTK_SOURCE_TYPE_BUFFER)

enum { EXTERNALLY_MODIFIED, RENAMED, OPENED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void watch_file (RsDocument *self);

/* Set of the numbers that untitled documents have now. */
static GHashTable *drafts;

static guint
take_draft_number (void)
{
  guint number = 1;

  if (drafts == NULL)
    drafts = g_hash_table_new (NULL, NULL);
  while (g_hash_table_contains (drafts, GUINT_TO_POINTER (number)))
    number++;
  g_hash_table_add (drafts, GUINT_TO_POINTER (number));
  return number;
}

static void
return_draft_number (RsDocument *self)
{
  if (self->draft > 0)
    g_hash_table_remove (drafts, GUINT_TO_POINTER (self->draft));
  self->draft = 0;
}

static gboolean on_swap_time (gpointer data);

static void
on_swap_written (GObject *object, const GError *error)
{
  RsDocument *self = RS_DOCUMENT (object);

  if (self->swap_path == NULL) /* the text was saved since */
    return;
  rs_swap_tell_trouble (self->swap_path, self->title, error);
  if (error != NULL && self->swap_source == 0)
    self->swap_source = g_timeout_add (SWAP_RETRY_MS, on_swap_time, self);
}

static gboolean
on_swap_time (gpointer data)
{
  RsDocument *self = data;
  GFile *location = gtk_source_file_get_location (self->file);
  g_autofree char *uri = location != NULL ? g_file_get_uri (location) : NULL;

  self->swap_source = 0;
  if (!gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self)))
    return G_SOURCE_REMOVE;
  if (self->swap_path == NULL)
    self->swap_path = rs_swap_path_for (uri);
  rs_swap_write (self->swap_path, uri, self->title, rs_document_dup_text (self), G_OBJECT (self), on_swap_written);
  return G_SOURCE_REMOVE;
}

/* Forgets the swap file, on disk too. */
static void
drop_swap (RsDocument *self)
{
  g_clear_handle_id (&self->swap_source, g_source_remove);
  if (self->swap_path != NULL)
    {
      rs_swap_tell_trouble (self->swap_path, self->title, NULL);
      rs_swap_remove (self->swap_path);
    }
  g_clear_pointer (&self->swap_path, g_free);
}

/* The timer is not restarted by each key: someone who types without a pause is safe too. */
static void
queue_swap (RsDocument *self)
{
  if (!self->loading && self->swap_source == 0)
    self->swap_source = g_timeout_add (SWAP_DELAY_MS, on_swap_time, self);
}

static void
rs_document_changed (GtkTextBuffer *buffer)
{
  RsDocument *self = RS_DOCUMENT (buffer);

  g_clear_pointer (&self->source, rs_source_unref);
  if (!self->loading)
    rs_open_texts_tell (self);
  self->changed_while_saving |= self->saving;
  queue_swap (self);
  GTK_TEXT_BUFFER_CLASS (rs_document_parent_class)->changed (buffer);
}

static void
rs_document_modified_changed (GtkTextBuffer *buffer)
{
  RsDocument *self = RS_DOCUMENT (buffer);

  if (!gtk_text_buffer_get_modified (buffer))
    drop_swap (self);
  else /* without a change, too: its file may be gone */
    queue_swap (self);
  rs_open_texts_tell (self);
  if (GTK_TEXT_BUFFER_CLASS (rs_document_parent_class)->modified_changed != NULL)
    GTK_TEXT_BUFFER_CLASS (rs_document_parent_class)->modified_changed (buffer);
}

static void
rs_document_dispose (GObject *object)
{
  RsDocument *self = RS_DOCUMENT (object);

  return_draft_number (self);
  if (self->swap_path != NULL)
    rs_swap_tell_trouble (self->swap_path, self->title, NULL);
  rs_open_texts_remove (self);
  g_clear_handle_id (&self->swap_source, g_source_remove);
  g_clear_handle_id (&self->monitor_source, g_source_remove);
  if (self->monitor != NULL)
    g_signal_handlers_disconnect_by_data (self->monitor, self);
  g_clear_object (&self->monitor);
  g_clear_object (&self->file);
  G_OBJECT_CLASS (rs_document_parent_class)->dispose (object);
}

static void
rs_document_finalize (GObject *object)
{
  RsDocument *self = RS_DOCUMENT (object);

  g_free (self->name);
  g_free (self->title);
  g_free (self->arguments);
  g_free (self->swap_path);
  g_free (self->recovered);
  g_free (self->recovered_path);
  g_clear_pointer (&self->source, rs_source_unref);
  G_OBJECT_CLASS (rs_document_parent_class)->finalize (object);
}

static void
rs_document_class_init (RsDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_document_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_document_finalize;
  GTK_TEXT_BUFFER_CLASS (klass)->changed = rs_document_changed;
  GTK_TEXT_BUFFER_CLASS (klass)->modified_changed = rs_document_modified_changed;

  signals[EXTERNALLY_MODIFIED] = g_signal_new ("externally-modified", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL,
                                               NULL, NULL, G_TYPE_NONE, 0);
  signals[RENAMED] = g_signal_new ("renamed", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[OPENED] = g_signal_new ("opened", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_BOOLEAN);
}

static void
rs_document_init (RsDocument *self)
{
  self->file = gtk_source_file_new ();
  self->arguments = g_strdup ("");
}

RsDocument *
rs_document_new (void)
{
  RsDocument *self = g_object_new (RS_TYPE_DOCUMENT, NULL);

  self->draft = take_draft_number ();
  self->title = g_strdup_printf (_ ("Untitled %u"), self->draft);
  self->name = g_strdup_printf ("untitled-%u.q", self->draft);
  return self;
}

GFile *
rs_document_get_file (RsDocument *self)
{
  return gtk_source_file_get_location (self->file);
}

const char *
rs_document_get_name (RsDocument *self)
{
  return self->name;
}

const char *
rs_document_get_title (RsDocument *self)
{
  return self->title;
}

const char *
rs_document_get_arguments (RsDocument *self)
{
  return self->arguments;
}

void
rs_document_set_arguments (RsDocument *self, const char *arguments)
{
  char *copy = g_strdup (arguments);

  g_free (self->arguments);
  self->arguments = copy;
}

gboolean
rs_document_is_draft (RsDocument *self)
{
  return rs_document_get_file (self) == NULL;
}

gboolean
rs_document_is_pristine (RsDocument *self)
{
  return rs_document_is_draft (self) && !self->opening && !gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self))
         && gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (self)) == 0;
}

char *
rs_document_dup_text (RsDocument *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self), &start, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self), &start, &end, TRUE);
}

RsSource *
rs_document_get_source (RsDocument *self)
{
  g_autofree char *text = NULL;

  if (self->source != NULL)
    return self->source;
  text = rs_document_dup_text (self);
  self->source = rs_source_new_from_text (self->name, text, -1);
  return self->source;
}

/* For programs that import this file. */
static RsSource *
get_open_text (gpointer owner)
{
  return gtk_text_buffer_get_modified (owner) ? rs_document_get_source (owner) : NULL;
}

static void
set_names (RsDocument *self, GFile *file)
{
  return_draft_number (self);
  g_free (self->name);
  g_free (self->title);
  self->name = g_file_get_path (file);
  if (self->name == NULL)
    self->name = g_file_get_uri (file);
  self->title = g_file_get_basename (file);
  g_clear_pointer (&self->source, rs_source_unref);
  rs_open_texts_add (self, self->name, get_open_text);
  g_signal_emit (self, signals[RENAMED], 0);
}

static void
find_recovered (RsDocument *self, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (RsSwap) swap = rs_swap_find_abandoned (uri);
  g_autofree char *text = rs_document_dup_text (self);

  g_clear_pointer (&self->recovered, g_free);
  g_clear_pointer (&self->recovered_path, g_free);
  if (swap == NULL)
    return;
  if (g_str_equal (swap->text, text))
    {
      rs_swap_remove (swap->path);
      return;
    }
  self->recovered = g_strdup (swap->text);
  self->recovered_path = g_strdup (swap->path);
}

static void
end_opening (RsDocument *self, gboolean is_read)
{
  self->opening = FALSE;
  g_signal_emit (self, signals[OPENED], 0, is_read);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  RsDocument *self = g_task_get_source_object (task);
  GtkSourceFileLoader *loader = GTK_SOURCE_FILE_LOADER (object);
  GError *error = NULL;
  GtkTextIter start;

  if (!gtk_source_file_loader_load_finish (loader, result, &error))
    {
      self->loading = FALSE;
      end_opening (self, FALSE);
      g_task_return_error (task, error);
      return;
    }
  set_names (self, gtk_source_file_loader_get_location (loader));
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
  find_recovered (self, gtk_source_file_loader_get_location (loader));
  self->loading = FALSE;
  rs_open_texts_tell (self);
  watch_file (self);
  end_opening (self, TRUE);
  g_task_return_boolean (task, TRUE);
}

static void
on_inspected (GObject *object, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  RsDocument *self = g_task_get_source_object (task);
  g_autoptr (GtkSourceFileLoader) loader = NULL;
  GSList *encodings = NULL;
  GError *error = NULL;

  if (!rs_text_file_inspect_finish (G_FILE (object), result, &error))
    {
      end_opening (self, FALSE);
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  gtk_source_file_set_location (self->file, G_FILE (object));
  loader = gtk_source_file_loader_new (GTK_SOURCE_BUFFER (self), self->file);
  encodings = g_slist_append (encodings, (gpointer)gtk_source_encoding_get_utf8 ());
  encodings = g_slist_append (encodings, (gpointer)gtk_source_encoding_get_from_charset ("ISO-8859-1"));
  gtk_source_file_loader_set_candidate_encodings (loader, encodings);
  g_slist_free (encodings);
  self->loading = TRUE;
  gtk_source_file_loader_load_async (loader, G_PRIORITY_DEFAULT, NULL, NULL, NULL, NULL, on_loaded, task);
}

void
rs_document_load_async (RsDocument *self, GFile *file, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  self->opening = TRUE;
  rs_text_file_inspect_async (file, on_inspected, task);
}

gboolean
rs_document_is_opening (RsDocument *self)
{
  return self->opening;
}

gboolean
rs_document_load_finish (RsDocument *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  RsDocument *self = g_task_get_source_object (task);
  GtkSourceFileSaver *saver = GTK_SOURCE_FILE_SAVER (object);
  g_autoptr (GError) error = NULL;

  self->saving = FALSE;
  if (!gtk_source_file_saver_save_finish (saver, result, &error))
    {
      if (g_error_matches (error, GTK_SOURCE_FILE_SAVER_ERROR, GTK_SOURCE_FILE_SAVER_ERROR_EXTERNALLY_MODIFIED))
        g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                                 _ ("Another program has changed “%s” since it was opened"), self->title);
      else
        g_task_return_error (task, g_steal_pointer (&error));
      watch_file (self);
      return;
    }
  /* What was typed while the file was being written is not in it. */
  if (self->changed_while_saving)
    gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (self), TRUE);
  set_names (self, gtk_source_file_saver_get_location (saver));
  if (!gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self)))
    drop_swap (self);
  watch_file (self);
  g_task_return_boolean (task, TRUE);
}

static gboolean
fits_latin1 (RsDocument *self)
{
  g_autofree char *text = rs_document_dup_text (self);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_utf8_get_char (p) > 0xff)
      return FALSE;
  return TRUE;
}

void
rs_document_save_async (RsDocument *self, GFile *file, gboolean force, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  GFile *own = rs_document_get_file (self);
  g_autoptr (GtkSourceFileSaver) saver = NULL;

  if (file == NULL && own == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME, _ ("“%s” has no file name yet"),
                               self->title);
      g_object_unref (task);
      return;
    }
  g_clear_object (&self->monitor);
  g_clear_handle_id (&self->monitor_source, g_source_remove);
  saver = file == NULL ? gtk_source_file_saver_new (GTK_SOURCE_BUFFER (self), self->file)
                       : gtk_source_file_saver_new_with_target (GTK_SOURCE_BUFFER (self), self->file, file);
  /* A file in Latin-1 stays so as long as it can. */
  if (!fits_latin1 (self))
    gtk_source_file_saver_set_encoding (saver, gtk_source_encoding_get_utf8 ());
  if (force)
    gtk_source_file_saver_set_flags (saver, GTK_SOURCE_FILE_SAVER_FLAGS_IGNORE_MODIFICATION_TIME);
  self->saving = TRUE;
  self->changed_while_saving = FALSE;
  gtk_source_file_saver_save_async (saver, G_PRIORITY_DEFAULT, NULL, NULL, NULL, NULL, on_saved, task);
}

gboolean
rs_document_save_finish (RsDocument *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
on_monitor_time (gpointer data)
{
  RsDocument *self = data;

  self->monitor_source = 0;
  if (self->loading || self->saving)
    return G_SOURCE_REMOVE;
  gtk_source_file_check_file_on_disk (self->file);
  if (gtk_source_file_is_externally_modified (self->file) || gtk_source_file_is_deleted (self->file))
    g_signal_emit (self, signals[EXTERNALLY_MODIFIED], 0);
  return G_SOURCE_REMOVE;
}

static void
on_file_event (RsDocument *self)
{
  g_clear_handle_id (&self->monitor_source, g_source_remove);
  self->monitor_source = g_timeout_add (MONITOR_DELAY_MS, on_monitor_time, self);
}

static void
watch_file (RsDocument *self)
{
  GFile *location = rs_document_get_file (self);

  g_clear_object (&self->monitor);
  if (location == NULL)
    return;
  self->monitor = g_file_monitor_file (location, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (on_file_event), self);
}

gboolean
rs_document_has_recovered (RsDocument *self)
{
  return self->recovered != NULL;
}

void
rs_document_replace_text (RsDocument *self, const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start, end;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text, -1);
  gtk_text_buffer_end_user_action (buffer);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
}

void
rs_document_take_recovered (RsDocument *self)
{
  g_autofree char *text = g_steal_pointer (&self->recovered);

  if (text == NULL)
    return;
  /* The old swap file is this document's from now on: it goes when the text is saved. */
  g_free (self->swap_path);
  self->swap_path = g_steal_pointer (&self->recovered_path);
  rs_document_replace_text (self, text);
}

void
rs_document_drop_recovered (RsDocument *self)
{
  if (self->recovered_path != NULL)
    rs_swap_remove (self->recovered_path);
  g_clear_pointer (&self->recovered, g_free);
  g_clear_pointer (&self->recovered_path, g_free);
}

void
rs_document_adopt_swap (RsDocument *self, const char *swap_path, const char *title, const char *text)
{
  g_free (self->swap_path);
  self->swap_path = g_strdup (swap_path);
  if (title != NULL && *title != '\0')
    {
      g_free (self->title);
      self->title = g_strdup_printf ("%s (recovered)", title);
    }
  rs_document_replace_text (self, text);
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (self), TRUE);
}

void
rs_document_discard (RsDocument *self)
{
  drop_swap (self);
}
