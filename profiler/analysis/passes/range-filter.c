/* See range-filter.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/passes/range-filter.h"

#include "profiler/analysis/passes/id-set.h"
#include "profiler/analysis/passes/place-numbers.h"
#include "profiler/store/chunks/event-scan.h"

#include <string.h>

#define BIT(kind) (G_GUINT64_CONSTANT (1) << (kind))

#define KNOWN_NAMES 65536u /* ids; others are compared each time */

/* What belongs to a kernel: a set of names that are its name, and the launches of it. */
typedef struct {
  RsIdSet *launches; /* ids; owned */
  const char *name;  /* NULL: everything belongs */
  RsTraceStore *store;
  guint8 *known; /* [KNOWN_NAMES], by id: 0: not compared yet, 1: another, 2: its name; owned */
} KernelFilter;

/* What belongs to an array: what happened to it, and the launches that got it (the low 32 bits of their ids). */
typedef struct {
  gint64 object;     /* 0: everything belongs */
  RsIdSet *launches; /* owned */
} ObjectFilter;

/* What launches that begin in a time caused: the low 32 bits of their ids. */
typedef struct {
  RsIdSet *inside, *known; /* known: of all launches; owned; NULL: everything belongs */
  gint64 from, to;
} LaunchFilter;

struct _RsRangeFilter {
  KernelFilter kernel;
  LaunchFilter launches;
  ObjectFilter object;
  gboolean one_track;
  guint32 track;
};

/* The track of that name or number, the first of several. */
static gboolean
find_track (RsTraceStore *store, const char *wanted, guint32 *track, GError **error)
{
  g_autoptr (GArray) tracks = rs_trace_store_read_tracks (store, error);
  guint64 number = G_MAXUINT64;

  if (tracks == NULL)
    return FALSE;
  g_ascii_string_to_unsigned (wanted, 10, 0, G_MAXUINT32, &number, NULL);
  for (guint i = 0; i < tracks->len; i++)
    {
      const RsTrackRow *row = &g_array_index (tracks, RsTrackRow, i);

      if (strcmp (row->name, wanted) == 0 || row->id == number)
        {
          *track = row->id;
          return TRUE;
        }
    }
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               "no track of this trace is named \"%s\"; trace query 'SELECT id, name FROM tracks' lists them", wanted);
  return FALSE;
}

static gboolean
has_name (const KernelFilter *self, guint32 name)
{
  if (name < KNOWN_NAMES && self->known[name] != 0)
    return self->known[name] == 2;

  const gboolean is_its = strcmp (rs_trace_store_get_string (self->store, name), self->name) == 0;

  if (name < KNOWN_NAMES)
    self->known[name] = is_its ? 2 : 1;
  return is_its;
}

static gboolean
collect_launches (KernelFilter *self, GError **error)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsEventScan *scan;
  RsScannedEvent event;

  filter.kinds = BIT (RS_TRACE_LAUNCH) | BIT (RS_TRACE_KERNEL);
  scan = rs_event_scan_new (self->store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    if (has_name (self, event.event.name))
      rs_id_set_add (self->launches, event.event.a);
  if (!rs_event_scan_finish (scan, error))
    return FALSE;
  if (!rs_id_set_is_empty (self->launches))
    return TRUE;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
               "no kernel of this trace is named \"%s\"; trace kernels lists them", self->name);
  return FALSE;
}

static gboolean
belongs_to_kernel (KernelFilter *self, const RsTraceEvent *event)
{
  if (has_name (self, event->name))
    return TRUE;
  return event->parent != 0 && rs_id_set_has (self->launches, event->parent);
}

/* --- launches by time --- */

static gboolean
collect_times (LaunchFilter *self, RsTraceStore *store, GError **error)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsEventScan *scan;
  RsScannedEvent event;

  self->inside = rs_id_set_new ();
  self->known = rs_id_set_new ();
  filter.kinds = BIT (RS_TRACE_LAUNCH);
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  while (rs_event_scan_next (scan, &event))
    {
      rs_id_set_add (self->known, (guint32)event.event.a);
      if (event.event.start >= self->from && event.event.start < self->to)
        rs_id_set_add (self->inside, (guint32)event.event.a);
    }
  return rs_event_scan_finish (scan, error);
}

static gboolean
belongs_to_time (LaunchFilter *self, const RsTraceEvent *event)
{
  const guint32 launch = rs_trace_event_get_launch (event);

  if (launch != 0 && rs_id_set_has (self->known, launch))
    return rs_id_set_has (self->inside, launch);
  return event->start >= self->from && event->start < self->to;
}

/* --- the launches of an array --- */

/* What an event says of a launch: its place, or one of its arguments. */
typedef struct {
  guint32 launch;
  guint32 what; /* number of a place, or one of these */
} Use;

#define OTHER_ARGUMENT G_MAXUINT32
#define OBJECT_ARGUMENT (G_MAXUINT32 - 1)

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const Use *p = a, *q = b;

  return (p->launch > q->launch) - (p->launch < q->launch);
}

static gboolean
are_sorted (const GArray *uses)
{
  for (guint i = 1; i < uses->len; i++)
    if (g_array_index (uses, Use, i).launch < g_array_index (uses, Use, i - 1).launch)
      return FALSE;
  return TRUE;
}

/* Adds to the filter's those that get its object: a launch without arguments has those of the one before at its
 * place. */
static void
add_users (ObjectFilter *self, GArray *uses, guint n_places)
{
  g_autofree gboolean *gets_object = g_new0 (gboolean, n_places); /* by place: the last launch */

  if (!are_sorted (uses))
    g_array_sort (uses, compare_uses);
  for (guint i = 0, next; i < uses->len; i = next)
    {
      const guint32 launch = g_array_index (uses, Use, i).launch;
      gboolean has_arguments = FALSE, gets = FALSE;
      guint32 place = n_places;

      for (next = i; next < uses->len && g_array_index (uses, Use, next).launch == launch; next++)
        {
          const guint32 what = g_array_index (uses, Use, next).what;

          has_arguments |= what == OTHER_ARGUMENT || what == OBJECT_ARGUMENT;
          gets |= what == OBJECT_ARGUMENT;
          if (what < n_places)
            place = what;
        }
      if (place < n_places)
        gets_object[place] = has_arguments ? gets : gets_object[place];
      if (place < n_places ? gets_object[place] : gets)
        rs_id_set_add (self->launches, launch);
    }
}

static void
note_use (const ObjectFilter *self, GArray *uses, RsPlaceNumbers *places, const RsTraceEvent *event)
{
  const Use *last = uses->len > 0 ? &g_array_index (uses, Use, uses->len - 1) : NULL;
  Use use = { (guint32)event->a, 0 };

  if (event->kind == RS_TRACE_LAUNCH)
    use.what = rs_place_numbers_find (places, &(RsPlace){ 0, event->name, event->file, event->line, 0 });
  else if (event->parent == 0)
    return;
  else
    use = (Use){ event->parent, event->a == self->object ? OBJECT_ARGUMENT : OTHER_ARGUMENT };
  if (last == NULL || last->launch != use.launch || last->what != use.what)
    g_array_append_val (uses, use);
}

static gboolean
collect_users (ObjectFilter *self, RsTraceStore *store, GError **error)
{
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Use));
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  RsPlaceNumbers places;
  RsEventScan *scan;
  RsScannedEvent event;

  filter.kinds = BIT (RS_TRACE_LAUNCH) | BIT (RS_TRACE_ARGUMENT);
  filter.in_order = TRUE;
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  rs_place_numbers_init (&places);
  while (rs_event_scan_next (scan, &event))
    note_use (self, uses, &places, &event.event);
  add_users (self, uses, places.places->len);
  rs_place_numbers_clear (&places);
  return rs_event_scan_finish (scan, error);
}

/* Whether the trace tells of the object; *is_argument: of launches. FALSE with an error. */
static gboolean
find_object (const ObjectFilter *self, RsTraceStore *store, gboolean *is_argument, GError **error)
{
  RsEventFilter filter = RS_EVENT_FILTER_ALL;
  gboolean is_known = FALSE;
  RsEventScan *scan;
  RsScannedEvent event;

  filter.kinds = BIT (RS_TRACE_ARGUMENT) | BIT (RS_TRACE_ALLOCATE) | BIT (RS_TRACE_COPY);
  filter.one_number = TRUE;
  filter.number = self->object;
  scan = rs_event_scan_new (store, &filter, error);
  if (scan == NULL)
    return FALSE;
  for (*is_argument = FALSE; !*is_argument && rs_event_scan_next (scan, &event); is_known = TRUE)
    *is_argument = event.event.kind == RS_TRACE_ARGUMENT;
  if (!rs_event_scan_finish (scan, error))
    return FALSE;
  if (!is_known)
    g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_QUERY,
                 "no array of this trace has the number %" G_GINT64_FORMAT "; trace memory --at TIME lists them",
                 self->object);
  return is_known;
}

static gboolean
belongs_to_object (ObjectFilter *self, const RsTraceEvent *event)
{
  if (self->object == 0 || (rs_trace_kind_is_of_object (event->kind) && event->a == self->object))
    return TRUE;
  return (event->kind == RS_TRACE_LAUNCH || event->kind == RS_TRACE_KERNEL || event->kind == RS_TRACE_PLACE)
         && rs_id_set_has (self->launches, (guint32)event->a);
}

RsRangeFilter *
rs_range_filter_new (RsTraceStore *store, const RsTraceRange *range, GError **error)
{
  g_autoptr (RsRangeFilter) self = g_new0 (RsRangeFilter, 1);
  gboolean is_argument = FALSE;

  self->kernel.store = store;
  if (range == NULL)
    return g_steal_pointer (&self);
  self->kernel.name = range->kernel;
  self->object.object = range->object;
  self->one_track = range->track != NULL;
  if (range->track != NULL && !find_track (store, range->track, &self->track, error))
    return NULL;
  if (range->kernel != NULL)
    {
      self->kernel.launches = rs_id_set_new ();
      self->kernel.known = g_new0 (guint8, KNOWN_NAMES);
      if (!collect_launches (&self->kernel, error))
        return NULL;
    }
  if (range->by_launch)
    {
      self->launches.from = range->from;
      self->launches.to = range->to;
      if (!collect_times (&self->launches, store, error))
        return NULL;
    }
  if (range->object != 0)
    {
      self->object.launches = rs_id_set_new ();
      if (!find_object (&self->object, store, &is_argument, error)
          || (is_argument && !collect_users (&self->object, store, error)))
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
rs_range_filter_free (RsRangeFilter *self)
{
  rs_id_set_free (self->kernel.launches);
  rs_id_set_free (self->launches.inside);
  rs_id_set_free (self->launches.known);
  rs_id_set_free (self->object.launches);
  g_free (self->kernel.known);
  g_free (self);
}

gboolean
rs_range_filter_has (RsRangeFilter *self, const RsTraceEvent *event)
{
  return (!self->one_track || event->track == self->track)
         && (self->kernel.name == NULL || belongs_to_kernel (&self->kernel, event))
         && (self->launches.known == NULL || belongs_to_time (&self->launches, event))
         && belongs_to_object (&self->object, event);
}

gboolean
rs_range_filter_get_track (const RsRangeFilter *self, guint32 *track)
{
  if (self->one_track)
    *track = self->track;
  return self->one_track;
}
