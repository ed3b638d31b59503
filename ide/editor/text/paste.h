/* What is cut, copied and pasted of a text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* What is cut or copied is the whole selection, with the lines of folded blocks. A paste into the view takes the place
 * of the selection in one step that undo takes back; where its document refuses the text nothing changes, and what
 * could be redone still can. The view's buffer: an RsDocument. */
void rs_paste_add (GtkTextView *view);
