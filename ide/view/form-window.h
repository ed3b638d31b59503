/* The window of a form.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/form/form.h"

#include <gtk/gtk.h>

#define RS_TYPE_FORM_WINDOW (rs_form_window_get_type ())
G_DECLARE_FINAL_TYPE (RsFormWindow, rs_form_window, RS, FORM_WINDOW, GtkWindow)

/* parent: NULL for none. The user closing it closes the form. */
RsFormWindow *rs_form_window_new (RsForm *form, GtkWindow *parent);
RsForm *rs_form_window_get_form (RsFormWindow *self);

/* Follows what the program has changed. */
void rs_form_window_update (RsFormWindow *self);
/* A figure has changed; FALSE when no display of the form shows it. */
gboolean rs_form_window_show_figure (RsFormWindow *self, RsFigure *figure);
