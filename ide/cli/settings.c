/* --set KEY=VALUE, for the subcommands that run programs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"
#include "runtime/settings.h"

#include <string.h>

static void
warn_about (const char *assignment)
{
  static const char *const names[] = {
#define RS_SETTING(NAME, type, value, documentation) #NAME,
#include "runtime/settings.def"
#undef RS_SETTING
  };
  g_autofree char *name = g_strndup (assignment, strcspn (assignment, "="));
  const char *nearest = rs_cli_nearest (name, names, G_N_ELEMENTS (names)), *unused = rs_settings_why_unused (name);

  if (unused != NULL)
    {
      rs_cli_complain ("warning: the setting %s has no meaning here: %s", name, unused);
      return;
    }
  rs_cli_complain ("warning: there is no setting %s%s%s%s", name, nearest != NULL ? "; did you mean " : "",
                   nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
}

gboolean
rs_cli_apply_settings (RsSettings *settings, const GPtrArray *assignments)
{
  for (guint i = 0; i < assignments->len; i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean unknown;

      if (!rs_settings_parse (settings, assignments->pdata[i], &unknown, &error))
        {
          rs_cli_complain ("--set: %s", error->message);
          return FALSE;
        }
      if (unknown)
        warn_about (assignments->pdata[i]);
    }
  return TRUE;
}
