/* The question for a new name, with what renaming would change.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/names/rename.h"

#include <gtk/gtk.h>

typedef struct {
  /* The user has agreed; nothing is changed yet. references: (transfer full). */
  void (*renamed) (RsAnalysis *analysis, RsReferences *references, const char *name, gpointer data);
  /* Whether a text is open in the window. */
  gboolean (*is_open) (const RsReferencesFile *file, gpointer data);
} RsRenameCallbacks;

/* Asks for a new name of what stands at offset. Its places, in the program and in folder (or NULL), are looked for on a
 * thread meanwhile; then the dialog tells, while the name is typed, which places change, or why it is refused.
 * callbacks and data outlive the dialog. */
void rs_rename_dialog_present (GtkWindow *parent, RsAnalysis *analysis, guint32 offset, const char *folder,
                               GHashTable *open_texts, const RsRenameCallbacks *callbacks, gpointer data);
