/* Text of the documentation in a view.
 *
 * It is written in a part of Markdown: headings with #, paragraphs, `words` and **words**, tables, and fenced blocks,
 * of which those that are marked "quasar" are programs, which open in an editor ("win.new-with-text"), and "text" stays
 * as it is. Lines of a paragraph are joined.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* label: its accessible name. (transfer floating) */
GtkTextView *rs_help_text_new (const char *label);
/* Shows another text, from its start. */
void rs_help_text_set (GtkTextView *view, const char *text);
