/* Exports of call stacks with their times: folded stacks, which flame graph scripts read, and speedscope's JSON.
 *
 * Processor time where lines were sampled, else the time of spans without what is inside of them, a stack for each
 * thread or queue.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

#include <stdio.h>

/* A line for each stack: "host;main (main.q:3);f (main.q:1) 5000", ns. */
gboolean rs_folded_export (RsTraceStore *store, FILE *output, GError **error);
/* A profile for each track, or one of all samples. */
gboolean rs_speedscope_export (RsTraceStore *store, FILE *output, GError **error);

/* Whether the file begins like what these write: who replaces others' files is told. */
gboolean rs_folded_is_in_file (const char *path);
gboolean rs_speedscope_is_in_file (const char *path);
