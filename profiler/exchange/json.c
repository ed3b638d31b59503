/* See json.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/json.h"

static gboolean
is_plain (char c)
{
  return (guchar)c >= 0x20 && c != '"' && c != '\\';
}

void
rs_json_append_string (GString *json, const char *string)
{
  g_autofree char *valid = g_utf8_validate (string, -1, NULL) ? NULL : g_utf8_make_valid (string, -1);
  const char *at = valid != NULL ? valid : string;

  g_string_append_c (json, '"');
  while (*at != '\0')
    {
      const char *plain = at;

      while (is_plain (*at))
        at++;
      g_string_append_len (json, plain, at - plain);
      if (*at == '"' || *at == '\\')
        {
          g_string_append_c (json, '\\');
          g_string_append_c (json, *at++);
        }
      else if (*at != '\0')
        g_string_append_printf (json, "\\u%04x", (guint)(guchar)*at++);
    }
  g_string_append_c (json, '"');
}

void
rs_json_append_integer (GString *json, gint64 value)
{
  guint64 size = value < 0 ? -(guint64)value : (guint64)value;
  char digits[20], *at = digits + sizeof digits;

  do
    *--at = (char)('0' + size % 10);
  while ((size /= 10) > 0);
  if (value < 0)
    *--at = '-';
  g_string_append_len (json, at, digits + sizeof digits - at);
}
