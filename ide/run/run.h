/* One run of a program: what it was started with, what it does, and what it has left.
 *
 * A run has a thread of its own in this process, which makes the session, runs it and frees it. Nothing here makes the
 * main thread wait: a run is over when its state says so. Several stand side by side (runs.h).
 *
 * A run that was stopped and does not end can be let go: for the window it is over, its thread ends by itself, and
 * nothing that it still does is shown.
 *
 * Signals, on the main thread: "changed" when the state is another one; "written" (rs_run_note_written). "figure"
 * (RsFigure) and "form" (RsForm) when one is new, has changed or is closed; changes that follow each other quickly are
 * one. "saved" (path: string, what: string) when the last stretch of its recording was saved while it goes on; what
 * says why. "error-place" (name: string, line: uint, column: uint) for the place of the first error, when the run has
 * ended with one, before that "changed".
 *
 * Threads: all functions on the main thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"
#include "ide/run/debug-host.h"
#include "ide/run/output-log.h"
#include "runtime/figure/figure.h"
#include "runtime/form/form.h"

#include <glib-object.h>

#define RS_TYPE_RUN (rs_run_get_type ())
G_DECLARE_FINAL_TYPE (RsRun, rs_run, RS, RUN, GObject)

typedef enum {
  RS_RUN_IS_NEW,
  RS_RUN_IS_RUNNING,
  RS_RUN_IS_STOPPING, /* was asked to end */
  RS_RUN_HAS_ENDED,
  RS_RUN_WAS_LET_GO,
} RsRunState;

/* A run with a debugger stays when it has ended, with what it has left, until rs_run_leave. */
typedef struct {
  RsDebugStart start;
  /* Called on the run's thread with each record of the debugger (runtime/debug/protocol.h), and with NULL when nothing
   * is left to be asked; NULL: no debugger. What the user reads of the records is in the log. */
  void (*tell) (const char *record, gpointer data);
  gpointer data;
} RsRunDebug;

/* What a run is started with; everything is copied. */
typedef struct {
  const char *name;       /* path of the program, for messages and import */
  const char *title;      /* what lists call it */
  const char *text;
  const char *folder;     /* in which its file names count; NULL: the current one */
  const char *device;     /* "auto", "cpu", "interp" */
  RsPrecision precision;
  const char *const *arguments; /* of the program, NULL-terminated; NULL: none */
  gboolean is_isolated;         /* in a process of its own (ide/run/child.h) */
  const char *trace_path; /* records into this file; NULL: no recording */
  /* "10s,100MB": keeps the last stretch of the recording only (rs_recorder_ring_new); NULL: all of it */
  const char *ring;
  const char *ring_when; /* "work>20ms": with ring, saves that stretch when this has taken longer; or NULL */
  /* [2] and NULL: devices that it runs on one after the other, to compare what it assigns there; goes with trace_path.
   * NULL: device is where it runs */
  const char *const *compared;
  RsRunDebug debug; /* of a run that is not recorded */
  gboolean
      checks_races; /* looks for races of work items (runtime/debug/races/races.h); without debugger, not recorded */
} RsRunRequest;

/* What has become of a loop or a kernel function. */
typedef struct {
  char *name; /* of the file */
  guint line; /* from 1 */
  RsLoopOutcomeKind kind;
  char *text; /* as of rs_loop_outcome_describe */
} RsRunLoop;

/* Two accesses to one element that nothing orders. Lines and columns from 1. */
typedef struct {
  char *name; /* of the file */
  guint line, column, other_line;
  char *message, *other_message; /* what happens at line; at other_line */
} RsRunRace;

RsRun *rs_run_new (const RsRunRequest *request);
/* Once. */
void rs_run_start (RsRun *self);
/* Asks it to end; it does within 0.2 s but for a call into a library, which ends first. */
void rs_run_stop (RsRun *self);
/* Has the last stretch of its recording saved; nothing where all is kept. */
void rs_run_save_stretch (RsRun *self);
/* Whether it is recorded, the last stretch only. */
gboolean rs_run_keeps_stretch (RsRun *self);
/* A request for its debugger. FALSE: nobody will answer it. */
gboolean rs_run_ask (RsRun *self, const char *request);
/* Gives up what the program has left, now or when it ends. */
void rs_run_leave (RsRun *self);
/* Its log has more, whether it runs or not: "written". */
void rs_run_note_written (RsRun *self);
/* A run that stays computes with what it has left, or has done so with that status: it counts as running meanwhile. */
void rs_run_set_computing (RsRun *self, gboolean is_computing, int status);
/* Forgets a run that was stopped and does not end; one in a process of its own is killed, and ends soon. */
void rs_run_let_go (RsRun *self);

RsRunState rs_run_get_state (RsRun *self);
/* Whether it runs or is ending. */
gboolean rs_run_is_active (RsRun *self);
/* Whether it was ended with rs_run_stop. */
gboolean rs_run_was_stopped (RsRun *self);
/* Of a run that has ended: 0, 1 an error, 2 a program with errors. */
int rs_run_get_status (RsRun *self);
/* Errors with a place that were told of a run that has ended; 0 before. */
guint rs_run_get_n_errors (RsRun *self);
/* Seconds since the start, or of the whole run; without those for which it stood. */
double rs_run_get_elapsed (RsRun *self);
/* Whether its program stands from now on. */
void rs_run_set_standing (RsRun *self, gboolean stands);

/* Milliseconds since it was asked to end; 0 before. */
gint64 rs_run_get_stopping_ms (RsRun *self);

/* Whether something has been compiled for 0.3 s or longer by now: what, and for which device. (transfer full) */
gboolean rs_run_get_compile (RsRun *self, char **what, char **device);

const char *rs_run_get_name (RsRun *self);
const char *rs_run_get_title (RsRun *self);
const char *rs_run_get_folder (RsRun *self);
const char *rs_run_get_device (RsRun *self);
const char *const *rs_run_get_arguments (RsRun *self);
/* The file of its recording, when there is one; complete when the run has ended. */
const char *rs_run_get_trace_path (RsRun *self);
/* The file that grows while it runs; it may not be there yet, or never. NULL: nothing can be read before the end. */
const char *rs_run_get_recording_path (RsRun *self);
/* Whether there is one, or will be. */
gboolean rs_run_is_recorded (RsRun *self);
/* Of a run that has ended and was not recorded: its loops, in the order in which they were decided; one that was
 * decided for several types is there as often. (element-type RsRunLoop) (transfer none) */
GPtrArray *rs_run_get_loops (RsRun *self);
/* Of a run that has looked for races and has ended: those that it has found. NULL: it did not look. (element-type
 * RsRunRace) (transfer none) */
GPtrArray *rs_run_get_races (RsRun *self);
/* Whether it compares two devices. */
gboolean rs_run_is_compared (RsRun *self);
RsOutputLog *rs_run_get_log (RsRun *self);
/* Those that are open. (element-type RsFigure) (transfer none) */
GPtrArray *rs_run_get_figures (RsRun *self);

/* What a debugger knows of this run; NULL when it runs without one. Owned. */
void rs_run_set_debug_state (RsRun *self, GObject *state);
GObject *rs_run_get_debug_state (RsRun *self);

/* Whether the thread of a run that was let go is still at work somewhere. */
gboolean rs_run_any_left_behind (void);
