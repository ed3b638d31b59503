/* The forms of a session.
 *
 * Functions that the program adds to a form are called here, on the program's thread, while it waits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/forms-private.h"

#include "runtime/value/types/function.h"

#define POLL_US 50000 /* Stop has to be seen within 0.2 s */

static void
handler_free (gpointer data)
{
  rs_function_unref (((RsHandler *)data)->function);
  g_free (data);
}

static void
entry_free (gpointer data)
{
  RsFormEntry *entry = data;

  rs_form_entry_close (entry);
  g_ptr_array_unref (entry->handlers);
  rs_form_unref (entry->form);
  g_free (entry);
}

static void
list_free (gpointer data)
{
  RsFormList *self = data;

  g_ptr_array_unref (self->entries);
  g_async_queue_unref (self->events);
  g_free (self);
}

RsFormList *
rs_form_list_get (RsSession *session)
{
  RsFormList *self = session->slots[RS_SLOT_FORMS];

  if (self != NULL)
    return self;
  self = g_new0 (RsFormList, 1);
  self->session = session;
  self->events = g_async_queue_new_full ((GDestroyNotify)rs_form_event_free);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  rs_session_set_slot (session, RS_SLOT_FORMS, self, list_free);
  return self;
}

gboolean
rs_form_list_is_seen (const RsFormList *self)
{
  const RsDisplay *display = self->session->display;

  return display != NULL && display->show_form != NULL && display->is_interactive != NULL
         && display->is_interactive (self->session->display_data);
}

RsFormEntry *
rs_form_list_add (RsFormList *self, const char *title)
{
  RsFormEntry *entry = g_new0 (RsFormEntry, 1);

  entry->list = self;
  entry->form = rs_form_new (++self->last_number, title, self->events);
  entry->handlers = g_ptr_array_new_with_free_func (handler_free);
  g_ptr_array_add (self->entries, entry);
  rs_form_entry_show (entry);
  return entry;
}

void
rs_form_entry_add_handler (RsFormEntry *entry, guint widget, RsFunction *function)
{
  RsHandler *handler = g_new (RsHandler, 1);

  *handler = (RsHandler){ widget, rs_function_ref (function) };
  g_ptr_array_add (entry->handlers, handler);
}

void
rs_form_entry_show (RsFormEntry *entry)
{
  RsSession *session = entry->list->session;

  if (session->display != NULL && session->display->show_form != NULL && !rs_form_is_closed (entry->form))
    session->display->show_form (session->display_data, entry->form);
}

void
rs_form_entry_close (RsFormEntry *entry)
{
  RsSession *session = entry->list->session;

  if (rs_form_is_closed (entry->form))
    return;
  rs_form_close (entry->form);
  if (session->display != NULL && session->display->show_form != NULL)
    session->display->show_form (session->display_data, entry->form);
}

void
rs_session_close_forms (RsSession *session)
{
  RsFormList *self = session->slots[RS_SLOT_FORMS];

  for (guint i = 0; self != NULL && i < self->entries->len; i++)
    rs_form_entry_close (g_ptr_array_index (self->entries, i));
}

/* --- events --- */

static RsFormEntry *
find_entry (RsFormList *self, const RsForm *form)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (((RsFormEntry *)g_ptr_array_index (self->entries, i))->form == form)
      return g_ptr_array_index (self->entries, i);
  return NULL;
}

/* A function may add others while it runs. */
static gboolean
handle (RsFormList *self, RsFormEvent *event, GError **error)
{
  RsFormEntry *entry = find_entry (self, event->form);
  gboolean good = TRUE;

  if (entry == NULL || event->widget == RS_FORM_CLOSED)
    return TRUE;
  rs_form_lock (event->form);
  rs_form_get (event->form, event->widget)->is_pending = FALSE;
  rs_form_unlock (event->form);
  self->is_calling = TRUE;
  for (guint i = 0; good && i < entry->handlers->len; i++)
    {
      const RsHandler *handler = g_ptr_array_index (entry->handlers, i);
      RsFunction *function;
      RsValue unused = RS_NONE;

      if (handler->widget != event->widget)
        continue;
      function = rs_function_ref (handler->function);
      good = rs_session_call (self->session, function, NULL, 0, &unused, 0, error);
      rs_value_clear (&unused);
      rs_function_unref (function);
    }
  self->is_calling = FALSE;
  return good;
}

gboolean
rs_forms_wait (RsSession *session, RsForm *form, gint64 until, GError **error)
{
  RsFormList *self = session->slots[RS_SLOT_FORMS];

  if (self == NULL || self->is_calling)
    return TRUE;
  while (!rs_session_is_stopped (session))
    {
      gint64 left = form != NULL ? POLL_US : until - g_get_monotonic_time ();
      RsFormEvent *event = left > 0 ? g_async_queue_timeout_pop (self->events, (guint64)MIN (left, POLL_US))
                                    : g_async_queue_try_pop (self->events);
      gboolean good;

      rs_error_poll ();
      if (event == NULL && left <= 0)
        break;
      if (form != NULL && rs_form_is_closed (form))
        {
          g_clear_pointer (&event, rs_form_event_free);
          break;
        }
      if (event == NULL)
        continue;
      good = handle (self, event, error);
      rs_form_event_free (event);
      if (!good)
        return FALSE;
    }
  return TRUE;
}
