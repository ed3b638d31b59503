/* Opening the programs that are named on the command line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define STANDARD_INPUT "standard input" /* in messages */

gboolean
rs_cli_is_standard_input (const char *path)
{
  return strcmp (path, "-") == 0;
}

RsSource *
rs_cli_read_source (const char *path, GError **error)
{
  struct stat status;

  if (rs_cli_is_standard_input (path))
    return rs_source_new_from_stream (stdin, STANDARD_INPUT, error);
  if (stat (path, &status) != 0)
    g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "cannot open %s: %s", path, g_strerror (errno));
  else if (S_ISDIR (status.st_mode))
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR, "%s is a folder; name a program (a .q file)", path);
  else if (g_str_has_suffix (path, ".qlib"))
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s is a library that was built; a program takes it with `import`", path);
  else
    return rs_source_new_from_file (path, error);
  return NULL;
}

RsSource *
rs_cli_open_source (const char *path)
{
  g_autoptr (GError) error = NULL;
  RsSource *source = rs_cli_read_source (path, &error);

  if (source == NULL)
    rs_cli_complain ("%s", error->message);
  return source;
}

RsSource *
rs_cli_open_source_for_prompt (const char *command, const char *path)
{
  if (!rs_cli_is_standard_input (path))
    return rs_cli_open_source (path);
  rs_cli_complain ("%s: standard input is where the prompt reads from; give the program as a file", command);
  return NULL;
}
