/* See device-events.h.
 *
 * What is known of calls and launches is kept in two generations: when the young one is full, the old one goes. A
 * program makes as many calls as it likes, and a record refers to a recent one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/devices/device-events.h"

#include "profiler/store/store.h"

#include <string.h>

#define PATIENCE G_GINT64_CONSTANT (2000000000) /* ns */
#define RETRY G_GINT64_CONSTANT (200000000)     /* ns between two looks at what waits for long */
#define MOST_HELD 200000u                       /* records; then the oldest go as they are */
#define GENERATION 200000u
#define MOST_LANES 1024u /* more streams of a device share one */

/* A call of the driver, by its correlation. */
typedef struct {
  gint64 launch; /* 0: none is known */
  gint64 start, end;
  guint32 thread;
  gboolean has_call;
} Call;

/* A launch of the program, by its id. */
typedef struct {
  guint32 name, file, line;
} Place;

/* Numbers to structures, the oldest forgotten. */
typedef struct {
  GHashTable *indexes[2]; /* number -> index + 1 */
  GArray *items[2];
  gsize size;
} Recent;

typedef struct {
  RsDeviceRecord record;
  gint64 since;
} Held;

typedef struct {
  guint32 device, context, stream, track;
} Lane;

/* How kernels are launched, and the text of it: the same again and again. */
typedef struct {
  guint32 sizes[8];
  guint32 name;
} Configuration;

#define N_CONFIGURATIONS 64u

struct _RsDeviceEvents {
  RsThreadTrackFunc find_track;
  gpointer data;
  Recent calls, launches;
  GArray *held;  /* of Held, in the order in which they came */
  guint n_tried; /* of held, at the last look */
  gint64 last_retry;
  GArray *lanes;   /* of Lane */
  GArray *unified; /* of Lane: where unified memory of a device is told of */
  Configuration configurations[N_CONFIGURATIONS];
  GArray *described;                                             /* of RsDeviceRecord */
  guint32 waits_track, tracer_track, compiler_track, rest_track; /* 0: not yet */
  RsDeviceCounts counts;
};

/* --- what is remembered --- */

static void
recent_init (Recent *self, gsize size)
{
  self->size = size;
  for (guint i = 0; i < 2; i++)
    {
      self->indexes[i] = g_hash_table_new (NULL, NULL);
      self->items[i] = g_array_new (FALSE, TRUE, (guint)size);
    }
}

static void
recent_clear (Recent *self)
{
  for (guint i = 0; i < 2; i++)
    {
      g_hash_table_unref (self->indexes[i]);
      g_array_unref (self->items[i]);
    }
}

static gpointer
recent_find (const Recent *self, guint32 number)
{
  for (guint i = 0; i < 2; i++)
    {
      guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->indexes[i], GUINT_TO_POINTER (number)));

      if (index > 0)
        return self->items[i]->data + (index - 1) * self->size;
    }
  return NULL;
}

/* Found, or new and all 0. Valid until the next call. */
static gpointer
recent_get (Recent *self, guint32 number)
{
  gpointer item = recent_find (self, number);
  guint n;

  if (item != NULL)
    return item;
  if (self->items[0]->len == GENERATION)
    {
      GHashTable *indexes = self->indexes[1];
      GArray *items = self->items[1];

      g_hash_table_remove_all (indexes);
      g_array_set_size (items, 0);
      self->indexes[1] = self->indexes[0];
      self->items[1] = self->items[0];
      self->indexes[0] = indexes;
      self->items[0] = items;
    }
  n = self->items[0]->len;
  g_array_set_size (self->items[0], n + 1);
  item = self->items[0]->data + n * self->size;
  memset (item, 0, self->size);
  g_hash_table_insert (self->indexes[0], GUINT_TO_POINTER (number), GUINT_TO_POINTER (n + 1));
  return item;
}

RsDeviceEvents *
rs_device_events_new (RsThreadTrackFunc find_track, gpointer data)
{
  RsDeviceEvents *self = g_new0 (RsDeviceEvents, 1);

  self->find_track = find_track;
  self->data = data;
  recent_init (&self->calls, sizeof (Call));
  recent_init (&self->launches, sizeof (Place));
  self->held = g_array_new (FALSE, FALSE, sizeof (Held));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  self->unified = g_array_new (FALSE, FALSE, sizeof (Lane));
  self->described = g_array_new (FALSE, FALSE, sizeof (RsDeviceRecord));
  return self;
}

void
rs_device_events_free (RsDeviceEvents *self)
{
  if (self == NULL)
    return;
  recent_clear (&self->calls);
  recent_clear (&self->launches);
  g_array_unref (self->held);
  g_array_unref (self->lanes);
  g_array_unref (self->unified);
  g_array_unref (self->described);
  g_free (self);
}

const RsDeviceCounts *
rs_device_events_get_counts (const RsDeviceEvents *self)
{
  return &self->counts;
}

void
rs_device_events_add_launch (RsDeviceEvents *self, const RsTraceEvent *launch)
{
  Place *place = recent_get (&self->launches, (guint32)launch->a);

  *place = (Place){ launch->name, launch->file, launch->line };
}

/* --- tracks --- */

static guint32
get_track (guint32 *track, const char *name)
{
  if (*track == 0)
    *track = rs_trace_track (name);
  return *track;
}

static gboolean
is_first_context (const RsDeviceEvents *self, const RsDeviceRecord *record)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (g_array_index (self->lanes, Lane, i).device == record->device)
      return g_array_index (self->lanes, Lane, i).context == record->context;
  return TRUE;
}

static guint32
find_lane (RsDeviceEvents *self, const RsDeviceRecord *record)
{
  g_autofree char *name = NULL;
  Lane lane = { record->device, record->context, record->stream, 0 };

  for (guint i = self->lanes->len; i > 0; i--)
    {
      const Lane *known = &g_array_index (self->lanes, Lane, i - 1);

      if (known->device == lane.device && known->stream == lane.stream && known->context == lane.context)
        return known->track;
    }
  if (self->lanes->len >= MOST_LANES)
    return get_track (&self->rest_track, "cuda, other streams");
  name = is_first_context (self, record)
             ? g_strdup_printf ("cuda:%u stream %u", lane.device, lane.stream)
             : g_strdup_printf ("cuda:%u context %u stream %u", lane.device, lane.context, lane.stream);
  lane.track = rs_trace_track (name);
  g_array_append_val (self->lanes, lane);
  return lane.track;
}

static guint32
find_unified_track (RsDeviceEvents *self, guint32 device)
{
  g_autofree char *name = NULL;
  Lane lane = { .device = device };

  for (guint i = 0; i < self->unified->len; i++)
    if (g_array_index (self->unified, Lane, i).device == device)
      return g_array_index (self->unified, Lane, i).track;
  if (self->unified->len >= MOST_LANES)
    return get_track (&self->rest_track, "cuda, other streams");
  name = device == RS_DEVICE_HOST ? g_strdup ("host unified memory")
                                  : g_strdup_printf ("cuda:%u unified memory", device);
  lane.track = rs_trace_track (name);
  g_array_append_val (self->unified, lane);
  return lane.track;
}

/* --- events --- */

/* "512x512 / 16x16, 32 registers, 4096 bytes shared": work items and block as other devices have them, rows first,
 * and what limits how many blocks run at a time. */
static guint32
make_configuration_name (const RsDeviceRecord *record)
{
  char text[160];
  int n = 0, first = 2;

  while (first > 0 && record->grid[first] == 1 && record->block[first] == 1)
    first--;
  for (int i = first; i >= 0; i--)
    n += g_snprintf (text + n, sizeof text - (gsize)n, "%s%" G_GUINT64_FORMAT, i < first ? "x" : "",
                     (guint64)record->grid[i] * record->block[i]);
  for (int i = first; i >= 0; i--)
    n += g_snprintf (text + n, sizeof text - (gsize)n, "%s%u", i < first ? "x" : " / ", record->block[i]);
  if (record->registers > 0)
    n += g_snprintf (text + n, sizeof text - (gsize)n, ", %u registers", record->registers);
  if (record->shared_bytes > 0)
    g_snprintf (text + n, sizeof text - (gsize)n, ", %u bytes shared", record->shared_bytes);
  return rs_trace_name (text);
}

static guint32
name_configuration (RsDeviceEvents *self, const RsDeviceRecord *record)
{
  const guint32 sizes[8] = { record->grid[0],  record->grid[1],  record->grid[2],   record->block[0],
                             record->block[1], record->block[2], record->registers, record->shared_bytes };
  guint32 hash = 0;
  Configuration *known;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    hash = hash * 31 + sizes[i];
  known = &self->configurations[(hash ^ hash >> 8) % N_CONFIGURATIONS];
  if (known->name == 0 || memcmp (known->sizes, sizes, sizeof sizes) != 0)
    {
      memcpy (known->sizes, sizes, sizeof sizes);
      known->name = make_configuration_name (record);
    }
  return known->name;
}

static gint64
count_items (const RsDeviceRecord *record)
{
  gint64 n = 1, all;

  for (guint i = 0; i < 3; i++)
    {
      if (__builtin_mul_overflow (n, (gint64)record->grid[i], &all)
          || __builtin_mul_overflow (all, (gint64)record->block[i], &n))
        return G_MAXINT64;
    }
  return n;
}

static void
fill_event (RsDeviceEvents *self, const RsDeviceRecord *record, const Call *call, RsTraceEvent *event)
{
  const Place *place = call != NULL && call->launch != 0 ? recent_find (&self->launches, (guint32)call->launch) : NULL;

  *event = (RsTraceEvent){ .start = record->start, .end = record->end, .track = find_lane (self, record) };
  if (place != NULL)
    {
      event->name = place->name;
      event->file = place->file;
      event->line = place->line;
    }
  event->a = call != NULL ? call->launch : 0;
  event->parent = (guint32)event->a;
  event->b = record->value;
  switch ((RsDeviceRecordKind)record->kind)
    {
    case RS_DEVICE_COPY:
      event->kind = RS_TRACE_DEVICE_COPY;
      event->detail = record->name;
      break;
    case RS_DEVICE_FILL:
      event->kind = RS_TRACE_DEVICE_FILL;
      break;
    case RS_DEVICE_MEMORY:
      event->kind = RS_TRACE_DEVICE_MEMORY;
      event->a = (gint64)record->address;
      event->detail = record->name;
      break;
    default: /* a kernel, or a graph of them */
      event->kind = RS_TRACE_KERNEL;
      event->b = record->kind == RS_DEVICE_KERNEL ? count_items (record) : 0;
      event->detail = record->kind == RS_DEVICE_KERNEL ? name_configuration (self, record) : 0;
      if (event->name == 0 || (!record->is_generated && record->name != 0))
        event->name = record->name;
    }
}

/* The tracer had no room for the times: something ran from the call on. */
static void
append_lost (RsDeviceEvents *self, const RsTraceEvent *event, const Call *call, GArray *out)
{
  RsTraceEvent lost = {
    .kind = RS_TRACE_DROP, .name = event->name, .file = event->file, .line = event->line, .track = event->track, .a = 1
  };

  self->counts.without_times++;
  if (call == NULL || !call->has_call)
    return;
  lost.start = call->start;
  lost.end = call->end;
  g_array_append_val (out, lost);
}

static void
append_work (RsDeviceEvents *self, const RsDeviceRecord *record, GArray *out)
{
  const Call *call = record->correlation != 0 ? recent_find (&self->calls, record->correlation) : NULL;
  gboolean is_kernel = record->kind == RS_DEVICE_KERNEL || record->kind == RS_DEVICE_GRAPH;
  RsTraceEvent event;

  fill_event (self, record, call, &event);
  if (record->start == 0 && record->end == 0)
    {
      append_lost (self, &event, call, out);
      return;
    }
  if (is_kernel && (call == NULL || !call->has_call))
    self->counts.alone++;
  else if (is_kernel && record->start < call->start)
    self->counts.early++;
  g_array_append_val (out, event);
}

/* Whether all that can be known of it is known. */
static gboolean
is_complete (const RsDeviceEvents *self, const RsDeviceRecord *record)
{
  const Call *call = recent_find (&self->calls, record->correlation);

  return record->correlation == 0
         || (call != NULL && call->has_call && call->launch != 0
             && recent_find (&self->launches, (guint32)call->launch) != NULL);
}

/* Held records from first on: those that are complete or have waited for long enough become events. */
static void
release (RsDeviceEvents *self, guint first, gint64 until, guint most_left, GArray *out)
{
  guint n = first;

  for (guint i = first; i < self->held->len; i++)
    {
      const Held *held = &g_array_index (self->held, Held, i);

      if (held->since <= until || self->held->len - i > most_left || is_complete (self, &held->record))
        append_work (self, &held->record, out);
      else if (n != i)
        g_array_index (self->held, Held, n++) = *held;
      else
        n++;
    }
  g_array_set_size (self->held, n);
  self->n_tried = n;
}

static void
append_host (RsDeviceEvents *self, const RsDeviceRecord *record, guint32 kind, guint32 track, GArray *out)
{
  const RsTraceEvent event
      = { .kind = kind, .start = record->start, .end = record->end, .name = record->name, .track = track };

  if (record->start != 0 || record->end != 0)
    g_array_append_val (out, event);
}

static void
add_call (RsDeviceEvents *self, const RsDeviceRecord *record, GArray *out)
{
  Call *call = recent_get (&self->calls, record->correlation);

  call->start = record->start;
  call->end = record->end;
  call->thread = record->thread;
  call->has_call = TRUE;
  if (record->name != 0)
    {
      const RsTraceEvent event = { .kind = RS_TRACE_DRIVER_CALL,
                                   .start = record->start,
                                   .end = record->end,
                                   .name = record->name,
                                   .a = call->launch,
                                   .b = record->value,
                                   .parent = (guint32)call->launch,
                                   .track = self->find_track ((int)record->thread, self->data) };

      g_array_append_val (out, event);
    }
}

/* Nothing tells which launch it was for. */
static void
append_unified (RsDeviceEvents *self, const RsDeviceRecord *record, GArray *out)
{
  const RsTraceEvent event = { .kind = record->kind == RS_DEVICE_MIGRATION ? RS_TRACE_MIGRATE : RS_TRACE_PAGING,
                               .start = record->start,
                               .end = record->end,
                               .name = record->name,
                               .detail = record->detail,
                               .a = (gint64)record->address,
                               .b = record->value,
                               .track = find_unified_track (self, record->device) };

  if (record->start != 0 || record->end != 0)
    g_array_append_val (out, event);
}

static void
add_record (RsDeviceEvents *self, const RsDeviceRecord *record, gint64 now, GArray *out)
{
  switch ((RsDeviceRecordKind)record->kind)
    {
    case RS_DEVICE_CALL:
      add_call (self, record, out);
      return;
    case RS_DEVICE_LAUNCH:
      ((Call *)recent_get (&self->calls, record->correlation))->launch = record->value;
      return;
    case RS_DEVICE_WAIT:
      append_host (self, record, RS_TRACE_DEVICE_WAIT, get_track (&self->waits_track, "cuda waits"), out);
      return;
    case RS_DEVICE_COST:
      append_host (self, record, RS_TRACE_TRACER, get_track (&self->tracer_track, RS_TRACE_TRACER_TRACK), out);
      return;
    case RS_DEVICE_COMPILE:
      append_host (self, record, RS_TRACE_COMPILE, get_track (&self->compiler_track, "cuda compiler"), out);
      return;
    case RS_DEVICE_MIGRATION:
    case RS_DEVICE_PAGING:
      append_unified (self, record, out);
      return;
    case RS_DEVICE_DESCRIPTION:
      g_array_append_val (self->described, *record);
      return;
    case RS_DEVICE_KERNEL:
    case RS_DEVICE_COPY:
    case RS_DEVICE_FILL:
    case RS_DEVICE_GRAPH:
    case RS_DEVICE_MEMORY:
      {
        const Held held = { *record, now };

        g_array_append_val (self->held, held);
        return;
      }
    default:
      return;
    }
}

void
rs_device_events_add (RsDeviceEvents *self, const RsDeviceRecord *records, gsize n, gint64 now, GArray *out)
{
  gboolean retries = now - self->last_retry >= RETRY || self->held->len + n > MOST_HELD;

  for (gsize i = 0; i < n; i++)
    add_record (self, &records[i], now, out);
  if (retries)
    self->last_retry = now;
  release (self, retries ? 0 : self->n_tried, now - PATIENCE, MOST_HELD, out);
}

void
rs_device_events_finish (RsDeviceEvents *self, GArray *out)
{
  release (self, 0, G_MAXINT64, 0, out);
}

void
rs_device_events_take_descriptions (RsDeviceEvents *self, RsDeviceDescriptionFunc func, gpointer data)
{
  for (guint i = 0; i < self->described->len; i++)
    {
      const RsDeviceRecord *record = &g_array_index (self->described, RsDeviceRecord, i);

      func (record->device, record->name, data);
    }
  g_array_set_size (self->described, 0);
}
