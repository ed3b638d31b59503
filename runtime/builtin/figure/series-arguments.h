/* Arguments of the functions that draw: numbers, styles and colour maps.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"
#include "runtime/figure/color-map.h"
#include "runtime/figure/series.h"

/* Numbers of an argument: n_rows x n_columns doubles, row-major; a vec or a number is one row. */
typedef struct
{
  GBytes *bytes; /* owned */
  gsize n_rows, n_columns;
} RsNumbers;

void rs_numbers_clear (RsNumbers *numbers);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsNumbers, rs_numbers_clear)

static inline gsize
rs_numbers_count (const RsNumbers *numbers)
{
  return numbers->n_rows * numbers->n_columns;
}

static inline const double *
rs_numbers_data (const RsNumbers *numbers)
{
  return g_bytes_get_data (numbers->bytes, NULL);
}

/* Whether an argument is one, or several, numbers. */
static inline gboolean
rs_call_is_numbers (const RsCall *call, guint index)
{
  return index < call->n_arguments
         && (rs_value_is_number (call->arguments[index]) || call->arguments[index].tag == RS_TAG_ARRAY
             || call->arguments[index].tag == RS_TAG_RANGE);
}

/* Real numbers in at most two dimensions. */
gboolean rs_call_get_numbers (const RsCall *call, guint index, RsNumbers *numbers, const char *name, GError **error);

/* One series of y, its column or (rows when x has as many elements as y has columns) row number index, over x; x: NULL
 * for 0, 1, 2, ... */
typedef struct
{
  gboolean by_rows;
  gsize n_series, n_points;
} RsSeriesShape;

/* How y falls into series; an error says that x and y do not agree. x_index: argument of x, only for the message. */
gboolean rs_numbers_get_shape (const RsNumbers *x, const RsNumbers *y, RsSeriesShape *shape, const char *name,
                               GError **error);
/* The points of series number index. (transfer full) */
GBytes *rs_numbers_take_y (const RsNumbers *y, const RsSeriesShape *shape, gsize index);
GBytes *rs_numbers_take_x (const RsNumbers *x, const RsSeriesShape *shape, gsize index);

/* "color", value, "linewidth", value, ... from argument first to the end. label: borrowed, or NULL. */
gboolean rs_call_get_style (const RsCall *call, guint first, RsLineStyle *style, const char **label, const char *name,
                            GError **error);

/* A colour: a name, "#rrggbb" or [r, g, b] with values from 0 to 1. */
gboolean rs_call_get_color (const RsCall *call, guint index, RsColor *color, const char *name, GError **error);
/* A colour map: a name, or an N x 3 matrix with values from 0 to 1. (transfer full) */
RsColorMap *rs_call_get_color_map (const RsCall *call, guint index, const char *name, GError **error);
