/* See lines.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/lines.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_SOURCE ((goffset)16 << 20) /* bytes */
#define DEEPEST 1000u

gboolean
rs_trace_check_samples (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_store_read_totals (store, RS_TRACE_SAMPLE, error);

  if (totals == NULL)
    return FALSE;
  if (totals->len > 0)
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               "%s has no samples of lines; record with: redshift-cli run --profile TRACE --lines PROG.q",
               rs_trace_store_get_path (store));
  return FALSE;
}

/* --- lines --- */

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const RsTotalRow *p = a, *q = b;
  int order = strcmp (p->file, q->file);

  if (order != 0)
    return order;
  if (p->line != q->line)
    return p->line < q->line ? -1 : 1;
  return p->sum_a < q->sum_a ? 1 : p->sum_a > q->sum_a ? -1 : strcmp (p->name, q->name);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const RsLineRow *p = a, *q = b;
  int order;

  if (p->time != q->time)
    return p->time < q->time ? 1 : -1;
  order = strcmp (p->file, q->file);
  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

static gint64
add (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

/* --- counters --- */

/* The row of a line in rows by place; NULL: none. */
static RsLineRow *
find_line (const GArray *rows, const char *file, guint32 line)
{
  guint low = 0, high = rows->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      RsLineRow *row = &g_array_index (rows, RsLineRow, middle);
      int order = strcmp (row->file, file);

      if (order == 0 && row->line == line)
        return row;
      if (order < 0 || (order == 0 && row->line < line))
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

static RsLineCount
find_count (const char *name)
{
  static const char *const names[RS_N_LINE_COUNTS] = { "cycles", "instructions", "cache misses", "page faults" };
  guint i = 0;

  while (i < RS_N_LINE_COUNTS && strcmp (names[i], name) != 0)
    i++;
  return i;
}

/* rows: by place. Counters without a line are those of threads. */
static gboolean
add_counts (GArray *rows, RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_range_read_totals (store, range, RS_TRACE_COUNTER, FALSE, error);

  for (guint i = 0; totals != NULL && i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      RsLineRow *row = total->line > 0 ? find_line (rows, total->file, total->line) : NULL;
      RsLineCount count = find_count (total->name);

      if (row != NULL && count < RS_N_LINE_COUNTS)
        row->counts[count] = add (MAX (row->counts[count], 0), MAX (total->sum_a, 0));
    }
  return totals != NULL;
}

double
rs_line_row_get_ipc (const RsLineRow *self)
{
  gint64 cycles = self->counts[RS_LINE_CYCLES], instructions = self->counts[RS_LINE_INSTRUCTIONS];

  return cycles > 0 && instructions >= 0 ? (double)instructions / (double)cycles : -1;
}

gboolean
rs_line_table_has_count (const GArray *rows, RsLineCount count)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, RsLineRow, i).counts[count] >= 0)
      return TRUE;
  return FALSE;
}

/* --- the table --- */

GArray *
rs_line_table_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_check_samples (store, error)
                                ? rs_trace_range_read_totals (store, range, RS_TRACE_SAMPLE, FALSE, error) : NULL;
  GArray *rows;
  gint64 all = 0;

  if (totals == NULL)
    return NULL;
  rows = g_array_new (FALSE, TRUE, sizeof (RsLineRow));
  g_array_sort (totals, compare_places);
  for (guint i = 0; i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      RsLineRow *last = rows->len > 0 ? &g_array_index (rows, RsLineRow, rows->len - 1) : NULL;

      all = add (all, total->sum_a);
      if (last != NULL && last->line == total->line && strcmp (last->file, total->file) == 0)
        {
          last->samples = add (last->samples, total->n);
          last->time = add (last->time, total->sum_a);
        }
      else
        g_array_append_val (rows, ((RsLineRow){ .file = total->file,
                                                .line = total->line,
                                                .name = total->name,
                                                .samples = total->n,
                                                .time = total->sum_a,
                                                .counts = { -1, -1, -1, -1 } }));
    }
  for (guint i = 0; i < rows->len; i++)
    {
      RsLineRow *row = &g_array_index (rows, RsLineRow, i);

      row->share = all > 0 ? (double)row->time / (double)all : 0;
    }
  if (!add_counts (rows, store, range, error))
    {
      g_array_unref (rows);
      return NULL;
    }
  g_array_sort (rows, compare_lines);
  return rows;
}

/* --- the tree --- */

typedef struct {
  gint64 id, parent;
  guint32 name, file, line;
  gint64 own, time, samples;
  GArray *children; /* of guint: indices in nodes; NULL: none */
} Node;

typedef struct {
  GHashTable *index; /* id -> index + 1; keys in ids */
  GArray *nodes;     /* of Node; the first is above all others */
} Tree;

static guint
find_node (Tree *self, gint64 id)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &id));

  if (id == 0)
    return 0;
  if (index > 0)
    return index;
  index = self->nodes->len;
  g_array_append_val (self->nodes, ((Node){ .id = id }));
  g_hash_table_insert (self->index, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (index));
  return index;
}

static gboolean
add_event (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Tree *self = data;
  guint index = find_node (self, event->kind == RS_TRACE_FRAME ? event->a : event->b);
  Node *node = &g_array_index (self->nodes, Node, index);

  if (event->kind == RS_TRACE_FRAME && event->a != 0)
    {
      node->parent = event->b;
      node->name = event->name;
      node->file = event->file;
      node->line = event->line;
    }
  else if (event->kind == RS_TRACE_SAMPLE)
    {
      node->own = add (node->own, event->a);
      node->samples++;
    }
  return TRUE;
}

/* A file of somebody else's may have circles: a node is below its parent only when that was told of before it. */
static void
link_nodes (Tree *self)
{
  for (guint i = 1; i < self->nodes->len; i++)
    {
      Node *node = &g_array_index (self->nodes, Node, i);
      guint parent = node->parent > 0 && node->parent < node->id
                       ? GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &node->parent)) : 0;
      Node *above = &g_array_index (self->nodes, Node, parent);

      if (above->children == NULL)
        above->children = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (above->children, i);
    }
}

static int
compare_ids (gconstpointer a, gconstpointer b, gpointer data)
{
  const Tree *tree = data;
  gint64 x = g_array_index (tree->nodes, Node, *(const guint *)a).id,
         y = g_array_index (tree->nodes, Node, *(const guint *)b).id;

  return x < y ? 1 : x > y ? -1 : 0;
}

/* Time and samples of what is below; children have greater ids than their parents. */
static void
sum_nodes (Tree *self)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->nodes->len; i++)
    {
      Node *node = &g_array_index (self->nodes, Node, i);

      node->time = node->own;
      if (i > 0)
        g_array_append_val (order, i);
    }
  g_array_sort_with_data (order, compare_ids, self);
  for (guint i = 0; i < order->len; i++)
    {
      const Node *node = &g_array_index (self->nodes, Node, g_array_index (order, guint, i));
      guint parent = node->parent > 0 && node->parent < node->id
                       ? GPOINTER_TO_UINT (g_hash_table_lookup (self->index, &node->parent)) : 0;
      Node *above = &g_array_index (self->nodes, Node, parent);

      above->time = add (above->time, node->time);
      above->samples = add (above->samples, node->samples);
    }
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer data)
{
  const Tree *tree = data;
  const Node *p = &g_array_index (tree->nodes, Node, *(const guint *)a);
  const Node *q = &g_array_index (tree->nodes, Node, *(const guint *)b);

  if (p->time != q->time)
    return p->time < q->time ? 1 : -1;
  return p->id < q->id ? -1 : p->id > q->id;
}

static void
list_nodes (Tree *self, RsTraceStore *store, guint index, guint depth, gint64 least, GArray *rows)
{
  Node *node = &g_array_index (self->nodes, Node, index);

  if (index > 0)
    g_array_append_val (rows, ((RsSampledCall){ .name = rs_trace_store_get_string (store, node->name),
                                            .file = rs_trace_store_get_string (store, node->file),
                                            .line = node->line, .depth = depth - 1, .time = node->time,
                                            .own = node->own, .samples = node->samples }));
  if (node->children == NULL || depth >= DEEPEST)
    return;
  g_array_sort_with_data (node->children, compare_times, self);
  for (guint i = 0; i < node->children->len; i++)
    {
      guint child = g_array_index (node->children, guint, i);

      if (g_array_index (self->nodes, Node, child).time >= MAX (least, 1))
        list_nodes (self, store, child, depth + 1, least, rows);
    }
}

static void
node_clear (gpointer data)
{
  Node *node = data;

  g_clear_pointer (&node->children, g_array_unref);
}

GArray *
rs_sample_tree_read (RsTraceStore *store, const RsTraceRange *range, double least, GError **error)
{
  RsTraceRange all = RS_TRACE_RANGE_ALL;
  Tree tree
      = { g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL), g_array_new (FALSE, TRUE, sizeof (Node)) };
  GArray *rows = NULL;

  g_array_set_clear_func (tree.nodes, node_clear);
  g_array_append_val (tree.nodes, ((Node){ 0 }));
  /* Frames are told of when they are first met, which may be before the range. */
  if (rs_trace_check_samples (store, error)
      && rs_trace_range_foreach (store, &all, G_GUINT64_CONSTANT (1) << RS_TRACE_FRAME, FALSE, add_event, &tree, error)
      && rs_trace_range_foreach (store, range, G_GUINT64_CONSTANT (1) << RS_TRACE_SAMPLE, FALSE, add_event, &tree,
                                 error))
    {
      link_nodes (&tree);
      sum_nodes (&tree);
      rows = g_array_new (FALSE, TRUE, sizeof (RsSampledCall));
      list_nodes (&tree, store, 0, 0, (gint64)((double)g_array_index (tree.nodes, Node, 0).time * least), rows);
    }
  g_hash_table_unref (tree.index);
  g_array_unref (tree.nodes);
  return rows;
}

/* --- sources --- */

char **
rs_trace_read_source (const char *path)
{
  int file = g_str_has_suffix (path, ".q") ? open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
  g_autofree char *text = NULL;
  struct stat status;
  gssize n = -1;

  if (file < 0)
    return NULL;
  if (fstat (file, &status) == 0 && S_ISREG (status.st_mode) && status.st_size <= LONGEST_SOURCE)
    {
      text = g_malloc ((gsize)status.st_size + 1);
      n = read (file, text, (gsize)status.st_size);
    }
  close (file);
  if (n < 0)
    return NULL;
  text[n] = '\0';
  return g_utf8_validate (text, n, NULL) ? g_strsplit (text, "\n", -1) : NULL;
}
