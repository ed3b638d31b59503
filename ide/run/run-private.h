/* The inside of a run: what the main thread (run.c) and the run's own (run-work.c) share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/child.h"
#include "ide/run/run.h"
#include "ide/run/running-session.h"

/* Counted by reference: the thread has one, the run one, each idle source one. */
typedef struct {
  RsRun *run;       /* owned */
  RsOutputLog *log; /* owned */
  char *name, *text, *folder, *device, *ring, *ring_when;
  char *trace_path;     /* NULL: there is none, as is known at the end */
  char *recording_path; /* where it is while it grows; NULL: in memory, or nothing is recorded; never changes */
  char **arguments, **compared;
  RsPrecision precision;
  RsRunDebug debug;
  char **first;      /* of debug */
  RsDebugHost *host; /* owned; of a run in this process with a debugger */
  RsChild *child;    /* owned; of a run in a process of its own */

  RsRunningSession running;

  GMutex lock;
  RsRecording *recording; /* under lock; of a run in this process, while it is recorded */
  GPtrArray *figures;     /* under lock; element-type RsFigure: those that have changed */
  GPtrArray *forms;       /* under lock; element-type RsForm: those that have changed */
  gboolean figures_scheduled;
  char *compiled, *compiled_for; /* under lock; what is compiled, for which device, since when; NULL: nothing */
  gint64 compile_started;

  gint was_let_go;  /* atomic */
  char *error_name; /* of the session's thread until the end, then the main thread's */
  guint error_line, error_column;
  guint n_errors;           /* that were told, with their places; of the session's thread */
  GPtrArray *loops;         /* element-type RsRunLoop; of the session's thread until the end */
  gboolean loops_are_whole; /* what is computed behind the program's end is not of it; of the session's thread */
  GPtrArray *races; /* element-type RsRunRace; of the session's thread until the end; NULL: they are not looked for */
  int status;
} RsRunWork;

/* The last stretch of a recording, which was saved. */
typedef struct {
  RsRunWork *work; /* owned reference */
  char *path, *what;
} RsRunSaved;
void rs_run_saved_free (gpointer data);

/* (transfer full); with a process of its own or a debugger, as the request asks. Main thread. */
RsRunWork *rs_run_work_new (const RsRunRequest *request);
/* Any thread. data: RsRunWork. */
void rs_run_work_unref (gpointer data);
/* Starts the thread; work->run is set. Main thread. */
void rs_run_work_start (RsRunWork *work);

/* What the thread leaves to the main thread, GSourceFuncs; data: RsRunWork. Figures and forms that have changed; the
 * end of the program; the end of the thread. */
gboolean rs_run_deliver_figures (gpointer data);
/* data: RsRunSaved; freed by rs_run_saved_free. */
gboolean rs_run_deliver_saved (gpointer data);
gboolean rs_run_deliver_end (gpointer data);
gboolean rs_run_release (gpointer data);
