/* redshift-cli: Redshift in a terminal.
 *
 * Finds the subcommand; everything else is in the file of that name. Starts nothing that a hello world does not need.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/debug-topics.h"
#include "ide/cli/cli.h"
#include "ide/cli/common/signals.h"

#include <errno.h>
#include <locale.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

const RsCommand rs_cli_commands[] = {
#define RS_COMMAND(function, name, arguments, first, others, summary, details)                                         \
  { rs_cli_##function, name, arguments, first, others, summary, details },
#include "ide/cli/commands.def"
#undef RS_COMMAND
};

const RsCommand *
rs_cli_find_command (const char *name)
{
  for (guint i = 0; i < RS_N_COMMANDS; i++)
    if (strcmp (rs_cli_commands[i].name, name) == 0)
      return &rs_cli_commands[i];
  return NULL;
}

static int
complain_about (const char *name)
{
  const char *names[RS_N_COMMANDS];
  const char *nearest;

  for (guint i = 0; i < RS_N_COMMANDS; i++)
    names[i] = rs_cli_commands[i].name;
  nearest = rs_cli_nearest (name, names, RS_N_COMMANDS);
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
  gboolean is_man = FALSE;
  const RsOption options[] = { { "man", &is_man } };
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  const RsCommand *command = NULL;
  int status = rs_options_parse (options, G_N_ELEMENTS (options), argc, argv, FALSE, operands);

  if (status >= 0)
    return status;
  if (!rs_cli_check_operands ("help", operands, 1))
    return RS_EXIT_USAGE;
  if (operands->len > 0 && (command = rs_cli_find_command (operands->pdata[0])) == NULL)
    return complain_about (operands->pdata[0]);
  if (is_man)
    rs_cli_print_man (command);
  else
    rs_cli_print_help (command);
  return RS_EXIT_OK;
}

static int
print_version (void)
{
  printf ("Redshift %s\n", RS_VERSION);
  if (rs_cli_get_verbosity ()->is_verbose)
    printf ("built with %s, GLib %u.%u.%u, SQLite %s\n", __VERSION__, glib_major_version, glib_minor_version,
            glib_micro_version, sqlite3_libversion ());
  return RS_EXIT_OK;
}

int
rs_cli_version (int argc, char **argv)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  int status = rs_options_parse (NULL, 0, argc, argv, FALSE, operands);

  if (status >= 0)
    return status;
  return rs_cli_check_operands ("version", operands, 0) ? print_version () : RS_EXIT_USAGE;
}

/* What stands before the command, and the command. */
static int
run_command (int argc, char **argv)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  gboolean has_version = FALSE;
  const RsCommand *command;
  int status;

  *rs_cli_get_verbosity () = (RsVerbosity){ .color = "auto" };
  status = rs_options_parse_front (argc, argv, &has_version, words);

  if (status >= 0)
    return status;
  if (has_version && words->len == 0)
    return print_version ();
  if (has_version)
    {
      rs_cli_complain ("--version goes with no command");
      return RS_EXIT_USAGE;
    }
  if (words->len == 0)
    {
      rs_cli_complain ("usage: redshift-cli COMMAND ...; redshift-cli help lists the commands");
      return RS_EXIT_USAGE;
    }
  command = rs_cli_find_command (words->pdata[0]);
  if (command == NULL)
    return complain_about (words->pdata[0]);
  g_ptr_array_add (words, NULL);
  return command->run ((int)words->len - 1, (char **)words->pdata);
}

/* What the runtime says by itself (settings that can't be read). */
static void
print_warning (const char *text)
{
  rs_cli_write_message (text, NULL);
}

int
main (int argc, char **argv)
{
  int status;

  /* Messages and file names in the user's encoding; numbers always with a point. */
  setlocale (LC_CTYPE, "");
  g_set_printerr_handler (print_warning);
  if (rs_debug_topics_tell (stderr))
    return RS_EXIT_OK;
  status = run_command (argc, argv);
  if (fflush (stdout) != 0 || ferror (stdout))
    {
      rs_cli_complain ("standard output cannot be written: %s", g_strerror (errno));
      status = MAX (status, RS_EXIT_FAILED);
    }
  rs_signals_die ();
  return status;
}
