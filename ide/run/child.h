/* A run in a process of its own (redshift-ide --run), over the viewer's wire: nothing it does ends the window.
 *
 * The process has the session; figures, forms, text and the end come over the socket. Where the program is stands in
 * memory that both share (runtime/last-place.h), so that the line is known whatever ended the process.
 *
 * Threads: as said.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/run.h"
#include "ide/viewer/wire.h"

/* Name, text, folder, device, precision, path of the recording, arguments. */
#define RS_CHILD_REQUEST "(ssmssumsas)"

/* Environment variable of the process: the descriptor of its RsLastPlace. */
#define RS_CHILD_PLACE_FD "REDSHIFT_PLACE_FD"

/* Called by rs_child_follow, on its thread. */
typedef struct {
  void (*write_output) (const char *text, gsize length, gpointer data);
  void (*write_message) (const char *text, gpointer data); /* whole lines */
  void (*show_figure) (gpointer data, RsFigure *figure);
  void (*show_form) (gpointer data, RsForm *form);
} RsChildCallbacks;

typedef struct _RsChild RsChild;

/* Starts the process. What a debugger needs of the request is not looked at. (transfer full) */
RsChild *rs_child_start (const RsRunRequest *request, GError **error);
/* Until the process has ended: its status, as of rs_run_get_status. *is_whole: it ended by itself, a recording is
 * complete; else how it ended was told as an error at the line where the program was. Once; any thread. */
int rs_child_follow (RsChild *self, const RsChildCallbacks *callbacks, gpointer data, gboolean *is_whole);
/* Asks the program to end. Any thread. */
void rs_child_stop (RsChild *self);
/* Ends the process at once. Any thread. */
void rs_child_kill (RsChild *self);
/* After rs_child_follow. */
void rs_child_free (RsChild *self);

/* The other side: what `redshift-ide --run` does. Returns its exit status. */
int rs_child_main (void);
