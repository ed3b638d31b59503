/* Marks of found places: two tags, in the colours of the scheme.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/find/found-marks.h"

#define ALL "rs-found"
#define CURRENT "rs-found-current"
/* What is marked is found by going along its line, and takes a while: of more places only the first ones are. */
#define MOST_MARKED 2000u
#define MOST_IN_LINE 100u

static void
clear_place (gpointer data)
{
  RsFoundPlace *place = data;

  g_free (place->text);
}

GArray *
rs_found_places_new (void)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (RsFoundPlace));

  g_array_set_clear_func (places, clear_place);
  return places;
}

void
rs_found_places_add (GArray *places, guint line, guint column, const char *text)
{
  const RsFoundPlace place = { line, column, g_strdup (text) };

  g_array_append_val (places, place);
}

/* --- the tags --- */

static GtkTextTag *
find_tag (GtkSourceBuffer *buffer, const char *name)
{
  return gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (buffer)), name);
}

static void
color_tag (GtkSourceBuffer *buffer, const char *name, const char *style_name)
{
  GtkSourceStyleScheme *scheme = gtk_source_buffer_get_style_scheme (buffer);
  GtkSourceStyle *style = scheme != NULL ? gtk_source_style_scheme_get_style (scheme, style_name) : NULL;

  if (style != NULL)
    gtk_source_style_apply (style, find_tag (buffer, name));
}

static void
color_tags (GtkSourceBuffer *buffer)
{
  color_tag (buffer, ALL, "search-match");
  color_tag (buffer, CURRENT, "redshift:current-match");
}

/* The newest tag has the highest priority. */
static void
ensure_tags (GtkSourceBuffer *buffer)
{
  if (find_tag (buffer, ALL) != NULL)
    return;
  gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (buffer), ALL, NULL);
  gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (buffer), CURRENT, NULL);
  color_tags (buffer);
  g_signal_connect (buffer, "notify::style-scheme", G_CALLBACK (color_tags), NULL);
}

static void
remove_tag (GtkSourceBuffer *buffer, const char *name)
{
  GtkTextIter start, end;

  if (find_tag (buffer, name) == NULL)
    return;
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (buffer), &start, &end);
  gtk_text_buffer_remove_tag_by_name (GTK_TEXT_BUFFER (buffer), name, &start, &end);
}

/* --- places --- */

/* FALSE: something else stands there. */
static gboolean
find_place (GtkSourceBuffer *buffer, guint line, guint column, const char *text, GtkTextIter *start, GtkTextIter *end)
{
  g_autofree char *there = NULL;

  if (line == 0 || column == 0 || *text == '\0'
      || !gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (buffer), start, (int)line - 1)
      || gtk_text_iter_get_chars_in_line (start) < (int)column)
    return FALSE;
  gtk_text_iter_set_line_offset (start, (int)column - 1);
  *end = *start;
  gtk_text_iter_forward_chars (end, (int)g_utf8_strlen (text, -1));
  there = gtk_text_iter_get_slice (start, end);
  return g_str_equal (there, text);
}

void
rs_found_marks_set (GtkSourceBuffer *buffer, const GArray *places)
{
  GtkTextIter start, end;
  guint line = 0, n_in_line = 0;

  remove_tag (buffer, ALL);
  if (places == NULL || places->len == 0)
    return;
  ensure_tags (buffer);
  for (guint i = 0; i < MIN (places->len, MOST_MARKED); i++)
    {
      const RsFoundPlace *place = &g_array_index (places, RsFoundPlace, i);

      n_in_line = place->line == line ? n_in_line + 1 : 1;
      line = place->line;
      if (n_in_line <= MOST_IN_LINE && find_place (buffer, place->line, place->column, place->text, &start, &end))
        gtk_text_buffer_apply_tag_by_name (GTK_TEXT_BUFFER (buffer), ALL, &start, &end);
    }
}

void
rs_found_marks_set_current_part (GtkSourceBuffer *buffer, const GtkTextIter *start, const GtkTextIter *end)
{
  remove_tag (buffer, CURRENT);
  if (gtk_text_iter_equal (start, end))
    return;
  ensure_tags (buffer);
  gtk_text_tag_set_priority (find_tag (buffer, CURRENT),
                             gtk_text_tag_table_get_size (gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (buffer)))
                                 - 1);
  gtk_text_buffer_apply_tag_by_name (GTK_TEXT_BUFFER (buffer), CURRENT, start, end);
}

gboolean
rs_found_marks_set_current (GtkSourceBuffer *buffer, guint line, guint column, const char *text)
{
  GtkTextIter start, end;

  if (text == NULL || !find_place (buffer, line, column, text, &start, &end))
    {
      remove_tag (buffer, CURRENT);
      return text == NULL;
    }
  rs_found_marks_set_current_part (buffer, &start, &end);
  return TRUE;
}
