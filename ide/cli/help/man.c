/* Man pages of redshift-cli and of its commands, from the tables that help is made of; the build installs them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  const char *help;
} reports[] = {
#define RS_TRACE_REPORT(function, name, fewest, most, help) { name, help },
#include "ide/cli/trace/trace-reports.def"
#undef RS_TRACE_REPORT
};

/* Text for roff: no line begins with one of its requests, and a - is a -. */
static void
print_text (const char *text)
{
  if (*text == '.' || *text == '\'')
    fputs ("\\&", stdout);
  for (; *text != '\0'; text++)
    if (*text == '-')
      fputs ("\\-", stdout);
    else if (*text == '\\')
      fputs ("\\e", stdout);
    else
      putchar (*text);
}

static void
print_item (const char *name, const char *argument, const char *text)
{
  printf (".TP\n\\fB");
  print_text (name);
  printf ("\\fR");
  if (argument != NULL)
    {
      printf (" \\fI");
      print_text (argument);
      printf ("\\fR");
    }
  putchar ('\n');
  print_text (text);
  putchar ('\n');
}

static void
print_options (guint command)
{
  printf (".SH OPTIONS\n");
  for (const RsOptionRow *row = NULL; (row = rs_options_next (command, row)) != NULL;)
    {
      g_autofree char *letter = row->letter != 0 ? g_strdup_printf ("-%c, ", row->letter) : g_strdup ("");
      g_autofree char *names = g_strdup_printf ("%s--%s", letter, row->name);

      print_item (names, row->argument, row->help);
    }
}

static void
print_end (void)
{
  printf (".SH EXIT STATUS\n");
#define RS_EXIT_STATUS(NAME, number, when) print_item (#number, NULL, when);
#include "ide/cli/exit-statuses.def"
#undef RS_EXIT_STATUS
  print_item ("128+N", NULL, "signal N ended it, as a shell counts (130: Ctrl+C)");
  printf (".SH ENVIRONMENT\n");
  print_item ("NO_COLOR", NULL, "when set, messages have no colours");
  print_item ("RS_DEBUG", NULL,
              "topics of which the compiler and the runtime tell, with commas between them; help lists them");
  printf (".SH FILES\n");
  print_item ("~/.config/redshift/settings.ini", NULL, "settings, in the section [Settings]");
  print_item ("~/.cache/redshift/kernels", NULL, "compiled kernels");
}

static void
print_head (const char *name, const char *summary)
{
  g_autofree char *title = g_ascii_strup (name, -1);

  printf (".TH %s 1 \"\" \"Redshift %s\" \"Redshift\"\n.SH NAME\n", title, RS_VERSION);
  print_text (name);
  printf (" \\- ");
  print_text (summary);
  putchar ('\n');
}

static void
print_command (const RsCommand *command)
{
  g_autofree char *name = g_strconcat ("redshift-cli-", command->name, NULL);

  print_head (name, command->summary);
  printf (".SH SYNOPSIS\n\\fBredshift\\-cli %s\\fR [\\fIOPTION\\fR...] ", command->name);
  print_text (command->arguments);
  putchar ('\n');
  if (*command->details != '\0')
    {
      printf (".SH DESCRIPTION\n");
      print_text (command->details);
      putchar ('\n');
    }
  if (strcmp (command->first, "report:") == 0)
    {
      printf (".SH REPORTS\n");
      for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
        print_item (reports[i].name, NULL, reports[i].help);
    }
  print_options ((guint)(command - rs_cli_commands));
  print_end ();
  printf (".SH SEE ALSO\n\\fBredshift\\-cli\\fR(1)\n");
}

void
rs_cli_print_man (const RsCommand *command)
{
  if (command != NULL)
    {
      print_command (command);
      return;
    }
  print_head ("redshift-cli", "compile, run and profile programs in Quasar");
  printf (".SH SYNOPSIS\n\\fBredshift\\-cli\\fR [\\fIOPTION\\fR...] \\fICOMMAND\\fR ...\n.SH COMMANDS\n");
  for (guint i = 0; i < RS_N_COMMANDS; i++)
    print_item (rs_cli_commands[i].name, rs_cli_commands[i].arguments, rs_cli_commands[i].summary);
  print_options (RS_N_COMMANDS);
  print_end ();
  printf (".SH SEE ALSO\n");
  for (guint i = 0; i < RS_N_COMMANDS; i++)
    printf ("%s\\fBredshift\\-cli\\-%s\\fR(1)", i > 0 ? ",\n" : "", rs_cli_commands[i].name);
  putchar ('\n');
}
