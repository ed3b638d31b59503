/* Colours of figures.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/color.h"

#include <string.h>

typedef struct
{
  const char *name;
  guint rgb;
} NamedColor;

static const NamedColor letters[] = {
  { "r", 0xe00000 }, { "g", 0x009000 }, { "b", 0x0000e0 }, { "c", 0x00b0b0 },
  { "m", 0xc000c0 }, { "y", 0xd0b000 }, { "k", 0x000000 }, { "w", 0xffffff },
};

static const NamedColor names[] = {
  { "red", 0xff0000 },    { "green", 0x008000 },  { "blue", 0x0000ff },    { "cyan", 0x00ffff },
  { "magenta", 0xff00ff }, { "yellow", 0xffff00 }, { "black", 0x000000 },   { "white", 0xffffff },
  { "gray", 0x808080 },   { "grey", 0x808080 },   { "orange", 0xffa500 },  { "purple", 0x800080 },
  { "brown", 0xa52a2a },  { "pink", 0xffc0cb },   { "navy", 0x000080 },    { "teal", 0x008080 },
  { "olive", 0x808000 },  { "maroon", 0x800000 }, { "lime", 0x00ff00 },    { "violet", 0xee82ee },
};

static const guint of_series[] = { 0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x8a5a2b, 0x444444 };

static RsColor
from_rgb (guint rgb)
{
  return (RsColor){ (double)(rgb >> 16 & 255) / 255, (double)(rgb >> 8 & 255) / 255, (double)(rgb & 255) / 255 };
}

gboolean
rs_color_from_letter (char letter, RsColor *color)
{
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (letters[i].name[0] == letter)
      {
        *color = from_rgb (letters[i].rgb);
        return TRUE;
      }
  return FALSE;
}

gboolean
rs_color_parse (const char *text, RsColor *color)
{
  if (text[0] != '\0' && text[1] == '\0')
    return rs_color_from_letter (text[0], color);
  if (text[0] == '#' && strlen (text) == 7 && strspn (text + 1, "0123456789abcdefABCDEF") == 6)
    {
      *color = from_rgb ((guint)g_ascii_strtoull (text + 1, NULL, 16));
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (names[i].name, text) == 0)
      {
        *color = from_rgb (names[i].rgb);
        return TRUE;
      }
  return FALSE;
}

RsColor
rs_color_of_series (guint index)
{
  return from_rgb (of_series[index % G_N_ELEMENTS (of_series)]);
}
