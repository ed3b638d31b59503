/* What the user wants of the window itself: font, colours, keys. Kept in `redshift/ide.ini` in the configuration
 * folder; what programs run with is runtime/base/settings.h.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* NULL where the user has said nothing. (transfer full) */
char *rs_user_settings_get (const char *group, const char *key);
/* The keys of a group that the user has set. (transfer full) */
char **rs_user_settings_list (const char *group);
/* Tells the user that nothing is meant by what stands there. */
void rs_user_settings_tell_damage (const char *key, const char *value);
/* value: NULL: as if nothing had been said. Kept at once; FALSE with a sentence when the file could not be written. */
gboolean rs_user_settings_set (const char *group, const char *key, const char *value, GError **error);
