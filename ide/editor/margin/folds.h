/* What is folded in a text: lines under a tag that makes them invisible (ide/editor/typing/block-aids.h).
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* Whether the tag folds; others colour or mark. */
gboolean rs_folds_is_tag (GtkTextTag *tag);
gboolean rs_folds_hide (const GtkTextIter *at);
/* Goes up to the first line that shows, where the fold begins; stays in one that shows. */
void rs_folds_go_to_shown (GtkTextIter *line);
