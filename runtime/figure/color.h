/* Colours of figures: their names, and the order in which series get them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Components 0 to 1. */
typedef struct
{
  double red, green, blue;
} RsColor;

#define RS_COLOR_BLACK ((RsColor){ 0, 0, 0 })
#define RS_COLOR_WHITE ((RsColor){ 1, 1, 1 })

/* "r", "red", "#ff8000"; FALSE when there is no such colour. */
gboolean rs_color_parse (const char *text, RsColor *color);

/* The one letter colours of format strings: r g b c m y k w. */
gboolean rs_color_from_letter (char letter, RsColor *color);

/* The colour of the series number index of an axes: eight that people who see few colours can tell apart (after Okabe
 * and Ito), then the same again. */
RsColor rs_color_of_series (guint index);
