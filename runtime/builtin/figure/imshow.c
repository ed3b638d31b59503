/* imshow and hold.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/figures.h"
#include "runtime/builtin/figure/forms.h"
#include "runtime/builtin/image/image.h"
#include "runtime/builtin/figure/series-arguments.h"

/* What imshow says about an axes. */
typedef struct
{
  double low, high;
  gboolean fits;         /* [] was given: the range of the values */
  RsColorMap *color_map; /* owned; NULL: none was given */
} Look;

/* The values shown as black and white: [low, high], [] for the range of the image, else 0 and 255; or a colour map. */
static gboolean
read_numbers (const RsCall *call, guint index, Look *look, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_array (call, index, "imshow", error);

  if (array == NULL)
    return FALSE;
  if (array->n_elements == 0)
    {
      look->fits = TRUE;
      return TRUE;
    }
  if (rs_array_get_dim (array, 1) == 3 && array->rank == 2)
    {
      rs_color_map_unref (look->color_map);
      look->color_map = rs_call_get_color_map (call, index, "imshow", error);
      return look->color_map != NULL;
    }
  if (array->n_elements != 2 || rs_element_is_complex (array->element))
    return rs_call_fail_argument (call, index, error, "imshow", "[low, high], [] or a colour map");
  look->low = rs_value_to_double (rs_array_get_element (array, 0));
  look->high = rs_value_to_double (rs_array_get_element (array, 1));
  return TRUE;
}

/* A string is a colour map when it names one, else the title of the window. */
static gboolean
read_options (const RsCall *call, Look *look, const char **title, GError **error)
{
  for (guint i = 1; i < call->n_arguments; i++)
    if (call->arguments[i].tag == RS_TAG_STRING)
      {
        RsColorMap *map = rs_color_map_new (call->arguments[i].string->text);

        if (map == NULL)
          *title = call->arguments[i].string->text;
        else
          {
            rs_color_map_unref (look->color_map);
            look->color_map = map;
          }
      }
    else if (!read_numbers (call, i, look, error))
      return FALSE;
  return TRUE;
}

static void
set_up (RsAxes *axes, gpointer data)
{
  Look *look = data;

  rs_axes_remove_series (axes); /* an image covers everything */
  axes->is_equal = axes->is_downward = axes->is_hidden = TRUE;
  axes->has_color_limits = !look->fits;
  axes->color_low = look->low;
  axes->color_high = look->high;
  if (look->color_map == NULL)
    return;
  rs_color_map_unref (axes->color_map);
  axes->color_map = g_steal_pointer (&look->color_map);
}

/* Three and four planes are colours, any other number slices of a cube; pictures in colour may follow each other along
 * the fourth dimension. FALSE with an error. */
static gboolean
read_shape (const RsArray *array, RsSeries *series, GError **error)
{
  const RsShape shape = rs_shape_of_array (array);
  gint64 planes = shape.rank > 2 ? shape.dims[2] : 1;
  gboolean is_color = planes == 3 || planes == 4;
  gint64 n_slices = shape.rank > 3 ? shape.dims[3] : is_color ? 1 : planes;
  g_autofree char *size = rs_shape_to_string (&shape);

  if (array->n_elements == 0)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "imshow", "the image is empty: its size is %s", size);
  if (shape.rank > 4 || (shape.rank == 4 && !is_color && planes != 1))
    return rs_call_fail (
        RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "imshow",
        "of four dimensions the third are 1, 3 or 4 channels and the fourth slices, but the size is %s", size);
  if (shape.dims[0] > G_MAXINT16 * 8 || shape.dims[1] > G_MAXINT16 * 8 || n_slices > G_MAXINT16 * 8)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_SIZE, error, "imshow",
                         "an image has at most %d rows, columns and slices, but the size is %s", G_MAXINT16 * 8, size);
  series->height = (int)shape.dims[0];
  series->width = (int)shape.dims[1];
  series->channels = is_color ? (int)planes : 1;
  series->n_slices = (int)n_slices;
  return TRUE;
}

static RsSeries *
new_image (const RsCall *call, GError **error)
{
  g_autoptr (RsArray) array = rs_call_get_image (call, 0, "imshow", error);
  g_autoptr (RsSeries) series = rs_series_new (RS_SERIES_IMAGE);
  float *pixels;

  if (array == NULL || !read_shape (array, series, error))
    return NULL;
  pixels = rs_pixels_from_array (array, 0, 1, "imshow", error);
  if (pixels == NULL)
    return NULL;
  series->pixels = g_bytes_new_take (pixels, (gsize)array->n_elements * sizeof (float));
  return g_steal_pointer (&series);
}

/* The whole range of a colour image too. */
static void
fit_range (Look *look, const RsSeries *series)
{
  const float *pixels = g_bytes_get_data (series->pixels, NULL);
  gsize n = g_bytes_get_size (series->pixels) / sizeof (float);

  look->low = G_MAXDOUBLE;
  look->high = -G_MAXDOUBLE;
  for (gsize i = 0; i < n; i++)
    {
      look->low = MIN (look->low, (double)pixels[i]);
      look->high = MAX (look->high, (double)pixels[i]);
    }
  if (!(look->low < look->high))
    {
      look->low = look->low <= look->high ? look->low : 0;
      look->high = look->low + 1;
    }
  look->fits = FALSE;
}

RS_DEFINE_BUILTIN (IMSHOW)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_series_unref);
  Look look = { .low = 0, .high = 255 };
  const char *title = NULL;
  RsSeries *series;
  gboolean good;

  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  series = new_image (call, error);
  if (series == NULL)
    return FALSE;
  g_ptr_array_add (list, series);
  good = read_options (call, &look, &title, error);
  if (good)
    {
      RsFigure *figure;

      if (look.fits)
        fit_range (&look, series);
      if (title != NULL)
        {
          figure = rs_figure_list_draw (rs_figure_list_get (call->session), call);
          rs_figure_list_get (call->session)->is_chosen = TRUE;
          rs_figure_lock (figure);
          rs_axes_set_text (&figure->title, title);
          rs_figure_unlock (figure);
        }
      good = rs_figure_list_add (call, list, set_up, &look);
    }
  rs_color_map_unref (look.color_map);
  return good;
}

/* hold("on") as a question (until !hold("on")) is the end of one picture of an animation: the next series of each axes
 * replaces what is there. As a statement, series are added. The answer is whether somebody still looks. */
RS_DEFINE_BUILTIN (HOLD)
{
  RsSession *session = call->session;
  RsFigureList *list = rs_figure_list_get (session);
  const RsDisplay *display = session->display;
  const char *mode;
  gboolean is_seen;

  if (!rs_call_get_string (call, 0, &mode, "hold", error) || !rs_session_before_effect (session, error))
    return FALSE;
  if (g_strcmp0 (mode, "on") != 0 && g_strcmp0 (mode, "off") != 0)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "hold",
                         "argument 1 has to be \"on\" or \"off\", not \"%s\"", mode);
  if (!rs_forms_wait (session, NULL, 0, error))
    return FALSE;
  list->is_held = *(mode + 1) == 'n';
  list->is_chosen = FALSE;
  if (list->is_held && call->n_results > 0 && list->current != NULL)
    rs_figure_begin_frame (list->current);
  is_seen = list->is_held && display != NULL && display->is_interactive != NULL
            && display->is_interactive (session->display_data)
            && (list->current == NULL || !rs_figure_is_closed (list->current));
  return rs_call_return (call, rs_value_bool (is_seen));
}
