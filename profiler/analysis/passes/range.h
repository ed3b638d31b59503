/* The part of a trace that a report is about.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/store.h"

/* An event belongs to it when it starts in [from, to), so that the sums of ranges side by side add up. */
typedef struct {
  gint64 from, to;    /* ns from the start of the trace; G_MININT64, G_MAXINT64: everything */
  const char *track;  /* name or number of a track; NULL: all */
  const char *kernel; /* name of a kernel: events of that name, or that its launches caused; NULL: all */
  gint64 object;      /* oid of an array: what happened to it, and the launches that got it; 0: all */
  gboolean with_open; /* spans that began before, and end behind from or at it, belong to it, too */
  /* What a launch caused (its kernels, copies, arguments) belongs where the launch begins, whenever it ran; what is of
   * no launch, or of one that the trace does not have, by its own start. Not with with_open. */
  gboolean by_launch;
  guint64 listed; /* where events are listed one by one: bit k: those of kind k; 0: all */
} RsTraceRange;

#define RS_TRACE_RANGE_ALL                                                                                             \
  {                                                                                                                    \
    G_MININT64, G_MAXINT64, NULL, NULL, 0, FALSE, FALSE, 0                                                             \
  }

/* Whether a of an event of that kind (RsTraceKind) is an oid. */
gboolean rs_trace_kind_is_of_object (guint32 kind);
/* Whether a of an event of that kind is the id of a launch. */
gboolean rs_trace_kind_is_of_launch (guint32 kind);
/* The low 32 bits of the id of the launch that the event is of, or that caused it; 0: none. */
guint32 rs_trace_event_get_launch (const RsTraceEvent *event);
/* Whether b of an event of that kind is a number of bytes. */
gboolean rs_trace_kind_has_bytes (guint32 kind);

/* Whether the trace is a part of a recording: made by trim, or kept by a ring. */
gboolean rs_trace_is_part (RsTraceStore *store);

/* range: NULL: everything. */
gboolean rs_trace_range_is_all (const RsTraceRange *range);

/* "250", "1.5ms", "20 us", "-3s": ns. FALSE when text is no time. */
gboolean rs_parse_time (const char *text, gint64 *ns);

/* The events of the range of some kinds (bit k: kind k), one by one, as ids; see runtime/trace/trace.h. event_id: from
 * 1. Return FALSE to stop. */
typedef gboolean (*RsTraceEventFunc) (gint64 event_id, const RsTraceEvent *event, gpointer data);

/* In the order of ids with in_order, else in the order that reads fastest. FALSE with an error when reading failed, or
 * no track or kernel has that name. */
gboolean rs_trace_range_foreach (RsTraceStore *store, const RsTraceRange *range, guint64 kinds, gboolean in_order,
                                 RsTraceEventFunc func, gpointer data, GError **error);

/* All that is yet to come starts at bound or later. */
typedef void (*RsTraceBoundFunc) (gint64 bound, gpointer data);

/* Likewise in about the order of starts: bound is called now and then between events. Of traces of format 1 nothing is
 * known until all has been read. */
gboolean rs_trace_range_foreach_by_start (RsTraceStore *store, const RsTraceRange *range, guint64 kinds,
                                          RsTraceEventFunc func, RsTraceBoundFunc bound, gpointer data, GError **error);

/* The launches whose kernels are in the range. NULL with an error as above. (transfer full) (element-type gint64) */
GHashTable *rs_trace_range_find_launches (RsTraceStore *store, const RsTraceRange *range, GError **error);
/* Of RsLineValue: what the table has of launches in the range. NULL with an error. (transfer full) */
GArray *
rs_trace_range_read_line_values (RsTraceStore *store, RsLineTable table, const RsTraceRange *range, GError **error);

/* rs_trace_store_read_totals of the range. by_detail: kinds are told apart by detail too (kernels: by launch
 * configuration). NULL with an error as above. (transfer full) (element-type RsTotalRow) */
GArray *rs_trace_range_read_totals (RsTraceStore *store, const RsTraceRange *range, RsTraceKind kind,
                                    gboolean by_detail, GError **error);
