/* Folders of modules.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/module-folders.h"

#include "runtime/settings.h"

#include <string.h>

char **
rs_module_folders_read (void)
{
  g_autoptr (GPtrArray) damage = g_ptr_array_new_with_free_func (g_free); /* it is told where settings are shown */
  g_autoptr (RsSettings) settings = rs_settings_load (damage);
  g_auto (GStrv) parts = g_strsplit (rs_settings_get_text (settings, RS_SETTING_MODULE_DIR), ",", 0);
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();

  for (char **folder = parts; *folder != NULL; folder++)
    if (*g_strstrip (*folder) != '\0')
      g_strv_builder_add (folders, *folder);
  return g_strv_builder_end (folders);
}
