/* Format strings of plot: "r--o" is a red dashed line with circles.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/series.h"

/* A colour letter (r g b c m y k w), a line (- -- : -.) and a marker (. o x + * s d ^ v < > p h) in any order, each at
 * most once; a marker without a line draws none. FALSE, and style is as it was, when text is something else. */
gboolean rs_line_style_parse (const char *text, RsLineStyle *style);

/* The line alone: "-", "--", ":", "-.", "none". */
gboolean rs_dash_parse (const char *text, RsDash *dash);
gboolean rs_marker_parse (const char *text, char *marker);
