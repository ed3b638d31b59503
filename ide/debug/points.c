/* Breakpoints and watched expressions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/points.h"

#include "ide/debug/arrow-drag.h"
#include "ide/debug/point-marks.h"
#include "ide/editor/margin/folds.h"
#include "ide/editor/margin/margin-marks.h"
#include "ide/editor/text/program-lines.h"

#include "runtime/debug/protocol.h"

#include <string.h>

#define MOST_RESTORED 1000u

struct _RsDebugPoints {
  GObject parent;

  GPtrArray *points;  /* of RsDebugPoint */
  GPtrArray *watches; /* of char * */
  GPtrArray *pages;   /* of RsEditorPage, references */
  GArray *deleted;    /* of Deleted: the last ones come last */
  GHashTable *then;   /* name of a text -> what it was called when its program began, where that is another */
  char *here_name;
  guint here_line;        /* of the program; 0: nowhere */
  GtkTextMark *here_mark; /* owned */
  gboolean has_new_hits;
};

/* A breakpoint whose line has been deleted, until the same text is back at the same place: the deletion is undone. */
typedef struct {
  RsDebugPoint *point;   /* only compared, once it is no longer among the points */
  GtkTextBuffer *buffer; /* only compared */
  char *text;
  int offset; /* of the text, in the buffer */
  guint line; /* within the text, from 0 */
} Deleted;

#define MOST_DELETED 100u
#define MOST_DELETED_BYTES (1 << 20) /* of one text */

G_DEFINE_FINAL_TYPE (RsDebugPoints, rs_debug_points, G_TYPE_OBJECT)

enum { CHANGED, ADDED, REMOVED, EDITED, COUNTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tell (RsDebugPoints *self, guint signal)
{
  for (guint i = 0; i < self->pages->len; i++)
    rs_editor_page_update_marks (g_ptr_array_index (self->pages, i));
  g_signal_emit (self, signals[signal], 0);
}

static void
tell_changed (RsDebugPoints *self)
{
  tell (self, CHANGED);
}

static void
remove_mark (GtkTextMark **mark)
{
  GtkTextBuffer *buffer = *mark != NULL ? gtk_text_mark_get_buffer (*mark) : NULL;

  if (buffer != NULL)
    gtk_text_buffer_delete_mark (buffer, *mark);
  g_clear_object (mark);
}

static void
remove_marks (RsDebugPoint *point)
{
  remove_mark (&point->mark);
  remove_mark (&point->shown);
}

static void
point_free (gpointer data)
{
  RsDebugPoint *point = data;

  remove_marks (point);
  g_free (point->name);
  g_free (point->condition);
  g_free (point->message);
  g_free (point->failure);
  g_free (point);
}

static guint
get_line (GtkTextMark *mark)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (gtk_text_mark_get_buffer (mark), &iter, mark);
  return (guint)gtk_text_iter_get_line (&iter) + 1;
}

guint
rs_debug_point_get_line (const RsDebugPoint *point)
{
  return point->mark == NULL || gtk_text_mark_get_deleted (point->mark) ? point->line : get_line (point->mark);
}

char *
rs_debug_point_dup_text (const RsDebugPoint *point)
{
  GtkTextIter start, end;

  if (point->mark == NULL || gtk_text_mark_get_deleted (point->mark))
    return NULL;
  gtk_text_buffer_get_iter_at_mark (gtk_text_mark_get_buffer (point->mark), &start, point->mark);
  gtk_text_iter_set_line_offset (&start, 0);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return g_strstrip (gtk_text_iter_get_text (&start, &end));
}

GPtrArray *
rs_debug_points_get_all (RsDebugPoints *self)
{
  return self->points;
}

GPtrArray *
rs_debug_points_get_watches (RsDebugPoints *self)
{
  return self->watches;
}

RsDebugPoint *
rs_debug_points_find (RsDebugPoints *self, const char *name, guint line)
{
  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);

      if (rs_debug_point_get_line (point) == line && g_str_equal (point->name, name))
        return point;
    }
  return NULL;
}

/* --- marks --- */

static RsEditorPage *
find_page (RsDebugPoints *self, const char *name)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);

      if (g_str_equal (rs_document_get_name (rs_editor_page_get_document (page)), name))
        return page;
    }
  return NULL;
}

/* --- texts that go and come --- */

static void
clear_deleted (gpointer data)
{
  g_free (((Deleted *)data)->text);
}

static gboolean
is_in (const RsDebugPoint *point, GtkTextBuffer *buffer)
{
  return point->mark != NULL && gtk_text_mark_get_buffer (point->mark) == buffer;
}

static char *
dup_text (GtkTextBuffer *buffer)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_iter_get_text (&start, &end);
}

/* Another text is to stand for the whole: formatting, reading the file again. */
static void
remember_whole (RsDebugPoints *self, GtkTextBuffer *buffer)
{
  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);

      if (is_in (point, buffer))
        point->line = get_line (point->mark);
    }
  g_object_set_data_full (G_OBJECT (buffer), "text-of-points", dup_text (buffer), g_free);
}

static void
remember_deleted (RsDebugPoints *self, RsDebugPoint *point, const GtkTextIter *start, const GtkTextIter *end)
{
  Deleted deleted = { .point = point,
                      .buffer = gtk_text_iter_get_buffer (start),
                      .offset = gtk_text_iter_get_offset (start),
                      .line = get_line (point->mark) - 1 - (guint)gtk_text_iter_get_line (start) };

  if (gtk_text_iter_get_offset (end) - deleted.offset > MOST_DELETED_BYTES)
    return;
  deleted.text = gtk_text_iter_get_text (start, end);
  if (self->deleted->len >= MOST_DELETED)
    g_array_remove_index (self->deleted, 0);
  g_array_append_val (self->deleted, deleted);
}

/* Before it is. */
static void
on_delete (GtkTextBuffer *buffer, const GtkTextIter *start, const GtkTextIter *end, RsDebugPoints *self)
{
  if (gtk_text_iter_is_start (start) && gtk_text_iter_is_end (end) && !gtk_text_iter_equal (start, end))
    {
      remember_whole (self, buffer);
      return;
    }
  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);
      GtkTextIter at;

      if (!is_in (point, buffer))
        continue;
      gtk_text_buffer_get_iter_at_mark (buffer, &at, point->mark);
      if (gtk_text_iter_compare (&at, start) >= 0 && gtk_text_iter_compare (&at, end) < 0)
        remember_deleted (self, point, start, end);
    }
}

static void place_point (RsDebugPoint *point, RsEditorPage *page);

/* After it was: at is behind it. */
static void
on_insert (GtkTextBuffer *buffer, const GtkTextIter *at, const char *text, int length, RsDebugPoints *self)
{
  for (guint i = self->deleted->len; i-- > 0;)
    {
      Deleted *deleted = &g_array_index (self->deleted, Deleted, i);
      GtkTextIter start;

      if (deleted->buffer != buffer || strlen (deleted->text) != (gsize)length
          || strncmp (deleted->text, text, (gsize)length) != 0)
        continue;
      gtk_text_buffer_get_iter_at_offset (buffer, &start, deleted->offset);
      if (gtk_text_iter_get_offset (at) != deleted->offset + (int)g_utf8_strlen (text, length)
          || !g_ptr_array_find (self->points, deleted->point, NULL))
        continue;
      deleted->point->line = (guint)gtk_text_iter_get_line (&start) + deleted->line + 1;
      place_point (deleted->point, find_page (self, deleted->point->name));
      g_array_remove_index (self->deleted, i);
    }
}

/* Where the program stands, in a text that is another one now. */
static void
follow_here (RsDebugPoints *self, GtkTextBuffer *buffer)
{
  RsEditorPage *page = self->here_line > 0 ? find_page (self, self->here_name) : NULL;
  g_autofree char *name = g_strdup (self->here_name);

  if (page != NULL && GTK_TEXT_BUFFER (rs_editor_page_get_document (page)) == buffer)
    rs_debug_points_mark_here (self, name, rs_debug_points_find_now (self, name, self->here_line));
}

/* The new text is there: breakpoints are at the lines that were theirs. */
static void
follow_whole (RsDebugPoints *self, GtkTextBuffer *buffer)
{
  g_autofree char *before = g_object_steal_data (G_OBJECT (buffer), "text-of-points"), *after = NULL;

  if (before == NULL)
    return;
  after = dup_text (buffer);
  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);

      if (!is_in (point, buffer))
        continue;
      rs_lines_follow (before, after, &point->line, 1);
      place_point (point, find_page (self, point->name));
    }
  follow_here (self, buffer);
}

static void
on_end_of_action (GtkTextBuffer *buffer, RsDebugPoints *self)
{
  follow_whole (self, buffer);
}

/* --- in the margin --- */

/* In the margin, which has marks at the starts of lines only. */
static GtkTextMark *
make_mark (const GtkTextIter *at, const char *category)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (gtk_text_iter_get_buffer (at));

  return g_object_ref (GTK_TEXT_MARK (gtk_source_buffer_create_source_mark (buffer, NULL, category, at)));
}

/* The start of its line, or of the one that shows where that is folded. */
static void
get_shown_place (const RsDebugPoint *point, GtkTextIter *at)
{
  gtk_text_buffer_get_iter_at_mark (gtk_text_mark_get_buffer (point->mark), at, point->mark);
  gtk_text_iter_set_line_offset (at, 0);
  rs_folds_go_to_shown (at);
}

static void
show_point (RsDebugPoint *point)
{
  GtkTextIter at;

  get_shown_place (point, &at);
  remove_mark (&point->shown);
  point->shown = make_mark (&at, rs_point_marks_get_category (point));
  rs_margin_marks_set_describer (point->shown, rs_point_marks_describe, point);
}

/* Before the first word of a line, with what is inserted there before it: a breakpoint goes with its statement. */
static GtkTextMark *
mark_statement (GtkTextBuffer *buffer, guint line)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_line (buffer, &at, (int)line - 1);
  while (!gtk_text_iter_ends_line (&at) && g_unichar_isspace (gtk_text_iter_get_char (&at)))
    gtk_text_iter_forward_char (&at);
  return g_object_ref (gtk_text_buffer_create_mark (buffer, NULL, &at, FALSE));
}

/* At its line; page: NULL: it is not open. */
static void
place_point (RsDebugPoint *point, RsEditorPage *page)
{
  remove_marks (point);
  if (page == NULL)
    return;
  point->mark = mark_statement (GTK_TEXT_BUFFER (rs_editor_page_get_document (page)), point->line);
  show_point (point);
}

/* Lines have been folded, or are shown again. */
static void
on_tag_changed (GtkTextBuffer *buffer, GtkTextTag *tag, const GtkTextIter *start, const GtkTextIter *end,
                RsDebugPoints *self)
{
  for (guint i = 0; i < self->points->len && rs_folds_is_tag (tag); i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);

      if (point->mark != NULL && gtk_text_mark_get_buffer (point->mark) == buffer)
        show_point (point);
    }
}

/* The text has: a statement may have gone on to another line. */
static void
on_text_changed (GtkTextBuffer *buffer, RsDebugPoints *self)
{
  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);
      GtkTextIter wanted, shown;

      if (point->mark == NULL || gtk_text_mark_get_buffer (point->mark) != buffer)
        continue;
      get_shown_place (point, &wanted);
      gtk_text_buffer_get_iter_at_mark (buffer, &shown, point->shown);
      if (!gtk_text_iter_equal (&wanted, &shown))
        show_point (point);
    }
}

/* Loading a file replaces the text, and moves all marks to its start. */
static void
place_marks (RsDebugPoints *self, RsEditorPage *page)
{
  const char *name = rs_document_get_name (rs_editor_page_get_document (page));

  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);

      if (g_str_equal (point->name, name))
        place_point (point, page);
    }
}

void
rs_debug_points_mark_here (RsDebugPoints *self, const char *name, guint line)
{
  RsEditorPage *page = line > 0 ? find_page (self, name) : NULL;
  GtkTextIter at;

  remove_mark (&self->here_mark);
  g_free (self->here_name);
  self->here_name = g_strdup (name);
  self->here_line = line > 0 ? rs_debug_points_find_then (self, name, line) : 0;
  if (page == NULL)
    return;
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (rs_editor_page_get_document (page)), &at, (int)line - 1);
  self->here_mark = make_mark (&at, RS_DEBUG_MARK_HERE);
}

guint
rs_debug_points_get_here (RsDebugPoints *self, GtkTextBuffer *buffer)
{
  return self->here_mark != NULL && gtk_text_mark_get_buffer (self->here_mark) == buffer ? get_line (self->here_mark)
                                                                                         : 0;
}

static void
on_margin_clicked (GtkSourceView *view, const GtkTextIter *iter, guint button, GdkModifierType state, int n_presses,
                   RsDebugPoints *self)
{
  RsDocument *document = RS_DOCUMENT (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)));

  if (button == GDK_BUTTON_PRIMARY && n_presses == 1)
    rs_debug_points_toggle (self, document, (guint)gtk_text_iter_get_line (iter) + 1, NULL);
}

static void
on_opened (RsDocument *document, gboolean is_read, RsDebugPoints *self)
{
  RsEditorPage *page = find_page (self, rs_document_get_name (document));

  if (page == NULL)
    return;
  follow_whole (self, GTK_TEXT_BUFFER (document));
  place_marks (self, page);
  follow_here (self, GTK_TEXT_BUFFER (document));
}

static void
remember_name (RsDocument *document)
{
  g_object_set_data_full (G_OBJECT (document), "name-of-points", g_strdup (rs_document_get_name (document)), g_free);
}

/* A program that has begun with it goes on under the old name. */
static void
note_other_name (RsDebugPoints *self, RsDocument *document)
{
  const char *before = g_object_get_data (G_OBJECT (document), "name-of-points"),
             *now = rs_document_get_name (document);
  gpointer key, then;

  if (before == NULL || g_str_equal (before, now))
    return;
  if (!rs_program_lines_have_begun (GTK_TEXT_BUFFER (document)))
    {
      remember_name (document);
      return;
    }
  if (!g_hash_table_steal_extended (self->then, before, &key, &then))
    {
      key = NULL;
      then = g_strdup (before);
    }
  g_free (key);
  g_hash_table_replace (self->then, g_strdup (now), then);
  if (g_strcmp0 (self->here_name, before) == 0)
    {
      g_free (self->here_name);
      self->here_name = g_strdup (now);
    }
  remember_name (document);
}

const char *
rs_debug_points_get_name_then (RsDebugPoints *self, const char *name)
{
  const char *then = g_hash_table_lookup (self->then, name);

  return then != NULL ? then : name;
}

const char *
rs_debug_points_get_name_now (RsDebugPoints *self, const char *name)
{
  GHashTableIter iterator;
  gpointer now, then;

  g_hash_table_iter_init (&iterator, self->then);
  while (g_hash_table_iter_next (&iterator, &now, &then))
    if (g_str_equal (then, name))
      return now;
  return name;
}

static gboolean
is_then (gpointer now, gpointer then, gpointer name)
{
  return g_str_equal (then, name);
}

void
rs_debug_points_begin (RsDebugPoints *self, const char *name)
{
  g_hash_table_remove (self->then, name);
  g_hash_table_foreach_remove (self->then, is_then, (gpointer)name); /* what is called so now runs under that name */
}

/* It has been saved under another name: its breakpoints are that file's. */
static void
on_renamed (RsDocument *document, RsDebugPoints *self)
{
  note_other_name (self, document);
  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);

      if (!is_in (point, GTK_TEXT_BUFFER (document)) || g_str_equal (point->name, rs_document_get_name (document)))
        continue;
      g_free (point->name);
      point->name = g_strdup (rs_document_get_name (document));
    }
  tell_changed (self);
}

void
rs_debug_points_move_file (RsDebugPoints *self, GFile *old, GFile *new)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);
      g_autoptr (GFile) file = point->mark == NULL ? g_file_new_for_path (point->name) : NULL, moved = NULL;

      if (file == NULL || (moved = rs_file_dup_moved (file, old, new)) == NULL)
        continue;
      g_free (point->name);
      point->name = g_strdup (g_file_peek_path (moved));
      changed = TRUE;
    }
  if (changed)
    tell_changed (self);
}

void
rs_debug_points_add_page (RsDebugPoints *self, RsEditorPage *page)
{
  g_ptr_array_add (self->pages, g_object_ref (page));
  remember_name (rs_editor_page_get_document (page));
  rs_point_marks_add (rs_editor_page_get_view (page));
  rs_arrow_drag_add (self, rs_editor_page_get_view (page));
  g_signal_connect_object (rs_editor_page_get_view (page), "line-mark-activated", G_CALLBACK (on_margin_clicked), self,
                           0);
  g_signal_connect_object (rs_editor_page_get_document (page), "opened", G_CALLBACK (on_opened), self, 0);
  g_signal_connect_object (rs_editor_page_get_document (page), "renamed", G_CALLBACK (on_renamed), self, 0);
  g_signal_connect_object (rs_editor_page_get_document (page), "changed", G_CALLBACK (on_text_changed), self, 0);
  g_signal_connect_object (rs_editor_page_get_document (page), "delete-range", G_CALLBACK (on_delete), self, 0);
  g_signal_connect_object (rs_editor_page_get_document (page), "insert-text", G_CALLBACK (on_insert), self,
                           G_CONNECT_AFTER);
  g_signal_connect_object (rs_editor_page_get_document (page), "end-user-action", G_CALLBACK (on_end_of_action), self,
                           G_CONNECT_AFTER);
  g_signal_connect_object (rs_editor_page_get_document (page), "apply-tag", G_CALLBACK (on_tag_changed), self,
                           G_CONNECT_AFTER);
  g_signal_connect_object (rs_editor_page_get_document (page), "remove-tag", G_CALLBACK (on_tag_changed), self,
                           G_CONNECT_AFTER);
  place_marks (self, page);
}

void
rs_debug_points_remove_page (RsDebugPoints *self, RsEditorPage *page)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (rs_editor_page_get_document (page));

  for (guint i = 0; i < self->points->len; i++)
    {
      RsDebugPoint *point = g_ptr_array_index (self->points, i);

      if (point->mark == NULL || gtk_text_mark_get_buffer (point->mark) != buffer)
        continue;
      point->line = rs_debug_point_get_line (point);
      remove_marks (point);
    }
  if (self->here_mark != NULL && gtk_text_mark_get_buffer (self->here_mark) == buffer)
    remove_mark (&self->here_mark);
  g_ptr_array_remove (self->pages, page);
}

/* --- changes --- */

static RsDebugPoint *
add_point (RsDebugPoints *self, const char *name, guint line)
{
  RsDebugPoint *point = g_new0 (RsDebugPoint, 1);

  point->name = g_strdup (name);
  point->line = line;
  place_point (point, find_page (self, name));
  g_ptr_array_add (self->points, point);
  return point;
}

RsDebugPoint *
rs_debug_points_toggle (RsDebugPoints *self, RsDocument *document, guint line, guint *moved_to)
{
  const char *name = rs_document_get_name (document);
  RsDebugPoint *point = rs_debug_points_find (self, name, line);
  guint found;

  if (moved_to != NULL)
    *moved_to = 0;
  if (point == NULL)
    {
      g_autofree char *text = rs_document_dup_text (document);
      g_autoptr (RsSource) source = rs_source_new_from_text (name, text, -1);

      found = rs_debug_find_statement (source, line);
      if (found == 0)
        return NULL;
      if (moved_to != NULL && found != line)
        *moved_to = found;
      line = found;
      point = rs_debug_points_find (self, name, line);
    }
  if (point != NULL)
    {
      rs_debug_points_remove (self, point);
      return NULL;
    }
  point = add_point (self, name, line);
  g_signal_emit (self, signals[ADDED], 0, point);
  tell_changed (self);
  return point;
}

static char *
dup_or_null (const char *text)
{
  return text != NULL && *text != '\0' ? g_strdup (text) : NULL;
}

static void
set_details (RsDebugPoint *point, const char *condition, guint hits, const char *message)
{
  g_free (point->condition);
  g_free (point->message);
  point->condition = dup_or_null (condition);
  point->message = dup_or_null (message);
  point->hits = hits;
  point->n_hits = 0;
  g_clear_pointer (&point->failure, g_free);
  if (point->mark != NULL)
    show_point (point);
}

void
rs_debug_points_edit (RsDebugPoints *self, RsDebugPoint *point, const char *condition, guint hits, const char *message)
{
  if (!g_ptr_array_find (self->points, point, NULL)) /* it may have gone while the dialog was open */
    return;
  point->is_off = FALSE;
  set_details (point, condition, hits, message);
  g_signal_emit (self, signals[EDITED], 0, point);
  tell_changed (self);
}

void
rs_debug_points_set_off (RsDebugPoints *self, RsDebugPoint *point, gboolean is_off)
{
  if (point->is_off == is_off || !g_ptr_array_find (self->points, point, NULL))
    return;
  point->is_off = is_off;
  point->line = rs_debug_point_get_line (point);
  place_point (point, find_page (self, point->name));
  tell_changed (self);
}

void
rs_debug_points_set_hits (RsDebugPoints *self, RsDebugPoint *point, guint64 n_hits, const char *failure)
{
  g_autofree char *now = dup_or_null (failure);

  if (point->n_hits == n_hits && g_strcmp0 (point->failure, now) == 0)
    return;
  self->has_new_hits = TRUE;
  point->n_hits = n_hits;
  g_free (point->failure);
  point->failure = g_steal_pointer (&now);
  if (point->mark != NULL)
    show_point (point);
}

void
rs_debug_points_tell_hits (RsDebugPoints *self)
{
  if (!self->has_new_hits)
    return;
  self->has_new_hits = FALSE;
  tell (self, COUNTED);
}

void
rs_debug_points_clear_hits (RsDebugPoints *self)
{
  for (guint i = 0; i < self->points->len; i++)
    rs_debug_points_set_hits (self, g_ptr_array_index (self->points, i), 0, NULL);
  rs_debug_points_tell_hits (self);
}

void
rs_debug_points_switch (RsDebugPoints *self, RsDebugPoint *point)
{
  rs_debug_points_set_off (self, point, !point->is_off);
  g_signal_emit (self, signals[EDITED], 0, point);
}

RsDebugPoint *
rs_debug_points_adopt (RsDebugPoints *self, const RsDebugPoint *told)
{
  RsDebugPoint *point = add_point (self, told->name, told->line);

  set_details (point, told->condition, told->hits, told->message);
  point->is_temporary = told->is_temporary;
  g_signal_emit (self, signals[ADDED], 0, point);
  tell_changed (self);
  return point;
}

void
rs_debug_points_remove (RsDebugPoints *self, RsDebugPoint *point)
{
  if (!g_ptr_array_find (self->points, point, NULL))
    return;
  g_signal_emit (self, signals[REMOVED], 0, point);
  g_ptr_array_remove (self->points, point);
  tell_changed (self);
}

void
rs_debug_points_add_watch (RsDebugPoints *self, const char *expression)
{
  g_ptr_array_add (self->watches, g_strdup (expression));
  tell_changed (self);
}

void
rs_debug_points_remove_watch (RsDebugPoints *self, guint index)
{
  if (index >= self->watches->len)
    return;
  g_ptr_array_remove_index (self->watches, index);
  tell_changed (self);
}

const char *
rs_debug_points_get_name (RsDebugPoints *self, const char *path)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      const char *name = rs_document_get_name (rs_editor_page_get_document (g_ptr_array_index (self->pages, i)));
      g_autofree char *own = g_canonicalize_filename (name, NULL);

      if (g_str_equal (own, path))
        return name;
    }
  return path;
}

guint
rs_debug_points_find_now (RsDebugPoints *self, const char *name, guint line)
{
  RsEditorPage *page = find_page (self, name);

  return page != NULL ? rs_program_lines_find_now (GTK_TEXT_BUFFER (rs_editor_page_get_document (page)), line, NULL)
                      : line;
}

guint
rs_debug_points_find_then (RsDebugPoints *self, const char *name, guint line)
{
  RsEditorPage *page = find_page (self, name);

  return page != NULL ? rs_program_lines_find_then (GTK_TEXT_BUFFER (rs_editor_page_get_document (page)), line) : line;
}

/* --- the session --- */

char **
rs_debug_points_describe (RsDebugPoints *self)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **texts;

  for (guint i = 0; i < self->points->len; i++)
    {
      const RsDebugPoint *point = g_ptr_array_index (self->points, i);
      g_autofree char *line = g_strdup_printf ("%u", rs_debug_point_get_line (point)),
                      *hits = g_strdup_printf ("%u", point->hits);
      const char *fields[] = { "break",
                               point->name,
                               line,
                               hits,
                               point->condition != NULL ? point->condition : "",
                               point->message != NULL ? point->message : "",
                               "off" };
      g_autofree char *text = rs_debug_join (fields, point->is_off ? 7 : 6);

      if (!point->is_temporary)
        g_strv_builder_add (builder, text);
    }
  for (guint i = 0; i < self->watches->len; i++)
    {
      const char *fields[] = { "watch", g_ptr_array_index (self->watches, i) };
      g_autofree char *text = rs_debug_join (fields, G_N_ELEMENTS (fields));

      g_strv_builder_add (builder, text);
    }
  texts = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return texts;
}

static gboolean
restore_one (RsDebugPoints *self, const char *text)
{
  g_auto (GStrv) fields = rs_debug_split (text);
  guint n = fields != NULL ? g_strv_length (fields) : 0;
  RsDebugPoint *point;
  guint64 line, hits;

  if (n == 2 && g_str_equal (fields[0], "watch"))
    {
      g_ptr_array_add (self->watches, g_strdup (fields[1]));
      return TRUE;
    }
  if ((n != 6 && n != 7) || !g_str_equal (fields[0], "break")
      || !g_ascii_string_to_unsigned (fields[2], 10, 1, G_MAXINT, &line, NULL)
      || !g_ascii_string_to_unsigned (fields[3], 10, 0, G_MAXINT, &hits, NULL))
    return FALSE;
  point = add_point (self, fields[1], (guint)line);
  set_details (point, fields[4], (guint)hits, fields[5]);
  rs_debug_points_set_off (self, point, n == 7 && g_str_equal (fields[6], "off"));
  return TRUE;
}

guint
rs_debug_points_restore (RsDebugPoints *self, const char *const *texts)
{
  guint n_bad = 0;

  for (guint i = 0; texts != NULL && texts[i] != NULL && i < MOST_RESTORED; i++)
    n_bad += !restore_one (self, texts[i]);
  tell_changed (self);
  return n_bad;
}

/* --- object --- */

RsDebugPoints *
rs_debug_points_get (GObject *runs)
{
  RsDebugPoints *self = g_object_get_data (runs, "debug-points");

  if (self == NULL)
    {
      self = g_object_new (RS_TYPE_DEBUG_POINTS, NULL);
      g_object_set_data_full (runs, "debug-points", self, g_object_unref);
    }
  return self;
}

static void
rs_debug_points_finalize (GObject *object)
{
  RsDebugPoints *self = RS_DEBUG_POINTS (object);

  remove_mark (&self->here_mark);
  g_ptr_array_unref (self->points);
  g_ptr_array_unref (self->watches);
  g_ptr_array_unref (self->pages);
  g_array_unref (self->deleted);
  g_hash_table_unref (self->then);
  g_free (self->here_name);
  G_OBJECT_CLASS (rs_debug_points_parent_class)->finalize (object);
}

static void
rs_debug_points_class_init (RsDebugPointsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_debug_points_finalize;
  signals[CHANGED]
      = g_signal_new ("changed", RS_TYPE_DEBUG_POINTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ADDED] = g_signal_new ("added", RS_TYPE_DEBUG_POINTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 G_TYPE_POINTER);
  signals[REMOVED] = g_signal_new ("removed", RS_TYPE_DEBUG_POINTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   1, G_TYPE_POINTER);
  signals[EDITED] = g_signal_new ("edited", RS_TYPE_DEBUG_POINTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  1, G_TYPE_POINTER);
  signals[COUNTED]
      = g_signal_new ("counted", RS_TYPE_DEBUG_POINTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
rs_debug_points_init (RsDebugPoints *self)
{
  self->points = g_ptr_array_new_with_free_func (point_free);
  self->watches = g_ptr_array_new_with_free_func (g_free);
  self->pages = g_ptr_array_new_with_free_func (g_object_unref);
  self->then = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->deleted = g_array_new (FALSE, FALSE, sizeof (Deleted));
  g_array_set_clear_func (self->deleted, clear_deleted);
}
