/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/engine.h"

#include "compiler/base/debug-topics.h"
#include "runtime/base/error.h"
#include "runtime/device/configuration/configuration.h"
#include "runtime/memory/replica.h"
#include "runtime/sched/place/learning.h"
#include "runtime/sched/queue/order.h"

#include <string.h>

/* Launches of one queue may wait for those of another: first all queues end, then memories and devices. */
static void
end_queues (RsEngine *self)
{
  for (RsEngine *engine = self; engine != NULL; engine = engine->next)
    {
      g_clear_pointer (&engine->queue, rs_queue_free);
      g_clear_pointer (&engine->forecast, rs_forecast_free);
    }
}

static void
free_devices (RsEngine *self)
{
  RsEngine *next;

  for (; self != NULL; self = next)
    {
      next = self->next;
      if (self->device != NULL && self->device->memory != RS_MEMORY_HOST)
        rs_memory_unregister_device (self->device);
      g_clear_pointer (&self->device, rs_device_free);
      g_free (self);
    }
}

static void
engine_free (gpointer data)
{
  RsEngine *self = data, *host = self != NULL ? self->host : NULL;

  if (self == NULL)
    return;
  g_clear_pointer (&self->discovery, rs_discovery_free);
  end_queues (host);
  end_queues (self);
  rs_learning_end (self);
  free_devices (self);
  free_devices (host);
}

static gboolean
synchronize (RsSession *session, GError **error)
{
  RsEngine *self = session->slots[RS_SLOT_QUEUE];
  g_autoptr (GError) loss = NULL;
  gboolean done;

  if (self == NULL || self->queue == NULL)
    return TRUE;
  done = rs_queue_synchronize (self->queue, error);
  if (!done)
    rs_queue_take_place (self->queue, &session->error_place);
  loss = rs_array_take_loss ();
  if (!done || loss == NULL)
    return done;
  g_propagate_error (error, g_steal_pointer (&loss));
  return FALSE;
}

static void
retire (RsSession *session)
{
  RsEngine *self = session->slots[RS_SLOT_QUEUE];

  if (self != NULL && self->queue != NULL)
    rs_queue_retire (self->queue);
}

static void
pass_on_warning (const char *text, gpointer data)
{
  rs_session_warn (data, NULL, 0, 0, RS_SAY (DEVICE_WARNING), text);
}

static void
pass_on_message (const char *text, gpointer data)
{
  rs_session_message (data, "%s", text);
}

static void
set_device (RsEngine *self, RsDevice *device, RsSession *session)
{
  self->device = device;
  self->is_alone = TRUE;
  if (device == NULL)
    return;
  device->warn = pass_on_warning;
  device->warn_data = session;
  self->queue = rs_queue_new (device, &session->stop);
  rs_queue_set_concurrent (self->queue,
                           rs_settings_get_boolean (session->settings, RS_SETTING_RUNTIME_CONCURRENT_KERNELS));
  rs_queue_set_tell (self->queue, pass_on_message, session);
  session->synchronize = synchronize;
  session->retire = retire;
}

/* Beside devices of plugins, where there is a C compiler. */
static void
open_host (RsEngine *self, RsSession *session, guint number)
{
  RsDevice *cpu = rs_device_new_cpu_with_kernels (session->settings, session->kernels, NULL);
  RsEngine *host;

  if (cpu == NULL)
    return;
  host = g_new0 (RsEngine, 1);
  set_device (host, cpu, session);
  rs_queue_join (host->queue, self->queue);
  host->number = number;
  host->is_alone = FALSE;
  for (RsEngine *engine = self; engine != NULL; engine = engine->next)
    {
      engine->host = host;
      engine->is_alone = FALSE;
    }
}

static void
limit_memory (RsDevice *device, const RsSettings *settings)
{
  g_autoptr (RsDeviceInfo) info = g_new0 (RsDeviceInfo, 1);

  device->table->describe (device, info);
  rs_memory_limit_device (device, (guint64)info->memory, settings);
}

/* Behind last, the one before it; NULL: self becomes the first one. */
static RsEngine *
add_device (RsEngine *self, RsEngine *last, RsDevice *device, RsSession *session)
{
  RsEngine *engine = last == NULL ? self : g_new0 (RsEngine, 1);

  rs_memory_register_device (device);
  limit_memory (device, session->settings);
  set_device (engine, device, session);
  engine->is_alone = FALSE;
  if (last != NULL)
    {
      engine->number = last->number + 1;
      last->next = engine;
    }
  return engine;
}

/* The devices of the session by name, with the CPU beside them. FALSE: one can't be used. */
static gboolean
open_plugin_devices (RsEngine *self, RsSession *session, GError **error)
{
  RsEngine *last = NULL;
  guint n = 0;

  for (guint i = 0; i < session->devices->len; i++)
    {
      const RsConfiguredDevice *wanted = &g_array_index (session->devices, RsConfiguredDevice, i);
      RsDevice *device;

      if (strcmp (wanted->name, "cpu") == 0)
        continue;
      if (n++ == RS_MOST_DEVICES)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE,
                       "a program can use %d devices beside the CPU, not more", RS_MOST_DEVICES);
          return FALSE;
        }
      device = rs_device_open (wanted->name, session->settings, session->kernels, error);
      if (device == NULL)
        return FALSE;
      device->memory_limit = wanted->memory_limit;
      last = add_device (self, last, device, session);
      last->is_alone = session->devices->len == 1;
      if (last != self)
        rs_queue_join (last->queue, self->queue);
    }
  open_host (self, session, n);
  if (session->devices->len > 1) /* launches go where they take least */
    rs_learning_begin (self, session->settings);
  return TRUE;
}

/* --- -d auto --- */

#define CPU_NUMBER (RS_MOST_COSTED - 1) /* those that join it come before */
/* ns; a first launch elsewhere waits for its compilation. */
#define WORTH_TRYING 200000000

static void
open_cpu (RsEngine *self, RsSession *session, GError **error)
{
  RsDevice *cpu = rs_device_new_cpu_with_kernels (session->settings, session->kernels, error);

  set_device (self, cpu, session);
  if (cpu != NULL)
    rs_queue_set_one_thread (self->queue, rs_settings_get_threads (session->settings) == 1);
  if (session->device != RS_DEVICE_AUTO || cpu == NULL)
    return;
  self->number = CPU_NUMBER;
  self->discovery = rs_discovery_new (session->settings, session->kernels);
  if (self->discovery != NULL)
    rs_queue_set_most_backlog (self->queue, RS_BACKLOG_WHILE_LEARNING);
}

/* The CPU, whose engine was the session's first and only one, becomes the one beside them. */
static RsEngine *
join (RsEngine *cpu, RsSession *session, const GPtrArray *devices)
{
  RsEngine *first = g_new0 (RsEngine, 1), *last = NULL;

  rs_queue_drain (cpu->queue); /* errors stay */
  for (guint i = 0; i < devices->len; i++)
    {
      last = add_device (first, last, devices->pdata[i], session);
      rs_queue_join (last->queue, cpu->queue);
      last->host = cpu;
      if (rs_debug_topic_is_on (RS_DEBUG_TOPIC_LAUNCH))
        rs_session_message (session, "launch: %s joins the CPU", last->device->name);
    }
  cpu->is_alone = FALSE;
  session->slots[RS_SLOT_QUEUE] = first;
  rs_learning_begin (first, session->settings);
  rs_costs_set_worth_trying (first->costs, WORTH_TRYING);
  return first;
}

/* What the discovery has found. Returns the session's first engine. */
static RsEngine *
take_in (RsEngine *cpu, RsSession *session)
{
  g_autoptr (RsDiscovery) discovery = g_steal_pointer (&cpu->discovery);
  g_autoptr (GPtrArray) devices = rs_discovery_take (discovery);
  const GPtrArray *warnings = rs_discovery_get_warnings (discovery);

  rs_queue_set_most_backlog (cpu->queue, G_MAXINT64);
  for (guint i = 0; i < warnings->len; i++)
    rs_session_warn (session, NULL, 0, 0, RS_SAY (DEVICE_WARNING), (const char *)warnings->pdata[i]);
  return devices->len > 0 ? join (cpu, session, devices) : cpu;
}

void
rs_engine_want_devices (RsSession *session)
{
  RsEngine *self = session->device == RS_DEVICE_AUTO ? rs_engine_get (session, NULL) : NULL;

  if (self == NULL || self->discovery == NULL)
    return;
  rs_discovery_begin (self->discovery);
  take_in (self, session);
}

gboolean
rs_engine_has_devices (const RsSession *session)
{
  const RsEngine *self = session->slots[RS_SLOT_QUEUE];

  return session->device == RS_DEVICE_PLUGIN || (self != NULL && self->host != NULL);
}

/* Whether other devices may join the CPU now; where launches are drawn, for tests, when that is. */
static gboolean
is_time_to_join (RsEngine *self, RsSession *session)
{
  if (session->stress == 0)
    return rs_discovery_is_over (self->discovery, self->device);
  if (rs_session_draw_stress (session) % 3 > 0)
    return FALSE;
  rs_discovery_begin (self->discovery);
  return TRUE;
}

RsEngine *
rs_engine_get (RsSession *session, GError **error)
{
  RsEngine *self = session->slots[RS_SLOT_QUEUE];
  g_autoptr (GError) missing = NULL;

  if (session->device == RS_DEVICE_INTERP)
    return NULL;
  if (self != NULL && self->discovery != NULL && is_time_to_join (self, session))
    return take_in (self, session);
  if (self != NULL)
    return self->queue != NULL ? self : NULL;

  self = g_new0 (RsEngine, 1);
  if (session->device != RS_DEVICE_PLUGIN)
    open_cpu (self, session, &missing);
  else if (!open_plugin_devices (self, session, &missing))
    {
      engine_free (self);
      self = g_new0 (RsEngine, 1); /* it is not tried again */
    }
  rs_session_set_slot (session, RS_SLOT_QUEUE, self, engine_free);
  if (self->queue != NULL)
    return self;
  if (session->device == RS_DEVICE_AUTO)
    rs_session_warn (session, NULL, 0, 0, RS_SAY (PROGRAM_INTERPRETED), missing->message);
  else
    g_propagate_error (error, g_steal_pointer (&missing));
  return NULL;
}
