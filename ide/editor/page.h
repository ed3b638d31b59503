/* An editor page: one document in a dock tab, with its find bar, its diagnostics and its banner.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/find/find-bar.h"
#include "ide/editor/text/document.h"
#include "ide/editor/typing/block-aids.h"
#include "ide/editor/typing/checker.h"

#include <libpanel.h>

#define RS_TYPE_EDITOR_PAGE (rs_editor_page_get_type ())
G_DECLARE_FINAL_TYPE (RsEditorPage, rs_editor_page, RS, EDITOR_PAGE, PanelWidget)

/* Takes a reference to document. */
RsEditorPage *rs_editor_page_new (RsDocument *document);

RsDocument *rs_editor_page_get_document (RsEditorPage *self);
GtkSourceView *rs_editor_page_get_view (RsEditorPage *self);
RsBlockAids *rs_editor_page_get_aids (RsEditorPage *self);
/* Shows the text a second time, beside or below; or once again, when it is shown so. */
void rs_editor_page_split (RsEditorPage *self, GtkOrientation orientation);
/* The same without the focus: part, from 0 to 1, is the first view's share. */
void rs_editor_page_set_split (RsEditorPage *self, GtkOrientation orientation, double part);
/* FALSE: it shows once. */
gboolean rs_editor_page_get_split (RsEditorPage *self, GtkOrientation *orientation, double *part);
RsFindBar *rs_editor_page_get_find_bar (RsEditorPage *self);
/* Compiles the page's text in the background; its answers are shown in the page. */
RsChecker *rs_editor_page_get_checker (RsEditorPage *self);

/* Puts the cursor there, scrolls to it and focuses the text. Both count from 1; column 0 is the line's first. Places
 * past the end go to the nearest. */
void rs_editor_page_go_to (RsEditorPage *self, guint line, guint column);
/* Shows it and leaves the keyboard where that is; a text that is being loaded does so, too. */
void rs_editor_page_show_line (RsEditorPage *self, guint line, guint column);
/* Both from 1. */
void rs_editor_page_get_cursor (RsEditorPage *self, guint *line, guint *column);

/* What the marks beside the cursor's line say, a message a line; "" when it has none. It is the accessible description
 * of the text, too. (transfer full) */
char *rs_editor_page_describe_line (RsEditorPage *self);
/* Others' marks in the margin, or what they say, have changed. */
void rs_editor_page_update_marks (RsEditorPage *self);

/* Shows the parameters of the call around the cursor until it leaves the call; nothing where there is none. */
void rs_editor_page_describe_call (RsEditorPage *self);

/* What the page's banner says; NULL when it does not show. */
const char *rs_editor_page_get_message (RsEditorPage *self);

/* Marks the line where the program stopped with an error, or which kept it from being run (not has_begun); 0 removes
 * the mark. */
void rs_editor_page_mark_error_line (RsEditorPage *self, guint line, gboolean has_begun);

/* What a run made of loops that are decided when they are reached, as for rs_squiggles_set_decisions. */
void rs_editor_page_set_decisions (RsEditorPage *self, GHashTable *decisions);

/* Saves, asking for a name when there is none or ask is TRUE. callback may be NULL; errors are shown in the page. */
void rs_editor_page_save_async (RsEditorPage *self, gboolean ask, GAsyncReadyCallback callback, gpointer data);
gboolean rs_editor_page_save_finish (RsEditorPage *self, GAsyncResult *result, GError **error);

/* Loads file into the page's document; errors are shown in the page. callback may be NULL. */
/* The file that is being loaded, or the document's; NULL for a new text. (transfer none) */
GFile *rs_editor_page_get_file (RsEditorPage *self);
void rs_editor_page_load (RsEditorPage *self, GFile *file, guint line, guint column);
