/* Help in a terminal, of redshift-cli and of each of its commands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 110 /* characters of a line */

static const struct {
  const char *name;
  const char *help;
} reports[] = {
#define RS_TRACE_REPORT(function, name, fewest, most, help) { name, help },
#include "ide/cli/trace/trace-reports.def"
#undef RS_TRACE_REPORT
};

/* Words with line breaks, all lines but the first behind `indent` blanks; `at` characters stand on the first one. */
static void
print_wrapped (const char *text, int indent, int at)
{
  while (*text != '\0')
    {
      int length = (int)strcspn (text, " ");

      if (at + 1 + length > WIDTH && at > indent)
        {
          printf ("\n%*s", indent, "");
          at = indent;
        }
      else if (at > indent)
        at += printf (" ");
      at += printf ("%.*s", length, text);
      text += length;
      text += strspn (text, " ");
    }
  putchar ('\n');
}

/* `  name      text`, the text from `column` on. */
static void
print_row (const char *name, const char *text, int column)
{
  int at = printf ("  %-*s ", column - 3, name);

  if (at > column)
    {
      printf ("\n%*s", column, "");
      at = column;
    }
  print_wrapped (text, column, at);
}

static void
print_options (guint command)
{
  for (const RsOptionRow *row = NULL; (row = rs_options_next (command, row)) != NULL;)
    {
      g_autofree char *letter = row->letter != 0 ? g_strdup_printf ("-%c, ", row->letter) : g_strdup ("");
      g_autofree char *text = g_strdup_printf ("%s--%s%s%s", letter, row->name, row->argument != NULL ? " " : "",
                                               row->argument != NULL ? row->argument : "");

      print_row (text, row->help, 29);
    }
}

static void
print_statuses (void)
{
  printf ("\nExit status:\n");
#define RS_EXIT_STATUS(NAME, number, when) print_row (#number, when, 7);
#include "ide/cli/exit-statuses.def"
#undef RS_EXIT_STATUS
  print_row ("128+N", "signal N ended it, as a shell counts (130: Ctrl+C)", 9);
}

static void
print_all (void)
{
  printf ("usage: redshift-cli COMMAND ...\n\n");
  for (guint i = 0; i < RS_N_COMMANDS; i++)
    print_row (rs_cli_commands[i].name, rs_cli_commands[i].summary, 14);
  printf ("\nBefore or behind the command:\n");
  print_options (RS_N_COMMANDS);
  print_statuses ();
  printf ("\nredshift-cli COMMAND --help lists the options of a command.\n");
}

void
rs_cli_print_help (const RsCommand *command)
{
  if (command == NULL)
    {
      print_all ();
      return;
    }
  printf ("usage: redshift-cli %s [OPTION...]%s%s\n\n%s\n", command->name, *command->arguments != '\0' ? " " : "",
          command->arguments, command->summary);
  if (*command->details != '\0')
    {
      putchar ('\n');
      print_wrapped (command->details, 0, 0);
    }
  putchar ('\n');
  print_options ((guint)(command - rs_cli_commands));
  if (strcmp (command->first, "report:") != 0)
    return;
  printf ("\nReports:\n");
  for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
    print_row (reports[i].name, reports[i].help, 14);
}
