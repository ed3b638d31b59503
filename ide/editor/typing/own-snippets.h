/* Pieces of program that the user has written: files of GtkSourceView in `redshift/snippets` in the configuration
 * folder.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* The folder. (transfer full) */
char *rs_own_snippets_dup_folder (void);
/* Tells the user of those files that can't be read, with the line. */
void rs_own_snippets_check (void);
