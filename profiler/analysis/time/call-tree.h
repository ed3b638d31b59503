/* The call tree: spans inside each other and the lines sampled below them, added up by name and place, a tree for each
 * track. What trees, flame graphs and exports of stacks show.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

typedef struct _RsCallNode RsCallNode;

/* Texts live as long as the store. Times in ns: of spans by the clock, of what was sampled the processor's. */
struct _RsCallNode {
  const char *name, *file; /* of the root: ""; of its children: the names of tracks */
  guint32 line;            /* 0: none */
  guint32 kind;            /* RsTraceKind; RS_TRACE_FRAME: sampled; 0 for the root and for tracks */
  gint64 count;            /* spans; 0 of what was sampled */
  gint64 total;            /* with what is inside */
  gint64 self;             /* without: of a span what no sample stands for, waits among it */
  gint64 cpu, samples;     /* processor time and number of the samples there and below */
  RsCallNode *parent;      /* borrowed; NULL: the root */
  GPtrArray *children;     /* element-type RsCallNode; owned; the longest first */
};

/* What a tree is built of. */
typedef enum {
  RS_CALLS_SPANS = 1,
  /* Processor time alone: all threads together in one child of the root, by the call stacks of the samples. */
  RS_CALLS_SAMPLES = 2,
  /* Each sample is below the innermost span that holds it on its thread at its time, as the part of its call stack
   * that the spans do not tell already. The spans of workers are there too, for their samples. Without samples: as
   * RS_CALLS_SPANS. Samples stand for the time before them: what is below short spans may be longer than these. */
  RS_CALLS_BOTH = RS_CALLS_SPANS | RS_CALLS_SAMPLES
} RsCallSources;

/* Reads the events of the range once. Of spans that it cuts the part inside counts, and each of them as a call. The
 * spans of workers, which are parts of kernels, and of the recorder are left out, and so are spans inside of a thousand
 * others. Of two spans at the very same time the one that was recorded first holds the other. range: NULL: everything.
 * NULL with an error where more spans or samples lie one over the other than fit (the range has to be shorter), or
 * where RS_CALLS_SAMPLES finds no samples in the trace. Memory: what lies one over the other. (transfer full) */
RsCallNode *rs_call_tree_read (RsTraceStore *store, const RsTraceRange *range, RsCallSources sources, GError **error);
void rs_call_node_free (RsCallNode *node);
/* What it is called in a tree: loops and lines by their places, since their names are those of their functions.
 * (transfer full) */
char *rs_call_node_describe (const RsCallNode *node);
/* "function", "loop", "line", "track"; translated where it is no kind of event. */
const char *rs_call_node_get_kind_text (const RsCallNode *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsCallNode, rs_call_node_free)
