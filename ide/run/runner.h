/* Runs one program at a time on a thread of its own, in this process.
 *
 * The runner is the only part of the IDE that calls the session. Output goes to a console, figures to a callback on the
 * main thread. Nothing here makes the main thread wait: a run is over when "finished" is emitted.
 *
 * Signals, on the main thread: "finished" (status: int, trace path: string or NULL). "error-place" (name: string,
 * line: uint, column: uint) for the place of the first error that was reported.
 *
 * Threads: all functions on the main thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"
#include "ide/run/console.h"
#include "runtime/figure/figure.h"
#include "runtime/form/form.h"

#define RS_TYPE_RUNNER (rs_runner_get_type ())
G_DECLARE_FINAL_TYPE (RsRunner, rs_runner, RS, RUNNER, GObject)

typedef struct {
  const char *name;       /* path of the program, for messages and import */
  const char *text;
  const char *device;     /* "auto", "cpu", "interp" */
  RsPrecision precision;
  const char *const *arguments; /* of the program, NULL-terminated; NULL: none */
  const char *trace_path; /* records into this file; NULL: no recording */
} RsRunRequest;

/* Called on the main thread when a figure is new, has changed or is closed; changes that follow each other quickly are
 * one call. */
typedef void (*RsShowFigureFunc) (RsFigure *figure, gpointer data);
/* The same for forms. */
typedef void (*RsShowFormFunc) (RsForm *form, gpointer data);

RsRunner *rs_runner_new (RsConsole *console, RsShowFigureFunc show_figure, RsShowFormFunc show_form, gpointer data);

/* FALSE when a program is running. */
gboolean rs_runner_start (RsRunner *self, const RsRunRequest *request);
void rs_runner_stop (RsRunner *self);
gboolean rs_runner_is_running (RsRunner *self);
/* Whether the run, or the last one, was ended with rs_runner_stop. */
gboolean rs_runner_was_stopped (RsRunner *self);
/* Seconds since the start, or of the whole last run. */
double rs_runner_get_elapsed (RsRunner *self);
