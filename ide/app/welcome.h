/* What stands where texts would, as long as none is open: new, open, introduction, recent files, examples as tiles.
 *
 * Everything it offers is an action of the window: "win.new", "win.open", "win.introduction", "win.open-uri",
 * "win.open-example".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <adwaita.h>

#define RS_TYPE_WELCOME (rs_welcome_get_type ())
G_DECLARE_FINAL_TYPE (RsWelcome, rs_welcome, RS, WELCOME, AdwBin)

GtkWidget *rs_welcome_new (void);
