/* Colour maps: from a number between 0 and 1 to a colour.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/color.h"

#define RS_COLOR_MAP_SIZE 256

/* Counted (g_atomic_rc_box), immutable. */
typedef struct
{
  guint8 rgb[RS_COLOR_MAP_SIZE][3];
} RsColorMap;

/* By its name ("gray", "viridis", "jet", ...); NULL when there is none of that name. (transfer full) */
RsColorMap *rs_color_map_new (const char *name);
/* From n >= 1 colours at equal distances. (transfer full) */
RsColorMap *rs_color_map_new_from_colors (const RsColor *colors, guint n);
/* The names, for messages: "gray, viridis, ...". (transfer full) */
char *rs_color_map_list_names (void);

RsColorMap *rs_color_map_ref (RsColorMap *map);
void rs_color_map_unref (RsColorMap *map);

/* Index of a value; what is no number counts as low. */
static inline guint
rs_color_map_index (double value, double low, double high)
{
  double position = high > low ? (value - low) / (high - low) * (RS_COLOR_MAP_SIZE - 1) : 0;

  return position >= RS_COLOR_MAP_SIZE - 1 ? RS_COLOR_MAP_SIZE - 1 : position > 0 ? (guint)(position + 0.5) : 0;
}

static inline RsColor
rs_color_map_get (const RsColorMap *map, double value, double low, double high)
{
  const guint8 *rgb = map->rgb[rs_color_map_index (value, low, high)];

  return (RsColor){ rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0 };
}
