/* The files that the user has opened last, newest first, kept between sessions in the user's state folder.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

/* Puts it in front. */
void rs_recent_files_add (GFile *file);
/* Paths of those that still exist. (transfer full) */
char **rs_recent_files_list (void);
