/* Breakpoints and watched expressions of a window.
 *
 * A breakpoint stands in a document through a mark, so that it follows edits; in a file that is not open it keeps its
 * line. In the margin it is shown at its line, or, where that is folded, at the one that the fold begins with.
 *
 * Signals: "added", "removed" and "edited" (RsDebugPoint), and "changed" after each of them and when watches change;
 * "counted" when hits or errors of conditions are told or forgotten.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/editor/page.h"

#define RS_TYPE_DEBUG_POINTS (rs_debug_points_get_type ())
G_DECLARE_FINAL_TYPE (RsDebugPoints, rs_debug_points, RS, DEBUG_POINTS, GObject)

typedef struct {
  char *name;           /* of the document */
  guint line;           /* from 1, while there is no mark */
  GtkTextMark *mark, *shown; /* owned; its place, and what the margin shows; NULL: the document is not open */
  char *condition, *message; /* or NULL */
  guint hits;           /* before it stops; 0: each one */
  guint64 n_hits;       /* in the run that is shown, when its program stood or ended last */
  char *failure;        /* then: why its condition could not be computed; or NULL */
  gboolean is_off;
  gboolean is_temporary; /* goes when it has stopped once, and with the session */
} RsDebugPoint;

/* The category of the line where a program stands, in the margin. */
#define RS_DEBUG_MARK_HERE "debug-here"

/* Those that belong to a window's runs; made when they are first asked for. (transfer none) */
RsDebugPoints *rs_debug_points_get (GObject *runs);

/* Shows the breakpoints of a page, and has clicks in its margin set them. */
void rs_debug_points_add_page (RsDebugPoints *self, RsEditorPage *page);
/* Its breakpoints keep the lines they are at. */
void rs_debug_points_remove_page (RsDebugPoints *self, RsEditorPage *page);
/* A file, or a folder, has another name: breakpoints in files that are not open go with it; those in pages go with
 * these. */
void rs_debug_points_move_file (RsDebugPoints *self, GFile *old, GFile *new);
/* Marks the line where a program stands in the page that shows it; line 0: nowhere. */
void rs_debug_points_mark_here (RsDebugPoints *self, const char *name, guint line);
/* The line of that text which is marked so; 0: none is. */
guint rs_debug_points_get_here (RsDebugPoints *self, GtkTextBuffer *buffer);

/* Sets one at the line, or at the next that has code, or takes it away. NULL: there is none now. *moved_to: the other
 * line, or 0. */
RsDebugPoint *rs_debug_points_toggle (RsDebugPoints *self, RsDocument *document, guint line, guint *moved_to);
RsDebugPoint *rs_debug_points_find (RsDebugPoints *self, const char *name, guint line);
/* It is on then, and has no hits. */
void
rs_debug_points_edit (RsDebugPoints *self, RsDebugPoint *point, const char *condition, guint hits, const char *message);
/* As a debugger has it. */
void rs_debug_points_set_off (RsDebugPoints *self, RsDebugPoint *point, gboolean is_off);
/* failure: why its condition could not be computed; empty: it could. "counted" comes with rs_debug_points_tell_hits. */
void rs_debug_points_set_hits (RsDebugPoints *self, RsDebugPoint *point, guint64 n_hits, const char *failure);
/* All have been told; tells of it where something is new. */
void rs_debug_points_tell_hits (RsDebugPoints *self);
/* Another run begins. */
void rs_debug_points_clear_hits (RsDebugPoints *self);
/* Switches it off, or on again; debuggers are told. */
void rs_debug_points_switch (RsDebugPoints *self, RsDebugPoint *point);
void rs_debug_points_remove (RsDebugPoints *self, RsDebugPoint *point);
/* One that a debugger has: told is copied, and its mark is made. */
RsDebugPoint *rs_debug_points_adopt (RsDebugPoints *self, const RsDebugPoint *told);
guint rs_debug_point_get_line (const RsDebugPoint *point);
/* The text of its line; NULL: the document is not open. (transfer full) */
char *rs_debug_point_dup_text (const RsDebugPoint *point);
/* (element-type RsDebugPoint) (transfer none) */
GPtrArray *rs_debug_points_get_all (RsDebugPoints *self);

/* What the document of a canonical path is called; the path where none is open. */
const char *rs_debug_points_get_name (RsDebugPoints *self, const char *path);

/* What a text was called when its program began, and what the text of such a name is called now: it may have been saved
 * under another name since. */
const char *rs_debug_points_get_name_then (RsDebugPoints *self, const char *name);
const char *rs_debug_points_get_name_now (RsDebugPoints *self, const char *name);
/* A program begins with the text of that name. */
void rs_debug_points_begin (RsDebugPoints *self, const char *name);

/* Where a line of the program is in its page, which may have been edited since it began; and which line of the program
 * a line of the page was, 0: none. */
guint rs_debug_points_find_now (RsDebugPoints *self, const char *name, guint line);
guint rs_debug_points_find_then (RsDebugPoints *self, const char *name, guint line);

/* (element-type utf8) (transfer none) */
GPtrArray *rs_debug_points_get_watches (RsDebugPoints *self);
void rs_debug_points_add_watch (RsDebugPoints *self, const char *expression);
void rs_debug_points_remove_watch (RsDebugPoints *self, guint index);

/* As texts for the session, and back; how many can't be read and are left out. (transfer full) */
char **rs_debug_points_describe (RsDebugPoints *self);
guint rs_debug_points_restore (RsDebugPoints *self, const char *const *texts);
