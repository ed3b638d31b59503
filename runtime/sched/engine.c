/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/engine.h"

#include "runtime/error.h"
#include "runtime/memory/replica.h"

static void
engine_free (gpointer data)
{
  RsEngine *self = data;

  if (self == NULL)
    return;
  engine_free (self->host);
  g_clear_pointer (&self->queue, rs_queue_free);
  g_clear_pointer (&self->forecast, rs_forecast_free);
  if (self->device != NULL && self->device->memory != RS_MEMORY_HOST)
    rs_memory_unregister_device (self->device);
  g_clear_pointer (&self->device, rs_device_free);
  g_free (self);
}

static gboolean
synchronize_one (RsEngine *self, RsSession *session, GError **error)
{
  gboolean done;

  if (self == NULL || self->queue == NULL)
    return TRUE;
  done = rs_queue_synchronize (self->queue, error);
  if (!done)
    rs_queue_take_place (self->queue, &session->error_place);
  return done;
}

/* Only one of the two has launches that are not complete, see rs_engine_submit. */
static gboolean
synchronize (RsSession *session, GError **error)
{
  RsEngine *self = session->slots[RS_SLOT_QUEUE];

  return synchronize_one (self, session, error) && (self == NULL || synchronize_one (self->host, session, error));
}

static void
retire (RsSession *session)
{
  RsEngine *self = session->slots[RS_SLOT_QUEUE];

  if (self != NULL && self->queue != NULL)
    rs_queue_retire (self->queue);
  if (self != NULL && self->host != NULL)
    rs_queue_retire (self->host->queue);
}

void
rs_engine_take_place (RsEngine *self, RsErrorPlace *place)
{
  rs_queue_take_place (self->queue, place);
  if (place->error == NULL && self->other != NULL)
    rs_queue_take_place (self->other->queue, place);
}

gboolean
rs_engine_submit (RsEngine *self, RsLaunch *launch, GError **error)
{
  if (self->other != NULL && !rs_queue_synchronize (self->other->queue, error))
    {
      rs_launch_free (launch);
      return FALSE;
    }
  return rs_queue_submit (self->queue, launch, error);
}

gboolean
rs_engine_can_fuse (const RsEngine *self)
{
  return self->other == NULL;
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
  if (device == NULL)
    return;
  device->warn = pass_on_warning;
  device->warn_data = session;
  self->queue = rs_queue_new (device, &session->stop);
  rs_queue_set_tell (self->queue, pass_on_message, session);
  session->synchronize = synchronize;
  session->retire = retire;
}

/* A device of a plugin, with the CPU beside it where there is a C compiler. */
static void
open_plugin_device (RsEngine *self, RsSession *session, GError **error)
{
  RsDevice *device = rs_device_open (session->device_name, session->settings, error);
  RsDevice *cpu;

  if (device == NULL)
    return;
  rs_memory_register_device (device);
  set_device (self, device, session);
  cpu = rs_device_new_cpu_with_kernels (session->settings, session->kernels, NULL);
  if (cpu == NULL)
    return;
  self->host = g_new0 (RsEngine, 1);
  set_device (self->host, cpu, session);
  self->other = self->host;
  self->host->other = self;
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
    open_plugin_device (self, session, &missing);
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
