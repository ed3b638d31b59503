/* See call-forest.h. Spans go through a stack of those of their track that are open.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/call-forest.h"

#include "profiler/analysis/passes/call-stacks.h"
#include "profiler/analysis/time/summary.h"

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

typedef struct {
  RsCallNode *parent, *child; /* child: NULL: none yet */
  guint32 what;
} RecentChild;

struct _RsCallForest {
  RsTraceStore *store;
  RsCallSources sources;
  GArray *names;        /* element-type RsTrackRow; owned */
  RsCallStacks *stacks; /* owned; NULL: no samples */
  RsPlaceNumbers *whats;
  RecentChild children[RECENT];
  gint64 from, to;    /* what is shown of spans */
  GHashTable *nodes;  /* set of RsCallNode, by parent, name and place; borrowed from the root */
  GHashTable *tracks; /* number -> Track, owned */
  RsCallNode *root;   /* owned */
};

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
find_child (RsCallForest *self, RsCallNode *parent, const char *name, const char *file, guint32 line, guint32 kind)
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
find_child_of (RsCallForest *self, RsCallNode *parent, guint32 number)
{
  RecentChild *recent = &self->children[((GPOINTER_TO_SIZE (parent) >> 4) * 31 + number) & (RECENT - 1)];
  const RsPlace *what = rs_place_numbers_get (self->whats, number);

  if (recent->child != NULL && recent->parent == parent && recent->what == number)
    return recent->child;
  *recent = (RecentChild){ parent,
                           find_child (self, parent, rs_trace_store_get_string (self->store, what->name),
                                       rs_trace_store_get_string (self->store, what->file), what->line,
                                       what->kind == RS_TRACE_FOLD ? what->detail : what->kind),
                           number };
  return recent->child;
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
add_calls (RsCallForest *self, Track *track, RsCallNode *parent, guint32 what, gint64 n, gint64 total)
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
add_fold (RsCallForest *self, Track *track, const RsStarted *stretch)
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
add_span (RsCallForest *self, Track *track, const RsStarted *span, const RsPlace *what)
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
add_sample (RsCallForest *self, Track *track, const RsStarted *sample, const RsCallFrame *place)
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
find_track (RsCallForest *self, guint32 number)
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

void
rs_call_forest_add (guint32 number, const RsStarted *items, guint n, gpointer data)
{
  RsCallForest *self = data;
  Track *track = find_track (self, number);

  for (guint i = 0; i < n; i++)
    {
      const RsPlace *what = rs_place_numbers_get (self->whats, items[i].what);

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

RsCallNode *
rs_call_forest_finish (RsCallForest *self)
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
  return g_steal_pointer (&self->root);
}

RsCallForest *
rs_call_forest_new (RsTraceStore *store, const RsTraceRange *range, RsCallSources sources, RsPlaceNumbers *whats,
                    GError **error)
{
  g_autoptr (RsCallForest) self = g_new0 (RsCallForest, 1);

  self->store = store;
  self->sources = sources;
  self->whats = whats;
  self->from = range->from;
  self->to = range->to;
  self->nodes = g_hash_table_new (hash_node, are_nodes_equal);
  self->tracks = g_hash_table_new_full (NULL, NULL, NULL, track_free);
  self->root = find_child (self, NULL, "", "", 0, 0);
  self->names = rs_trace_store_read_tracks (store, error);
  if (self->names == NULL)
    return NULL;
  if ((sources & RS_CALLS_SAMPLES) != 0)
    {
      self->stacks = rs_call_stacks_read (store, error);
      if (self->stacks == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
rs_call_forest_free (RsCallForest *self)
{
  rs_call_stacks_free (self->stacks);
  g_clear_pointer (&self->names, g_array_unref);
  g_hash_table_unref (self->nodes);
  g_hash_table_unref (self->tracks);
  rs_call_node_free (self->root);
  g_free (self);
}
