/* --set KEY=VALUE, for the subcommands that run programs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/settings.h"
#include "ide/cli/cli.h"

#include <string.h>

/* FALSE: there is no such setting, not even elsewhere. */
static gboolean
explain_unknown (const char *assignment)
{
  static const char *const names[] = {
#define RS_SETTING(NAME, type, limits, value, documentation) #NAME,
#include "runtime/base/settings.def"
#undef RS_SETTING
  };
  g_autofree char *name = g_strndup (assignment, strcspn (assignment, "="));
  const char *nearest = rs_cli_nearest (name, names, G_N_ELEMENTS (names)), *unused = rs_settings_why_unused (name);

  if (unused != NULL)
    {
      rs_cli_warn ("the setting %s has no meaning here: %s", name, unused);
      return TRUE;
    }
  rs_cli_complain ("--set: there is no setting %s%s%s%s", name, nearest != NULL ? "; did you mean " : "",
                   nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
  return FALSE;
}

gboolean
rs_cli_apply_settings (RsSettings *settings, const GPtrArray *assignments)
{
  gboolean ignored;

  if (rs_cli_get_verbosity ()->is_verbose)
    rs_settings_parse (settings, "COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES=true", &ignored, NULL);
  for (guint i = 0; i < assignments->len; i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean unknown;

      if (!rs_settings_parse (settings, assignments->pdata[i], &unknown, &error))
        {
          rs_cli_complain_error ("--set: ", error);
          return FALSE;
        }
      if (unknown && !explain_unknown (assignments->pdata[i]))
        return FALSE;
    }
  return TRUE;
}
