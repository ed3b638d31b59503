/* See placements.h. Place events are read first; kernels and copies are theirs by the id of the launch, of which copies
 * keep the low 32 bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/devices/placements.h"

#include <string.h>

typedef struct {
  guint32 text; /* id */
  gint64 n;
} Reason;

/* A row to be. */
typedef struct {
  guint32 name, file, line, track;
  GArray *reasons; /* of Reason */
  RsPlacementRow row;
} Group;

typedef struct {
  guint32 id;
  Group *group;
  gint64 expected; /* 0: not known */
} Launch;

typedef struct {
  GHashTable *groups;   /* set of Group (owned) */
  GHashTable *launches; /* set of Launch (owned) */
} Reader;

static guint
hash_group (gconstpointer data)
{
  const Group *group = data;

  return group->name * 31 + group->file * 8191 + group->line * 131071 + group->track * 524287;
}

static gboolean
are_groups_equal (gconstpointer a, gconstpointer b)
{
  const Group *p = a, *q = b;

  return p->name == q->name && p->file == q->file && p->line == q->line && p->track == q->track;
}

static void
free_group (gpointer data)
{
  Group *group = data;

  g_array_unref (group->reasons);
  g_free (group);
}

static guint
hash_launch (gconstpointer data)
{
  return ((const Launch *)data)->id;
}

static gboolean
are_launches_equal (gconstpointer a, gconstpointer b)
{
  return ((const Launch *)a)->id == ((const Launch *)b)->id;
}

static Group *
find_group (Reader *self, const RsTraceEvent *event)
{
  const Group key = { .name = event->name, .file = event->file, .line = event->line, .track = event->track };
  Group *group = g_hash_table_lookup (self->groups, &key);

  if (group == NULL)
    {
      group = g_memdup2 (&key, sizeof key);
      group->reasons = g_array_new (FALSE, FALSE, sizeof (Reason));
      g_hash_table_add (self->groups, group);
    }
  return group;
}

static void
add_reason (GArray *reasons, guint32 text)
{
  for (guint i = 0; i < reasons->len; i++)
    if (g_array_index (reasons, Reason, i).text == text)
      {
        g_array_index (reasons, Reason, i).n++;
        return;
      }
  g_array_append_val (reasons, ((Reason){ text, 1 }));
}

static gboolean
add_place (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  Group *group = find_group (self, event);
  const Launch launch = { (guint32)event->a, group, MAX (event->b, 0) };

  group->row.launches++;
  add_reason (group->reasons, event->detail);
  g_hash_table_add (self->launches, g_memdup2 (&launch, sizeof launch));
  return TRUE;
}

/* What a launch that was placed did. */
static gboolean
add_work (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  const Launch key = { .id = event->kind == RS_TRACE_KERNEL ? (guint32)event->a : event->parent };
  const Launch *launch = key.id != 0 ? g_hash_table_lookup (self->launches, &key) : NULL;
  RsPlacementRow *row = launch != NULL ? &launch->group->row : NULL;
  gint64 took = event->end - event->start;

  if (row == NULL)
    return TRUE;
  if (event->kind == RS_TRACE_COPY)
    {
      row->bytes = rs_trace_add (row->bytes, event->b);
      return TRUE;
    }
  row->measured++;
  row->total = rs_trace_add (row->total, took);
  if (launch->expected == 0)
    return TRUE;
  row->predicted++;
  row->expected = rs_trace_add (row->expected, launch->expected);
  row->needed = rs_trace_add (row->needed, took);
  return TRUE;
}

/* --- rows --- */

static int
compare_reasons (gconstpointer a, gconstpointer b)
{
  const Reason *p = a, *q = b;

  return p->n != q->n ? (p->n < q->n ? 1 : -1) : p->text < q->text ? -1 : p->text > q->text;
}

static char *
describe (RsTraceStore *store, GArray *reasons)
{
  GString *text = g_string_new (NULL);

  g_array_sort (reasons, compare_reasons);
  for (guint i = 0; i < reasons->len; i++)
    g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT, i > 0 ? ", " : "",
                            rs_trace_store_get_string (store, g_array_index (reasons, Reason, i).text),
                            g_array_index (reasons, Reason, i).n);
  return g_string_free (text, FALSE);
}

static const char *
find_device (const GArray *tracks, guint32 id)
{
  for (guint i = 0; i < tracks->len; i++)
    if (g_array_index (tracks, RsTrackRow, i).id == id)
      return g_array_index (tracks, RsTrackRow, i).name;
  return "";
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsPlacementRow *p = a, *q = b;
  int order;

  if (p->total != q->total)
    return p->total < q->total ? 1 : -1;
  order = strcmp (p->file, q->file);
  if (order == 0 && p->line != q->line)
    order = p->line < q->line ? -1 : 1;
  return order != 0 ? order : strcmp (p->device, q->device);
}

static void
clear_row (gpointer row)
{
  g_free (((RsPlacementRow *)row)->why);
}

static GArray *
make_rows (const Reader *self, RsTraceStore *store, const GArray *tracks)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (RsPlacementRow));
  GHashTableIter iter;
  gpointer key;

  g_array_set_clear_func (rows, clear_row);
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const Group *group = key;
      RsPlacementRow row = group->row;

      row.name = rs_trace_store_get_string (store, group->name);
      row.file = rs_trace_store_get_string (store, group->file);
      row.line = group->line;
      row.device = find_device (tracks, group->track);
      row.why = describe (store, group->reasons);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_rows);
  return rows;
}

GArray *
rs_placements_read (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  const guint64 places = G_GUINT64_CONSTANT (1) << RS_TRACE_PLACE,
                work = G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL | G_GUINT64_CONSTANT (1) << RS_TRACE_COPY;
  g_autoptr (GHashTable) groups = g_hash_table_new_full (hash_group, are_groups_equal, free_group, NULL);
  g_autoptr (GHashTable) launches = g_hash_table_new_full (hash_launch, are_launches_equal, g_free, NULL);
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  Reader reader = { groups, launches };

  if (tracks == NULL || !rs_trace_range_foreach (store, range, places, FALSE, add_place, &reader, error))
    return NULL;
  if (g_hash_table_size (launches) > 0 && !rs_trace_range_foreach (store, NULL, work, FALSE, add_work, &reader, error))
    return NULL;
  return make_rows (&reader, store, tracks);
}
