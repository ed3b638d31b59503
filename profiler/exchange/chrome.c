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
#include "profiler/exchange/exported-tracks.h"
#include "profiler/exchange/exported.h"
#include "profiler/exchange/json.h"
#include "profiler/store/store-private.h"

#include <errno.h>
#include <string.h>

#define HEAD "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["

typedef struct {
  RsTraceStore *store;
  FILE *output;
  gboolean any; /* an event was written: the next needs a comma */
  guint n_tids;
  RsExportedTracks *tracks; /* owned */
  GString *text;            /* scratch for one event */
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

static guint64
add_lane (const char *name, guint64 rank, gpointer data)
{
  Export *self = data;
  guint tid = ++self->n_tids;

  write_metadata (self, "thread_name", tid, name);
  begin_event (self, "M", tid);
  append_integer (self->text, ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":", (gint64)rank);
  g_string_append_c (self->text, '}');
  end_event (self);
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
write_event (const RsTraceEvent *span, guint64 lane, gpointer data)
{
  Export *self = data;
  const guint tid = (guint)lane;
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

static gpointer
new_packing (const RsExportedLanes *lanes)
{
  return rs_lanes_new ();
}

static void
free_packing (gpointer packing)
{
  rs_lanes_free (packing);
}

static guint
pack (gpointer packing, gint64 start, gint64 end)
{
  return rs_lanes_take (packing, start, end);
}

static const RsExportedFormat format = { new_packing, free_packing, pack, add_lane, write_event };

static void
write_span (const RsTraceEvent *span, gpointer data)
{
  rs_exported_tracks_write (((Export *)data)->tracks, span);
}

/* On the first lane of its thread. */
static void
write_mark (const RsExportedMark *mark, gpointer data)
{
  Export *self = data;

  begin_event (self, "i", (guint)rs_exported_tracks_get_first (self->tracks, mark->track, 0));
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
  if (done)
    self->tracks = rs_exported_tracks_new (tracks, 1, G_MAXINT32, &format, self);
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
  Export self = { .store = store, .output = output, .text = text };
  const gboolean done = write_all (&self, error);

  rs_exported_tracks_free (self.tracks);
  if (!done)
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
