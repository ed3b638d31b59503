/* Optional modules: libraries that Redshift can do without, or whose licence keeps them apart from it (plugins/).
 *
 * A plugin is a shared object redshift-NAME.so in the folder of plugins. It exports one function, redshift_plugin_NAME,
 * which takes nothing and returns a table that a header of the runtime describes (runtime/transforms.h). A plugin that
 * is missing, or whose libraries are, is no error: the reason is kept for whoever asks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* The table of a plugin, opened when it is first asked for and never closed. NULL when there is none; *reason (may be
 * NULL; borrowed) then says why. Any thread. */
gconstpointer rs_plugin_get (const char *name, const char **reason);
