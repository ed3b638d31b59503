/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/engine.h"

#include "runtime/device/configuration.h"
#include "runtime/error.h"
#include "runtime/memory/replica.h"
#include "runtime/sched/learning.h"
#include "runtime/sched/order.h"

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
  end_queues (host);
  end_queues (self);
  g_clear_pointer (&self->costs, rs_costs_free);
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
  rs_session_message (data, "redshift: warning: %s", text);
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

#define MOST_DEVICES (RS_MOST_QUEUES - 1) /* and the CPU */

/* The devices of the session by name, with the CPU beside them. FALSE: one can't be used. */
static gboolean
open_plugin_devices (RsEngine *self, RsSession *session, GError **error)
{
  RsEngine *last = NULL;
  guint n = 0;

  for (guint i = 0; i < session->devices->len; i++)
    {
      const RsConfiguredDevice *wanted = &g_array_index (session->devices, RsConfiguredDevice, i);
      RsEngine *engine;
      RsDevice *device;

      if (strcmp (wanted->name, "cpu") == 0)
        continue;
      if (n == MOST_DEVICES)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEVICE,
                       "a program can use %d devices beside the CPU, not more", MOST_DEVICES);
          return FALSE;
        }
      device = rs_device_open (wanted->name, session->settings, error);
      if (device == NULL)
        return FALSE;
      engine = last == NULL ? self : g_new0 (RsEngine, 1);
      device->memory_limit = wanted->memory_limit;
      rs_memory_register_device (device);
      set_device (engine, device, session);
      engine->number = n++;
      engine->is_alone = session->devices->len == 1;
      if (last != NULL)
        {
          rs_queue_join (engine->queue, self->queue);
          last->next = engine;
        }
      last = engine;
    }
  open_host (self, session, n);
  if (session->devices->len > 1) /* launches go where they take least */
    rs_learning_begin (self, session->settings);
  return TRUE;
}

RsEngine *
rs_engine_get (RsSession *session, GError **error)
{
  RsEngine *self = session->slots[RS_SLOT_QUEUE];
  g_autoptr (GError) missing = NULL;

  if (session->device == RS_DEVICE_INTERP)
    return NULL;
  if (self != NULL)
    return self->queue != NULL ? self : NULL;

  self = g_new0 (RsEngine, 1);
  if (session->device == RS_DEVICE_PLUGIN)
    {
      if (!open_plugin_devices (self, session, &missing))
        {
          engine_free (self);
          self = g_new0 (RsEngine, 1); /* it is not tried again */
        }
    }
  else
    set_device (self, rs_device_new_cpu_with_kernels (session->settings, session->kernels, &missing), session);
  rs_session_set_slot (session, RS_SLOT_QUEUE, self, engine_free);
  if (self->queue != NULL)
    return self;
  if (session->device == RS_DEVICE_AUTO)
    rs_session_message (session, "redshift: warning: %s; the program is interpreted", missing->message);
  else
    g_propagate_error (error, g_steal_pointer (&missing));
  return NULL;
}
