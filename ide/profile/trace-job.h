/* One question to a trace that may take long, on a thread of its own with a store of its own: the timeline goes on
 * meanwhile.
 *
 * Threads: main thread only; the function runs on another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

typedef struct _RsTraceJob RsTraceJob;

/* Returns what done gets, or NULL with an error. */
typedef gpointer (*RsTraceJobFunc) (RsTraceStore *store, gpointer data, GError **error);
/* result is done's; its texts live as long as store, which is closed when done returns. Both NULL with error; an
 * interrupted job has RS_TRACE_STORE_ERROR_INTERRUPTED. */
typedef void (*RsTraceJobDone) (gpointer result, RsTraceStore *store, const GError *error, gpointer data);

/* free_data: after done; may be NULL. The job is freed when done has been called, and then is no longer to be
 * cancelled. */
RsTraceJob *rs_trace_job_start (const char *path, RsTraceJobFunc func, RsTraceJobDone done, gpointer data,
                                GDestroyNotify free_data);
/* done will still be called, soon. */
void rs_trace_job_cancel (RsTraceJob *job);
