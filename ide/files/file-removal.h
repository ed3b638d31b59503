/* Files that go, to the trash or for good, on a thread: a folder may hold a hundred thousand.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* error: what is still there, and why; NULL: all has gone, or the user has stopped it. */
typedef void (*RsFileRemoved) (const GError *error, gpointer data);

/* Begins; where it takes longer than a moment, works (NULL: nothing) gets a row for as long, which says how many files
 * have gone and can stop it. A link goes, not what it leads to. The application goes on until the end, also without a
 * window. removed: called once, on the main thread; destroys data right behind it, there. Main thread only. */
void rs_file_removal_start (GtkBox *works, GFile *file, gboolean for_good, RsFileRemoved removed, gpointer data,
                            GDestroyNotify destroy);
