/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/engine.h"

#include "runtime/error.h"

static void
engine_free (gpointer data)
{
  RsEngine *self = data;

  g_clear_pointer (&self->queue, rs_queue_free);
  g_clear_pointer (&self->forecast, rs_forecast_free);
  g_clear_pointer (&self->device, rs_device_free);
  g_free (self);
}

static gboolean
synchronize (RsSession *session, GError **error)
{
  RsEngine *self = session->slots[RS_SLOT_QUEUE];
  gboolean done;

  if (self == NULL || self->queue == NULL)
    return TRUE;
  done = rs_queue_synchronize (self->queue, error);
  if (!done)
    rs_queue_take_place (self->queue, &session->error_place);
  return done;
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
  self->device = rs_device_new_cpu_with_kernels (session->settings, session->kernels, &missing);
  if (self->device != NULL)
    {
      self->device->warn = pass_on_warning;
      self->device->warn_data = session;
      self->queue = rs_queue_new (self->device, &session->stop);
      rs_queue_set_tell (self->queue, pass_on_message, session);
      session->synchronize = synchronize;
      session->retire = retire;
    }
  rs_session_set_slot (session, RS_SLOT_QUEUE, self, engine_free);
  if (self->queue != NULL)
    return self;
  if (session->device == RS_DEVICE_CPU)
    g_propagate_error (error, g_steal_pointer (&missing));
  else
    rs_session_message (session, "redshift: warning: %s; the program is interpreted", missing->message);
  return NULL;
}
