/* Series: making them, and the range of what they show.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/figure/series.h"

#include <math.h>

RsSeries *
rs_series_new (RsSeriesKind kind)
{
  RsSeries *self = g_atomic_rc_box_new0 (RsSeries);

  self->kind = kind;
  self->name = g_strdup ("");
  self->style = RS_LINE_STYLE_DEFAULT;
  self->n_columns = 1;
  self->n_slices = 1;
  return self;
}

gboolean
rs_series_is_3d (const RsSeries *self)
{
  return self->kind == RS_SERIES_SURFACE || self->kind == RS_SERIES_MESH
         || (self->kind != RS_SERIES_IMAGE && self->z != NULL);
}

RsSeries *
rs_series_ref (RsSeries *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  RsSeries *self = data;

  g_free (self->name);
  g_clear_pointer (&self->x, g_bytes_unref);
  g_clear_pointer (&self->y, g_bytes_unref);
  g_clear_pointer (&self->z, g_bytes_unref);
  g_clear_pointer (&self->sizes, g_bytes_unref);
  g_clear_pointer (&self->values, g_bytes_unref);
  g_clear_pointer (&self->pixels, g_bytes_unref);
}

void
rs_series_unref (RsSeries *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

static GBytes *
share (GBytes *bytes)
{
  return bytes != NULL ? g_bytes_ref (bytes) : NULL;
}

RsSeries *
rs_series_new_named (const RsSeries *series, const char *name)
{
  RsSeries *copy = rs_series_new (series->kind);

  g_free (copy->name);
  *copy = *series;
  copy->name = g_utf8_make_valid (name, -1);
  copy->x = share (series->x);
  copy->y = share (series->y);
  copy->z = share (series->z);
  copy->sizes = share (series->sizes);
  copy->values = share (series->values);
  copy->pixels = share (series->pixels);
  return copy;
}

gsize
rs_series_get_bytes (const RsSeries *self)
{
  GBytes *const parts[] = { self->x, self->y, self->z, self->sizes, self->values, self->pixels };
  gsize sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    sum += parts[i] != NULL ? g_bytes_get_size (parts[i]) : 0;
  return sum;
}

static void
widen (double value, gboolean is_log, double *low, double *high)
{
  if (!isfinite (value) || (is_log && value <= 0))
    return;
  *low = MIN (*low, value);
  *high = MAX (*high, value);
}

static gboolean
range_of (GBytes *bytes, gboolean is_log, double *low, double *high)
{
  const double *numbers = rs_series_get_numbers (bytes);
  gsize n = bytes != NULL ? g_bytes_get_size (bytes) / sizeof (double) : 0;

  *low = INFINITY;
  *high = -INFINITY;
  for (gsize i = 0; i < n; i++)
    widen (numbers[i], is_log, low, high);
  return *low <= *high;
}

static gboolean
range_of_pixels (const RsSeries *self, double *low, double *high)
{
  const float *pixels = g_bytes_get_data (self->pixels, NULL);
  gsize n = g_bytes_get_size (self->pixels) / sizeof (float);

  *low = INFINITY;
  *high = -INFINITY;
  for (gsize i = 0; i < n; i++)
    widen ((double)pixels[i], FALSE, low, high);
  return *low <= *high;
}

gboolean
rs_series_get_range (const RsSeries *self, int direction, gboolean is_log, double *low, double *high)
{
  GBytes *const data[] = { self->x, self->y, self->z };
  gboolean found;

  if (self->kind == RS_SERIES_IMAGE)
    {
      *low = -0.5;
      *high = (direction == 0 ? self->width : self->height) - 0.5;
      return direction < 2;
    }
  found = range_of (data[direction], is_log, low, high);
  if (self->kind == RS_SERIES_BAR && found)
    {
      if (direction == 0)
        {
          *low += self->bar_offset - self->bar_width / 2;
          *high += self->bar_offset + self->bar_width / 2;
        }
      else
        widen (0, is_log, low, high);
    }
  return found;
}

gboolean
rs_series_get_color_range (const RsSeries *self, double *low, double *high)
{
  if (self->kind == RS_SERIES_IMAGE)
    return self->channels == 1 && range_of_pixels (self, low, high);
  if (self->kind <= RS_SERIES_BAR || self->kind == RS_SERIES_SEGMENTS)
    return self->values != NULL && range_of (self->values, FALSE, low, high);
  return self->z != NULL && range_of (self->z, FALSE, low, high);
}
