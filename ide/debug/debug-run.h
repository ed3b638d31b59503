/* The debugger of one run, as the window sees it: whether the program stands, and then its calls, variables and
 * watches.
 *
 * The debugger itself works where the session is (ide/run/debug-host.h), on the run's thread or in a process of its
 * own; requests and records of its protocol go between the two. Signals, on the main thread: "changed"; "stopped"
 * (name: string, line: uint) when the program stands anew, or another of its calls is looked at.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/debug-row.h"
#include "ide/debug/point-numbers.h"
#include "ide/run/runs.h"

#define RS_TYPE_DEBUG_RUN (rs_debug_run_get_type ())
G_DECLARE_FINAL_TYPE (RsDebugRun, rs_debug_run, RS, DEBUG_RUN, GObject)

/* Has the next run of runs, that of request, be debugged. is_paused: it is to stand at its first line. */
void rs_debug_run_attach (RsRuns *runs, RsRunRequest *request, gboolean is_paused);
/* That of the run that panels show; NULL: it is not debugged, or there is none. */
RsDebugRun *rs_debug_run_get_shown (RsRuns *runs);
/* Makes *followed that run. on_change (panel) is called when it changes, until panel goes or another run is
 * followed. */
void rs_debug_run_follow_shown (RsRuns *runs, RsDebugRun **followed, GCallback on_change, gpointer panel);

gboolean rs_debug_run_stands (RsDebugRun *self);
/* The position of the work item that stands, "3, 4"; "": the host's code does, or nothing. (transfer none) */
const char *rs_debug_run_get_item (RsDebugRun *self);
/* Whether the program has ended and can be computed with; FALSE while it is. */
gboolean rs_debug_run_has_workspace (RsDebugRun *self);
/* Inputs that come now are computed afterwards. */
gboolean rs_debug_run_is_computing (RsDebugRun *self);
/* Gives up what the program has left, now or when it ends. */
void rs_debug_run_leave (RsDebugRun *self);

/* Sends a request whose first field behind the verb is where: the frame that is looked at, or the workspace. answer
 * gets the records (of char **), and the error or NULL; it is not called when there is nothing to ask. fields:
 * NULL-terminated. */
typedef void (*RsDebugAnswer) (GPtrArray *records, const char *error, gpointer data);
void rs_debug_run_request (RsDebugRun *self, RsDebugAnswer answer, gpointer data, GDestroyNotify free_data,
                           const char *verb, ...) G_GNUC_NULL_TERMINATED;
/* The same of a frame by its number, while the program stands. */
void rs_debug_run_request_in (RsDebugRun *self, guint frame, RsDebugAnswer answer, gpointer data,
                              GDestroyNotify free_data, const char *verb, ...) G_GNUC_NULL_TERMINATED;
/* continue, step, over, out: the program goes on. */
void rs_debug_run_go_on (RsDebugRun *self, const char *verb);
void rs_debug_run_go_to (RsDebugRun *self, const char *name, guint line);
/* Steps into that function, of those that the statement calls; others run. */
void rs_debug_run_step_into (RsDebugRun *self, const char *function);
/* Makes a line of the text, which is of the function that the program stands in, the next one; the console tells why
 * it can't be. */
void rs_debug_run_jump (RsDebugRun *self, const char *name, guint line);
/* The next launch that has a work item at this position stands there first; kernel: NULL for any. */
void rs_debug_run_go_to_item (RsDebugRun *self, const char *position, const char *kernel);
void rs_debug_run_pause (RsDebugRun *self);
/* A statement in the function that is looked at, or in the workspace; its value comes in the console. */
void rs_debug_run_evaluate (RsDebugRun *self, const char *text);
/* The same for a dialog that is told whether it was computed; its answer has no records. */
void
rs_debug_run_assign (RsDebugRun *self, const char *text, RsDebugAnswer answer, gpointer data, GDestroyNotify free_data);
/* What was typed at the prompt, a command of the debugger (runtime/debug/commands.h) or a statement; commands also
 * while the program runs. */
void rs_debug_run_command (RsDebugRun *self, const char *text);
/* Whether it is only the short form of a command, and the function in which the program stands has a variable of that
 * name: rs_debug_run_command shows it then. */
gboolean rs_debug_run_means_variable (RsDebugRun *self, const char *text);
/* The program stops when the variable, or `object N`, is written; the console tells what came of it. */
void rs_debug_run_watch (RsDebugRun *self, const char *what);
/* (element-type RsWatched) (transfer none) */
GPtrArray *rs_debug_run_get_watched (RsDebugRun *self);
void rs_debug_run_unwatch (RsDebugRun *self, int number);
/* What places without a file mean at the prompt, while no program runs. */
void rs_debug_run_set_program (RsDebugRun *self, const char *name, const char *text);
/* A remark for the console. */
void rs_debug_run_remark (RsDebugRun *self, const char *text);
/* A line for the console, behind the one that was typed. */
void rs_debug_run_answer (RsDebugRun *self, const char *typed, const char *text);

/* (element-type RsDebugRow) (transfer none) */
GPtrArray *rs_debug_run_get_frames (RsDebugRun *self);
GPtrArray *rs_debug_run_get_variables (RsDebugRun *self);
GPtrArray *rs_debug_run_get_watches (RsDebugRun *self);
/* The `variable` record of one by its name, in the function that is looked at; NULL: there is none. (transfer none) */
char **rs_debug_run_find_variable (RsDebugRun *self, const char *name);
/* Whether the array of a record has more elements than its value shows. */
gboolean rs_debug_run_is_long_array (char **fields);
/* The lengths of such an array, with " x " between them. (transfer full) */
char *rs_debug_run_dup_size (char **fields);
guint rs_debug_run_get_frame (RsDebugRun *self);
void rs_debug_run_look_at (RsDebugRun *self, guint frame);
