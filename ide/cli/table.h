/* Tables on a terminal: aligned columns, or CSV for other programs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsTable RsTable;

/* titles: [n]; a title that starts with '>' is that of a column aligned to the right. */
RsTable *rs_table_new (const char *const *titles, guint n);
void rs_table_free (RsTable *table);
/* Adds the next cell of the row at hand; after n cells a row is complete. */
void rs_table_add (RsTable *table, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* To standard output. */
void rs_table_print (const RsTable *table, gboolean csv);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsTable, rs_table_free)
