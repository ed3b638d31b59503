/* The session of a run as other threads see it: Stop finds it as long as it lives. The same in the window and in the
 * process of a run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/recording.h"

#include "runtime/debug/races/races.h"
#include "runtime/session.h"

typedef struct {
  GMutex lock;
  RsSession *session;  /* under lock, borrowed; NULL before and after */
  gboolean is_stopped; /* under lock */
} RsRunningSession;

void rs_running_session_init (RsRunningSession *self);
void rs_running_session_clear (RsRunningSession *self);

/* The session that runs from now on; NULL: there is none any more. Stop may have come while it was being made. Threads:
 * the one that runs the program. */
void rs_running_session_publish (RsRunningSession *self, RsSession *session);
/* Stops what runs, and what is published later. Any thread. */
void rs_running_session_stop (RsRunningSession *self);
/* What is published from now on may run. Any thread. */
void rs_running_session_go_on (RsRunningSession *self);

/* Runs a program and looks for races of its work items; how many launches were looked at is told at the end. The
 * program's status. Threads: the one that runs the program. */
int
rs_running_session_check_races (RsSession *session, const char *name, const char *text, const char *const *arguments,
                                RsRaceFound found, RsRecordingTell tell, gpointer data);

/* Runs a program on two devices, a session each, into one recording. name, text, arguments: of the program; devices:
 * their names, NULL at the end; options: of both sessions; recorder: may be NULL, and why there is none was told. What
 * fails is told. The exit status. Threads: the one that runs the program. */
int
rs_running_session_compare (RsRunningSession *self, const char *name, const char *text, const char *const *arguments,
                            const char *const *devices, const RsSessionOptions *options, RsRecorder *recorder,
                            RsRecordingTell tell, gpointer data);
