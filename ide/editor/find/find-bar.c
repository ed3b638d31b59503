/* The find-and-replace bar: entries over a GtkSourceSearchContext, which searches in idle time and highlights.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/find/find-bar.h"

#include "ide/editor/find/found-marks.h"

#include <glib/gi18n.h>

struct _RsFindBar {
  GtkWidget parent;

  /* template */
  GtkRevealer *revealer;
  GtkEntry *find_entry, *replace_entry;
  GtkWidget *replace_box;
  GtkButton *previous_button, *next_button, *close_button, *replace_button, *replace_all_button;
  GtkToggleButton *case_button, *word_button, *regex_button;
  GtkLabel *count_label;

  /* borrowed */
  GtkSourceView *view;
  RsPlaceKeeper *keeper;

  /* owned */
  GtkSourceSearchSettings *settings;
  GtkSourceSearchContext *context; /* NULL: the bar is closed */

  /* of the buffer: where the cursor was when the search began; what is not found takes it back there */
  GtkTextMark *origin;
};

G_DEFINE_FINAL_TYPE (RsFindBar, rs_find_bar, GTK_TYPE_WIDGET)

static GtkTextBuffer *
get_buffer (RsFindBar *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
}

static void update_count (RsFindBar *self);

/* The match that is selected stands out. */
static void
mark_current (RsFindBar *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    rs_found_marks_set_current_part (GTK_SOURCE_BUFFER (get_buffer (self)), &start, &end);
}

/* The context has looked through more of the text, and has put its marks on top. */
static void
on_counted (RsFindBar *self)
{
  GtkTextIter start, end;

  update_count (self);
  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  if (gtk_source_search_context_get_occurrence_position (self->context, &start, &end) > 0)
    mark_current (self);
}

static void
begin_search (RsFindBar *self)
{
  if (self->context != NULL)
    return;
  self->context = gtk_source_search_context_new (GTK_SOURCE_BUFFER (get_buffer (self)), self->settings);
  gtk_source_search_context_set_highlight (self->context, FALSE);
  g_signal_connect_swapped (self->context, "notify::occurrences-count", G_CALLBACK (on_counted), self);
}

/* A context that nobody looks at costs time at each change, and GtkSourceView 5.6 warns when places of a snippet change
 * together under it. */
static void
end_search (RsFindBar *self)
{
  if (self->context != NULL)
    g_signal_handlers_disconnect_by_data (self->context, self);
  g_clear_object (&self->context);
}

static void
update_count (RsFindBar *self)
{
  GtkTextIter start, end;
  int count = gtk_source_search_context_get_occurrences_count (self->context);
  g_autoptr (GError) error = gtk_source_search_context_get_regex_error (self->context);
  g_autofree char *text = NULL;
  int position;

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  position = gtk_source_search_context_get_occurrence_position (self->context, &start, &end);
  if (error != NULL)
    text = g_strdup (_ ("Not a pattern"));
  else if (gtk_source_search_settings_get_search_text (self->settings) == NULL || count < 0)
    text = g_strdup ("");
  else if (count == 0)
    text = g_strdup (_ ("Not found"));
  else if (position > 0)
    text = g_strdup_printf (_ ("%d of %d"), position, count);
  else
    text = g_strdup_printf (_ ("%d found"), count);
  gtk_label_set_text (self->count_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->count_label), error != NULL ? error->message : NULL);
  if (count == 0 && *text == 'N')
    gtk_widget_add_css_class (GTK_WIDGET (self->find_entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->find_entry), "error");
}

static void
set_origin (RsFindBar *self)
{
  GtkTextIter start;

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, NULL);
  if (self->origin == NULL)
    self->origin = g_object_ref (gtk_text_buffer_create_mark (get_buffer (self), NULL, &start, TRUE));
  gtk_text_buffer_move_mark (get_buffer (self), self->origin, &start);
}

/* A match beside the last one does not move the text. */
static gboolean
is_in_sight (RsFindBar *self, const GtkTextIter *place)
{
  GdkRectangle cursor, visible;

  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self->view), place, &cursor);
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self->view), &visible);
  return cursor.y >= visible.y && cursor.y + 2 * cursor.height <= visible.y + visible.height && cursor.x >= visible.x
         && cursor.x + cursor.width <= visible.x + visible.width;
}

static void
select_match (RsFindBar *self, const GtkTextIter *start, const GtkTextIter *end)
{
  gtk_text_buffer_select_range (get_buffer (self), start, end);
  mark_current (self);
  if (!is_in_sight (self, start))
    rs_place_keeper_show_cursor (self->keeper);
  update_count (self);
}

void
rs_find_bar_move (RsFindBar *self, gboolean forward)
{
  GtkTextIter start, end, match_start, match_end;
  gboolean wrapped, found;

  if (self->view == NULL)
    return;
  begin_search (self);
  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  found = forward ? gtk_source_search_context_forward (self->context, &end, &match_start, &match_end, &wrapped)
                  : gtk_source_search_context_backward (self->context, &start, &match_start, &match_end, &wrapped);
  if (found)
    {
      select_match (self, &match_start, &match_end);
      set_origin (self);
    }
  else
    update_count (self);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    end_search (self);
}

static void
on_text_changed (RsFindBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->find_entry));
  GtkTextIter start, match_start, match_end;
  gboolean wrapped;

  gtk_source_search_settings_set_search_text (self->settings, *text != '\0' ? text : NULL);
  if (self->origin == NULL)
    set_origin (self);
  gtk_text_buffer_get_iter_at_mark (get_buffer (self), &start, self->origin);
  if (*text != '\0' && gtk_source_search_context_forward (self->context, &start, &match_start, &match_end, &wrapped))
    select_match (self, &match_start, &match_end);
  else
    select_match (self, &start, &start);
}

static void
on_option_toggled (RsFindBar *self)
{
  gtk_source_search_settings_set_case_sensitive (self->settings, gtk_toggle_button_get_active (self->case_button));
  gtk_source_search_settings_set_at_word_boundaries (self->settings, gtk_toggle_button_get_active (self->word_button));
  gtk_source_search_settings_set_regex_enabled (self->settings, gtk_toggle_button_get_active (self->regex_button));
}

static void
on_previous (RsFindBar *self)
{
  rs_find_bar_move (self, FALSE);
}

static void
on_next (RsFindBar *self)
{
  rs_find_bar_move (self, TRUE);
}

static void
report (RsFindBar *self, const GError *error)
{
  gtk_label_set_text (self->count_label, _ ("Not replaced"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->count_label), error->message);
}

static void
on_replace (RsFindBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->replace_entry));
  g_autoptr (GError) error = NULL;
  GtkTextIter start, end;

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  gtk_source_search_context_replace (self->context, &start, &end, text, -1, &error);
  if (error != NULL)
    report (self, error);
  else
    rs_find_bar_move (self, TRUE);
}

static void
on_replace_all (RsFindBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->replace_entry));
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;
  guint count;

  if (gtk_source_search_settings_get_search_text (self->settings) == NULL)
    return;
  count = gtk_source_search_context_replace_all (self->context, text, -1, &error);
  if (error != NULL)
    {
      report (self, error);
      return;
    }
  message = g_strdup_printf ("%u replaced", count);
  gtk_label_set_text (self->count_label, message);
}

void
rs_find_bar_open (RsFindBar *self, gboolean replace)
{
  GtkTextIter start, end;

  gtk_widget_set_visible (GTK_WIDGET (self->replace_entry), replace);
  gtk_widget_set_visible (self->replace_box, replace);
  begin_search (self);
  gtk_source_search_context_set_highlight (self->context, TRUE);
  set_origin (self);
  if (gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end)
      && gtk_text_iter_get_line (&start) == gtk_text_iter_get_line (&end))
    {
      g_autofree char *text = gtk_text_iter_get_text (&start, &end);
      gtk_editable_set_text (GTK_EDITABLE (self->find_entry), text);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->find_entry));
  gtk_editable_select_region (GTK_EDITABLE (self->find_entry), 0, -1);
}

void
rs_find_bar_close (RsFindBar *self)
{
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  end_search (self);
  rs_found_marks_set_current (GTK_SOURCE_BUFFER (get_buffer (self)), 0, 0, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsFindBar *self = data;

  if (key == GDK_KEY_Escape)
    rs_find_bar_close (self);
  else if ((key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) && (state & GDK_SHIFT_MASK) != 0)
    rs_find_bar_move (self, FALSE);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

void
rs_find_bar_set_view (RsFindBar *self, GtkSourceView *view, RsPlaceKeeper *keeper)
{
  self->keeper = keeper;
  self->view = view;
  end_search (self);
}

static void
rs_find_bar_dispose (GObject *object)
{
  RsFindBar *self = RS_FIND_BAR (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  end_search (self);
  g_clear_object (&self->settings);
  g_clear_object (&self->origin);
  g_clear_pointer (&child, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_find_bar_parent_class)->dispose (object);
}

static void
rs_find_bar_class_init (RsFindBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_find_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, find_entry);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, replace_entry);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, replace_box);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, previous_button);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, next_button);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, close_button);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, replace_button);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, replace_all_button);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, case_button);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, word_button);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, regex_button);
  gtk_widget_class_bind_template_child (widget_class, RsFindBar, count_label);
}

static void
rs_find_bar_init (RsFindBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  self->settings = gtk_source_search_settings_new ();
  gtk_source_search_settings_set_wrap_around (self->settings, TRUE);

  g_signal_connect_swapped (self->find_entry, "changed", G_CALLBACK (on_text_changed), self);
  g_signal_connect_swapped (self->find_entry, "activate", G_CALLBACK (on_next), self);
  g_signal_connect_swapped (self->replace_entry, "activate", G_CALLBACK (on_replace), self);
  g_signal_connect_swapped (self->previous_button, "clicked", G_CALLBACK (on_previous), self);
  g_signal_connect_swapped (self->next_button, "clicked", G_CALLBACK (on_next), self);
  g_signal_connect_swapped (self->close_button, "clicked", G_CALLBACK (rs_find_bar_close), self);
  g_signal_connect_swapped (self->replace_button, "clicked", G_CALLBACK (on_replace), self);
  g_signal_connect_swapped (self->replace_all_button, "clicked", G_CALLBACK (on_replace_all), self);
  g_signal_connect_swapped (self->case_button, "toggled", G_CALLBACK (on_option_toggled), self);
  g_signal_connect_swapped (self->word_button, "toggled", G_CALLBACK (on_option_toggled), self);
  g_signal_connect_swapped (self->regex_button, "toggled", G_CALLBACK (on_option_toggled), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
