/* Runs many commands of redshift-cli in one process: `run` and `check` of programs, a session each.
 *
 * usage: many < REQUESTS > ANSWERS
 *
 * A request is a line of fields between tabs: a folder, a file for standard output, one for standard error, and the
 * words of the command. The answer is a line with the exit status. A command sees the folder as the current one and its
 * outputs in the files; what it leaves in memory, the next one would meet. tests/language/run.py asks, and starts
 * another process where one has died.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <unistd.h>

#undef main /* that of ide/cli/main.c has another name here */

int redshift_main (int argc, char **argv);

static gboolean
redirect (int descriptor, const char *path)
{
  int file = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  gboolean ok = file >= 0 && dup2 (file, descriptor) >= 0;

  if (file >= 0)
    close (file);
  return ok;
}

static int
answer (char *line)
{
  g_auto (GStrv) fields = g_strsplit (g_strchomp (line), "\t", -1);
  guint n = g_strv_length (fields);
  char program[] = "redshift-cli";
  g_autofree char **arguments = NULL;
  int status;

  if (n < 4 || chdir (fields[0]) != 0 || !redirect (STDOUT_FILENO, fields[1]) || !redirect (STDERR_FILENO, fields[2]))
    return -1;
  arguments = g_new0 (char *, n - 1);
  arguments[0] = program;
  for (guint i = 3; i < n; i++)
    arguments[i - 2] = fields[i];
  status = redshift_main ((int)n - 2, arguments);
  fflush (stdout);
  fflush (stderr);
  return status;
}

int
main (void)
{
  int requests = dup (STDIN_FILENO), answers = dup (STDOUT_FILENO), nothing = open ("/dev/null", O_RDONLY);
  g_autoptr (GIOChannel) input = g_io_channel_unix_new (requests);
  char *line;

  if (nothing < 0 || dup2 (nothing, STDIN_FILENO) < 0)
    return 1;
  g_io_channel_set_encoding (input, NULL, NULL);
  while (g_io_channel_read_line (input, &line, NULL, NULL, NULL) == G_IO_STATUS_NORMAL)
    {
      dprintf (answers, "%d\n", answer (line));
      g_free (line);
    }
  return 0;
}
