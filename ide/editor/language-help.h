/* What the editor knows about the language's names: completion and the documentation of built-in functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

/* Offers keywords, built-in functions and the document's own words while typing. */
void rs_language_help_add_completion (GtkSourceView *view);

/* Signature and documentation of the built-in whose name stands at iter; NULL when there is none. (transfer full) */
char *rs_language_help_describe (const GtkTextIter *iter);
