/* Colour maps. Each is a row of colours at equal distances, between which it runs straight.
 *
 * viridis, plasma, inferno and magma are those of Smith and van der Walt, sampled at eleven places; the others follow
 * from their description.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/color-map.h"

#include <math.h>

#define MOST_COLORS 11

static const struct
{
  const char *name;
  guint n;
  guint colors[MOST_COLORS];
} maps[] = {
  { "gray", 2, { 0x000000, 0xffffff } },
  { "viridis", 11, { 0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151,
                     0xbddf26, 0xfde725 } },
  { "plasma", 11, { 0x0d0887, 0x41049d, 0x6a00a8, 0x8f0da4, 0xb12a90, 0xcc4778, 0xe16462, 0xf2844b, 0xfca636,
                    0xfcce25, 0xf0f921 } },
  { "inferno", 11, { 0x000004, 0x160b39, 0x420a68, 0x6a176e, 0x932667, 0xbc3754, 0xdd513a, 0xf37819, 0xfca50a,
                     0xf6d746, 0xfcffa4 } },
  { "magma", 11, { 0x000004, 0x140e36, 0x3b0f70, 0x641a80, 0x8c2981, 0xb73779, 0xde4968, 0xf7705c, 0xfe9f6d,
                   0xfecf92, 0xfcfdbf } },
  { "jet", 9, { 0x000080, 0x0000ff, 0x0080ff, 0x00ffff, 0x80ff80, 0xffff00, 0xff8000, 0xff0000, 0x800000 } },
  { "hot", 9, { 0x0b0000, 0x550000, 0xaa0000, 0xff0000, 0xff5500, 0xffaa00, 0xffff00, 0xffff80, 0xffffff } },
  { "cool", 2, { 0x00ffff, 0xff00ff } },
  { "hsv", 7, { 0xff0000, 0xffff00, 0x00ff00, 0x00ffff, 0x0000ff, 0xff00ff, 0xff0000 } },
  { "bone", 9, { 0x000000, 0x1c1c27, 0x38384d, 0x545474, 0x707c90, 0x8ca2ac, 0xa9c8c8, 0xd4e4e4, 0xffffff } },
  { "copper", 6, { 0x000000, 0x402819, 0x805033, 0xbf774c, 0xff9f65, 0xffc77f } },
  { "spring", 2, { 0xff00ff, 0xffff00 } },
  { "summer", 2, { 0x008066, 0xffff66 } },
  { "autumn", 2, { 0xff0000, 0xffff00 } },
  { "winter", 2, { 0x0000ff, 0x00ff80 } },
  { "coolwarm", 5, { 0x3b4cc0, 0x8db0fe, 0xdddddd, 0xf49a7b, 0xb40426 } },
};

RsColorMap *
rs_color_map_new_from_colors (const RsColor *colors, guint n)
{
  RsColorMap *map = g_atomic_rc_box_new0 (RsColorMap);

  for (guint i = 0; i < RS_COLOR_MAP_SIZE; i++)
    {
      double position = (double)i / (RS_COLOR_MAP_SIZE - 1) * (n - 1);
      guint left = (guint)position, right = MIN (left + 1, n - 1);
      double part = position - left;

      map->rgb[i][0] = (guint8)lrint (255 * ((1 - part) * colors[left].red + part * colors[right].red));
      map->rgb[i][1] = (guint8)lrint (255 * ((1 - part) * colors[left].green + part * colors[right].green));
      map->rgb[i][2] = (guint8)lrint (255 * ((1 - part) * colors[left].blue + part * colors[right].blue));
    }
  return map;
}

RsColorMap *
rs_color_map_new (const char *name)
{
  RsColor colors[MOST_COLORS];

  if (g_ascii_strcasecmp (name, "grey") == 0)
    name = "gray";
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    if (g_ascii_strcasecmp (maps[i].name, name) == 0)
      {
        for (guint k = 0; k < maps[i].n; k++)
          colors[k] = (RsColor){ (maps[i].colors[k] >> 16 & 255) / 255.0, (maps[i].colors[k] >> 8 & 255) / 255.0,
                                 (maps[i].colors[k] & 255) / 255.0 };
        return rs_color_map_new_from_colors (colors, maps[i].n);
      }
  return NULL;
}

char *
rs_color_map_list_names (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", maps[i].name);
  return g_string_free (text, FALSE);
}

RsColorMap *
rs_color_map_ref (RsColorMap *map)
{
  return g_atomic_rc_box_acquire (map);
}

void
rs_color_map_unref (RsColorMap *map)
{
  if (map != NULL)
    g_atomic_rc_box_release (map);
}
