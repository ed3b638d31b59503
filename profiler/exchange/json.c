/* JSON text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/json.h"

void
rs_json_append_string (GString *json, const char *string)
{
  g_autofree char *valid = g_utf8_make_valid (string, -1);

  g_string_append_c (json, '"');
  for (const char *at = valid; *at != '\0'; at++)
    {
      if (*at == '"' || *at == '\\')
        g_string_append_c (json, '\\');
      if ((guchar)*at < 0x20)
        g_string_append_printf (json, "\\u%04x", (guint)*at);
      else
        g_string_append_c (json, *at);
    }
  g_string_append_c (json, '"');
}
