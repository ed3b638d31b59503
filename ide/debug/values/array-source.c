/* An array of a program that is debugged as pixels of the viewer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/array-source.h"

#include <stdlib.h>

struct _RsArraySource {
  RsImageSource parent;

  RsDebugRun *run;
  char *name;
};

G_DEFINE_FINAL_TYPE (RsArraySource, rs_array_source, RS_TYPE_IMAGE_SOURCE)

static char *
real_text (double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_dtostr (buffer, sizeof buffer, number));
}

static char *
whole_text (gint64 number)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

/* --- values --- */

/* One question. A request may end without an answer: then NULL is it. */
typedef struct {
  RsImageValuesAnswer answer; /* NULL: answered */
  gpointer data;
  gsize n; /* values */
} ValuesQuestion;

static void
on_values (GPtrArray *records, const char *error, gpointer data)
{
  ValuesQuestion *question = data;
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  g_autofree guchar *bytes = NULL;
  gsize length = 0;

  if (error != NULL || fields == NULL || g_strv_length (fields) < 3)
    return;
  bytes = g_base64_decode (fields[2], &length);
  if (length != question->n * sizeof (float))
    return;
  question->answer ((const float *)(gconstpointer)bytes, question->data);
  question->answer = NULL;
}

static void
values_question_free (gpointer data)
{
  ValuesQuestion *question = data;

  if (question->answer != NULL)
    question->answer (NULL, question->data);
  g_free (question);
}

static ValuesQuestion *
values_question_new (RsImageSource *source, gsize n, RsImageValuesAnswer answer, gpointer data)
{
  ValuesQuestion *question = g_new (ValuesQuestion, 1);

  *question = (ValuesQuestion){ answer, data, n * (gsize)rs_image_source_get_shape (source)->channels };
  return question;
}

static void
rs_array_source_sample (RsImageSource *source, const RsSampleBox *box, RsImageValuesAnswer answer, gpointer data)
{
  RsArraySource *self = RS_ARRAY_SOURCE (source);
  g_autofree char *slice = whole_text (box->slice), *x = real_text (box->x), *y = real_text (box->y),
                  *step = real_text (box->step);
  g_autofree char *width = whole_text (box->width), *height = whole_text (box->height);

  rs_debug_run_request (self->run, on_values,
                        values_question_new (source, (gsize)box->width * (gsize)box->height, answer, data),
                        values_question_free, "samples", self->name, slice, x, y, step, width, height, NULL);
}

static void
rs_array_source_sample_line (RsImageSource *source, const RsSampleLine *line, RsImageValuesAnswer answer, gpointer data)
{
  RsArraySource *self = RS_ARRAY_SOURCE (source);
  g_autofree char *slice = whole_text (line->slice), *x0 = real_text (line->x0), *y0 = real_text (line->y0);
  g_autofree char *x1 = real_text (line->x1), *y1 = real_text (line->y1), *n = whole_text (line->n);

  rs_debug_run_request (self->run, on_values, values_question_new (source, (gsize)line->n, answer, data),
                        values_question_free, "along", self->name, slice, x0, y0, x1, y1, n, NULL);
}

/* --- statistics of a slice --- */

typedef struct {
  RsImageStatisticsAnswer answer; /* NULL: answered */
  gpointer data;
} Measurement;

static void
measurement_free (gpointer data)
{
  Measurement *self = data;

  if (self->answer != NULL)
    self->answer (NULL, self->data);
  g_free (self);
}

static void
on_histogram (GPtrArray *records, const char *error, gpointer data)
{
  Measurement *self = data;
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  RsImageStatistics found = { .most = 1, .n_curves = 1 };
  g_auto (GStrv) counts = NULL;

  if (error != NULL || fields == NULL || g_strv_length (fields) < 8)
    return;
  if (*fields[2] != '\0')
    {
      found.least = g_ascii_strtod (fields[2], NULL);
      found.most = g_ascii_strtod (fields[3], NULL);
    }
  counts = g_strsplit (fields[4], " ", -1);
  found.n_curves = atoi (fields[7]);
  found.n_curves = CLAMP (found.n_curves, 1, (int)G_N_ELEMENTS (found.counts));
  for (guint i = 0; i < (guint)found.n_curves * RS_HISTOGRAM_BINS && counts[i] != NULL; i++)
    found.counts[i / RS_HISTOGRAM_BINS][i % RS_HISTOGRAM_BINS] = g_ascii_strtod (counts[i], NULL);
  found.n_finite = g_ascii_strtoll (fields[5], NULL, 10);
  found.n_nan = g_ascii_strtoll (fields[6], NULL, 10); /* and infinite ones */
  self->answer (&found, self->data);
  self->answer = NULL;
}

static void
rs_array_source_measure (RsImageSource *source, gint64 slice, RsImageStatisticsAnswer answer, gpointer data)
{
  RsArraySource *self = RS_ARRAY_SOURCE (source);
  Measurement *measurement = g_new (Measurement, 1);
  g_autofree char *bins = whole_text (RS_HISTOGRAM_BINS), *number = whole_text (slice);

  *measurement = (Measurement){ answer, data };
  rs_debug_run_request (self->run, on_histogram, measurement, measurement_free, "histogram", self->name, bins, number,
                        NULL);
}

/* --- shape --- */

gboolean
rs_array_source_read_shape (char **fields, RsPictureShape *shape)
{
  if (fields == NULL || g_strv_length (fields) < 6)
    return FALSE;
  *shape = (RsPictureShape){ g_ascii_strtoll (fields[2], NULL, 10), g_ascii_strtoll (fields[3], NULL, 10),
                             atoi (fields[4]), g_ascii_strtoll (fields[5], NULL, 10) };
  return shape->height > 0 && shape->width > 0 && shape->channels > 0 && shape->channels <= 4 && shape->n_slices > 0;
}

void
rs_array_source_choose_window (double least, double most, double *low, double *high)
{
  gboolean is_bytes = least >= 0 && most > 1 && most <= 255;

  *low = is_bytes ? 0 : least;
  *high = is_bytes ? 255 : most > least ? most : least + 1;
}

/* --- life --- */

static void
rs_array_source_finalize (GObject *object)
{
  RsArraySource *self = RS_ARRAY_SOURCE (object);

  g_clear_object (&self->run);
  g_free (self->name);
  G_OBJECT_CLASS (rs_array_source_parent_class)->finalize (object);
}

static void
rs_array_source_class_init (RsArraySourceClass *klass)
{
  RsImageSourceClass *source_class = RS_IMAGE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_array_source_finalize;
  source_class->sample = rs_array_source_sample;
  source_class->sample_line = rs_array_source_sample_line;
  source_class->measure = rs_array_source_measure;
}

static void
rs_array_source_init (RsArraySource *self)
{
}

RsArraySource *
rs_array_source_new (RsDebugRun *run, const char *name, const RsPictureShape *shape)
{
  RsArraySource *self = g_object_new (RS_TYPE_ARRAY_SOURCE, NULL);

  self->run = g_object_ref (run);
  self->name = g_strdup (name);
  rs_image_source_set_shape (RS_IMAGE_SOURCE (self), shape);
  return self;
}
