/* Options of subcommands: the table, reading them, and what is said about mistakes.
 *
 * GOptionContext was not used: it knows no suggestions, and its errors name neither the command nor the way out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 63

/* --- the table --- */

#define ON(function) (1u << RS_COMMAND_##function)
#define FRONT (1u << RS_N_COMMANDS)
#define ANY (FRONT | (FRONT - 1))

static const RsOptionRow rows[] = {
#define RS_OPTION(commands, letter, name, type, argument, completion, help)                                            \
  { commands, letter, name, RS_OPTION_##type, argument, completion, help },
#include "ide/cli/common/options.def"
#undef RS_OPTION
};

const RsOptionRow *
rs_options_next (guint command, const RsOptionRow *before)
{
  for (const RsOptionRow *row = before != NULL ? before + 1 : rows; row < rows + G_N_ELEMENTS (rows); row++)
    if (row->commands & 1u << command)
      return row;
  return NULL;
}

/* --- messages --- */

/* Edit distance (insert, delete, replace, swap neighbours). */
static guint
edit_distance (const char *a, const char *b)
{
  guint lines[3][LONGEST + 1];
  guint *before = lines[0], *previous = lines[1], *current = lines[2];
  guint n = (guint)strlen (a), m = (guint)strlen (b);

  if (n > LONGEST || m > LONGEST)
    return G_MAXUINT;
  for (guint j = 0; j <= m; j++)
    previous[j] = before[j] = j;
  for (guint i = 1; i <= n; i++)
    {
      guint *spare = before;

      current[0] = i;
      for (guint j = 1; j <= m; j++)
        {
          current[j] = MIN (previous[j - 1] + (a[i - 1] != b[j - 1]), MIN (previous[j], current[j - 1]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            current[j] = MIN (current[j], before[j - 2] + 1);
        }
      before = previous;
      previous = current;
      current = spare;
    }
  return previous[m];
}

const char *
rs_cli_nearest (const char *wanted, const char *const *names, guint n)
{
  guint best = (guint)MIN (strlen (wanted) / 3 + 1, 3);
  const char *nearest = NULL;

  for (guint i = 0; i < n; i++)
    {
      guint distance = edit_distance (wanted, names[i]);

      if (distance < best || (distance == best && nearest == NULL))
        {
          best = distance;
          nearest = names[i];
        }
    }
  return nearest;
}

gboolean
rs_cli_check_choice (const char *option, const char *text, const char *const *choices, guint n)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      if (strcmp (text, choices[i]) == 0)
        return TRUE;
      g_string_append_printf (list, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", choices[i]);
    }
  rs_cli_complain ("%s takes %s, not \"%s\"", option, list->str, text);
  return FALSE;
}

/* "redshift-cli: run: " is the beginning of messages about the options of a command. */
static const char *
prefix_of (guint command)
{
  return command < RS_N_COMMANDS ? rs_cli_commands[command].name : "";
}

static int
complain_about_option (guint command, const char *text)
{
  const char *names[G_N_ELEMENTS (rows)], *prefix = prefix_of (command), *colon = *prefix != '\0' ? ": " : "";
  g_autofree char *name = g_strndup (text, strcspn (text, "="));
  const char *nearest = NULL;
  guint n = 0;

  for (const RsOptionRow *row = NULL; (row = rs_options_next (command, row)) != NULL;)
    names[n++] = row->name;
  if (g_str_has_prefix (name, "--"))
    nearest = rs_cli_nearest (name + 2, names, n);
  if (nearest != NULL)
    rs_cli_complain ("%s%sunknown option %s; did you mean --%s?", prefix, colon, name, nearest);
  else
    rs_cli_complain ("%s%sunknown option %s; redshift-cli %s%s--help lists the options%s", prefix, colon, name, prefix,
                     *prefix != '\0' ? " " : "", command < RS_N_COMMANDS ? "; write -- before what is none" : "");
  return RS_EXIT_USAGE;
}

gboolean
rs_cli_check_operands (const char *command, const GPtrArray *operands, guint most)
{
  const RsCommand *row = rs_cli_find_command (command);

  if (operands->len <= most)
    return TRUE;
  rs_cli_complain ("%s: takes no \"%s\"%s: redshift-cli %s%s%s", command, (const char *)operands->pdata[most],
                   most > 0 ? " as well" : "", command, *row->arguments != '\0' ? " " : "", row->arguments);
  return FALSE;
}

/* --- parsing --- */

/* The option that text names, and the value within text ("--name=value", "-xvalue") or NULL. */
static const RsOptionRow *
find_row (guint command, char *text, char **value)
{
  gboolean is_long = text[1] == '-';
  gsize length = is_long ? strcspn (text + 2, "=") : 1;

  *value = NULL;
  for (const RsOptionRow *row = NULL; (row = rs_options_next (command, row)) != NULL;)
    {
      if (is_long ? strlen (row->name) == length && strncmp (row->name, text + 2, length) == 0
                  : row->letter == text[1] && text[1] != '\0')
        {
          if (is_long && text[2 + length] == '=')
            *value = text + 3 + length;
          else if (!is_long && text[2] != '\0')
            *value = text + 2;
          return row;
        }
    }
  return NULL;
}

/* The value is one of those that the option takes. */
static gboolean
check_value (guint command, const RsOptionRow *row, const char *value)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *option = NULL;

  if (value == NULL || !rs_completion_is_closed (row->completion))
    return TRUE;
  words = rs_completion_get_words (row->completion);
  option = g_strdup_printf ("%s%s--%s", prefix_of (command), command < RS_N_COMMANDS ? ": " : "", row->name);
  return rs_cli_check_choice (option, value, (const char *const *)words, g_strv_length (words));
}

static void
store_value (const RsOptionRow *row, gpointer place, char *value)
{
  switch (row->type)
    {
    case RS_OPTION_FLAG:
      *(gboolean *)place = TRUE;
      break;
    case RS_OPTION_TEXT:
    case RS_OPTION_OPTIONAL:
      *(const char **)place = value;
      break;
    case RS_OPTION_LIST:
      g_ptr_array_add (place, value);
      break;
    }
}

gboolean
rs_options_contain (const char *command, const char *text)
{
  g_autofree char *copy = g_strdup (text);
  char *value;

  return text[0] == '-' && text[1] != '\0'
         && find_row ((guint)(rs_cli_find_command (command) - rs_cli_commands), copy, &value) != NULL;
}

/* Where the value goes: options of one command, or those of all of them. */
static gpointer
find_place (const RsOption *options, guint n_options, const char *name)
{
  RsVerbosity *verbosity = rs_cli_get_verbosity ();

  for (guint i = 0; i < n_options; i++)
    if (strcmp (options[i].name, name) == 0)
      return options[i].value;
  if (strcmp (name, "quiet") == 0)
    return &verbosity->is_quiet;
  if (strcmp (name, "verbose") == 0)
    return &verbosity->is_verbose;
  if (strcmp (name, "color") == 0)
    return &verbosity->color;
  g_error ("the option --%s has no place", name);
}

/* One option and its value at argv[*i]. -1: go on; *asks_help: that is what it was. */
static int
take_option (guint command, const RsOption *options, guint n_options, char **argv, int *i, gboolean *asks_help)
{
  const char *prefix = prefix_of (command), *colon = *prefix != '\0' ? ": " : "";
  char *value;
  const RsOptionRow *row = find_row (command, argv[*i], &value);

  if (row == NULL)
    return complain_about_option (command, argv[*i]);
  if (row->type == RS_OPTION_FLAG && value != NULL)
    {
      rs_cli_complain ("%s%soption --%s takes no value", prefix, colon, row->name);
      return RS_EXIT_USAGE;
    }
  if (row->type == RS_OPTION_OPTIONAL && value == NULL)
    value = (char *)"";
  if (row->type != RS_OPTION_FLAG && value == NULL && (value = argv[++*i]) == NULL)
    {
      rs_cli_complain ("%s%soption --%s needs a value: %s", prefix, colon, row->name, row->argument);
      return RS_EXIT_USAGE;
    }
  if (!check_value (command, row, value))
    return RS_EXIT_USAGE;
  if (strcmp (row->name, "help") == 0)
    *asks_help = TRUE;
  else
    store_value (row, find_place (options, n_options, row->name), value);
  return -1;
}

static int
parse (guint command, const RsOption *options, guint n_options, int argc, char **argv, gboolean first_operand_ends,
       GPtrArray *operands)
{
  gboolean ended = FALSE, asks_help = FALSE;
  int status = -1;

  for (const RsOptionRow *row = NULL; (row = rs_options_next (command, row)) != NULL;)
    if (strcmp (row->name, "help") != 0)
      find_place (options, n_options, row->name); /* each has one */
  for (int i = 1; i < argc && status < 0; i++)
    {
      /* "-" is a file name, "-5" an expression, "->" a sign to be explained. */
      if (ended || argv[i][0] != '-' || (argv[i][1] != '-' && !g_ascii_isalpha (argv[i][1])))
        {
          g_ptr_array_add (operands, argv[i]);
          ended |= first_operand_ends;
        }
      else if (strcmp (argv[i], "--") == 0)
        ended = TRUE;
      else
        status = take_option (command, options, n_options, argv, &i, &asks_help);
    }
  if (status < 0 && asks_help)
    {
      rs_cli_print_help (command < RS_N_COMMANDS ? &rs_cli_commands[command] : NULL);
      return RS_EXIT_OK;
    }
  return status;
}

int
rs_options_parse (const RsOption *options, guint n_options, int argc, char **argv, gboolean first_operand_ends,
                  GPtrArray *operands)
{
  return parse ((guint)(rs_cli_find_command (argv[0]) - rs_cli_commands), options, n_options, argc, argv,
                first_operand_ends, operands);
}

int
rs_options_parse_front (int argc, char **argv, gboolean *has_version, GPtrArray *operands)
{
  const RsOption options[] = { { "version", has_version } };

  return parse (RS_N_COMMANDS, options, G_N_ELEMENTS (options), argc, argv, TRUE, operands);
}
