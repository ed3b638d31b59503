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
#include "profiler/exchange/exported-tracks.h"
#include "profiler/exchange/exported.h"
#include "profiler/exchange/protobuf.h"
#include "profiler/store/store-private.h"

#include <errno.h>
#include <string.h>

#define SEQUENCE 1u /* all packets are of one writer */
#define PROCESS 1u  /* uuid of the program's track */
#define MEMORY 2u   /* of the counter's */
#define FIRST_LANE 3u
/* Ranks, of 31 bits: lanes stand in the order of their tracks, counters of queues below all of them. */
#define FIRST_QUEUE (G_MAXINT32 - 1000u)
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
  RsExportedTracks *tracks;          /* owned */
  GArray *queues;                    /* guint64: uuid of the counter of each queue */
  GHashTable *names, *texts, *kinds; /* sets of numbers that were sent */
  GHashTable *places;                /* file << 32 | line -> number */
  guint64 last_place, last_number;   /* of places: the one asked for last */
  RsMessage packet, event, interned, entry, scratch;
} Export;

/* --- packets --- */

static void
begin_packet (Export *self)
{
  self->packet.length = self->event.length = self->interned.length = 0;
  rs_protobuf_add_integer (&self->packet, PACKET_SEQUENCE, SEQUENCE);
}

static void
end_packet (Export *self, guint flags)
{
  rs_protobuf_add_integer (&self->packet, PACKET_FLAGS, flags);
  if (self->interned.length > 0)
    rs_protobuf_add_message (&self->packet, PACKET_INTERNED, &self->interned);
  self->scratch.length = 0;
  rs_protobuf_add_message (&self->scratch, TRACE_PACKET, &self->packet);
  fwrite_unlocked (self->scratch.bytes, 1, self->scratch.length, self->output);
}

static void
end_event (Export *self, gint64 time)
{
  rs_protobuf_add_integer (&self->packet, PACKET_TIMESTAMP, (guint64)(time - self->base));
  rs_protobuf_add_message (&self->packet, PACKET_TRACK_EVENT, &self->event);
  end_packet (self, FLAG_NEEDS_STATE);
}

static void
intern (Export *self, guint field, guint64 number, const char *text)
{
  self->entry.length = 0;
  rs_protobuf_add_integer (&self->entry, ENTRY_NUMBER, number);
  rs_protobuf_add_string (&self->entry, ENTRY_TEXT, text);
  rs_protobuf_add_message (&self->interned, field, &self->entry);
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
begin_descriptor (Export *self, guint64 uuid, guint64 rank, const char *name)
{
  begin_packet (self);
  rs_protobuf_add_integer (&self->event, DESCRIPTOR_UUID, uuid);
  rs_protobuf_add_string (&self->event, DESCRIPTOR_NAME, name);
  if (uuid != PROCESS)
    {
      rs_protobuf_add_integer (&self->event, DESCRIPTOR_PARENT, PROCESS);
      rs_protobuf_add_integer (&self->event, DESCRIPTOR_RANK, rank);
    }
}

static void
end_descriptor (Export *self)
{
  rs_protobuf_add_message (&self->packet, PACKET_DESCRIPTOR, &self->event);
  end_packet (self, FLAG_NEEDS_STATE);
}

static void
write_process (Export *self)
{
  g_autofree char *program = rs_trace_store_dup_meta (self->store, "program");
  const char *name = program != NULL ? program : "Redshift";

  begin_descriptor (self, PROCESS, 0, name);
  rs_protobuf_add_integer (&self->event, DESCRIPTOR_ORDERING, ORDERING_EXPLICIT);
  self->entry.length = 0;
  rs_protobuf_add_integer (&self->entry, PROCESS_PID, 1);
  rs_protobuf_add_string (&self->entry, PROCESS_NAME, name);
  rs_protobuf_add_message (&self->event, DESCRIPTOR_PROCESS, &self->entry);
  end_descriptor (self);
}

static guint64
add_lane (const char *name, guint64 rank, gpointer data)
{
  Export *self = data;
  guint64 uuid = FIRST_LANE + self->n_tracks++;

  begin_descriptor (self, uuid, rank, name);
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
  rs_protobuf_add_integer (&self->event, EVENT_CATEGORY, number);
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
  rs_protobuf_add_integer (&self->event, EVENT_NAME, number);
}

static void
intern_place (Export *self, guint64 number, const char *file, guint32 line)
{
  self->entry.length = 0;
  rs_protobuf_add_integer (&self->entry, ENTRY_NUMBER, number);
  rs_protobuf_add_string (&self->entry, PLACE_FILE, file);
  rs_protobuf_add_integer (&self->entry, PLACE_LINE, line);
  rs_protobuf_add_message (&self->interned, INTERNED_PLACES, &self->entry);
}

static void
add_place (Export *self, guint32 file, guint32 line)
{
  const char *path = rs_trace_store_get_string (self->store, file);
  gint64 key = (gint64)((guint64)file << 32 | line);
  guint64 number;

  if (*path == '\0')
    return;
  number = (guint64)key == self->last_place ? self->last_number
                                            : GPOINTER_TO_SIZE (g_hash_table_lookup (self->places, &key));
  if (number == 0)
    {
      number = g_hash_table_size (self->places) + 1;
      g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key), GSIZE_TO_POINTER (number));
      intern_place (self, number, path, line);
    }
  self->last_place = (guint64)key;
  self->last_number = number;
  rs_protobuf_add_integer (&self->event, EVENT_PLACE, number);
}

static void
add_annotation (Export *self, guint name, guint field, guint64 value)
{
  self->entry.length = 0;
  rs_protobuf_add_integer (&self->entry, ANNOTATION_NAME, name);
  rs_protobuf_add_integer (&self->entry, field, value);
  rs_protobuf_add_message (&self->event, EVENT_ANNOTATION, &self->entry);
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

static void
write_begin (const RsTraceEvent *span, guint64 lane, gpointer data)
{
  Export *self = data;

  begin_packet (self);
  rs_protobuf_add_integer (&self->event, EVENT_TYPE, TYPE_BEGIN);
  rs_protobuf_add_integer (&self->event, EVENT_TRACK, lane);
  add_category (self, span->kind);
  add_name (self, span->name, span->kind);
  add_place (self, span->file, span->line);
  add_annotation (self, ANNOTATION_A, ANNOTATION_INTEGER, (guint64)span->a);
  add_annotation (self, ANNOTATION_B, ANNOTATION_INTEGER, (guint64)span->b);
  add_detail (self, span->detail);
  if (span->threads > 0)
    add_annotation (self, ANNOTATION_THREADS, ANNOTATION_INTEGER, span->threads);
  if (span->kind == RS_TRACE_LAUNCH)
    rs_protobuf_add_fixed64 (&self->event, EVENT_FLOW, (guint64)span->a);
  else if (span->kind == RS_TRACE_KERNEL)
    rs_protobuf_add_fixed64 (&self->event, EVENT_LAST_FLOW, (guint64)span->a);
  end_event (self, span->start);
}

static void
write_end (guint lane, gint64 time, gpointer data)
{
  const RsExportedLanes *lanes = data;
  Export *self = lanes->data;

  begin_packet (self);
  rs_protobuf_add_integer (&self->event, EVENT_TYPE, TYPE_END);
  rs_protobuf_add_integer (&self->event, EVENT_TRACK, g_array_index (lanes->lanes, guint64, lane));
  end_event (self, time);
}

static gpointer
new_packing (const RsExportedLanes *lanes)
{
  return rs_nesting_new (write_end, (gpointer)lanes);
}

static void
free_packing (gpointer packing)
{
  rs_nesting_free (packing);
}

static guint
pack (gpointer packing, gint64 start, gint64 end)
{
  return rs_nesting_begin (packing, start, end);
}

static void
finish_packing (gpointer packing)
{
  rs_nesting_finish (packing);
}

static const RsExportedFormat format = { new_packing, free_packing, pack, add_lane, write_begin };

static void
write_span (const RsTraceEvent *span, gpointer data)
{
  rs_exported_tracks_write (((Export *)data)->tracks, span);
}

/* --- marks --- */

static void
write_mark (const RsExportedMark *mark, gpointer data)
{
  Export *self = data;
  const guint64 lane = rs_exported_tracks_get_first (self->tracks, mark->track, PROCESS);

  begin_packet (self);
  rs_protobuf_add_integer (&self->event, EVENT_TYPE, TYPE_INSTANT);
  rs_protobuf_add_integer (&self->event, EVENT_TRACK, lane);
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
  begin_descriptor (self, uuid, uuid == MEMORY ? MEMORY : FIRST_QUEUE + self->queues->len, name);
  self->entry.length = 0;
  if (unit != 0)
    rs_protobuf_add_integer (&self->entry, COUNTER_UNIT, unit);
  rs_protobuf_add_message (&self->event, DESCRIPTOR_COUNTER, &self->entry);
  end_descriptor (self);
}

static void
write_value (Export *self, guint64 uuid, gint64 time, gint64 value)
{
  begin_packet (self);
  rs_protobuf_add_integer (&self->event, EVENT_TYPE, TYPE_COUNTER);
  rs_protobuf_add_integer (&self->event, EVENT_TRACK, uuid);
  rs_protobuf_add_integer (&self->event, EVENT_COUNTER, (guint64)value);
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

/* --- all --- */

static gboolean
write_all (Export *self, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (self->store, error);
  const RsExportedFuncs funcs = { write_span, write_memory, self };

  if (tracks == NULL || !rs_exported_find_base (self->store, &self->base, error))
    return FALSE;
  write_first (self);
  write_process (self);
  begin_counter (self, MEMORY, "memory in use", COUNTER_BYTES);
  self->tracks = rs_exported_tracks_new (tracks, FIRST_LANE, FIRST_QUEUE, &format, self);
  if (!rs_exported_foreach (self->store, &funcs, error))
    return FALSE;
  rs_exported_tracks_foreach_packing (self->tracks, finish_packing);
  return rs_exported_foreach_mark (self->store, write_mark, self, error)
         && rs_queue_depths_foreach_change (self->store, write_depth, self, error);
}

static void
clear (Export *self)
{
  rs_exported_tracks_free (self->tracks);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->texts);
  g_hash_table_unref (self->kinds);
  g_hash_table_unref (self->places);
  g_array_unref (self->queues);
  rs_message_clear (&self->packet);
  rs_message_clear (&self->event);
  rs_message_clear (&self->interned);
  rs_message_clear (&self->entry);
  rs_message_clear (&self->scratch);
}

gboolean
rs_perfetto_export (RsTraceStore *store, FILE *output, GError **error)
{
  Export self = { .store = store,
                  .output = output,
                  .queues = g_array_new (FALSE, FALSE, sizeof (guint64)),
                  .names = g_hash_table_new (NULL, NULL),
                  .texts = g_hash_table_new (NULL, NULL),
                  .kinds = g_hash_table_new (NULL, NULL),
                  .places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL) };
  const gboolean done = write_all (&self, error);

  clear (&self);
  if (!done)
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
