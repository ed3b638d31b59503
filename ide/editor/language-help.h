/* What the editor knows about the language's names: the documentation of built-in functions, and the comments above
 * those of the text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtksourceview/gtksource.h>

/* Signature and documentation of the function of this text, or the built-in, whose name stands at iter; NULL when there is none. (transfer full) */
char *rs_language_help_describe (const GtkTextIter *iter);
