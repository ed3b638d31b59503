/* The blocks of a text: which word closes which. Made from tokens alone, so that texts with errors have them, too.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"

typedef struct {
  guint32 open, open_end;   /* the word that opens it, in bytes; of `%{` the sign */
  guint32 close, close_end; /* the word that closes it; 0, 0: nothing does */
  const char *closing;      /* "endfor": what should */
} RsBlock;

/* In the order of their first words. (element-type RsBlock) (transfer full) */
GArray *rs_blocks_find (const RsSource *source);

/* Whether that word opens or closes blocks. */
gboolean rs_blocks_is_word (const char *word);

/* The block whose first or last word offset lies in or directly behind; NULL: none. */
const RsBlock *rs_blocks_at_word (const GArray *blocks, guint32 offset);
