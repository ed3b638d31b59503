/* The list of the folder's files: it follows the page in front, and pages follow files that are renamed there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/debug/points.h"
#include "ide/files/files-panel.h"

#include <string.h>

/* NULL: it was never shown. */
static RsFilesPanel *
find_panel (RsWindow *self)
{
  PanelWidget *panel = rs_window_find_panel (self, "files");

  return panel != NULL ? RS_FILES_PANEL (panel) : NULL;
}

void
rs_window_follow_file (RsWindow *self)
{
  RsFilesPanel *panel = find_panel (self);

  if (panel != NULL)
    rs_files_panel_follow (panel, self->current != NULL ? rs_editor_page_get_file (self->current) : NULL);
}

gboolean
rs_window_rename_file (RsWindow *self)
{
  RsFilesPanel *panel = find_panel (self);

  if (panel == NULL || !g_str_equal (rs_window_describe_focus (self), "files"))
    return FALSE;
  rs_files_panel_rename (panel);
  return TRUE;
}

static void
on_reveal_file (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  GFile *file = self->current != NULL ? rs_editor_page_get_file (self->current) : NULL;

  g_action_group_activate_action (G_ACTION_GROUP (self), "show-files", NULL);
  if (file != NULL)
    rs_files_panel_reveal (RS_FILES_PANEL (rs_window_get_panel (self, "files")), file);
}

static void
on_file_renamed (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  const char *old_path, *new_path;
  g_autoptr (GFile) old = NULL, new = NULL;

  g_variant_get (parameter, "(^&ay^&ay)", &old_path, &new_path);
  old = g_file_new_for_path (old_path);
  new = g_file_new_for_path (new_path);
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsDocument *document = rs_editor_page_get_document (g_ptr_array_index (self->pages, i));
      GFile *file = rs_document_get_file (document);
      g_autoptr (GFile) renamed = file != NULL ? rs_file_dup_moved (file, old, new) : NULL;

      if (renamed != NULL)
        rs_document_move (document, renamed);
    }
  rs_debug_points_move_file (rs_debug_points_get (G_OBJECT (self->runs)), old, new);
  rs_window_queue_save_state (self);
}

/* --- the session --- */

void
rs_window_describe_files (RsWindow *self, RsSessionState *state)
{
  RsFilesPanel *panel = find_panel (self);

  if (panel == NULL)
    return;
  state->folder = rs_files_panel_dup_folder (panel, &state->folder_chosen);
  state->open_folders = rs_files_panel_dup_open (panel);
}

void
rs_window_restore_files (RsWindow *self, const RsSessionState *state)
{
  RsFilesPanel *panel = find_panel (self);

  if (panel != NULL)
    rs_files_panel_restore (panel, state->folder, state->folder_chosen, (const char *const *)state->open_folders);
}

static const GActionEntry entries[] = {
  { .name = "reveal-file", .activate = on_reveal_file },
  { .name = "file-renamed", .activate = on_file_renamed, .parameter_type = "(ayay)" },
};

void
rs_window_init_files (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
