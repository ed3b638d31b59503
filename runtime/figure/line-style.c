/* Format strings of plot.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/line-style.h"

#include <string.h>

#define MARKERS ".ox+*sd^v<>ph"

static gboolean
take_dash (const char **text, RsDash *dash)
{
  static const struct
  {
    const char *text;
    RsDash dash;
  } dashes[]
      = { { "--", RS_DASH_DASHED }, { "-.", RS_DASH_DASH_DOT }, { "-", RS_DASH_SOLID }, { ":", RS_DASH_DOTTED } };

  for (guint i = 0; i < G_N_ELEMENTS (dashes); i++)
    if (g_str_has_prefix (*text, dashes[i].text))
      {
        *text += strlen (dashes[i].text);
        *dash = dashes[i].dash;
        return TRUE;
      }
  return FALSE;
}

gboolean
rs_line_style_parse (const char *text, RsLineStyle *style)
{
  RsLineStyle result = *style;
  gboolean has_color = FALSE, has_dash = FALSE, has_marker = FALSE;

  while (*text != '\0')
    {
      RsDash dash;

      if (!has_dash && take_dash (&text, &dash))
        {
          result.dash = dash;
          has_dash = TRUE;
          continue;
        }
      if (!has_color && rs_color_from_letter (*text, &result.color))
        has_color = TRUE;
      else if (!has_marker && strchr (MARKERS, *text) != NULL)
        {
          result.marker = *text;
          has_marker = TRUE;
        }
      else
        return FALSE;
      text++;
    }
  if (has_marker && !has_dash)
    result.dash = RS_DASH_NONE;
  result.has_color |= has_color;
  *style = result;
  return TRUE;
}

gboolean
rs_dash_parse (const char *text, RsDash *dash)
{
  if (strcmp (text, "none") == 0)
    {
      *dash = RS_DASH_NONE;
      return TRUE;
    }
  return take_dash (&text, dash) && *text == '\0';
}

gboolean
rs_marker_parse (const char *text, char *marker)
{
  if (strcmp (text, "none") == 0)
    {
      *marker = 0;
      return TRUE;
    }
  *marker = text[0];
  return text[0] != '\0' && text[1] == '\0' && strchr (MARKERS, text[0]) != NULL;
}
