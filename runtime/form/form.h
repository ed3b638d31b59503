/* Forms: windows with sliders, checkboxes, buttons, headings and displays, as plain data that the program and the front
 * end share.
 *
 * The front end puts what the user does into the model at once (rs_form_change, rs_form_click, rs_form_close), so that
 * a program that reads a value always sees the newest; that something has happened goes into a queue, from which the
 * program's thread takes it when it waits and calls the functions that belong to it.
 *
 * Threads: any, as said with each function. What a form consists of only grows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/figure.h"

typedef enum
{
  RS_WIDGET_HEADING = 0,
  RS_WIDGET_LABEL,
  RS_WIDGET_SLIDER,
  RS_WIDGET_CHECKBOX,
  RS_WIDGET_BUTTON,
  RS_WIDGET_DISPLAY, /* shows a figure */
} RsWidgetKind;

typedef struct
{
  RsWidgetKind kind;
  char *text;
  double value;     /* SLIDER; CHECKBOX: 0 or 1 */
  double low, high; /* SLIDER */
  gboolean is_whole; /* SLIDER: whole numbers */
  RsFigure *figure; /* DISPLAY: owned */
  guint n_changes;  /* times that the user has changed the value */
  gboolean is_pending; /* its event is in the queue already */
} RsWidget;

/* What the user has done. */
typedef struct _RsForm RsForm;
typedef struct
{
  RsForm *form; /* owned */
  guint widget; /* index; RS_FORM_CLOSED: the form was closed */
} RsFormEvent;

#define RS_FORM_CLOSED G_MAXUINT

struct _RsForm
{
  guint number; /* from 1; immutable */
  GAsyncQueue *events; /* of RsFormEvent; owned reference; immutable */

  /* under the lock */
  char *title;
  int width, height; /* pixels; 0: as large as it needs */
  gboolean is_centered;
  GPtrArray *widgets; /* element-type RsWidget, owned */

  /* private */
  GMutex lock;
  gint closed;
};

/* events: a queue whose elements are freed with rs_form_event_free. */
RsForm *rs_form_new (guint number, const char *title, GAsyncQueue *events);
RsForm *rs_form_ref (RsForm *form);
void rs_form_unref (RsForm *form);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsForm, rs_form_unref)

void rs_form_event_free (RsFormEvent *event);

void rs_form_lock (RsForm *form);
void rs_form_unlock (RsForm *form);

/* Adds a copy of a widget and returns its index; takes the figure (transfer full). The widget is complete: other
 * threads see it from now on. Takes the lock. */
guint rs_form_add (RsForm *form, const RsWidget *widget);
/* Number of its widgets. Takes the lock. */
guint rs_form_count (RsForm *form);
/* Under the lock. Borrowed. */
RsWidget *rs_form_get (RsForm *form, guint widget);

/* --- what the user does; each takes the lock --- */
void rs_form_change (RsForm *form, guint widget, double value);
void rs_form_click (RsForm *form, guint widget);
void rs_form_close (RsForm *form);

gboolean rs_form_is_closed (RsForm *form);
