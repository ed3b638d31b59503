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
rs_cli_open_source (const char *path)
{
  g_autoptr (GError) error = NULL;
  struct stat status;
  RsSource *source;

  if (rs_cli_is_standard_input (path))
    {
      source = rs_source_new_from_stream (stdin, STANDARD_INPUT, &error);
      if (source == NULL)
        rs_cli_complain ("%s", error->message);
      return source;
    }
  if (stat (path, &status) != 0)
    {
      rs_cli_complain ("cannot open %s: %s", path, g_strerror (errno));
      return NULL;
    }
  if (S_ISDIR (status.st_mode))
    {
      rs_cli_complain ("%s is a folder; name a program (a .q file)", path);
      return NULL;
    }
  if (g_str_has_suffix (path, ".qlib"))
    {
      rs_cli_complain ("%s is a library that was built; a program takes it with `import`", path);
      return NULL;
    }
  source = rs_source_new_from_file (path, &error);
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
