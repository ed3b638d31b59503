/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/analysis/hardware/roofline.h"

#include <math.h>
#include <string.h>

#include "profiler/analysis/time/summary.h"

gboolean
rs_roofline_find_peaks (RsTraceStore *store, RsPeaks *peaks)
{
  g_autofree char *text = rs_trace_store_dup_meta (store, "peaks");

  return text != NULL && rs_peaks_parse (text, peaks);
}

/* ns of a byte, of which a part is written. Half of the bytes of a copy are. */
static double
get_byte_time (const RsPeaks *peaks, guint level, double written)
{
  const double read = 1 / peaks->levels[level].read;
  const double write = MAX (2 / peaks->levels[level].copy - read, read / 2);

  return (1 - written) * read + written * write;
}

static guint
find_level (const RsPeaks *peaks, double bytes)
{
  guint level = 0;

  while (level + 1 < RS_PEAK_LEVELS && bytes > (double)peaks->levels[level].bytes)
    level++;
  return level;
}

double
rs_roofline_get_bandwidth (const RsPeaks *peaks, double bytes, double written)
{
  const guint level = find_level (peaks, bytes);
  const double high = (double)peaks->levels[level].bytes, time = get_byte_time (peaks, level, written);
  double low, part;

  if (level == 0 || bytes >= high || peaks->levels[level - 1].bytes == peaks->levels[level].bytes)
    return 1 / time;
  low = (double)peaks->levels[level - 1].bytes;
  part = log (bytes / low) / log (high / low);
  return 1 / (part * time + (1 - part) * get_byte_time (peaks, level - 1, written));
}

char *
rs_roofline_describe_level (const RsPeaks *peaks, guint level)
{
  g_autofree char *bytes = rs_format_bytes (peaks->levels[level].bytes);

  return level + 1 < RS_PEAK_LEVELS ? g_strdup_printf ("a cache of %s", bytes) : g_strdup ("memory");
}

static void
compute (RsRooflineRow *row, const RsPeaks *peaks)
{
  const double bytes = row->bytes_read + row->bytes_written;
  const double operations = row->single_operations + row->double_operations;
  const double computing = row->single_operations / peaks->single_operations
                           + row->double_operations / peaks->double_operations;
  const double of_launch = bytes / (double)MAX (row->launches, 1);
  double moving;

  row->level = find_level (peaks, of_launch);
  moving = bytes > 0 ? bytes / rs_roofline_get_bandwidth (peaks, of_launch, row->bytes_written / bytes) : 0;
  row->intensity = bytes > 0 ? operations / bytes : INFINITY;
  row->rate = row->total > 0 ? operations / (double)row->total : 0;
  row->roof = computing > moving ? RS_ROOF_ARITHMETIC : RS_ROOF_MEMORY;
  row->bound = MAX (computing, moving);
  row->share = row->total > 0 ? row->bound / (double)row->total : 0;
}

/* --- from the trace --- */

static guint
hash_place (gconstpointer data)
{
  const RsRooflineRow *row = data;

  return g_str_hash (row->name) * 31 + g_str_hash (row->file) * 7 + row->line;
}

static gboolean
is_same_place (gconstpointer a, gconstpointer b)
{
  const RsRooflineRow *p = a, *q = b;

  return p->line == q->line && strcmp (p->name, q->name) == 0 && strcmp (p->file, q->file) == 0;
}

static RsRooflineRow *
find_row (GHashTable *rows, const RsTotalRow *total)
{
  const RsRooflineRow key = { .name = total->name, .file = total->file, .line = total->line };

  return g_hash_table_lookup (rows, &key);
}

/* What stands for both, where two sums have doubts of their own. */
static const char *
join_doubts (const char *a, const char *b)
{
  return *a == '\0' || strcmp (a, b) == 0 ? b : *b == '\0' ? a : "about";
}

static void
add_compute (RsRooflineRow *row, const RsTotalRow *total)
{
  row->single_operations += (double)total->sum_a;
  row->double_operations += (double)total->sum_b;
  row->doubt = join_doubts (row->doubt, total->detail);
}

static void
add_traffic (RsRooflineRow *row, const RsTotalRow *total)
{
  row->bytes_read += (double)total->sum_a;
  row->bytes_written += (double)total->sum_b;
}

static gboolean
add_totals (RsTraceStore *store, const RsTraceRange *range, RsTraceKind kind, GHashTable *rows,
            void (*add) (RsRooflineRow *row, const RsTotalRow *total), GError **error)
{
  g_autoptr (GArray) totals = rs_trace_range_read_totals (store, range, kind, kind == RS_TRACE_COMPUTE, error);

  for (guint i = 0; totals != NULL && i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      RsRooflineRow *row = find_row (rows, total);

      if (row != NULL)
        add (row, total);
    }
  return totals != NULL;
}

/* --- what ran elsewhere --- */

typedef struct {
  RsTraceStore *store;
  GHashTable *tracks; /* of other devices: id -> name */
  GHashTable *rows;   /* set of RsRooflineRow, by place */
  GHashTable *names;  /* of tracks that have launches; set of borrowed texts */
  gint64 launches, total;
} Others;

/* The tracks of devices that plugins drive have their numbers: "opencl:0", "cuda:1 stream 7". */
static GHashTable *
find_other_tracks (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  GHashTable *others;

  if (tracks == NULL)
    return NULL;
  others = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);

      if (strchr (track->name, ':') != NULL)
        g_hash_table_insert (others, GUINT_TO_POINTER (track->id), (gpointer)track->name);
    }
  return others;
}

static gboolean
leave_out (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Others *self = data;
  const char *track = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (event->track));
  const RsRooflineRow key = { .name = rs_trace_store_get_string (self->store, event->name),
                              .file = rs_trace_store_get_string (self->store, event->file),
                              .line = event->line };
  RsRooflineRow *row = track != NULL ? g_hash_table_lookup (self->rows, &key) : NULL;
  const gint64 duration = rs_trace_add (event->end, -event->start);

  if (row == NULL)
    return TRUE;
  row->launches--;
  row->total = rs_trace_add (row->total, -duration);
  g_hash_table_add (self->names, (gpointer)track);
  self->launches++;
  self->total = rs_trace_add (self->total, duration);
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static char *
describe_others (const Others *self)
{
  g_autofree char *time = rs_format_duration (self->total), *list = NULL;
  g_autofree gpointer *names = NULL;
  guint n;

  if (self->launches == 0)
    return NULL;
  names = g_hash_table_get_keys_as_array (self->names, &n);
  qsort (names, n, sizeof *names, compare_names);
  list = g_strjoinv (", ", (char **)names);
  return g_strdup_printf ("%" G_GINT64_FORMAT " launch%s on %s (%s)", self->launches, self->launches == 1 ? "" : "es",
                          list, time);
}

/* What other devices took is no time of the processor. */
static gboolean
subtract_others (RsTraceStore *store, const RsTraceRange *range, GHashTable *rows, char **left_out, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  g_autoptr (GHashTable) tracks = find_other_tracks (store, error), names = g_hash_table_new (g_str_hash, g_str_equal);
  Others others = { .store = store, .tracks = tracks, .rows = rows, .names = names };

  if (tracks == NULL)
    return FALSE;
  if (g_hash_table_size (tracks) > 0
      && !rs_trace_range_foreach (store, range != NULL ? range : &all, G_GUINT64_CONSTANT (1) << RS_TRACE_KERNEL, FALSE,
                                  leave_out, &others, error))
    return FALSE;
  *left_out = describe_others (&others);
  return TRUE;
}

/* A row for each kernel, in the order of their totals. */
static GArray *
read_kernels (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_range_read_totals (store, range, RS_TRACE_KERNEL, FALSE, error);
  GArray *kernels;

  if (totals == NULL)
    return NULL;
  kernels = g_array_sized_new (FALSE, FALSE, sizeof (RsRooflineRow), totals->len);
  for (guint i = 0; i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      const RsRooflineRow row = { .name = total->name,
                                  .file = total->file,
                                  .line = total->line,
                                  .launches = total->n,
                                  .total = total->total,
                                  .doubt = "" };

      g_array_append_val (kernels, row);
    }
  return kernels;
}

GArray *
rs_roofline_read (RsTraceStore *store, const RsTraceRange *range, const RsPeaks *peaks, char **left_out, GError **error)
{
  g_autofree char *others = NULL;
  g_autoptr (GArray) kernels = read_kernels (store, range, error);
  g_autoptr (GHashTable) by_place = g_hash_table_new (hash_place, is_same_place);
  GArray *rows;

  if (kernels == NULL)
    return NULL;
  for (guint i = 0; i < kernels->len; i++)
    g_hash_table_add (by_place, &g_array_index (kernels, RsRooflineRow, i));
  if (!subtract_others (store, range, by_place, &others, error)
      || !add_totals (store, range, RS_TRACE_COMPUTE, by_place, add_compute, error)
      || !add_totals (store, range, RS_TRACE_TRAFFIC, by_place, add_traffic, error))
    return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (RsRooflineRow));
  for (guint i = 0; i < kernels->len; i++)
    {
      RsRooflineRow row = g_array_index (kernels, RsRooflineRow, i);

      if (row.launches <= 0 || row.single_operations + row.double_operations + row.bytes_read + row.bytes_written <= 0)
        continue;
      compute (&row, peaks);
      g_array_append_val (rows, row);
    }
  if (left_out != NULL)
    *left_out = g_steal_pointer (&others);
  return rows;
}
