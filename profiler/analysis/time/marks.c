/* See marks.h, and the report of marks.
 *
 * What a stretch has launched follows from the launches that its thread began inside of it: their kernels may run
 * later. Copies are made by threads of devices, which have no stretches of their own: they count where they begin.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/marks.h"

#include "profiler/analysis/reports.h"
#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <string.h>

#define BIT(kind) (G_GUINT64_CONSTANT (1) << (kind))
#define MOST 1000000u /* stretches, one by one */
#define NONE G_MAXUINT
#define DEEPEST 32u /* stretches around an event that count */

/* --- a stretch as a range --- */

typedef struct {
  gint64 start, end;
} Span;

typedef struct {
  RsTraceStore *store;
  const char *name;
  GArray *spans; /* of Span */
} Finder;

static gboolean
find_stretch (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Finder *self = data;

  if (strcmp (rs_trace_store_get_string (self->store, event->name), self->name) == 0)
    g_array_append_val (self->spans, ((Span){ event->start, event->end }));
  return self->spans->len < MOST;
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *p = a, *q = b;

  return p->start != q->start ? (p->start < q->start ? -1 : 1) : (p->end > q->end) - (p->end < q->end);
}

/* (transfer full): NULL with an error. */
static GArray *
find_stretches (RsTraceStore *store, const char *name, GError **error)
{
  const RsTraceRange all = RS_TRACE_RANGE_ALL;
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (Span));
  Finder finder = { store, name, spans };

  if (!rs_trace_range_foreach (store, &all, BIT (RS_TRACE_STRETCH), FALSE, find_stretch, &finder, error))
    return NULL;
  g_array_sort (spans, compare_spans);
  return g_steal_pointer (&spans);
}

gboolean
rs_marks_narrow (RsTraceStore *store, const char *mark, RsTraceRange *range, guint *n, GError **error)
{
  g_autoptr (GArray) spans = find_stretches (store, mark, error);
  const char *number = strrchr (mark, '#');
  const Span *span;
  guint64 wanted = 1;

  if (spans != NULL && spans->len == 0 && number != NULL
      && g_ascii_string_to_unsigned (number + 1, 10, 1, MOST, &wanted, NULL))
    {
      g_autofree char *name = g_strndup (mark, (gsize)(number - mark));

      g_array_unref (spans);
      spans = find_stretches (store, name, error);
    }
  if (spans == NULL)
    return FALSE;
  *n = spans->len;
  if (spans->len < wanted)
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                   spans->len == 0 ? _ ("no stretch of this trace is named \"%s\"; trace marks lists them, and "
                                        "profile_begin(\"name\") begins one in a program")
                                   : _ ("there is no \"%s\" in this trace; trace marks tells how many there are"),
                   mark);
      return FALSE;
    }
  span = &g_array_index (spans, Span, wanted - 1);
  range->from = MAX (range->from, span->start);
  range->to = MIN (range->to, span->end);
  range->to = MAX (range->to, range->from);
  return TRUE;
}

/* --- what they launched --- */

typedef struct {
  gint64 start, end;
  guint32 track, name, file, line;
  guint parent, row; /* of stretches, of sums; NONE: none */
} Stretch;

typedef struct {
  gint64 launches, kernels, copies, bytes, copying, waiting;
} Sums;

/* A launch inside of a stretch. */
typedef struct {
  gint64 id;
  guint stretch;
} Launch;

typedef struct {
  RsTraceStore *store;
  const GArray *rows; /* of RsTotalRow: what the sums are about */
  GArray *stretches;  /* of Stretch, by track and start, the longest first */
  GArray *launches;   /* of Launch, by id once all are read */
  GHashTable *tracks; /* set of those that have stretches */
  Sums *sums;
  gboolean is_full;
} Reader;

static gboolean
add_stretch (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  const Stretch stretch = { event->start, event->end, event->track, event->name, event->file, event->line, NONE, NONE };

  g_array_append_val (self->stretches, stretch);
  g_hash_table_add (self->tracks, GUINT_TO_POINTER (event->track));
  self->is_full = self->stretches->len >= MOST;
  return !self->is_full;
}

static int
compare_stretches (gconstpointer a, gconstpointer b)
{
  const Stretch *p = a, *q = b;

  if (p->track != q->track)
    return p->track < q->track ? -1 : 1;
  if (p->start != q->start)
    return p->start < q->start ? -1 : 1;
  return (p->end < q->end) - (p->end > q->end);
}

static guint
find_row (const Reader *self, const Stretch *stretch)
{
  const char *name = rs_trace_store_get_string (self->store, stretch->name);
  const char *file = rs_trace_store_get_string (self->store, stretch->file);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const RsTotalRow *row = &g_array_index (self->rows, RsTotalRow, i);

      if (row->line == stretch->line && strcmp (row->name, name) == 0 && strcmp (row->file, file) == 0)
        return i;
    }
  return NONE;
}

/* Sorts the stretches, and finds what holds each, and the row that it counts for. */
static void
link_stretches (Reader *self)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint open = NONE;

  g_array_sort (self->stretches, compare_stretches);
  for (guint i = 0; i < self->stretches->len; i++)
    {
      Stretch *stretch = &g_array_index (self->stretches, Stretch, i);
      /* A name at a line: of two files with both alike, the first decides. */
      const gint64 key = (gint64)((guint64)stretch->name << 32 | (stretch->line ^ stretch->file << 20));
      gpointer row = g_hash_table_lookup (rows, &key);

      if (row == NULL)
        {
          row = GUINT_TO_POINTER (find_row (self, stretch) + 2);
          g_hash_table_insert (rows, g_memdup2 (&key, sizeof key), row);
        }
      stretch->row = GPOINTER_TO_UINT (row) - 2;
      while (open != NONE)
        {
          const Stretch *outer = &g_array_index (self->stretches, Stretch, open);

          if (outer->track == stretch->track && outer->end >= stretch->end)
            break;
          open = outer->parent;
        }
      stretch->parent = open;
      open = i;
    }
}

/* The innermost stretch of a track that holds the time. */
static guint
find_innermost (const Reader *self, guint32 track, gint64 time)
{
  guint low = 0, high = self->stretches->len;

  while (low < high)
    {
      const guint middle = (low + high) / 2;
      const Stretch *stretch = &g_array_index (self->stretches, Stretch, middle);

      if (stretch->track < track || (stretch->track == track && stretch->start <= time))
        low = middle + 1;
      else
        high = middle;
    }
  for (guint at = low - 1; low > 0 && at != NONE; at = g_array_index (self->stretches, Stretch, at).parent)
    {
      const Stretch *stretch = &g_array_index (self->stretches, Stretch, at);

      if (stretch->track == track && time < stretch->end)
        return at;
      if (stretch->track != track)
        return NONE;
    }
  return NONE;
}

static void
add_sums (Sums *sums, const Sums *more)
{
  sums->launches += more->launches;
  sums->copies += more->copies;
  sums->kernels = rs_trace_add (sums->kernels, more->kernels);
  sums->bytes = rs_trace_add (sums->bytes, more->bytes);
  sums->copying = rs_trace_add (sums->copying, more->copying);
  sums->waiting = rs_trace_add (sums->waiting, more->waiting);
}

/* For a stretch and those that hold it, once for each row: one may be inside of others of its name. */
static void
add_to (Reader *self, guint at, const Sums *more)
{
  guint met[DEEPEST], n = 0;

  for (; at != NONE && n < DEEPEST; at = g_array_index (self->stretches, Stretch, at).parent)
    {
      const guint row = g_array_index (self->stretches, Stretch, at).row;
      gboolean is_new = row != NONE;

      for (guint i = 0; i < n && is_new; i++)
        is_new = met[i] != row;
      if (!is_new)
        continue;
      met[n++] = row;
      add_sums (&self->sums[row], more);
    }
}

/* A copy on the thread of a device, which has no stretches: in those of all threads. */
static void
add_by_time (Reader *self, gint64 time, const Sums *more)
{
  GHashTableIter iter;
  gpointer track;

  g_hash_table_iter_init (&iter, self->tracks);
  while (g_hash_table_iter_next (&iter, &track, NULL))
    add_to (self, find_innermost (self, GPOINTER_TO_UINT (track), time), more);
}

static gboolean
add_host_event (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  const gint64 length = event->end - event->start;
  guint at;

  if (event->kind == RS_TRACE_COPY && !g_hash_table_contains (self->tracks, GUINT_TO_POINTER (event->track)))
    {
      add_by_time (self, event->start, &(Sums){ .copies = 1, .bytes = event->b, .copying = length });
      return TRUE;
    }
  at = find_innermost (self, event->track, event->start);
  if (at == NONE)
    return TRUE;
  if (event->kind == RS_TRACE_COPY)
    add_to (self, at, &(Sums){ .copies = 1, .bytes = event->b, .copying = length });
  else if (event->kind == RS_TRACE_WAIT)
    add_to (self, at, &(Sums){ .waiting = length });
  else
    {
      add_to (self, at, &(Sums){ .launches = 1 });
      g_array_append_val (self->launches, ((Launch){ event->a, at }));
    }
  return TRUE;
}

static int
compare_launches (gconstpointer a, gconstpointer b)
{
  const Launch *p = a, *q = b;

  return (p->id > q->id) - (p->id < q->id);
}

static gboolean
add_kernel (gint64 id, const RsTraceEvent *event, gpointer data)
{
  Reader *self = data;
  const Launch wanted = { event->a, 0 };
  guint at;

  if (g_array_binary_search (self->launches, &wanted, compare_launches, &at))
    add_to (self, g_array_index (self->launches, Launch, at).stretch, &(Sums){ .kernels = event->end - event->start });
  return TRUE;
}

/* What was launched, copied and waited for in the stretches of the range, by row; with a kernel of the range only what
 * belongs to it. (transfer full): NULL with an error. */
static Sums *
read_sums (RsTraceStore *store, const RsTraceRange *range, const GArray *rows, gboolean *is_full, GError **error)
{
  g_autoptr (GArray) stretches = g_array_new (FALSE, FALSE, sizeof (Stretch)),
                     launches = g_array_new (FALSE, FALSE, sizeof (Launch));
  g_autofree Sums *sums = g_new0 (Sums, rows->len + 1);
  g_autoptr (GHashTable) tracks = g_hash_table_new (NULL, NULL);
  Reader reader = { store, rows, stretches, launches, tracks, sums, FALSE };
  RsTraceRange marked = range != NULL ? *range : (RsTraceRange)RS_TRACE_RANGE_ALL, inside = RS_TRACE_RANGE_ALL;

  marked.kernel = NULL;
  inside.kernel = range != NULL ? range->kernel : NULL;
  if (!rs_trace_range_foreach (store, &marked, BIT (RS_TRACE_STRETCH), FALSE, add_stretch, &reader, error))
    return NULL;
  *is_full = reader.is_full;
  if (stretches->len == 0 || reader.is_full)
    return g_steal_pointer (&sums);
  link_stretches (&reader);
  if (!rs_trace_range_foreach (store, &inside, BIT (RS_TRACE_LAUNCH) | BIT (RS_TRACE_COPY) | BIT (RS_TRACE_WAIT), FALSE,
                               add_host_event, &reader, error))
    return NULL;
  g_array_sort (launches, compare_launches);
  if (launches->len > 0
      && !rs_trace_range_foreach (store, &inside, BIT (RS_TRACE_KERNEL), FALSE, add_kernel, &reader, error))
    return NULL;
  return g_steal_pointer (&sums);
}

/* --- the report --- */

static const RsReportColumn marks_columns[] = {
  { N_ ("name"), "name", RS_CELL_TEXT },
  { N_ ("what"), "what", RS_CELL_TEXT },
  { N_ ("place"), "place", RS_CELL_PLACE },
  { N_ ("times"), "times", RS_CELL_INTEGER, .is_summed = TRUE },
  { N_ ("total"), "total_ns", RS_CELL_DURATION },
  { N_ ("share"), "share", RS_CELL_SHARE },
  { N_ ("launches"), "launches", RS_CELL_INTEGER, .is_optional = TRUE },
  { N_ ("kernels"), "kernels_ns", RS_CELL_DURATION, .is_optional = TRUE },
  { N_ ("copied"), "copied_bytes", RS_CELL_BYTES, .is_optional = TRUE },
  { N_ ("copies"), "copies_ns", RS_CELL_DURATION, .is_optional = TRUE },
  { N_ ("waits"), "waits_ns", RS_CELL_DURATION, .is_optional = TRUE },
  { N_ ("mean"), "mean_ns", RS_CELL_DURATION },
  { N_ ("min"), "min_ns", RS_CELL_DURATION },
  { N_ ("max"), "max_ns", RS_CELL_DURATION },
};

static void
add_known (RsReport *report, gboolean is_known, gint64 value)
{
  if (is_known)
    rs_report_add_integer (report, value);
  else
    rs_report_add_none (report);
}

/* sums: NULL: not known. */
static void
add_marked (RsReport *report, const RsTotalRow *row, gint64 wall, const Sums *sums)
{
  const gboolean is_span = rs_trace_kind_is_span (row->kind);

  rs_report_add_text (report, row->name);
  rs_report_add_text (report, rs_trace_kind_to_string (row->kind));
  rs_report_add_place (report, row->file, row->line);
  rs_report_add_integer (report, row->n);
  for (guint i = 0; !is_span && i < 10; i++)
    rs_report_add_none (report);
  if (!is_span)
    return;
  rs_report_add_integer (report, row->total);
  rs_report_add_number (report, wall > 0 ? (double)row->total / (double)wall : 0);
  add_known (report, sums != NULL && sums->launches > 0, sums != NULL ? sums->launches : 0);
  add_known (report, sums != NULL && sums->launches > 0, sums != NULL ? sums->kernels : 0);
  add_known (report, sums != NULL && sums->copies > 0, sums != NULL ? sums->bytes : 0);
  add_known (report, sums != NULL && sums->copies > 0, sums != NULL ? sums->copying : 0);
  add_known (report, sums != NULL && sums->waiting > 0, sums != NULL ? sums->waiting : 0);
  rs_report_add_integer (report, row->total / MAX (row->n, 1));
  rs_report_add_integer (report, row->min);
  rs_report_add_integer (report, row->max);
}

static gboolean
read_marks (RsTraceStore *store, const RsTraceRange *range, RsReport *report, GError **error)
{
  RsTraceRange marked = range != NULL ? *range : (RsTraceRange)RS_TRACE_RANGE_ALL;
  g_autoptr (GArray) stretches = NULL, marks = NULL;
  g_autofree Sums *sums = NULL;
  const gint64 wall = rs_trace_get_wall (store);
  gboolean is_full = FALSE;

  marked.kernel = NULL; /* of a kernel the sums are */
  stretches = rs_trace_range_read_totals (store, &marked, RS_TRACE_STRETCH, FALSE, error);
  marks = stretches != NULL ? rs_trace_range_read_totals (store, &marked, RS_TRACE_MARK, FALSE, error) : NULL;
  sums = marks != NULL ? read_sums (store, range, stretches, &is_full, error) : NULL;
  if (sums == NULL)
    return FALSE;
  for (guint i = 0; i < stretches->len; i++)
    add_marked (report, &g_array_index (stretches, RsTotalRow, i), wall, is_full ? NULL : &sums[i]);
  for (guint i = 0; i < marks->len; i++)
    add_marked (report, &g_array_index (marks, RsTotalRow, i), wall, NULL);
  if (stretches->len + marks->len == 0)
    rs_report_take_note (report, g_strdup (_ ("the program marks nothing here: profile_begin(\"name\") and profile_end "
                                              "name what it does, profile_mark(\"name\") a moment")));
  else if (is_full)
    rs_report_take_note (report, g_strdup_printf (_ ("what stretches launched is not told: there are more than %u; "
                                                     "--from and --to choose a part"),
                                                  MOST));
  return TRUE;
}

RS_REPORT_KIND (marks, N_ ("Marks"));
