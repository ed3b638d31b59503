/* The question before a window with unsaved documents closes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/page.h"

/* Asks about pages (element-type RsEditorPage) that are modified, saves those that the user wants saved, and calls
 * callback with agreed TRUE when nothing stands against closing. It is called from the main loop, never before this
 * returns. */
void rs_close_dialog_ask (GtkWindow *parent, GPtrArray *pages, void (*callback) (gboolean agreed, gpointer data),
                          gpointer data);
