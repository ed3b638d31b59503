/* Where the pixels of the viewer come from: a picture in memory (ide/view/image/image.h), or an array of a program that
 * is debugged (ide/debug/values/array-source.h).
 *
 * Questions are answered through a function, at once or later; a source that can't answer any more answers with NULL.
 * Answers come on the main thread.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/sampling.h"

#include <glib-object.h>

#define RS_HISTOGRAM_BINS 256

typedef struct {
  double least, most; /* of the finite values; 0 and 1 when there is none */
  gint64 n_finite, n_nan, n_infinite;
  int n_curves;                        /* 1, or one a channel */
  double counts[4][RS_HISTOGRAM_BINS]; /* between least and most */
} RsImageStatistics;

/* values: [n] as asked for; NULL: there is no answer. */
typedef void (*RsImageValuesAnswer) (const float *values, gpointer data);
typedef void (*RsImageStatisticsAnswer) (const RsImageStatistics *statistics, gpointer data);

#define RS_TYPE_IMAGE_SOURCE (rs_image_source_get_type ())
G_DECLARE_DERIVABLE_TYPE (RsImageSource, rs_image_source, RS, IMAGE_SOURCE, GObject)

struct _RsImageSourceClass {
  GObjectClass parent;

  void (*sample) (RsImageSource *self, const RsSampleBox *box, RsImageValuesAnswer answer, gpointer data);
  void (*sample_line) (RsImageSource *self, const RsSampleLine *line, RsImageValuesAnswer answer, gpointer data);
  void (*measure) (RsImageSource *self, gint64 slice, RsImageStatisticsAnswer answer, gpointer data);
};

/* Set once, by who makes it. */
void rs_image_source_set_shape (RsImageSource *self, const RsPictureShape *shape);
const RsPictureShape *rs_image_source_get_shape (RsImageSource *self);

void rs_image_source_sample (RsImageSource *self, const RsSampleBox *box, RsImageValuesAnswer answer, gpointer data);
void
rs_image_source_sample_line (RsImageSource *self, const RsSampleLine *line, RsImageValuesAnswer answer, gpointer data);
void rs_image_source_measure (RsImageSource *self, gint64 slice, RsImageStatisticsAnswer answer, gpointer data);
