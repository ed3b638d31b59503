/* The text of a buffer in one piece, kept up to date by its changes: to take a text of 20,000 lines out of a
 * GtkTextBuffer takes ms, line by line.
 *
 * Threads: none of its own; one at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsTextCopy RsTextCopy;

/* An empty one. */
RsTextCopy *rs_text_copy_new (void);
void rs_text_copy_free (RsTextCopy *self);

/* at: in letters, up to their number; text: UTF-8 of length bytes. */
void rs_text_copy_insert (RsTextCopy *self, gsize at, const char *text, gsize length);
/* Letters from start to before end, which is at most their number. */
void rs_text_copy_delete (RsTextCopy *self, gsize start, gsize end);

/* The whole text; valid until the next change. *length: in bytes. (transfer none) */
const char *rs_text_copy_get (const RsTextCopy *self, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTextCopy, rs_text_copy_free)
