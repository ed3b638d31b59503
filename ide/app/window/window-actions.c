/* The window's actions on files, text and panels: what menus, keys and buttons activate.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/accessible-names.h"
#include "ide/app/dialogs/preferences-window.h"
#include "ide/debug/points.h"
#include "ide/editor/style.h"
#include "ide/editor/typing/suggestion.h"

#include <glib/gi18n.h>
#include <string.h>

static void
on_new (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (RsDocument) document = rs_document_new ();
  RsEditorPage *page = rs_window_add_page (data, document);

  panel_widget_focus_default (PANEL_WIDGET (page));
}

static void
on_files_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  RsWindow *self = data;
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      rs_window_open_file (self, file, 0, 0);
    }
}

static void
on_open (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  GFile *file = self->current != NULL ? rs_document_get_file (rs_editor_page_get_document (self->current)) : NULL;

  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_ ("Open"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"),
                                               _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
  rs_file_kinds_add_filters (GTK_FILE_CHOOSER (self->chooser));
  if (file != NULL)
    {
      g_autoptr (GFile) folder = g_file_get_parent (file);
      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), folder, NULL);
    }
  g_signal_connect (self->chooser, "response", G_CALLBACK (on_files_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
on_open_uri (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (g_variant_get_string (parameter, NULL));

  rs_window_open_file (data, file, 0, 0);
}

static void
on_save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    rs_editor_page_save_async (self->current, FALSE, NULL, NULL);
}

static void
on_save_as (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    rs_editor_page_save_async (self->current, TRUE, NULL, NULL);
}

static void
on_close_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  PanelFrame *frame = panel_grid_get_most_recent_frame (self->grid);
  PanelWidget *page = self->current != NULL ? PANEL_WIDGET (self->current)
                      : frame != NULL       ? panel_frame_get_visible_child (frame)
                                            : NULL;

  if (page != NULL)
    panel_widget_close (page);
}

static void
move_to_page (RsWindow *self, guint step)
{
  guint index;

  if (self->current == NULL || !g_ptr_array_find (self->pages, self->current, &index))
    return;
  index = (index + step) % self->pages->len;
  panel_widget_raise (g_ptr_array_index (self->pages, index));
  panel_widget_focus_default (g_ptr_array_index (self->pages, index));
}

static void
on_next_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_to_page (data, 1);
}

static void
on_previous_page (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_to_page (data, ((RsWindow *)data)->pages->len - 1);
}

/* --- text --- */

static void
on_undo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    gtk_text_buffer_undo (GTK_TEXT_BUFFER (rs_editor_page_get_document (self->current)));
}

static void
on_redo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    gtk_text_buffer_redo (GTK_TEXT_BUFFER (rs_editor_page_get_document (self->current)));
}

/* Its controls may be new. */
static RsFindBar *
get_find_bar (RsWindow *self)
{
  RsFindBar *bar = rs_editor_page_get_find_bar (self->current);

  rs_accessible_names_queue (GTK_WIDGET (self));
  return bar;
}

static void
on_find (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    rs_find_bar_open (get_find_bar (self), FALSE);
}

static void
on_replace (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    rs_find_bar_open (get_find_bar (self), TRUE);
}

static void
on_find_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    rs_find_bar_move (get_find_bar (self), TRUE);
}

static void
on_find_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    rs_find_bar_move (get_find_bar (self), FALSE);
}

static void
on_line_entered (GtkEntry *entry, gpointer data)
{
  RsWindow *self = data;
  guint line = 0, column = 0;

  if (self->current != NULL && sscanf (gtk_editable_get_text (GTK_EDITABLE (entry)), "%u:%u", &line, &column) >= 1)
    rs_editor_page_go_to (self->current, MIN (line, G_MAXINT), column);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (entry))));
}

static void
on_line_response (GtkDialog *dialog, int response, gpointer data)
{
  GtkEntry *entry = g_object_get_data (G_OBJECT (dialog), "entry");

  if (response == GTK_RESPONSE_ACCEPT)
    on_line_entered (entry, data);
  else
    gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
on_go_to_line (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  GtkWidget *dialog, *entry, *area;

  if (self->current == NULL)
    return;
  dialog = gtk_dialog_new_with_buttons (_ ("Go to Line"), GTK_WINDOW (self),
                                        GTK_DIALOG_MODAL | GTK_DIALOG_USE_HEADER_BAR, _ ("_Cancel"),
                                        GTK_RESPONSE_CANCEL, _ ("_Go"), GTK_RESPONSE_ACCEPT, NULL);
  entry = g_object_new (GTK_TYPE_ENTRY, "placeholder-text", _ ("line or line:column"), "input-purpose",
                        GTK_INPUT_PURPOSE_FREE_FORM, "margin-start", 12, "margin-end", 12, "margin-top", 12,
                        "margin-bottom", 12, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Line number"), -1);
  area = gtk_dialog_get_content_area (GTK_DIALOG (dialog));
  gtk_box_append (GTK_BOX (area), entry);
  g_object_set_data (G_OBJECT (dialog), "entry", entry);
  g_signal_connect (entry, "activate", G_CALLBACK (on_line_entered), self);
  g_signal_connect (dialog, "response", G_CALLBACK (on_line_response), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_go_to (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *name;
  guint line, column;

  g_variant_get (parameter, "(&suu)", &name, &line, &column);
  rs_window_go_to (data, name, line, column);
}

/* A place that a run has named, by the lines of its program; in the text that ran, under whatever name that is now. */
static void
on_go_to_place_of_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsDebugPoints *points = rs_debug_points_get (G_OBJECT (self->runs));
  const char *name, *now;
  guint line, column;
  g_autofree char *path = NULL;

  g_variant_get (parameter, "(&suu)", &name, &line, &column);
  path = g_canonicalize_filename (name, NULL);
  now = rs_debug_points_get_name_now (points, name);
  if (now == name)
    now = rs_debug_points_get_name_now (points, rs_debug_points_get_name (points, path));
  rs_window_go_to (self, now == path ? name : now, rs_debug_points_find_now (points, now, line), column);
}

static gboolean
line_is_comment (GtkTextIter line)
{
  while (!gtk_text_iter_ends_line (&line) && g_unichar_isspace (gtk_text_iter_get_char (&line)))
    gtk_text_iter_forward_char (&line);
  return gtk_text_iter_get_char (&line) == '%';
}

static gboolean
line_is_blank (GtkTextIter line)
{
  while (!gtk_text_iter_ends_line (&line))
    {
      if (!g_unichar_isspace (gtk_text_iter_get_char (&line)))
        return FALSE;
      gtk_text_iter_forward_char (&line);
    }
  return TRUE;
}

static void
comment_line (GtkTextBuffer *buffer, int number, gboolean add)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, number);
  if (line_is_blank (start))
    return;
  if (add)
    {
      gtk_text_buffer_insert (buffer, &start, "% ", 2);
      return;
    }
  if (!line_is_comment (start))
    return;
  while (gtk_text_iter_get_char (&start) != '%')
    gtk_text_iter_forward_char (&start);
  end = start;
  gtk_text_iter_forward_char (&end);
  if (gtk_text_iter_get_char (&end) == ' ')
    gtk_text_iter_forward_char (&end);
  gtk_text_buffer_delete (buffer, &start, &end);
}

static void
on_toggle_comment (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  GtkTextBuffer *buffer;
  GtkTextIter start, end;
  gboolean add = FALSE;
  int first, last;

  if (self->current == NULL)
    return;
  buffer = GTK_TEXT_BUFFER (rs_editor_page_get_document (self->current));
  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  first = gtk_text_iter_get_line (&start);
  last = gtk_text_iter_get_line (&end);
  if (last > first && gtk_text_iter_starts_line (&end))
    last--;
  for (int i = first; i <= last; i++)
    {
      gtk_text_buffer_get_iter_at_line (buffer, &start, i);
      add |= !line_is_comment (start) && !line_is_blank (start);
    }
  gtk_text_buffer_begin_user_action (buffer);
  for (int i = first; i <= last; i++)
    comment_line (buffer, i, add);
  gtk_text_buffer_end_user_action (buffer);
}

/* What the message at the cursor suggests. */
static void
on_apply_suggestion (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  RsAnalysis *analysis = self->current != NULL ? rs_checker_get_analysis (rs_editor_page_get_checker (self->current))
                                               : NULL;

  if (analysis == NULL
      || !rs_suggestion_apply (GTK_TEXT_BUFFER (rs_editor_page_get_document (self->current)), analysis))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* --- views --- */

static void
on_toggle_bottom (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  panel_dock_set_reveal_bottom (self->dock, !panel_dock_get_reveal_bottom (self->dock));
  rs_window_queue_save_state (self);
}

static void
on_toggle_end (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  panel_dock_set_reveal_end (self->dock, !panel_dock_get_reveal_end (self->dock));
  rs_window_queue_save_state (self);
}

static void
on_toggle_start (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (panel_frame_get_n_pages (self->start_frame) == 0) /* its only panel was never shown, or closed */
    {
      g_action_group_activate_action (G_ACTION_GROUP (self), "show-files", NULL);
      return;
    }
  panel_dock_set_reveal_start (self->dock, !panel_dock_get_reveal_start (self->dock));
  rs_window_queue_save_state (self);
}

static void
on_focus_editor (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;

  if (self->current != NULL)
    panel_widget_focus_default (PANEL_WIDGET (self->current));
}

static void
set_font_size (RsWindow *self, int points)
{
  rs_style_set_font_size (points);
  rs_window_queue_save_state (self);
}

static void
on_zoom_in (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  set_font_size (data, rs_style_get_font_size () + 1);
}

static void
on_zoom_out (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  set_font_size (data, rs_style_get_font_size () - 1);
}

static void
on_zoom_normal (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  set_font_size (data, 11);
}

static void
on_shortcuts (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_preferences_window_present_keys (GTK_WINDOW (data));
}

static void
on_split_beside (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_editor_page_split (((RsWindow *)data)->current, GTK_ORIENTATION_HORIZONTAL);
  rs_window_queue_save_state (data);
}

static void
on_split_below (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_editor_page_split (((RsWindow *)data)->current, GTK_ORIENTATION_VERTICAL);
  rs_window_queue_save_state (data);
}

static void
on_toggle_fold (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_block_aids_toggle_fold (rs_editor_page_get_aids (((RsWindow *)data)->current));
}

static void
on_unfold_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_block_aids_unfold_all (rs_editor_page_get_aids (((RsWindow *)data)->current));
}

static void
on_preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_preferences_window_present (GTK_WINDOW (data));
}

static void
on_complete (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_signal_emit_by_name (rs_editor_page_get_view (((RsWindow *)data)->current), "show-completion");
}

static void
on_describe_call (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  rs_editor_page_describe_call (((RsWindow *)data)->current);
}

static const GActionEntry entries[] = {
  { .name = "complete", .activate = on_complete },
  { .name = "describe-call", .activate = on_describe_call },
  { .name = "new", .activate = on_new },
  { .name = "open", .activate = on_open },
  { .name = "open-uri", .activate = on_open_uri, .parameter_type = "s" },
  { .name = "save", .activate = on_save },
  { .name = "save-as", .activate = on_save_as },
  { .name = "close-page", .activate = on_close_page },
  { .name = "next-page", .activate = on_next_page },
  { .name = "previous-page", .activate = on_previous_page },
  { .name = "undo", .activate = on_undo },
  { .name = "redo", .activate = on_redo },
  { .name = "find", .activate = on_find },
  { .name = "replace", .activate = on_replace },
  { .name = "find-next", .activate = on_find_next },
  { .name = "find-previous", .activate = on_find_previous },
  { .name = "go-to-line", .activate = on_go_to_line },
  { .name = "go-to", .activate = on_go_to, .parameter_type = "(suu)" },
  { .name = "go-to-place-of-run", .activate = on_go_to_place_of_run, .parameter_type = "(suu)" },
  { .name = "toggle-comment", .activate = on_toggle_comment },
  { .name = "apply-suggestion", .activate = on_apply_suggestion },
  { .name = "toggle-bottom", .activate = on_toggle_bottom },
  { .name = "toggle-end", .activate = on_toggle_end },
  { .name = "toggle-start", .activate = on_toggle_start },
  { .name = "focus-editor", .activate = on_focus_editor },
  { .name = "zoom-in", .activate = on_zoom_in },
  { .name = "zoom-out", .activate = on_zoom_out },
  { .name = "zoom-normal", .activate = on_zoom_normal },
  { .name = "split-beside", .activate = on_split_beside },
  { .name = "split-below", .activate = on_split_below },
  { .name = "toggle-fold", .activate = on_toggle_fold },
  { .name = "unfold-all", .activate = on_unfold_all },
  { .name = "preferences", .activate = on_preferences },
  { .name = "shortcuts", .activate = on_shortcuts },
};

/* Actions that need a page. */
static const char *const page_actions[] = { "save",
                                            "save-as",
                                            "reveal-file",
                                            "undo",
                                            "redo",
                                            "find",
                                            "replace",
                                            "find-next",
                                            "find-previous",
                                            "go-to-line",
                                            "focus-editor",
                                            "toggle-comment",
                                            "apply-suggestion",
                                            "go-to-definition",
                                            "find-references",
                                            "rename",
                                            "go-back",
                                            "go-forward",
                                            "outline",
                                            "format",
                                            "complete",
                                            "describe-call",
                                            "split-beside",
                                            "split-below",
                                            "toggle-fold",
                                            "unfold-all" };

static void
enable (RsWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

void
rs_window_update_actions (RsWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (page_actions); i++)
    enable (self, page_actions[i], self->current != NULL);
  rs_window_update_run_actions (self);
}

void
rs_window_init_actions (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
