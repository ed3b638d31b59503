/* A document: loading, saving and the swap file.
 *
 * GtkSourceFileLoader and GtkSourceFileSaver are not used: the one leaves a byte order mark in the text, the other
 * gives all lines one end, whatever they had. Text that is not UTF-8 is read as Latin-1, as the compiler does.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/document.h"

#include "ide/analysis/open-texts.h"
#include "ide/editor/swap.h"
#include "ide/editor/text-copy.h"
#include "ide/editor/text-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define SWAP_DELAY_MS 1500
/* After a write that failed: the disk may have room again. */
#define SWAP_RETRY_MS 3000
/* Another program may write a file in several steps; it is looked at when they are over. */
#define MONITOR_DELAY_MS 300
/* Bytes that are put into the buffer at once; the window lives on in between: it is drawn before the next piece, but
 * lines that do not show are laid out when all pieces are there. */
#define PIECE_BYTES 65536
#define PIECE_PRIORITY (GDK_PRIORITY_REDRAW + 1)
/* Colours take a time that grows with the square of what a line holds. */
#define MAX_COLORED_LINE 2000

struct _RsDocument {
  GtkSourceBuffer parent;

  GFile *file; /* owned; NULL for a draft */
  char *etag;  /* of the file when it was loaded or saved last */
  RsTextForm form;
  GFileMonitor *monitor; /* owned; NULL for a draft */
  char *name;
  char *title;
  char *arguments;
  char *swap_path;
  char *recovered, *recovered_path; /* text of a crashed process, and its swap file; or NULL */
  RsTextCopy *copy;                 /* owned */
  GtkSourceLanguage *language;      /* owned; of a text without colours; or NULL */
  RsSource *source; /* owned; NULL: out of date */
  guint draft; /* the N of "Untitled N"; 0: it has a file */
  guint swap_source;
  guint monitor_source;
  gboolean takes_all; /* long lines, too: what is inserted was in the text before */
  gboolean opening; /* a file was asked for; ends with the answer */
  struct Loading *loading; /* or NULL; changes are not the user's meanwhile */
  gboolean saving;
  gboolean changed_while_saving;
  gboolean changed_on_disk; /* and not loaded or saved since */
};

G_DEFINE_FINAL_TYPE (RsDocument, rs_document, GTK_SOURCE_TYPE_BUFFER)

enum { EXTERNALLY_MODIFIED, RENAMED, OPENED, LINE_REFUSED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void watch_file (RsDocument *self);
static void look_soon (RsDocument *self);

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
  g_autofree char *uri = self->file != NULL ? g_file_get_uri (self->file) : NULL;

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

/* A very long text, or one with a very long line, has no colours, until it is read again; and no language: who looks
 * for colours reads the text whether they show or not. length: bytes. */
static void
set_is_colored (RsDocument *self, gsize length, gsize longest_line)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (self);
  gboolean is_colored = length <= RS_DOCUMENT_MAX_COLORED && longest_line <= MAX_COLORED_LINE;

  if (is_colored == rs_document_is_colored (self))
    return;
  if (!is_colored)
    g_set_object (&self->language, gtk_source_buffer_get_language (buffer));
  gtk_source_buffer_set_language (buffer, is_colored ? self->language : NULL);
  gtk_source_buffer_set_highlight_syntax (buffer, is_colored);
}

/* Bytes of the longest line that the text makes there. */
static gsize
measure_line (const GtkTextIter *at, const char *text, gsize length)
{
  const char *first = memchr (text, '\n', length), *last = g_strrstr_len (text, (gssize)length, "\n");
  const gsize before = (gsize)gtk_text_iter_get_line_index (at);
  GtkTextIter end = *at;
  gsize inside, behind;

  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  behind = (gsize)gtk_text_iter_get_line_index (&end) - before;
  if (first == NULL)
    return before + length + behind;
  inside = rs_text_find_longest_line (text, length);
  inside = MAX (inside, before + (gsize)(first - text));
  return MAX (inside, (gsize)(text + length - last - 1) + behind);
}

gboolean
rs_document_is_colored (RsDocument *self)
{
  return gtk_source_buffer_get_highlight_syntax (GTK_SOURCE_BUFFER (self));
}

/* A line that no file may have would freeze the window: the text stays as it is, before anybody else hears of it. */
static void
refuse_line (RsDocument *self, const GtkTextIter *at, const char *text, int length)
{
  if (self->loading != NULL || self->takes_all
      || measure_line (at, text, length >= 0 ? (gsize)length : strlen (text)) <= RS_TEXT_FILE_MAX_LINE)
    return;
  g_signal_stop_emission_by_name (self, "insert-text");
  g_signal_emit (self, signals[LINE_REFUSED], 0, RS_TEXT_FILE_MAX_LINE);
}

/* The copy first: who hears "changed" while the text changes may ask for it. */
static void
rs_document_insert_text (GtkTextBuffer *buffer, GtkTextIter *at, const char *text, int length)
{
  RsDocument *self = RS_DOCUMENT (buffer);
  gsize n_bytes = length >= 0 ? (gsize)length : strlen (text);

  if (self->loading == NULL && rs_document_is_colored (self))
    set_is_colored (self, (gsize)gtk_text_buffer_get_char_count (buffer) + n_bytes, measure_line (at, text, n_bytes));
  rs_text_copy_insert (self->copy, (gsize)gtk_text_iter_get_offset (at), text, n_bytes);
  g_clear_pointer (&self->source, rs_source_unref);
  GTK_TEXT_BUFFER_CLASS (rs_document_parent_class)->insert_text (buffer, at, text, length);
}

static void
rs_document_delete_range (GtkTextBuffer *buffer, GtkTextIter *start, GtkTextIter *end)
{
  RsDocument *self = RS_DOCUMENT (buffer);
  int from = gtk_text_iter_get_offset (start), to = gtk_text_iter_get_offset (end);

  rs_text_copy_delete (self->copy, (gsize)MIN (from, to), (gsize)MAX (from, to));
  g_clear_pointer (&self->source, rs_source_unref);
  GTK_TEXT_BUFFER_CLASS (rs_document_parent_class)->delete_range (buffer, start, end);
}

static void
rs_document_undo (GtkTextBuffer *buffer)
{
  RsDocument *self = RS_DOCUMENT (buffer);

  self->takes_all = TRUE;
  GTK_TEXT_BUFFER_CLASS (rs_document_parent_class)->undo (buffer);
  self->takes_all = FALSE;
}

static void
rs_document_redo (GtkTextBuffer *buffer)
{
  RsDocument *self = RS_DOCUMENT (buffer);

  self->takes_all = TRUE;
  GTK_TEXT_BUFFER_CLASS (rs_document_parent_class)->redo (buffer);
  self->takes_all = FALSE;
}

static void
rs_document_changed (GtkTextBuffer *buffer)
{
  RsDocument *self = RS_DOCUMENT (buffer);

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
  g_clear_object (&self->language);
  G_OBJECT_CLASS (rs_document_parent_class)->dispose (object);
}

static void
rs_document_finalize (GObject *object)
{
  RsDocument *self = RS_DOCUMENT (object);

  g_free (self->etag);
  g_free (self->name);
  g_free (self->title);
  g_free (self->arguments);
  g_free (self->swap_path);
  g_free (self->recovered);
  g_free (self->recovered_path);
  g_clear_pointer (&self->source, rs_source_unref);
  rs_text_copy_free (self->copy);
  G_OBJECT_CLASS (rs_document_parent_class)->finalize (object);
}

static void
rs_document_class_init (RsDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_document_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_document_finalize;
  GTK_TEXT_BUFFER_CLASS (klass)->insert_text = rs_document_insert_text;
  GTK_TEXT_BUFFER_CLASS (klass)->delete_range = rs_document_delete_range;
  GTK_TEXT_BUFFER_CLASS (klass)->undo = rs_document_undo;
  GTK_TEXT_BUFFER_CLASS (klass)->redo = rs_document_redo;
  GTK_TEXT_BUFFER_CLASS (klass)->changed = rs_document_changed;
  GTK_TEXT_BUFFER_CLASS (klass)->modified_changed = rs_document_modified_changed;

  signals[EXTERNALLY_MODIFIED] = g_signal_new ("externally-modified", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL,
                                               NULL, NULL, G_TYPE_NONE, 0);
  signals[RENAMED] = g_signal_new ("renamed", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[OPENED] = g_signal_new ("opened", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_BOOLEAN);
  signals[LINE_REFUSED] = g_signal_new ("line-refused", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
rs_document_init (RsDocument *self)
{
  self->copy = rs_text_copy_new ();
  self->form = rs_text_form_default;
  self->arguments = g_strdup ("");
  g_signal_connect (self, "insert-text", G_CALLBACK (refuse_line), NULL); /* the first handler */
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
  return self->file;
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
  gsize length;
  const char *text = rs_text_copy_get (self->copy, &length);

  return g_strndup (text, length);
}

RsSource *
rs_document_get_source (RsDocument *self)
{
  gsize length;
  const char *text = rs_text_copy_get (self->copy, &length);

  if (self->source == NULL)
    self->source = rs_source_new_from_text (self->name, text, (gssize)length);
  return self->source;
}

/* For programs that import this file. Where nothing was typed and the file is another one, that counts. */
static RsSource *
get_open_text (gpointer owner)
{
  RsDocument *self = owner;
  gboolean is_out_of_date = self->changed_on_disk && !gtk_text_buffer_get_modified (owner);

  return self->loading == NULL && !is_out_of_date ? rs_document_get_source (self) : NULL;
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

/* A text on its way into the buffer. */
typedef struct Loading {
  GTask *task;      /* owned; of the document */
  RsTextFile *file; /* owned */
  gsize done;       /* bytes */
  guint source;     /* of the next piece */
} Loading;

static void
end_loading (Loading *loading)
{
  RsDocument *self = g_task_get_source_object (loading->task);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;

  gtk_text_buffer_end_irreversible_action (buffer);
  gtk_text_buffer_set_modified (buffer, FALSE);
  set_names (self, self->file);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  find_recovered (self, self->file);
  self->loading = NULL;
  rs_open_texts_tell (self);
  watch_file (self);
  look_soon (self); /* it may have changed while it was read */
  end_opening (self, TRUE);
  g_task_return_boolean (loading->task, TRUE);
  g_object_unref (loading->task);
  g_source_remove (loading->source);
  rs_text_file_free (loading->file);
  g_free (loading);
}

/* Where the next piece ends: not within a character, nor within \r\n, which the buffer would take for two lines. */
static gsize
find_piece_end (const Loading *loading)
{
  const char *text = loading->file->text;
  gsize end = MIN (loading->done + PIECE_BYTES, loading->file->length);

  while (end < loading->file->length && (((guchar)text[end] & 0xc0) == 0x80 || text[end] == '\n'))
    end++;
  return end;
}

static void
load_piece (Loading *loading)
{
  GtkTextBuffer *buffer = g_task_get_source_object (loading->task);
  gsize end = find_piece_end (loading);
  GtkTextIter at;

  gtk_text_buffer_get_end_iter (buffer, &at);
  gtk_text_buffer_insert (buffer, &at, loading->file->text + loading->done, (int)(end - loading->done));
  loading->done = end;
  if (end == loading->file->length)
    end_loading (loading);
}

static gboolean
on_piece_time (gpointer data)
{
  load_piece (data);
  return G_SOURCE_CONTINUE;
}

static void
begin_loading (RsDocument *self, GTask *task, RsTextFile *file)
{
  g_set_object (&self->file, g_task_get_task_data (task));
  g_free (self->etag);
  self->etag = g_steal_pointer (&file->etag);
  self->form = file->form;
  self->changed_on_disk = FALSE;
  self->opening = TRUE;
  self->loading = g_new0 (Loading, 1);
  *self->loading = (Loading){ .task = task, .file = file };
  set_is_colored (self, file->length, file->longest_line);
  gtk_text_buffer_begin_irreversible_action (GTK_TEXT_BUFFER (self));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self), "", 0);
  self->loading->source = g_idle_add_full (PIECE_PRIORITY, on_piece_time, self->loading, NULL);
  load_piece (self->loading);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  RsDocument *self = g_task_get_source_object (task);
  GError *error = NULL;
  RsTextFile *file = rs_text_file_read_finish (G_FILE (object), result, &error);

  if (file == NULL)
    {
      end_opening (self, FALSE);
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  /* It was asked for twice. */
  while (self->loading != NULL)
    load_piece (self->loading);
  begin_loading (self, task, file);
}

void
rs_document_load_async (RsDocument *self, GFile *file, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  self->opening = TRUE;
  rs_text_file_read_async (file, on_read, task);
}

gboolean
rs_document_is_opening (RsDocument *self)
{
  return self->opening;
}

gboolean
rs_document_has_changed_on_disk (RsDocument *self)
{
  return self->changed_on_disk;
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
  g_autofree char *etag = NULL;
  g_autoptr (GError) error = NULL;

  self->saving = FALSE;
  if (!rs_text_file_write_finish (G_FILE (object), result, &etag, &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
        g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                                 _ ("Another program has changed “%s” since it was opened"), self->title);
      else
        g_task_return_error (task, g_steal_pointer (&error));
      watch_file (self);
      return;
    }
  g_set_object (&self->file, G_FILE (object));
  g_free (self->etag);
  self->etag = g_steal_pointer (&etag);
  self->changed_on_disk = FALSE;
  /* What was typed while the file was being written is not in it. */
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (self), self->changed_while_saving);
  set_names (self, self->file);
  if (!gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self)))
    drop_swap (self);
  watch_file (self);
  g_task_return_boolean (task, TRUE);
}

void
rs_document_save_async (RsDocument *self, GFile *file, gboolean force, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (self->opening || (file == NULL && self->file == NULL))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                               self->opening ? _ ("“%s” is still being read") : _ ("“%s” has no file name yet"),
                               self->title);
      g_object_unref (task);
      return;
    }
  g_clear_object (&self->monitor);
  g_clear_handle_id (&self->monitor_source, g_source_remove);
  text = rs_document_dup_text (self);
  bytes = rs_text_file_encode (text, &self->form);
  self->saving = TRUE;
  self->changed_while_saving = FALSE;
  rs_text_file_write_async (file != NULL ? file : self->file, bytes, file == NULL && !force ? self->etag : NULL,
                            on_saved, task);
}

gboolean
rs_document_save_finish (RsDocument *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Whether the file is another one, or gone. */
static gboolean
differs_on_disk (RsDocument *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info
      = g_file_query_info (self->file, G_FILE_ATTRIBUTE_ETAG_VALUE, G_FILE_QUERY_INFO_NONE, NULL, &error);

  return info != NULL ? g_strcmp0 (g_file_info_get_etag (info), self->etag) != 0
                      : g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static gboolean
on_monitor_time (gpointer data)
{
  RsDocument *self = data;

  self->monitor_source = 0;
  if (self->loading || self->saving || !differs_on_disk (self))
    return G_SOURCE_REMOVE;
  self->changed_on_disk = TRUE;
  g_signal_emit (self, signals[EXTERNALLY_MODIFIED], 0);
  return G_SOURCE_REMOVE;
}

/* Not later for further events: a file that is written all the time would never be looked at. */
static void
look_soon (RsDocument *self)
{
  if (self->monitor_source == 0)
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
    g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (look_soon), self);
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

  self->takes_all = TRUE;
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text, -1);
  self->takes_all = FALSE;
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
