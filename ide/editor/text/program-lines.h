/* Which line of a text was which when a program began with it: a text may be edited while its program runs, and after.
 * Lines count from 1.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* A program begins with the text as it is now. */
void rs_program_lines_begin (GtkTextBuffer *buffer);
/* The same, unless one has begun. */
void rs_program_lines_begin_once (GtkTextBuffer *buffer);

/* Whether one has begun with it, ever. */
gboolean rs_program_lines_have_begun (GtkTextBuffer *buffer);

/* Where a line of the program is now; of one that is gone, where the edited part begins. *is_same: whether it is there,
 * and as it was; may be NULL. */
guint rs_program_lines_find_now (GtkTextBuffer *buffer, guint line, gboolean *is_same);
/* Which line of the program a line of the text was; 0: it is new. */
guint rs_program_lines_find_then (GtkTextBuffer *buffer, guint line);

/* Where each of some lines of one text is in another: a line that is gone is where the edited part begins. lines: [n],
 * from 1. */
void rs_lines_follow (const char *before, const char *after, guint *lines, guint n);
/* The same; 0: a line that is gone. */
void rs_lines_find (const char *before, const char *after, guint *lines, guint n);

/* The same for the program whose profile is shown, which other runs don't change. A run that is recorded begins with
 * the text as it is now; when its recording has been read it is shown. */
void rs_profile_lines_begin (GtkTextBuffer *buffer);
void rs_profile_lines_show (GtkTextBuffer *buffer);
guint rs_profile_lines_find_now (GtkTextBuffer *buffer, guint line, gboolean *is_same);
guint rs_profile_lines_find_then (GtkTextBuffer *buffer, guint line);

/* The same for the program whose loops are shown as a run decided them: when that has ended, or its profile is read, it
 * is shown; other runs don't change it. */
void rs_decided_lines_show (GtkTextBuffer *buffer, gboolean is_of_profile);
guint rs_decided_lines_find_now (GtkTextBuffer *buffer, guint line, gboolean *is_same);
guint rs_decided_lines_find_then (GtkTextBuffer *buffer, guint line);
