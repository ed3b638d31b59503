/* Which line of which file an instruction belongs to, by the DWARF 5 line table of a shared object.
 *
 * The reader is given bytes of a file: every length and offset is checked, and what it keeps is bounded. Only what a
 * linked object for this machine has is read: 32-bit DWARF 5, 64-bit addresses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  const guint8 *data;
  gsize n;
} RsBytes;

typedef struct _RsLineTable RsLineTable;

/* line: the section .debug_line; line_strings, strings: .debug_line_str and .debug_str, which may be empty. They are
 * not used afterwards. Units that can't be read are left out. (transfer full) */
RsLineTable *rs_line_table_new (RsBytes line, RsBytes line_strings, RsBytes strings);
void rs_line_table_free (RsLineTable *table);

guint rs_line_table_get_n_rows (const RsLineTable *table);

/* The place of the instruction at address, the nearest before it whose file ends with suffix: what a compiler took in
 * from helpers is of the line that uses them. FALSE: not known. *file lives as long as the table. */
gboolean
rs_line_table_find (const RsLineTable *table, guint64 address, const char *suffix, const char **file, guint *line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsLineTable, rs_line_table_free)
