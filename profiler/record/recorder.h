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

#include "runtime/base/settings.h"

typedef struct _RsRecorder RsRecorder;

/* Told of each trace that a ring has saved while the program goes on, or that it could not (error is not NULL). ns: how
 * much of the recording is in it. On a thread of its own. */
typedef void (*RsRecorderSaved) (const char *path, const char *reason, gint64 ns, const GError *error, gpointer data);

/* A recording of which only the last stretch is kept, in memory. It is written at the end, and into traces beside that
 * ("run-1.rstrace") when rs_recorder_request_save is called or a span takes long; not when the process is killed. */
typedef struct {
  gint64 ns;   /* length of the stretch; 0: as much as goes into bytes */
  gsize bytes; /* of memory that its events take at most, from 1 MiB; while one is written, twice as much */
  char *span;  /* function, kernel, built-in, ... that is to take no longer than span_ns; NULL: none; owned */
  gint64 span_ns;
  RsRecorderSaved saved; /* may be NULL */
  gpointer data;
} RsRecorderRing;

/* limits: "10s", "100MB", "10s,100MB". when: "name>20ms"; NULL or "": no span. NULL with an error that says what is
 * wrong with them. (transfer full) */
RsRecorderRing *rs_recorder_ring_new (const char *limits, const char *when, GError **error);
/* What PROFILER_RING and PROFILER_RINGWHEN say. NULL: that there is none, or with an error. (transfer full) */
RsRecorderRing *rs_recorder_ring_new_from (const RsSettings *settings, GError **error);
void rs_recorder_ring_free (RsRecorderRing *ring);

/* Creates the file, replacing a trace of that name; another file of that name is not touched and is an error, and so is
 * one that another process is recording into. %p in the path stands for the number of the process.
 * RS_TRACE_STORE_ERROR. (transfer full) */
RsRecorder *rs_recorder_start (const char *path, GError **error);
/* The same with a ring; NULL: everything is kept. */
RsRecorder *rs_recorder_start_ring (const char *path, const RsRecorderRing *ring, GError **error);

/* With a ring: what it holds is to be saved while the program goes on. reason: a static text, which the trace tells as
 * the fact "saved".
 * Async-signal-safe. */
void rs_recorder_request_save (RsRecorder *recorder, const char *reason);

/* The file, with %p replaced. Lives as long as the recorder. */
const char *rs_recorder_get_path (const RsRecorder *recorder);

/* From now on this trace counts: the one that was there before is removed. rs_recorder_stop does the same. */
void rs_recorder_keep (RsRecorder *recorder);

/* Ends a recording that came to nothing: its file goes, and the trace that was there before is back. (transfer full) */
void rs_recorder_discard (RsRecorder *recorder);

#define RS_LINE_RATE 1000u /* samples a second, where nobody says another */

/* Records where the program spends its CPU time, too: rate samples a second of CPU time of each thread, 1 to 10000.
 * Of a process whose program runs on another thread than the main one, the calling one, the main one is left out.
 * program: its main file. Call it before the session is made: code that is compiled from then on has line tables. */
gboolean rs_recorder_sample_lines (RsRecorder *recorder, guint rate, const char *program, GError **error);

/* Measures metrics of kernels on CUDA devices, too: sets of profiler/analysis/hardware/metrics.def, of the kernels of
 * that name, or all where it is NULL. Each kernel that is measured runs several times; the driver's own record of them
 * is left out. Call it before the session is made. FALSE with an error: there are no such sets. */
gboolean rs_recorder_measure (RsRecorder *recorder, const char *sets, const char *kernel, GError **error);
/* Why not all of that was measured, so far; NULL: it was. (transfer full) */
char *rs_recorder_dup_metrics_obstacle (RsRecorder *recorder);

/* Notes a fact about the recording: "program" (path), "device", "peaks". Texts, see profiler/store/SCHEMA.md. NULL:
 * there is nothing to note. */
void rs_recorder_set_meta (RsRecorder *recorder, const char *name, const char *value);
/* Several of them. (element-type utf8 utf8) */
void rs_recorder_set_facts (RsRecorder *recorder, GHashTable *facts);

/* Ends the recording and frees the recorder. FALSE when not everything could be written; what was written is
 * readable. Drops are no error: they are counted in the trace. (transfer full) for recorder. */
gboolean rs_recorder_stop (RsRecorder *recorder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsRecorderRing, rs_recorder_ring_free)
