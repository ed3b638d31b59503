/* Figures: what a program shows, as plain data. Nothing here draws (runtime/figure/draw/draw.h does) and nothing waits.
 *
 * A figure has axes, an axes has series. The program's thread changes a figure between rs_figure_lock and
 * rs_figure_unlock and then tells the front end (runtime/display.h), which takes a copy whenever it likes; copies share
 * their series, so that one costs little.
 *
 * Threads: as said with each function. A copy belongs to who made it and needs no lock.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/color-map.h"
#include "runtime/figure/series.h"

#define RS_FIGURE_WIDTH 640
#define RS_FIGURE_HEIGHT 480
#define RS_FIGURE_MOST_PIXELS 8192 /* of a side */

/* One coordinate system. Directions: 0 x, 1 y, 2 z. */
typedef struct
{
  guint n_rows, n_columns;     /* of the grid of axes that it belongs to */
  guint row, column;           /* its place there */
  guint row_span, column_span; /* >= 1 */

  GPtrArray *series;           /* element-type RsSeries */
  guint n_colored;             /* series that took a colour of the order of colours */
  char *title;                 /* "": none; so the labels */
  char *labels[3];
  double low[3], high[3];      /* limits, when is_fixed */
  gboolean is_fixed[3];
  gboolean is_log[3];
  gboolean has_grid, is_hidden, is_equal, is_tight;
  gboolean is_downward;        /* y counts from above: images */
  gboolean is_stale;           /* the next series replaces all that are there: the next picture of an animation */
  gboolean has_legend;
  char *legend_place;          /* "northeast", ...; "": where the fewest points are */
  RsColorMap *color_map;       /* NULL: gray for images, viridis for everything else */
  gboolean has_color_bar;
  gboolean has_color_limits;
  double color_low, color_high; /* the values at the ends of the colour map, when has_color_limits */
  double azimuth, elevation;   /* of surfaces, degrees */
  double zoom;                 /* of surfaces; 1: the whole box; a view of the window sets it, no program */
} RsAxes;

typedef struct _RsFigure RsFigure;

struct _RsFigure
{
  guint number;           /* from 1; immutable */
  char *path;             /* source of the call that made it, and its line; NULL: not known; immutable */
  guint line;
  gboolean is_embedded;   /* part of a form, not a window of its own; immutable */

  char *title;            /* of its window; "": "Figure N" */
  int width, height;      /* pixels of what is drawn */
  gboolean has_size;      /* the program has set them */
  GPtrArray *axes;        /* element-type RsAxes, owned; may be empty */
  guint current;          /* index of the axes that the next call means */
  guint version;          /* advanced by rs_figure_unlock */
  GArray *linked;         /* guint: figures that zoom and pan together with this one */

  /* private */
  GMutex lock;
  gint closed;
};

/* Any thread. */
RsFigure *rs_figure_new (guint number, const char *path, guint line);
/* The figure of a display of a form. */
RsFigure *rs_figure_new_embedded (guint number, const char *path, guint line);
RsFigure *rs_figure_ref (RsFigure *figure);
void rs_figure_unref (RsFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsFigure, rs_figure_unref)

/* Any thread; not recursive. */
void rs_figure_lock (RsFigure *figure);
void rs_figure_unlock (RsFigure *figure);

/* What it shows now. Any thread. (transfer full) */
RsFigure *rs_figure_copy (RsFigure *figure);

/* The figure shows what the copy shows; the copy is then as the figure was. Any thread. */
void rs_figure_take (RsFigure *figure, RsFigure *copy);

/* The user, or the program, has closed its window. Any thread. */
void rs_figure_set_closed (RsFigure *figure, gboolean closed);
gboolean rs_figure_is_closed (RsFigure *figure);

/* --- under the lock, or of a copy --- */

/* The axes that calls mean, made when there is none. */
RsAxes *rs_figure_get_axes (RsFigure *figure);
/* The axes at a place of a grid, made when it is not there yet; axes that it covers go. It becomes the current one. */
RsAxes *rs_figure_select_axes (RsFigure *figure, guint n_rows, guint n_columns, guint row, guint column, guint row_span,
                               guint column_span);

/* Bytes of the data of its series. */
gsize rs_figure_get_bytes (const RsFigure *figure);

/* The image of a figure that shows nothing else: one axes without frame, title, labels, colour bar and limits. Front
 * ends show it pixel for pixel. Borrowed, or NULL. */
const RsSeries *rs_figure_get_only_image (const RsFigure *figure);

/* Takes the series (transfer full) and gives it its colour; one with a name opens the legend. Those that are there go
 * first when they are stale. */
void rs_axes_add (RsAxes *axes, RsSeries *series);
/* As new, in its place. */
void rs_axes_clear (RsAxes *axes);
/* Without series; titles, labels, limits and everything else but what an image needs stay: the next picture of an
 * animation. */
void rs_axes_remove_series (RsAxes *axes);
void rs_axes_set_text (char **slot, const char *text);

gboolean rs_axes_is_3d (const RsAxes *axes);
/* Its colour map, or the default one. (transfer full) */
RsColorMap *rs_axes_get_color_map (const RsAxes *axes);
/* Values at the ends of the colour map. */
void rs_axes_get_color_limits (const RsAxes *axes, double *low, double *high);
/* Limits along a direction: as fixed, or around all series, with a little room where that helps; always finite and
 * low < high, on a logarithmic axis both positive. */
void rs_axes_get_limits (const RsAxes *axes, int direction, double *low, double *high);
