/* The runs of a window: those under way and the last ones that have ended, newest last. It is a GListModel of RsRun.
 *
 * Panels show one of them, the shown one: they are made with this object (ide/app/window/panels.h) and follow
 * "shown-changed". Signals: "shown-changed"; "started" (RsRun) before a new run starts, so that whoever is interested
 * connects to it.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/run.h"

#include <gio/gio.h>

#define RS_TYPE_RUNS (rs_runs_get_type ())
G_DECLARE_FINAL_TYPE (RsRuns, rs_runs, RS, RUNS, GObject)

RsRuns *rs_runs_new (void);

/* Starts a run, which is the shown one then. (transfer none) */
RsRun *rs_runs_start (RsRuns *self, const RsRunRequest *request);

/* NULL before the first run. */
RsRun *rs_runs_get_shown (RsRuns *self);
void rs_runs_show (RsRuns *self, RsRun *run);

/* The run of that program that is under way; NULL: none. */
RsRun *rs_runs_find_active (RsRuns *self, const char *name);
/* Whether any is. */
gboolean rs_runs_any_active (RsRuns *self);
void rs_runs_stop_all (RsRuns *self);
