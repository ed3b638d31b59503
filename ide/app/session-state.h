/* What the window remembers between two starts: open files with their cursors, sizes, selectors.
 *
 * A key file in the user's state folder, replaced in one step.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

typedef struct {
  char *uri;
  guint line, column; /* from 1 */
  int split;          /* 0: none; 1: views side by side; 2: one below the other */
  int split_at;       /* the first view's share, in thousandths */
  char *arguments;    /* of the program; may be empty or NULL */
} RsSessionFile;

typedef struct {
  GPtrArray *files; /* element-type RsSessionFile */
  char *active_uri; /* of the page in front; may be NULL */
  int width, height;
  gboolean maximized;
  int bottom_height, end_width, start_width; /* pixels */
  gboolean bottom_shown, end_shown, start_shown;
  /* "id:place" or "id:place:front", in the order of their tabs; place: bottom, end, start; NULL: as at first */
  char **panels;
  char **debug_points; /* breakpoints and watches: ide/debug/points.h; may be NULL */
  char *folder;        /* of the list of files; NULL: there was none */
  gboolean folder_chosen; /* by the user: it stays when pages of other folders come */
  char **open_folders;    /* of that list, paths; may be NULL */
  int font_size; /* points */
  char *device;
  gboolean double_precision;
} RsSessionState;

/* An empty state with the defaults. */
RsSessionState *rs_session_state_new (void);
/* The last one that was saved; the defaults for whatever is missing or out of range, which the user is told of. */
RsSessionState *rs_session_state_load (void);
/* Tells what else of it is not understood. */
void rs_session_state_tell_damage (const char *what);
gboolean rs_session_state_save (const RsSessionState *state, GError **error);
/* A file at its first line, without arguments. (transfer none) */
RsSessionFile *rs_session_state_add_file (RsSessionState *state, const char *uri);
void rs_session_state_free (RsSessionState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsSessionState, rs_session_state_free)
