/* imwrite: the format is found in the name of the file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/image/image.h"

#include "runtime/base/replace-file.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/cell.h"

#include <math.h>

/* The lowest and the highest value of all images. */
static void
find_range (const GPtrArray *arrays, double *low, double *high)
{
  gint64 since = 0;

  *low = INFINITY;
  *high = -INFINITY;
  for (guint k = 0; k < arrays->len; k++)
    {
      RsArray *array = arrays->pdata[k];

      for (gint64 i = 0; i < array->n_elements && !rs_error_set_stopped_after (&since, 1, NULL); i++)
        {
          double value = rs_value_to_double (rs_array_get_element (array, i));

          *low = MIN (*low, value);
          *high = MAX (*high, value);
        }
    }
}

/* Values within 0..1 and no range: the file will be black, though other libraries take 1 for white. Said once. */
static void
warn_of_black_images (const RsCall *call, const GPtrArray *arrays)
{
  double low, high;

  find_range (arrays, &low, &high);
  if (low < 0 || high <= 0 || high > 1 || call->session->warned_of_black_images)
    return;
  call->session->warned_of_black_images = TRUE;
  rs_session_warn (call->session, call->path, call->line, 0, RS_SAY (IMAGE_BLACK));
}

/* The third argument of imwrite: [low, high], [] for the range of the image, or a number of bits. */
static gboolean
read_options (const RsCall *call, const GPtrArray *arrays, const RsImageFormat *format, double *low, double *high,
              int *bits, GError **error)
{
  g_autoptr (RsArray) option = NULL;

  *low = 0;
  *bits = format->writes_16_bits && ((RsArray *)arrays->pdata[0])->element == RS_ELEMENT_UINT16 ? 16 : 8;
  *high = *bits == 16 ? 65535 : 255;
  if (call->n_arguments < 3)
    return TRUE;
  option = rs_call_get_array (call, 2, "imwrite", error);
  if (option == NULL)
    return FALSE;
  if (option->n_elements == 1)
    {
      gint64 wanted;

      if (!rs_call_get_integer (call, 2, &wanted, "imwrite", error))
        return FALSE;
      if (wanted != 8 && !(wanted == 16 && format->writes_16_bits) && !(wanted == 32 && format->write_pages != NULL))
        return rs_call_fail (RS_RUNTIME_ERROR_FILE_FORM, error, "imwrite",
                             "a sample has 8 bits; in PNG, PGM, PPM and TIFF files 16, too, and in TIFF files 32");
      *bits = (int)wanted;
      *high = *bits == 16 ? 65535 : 255;
      return TRUE;
    }
  if (option->n_elements == 0)
    {
      find_range (arrays, low, high);
      if (!(*low < *high))
        {
          *low = isfinite (*low) ? *low : 0;
          *high = *low + 1;
        }
      return TRUE;
    }
  if (option->n_elements != 2 || rs_element_is_complex (option->element))
    return rs_call_fail_argument (call, 2, error, "imwrite", "[low, high], [] or a number of bits");
  *low = rs_value_to_double (rs_array_get_element (option, 0));
  *high = rs_value_to_double (rs_array_get_element (option, 1));
  if (!(*high > *low))
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "imwrite",
                         "in [low, high], high has to be larger than low");
  return TRUE;
}

/* The images of an argument that is one, or a cell of them. arrays: of RsArray, owned. */
static gboolean
collect_images (const RsCall *call, guint index, GPtrArray *arrays, GError **error)
{
  RsValue value = call->arguments[index];
  RsArray *array;

  if (value.tag != RS_TAG_CELL)
    {
      array = rs_call_get_image (call, index, "imwrite", error);
      if (array != NULL)
        g_ptr_array_add (arrays, array);
      return array != NULL;
    }
  for (gint64 i = 0; i < value.cell->n_elements; i++)
    {
      RsCall element = *call;

      element.arguments = &value.cell->elements[i];
      array = rs_call_get_image (&element, 0, "imwrite", error);
      if (array == NULL)
        return FALSE;
      g_ptr_array_add (arrays, array);
    }
  return arrays->len > 0 || rs_call_fail_argument (call, index, error, "imwrite", "an image or a cell of images");
}

typedef struct
{
  const RsImageFormat *format;
  const RsImage *images;
  guint n;
  int bits;
} Job;

static gboolean
write_images (const char *path, gpointer data, GError **error)
{
  const Job *job = data;

  if (job->n > 1)
    return job->format->write_pages (path, job->images, job->n, job->bits, error);
  return job->format->write (path, job->images, job->bits, error);
}

static gboolean
convert_images (const GPtrArray *arrays, double low, double scale, GArray *images, GError **error)
{
  for (guint i = 0; i < arrays->len; i++)
    {
      RsImage image = { 0 };

      if (!rs_image_from_array (arrays->pdata[i], low, scale, &image, "imwrite", error))
        return FALSE;
      g_array_append_val (images, image);
    }
  return TRUE;
}

RS_DEFINE_BUILTIN (IMWRITE)
{
  g_autoptr (GPtrArray) arrays = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_array_unref);
  g_autoptr (GArray) images = g_array_new (FALSE, TRUE, sizeof (RsImage));
  const RsImageFormat *format;
  const char *path;
  g_autofree char *target = NULL;
  double low, high;
  int bits;
  Job job;

  g_array_set_clear_func (images, (GDestroyNotify)rs_image_clear);
  if (!rs_call_get_string (call, 0, &path, "imwrite", error))
    return FALSE;
  format = rs_image_format_of_name (path, error);
  if (format == NULL || !collect_images (call, 1, arrays, error)
      || !read_options (call, arrays, format, &low, &high, &bits, error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  if (arrays->len > 1 && format->write_pages == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE_FORM, error, "imwrite", "only a TIFF file holds several images");
  if (call->n_arguments < 3)
    warn_of_black_images (call, arrays);
  if (!convert_images (arrays, low, bits == 32 ? 1 : (bits == 16 ? 65535 : 255) / (high - low), images, error))
    return FALSE;
  job = (Job){ format, (const RsImage *)(gpointer)images->data, images->len, bits };
  target = rs_call_resolve_path (call, path);
  if (rs_replace_file (target, write_images, &job, error))
    return TRUE;
  g_prefix_error (error, "imwrite: can't write \"%s\": ", path);
  return FALSE;
}
