/* The call tree.
 *
 * Spans come in the order of their ends; a tree needs them in the order of their starts, the longer of two first. So
 * they are collected and sorted, 40 bytes each, and samples likewise. Then both are gone through by time, with a stack
 * of the spans that are open.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/call-tree.h"

#include "profiler/analysis/passes/call-stacks.h"
#include "profiler/analysis/time/lines.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>

/* Of each of both: 200 MiB while reading. */
#define MOST 5000000u
#define DEEPEST 1000u
#define SEARCHED 64u          /* open spans whose names are looked for in a sample's stack */
#define FIRST_FOLD 0x1000000u /* kinds of spans from here on are folds, by their number */

typedef struct {
  gint64 start, end;
  guint32 track, name, file, line, kind;
} Span;

/* Calls of one place that were too many for events, in the stretch of a span. */
typedef struct {
  gint64 n, total;
  guint32 kind;
} Fold;

/* A node below a span for calls of a fold: what they took is known, but not what of it lies in calls inside them. */
typedef struct {
  RsCallNode *node;
  gint64 total;
} Counted;

typedef struct {
  gint64 time, cpu, frame;
  guint32 track;
  RsCallFrame place; /* where its frame is not known */
} Sample;

typedef struct {
  RsCallNode *node;
  gint64 end;
  guint32 name, kind;
} Open;

typedef struct {
  RsTraceStore *store;
  RsCallSources sources;
  GArray *spans;        /* element-type Span; by track and time once they are sorted */
  GArray *folds;        /* element-type Fold */
  GArray *counted;      /* element-type Counted; of the track that is being built */
  GArray *samples;      /* element-type Sample; likewise */
  RsCallStacks *stacks; /* NULL: no samples */
  GHashTable *kernels;  /* low half of a launch's id -> RsCallFrame, owned: what its parts on workers are called */
  gboolean is_full;
  gint64 from, to;   /* what is shown of spans */
  GHashTable *nodes; /* set of RsCallNode, by parent, name and place; borrowed from the root */
  GArray *open;      /* element-type Open: the spans that hold the next, the innermost last */
} Builder;

/* --- what it is built of --- */

static guint64
choose_kinds (RsCallSources sources)
{
  const guint64 one = 1;
  guint64 kinds = 0;

  if ((sources & RS_CALLS_SPANS) != 0)
    kinds |= one << RS_TRACE_FUNCTION | one << RS_TRACE_LOOP | one << RS_TRACE_LAUNCH | one << RS_TRACE_KERNEL
             | one << RS_TRACE_COMPILE | one << RS_TRACE_COPY | one << RS_TRACE_WAIT | one << RS_TRACE_BUILTIN
             | one << RS_TRACE_FOLD | one << RS_TRACE_STRETCH;
  if ((sources & RS_CALLS_SAMPLES) != 0)
    kinds |= one << RS_TRACE_SAMPLE;
  if (sources == RS_CALLS_BOTH)
    kinds |= one << RS_TRACE_CHUNK;
  return kinds;
}

/* Of a span only what lies in the range. */
static void
add_part (Builder *self, Span span)
{
  if (span.start < self->from && span.end <= self->from)
    return;
  span.start = MAX (span.start, self->from);
  span.end = MIN (span.end, self->to);
  g_array_append_val (self->spans, span);
}

static gboolean
add_event (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Builder *self = data;

  if (event->kind == RS_TRACE_SAMPLE)
    g_array_append_val (self->samples, ((Sample){ .time = event->start,
                                                  .cpu = MAX (event->a, 0),
                                                  .frame = event->b,
                                                  .track = (self->sources & RS_CALLS_SPANS) != 0 ? event->track : 0,
                                                  .place = { event->name, event->file, event->line } }));
  else
    {
      Span span = { event->start, MAX (event->end, event->start), event->track, event->name, event->file, event->line,
                    event->kind };

      if (event->kind == RS_TRACE_CHUNK)
        span.name = (guint32)event->a; /* until all kernels are known */
      if (event->kind == RS_TRACE_FOLD)
        {
          /* How many of them lie in a part of the stretch is not known: all are where it starts. */
          if ((choose_kinds (self->sources) >> (event->threads & 63) & 1) == 0 || event->start < self->from)
            return TRUE;
          span.kind = FIRST_FOLD + self->folds->len;
          g_array_append_val (self->folds, ((Fold){ event->a, event->b, event->threads }));
        }
      add_part (self, span);
    }
  self->is_full = self->spans->len > MOST || self->samples->len > MOST;
  return !self->is_full;
}

static gboolean
add_kernel (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  const RsCallFrame kernel = { event->name, event->file, event->line };
  Builder *self = data;

  g_hash_table_insert (self->kernels, GUINT_TO_POINTER ((guint32)event->a), g_memdup2 (&kernel, sizeof kernel));
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

static int
compare_samples (gconstpointer a, gconstpointer b)
{
  const Sample *p = a, *q = b;

  if (p->track != q->track)
    return p->track < q->track ? -1 : 1;
  return p->time != q->time ? (p->time < q->time ? -1 : 1) : 0;
}

/* The parts of kernels get the names and places of these. */
static void
name_chunks (Builder *self)
{
  for (guint i = 0; i < self->spans->len; i++)
    {
      Span *span = &g_array_index (self->spans, Span, i);
      const RsCallFrame *kernel;

      if (span->kind != RS_TRACE_CHUNK)
        continue;
      kernel = g_hash_table_lookup (self->kernels, GUINT_TO_POINTER (span->name));
      span->name = kernel != NULL ? kernel->name : 0;
      span->file = kernel != NULL ? kernel->file : 0;
      span->line = kernel != NULL ? kernel->line : 0;
    }
}

static gboolean
collect (Builder *self, const RsTraceRange *range, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL; /* a kernel's event may be outside of the range, its parts inside */
  RsTraceRange open = *range;

  open.with_open = TRUE;
  self->from = range->from;
  self->to = range->to;
  if ((self->sources & RS_CALLS_SAMPLES) != 0)
    {
      self->stacks = rs_call_stacks_read (self->store, error);
      if (self->stacks == NULL)
        return FALSE;
    }
  if (!rs_trace_range_foreach (self->store, &open, choose_kinds (self->sources), FALSE, add_event, self, error))
    return FALSE;
  if (self->sources == RS_CALLS_BOTH
      && !rs_trace_range_foreach (self->store, &all, G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL, FALSE, add_kernel, self,
                                  error))
    return FALSE;
  if (self->is_full)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                   "there are more than %u spans or samples: select a shorter range of the timeline", MOST);
      return FALSE;
    }
  name_chunks (self);
  g_array_sort (self->spans, compare_spans);
  g_array_sort (self->samples, compare_samples);
  return TRUE;
}

/* --- nodes --- */

static guint
hash_node (gconstpointer data)
{
  const RsCallNode *node = data;

  return (g_direct_hash (node->parent) >> 4) ^ (g_direct_hash (node->name) * 31) ^ (g_direct_hash (node->file) * 17)
         ^ (node->line * 2654435761u) ^ node->kind;
}

static gboolean
are_nodes_equal (gconstpointer a, gconstpointer b)
{
  const RsCallNode *p = a, *q = b;

  return p->parent == q->parent && p->name == q->name && p->file == q->file && p->line == q->line && p->kind == q->kind;
}

static RsCallNode *
find_child (Builder *self, RsCallNode *parent, const char *name, const char *file, guint32 line, guint32 kind)
{
  const RsCallNode key = { .parent = parent, .name = name, .file = file, .line = line, .kind = kind };
  RsCallNode *child = g_hash_table_lookup (self->nodes, &key);

  if (child != NULL)
    return child;
  child = g_new (RsCallNode, 1);
  *child = key;
  child->children = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_call_node_free);
  g_hash_table_add (self->nodes, child);
  if (parent != NULL)
    g_ptr_array_add (parent->children, child);
  return child;
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

  if (node->kind == RS_TRACE_FRAME && *node->name == '\0' && node->line == 0)
    return g_strdup (_ ("outside of the program's lines"));
  if (*node->name == '\0' && node->kind != 0 && node->kind != RS_TRACE_LOOP)
    return g_strdup (rs_trace_kind_to_string (node->kind));
  if ((node->kind != RS_TRACE_LOOP && node->kind != RS_TRACE_FRAME) || *node->file == '\0' || node->line == 0)
    return g_strdup (node->name);
  base = g_path_get_basename (node->file);
  return node->kind == RS_TRACE_FRAME ? g_strdup_printf ("%s %s:%u", node->name, base, node->line)
                                      : g_strdup_printf (_ ("loop at %s:%u"), base, node->line);
}

const char *
rs_call_node_get_kind_text (const RsCallNode *node)
{
  if (node->kind == RS_TRACE_FRAME)
    return node->line > 0 ? _ ("line") : _ ("code");
  return node->kind != 0 ? rs_trace_kind_to_string (node->kind) : _ ("track");
}

/* --- the tree --- */

static RsCallNode *
close_until (Builder *self, RsCallNode *track, gint64 time)
{
  while (self->open->len > 0 && g_array_index (self->open, Open, self->open->len - 1).end <= time)
    g_array_set_size (self->open, self->open->len - 1);
  return self->open->len > 0 ? g_array_index (self->open, Open, self->open->len - 1).node : track;
}

static RsCallNode *
add_calls (Builder *self, RsCallNode *track, RsCallNode *parent, const Span *span, const Fold *calls)
{
  RsCallNode *node = find_child (self, parent, rs_trace_store_get_string (self->store, span->name),
                                 rs_trace_store_get_string (self->store, span->file), span->line, calls->kind);

  node->count = rs_trace_add (node->count, calls->n);
  node->total = rs_trace_add (node->total, calls->total);
  node->self = rs_trace_add (node->self, calls->total);
  parent->self = rs_trace_add (parent->self, -calls->total);
  if (parent == track)
    track->total = rs_trace_add (track->total, calls->total);
  return node;
}

/* Below the innermost span that holds all of the stretch. */
static void
add_fold (Builder *self, RsCallNode *track, const Span *stretch)
{
  Fold calls = g_array_index (self->folds, Fold, stretch->kind - FIRST_FOLD);
  Counted counted = { .total = MIN (calls.total, stretch->end - stretch->start) };
  RsCallNode *parent = track;

  close_until (self, track, stretch->start);
  for (guint i = self->open->len; i > 0 && parent == track; i--)
    if (g_array_index (self->open, Open, i - 1).end >= stretch->end)
      parent = g_array_index (self->open, Open, i - 1).node;
  calls.total = parent == track ? counted.total : 0;
  counted.node = add_calls (self, track, parent, stretch, &calls);
  if (parent != track)
    g_array_append_val (self->counted, counted);
}

/* Folded calls take what the span around them has left of its own: calls of a function inside itself, and those inside
 * of others that have spans, would count twice. */
static void
give_times (Builder *self)
{
  for (guint i = 0; i < self->counted->len; i++)
    {
      const Counted *counted = &g_array_index (self->counted, Counted, i);
      RsCallNode *parent = counted->node->parent;
      const gint64 total = MIN (MAX (counted->total, 0), MAX (parent->self, 0));

      counted->node->total = rs_trace_add (counted->node->total, total);
      counted->node->self = rs_trace_add (counted->node->self, total);
      parent->self -= total;
    }
  g_array_set_size (self->counted, 0);
}

/* Leaves open what holds all of the span. What it overlaps only runs beside it, as on a device, where kernels run
 * beside kernels even if one is over before the other. */
static RsCallNode *
find_holder (Builder *self, RsCallNode *track, const Span *span)
{
  close_until (self, track, span->start);
  for (; self->open->len > 0; g_array_set_size (self->open, self->open->len - 1))
    {
      const Open *open = &g_array_index (self->open, Open, self->open->len - 1);

      if (open->end >= span->end && (open->kind != RS_TRACE_KERNEL || span->kind != RS_TRACE_KERNEL))
        return open->node;
    }
  return track;
}

static void
add_span (Builder *self, RsCallNode *track, const Span *span)
{
  RsCallNode *parent, *node;

  if (span->kind >= FIRST_FOLD)
    {
      add_fold (self, track, span);
      return;
    }
  parent = find_holder (self, track, span);
  if (self->open->len >= DEEPEST)
    return;
  node = add_calls (self, track, parent, span, &(Fold){ 1, span->end - span->start, span->kind });
  g_array_append_val (self->open, ((Open){ node, span->end, span->name, span->kind }));
}

/* Of a stack from the innermost frame outwards: how many frames the open spans do not tell. The frame of the function
 * or kernel that is open counts: it has the line. */
static guint
count_untold (const Builder *self, const RsCallFrame *frames, guint n)
{
  guint last = self->open->len > SEARCHED ? self->open->len - SEARCHED : 0;

  for (guint i = self->open->len; i > last; i--)
    for (guint k = 0; k < n; k++)
      if (frames[k].name != 0 && frames[k].name == g_array_index (self->open, Open, i - 1).name)
        return k + 1;
  return n;
}

static void
add_sample (Builder *self, RsCallNode *track, const Sample *sample)
{
  RsCallNode *holder = close_until (self, track, sample->time), *node = holder;
  RsCallFrame frames[RS_CALL_FRAMES];
  guint n = rs_call_stacks_find (self->stacks, sample->frame, frames);

  if (n == 0)
    frames[n++] = sample->place;
  for (guint i = count_untold (self, frames, n); i > 0; i--)
    {
      const RsCallFrame *frame = &frames[i - 1];

      node = find_child (self, node, rs_trace_store_get_string (self->store, frame->name),
                         rs_trace_store_get_string (self->store, frame->file), frame->line, RS_TRACE_FRAME);
      node->total = rs_trace_add (node->total, sample->cpu);
    }
  node->self = rs_trace_add (node->self, sample->cpu);
  holder->self = rs_trace_add (holder->self, -sample->cpu);
  if (holder == track)
    track->total = rs_trace_add (track->total, sample->cpu);
  for (; node != NULL; node = node->parent)
    {
      node->cpu = rs_trace_add (node->cpu, sample->cpu);
      node->samples++;
    }
}

/* Where both are at one time, the span comes first: it holds the sample. */
static void
build_track (Builder *self, RsCallNode *node, guint32 track, guint *next_span, guint *next_sample)
{
  g_array_set_size (self->open, 0);
  while (TRUE)
    {
      const Span *span = *next_span < self->spans->len ? &g_array_index (self->spans, Span, *next_span) : NULL;
      const Sample *sample = *next_sample < self->samples->len ? &g_array_index (self->samples, Sample, *next_sample)
                                                               : NULL;
      gboolean has_span = span != NULL && span->track == track, has_sample = sample != NULL && sample->track == track;

      if (has_span && (!has_sample || span->start <= sample->time))
        {
          add_span (self, node, span);
          ++*next_span;
        }
      else if (has_sample)
        {
          add_sample (self, node, sample);
          ++*next_sample;
        }
      else
        return;
    }
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const RsCallNode *p = *(RsCallNode *const *)a, *q = *(RsCallNode *const *)b;

  return p->total < q->total ? 1 : p->total > q->total ? -1 : 0;
}

/* Calls that were counted only may have taken more than there is. */
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
build (Builder *self, const GArray *tracks)
{
  RsCallNode *root = find_child (self, NULL, "", "", 0, 0);
  guint next_span = 0, next_sample = 0;

  while (next_span < self->spans->len || next_sample < self->samples->len)
    {
      guint32 of_span = next_span < self->spans->len ? g_array_index (self->spans, Span, next_span).track : G_MAXUINT32,
              of_sample = next_sample < self->samples->len ? g_array_index (self->samples, Sample, next_sample).track
                                                           : G_MAXUINT32,
              track = MIN (of_span, of_sample);
      const char *name = (self->sources & RS_CALLS_SPANS) != 0 ? find_track_name (tracks, track) : "processor time";
      /* Two tracks may have one name: the number keeps them apart. */
      RsCallNode *node = find_child (self, root, name, "", track, 0);

      build_track (self, node, track, &next_span, &next_sample);
      give_times (self);
      node->count = 1;
      node->self = 0;
      root->total = rs_trace_add (root->total, node->total);
    }
  for (guint i = 0; i < root->children->len; i++)
    ((RsCallNode *)root->children->pdata[i])->line = 0;
  sort_children (root);
  return root;
}

RsCallNode *
rs_call_tree_read (RsTraceStore *store, const RsTraceRange *range, RsCallSources sources, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  g_autoptr (GArray) tracks = NULL, spans = g_array_new (FALSE, FALSE, sizeof (Span)),
                     folds = g_array_new (FALSE, FALSE, sizeof (Fold)),
                     counted = g_array_new (FALSE, FALSE, sizeof (Counted)),
                     samples = g_array_new (FALSE, FALSE, sizeof (Sample)),
                     open = g_array_new (FALSE, FALSE, sizeof (Open));
  Builder builder = { .store = store,
                      .sources = sources,
                      .spans = spans,
                      .folds = folds,
                      .counted = counted,
                      .samples = samples,
                      .open = open };
  RsCallNode *root = NULL;

  if (sources == RS_CALLS_BOTH && !rs_trace_check_samples (store, NULL))
    builder.sources = RS_CALLS_SPANS;
  else if (sources == RS_CALLS_SAMPLES && !rs_trace_check_samples (store, error))
    return NULL;
  tracks = rs_trace_store_read_tracks (store, error);
  builder.nodes = g_hash_table_new (hash_node, are_nodes_equal);
  builder.kernels = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (tracks != NULL && collect (&builder, range != NULL ? range : &all, error))
    root = build (&builder, tracks);
  g_hash_table_unref (builder.nodes);
  g_hash_table_unref (builder.kernels);
  rs_call_stacks_free (builder.stacks);
  return root;
}
