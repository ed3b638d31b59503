/* What is asked before a file is made, renamed or deleted.
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

/* Asks whether the file, or the folder with all that is in it, goes to the trash; where there is none, whether it is
 * deleted for good. The parent's window tells what could not be deleted. */
void rs_file_question_delete (GtkWidget *widget, GFile *file, gboolean is_folder);

/* A popover of the panel has closed: the panel has the keyboard again, unless something else has got it. */
void rs_file_question_return_focus (PanelWidget *panel);
