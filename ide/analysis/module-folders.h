/* Where imports are looked for besides the importing file's folder and the library: the setting MODULE_DIR.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* As the user's settings are now; NULL-terminated. (transfer full) */
char **rs_module_folders_read (void);
