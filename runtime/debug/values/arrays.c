/* What panels show of an array: a part of its elements, a picture, a curve, a histogram, statistics.
 *
 * What is asked for has a bounded size, and only the elements that it shows are read; statistics read all of them, once
 * for each version of an array.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/memory/replica.h"
#include "runtime/value/array.h"

#include <math.h>
#include <string.h>

#define ELEMENTS_AT_ONCE 1024
#define LANES 8u      /* divides it */
#define MOST_KEPT 64u /* statistics */

typedef struct {
  guint64 oid, version;
  double least, most, mean, deviation;
  gint64 n_numbers, n_not_finite;
} Statistics;

static double
read_one (RsArray *array, gint64 index)
{
  double x;

  rs_array_read_doubles (array, index, 1, &x);
  return x;
}

/* --- parts --- */

/* The elements first, first + step, ... of an array. */
typedef struct {
  gint64 first, step;
} Part;

static const Part everything = { 0, 1 };

/* Goes on reading; 0: there are no more. at: how many have been read. */
static guint
read_part (RsArray *array, Part part, gint64 *at, double numbers[ELEMENTS_AT_ONCE])
{
  gint64 n = (array->n_elements - part.first + part.step - 1) / part.step, first = part.first + *at * part.step;
  guint count = (guint)CLAMP (n - *at, 0, ELEMENTS_AT_ONCE);

  if (part.step == 1 && count > 0)
    rs_array_read_doubles (array, first, count, numbers);
  for (guint i = 0; part.step > 1 && i < count; i++)
    numbers[i] = read_one (array, first + i * part.step);
  *at += count;
  return count;
}

/* --- statistics --- */

/* A block of which all are finite, in as many sums as a vector has lanes. FALSE: some are not. */
static gboolean
add_finite (Statistics *self, double *squares, const double *numbers, guint n)
{
  double least[LANES], most[LANES], sums[LANES] = { 0 }, zeros[LANES] = { 0 }, mean, sum = 0, zero = 0, own = 0;
  const double before = (double)self->n_numbers, all = before + n;

  for (guint k = 0; k < LANES; k++)
    least[k] = most[k] = numbers[0];
  for (guint i = 0; i < n; i += LANES)
    for (guint k = 0; k < LANES; k++)
      {
        const double x = numbers[i + k];

        least[k] = x < least[k] ? x : least[k];
        most[k] = x > most[k] ? x : most[k];
        sums[k] += x;
        zeros[k] += x * 0;
      }
  for (guint k = 0; k < LANES; k++)
    {
      sum += sums[k];
      zero += zeros[k];
    }
  if (zero != 0 || !isfinite (sum)) /* NaN too */
    return FALSE;
  mean = sum / n;
  memset (sums, 0, sizeof sums);
  for (guint i = 0; i < n; i += LANES)
    for (guint k = 0; k < LANES; k++)
      sums[k] += (numbers[i + k] - mean) * (numbers[i + k] - mean);
  for (guint k = 0; k < LANES; k++)
    {
      own += sums[k];
      self->least = MIN (self->least, least[k]);
      self->most = MAX (self->most, most[k]);
    }
  *squares += own + (mean - self->mean) * (mean - self->mean) * before * n / all;
  self->mean += (mean - self->mean) * n / all;
  self->n_numbers += n;
  return TRUE;
}

static Statistics
compute_statistics (RsArray *array, Part part)
{
  Statistics self = { .oid = array->oid, .version = array->version, .least = INFINITY, .most = -INFINITY };
  double numbers[ELEMENTS_AT_ONCE], squares = 0;
  gint64 at = 0;
  guint n;

  while ((n = read_part (array, part, &at, numbers)) > 0)
    {
      if (n % LANES == 0 && add_finite (&self, &squares, numbers, n))
        continue;
      for (guint i = 0; i < n; i++)
        {
          double x = numbers[i], difference = x - self.mean;

          if (!isfinite (x))
            {
              self.n_not_finite++;
              continue;
            }
          self.n_numbers++;
          self.mean += difference / (double)self.n_numbers;
          squares += difference * (x - self.mean);
          self.least = MIN (self.least, x);
          self.most = MAX (self.most, x);
        }
    }
  self.deviation = self.n_numbers > 0 ? sqrt (squares / (double)self.n_numbers) : 0;
  return self;
}

static Statistics
get_statistics (RsDebugger *self, RsArray *array)
{
  Statistics made;

  for (guint i = 0; i < self->statistics->len; i++)
    {
      const Statistics *kept = &g_array_index (self->statistics, Statistics, i);

      if (kept->oid == array->oid && kept->version == array->version)
        return *kept;
    }
  made = compute_statistics (array, everything);
  if (self->statistics->len >= MOST_KEPT)
    g_array_remove_index (self->statistics, 0);
  g_array_append_val (self->statistics, made);
  return made;
}

GArray *
rs_debug_statistics_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Statistics));
}

static char *
format (double x)
{
  return g_strdup_printf ("%.7g", x);
}

void
rs_debugger_tell_statistics (RsDebugger *self, const char *name, RsArray *array)
{
  const Statistics found = get_statistics (self, array);
  const gboolean is_empty = found.n_numbers == 0;
  g_autofree char *least = is_empty ? g_strdup ("") : format (found.least),
                  *most = is_empty ? g_strdup ("") : format (found.most);
  g_autofree char *mean = is_empty ? g_strdup ("") : format (found.mean),
                  *deviation = is_empty ? g_strdup ("") : format (found.deviation);
  g_autofree char *n = g_strdup_printf ("%" G_GINT64_FORMAT, array->n_elements);
  g_autofree char *n_not_finite = g_strdup_printf ("%" G_GINT64_FORMAT, found.n_not_finite);

  rs_debugger_tell (self, "statistics", name, n, least, mean, most, deviation, n_not_finite, NULL);
}

/* --- planes --- */

/* Rows and columns of a plane, and the distances between their elements. */
typedef struct {
  gint64 rows, columns, n_planes;
  gint64 row_step, column_step, first;
} Plane;

/* A vector is a row. Of more dimensions than two, planes are counted through. */
static Plane
get_plane (const RsArray *array, gint64 index)
{
  Plane plane = { .rows = array->rank > 1 ? array->dims[0] : 1,
                  .columns = array->dims[array->rank > 1 ? 1 : 0],
                  .n_planes = 1 };

  for (int i = 2; i < array->rank; i++)
    plane.n_planes *= array->dims[i];
  plane.column_step = plane.n_planes;
  plane.row_step = plane.columns * plane.n_planes;
  plane.first = CLAMP (index, 0, MAX (plane.n_planes, 1) - 1);
  return plane;
}

static gint64
get_index (const Plane *plane, gint64 row, gint64 column)
{
  return row * plane->row_step + column * plane->column_step + plane->first;
}

void
rs_debugger_tell_table (RsDebugger *self, const char *name, RsArray *array, gint64 row, gint64 n_rows, gint64 column,
                        gint64 n_columns, gint64 index)
{
  const Plane plane = get_plane (array, index);
  g_autofree char *rows = g_strdup_printf ("%" G_GINT64_FORMAT, plane.rows),
                  *columns = g_strdup_printf ("%" G_GINT64_FORMAT, plane.columns);
  g_autofree char *planes = g_strdup_printf ("%" G_GINT64_FORMAT, plane.n_planes);

  g_assert (row >= 0 && n_rows >= 0 && column >= 0 && n_columns >= 0 && index >= 0);
  rs_debugger_tell (self, "table", name, rows, columns, planes, NULL);
  for (gint64 i = row; i < MIN (row + n_rows, plane.rows) && plane.n_planes > 0; i++)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, i),
                      *first = g_strdup_printf ("%" G_GINT64_FORMAT, column);
      g_autoptr (GString) text = g_string_new (NULL);

      for (gint64 k = column; k < MIN (column + n_columns, plane.columns); k++)
        {
          g_string_append (text, k > column ? "\t" : "");
          rs_value_format_element (array, get_index (&plane, i, k), text);
        }
      rs_debugger_tell (self, "row", name, number, first, text->str, NULL);
    }
}

/* The rows from `row` on of one column, and its number above them, as wide as the widest of them. */
static void
add_column (RsArray *array, const Plane *plane, gint64 column, gint64 row, GPtrArray *lines)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  glong width = 0;

  g_ptr_array_add (cells, g_strdup_printf ("%" G_GINT64_FORMAT, column));
  for (guint i = 1; i < lines->len; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      rs_value_format_element (array, get_index (plane, row + i - 1, column), text);
      g_ptr_array_add (cells, g_string_free (g_steal_pointer (&text), FALSE));
    }
  for (guint i = 0; i < cells->len; i++)
    width = MAX (width, (glong)strlen (g_ptr_array_index (cells, i)));
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (g_ptr_array_index (lines, i), "  %*s", (int)width,
                            (const char *)g_ptr_array_index (cells, i));
}

static void
free_line (gpointer line)
{
  g_string_free (line, TRUE);
}

gboolean
rs_debugger_show_table (RsDebugger *self, const char *name, RsArray *array, gint64 row, gint64 n_rows, gint64 column,
                        gint64 n_columns, gint64 index, GError **error)
{
  const Plane plane = get_plane (array, index);
  const gint64 end_row = MIN (row + n_rows, plane.rows), end_column = MIN (column + n_columns, plane.columns);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (free_line);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert (row >= 0 && n_rows >= 0 && column >= 0 && n_columns >= 0 && index >= 0);
  if (row >= end_row || column >= end_column || index >= plane.n_planes)
    return rs_debug_fail (error,
                          "table: %s has %" G_GINT64_FORMAT " rows, %" G_GINT64_FORMAT " columns and %" G_GINT64_FORMAT
                          " planes, each counted from 0",
                          name, plane.rows, plane.columns, plane.n_planes);
  g_ptr_array_add (lines, g_string_new ("     "));
  for (gint64 i = row; i < end_row; i++)
    {
      GString *line = g_string_new (NULL);

      g_string_printf (line, "%5" G_GINT64_FORMAT, i);
      g_ptr_array_add (lines, line);
    }
  for (gint64 k = column; k < end_column; k++)
    add_column (array, &plane, k, row, lines);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", ((const GString *)g_ptr_array_index (lines, i))->str);
  rs_debugger_tell (self, "shown", text->str, NULL);
  return TRUE;
}

/* --- pictures --- */

static guint8
shade (double x, double low, double high)
{
  if (!isfinite (x) || high <= low)
    return 0;
  return (guint8)CLAMP (255 * (x - low) / (high - low) + 0.5, 0, 255);
}

void
rs_debugger_tell_picture (RsDebugger *self, const char *name, RsArray *array, guint width, guint height)
{
  const Plane plane = get_plane (array, 0);
  const gboolean is_colored = array->rank == 3 && (array->dims[2] == 3 || array->dims[2] == 4);
  const guint w = (guint)MIN ((gint64)width, plane.columns), h = (guint)MIN ((gint64)height, plane.rows),
              channels = is_colored ? 3 : 1;
  g_autofree double *samples = g_new (double, MAX (1, (gsize)w * h * channels));
  g_autofree guint8 *pixels = g_new (guint8, MAX (1, (gsize)w * h * channels));
  g_autofree char *wide = g_strdup_printf ("%u", w), *high_text = NULL, *low_text = NULL,
                  *tall = g_strdup_printf ("%u", h), *bytes = NULL;
  g_autofree char *depth = g_strdup_printf ("%u", channels);
  double low = INFINITY, high = -INFINITY;
  gsize n = 0;

  for (guint y = 0; y < h; y++)
    for (guint x = 0; x < w; x++)
      for (guint c = 0; c < channels; c++)
        {
          double value
              = read_one (array, y * plane.rows / h * plane.row_step + x * plane.columns / w * plane.column_step + c);

          samples[n++] = value;
          if (isfinite (value))
            {
              low = MIN (low, value);
              high = MAX (high, value);
            }
        }
  if (low >= 0 && high > 1 && high <= 255) /* as images of bytes are shown */
    {
      low = 0;
      high = 255;
    }
  for (gsize i = 0; i < n; i++)
    pixels[i] = shade (samples[i], low, high);
  bytes = g_base64_encode (pixels, n);
  low_text = format (low);
  high_text = format (high);
  rs_debugger_tell (self, "picture", name, wide, tall, depth, low_text, high_text, bytes, NULL);
}

/* --- curves and histograms --- */

static char *
join_numbers (const double *numbers, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%.6g", i > 0 ? " " : "", numbers[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Of n elements, cut into parts as alike as can be: where one begins. */
static gint64
get_start (gint64 n, guint part, guint parts)
{
  return n / parts * part + n % parts * part / parts;
}

/* The elements in their order, or the least and the most of as many parts as are wanted. */
void
rs_debugger_tell_curve (RsDebugger *self, const char *name, RsArray *array, guint wanted)
{
  const gint64 n = array->n_elements;
  const guint parts = (guint)MIN ((gint64)wanted, n);
  g_autofree double *pairs = g_new (double, MAX (1, 2 * (gsize)parts));
  g_autofree char *count = g_strdup_printf ("%" G_GINT64_FORMAT, n), *text = NULL;
  double block[ELEMENTS_AT_ONCE];

  for (guint i = 0; i < parts; i++)
    {
      gint64 first = get_start (n, i, parts), end = get_start (n, i + 1, parts);
      double least = INFINITY, most = -INFINITY;

      for (; first < end; first += ELEMENTS_AT_ONCE)
        {
          guint m = (guint)MIN (ELEMENTS_AT_ONCE, end - first);

          rs_array_read_doubles (array, first, m, block);
          for (guint k = 0; k < m; k++)
            {
              least = block[k] < least ? block[k] : least;
              most = block[k] > most ? block[k] : most;
            }
        }
      pairs[2 * i] = least <= most ? least : NAN;
      pairs[2 * i + 1] = least <= most ? most : NAN;
    }
  text = join_numbers (pairs, 2 * parts);
  rs_debugger_tell (self, "curve", name, count, text, NULL);
}

void
rs_debugger_tell_histogram (RsDebugger *self, const char *name, RsArray *array, guint bins, gint64 slice)
{
  const Part part = slice < 0 ? everything : (Part){ slice, rs_debug_count_slices (array) };
  const Statistics found = slice < 0 ? get_statistics (self, array) : compute_statistics (array, part);
  const guint channels = rs_debug_count_channels (array);
  const gint64 n_slices = rs_debug_count_slices (array);
  g_autofree double *counts = g_new0 (double, bins *channels);
  g_autofree char *least = found.n_numbers > 0 ? format (found.least) : g_strdup (""),
                  *most = found.n_numbers > 0 ? format (found.most) : g_strdup (""), *text = NULL;
  g_autofree char *n_numbers = g_strdup_printf ("%" G_GINT64_FORMAT, found.n_numbers),
                  *n_not_finite = g_strdup_printf ("%" G_GINT64_FORMAT, found.n_not_finite),
                  *n_channels = g_strdup_printf ("%u", channels);
  double numbers[ELEMENTS_AT_ONCE];
  gint64 at = 0;
  guint n;

  g_assert (bins >= 1 && slice < n_slices);
  while ((n = read_part (array, part, &at, numbers)) > 0)
    for (guint i = 0; i < n; i++)
      if (isfinite (numbers[i]))
        {
          double place = found.most > found.least ? (numbers[i] - found.least) / (found.most - found.least) * bins : 0;
          gint64 index = part.first + (at - n + i) * part.step;

          counts[index / n_slices % channels * bins + (guint)CLAMP (place, 0, bins - 1)]++;
        }
  text = join_numbers (counts, bins * channels);
  rs_debugger_tell (self, "histogram", name, least, most, text, n_numbers, n_not_finite, n_channels, NULL);
}
