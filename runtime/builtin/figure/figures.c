/* The figures of a session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/figures.h"

/* Figures that nothing but the list refers to are forgotten when all together have more data than this. */
#define MOST_BYTES (512u << 20)
#define MOST_FIGURES 1000

static void
list_free (gpointer data)
{
  RsFigureList *self = data;

  g_ptr_array_unref (self->all);
  g_free (self);
}

RsFigureList *
rs_figure_list_get (RsSession *session)
{
  RsFigureList *self = session->slots[RS_SLOT_DISPLAY];

  if (self != NULL)
    return self;
  self = g_new0 (RsFigureList, 1);
  self->session = session;
  self->all = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_figure_unref);
  rs_session_set_slot (session, RS_SLOT_DISPLAY, self, list_free);
  return self;
}

static gsize
get_bytes (RsFigure *figure)
{
  gsize bytes;

  rs_figure_lock (figure);
  bytes = rs_figure_get_bytes (figure);
  rs_figure_unlock (figure);
  return bytes;
}

/* The oldest go first; a program that shows thousands of large images would else end without memory. */
static void
forget_old (RsFigureList *self)
{
  gsize sum = 0;

  for (guint i = self->all->len; i > 0; i--)
    {
      RsFigure *figure = g_ptr_array_index (self->all, i - 1);

      sum += get_bytes (figure);
      if (figure != self->current && (sum > MOST_BYTES || self->all->len - i > MOST_FIGURES))
        g_ptr_array_remove_index (self->all, i - 1);
    }
}

static RsFigure *
add_figure (RsFigureList *self, guint number, const RsCall *call)
{
  RsFigure *figure = rs_figure_new (number, call->path, call->line);

  self->last_number = MAX (self->last_number, number);
  self->current = figure;
  g_ptr_array_add (self->all, figure);
  return figure;
}

void
rs_figure_begin_frame (RsFigure *figure)
{
  rs_figure_lock (figure);
  for (guint i = 0; i < figure->axes->len; i++)
    ((RsAxes *)g_ptr_array_index (figure->axes, i))->is_stale = TRUE;
  rs_figure_unlock (figure);
}

RsFigure *
rs_figure_list_draw (RsFigureList *self, const RsCall *call)
{
  gboolean stays = self->current != NULL && (self->is_held || self->is_chosen);

  self->is_chosen = FALSE;
  if (!stays)
    {
      add_figure (self, self->last_number + 1, call);
      forget_old (self);
    }
  return self->current;
}

RsFigure *
rs_figure_list_change (RsFigureList *self, const RsCall *call)
{
  if (self->current != NULL)
    return self->current;
  self->is_chosen = TRUE;
  return add_figure (self, self->last_number + 1, call);
}

void
rs_figure_list_choose_figure (RsFigureList *self, RsFigure *figure)
{
  if (!g_ptr_array_find (self->all, figure, NULL))
    g_ptr_array_add (self->all, rs_figure_ref (figure));
  self->current = figure;
  self->is_chosen = TRUE;
  if (!self->is_held)
    rs_figure_begin_frame (figure);
}

RsFigure *
rs_figure_list_choose (RsFigureList *self, guint number, const RsCall *call)
{
  for (guint i = 0; number != 0 && i < self->all->len; i++)
    if (((RsFigure *)g_ptr_array_index (self->all, i))->number == number)
      {
        rs_figure_list_choose_figure (self, g_ptr_array_index (self->all, i));
        return self->current;
      }
  self->is_chosen = TRUE;
  return add_figure (self, number != 0 ? number : self->last_number + 1, call);
}

void
rs_figure_list_close (RsFigureList *self, RsFigure *figure)
{
  const RsDisplay *display = self->session->display;

  if (!figure->is_embedded) /* a display closes with its form */
    {
      rs_figure_set_closed (figure, TRUE);
      if (display != NULL && display->close_figure != NULL)
        display->close_figure (self->session->display_data, figure);
    }
  if (self->current == figure)
    self->current = NULL;
  g_ptr_array_remove (self->all, figure);
  if (self->current == NULL && self->all->len > 0)
    self->current = g_ptr_array_index (self->all, self->all->len - 1);
  self->is_chosen = FALSE;
}

gboolean
rs_figure_list_has_grid (RsFigure *figure)
{
  gboolean result;

  rs_figure_lock (figure);
  result = figure->axes->len > 1
           || (figure->axes->len == 1 && ((RsAxes *)g_ptr_array_index (figure->axes, 0))->n_rows
                                             * ((RsAxes *)g_ptr_array_index (figure->axes, 0))->n_columns > 1);
  rs_figure_unlock (figure);
  return result;
}

void
rs_figure_list_show (RsFigureList *self, RsFigure *figure)
{
  const RsDisplay *display = self->session->display;

  if (display != NULL && display->show_figure != NULL)
    display->show_figure (self->session->display_data, figure);
}

gboolean
rs_figure_list_add (RsCall *call, GPtrArray *series, void (*set_up) (RsAxes *axes, gpointer data), gpointer data)
{
  RsFigureList *list = rs_figure_list_get (call->session);
  RsFigure *figure = rs_figure_list_draw (list, call);
  RsAxes *axes;

  rs_figure_lock (figure);
  axes = rs_figure_get_axes (figure);
  if (axes->is_stale)
    rs_axes_remove_series (axes);
  axes->is_stale = FALSE;
  if (set_up != NULL)
    set_up (axes, data);
  for (guint i = 0; i < series->len; i++)
    rs_axes_add (axes, rs_series_ref (g_ptr_array_index (series, i)));
  rs_figure_unlock (figure);
  rs_figure_list_show (list, figure);
  return rs_call_return (call, rs_figure_list_new_value (list, figure));
}
