/* Diagnostics in an editor page: underlined text, marks in the gutter, tooltips.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/diagnostics.h"
#include "ide/editor/document.h"

#define RS_TYPE_SQUIGGLES (rs_squiggles_get_type ())
G_DECLARE_FINAL_TYPE (RsSquiggles, rs_squiggles, RS, SQUIGGLES, GObject)

/* Owns neither; the view outlives it. */
RsSquiggles *rs_squiggles_new (RsDocument *document, GtkSourceView *view);

/* Replaces what is shown; those of other sources than the document are left out. NULL: nothing. */
void rs_squiggles_set (RsSquiggles *self, RsDiagnostics *diagnostics);
