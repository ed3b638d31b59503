/* The formats of other tools that a trace can be written in: one list for the command line and the window.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

#include <stdio.h>

typedef struct {
  const char *name;   /* "chrome", as `trace export --format` takes it */
  const char *suffix; /* ".json": of files that are of this format where nothing else is said */
  const char *label;  /* for people, to be translated */
  gboolean (*write) (RsTraceStore *store, FILE *output, GError **error);
  gboolean (*is_in_file) (const char *path); /* such a file may be replaced */
} RsTraceFormat;

/* The formats, in the order in which they are offered. */
const RsTraceFormat *rs_trace_formats_get (guint *n);
/* By the end of the path; NULL: none ends so. */
const RsTraceFormat *rs_trace_format_of_path (const char *path);
/* Writes the range; one that is not everything goes by way of a trace of that part (profiler/analysis/traces/trim.h),
 * which is made in the folder for temporary files. */
gboolean rs_trace_format_write (const RsTraceFormat *format, RsTraceStore *store, const RsTraceRange *range,
                                FILE *output, GError **error);
/* The same as a new file, or over one that is there. FALSE with an error that does not name it. */
gboolean rs_trace_format_write_file (const RsTraceFormat *format, RsTraceStore *store, const RsTraceRange *range,
                                     const char *path, GError **error);
