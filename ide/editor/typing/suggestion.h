/* What a message suggests, written into the text: "`zero` is not defined; did you mean `zeros`?".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"

#include <gtk/gtk.h>

/* That of the message at the cursor, or else of the first in its line that suggests a name; as one step of undo. FALSE:
 * none does, or the text is another by now. */
gboolean rs_suggestion_apply (GtkTextBuffer *buffer, const RsAnalysis *analysis);
