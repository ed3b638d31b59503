/* The names of target platforms (manual, table 17.2).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Whether the program is compiled for the platform of that name. */
gboolean rs_platform_is_target (const char *name);
/* Whether there is a platform of that name. */
gboolean rs_platform_is_known (const char *name);
/* All names, with commas between. (transfer full) */
char *rs_platform_list (void);
