/* Line numbers that leave out what is folded; behind a folded block's first line stands a sign.
 *
 * GtkSourceView's own draw the numbers of invisible lines over each other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

/* fold_tag: of the view's text. */
void rs_line_numbers_add (GtkSourceView *view, GtkTextTag *fold_tag);
