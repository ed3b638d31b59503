/* See compare.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/traces/compare.h"

#include "profiler/analysis/passes/place-numbers.h"
#include "profiler/analysis/time/marks.h"

#include <math.h>
#include <string.h>

#define MOST_DURATIONS 1024u /* of a place on a side, and in a recording; more are thinned out evenly */
#define MOST_PAIRS 1000000   /* of an event: in 50 ms there are fewer */
#define MOST_PLACES 20000u
#define MOST_NUMBERED 65536u /* of a recording; what repeats is found again */
#define LONGEST_NAME 200
#define LEVEL 0.05
#define FEW_BYTES 4096 /* of memory in a recording of both sides: of no interest */
/* Of built-in functions and loops, which are events from 5 us on: what may be shorter another time. */
#define SHORT_SPAN 20000  /* ns; the mean, and the median where there are FEW of them */
#define LONG_SPAN 1000000 /* ns, the mean: a single one says enough */
#define FEW_SPANS 5u
#define FEW_RECORDINGS 3u /* that all have it: no chance */

/* Values in their order, thinned out evenly. */
typedef struct {
  guint n;
  guint step;     /* every step-th is kept */
  guint skipped;  /* since the last that was */
  double *values; /* [MOST_DURATIONS] */
} Durations;

/* A place on one side. */
typedef struct {
  const char *what;
  char *name, *file; /* owned */
  char *group;       /* owned: what, name and file without the line */
  guint32 line;
  gint64 n, total;         /* of all recordings */
  gint64 run_n, run_total; /* of the one that is read */
  Durations run, all;      /* of that one; of all */
  GArray *runs;            /* of double: median of each recording; total, of lines and memory */
  gboolean is_matched;
} Place;

typedef struct {
  GHashTable *places; /* key -> Place (owned) */
  RsTraceStore *store;
  GString *key;
  RsPlaceNumbers numbers; /* of what the store has */
  GPtrArray *numbered;    /* element-type Place: by number; NULL: not looked for */
} Reader;

/* The recordings of one side, which a thread reads. */
typedef struct {
  GHashTable *places; /* key -> Place (owned) */
  RsTraceStore *const *stores;
  guint n;
  const RsTraceRange *range; /* NULL: all */
  const char *mark;          /* NULL: none */
  GError *error;
} Side;

/* A place of the first side that is another line on the second. */
typedef struct {
  const char *file; /* the last part of the path */
  guint32 line;
  gint64 shift;
} Anchor;

/* Two sides and what is found. */
typedef struct {
  guint n_runs[2];     /* recordings */
  GPtrArray *sides[2]; /* of Place, by group and line */
  GArray *anchors;     /* of Anchor, by file and line */
  GArray *rows;        /* of RsCompareRow */
  char *programs[2];   /* that count as one; NULL: they have one name */
} Comparison;

const char *
rs_change_to_string (RsChange change)
{
  static const char *const names[] = { "no evidence", "slower", "faster", "new", "gone" };

  g_assert (change < G_N_ELEMENTS (names));
  return names[change];
}

const char *
rs_compare_basis_to_string (RsCompareBasis basis)
{
  static const char *const names[] = { "too few", "runs", "blocks", "samples" };

  g_assert (basis < G_N_ELEMENTS (names));
  return names[basis];
}

/* --- reading --- */

static gboolean
is_sum (const Place *place)
{
  return strcmp (place->what, "line") == 0 || strcmp (place->what, "memory") == 0;
}

static void
place_free (gpointer data)
{
  Place *place = data;

  g_free (place->name);
  g_free (place->file);
  g_free (place->group);
  g_free (place->run.values);
  g_free (place->all.values);
  g_array_unref (place->runs);
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
    self->values = g_new (double, MOST_DURATIONS);
  self->step = MAX (self->step, 1);
  if (self->n == MOST_DURATIONS)
    {
      self->n /= 2;
      for (guint i = 0; i < self->n; i++)
        self->values[i] = self->values[2 * i];
      self->step *= 2;
    }
  self->values[self->n++] = value;
}

static const char *
base_of (const char *file)
{
  const char *slash = strrchr (file, '/');

  return slash != NULL ? slash + 1 : file;
}

/* The key is the group, then the line. The folder may be another one: another checkout of the same program. A kernel
 * without a name of its own is called after its line, which may move. */
static Place *
find_place (Reader *self, const char *what, const char *name, const char *file, guint32 line)
{
  const char *at = strstr (name, " at line ");
  int length = at != NULL ? (int)(at - name) : (int)MIN (strlen (name), LONGEST_NAME);
  Place *place;

  g_string_printf (self->key, "%s\n%s\n%.*s", base_of (file), what, length, name);
  g_string_append_printf (self->key, "\n%u", line);
  place = g_hash_table_lookup (self->places, self->key->str);
  if (place != NULL || g_hash_table_size (self->places) >= MOST_PLACES)
    return place;
  place = g_new0 (Place, 1);
  place->what = what;
  place->name = g_strdup (name);
  place->file = g_strdup (file);
  place->line = line;
  place->runs = g_array_new (FALSE, FALSE, sizeof (double));
  g_hash_table_insert (self->places, g_strdup (self->key->str), place);
  return place;
}

static const char *
what_of (RsTraceKind kind)
{
  return kind == RS_TRACE_SAMPLE     ? "line"
         : kind == RS_TRACE_COPY     ? "transfer"
         : kind == RS_TRACE_ALLOCATE ? "memory"
         : kind == RS_TRACE_PAIRS    ? "memory"
                                     : rs_trace_kind_to_string (kind);
}

static gboolean
is_memory (const RsTraceEvent *event)
{
  return event->kind == RS_TRACE_ALLOCATE || event->kind == RS_TRACE_PAIRS;
}

/* What is compared of one of the things that the event tells of: CPU time, bytes, or its time. */
static gint64
value_of (const RsTraceEvent *event)
{
  switch (event->kind)
    {
    case RS_TRACE_SAMPLE:
      return event->a;
    case RS_TRACE_ALLOCATE:
      return event->b;
    case RS_TRACE_PAIRS:
      return event->threads;
    default:
      return (gint64)((guint64)event->end - (guint64)event->start);
    }
}

/* The place of what the event tells of; NULL: there are too many. */
static Place *
look_for_place (Reader *self, const RsTraceEvent *event)
{
  const char *name = event->kind == RS_TRACE_SAMPLE ? "" : rs_trace_store_get_string (self->store, event->name);
  g_autofree char *copy = NULL;

  if (event->kind == RS_TRACE_COPY)
    name = copy = g_strdup_printf ("%s %s", name, rs_trace_store_get_string (self->store, event->detail));
  return find_place (self, what_of (event->kind), name, rs_trace_store_get_string (self->store, event->file),
                     event->line);
}

static Place *
find_place_of (Reader *self, const RsTraceEvent *event)
{
  const RsPlace what
      = { event->kind, event->name, event->file, event->line, event->kind == RS_TRACE_COPY ? event->detail : 0 };
  guint number;

  if (self->numbers.places->len >= MOST_NUMBERED)
    {
      rs_place_numbers_clear (&self->numbers);
      rs_place_numbers_init (&self->numbers);
      g_ptr_array_set_size (self->numbered, 0);
    }
  number = rs_place_numbers_find (&self->numbers, &what);
  if (number >= self->numbered->len)
    g_ptr_array_set_size (self->numbered, (gint)number + 1);
  if (self->numbered->pdata[number] == NULL)
    self->numbered->pdata[number] = look_for_place (self, event);
  return self->numbered->pdata[number];
}

static gboolean
add_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  const gboolean is_sample = event->kind == RS_TRACE_SAMPLE;
  const gint64 value = value_of (event);
  gint64 n = 1;
  Place *place;

  if (event->file == 0 && (is_sample || is_memory (event)))
    return TRUE;
  if (event->kind == RS_TRACE_PAIRS)
    n = CLAMP (event->a, 0, MOST_PAIRS);
  place = find_place_of (self, event);
  if (place == NULL)
    return TRUE;
  place->run_n += n;
  place->run_total = (gint64)((guint64)place->run_total + (guint64)n * (guint64)value);
  for (gint64 i = 0; i < n && !is_sample; i++)
    {
      add_duration (&place->run, (double)value);
      add_duration (&place->all, (double)value);
    }
  return TRUE;
}

/* A recording is read: its values become one. */
static void
end_run (Place *place)
{
  double value = (double)place->run_total;

  if (place->run_n == 0)
    return;
  if (!is_sum (place))
    value = rs_median_of (place->run.values, place->run.n);
  g_array_append_val (place->runs, value);
  place->n += place->run_n;
  place->total = (gint64)((guint64)place->total + (guint64)place->run_total);
  place->run_n = place->run_total = 0;
  place->run.n = place->run.step = place->run.skipped = 0;
}

static gboolean
read_events (Side *self, RsTraceStore *store, const RsTraceRange *range)
{
  const guint64 one = 1;
  const guint64 kinds = one << RS_TRACE_KERNEL | one << RS_TRACE_LOOP | one << RS_TRACE_BUILTIN | one << RS_TRACE_SAMPLE
                        | one << RS_TRACE_COPY | one << RS_TRACE_ALLOCATE | one << RS_TRACE_PAIRS;
  g_autoptr (GString) key = g_string_new (NULL);
  g_autoptr (GPtrArray) numbered = g_ptr_array_new ();
  Reader reader = { .places = self->places, .store = store, .key = key, .numbered = numbered };
  gboolean done;

  rs_place_numbers_init (&reader.numbers);
  done = rs_trace_range_foreach (store, range, kinds, TRUE, add_event, &reader, &self->error);
  rs_place_numbers_clear (&reader.numbers);
  return done;
}

/* Runs on a thread of its own. Sets the error when reading fails. */
static gpointer
read_side (gpointer data)
{
  Side *self = data;

  for (guint i = 0; i < self->n; i++)
    {
      const RsTraceRange all = RS_TRACE_RANGE_ALL;
      RsTraceRange part = self->range != NULL ? *self->range : all;
      GHashTableIter iter;
      gpointer place;
      guint n_marks;

      if (self->mark != NULL && !rs_marks_narrow (self->stores[i], self->mark, &part, &n_marks, &self->error))
        {
          g_prefix_error (&self->error, "%s: ", rs_trace_store_get_path (self->stores[i]));
          return NULL;
        }
      part.by_launch = self->mark != NULL;
      if (!read_events (self, self->stores[i], &part))
        return NULL;
      g_hash_table_iter_init (&iter, self->places);
      while (g_hash_table_iter_next (&iter, NULL, &place))
        end_run (place);
    }
  return NULL;
}

/* Both sides beside each other. */
static gboolean
read_sides (Side *sides, GError **error)
{
  GThread *thread = g_thread_new ("before", read_side, &sides[0]);
  GError **shown = &sides[0].error;

  read_side (&sides[1]);
  for (guint i = 0; sides[1].error != NULL && i < sides[0].n; i++)
    rs_trace_store_interrupt (sides[0].stores[i]);
  g_thread_join (thread);
  if (sides[0].error == NULL && sides[1].error == NULL)
    return TRUE;
  if (sides[0].error == NULL
      || g_error_matches (sides[0].error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED))
    shown = sides[1].error != NULL ? &sides[1].error : shown;
  g_propagate_error (error, g_steal_pointer (shown));
  g_clear_error (&sides[0].error);
  g_clear_error (&sides[1].error);
  return FALSE;
}

/* --- matching --- */

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *p = *(Place *const *)a, *q = *(Place *const *)b;
  int order = strcmp (p->group, q->group);

  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

/* The main program of all recordings of the side, without its folder; NULL: there are several, or it is not known. */
static char *
find_program (const Side *side)
{
  char *program = NULL;

  for (guint i = 0; i < side->n; i++)
    {
      g_autofree char *path = rs_trace_store_dup_meta (side->stores[i], "program");
      const char *base = path != NULL ? base_of (path) : "";

      if (*base == '\0' || (program != NULL && strcmp (program, base) != 0))
        {
          g_free (program);
          return NULL;
        }
      if (program == NULL)
        program = g_strdup (base);
    }
  return program;
}

static gboolean
has_file (const Side *side, const char *base)
{
  GHashTableIter iter;
  gpointer place;

  g_hash_table_iter_init (&iter, side->places);
  while (g_hash_table_iter_next (&iter, NULL, &place))
    if (strcmp (base_of (((Place *)place)->file), base) == 0)
      return TRUE;
  return FALSE;
}

/* A second version that was saved under another name. A side that has both files keeps them apart. */
static void
find_programs (Comparison *self, const Side *sides)
{
  g_autofree char *before = find_program (&sides[0]), *after = find_program (&sides[1]);

  if (before == NULL || after == NULL || strcmp (before, after) == 0 || has_file (&sides[0], after)
      || has_file (&sides[1], before))
    return;
  self->programs[0] = g_steal_pointer (&before);
  self->programs[1] = g_steal_pointer (&after);
}

/* By the key: without the line; the second side's program is called as the first's. */
static char *
make_group (const Comparison *self, const Place *place, const char *key)
{
  const gsize file = (gsize)(strchr (key, '\n') - key), end = (gsize)(strrchr (key, '\n') - key);

  if (self->programs[1] != NULL && strcmp (base_of (place->file), self->programs[1]) == 0)
    return g_strdup_printf ("%s%.*s", self->programs[0], (int)(end - file), key + file);
  return g_strndup (key, end);
}

static GPtrArray *
sort_places (const Comparison *self, GHashTable *places)
{
  GPtrArray *list = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, places);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      Place *place = value;

      place->group = make_group (self, place, key);
      g_ptr_array_add (list, place);
    }
  g_ptr_array_sort (list, compare_places);
  return list;
}

static void
compare_place (const Comparison *self, const Place *before, const Place *after, RsCompareRow *row)
{
  RsInterval *interval = &row->interval;
  gboolean has_all = before->runs->len == self->n_runs[0] && after->runs->len == self->n_runs[1];

  /* A sum is 0 in recordings that have nothing of it. */
  if ((has_all || !is_sum (before))
      && rs_interval_by_runs ((const double *)(gpointer)before->runs->data, before->runs->len,
                              (const double *)(gpointer)after->runs->data, after->runs->len, interval))
    row->basis = RS_COMPARE_RUNS;
  else if (before->all.n == 0)
    row->basis = rs_interval_by_samples (row->n, row->total, interval) ? RS_COMPARE_SAMPLES : RS_COMPARE_TOO_FEW;
  else if (rs_interval_by_blocks (before->all.values, before->all.n, after->all.values, after->all.n, interval))
    row->basis = RS_COMPARE_BLOCKS;
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double
get_median (const Durations *durations)
{
  g_autofree double *values = g_memdup2 (durations->values, durations->n * sizeof *values);

  qsort (values, durations->n, sizeof *values, compare_values);
  return rs_median_of (values, durations->n);
}

/* What another run may not record though nothing changed: lines of few samples; built-in functions and loops that are
 * little longer than what is recorded, or were so once. */
static gboolean
is_there_by_chance (const Place *place, guint n_runs)
{
  gint64 mean = place->total / place->n;

  if (strcmp (place->what, "line") == 0)
    return place->n < RS_FEWEST_SAMPLES;
  if (strcmp (place->what, "builtin") != 0 && strcmp (place->what, "loop") != 0)
    return FALSE;
  if (mean >= LONG_SPAN)
    return FALSE;
  if (mean < SHORT_SPAN)
    return TRUE;
  return (n_runs < FEW_RECORDINGS || place->runs->len < n_runs)
         && (place->all.n < FEW_SPANS || get_median (&place->all) < SHORT_SPAN);
}

/* before or after: NULL: only the other is there. */
static void
add_row (Comparison *self, Place *before, Place *after)
{
  const Place *shown = after != NULL ? after : before, *const sides[2] = { before, after };
  RsCompareRow row = { .what = shown->what,
                       .name = g_strdup (shown->name),
                       .file = g_strdup (shown->file),
                       .line = shown->line,
                       .interval.p = 1 };

  for (guint i = 0; i < 2; i++)
    {
      row.n[i] = sides[i] != NULL ? sides[i]->n : 0;
      row.total[i] = sides[i] != NULL ? sides[i]->total : 0;
      row.runs[i] = sides[i] != NULL ? sides[i]->runs->len : 0;
    }
  if (before != NULL && after != NULL)
    {
      row.line_before = before->line;
      before->is_matched = after->is_matched = TRUE;
      compare_place (self, before, after, &row);
    }
  else if (!is_there_by_chance (shown, self->n_runs[before == NULL]))
    row.change = before == NULL ? RS_CHANGE_ADDED : RS_CHANGE_REMOVED;
  g_array_append_val (self->rows, row);
}

static guint
length_of_group (const GPtrArray *places, guint from)
{
  guint to = from;

  while (to < places->len && strcmp (((Place *)places->pdata[to])->group, ((Place *)places->pdata[from])->group) == 0)
    to++;
  return to - from;
}

/* Things of one name of which there are as many on both sides are the same in their order, whatever their lines are. Of
 * sampled lines nobody knows which were missed. */
static void
match_by_order (Comparison *self)
{
  GPtrArray *const *sides = self->sides;

  for (guint i = 0, k = 0; i < sides[0]->len && k < sides[1]->len;)
    {
      Place *before = sides[0]->pdata[i], *after = sides[1]->pdata[k];
      int order = strcmp (before->group, after->group);
      guint n[2] = { order <= 0 ? length_of_group (sides[0], i) : 0, order >= 0 ? length_of_group (sides[1], k) : 0 };

      for (guint at = 0; order == 0 && n[0] == n[1] && strcmp (before->what, "line") != 0 && at < n[0]; at++)
        {
          Place *left = sides[0]->pdata[i + at], *right = sides[1]->pdata[k + at];
          const Anchor anchor = { base_of (left->file), left->line, (gint64)right->line - left->line };

          add_row (self, left, right);
          g_array_append_val (self->anchors, anchor);
        }
      i += n[0];
      k += n[1];
    }
}

static int
compare_anchors (gconstpointer a, gconstpointer b)
{
  const Anchor *p = a, *q = b;
  int order = strcmp (p->file, q->file);

  return order != 0 ? order : p->line < q->line ? -1 : p->line > q->line;
}

/* By how far the line moved: as far as what is nearest before it, else after it. */
static gint64
shift_of (const Comparison *self, const Place *place)
{
  const Anchor wanted = { base_of (place->file), place->line, 0 };
  guint low = 0, high = self->anchors->len;

  while (low < high) /* the first that is greater */
    {
      guint middle = (low + high) / 2;

      if (compare_anchors (&g_array_index (self->anchors, Anchor, middle), &wanted) > 0)
        high = middle;
      else
        low = middle + 1;
    }
  if (low > 0 && strcmp (g_array_index (self->anchors, Anchor, low - 1).file, wanted.file) == 0)
    return g_array_index (self->anchors, Anchor, low - 1).shift;
  if (low < self->anchors->len && strcmp (g_array_index (self->anchors, Anchor, low).file, wanted.file) == 0)
    return g_array_index (self->anchors, Anchor, low).shift;
  return 0;
}

/* The place of that group at that line. */
static Place *
find_sorted (const GPtrArray *places, const char *group, gint64 line)
{
  guint low = 0, high = places->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      Place *place = places->pdata[middle];
      int order = strcmp (place->group, group);

      if (order == 0 && place->line == line)
        return place;
      if (order < 0 || (order == 0 && place->line < line))
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

/* What is left: by its line, moved as what stands about it. */
static void
match_by_line (Comparison *self)
{
  g_array_sort (self->anchors, compare_anchors);
  for (guint i = 0; i < self->sides[0]->len; i++)
    {
      Place *before = self->sides[0]->pdata[i], *after;

      if (before->is_matched)
        continue;
      after = find_sorted (self->sides[1], before->group, before->line + shift_of (self, before));
      add_row (self, before, after != NULL && !after->is_matched ? after : NULL);
    }
  for (guint i = 0; i < self->sides[1]->len; i++)
    if (!((Place *)self->sides[1]->pdata[i])->is_matched)
      add_row (self, NULL, self->sides[1]->pdata[i]);
}

/* --- deciding --- */

gboolean
rs_compare_row_is_corrected (const RsCompareRow *row)
{
  return row->basis != RS_COMPARE_TOO_FEW && row->change == RS_CHANGE_NONE
         && (row->interval.low > 1 || row->interval.high < 1);
}

int
rs_compare_count_decimals (double ratio)
{
  const double least = 1e-9;

  return ratio < 0.1 ? 2 - (int)floor (log10 (MAX (ratio, least))) : 3;
}

/* By recording: of many the sum says nothing. */
static gboolean
is_trifle (const RsCompareRow *row)
{
  gint64 most = 0;

  if (strcmp (row->what, "memory") != 0)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    most = MAX (most, row->total[i] / (gint64)MAX (row->runs[i], 1));
  return most < FEW_BYTES;
}

static void
decide (RsTraceComparison *self)
{
  GArray *rows = self->rows;
  g_autofree double *chances = g_new (double, rows->len + 1);
  g_autofree gboolean *is_small = g_new (gboolean, rows->len + 1);
  guint m = 0;

  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, RsCompareRow, i).basis != RS_COMPARE_TOO_FEW)
      chances[m++] = g_array_index (rows, RsCompareRow, i).interval.p;
  rs_holm (chances, m, LEVEL, is_small);
  self->n_judged = m;
  m = 0;
  for (guint i = 0; i < rows->len; i++)
    {
      RsCompareRow *row = &g_array_index (rows, RsCompareRow, i);

      if (row->basis != RS_COMPARE_TOO_FEW && is_small[m++])
        row->change = row->interval.ratio > 1 ? RS_CHANGE_SLOWER : RS_CHANGE_FASTER;
      self->n_corrected += rs_compare_row_is_corrected (row);
      row->is_noise = row->change == RS_CHANGE_NONE || is_trifle (row);
    }
}

/* What changed, what may have, what nobody knows, what nobody cares about. */
static guint
rank_of (const RsCompareRow *row)
{
  if (!row->is_noise)
    return 0;
  return is_trifle (row) ? 3 : row->basis == RS_COMPARE_TOO_FEW ? 2 : 1;
}

static double
size_of (const RsCompareRow *row)
{
  double difference = (double)row->total[1] - (double)row->total[0];

  return MAX (difference, -difference);
}

/* What changed first. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const RsCompareRow *p = a, *q = b;
  double x = size_of (p), y = size_of (q);
  int order;

  if (rank_of (p) != rank_of (q))
    return rank_of (p) < rank_of (q) ? -1 : 1;
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

void
rs_trace_comparison_free (RsTraceComparison *self)
{
  g_array_unref (self->rows);
  g_free (self->programs[0]);
  g_free (self->programs[1]);
  g_free (self);
}

RsTraceComparison *
rs_traces_compare (RsTraceStore *const *before, guint n_before, RsTraceStore *const *after, guint n_after,
                   const RsTraceRange *range, const char *mark, GError **error)
{
  g_autoptr (GHashTable) old = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, place_free);
  g_autoptr (GHashTable) new = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, place_free);
  g_autoptr (GArray) anchors = g_array_new (FALSE, FALSE, sizeof (Anchor));
  Comparison comparison = { .n_runs = { n_before, n_after }, .anchors = anchors };
  Side sides[] = { { old, before, n_before, range, mark, NULL }, { new, after, n_after, range, mark, NULL } };
  RsTraceComparison *found;

  g_assert (n_before >= 1 && n_after >= 1);
  if (!read_sides (sides, error))
    return NULL;
  find_programs (&comparison, sides);
  comparison.sides[0] = sort_places (&comparison, old);
  comparison.sides[1] = sort_places (&comparison, new);
  comparison.rows = g_array_new (FALSE, TRUE, sizeof (RsCompareRow));
  g_array_set_clear_func (comparison.rows, row_clear);
  match_by_order (&comparison);
  match_by_line (&comparison);
  g_ptr_array_unref (comparison.sides[0]);
  g_ptr_array_unref (comparison.sides[1]);
  found = g_new0 (RsTraceComparison, 1);
  *found
      = (RsTraceComparison){ .rows = comparison.rows, .programs = { comparison.programs[0], comparison.programs[1] } };
  decide (found);
  g_array_sort (found->rows, compare_rows);
  return found;
}
