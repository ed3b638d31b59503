/* Figures as GVariants.
 *
 * Numbers are arrays of their type, so that they lie in memory as the model keeps them and are not copied.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/viewer/wire.h"

#include <string.h>

#define STYLE "(iybbdddd" "d)" /* dash, marker, has_color, is_filled, colour, width of the line, size of the markers */
#define SERIES "(is" STYLE "ttadadadadadddbauiiii)"
#define AXES "(uuuuuua" SERIES "usssss(ddd)(ddd)(bbb)(bbb)(bbbbbbbbb)aydddd)"
#define FIGURE "(ubsuiiba" AXES "uau)"

/* --- packing --- */

static GVariant *
pack_bytes (const char *type, GBytes *bytes)
{
  if (bytes == NULL)
    return g_variant_new_array (G_VARIANT_TYPE (type + 1), NULL, 0);
  return g_variant_new_from_bytes (G_VARIANT_TYPE (type), bytes, TRUE);
}

static GVariant *
pack_style (const RsLineStyle *style)
{
  return g_variant_new ("(iybbddddd)", style->dash, style->marker, style->has_color, style->is_filled, style->color.red,
                        style->color.green, style->color.blue, style->line_width, style->marker_size);
}

static GVariant *
pack_series (const RsSeries *series)
{
  return g_variant_new ("(is@" STYLE "tt@ad@ad@ad@ad@adddb@auiiii)", series->kind, series->name,
                        pack_style (&series->style), (guint64)series->n_rows, (guint64)series->n_columns,
                        pack_bytes ("ad", series->x), pack_bytes ("ad", series->y), pack_bytes ("ad", series->z),
                        pack_bytes ("ad", series->sizes), pack_bytes ("ad", series->values), series->bar_width,
                        series->bar_offset, series->is_histogram, pack_bytes ("au", series->pixels), series->height,
                        series->width, series->channels, series->n_slices);
}

static GVariant *
pack_axes (const RsAxes *axes)
{
  GVariantBuilder series;
  GVariant *map = axes->color_map != NULL ? g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, axes->color_map->rgb,
                                                                       sizeof axes->color_map->rgb, 1)
                                          : g_variant_new_array (G_VARIANT_TYPE_BYTE, NULL, 0);

  g_variant_builder_init (&series, G_VARIANT_TYPE ("a" SERIES));
  for (guint i = 0; i < axes->series->len; i++)
    g_variant_builder_add_value (&series, pack_series (g_ptr_array_index (axes->series, i)));
  return g_variant_new ("(uuuuuua" SERIES "usssss(ddd)(ddd)(bbb)(bbb)(bbbbbbbbb)@aydddd)", axes->n_rows,
                        axes->n_columns, axes->row, axes->column, axes->row_span, axes->column_span, &series,
                        axes->n_colored, axes->title, axes->labels[0], axes->labels[1], axes->labels[2],
                        axes->legend_place, axes->low[0], axes->low[1], axes->low[2], axes->high[0], axes->high[1],
                        axes->high[2], axes->is_fixed[0], axes->is_fixed[1], axes->is_fixed[2], axes->is_log[0],
                        axes->is_log[1], axes->is_log[2], axes->has_grid, axes->is_hidden, axes->is_equal,
                        axes->is_tight, axes->is_downward, axes->is_stale, axes->has_legend, axes->has_color_bar,
                        axes->has_color_limits, map, axes->color_low, axes->color_high, axes->azimuth,
                        axes->elevation);
}

GVariant *
rs_wire_pack_figure (const RsFigure *copy)
{
  GVariantBuilder axes;

  g_variant_builder_init (&axes, G_VARIANT_TYPE ("a" AXES));
  for (guint i = 0; i < copy->axes->len; i++)
    g_variant_builder_add_value (&axes, pack_axes (g_ptr_array_index (copy->axes, i)));
  return g_variant_new ("(ubsuiiba" AXES "u@au)", copy->number, copy->is_embedded, copy->title, copy->line,
                        copy->width, copy->height, copy->has_size, &axes, copy->current,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, copy->linked->data, copy->linked->len,
                                                   sizeof (guint)));
}

/* --- unpacking --- */

/* NULL for an empty array. */
static GBytes *
unpack_bytes (GVariant *tuple, gsize index)
{
  g_autoptr (GVariant) array = g_variant_get_child_value (tuple, index);

  return g_variant_n_children (array) > 0 ? g_variant_get_data_as_bytes (array) : NULL;
}

/* Bytes of n numbers of that size; NULL is none. */
static gboolean
holds (GBytes *bytes, guint64 n, gsize size)
{
  gsize length = bytes != NULL ? g_bytes_get_size (bytes) : 0;

  return length % size == 0 && length / size == n;
}

/* FALSE: 64 bits don't hold the product of n lengths. */
static gboolean
multiply (const guint64 *lengths, guint n, guint64 *product)
{
  *product = 1;
  for (guint i = 0; i < n; i++)
    if (__builtin_mul_overflow (*product, lengths[i], product))
      return FALSE;
  return TRUE;
}

static gboolean
is_sound_image (const RsSeries *series)
{
  const guint64 lengths[]
      = { (guint64)series->height, (guint64)series->width, (guint64)series->channels, (guint64)series->n_slices };
  guint64 n;

  return series->height > 0 && series->width > 0 && series->channels > 0 && series->channels <= 4
         && series->n_slices > 0 && multiply (lengths, G_N_ELEMENTS (lengths), &n)
         && holds (series->pixels, n, sizeof (float));
}

/* Points stand in a column, grids have some. */
static gboolean
has_sound_lengths (const RsSeries *series)
{
  if (series->kind == RS_SERIES_SURFACE || series->kind == RS_SERIES_MESH)
    return series->n_rows > 0 && series->n_columns > 0;
  return series->n_columns == 1;
}

/* The sizes agree, so that nobody reads beyond the data. */
static gboolean
is_sound (const RsSeries *series)
{
  const guint64 lengths[] = { series->n_rows, series->n_columns };
  guint64 n;

  if (series->kind == RS_SERIES_IMAGE)
    return is_sound_image (series);
  return series->kind <= RS_SERIES_SEGMENTS && has_sound_lengths (series)
         && multiply (lengths, G_N_ELEMENTS (lengths), &n) && holds (series->x, n, sizeof (double))
         && holds (series->y, n, sizeof (double))
         && ((!rs_series_is_3d (series) && series->z == NULL) || holds (series->z, n, sizeof (double)))
         && (series->sizes == NULL || holds (series->sizes, n, sizeof (double)))
         && (series->values == NULL || holds (series->values, n, sizeof (double)));
}

static RsSeries *
unpack_series (GVariant *value)
{
  RsSeries *series = rs_series_new (RS_SERIES_LINE);
  RsLineStyle *style = &series->style;
  guint64 n_rows, n_columns;
  gint32 kind, dash;
  guint8 marker;

  g_free (series->name);
  g_variant_get (value, "(is(iybbddddd)tt@ad@ad@ad@ad@adddb@auiiii)", &kind, &series->name, &dash, &marker,
                 &style->has_color, &style->is_filled, &style->color.red, &style->color.green, &style->color.blue,
                 &style->line_width, &style->marker_size, &n_rows, &n_columns, NULL, NULL, NULL, NULL, NULL,
                 &series->bar_width, &series->bar_offset, &series->is_histogram, NULL, &series->height, &series->width,
                 &series->channels, &series->n_slices);
  series->kind = (RsSeriesKind)kind;
  style->dash = (RsDash)CLAMP (dash, 0, RS_DASH_DASH_DOT);
  style->marker = (char)marker;
  series->n_rows = n_rows;
  series->n_columns = n_columns;
  series->x = unpack_bytes (value, 5);
  series->y = unpack_bytes (value, 6);
  series->z = unpack_bytes (value, 7);
  series->sizes = unpack_bytes (value, 8);
  series->values = unpack_bytes (value, 9);
  series->pixels = unpack_bytes (value, 13);
  if (is_sound (series))
    return series;
  rs_series_unref (series);
  return NULL;
}

static RsColorMap *
unpack_color_map (GVariant *bytes)
{
  RsColorMap *map;
  gsize n;
  const guint8 *data = g_variant_get_fixed_array (bytes, &n, 1);

  if (n != sizeof map->rgb)
    return NULL;
  map = g_atomic_rc_box_new0 (RsColorMap);
  memcpy (map->rgb, data, n);
  return map;
}

static gboolean
unpack_axes (RsFigure *figure, GVariant *value)
{
  guint n_rows, n_columns, row, column, row_span, column_span, n_colored;
  g_autoptr (GVariantIter) series = NULL;
  g_autoptr (GVariant) map = NULL, one = NULL;
  RsAxes *axes;

  g_variant_get_child (value, 0, "u", &n_rows);
  g_variant_get_child (value, 1, "u", &n_columns);
  g_variant_get_child (value, 2, "u", &row);
  g_variant_get_child (value, 3, "u", &column);
  g_variant_get_child (value, 4, "u", &row_span);
  g_variant_get_child (value, 5, "u", &column_span);
  if (n_rows == 0 || n_columns == 0)
    return FALSE;
  axes = rs_figure_select_axes (figure, n_rows, n_columns, row, column, row_span, column_span);
  rs_axes_clear (axes);
  g_free (axes->title);
  g_free (axes->legend_place);
  for (int d = 0; d < 3; d++)
    g_free (axes->labels[d]);
  g_variant_get (value, "(uuuuuua" SERIES "usssss(ddd)(ddd)(bbb)(bbb)(bbbbbbbbb)@aydddd)", NULL, NULL, NULL, NULL, NULL,
                 NULL, &series, &n_colored, &axes->title, &axes->labels[0], &axes->labels[1], &axes->labels[2],
                 &axes->legend_place, &axes->low[0], &axes->low[1], &axes->low[2], &axes->high[0], &axes->high[1],
                 &axes->high[2], &axes->is_fixed[0], &axes->is_fixed[1], &axes->is_fixed[2], &axes->is_log[0],
                 &axes->is_log[1], &axes->is_log[2], &axes->has_grid, &axes->is_hidden, &axes->is_equal,
                 &axes->is_tight, &axes->is_downward, &axes->is_stale, &axes->has_legend, &axes->has_color_bar,
                 &axes->has_color_limits, &map, &axes->color_low, &axes->color_high, &axes->azimuth,
                 &axes->elevation);
  axes->n_colored = n_colored;
  axes->color_map = unpack_color_map (map);
  while ((one = g_variant_iter_next_value (series)) != NULL)
    {
      RsSeries *unpacked = unpack_series (one);

      g_clear_pointer (&one, g_variant_unref);
      if (unpacked == NULL)
        return FALSE;
      g_ptr_array_add (axes->series, unpacked);
    }
  return TRUE;
}

RsFigure *
rs_wire_unpack_figure (GVariant *value)
{
  g_autoptr (RsFigure) figure = NULL;
  g_autoptr (GVariantIter) axes = NULL;
  g_autoptr (GVariant) linked = NULL;
  GVariant *one;
  guint number, line, current;
  gboolean is_embedded, good = TRUE;
  const guint *numbers;
  gsize n;

  if (!g_variant_is_of_type (value, G_VARIANT_TYPE (FIGURE)))
    return NULL;
  g_variant_get_child (value, 0, "u", &number);
  g_variant_get_child (value, 1, "b", &is_embedded);
  g_variant_get_child (value, 3, "u", &line);
  figure = is_embedded ? rs_figure_new_embedded (number, NULL, line) : rs_figure_new (number, NULL, line);
  g_free (figure->title);
  g_variant_get (value, "(ubsuiiba" AXES "u@au)", NULL, NULL, &figure->title, NULL, &figure->width, &figure->height,
                 &figure->has_size, &axes, &current, &linked);
  while (good && (one = g_variant_iter_next_value (axes)) != NULL)
    {
      good = unpack_axes (figure, one);
      g_variant_unref (one);
    }
  figure->current = figure->axes->len > 0 ? MIN (current, figure->axes->len - 1) : 0;
  numbers = g_variant_get_fixed_array (linked, &n, sizeof (guint));
  g_array_append_vals (figure->linked, numbers, (guint)n);
  return good ? g_steal_pointer (&figure) : NULL;
}
