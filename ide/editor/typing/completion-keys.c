/* Which keys take a proposal of an editor's list of completions, and where the list stays open.
 *
 * The list of GtkSourceView 5.6 takes Return like Tab. Who types fast then gets names that were never looked at: the
 * keys are seen before the list sees them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/typing/completion-keys.h"

typedef struct {
  GtkSourceView *view;            /* borrowed */
  GtkTextBuffer *buffer;          /* owned */
  RsCompletionProvider *provider; /* owned */
  gboolean has_moved;             /* in the list, and nothing was typed since */
  int line;                       /* of the cursor */
  guint hide_source;
} Keys;

static void
keys_free (gpointer data, GClosure *closure)
{
  Keys *self = data;

  g_clear_handle_id (&self->hide_source, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->buffer, self);
  g_object_unref (self->buffer);
  g_object_unref (self->provider);
  g_free (self);
}

/* The list is a popover of the view; its type has no public name. */
static gboolean
shows_list (GtkSourceView *view)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (view)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (g_str_equal (G_OBJECT_TYPE_NAME (child), "GtkSourceCompletionList") && gtk_widget_get_mapped (child))
      return TRUE;
  return FALSE;
}

static gboolean
is_modifier (guint key)
{
  return key >= GDK_KEY_Shift_L && key <= GDK_KEY_Hyper_R;
}

static gboolean
on_key (GtkEventController *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  Keys *self = data;

  if (is_modifier (key))
    return FALSE;
  if (!shows_list (self->view))
    {
      self->has_moved = FALSE;
      return FALSE;
    }
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Up:
    case GDK_KEY_KP_Down:
    case GDK_KEY_Page_Up:
    case GDK_KEY_Page_Down:
      self->has_moved = TRUE;
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (!self->has_moved && !rs_completion_provider_is_asked (self->provider))
        gtk_source_completion_hide (gtk_source_view_get_completion (self->view));
      self->has_moved = FALSE;
      break;
    default:
      self->has_moved = FALSE;
      break;
    }
  return FALSE;
}

static gboolean
hide_list (gpointer data)
{
  Keys *self = data;

  self->hide_source = 0;
  rs_completion_provider_clear (self->provider);
  gtk_source_completion_hide (gtk_source_view_get_completion (self->view));
  return G_SOURCE_REMOVE;
}

/* Names for another line are none for this one. In a turn of its own: a proposal that is being taken moves the cursor,
 * too. */
static void
on_cursor_moved (GtkTextBuffer *buffer, GParamSpec *pspec, gpointer data)
{
  Keys *self = data;
  const int line = self->line;
  GtkTextIter cursor;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  self->line = gtk_text_iter_get_line (&cursor);
  if (self->line != line && self->hide_source == 0 && shows_list (self->view))
    self->hide_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, hide_list, self, NULL);
}

/* Closes the list when its line is left, and when the keyboard is elsewhere: in a dialog, in the help. */
static void
watch_place (Keys *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->buffer = g_object_ref (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)));
  g_signal_connect (self->buffer, "notify::cursor-position", G_CALLBACK (on_cursor_moved), self);
  g_signal_connect_object (focus, "leave", G_CALLBACK (rs_completion_provider_clear), self->provider,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (gtk_source_completion_hide),
                           gtk_source_view_get_completion (self->view), G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->view), focus);
}

void
rs_completion_keys_add (GtkWidget *area, GtkSourceView *view, RsCompletionProvider *provider)
{
  GtkEventController *controller = gtk_event_controller_key_new ();
  Keys *self = g_new0 (Keys, 1);

  self->view = view;
  self->provider = g_object_ref (provider);
  watch_place (self);
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_data (controller, "key-pressed", G_CALLBACK (on_key), self, keys_free, 0);
  gtk_widget_add_controller (area, controller);
  g_signal_connect_object (view, "show-completion", G_CALLBACK (rs_completion_provider_ask), provider,
                           G_CONNECT_SWAPPED);
}
