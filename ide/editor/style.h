/* The editor's language definition and colour schemes, which are resources of the program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

/* Makes the resources known; called once at start. */
void rs_style_init (void);

/* Sets the language, and the scheme now and whenever the desktop switches between light and dark. */
void rs_style_apply (GtkSourceBuffer *buffer);

/* Size of the editor's font in points, for all editors; clamped to 6..48. */
void rs_style_set_font_size (int points);
int rs_style_get_font_size (void);
