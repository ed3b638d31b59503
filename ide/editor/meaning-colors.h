/* Colours by meaning, over those of the language definition: parameters, captured variables, kernels, unused variables.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"
#include "ide/editor/text/document.h"

#define RS_TYPE_MEANING_COLORS (rs_meaning_colors_get_type ())
G_DECLARE_FINAL_TYPE (RsMeaningColors, rs_meaning_colors, RS, MEANING_COLORS, GObject)

/* Does not own document. */
RsMeaningColors *rs_meaning_colors_new (RsDocument *document);
/* Of the text as it is now. */
void rs_meaning_colors_set (RsMeaningColors *self, RsAnalysis *analysis);
