/* The parts of the image viewer, shared by image-viewer.c (construction, labels), image-viewer-look.c (window and
 * level, colours), image-viewer-values.c (histogram, values along a line), image-viewer-slices.c, image-viewer-volume.c
 * (also zoom) and image-viewer-save.c (saving and copying).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/view/curve-view.h"
#include "ide/view/image/image-viewer.h"
#include "ide/view/space/volume-view.h"

struct _RsImageViewer {
  GtkWidget parent;

  /* borrowed from the box */
  GtkWidget *box, *buttons, *slice_row, *slice_controls, *volume_button, *composite_button;
  RsImageCanvas *canvas;
  RsVolumeView *volume; /* in place of the canvas; NULL: off */
  RsCurveView *histogram, *profile;
  GtkAdjustment *slice;
  GtkLabel *size_label, *value_label;

  GSimpleActionGroup *actions;   /* owned */
  GtkFileChooserNative *chooser; /* owned; NULL: closed */
  char *title;
  RsColorMap *program_map;       /* owned; NULL: grey */
  double low, high;              /* of the program */
  RsImageStatistics *statistics; /* owned; of the slice that shows; NULL: not there yet */
  guint serial;                  /* of the newest question about them */
  gboolean is_measuring;
  guint profile_serial;
  gint64 told_until; /* monotonic time: what was done is told instead of the value under the pointer */
  guint playback;    /* timer; 0: stands */
};

/* --- image-viewer.c --- */
/* The state of an action that is on or off. */
gboolean rs_image_viewer_is_on (RsImageViewer *self, const char *name);
/* Says below the picture what was done; it stays for a moment, whatever the pointer does. */
void rs_image_viewer_tell (RsImageViewer *self, const char *text);
/* What the picture, or the volume, does with keys while it has the focus. */
void rs_image_viewer_add_keys (RsImageViewer *self, GtkWidget *picture);

/* --- image-viewer-look.c --- */
void rs_image_viewer_init_look (RsImageViewer *self);
/* What is black and what is white. */
void rs_image_viewer_set_window (RsImageViewer *self, double low, double high);
/* The one that the user has chosen, or that of the program. */
void rs_image_viewer_apply_color_map (RsImageViewer *self);

/* --- image-viewer-values.c --- */
void rs_image_viewer_init_values (RsImageViewer *self);
/* Of another slice, or another picture; they are found out again when something shows them. */
void rs_image_viewer_forget_statistics (RsImageViewer *self);
/* The values along the line that the user has drawn, if there is one. */
void rs_image_viewer_show_profile (RsImageViewer *self);

/* --- image-viewer-slices.c --- */
void rs_image_viewer_init_slices (RsImageViewer *self);
/* The row of controls of the slices and of the volume; hidden. */
void rs_image_viewer_add_slice_row (RsImageViewer *self);
/* shape: of the picture that shows; NULL: there is none. */
void rs_image_viewer_show_slices (RsImageViewer *self, const RsPictureShape *shape);

/* --- image-viewer-volume.c --- */
void rs_image_viewer_init_volume (RsImageViewer *self);
/* Another picture: its volume shows if the one before did. source NULL: none. */
void rs_image_viewer_update_volume (RsImageViewer *self, RsImageSource *source);

/* --- image-viewer-save.c --- */
void rs_image_viewer_init_save (RsImageViewer *self);
