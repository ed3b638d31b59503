/* Figures and their axes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/figure.h"

#include <string.h>

/* --- axes --- */

static void
set_defaults (RsAxes *self)
{
  self->series = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  self->title = g_strdup ("");
  self->legend_place = g_strdup ("");
  for (int d = 0; d < 3; d++)
    self->labels[d] = g_strdup ("");
  self->azimuth = -37.5;
  self->elevation = 30;
  self->zoom = 1;
}

static void
drop_contents (RsAxes *self)
{
  g_ptr_array_unref (self->series);
  g_free (self->title);
  g_free (self->legend_place);
  for (int d = 0; d < 3; d++)
    g_free (self->labels[d]);
  rs_color_map_unref (self->color_map);
}

static void
axes_free (gpointer data)
{
  drop_contents (data);
  g_free (data);
}

static RsAxes *
axes_copy (const RsAxes *axes)
{
  RsAxes *copy = g_new (RsAxes, 1);

  *copy = *axes;
  copy->series = g_ptr_array_new_full (axes->series->len, (GDestroyNotify)rs_series_unref);
  for (guint i = 0; i < axes->series->len; i++)
    g_ptr_array_add (copy->series, rs_series_ref (g_ptr_array_index (axes->series, i)));
  copy->title = g_strdup (axes->title);
  copy->legend_place = g_strdup (axes->legend_place);
  for (int d = 0; d < 3; d++)
    copy->labels[d] = g_strdup (axes->labels[d]);
  if (axes->color_map != NULL)
    rs_color_map_ref (copy->color_map);
  return copy;
}

void
rs_axes_clear (RsAxes *self)
{
  RsAxes old = *self;

  drop_contents (self);
  *self = (RsAxes){ .n_rows = old.n_rows,
                    .n_columns = old.n_columns,
                    .row = old.row,
                    .column = old.column,
                    .row_span = old.row_span,
                    .column_span = old.column_span };
  set_defaults (self);
}

void
rs_axes_remove_series (RsAxes *self)
{
  for (guint i = 0; i < self->series->len; i++)
    if (((RsSeries *)g_ptr_array_index (self->series, i))->kind == RS_SERIES_IMAGE)
      self->is_equal = self->is_downward = self->is_hidden = FALSE;
  g_ptr_array_set_size (self->series, 0);
  self->n_colored = 0;
}

void
rs_axes_set_text (char **slot, const char *text)
{
  g_free (*slot);
  *slot = g_utf8_make_valid (text, -1);
}

void
rs_axes_add (RsAxes *self, RsSeries *series)
{
  if (self->is_stale)
    rs_axes_remove_series (self);
  self->is_stale = FALSE;
  if (series->kind <= RS_SERIES_BAR && !series->style.has_color)
    {
      series->style.color = rs_color_of_series (self->n_colored++);
      series->style.has_color = TRUE;
    }
  self->has_legend |= *series->name != '\0';
  g_ptr_array_add (self->series, series);
}

gboolean
rs_axes_is_3d (const RsAxes *self)
{
  for (guint i = 0; i < self->series->len; i++)
    if (rs_series_is_3d (g_ptr_array_index (self->series, i)))
      return TRUE;
  return FALSE;
}

RsColorMap *
rs_axes_get_color_map (const RsAxes *self)
{
  gboolean has_image = FALSE;

  if (self->color_map != NULL)
    return rs_color_map_ref (self->color_map);
  for (guint i = 0; i < self->series->len; i++)
    has_image |= ((RsSeries *)g_ptr_array_index (self->series, i))->kind == RS_SERIES_IMAGE;
  return rs_color_map_new (has_image ? "gray" : "viridis");
}

/* --- figures --- */

RsFigure *
rs_figure_new (guint number, const char *path, guint line)
{
  RsFigure *self = g_atomic_rc_box_new0 (RsFigure);

  self->number = number;
  self->path = g_strdup (path);
  self->line = line;
  self->title = g_strdup ("");
  self->width = RS_FIGURE_WIDTH;
  self->height = RS_FIGURE_HEIGHT;
  self->axes = g_ptr_array_new_with_free_func (axes_free);
  self->linked = g_array_new (FALSE, FALSE, sizeof (guint));
  g_mutex_init (&self->lock);
  return self;
}

RsFigure *
rs_figure_new_embedded (guint number, const char *path, guint line)
{
  RsFigure *self = rs_figure_new (number, path, line);

  self->is_embedded = TRUE;
  return self;
}

RsFigure *
rs_figure_ref (RsFigure *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
figure_clear (gpointer data)
{
  RsFigure *self = data;

  g_free (self->path);
  g_free (self->title);
  g_ptr_array_unref (self->axes);
  g_array_unref (self->linked);
  g_mutex_clear (&self->lock);
}

void
rs_figure_unref (RsFigure *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, figure_clear);
}

void
rs_figure_lock (RsFigure *self)
{
  g_mutex_lock (&self->lock);
}

void
rs_figure_unlock (RsFigure *self)
{
  self->version++;
  g_mutex_unlock (&self->lock);
}

RsFigure *
rs_figure_copy (RsFigure *self)
{
  RsFigure *copy = rs_figure_new (self->number, self->path, self->line);

  g_mutex_lock (&self->lock);
  copy->is_embedded = self->is_embedded;
  rs_axes_set_text (&copy->title, self->title);
  copy->width = self->width;
  copy->height = self->height;
  copy->has_size = self->has_size;
  copy->current = self->current;
  copy->version = self->version;
  for (guint i = 0; i < self->axes->len; i++)
    g_ptr_array_add (copy->axes, axes_copy (g_ptr_array_index (self->axes, i)));
  g_array_append_vals (copy->linked, self->linked->data, self->linked->len);
  g_mutex_unlock (&self->lock);
  return copy;
}

void
rs_figure_take (RsFigure *self, RsFigure *copy)
{
  GPtrArray *axes;

  g_mutex_lock (&self->lock);
  axes = self->axes;
  self->axes = copy->axes;
  copy->axes = axes;
  self->current = copy->current;
  copy->current = 0;
  self->version++;
  g_mutex_unlock (&self->lock);
}

void
rs_figure_set_closed (RsFigure *self, gboolean closed)
{
  g_atomic_int_set (&self->closed, closed);
}

gboolean
rs_figure_is_closed (RsFigure *self)
{
  return g_atomic_int_get (&self->closed);
}

RsAxes *
rs_figure_get_axes (RsFigure *self)
{
  if (self->axes->len == 0)
    return rs_figure_select_axes (self, 1, 1, 0, 0, 1, 1);
  return g_ptr_array_index (self->axes, self->current);
}

/* Places are compared as parts of the figure: grids of different sizes may stand in one. */
static gboolean
overlap (const RsAxes *a, const RsAxes *b)
{
  return a->row * b->n_rows < (b->row + b->row_span) * a->n_rows
         && b->row * a->n_rows < (a->row + a->row_span) * b->n_rows
         && a->column * b->n_columns < (b->column + b->column_span) * a->n_columns
         && b->column * a->n_columns < (a->column + a->column_span) * b->n_columns;
}

static gboolean
same_place (const RsAxes *a, const RsAxes *b)
{
  return a->n_rows == b->n_rows && a->n_columns == b->n_columns && a->row == b->row && a->column == b->column
         && a->row_span == b->row_span && a->column_span == b->column_span;
}

RsAxes *
rs_figure_select_axes (RsFigure *self, guint n_rows, guint n_columns, guint row, guint column, guint row_span,
                       guint column_span)
{
  RsAxes *axes = g_new0 (RsAxes, 1);

  *axes = (RsAxes){ .n_rows = n_rows, .n_columns = n_columns, .row = row, .column = column, .row_span = row_span,
                    .column_span = column_span };
  set_defaults (axes);
  for (guint i = 0; i < self->axes->len; i++)
    if (same_place (g_ptr_array_index (self->axes, i), axes))
      {
        axes_free (axes);
        self->current = i;
        return g_ptr_array_index (self->axes, i);
      }
  for (guint i = self->axes->len; i > 0; i--)
    if (overlap (g_ptr_array_index (self->axes, i - 1), axes))
      g_ptr_array_remove_index (self->axes, i - 1);
  g_ptr_array_add (self->axes, axes);
  self->current = self->axes->len - 1;
  return axes;
}

gsize
rs_figure_get_bytes (const RsFigure *self)
{
  gsize sum = 0;

  for (guint i = 0; i < self->axes->len; i++)
    {
      const RsAxes *axes = g_ptr_array_index (self->axes, i);

      for (guint k = 0; k < axes->series->len; k++)
        sum += rs_series_get_bytes (g_ptr_array_index (axes->series, k));
    }
  return sum;
}

const RsSeries *
rs_figure_get_only_image (const RsFigure *self)
{
  const RsAxes *axes = self->axes->len == 1 ? g_ptr_array_index (self->axes, 0) : NULL;
  const RsSeries *series;

  if (axes == NULL || !axes->is_hidden || axes->series->len != 1 || axes->n_rows * axes->n_columns != 1
      || *axes->title != '\0' || *axes->labels[0] != '\0' || *axes->labels[1] != '\0' || axes->has_color_bar
      || axes->has_grid || axes->is_fixed[0] || axes->is_fixed[1] || axes->has_legend || self->has_size)
    return NULL;
  series = g_ptr_array_index (axes->series, 0);
  return series->kind == RS_SERIES_IMAGE ? series : NULL;
}
