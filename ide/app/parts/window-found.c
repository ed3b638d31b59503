/* Places of the list that shows (of a search in the folder, or of references) are marked in the texts of all pages, the
 * one that the user has gone to strongly. Escape in a text forgets the marks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/editor/find/results-panel.h"
#include "ide/editor/find/search-panel.h"

/* Of the lists that show. (element-type RsFoundPlace) (transfer full); NULL: none does */
static GArray *
dup_places (RsWindow *self, const char *name)
{
  PanelWidget *search = rs_window_find_panel (self, "search"), *results = rs_window_find_panel (self, "results");

  if (search != NULL && gtk_widget_get_mapped (GTK_WIDGET (search)))
    return rs_search_panel_dup_places (RS_SEARCH_PANEL (search), name);
  if (results != NULL && gtk_widget_get_mapped (GTK_WIDGET (results)))
    return rs_results_panel_dup_places (RS_RESULTS_PANEL (results), name);
  return NULL;
}

static GtkSourceBuffer *
get_buffer (RsEditorPage *page)
{
  return GTK_SOURCE_BUFFER (rs_editor_page_get_document (page));
}

static const char *
get_name (RsEditorPage *page)
{
  return rs_document_get_name (rs_editor_page_get_document (page));
}

static void
mark_page (RsWindow *self, RsEditorPage *page)
{
  g_autoptr (GArray) places = dup_places (self, get_name (page));

  rs_found_marks_set (get_buffer (page), places);
}

static void
mark_current (RsWindow *self, RsEditorPage *page)
{
  const RsFoundPlace *place = &self->found_place;
  const gboolean is_here = self->found_name != NULL && g_str_equal (self->found_name, get_name (page));

  rs_found_marks_set_current (get_buffer (page), place->line, place->column, is_here ? place->text : NULL);
}

static void
forget_current (RsWindow *self)
{
  g_clear_pointer (&self->found_name, g_free);
  g_clear_pointer (&self->found_place.text, g_free);
}

/* Other places are listed, or the list shows now, or not any more. */
static void
on_places_changed (RsWindow *self)
{
  if (self->pages == NULL) /* the window goes */
    return;
  forget_current (self);
  for (guint i = 0; i < self->pages->len; i++)
    {
      mark_page (self, g_ptr_array_index (self->pages, i));
      mark_current (self, g_ptr_array_index (self->pages, i));
    }
}

void
rs_window_watch_found (RsWindow *self, PanelWidget *panel)
{
  static const char *const signals[] = { "places-changed", "map", "unmap" };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (panel, signals[i], G_CALLBACK (on_places_changed), self, G_CONNECT_SWAPPED);
}

static void
on_go_to_found (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsFoundPlace place;
  const char *name;

  g_variant_get (parameter, "(&suus)", &name, &place.line, &place.column, &place.text);
  forget_current (self);
  self->found_name = g_strdup (name);
  self->found_place = place;
  rs_window_go_to (self, name, place.line, place.column);
  for (guint i = 0; i < self->pages->len; i++)
    mark_current (self, g_ptr_array_index (self->pages, i));
}

/* --- pages --- */

static void
on_opened (RsWindow *self, gboolean is_read, RsDocument *document)
{
  RsEditorPage *page = rs_window_find_page_by_name (self, rs_document_get_name (document));

  if (page == NULL)
    return;
  mark_page (self, page);
  mark_current (self, page);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsWindow *self = data;

  if (key != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  forget_current (self);
  for (guint i = 0; i < self->pages->len; i++)
    {
      rs_found_marks_set (get_buffer (g_ptr_array_index (self->pages, i)), NULL);
      mark_current (self, g_ptr_array_index (self->pages, i));
    }
  return GDK_EVENT_PROPAGATE;
}

void
rs_window_watch_found_in (RsWindow *self, RsEditorPage *page)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_object (rs_editor_page_get_document (page), "opened", G_CALLBACK (on_opened), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (page), keys);
}

static const GActionEntry entries[] = {
  { .name = "go-to-found", .activate = on_go_to_found, .parameter_type = "(suus)" },
};

void
rs_window_init_found (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
rs_window_end_found (RsWindow *self)
{
  forget_current (self);
}
