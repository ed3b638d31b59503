/* Figures as values: what imshow and plot return.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/figures.h"

#include "runtime/base/replace-file.h"
#include "runtime/figure/export.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/array.h"

#include <string.h>

typedef struct
{
  RsFigureList *list; /* borrowed: lives as long as the session */
  RsFigure *figure;   /* owned */
} Handle;

static const RsNativeClass figure_class;

static void
handle_free (gpointer data)
{
  Handle *handle = data;

  rs_figure_unref (handle->figure);
  g_free (handle);
}

static gboolean
is_same (gconstpointer data, gconstpointer other)
{
  return ((const Handle *)data)->figure == ((const Handle *)other)->figure;
}

RsValue
rs_figure_list_new_value (RsFigureList *list, RsFigure *figure)
{
  Handle *handle = g_new (Handle, 1);

  *handle = (Handle){ list, rs_figure_ref (figure) };
  return rs_value_new_native (&figure_class, handle);
}

RsFigure *
rs_figure_list_get_figure (RsValue value)
{
  Handle *handle = rs_value_get_native (value, &figure_class);

  return handle != NULL ? handle->figure : NULL;
}

/* --- members --- */

static gboolean
get (RsNative *native, const char *member, RsValue *result, GError **error)
{
  RsFigure *figure = ((Handle *)native->data)->figure;

  rs_figure_lock (figure);
  if (strcmp (member, "title") == 0)
    *result = rs_value_new_string (figure->title, -1);
  else if (strcmp (member, "width") == 0)
    *result = rs_value_int (figure->width);
  else if (strcmp (member, "height") == 0)
    *result = rs_value_int (figure->height);
  else
    *result = rs_value_int (figure->number);
  rs_figure_unlock (figure);
  return TRUE;
}

static gboolean
set_size (RsFigure *figure, const char *member, RsValue value, GError **error)
{
  gint64 pixels;

  if (!rs_value_to_integer (value, &pixels) || pixels < 50 || pixels > RS_FIGURE_MOST_PIXELS)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER_TYPE,
                   "the %s of a figure has to be a number of pixels from 50 to %d", member, RS_FIGURE_MOST_PIXELS);
      return FALSE;
    }
  rs_figure_lock (figure);
  *(*member == 'w' ? &figure->width : &figure->height) = (int)pixels;
  figure->has_size = TRUE;
  rs_figure_unlock (figure);
  return TRUE;
}

static gboolean
set (RsNative *native, const char *member, RsValue value, GError **error)
{
  Handle *handle = native->data;

  if (strcmp (member, "number") == 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER_TYPE, "the number of a figure can't be changed");
      return FALSE;
    }
  if (strcmp (member, "title") == 0)
    {
      if (value.tag != RS_TAG_STRING)
        {
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER_TYPE,
                       "the title of a figure has to be a string");
          return FALSE;
        }
      rs_figure_lock (handle->figure);
      rs_axes_set_text (&handle->figure->title, value.string->text);
      rs_figure_unlock (handle->figure);
    }
  else if (!set_size (handle->figure, member, value, error))
    return FALSE;
  rs_figure_list_show (handle->list, handle->figure);
  return TRUE;
}

/* --- methods --- */

static Handle *
get_self (const RsCall *call)
{
  return rs_value_get_native (call->arguments[0], &figure_class);
}

static gboolean
is_linked (const RsFigure *figure, guint number)
{
  for (guint i = 0; i < figure->linked->len; i++)
    if (g_array_index (figure->linked, guint, i) == number)
      return TRUE;
  return FALSE;
}

/* fig.connect(other): both zoom and pan together. */
static gboolean
connect_figures (RsCall *call, GError **error)
{
  Handle *self = get_self (call), *other = rs_value_get_native (call->arguments[1], &figure_class);
  gboolean known;

  if (other == NULL)
    {
      g_autofree char *what = rs_value_describe_one (call->arguments[1]);

      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "connect",
                           "the argument has to be a figure, but is %s", what);
    }
  if (self->figure == other->figure)
    return TRUE;
  rs_figure_lock (self->figure);
  known = is_linked (self->figure, other->figure->number);
  if (!known)
    g_array_append_val (self->figure->linked, other->figure->number);
  rs_figure_unlock (self->figure);
  if (!known)
    rs_figure_list_show (self->list, self->figure);
  return TRUE;
}

/* fig.rasterize(): the figure as an image. */
static gboolean
rasterize (RsCall *call, GError **error)
{
  g_autoptr (RsFigure) copy = rs_figure_copy (get_self (call)->figure);
  int width, height;
  g_autofree guint8 *rgba = rs_figure_rasterize (copy, &width, &height, error);
  RsElement element = rs_call_get_precision (call) == RS_PRECISION_DOUBLE ? RS_ELEMENT_DOUBLE : RS_ELEMENT_SINGLE;
  gint64 dims[3] = { height, width, 3 };
  RsArray *array = rgba != NULL ? rs_array_new (element, 3, dims, FALSE, error) : NULL;
  gpointer data;

  if (array == NULL)
    return FALSE;
  data = rs_array_write (array);
  for (gsize i = 0; i < (gsize)width * (gsize)height; i++)
    for (gsize c = 0; c < 3; c++)
      if (element == RS_ELEMENT_DOUBLE)
        ((double *)data)[3 * i + c] = rgba[4 * i + c];
      else
        ((float *)data)[3 * i + c] = rgba[4 * i + c];
  return rs_call_return_array (call, array);
}

/* fig.save(file): PNG or SVG. */
static gboolean
save (RsCall *call, GError **error)
{
  g_autoptr (RsFigure) copy = rs_figure_copy (get_self (call)->figure);
  g_autoptr (GByteArray) png = NULL;
  g_autofree char *svg = NULL, *target = NULL;
  const char *path;
  gboolean good;

  if (!rs_call_get_string (call, 1, &path, "save", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  target = rs_call_resolve_path (call, path);
  if (g_str_has_suffix (path, ".svg"))
    {
      svg = rs_figure_to_svg (copy);
      good = rs_replace_file_with (target, svg, strlen (svg), error);
    }
  else if (g_str_has_suffix (path, ".png"))
    {
      png = rs_figure_to_png (copy, error);
      good = png != NULL && rs_replace_file_with (target, (const char *)png->data, png->len, error);
    }
  else
    return rs_call_fail (RS_RUNTIME_ERROR_FILE_FORM, error, "save",
                         "\"%s\": the name of a figure's file has to end in .png or .svg", path);
  if (!good)
    g_prefix_error (error, "save: can't write \"%s\": ", path);
  return good;
}

static gboolean
close_figure (RsCall *call, GError **error)
{
  Handle *self = get_self (call);

  rs_figure_list_close (self->list, self->figure);
  return TRUE;
}

static gboolean
closed (RsCall *call, GError **error)
{
  const RsDisplay *display = call->session->display;
  gboolean is_seen = display != NULL && display->is_interactive != NULL
                     && display->is_interactive (call->session->display_data);

  return rs_call_return (call, rs_value_bool (!is_seen || rs_figure_is_closed (get_self (call)->figure)));
}

/* fig.plot(...) is plot(...) in that figure. */
static gboolean
draw_here (RsCall *call, RsBuiltinFunction draw, GError **error)
{
  Handle *self = get_self (call);
  RsCall inner = *call;

  inner.arguments++;
  inner.n_arguments--;
  rs_figure_list_choose_figure (self->list, self->figure);
  return draw (&inner, error);
}

static gboolean
draw_image (RsCall *call, GError **error)
{
  return draw_here (call, rs_builtin_IMSHOW, error);
}

static gboolean
draw_plot (RsCall *call, GError **error)
{
  return draw_here (call, rs_builtin_PLOT, error);
}

static const char *const members[] = { "title", "width", "height", "number", NULL };

static const RsNativeMethod methods[] = {
  { "connect", 1, 1, connect_figures, "fig.connect(other)" },
  { "rasterize", 0, 0, rasterize, "im = fig.rasterize()" },
  { "save", 1, 1, save, "fig.save(\"name.png\")" },
  { "close", 0, 0, close_figure, "fig.close()" },
  { "closed", 0, 0, closed, "t = fig.closed()" },
  { "imshow", 1, 3, draw_image, "fig.imshow(im, range)" },
  { "plot", 1, -1, draw_plot, "fig.plot(x, y)" },
};

static const RsNativeClass figure_class = {
  .name = "figure",
  .members = members,
  .methods = methods,
  .n_methods = G_N_ELEMENTS (methods),
  .get = get,
  .set = set,
  .is_same = is_same,
  .free_data = handle_free,
};
