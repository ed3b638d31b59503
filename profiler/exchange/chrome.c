/* Export to the Chrome trace format.
 *
 * Viewers demand that the complete events of one tid nest and drop or misplace those that overlap, so every track is
 * split into lanes whose spans do not even touch, each with a tid of its own. A launch is tied to its kernel by a flow.
 * Times are microseconds in that format; three decimals keep every nanosecond.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/chrome.h"

#include "profiler/analysis/passes/lanes.h"
#include "profiler/analysis/timeline/queue-depth.h"
#include "profiler/exchange/exported.h"
#include "profiler/exchange/json.h"
#include "profiler/store/store-private.h"

#include <errno.h>
#include <string.h>

#define HEAD "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["

typedef struct {
  RsTraceStore *store;
  FILE *output;
  gboolean any;      /* an event was written: the next needs a comma */
  guint n_tids;
  GHashTable *first_lanes; /* id of a track -> tid */
  GString *text;     /* scratch for one event */
} Export;

static void
append_microseconds (GString *text, const char *key, gint64 ns)
{
  guint64 size = ns < 0 ? -(guint64)ns : (guint64)ns;

  g_string_append_printf (text, ",\"%s\":%s%" G_GUINT64_FORMAT ".%03u", key, ns < 0 ? "-" : "", size / 1000,
                          (guint)(size % 1000));
}

static void
begin_event (Export *self, const char *phase, guint tid)
{
  g_string_printf (self->text, "{\"ph\":\"%s\",\"pid\":1,\"tid\":%u", phase, tid);
}

static void
end_event (Export *self)
{
  fputs (self->any ? ",\n" : "\n", self->output);
  fputs (self->text->str, self->output);
  fputc ('}', self->output);
  self->any = TRUE;
}

static void
write_metadata (Export *self, const char *what, guint tid, const char *name)
{
  begin_event (self, "M", tid);
  g_string_append_printf (self->text, ",\"name\":\"%s\",\"args\":{\"name\":", what);
  rs_json_append_string (self->text, name);
  g_string_append_c (self->text, '}');
  end_event (self);
}

static guint
new_lane (Export *self, const char *track, guint lane)
{
  g_autofree char *name = lane == 0 ? g_strdup (track) : g_strdup_printf ("%s (%u)", track, lane + 1);
  guint tid = ++self->n_tids;

  write_metadata (self, "thread_name", tid, name);
  begin_event (self, "M", tid);
  g_string_append_printf (self->text, ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%u}", tid);
  end_event (self);
  return tid;
}

static void
write_flow (Export *self, const char *phase, guint tid, gint64 time, gint64 launch)
{
  begin_event (self, phase, tid);
  g_string_append_printf (self->text, ",\"id\":%" G_GINT64_FORMAT ",\"name\":\"launch\",\"cat\":\"launch\"", launch);
  append_microseconds (self->text, "ts", time);
  if (*phase == 'f')
    g_string_append (self->text, ",\"bp\":\"e\"");
  end_event (self);
}

/* Columns: start, end, kind, name, file, line, a, b, detail, threads. */
static void
write_span (Export *self, sqlite3_stmt *row, guint tid)
{
  gint64 start = rs_trace_clamp_time (sqlite3_column_int64 (row, 0));
  gint64 end = MAX (rs_trace_clamp_time (sqlite3_column_int64 (row, 1)), start);
  guint32 kind = (guint32)sqlite3_column_int64 (row, 2);
  const char *name = rs_trace_store_get_string (self->store, (guint32)sqlite3_column_int64 (row, 3));
  const char *file = rs_trace_store_get_string (self->store, (guint32)sqlite3_column_int64 (row, 4));
  const char *detail = rs_trace_store_get_string (self->store, (guint32)sqlite3_column_int64 (row, 8));

  begin_event (self, "X", tid);
  g_string_append (self->text, ",\"name\":");
  rs_json_append_string (self->text, *name != '\0' ? name : rs_trace_kind_to_string (kind));
  g_string_append_printf (self->text, ",\"cat\":\"%s\"", rs_trace_kind_to_string (kind));
  append_microseconds (self->text, "ts", start);
  append_microseconds (self->text, "dur", end - start);
  g_string_append_printf (self->text, ",\"args\":{\"a\":%lld,\"b\":%lld", sqlite3_column_int64 (row, 6),
                          sqlite3_column_int64 (row, 7));
  if (*file != '\0')
    {
      g_string_append (self->text, ",\"file\":");
      rs_json_append_string (self->text, file);
      g_string_append_printf (self->text, ",\"line\":%lld", sqlite3_column_int64 (row, 5));
    }
  if (*detail != '\0')
    {
      g_string_append (self->text, ",\"detail\":");
      rs_json_append_string (self->text, detail);
    }
  if (sqlite3_column_int64 (row, 9) > 0)
    g_string_append_printf (self->text, ",\"threads\":%lld", sqlite3_column_int64 (row, 9));
  g_string_append_c (self->text, '}');
  end_event (self);
  if (kind == RS_TRACE_LAUNCH)
    write_flow (self, "s", tid, start, sqlite3_column_int64 (row, 6));
  else if (kind == RS_TRACE_KERNEL)
    write_flow (self, "f", tid, start, sqlite3_column_int64 (row, 6));
}

static gboolean
write_track (Export *self, const RsTrackRow *track, GError **error)
{
  sqlite3_stmt *query = rs_trace_store_prepare (
      self->store,
      "SELECT start, end, kind, name, file, line, a, b, detail, threads FROM events"
      " WHERE track = ? AND class IS NOT NULL ORDER BY start, end DESC, id", error);
  g_autoptr (RsLanes) lanes = rs_lanes_new ();
  g_autoptr (GArray) tids = g_array_new (FALSE, FALSE, sizeof (guint));

  if (query == NULL)
    return FALSE;
  sqlite3_bind_int64 (query, 1, track->id);
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      guint lane = rs_lanes_take (lanes, sqlite3_column_int64 (query, 0), sqlite3_column_int64 (query, 1));

      if (lane == tids->len)
        {
          guint tid = new_lane (self, track->name, lane);

          g_array_append_val (tids, tid);
          if (lane == 0)
            g_hash_table_insert (self->first_lanes, GUINT_TO_POINTER (track->id), GUINT_TO_POINTER (tid));
        }
      write_span (self, query, g_array_index (tids, guint, lane));
    }
  return rs_trace_store_finish (self->store, query, error);
}

/* On the first lane of its thread. */
static void
write_mark (const RsExportedMark *mark, gpointer data)
{
  Export *self = data;

  begin_event (self, "i", GPOINTER_TO_UINT (g_hash_table_lookup (self->first_lanes, GUINT_TO_POINTER (mark->track))));
  append_microseconds (self->text, "ts", mark->time);
  g_string_append (self->text, ",\"s\":\"t\",\"cat\":\"mark\",\"name\":");
  rs_json_append_string (self->text, rs_trace_store_get_string (self->store, mark->name));
  g_string_append (self->text, ",\"args\":{\"file\":");
  rs_json_append_string (self->text, rs_trace_store_get_string (self->store, mark->file));
  g_string_append_printf (self->text, ",\"line\":%u}", mark->line);
  end_event (self);
}

static void
write_memory (gint64 time, gint64 bytes, gpointer data)
{
  Export *self = data;

  begin_event (self, "C", 0);
  append_microseconds (self->text, "ts", time);
  g_string_append_printf (self->text, ",\"name\":\"memory in use\",\"args\":{\"bytes\":%" G_GINT64_FORMAT "}", bytes);
  end_event (self);
}

static void
write_depth (const char *device, guint number, gint64 time, guint n, gpointer data)
{
  Export *self = data;
  g_autofree char *name = g_strdup_printf ("queue of %s", device);

  begin_event (self, "C", 0);
  append_microseconds (self->text, "ts", time);
  g_string_append (self->text, ",\"name\":");
  rs_json_append_string (self->text, name);
  g_string_append_printf (self->text, ",\"args\":{\"launches\":%u}", n);
  end_event (self);
}

gboolean
rs_chrome_export (RsTraceStore *store, FILE *output, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GHashTable) first_lanes = g_hash_table_new (NULL, NULL);
  Export self = { .store = store, .output = output, .text = text, .first_lanes = first_lanes };
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  g_autofree char *program = rs_trace_store_dup_meta (store, "program");
  gboolean done = tracks != NULL;

  if (!done)
    return FALSE;
  fputs (HEAD, output);
  write_metadata (&self, "process_name", 0, program != NULL ? program : "Redshift");
  for (guint i = 0; done && i < tracks->len; i++)
    done = write_track (&self, &g_array_index (tracks, RsTrackRow, i), error);
  done = done && rs_exported_foreach_mark (store, write_mark, &self, error)
         && rs_exported_foreach_memory (store, write_memory, &self, error)
         && rs_queue_depths_foreach_change (store, write_depth, &self, error);
  fputs ("\n]}\n", output);
  if (done && (fflush (output) != 0 || ferror (output)))
    {
      g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO, "the export could not be written: %s",
                   g_strerror (errno));
      return FALSE;
    }
  return done;
}

gboolean
rs_chrome_is_in_file (const char *path)
{
  char head[sizeof HEAD - 1];
  FILE *file = fopen (path, "re");
  gboolean found = file != NULL && fread (head, 1, sizeof head, file) == sizeof head
                   && memcmp (head, HEAD, sizeof head) == 0;

  if (file != NULL)
    fclose (file);
  return found;
}
