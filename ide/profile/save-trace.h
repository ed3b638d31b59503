/* Saving a trace from its tab: as a trace or in a format of other tools, the whole of it or the selected range.
 *
 * Threads: main thread only; the work is done on another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

#include <gtk/gtk.h>

typedef struct _RsTraceSaving RsTraceSaving;

/* text: for the user; NULL: the dialog was cancelled. is_done: nothing is under way any more, and
 * saving is freed after it. */
typedef void (*RsTraceSavingTold) (RsTraceSaving *saving, const char *text, gboolean is_done, gpointer data);

/* Asks where to and in which form, then writes. range: NULL, or what may be chosen instead of the whole trace.
 * told: when the work begins and when it ends. free_data: after that; may be NULL. */
RsTraceSaving *rs_trace_saving_start (GtkWindow *window, const char *path, const RsTraceRange *range,
                                      RsTraceSavingTold told, gpointer data, GDestroyNotify free_data);
/* Closes the dialog, or ends the work; what was there under the name stays. told will still be called, soon. */
void rs_trace_saving_give_up (RsTraceSaving *saving);
