/* What an editor does with the blocks of its text: the words that belong together are marked, lines that are begun are
 * indented, the closing word is written, blocks fold.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/text/document.h"

#define RS_TYPE_BLOCK_AIDS (rs_block_aids_get_type ())
G_DECLARE_FINAL_TYPE (RsBlockAids, rs_block_aids, RS, BLOCK_AIDS, GObject)

/* Owns neither; the view outlives it. */
RsBlockAids *rs_block_aids_new (RsDocument *document, GtkSourceView *view);

/* Folds the innermost block around the cursor, or opens what is folded in its line. FALSE: there is none. */
gboolean rs_block_aids_toggle_fold (RsBlockAids *self);
void rs_block_aids_unfold_all (RsBlockAids *self);
/* Opens what hides the cursor. */
void rs_block_aids_reveal_cursor (RsBlockAids *self);
/* Of what is folded. (transfer none) */
GtkTextTag *rs_block_aids_get_fold_tag (RsBlockAids *self);
/* Folded blocks, for tests. */
guint rs_block_aids_count_folds (RsBlockAids *self);
