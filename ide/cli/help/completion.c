/* redshift-cli completion: what completes its commands in bash, zsh and fish, made from the tables of commands and
 * options.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"

#include <stdio.h>
#include <string.h>

/* "*.q" of "file:*.q"; NULL for anything but files. */
static const char *
pattern_of (const char *completion)
{
  return g_str_has_prefix (completion, "file:") ? completion + strlen ("file:") : NULL;
}

/* The words of a completion with blanks between them; "" where there are none. (transfer full) */
static char *
join_words (const char *completion)
{
  g_auto (GStrv) words = rs_completion_get_words (completion);

  return g_strjoinv (" ", words);
}

/* Whether names of files complete it, too: what documents may be a file, what reads a trace stands behind a report. */
static gboolean
takes_programs (const char *completion)
{
  return strcmp (completion, "documented:") == 0;
}

/* --- bash --- */

static const char bash_head[]
    = "# bash completion for redshift-cli, made by `redshift-cli completion bash`\n"
      "_redshift_cli_words() { COMPREPLY+=($(compgen -W \"$1\" -- \"$word\")); }\n"
      "_redshift_cli_files()\n"
      "{\n"
      "  local IFS=$'\\n'\n"
      "  compopt -o filenames 2>/dev/null\n"
      "  COMPREPLY+=($(compgen -d -- \"$word\"))\n"
      "  [ -z \"$1\" ] || COMPREPLY+=($(compgen -f -X \"!$1\" -- \"$word\"))\n"
      "}\n"
      "_redshift_cli()\n"
      "{\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= operands=0 i\n"
      "  COMPREPLY=()\n"
      "  if [ \"$word\" = = ]; then word=; elif [ \"$previous\" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case ${COMP_WORDS[i]} in\n"
      "      -*|=) ;;\n"
      "      *) if [ -z \"$command\" ]; then command=${COMP_WORDS[i]}; else operands=$((operands + 1)); fi ;;\n"
      "    esac\n"
      "  done\n";

static void
print_bash_values (const char *completion, gboolean keeps_open)
{
  g_autofree char *words = join_words (completion);
  const char *pattern = pattern_of (completion);

  if (*words != '\0')
    printf ("_redshift_cli_words '%s'; ", words);
  if (*words != '\0' && keeps_open)
    printf ("compopt -o nospace 2>/dev/null; ");
  if (pattern != NULL)
    printf ("_redshift_cli_files '%s'; ", pattern);
  else if (takes_programs (completion))
    printf ("_redshift_cli_files '*.q'; ");
  else if (strcmp (completion, "folder:") == 0)
    printf ("_redshift_cli_files ''; ");
}

/* `run:-d|run:--device) ... return ;;` for each option with an argument. */
static void
print_bash_arguments (guint command)
{
  const char *name = command < RS_N_COMMANDS ? rs_cli_commands[command].name : "";

  for (const RsOptionRow *row = NULL; (row = rs_options_next (command, row)) != NULL;)
    {
      if (row->argument == NULL)
        continue;
      printf ("    ");
      if (row->letter != 0)
        printf ("%s:-%c|", name, row->letter);
      printf ("%s:--%s) ", name, row->name);
      print_bash_values (row->completion, strcmp (row->completion, "setting:") == 0);
      printf ("return ;;\n");
    }
}

static void
print_bash_options (guint command)
{
  printf ("    %s) _redshift_cli_words '", command < RS_N_COMMANDS ? rs_cli_commands[command].name : "''");
  for (const RsOptionRow *row = NULL; (row = rs_options_next (command, row)) != NULL;)
    {
      if (row->letter != 0)
        printf ("-%c ", row->letter);
      printf ("--%s ", row->name);
    }
  printf ("' ;;\n");
}

static void
print_bash (void)
{
  fputs (bash_head, stdout);
  printf ("  case $command:$previous in\n");
  for (guint i = 0; i <= RS_N_COMMANDS; i++)
    print_bash_arguments (i);
  printf ("  esac\n  if [ \"${word:0:1}\" = - ]; then\n    case $command in\n");
  for (guint i = 0; i <= RS_N_COMMANDS; i++)
    print_bash_options (i);
  printf ("    esac\n    return\n  fi\n  case $command:$operands in\n    :0) ");
  print_bash_values ("command:", FALSE);
  printf (";;\n");
  for (guint i = 0; i < RS_N_COMMANDS; i++)
    {
      printf ("    %s:0) ", rs_cli_commands[i].name);
      print_bash_values (rs_cli_commands[i].first, FALSE);
      printf (";;\n    %s:*) ", rs_cli_commands[i].name);
      print_bash_values (rs_cli_commands[i].others, FALSE);
      printf (";;\n");
    }
  printf ("  esac\n}\ncomplete -F _redshift_cli redshift-cli\n");
}

/* --- zsh --- */

/* Text in single quotes, within a specification of _arguments: no bracket, colon or quote of its own. */
static void
print_zsh_text (const char *text)
{
  for (; *text != '\0'; text++)
    if (*text == '\'')
      fputs ("'\\''", stdout);
    else
      {
        if (strchr ("[]:\\`", *text) != NULL)
          putchar ('\\');
        putchar (*text);
      }
}

/* `:title:action` */
static void
print_zsh_action (const char *title, const char *completion)
{
  g_autofree char *words = join_words (completion);
  const char *pattern = pattern_of (completion);

  putchar (':');
  print_zsh_text (title);
  putchar (':');
  if (pattern != NULL)
    printf ("_files -g \"%s\"", pattern);
  else if (strcmp (completion, "folder:") == 0)
    printf ("_files -/");
  else if (takes_programs (completion))
    printf ("{ compadd %s; _files -g \"*.q\" }", words);
  else if (strcmp (completion, "setting:") == 0)
    printf ("{ compadd -S \"\" %s }", words);
  else if (*words != '\0')
    printf ("(%s)", words);
  else
    putchar (' ');
}

static void
print_zsh_option (const RsOptionRow *row)
{
  const char *many = row->type == RS_OPTION_LIST ? "*" : "";

  for (int is_long = row->letter == 0; is_long < 2; is_long++)
    {
      printf ("        '%s", many);
      if (*many == '\0' && row->letter != 0)
        printf ("(-%c --%s)", row->letter, row->name);
      if (is_long)
        printf ("--%s%s[", row->name, row->argument != NULL ? "=" : "");
      else
        printf ("-%c%s[", row->letter, row->argument != NULL ? "+" : "");
      print_zsh_text (row->help);
      putchar (']');
      if (row->argument != NULL)
        print_zsh_action (row->argument, row->completion);
      printf ("' \\\n");
    }
}

static void
print_zsh_operands (const RsCommand *command)
{
  if (*command->first != '\0')
    {
      printf ("        '1");
      print_zsh_action (command->arguments, command->first);
      printf ("' \\\n");
    }
  if (*command->others != '\0')
    {
      printf ("        '*");
      print_zsh_action (command->arguments, command->others);
      printf ("' \\\n");
    }
}

static void
print_zsh (void)
{
  printf ("#compdef redshift-cli\n# zsh completion for redshift-cli, made by `redshift-cli completion zsh`\n"
          "_redshift_cli() {\n  local curcontext=$curcontext state line\n  typeset -A opt_args\n  _arguments -C \\\n");
  for (const RsOptionRow *row = NULL; (row = rs_options_next (RS_N_COMMANDS, row)) != NULL;)
    print_zsh_option (row);
  printf ("        '1:command:->command' '*::argument:->argument'\n  case $state in\n    command)\n      local -a "
          "commands=(\n");
  for (guint i = 0; i < RS_N_COMMANDS; i++)
    {
      printf ("        '%s:", rs_cli_commands[i].name);
      print_zsh_text (rs_cli_commands[i].summary);
      printf ("'\n");
    }
  printf ("      )\n      _describe command commands ;;\n    argument)\n      case $words[1] in\n");
  for (guint i = 0; i < RS_N_COMMANDS; i++)
    {
      printf ("      %s) _arguments -s \\\n", rs_cli_commands[i].name);
      for (const RsOptionRow *row = NULL; (row = rs_options_next (i, row)) != NULL;)
        print_zsh_option (row);
      print_zsh_operands (&rs_cli_commands[i]);
      printf ("        && return ;;\n");
    }
  printf ("      esac ;;\n  esac\n}\nif [ \"$funcstack[1]\" = _redshift-cli ]; then _redshift_cli \"$@\"; else compdef "
          "_redshift_cli redshift-cli; fi\n");
}

/* --- fish --- */

/* Text in single quotes of fish. */
static void
print_fish_text (const char *text)
{
  putchar ('\'');
  for (; *text != '\0'; text++)
    {
      if (*text == '\'' || *text == '\\')
        putchar ('\\');
      putchar (*text);
    }
  putchar ('\'');
}

/* -a with the words, or what lists the files. */
static void
print_fish_values (const char *completion)
{
  g_autofree char *words = join_words (completion);
  const char *pattern = pattern_of (completion);

  if (pattern != NULL && strcmp (pattern, "*") != 0)
    printf (" -k -a '(__fish_complete_suffix %s)'", pattern + 1);
  else if (pattern != NULL)
    printf (" -F");
  else if (strcmp (completion, "folder:") == 0)
    printf (" -a '(__fish_complete_directories)'");
  else if (takes_programs (completion))
    printf (" -k -a '%s (__fish_complete_suffix .q)'", words);
  else if (*words != '\0')
    {
      printf (" -a ");
      print_fish_text (words);
    }
}

static void
print_fish_command (const RsCommand *command)
{
  g_autofree char *condition = g_strdup_printf ("__fish_seen_subcommand_from %s", command->name);

  printf ("complete -c redshift-cli -n __fish_use_subcommand -a %s -d ", command->name);
  print_fish_text (command->summary);
  putchar ('\n');
  for (const RsOptionRow *row = NULL; (row = rs_options_next ((guint)(command - rs_cli_commands), row)) != NULL;)
    {
      printf ("complete -c redshift-cli -n '%s'", condition);
      if (row->letter != 0)
        printf (" -s %c", row->letter);
      printf (" -l %s", row->name);
      if (row->argument != NULL)
        {
          printf (pattern_of (row->completion) != NULL ? " -r" : " -x"); /* -x: no other files */
          print_fish_values (row->completion);
        }
      printf (" -d ");
      print_fish_text (row->help);
      putchar ('\n');
    }
  for (int i = 0; i < 2; i++)
    {
      const char *completion = i == 0 ? command->first : command->others;

      if (*completion == '\0' || (i == 1 && strcmp (command->first, completion) == 0))
        continue;
      printf ("complete -c redshift-cli -n '%s'", condition);
      print_fish_values (completion);
      putchar ('\n');
    }
}

static void
print_fish (void)
{
  printf ("# fish completion for redshift-cli, made by `redshift-cli completion fish`\ncomplete -c redshift-cli -f\n");
  for (const RsOptionRow *row = NULL; (row = rs_options_next (RS_N_COMMANDS, row)) != NULL;)
    {
      printf ("complete -c redshift-cli -n __fish_use_subcommand");
      if (row->letter != 0)
        printf (" -s %c", row->letter);
      printf (" -l %s%s", row->name, row->argument != NULL ? " -x" : "");
      if (row->argument != NULL)
        print_fish_values (row->completion);
      printf (" -d ");
      print_fish_text (row->help);
      putchar ('\n');
    }
  for (guint i = 0; i < RS_N_COMMANDS; i++)
    print_fish_command (&rs_cli_commands[i]);
}

int
rs_cli_completion (int argc, char **argv)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  g_auto (GStrv) shells = rs_completion_get_words ("shell:");
  int status = rs_options_parse (NULL, 0, argc, argv, FALSE, operands);

  if (status >= 0)
    return status;
  if (operands->len == 0)
    {
      rs_cli_complain ("completion: a shell is missing: redshift-cli completion bash");
      return RS_EXIT_USAGE;
    }
  if (!rs_cli_check_operands ("completion", operands, 1)
      || !rs_cli_check_choice ("completion:", operands->pdata[0], (const char *const *)shells, g_strv_length (shells)))
    return RS_EXIT_USAGE;
  if (strcmp (operands->pdata[0], "bash") == 0)
    print_bash ();
  else if (strcmp (operands->pdata[0], "zsh") == 0)
    print_zsh ();
  else
    print_fish ();
  return RS_EXIT_OK;
}
