/* What a tracer of a device's driver reports (plugins/cupti), in terms of no driver, and the table of such a plugin.
 *
 * Records come in any order, late, and from any thread. What belongs together is told by the correlation: the number
 * that the driver gave its call. device-events.h makes events of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef enum {
  RS_DEVICE_KERNEL, /* ran on the device */
  RS_DEVICE_COPY,
  RS_DEVICE_FILL,
  RS_DEVICE_GRAPH,     /* all of a graph of kernels */
  RS_DEVICE_CALL,      /* the host was in the driver */
  RS_DEVICE_LAUNCH,    /* the call belongs to this launch */
  RS_DEVICE_WAIT,      /* the host waited for the device */
  RS_DEVICE_MEMORY,    /* was taken or given back */
  RS_DEVICE_COMPILE,   /* the driver compiled */
  RS_DEVICE_MIGRATION, /* unified memory moved */
  RS_DEVICE_PAGING,    /* unified memory was not where it was wanted */
  RS_DEVICE_COST,      /* the tracer's own work */
  RS_DEVICE_DESCRIPTION,
  RS_N_DEVICE_RECORDS
} RsDeviceRecordKind;

#define RS_DEVICE_HOST G_MAXUINT32 /* device: the processor */

typedef struct {
  gint64 start, end;   /* CLOCK_MONOTONIC, ns; both 0: the tracer lost them */
  guint32 kind;        /* RsDeviceRecordKind */
  guint32 correlation; /* 0: none */
  guint32 device, context, stream;
  guint32 name;    /* id of a text: the kernel, the call, from and to of a copy, what was waited for; 0: none */
  gint64 value;    /* COPY, FILL, MIGRATION, MEMORY (negative: given back): bytes; LAUNCH: its id; CALL: what it
                    * returned; PAGING: page faults, or bytes */
  guint64 address; /* MEMORY, MIGRATION, PAGING */
  guint32 grid[3], block[3]; /* KERNEL: blocks and work items in a block; x first */
  guint32 registers;         /* KERNEL: of a work item */
  guint32 shared_bytes;      /* KERNEL: of a block */
  guint32 thread;            /* CALL: as the system numbers it */
  guint32 is_generated;      /* KERNEL: compiled by Redshift, whose launch has a name that the user knows */
  guint32 detail;            /* MIGRATION: id of "host->device"; PAGING: of what it was wanted for; 0: none */
} RsDeviceRecord;

/* What was not recorded, or not well. */
typedef struct {
  gint64 dropped; /* records that the tracer dropped, or for which there was no memory */
  gint64 damaged; /* buffers with something unreadable in them, of which the rest is lost */
} RsDeviceLosses;

typedef struct {
  /* Any thread, several at once; the records are copied. */
  void (*take) (const RsDeviceRecord *records, gsize n, gpointer data);
  gpointer data;
} RsDeviceSink;

/* A value of a kernel of the launch that was measured: from 0, since a launch may be several kernels. NaN: the counters
 * do not tell it. metric: as it was asked for. */
typedef void (*RsDeviceMetricFunc) (guint kernel, const char *metric, double value, gpointer data);

/* The part of a plugin that reads counters of the device around kernels. One at a time; the functions are called one
 * after the other. Each that returns FALSE gives why, as part of a sentence. (transfer full) */
typedef struct {
  /* Begins. library: as in RsDeviceTracer. metrics: names up to a NULL, valid until stop. *text: what reads, or why
   * nothing can. */
  gboolean (*start) (const char *library, const char *const *metrics, char **text);
  /* On the thread that launches, with the device's context: waits for what runs before. TRUE: the kernels that are
   * launched until end are measured, which runs each of them several times. */
  gboolean (*begin) (char **reason);
  /* Waits for them, and tells the values. */
  gboolean (*end) (RsDeviceMetricFunc func, gpointer data, char **reason);
  /* How often kernels run, 0: not known yet; and the names of metrics that the device lacks, NULL: none. */
  void (*describe) (gsize *n_passes, const char **unknown);
  void (*stop) (void);
} RsDeviceMeter;

/* A fact that a trace should say, see profiler/store/SCHEMA.md. */
typedef void (*RsDeviceFactFunc) (const char *name, const char *value, gpointer data);

/* What was seen at a line of a kernel. function: the compiled code, NULL: not known. file: without folders, NULL: not
 * known, as line 0. what: the reason of samples or the counter, as CUPTI names it. Several calls may tell of the
 * same. */
typedef void (*RsDeviceLineFunc) (const char *function, const char *file, guint32 line, const char *what, gint64 value,
                                  gpointer data);

/* Samples that tell no line. */
typedef struct {
  gint64 dropped;   /* by the hardware */
  gint64 others;    /* of the driver's own kernels */
  gboolean is_full; /* the hardware's buffer was: some are missing */
} RsDeviceSampleLosses;

/* The part of a plugin that samples where warps are and why they wait. As RsDeviceMeter; never between its begin and
 * end. */
typedef struct {
  gboolean (*start) (const char *library, char **text);
  /* Code with line tables that the device has loaded; it is copied. Between start and stop. */
  void (*add_binary) (gconstpointer bytes, gsize size);
  gboolean (*begin) (char **reason);
  gboolean (*end) (RsDeviceLineFunc func, gpointer data, RsDeviceSampleLosses *losses, char **reason);
  void (*stop) (void);
} RsDeviceSampler;

/* The part of a plugin that counts instructions at lines, by code that it adds to the kernels: they run once, and take
 * longer. As RsDeviceSampler. */
typedef struct {
  /* counters: names up to a NULL, valid until stop. */
  gboolean (*start) (const char *library, const char *const *counters, char **text);
  void (*add_binary) (gconstpointer bytes, gsize size);
  gboolean (*begin) (char **reason);
  /* *dropped: records that were lost. */
  gboolean (*end) (RsDeviceLineFunc func, gpointer data, gint64 *dropped, char **reason);
  /* The names of counters that the device lacks, NULL: none. */
  const char *(*describe) (void);
  void (*stop) (void);
} RsDeviceLineCounter;

/* What a metric came to in a stretch of time: CLOCK_MONOTONIC, ns. NaN: it is not known. */
typedef void (*RsDeviceCurveFunc) (const char *metric, gint64 start, gint64 end, double value, gpointer data);

/* The part of a plugin that reads counters of the whole device in regular intervals while kernels run. As
 * RsDeviceMeter. */
typedef struct {
  gboolean (*start) (const char *library, const char *const *metrics, char **text);
  gboolean (*begin) (char **reason);
  /* *is_full: the end of the launch is missing. */
  gboolean (*end) (RsDeviceCurveFunc func, gpointer data, gboolean *is_full, char **reason);
  const char *(*describe) (void);
  void (*stop) (void);
} RsDeviceCurveReader;

/* A plugin. One recording at a time; the functions are called one after the other, but for push and pop. */
typedef struct {
  /* Begins. library: path of its library, NULL or "": it is searched for. wants_unified: MIGRATION and PAGING are
   * recorded, too; *text tells where that can't be. FALSE when it can't; *text then is why, as
   * part of a sentence ("there is no NVIDIA driver on this machine"), otherwise what records ("CUPTI 13.0").
   * (transfer full) */
  gboolean (*start) (const char *library, gboolean wants_unified, const RsDeviceSink *sink, char **text);
  /* About every second: what is done is handed over. */
  void (*poll) (void);
  /* Everything is handed over; the sink is not called any more when this returns. */
  void (*stop) (RsDeviceLosses *losses);
  /* Around what belongs to a launch; any thread, also after stop. */
  void (*push) (guint64 launch);
  void (*pop) (void);
  const RsDeviceMeter *meter;     /* used in place of the functions above, never beside them; NULL: none */
  const RsDeviceSampler *sampler; /* likewise, as the next two */
  const RsDeviceLineCounter *line_counter;
  const RsDeviceCurveReader *curve_reader;
} RsDeviceTracer;
