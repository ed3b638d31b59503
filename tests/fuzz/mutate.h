/* Texts that are nearly programs: two programs are spliced, then bytes and pieces of the language are inserted, removed
 * and doubled. Every seed gives the same text on every machine, as long as the files are the same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* The programs that texts are made of: those built in and these files and folders. To be called once, before the first
 * text. */
void fuzz_add_files (char **paths, int n);
void fuzz_free (void);
/* (transfer full) */
GString *fuzz_make_text (guint32 seed);
/* A program with other numbers and operators, so that it is likely to compile. (transfer full) */
GString *fuzz_make_gentle_text (guint32 seed);
