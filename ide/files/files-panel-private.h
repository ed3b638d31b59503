/* What the parts of the list of files share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/files/file-tree.h"
#include "ide/files/files-panel.h"

struct _RsFilesPanel {
  PanelWidget parent;

  GtkLabel *heading; /* borrowed from the tree of widgets, like what follows */
  GtkLabel *trouble;
  GtkSearchEntry *search;
  GtkListView *list;

  RsFileTree *tree;              /* owned, like what follows */
  GtkSingleSelection *selection; /* of its rows */
  GFile *followed;               /* of the page in front; or NULL */
  GFile *wanted;                 /* whose row is to be selected once it is there; or NULL */
  guint tries;                   /* that are left for it */
  guint find_source;
  gboolean is_chosen;   /* the folder, by the user */
  gboolean wants_focus; /* the list is to have the keyboard once it has rows */
  GtkFileChooserNative *chooser;
  GtkWidget *menu;  /* of rows; borrowed */
  GtkWidget *works; /* what is under way, a row each; borrowed */
};

/* files-panel.c: the tree. The row that is selected; NULL: none is. (transfer none) */
GtkTreeListRow *rs_files_panel_get_selected (RsFilesPanel *self);
/* Selects the file's row as soon as it is there. */
void rs_files_panel_want (RsFilesPanel *self, GFile *file);
/* The user wants to see that folder. */
void rs_files_panel_choose_folder (RsFilesPanel *self, GFile *folder);

/* files-actions.c: what is done with files, the actions "files.*". */
void rs_files_panel_install_actions (GtkWidgetClass *widget_class);
void rs_files_panel_activate (RsFilesPanel *self, GtkTreeListRow *row);
void rs_files_panel_open (RsFilesPanel *self, GFile *file);
/* Where a question points to: the row that has the keyboard, or the head of the list. */
void rs_files_panel_get_place (RsFilesPanel *self, GdkRectangle *place);
/* Pages, breakpoints and the session go with the file; both names are on one file system. */
gboolean rs_files_panel_move (RsFilesPanel *self, GFile *file, GFile *to, GError **error);

/* files-menu.c: the menu of the selected row, or of none; in pixels of the panel. */
void rs_files_panel_show_menu (RsFilesPanel *self, int x, int y);
/* A click with the secondary button on a row, and beside all rows. */
void rs_files_panel_add_row_menu (GtkWidget *row, GtkListItem *item);
void rs_files_panel_add_menu (RsFilesPanel *self, GtkWidget *scroller);

/* files-moving.c: its file can be dragged away. */
void rs_files_panel_add_row_moving (GtkWidget *row, GtkListItem *item);
