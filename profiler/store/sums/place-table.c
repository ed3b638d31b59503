/* Ids and sums of places.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/sums/place-table.h"

#define BUCKETS 65536u     /* a power of 2 */
#define MOST_PLACES 32768u /* kept in memory */

/* The sums are those since the last flush. */
typedef struct {
  guint32 kind, name, file, line, detail; /* the key */
  guint32 id;
  guint32 max_threads;
  gint64 n, total, min, max, sum_a, sum_b;
} Place;

struct _RsPlaceTable {
  guint32 last_id;
  guint n;
  GArray *changed;          /* of guint: index of a place with sums */
  Place *places;            /* [MOST_PLACES] */
  guint16 buckets[BUCKETS]; /* index + 1; 0: free */
  sqlite3_stmt *add_place, *add_total;
};

static gint64
wrap_add (gint64 a, gint64 b)
{
  return (gint64)((guint64)a + (guint64)b);
}

/* SQL would go over to floating point where a sum of 64 bits overflows. */
static void
sql_wrap_add (sqlite3_context *context, int n, sqlite3_value **values)
{
  sqlite3_result_int64 (context, wrap_add (sqlite3_value_int64 (values[0]), sqlite3_value_int64 (values[1])));
}

RsPlaceTable *
rs_place_table_new (sqlite3 *db, int *code)
{
  static const char total_sql[]
      = "INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n,"
        " total = wrap_add (total, excluded.total), min = min (min, excluded.min), max = max (max, excluded.max),"
        " sum_a = wrap_add (sum_a, excluded.sum_a), sum_b = wrap_add (sum_b, excluded.sum_b),"
        " max_threads = max (max_threads, excluded.max_threads)";
  RsPlaceTable *self = g_new0 (RsPlaceTable, 1);

  self->places = g_new (Place, MOST_PLACES);
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint));
  *code = sqlite3_create_function_v2 (db, "wrap_add", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, sql_wrap_add, NULL,
                                      NULL, NULL);
  if (*code == SQLITE_OK)
    *code = sqlite3_prepare_v3 (db, "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?)", -1, SQLITE_PREPARE_PERSISTENT,
                                &self->add_place, NULL);
  if (*code == SQLITE_OK)
    *code = sqlite3_prepare_v3 (db, total_sql, -1, SQLITE_PREPARE_PERSISTENT, &self->add_total, NULL);
  if (*code == SQLITE_OK)
    return self;
  rs_place_table_free (self);
  return NULL;
}

void
rs_place_table_free (RsPlaceTable *self)
{
  if (self == NULL)
    return;
  sqlite3_finalize (self->add_place);
  sqlite3_finalize (self->add_total);
  g_array_unref (self->changed);
  g_free (self->places);
  g_free (self);
}

static guint
hash (const RsTraceEvent *event)
{
  guint64 value = event->name | (guint64)event->line << 32;

  value ^= (event->detail | (guint64)event->file << 32) * G_GUINT64_CONSTANT (0xD6E8FEB86659FD93);
  value = (value ^ event->kind) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
  return (guint)(value >> 48);
}

static int
write_place (RsPlaceTable *self, const Place *place)
{
  const guint32 values[] = { place->id, place->kind, place->name, place->file, place->line, place->detail };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    sqlite3_bind_int64 (self->add_place, (int)i + 1, values[i]);
  sqlite3_step (self->add_place);
  return sqlite3_reset (self->add_place);
}

static int
find (RsPlaceTable *self, const RsTraceEvent *event, Place **found)
{
  guint bucket;
  Place *place;

  for (bucket = hash (event) % BUCKETS; self->buckets[bucket] != 0; bucket = (bucket + 1) % BUCKETS)
    {
      place = &self->places[self->buckets[bucket] - 1];
      if (place->name == event->name && place->line == event->line && place->kind == event->kind
          && place->file == event->file && place->detail == event->detail)
        {
          *found = place;
          return SQLITE_OK;
        }
    }
  if (self->n == MOST_PLACES)
    {
      int code = rs_place_table_flush (self);

      if (code != SQLITE_OK)
        return code;
      self->n = 0;
      memset (self->buckets, 0, sizeof self->buckets);
      bucket = hash (event) % BUCKETS;
    }
  place = &self->places[self->n++];
  self->buckets[bucket] = (guint16)self->n;
  *place = (Place){ event->kind, event->name, event->file, event->line, event->detail, .id = ++self->last_id };
  *found = place;
  return write_place (self, place);
}

static void
touch (RsPlaceTable *self, Place *place, gint64 min, gint64 max)
{
  guint index = (guint)(place - self->places);

  if (place->n > 0)
    {
      place->min = MIN (place->min, min);
      place->max = MAX (place->max, max);
      return;
    }
  place->min = min;
  place->max = max;
  g_array_append_val (self->changed, index);
}

int
rs_place_table_add (RsPlaceTable *self, const RsTraceEvent *event, guint32 *id)
{
  gint64 duration = event->end - event->start;
  Place *place = NULL;
  int code = find (self, event, &place);

  if (code != SQLITE_OK)
    return code;
  touch (self, place, duration, duration);
  place->n++;
  place->total = wrap_add (place->total, duration);
  place->sum_a = wrap_add (place->sum_a, event->a);
  place->sum_b = wrap_add (place->sum_b, event->b);
  place->max_threads = MAX (place->max_threads, event->threads);
  *id = place->id;
  return SQLITE_OK;
}

int
rs_place_table_add_sums (RsPlaceTable *self, const RsTotalRow *sums, const RsTraceEvent *key)
{
  Place *place = NULL;
  int code = sums->n > 0 ? find (self, key, &place) : SQLITE_OK;

  if (place == NULL || code != SQLITE_OK)
    return code;
  touch (self, place, sums->min, sums->max);
  place->n += sums->n;
  place->total = wrap_add (place->total, sums->total);
  place->sum_a = wrap_add (place->sum_a, sums->sum_a);
  place->sum_b = wrap_add (place->sum_b, sums->sum_b);
  place->max_threads = MAX (place->max_threads, sums->max_threads);
  return SQLITE_OK;
}

static int
flush_place (RsPlaceTable *self, Place *place)
{
  const gint64 values[] = { place->kind,
                            place->name,
                            place->file,
                            place->line,
                            rs_trace_kind_has_totals_by_detail (place->kind) ? place->detail : 0,
                            place->n,
                            place->total,
                            place->min,
                            place->max,
                            place->sum_a,
                            place->sum_b,
                            place->max_threads };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    sqlite3_bind_int64 (self->add_total, (int)i + 1, values[i]);
  place->n = place->total = place->sum_a = place->sum_b = 0;
  place->max_threads = 0;
  sqlite3_step (self->add_total);
  return sqlite3_reset (self->add_total);
}

int
rs_place_table_flush (RsPlaceTable *self)
{
  int code = SQLITE_OK;

  for (guint i = 0; code == SQLITE_OK && i < self->changed->len; i++)
    code = flush_place (self, &self->places[g_array_index (self->changed, guint, i)]);
  g_array_set_size (self->changed, 0);
  return code;
}
