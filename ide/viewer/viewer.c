/* The viewer. A thread reads messages and hands them to the main thread, another sends what the user does in forms.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/viewer/viewer.h"

#include "ide/view/figure-panel.h"
#include "ide/view/form-window.h"
#include "ide/view/image/image-panel.h"
#include "ide/viewer/wire.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
  int fd;
  GMutex sending;
  GMainLoop *loop;
  GAsyncQueue *events;   /* of RsFormEvent: what the user does in forms */
  GHashTable *windows;   /* figure number -> GtkWindow; the window is GTK's */
  GHashTable *embedded;  /* figure number -> RsFigure: of displays; owned */
  GHashTable *forms;     /* form number -> RsFormWindow; the window is GTK's */
  gboolean has_ended;    /* the program */

  GMutex lock;
  GCond handled;
  gboolean is_handling;  /* under lock: a message is on its way to the main thread */
} Viewer;

/* A message on its way to the main thread. */
typedef struct {
  Viewer *viewer;
  RsWireKind kind;
  GVariant *value; /* owned; NULL: the program has ended */
} Message;

static void
tell (Viewer *self, RsWireKind kind, GVariant *value)
{
  g_mutex_lock (&self->sending);
  rs_wire_send (self->fd, kind, value);
  g_mutex_unlock (&self->sending);
}

static void
quit_when_empty (Viewer *self)
{
  if (self->has_ended && g_hash_table_size (self->windows) == 0 && g_hash_table_size (self->forms) == 0)
    g_main_loop_quit (self->loop);
}

/* --- figures --- */

static guint
get_number (GtkWindow *window)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (window), "number"));
}

static gboolean
on_figure_close (GtkWindow *window, gpointer data)
{
  Viewer *self = data;

  g_hash_table_remove (self->windows, GUINT_TO_POINTER (get_number (window)));
  tell (self, RS_WIRE_CLOSE_FIGURE, g_variant_new ("(u)", get_number (window)));
  quit_when_empty (self);
  return FALSE;
}

static GtkWindow *
get_window (Viewer *self, guint number)
{
  GtkWindow *window = g_hash_table_lookup (self->windows, GUINT_TO_POINTER (number));

  if (window != NULL)
    return window;
  window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_default_size (window, 700, 560);
  g_object_set_data (G_OBJECT (window), "number", GUINT_TO_POINTER (number));
  g_signal_connect (window, "close-request", G_CALLBACK (on_figure_close), self);
  g_hash_table_insert (self->windows, GUINT_TO_POINTER (number), window);
  return window;
}

static void
show_image (GtkWindow *window, const RsFigure *figure, const RsSeries *series)
{
  g_autoptr (RsImage) image = rs_image_panel_make_image (figure, series);
  GtkWidget *panel = gtk_window_get_child (window);

  if (!RS_IS_IMAGE_PANEL (panel))
    {
      panel = GTK_WIDGET (rs_image_panel_new (figure->number));
      gtk_window_set_child (window, panel);
    }
  rs_image_panel_set_image (RS_IMAGE_PANEL (panel), image);
}

static void
show_plot (GtkWindow *window, RsFigure *figure)
{
  GtkWidget *panel = gtk_window_get_child (window);

  if (!RS_IS_FIGURE_PANEL (panel))
    {
      panel = GTK_WIDGET (rs_figure_panel_new (figure->number));
      gtk_window_set_child (window, panel);
    }
  rs_figure_panel_set_figure (RS_FIGURE_PANEL (panel), rs_figure_ref (figure));
}

static void
on_figure (Viewer *self, GVariant *value)
{
  g_autoptr (RsFigure) figure = rs_wire_unpack_figure (value);
  const RsSeries *image = figure != NULL ? rs_figure_get_only_image (figure) : NULL;
  g_autofree char *title = NULL;
  GHashTableIter forms;
  gpointer form;
  GtkWindow *window;

  if (figure == NULL)
    return;
  if (figure->is_embedded)
    {
      rs_figure_take (rs_wire_get_embedded (self->embedded, figure->number), figure);
      g_hash_table_iter_init (&forms, self->forms);
      while (g_hash_table_iter_next (&forms, NULL, &form))
        rs_form_window_show_figure (form, rs_wire_get_embedded (self->embedded, figure->number));
      return;
    }
  window = get_window (self, figure->number);
  title = *figure->title != '\0' ? g_strdup (figure->title) : g_strdup_printf (_ ("Figure %u"), figure->number);
  gtk_window_set_title (window, title);
  if (image != NULL)
    show_image (window, figure, image);
  else
    show_plot (window, figure);
  gtk_window_present (window);
}

static void
on_close_figure (Viewer *self, guint number)
{
  GtkWindow *window = g_hash_table_lookup (self->windows, GUINT_TO_POINTER (number));

  if (window == NULL)
    return;
  g_hash_table_remove (self->windows, GUINT_TO_POINTER (number));
  gtk_window_destroy (window);
}

/* --- forms --- */

static void
on_form_destroyed (GtkWidget *window, gpointer data)
{
  Viewer *self = data;

  g_hash_table_remove (self->forms, GUINT_TO_POINTER (rs_form_window_get_form (RS_FORM_WINDOW (window))->number));
  quit_when_empty (self);
}

static void
on_form (Viewer *self, GVariant *value)
{
  RsFormWindow *window;
  gboolean is_closed;
  guint number;

  if (!rs_wire_read_form (value, &number, &is_closed))
    return;
  window = g_hash_table_lookup (self->forms, GUINT_TO_POINTER (number));
  if (is_closed)
    {
      if (window != NULL)
        gtk_window_destroy (GTK_WINDOW (window));
      return;
    }
  if (window != NULL)
    {
      rs_wire_update_form (rs_form_window_get_form (window), value, self->embedded);
      rs_form_window_update (window);
    }
  else
    {
      g_autoptr (RsForm) form = rs_form_new (number, "", self->events);

      rs_wire_update_form (form, value, self->embedded);
      window = rs_form_window_new (form, NULL);
      g_hash_table_insert (self->forms, GUINT_TO_POINTER (number), window);
      g_signal_connect (window, "destroy", G_CALLBACK (on_form_destroyed), self);
      gtk_window_present (GTK_WINDOW (window));
    }
}

/* --- messages --- */

static gboolean
on_message (gpointer data)
{
  Message *message = data;
  Viewer *self = message->viewer;
  guint number;

  if (message->value == NULL)
    {
      GHashTableIter forms;
      gpointer window;

      /* Forms without their program are of no use; figures stay. */
      self->has_ended = TRUE;
      g_hash_table_iter_init (&forms, self->forms);
      while (g_hash_table_iter_next (&forms, NULL, &window))
        {
          g_hash_table_iter_remove (&forms);
          g_signal_handlers_disconnect_by_data (window, self);
          gtk_window_destroy (window);
        }
      quit_when_empty (self);
    }
  else if (message->kind == RS_WIRE_FIGURE)
    on_figure (self, message->value);
  else if (message->kind == RS_WIRE_FORM)
    on_form (self, message->value);
  else if (message->kind == RS_WIRE_CLOSE_FIGURE && g_variant_is_of_type (message->value, G_VARIANT_TYPE ("(u)")))
    {
      g_variant_get (message->value, "(u)", &number);
      on_close_figure (self, number);
    }
  g_clear_pointer (&message->value, g_variant_unref);
  g_free (message);
  g_mutex_lock (&self->lock);
  self->is_handling = FALSE;
  g_cond_signal (&self->handled);
  g_mutex_unlock (&self->lock);
  return G_SOURCE_REMOVE;
}

/* Waits until the main thread is done with it: a program that is faster than the screen has to see that, or pictures
 * would pile up here. */
static void
hand_over (Viewer *self, Message *message)
{
  g_mutex_lock (&self->lock);
  self->is_handling = TRUE;
  g_idle_add (on_message, message);
  while (self->is_handling)
    g_cond_wait (&self->handled, &self->lock);
  g_mutex_unlock (&self->lock);
}

static gpointer
read_messages (gpointer data)
{
  Viewer *self = data;
  Message *message;
  gboolean has_ended;

  do
    {
      message = g_new0 (Message, 1);
      message->viewer = self;
      message->value = rs_wire_receive (self->fd, &message->kind);
      has_ended = message->value == NULL;
      hand_over (self, message);
    }
  while (!has_ended);
  return NULL;
}

static gpointer
send_events (gpointer data)
{
  Viewer *self = data;

  for (;;)
    {
      RsFormEvent *event = g_async_queue_pop (self->events);
      RsWireKind kind;
      GVariant *value = rs_wire_pack_event (event, &kind);

      tell (self, kind, value);
      rs_form_event_free (event);
    }
  return NULL;
}

int
rs_viewer_run (void)
{
  const char *fd = g_getenv (RS_WIRE_FD);
  Viewer self = { 0 };

  if (fd == NULL || !gtk_init_check ())
    return 1;
  adw_init ();
  panel_init ();
  self.fd = atoi (fd);
  g_unsetenv (RS_WIRE_FD);
  g_mutex_init (&self.sending);
  g_mutex_init (&self.lock);
  g_cond_init (&self.handled);
  self.loop = g_main_loop_new (NULL, FALSE);
  self.events = g_async_queue_new_full ((GDestroyNotify)rs_form_event_free);
  self.windows = g_hash_table_new (NULL, NULL);
  self.embedded = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)rs_figure_unref);
  self.forms = g_hash_table_new (NULL, NULL);
  tell (&self, RS_WIRE_READY, g_variant_new ("(u)", 0));
  g_thread_unref (g_thread_new ("reader", read_messages, &self));
  g_thread_unref (g_thread_new ("events", send_events, &self));
  g_main_loop_run (self.loop);
  /* The threads wait in system calls; the process takes them with it. */
  _exit (0);
}
