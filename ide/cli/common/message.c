/* What redshift-cli says about itself: how much of it, and in which colours.
 *
 * Diagnostics reach this file as text, from the compiler and from sessions alike; their first line says how severe they
 * are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const char *mark;
  const char *color; /* SGR parameters */
} Severity;

static const Severity severities[] = { { "error: ", "1;31" }, { "warning: ", "1;35" }, { "note: ", "1;36" } };

RsVerbosity *
rs_cli_get_verbosity (void)
{
  static RsVerbosity verbosity = { .color = "auto" };

  return &verbosity;
}

static gboolean
has_colors (void)
{
  const char *color = rs_cli_get_verbosity ()->color, *never = getenv ("NO_COLOR"), *terminal = getenv ("TERM");

  if (strcmp (color, "auto") != 0)
    return strcmp (color, "always") == 0;
  return isatty (STDERR_FILENO) && (never == NULL || *never == '\0')
         && (terminal == NULL || strcmp (terminal, "dumb") != 0);
}

/* "file.q:2:7: error: text", "redshift-cli: warning: text": where the severity stands in a line of that length; NULL:
 * nowhere. */
static const Severity *
find_severity (const char *line, gsize length, gsize *at)
{
  const Severity *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (severities); i++)
    {
      g_autofree char *mark = g_strconcat (": ", severities[i].mark, NULL);
      const char *place = g_strstr_len (line, (gssize)length, mark);

      if (place == NULL || (found != NULL && (gsize)(place + 2 - line) > *at))
        continue;
      if (place == line
          || (!g_ascii_isdigit (place[-1]) && !g_str_has_prefix (line, "redshift-cli: ")
              && !g_str_has_prefix (line, "redshift: ")))
        continue;
      found = &severities[i];
      *at = (gsize)(place + 2 - line);
    }
  return found;
}

/* Blanks and a caret, below the line of the program. */
static gboolean
is_caret (const char *line, gsize length)
{
  gsize blanks = strspn (line, " \t");

  return blanks < length && strspn (line + blanks, "^~") == length - blanks;
}

static void
paint_line (GString *text, const char *line, gsize length)
{
  gsize at = 0;
  const Severity *severity = find_severity (line, length, &at);

  if (severity != NULL)
    {
      gsize mark = strlen (severity->mark);

      g_string_append_printf (text, "\033[1m%.*s\033[%sm%s\033[0m%.*s", (int)at, line, severity->color, severity->mark,
                              (int)(length - at - mark), line + at + mark);
    }
  else if (is_caret (line, length))
    g_string_append_printf (text, "\033[1;32m%.*s\033[0m", (int)length, line);
  else
    g_string_append_len (text, line, (gssize)length);
}

void
rs_cli_write_message (const char *text, gpointer data)
{
  gsize at;
  const Severity *severity = find_severity (text, strcspn (text, "\n"), &at);
  g_autoptr (GString) painted = NULL;

  if (rs_cli_get_verbosity ()->is_quiet && severity != NULL && severity != &severities[0])
    return;
  fflush (stdout);
  if (!has_colors ())
    {
      fputs (text, stderr);
      return;
    }
  painted = g_string_new (NULL);
  while (*text != '\0')
    {
      gsize length = strcspn (text, "\n");

      paint_line (painted, text, length);
      text += length;
      if (*text == '\n')
        {
          g_string_append_c (painted, '\n');
          text++;
        }
    }
  fputs (painted->str, stderr);
}

static void
say (const char *kind, const char *format, va_list arguments)
{
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  g_autofree char *line = g_strdup_printf ("redshift-cli: %s%s\n", kind, text);

  rs_cli_write_message (line, NULL);
}

void
rs_cli_complain (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  say ("", format, arguments);
  va_end (arguments);
}

void
rs_cli_complain_error (const char *what, const GError *error)
{
  g_autofree char *text = rs_error_dup_text (error);

  rs_cli_complain ("%s%s", what, text);
}

void
rs_cli_warn (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  say ("warning: ", format, arguments);
  va_end (arguments);
}

void
rs_cli_tell (const char *format, ...)
{
  va_list arguments;

  if (!rs_cli_get_verbosity ()->is_verbose)
    return;
  va_start (arguments, format);
  say ("", format, arguments);
  va_end (arguments);
}
