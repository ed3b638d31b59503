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

#define MOST_LANES 10000u /* of a track, for the order in which they stand */
#define HEAD "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["

/* A track whose spans are written. */
typedef struct {
  guint32 id;
  guint first_tid; /* of its first lane: lanes stand in the order of their tracks */
  char *name;      /* owned */
  RsLanes *lanes;  /* owned */
  GArray *tids;    /* element-type guint */
} Track;

typedef struct {
  RsTraceStore *store;
  FILE *output;
  gboolean any; /* an event was written: the next needs a comma */
  guint n_tids;
  GHashTable *tracks; /* id -> Track, owned */
  Track *last;        /* whose span came last; NULL: none */
  GString *text;      /* scratch for one event */
} Export;

static void
append_integer (GString *text, const char *before, gint64 value)
{
  g_string_append (text, before);
  rs_json_append_integer (text, value);
}

/* key: with what stands before the number. */
static void
append_microseconds (GString *text, const char *key, gint64 ns)
{
  guint64 size = ns < 0 ? -(guint64)ns : (guint64)ns;
  const guint rest = (guint)(size % 1000);
  const char decimals[] = { '.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10), (char)('0' + rest % 10) };

  g_string_append (text, key);
  if (ns < 0)
    g_string_append_c (text, '-');
  rs_json_append_integer (text, (gint64)(size / 1000));
  g_string_append_len (text, decimals, sizeof decimals);
}

static void
begin_event (Export *self, const char *phase, guint tid)
{
  g_string_assign (self->text, "{\"ph\":\"");
  g_string_append (self->text, phase);
  append_integer (self->text, "\",\"pid\":1,\"tid\":", tid);
}

static void
end_event (Export *self)
{
  g_string_append_c (self->text, '}');
  fputs (self->any ? ",\n" : "\n", self->output);
  fwrite_unlocked (self->text->str, 1, self->text->len, self->output);
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
new_lane (Export *self, Track *track)
{
  const guint lane = track->tids->len;
  g_autofree char *name = lane == 0 ? g_strdup (track->name) : g_strdup_printf ("%s (%u)", track->name, lane + 1);
  guint tid = ++self->n_tids;

  write_metadata (self, "thread_name", tid, name);
  begin_event (self, "M", tid);
  append_integer (self->text, ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":", track->first_tid + lane);
  g_string_append_c (self->text, '}');
  end_event (self);
  g_array_append_val (track->tids, tid);
  return tid;
}

static void
write_flow (Export *self, const char *phase, guint tid, gint64 time, gint64 launch)
{
  begin_event (self, phase, tid);
  append_integer (self->text, ",\"id\":", launch);
  g_string_append (self->text, ",\"name\":\"launch\",\"cat\":\"launch\"");
  append_microseconds (self->text, ",\"ts\":", time);
  if (*phase == 'f')
    g_string_append (self->text, ",\"bp\":\"e\"");
  end_event (self);
}

static void
append_arguments (Export *self, const RsTraceEvent *span)
{
  const char *file = rs_trace_store_get_string (self->store, span->file);
  const char *detail = rs_trace_store_get_string (self->store, span->detail);

  append_integer (self->text, ",\"args\":{\"a\":", span->a);
  append_integer (self->text, ",\"b\":", span->b);
  if (*file != '\0')
    {
      g_string_append (self->text, ",\"file\":");
      rs_json_append_string (self->text, file);
      append_integer (self->text, ",\"line\":", span->line);
    }
  if (*detail != '\0')
    {
      g_string_append (self->text, ",\"detail\":");
      rs_json_append_string (self->text, detail);
    }
  if (span->threads > 0)
    append_integer (self->text, ",\"threads\":", span->threads);
  g_string_append_c (self->text, '}');
}

static void
write_event (Export *self, const RsTraceEvent *span, guint tid)
{
  const char *name = rs_trace_store_get_string (self->store, span->name), *kind = rs_trace_kind_to_string (span->kind);

  begin_event (self, "X", tid);
  g_string_append (self->text, ",\"name\":");
  rs_json_append_string (self->text, *name != '\0' ? name : kind);
  g_string_append (self->text, ",\"cat\":\"");
  g_string_append (self->text, kind);
  append_microseconds (self->text, "\",\"ts\":", span->start);
  append_microseconds (self->text, ",\"dur\":", span->end - span->start);
  append_arguments (self, span);
  end_event (self);
  if (span->kind == RS_TRACE_LAUNCH)
    write_flow (self, "s", tid, span->start, span->a);
  else if (span->kind == RS_TRACE_KERNEL)
    write_flow (self, "f", tid, span->start, span->a);
}

/* --- tracks --- */

static void
track_free (gpointer data)
{
  Track *track = data;

  g_free (track->name);
  rs_lanes_free (track->lanes);
  g_array_unref (track->tids);
  g_free (track);
}

static void
add_track (Export *self, const RsTrackRow *row, guint index)
{
  Track *track = g_new (Track, 1);

  *track = (Track){ .id = row->id,
                    .first_tid = (guint)MIN ((guint64)index * MOST_LANES + 1, G_MAXINT32),
                    .name = g_strdup (row->name),
                    .lanes = rs_lanes_new (),
                    .tids = g_array_new (FALSE, FALSE, sizeof (guint)) };
  g_hash_table_insert (self->tracks, GUINT_TO_POINTER (row->id), track);
}

static void
write_span (const RsTraceEvent *span, gpointer data)
{
  Export *self = data;
  guint lane;

  if (self->last == NULL || self->last->id != span->track)
    self->last = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (span->track));
  if (self->last == NULL)
    return; /* of a track that the trace does not have */
  lane = rs_lanes_take (self->last->lanes, span->start, span->end);
  write_event (self, span,
               lane == self->last->tids->len ? new_lane (self, self->last)
                                             : g_array_index (self->last->tids, guint, lane));
}

/* On the first lane of its thread. */
static void
write_mark (const RsExportedMark *mark, gpointer data)
{
  Export *self = data;
  const Track *track = g_hash_table_lookup (self->tracks, GUINT_TO_POINTER (mark->track));

  begin_event (self, "i", track != NULL && track->tids->len > 0 ? g_array_index (track->tids, guint, 0) : 0);
  append_microseconds (self->text, ",\"ts\":", mark->time);
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
  append_microseconds (self->text, ",\"ts\":", time);
  append_integer (self->text, ",\"name\":\"memory in use\",\"args\":{\"bytes\":", bytes);
  g_string_append_c (self->text, '}');
  end_event (self);
}

static void
write_depth (const char *device, guint number, gint64 time, guint n, gpointer data)
{
  Export *self = data;
  gsize at;

  begin_event (self, "C", 0);
  append_microseconds (self->text, ",\"ts\":", time);
  g_string_append (self->text, ",\"name\":");
  at = self->text->len + 1;
  rs_json_append_string (self->text, device);
  g_string_insert (self->text, (gssize)at, "queue of ");
  append_integer (self->text, ",\"args\":{\"launches\":", n);
  g_string_append_c (self->text, '}');
  end_event (self);
}

static gboolean
write_all (Export *self, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (self->store, error);
  g_autofree char *program = rs_trace_store_dup_meta (self->store, "program");
  const RsExportedFuncs funcs = { write_span, write_memory, self };
  gboolean done = tracks != NULL;

  fputs (HEAD, self->output);
  write_metadata (self, "process_name", 0, program != NULL ? program : "Redshift");
  for (guint i = 0; done && i < tracks->len; i++)
    add_track (self, &g_array_index (tracks, RsTrackRow, i), i);
  done = done && rs_exported_foreach (self->store, &funcs, error)
         && rs_exported_foreach_mark (self->store, write_mark, self, error)
         && rs_queue_depths_foreach_change (self->store, write_depth, self, error);
  fputs ("\n]}\n", self->output);
  return done;
}

gboolean
rs_chrome_export (RsTraceStore *store, FILE *output, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (NULL, NULL, NULL, track_free);
  Export self = { .store = store, .output = output, .text = text, .tracks = tracks };

  if (!write_all (&self, error))
    return FALSE;
  if (fflush (output) == 0 && !ferror (output))
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO, "the export could not be written: %s",
               g_strerror (errno));
  return FALSE;
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
