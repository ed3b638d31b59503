/* What an editor does with the blocks of its text.
 *
 * Blocks are found again when they are asked for after a change: tokens of 20,000 lines take some milliseconds.
 *
 * A fold is a tag that makes lines invisible, and an icon in the margin. It covers the lines behind the first up to the
 * one before the closing word, and goes when it is edited.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/typing/block-aids.h"

#include "ide/analysis/blocks.h"

#include <string.h>

#define INDENT 4

/* Characters of a text in which words that belong together are looked for: its tokens are made at once. */
#define MAX_MATCHED (4 * 1024 * 1024)

struct _RsBlockAids {
  GObject parent;

  RsDocument *document;             /* borrowed */
  GtkSourceView *view;              /* borrowed */
  GtkTextTag *match_tag, *fold_tag; /* borrowed from the document */
  GArray *blocks;                   /* of source; NULL: not looked for */
  gboolean has_match;               /* words are marked */
  RsSource *source;                 /* what blocks belong to */
};

static void indenter_init (GtkSourceIndenterInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (RsBlockAids, rs_block_aids, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_INDENTER, indenter_init))

static const GArray *
get_blocks (RsBlockAids *self)
{
  RsSource *source = rs_document_get_source (self->document);

  if (source == self->source)
    return self->blocks;
  g_clear_pointer (&self->blocks, g_array_unref);
  g_clear_pointer (&self->source, rs_source_unref);
  self->source = rs_source_ref (source);
  self->blocks = rs_blocks_find (source);
  return self->blocks;
}

static void
get_iter (RsBlockAids *self, guint32 offset, GtkTextIter *iter)
{
  guint line, column;

  rs_source_locate (self->source, offset, &line, &column);
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->document), iter, (int)line - 1);
  for (guint i = 1; i < column && !gtk_text_iter_ends_line (iter); i++)
    gtk_text_iter_forward_char (iter);
}

static guint32
get_offset (RsBlockAids *self, const GtkTextIter *iter)
{
  const char *text = rs_source_get_text (self->source), *line = text;
  GtkTextIter start = *iter;
  g_autofree char *before = NULL;

  gtk_text_iter_set_line_offset (&start, 0);
  before = gtk_text_iter_get_slice (&start, iter);
  for (int i = gtk_text_iter_get_line (iter); i > 0 && line != NULL; i--)
    line = strchr (line, '\n') != NULL ? strchr (line, '\n') + 1 : NULL;
  return (guint32)(line != NULL ? line - text : 0) + (guint32)strlen (before);
}

static void
get_cursor (RsBlockAids *self, GtkTextIter *iter)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);

  gtk_text_buffer_get_iter_at_mark (buffer, iter, gtk_text_buffer_get_insert (buffer));
}

/* --- words that belong together --- */

static void
mark_word (RsBlockAids *self, guint32 from, guint32 to)
{
  GtkTextIter start, end;

  get_iter (self, from, &start);
  get_iter (self, to, &end);
  gtk_text_buffer_apply_tag (GTK_TEXT_BUFFER (self->document), self->match_tag, &start, &end);
}

static gboolean
is_word_char (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_' || c == '%' || c == '{' || c == '}';
}

/* Blocks are looked for only where the cursor is in or behind a word of theirs: tokens cost time at every key. */
static gboolean
is_at_block_word (const GtkTextIter *cursor)
{
  GtkTextIter start = *cursor, end = *cursor, before = *cursor;
  g_autofree char *word = NULL;

  while (gtk_text_iter_backward_char (&before) && is_word_char (gtk_text_iter_get_char (&before)))
    start = before;
  while (is_word_char (gtk_text_iter_get_char (&end)))
    gtk_text_iter_forward_char (&end);
  word = gtk_text_iter_get_slice (&start, &end);
  return rs_blocks_is_word (word);
}

static void
show_match (RsBlockAids *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter start, end, cursor;
  const RsBlock *block;

  if (self->has_match)
    {
      gtk_text_buffer_get_bounds (buffer, &start, &end);
      gtk_text_buffer_remove_tag (buffer, self->match_tag, &start, &end);
      self->has_match = FALSE;
    }
  get_cursor (self, &cursor);
  if (rs_document_is_opening (self->document) || gtk_text_buffer_get_char_count (buffer) > MAX_MATCHED
      || !is_at_block_word (&cursor))
    return;
  get_blocks (self);
  block = rs_blocks_at_word (self->blocks, get_offset (self, &cursor));
  if (block == NULL || block->close_end == 0)
    return;
  self->has_match = TRUE;
  mark_word (self, block->open, block->open_end);
  mark_word (self, block->close, block->close_end);
}

/* --- indentation --- */

static char *
get_line (GtkTextBuffer *buffer, int number)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, number);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_iter_get_slice (&start, &end);
}

static guint
measure_indent (const char *line)
{
  guint columns = 0;

  for (; *line == ' ' || *line == '\t'; line++)
    columns += *line == '\t' ? INDENT : 1;
  return columns;
}

static gboolean
begins_with_word (const char *line, const char *word)
{
  gsize length = strlen (word);

  line += strspn (line, " \t");
  return strncmp (line, word, length) == 0 && !is_word_char (g_utf8_get_char (line + length));
}

/* Words behind which lines stand deeper, though they open no block of their own. */
static gboolean
is_middle (const char *line)
{
  return begins_with_word (line, "else") || begins_with_word (line, "elseif") || begins_with_word (line, "catch");
}

/* The block whose first word is in that line; NULL: none. */
static const RsBlock *
find_block_of_line (RsBlockAids *self, int number)
{
  const GArray *blocks = get_blocks (self);
  const RsBlock *found = NULL;
  guint line, column;

  for (guint i = 0; i < blocks->len; i++)
    {
      const RsBlock *block = &g_array_index (blocks, RsBlock, i);

      rs_source_locate (self->source, block->open, &line, &column);
      if ((int)line - 1 == number)
        found = block;
      else if ((int)line - 1 > number)
        break;
    }
  return found;
}

/* Whether the block is closed by a word that stands no deeper: a word of an outer block may have been taken for its
 * own. */
static gboolean
is_closed (RsBlockAids *self, const RsBlock *block, guint indent)
{
  guint line, column;
  g_autofree char *text = NULL;

  if (block->close_end == 0)
    return FALSE;
  rs_source_locate (self->source, block->close, &line, &column);
  text = get_line (GTK_TEXT_BUFFER (self->document), (int)line - 1);
  return measure_indent (text) >= indent;
}

static void
set_indent (GtkTextBuffer *buffer, int number, guint columns, GtkTextIter *iter)
{
  GtkTextIter start, end;
  g_autofree char *spaces = g_strnfill (columns, ' ');

  gtk_text_buffer_get_iter_at_line (buffer, &start, number);
  end = start;
  while (gtk_text_iter_get_char (&end) == ' ' || gtk_text_iter_get_char (&end) == '\t')
    gtk_text_iter_forward_char (&end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, spaces, -1);
  *iter = start;
}

/* A line was begun: as deep as the one before, or deeper where that opens a block, which gets its closing word. */
static void
indent_new_line (RsBlockAids *self, GtkTextIter *iter)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  int number = gtk_text_iter_get_line (iter);
  g_autofree char *before = get_line (buffer, number - 1);
  guint indent = measure_indent (before);
  const RsBlock *block = find_block_of_line (self, number - 1);
  gboolean opens = block != NULL && g_strcmp0 (block->closing, "%}") != 0;
  gboolean is_last = gtk_text_iter_ends_line (iter);
  gboolean wants_end = opens && is_last && !is_closed (self, block, indent);

  /* A block that is closed in its own line is over. */
  if (opens && block->close_end > 0)
    {
      guint line, column;

      rs_source_locate (self->source, block->close, &line, &column);
      opens = (int)line - 1 != number - 1;
    }
  set_indent (buffer, number, indent + (opens || is_middle (before) ? INDENT : 0), iter);
  if (wants_end)
    {
      g_autofree char *end = g_strdup_printf ("\n%*s%s", (int)indent, "", block->closing);
      int offset = gtk_text_iter_get_offset (iter);

      gtk_text_buffer_insert (buffer, iter, end, -1);
      gtk_text_buffer_get_iter_at_offset (buffer, iter, offset);
      gtk_text_buffer_place_cursor (buffer, iter);
    }
}

/* The line that indent_new_line has put below, where the user has typed the same word in front of it. */
static void
take_away_second (RsBlockAids *self, int number, const RsBlock *block, guint indent)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  g_autofree char *word = NULL;
  GtkTextIter start, end;
  int next = number + 1;

  for (; next < gtk_text_buffer_get_line_count (buffer); next++)
    {
      g_autofree char *line = get_line (buffer, next);

      if (line[strspn (line, " \t")] == '\0')
        continue;
      word = g_strdup (line + strspn (line, " \t"));
      if (!g_str_equal (g_strchomp (word), block->closing) || measure_indent (line) != indent)
        return;
      break;
    }
  if (word == NULL)
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &end, next);
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const RsBlock *other = &g_array_index (self->blocks, RsBlock, i);
      guint line, column;

      rs_source_locate (self->source, other->close_end > 0 ? other->close : 0, &line, &column);
      if ((int)line - 1 != next || other->close_end == 0)
        continue;
      rs_source_locate (self->source, other->open, &line, &column);
      g_free (word);
      word = get_line (buffer, (int)line - 1);
      if (measure_indent (word) == indent)
        return; /* it is another block's */
    }
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_get_iter_at_line (buffer, &start, number);
  if (!gtk_text_iter_ends_line (&start))
    gtk_text_iter_forward_to_line_end (&start);
  gtk_text_buffer_delete (buffer, &start, &end);
}

/* A closing or middle word has been finished: it goes below the word that it belongs to. */
static void
indent_closing (RsBlockAids *self, GtkTextIter *iter)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  int number = gtk_text_iter_get_line (iter), offset;
  g_autofree char *line = get_line (buffer, number), *first = NULL;
  const GArray *blocks = get_blocks (self);
  guint32 at = get_offset (self, iter);
  const RsBlock *own = NULL;
  guint open_line, column, old, wanted;

  for (guint i = 0; i < blocks->len; i++)
    {
      const RsBlock *block = &g_array_index (blocks, RsBlock, i);

      if (block->close_end == at
          || (is_middle (line) && block->open < at && (block->close_end == 0 || block->close > at)))
        own = block;
    }
  if (own == NULL)
    return;
  rs_source_locate (self->source, own->open, &open_line, &column);
  first = get_line (buffer, (int)open_line - 1);
  old = measure_indent (line);
  wanted = measure_indent (first);
  offset = gtk_text_iter_get_line_offset (iter);
  if (own->close_end == at)
    {
      take_away_second (self, number, own, wanted);
      gtk_text_buffer_get_iter_at_line_offset (buffer, iter, number, offset);
    }
  if (old == wanted)
    return;
  set_indent (buffer, number, wanted, iter);
  gtk_text_buffer_get_iter_at_line_offset (buffer, iter, number, MAX (offset + (int)wanted - (int)old, 0));
  gtk_text_buffer_place_cursor (buffer, iter);
}

/* Whether the key is the last letter of a word that closes or divides, alone in its line. */
static gboolean
finishes_word (const GtkTextIter *location, guint key)
{
  static const char *const words[] = { "endfunction", "endif",    "endfor", "endwhile", "until",  "endmatch", "endtry",
                                       "endtype",     "endmacro", "end",    "else",     "elseif", "catch" };
  GtkTextIter start = *location;
  g_autofree char *before = NULL, *line = NULL;

  if (!gtk_text_iter_ends_line (location) || key > 127)
    return FALSE;
  gtk_text_iter_set_line_offset (&start, 0);
  before = gtk_text_iter_get_slice (&start, location);
  line = g_strdup_printf ("%s%c", before + strspn (before, " \t"), (char)key);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (line, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_trigger (GtkSourceIndenter *indenter, GtkSourceView *view, const GtkTextIter *location, GdkModifierType state,
            guint key)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  return key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || finishes_word (location, key);
}

static void
indent (GtkSourceIndenter *indenter, GtkSourceView *view, GtkTextIter *iter)
{
  RsBlockAids *self = RS_BLOCK_AIDS (indenter);
  GtkTextIter start = *iter;
  g_autofree char *before = NULL;

  get_blocks (self);
  gtk_text_iter_set_line_offset (&start, 0);
  before = gtk_text_iter_get_slice (&start, iter);
  if (before[strspn (before, " \t")] == '\0' && gtk_text_iter_get_line (iter) > 0)
    indent_new_line (self, iter);
  else
    indent_closing (self, iter);
}

static void
indenter_init (GtkSourceIndenterInterface *interface)
{
  interface->is_trigger = is_trigger;
  interface->indent = indent;
}

/* --- folding --- */

/* The lines that a fold of the block hides. FALSE: it has none. */
static gboolean
get_fold (RsBlockAids *self, const RsBlock *block, GtkTextIter *start, GtkTextIter *end)
{
  if (block->close_end == 0)
    return FALSE;
  get_iter (self, block->open, start);
  get_iter (self, block->close, end);
  gtk_text_iter_set_line_offset (end, 0);
  if (!gtk_text_iter_forward_line (start))
    return FALSE;
  return gtk_text_iter_compare (start, end) < 0;
}

/* The fold that begins below the line; FALSE: there is none. */
static gboolean
find_fold_below (RsBlockAids *self, int line, GtkTextIter *start, GtkTextIter *end)
{
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->document), start, line);
  if (!gtk_text_iter_forward_line (start) || !gtk_text_iter_has_tag (start, self->fold_tag))
    return FALSE;
  *end = *start;
  return gtk_text_iter_forward_to_tag_toggle (end, self->fold_tag);
}

gboolean
rs_block_aids_toggle_fold (RsBlockAids *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  const GArray *blocks = get_blocks (self);
  GtkTextIter cursor, start, end, best_start, best_end;
  gboolean found = FALSE;
  int first_line;

  get_cursor (self, &cursor);
  if (find_fold_below (self, gtk_text_iter_get_line (&cursor), &start, &end))
    {
      gtk_text_buffer_remove_tag (buffer, self->fold_tag, &start, &end);
      return TRUE;
    }
  for (guint i = 0; i < blocks->len; i++)
    {
      if (!get_fold (self, &g_array_index (blocks, RsBlock, i), &start, &end))
        continue;
      if (gtk_text_iter_get_line (&cursor) < gtk_text_iter_get_line (&start) - 1
          || gtk_text_iter_get_line (&cursor) > gtk_text_iter_get_line (&end))
        continue;
      best_start = start;
      best_end = end;
      found = TRUE;
    }
  if (!found)
    return FALSE;
  first_line = gtk_text_iter_get_line (&best_start) - 1;
  /* As long as nothing is folded, GTK need not ask of every line whether it shows. */
  g_object_set (self->fold_tag, "invisible-set", TRUE, NULL);
  gtk_text_buffer_apply_tag (buffer, self->fold_tag, &best_start, &best_end);
  /* The cursor must not be where nobody sees it. */
  gtk_text_buffer_get_iter_at_line (buffer, &start, first_line);
  if (!gtk_text_iter_ends_line (&start))
    gtk_text_iter_forward_to_line_end (&start);
  if (gtk_text_iter_get_line (&cursor) != first_line)
    gtk_text_buffer_place_cursor (buffer, &start);
  return TRUE;
}

void
rs_block_aids_unfold_all (RsBlockAids *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->document), &start, &end);
  gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->document), self->fold_tag, &start, &end);
}

void
rs_block_aids_reveal_cursor (RsBlockAids *self)
{
  GtkTextIter start, end;

  get_cursor (self, &start);
  if (!gtk_text_iter_has_tag (&start, self->fold_tag))
    return;
  end = start;
  if (!gtk_text_iter_starts_tag (&start, self->fold_tag))
    gtk_text_iter_backward_to_tag_toggle (&start, self->fold_tag);
  gtk_text_iter_forward_to_tag_toggle (&end, self->fold_tag);
  gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->document), self->fold_tag, &start, &end);
}

GtkTextTag *
rs_block_aids_get_fold_tag (RsBlockAids *self)
{
  return self->fold_tag;
}

guint
rs_block_aids_count_folds (RsBlockAids *self)
{
  GtkTextIter iter;
  guint n = 0;

  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->document), &iter);
  do
    n += gtk_text_iter_starts_tag (&iter, self->fold_tag) ? 1 : 0;
  while (gtk_text_iter_forward_to_tag_toggle (&iter, self->fold_tag));
  return n;
}

/* --- life --- */

static void
on_cursor_moved (RsBlockAids *self)
{
  show_match (self);
}

static void
rs_block_aids_finalize (GObject *object)
{
  RsBlockAids *self = RS_BLOCK_AIDS (object);

  g_clear_pointer (&self->blocks, g_array_unref);
  g_clear_pointer (&self->source, rs_source_unref);
  G_OBJECT_CLASS (rs_block_aids_parent_class)->finalize (object);
}

static void
rs_block_aids_class_init (RsBlockAidsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_block_aids_finalize;
}

static void
rs_block_aids_init (RsBlockAids *self)
{
}

RsBlockAids *
rs_block_aids_new (RsDocument *document, GtkSourceView *view)
{
  RsBlockAids *self = g_object_new (RS_TYPE_BLOCK_AIDS, NULL);
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (document);

  self->document = document;
  self->view = view;
  self->match_tag = gtk_text_buffer_create_tag (buffer, NULL, "background", "#8ab88a", "background-set", TRUE, "weight",
                                                PANGO_WEIGHT_BOLD, NULL);
  self->fold_tag = gtk_text_buffer_create_tag (buffer, NULL, "invisible", TRUE, "invisible-set", FALSE, NULL);
  g_signal_connect_object (document, "notify::cursor-position", G_CALLBACK (on_cursor_moved), self, G_CONNECT_SWAPPED);
  gtk_source_view_set_indenter (view, GTK_SOURCE_INDENTER (self));
  return self;
}
