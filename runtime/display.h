/* What a program shows: the front end implements this interface.
 *
 * The IDE draws, the CLI writes files into the folder given with --figures, and without one does nothing. All
 * functions are called on the session's thread and must not wait for the user.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* An image to show. pixels belongs to the caller and is valid during the call only. */
typedef struct {
  const float *pixels; /* row-major, channels last */
  gint64 height, width;
  int channels;        /* 1, 3 or 4 */
  double low, high;    /* values shown as black and as white */
  const char *title;   /* never NULL */
  const char *path;    /* source file of the call, and its line; for "go to source" */
  guint line;
} RsDisplayImage;

typedef struct {
  /* Shows or updates an image; figure counts from 1 in the order of the calls. */
  void (*show_image) (gpointer data, guint figure, const RsDisplayImage *image);
  /* Whether somebody looks: hold("on"), form.wait() and the like ask. */
  gboolean (*is_interactive) (gpointer data);
} RsDisplay;
