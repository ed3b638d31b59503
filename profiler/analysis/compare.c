/* See compare.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/compare.h"

#include <math.h>
#include <string.h>

#define FEWEST 5u
#define MOST_DURATIONS 1024u /* of a place on a side; more are thinned out evenly */
#define MOST_PLACES 20000u
#define RESAMPLES 400u
#define LEVEL 0.05

typedef struct {
  guint n;
  guint step;     /* every step-th is kept */
  guint skipped;  /* since the last that was */
  double *values; /* [MOST_DURATIONS] */
} Durations;

typedef struct {
  char *key; /* of the table */
  RsCompareRow row;
  Durations durations[2];
  double p;
} Place;

typedef struct {
  GHashTable *places; /* key -> Place (owned) */
  RsTraceStore *store;
  guint side;
  GString *key;
} Reader;

const char *
rs_change_to_string (RsChange change)
{
  static const char *const names[] = { "no evidence", "slower", "faster", "new", "gone" };

  return names[change];
}

/* --- statistics --- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

static double
median_of (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare_doubles);
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* Variance of the logarithm of the median, over blocks that begin anywhere (circular). */
static double
bootstrap (const double *values, guint n, guint32 seed)
{
  guint block = MAX (1, (guint)cbrt (n));
  g_autofree double *sample = g_new (double, n);
  double sum = 0, squares = 0;
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed);

  for (guint i = 0; i < RESAMPLES; i++)
    {
      double median;

      for (guint k = 0, at = 0; k < n; k++, at = (at + 1) % n)
        {
          if (k % block == 0)
            at = (guint)g_rand_int_range (chance, 0, (gint32)n);
          sample[k] = values[at];
        }
      median = log (MAX (median_of (sample, n), 1));
      sum += median;
      squares += median * median;
    }
  return MAX (squares / RESAMPLES - (sum / RESAMPLES) * (sum / RESAMPLES), 0);
}

/* Two-sided, of a normal deviate; with few runs the tails are heavier, which degrees of freedom widen. */
static double
chance_of (double deviate, guint degrees)
{
  double t = fabs (deviate), narrowed = t * (1 - 1 / (4.0 * degrees)) / sqrt (1 + t * t / (2.0 * degrees));

  return erfc (narrowed / G_SQRT2);
}

gboolean
rs_compare_durations (const double *before, guint n_before, const double *after, guint n_after, RsCompareRow *row, double *p)
{
  const double *const values[2] = { before, after };
  const guint n[2] = { n_before, n_after };
  double variance = 0, difference, error;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree double *copy = g_memdup2 (values[i], n[i] * sizeof *copy);

      row->median[i] = n[i] > 0 ? median_of (copy, n[i]) : 0;
      if (n[i] >= FEWEST)
        variance += bootstrap (values[i], n[i], 1 + i) * n[i] / (n[i] - 1);
    }
  if (n_before < FEWEST || n_after < FEWEST)
    return FALSE;
  difference = log (MAX (row->median[1], 1) / MAX (row->median[0], 1));
  error = sqrt (variance) + 1e-6; /* a clock of whole nanoseconds repeats itself */
  row->ratio = exp (difference);
  row->low = exp (difference - 1.96 * error);
  row->high = exp (difference + 1.96 * error);
  *p = chance_of (difference / error, MIN (n_before, n_after) - 1);
  return TRUE;
}

/* --- reading --- */

static void
place_free (gpointer data)
{
  Place *place = data;

  g_free (place->key);
  g_free (place->row.name);
  g_free (place->row.file);
  g_free (place->durations[0].values);
  g_free (place->durations[1].values);
  g_free (place);
}

/* Every second value goes when there are too many, so that they stay evenly spread. */
static void
add_duration (Durations *self, double value)
{
  if (self->step > 1 && ++self->skipped < self->step)
    return;
  self->skipped = 0;
  if (self->values == NULL)
    {
      self->values = g_new (double, MOST_DURATIONS);
      self->step = 1;
    }
  if (self->n == MOST_DURATIONS)
    {
      self->n /= 2;
      for (guint i = 0; i < self->n; i++)
        self->values[i] = self->values[2 * i];
      self->step *= 2;
    }
  self->values[self->n++] = value;
}

static Place *
find_place (Reader *self, const char *what, const char *name, const char *file, guint32 line)
{
  Place *place;

  /* The folder may be another one: another checkout of the same program. */
  g_string_printf (self->key, "%s\n%s\n%s\n%u", what, name, strrchr (file, '/') != NULL ? strrchr (file, '/') + 1 : file, line);
  place = g_hash_table_lookup (self->places, self->key->str);
  if (place != NULL || g_hash_table_size (self->places) >= MOST_PLACES)
    return place;
  place = g_new0 (Place, 1);
  place->key = g_strdup (self->key->str);
  place->row = (RsCompareRow){ .what = what, .name = g_strdup (name), .file = g_strdup (file), .line = line };
  place->p = 1;
  g_hash_table_insert (self->places, place->key, place);
  return place;
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  const char *what = event->kind == RS_TRACE_SAMPLE ? "line" : rs_trace_kind_to_string (event->kind);
  const char *name = event->kind == RS_TRACE_SAMPLE ? "" : rs_trace_store_get_string (self->store, event->name);
  const char *file = rs_trace_store_get_string (self->store, event->file);
  gint64 duration = event->kind == RS_TRACE_SAMPLE ? event->a : event->end - event->start;
  Place *place = event->kind == RS_TRACE_SAMPLE && event->file == 0 ? NULL : find_place (self, what, name, file, event->line);

  if (place == NULL)
    return TRUE;
  place->row.n[self->side]++;
  place->row.total[self->side] = (gint64)((guint64)place->row.total[self->side] + (guint64)duration);
  if (event->kind != RS_TRACE_SAMPLE)
    add_duration (&place->durations[self->side], (double)duration);
  return TRUE;
}

static gboolean
read_side (Reader *self, const RsTraceRange *range, GError **error)
{
  const guint64 one = 1;

  return rs_trace_range_foreach (self->store, range,
                                 one << RS_TRACE_KERNEL | one << RS_TRACE_LOOP | one << RS_TRACE_BUILTIN | one << RS_TRACE_SAMPLE,
                                 TRUE, add_event, self, error);
}

/* --- comparing --- */

/* Samples of a line are counts: their spread is the root of their number, somewhat more since neighbours are alike. */
static void
compare_line (Place *place)
{
  const double alike = 2;
  const RsCompareRow *before = &place->row;
  RsCompareRow *row = &place->row;
  double variance, difference, error;

  if (row->n[0] < 20 || row->n[1] < 20 || row->total[0] <= 0 || row->total[1] <= 0)
    return;
  difference = log ((double)row->total[1] / (double)before->total[0]);
  variance = alike / (double)row->n[0] + alike / (double)row->n[1];
  error = sqrt (variance);
  row->ratio = exp (difference);
  row->low = exp (difference - 1.96 * error);
  row->high = exp (difference + 1.96 * error);
  place->p = chance_of (difference / error, (guint)MIN (MIN (row->n[0], row->n[1]), 1000000));
}

static void
compare_place (Place *place)
{
  RsCompareRow *row = &place->row;

  if (row->n[0] == 0 || row->n[1] == 0)
    row->change = row->n[0] == 0 ? RS_CHANGE_ADDED : RS_CHANGE_REMOVED;
  else if (strcmp (row->what, "line") == 0)
    compare_line (place);
  else
    rs_compare_durations (place->durations[0].values, place->durations[0].n, place->durations[1].values, place->durations[1].n, row,
                          &place->p);
}

static int
compare_chances (gconstpointer a, gconstpointer b)
{
  const Place *p = *(Place *const *)a, *q = *(Place *const *)b;

  return (p->p > q->p) - (p->p < q->p);
}

/* Holm: the least of m chances has to be below level / m, the next below level / (m - 1), until one is not. */
static void
decide (GPtrArray *places)
{
  guint m = 0, left;

  for (guint i = 0; i < places->len; i++)
    m += ((const Place *)places->pdata[i])->row.high > 0;
  g_ptr_array_sort (places, compare_chances);
  left = m;
  for (guint i = 0; i < places->len; i++)
    {
      Place *place = places->pdata[i];

      if (place->row.high <= 0)
        continue;
      if (place->p >= LEVEL / left)
        break;
      left = MAX (left - 1, 1);
      place->row.change = place->row.ratio > 1 ? RS_CHANGE_SLOWER : RS_CHANGE_FASTER;
    }
}

static double
size_of (const RsCompareRow *row)
{
  return fabs ((double)row->total[1] - (double)row->total[0]);
}

/* What changed first. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsCompareRow *p = a, *q = b;
  double x = size_of (p), y = size_of (q);
  int order;

  if ((p->change == RS_CHANGE_NONE) != (q->change == RS_CHANGE_NONE))
    return p->change == RS_CHANGE_NONE ? 1 : -1;
  if (x != y)
    return x < y ? 1 : -1;
  order = strcmp (p->what, q->what);
  if (order == 0)
    order = strcmp (p->name, q->name);
  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

static void
row_clear (gpointer data)
{
  RsCompareRow *row = data;

  g_free (row->name);
  g_free (row->file);
}

GArray *
rs_traces_compare (RsTraceStore *before, RsTraceStore *after, const RsTraceRange *range, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, place_free);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_autoptr (GString) key = g_string_new (NULL);
  Reader reader = { places, before, 0, key };
  GHashTableIter iter;
  gpointer value;
  GArray *rows;

  if (!read_side (&reader, range, error))
    return NULL;
  reader.store = after;
  reader.side = 1;
  if (!read_side (&reader, range, error))
    return NULL;
  g_hash_table_iter_init (&iter, places);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      compare_place (value);
      g_ptr_array_add (list, value);
    }
  decide (list);
  rows = g_array_new (FALSE, TRUE, sizeof (RsCompareRow));
  g_array_set_clear_func (rows, row_clear);
  for (guint i = 0; i < list->len; i++)
    {
      RsCompareRow row = ((const Place *)list->pdata[i])->row;

      row.name = g_strdup (row.name);
      row.file = g_strdup (row.file);
      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_rows);
  return rows;
}
