/* One program on two devices, one after the other, and what it assigned on either (runtime/debug/comparison.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/recorder.h"
#include "runtime/session.h"

typedef struct {
  const char *name, *text;         /* the program */
  const char *const *arguments;    /* NULL: none */
  const char *const *devices;      /* [2], as -d takes them */
  const RsSessionOptions *options; /* of a run; the device is not used */
  RsRecorder *recorder;            /* gets what the comparison has found */
  /* A session that is about to run, or NULL when it has ended: for who stops it. */
  void (*publish) (RsSession *session, gpointer data);
  gboolean (*is_stopped) (gpointer data); /* whether it was stopped: nothing is compared then */
  gpointer data;
} RsComparedRun;

/* What the program prints and shows comes from the first run, and messages that both give come once. Returns the higher
 * status of the two. Threads: the run's. */
int rs_compared_run (const RsComparedRun *run);
