/* The marks of breakpoints in the margin, and the words for them.
 *
 * A breakpoint that always stops is a disc. One with a condition has two bars in it, one that counts hits three dots;
 * one that prints and goes on is a diamond. Those that are off are outlines of these.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/points.h"

/* The view shows marks of breakpoints, and the line where a program stands. */
void rs_point_marks_add (GtkSourceView *view);
/* What the mark of the breakpoint looks like, as it is now. */
const char *rs_point_marks_get_category (const RsDebugPoint *point);
/* ", if k > 3, from hit 2 on, off": "" of one that always stops. (transfer full) */
char *rs_point_marks_describe_details (const RsDebugPoint *point);
/* "Breakpoint, if k > 3"; of one whose line is folded with the line. data: RsDebugPoint, with marks. (transfer full) */
char *rs_point_marks_describe (GtkTextMark *mark, gpointer data);
