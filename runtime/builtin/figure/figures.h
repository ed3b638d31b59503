/* The figures of a session: which there are, which one a call means, and what has to be told to the front end.
 *
 * A call that draws begins a new figure, unless hold is on or the place was chosen with figure() or subplot() just
 * before: then it draws there. A call that changes an axes (title, xlim, ...) means the one that was drawn last.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"
#include "runtime/figure/figure.h"

typedef struct
{
  RsSession *session;  /* borrowed */
  GPtrArray *all;      /* element-type RsFigure, oldest first */
  RsFigure *current;   /* borrowed from all, or NULL */
  guint last_number;
  gboolean is_held;    /* hold("on") */
  gboolean is_chosen;  /* the current axes was chosen and nothing has been drawn there since */
} RsFigureList;

RsFigureList *rs_figure_list_get (RsSession *session);

/* The figure that a call draws into; its current axes is the one. Borrowed. */
RsFigure *rs_figure_list_draw (RsFigureList *list, const RsCall *call);
/* The figure that a call changes, a new one when there is none. Borrowed. */
RsFigure *rs_figure_list_change (RsFigureList *list, const RsCall *call);
/* figure(number); 0: a new one. Borrowed. */
RsFigure *rs_figure_list_choose (RsFigureList *list, guint number, const RsCall *call);
void rs_figure_list_choose_figure (RsFigureList *list, RsFigure *figure);
void rs_figure_list_close (RsFigureList *list, RsFigure *figure);

/* The next series of every axes of the figure replaces what is there. */
void rs_figure_begin_frame (RsFigure *figure);

/* Tells the front end. */
void rs_figure_list_show (RsFigureList *list, RsFigure *figure);

/* Adds series (element-type RsSeries, emptied) where the call draws, tells the front end, and returns the figure as the
 * value of the call. set_up: called with the axes under the lock; may be NULL. */
gboolean rs_figure_list_add (RsCall *call, GPtrArray *series, void (*set_up) (RsAxes *axes, gpointer data),
                             gpointer data);

/* Whether it has several axes, or one that is only part of it. */
gboolean rs_figure_list_has_grid (RsFigure *figure);

/* The figure of a value; NULL when it is something else. Borrowed. */
RsFigure *rs_figure_list_get_figure (RsValue value);
/* A figure as a value. */
RsValue rs_figure_list_new_value (RsFigureList *list, RsFigure *figure);
