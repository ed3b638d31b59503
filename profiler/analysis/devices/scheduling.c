/* See scheduling.h. Launches come from the events of kernels, by the track of their device; loops that launched
 * nothing, and the reasons, from the loop table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/devices/scheduling.h"

#include "profiler/analysis/devices/candidates.h"
#include "profiler/analysis/devices/placements.h"
#include "profiler/analysis/passes/groups.h"
#include "profiler/analysis/time/kernels.h"
#include "profiler/analysis/time/loops.h"

#include <string.h>

/* The interpreter runs kernels on the session's own thread. */
static gboolean
is_host_track (const char *name)
{
  return g_str_has_prefix (name, "session") || g_str_has_prefix (name, "host");
}

static const char *
find_device (const GArray *tracks, guint32 id)
{
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);

      if (track->id == id)
        return is_host_track (track->name) ? RS_SCHEDULING_INTERPRETER : track->name;
    }
  return "";
}

typedef struct {
  GHashTable *copied; /* low 32 bits of a launch's id -> gint64 (owned), bytes */
  RsGroups *groups;
} Launches;

static gboolean
add_copy (gint64 id, const RsTraceEvent *event, gpointer data)
{
  const Launches *self = data;
  gint64 *bytes = event->parent != 0 ? g_hash_table_lookup (self->copied, GUINT_TO_POINTER (event->parent)) : NULL;

  if (event->parent == 0)
    return TRUE;
  if (bytes == NULL)
    g_hash_table_insert (self->copied, GUINT_TO_POINTER (event->parent), bytes = g_new0 (gint64, 1));
  *bytes = rs_trace_add (*bytes, event->b);
  return TRUE;
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  const Launches *self = data;
  const RsGroupKey key = { event->name, event->file, event->line, 0, event->track };
  const gint64 *bytes = g_hash_table_lookup (self->copied, GUINT_TO_POINTER ((guint32)event->a));

  rs_groups_add (self->groups, &key, event->end - event->start, bytes != NULL ? *bytes : 0);
  return TRUE;
}

static gboolean
is_place (const char *name, const char *file, guint32 line, const RsSchedulingRow *row)
{
  return row->line == line && strcmp (row->file, file) == 0 && strcmp (row->name, name) == 0;
}

static void
add_launches (GArray *rows, RsTraceStore *store, const GArray *groups, const GArray *tracks, const GArray *kernels)
{
  for (guint i = 0; i < groups->len; i++)
    {
      const RsGroup *group = &g_array_index (groups, RsGroup, i);
      RsSchedulingRow row = { .name = rs_trace_store_get_string (store, group->key.name),
                              .file = rs_trace_store_get_string (store, group->key.file),
                              .line = group->key.line,
                              .device = find_device (tracks, group->key.flag),
                              .runs = group->n,
                              .total = group->total,
                              .bytes = group->bytes,
                              .why = "" };

      for (guint k = 0; k < kernels->len; k++)
        {
          const RsKernelRow *kernel = &g_array_index (kernels, RsKernelRow, k);

          if (is_place (kernel->name, kernel->file, kernel->line, &row))
            row.threads = kernel->threads;
        }
      g_array_append_val (rows, row);
    }
}

/* What was expected of launches that had several devices to choose from. */
static void
add_placements (GArray *rows, const GArray *placements)
{
  for (guint i = 0; i < placements->len; i++)
    for (guint k = 0; k < rows->len; k++)
      {
        const RsPlacementRow *placed = &g_array_index (placements, RsPlacementRow, i);
        RsSchedulingRow *row = &g_array_index (rows, RsSchedulingRow, k);

        if (!is_place (placed->name, placed->file, placed->line, row) || strcmp (placed->device, row->device) != 0)
          continue;
        row->predicted = placed->predicted;
        row->expected = placed->expected;
        row->needed = placed->needed;
      }
}

/* The reason of a place; of a loop that launched nothing, a row. */
static void
add_loop (GArray *rows, const RsLoopRow *loop)
{
  gboolean found = FALSE;
  RsSchedulingRow row = { .name = loop->name,
                          .file = loop->file,
                          .line = loop->line,
                          .runs = loop->runs,
                          .total = loop->total,
                          .threads = 1,
                          .why = loop->decision };

  for (guint i = 0; i < rows->len; i++)
    {
      RsSchedulingRow *launched = &g_array_index (rows, RsSchedulingRow, i);

      if (!is_place (loop->name, loop->file, loop->line, launched))
        continue;
      found = TRUE;
      if (*launched->why == '\0')
        launched->why = loop->decision;
    }
  if (found || loop->runs == 0)
    return;
  row.device = loop->is_interpreted || g_str_has_prefix (loop->decision, "interpreted") ? RS_SCHEDULING_INTERPRETER
                                                                                        : "cpu";
  g_array_append_val (rows, row);
}

static void
add_candidates (GArray *rows, const RsCandidates *candidates)
{
  for (guint i = 0; i < rows->len; i++)
    {
      RsSchedulingRow *row = &g_array_index (rows, RsSchedulingRow, i);

      row->can = rs_candidates_list (candidates, row->name, row->file, row->line);
      row->cannot = rs_candidates_list_others (candidates, row->name, row->file, row->line);
    }
}

static void
clear_row (gpointer data)
{
  RsSchedulingRow *row = data;

  g_free (row->can);
  g_free (row->cannot);
}

static gboolean
read_launches (RsTraceStore *store, RsGroups *groups, GError **error)
{
  g_autoptr (GHashTable) copied = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Launches launches = { copied, groups };

  return rs_trace_range_foreach (store, NULL, G_GUINT64_CONSTANT (1) << RS_TRACE_COPY, FALSE, add_copy, &launches,
                                 error)
         && rs_trace_range_foreach (store, NULL, G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL, FALSE, add_event, &launches,
                                    error);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsSchedulingRow *p = a, *q = b;
  int order;

  if (p->total != q->total)
    return p->total < q->total ? 1 : -1;
  order = strcmp (p->file, q->file);
  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

GArray *
rs_scheduling_read (RsTraceStore *store, GError **error)
{
  g_autoptr (RsGroups) groups = rs_groups_new ();
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error), loops = NULL, kernels = NULL, sums = NULL;
  g_autoptr (GArray) placements = NULL;
  g_autoptr (RsCandidates) candidates = NULL;
  GArray *rows;

  if (tracks == NULL || !read_launches (store, groups, error))
    return NULL;
  loops = rs_loop_table_read (store, error);
  kernels = loops != NULL ? rs_kernel_table_read (store, NULL, FALSE, error) : NULL;
  placements = kernels != NULL ? rs_placements_read (store, NULL, error) : NULL;
  candidates = placements != NULL ? rs_candidates_read (store, error) : NULL;
  if (candidates == NULL)
    return NULL;
  sums = rs_groups_list (groups);
  rows = g_array_new (FALSE, TRUE, sizeof (RsSchedulingRow));
  g_array_set_clear_func (rows, clear_row);
  add_launches (rows, store, sums, tracks, kernels);
  add_placements (rows, placements);
  for (guint i = 0; i < loops->len; i++)
    add_loop (rows, &g_array_index (loops, RsLoopRow, i));
  add_candidates (rows, candidates);
  g_array_sort (rows, compare_rows);
  return rows;
}
