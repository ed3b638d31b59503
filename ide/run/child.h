/* A run in a process of its own (redshift-ide --run), over the viewer's wire: nothing it does ends the window.
 *
 * The process has the session; figures, forms, text and the end come over the socket. Where the program is stands in
 * memory that both share (runtime/base/last-place.h), so that the line is known whatever ended the process.
 *
 * Threads: as said.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/run.h"
#include "ide/viewer/wire.h"
#include "runtime/debug/races/races.h"

/* Name, text, folder, device, precision, path of the recording, arguments; whether there is a debugger, first requests,
 * whether the program is to stand at its first line; devices to compare; ring, ring_when and checks_races of
 * RsRunRequest. */
#define RS_CHILD_REQUEST "(ssmssumsasbasbasmsmsb)"
#define RS_CHILD_REQUEST_VALUES "(ssmssums^asb^asb^asmsmsb)" /* for g_variant_new */

/* Environment variable of the process: the descriptor of its RsLastPlace. */
#define RS_CHILD_PLACE_FD "REDSHIFT_PLACE_FD"

/* Called by rs_child_run, on its thread. */
typedef struct {
  void (*write_output) (const char *text, gsize length, gpointer data);
  void (*write_message) (const char *text, gpointer data);                    /* whole lines */
  void (*note_compile) (const char *what, const char *device, gpointer data); /* RsSessionOptions */
  void (*show_figure) (gpointer data, RsFigure *figure);
  void (*show_form) (gpointer data, RsForm *form);
  void (*tell) (const char *record, gpointer data); /* of the debugger */
  /* Once: the program has ended; the process may stay. status: as of rs_run_get_status. is_whole: it ended by itself, a
   * recording is complete; else how it ended was told as an error at the line where the program was. */
  void (*end_program) (int status, gboolean is_whole, gpointer data);
  void (*saved) (const char *path, const char *what, gpointer data); /* as of RsRecordingListener */
  RsRaceFound race;
  void (*note_loop) (const RsLoopNote *loop, gpointer data); /* RsSessionOptions */
} RsChildCallbacks;

typedef struct _RsChild RsChild;

/* Starts nothing. (transfer full) */
RsChild *rs_child_new (void);
/* Not while rs_child_run is at work. */
void rs_child_free (RsChild *self);
/* Starts the process and returns when it has ended. Once; any thread. Records go to callbacks, not to the request's. */
void rs_child_run (RsChild *self, const RsRunRequest *request, const RsChildCallbacks *callbacks, gpointer data);

/* The following wait for nothing, and may come before the process is there. Any thread. */

/* Asks the program to end. */
void rs_child_stop (RsChild *self);
/* Asks for the last stretch of its recording. */
void rs_child_save_stretch (RsChild *self);
/* A request for the debugger. FALSE: the process has ended. */
gboolean rs_child_ask (RsChild *self, const char *request);
/* What the program leaves is not wanted, or no longer. */
void rs_child_leave (RsChild *self);
/* Ends the process at once. */
void rs_child_kill (RsChild *self);

/* The other side: what `redshift-ide --run` does. Returns its exit status. */
int rs_child_main (void);
