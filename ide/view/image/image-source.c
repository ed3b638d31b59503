/* Where the pixels of the viewer come from.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-source.h"

typedef struct {
  RsPictureShape shape;
} RsImageSourcePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (RsImageSource, rs_image_source, G_TYPE_OBJECT)

void
rs_image_source_set_shape (RsImageSource *self, const RsPictureShape *shape)
{
  RsImageSourcePrivate *private = rs_image_source_get_instance_private (self);

  private->shape = *shape;
}

const RsPictureShape *
rs_image_source_get_shape (RsImageSource *self)
{
  RsImageSourcePrivate *private = rs_image_source_get_instance_private (self);

  return &private->shape;
}

void
rs_image_source_sample (RsImageSource *self, const RsSampleBox *box, RsImageValuesAnswer answer, gpointer data)
{
  RS_IMAGE_SOURCE_GET_CLASS (self)->sample (self, box, answer, data);
}

void
rs_image_source_sample_line (RsImageSource *self, const RsSampleLine *line, RsImageValuesAnswer answer, gpointer data)
{
  RS_IMAGE_SOURCE_GET_CLASS (self)->sample_line (self, line, answer, data);
}

void
rs_image_source_measure (RsImageSource *self, gint64 slice, RsImageStatisticsAnswer answer, gpointer data)
{
  RS_IMAGE_SOURCE_GET_CLASS (self)->measure (self, slice, answer, data);
}

static void
rs_image_source_class_init (RsImageSourceClass *klass)
{
}

static void
rs_image_source_init (RsImageSource *self)
{
  RsImageSourcePrivate *private = rs_image_source_get_instance_private (self);

  private->shape = (RsPictureShape){ 1, 1, 1, 1 };
}
