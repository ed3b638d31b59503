/* What lines took in the last profile, right of their numbers. They follow the text when it is edited.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

/* Of one line. */
typedef struct {
  guint line;  /* of the profiled program (program-lines.h) */
  char *label; /* what stands beside it: "12.4 ms" */
  char *text;  /* what there is to say of it, a sentence a line */
} RsLineTime;

/* Room for them in the view; none while there are none. Each view of a text has its own. */
void rs_line_times_add (GtkSourceView *view);
/* (element-type RsLineTime); NULL: none. Those before go. */
void rs_line_times_set (GtkSourceBuffer *buffer, const GArray *times);
/* "" where there is none. (transfer full) */
char *rs_line_times_describe (GtkSourceBuffer *buffer, int line);

/* Frees the texts; for arrays of RsLineTime. */
void rs_line_time_clear (RsLineTime *self);
