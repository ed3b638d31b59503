/* What an axes shows: a line, markers, bars, an image, a surface or single segments, with its data.
 *
 * A series never changes once it is in an axes: copies of a figure share it, on any thread, and an animation puts
 * another in its place.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/color.h"

typedef enum
{
  RS_SERIES_LINE = 0, /* points joined by a line, with or without markers */
  RS_SERIES_SCATTER,  /* markers with sizes and colours of their own */
  RS_SERIES_BAR,      /* bars from 0 */
  RS_SERIES_IMAGE,    /* pixels */
  RS_SERIES_SURFACE,  /* faces with colours from the colour map */
  RS_SERIES_MESH,     /* their edges alone */
  RS_SERIES_SEGMENTS, /* lines between the first and the second point, the third and the fourth, ... */
} RsSeriesKind;

typedef enum
{
  RS_DASH_NONE = 0, /* no line */
  RS_DASH_SOLID,
  RS_DASH_DASHED,
  RS_DASH_DOTTED,
  RS_DASH_DASH_DOT,
} RsDash;

typedef struct
{
  RsDash dash;
  char marker;         /* . o x + * s d ^ v < > p h; 0: none */
  gboolean has_color;  /* else the colour that the position in the axes gives */
  gboolean is_filled;  /* markers: inside as well */
  RsColor color;
  double line_width;   /* pixels */
  double marker_size;  /* pixels across */
} RsLineStyle;

#define RS_LINE_STYLE_DEFAULT                                                                                          \
  ((RsLineStyle){ .dash = RS_DASH_SOLID, .line_width = 1.6, .marker_size = 7 })

/* Counted. Numbers are GBytes of doubles, so that they are shared and never copied. */
typedef struct
{
  RsSeriesKind kind;
  char *name;            /* in the legend; "": none */
  RsLineStyle style;

  /* LINE, SCATTER, BAR, SEGMENTS: n_rows points, n_columns is 1. SURFACE, MESH: grids, row-major. */
  gsize n_rows, n_columns;
  GBytes *x, *y, *z;     /* z: SURFACE, MESH, and LINE and SCATTER in three dimensions; else NULL */
  GBytes *sizes;         /* SCATTER: a size for each point; NULL: style.marker_size */
  GBytes *values;        /* SCATTER, SEGMENTS: a number for each, which the colour map makes a colour; or NULL */
  double bar_width;      /* BAR: in units of x */
  double bar_offset;     /* BAR: of its middle, in units of x: groups stand side by side */
  gboolean is_histogram; /* BAR: the bars touch */

  /* IMAGE */
  GBytes *pixels;              /* of floats: row, column, channel, slice */
  int height, width, channels; /* channels: 1, 3 or 4 */
  int n_slices;                /* of a cube, or of pictures one after the other; 1: it is flat */
} RsSeries;

/* Whether it stands in a box of three dimensions. */
gboolean rs_series_is_3d (const RsSeries *series);

/* All zero but the style. (transfer full) */
RsSeries *rs_series_new (RsSeriesKind kind);
RsSeries *rs_series_ref (RsSeries *series);
void rs_series_unref (RsSeries *series);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsSeries, rs_series_unref)

static inline const double *
rs_series_get_numbers (GBytes *bytes)
{
  return bytes != NULL ? g_bytes_get_data (bytes, NULL) : NULL;
}

/* The same data under another name. (transfer full) */
RsSeries *rs_series_new_named (const RsSeries *series, const char *name);

/* Bytes of its data. */
gsize rs_series_get_bytes (const RsSeries *series);

/* Smallest and largest number that can be drawn (on a logarithmic axis: positive) along x, y or z (0, 1, 2), bars and
 * pixels with their extent; FALSE when there is none. */
gboolean rs_series_get_range (const RsSeries *series, int direction, gboolean is_log, double *low, double *high);

/* Smallest and largest number that the colour map is asked for; FALSE when the series does not use it. */
gboolean rs_series_get_color_range (const RsSeries *series, double *low, double *high);
