/* Forms as data.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/form/form.h"

static void
widget_free (gpointer data)
{
  RsWidget *widget = data;

  g_free (widget->text);
  rs_figure_unref (widget->figure);
  g_free (widget);
}

RsForm *
rs_form_new (guint number, const char *title, GAsyncQueue *events)
{
  RsForm *self = g_atomic_rc_box_new0 (RsForm);

  self->number = number;
  self->events = g_async_queue_ref (events);
  self->title = g_utf8_make_valid (title, -1);
  self->widgets = g_ptr_array_new_with_free_func (widget_free);
  g_mutex_init (&self->lock);
  return self;
}

RsForm *
rs_form_ref (RsForm *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
form_clear (gpointer data)
{
  RsForm *self = data;

  g_async_queue_unref (self->events);
  g_free (self->title);
  g_ptr_array_unref (self->widgets);
  g_mutex_clear (&self->lock);
}

void
rs_form_unref (RsForm *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, form_clear);
}

void
rs_form_event_free (RsFormEvent *event)
{
  rs_form_unref (event->form);
  g_free (event);
}

void
rs_form_lock (RsForm *self)
{
  g_mutex_lock (&self->lock);
}

void
rs_form_unlock (RsForm *self)
{
  g_mutex_unlock (&self->lock);
}

guint
rs_form_add (RsForm *self, const RsWidget *like)
{
  RsWidget *widget = g_new (RsWidget, 1);
  guint index;

  *widget = *like;
  widget->text = g_utf8_make_valid (like->text, -1);
  rs_form_lock (self);
  index = self->widgets->len;
  g_ptr_array_add (self->widgets, widget);
  rs_form_unlock (self);
  return index;
}

guint
rs_form_count (RsForm *self)
{
  guint n;

  rs_form_lock (self);
  n = self->widgets->len;
  rs_form_unlock (self);
  return n;
}

RsWidget *
rs_form_get (RsForm *self, guint widget)
{
  return g_ptr_array_index (self->widgets, widget);
}

static void
post (RsForm *self, guint widget)
{
  RsFormEvent *event = g_new (RsFormEvent, 1);

  *event = (RsFormEvent){ rs_form_ref (self), widget };
  g_async_queue_push (self->events, event);
}

/* Several changes before the program looks are one. */
void
rs_form_change (RsForm *self, guint index, double value)
{
  RsWidget *widget;
  gboolean is_new;

  rs_form_lock (self);
  widget = rs_form_get (self, index);
  is_new = widget->value != value && !widget->is_pending;
  widget->n_changes += widget->value != value;
  widget->value = value;
  widget->is_pending |= is_new;
  rs_form_unlock (self);
  if (is_new)
    post (self, index);
}

void
rs_form_click (RsForm *self, guint index)
{
  post (self, index);
}

void
rs_form_close (RsForm *self)
{
  if (g_atomic_int_compare_and_exchange (&self->closed, FALSE, TRUE))
    post (self, RS_FORM_CLOSED);
}

gboolean
rs_form_is_closed (RsForm *self)
{
  return g_atomic_int_get (&self->closed);
}
