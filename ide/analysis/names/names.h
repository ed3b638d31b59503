/* What an editor asks about the names of an analysed program: what one means and where it is defined. Where it is
 * used: ide/analysis/names/references.h; another one: ide/analysis/names/rename.h.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"

#include <gio/gio.h>

/* A name in a text of the program. */
typedef struct {
  RsSource *source; /* borrowed from the analysis */
  RsSpan span;
} RsPlace;

/* Type, size constraints and documentation of the name at an offset of the main text, built-ins too; NULL where there
 * is none. (transfer full) */
char *rs_names_describe (const RsAnalysis *self, guint32 offset);

/* Where the name at offset is defined: several places where it is a function whose overloads the types leave open, the
 * likeliest first. (transfer full) (element-type RsPlace) */
GArray *rs_names_list_definitions (const RsAnalysis *self, guint32 offset);
/* The first of them; FALSE with a sentence why there is no such place. */
gboolean rs_names_find_definition (const RsAnalysis *self, guint32 offset, RsPlace *place, GError **error);

/* The word at offset, "" where there is none. (transfer full) */
char *rs_names_get_word (const RsAnalysis *self, guint32 offset);
