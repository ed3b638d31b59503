/* A list with a filter to pick one entry from: outline, files by name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

typedef struct _RsPickList RsPickList;

RsPickList *rs_pick_list_new (void);
/* depth: indentation. path, line, column: what is picked. */
void rs_pick_list_add (RsPickList *self, const char *text, const char *detail, guint depth, const char *path,
                       guint line, guint column);

/* Takes the list. Picking activates the parent's "win.go-to". Words of the filter may stand anywhere in text. */
void rs_pick_dialog_present (GtkWindow *parent, const char *title, RsPickList *list);
