/* A text whose lines have a most length: what would make a longer one is refused.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* Bytes of the longest line that the text makes in the place of what is from start to end. length: bytes of text. */
gsize rs_line_limit_measure (const GtkTextIter *start, const GtkTextIter *end, const char *text, gsize length);

/* Refuses insertions and deletions that make a line of more than max_bytes, before anybody else hears of them: to be
 * called before other handlers are connected. What the same user action has done before is taken back. is_free: whether
 * all is taken for the moment; told: once for each refusal. Both are called on the main thread, with the buffer. */
void rs_line_limit_add (GtkTextBuffer *buffer, gsize max_bytes, gboolean (*is_free) (GtkTextBuffer *buffer),
                        void (*told) (GtkTextBuffer *buffer));
