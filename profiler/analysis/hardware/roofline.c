/* SPDX-License-Identifier: Apache-2.0 */
#include "profiler/analysis/hardware/roofline.h"

#include <math.h>
#include <string.h>

#include "profiler/analysis/time/summary.h"

#define BIT(kind) (G_GUINT64_CONSTANT (1) << (kind))

gboolean
rs_roofline_find_peaks (RsTraceStore *store, const char *device, RsPeaks *peaks)
{
  g_autofree char *name = *device != '\0' ? g_strconcat ("peaks ", device, NULL) : g_strdup ("peaks");
  g_autofree char *text = rs_trace_store_dup_meta (store, name);

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
  g_assert (bytes > 0 && written >= 0 && written <= 1);

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
  g_assert (level < RS_PEAK_LEVELS);

  g_autofree char *bytes = rs_format_bytes (peaks->levels[level].bytes);

  return level + 1 < RS_PEAK_LEVELS ? g_strdup_printf ("a cache of %s", bytes) : g_strdup ("memory");
}

static void
compute_rates (RsRooflineRow *row)
{
  const double bytes = row->bytes_read + row->bytes_written;
  const double operations = row->single_operations + row->double_operations;

  row->intensity = bytes > 0 ? operations / bytes : INFINITY;
  row->rate = row->total > 0 ? operations / (double)row->total : 0;
}

static void
compute_limit (RsRooflineRow *row, const RsPeaks *peaks)
{
  const double bytes = row->bytes_read + row->bytes_written;
  const double computing = row->single_operations / peaks->single_operations
                           + row->double_operations / peaks->double_operations;
  const double of_launch = bytes / (double)MAX (row->launches, 1);
  double moving;

  row->has_peaks = TRUE;
  row->level = find_level (peaks, of_launch);
  moving = bytes > 0 ? bytes / rs_roofline_get_bandwidth (peaks, of_launch, row->bytes_written / bytes) : 0;
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

/* --- which device --- */

/* "cuda:1" of "cuda:1 stream 7": the tracks of devices that plugins drive have their numbers. NULL: it is another one.
 * (transfer full) */
static char *
find_device (const char *track)
{
  const gsize length = strcspn (track, " ");
  const char *colon = memchr (track, ':', length);

  return colon != NULL && g_ascii_isdigit (colon[1]) ? g_strndup (track, length) : NULL;
}

/* id of a track -> name of its device. */
static GHashTable *
find_other_tracks (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  GHashTable *others;

  if (tracks == NULL)
    return NULL;
  others = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *track = &g_array_index (tracks, RsTrackRow, i);
      char *device = find_device (track->name);

      if (device != NULL)
        g_hash_table_insert (others, GUINT_TO_POINTER (track->id), device);
    }
  return others;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *
rs_roofline_list_devices (RsTraceStore *store, GError **error)
{
  g_autoptr (GHashTable) tracks = find_other_tracks (store, error);
  GPtrArray *devices = tracks != NULL ? g_ptr_array_new_with_free_func (g_free) : NULL;
  GHashTableIter iter;
  gpointer name;

  if (tracks == NULL)
    return NULL;
  g_hash_table_iter_init (&iter, tracks);
  while (g_hash_table_iter_next (&iter, NULL, &name))
    if (!g_ptr_array_find_with_equal_func (devices, name, g_str_equal, NULL))
      g_ptr_array_add (devices, g_strdup (name));
  g_ptr_array_sort (devices, compare_names);
  return devices;
}

typedef struct {
  RsTraceStore *store;
  GHashTable *tracks; /* of other devices: id -> name */
  GHashTable *rows;   /* set of RsRooflineRow, by place */
  const char *device; /* "": what the others did is taken away; else what this one did is added */
} Others;

static void
add_event (RsRooflineRow *row, RsTraceStore *store, const RsTraceEvent *event, int sign)
{
  if (event->kind == RS_TRACE_KERNEL)
    {
      row->launches += sign;
      row->total = rs_trace_add (row->total, sign * rs_trace_add (event->end, -event->start));
    }
  else if (event->kind == RS_TRACE_COMPUTE)
    {
      row->single_operations += sign * (double)event->a;
      row->double_operations += sign * (double)event->b;
      if (sign > 0)
        row->doubt = join_doubts (row->doubt, rs_trace_store_get_string (store, event->detail));
    }
  else
    {
      row->bytes_read += sign * (double)event->a;
      row->bytes_written += sign * (double)event->b;
    }
}

static gboolean
sort_out (gint64 event_id, const RsTraceEvent *event, gpointer data)
{
  Others *self = data;
  const char *device = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (event->track));
  const RsRooflineRow key = { .name = rs_trace_store_get_string (self->store, event->name),
                              .file = rs_trace_store_get_string (self->store, event->file),
                              .line = event->line };
  RsRooflineRow *row = device != NULL ? g_hash_table_lookup (self->rows, &key) : NULL;

  if (row != NULL && *self->device == '\0')
    add_event (row, self->store, event, -1);
  else if (row != NULL && strcmp (device, self->device) == 0)
    add_event (row, self->store, event, 1);
  return TRUE;
}

static gboolean
sort_others_out (Others *self, const RsTraceRange *range, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;

  return g_hash_table_size (self->tracks) == 0
         || rs_trace_range_foreach (self->store, range != NULL ? range : &all,
                                    BIT (RS_TRACE_KERNEL) | BIT (RS_TRACE_COMPUTE) | BIT (RS_TRACE_TRAFFIC), FALSE,
                                    sort_out, self, error);
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

/* Of other devices nothing is known yet but where their kernels may be. */
static void
clear (RsRooflineRow *row)
{
  *row = (RsRooflineRow){ .name = row->name, .file = row->file, .line = row->line, .doubt = "" };
}

static int
compare_totals (gconstpointer a, gconstpointer b)
{
  const RsRooflineRow *p = a, *q = b;

  return (p->total < q->total) - (p->total > q->total);
}

/* Takes those of which nothing is known away. */
static GArray *
finish_rows (const GArray *kernels, const RsPeaks *peaks)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (RsRooflineRow));

  for (guint i = 0; i < kernels->len; i++)
    {
      RsRooflineRow row = g_array_index (kernels, RsRooflineRow, i);

      if (row.launches <= 0 || row.single_operations + row.double_operations + row.bytes_read + row.bytes_written <= 0)
        continue;
      compute_rates (&row);
      if (peaks != NULL)
        compute_limit (&row, peaks);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_totals);
  return rows;
}

GArray *
rs_roofline_read (RsTraceStore *store, const RsTraceRange *range, const char *device, const RsPeaks *peaks,
                  GError **error)
{
  g_autoptr (GArray) kernels = read_kernels (store, range, error);
  g_autoptr (GHashTable) by_place = g_hash_table_new (hash_place, is_same_place), tracks = NULL;
  Others others = { .store = store, .rows = by_place, .device = device };

  if (kernels == NULL)
    return NULL;
  others.tracks = tracks = find_other_tracks (store, error);
  if (tracks == NULL)
    return NULL;
  for (guint i = 0; i < kernels->len; i++)
    {
      if (*device != '\0')
        clear (&g_array_index (kernels, RsRooflineRow, i));
      g_hash_table_add (by_place, &g_array_index (kernels, RsRooflineRow, i));
    }
  if (*device == '\0'
      && (!add_totals (store, range, RS_TRACE_COMPUTE, by_place, add_compute, error)
          || !add_totals (store, range, RS_TRACE_TRAFFIC, by_place, add_traffic, error)))
    return NULL;
  return sort_others_out (&others, range, error) ? finish_rows (kernels, peaks) : NULL;
}
