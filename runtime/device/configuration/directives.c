/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/device/configuration/directives.h"

#include <string.h>

/* The first #line directive of the function that text stands in or before; NULL: it has none, like those that kernels
 * are written with. */
static const char *
find_directive (const char *text)
{
  const char *end = strstr (text, "\n}"), *found = strstr (text, "\n#line ");

  return found != NULL && (end == NULL || found < end) ? found + 1 : NULL;
}

char *
rs_repeat_directives (const char *source)
{
  g_autoptr (GString) out = g_string_sized_new (2 * strlen (source));
  const char *directive = NULL;
  gboolean is_inside = FALSE, continues = FALSE; /* a function; a macro */

  for (const char *line = source, *end; *line != '\0'; line = end)
    {
      end = line + strcspn (line, "\n");
      end += *end == '\n';
      if (g_str_has_prefix (line, "#line "))
        {
          directive = line;
          continue;
        }
      if (!is_inside && *line == '{')
        {
          is_inside = TRUE;
          directive = find_directive (line);
        }
      if (directive != NULL && *line != '#' && !continues)
        g_string_append_len (out, directive, (gssize)strcspn (directive, "\n") + 1);
      g_string_append_len (out, line, end - line);
      continues = end - line > 1 && end[-2] == '\\';
      if (*line == '}' && directive != NULL)
        g_string_append (out, "#line 1 \"kernel.c\"\n");
      if (*line == '}' || (*line == '{' && end - line > 1 && end[-2] == '}')) /* a function on one line */
        {
          is_inside = FALSE;
          directive = NULL;
        }
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
