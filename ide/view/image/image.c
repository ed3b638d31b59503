/* Pictures in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

struct _RsImage {
  RsImageSource parent;

  RsImageFacts facts; /* owned */
};

G_DEFINE_FINAL_TYPE (RsImage, rs_image, RS_TYPE_IMAGE_SOURCE)

static double
get_float (gconstpointer data, gint64 index)
{
  return (double)((const float *)data)[index];
}

static const float *
get_pixels (const RsImageFacts *facts)
{
  return g_bytes_get_data (facts->pixels, NULL);
}

char *
rs_image_describe_pixel (gint64 row, gint64 column, gint64 slice, const float *values, int channels)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "[%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT, row, column);
  if (slice >= 0)
    g_string_append_printf (text, channels > 1 ? ", :, %" G_GINT64_FORMAT : ", %" G_GINT64_FORMAT, slice);
  g_string_append (text, "] = ");
  for (int c = 0; c < channels; c++)
    g_string_append_printf (text, "%s%.6g", c > 0 ? ", " : "", (double)values[c]);
  return g_string_free (text, FALSE);
}

/* --- answers --- */

static void
rs_image_sample (RsImageSource *source, const RsSampleBox *box, RsImageValuesAnswer answer, gpointer data)
{
  const RsImageFacts *facts = &RS_IMAGE (source)->facts;
  g_autofree float *values
      = g_new (float, MAX ((gsize)box->width * (gsize)box->height * (gsize)facts->shape.channels, 1));

  rs_sample_box (&facts->shape, box, get_float, get_pixels (facts), values);
  answer (values, data);
}

static void
rs_image_sample_line (RsImageSource *source, const RsSampleLine *line, RsImageValuesAnswer answer, gpointer data)
{
  const RsImageFacts *facts = &RS_IMAGE (source)->facts;
  g_autofree float *values = g_new (float, MAX ((gsize)line->n * (gsize)facts->shape.channels, 1));

  rs_sample_line (&facts->shape, line, get_float, get_pixels (facts), values);
  answer (values, data);
}

/* --- statistics --- */

typedef void (*ValueFunc) (double value, int channel, RsImageStatistics *statistics);

static void
note_range (double value, int channel, RsImageStatistics *statistics)
{
  if (isfinite (value))
    {
      statistics->least = MIN (statistics->least, value);
      statistics->most = MAX (statistics->most, value);
      statistics->n_finite++;
    }
  else if (isnan (value))
    statistics->n_nan++;
  else
    statistics->n_infinite++;
}

static void
count_value (double value, int channel, RsImageStatistics *statistics)
{
  if (isfinite (value))
    statistics->counts[channel][rs_color_map_index (value, statistics->least, statistics->most)]++;
}

static inline void
each_value (const RsImageFacts *facts, gint64 slice, ValueFunc function, RsImageStatistics *statistics)
{
  const RsPictureShape *shape = &facts->shape;
  const float *pixels = get_pixels (facts);

  for (gint64 row = 0; row < shape->height; row++)
    {
      const float *value = pixels + rs_picture_index (shape, row, 0, slice);

      for (gint64 column = 0; column < shape->width; column++)
        for (int c = 0; c < shape->channels; c++, value += shape->n_slices)
          function ((double)*value, c, statistics);
    }
}

void
rs_image_compute_statistics (const RsImageFacts *facts, gint64 slice, RsImageStatistics *statistics)
{
  *statistics = (RsImageStatistics){ .least = INFINITY, .most = -INFINITY, .n_curves = facts->shape.channels };
  each_value (facts, slice, note_range, statistics);
  if (statistics->n_finite == 0)
    {
      statistics->least = 0;
      statistics->most = 1;
    }
  each_value (facts, slice, count_value, statistics);
}

/* One question, on a thread of its own: 10^8 values take a second. */
typedef struct {
  gint64 slice;
  RsImageStatisticsAnswer answer;
  gpointer data;
} Question;

static void
compute_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  RsImageStatistics *statistics = g_new (RsImageStatistics, 1);

  rs_image_compute_statistics (&RS_IMAGE (source)->facts, ((Question *)data)->slice, statistics);
  g_task_return_pointer (task, statistics, g_free);
}

static void
on_computed (GObject *source, GAsyncResult *result, gpointer data)
{
  const Question *question = g_task_get_task_data (G_TASK (result));
  g_autofree RsImageStatistics *statistics = g_task_propagate_pointer (G_TASK (result), NULL);

  question->answer (statistics, question->data);
}

static void
rs_image_measure (RsImageSource *source, gint64 slice, RsImageStatisticsAnswer answer, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (source, NULL, on_computed, NULL);
  const Question question = { slice, answer, data };

  g_task_set_task_data (task, g_memdup2 (&question, sizeof question), g_free);
  g_task_run_in_thread (task, compute_in_thread);
}

/* --- life --- */

const RsImageFacts *
rs_image_get_facts (RsImage *self)
{
  return &self->facts;
}

static void
rs_image_finalize (GObject *object)
{
  RsImageFacts *facts = &RS_IMAGE (object)->facts;

  g_bytes_unref (facts->pixels);
  rs_color_map_unref (facts->color_map);
  g_free ((char *)facts->title);
  g_free ((char *)facts->path);
  G_OBJECT_CLASS (rs_image_parent_class)->finalize (object);
}

static void
rs_image_class_init (RsImageClass *klass)
{
  RsImageSourceClass *source_class = RS_IMAGE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_image_finalize;
  source_class->sample = rs_image_sample;
  source_class->sample_line = rs_image_sample_line;
  source_class->measure = rs_image_measure;
}

static void
rs_image_init (RsImage *self)
{
}

RsImage *
rs_image_new (const RsImageFacts *facts)
{
  RsImage *self = g_object_new (RS_TYPE_IMAGE, NULL);

  self->facts = *facts;
  self->facts.pixels = g_bytes_ref (facts->pixels);
  self->facts.color_map = facts->color_map != NULL ? rs_color_map_ref (facts->color_map) : NULL;
  self->facts.title = g_strdup (facts->title != NULL ? facts->title : "");
  self->facts.path = g_strdup (facts->path);
  rs_image_source_set_shape (RS_IMAGE_SOURCE (self), &facts->shape);
  return self;
}
