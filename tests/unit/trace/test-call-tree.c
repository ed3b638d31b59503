/* Call trees of random programs against what the programs are known to have done.
 *
 * A program is made call by call, and each of its calls and samples is added to a model as it is made; so the model
 * knows what holds what without looking at times.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/call-tree.h"
#include "profiler/store/writer.h"

#include <glib/gstdio.h>
#include <string.h>

#define TRACES 60u
#define TRACKS 3u
#define DEEPEST 7u
enum { F = 1, G, H, SVD, HIDDEN, HOST_FILE, N_TEXTS };

static const char *const texts[N_TEXTS] = { "", "f", "g", "h", "svd", "hidden", "/tmp/p.q" };

typedef struct {
  gint64 count, total, self, cpu, samples;
} Node;

typedef struct {
  GRand *random;
  GArray *events;                                          /* element-type RsTraceEvent */
  GHashTable *frames;                                      /* text -> number */
  GHashTable *nodes;                                       /* path -> Node: the tree of both */
  GHashTable *sampled;                                     /* path -> Node: that of samples */
  GHashTable *spans;                                       /* path -> Node: that of spans */
  guint32 functions[DEEPEST + 1], call_lines[DEEPEST + 1]; /* recorded functions that are open */
  guint n_functions;
  guint32 track;
} Program;

static Node *
get_node (GHashTable *nodes, const char *path)
{
  Node *node = g_hash_table_lookup (nodes, path);

  if (node == NULL)
    g_hash_table_insert (nodes, g_strdup (path), node = g_new0 (Node, 1));
  return node;
}

/* What holds the path: (transfer full), NULL: the root. */
static char *
get_holder (const char *path)
{
  const char *last = strrchr (path, '/');

  return last != NULL && last != path ? g_strndup (path, (gsize)(last - path)) : NULL;
}

/* Adds to all that hold it. */
static void
add_sample_below (GHashTable *nodes, const char *path, gint64 cpu)
{
  for (char *at = g_strdup (path), *next; at != NULL; at = next)
    {
      Node *node = get_node (nodes, at);

      node->cpu += cpu;
      node->samples++;
      next = get_holder (at);
      g_free (at);
    }
}

/* --- the program --- */

static gint64
make_frame (Program *self, gint64 caller, guint32 name, guint32 line)
{
  char *key = g_strdup_printf ("%d %u %u", (int)caller, name, line);
  gint64 number = GPOINTER_TO_INT (g_hash_table_lookup (self->frames, key));

  if (number > 0)
    {
      g_free (key);
      return number;
    }
  number = g_hash_table_size (self->frames) + 1;
  g_hash_table_insert (self->frames, key, GINT_TO_POINTER (number));
  g_array_append_val (self->events, ((RsTraceEvent){ .kind = RS_TRACE_FRAME,
                                                     .name = name,
                                                     .file = HOST_FILE,
                                                     .line = line,
                                                     .a = number,
                                                     .b = caller,
                                                     .track = self->track }));
  return number;
}

static void
append_line (GString *path, guint32 name, guint32 line)
{
  g_string_append_printf (path, "/%d %s:%u", RS_TRACE_FRAME, texts[name], line);
}

static void
make_sample (Program *self, const char *holder, gint64 time)
{
  g_autoptr (GString) both = g_string_new (holder), alone = g_string_new ("/0 processor time:0");
  gint64 frame = 0, cpu = g_rand_int_range (self->random, 0, 50);
  guint n_hidden = (guint)g_rand_int_range (self->random, 0, 3);

  if (self->n_functions == 0 && n_hidden == 0)
    n_hidden = 1;
  for (guint i = 0; i < self->n_functions + n_hidden; i++)
    {
      gboolean is_last = i + 1 == self->n_functions;
      guint32 name = i < self->n_functions ? self->functions[i] : HIDDEN,
              line = i < self->n_functions && !is_last ? self->call_lines[i + 1]
                                                       : (guint32)g_rand_int_range (self->random, 1, 4);

      frame = make_frame (self, frame, name, line);
      append_line (alone, name, line);
      get_node (self->sampled, alone->str)->total += cpu;
      if (i + 1 < self->n_functions)
        continue;
      append_line (both, name, line);
      get_node (self->nodes, both->str)->total += cpu;
    }
  get_node (self->sampled, alone->str)->self += cpu;
  get_node (self->sampled, "/0 processor time:0")->total += cpu;
  get_node (self->nodes, both->str)->self += cpu;
  get_node (self->nodes, holder)->self -= cpu;
  if (strchr (holder + 1, '/') == NULL)
    get_node (self->nodes, holder)->total += cpu;
  add_sample_below (self->nodes, both->str, cpu);
  add_sample_below (self->sampled, alone->str, cpu);
  g_array_append_val (self->events, ((RsTraceEvent){ .start = time,
                                                     .end = time,
                                                     .kind = RS_TRACE_SAMPLE,
                                                     .name = HIDDEN,
                                                     .file = HOST_FILE,
                                                     .line = 99,
                                                     .a = cpu,
                                                     .b = frame,
                                                     .track = self->track }));
}

static void
add_span (GHashTable *nodes, const char *holder, const char *path, gint64 length)
{
  Node *node = get_node (nodes, path);

  node->count++;
  node->total += length;
  node->self += length;
  node = get_node (nodes, holder);
  node->self -= length;
  if (strchr (holder + 1, '/') == NULL)
    node->total += length;
}

/* What is inside of [start, end). No two spans are at the very same time: either could be the outer one. */
static void
make_inside (Program *self, const char *holder, gint64 start, gint64 end, guint depth)
{
  gint64 time = start;

  while (time < end)
    {
      gint64 begin = time + g_rand_int_range (self->random, 1, 40), length = g_rand_int_range (self->random, 1, 400);
      gint what = g_rand_int_range (self->random, 0, 4);
      gboolean is_inside = begin + length <= end && depth < DEEPEST;
      guint32 name = what < 2 ? (guint32)g_rand_int_range (self->random, F, SVD) : SVD;
      guint32 kind = what < 2 ? RS_TRACE_FUNCTION : RS_TRACE_BUILTIN, line = (guint32)what + 1;
      g_autofree char *path = NULL;

      if (g_rand_int_range (self->random, 0, 3) > 0 && time < MIN (begin, end))
        make_sample (self, holder, g_rand_int_range (self->random, (gint32)time, (gint32)MIN (begin, end)));
      time = begin + (is_inside ? length : 1);
      if (!is_inside)
        continue;
      if (what == 3 && self->n_functions > 0)
        {
          kind = RS_TRACE_LOOP; /* which has its function's name */
          name = self->functions[self->n_functions - 1];
        }
      path = g_strdup_printf ("%s/%u %s:%u", holder, kind, texts[name], line);
      add_span (self->nodes, holder, path, length);
      add_span (self->spans, holder, path, length);
      g_array_append_val (self->events, ((RsTraceEvent){ .start = begin,
                                                         .end = begin + length,
                                                         .kind = kind,
                                                         .name = name,
                                                         .file = HOST_FILE,
                                                         .line = line,
                                                         .track = self->track }));
      if (kind == RS_TRACE_FUNCTION)
        {
          self->functions[self->n_functions] = name;
          self->call_lines[self->n_functions++] = line;
        }
      make_inside (self, path, begin, begin + length, depth + 1);
      self->n_functions -= kind == RS_TRACE_FUNCTION;
    }
}

static RsTraceStore *
make_trace (Program *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("rs-calls-XXXXXX", NULL),
                  *path = g_build_filename (folder, "c.rstrace", NULL);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, &error);
  RsTraceStore *store;

  g_assert_no_error (error);
  for (guint32 i = 1; i < N_TEXTS; i++)
    g_assert_true (rs_trace_writer_add_string (writer, i, texts[i], &error));
  for (self->track = 1; self->track <= TRACKS; self->track++)
    {
      g_autofree char *name = g_strdup_printf ("track %u", self->track), *top = g_strdup_printf ("/0 %s:0", name);

      g_assert_true (rs_trace_writer_add_track (writer, self->track, name, &error));
      make_inside (self, top, 0, g_rand_int_range (self->random, 100, 4000), 0);
    }
  /* In any order. */
  for (guint i = self->events->len; i > 1; i--)
    {
      guint k = (guint)g_rand_int_range (self->random, 0, (gint32)i);
      RsTraceEvent kept = g_array_index (self->events, RsTraceEvent, k);

      g_array_index (self->events, RsTraceEvent, k) = g_array_index (self->events, RsTraceEvent, i - 1);
      g_array_index (self->events, RsTraceEvent, i - 1) = kept;
    }
  g_assert_true (
      rs_trace_writer_add_events (writer, (RsTraceEvent *)(gpointer)self->events->data, self->events->len, &error));
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  store = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return store;
}

/* --- the comparison --- */

static guint
compare (const RsCallNode *node, const char *path, GHashTable *nodes)
{
  const Node *model = g_hash_table_lookup (nodes, path);
  gint64 before = G_MAXINT64;
  guint n = 1;

  g_assert_nonnull (model);
  g_assert_cmpint (node->count, ==, node->kind == 0 ? 1 : model->count);
  g_assert_cmpint (node->total, ==, model->total);
  g_assert_cmpint (node->self, ==, node->kind == 0 ? 0 : MAX (model->self, 0));
  g_assert_cmpint (node->cpu, ==, model->cpu);
  g_assert_cmpint (node->samples, ==, model->samples);
  for (guint i = 0; i < node->children->len; i++)
    {
      const RsCallNode *child = node->children->pdata[i];
      g_autofree char *name = g_strdup_printf ("%s/%u %s:%u", path, child->kind, child->name, child->line);

      g_assert_true (child->parent == node && child->total <= before);
      before = child->total;
      n += compare (child, name, nodes);
    }
  return n;
}

static void
check (RsTraceStore *store, RsCallSources sources, GHashTable *nodes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsCallNode) root = rs_call_tree_read (store, NULL, sources, &error);
  gint64 total = 0;
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < root->children->len; i++)
    {
      const RsCallNode *track = root->children->pdata[i];
      g_autofree char *path = g_strdup_printf ("/0 %s:0", track->name);

      total += track->total;
      n += compare (track, path, nodes);
    }
  g_assert_cmpint (root->total, ==, total);
  g_assert_cmpuint (n, ==, g_hash_table_size (nodes));
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= TRACES; seed++)
    {
      Program program = { .random = g_rand_new_with_seed (seed),
                          .events = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent)),
                          .frames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                          .nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                          .sampled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                          .spans = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free) };
      RsTraceStore *store = make_trace (&program);

      check (store, RS_CALLS_BOTH, program.nodes);
      check (store, RS_CALLS_SAMPLES, program.sampled);
      check (store, RS_CALLS_SPANS, program.spans);
      rs_trace_store_close (store);
      g_hash_table_unref (program.frames);
      g_hash_table_unref (program.nodes);
      g_hash_table_unref (program.sampled);
      g_hash_table_unref (program.spans);
      g_array_unref (program.events);
      g_rand_free (program.random);
    }
}

/* Kernels of a device run side by side, one within the time of another, too: none is below another. */
static void
test_overlap (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (RsCallNode) root = NULL;
  g_autofree char *folder = g_dir_make_tmp ("rs-calls-XXXXXX", NULL),
                  *path = g_build_filename (folder, "c.rstrace", NULL);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, &error);
  RsTraceStore *store;
  gint64 totals[N_TEXTS] = { 0 }, counts[N_TEXTS] = { 0 };

  g_assert_no_error (error);
  for (guint32 i = 1; i < N_TEXTS; i++)
    g_assert_true (rs_trace_writer_add_string (writer, i, texts[i], &error));
  g_assert_true (rs_trace_writer_add_track (writer, 1, "cuda:0", &error));
  for (gint64 i = 0; i < 20000; i++)
    {
      RsTraceEvent event
          = { .start = i * 10 + 1 + g_rand_int_range (random, 0, 3), .kind = RS_TRACE_KERNEL, .track = 1 };

      event.name = (guint32)g_rand_int_range (random, F, SVD);
      event.end = event.start + (1 << g_rand_int_range (random, 0, 12));
      totals[event.name] += event.end - event.start;
      counts[event.name]++;
      g_assert_true (rs_trace_writer_add_events (writer, &event, 1, &error));
    }
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  store = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  root = rs_call_tree_read (store, NULL, RS_CALLS_SPANS, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (((RsCallNode *)root->children->pdata[0])->children->len, ==, SVD - F);
  for (guint i = 0; i < SVD - F; i++)
    {
      const RsCallNode *kernel = ((RsCallNode *)root->children->pdata[0])->children->pdata[i];
      const guint name = (guint)(strchr (" fgh", *kernel->name) - " fgh");

      g_assert_cmpint (kernel->count, ==, counts[name]);
      g_assert_cmpint (kernel->total, ==, totals[name]);
      g_assert_cmpint (kernel->self, ==, totals[name]);
    }
  rs_trace_store_close (store);
  g_unlink (path);
  g_rmdir (folder);
}

/* --- many chunks, whose spans overlap, against a plain model that has them all at once --- */

typedef struct {
  RsTraceEvent event;
  guint id;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *p = a, *q = b;

  if (p->event.track != q->event.track)
    return p->event.track < q->event.track ? -1 : 1;
  if (p->event.start != q->event.start)
    return p->event.start < q->event.start ? -1 : 1;
  if (p->event.end != q->event.end)
    return p->event.end > q->event.end ? -1 : 1;
  return (p->id > q->id) - (p->id < q->id);
}

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const RsTraceEvent *p = a, *q = b;

  return (p->end > q->end) - (p->end < q->end);
}

/* Most are short. order: 0: as they end, 1: as they begin, 2: in none. */
static GArray *
make_overlapping (GRand *random, guint order)
{
  static const guint32 kinds[] = { RS_TRACE_FUNCTION, RS_TRACE_KERNEL, RS_TRACE_LAUNCH, RS_TRACE_BUILTIN };
  GArray *events = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));

  for (guint i = 0; i < 20000; i++)
    {
      RsTraceEvent event = { .start = (gint64)i * 20 + g_rand_int_range (random, 0, 30),
                             .kind = kinds[g_rand_int_range (random, 0, 4)],
                             .file = HOST_FILE,
                             .line = (guint32)g_rand_int_range (random, 1, 3),
                             .track = (guint32)g_rand_int_range (random, 1, TRACKS + 1) };

      if (order == 2)
        event.start = g_rand_int_range (random, -100, 400000);
      event.name = (guint32)g_rand_int_range (random, F, SVD);
      event.end = event.start + g_rand_int_range (random, 0, 1 << g_rand_int_range (random, 0, i % 100 == 0 ? 18 : 9));
      g_array_append_val (events, event);
    }
  if (order == 0)
    g_array_sort (events, compare_ends);
  return events;
}

/* A path for each, and the sums of each path. */
static GHashTable *
model_overlapping (const GArray *events, gint64 from, gint64 to)
{
  GHashTable *nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (RsTraceEvent));

  for (guint i = 0; i < events->len; i++)
    {
      Ranked one = { g_array_index (events, RsTraceEvent, i), i };

      if (one.event.start >= to || (one.event.start < from && one.event.end <= from))
        continue;
      g_array_append_val (ranked, one);
    }
  g_array_sort (ranked, compare_ranked);
  for (guint i = 0; i < ranked->len; i++)
    {
      const RsTraceEvent *event = &g_array_index (ranked, Ranked, i).event;
      g_autofree char *top = g_strdup_printf ("/0 track %u:0", event->track);
      const RsTraceEvent *holder = NULL;
      char *path;

      for (; open->len > 0; g_array_set_size (open, open->len - 1), g_ptr_array_set_size (paths, (gint)open->len))
        {
          holder = &g_array_index (open, RsTraceEvent, open->len - 1);
          if (holder->track == event->track && holder->end > event->start && holder->end >= event->end
              && (holder->kind != RS_TRACE_KERNEL || event->kind != RS_TRACE_KERNEL))
            break;
        }
      path = g_strdup_printf ("%s/%u %s:%u", open->len > 0 ? (char *)paths->pdata[paths->len - 1] : top, event->kind,
                              texts[event->name], event->line);
      add_span (nodes, open->len > 0 ? paths->pdata[paths->len - 1] : top, path,
                MIN (event->end, to) - MAX (event->start, from));
      g_ptr_array_add (paths, path);
      g_array_append_vals (open, event, 1);
    }
  return nodes;
}

static void
check_range (RsTraceStore *store, const GArray *events, gint64 from, gint64 to)
{
  g_autoptr (GHashTable) nodes = model_overlapping (events, from, to);
  g_autoptr (GError) error = NULL;
  RsTraceRange range = RS_TRACE_RANGE_ALL;
  g_autoptr (RsCallNode) root = NULL;
  guint n = 0;

  range.from = from;
  range.to = to;
  root = rs_call_tree_read (store, &range, RS_CALLS_SPANS, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < root->children->len; i++)
    {
      const RsCallNode *track = root->children->pdata[i];
      g_autofree char *path = g_strdup_printf ("/0 %s:0", track->name);

      n += compare (track, path, nodes);
    }
  g_assert_cmpuint (n, ==, g_hash_table_size (nodes));
}

static void
test_chunks (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint turn = 0; turn < 6; turn++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) events = make_overlapping (random, turn % 3);
      g_autofree char *folder = g_dir_make_tmp ("rs-calls-XXXXXX", NULL),
                      *path = g_build_filename (folder, "c.rstrace", NULL);
      RsTraceWriter *writer = rs_trace_writer_create (path, 0, &error);
      RsTraceStore *store;

      g_assert_no_error (error);
      for (guint32 i = 1; i < N_TEXTS; i++)
        g_assert_true (rs_trace_writer_add_string (writer, i, texts[i], &error));
      for (guint32 i = 1; i <= TRACKS; i++)
        {
          g_autofree char *name = g_strdup_printf ("track %u", i);

          g_assert_true (rs_trace_writer_add_track (writer, i, name, &error));
        }
      g_assert_true (rs_trace_writer_add_events (writer, (RsTraceEvent *)(gpointer)events->data, events->len, &error));
      g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
      store = rs_trace_store_open (path, &error);
      g_assert_no_error (error);
      check_range (store, events, G_MININT64, G_MAXINT64);
      check_range (store, events, 100000, 100500);
      check_range (store, events, 0, 250000);
      rs_trace_store_close (store);
      g_unlink (path);
      g_rmdir (folder);
    }
}

/* Of calls that all hold the range, the outer one is recorded last. */
static void
test_inside (void)
{
  const RsTraceEvent calls[] = {
    { .start = 300, .end = 700, .kind = RS_TRACE_FUNCTION, .name = F + 2, .track = 1 },
    { .start = 200, .end = 800, .kind = RS_TRACE_FUNCTION, .name = F + 1, .track = 1 },
    { .start = 100, .end = 900, .kind = RS_TRACE_FUNCTION, .name = F, .track = 1 },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (RsCallNode) root = NULL;
  g_autofree char *folder = g_dir_make_tmp ("rs-calls-XXXXXX", NULL),
                  *path = g_build_filename (folder, "c.rstrace", NULL);
  RsTraceWriter *writer = rs_trace_writer_create (path, 0, &error);
  RsTraceRange range = RS_TRACE_RANGE_ALL;
  RsTraceStore *store;
  const RsCallNode *node;

  g_assert_no_error (error);
  for (guint32 i = 1; i < N_TEXTS; i++)
    g_assert_true (rs_trace_writer_add_string (writer, i, texts[i], &error));
  g_assert_true (rs_trace_writer_add_track (writer, 1, "host", &error));
  g_assert_true (rs_trace_writer_add_events (writer, calls, G_N_ELEMENTS (calls), &error));
  g_assert_true (rs_trace_writer_close (writer, TRUE, &error));
  store = rs_trace_store_open (path, &error);
  g_assert_no_error (error);
  range.from = 400;
  range.to = 500;
  root = rs_call_tree_read (store, &range, RS_CALLS_SPANS, &error);
  g_assert_no_error (error);
  node = root->children->pdata[0];
  for (guint32 i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_assert_cmpuint (node->children->len, ==, 1);
      node = node->children->pdata[0];
      g_assert_cmpstr (node->name, ==, texts[F + i]);
      g_assert_cmpint (node->total, ==, 100);
    }
  g_assert_cmpint (node->self, ==, 100);
  rs_trace_store_close (store);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/call-tree/random", test_random);
  g_test_add_func ("/trace/call-tree/overlap", test_overlap);
  g_test_add_func ("/trace/call-tree/chunks", test_chunks);
  g_test_add_func ("/trace/call-tree/inside", test_inside);
  return g_test_run ();
}
