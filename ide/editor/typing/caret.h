/* The keys Left and Right in long lines. Pango 1.50 compares the places of all letters of a line, each found from its
 * start, to tell which stands beside the cursor: at the end of a line of 30,000 letters that takes 12 s.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* From now on they go by the order of the text where a line is long and runs from left to right. */
void rs_caret_ease (GtkTextView *view);
