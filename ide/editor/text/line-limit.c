/* The longest line of a text. A longer one would freeze the window, and its file could not be opened again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/line-limit.h"

#include "ide/editor/text/text-file.h"

#include <string.h>

typedef struct {
  GtkTextBuffer *buffer; /* borrowed: it has this */
  gsize max_bytes;
  gboolean (*is_free) (GtkTextBuffer *buffer);
  void (*told) (GtkTextBuffer *buffer);
  gboolean has_changed, has_refused; /* within what is under way */
  guint source;                      /* of taking back what was done */
} Limit;

/* From there to the end of its line. */
static gsize
measure_rest (const GtkTextIter *at)
{
  GtkTextIter end = *at;

  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return (gsize)(gtk_text_iter_get_line_index (&end) - gtk_text_iter_get_line_index (at));
}

gsize
rs_line_limit_measure (const GtkTextIter *start, const GtkTextIter *end, const char *text, gsize length)
{
  const char *first = memchr (text, '\n', length), *last = g_strrstr_len (text, (gssize)length, "\n");
  const gsize before = (gsize)gtk_text_iter_get_line_index (start), behind = measure_rest (end);
  gsize inside;

  if (first == NULL)
    return before + length + behind;
  inside = rs_text_find_longest_line (text, length);
  inside = MAX (inside, before + (gsize)(first - text));
  return MAX (inside, (gsize)(text + length - last - 1) + behind);
}

static void
refuse (GtkTextBuffer *buffer, const char *signal, Limit *self)
{
  g_signal_stop_emission_by_name (buffer, signal);
  self->has_refused = TRUE;
  self->told (buffer);
}

static void
on_insert (GtkTextBuffer *buffer, GtkTextIter *at, const char *text, int length, Limit *self)
{
  const gsize n_bytes = length >= 0 ? (gsize)length : strlen (text);

  if (!self->is_free (buffer) && rs_line_limit_measure (at, at, text, n_bytes) > self->max_bytes)
    refuse (buffer, "insert-text", self);
  else
    self->has_changed = TRUE;
}

static void
on_delete (GtkTextBuffer *buffer, GtkTextIter *start, GtkTextIter *end, Limit *self)
{
  const gboolean is_joined = gtk_text_iter_get_line (start) != gtk_text_iter_get_line (end);
  const GtkTextIter *first = gtk_text_iter_compare (start, end) <= 0 ? start : end,
                    *last = first == start ? end : start;

  /* A line that was longer before may become shorter. */
  if (is_joined && !self->is_free (buffer)
      && (gsize)gtk_text_iter_get_line_index (first) + measure_rest (last) > self->max_bytes)
    refuse (buffer, "delete-range", self);
  else
    self->has_changed = TRUE;
}

static void
on_begin (GtkTextBuffer *buffer, Limit *self)
{
  self->has_changed = self->has_refused = FALSE;
}

static gboolean
take_back (gpointer data)
{
  Limit *self = data;

  self->source = 0;
  gtk_text_buffer_undo (self->buffer);
  return G_SOURCE_REMOVE;
}

/* The history has the action a moment later. */
static void
on_end (GtkTextBuffer *buffer, Limit *self)
{
  if (self->has_refused && self->has_changed && self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_HIGH, take_back, self, NULL);
  self->has_refused = FALSE;
}

static void
free_limit (gpointer data, GClosure *closure)
{
  Limit *self = data;

  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self);
}

void
rs_line_limit_add (GtkTextBuffer *buffer, gsize max_bytes, gboolean (*is_free) (GtkTextBuffer *buffer),
                   void (*told) (GtkTextBuffer *buffer))
{
  Limit *self = g_new0 (Limit, 1);

  self->buffer = buffer;
  self->max_bytes = max_bytes;
  self->is_free = is_free;
  self->told = told;
  g_signal_connect_data (buffer, "insert-text", G_CALLBACK (on_insert), self, free_limit, 0);
  g_signal_connect (buffer, "delete-range", G_CALLBACK (on_delete), self);
  g_signal_connect (buffer, "begin-user-action", G_CALLBACK (on_begin), self);
  g_signal_connect (buffer, "end-user-action", G_CALLBACK (on_end), self);
}
