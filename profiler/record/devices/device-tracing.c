/* See device-tracing.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/devices/device-tracing.h"

#include "profiler/record/devices/device-metering.h"
#include "runtime/base/plugin.h"
#include "runtime/device/cupti.h"

#define POLL_INTERVAL G_GINT64_CONSTANT (1000000000) /* ns */
#define MOST_QUEUED (1u << 20)                       /* records, some 130 MB; more come than can be written */

struct _RsDeviceTracing {
  gint is_on;                   /* atomic */
  GMutex plugin_lock;           /* its functions are called under it */
  const RsDeviceTracer *tracer; /* guarded by plugin_lock; NULL: not begun, or ended */
  gboolean was_tried;           /* guarded by plugin_lock */
  RsDeviceMetering *metering;   /* guarded by plugin_lock, set once; NULL: nothing is measured */
  GMutex lock;
  GArray *queue;         /* of RsDeviceRecord; guarded by lock */
  gint64 n_lost;         /* guarded by lock */
  char *text;            /* what records, or why nothing does; guarded by lock; NULL: not asked */
  gboolean text_is_new;  /* guarded by lock */
  RsDeviceLosses losses; /* guarded by lock */
  /* The writer's. */
  GArray *spare; /* empty, the other one of queue */
  RsDeviceEvents *events;
  gint64 last_poll;
  gint64 told[5];
};

/* --- any thread --- */

static void
take_records (const RsDeviceRecord *records, gsize n, gpointer data)
{
  RsDeviceTracing *self = data;

  g_mutex_lock (&self->lock);
  if (self->queue->len + n <= MOST_QUEUED)
    g_array_append_vals (self->queue, records, (guint)n);
  else
    self->n_lost += (gint64)n;
  g_mutex_unlock (&self->lock);
}

static void
set_text (RsDeviceTracing *self, char *text)
{
  g_mutex_lock (&self->lock);
  g_free (self->text);
  self->text = text;
  self->text_is_new = TRUE;
  g_mutex_unlock (&self->lock);
}

/* Once in a recording. */
static void
begin (RsDeviceTracing *self, const RsSettings *settings)
{
  const RsDeviceSink sink = { take_records, self };
  const char *library = settings != NULL ? rs_settings_get_text (settings, RS_SETTING_PROFILER_CUPTI) : NULL, *reason;
  const gboolean wants_unified = settings != NULL
                                 && rs_settings_get_boolean (settings, RS_SETTING_PROFILER_UNIFIEDMEMORY);
  const RsDeviceTracer *tracer = rs_plugin_get ("cupti", &reason);
  char *text = NULL;

  self->was_tried = TRUE;
  if (tracer == NULL)
    text = g_strdup_printf ("not recorded: the plugin for it is missing: %s", reason);
  else if (!tracer->start (library, wants_unified, &sink, &text))
    {
      char *why = text;

      text = g_strdup_printf ("not recorded: %s", why);
      g_free (why);
    }
  else
    {
      self->tracer = tracer;
      __atomic_store_n (&self->is_on, TRUE, __ATOMIC_RELEASE);
    }
  set_text (self, text);
}

static const RsCuptiMarks *
attach (const RsSettings *settings, gpointer data)
{
  static RsCuptiMarks marks;
  RsDeviceTracing *self = data;
  gboolean is_on;

  g_mutex_lock (&self->plugin_lock);
  if (self->metering != NULL)
    {
      const RsCuptiMarks *metering = rs_device_metering_attach (self->metering, settings);

      g_mutex_unlock (&self->plugin_lock);
      return metering;
    }
  if (!self->was_tried)
    begin (self, settings);
  is_on = self->tracer != NULL;
  if (is_on)
    marks = (RsCuptiMarks){ self->tracer->push, self->tracer->pop };
  g_mutex_unlock (&self->plugin_lock);
  return is_on ? &marks : NULL;
}

RsDeviceTracing *
rs_device_tracing_new (RsThreadTrackFunc find_track, gpointer data)
{
  RsDeviceTracing *self = g_new0 (RsDeviceTracing, 1);

  g_mutex_init (&self->plugin_lock);
  g_mutex_init (&self->lock);
  self->queue = g_array_new (FALSE, FALSE, sizeof (RsDeviceRecord));
  self->spare = g_array_new (FALSE, FALSE, sizeof (RsDeviceRecord));
  self->events = rs_device_events_new (find_track, data);
  rs_cupti_listen (attach, self);
  return self;
}

gboolean
rs_device_tracing_measure (RsDeviceTracing *self, const char *sets, const char *kernel, GError **error)
{
  RsDeviceMetering *metering = rs_device_metering_new (sets, kernel, error);

  g_assert (self->metering == NULL);
  if (metering == NULL)
    return FALSE;
  g_mutex_lock (&self->plugin_lock);
  self->metering = metering;
  g_mutex_unlock (&self->plugin_lock);
  set_text (self, g_strdup ("not recorded: the run measured metrics"));
  return TRUE;
}

static RsDeviceMetering *
get_metering (RsDeviceTracing *self)
{
  RsDeviceMetering *metering;

  g_mutex_lock (&self->plugin_lock);
  metering = self->metering;
  g_mutex_unlock (&self->plugin_lock);
  return metering;
}

char *
rs_device_tracing_dup_obstacle (RsDeviceTracing *self)
{
  RsDeviceMetering *metering = get_metering (self);

  return metering != NULL ? rs_device_metering_dup_obstacle (metering) : NULL;
}

void
rs_device_tracing_stop (RsDeviceTracing *self)
{
  RsDeviceLosses losses = { 0 };

  rs_cupti_listen (NULL, NULL);
  g_mutex_lock (&self->plugin_lock);
  if (self->tracer != NULL)
    self->tracer->stop (&losses);
  self->tracer = NULL;
  if (self->metering != NULL)
    rs_device_metering_stop (self->metering);
  g_mutex_unlock (&self->plugin_lock);
  g_mutex_lock (&self->lock);
  self->losses.dropped += losses.dropped;
  self->losses.damaged += losses.damaged;
  g_mutex_unlock (&self->lock);
}

void
rs_device_tracing_free (RsDeviceTracing *self)
{
  if (self == NULL)
    return;
  rs_device_tracing_stop (self);
  g_array_unref (self->queue);
  g_array_unref (self->spare);
  rs_device_events_free (self->events);
  rs_device_metering_free (self->metering);
  g_free (self->text);
  g_mutex_clear (&self->lock);
  g_mutex_clear (&self->plugin_lock);
  g_free (self);
}

/* --- the writer --- */

gboolean
rs_device_tracing_is_on (RsDeviceTracing *self)
{
  return __atomic_load_n (&self->is_on, __ATOMIC_ACQUIRE) != 0;
}

void
rs_device_tracing_add_launch (RsDeviceTracing *self, const RsTraceEvent *launch)
{
  rs_device_events_add_launch (self->events, launch);
}

static void
poll (RsDeviceTracing *self, gint64 now)
{
  if (now - self->last_poll < POLL_INTERVAL)
    return;
  self->last_poll = now;
  g_mutex_lock (&self->plugin_lock);
  if (self->tracer != NULL)
    self->tracer->poll ();
  g_mutex_unlock (&self->plugin_lock);
}

void
rs_device_tracing_take (RsDeviceTracing *self, gboolean finish, GArray *events)
{
  gint64 now = rs_trace_now ();
  GArray *records;

  poll (self, now);
  g_mutex_lock (&self->lock);
  records = self->queue;
  self->queue = self->spare;
  self->spare = records;
  g_mutex_unlock (&self->lock);
  rs_device_events_add (self->events, (const RsDeviceRecord *)records->data, records->len, now, events);
  g_array_set_size (records, 0);
  if (finish)
    rs_device_events_finish (self->events, events);
}

void
rs_device_tracing_take_values (RsDeviceTracing *self, RsDeviceValues *values)
{
  RsDeviceMetering *metering = get_metering (self);

  rs_device_values_empty (values);
  if (metering != NULL)
    rs_device_metering_take (metering, values);
}

typedef struct {
  RsDeviceFactFunc func;
  gpointer data;
} Teller;

static void
tell_device (guint32 device, guint32 text, gpointer data)
{
  const Teller *teller = data;
  g_autofree char *name = g_strdup_printf ("device cuda:%u", device);

  teller->func (name, rs_trace_get_text (text), teller->data);
}

void
rs_device_tracing_tell (RsDeviceTracing *self, RsDeviceFactFunc func, gpointer data)
{
  static const char *const names[]
      = { "device-dropped", "device-damaged", "device-early", "device-without-times", "device-alone" };
  const RsDeviceCounts *counts = rs_device_events_get_counts (self->events);
  RsDeviceMetering *metering = get_metering (self);
  g_autofree char *text = NULL;
  gint64 values[G_N_ELEMENTS (names)];

  g_mutex_lock (&self->lock);
  if (self->text_is_new)
    text = g_strdup (self->text);
  self->text_is_new = FALSE;
  values[0] = self->losses.dropped + self->n_lost;
  values[1] = self->losses.damaged;
  g_mutex_unlock (&self->lock);
  values[2] = counts->early;
  values[3] = counts->without_times;
  values[4] = counts->alone;
  if (text != NULL)
    func ("device-tracer", text, data);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (values[i] != self->told[i])
      {
        g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, self->told[i] = values[i]);

        func (names[i], number, data);
      }
  if (metering != NULL)
    rs_device_metering_tell_news (metering, func, data);
  rs_device_events_take_descriptions (self->events, tell_device, &(Teller){ func, data });
}
