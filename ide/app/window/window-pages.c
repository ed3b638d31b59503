/* The window's editor pages, and the session file that remembers them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/accessible-names.h"
#include "ide/app/recent-files.h"
#include "ide/debug/points.h"
#include "ide/editor/style.h"
#include "ide/editor/text/swap.h"
#include "ide/settings/notices.h"

#include <glib/gi18n.h>
#include <string.h>

#define SAVE_STATE_DELAY_MS 1000
/* After one that failed: the disk may have room again. */
#define RETRY_STATE_DELAY_MS 3000

RsEditorPage *
rs_window_find_page (RsWindow *self, GFile *file)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      GFile *own = rs_editor_page_get_file (page);

      if (own != NULL && g_file_equal (own, file))
        return page;
    }
  return NULL;
}

RsEditorPage *
rs_window_find_page_by_name (RsWindow *self, const char *name)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);

      if (g_str_equal (rs_document_get_name (rs_editor_page_get_document (page)), name))
        return page;
    }
  return NULL;
}

void
rs_window_show_line (RsWindow *self)
{
  g_autofree char *text = self->current != NULL ? rs_editor_page_describe_line (self->current) : g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *joined = g_strjoinv ("; ", lines);

  gtk_label_set_text (self->line_label, joined);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->line_label), text);
}

static void
show_place (RsWindow *self)
{
  g_autofree char *text = NULL;
  guint line, column;

  if (self->current == NULL)
    {
      gtk_label_set_text (self->place_label, "");
      return;
    }
  rs_editor_page_get_cursor (self->current, &line, &column);
  text = g_strdup_printf (_ ("Line %u, column %u"), line, column);
  gtk_label_set_text (self->place_label, text);
}

static void
show_cursor (RsWindow *self)
{
  show_place (self);
  rs_window_show_line (self);
  rs_window_update_pipeline (self);
}

static void
show_title (RsWindow *self)
{
  RsDocument *document = self->current != NULL ? rs_editor_page_get_document (self->current) : NULL;
  g_autofree char *text = NULL;

  if (document == NULL)
    {
      adw_window_title_set_title (self->title, "Redshift");
      gtk_window_set_title (GTK_WINDOW (self), "Redshift");
      return;
    }
  text = g_strdup_printf ("%s%s", gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (document)) ? "• " : "",
                          rs_document_get_title (document));
  adw_window_title_set_title (self->title, text);
  gtk_window_set_title (GTK_WINDOW (self), text);
}

/* The page in front of the frame that was used last. */
static RsEditorPage *
find_front_page (RsWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *page = focus != NULL ? gtk_widget_get_ancestor (focus, RS_TYPE_EDITOR_PAGE) : NULL;
  PanelFrame *frame;
  PanelWidget *front;

  if (page != NULL)
    return RS_EDITOR_PAGE (page);
  frame = panel_grid_get_most_recent_frame (self->grid);
  front = frame != NULL ? panel_frame_get_visible_child (frame) : NULL;
  return RS_IS_EDITOR_PAGE (front) ? RS_EDITOR_PAGE (front) : NULL;
}

/* Forgets the pages that have left the dock. */
static void
drop_closed_pages (RsWindow *self)
{
  for (guint i = self->pages->len; i-- > 0;)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);

      if (gtk_widget_get_root (GTK_WIDGET (page)) == NULL)
        {
          if (self->current == page)
            self->current = NULL;
          rs_window_forget_use (self, page);
          rs_window_forget_page (self, page);
          g_ptr_array_remove_index (self->pages, i);
        }
    }
}

void
rs_window_update_current (RsWindow *self)
{
  RsEditorPage *page;

  if (gtk_widget_in_destruction (GTK_WIDGET (self)) || self->pages == NULL)
    return;
  drop_closed_pages (self);
  page = find_front_page (self);
  if (page != self->current)
    {
      self->current = page;
      rs_window_note_use (self, page);
      rs_window_queue_save_state (self);
    }
  show_cursor (self);
  show_title (self);
  rs_window_follow_file (self);
  rs_window_update_actions (self);
}

RsEditorPage *
rs_window_add_page (RsWindow *self, RsDocument *document)
{
  RsEditorPage *page = rs_editor_page_new (document);

  g_ptr_array_add (self->pages, g_object_ref_sink (page));
  panel_grid_add (self->grid, PANEL_WIDGET (page));
  g_signal_connect_object (document, "notify::cursor-position", G_CALLBACK (show_cursor), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::cursor-position", G_CALLBACK (rs_window_queue_save_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "modified-changed", G_CALLBACK (show_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "renamed", G_CALLBACK (rs_window_update_current), self, G_CONNECT_SWAPPED);
  rs_window_watch_page (self, page);
  rs_window_watch_times (self, page);
  rs_window_watch_races (self, page);
  rs_window_watch_pins (page);
  rs_window_watch_found_in (self, page);
  panel_widget_raise (PANEL_WIDGET (page));
  rs_window_give_trace_room (self, TRUE);
  rs_window_update_current (self);
  rs_window_queue_save_state (self);
  rs_accessible_names_queue (GTK_WIDGET (self));
  return page;
}

/* A new program that reads the file: from there on it is the language's. */
static void
open_data (RsWindow *self, const char *path)
{
  g_autoptr (RsDocument) document = rs_document_new ();
  g_autofree char *text = rs_file_kind_make_loader (path);

  rs_window_add_page (self, document);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (document), text, -1);
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (document), FALSE);
}

/* What is no text has a view of its own. FALSE: try it as text. */
static gboolean
open_without_page (RsWindow *self, const char *path)
{
  switch (rs_file_kind_of (path))
    {
    case RS_FILE_IS_TRACE:
      rs_window_open_trace (self, path, NULL);
      rs_window_focus_panel (self, PANEL_WIDGET (rs_window_get_profile (self)));
      if (self->current == NULL)
        rs_window_give_trace_room (self, FALSE);
      return TRUE;
    case RS_FILE_IS_PICTURE:
      rs_window_open_picture (self, path);
      return TRUE;
    case RS_FILE_IS_DATA:
      open_data (self, path);
      return TRUE;
    default:
      return FALSE;
    }
}

void
rs_window_open_file (RsWindow *self, GFile *file, guint line, guint column)
{
  RsEditorPage *page = rs_window_find_page (self, file);
  const char *path = g_file_peek_path (file);

  if (g_file_query_exists (file, NULL))
    rs_recent_files_add (file);
  if (path == NULL || page != NULL || !open_without_page (self, path))
    rs_window_open_as_text (self, file, line, column);
}

void
rs_window_open_as_text (RsWindow *self, GFile *file, guint line, guint column)
{
  RsEditorPage *page = rs_window_find_page (self, file);

  if (page != NULL)
    {
      panel_widget_raise (PANEL_WIDGET (page));
      if (line > 0)
        rs_editor_page_go_to (page, line, column);
    }
  else if (self->current != NULL && rs_document_is_pristine (rs_editor_page_get_document (self->current)))
    rs_editor_page_load (self->current, file, line, column);
  else
    {
      g_autoptr (RsDocument) document = rs_document_new ();
      page = rs_window_add_page (self, document);
      rs_editor_page_load (page, file, line, column);
    }
  rs_window_update_current (self);
}

void
rs_window_go_to (RsWindow *self, const char *name, guint line, guint column)
{
  guint old_line, old_column;

  if (self->current != NULL)
    {
      rs_editor_page_get_cursor (self->current, &old_line, &old_column);
      rs_place_history_leave (self->history, rs_document_get_name (rs_editor_page_get_document (self->current)),
                              old_line, old_column);
    }
  rs_window_show_place (self, name, line, column);
}

void
rs_window_show_place (RsWindow *self, const char *name, guint line, guint column)
{
  RsEditorPage *page = rs_window_find_page_by_name (self, name);
  g_autoptr (GFile) file = NULL;

  if (page != NULL)
    {
      panel_widget_raise (PANEL_WIDGET (page));
      if (line > 0)
        rs_editor_page_go_to (page, line, column);
      else
        rs_window_focus_panel (self, PANEL_WIDGET (page));
      return;
    }
  file = g_file_new_for_path (name);
  if (g_file_query_exists (file, NULL))
    rs_window_open_file (self, file, line, column);
}

/* --- the session --- */

static gboolean on_save_state (gpointer data);

/* NULL: it was saved. */
static void
tell_session_trouble (RsWindow *self, const GError *error)
{
  g_autofree char *text = NULL;

  if (error != NULL)
    {
      text
          = g_strdup_printf (_ ("Open files, breakpoints and the layout are not kept for the next start: %s. Make room "
                                "in %s/redshift, or see that it can be written."),
                             rs_notices_get_reason (error), g_get_user_state_dir ());
      if (self->save_state_source == 0 && !self->closing)
        self->save_state_source = g_timeout_add (RETRY_STATE_DELAY_MS, on_save_state, self);
    }
  rs_notices_set ("session", "", text);
}

static void
describe_split (RsEditorPage *page, RsSessionFile *saved)
{
  GtkOrientation orientation;
  double part;

  if (!rs_editor_page_get_split (page, &orientation, &part))
    return;
  saved->split = orientation == GTK_ORIENTATION_HORIZONTAL ? 1 : 2;
  saved->split_at = CLAMP ((int)(part * 1000 + 0.5), 1, 999);
}

void
rs_window_save_state (RsWindow *self)
{
  g_autoptr (RsSessionState) state = rs_session_state_new ();
  g_autoptr (GError) error = NULL;
  int width, height;

  drop_closed_pages (self);
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      RsDocument *document = rs_editor_page_get_document (page);
      GFile *file = rs_document_get_file (document);
      g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;
      RsSessionFile *saved;

      if (uri == NULL)
        continue;
      saved = rs_session_state_add_file (state, uri);
      rs_editor_page_get_cursor (page, &saved->line, &saved->column);
      describe_split (page, saved);
      saved->arguments = g_strdup (rs_document_get_arguments (document));
      if (page == self->current)
        state->active_uri = g_strdup (uri);
    }
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  state->width = width > 0 ? width : state->width;
  state->height = height > 0 ? height : state->height;
  state->maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  g_object_get (self->dock, "end-width", &state->end_width, "start-width", &state->start_width, NULL);
  state->bottom_height = rs_window_get_bottom_height (self);
  state->bottom_shown = panel_dock_get_reveal_bottom (self->dock);
  state->end_shown = panel_dock_get_reveal_end (self->dock);
  state->start_shown = panel_dock_get_reveal_start (self->dock);
  rs_window_describe_files (self, state);
  state->panels = rs_window_describe_panels (self);
  state->debug_points = rs_debug_points_describe (rs_debug_points_get (G_OBJECT (self->runs)));
  state->font_size = rs_style_get_font_size ();
  g_free (state->device);
  state->device = g_strdup (rs_window_get_device (self));
  state->double_precision = rs_window_get_precision (self) == RS_PRECISION_DOUBLE;
  rs_session_state_save (state, &error);
  tell_session_trouble (self, error);
}

static gboolean
on_save_state (gpointer data)
{
  RsWindow *self = data;

  self->save_state_source = 0;
  rs_window_save_state (self);
  return G_SOURCE_REMOVE;
}

void
rs_window_queue_save_state (RsWindow *self)
{
  if (self->save_state_source == 0)
    self->save_state_source = g_timeout_add (SAVE_STATE_DELAY_MS, on_save_state, self);
}

/* Opens what a crashed process had not saved and that the session does not open anyway. */
static void
restore_swaps (RsWindow *self)
{
  g_autoptr (GPtrArray) swaps = rs_swap_list_abandoned ();

  for (guint i = 0; i < swaps->len; i++)
    {
      const RsSwap *swap = g_ptr_array_index (swaps, i);

      if (swap->uri != NULL)
        {
          g_autoptr (GFile) file = g_file_new_for_uri (swap->uri);
          rs_window_open_file (self, file, 0, 0);
        }
      else
        {
          g_autoptr (RsDocument) document = rs_document_new ();
          rs_window_add_page (self, document);
          rs_document_adopt_swap (document, swap->path, swap->title, swap->text);
        }
    }
}

/* A file that is gone is no longer part of the session. */
static void
tell_gone (GPtrArray *names)
{
  g_autofree char *list = NULL, *text = NULL;
  guint n = names->len;

  if (n == 0)
    return;
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **)names->pdata);
  text = g_strdup_printf (ngettext ("A file of the last session is not there any more: %s",
                                    "Files of the last session are not there any more: %s", n),
                          list);
  rs_notices_set ("gone", "", text);
}

void
rs_window_restore_session (RsWindow *self, const RsSessionState *state)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new_with_free_func (g_free);
  RsEditorPage *active = NULL;

  for (guint i = 0; i < state->files->len; i++)
    {
      const RsSessionFile *saved = g_ptr_array_index (state->files, i);
      g_autoptr (GFile) file = g_file_new_for_uri (saved->uri);
      g_autoptr (RsDocument) document = NULL;
      RsEditorPage *page;

      if (!g_file_query_exists (file, NULL))
        g_ptr_array_add (gone, g_file_get_parse_name (file));
      if (!g_file_query_exists (file, NULL) || rs_window_find_page (self, file) != NULL)
        continue;
      document = rs_document_new ();
      rs_document_set_arguments (document, saved->arguments != NULL ? saved->arguments : "");
      page = rs_window_add_page (self, document);
      rs_editor_page_load (page, file, saved->line, saved->column);
      if (saved->split != 0)
        rs_editor_page_set_split (page, saved->split == 1 ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL,
                                  saved->split_at / 1000.0);
      if (g_strcmp0 (saved->uri, state->active_uri) == 0)
        active = page;
    }
  tell_gone (gone);
  restore_swaps (self);
  if (active != NULL)
    panel_widget_raise (PANEL_WIDGET (active));
}
