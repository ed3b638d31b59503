/* See lines.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/lines.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_SOURCE ((goffset)16 << 20) /* bytes */

gboolean
rs_trace_check_samples (RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) totals = rs_trace_store_read_totals (store, RS_TRACE_SAMPLE, error);
  g_autofree char *rate = NULL, *part = NULL;

  if (totals == NULL)
    return FALSE;
  if (totals->len > 0)
    return TRUE;
  rate = rs_trace_store_dup_meta (store, "line-samples");
  part = rs_trace_store_dup_meta (store, "part");
  if (rate != NULL)
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                 part != NULL ? _ ("%s: lines were sampled (%s), but no sample is in this part of the recording")
                              : _ ("%s: lines were sampled (%s), but the program was over, or only waited, before one "
                                   "was taken"),
                 rs_trace_store_get_path (store), rate);
  else
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                 _ ("%s has no samples of lines; record with: redshift-cli run --profile TRACE --lines PROG.q"),
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

RsLineCount
rs_line_count_find (const char *name)
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
      RsLineCount count = rs_line_count_find (total->name);

      if (row == NULL || count >= RS_N_LINE_COUNTS)
        continue;
      row->counts[count] = rs_trace_add (MAX (row->counts[count], 0), MAX (total->sum_a, 0));
      row->is_estimate |= total->max_threads > 0;
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
  g_assert (count < RS_N_LINE_COUNTS);
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
                                  ? rs_trace_range_read_totals (store, range, RS_TRACE_SAMPLE, FALSE, error)
                                  : NULL;
  GArray *rows;
  gint64 all = 0, time;

  if (totals == NULL)
    return NULL;
  rows = g_array_new (FALSE, TRUE, sizeof (RsLineRow));
  g_array_sort (totals, compare_places);
  for (guint i = 0; i < totals->len; i++)
    {
      const RsTotalRow *total = &g_array_index (totals, RsTotalRow, i);
      RsLineRow *last = rows->len > 0 ? &g_array_index (rows, RsLineRow, rows->len - 1) : NULL;

      time = MAX (total->sum_a, 0); /* else the file is damaged */
      all = rs_trace_add (all, time);
      if (last != NULL && last->line == total->line && strcmp (last->file, total->file) == 0)
        {
          last->samples = rs_trace_add (last->samples, MAX (total->n, 0));
          last->time = rs_trace_add (last->time, time);
        }
      else
        g_array_append_val (rows, ((RsLineRow){ .file = total->file,
                                                .line = total->line,
                                                .name = total->name,
                                                .samples = MAX (total->n, 0),
                                                .time = time,
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
