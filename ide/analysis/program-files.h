/* The programs of a folder and of the folders in it.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

/* Paths of the .q files, by folder and name; hidden ones and links are left out. n_links: NULL, or gets the number of
 * links to folders and .q files. The folder's path is canonical. Ends early when it is cancelled. (transfer full)
 * (element-type filename) */
GPtrArray *rs_list_programs (const char *folder, GCancellable *cancellable, guint *n_links);
