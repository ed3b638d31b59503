/* Records the events of this process into a trace file.
 *
 * Each thread that emits has a ring of its own; one writer thread empties the rings into SQLite, so that an emit never
 * waits, locks or calls the system. What does not fit into a ring is dropped and counted. What is recorded is in the
 * file within 0.5 s and stays readable when the process dies.
 *
 * When the disk is full or fails, recording ends, the program goes on, and rs_recorder_stop tells why.
 *
 * Threads: start and stop on any thread; one recording at a time in a process.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsRecorder RsRecorder;

/* Creates the file, replacing a trace of that name; another file of that name is not touched and is an error, and so is
 * one that another process is recording into. RS_TRACE_STORE_ERROR. (transfer full) */
RsRecorder *rs_recorder_start (const char *path, GError **error);

/* From now on this trace counts: the one that was there before is removed. rs_recorder_stop does the same. */
void rs_recorder_keep (RsRecorder *recorder);

/* Ends a recording that came to nothing: its file goes, and the trace that was there before is back. (transfer full) */
void rs_recorder_discard (RsRecorder *recorder);

#define RS_LINE_RATE 1000u /* samples a second, where nobody says another */

/* Records where the program spends its CPU time, too: rate samples a second of CPU time of each thread, 1 to 10000.
 * Of a process whose program runs on another thread than the main one, the calling one, the main one is left out.
 * program: its main file. Call it before the session is made: code that is compiled from then on has line tables. */
gboolean rs_recorder_sample_lines (RsRecorder *recorder, guint rate, const char *program, GError **error);

/* Measures metrics of kernels on CUDA devices, too: sets of profiler/analysis/metrics.def, of the kernels of that name,
 * or all where it is NULL. Each kernel that is measured runs several times; the driver's own record of them is left
 * out. Call it before the session is made. FALSE with an error: there are no such sets. */
gboolean rs_recorder_measure (RsRecorder *recorder, const char *sets, const char *kernel, GError **error);
/* Why not all of that was measured, so far; NULL: it was. (transfer full) */
char *rs_recorder_dup_metrics_obstacle (RsRecorder *recorder);

/* Notes a fact about the recording: "program" (path), "device", "peaks". Texts, see profiler/store/SCHEMA.md. NULL:
 * there is nothing to note. */
void rs_recorder_set_meta (RsRecorder *recorder, const char *name, const char *value);

/* Ends the recording and frees the recorder. FALSE when not everything could be written; what was written is
 * readable. Drops are no error: they are counted in the trace. (transfer full) for recorder. */
gboolean rs_recorder_stop (RsRecorder *recorder, GError **error);
