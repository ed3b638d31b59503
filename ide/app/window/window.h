/* The main window: editor pages in the centre of a dock, panels around them, run control in the header bar.
 *
 * Panels do not know the window: they activate its actions ("win.go-to" with path, line and column above all).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>
#include <libpanel.h>

#define RS_TYPE_WINDOW (rs_window_get_type ())
G_DECLARE_FINAL_TYPE (RsWindow, rs_window, RS, WINDOW, AdwApplicationWindow)

/* A window with the pages and the layout of the last session. */
RsWindow *rs_window_new (GtkApplication *application);

/* Shows the file, in the page that has it already or in a new one; a .rstrace opens in the profile view. line and
 * column count from 1; line 0 leaves the cursor where it is. */
void rs_window_open_file (RsWindow *self, GFile *file, guint line, guint column);

/* Makes the welcome page show when there is no other. */
void rs_window_ensure_frame (RsWindow *self);
