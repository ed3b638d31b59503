/* The inside of a recorder: what its two sides, the threads of the program (recorder.c) and the thread that writes
 * (recorder-writer.c), share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/counters.h"
#include "profiler/record/devices/device-tracing.h"
#include "profiler/record/lines/sample-places.h"
#include "profiler/record/output.h"
#include "profiler/record/recorder.h"
#include "profiler/store/writer.h"

typedef enum { RS_RECORDED_STRING, RS_RECORDED_TRACK, RS_RECORDED_META } RsRecordedTextKind;

typedef struct {
  RsRecordedTextKind kind;
  guint32 id;
  char *name; /* RS_RECORDED_META */
  char *text;
} RsRecordedText;

/* What the writer knows about a thread. */
typedef struct {
  RsRing *ring; /* owned reference */
  guint64 filled;
  RsThreadCounters counters;
} RsRecordedThread;

/* A thread that a library made during the recording, and that emits nothing: BLAS, FFTW, a driver. */
typedef struct {
  int thread_id;
  guint32 track;
  gboolean is_seen; /* by the last look for threads */
  RsThreadCounters counters;
} RsOtherThread;

struct _RsRecorder {
  char *path;
  guint generation; /* number of this recording in the process; a thread's ring of another one is not used */
  GMutex lock;
  GCond wake;
  RsBlockPool *pool;
  GPtrArray *new_rings; /* of RsRing (owned reference); guarded by lock */
  GArray *new_texts;    /* of RsRecordedText; guarded by lock */
  gboolean stopping;    /* guarded by lock */
  gboolean flushing;    /* guarded by lock: somebody waits until these are written */
  gboolean is_ending;   /* guarded by lock: no more samples are wanted, and none of what devices did */
  gboolean has_ended;   /* guarded by lock: the writer */
  GCond flushed;
  gboolean listening; /* guarded by lock */
  gboolean discards;  /* set before stopping */
  gboolean has_ring;  /* constant */
  gint64 lost;        /* events for which there was no ring; atomic */
  gint64 dropped;     /* of all rings, as of the last look; atomic */
  GThread *thread;
  /* The writer thread's. */
  RsRecordOutput *output;
  GArray *threads;           /* of RsRecordedThread */
  GArray *others;            /* of RsOtherThread */
  GHashTable *known_threads; /* set of thread ids that were there before the recording; constant */
  gint64 closed_dropped;
  gint64 noted_dropped;
  gboolean has_noted_shortage; /* of files for counters */
  gint64 origin, last_commit;  /* CLOCK_MONOTONIC, ns */
  gint64 n_held;               /* events in a file that was closed early */
  gboolean hardware;
  RsSampler *sampler;   /* NULL: lines are not sampled; set under lock */
  gboolean is_sampling; /* sampler is there; the writer's */
  RsSamplePlaces *places;
  GArray *sample_events; /* of RsTraceEvent */
  gint64 noted_lost;
  RsDeviceTracing *devices;
  GArray *device_events; /* of RsTraceEvent */
  RsDeviceValues measured;
  RsTotalRow sums;        /* of the fold that comes next */
  RsTraceEvent pair_sums; /* of the pairs that come next */
  guint32 track, name;    /* of the recorder's own work */
  gint64 n_written;       /* since its last event */
  gint64 cpu_time;        /* of this thread at its last event */
  guint32 counter_names[RS_N_COUNTERS];
  GError *error;
};

/* Of RsRecordedText, and of RsRecordedThread. (transfer full) */
GArray *rs_recorded_texts_new (void);
GArray *rs_recorded_threads_new (void);
/* Of RsOtherThread. (transfer full) */
GArray *rs_recorded_others_new (void);
/* Ids of the threads of this process. (transfer full) (element-type int) */
GArray *rs_recorder_list_threads (void);
/* The writer thread, a GThreadFunc: until the recorder is stopped. data: the recorder. */
gpointer rs_recorder_write_loop (gpointer data);
/* The track of a thread of the system, made where it has none. data: the recorder. Threads: the one that writes. */
guint32 rs_recorder_find_track (int thread_id, gpointer data);
/* Once, by whoever comes first: the writer after a failure, rs_recorder_stop otherwise. */
void rs_recorder_stop_listening (RsRecorder *self);
