/* redshift-cli: Redshift in a terminal.
 *
 * Finds the subcommand; everything else is in the file of that name. Starts nothing that a hello world does not need.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/debug-topics.h"
#include "ide/cli/cli.h"
#include "ide/cli/signals.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static const RsCommand commands[] = {
#define RS_COMMAND(function, name, arguments, summary) { rs_cli_##function, name, arguments, summary },
#include "ide/cli/commands.def"
#undef RS_COMMAND
};

const RsCommand *
rs_cli_find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static void
print_commands (FILE *output)
{
  fputs ("usage: redshift-cli COMMAND ...\n\n", output);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (output, "  %-8s %s\n", commands[i].name, commands[i].summary);
  fputs ("\nredshift-cli COMMAND --help lists the options of a command. PROG.q may be -, standard input.\n", output);
}

static int
complain_about (const char *name)
{
  const char *names[G_N_ELEMENTS (commands)];
  const char *nearest;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i].name;
  nearest = rs_cli_nearest (name, names, G_N_ELEMENTS (commands));
  if (nearest != NULL)
    rs_cli_complain ("unknown command \"%s\"; did you mean \"%s\"?", name, nearest);
  else if (g_str_has_suffix (name, ".q"))
    rs_cli_complain ("unknown command \"%s\"; to run a program: redshift-cli run %s", name, name);
  else
    rs_cli_complain ("unknown command \"%s\"; redshift-cli help lists them", name);
  return RS_EXIT_USAGE;
}

int
rs_cli_help (int argc, char **argv)
{
  const RsCommand *command;
  char *arguments[] = { NULL, (char *)"--help", NULL };

  if (argc < 2 || argv[1][0] == '-')
    {
      print_commands (stdout);
      return RS_EXIT_OK;
    }
  command = rs_cli_find_command (argv[1]);
  if (command == NULL)
    return complain_about (argv[1]);
  if (command->run == rs_cli_help)
    {
      rs_options_print_help ("help", NULL, 0);
      return RS_EXIT_OK;
    }
  arguments[0] = argv[1];
  return command->run (2, arguments);
}

int
rs_cli_version (int argc, char **argv)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  int status = rs_options_parse (NULL, 0, argc, argv, FALSE, operands);

  if (status >= 0)
    return status;
  printf ("Redshift %s\n", RS_VERSION);
  return RS_EXIT_OK;
}

int
main (int argc, char **argv)
{
  const RsCommand *command;
  int status;

  /* Messages and file names in the user's encoding; numbers always with a point. */
  setlocale (LC_CTYPE, "");
  if (rs_debug_topics_tell (stderr))
    return RS_EXIT_OK;
  if (argc < 2)
    {
      print_commands (stderr);
      return RS_EXIT_USAGE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    return rs_cli_help (1, argv);
  if (strcmp (argv[1], "--version") == 0)
    return rs_cli_version (1, argv);
  command = rs_cli_find_command (argv[1]);
  if (command == NULL)
    return complain_about (argv[1]);
  status = command->run (argc - 1, argv + 1);
  if (fflush (stdout) != 0 || ferror (stdout))
    {
      rs_cli_complain ("standard output cannot be written: %s", g_strerror (errno));
      status = MAX (status, RS_EXIT_FAILED);
    }
  rs_signals_die ();
  return status;
}
