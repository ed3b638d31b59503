/* The arrow in the margin, where a program stands, is drawn to another line: that is to be the next one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/points.h"

/* Drops of the arrow activate "win.debug-jump-to" (su) of the view: the text's name, and the line. */
void rs_arrow_drag_add (RsDebugPoints *points, GtkSourceView *view);
