/* Colours by meaning.
 *
 * Long texts have many names: tags are set a piece at a time when the program is idle, and a change of the text ends
 * that, since the next analysis brings other places.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/meaning-colors.h"

#include "ide/analysis/names/meanings.h"
#include "ide/editor/style.h"

#define PIECE 60 /* names at a time: less than a millisecond, so that keys do not wait */

struct _RsMeaningColors {
  GObject parent;

  RsDocument *document;  /* borrowed */
  GtkTextTag *tags[RS_N_MEANINGS]; /* borrowed from the document */
  RsAnalysis *analysis;  /* owned; what is being shown; NULL: nothing */
  const GArray *spans;   /* the analysis's */
  guint next;            /* the first span that is not shown */
  GtkTextIter at;        /* valid as long as the text does not change */
  guint32 at_offset;     /* in bytes */
  guint source;
};

G_DEFINE_FINAL_TYPE (RsMeaningColors, rs_meaning_colors, G_TYPE_OBJECT)

/* Light and dark; contrast with the ground at least 4.5. */
static const char *const colors[RS_N_MEANINGS][2] = {
  [RS_MEANS_PARAMETER] = { "#7a4a00", "#e5b567" },
  [RS_MEANS_CAPTURED] = { "#0b6e6e", "#6fd3d3" },
  [RS_MEANS_KERNEL] = { "#a02418", "#ff8f7d" },
  [RS_MEANS_UNUSED] = { "#59626c", "#a6aebb" },
};

/* Goes on to a byte offset; the places come in order. */
static void
move_to (RsMeaningColors *self, const char *text, guint32 offset)
{
  gtk_text_iter_forward_chars (&self->at, (int)g_utf8_strlen (text + self->at_offset, offset - self->at_offset));
  self->at_offset = offset;
}

/* Whether the tag is anywhere in the range. Looking is cheap, removing has the lines drawn again. */
static gboolean
has_tag_inside (const GtkTextIter *start, const GtkTextIter *end, GtkTextTag *tag)
{
  GtkTextIter iter = *start;

  return gtk_text_iter_has_tag (start, tag)
         || (gtk_text_iter_forward_to_tag_toggle (&iter, tag) && gtk_text_iter_compare (&iter, end) < 0);
}

static void
clear (RsMeaningColors *self, const GtkTextIter *start, const GtkTextIter *end)
{
  for (guint i = 0; i < RS_N_MEANINGS; i++)
    if (gtk_text_iter_compare (start, end) < 0 && has_tag_inside (start, end, self->tags[i]))
      gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->document), self->tags[i], start, end);
}

/* Typing moves tags with the text: most of them are right already. */
static gboolean
is_right (RsMeaningColors *self, const GtkTextIter *start, const GtkTextIter *end, RsMeaning meaning)
{
  return gtk_text_iter_starts_tag (start, self->tags[meaning]) && gtk_text_iter_ends_tag (end, self->tags[meaning]);
}

static gboolean
on_idle (gpointer data)
{
  RsMeaningColors *self = data;
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  const char *text = rs_source_get_text (rs_analysis_get_source (self->analysis));
  GtkTextIter start, end;

  for (guint i = 0; i < PIECE && self->next < self->spans->len; i++, self->next++)
    {
      const RsMeaningSpan *span = &g_array_index (self->spans, RsMeaningSpan, self->next);

      start = self->at;
      move_to (self, text, span->start);
      clear (self, &start, &self->at);
      start = self->at;
      move_to (self, text, span->end);
      if (is_right (self, &start, &self->at, span->meaning))
        continue;
      clear (self, &start, &self->at);
      gtk_text_buffer_apply_tag (buffer, self->tags[span->meaning], &start, &self->at);
    }
  if (self->next < self->spans->len)
    return G_SOURCE_CONTINUE;
  gtk_text_buffer_get_end_iter (buffer, &end);
  clear (self, &self->at, &end);
  self->source = 0;
  return G_SOURCE_REMOVE;
}

static void
stop (RsMeaningColors *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
}

void
rs_meaning_colors_set (RsMeaningColors *self, RsAnalysis *analysis)
{
  stop (self);
  g_clear_pointer (&self->analysis, rs_analysis_unref);
  /* With errors, half of what is known would be missing. */
  if (analysis == NULL || rs_analysis_has_errors (analysis) || !rs_document_is_colored (self->document)
      || rs_analysis_get_source (analysis) != rs_document_get_source (self->document))
    return;
  self->analysis = rs_analysis_ref (analysis);
  self->spans = rs_analysis_get_meanings (analysis);
  self->next = 0;
  self->at_offset = 0;
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->document), &self->at);
  for (guint i = 0; i < RS_N_MEANINGS; i++)
    gtk_text_tag_set_priority (self->tags[i], gtk_text_tag_table_get_size (
                                                  gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (self->document)))
                                                  - 1);
  self->source = g_idle_add_full (G_PRIORITY_LOW, on_idle, self, NULL);
}

static void
rs_meaning_colors_dispose (GObject *object)
{
  RsMeaningColors *self = RS_MEANING_COLORS (object);

  stop (self);
  g_clear_pointer (&self->analysis, rs_analysis_unref);
  G_OBJECT_CLASS (rs_meaning_colors_parent_class)->dispose (object);
}

static void
rs_meaning_colors_class_init (RsMeaningColorsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_meaning_colors_dispose;
}

static void
rs_meaning_colors_init (RsMeaningColors *self)
{
}

RsMeaningColors *
rs_meaning_colors_new (RsDocument *document)
{
  static const char *const names[]
      = { "redshift:parameter", "redshift:captured", "redshift:kernel", "redshift:unused" };
  RsMeaningColors *self = g_object_new (RS_TYPE_MEANING_COLORS, NULL);

  self->document = document;
  for (guint i = 0; i < RS_N_MEANINGS; i++)
    {
      self->tags[i] = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (document), names[i], NULL, NULL);
      rs_style_color_tag (self->tags[i], colors[i][0], colors[i][1]);
    }
  g_object_set (self->tags[RS_MEANS_UNUSED], "style", PANGO_STYLE_ITALIC, "strikethrough", FALSE, NULL);
  g_signal_connect_object (document, "changed", G_CALLBACK (stop), self, G_CONNECT_SWAPPED);
  return self;
}
