/* What a program shows: the front end implements this interface.
 *
 * The IDE draws, the CLI writes files into the folder given with --figures, and without one does nothing. What is shown
 * is a model that the runtime and the front end share (runtime/figure/figure.h, runtime/form/form.h): the functions
 * here only say that it has changed, and the front end copies it when it comes to it, on any thread. All functions are
 * called on the session's thread and must not wait for the user.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/figure.h"
#include "runtime/form/form.h"

typedef struct {
  /* The figure is new or has changed. The front end takes a reference if it keeps it, and sets its closed flag when the
   * user closes its window. */
  void (*show_figure) (gpointer data, RsFigure *figure);
  /* The program closes a figure. */
  void (*close_figure) (gpointer data, RsFigure *figure);
  /* The form is new, has changed or is closed; NULL: the front end shows no forms. The figures of its displays come
   * through show_figure; they are is_embedded. */
  void (*show_form) (gpointer data, RsForm *form);
  /* Whether somebody looks: hold("on"), form.wait() and the like ask. */
  gboolean (*is_interactive) (gpointer data);
} RsDisplay;
