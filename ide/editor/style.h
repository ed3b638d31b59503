/* The editor's language definition and colour schemes, which are resources of the program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

/* The colour of a tag, now and whenever the desktop switches between light and dark, as "#rrggbb". */
void rs_style_color_tag (GtkTextTag *tag, const char *light, const char *dark);

/* Makes the resources known; called once at start. */
void rs_style_init (void);

/* Sets the language, and the scheme now and whenever the desktop switches between light and dark. */
void rs_style_apply (GtkSourceBuffer *buffer);

typedef enum { RS_STYLE_AS_THE_DESKTOP, RS_STYLE_LIGHT, RS_STYLE_DARK } RsStyleScheme;

/* Kept with the user's settings. */
void rs_style_set_scheme (RsStyleScheme scheme);
RsStyleScheme rs_style_get_scheme (void);

/* Of editors and console; NULL: the desktop's font for programs. Kept with the user's settings. */
void rs_style_set_font_family (const char *family);
const char *rs_style_get_font_family (void);

/* Size of the editor's font in points, for all editors; clamped to 6..48. */
void rs_style_set_font_size (int points);
int rs_style_get_font_size (void);
