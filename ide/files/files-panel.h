/* The folder's files, as a tree: opened, made, renamed and deleted there. It follows changes on the disk.
 *
 * A file is opened by "win.open-uri"; that one was renamed is told by "win.file-renamed" (ss), the old path and the new
 * one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/run/runs.h"

#include <libpanel.h>

#define RS_TYPE_FILES_PANEL (rs_files_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsFilesPanel, rs_files_panel, RS, FILES_PANEL, PanelWidget)

PanelWidget *rs_files_panel_new (RsRuns *runs);

/* The page in front has this file (NULL: none): its row is selected. As long as the user has chosen no folder, the tree
 * is that of the file's folder where it does not hold the file anyway. */
void rs_files_panel_follow (RsFilesPanel *self, GFile *file);
/* Selects the file's row, opening the folders on the way; the folder that is shown becomes one around it. */
void rs_files_panel_reveal (RsFilesPanel *self, GFile *file);

/* The keyboard's rename, where the panel has it. */
void rs_files_panel_rename (RsFilesPanel *self);

/* A file of this program's list falls on a widget of it: onto a folder's row to go into that folder, onto a file's row,
 * or beside all rows, into the folder around; the user is asked. files: a GdkFileList. FALSE: the widget is
 * elsewhere. */
gboolean rs_files_panel_drop (GtkWidget *there, const GValue *files);

/* For the session: the folder, NULL where its name is no text; whether the user has chosen it; and those that are
 * open. (transfer full) */
char *rs_files_panel_dup_folder (RsFilesPanel *self, gboolean *is_chosen);
char **rs_files_panel_dup_open (RsFilesPanel *self);
/* folder: NULL: there was none. */
void rs_files_panel_restore (RsFilesPanel *self, const char *folder, gboolean is_chosen, const char *const *open);
