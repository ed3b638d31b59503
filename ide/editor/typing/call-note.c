/* The note on a call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/typing/call-note.h"

#include "ide/analysis/completion/call-hint.h"

#include <glib/gi18n.h>
#include <string.h>

struct _RsCallNote {
  GObject parent;

  RsDocument *document; /* weak pointers */
  RsChecker *checker;
  GtkTextView *view;  /* borrowed */
  GtkWidget *popover; /* its child: label; a child of the view until the note goes */
  GtkLabel *label;
  guint update_source;
  gboolean shows;
  gboolean is_wanted; /* a bracket was opened */
};

G_DEFINE_FINAL_TYPE (RsCallNote, rs_call_note, G_TYPE_OBJECT)

static void
hide (RsCallNote *self)
{
  g_clear_handle_id (&self->update_source, g_source_remove);
  if (!self->shows)
    return;
  self->shows = FALSE;
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* Where the cursor is in the text, in bytes. */
static guint32
find_cursor (RsCallNote *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter start, cursor;
  g_autofree char *before = NULL;

  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  before = gtk_text_buffer_get_text (buffer, &start, &cursor, TRUE);
  return (guint32)strlen (before);
}

/* Above the name that is called, so that it does not move while arguments are typed; where that is out of sight, above
 * the cursor. */
static void
place (RsCallNote *self, const RsCallHint *hint)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  RsSource *text = rs_document_get_source (self->document);
  GdkRectangle rectangle, visible;
  GtkTextIter at;
  guint line, column;

  rs_source_locate (text, hint->callee, &line, &column);
  gtk_text_buffer_get_iter_at_line_offset (buffer, &at, (int)line - 1, (int)column - 1);
  gtk_text_view_get_iter_location (self->view, &at, &rectangle);
  gtk_text_view_get_visible_rect (self->view, &visible);
  if (rectangle.y < visible.y || rectangle.x < visible.x || rectangle.y > visible.y + visible.height)
    {
      gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
      gtk_text_view_get_iter_location (self->view, &at, &rectangle);
    }
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_WIDGET, rectangle.x, rectangle.y, &rectangle.x,
                                         &rectangle.y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &rectangle);
}

static void
write_hint (RsCallNote *self, const RsCallHint *hint)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoAttribute *marks[]
      = { pango_attr_weight_new (PANGO_WEIGHT_BOLD), pango_attr_underline_new (PANGO_UNDERLINE_SINGLE) };
  g_autofree char *parameter
      = g_strndup (hint->signature + hint->parameter.start, hint->parameter.end - hint->parameter.start);
  g_autofree char *text
      = *parameter != '\0'
            ? g_strdup_printf (_ ("%s\nargument %u: %s"), hint->signature, hint->argument + 1, parameter)
            : g_strdup_printf (_ ("%s\nargument %u: there is no such parameter"), hint->signature, hint->argument + 1);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      marks[i]->start_index = hint->parameter.start;
      marks[i]->end_index = hint->parameter.end;
      pango_attr_list_insert (attributes, marks[i]);
    }
  gtk_label_set_text (self->label, text);
  gtk_label_set_attributes (self->label, attributes);
}

static void
update (RsCallNote *self)
{
  RsAnalysis *analysis = self->checker != NULL ? rs_checker_get_analysis (self->checker) : NULL;
  g_auto (RsCallHint) hint = { 0 };

  if (analysis == NULL || self->document == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self->view))
      || !rs_call_hint_find (analysis, rs_source_get_text (rs_document_get_source (self->document)), find_cursor (self),
                             &hint))
    {
      hide (self);
      return;
    }
  write_hint (self, &hint);
  place (self, &hint);
  if (!self->shows)
    gtk_popover_popup (GTK_POPOVER (self->popover));
  self->shows = TRUE;
}

static gboolean
on_idle (gpointer data)
{
  RsCallNote *self = data;

  self->update_source = 0;
  self->is_wanted = FALSE;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Behind what the key itself does. */
static void
queue_update (RsCallNote *self)
{
  if ((self->shows || self->is_wanted) && self->update_source == 0)
    self->update_source = g_idle_add (on_idle, self);
}

/* A bracket that somebody types begins the arguments of a call, or nothing that update finds. */
static void
on_inserted (RsCallNote *self, const GtkTextIter *at, const char *text, int length)
{
  if (length != 1 || *text != '(' || !gtk_widget_has_focus (GTK_WIDGET (self->view)))
    return;
  self->is_wanted = TRUE;
  queue_update (self);
}

/* What does not show says nothing to a screen reader. */
static void
on_closed (RsCallNote *self)
{
  gtk_label_set_text (self->label, "");
}

static gboolean
on_key (RsCallNote *self, guint key)
{
  if (key != GDK_KEY_Escape || !self->shows)
    return GDK_EVENT_PROPAGATE;
  hide (self);
  return GDK_EVENT_STOP;
}

void
rs_call_note_show (RsCallNote *self)
{
  update (self);
}

/* --- life --- */

static void
rs_call_note_dispose (GObject *object)
{
  RsCallNote *self = RS_CALL_NOTE (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  self->shows = FALSE;
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_weak_pointer (&self->document);
  g_clear_weak_pointer (&self->checker);
  G_OBJECT_CLASS (rs_call_note_parent_class)->dispose (object);
}

static void
rs_call_note_class_init (RsCallNoteClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_call_note_dispose;
}

static void
rs_call_note_init (RsCallNote *self)
{
}

static void
make_popover (RsCallNote *self)
{
  self->popover = gtk_popover_new ();
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "monospace");
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_xalign (self->label, 0);
  gtk_popover_set_child (GTK_POPOVER (self->popover), GTK_WIDGET (self->label));
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_TOP);
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_can_focus (self->popover, FALSE);
  gtk_widget_set_can_target (self->popover, FALSE);
  g_signal_connect_object (self->popover, "closed", G_CALLBACK (on_closed), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self->view));
}

static void
add_controllers (RsCallNote *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();

  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (hide), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
  gtk_widget_add_controller (GTK_WIDGET (self->view), focus);
}

RsCallNote *
rs_call_note_new (RsDocument *document, GtkTextView *view, RsChecker *checker)
{
  RsCallNote *self = g_object_new (RS_TYPE_CALL_NOTE, NULL);

  g_set_weak_pointer (&self->document, document);
  g_set_weak_pointer (&self->checker, checker);
  self->view = view;
  make_popover (self);
  add_controllers (self);
  g_signal_connect_object (document, "notify::cursor-position", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "insert-text", G_CALLBACK (on_inserted), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (checker, "checked", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "unmap", G_CALLBACK (hide), self, G_CONNECT_SWAPPED);
  return self;
}
