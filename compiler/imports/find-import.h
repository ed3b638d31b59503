/* Where an imported file lies (STDLIB.md 1.2).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* What stands in place of the library's folder in programs that were built. */
#define RS_LIBRARY_NAME "<library>/"

/* The canonical path of the file that `import "NAME"` means, NULL when there is none. importer: the canonical path of
 * the file that it stands in, NULL for text that is no file; search_path: the folders given with -I, or NULL. (transfer
 * full) */
char *rs_find_import (const char *name, const char *importer, const char *const *search_path);

/* The canonical path when path is a file, else NULL. (transfer full) */
char *rs_find_file (const char *path);

/* For a name that was not found, the nearest one of a .q file in the same folders, or NULL. (transfer full) */
char *rs_suggest_import (const char *name, const char *importer, const char *const *search_path);
