/* A document: its text, its names, and its swap file. document-file.c reads, writes and watches the file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/document-private.h"

#include "ide/analysis/open-texts.h"
#include "ide/editor/text/line-limit.h"
#include "ide/editor/text/swap.h"

#include <glib/gi18n.h>
#include <string.h>

#define SWAP_DELAY_MS 1500
/* After a write that failed: the disk may have room again. */
#define SWAP_RETRY_MS 3000
/* Colours take a time that grows with the square of what a line holds. */
#define MAX_COLORED_LINE 2000

G_DEFINE_FINAL_TYPE (RsDocument, rs_document, GTK_SOURCE_TYPE_BUFFER)

guint rs_document_signals[RS_DOCUMENT_N_SIGNALS];

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
void
rs_document_drop_swap (RsDocument *self)
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
void
rs_document_set_is_colored (RsDocument *self, gsize length, gsize longest_line)
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

gboolean
rs_document_is_colored (RsDocument *self)
{
  return gtk_source_buffer_get_highlight_syntax (GTK_SOURCE_BUFFER (self));
}

static gboolean
takes_all (GtkTextBuffer *buffer)
{
  RsDocument *self = RS_DOCUMENT (buffer);

  return self->loading != NULL || self->takes_all;
}

static void
tell_refused (GtkTextBuffer *buffer)
{
  g_signal_emit (buffer, rs_document_signals[RS_DOCUMENT_LINE_REFUSED], 0, RS_TEXT_FILE_MAX_LINE);
}

/* The copy first: who hears "changed" while the text changes may ask for it. */
static void
rs_document_insert_text (GtkTextBuffer *buffer, GtkTextIter *at, const char *text, int length)
{
  RsDocument *self = RS_DOCUMENT (buffer);
  gsize n_bytes = length >= 0 ? (gsize)length : strlen (text);

  if (self->loading == NULL && rs_document_is_colored (self))
    rs_document_set_is_colored (self, (gsize)gtk_text_buffer_get_char_count (buffer) + n_bytes,
                                rs_line_limit_measure (at, at, text, n_bytes));
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
    rs_document_drop_swap (self);
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

  rs_document_signals[RS_DOCUMENT_EXTERNALLY_MODIFIED]
      = g_signal_new ("externally-modified", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  rs_document_signals[RS_DOCUMENT_RENAMED]
      = g_signal_new ("renamed", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  rs_document_signals[RS_DOCUMENT_OPENED] = g_signal_new ("opened", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                                          NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  rs_document_signals[RS_DOCUMENT_LINE_REFUSED] = g_signal_new ("line-refused", RS_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0,
                                                                NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
rs_document_init (RsDocument *self)
{
  self->copy = rs_text_copy_new ();
  self->form = rs_text_form_default;
  self->arguments = g_strdup ("");
  rs_line_limit_add (GTK_TEXT_BUFFER (self), RS_TEXT_FILE_MAX_LINE, takes_all, tell_refused); /* the first handlers */
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

void
rs_document_set_names (RsDocument *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return_draft_number (self);
  g_free (self->name);
  g_free (self->title);
  self->name = g_file_get_path (file);
  if (self->name == NULL)
    self->name = g_file_get_uri (file);
  self->title = g_utf8_make_valid (name, -1);
  g_clear_pointer (&self->source, rs_source_unref);
  rs_open_texts_add (self, self->name, get_open_text);
  g_signal_emit (self, rs_document_signals[RS_DOCUMENT_RENAMED], 0);
}

void
rs_document_find_recovered (RsDocument *self, GFile *file)
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

gboolean
rs_document_replace_selection (RsDocument *self, const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start, end;

  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  if (rs_line_limit_measure (&start, &end, text, strlen (text)) > RS_TEXT_FILE_MAX_LINE)
    {
      tell_refused (buffer);
      return FALSE;
    }
  /* In between, what is in front of the selection and behind it may be too long a line. */
  self->takes_all = TRUE;
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete_selection (buffer, TRUE, TRUE);
  gtk_text_buffer_insert_at_cursor (buffer, text, -1);
  self->takes_all = FALSE;
  gtk_text_buffer_end_user_action (buffer);
  return TRUE;
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
  rs_document_drop_swap (self);
}
