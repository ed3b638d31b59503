/* Cubes of values as volumes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/volume.h"

#include "runtime/figure/color-map.h"

#define VALUES_A_BAND 65536
#define WORK_A_TURN 8000 /* microseconds of the main loop */

RsVolume *
rs_volume_new (int width, int height, int depth, const double size[3])
{
  gsize n = (gsize)MAX (width, 0) * (gsize)MAX (height, 0) * (gsize)MAX (depth, 0);
  guint8 *voxels = g_try_malloc0 (MAX (n, 1));
  RsVolume *volume;

  if (voxels == NULL)
    return NULL;
  volume = g_atomic_rc_box_new0 (RsVolume);
  *volume = (RsVolume){ width, height, depth, { size[0], size[1], size[2] }, voxels };
  return volume;
}

RsVolume *
rs_volume_ref (RsVolume *volume)
{
  return g_atomic_rc_box_acquire (volume);
}

static void
clear (gpointer data)
{
  g_free (((RsVolume *)data)->voxels);
}

void
rs_volume_unref (RsVolume *volume)
{
  if (volume != NULL)
    g_atomic_rc_box_release_full (volume, clear);
}

static int
count (gint64 elements, int step)
{
  return (int)((elements + step - 1) / step);
}

RsVolumeGrid
rs_volume_choose_grid (const RsPictureShape *shape, int most_a_side, gint64 most_voxels)
{
  RsVolumeGrid grid = { .step = 1, .slice_step = 1 };

  for (;;)
    {
      gint64 side = MAX (shape->height, shape->width);

      if (count (side, grid.step) > most_a_side)
        grid.step++;
      else if (count (shape->n_slices, grid.slice_step) > most_a_side)
        grid.slice_step++;
      else if ((gint64)count (shape->width, grid.step) * count (shape->height, grid.step)
                   * count (shape->n_slices, grid.slice_step)
               <= most_voxels)
        break;
      else if (side / grid.step >= shape->n_slices / grid.slice_step)
        grid.step++;
      else
        grid.slice_step++;
    }
  grid.width = count (shape->width, grid.step);
  grid.height = count (shape->height, grid.step);
  grid.depth = count (shape->n_slices, grid.slice_step);
  return grid;
}

/* --- reading --- */

/* Counted: by who reads, until it is done or cancelled, by the idle function, and by a question to the source. */
struct _RsVolumeReading {
  RsImageSource *source; /* owned */
  RsVolumeGrid grid;
  double low, high;
  RsVolumeDone done; /* NULL: over */
  gpointer data;
  RsVolume *volume; /* owned */
  int slice, row;   /* the next band */
  int n_rows;       /* of the band that is asked for */
  gboolean is_asked, is_working;
};

static void
reading_clear (gpointer data)
{
  RsVolumeReading *self = data;

  g_object_unref (self->source);
  rs_volume_unref (self->volume);
}

static void
reading_unref (gpointer data)
{
  g_rc_box_release_full (data, reading_clear);
}

static gboolean work (gpointer data);

static void
work_later (RsVolumeReading *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, work, g_rc_box_acquire (self), reading_unref);
}

/* The reference of who reads goes. */
static void
finish (RsVolumeReading *self, RsVolume *volume)
{
  RsVolumeDone done = g_steal_pointer (&self->done);

  done (volume, self->data);
  reading_unref (self);
}

static void
take_band (RsVolumeReading *self, const float *values)
{
  gsize start = ((gsize)self->slice * (gsize)self->grid.height + (gsize)self->row) * (gsize)self->grid.width;
  gsize n = (gsize)self->n_rows * (gsize)self->grid.width;
  gsize channels = (gsize)rs_image_source_get_shape (self->source)->channels;

  for (gsize i = 0; i < n; i++)
    self->volume->voxels[start + i] = (guint8)rs_color_map_index ((double)values[i * channels], self->low, self->high);
  self->row += self->n_rows;
  if (self->row == self->grid.height)
    {
      self->row = 0;
      self->slice++;
    }
}

static void
on_band (const float *values, gpointer data)
{
  RsVolumeReading *self = data;

  self->is_asked = FALSE;
  if (self->done != NULL && values == NULL)
    finish (self, NULL);
  else if (self->done != NULL)
    {
      take_band (self, values);
      if (!self->is_working)
        work_later (self);
    }
  reading_unref (self);
}

static void
ask (RsVolumeReading *self)
{
  RsSampleBox box = { .slice = (gint64)self->slice * self->grid.slice_step,
                      .y = (double)self->row * self->grid.step,
                      .step = self->grid.step,
                      .width = self->grid.width };

  self->n_rows = CLAMP (VALUES_A_BAND / self->grid.width, 1, self->grid.height - self->row);
  box.height = self->n_rows;
  self->is_asked = TRUE;
  rs_image_source_sample (self->source, &box, on_band, g_rc_box_acquire (self));
}

/* A source in memory answers at once: some bands, then the main loop has its turn. */
static gboolean
work (gpointer data)
{
  RsVolumeReading *self = data;
  gint64 until = g_get_monotonic_time () + WORK_A_TURN;

  if (self->done != NULL && self->volume == NULL)
    finish (self, NULL);
  self->is_working = TRUE;
  while (self->done != NULL && !self->is_asked && self->slice < self->grid.depth && g_get_monotonic_time () < until)
    ask (self);
  self->is_working = FALSE;
  if (self->done == NULL || self->is_asked)
    return G_SOURCE_REMOVE;
  if (self->slice < self->grid.depth)
    return G_SOURCE_CONTINUE;
  finish (self, self->volume);
  return G_SOURCE_REMOVE;
}

RsVolumeReading *
rs_volume_read (RsImageSource *source, const RsVolumeGrid *grid, double low, double high, RsVolumeDone done,
                gpointer data)
{
  const RsPictureShape *shape = rs_image_source_get_shape (source);
  const double size[] = { (double)shape->width, (double)shape->height, (double)shape->n_slices };
  RsVolumeReading *self = g_rc_box_new0 (RsVolumeReading);

  *self = (RsVolumeReading){ .source = g_object_ref (source),
                             .grid = *grid,
                             .low = low,
                             .high = high,
                             .done = done,
                             .data = data,
                             .volume = rs_volume_new (grid->width, grid->height, grid->depth, size) };
  work_later (self);
  return self;
}

void
rs_volume_reading_cancel (RsVolumeReading *self)
{
  self->done = NULL;
  reading_unref (self);
}
