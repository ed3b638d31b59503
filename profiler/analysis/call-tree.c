/* The call tree.
 *
 * Events come in the order of their ends; a tree needs them in the order of their starts, the longer of two first. So
 * they are collected and sorted, 40 bytes each.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/call-tree.h"

#include "profiler/analysis/summary.h"

#include <glib/gi18n.h>

/* 200 MiB while reading. */
#define MAX_SPANS 5000000

typedef struct {
  gint64 start, end;
  guint32 track, name, file, line, kind;
} Span;

typedef struct {
  GArray *spans; /* element-type Span */
  gboolean is_full;
} Collector;

static gboolean
add_span (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Collector *collector = data;
  const Span span = { event->start, MAX (event->end, event->start), event->track, event->name, event->file, event->line,
                      event->kind };

  if (collector->spans->len >= MAX_SPANS)
    {
      collector->is_full = TRUE;
      return FALSE;
    }
  g_array_append_val (collector->spans, span);
  return TRUE;
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *p = a, *q = b;

  if (p->track != q->track)
    return p->track < q->track ? -1 : 1;
  if (p->start != q->start)
    return p->start < q->start ? -1 : 1;
  return p->end != q->end ? (p->end > q->end ? -1 : 1) : 0;
}

static RsCallNode *
node_new (const char *name, const char *file, guint32 line, guint32 kind)
{
  RsCallNode *node = g_new0 (RsCallNode, 1);

  node->name = name;
  node->file = file;
  node->line = line;
  node->kind = kind;
  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_call_node_free);
  return node;
}

void
rs_call_node_free (RsCallNode *node)
{
  if (node == NULL)
    return;
  g_ptr_array_unref (node->children);
  g_free (node);
}

char *
rs_call_node_describe (const RsCallNode *node)
{
  g_autofree char *base = NULL;

  if (node->kind != RS_TRACE_LOOP || *node->file == '\0' || node->line == 0)
    return g_strdup (node->name);
  base = g_path_get_basename (node->file);
  return g_strdup_printf (_ ("loop at %s:%u"), base, node->line);
}

/* Few names call each other at one place: a list is searched faster than a table. */
static RsCallNode *
find_child (RsCallNode *node, const char *name, const char *file, guint32 line, guint32 kind)
{
  RsCallNode *child;

  for (guint i = 0; i < node->children->len; i++)
    {
      child = g_ptr_array_index (node->children, i);
      if (child->name == name && child->file == file && child->line == line && child->kind == kind)
        return child;
    }
  child = node_new (name, file, line, kind);
  g_ptr_array_add (node->children, child);
  return child;
}

typedef struct {
  RsCallNode *node;
  gint64 end;
} Open;

/* The spans of one track, in order. */
static void
build_track (RsTraceStore *store, RsCallNode *track, const Span *spans, guint n)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));

  for (guint i = 0; i < n; i++)
    {
      const Span *span = &spans[i];
      gint64 duration = span->end - span->start;
      RsCallNode *parent, *node;

      while (open->len > 0 && g_array_index (open, Open, open->len - 1).end <= span->start)
        g_array_set_size (open, open->len - 1);
      parent = open->len > 0 ? g_array_index (open, Open, open->len - 1).node : track;
      node = find_child (parent, rs_trace_store_get_string (store, span->name),
                         rs_trace_store_get_string (store, span->file), span->line, span->kind);
      node->count++;
      node->total = rs_trace_add (node->total, duration);
      node->self = rs_trace_add (node->self, duration);
      parent->self = rs_trace_add (parent->self, -duration);
      if (parent == track)
        track->total = rs_trace_add (track->total, duration);
      g_array_append_val (open, ((Open){ node, span->end }));
    }
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const RsCallNode *p = *(RsCallNode *const *)a, *q = *(RsCallNode *const *)b;

  return p->total < q->total ? 1 : p->total > q->total ? -1 : 0;
}

/* Spans of a track that overlap without nesting (launches side by side) would leave less than nothing. */
static void
sort_children (RsCallNode *node)
{
  node->self = MAX (node->self, 0);
  g_ptr_array_sort (node->children, compare_nodes);
  for (guint i = 0; i < node->children->len; i++)
    sort_children (g_ptr_array_index (node->children, i));
}

/* tracks come by id. */
static const char *
find_track_name (const GArray *tracks, guint32 id)
{
  guint low = 0, high = tracks->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (tracks, RsTrackRow, middle).id < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low < tracks->len && g_array_index (tracks, RsTrackRow, low).id == id
             ? g_array_index (tracks, RsTrackRow, low).name
             : "";
}

static RsCallNode *
build (RsTraceStore *store, GArray *spans, const GArray *tracks)
{
  RsCallNode *root = node_new ("", "", 0, 0);
  guint next;

  g_array_sort (spans, compare_spans);
  for (guint first = 0; first < spans->len; first = next)
    {
      const Span *span = &g_array_index (spans, Span, first);
      RsCallNode *track = node_new (find_track_name (tracks, span->track), "", 0, 0);

      for (next = first; next < spans->len && g_array_index (spans, Span, next).track == span->track; next++)
        continue;
      build_track (store, track, span, next - first);
      track->count = 1;
      root->total = rs_trace_add (root->total, track->total);
      track->self = 0;
      g_ptr_array_add (root->children, track);
    }
  sort_children (root);
  return root;
}

RsCallNode *
rs_call_tree_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  const guint64 one = 1;
  const guint64 kinds = one << RS_TRACE_FUNCTION | one << RS_TRACE_LOOP | one << RS_TRACE_LAUNCH
                        | one << RS_TRACE_KERNEL | one << RS_TRACE_COMPILE | one << RS_TRACE_COPY | one << RS_TRACE_WAIT
                        | one << RS_TRACE_BUILTIN;
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (Span));
  Collector collector = { spans, FALSE };

  if (tracks == NULL
      || !rs_trace_range_foreach (store, range != NULL ? range : &all, kinds, FALSE, add_span, &collector, error))
    return NULL;
  if (collector.is_full)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                   "there are more than %d spans: select a shorter range of the timeline", MAX_SPANS);
      return NULL;
    }
  return build (store, spans, tracks);
}
