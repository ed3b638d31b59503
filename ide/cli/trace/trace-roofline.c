/* redshift-cli trace roofline: how near kernels come to what their device can do, and what holds them up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/trace/trace.h"
#include "profiler/analysis/hardware/roofline.h"

#include <math.h>

#define PROCESSOR "cpu"

/* What ran on a device. */
typedef struct {
  char *device; /* "": the processor */
  char *model;  /* NULL: not known */
  gboolean has_peaks;
  RsPeaks peaks;
  GArray *rows; /* of RsRooflineRow */
} Part;

static void
part_clear (gpointer data)
{
  Part *part = data;

  g_free (part->device);
  g_free (part->model);
  g_clear_pointer (&part->rows, g_array_unref);
}

static void
say_peaks (const Part *part)
{
  const RsPeaks *peaks = &part->peaks;
  g_autofree char *device = *part->device == '\0' ? g_strdup ("")
                            : part->model != NULL ? g_strdup_printf ("%s (%s), ", part->device, part->model)
                                                  : g_strdup_printf ("%s, ", part->device);

  if (!part->has_peaks)
    {
      rs_cli_trace_say ("What %s can do is not known: this recording does not say it.",
                        *part->device != '\0' ? part->device : "the processor");
      return;
    }
  rs_cli_trace_say ("On %s%u %s%s: %.1f operations a ns in single precision, %.1f in double; bytes a ns read, copied:",
                    device, peaks->threads, *part->device != '\0' ? "unit" : "thread", peaks->threads == 1 ? "" : "s",
                    peaks->single_operations, peaks->double_operations);
  for (guint i = 0; i < RS_PEAK_LEVELS; i++)
    {
      g_autofree char *level = rs_roofline_describe_level (peaks, i);

      if (i > 0 && peaks->levels[i].bytes == peaks->levels[i - 1].bytes) /* there is no more memory */
        continue;
      rs_cli_trace_say ("  %-22s %6.1f %6.1f", level, peaks->levels[i].read, peaks->levels[i].copy);
    }
}

static void
add_limit (RsTable *table, const RsRooflineRow *row, const RsPeaks *peaks)
{
  g_autofree char *level = rs_roofline_describe_level (peaks, row->level);

  if (!row->has_peaks)
    {
      rs_table_add_none (table);
      rs_table_add_none (table);
      return;
    }
  rs_table_add_text (table, row->roof == RS_ROOF_ARITHMETIC ? "arithmetic" : level);
  rs_table_add_share (table, row->share);
}

static void
add_row (RsTable *table, const RsRooflineRow *row, const Part *part)
{
  const double operations = row->single_operations + row->double_operations;
  const double bytes = row->bytes_read + row->bytes_written;

  rs_table_add_text (table, row->name);
  rs_table_add_place (table, row->file, row->line);
  rs_table_add_text (table, *part->device != '\0' ? part->device : PROCESSOR);
  rs_table_add_count (table, row->launches);
  rs_table_add_duration (table, row->total);
  rs_table_add_count (table, (gint64)MIN (operations, 9e18));
  rs_table_add_text (table, row->doubt);
  rs_table_add_bytes (table, (gint64)bytes);
  if (isinf (row->intensity))
    rs_table_add_none (table);
  else
    rs_table_add_number (table, row->intensity, 2);
  rs_table_add_number (table, row->rate, 2);
  rs_table_add_number (table, row->total > 0 ? bytes / (double)row->total : 0, 2);
  add_limit (table, row, &part->peaks);
}

static void
print_rows (const GArray *parts, RsTableFormat format)
{
  static const RsTableColumn columns[] = {
    { "kernel", "kernel" },
    { "place", "place" },
    { "device", "device" },
    { ">launches", "launches" },
    { ">total", "total_ns" },
    { ">operations", "operations" },
    { "counted", "counted" },
    { ">bytes", "bytes" },
    { ">ops/byte", "operations_per_byte" },
    { ">ops/ns", "operations_per_ns" },
    { ">bytes/ns", "bytes_per_ns" },
    { "limited by", "limit" },
    { ">reached", "share" },
  };
  g_autoptr (RsTable) table = rs_table_new_as (format, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      for (guint k = 0; k < part->rows->len; k++)
        add_row (table, &g_array_index (part->rows, RsRooflineRow, k), part);
    }
  rs_table_end (table);
}

/* Of a device that ran something, or whose peaks are known. */
static gboolean
add_part (GArray *parts, RsTraceStore *store, const RsTraceRange *range, const char *device, GError **error)
{
  g_autofree char *fact = g_strconcat ("model ", device, NULL);
  Part part = { .device = g_strdup (device), .model = rs_trace_store_dup_meta (store, fact) };

  part.has_peaks = rs_roofline_find_peaks (store, device, &part.peaks);
  part.rows = rs_roofline_read (store, range, device, part.has_peaks ? &part.peaks : NULL, error);
  if (part.rows != NULL && (part.rows->len > 0 || part.has_peaks))
    {
      g_array_append_val (parts, part);
      return TRUE;
    }
  part_clear (&part);
  return error == NULL || *error == NULL;
}

/* NULL with an error. (transfer full) */
static GArray *
read_parts (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (GPtrArray) devices = rs_roofline_list_devices (store, error);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));

  g_array_set_clear_func (parts, part_clear);
  if (devices == NULL || !add_part (parts, store, range, "", error))
    return NULL;
  for (guint i = 0; i < devices->len; i++)
    if (!add_part (parts, store, range, devices->pdata[i], error))
      return NULL;
  return g_steal_pointer (&parts);
}

static gboolean
is_known (const GArray *parts)
{
  gboolean known = FALSE;

  for (guint i = 0; i < parts->len; i++)
    known = known || g_array_index (parts, Part, i).has_peaks;
  return known;
}

gboolean
rs_cli_trace_has_roofline (RsTraceStore *store)
{
  g_autoptr (GPtrArray) devices = rs_roofline_list_devices (store, NULL);
  RsPeaks peaks;
  gboolean has = rs_roofline_find_peaks (store, "", &peaks);

  for (guint i = 0; devices != NULL && i < devices->len; i++)
    has = has || rs_roofline_find_peaks (store, devices->pdata[i], &peaks);
  return has;
}

int
rs_cli_trace_roofline (RsTraceStore *store, const RsTraceOptions *options, GPtrArray *operands)
{
  GError *error = NULL;
  g_autoptr (GArray) parts = read_parts (store, &options->range, &error);

  if (parts == NULL)
    return rs_cli_trace_fail (error);
  if (!is_known (parts))
    {
      rs_cli_complain ("this trace does not say what its machine can do: no kernel ran on the processor, or it was "
                       "made by another tool or an older version, or where there is no C compiler");
      if (options->format == RS_TABLE_TEXT)
        return RS_EXIT_OK;
    }
  for (guint i = 0; options->format == RS_TABLE_TEXT && i < parts->len; i++)
    say_peaks (&g_array_index (parts, Part, i));
  print_rows (parts, options->format);
  if (options->format == RS_TABLE_TEXT)
    rs_cli_trace_say ("`reached`: the least time that the limit allows, as a part of the time that the kernel took. "
                      "Bytes: each element of an array once a launch.");
  rs_cli_trace_warn_dropped (store);
  return RS_EXIT_OK;
}
