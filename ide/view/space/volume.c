/* Cubes of values as volumes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/space/volume.h"

#include "ide/view/image/image.h"

#include <gio/gio.h>

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

/* Counted: by who reads, until it is done or cancelled, and by what will go on with it: the idle function, a question
 * to the source or a thread's answer. */
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
  GCancellable *cancellable; /* owned; of the thread; NULL: there is none */
};

static void
reading_clear (gpointer data)
{
  RsVolumeReading *self = data;

  g_object_unref (self->source);
  rs_volume_unref (self->volume);
  g_clear_object (&self->cancellable);
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

/* A source may answer at once: some bands, then the main loop has its turn. */
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

/* --- a cube in memory, by a thread, in the order in which it lies there --- */

static double
get_mean (const float *element, const RsPictureShape *shape, gint64 n_rows, gint64 n_columns)
{
  double sum = 0;

  for (gint64 row = 0; row < n_rows; row++)
    for (gint64 column = 0; column < n_columns; column++)
      sum += (double)element[(row * shape->width + column) * shape->channels * shape->n_slices];
  return sum / (double)(n_rows * n_columns);
}

/* The voxels at one row and column of the grid, along the slices. */
static void
fill_line (const RsVolumeReading *self, const RsImageFacts *facts, int row, int column)
{
  const RsPictureShape *shape = &facts->shape;
  const RsVolumeGrid *grid = &self->grid;
  gint64 first_row = (gint64)row * grid->step, first_column = (gint64)column * grid->step;
  gint64 n_rows = MIN (grid->step, shape->height - first_row);
  gint64 n_columns = MIN (grid->step, shape->width - first_column);
  const float *element = (const float *)g_bytes_get_data (facts->pixels, NULL)
                         + rs_picture_index (shape, first_row, first_column, 0);
  guint8 *voxel = self->volume->voxels + (gsize)row * (gsize)grid->width + (gsize)column;

  for (int slice = 0; slice < grid->depth; slice++)
    {
      *voxel = (guint8)rs_color_map_index (get_mean (element, shape, n_rows, n_columns), self->low, self->high);
      voxel += (gsize)grid->height * (gsize)grid->width;
      element += grid->slice_step;
    }
}

static void
fill_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const RsVolumeReading *self = data;
  const RsImageFacts *facts = rs_image_get_facts (RS_IMAGE (self->source));

  for (int row = 0; row < self->grid.height; row++)
    for (int column = 0; column < self->grid.width && !g_cancellable_is_cancelled (cancellable); column++)
      fill_line (self, facts, row, column);
  g_task_return_boolean (task, TRUE);
}

static void
on_filled (GObject *source, GAsyncResult *result, gpointer data)
{
  RsVolumeReading *self = data;

  if (self->done != NULL)
    finish (self, self->volume);
  reading_unref (self);
}

/* The reference that the task's answer holds keeps all that the thread uses. */
static void
fill_by_thread (RsVolumeReading *self)
{
  g_autoptr (GTask) task = NULL;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, on_filled, g_rc_box_acquire (self));
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, fill_in_thread);
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
  if (self->volume != NULL && RS_IS_IMAGE (source))
    fill_by_thread (self);
  else
    work_later (self);
  return self;
}

void
rs_volume_reading_cancel (RsVolumeReading *self)
{
  self->done = NULL;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  reading_unref (self);
}
