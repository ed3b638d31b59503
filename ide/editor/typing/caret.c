/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/editor/typing/caret.h"

/* Letters: below it the toolkit needs no longer than 15 ms. */
#define LONG_LINE 1000

/* Of the blocks of Unicode that hold Hebrew, Arabic and other such scripts, or a mark of that direction. */
static gboolean
is_right_to_left (gunichar letter)
{
  return (letter >= 0x590 && letter < 0x900) || (letter >= 0xfb1d && letter < 0xff00)
         || (letter >= 0x10800 && letter < 0x11000) || (letter >= 0x1e800 && letter < 0x1f000) || letter == 0x200f
         || letter == 0x202b || letter == 0x202e || letter == 0x2067;
}

/* Whether a part of its line does. */
static gboolean
has_right_to_left (const GtkTextIter *at)
{
  GtkTextIter i = *at;

  for (gtk_text_iter_set_line_offset (&i, 0); !gtk_text_iter_ends_line (&i); gtk_text_iter_forward_char (&i))
    if (is_right_to_left (gtk_text_iter_get_char (&i)))
      return TRUE;
  return FALSE;
}

static void
on_move_cursor (GtkTextView *view, GtkMovementStep step, int count, gboolean extends, gpointer data)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter at, start, end;
  const gboolean has_selection = gtk_text_buffer_get_selection_bounds (buffer, &start, &end);

  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  if (step != GTK_MOVEMENT_VISUAL_POSITIONS || gtk_text_iter_get_chars_in_line (&at) < LONG_LINE
      || !gtk_text_view_get_cursor_visible (view) || has_right_to_left (&at))
    return;
  if (has_selection && !extends)
    at = count < 0 ? start : end;
  else
    gtk_text_iter_forward_visible_cursor_positions (&at, count);
  gtk_text_view_reset_im_context (view);
  if (extends)
    gtk_text_buffer_move_mark (buffer, gtk_text_buffer_get_insert (buffer), &at);
  else
    gtk_text_buffer_place_cursor (buffer, &at);
  gtk_text_view_scroll_mark_onscreen (view, gtk_text_buffer_get_insert (buffer));
  gtk_text_view_reset_cursor_blink (view);
  g_signal_stop_emission_by_name (view, "move-cursor");
}

void
rs_caret_ease (GtkTextView *view)
{
  g_signal_connect (view, "move-cursor", G_CALLBACK (on_move_cursor), NULL);
}
