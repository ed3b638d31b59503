/* Options of subcommands, and messages about command lines.
 *
 * GOptionContext was not used: it knows no suggestions, and its errors name neither the command nor the way out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LONGEST 63

void
rs_cli_complain (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fflush (stdout);
  fprintf (stderr, "redshift-cli: %s\n", text);
}

/* Edit distance (insert, delete, replace, swap neighbours). */
static guint
edit_distance (const char *a, const char *b)
{
  guint rows[3][LONGEST + 1];
  guint *before = rows[0], *previous = rows[1], *current = rows[2];
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

void
rs_options_print_help (const char *command, const RsOption *options, guint n_options)
{
  const RsCommand *row = rs_cli_find_command (command);

  printf ("usage: redshift-cli %s%s%s%s\n", command, n_options > 0 ? " [OPTION...]" : "",
          row != NULL && row->arguments[0] != '\0' ? " " : "", row != NULL ? row->arguments : "");
  if (row != NULL)
    printf ("\n%s\n", row->summary);
  if (n_options > 0)
    putchar ('\n');
  for (guint i = 0; i < n_options; i++)
    {
      g_autofree char *letter = options[i].letter != 0 ? g_strdup_printf ("-%c, ", options[i].letter) : g_strdup ("");
      g_autofree char *text = g_strdup_printf ("%s--%s%s%s", letter, options[i].name,
                                               options[i].argument != NULL ? " " : "",
                                               options[i].argument != NULL ? options[i].argument : "");

      printf ("  %-26s %s\n", text, options[i].help);
    }
}

static int
complain_about_option (const char *command, const char *text, const RsOption *options, guint n_options)
{
  g_autofree const char **names = g_new (const char *, n_options + 1);
  g_autofree char *name = g_strndup (text, strcspn (text, "="));
  const char *nearest = NULL;

  for (guint i = 0; i < n_options; i++)
    names[i] = options[i].name;
  if (g_str_has_prefix (name, "--"))
    nearest = rs_cli_nearest (name + 2, names, n_options);
  if (nearest != NULL)
    rs_cli_complain ("%s: unknown option %s; did you mean --%s?", command, name, nearest);
  else
    rs_cli_complain ("%s: unknown option %s; redshift-cli %s --help lists the options", command, name, command);
  return RS_EXIT_USAGE;
}

static void
store_value (const RsOption *option, char *value)
{
  switch (option->type)
    {
    case RS_OPTION_FLAG:
      *(gboolean *)option->value = TRUE;
      break;
    case RS_OPTION_TEXT:
      *(const char **)option->value = value;
      break;
    case RS_OPTION_LIST:
      g_ptr_array_add (option->value, value);
      break;
    }
}

/* The option that text names, and the value within text ("--name=value", "-xvalue") or NULL. */
static const RsOption *
find_option (const RsOption *options, guint n_options, char *text, char **value)
{
  gboolean is_long = text[1] == '-';
  gsize length = is_long ? strcspn (text + 2, "=") : 1;

  *value = NULL;
  for (guint i = 0; i < n_options; i++)
    {
      if (is_long ? strlen (options[i].name) == length && strncmp (options[i].name, text + 2, length) == 0
                  : options[i].letter == text[1] && text[1] != '\0')
        {
          if (is_long && text[2 + length] == '=')
            *value = text + 3 + length;
          else if (!is_long && text[2] != '\0')
            *value = text + 2;
          return &options[i];
        }
    }
  return NULL;
}

gboolean
rs_options_contain (const RsOption *options, guint n_options, char *text)
{
  char *value;

  return text[0] == '-' && text[1] != '\0' && find_option (options, n_options, text, &value) != NULL;
}

int
rs_options_parse (const RsOption *options, guint n_options, int argc, char **argv, gboolean first_operand_ends,
                  GPtrArray *operands)
{
  gboolean ended = FALSE;

  for (int i = 1; i < argc; i++)
    {
      const RsOption *option;
      char *value;

      /* "-" is a file name, "-5" an expression, "->" a sign to be explained. */
      if (ended || argv[i][0] != '-' || (argv[i][1] != '-' && !g_ascii_isalpha (argv[i][1])))
        {
          g_ptr_array_add (operands, argv[i]);
          ended |= first_operand_ends;
          continue;
        }
      if (strcmp (argv[i], "--") == 0)
        {
          ended = TRUE;
          continue;
        }
      option = find_option (options, n_options, argv[i], &value);
      if (option == NULL && (strcmp (argv[i], "--help") == 0 || strcmp (argv[i], "-h") == 0))
        {
          rs_options_print_help (argv[0], options, n_options);
          return RS_EXIT_OK;
        }
      if (option == NULL)
        return complain_about_option (argv[0], argv[i], options, n_options);
      if (option->type == RS_OPTION_FLAG && value != NULL)
        {
          rs_cli_complain ("%s: option --%s takes no value", argv[0], option->name);
          return RS_EXIT_USAGE;
        }
      if (option->type != RS_OPTION_FLAG && value == NULL && (value = argv[++i]) == NULL)
        {
          rs_cli_complain ("%s: option --%s needs a value: %s", argv[0], option->name, option->argument);
          return RS_EXIT_USAGE;
        }
      store_value (option, value);
    }
  return -1;
}
