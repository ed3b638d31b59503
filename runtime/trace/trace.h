/* The event interface: the runtime emits, whoever listens records.
 *
 * When nobody listens an emit costs one load and one predicted branch. A listener is installed for the whole process;
 * it is called on the thread that emits and must be quick, lock nothing that the runtime holds, and never call back.
 *
 * Times are nanoseconds of CLOCK_MONOTONIC. Names are static or interned for the life of the listener's recording:
 * pass ids from rs_trace_name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* What the names of generated functions begin with, as compiler/kernel/build/build.c gives them. */
#define RS_TRACE_GENERATED_PREFIX "q_"

typedef enum {
#define RS_TRACE_EVENT(NAME, number, text, form, meaning) RS_TRACE_##NAME = number,
#include "runtime/trace-events.def"
#undef RS_TRACE_EVENT
} RsTraceKind;

/* One event, 64 bytes. A span is emitted once, at its end. */
typedef struct {
  gint64 start;    /* ns */
  gint64 end;      /* ns; equal to start for an instant */
  guint32 kind;    /* RsTraceKind */
  guint32 name;    /* id from rs_trace_name; 0: none */
  guint32 file;    /* id of the source file's path; 0: none */
  guint32 line;    /* from 1; 0: none */
  gint64 a, b;     /* see trace-events.def */
  guint32 track;   /* id from rs_trace_track: host thread, device queue, worker */
  guint32 detail;  /* id of a text: grid and block of a kernel ("2048x2048"), "host->cuda:0" of a copy; 0: none */
  guint32 threads; /* KERNEL: workers that took part */
  guint32 parent;  /* low 32 bits of the launch id that caused it; 0: none */
} RsTraceEvent;

G_STATIC_ASSERT (sizeof (RsTraceEvent) == 64);

typedef struct {
  void (*event) (const RsTraceEvent *event, gpointer data);
  /* Called for each new name or track, before its first use; again for a track that has another name. */
  void (*name) (guint32 id, const char *text, gpointer data);
  void (*track) (guint32 id, const char *name, gpointer data);
  gpointer data;
} RsTraceListener;

/* Not 0 while somebody listens: the number of the recording. Read it through rs_trace_is_on. */
extern gint rs_trace_listening;

static inline gboolean
rs_trace_is_on (void)
{
  return G_UNLIKELY (__atomic_load_n (&rs_trace_listening, __ATOMIC_RELAXED));
}

/* Installs the one listener, which has all three functions; FALSE when there is one already. Names and tracks made
 * before are replayed to it. */
gboolean rs_trace_listen (const RsTraceListener *listener);
/* Removes it; returns after the last call into it has ended. */
void rs_trace_unlisten (void);

/* CLOCK_MONOTONIC, ns. While somebody listens, to some ten ns between threads (trace-clock.c). */
gint64 rs_trace_now (void);
/* Whether somebody listens: within runtime/trace/trace.c. */
void rs_trace_clock_choose (gboolean listening);
/* Process-wide id of a text, never 0; thread-safe; takes a lock unless the thread has used the text lately. */
guint32 rs_trace_name (const char *text);
/* Its text, which stays; "" for 0 and numbers that are none. Takes a lock. */
const char *rs_trace_get_text (guint32 name);
/* Ids are 1 to this number. Takes a lock. */
guint32 rs_trace_count_names (void);
guint32 rs_trace_track (const char *name);
/* The calling thread's track; made on first use from the thread's name. */
guint32 rs_trace_thread_track (void);
/* That of another thread of the process, as the kernel numbers it, which may not have asked for one. Takes a lock. */
guint32 rs_trace_track_of_thread (int thread_id);

/* Who knows where the calling thread is in the program: find fills in file and line. NULL: nobody. */
typedef void (*RsTracePlaceFunc) (gpointer data, RsTraceEvent *event);
typedef struct {
  RsTracePlaceFunc find;
  gpointer data;
} RsTracePlace;
/* Returns what it was before. */
RsTracePlace rs_trace_set_place (RsTracePlace place);
/* Fills in file and line, where they are known. */
void rs_trace_find_place (RsTraceEvent *event);

/* --- samples --- */

/* A place in a call stack; ids of names, 0: not known. */
typedef struct {
  guint32 name, file, line;
} RsTraceFrame;

/* TRUE while lines are sampled: generated code gets line tables, and interpreters say where they are at each
 * instruction. */
extern gint rs_trace_sampling;

static inline gboolean
rs_trace_is_sampling (void)
{
  return G_UNLIKELY (__atomic_load_n (&rs_trace_sampling, __ATOMIC_RELAXED));
}

void rs_trace_set_sampling (gboolean sampling);

/* Who knows the program's call stack of the calling thread. walk runs in a signal handler that may interrupt the thread
 * anywhere: it takes no lock and allocates nothing. It gives at most `most` frames, the innermost first. NULL:
 * nobody. */
typedef struct {
  guint (*walk) (gpointer data, RsTraceFrame *frames, guint most);
  gpointer data;
} RsTraceWalker;
/* Returns what it was before. */
RsTraceWalker rs_trace_set_walker (RsTraceWalker walker);
/* For signal handlers: the calling thread's stack. */
guint rs_trace_walk (RsTraceFrame *frames, guint most);

/* Emits to the listener, if any. */
void rs_trace_emit (const RsTraceEvent *event);
