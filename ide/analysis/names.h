/* What an editor asks about the names of an analysed program: what one means, where it is defined, where it is used,
 * and whether it can have another one.
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

/* Where the name at offset is defined; FALSE with a sentence why there is no such place. */
gboolean rs_names_find_definition (const RsAnalysis *self, guint32 offset, RsPlace *place, GError **error);

/* Every place that means the same, its definition too, in the order of modules and texts. Empty where there is no name.
 * (element-type RsPlace) (transfer full) */
GArray *rs_names_find_references (const RsAnalysis *self, guint32 offset);

/* The places that a new name has to be written to. NULL with a sentence when it is refused: the text has errors, the
 * name is a built-in, no name, or means something already where the old one is used. (element-type RsPlace) (transfer
 * full) */
GArray *rs_names_rename (const RsAnalysis *self, guint32 offset, const char *new_name, GError **error);

/* The word at offset, "" where there is none. (transfer full) */
char *rs_names_get_word (const RsAnalysis *self, guint32 offset);
