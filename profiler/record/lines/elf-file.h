/* Functions and line table of an ELF file for this machine (64 bits, little-endian).
 *
 * Offsets and sizes in the file are checked; what is kept is bounded. A file that can't be read has neither.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/lines/line-table.h"

typedef struct _RsElfFile RsElfFile;

/* with_lines: whether to read the line table. Never NULL. (transfer full) */
RsElfFile *rs_elf_file_new (const char *path, gboolean with_lines);
void rs_elf_file_free (RsElfFile *file);

/* The function at an address of the file's own; NULL: not known. Lives as long as the file. */
const char *rs_elf_file_find_function (const RsElfFile *file, guint64 address);
/* NULL: none. */
const RsLineTable *rs_elf_file_get_lines (const RsElfFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsElfFile, rs_elf_file_free)
