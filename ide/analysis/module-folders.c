/* Folders of modules.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/module-folders.h"

#include "runtime/base/settings.h"

char **
rs_module_folders_read (void)
{
  g_autoptr (GPtrArray) damage = g_ptr_array_new_with_free_func (g_free); /* it is told where settings are shown */
  g_autoptr (RsSettings) settings = rs_settings_load (damage);

  return rs_settings_dup_module_folders (settings);
}
