/* The call tree.
 *
 * Spans come in the order of their ends; a tree needs them in the order of their starts, the longer of two first. They
 * are put into it while they are read (start-order.h), samples among them, and go through a stack of the spans of their
 * track that are open: so only these, and what chunks reach over each other, are in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/call-tree.h"

#include "profiler/analysis/passes/call-stacks.h"
#include "profiler/analysis/passes/place-numbers.h"
#include "profiler/analysis/passes/start-order.h"
#include "profiler/analysis/time/lines.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>

/* That wait for their turn: 200 MiB. Only what comes in no order at all needs so many. */
#define MOST 5000000u
#define DEEPEST 1000u
#define SEARCHED 64u /* open spans whose names are looked for in a sample's stack */
#define RECENT 1024u /* a power of two */

/* A node below a span for calls of a fold: what they took is known, but not what of it lies in calls inside them. */
typedef struct {
  RsCallNode *node;
  gint64 total;
} Counted;

typedef struct {
  RsCallNode *node;
  gint64 end;
  guint32 name, kind;
} Open;

typedef struct {
  RsCallNode *node;
  GArray *open;    /* element-type Open: the spans that hold the next, the innermost last */
  GArray *counted; /* element-type Counted */
} Track;

/* Which parts of kernels on workers are what: by the low half of the launch's id. */
typedef struct {
  guint32 launch, what;
} Kernel;

typedef struct {
  RsCallNode *parent, *child; /* child: NULL: none yet */
  guint32 what;
} RecentChild;

typedef struct {
  RsTraceStore *store;
  RsCallSources sources;
  const GArray *names;  /* element-type RsTrackRow */
  RsCallStacks *stacks; /* NULL: no samples */
  GArray *kernels;      /* element-type Kernel, by launch; of equal ones the last counts */
  RsPlaceNumbers whats; /* of what was folded: kind RS_TRACE_FOLD, and as detail its kind */
  RecentChild children[RECENT];
  RsStartOrder *order;
  gboolean is_full;
  gint64 from, to;    /* what is shown of spans */
  GHashTable *nodes;  /* set of RsCallNode, by parent, name and place; borrowed from the root */
  GHashTable *tracks; /* number -> Track, owned */
  RsCallNode *root;
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

/* As a whole: which of two spans holds the other can't be told from what lies in the range. */
static void
add_spanning (Builder *self, guint32 track, const RsStarted *item)
{
  if (item->start >= self->from || item->end > self->from)
    rs_start_order_add (self->order, track, item);
}

static guint32
find_kernel (Builder *self, guint32 launch)
{
  guint low = 0, high = self->kernels->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (self->kernels, Kernel, middle).launch <= launch)
        low = middle + 1;
      else
        high = middle;
    }
  if (low > 0 && g_array_index (self->kernels, Kernel, low - 1).launch == launch)
    return g_array_index (self->kernels, Kernel, low - 1).what;
  return rs_place_numbers_find (&self->whats, &(RsPlace){ .kind = RS_TRACE_CHUNK });
}

static gboolean
add_event (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Builder *self = data;
  RsStarted item = { .start = event->start, .end = MAX (event->end, event->start), .id = (guint32)event_id };
  RsPlace what = { event->kind, event->name, event->file, event->line, 0 };

  if (event->kind == RS_TRACE_SAMPLE)
    {
      item.end = RS_STARTED_INSTANT;
      item.a = MAX (event->a, 0);
      item.b = event->b;
      item.what = rs_place_numbers_find (&self->whats, &what);
      rs_start_order_add (self->order, (self->sources & RS_CALLS_SPANS) != 0 ? event->track : 0, &item);
    }
  else if (event->kind == RS_TRACE_FOLD)
    {
      /* How many of them lie in a part of the stretch is not known: all are where it starts. */
      if ((choose_kinds (self->sources) >> (event->threads & 63) & 1) == 0 || event->start < self->from)
        return TRUE;
      what.detail = event->threads;
      item.a = event->a;
      item.b = event->b;
      item.end = MIN (item.end, self->to);
      item.what = rs_place_numbers_find (&self->whats, &what);
      add_spanning (self, event->track, &item);
    }
  else
    {
      item.what = event->kind == RS_TRACE_CHUNK ? find_kernel (self, (guint32)event->a)
                                                : rs_place_numbers_find (&self->whats, &what);
      add_spanning (self, event->track, &item);
    }
  self->is_full = rs_start_order_count_waiting (self->order) > MOST;
  return !self->is_full;
}

static void
pass (gint64 bound, gpointer data)
{
  rs_start_order_pass (((Builder *)data)->order, bound);
}

/* The parts of kernels get the names and places of these. */
static gboolean
add_kernel (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Builder *self = data;
  const RsPlace part = { RS_TRACE_CHUNK, event->name, event->file, event->line, 0 };

  g_array_append_val (self->kernels, ((Kernel){ (guint32)event->a, rs_place_numbers_find (&self->whats, &part) }));
  return TRUE;
}

static int
compare_kernels (gconstpointer a, gconstpointer b)
{
  const Kernel *p = a, *q = b;

  return (p->launch > q->launch) - (p->launch < q->launch);
}

static gboolean
read_events (Builder *self, const RsTraceRange *range, GError **error)
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
  if (self->sources == RS_CALLS_BOTH
      && !rs_trace_range_foreach (self->store, &all, G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL, FALSE, add_kernel, self,
                                  error))
    return FALSE;
  g_array_sort (self->kernels, compare_kernels);
  if (!rs_trace_range_foreach_by_start (self->store, &open, choose_kinds (self->sources), add_event, pass, self, error))
    return FALSE;
  if (self->is_full)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                   "more than %u spans or samples lie one over the other: select a shorter range of the timeline",
                   MOST);
      return FALSE;
    }
  rs_start_order_finish (self->order);
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

/* Of most calls that come there are few places in few nodes. */
static RsCallNode *
find_child_of (Builder *self, RsCallNode *parent, guint32 number)
{
  RecentChild *recent = &self->children[((GPOINTER_TO_SIZE (parent) >> 4) * 31 + number) & (RECENT - 1)];
  const RsPlace *what = rs_place_numbers_get (&self->whats, number);

  if (recent->child != NULL && recent->parent == parent && recent->what == number)
    return recent->child;
  *recent = (RecentChild){ parent,
                           find_child (self, parent, rs_trace_store_get_string (self->store, what->name),
                                       rs_trace_store_get_string (self->store, what->file), what->line,
                                       what->kind == RS_TRACE_FOLD ? what->detail : what->kind),
                           number };
  return recent->child;
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
close_until (Track *track, gint64 time)
{
  while (track->open->len > 0 && g_array_index (track->open, Open, track->open->len - 1).end <= time)
    g_array_set_size (track->open, track->open->len - 1);
  return track->open->len > 0 ? g_array_index (track->open, Open, track->open->len - 1).node : track->node;
}

/* n calls that took so long. */
static RsCallNode *
add_calls (Builder *self, Track *track, RsCallNode *parent, guint32 what, gint64 n, gint64 total)
{
  RsCallNode *node = find_child_of (self, parent, what);

  node->count = rs_trace_add (node->count, n);
  node->total = rs_trace_add (node->total, total);
  node->self = rs_trace_add (node->self, total);
  parent->self = rs_trace_add (parent->self, -total);
  if (parent == track->node)
    track->node->total = rs_trace_add (track->node->total, total);
  return node;
}

/* Below the innermost span that holds all of the stretch. */
static void
add_fold (Builder *self, Track *track, const RsStarted *stretch)
{
  Counted counted = { .total = MIN (stretch->b, stretch->end - stretch->start) };
  RsCallNode *parent = track->node;

  close_until (track, stretch->start);
  for (guint i = track->open->len; i > 0 && parent == track->node; i--)
    if (g_array_index (track->open, Open, i - 1).end >= stretch->end)
      parent = g_array_index (track->open, Open, i - 1).node;
  counted.node = add_calls (self, track, parent, stretch->what, stretch->a, parent == track->node ? counted.total : 0);
  if (parent != track->node)
    g_array_append_val (track->counted, counted);
}

/* Folded calls take what the span around them has left of its own: calls of a function inside itself, and those inside
 * of others that have spans, would count twice. */
static void
give_times (Track *track)
{
  for (guint i = 0; i < track->counted->len; i++)
    {
      const Counted *counted = &g_array_index (track->counted, Counted, i);
      RsCallNode *parent = counted->node->parent;
      const gint64 total = MIN (MAX (counted->total, 0), MAX (parent->self, 0));

      counted->node->total = rs_trace_add (counted->node->total, total);
      counted->node->self = rs_trace_add (counted->node->self, total);
      parent->self -= total;
    }
}

/* Leaves open what holds all of the span. What it overlaps only runs beside it, as on a device, where kernels run
 * beside kernels even if one is over before the other. */
static RsCallNode *
find_holder (Track *track, gint64 start, gint64 end, guint32 kind)
{
  close_until (track, start);
  for (; track->open->len > 0; g_array_set_size (track->open, track->open->len - 1))
    {
      const Open *open = &g_array_index (track->open, Open, track->open->len - 1);

      if (open->end >= end && (open->kind != RS_TRACE_KERNEL || kind != RS_TRACE_KERNEL))
        return open->node;
    }
  return track->node;
}

static void
add_span (Builder *self, Track *track, const RsStarted *span, const RsPlace *what)
{
  RsCallNode *parent = find_holder (track, span->start, span->end, what->kind);
  const gint64 shown = MIN (span->end, self->to) - MAX (span->start, self->from);
  Open open = { NULL, span->end, what->name, what->kind };

  if (track->open->len >= DEEPEST)
    return;
  open.node = add_calls (self, track, parent, span->what, 1, shown);
  g_array_append_val (track->open, open);
}

/* Of a stack from the innermost frame outwards: how many frames the open spans do not tell. The frame of the function
 * or kernel that is open counts: it has the line. */
static guint
count_untold (const Track *track, const RsCallFrame *frames, guint n)
{
  guint last = track->open->len > SEARCHED ? track->open->len - SEARCHED : 0;

  for (guint i = track->open->len; i > last; i--)
    for (guint k = 0; k < n; k++)
      if (frames[k].name != 0 && frames[k].name == g_array_index (track->open, Open, i - 1).name)
        return k + 1;
  return n;
}

static void
add_sample (Builder *self, Track *track, const RsStarted *sample, const RsCallFrame *place)
{
  RsCallNode *holder = close_until (track, sample->start), *node = holder;
  const gint64 cpu = sample->a;
  RsCallFrame frames[RS_CALL_FRAMES];
  guint n = rs_call_stacks_find (self->stacks, sample->b, frames);

  if (n == 0)
    frames[n++] = *place;
  for (guint i = count_untold (track, frames, n); i > 0; i--)
    {
      const RsCallFrame *frame = &frames[i - 1];

      node = find_child (self, node, rs_trace_store_get_string (self->store, frame->name),
                         rs_trace_store_get_string (self->store, frame->file), frame->line, RS_TRACE_FRAME);
      node->total = rs_trace_add (node->total, cpu);
    }
  node->self = rs_trace_add (node->self, cpu);
  holder->self = rs_trace_add (holder->self, -cpu);
  if (holder == track->node)
    track->node->total = rs_trace_add (track->node->total, cpu);
  for (; node != NULL; node = node->parent)
    {
      node->cpu = rs_trace_add (node->cpu, cpu);
      node->samples++;
    }
}

/* --- tracks --- */

static void
track_free (gpointer data)
{
  Track *track = data;

  g_array_unref (track->open);
  g_array_unref (track->counted);
  g_free (track);
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

static Track *
find_track (Builder *self, guint32 number)
{
  const char *name = (self->sources & RS_CALLS_SPANS) != 0 ? find_track_name (self->names, number) : "processor time";
  Track *track = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (number));

  if (track != NULL)
    return track;
  track = g_new (Track, 1);
  track->open = g_array_new (FALSE, FALSE, sizeof (Open));
  track->counted = g_array_new (FALSE, FALSE, sizeof (Counted));
  /* Two tracks may have one name: the number keeps them apart. */
  track->node = find_child (self, self->root, name, "", number, 0);
  g_hash_table_insert (self->tracks, GUINT_TO_POINTER (number), track);
  return track;
}

static void
add_items (guint32 number, const RsStarted *items, guint n, gpointer data)
{
  Builder *self = data;
  Track *track = find_track (self, number);

  for (guint i = 0; i < n; i++)
    {
      const RsPlace *what = rs_place_numbers_get (&self->whats, items[i].what);

      if (what->kind == RS_TRACE_FOLD)
        add_fold (self, track, &items[i]);
      else if (items[i].end == RS_STARTED_INSTANT)
        add_sample (self, track, &items[i], &(RsCallFrame){ what->name, what->file, what->line });
      else
        add_span (self, track, &items[i], what);
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

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const RsCallNode *p = *(RsCallNode *const *)a, *q = *(RsCallNode *const *)b;

  return (p->line > q->line) - (p->line < q->line);
}

static void
finish_tracks (Builder *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->tracks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    give_times (value);
  g_ptr_array_sort (self->root->children, compare_numbers);
  for (guint i = 0; i < self->root->children->len; i++)
    {
      RsCallNode *node = self->root->children->pdata[i];

      node->line = 0;
      node->count = 1;
      node->self = 0;
      self->root->total = rs_trace_add (self->root->total, node->total);
    }
  sort_children (self->root);
}

static void
builder_free (Builder *self)
{
  rs_call_stacks_free (self->stacks);
  g_array_unref (self->kernels);
  rs_place_numbers_clear (&self->whats);
  rs_start_order_free (self->order);
  g_hash_table_unref (self->nodes);
  g_hash_table_unref (self->tracks);
  rs_call_node_free (self->root);
  g_free (self);
}

static Builder *
builder_new (RsTraceStore *store, RsCallSources sources, const GArray *names)
{
  Builder *self = g_new0 (Builder, 1);

  self->store = store;
  self->sources = sources;
  self->names = names;
  self->kernels = g_array_new (FALSE, FALSE, sizeof (Kernel));
  rs_place_numbers_init (&self->whats);
  self->order = rs_start_order_new (add_items, self);
  self->nodes = g_hash_table_new (hash_node, are_nodes_equal);
  self->tracks = g_hash_table_new_full (NULL, NULL, NULL, track_free);
  self->root = find_child (self, NULL, "", "", 0, 0);
  return self;
}

RsCallNode *
rs_call_tree_read (RsTraceStore *store, const RsTraceRange *range, RsCallSources sources, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  g_autoptr (GArray) tracks = NULL;
  RsCallNode *root = NULL;
  Builder *builder;

  if (sources == RS_CALLS_BOTH && !rs_trace_check_samples (store, NULL))
    sources = RS_CALLS_SPANS;
  else if (sources == RS_CALLS_SAMPLES && !rs_trace_check_samples (store, error))
    return NULL;
  tracks = rs_trace_store_read_tracks (store, error);
  if (tracks == NULL)
    return NULL;
  builder = builder_new (store, sources, tracks);
  if (read_events (builder, range != NULL ? range : &all, error))
    {
      finish_tracks (builder);
      root = g_steal_pointer (&builder->root);
    }
  builder_free (builder);
  return root;
}
