/* The question for a new name, with what renaming would change.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/names.h"

#include <gtk/gtk.h>

/* Asks for a new name of what stands at offset; while it is typed the dialog tells how many places change, or why it is
 * refused. places: element-type RsPlace, of the analysis. */
void rs_rename_dialog_present (GtkWindow *parent, RsAnalysis *analysis, guint32 offset,
                               void (*renamed) (const GArray *places, const char *name, gpointer data), gpointer data);
