/* SPDX-License-Identifier: Apache-2.0 */
#include "ide/debug/values/short-numbers.h"

#include <math.h>
#include <string.h>

#define DIGITS 6
#define DECIMALS 2 /* at least, where there are many digits before the point */

/* The end of the number that begins at p, and whether it has a fraction. */
static const char *
skip_number (const char *p, gboolean *has_fraction)
{
  *has_fraction = FALSE;
  while (g_ascii_isdigit (*p))
    p++;
  if (*p == '.' && g_ascii_isdigit (p[1]))
    {
      *has_fraction = TRUE;
      for (p++; g_ascii_isdigit (*p); p++)
        ;
    }
  if ((*p == 'e' || *p == 'E') && (g_ascii_isdigit (p[1]) || ((p[1] == '-' || p[1] == '+') && g_ascii_isdigit (p[2]))))
    for (p += 2; g_ascii_isdigit (*p); p++)
      ;
  return p;
}

static void
append_rounded (GString *text, const char *start, const char *end)
{
  g_autofree char *number = g_strndup (start, (gsize)(end - start));
  const double value = g_ascii_strtod (number, NULL), size = floor (log10 (fabs (value))) + 1;
  const int digits = value == 0 || strchr (number, 'e') != NULL || size < DIGITS - DECIMALS ? DIGITS
                                                                                            : (int)size + DECIMALS;
  char format[16], rounded[G_ASCII_DTOSTR_BUF_SIZE];

  g_snprintf (format, sizeof format, "%%.%dg", MIN (digits, 17));
  g_ascii_formatd (rounded, sizeof rounded, format, value);
  g_string_append (text, strlen (rounded) < strlen (number) ? rounded : number);
}

/* Behind a text in quotes; a backslash takes the next letter along. */
static const char *
skip_quoted (const char *p)
{
  for (p++; *p != '\0' && *p != '"'; p++)
    if (*p == '\\' && p[1] != '\0')
      p++;
  return *p == '"' ? p + 1 : p;
}

static gboolean
is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (c & 0x80) != 0;
}

char *
rs_short_numbers (const char *text)
{
  GString *result = g_string_new (NULL);

  for (const char *p = text, *end; *p != '\0'; p = end)
    {
      gboolean has_fraction = FALSE;

      end = p + 1;
      if (*p == '"')
        end = skip_quoted (p);
      else if (g_ascii_isdigit (*p))
        end = skip_number (p, &has_fraction);
      else if (is_letter (*p))
        while (is_letter (*end))
          end++;
      if (has_fraction && !g_str_has_prefix (end, "..."))
        append_rounded (result, p, end);
      else
        g_string_append_len (result, p, end - p);
    }
  return g_string_free (result, FALSE);
}
