/* Settings: a value for each row of settings.def, from the defaults, the user's file and the command line.
 *
 * Stored as a GKeyFile `redshift/settings.ini`, group `Settings`, in the user's configuration folder.
 *
 * Threads: fill it before use; afterwards it is read-only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef enum {
#define RS_SETTING(NAME, type, limits, value, documentation) RS_SETTING_##NAME,
#include "runtime/base/settings.def"
#undef RS_SETTING
  RS_N_SETTINGS
} RsSettingId;

typedef struct _RsSettings RsSettings;

/* The defaults. */
RsSettings *rs_settings_new (void);
/* The defaults, overridden by what can be read of the user's file. damage (element-type utf8): gets a sentence for each
 * thing that can't. */
RsSettings *rs_settings_load (GPtrArray *damage);
/* The same, with warnings on standard error. */
RsSettings *rs_settings_new_for_user (void);
/* Of the user's file. (transfer full) */
char *rs_settings_dup_path (void);
RsSettings *rs_settings_copy (const RsSettings *settings);
void rs_settings_free (RsSettings *settings);
/* What the file holds beside them stays; a damaged file is kept aside first. */
gboolean rs_settings_save (const RsSettings *settings, GError **error);

/* "KEY=VALUE". FALSE when the value does not fit the type; an unknown key is accepted and *unknown is set to TRUE. */
gboolean rs_settings_parse (RsSettings *settings, const char *assignment, gboolean *unknown, GError **error);

/* Why a setting of the manual's table 17.3 has no meaning here; NULL for all other names. */
const char *rs_settings_why_unused (const char *name);

gboolean rs_settings_get_boolean (const RsSettings *settings, RsSettingId id);
gint64 rs_settings_get_integer (const RsSettings *settings, RsSettingId id);
/* How many threads work on one thing: RUNTIME_OPENMP_THREADS, or where that says 0 as many as there are processors. */
guint rs_settings_get_threads (const RsSettings *settings);
const char *rs_settings_get_text (const RsSettings *settings, RsSettingId id);
/* The folders of MODULE_DIR, without blanks around them; NULL-terminated. (transfer full) */
char **rs_settings_dup_module_folders (const RsSettings *settings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsSettings, rs_settings_free)
