/* See perfetto.h.
 *
 * Everything is a track event, kernels of GPUs too: what the format has for those alone (GpuRenderStageEvent) has no
 * arrows from the launches. Texts are sent once, with a number, in the packet that first needs them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/perfetto.h"

#include "profiler/analysis/passes/nesting.h"
#include "profiler/analysis/timeline/queue-depth.h"
#include "profiler/exchange/exported.h"
#include "profiler/exchange/protobuf.h"
#include "profiler/store/store-private.h"

#include <errno.h>
#include <string.h>

#define SEQUENCE 1u /* all packets are of one writer */
#define PROCESS 1u  /* uuid of the program's track */
#define MEMORY 2u   /* of the counter's */
#define FIRST_LANE 3u
#define KINDS G_GUINT64_CONSTANT (0x100000000) /* numbers of kinds' names as names of slices: above those of strings */

/* Numbers of the fields, from the format's definition, a group for each message. */
enum { TRACE_PACKET = 1 };
enum {
  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_TRACK_EVENT = 11,
  PACKET_INTERNED = 12,
  PACKET_FLAGS = 13,
  PACKET_DESCRIPTOR = 60
};
enum { FLAG_STATE_CLEARED = 1, FLAG_NEEDS_STATE = 2 };
enum {
  DESCRIPTOR_UUID = 1,
  DESCRIPTOR_NAME = 2,
  DESCRIPTOR_PROCESS = 3,
  DESCRIPTOR_PARENT = 5,
  DESCRIPTOR_COUNTER = 8,
  DESCRIPTOR_ORDERING = 11,
  DESCRIPTOR_RANK = 12
};
enum { ORDERING_EXPLICIT = 3 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6 };
enum { COUNTER_UNIT = 3, COUNTER_BYTES = 3 };
enum {
  EVENT_CATEGORY = 3,
  EVENT_ANNOTATION = 4,
  EVENT_TYPE = 9,
  EVENT_NAME = 10,
  EVENT_TRACK = 11,
  EVENT_COUNTER = 30,
  EVENT_PLACE = 34,
  EVENT_FLOW = 47,
  EVENT_LAST_FLOW = 48
};
enum { TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3, TYPE_COUNTER = 4 };
enum { ANNOTATION_NAME = 1, ANNOTATION_INTEGER = 4, ANNOTATION_TEXT = 17 };
enum {
  INTERNED_CATEGORIES = 1,
  INTERNED_NAMES = 2,
  INTERNED_ANNOTATIONS = 3,
  INTERNED_PLACES = 4,
  INTERNED_TEXTS = 29
};
enum { ENTRY_NUMBER = 1, ENTRY_TEXT = 2, PLACE_FILE = 2, PLACE_LINE = 4 };

/* Names of what an event says, by number - 1. */
static const char *const annotations[] = { "a", "b", "detail", "threads" };
enum { ANNOTATION_A = 1, ANNOTATION_B, ANNOTATION_DETAIL, ANNOTATION_THREADS };

typedef struct {
  RsTraceStore *store;
  FILE *output;
  gint64 base;                       /* the time that is 0 in the export */
  guint64 n_tracks;                  /* uuids given */
  GArray *lanes;                     /* guint64: uuid of each lane of the track */
  GArray *queues;                    /* guint64: uuid of the counter of each queue */
  GHashTable *first_lanes;           /* id of a track -> uuid of its first lane */
  GHashTable *names, *texts, *kinds; /* sets of numbers that were sent */
  GHashTable *places;                /* file << 32 | line -> number */
  GByteArray *packet, *event, *interned, *entry, *scratch;
} Export;

/* --- packets --- */

static void
begin_packet (Export *self)
{
  g_byte_array_set_size (self->packet, 0);
  g_byte_array_set_size (self->event, 0);
  g_byte_array_set_size (self->interned, 0);
  rs_protobuf_add_integer (self->packet, PACKET_SEQUENCE, SEQUENCE);
}

static void
end_packet (Export *self, guint flags)
{
  rs_protobuf_add_integer (self->packet, PACKET_FLAGS, flags);
  if (self->interned->len > 0)
    rs_protobuf_add_message (self->packet, PACKET_INTERNED, self->interned);
  g_byte_array_set_size (self->scratch, 0);
  rs_protobuf_add_message (self->scratch, TRACE_PACKET, self->packet);
  fwrite (self->scratch->data, 1, self->scratch->len, self->output);
}

static void
end_event (Export *self, gint64 time)
{
  rs_protobuf_add_integer (self->packet, PACKET_TIMESTAMP, (guint64)(time - self->base));
  rs_protobuf_add_message (self->packet, PACKET_TRACK_EVENT, self->event);
  end_packet (self, FLAG_NEEDS_STATE);
}

static void
intern (Export *self, guint field, guint64 number, const char *text)
{
  g_byte_array_set_size (self->entry, 0);
  rs_protobuf_add_integer (self->entry, ENTRY_NUMBER, number);
  rs_protobuf_add_string (self->entry, ENTRY_TEXT, text);
  rs_protobuf_add_message (self->interned, field, self->entry);
}

/* The first packet clears what readers know of texts. */
static void
write_first (Export *self)
{
  begin_packet (self);
  for (guint i = 0; i < G_N_ELEMENTS (annotations); i++)
    intern (self, INTERNED_ANNOTATIONS, i + 1, annotations[i]);
  end_packet (self, FLAG_STATE_CLEARED | FLAG_NEEDS_STATE);
}

/* --- tracks --- */

/* Ends with end_descriptor. */
static void
begin_descriptor (Export *self, guint64 uuid, const char *name)
{
  begin_packet (self);
  rs_protobuf_add_integer (self->event, DESCRIPTOR_UUID, uuid);
  rs_protobuf_add_string (self->event, DESCRIPTOR_NAME, name);
  if (uuid != PROCESS)
    {
      rs_protobuf_add_integer (self->event, DESCRIPTOR_PARENT, PROCESS);
      rs_protobuf_add_integer (self->event, DESCRIPTOR_RANK, uuid);
    }
}

static void
end_descriptor (Export *self)
{
  rs_protobuf_add_message (self->packet, PACKET_DESCRIPTOR, self->event);
  end_packet (self, FLAG_NEEDS_STATE);
}

static void
write_process (Export *self)
{
  g_autofree char *program = rs_trace_store_dup_meta (self->store, "program");
  const char *name = program != NULL ? program : "Redshift";

  begin_descriptor (self, PROCESS, name);
  rs_protobuf_add_integer (self->event, DESCRIPTOR_ORDERING, ORDERING_EXPLICIT);
  g_byte_array_set_size (self->entry, 0);
  rs_protobuf_add_integer (self->entry, PROCESS_PID, 1);
  rs_protobuf_add_string (self->entry, PROCESS_NAME, name);
  rs_protobuf_add_message (self->event, DESCRIPTOR_PROCESS, self->entry);
  end_descriptor (self);
}

static guint64
add_lane (Export *self, const char *track)
{
  guint lane = self->lanes->len;
  g_autofree char *name = lane == 0 ? g_strdup (track) : g_strdup_printf ("%s (%u)", track, lane + 1);
  guint64 uuid = FIRST_LANE + self->n_tracks++;

  g_array_append_val (self->lanes, uuid);
  begin_descriptor (self, uuid, name);
  end_descriptor (self);
  return uuid;
}

/* --- spans --- */

static void
add_category (Export *self, guint32 kind)
{
  guint64 number = kind + 1;

  if (g_hash_table_add (self->kinds, GUINT_TO_POINTER (kind + 1)))
    intern (self, INTERNED_CATEGORIES, number, rs_trace_kind_to_string (kind));
  rs_protobuf_add_integer (self->event, EVENT_CATEGORY, number);
}

static void
add_name (Export *self, guint32 name, guint32 kind)
{
  const char *text = rs_trace_store_get_string (self->store, name);
  guint64 number = *text != '\0' ? name : KINDS | kind;

  if (*text == '\0')
    text = rs_trace_kind_to_string (kind);
  if (g_hash_table_add (self->names, GSIZE_TO_POINTER (number)))
    intern (self, INTERNED_NAMES, number, text);
  rs_protobuf_add_integer (self->event, EVENT_NAME, number);
}

static void
intern_place (Export *self, guint64 number, const char *file, guint32 line)
{
  g_byte_array_set_size (self->entry, 0);
  rs_protobuf_add_integer (self->entry, ENTRY_NUMBER, number);
  rs_protobuf_add_string (self->entry, PLACE_FILE, file);
  rs_protobuf_add_integer (self->entry, PLACE_LINE, line);
  rs_protobuf_add_message (self->interned, INTERNED_PLACES, self->entry);
}

static void
add_place (Export *self, guint32 file, guint32 line)
{
  const char *path = rs_trace_store_get_string (self->store, file);
  gint64 key = (gint64)((guint64)file << 32 | line);
  guint64 number;

  if (*path == '\0')
    return;
  number = GPOINTER_TO_SIZE (g_hash_table_lookup (self->places, &key));
  if (number == 0)
    {
      number = g_hash_table_size (self->places) + 1;
      g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key), GSIZE_TO_POINTER (number));
      intern_place (self, number, path, line);
    }
  rs_protobuf_add_integer (self->event, EVENT_PLACE, number);
}

static void
add_annotation (Export *self, guint name, guint field, guint64 value)
{
  g_byte_array_set_size (self->entry, 0);
  rs_protobuf_add_integer (self->entry, ANNOTATION_NAME, name);
  rs_protobuf_add_integer (self->entry, field, value);
  rs_protobuf_add_message (self->event, EVENT_ANNOTATION, self->entry);
}

static void
add_detail (Export *self, guint32 detail)
{
  const char *text = rs_trace_store_get_string (self->store, detail);

  if (*text == '\0')
    return;
  if (g_hash_table_add (self->texts, GUINT_TO_POINTER (detail)))
    intern (self, INTERNED_TEXTS, detail, text);
  add_annotation (self, ANNOTATION_DETAIL, ANNOTATION_TEXT, detail);
}

/* Columns: start, end, kind, name, file, line, a, b, detail, threads. */
static void
write_begin (Export *self, sqlite3_stmt *row, guint64 track, gint64 start)
{
  guint32 kind = (guint32)sqlite3_column_int64 (row, 2);
  gint64 a = sqlite3_column_int64 (row, 6), threads = sqlite3_column_int64 (row, 9);

  begin_packet (self);
  rs_protobuf_add_integer (self->event, EVENT_TYPE, TYPE_BEGIN);
  rs_protobuf_add_integer (self->event, EVENT_TRACK, track);
  add_category (self, kind);
  add_name (self, (guint32)sqlite3_column_int64 (row, 3), kind);
  add_place (self, (guint32)sqlite3_column_int64 (row, 4), (guint32)sqlite3_column_int64 (row, 5));
  add_annotation (self, ANNOTATION_A, ANNOTATION_INTEGER, (guint64)a);
  add_annotation (self, ANNOTATION_B, ANNOTATION_INTEGER, (guint64)sqlite3_column_int64 (row, 7));
  add_detail (self, (guint32)sqlite3_column_int64 (row, 8));
  if (threads > 0)
    add_annotation (self, ANNOTATION_THREADS, ANNOTATION_INTEGER, (guint64)threads);
  if (kind == RS_TRACE_LAUNCH)
    rs_protobuf_add_fixed64 (self->event, EVENT_FLOW, (guint64)a);
  else if (kind == RS_TRACE_KERNEL)
    rs_protobuf_add_fixed64 (self->event, EVENT_LAST_FLOW, (guint64)a);
  end_event (self, start);
}

static void
write_end (guint lane, gint64 time, gpointer data)
{
  Export *self = data;

  begin_packet (self);
  rs_protobuf_add_integer (self->event, EVENT_TYPE, TYPE_END);
  rs_protobuf_add_integer (self->event, EVENT_TRACK, g_array_index (self->lanes, guint64, lane));
  end_event (self, time);
}

static gboolean
write_track (Export *self, const RsTrackRow *track, GError **error)
{
  sqlite3_stmt *query
      = rs_trace_store_prepare (self->store,
                                "SELECT start, end, kind, name, file, line, a, b, detail, threads FROM events"
                                " WHERE track = ? AND class IS NOT NULL ORDER BY start, end DESC, id",
                                error);
  g_autoptr (RsNesting) nesting = rs_nesting_new (write_end, self);

  if (query == NULL)
    return FALSE;
  g_array_set_size (self->lanes, 0);
  sqlite3_bind_int64 (query, 1, track->id);
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      gint64 start = rs_trace_clamp_time (sqlite3_column_int64 (query, 0));
      gint64 end = MAX (rs_trace_clamp_time (sqlite3_column_int64 (query, 1)), start);
      guint lane = rs_nesting_begin (nesting, start, end);
      guint64 uuid = lane == self->lanes->len ? add_lane (self, track->name)
                                              : g_array_index (self->lanes, guint64, lane);

      write_begin (self, query, uuid, start);
    }
  if (self->lanes->len > 0)
    g_hash_table_insert (self->first_lanes, GUINT_TO_POINTER (track->id),
                         GSIZE_TO_POINTER (g_array_index (self->lanes, guint64, 0)));
  rs_nesting_finish (nesting);
  return rs_trace_store_finish (self->store, query, error);
}

/* --- marks --- */

static void
write_mark (const RsExportedMark *mark, gpointer data)
{
  Export *self = data;
  const guint64 lane = GPOINTER_TO_SIZE (g_hash_table_lookup (self->first_lanes, GUINT_TO_POINTER (mark->track)));

  begin_packet (self);
  rs_protobuf_add_integer (self->event, EVENT_TYPE, TYPE_INSTANT);
  rs_protobuf_add_integer (self->event, EVENT_TRACK, lane != 0 ? lane : PROCESS);
  add_category (self, RS_TRACE_MARK);
  add_name (self, mark->name, RS_TRACE_MARK);
  add_place (self, mark->file, mark->line);
  end_event (self, mark->time);
}

/* --- counters: memory, queues --- */

/* unit: 0: a number. */
static void
begin_counter (Export *self, guint64 uuid, const char *name, guint unit)
{
  begin_descriptor (self, uuid, name);
  g_byte_array_set_size (self->entry, 0);
  if (unit != 0)
    rs_protobuf_add_integer (self->entry, COUNTER_UNIT, unit);
  rs_protobuf_add_message (self->event, DESCRIPTOR_COUNTER, self->entry);
  end_descriptor (self);
}

static void
write_value (Export *self, guint64 uuid, gint64 time, gint64 value)
{
  begin_packet (self);
  rs_protobuf_add_integer (self->event, EVENT_TYPE, TYPE_COUNTER);
  rs_protobuf_add_integer (self->event, EVENT_TRACK, uuid);
  rs_protobuf_add_integer (self->event, EVENT_COUNTER, (guint64)value);
  end_event (self, time);
}

static void
write_memory (gint64 time, gint64 bytes, gpointer data)
{
  write_value (data, MEMORY, time, bytes);
}

static void
write_depth (const char *device, guint number, gint64 time, guint n, gpointer data)
{
  Export *self = data;

  while (self->queues->len <= number)
    {
      const guint64 uuid = FIRST_LANE + self->n_tracks++;
      g_autofree char *name = g_strdup_printf ("queue of %s", device);

      g_array_append_val (self->queues, uuid);
      begin_counter (self, uuid, name, 0);
    }
  write_value (self, g_array_index (self->queues, guint64, number), time, n);
}

static gboolean
write_counters (Export *self, GError **error)
{
  begin_counter (self, MEMORY, "memory in use", COUNTER_BYTES);
  return rs_exported_foreach_memory (self->store, write_memory, self, error)
         && rs_queue_depths_foreach_change (self->store, write_depth, self, error);
}

/* --- all --- */

/* Perfetto's times are not negative. */
static gboolean
find_base (Export *self, GError **error)
{
  sqlite3_stmt *query = rs_trace_store_prepare (self->store, "SELECT min(start) FROM events", error);

  if (query == NULL)
    return FALSE;
  if (sqlite3_step (query) == SQLITE_ROW)
    self->base = MIN (rs_trace_clamp_time (sqlite3_column_int64 (query, 0)), 0);
  return rs_trace_store_finish (self->store, query, error);
}

static gboolean
write_all (Export *self, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (self->store, error);
  gboolean done = tracks != NULL && find_base (self, error);

  write_first (self);
  write_process (self);
  for (guint i = 0; done && i < tracks->len; i++)
    done = write_track (self, &g_array_index (tracks, RsTrackRow, i), error);
  return done && rs_exported_foreach_mark (self->store, write_mark, self, error) && write_counters (self, error);
}

gboolean
rs_perfetto_export (RsTraceStore *store, FILE *output, GError **error)
{
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (guint64)),
                     queues = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL), texts = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) kinds = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) first_lanes = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GByteArray) packet = g_byte_array_new (), event = g_byte_array_new (), interned = g_byte_array_new ();
  g_autoptr (GByteArray) entry = g_byte_array_new (), scratch = g_byte_array_new ();
  Export self = { .store = store,
                  .output = output,
                  .lanes = lanes,
                  .queues = queues,
                  .first_lanes = first_lanes,
                  .names = names,
                  .texts = texts,
                  .kinds = kinds,
                  .places = places,
                  .packet = packet,
                  .event = event,
                  .interned = interned,
                  .entry = entry,
                  .scratch = scratch };

  if (!write_all (&self, error))
    return FALSE;
  if (fflush (output) == 0 && !ferror (output))
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO, "the export could not be written: %s",
               g_strerror (errno));
  return FALSE;
}

/* A packet of less than 128 bytes that begins with the writer's number. */
gboolean
rs_perfetto_is_in_file (const char *path)
{
  guint8 head[4];
  FILE *file = fopen (path, "re");
  gboolean read = file != NULL && fread (head, 1, sizeof head, file) == sizeof head;

  if (file != NULL)
    fclose (file);
  return read && head[0] == (TRACE_PACKET << 3 | 2) && head[1] < 128 && head[2] == PACKET_SEQUENCE << 3
         && head[3] == SEQUENCE;
}
