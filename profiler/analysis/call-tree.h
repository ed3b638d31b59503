/* The call tree: spans inside each other, added up by name and place, a tree for each track. What trees and flame
 * graphs show.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/range.h"

typedef struct _RsCallNode RsCallNode;

/* Texts live as long as the store. Times in ns. */
struct _RsCallNode {
  const char *name, *file; /* of the root: ""; of its children: the names of tracks */
  guint32 line;            /* 0: none */
  guint32 kind;            /* RsTraceKind; 0 for the root and for tracks */
  gint64 count;
  gint64 total;            /* with what is inside */
  gint64 self;             /* without */
  GPtrArray *children;     /* element-type RsCallNode; owned; the longest first */
};

/* Reads the spans of the range once; those of workers, which are parts of kernels, and of the recorder are left out.
 * range: NULL: everything. NULL with an error where there are more spans than fit: the range has to be shorter.
 * (transfer full) */
RsCallNode *rs_call_tree_read (RsTraceStore *store, const RsTraceRange *range, GError **error);
void rs_call_node_free (RsCallNode *node);
/* What it is called in a tree: a loop by its place, since its name is that of its function. (transfer full) */
char *rs_call_node_describe (const RsCallNode *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsCallNode, rs_call_node_free)
