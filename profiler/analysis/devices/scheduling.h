/* Where each kernel and loop ran, how long, on how many threads, and why there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

#define RS_SCHEDULING_INTERPRETER "interpreter"

/* Texts live as long as the store, but for those that are owned. Times in ns. */
typedef struct {
  const char *name; /* "scale", "loop at line 12" */
  const char *file; /* "" when not known */
  guint32 line;
  const char *device; /* "cpu", "opencl:0"; RS_SCHEDULING_INTERPRETER */
  gint64 runs;        /* launches, or runs of a loop */
  gint64 total;
  gint64 predicted; /* launches whose time was known before, */
  gint64 expected;  /* the sum of what was expected of them, */
  gint64 needed;    /* and of what they took */
  guint32 threads;  /* most that took part in a launch; 0: not known */
  gint64 bytes;     /* copied between memories for its launches */
  char *can;        /* owned; the devices of the run that it may run on: "cpu, opencl:0"; "" when not known */
  char *cannot;     /* owned; others with the reason: "opencl:1: it uses double precision"; "": none */
  const char *why;  /* what was decided: "parallel", "interpreted: line 13: ..."; "" when nothing was */
} RsSchedulingRow;

/* The longest total first; places that did not run are left out. One that ran on several devices has a row for each.
 * (transfer full) (element-type RsSchedulingRow) */
GArray *rs_scheduling_read (RsTraceStore *store, GError **error);
