/* redshift-cli fmt: programs in canonical layout.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/syntax/format.h"

#include "ide/cli/cli.h"
#include "ide/cli/emit/emit.h"
#include "runtime/base/replace-file.h"

#include <stdio.h>
#include <string.h>

/* A file with syntax errors stays as it is: it can't be known what was meant. */
static int
format_file (const char *path, gboolean only_check)
{
  g_autoptr (RsSource) source = rs_cli_open_source (path);
  g_autoptr (RsDiagnostics) diagnostics = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean is_changed;

  if (source == NULL)
    return RS_EXIT_USAGE;
  if (!only_check && !rs_cli_is_standard_input (path) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      rs_cli_complain ("fmt: %s is a pipe or a device, which can't be formatted in place; fmt - formats standard input",
                       path);
      return RS_EXIT_USAGE;
    }
  diagnostics = rs_diagnostics_new ();
  text = rs_format_source (source, diagnostics);
  if (rs_emit_tell_diagnostics (diagnostics) != RS_EXIT_OK || text == NULL)
    return RS_EXIT_USAGE;
  is_changed = strcmp (text, rs_source_get_text (source)) != 0;
  if (only_check && is_changed)
    printf ("%s\n", rs_source_get_name (source));
  else if (!only_check && rs_cli_is_standard_input (path))
    fputs (text, stdout);
  if (only_check || !is_changed || rs_cli_is_standard_input (path))
    return only_check && is_changed ? RS_EXIT_FAILED : RS_EXIT_OK;
  if (rs_replace_file_with (path, text, strlen (text), &error))
    {
      rs_cli_tell ("%s: written anew", path);
      return RS_EXIT_OK;
    }
  rs_cli_complain ("cannot write %s: %s", path, error->message);
  return RS_EXIT_FAILED;
}

int
rs_cli_fmt (int argc, char **argv)
{
  gboolean only_check = FALSE;
  const RsOption options[] = {
    { "check", &only_check },
  };
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, files);

  if (status >= 0)
    return status;
  if (files->len == 0)
    {
      rs_cli_complain ("fmt: a program is missing: redshift-cli fmt PROG.q...");
      return RS_EXIT_USAGE;
    }
  status = RS_EXIT_OK;
  for (guint i = 0; i < files->len; i++)
    {
      int one = format_file (files->pdata[i], only_check);

      status = MAX (status, one);
    }
  return status;
}
