/* The files that are named on the command line: programs to open, files to write.
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
    g_set_error (error, G_FILE_ERROR, (gint)g_file_error_from_errno (errno), "cannot open %s: %s", path,
                 g_strerror (errno));
  else if (S_ISDIR (status.st_mode))
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR, "%s is a folder; name a program (a .q file)", path);
  else if (g_str_has_suffix (path, ".qlib"))
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                 "%s is a library that was built; a program takes it with `import`", path);
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

static gboolean
is_same_file (const struct stat *status, const char *path)
{
  struct stat other;

  return path != NULL && stat (path, &other) == 0 && status->st_dev == other.st_dev && status->st_ino == other.st_ino;
}

gboolean
rs_cli_may_replace (const char *command, const char *path, const char *input, gboolean (*is_kind) (const char *path),
                    const char *what)
{
  struct stat status;

  if (stat (path, &status) != 0 || (!S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode)))
    return TRUE;
  if (S_ISDIR (status.st_mode) || is_same_file (&status, input))
    rs_cli_complain ("%s: %s can't be written: it is %s", command, path,
                     S_ISDIR (status.st_mode) ? "a folder" : "the input itself");
  else if (status.st_size > 0 && !is_kind (path))
    rs_cli_complain ("%s: %s exists and is %s; it was not overwritten, give another name", command, path, what);
  else
    return TRUE;
  return FALSE;
}
