/* The parts of loops' times that their spans hold or lack.
 *
 * The events of a thread are in the file in the order in which they ended, so that what is inside a loop comes before
 * it: a stack of compilations and one of launches for each thread are enough, and each is looked at once for every loop
 * around it that changes it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/loop-times.h"

#include "profiler/store/store-private.h"

typedef struct {
  gint64 start, length;
} Compiling;

typedef struct {
  gint64 start;                    /* of the launch */
  gint64 kernel_start, kernel_end; /* on the device */
} Launch;

/* What was read of a thread and may lie in a loop that is still to come, by start. */
typedef struct {
  GArray *compilations; /* of Compiling */
  GArray *launches;     /* of Launch */
} Track;

static void
track_free (gpointer data)
{
  Track *track = data;

  g_array_unref (track->compilations);
  g_array_unref (track->launches);
  g_free (track);
}

static Track *
get_track (GHashTable *tracks, gint64 id)
{
  Track *track = g_hash_table_lookup (tracks, &id);

  if (track != NULL)
    return track;
  track = g_new (Track, 1);
  track->compilations = g_array_new (FALSE, FALSE, sizeof (Compiling));
  track->launches = g_array_new (FALSE, FALSE, sizeof (Launch));
  g_hash_table_insert (tracks, g_memdup2 (&id, sizeof id), track);
  return track;
}

/* Takes the compilations since start from the stack; their sum. */
static gint64
take_compilations (Track *track, gint64 start)
{
  GArray *stack = track->compilations;
  gint64 sum = 0;

  while (stack->len > 0 && g_array_index (stack, Compiling, stack->len - 1).start >= start)
    {
      sum += g_array_index (stack, Compiling, stack->len - 1).length;
      g_array_set_size (stack, stack->len - 1);
    }
  return sum;
}

static void
push_compiling (Track *track, gint64 start, gint64 length)
{
  const Compiling compiling = { start, length };

  if (length > 0)
    g_array_append_val (track->compilations, compiling);
}

/* Time after end in which kernels ran that were launched since start. Those that had ended leave the stack. */
static gint64
measure_late (Track *track, gint64 start, gint64 end)
{
  GArray *stack = track->launches;
  gint64 covered = end, sum = 0;
  guint first = stack->len, kept;

  while (first > 0 && g_array_index (stack, Launch, first - 1).start >= start)
    first--;
  kept = first;
  for (guint i = first; i < stack->len; i++)
    {
      const Launch launch = g_array_index (stack, Launch, i);

      if (launch.kernel_end <= end)
        continue;
      g_array_index (stack, Launch, kept++) = launch;
      sum += MAX (launch.kernel_end - MAX (launch.kernel_start, covered), 0);
      covered = MAX (covered, launch.kernel_end);
    }
  g_array_set_size (stack, kept);
  return sum;
}

static void
add_to_place (GHashTable *places, gint64 file, gint64 line, gint64 compiling, gint64 late)
{
  const gint64 key = file << 32 | line;
  RsLoopTime *time = g_hash_table_lookup (places, &key);

  if (compiling == 0 && late == 0)
    return;
  if (time == NULL)
    {
      time = g_new0 (RsLoopTime, 1);
      g_hash_table_insert (places, g_memdup2 (&key, sizeof key), time);
    }
  time->compiling += compiling;
  time->late += late;
}

/* A row of the query in rs_loop_times_read. */
static void
read_event (sqlite3_stmt *query, GHashTable *tracks, GHashTable *places)
{
  Track *track = get_track (tracks, sqlite3_column_int64 (query, 0));
  gint64 start = sqlite3_column_int64 (query, 4), end = sqlite3_column_int64 (query, 5), compiling;
  const Launch launch = { start, sqlite3_column_int64 (query, 6), sqlite3_column_int64 (query, 7) };

  switch (sqlite3_column_int (query, 1))
    {
    case RS_TRACE_COMPILE:
      take_compilations (track, start); /* those of its steps */
      push_compiling (track, start, end - start);
      break;
    case RS_TRACE_LAUNCH:
      if (sqlite3_column_type (query, 7) != SQLITE_NULL)
        g_array_append_val (track->launches, launch);
      break;
    default:
      compiling = take_compilations (track, start);
      push_compiling (track, start, compiling);
      add_to_place (places, sqlite3_column_int64 (query, 2), sqlite3_column_int64 (query, 3), compiling,
                    measure_late (track, start, end));
    }
}

static GArray *
list_places (RsTraceStore *store, GHashTable *places)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (RsLoopTime));
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, places);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      RsLoopTime time = *(const RsLoopTime *)value;
      gint64 place = *(const gint64 *)key;

      time.file = rs_trace_store_get_string (store, (guint32)(place >> 32));
      time.line = (guint32)place;
      g_array_append_val (times, time);
    }
  return times;
}

GArray *
rs_loop_times_read (RsTraceStore *store, GError **error)
{
  /* The kinds: loop, launch, compile; kernel. */
  sqlite3_stmt *query = rs_trace_store_prepare (
      store,
      "SELECT e.track, e.kind, e.file, e.line, e.start, e.end, k.start, k.end"
      "  FROM events e LEFT JOIN events k ON e.kind = 3 AND k.kind = 4 AND k.a = e.a"
      "  WHERE e.kind IN (2, 3, 5) ORDER BY e.id", error);
  g_autoptr (GHashTable) tracks = NULL, places = NULL;

  if (query == NULL)
    return NULL;
  tracks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, track_free);
  places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  while (sqlite3_step (query) == SQLITE_ROW)
    read_event (query, tracks, places);
  return rs_trace_store_finish (store, query, error) ? list_places (store, places) : NULL;
}
