/* What the tests of measuring by CUPTI's stand-ins (fake-cupti) share: recordings with launches as a CUDA device makes
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/report.h"
#include "profiler/record/recorder.h"
#include "tests/trace/fake-cupti/fake-cupti.h"

/* Of the test: set by measuring_set_up. */
extern const char *library, *old_library; /* the second is older than what is tested */
extern FakeCupti *fake;                   /* the inside of the first */
extern char *path;                        /* of the trace */

/* argv: as the tests are started. binary: what the kernels are of; it outlives the test. */
void measuring_set_up (char **argv, const char *binary);
void measuring_tear_down (void);

/* The number by which CUPTI tells of a binary. */
guint64 checksum_of (const char *bytes, gsize n);
/* A recording that measures those sets, by the library of that path. (transfer full) */
RsRecorder *begin (const char *sets, const char *which);
/* As a CUDA device does. Returns whether it was observed. */
gboolean launch (const char *title, guint n_kernels);
/* Its trace; what the library was asked for has been given back. (transfer full) */
RsTraceStore *finish (RsRecorder *recorder);
/* That a fact of the trace says text; NULL: there is none. */
void assert_says (RsTraceStore *store, const char *name, const char *text);
/* What a report lacks. (transfer full) */
char *dup_note (RsTraceStore *store, const char *report_id, const RsTraceRange *range);
