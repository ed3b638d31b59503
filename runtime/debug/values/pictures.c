/* What the viewer shows of an array as a picture: its shape, samples of a part, values along a line.
 *
 * Of three dimensions, three or four planes are colours and any other number are slices; of more, the third may be
 * colours and the others are slices, counted through. Only what is asked for is read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/value/array.h"

#include <math.h>

static RsPictureShape
get_shape (const RsArray *array)
{
  const gint64 planes = array->rank > 2 ? array->dims[2] : 1;
  RsPictureShape shape = { array->rank > 1 ? array->dims[0] : 1, array->dims[array->rank > 1 ? 1 : 0],
                           planes == 3 || planes == 4 ? (int)planes : 1, 1 };

  for (int i = 2; i < array->rank; i++)
    shape.n_slices *= array->dims[i];
  shape.n_slices /= shape.channels;
  return shape;
}

gint64
rs_debug_count_slices (const RsArray *array)
{
  return MAX (get_shape (array).n_slices, 1);
}

guint
rs_debug_count_channels (const RsArray *array)
{
  return (guint)get_shape (array).channels;
}

static double
get_element (gconstpointer data, gint64 index)
{
  double x;

  rs_array_read_doubles ((RsArray *)data, index, 1, &x);
  return x;
}

void
rs_debugger_tell_image (RsDebugger *self, const char *name, RsArray *array)
{
  const RsPictureShape shape = get_shape (array);
  g_autofree char *height = g_strdup_printf ("%" G_GINT64_FORMAT, shape.height),
                  *width = g_strdup_printf ("%" G_GINT64_FORMAT, shape.width);
  g_autofree char *channels = g_strdup_printf ("%d", shape.channels),
                  *slices = g_strdup_printf ("%" G_GINT64_FORMAT, shape.n_slices);

  rs_debugger_tell (self, "image", name, height, width, channels, slices, NULL);
}

static void
tell_values (RsDebugger *self, const char *verb, const char *name, const float *values, gsize n)
{
  g_autofree char *text = g_base64_encode ((const guchar *)values, n * sizeof (float));

  rs_debugger_tell (self, verb, name, text, NULL);
}

static gboolean
check_count (const RsArray *array, guint64 n, gsize *n_values, GError **error)
{
  *n_values = (gsize)(n * (guint64)get_shape (array).channels);
  if (array->n_elements == 0)
    return rs_debug_fail (error, "the array is empty");
  if (n == 0 || *n_values > RS_DEBUG_MOST_VALUES)
    return rs_debug_fail (error, "1 to %u values can be asked for at a time", RS_DEBUG_MOST_VALUES);
  return TRUE;
}

gboolean
rs_debugger_tell_samples (RsDebugger *self, const char *name, RsArray *array, const RsSampleBox *box, GError **error)
{
  const RsPictureShape shape = get_shape (array);
  g_autofree float *values = NULL;
  gsize n;

  if (!check_count (array, (guint64)box->width * (guint64)box->height, &n, error))
    return FALSE;
  values = g_new (float, n);
  rs_sample_box (&shape, box, get_element, array, values);
  tell_values (self, "samples", name, values, n);
  return TRUE;
}

gboolean
rs_debugger_tell_line (RsDebugger *self, const char *name, RsArray *array, const RsSampleLine *line, GError **error)
{
  const RsPictureShape shape = get_shape (array);
  g_autofree float *values = NULL;
  gsize n;

  if (!check_count (array, (guint64)line->n, &n, error))
    return FALSE;
  values = g_new (float, n);
  rs_sample_line (&shape, line, get_element, array, values);
  tell_values (self, "along", name, values, n);
  return TRUE;
}
