/* What is asked before a file is made, renamed, moved or deleted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <libpanel.h>

/* What is done with a name: FALSE with the reason, which is shown beside it for another try. */
typedef gboolean (*RsNameEntered) (const char *name, gpointer data, GError **error);

/* Asks for a name of a file, in a popover that points to a place of a panel, which gets the keyboard back; the part of
 * the name before its last dot is selected. The name has no "/" in it. done: frees data. */
void rs_file_question_ask_name (PanelWidget *panel, const GdkRectangle *at, const char *label, const char *name,
                                RsNameEntered entered, gpointer data, GDestroyNotify done);

/* Asks whether the row's file, or folder with all that is in it, goes to the trash; where there is none, whether it is
 * deleted for good. Then it goes, on a thread, which works tells of (ide/files/file-removal.h), and the folder is
 * closed meanwhile. The widget's window tells what could not be deleted. */
void rs_file_question_delete (GtkWidget *widget, GtkBox *works, GtkTreeListRow *row);

/* Does what was asked; FALSE with the reason, which is told. */
typedef gboolean (*RsMoveAgreed) (gpointer data, GError **error);

/* Asks whether the file, or folder, goes into the folder. done: frees data. */
void rs_file_question_move (GtkWidget *widget, GFile *file, GFile *folder, RsMoveAgreed agreed, gpointer data,
                            GDestroyNotify done);

/* A popover of the panel has closed: the panel has the keyboard again, unless something else has got it. */
void rs_file_question_return_focus (PanelWidget *panel);
