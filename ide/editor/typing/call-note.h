/* The parameters of the call around the cursor, in a small window above it.
 *
 * It comes when the bracket of a call is typed. It stays as long as the cursor is inside the brackets of a call,
 * follows it into calls inside of calls and out again, and marks the parameter at hand. It goes when the brackets are
 * left, at Escape, and when the text loses the focus.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/typing/checker.h"

#define RS_TYPE_CALL_NOTE (rs_call_note_get_type ())
G_DECLARE_FINAL_TYPE (RsCallNote, rs_call_note, RS, CALL_NOTE, GObject)

/* view outlives it. */
RsCallNote *rs_call_note_new (RsDocument *document, GtkTextView *view, RsChecker *checker);

/* Shows it, where the cursor is inside of a call. */
void rs_call_note_show (RsCallNote *self);
