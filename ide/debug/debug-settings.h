/* What a person has the debugger do in this run and all to come, by the names of its requests: `errors`, and the
 * switches `nan`, `warnings` and `library`, which are kept for the next start, too.
 *
 * Signal: "changed" (name: string).
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib-object.h>

#define RS_TYPE_DEBUG_SETTINGS (rs_debug_settings_get_type ())
G_DECLARE_FINAL_TYPE (RsDebugSettings, rs_debug_settings, RS, DEBUG_SETTINGS, GObject)

typedef enum {
  RS_DEBUG_SETTING_ERRORS,
  RS_DEBUG_SETTING_NAN,
  RS_DEBUG_SETTING_WARNINGS,
  RS_DEBUG_SETTING_LIBRARY,
  RS_N_DEBUG_SETTINGS
} RsDebugSetting;

/* Those of the program. (transfer none) */
RsDebugSettings *rs_debug_settings_get (void);

/* FALSE: no setting is called so. */
gboolean rs_debug_setting_find (const char *name, RsDebugSetting *setting);
const char *rs_debug_setting_get_name (RsDebugSetting setting);

/* What the request takes, "on"; NULL: nobody has said anything. (transfer none) */
const char *rs_debug_settings_get_value (RsDebugSettings *self, RsDebugSetting setting);
/* Tells all runs, and keeps a switch; one that can't be kept is in force nevertheless. */
void rs_debug_settings_set_value (RsDebugSettings *self, RsDebugSetting setting, const char *value);

gboolean rs_debug_settings_is_on (RsDebugSettings *self, RsDebugSetting setting);
