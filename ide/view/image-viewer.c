/* A picture with all that one does with it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image-viewer.h"

#include "ide/view/curve-view.h"
#include "ide/view/image-export.h"
#include "ide/view/image-menu.h"
#include "ide/view/image-save.h"
#include "ide/view/volume-view.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>

#define NARROWER 0.8
#define LEVEL_STEP 0.05
#define TOLD_FOR (2 * G_USEC_PER_SEC)

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

G_DEFINE_FINAL_TYPE (RsImageViewer, rs_image_viewer, GTK_TYPE_WIDGET)

/* --- actions with a state --- */

static gboolean
is_on (RsImageViewer *self, const char *name)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), name);

  return g_variant_get_boolean (state);
}

static void
set_state (RsImageViewer *self, const char *name, GVariant *state)
{
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)), state);
}

/* --- labels --- */

static void
show_size (RsImageViewer *self)
{
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);
  const RsImageLook *look = rs_image_canvas_get_look (self->canvas);
  const RsPictureShape *shape;
  g_autoptr (GString) text = g_string_new (NULL);
  RsImageView view;

  if (source == NULL)
    {
      gtk_label_set_text (self->size_label, "");
      return;
    }
  shape = rs_image_source_get_shape (source);
  rs_image_canvas_get_view (self->canvas, &view);
  g_string_append_printf (text, "%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT, shape->height, shape->width);
  if (shape->channels > 1 || shape->n_slices == 1)
    g_string_append_printf (text, "×%d", shape->channels);
  if (shape->n_slices > 1)
    g_string_append_printf (text, "×%" G_GINT64_FORMAT, shape->n_slices);
  if (self->volume != NULL)
    {
      g_autofree char *seen = rs_volume_view_describe (self->volume);

      g_string_append_printf (text, _ (", %s, values %.5g to %.5g"), seen, look->low, look->high);
    }
  else
    g_string_append_printf (text, _ (", %.0f %%, values %.5g to %.5g"), view.zoom * 100, look->low, look->high);
  gtk_label_set_text (self->size_label, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->size_label), text->str);
}

static void
on_hover (RsImageViewer *self, const char *text)
{
  if (g_get_monotonic_time () >= self->told_until)
    gtk_label_set_text (self->value_label, text != NULL ? text : "");
}

/* Stays for a moment, whatever the pointer does. */
static void
tell (RsImageViewer *self, const char *text)
{
  gtk_label_set_text (self->value_label, text);
  self->told_until = g_get_monotonic_time () + TOLD_FOR;
}

void
rs_image_viewer_update (RsImageViewer *self)
{
  show_size (self);
}

/* --- window and level, colour map --- */

static void
apply_look (RsImageViewer *self, const RsImageLook *look)
{
  rs_image_canvas_set_look (self->canvas, look);
  if (self->volume != NULL)
    rs_volume_view_set_look (self->volume, look);
  rs_curve_view_set_window (self->histogram, look->low, look->high);
  show_size (self);
}

static void
set_window (RsImageViewer *self, double low, double high)
{
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  look.low = low;
  look.high = high;
  apply_look (self, &look);
}

static void
on_window_changed (RsImageViewer *self)
{
  const RsImageLook *look = rs_image_canvas_get_look (self->canvas);

  set_state (self, "fit-values", g_variant_new_boolean (FALSE));
  rs_curve_view_set_window (self->histogram, look->low, look->high);
  show_size (self);
}

static void
change_window (RsImageViewer *self, double factor, double shift)
{
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  rs_image_look_change_window (&look, factor, shift);
  apply_look (self, &look);
  set_state (self, "fit-values", g_variant_new_boolean (FALSE));
}

static void
on_window_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsImageViewer *self = data;
  const char *name = g_action_get_name (G_ACTION (action));

  if (g_str_equal (name, "narrower"))
    change_window (self, NARROWER, 0);
  else if (g_str_equal (name, "wider"))
    change_window (self, 1 / NARROWER, 0);
  else if (g_str_equal (name, "brighter"))
    change_window (self, 1, -LEVEL_STEP);
  else if (g_str_equal (name, "darker"))
    change_window (self, 1, LEVEL_STEP);
  else
    {
      set_state (self, "fit-values", g_variant_new_boolean (FALSE));
      set_window (self, self->low, self->high);
    }
}

/* "": that of the program. */
static void
apply_color_map (RsImageViewer *self)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), "color-map");
  const char *name = g_variant_get_string (state, NULL);
  RsColorMap *map = *name != '\0' ? rs_color_map_new (name) : NULL;
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  look.color_map = map != NULL ? map : self->program_map;
  apply_look (self, &look);
  rs_color_map_unref (map);
}

static void
on_color_map (GSimpleAction *action, GVariant *value, gpointer data)
{
  g_simple_action_set_state (action, value);
  apply_color_map (data);
}

static void
on_channel (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  g_simple_action_set_state (action, value);
  look.channel = g_variant_get_int32 (value);
  apply_look (self, &look);
}

static void
on_nan_color (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;
  RsImageLook look = *rs_image_canvas_get_look (self->canvas);

  if (rs_image_look_set_nan_color (&look, g_variant_get_string (value, NULL)))
    g_simple_action_set_state (action, value);
  apply_look (self, &look);
}

/* --- statistics: the range of the values and the histogram --- */

static void measure (RsImageViewer *self);

typedef struct {
  RsImageViewer *viewer; /* owned */
  guint serial;
} Question;

static void
show_statistics (RsImageViewer *self)
{
  const RsImageStatistics *found = self->statistics;
  g_autofree char *text = NULL;

  if (is_on (self, "fit-values"))
    set_window (self, found->least, found->most > found->least ? found->most : found->least + 1);
  rs_curve_view_set (self->histogram, found->counts[0], (guint)found->n_curves, RS_HISTOGRAM_BINS, found->least,
                     found->most);
  text = g_strdup_printf (_ ("%" PRId64 " values from %.6g to %.6g, %" PRId64 " NaN, %" PRId64 " infinite"),
                          found->n_finite, found->least, found->most, found->n_nan, found->n_infinite);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->histogram), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->histogram), text);
}

static void
on_measured (const RsImageStatistics *statistics, gpointer data)
{
  g_autofree Question *question = data;
  g_autoptr (RsImageViewer) self = question->viewer;

  self->is_measuring = FALSE;
  if (self->box == NULL)
    return;
  if (question->serial != self->serial)
    measure (self);
  else if (statistics != NULL)
    {
      g_free (self->statistics);
      self->statistics = g_memdup2 (statistics, sizeof *statistics);
      show_statistics (self);
    }
}

/* When something shows them; one question at a time. */
static void
measure (RsImageViewer *self)
{
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);
  Question *question;

  if (source == NULL || self->is_measuring || self->statistics != NULL
      || (!is_on (self, "histogram") && !is_on (self, "fit-values")))
    return;
  self->is_measuring = TRUE;
  question = g_new (Question, 1);
  *question = (Question){ g_object_ref (self), self->serial };
  rs_image_source_measure (source, rs_image_canvas_get_slice (self->canvas), on_measured, question);
}

static void
forget_statistics (RsImageViewer *self)
{
  self->serial++;
  g_clear_pointer (&self->statistics, g_free);
  measure (self);
}

static void
on_fit_values (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;

  g_simple_action_set_state (action, value);
  if (!g_variant_get_boolean (value))
    set_window (self, self->low, self->high);
  else if (self->statistics != NULL)
    show_statistics (self);
  else
    measure (self);
}

static void
on_histogram (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;

  g_simple_action_set_state (action, value);
  gtk_widget_set_visible (GTK_WIDGET (self->histogram), g_variant_get_boolean (value));
  measure (self);
}

/* --- values along a line --- */

typedef struct {
  RsImageViewer *viewer; /* owned */
  guint serial;
  RsSampleLine line;
} LineQuestion;

static void
on_line_values (const float *values, gpointer data)
{
  g_autofree LineQuestion *question = data;
  g_autoptr (RsImageViewer) self = question->viewer;
  const RsSampleLine *line = &question->line;
  g_autofree double *curves = NULL;
  g_autofree char *text = NULL;
  guint n = (guint)line->n, channels;

  if (values == NULL || self->box == NULL || question->serial != self->profile_serial)
    return;
  channels = (guint)rs_image_source_get_shape (rs_image_canvas_get_source (self->canvas))->channels;
  curves = g_new (double, n *channels);
  for (guint c = 0; c < channels; c++)
    for (guint i = 0; i < n; i++)
      curves[c * n + i] = (double)values[i * channels + c];
  rs_curve_view_set (self->profile, curves, channels, n, 0, n - 1.0);
  text = g_strdup_printf (_ ("%u values from [%.0f, %.0f] to [%.0f, %.0f]: first %.6g, last %.6g"), n, line->y0,
                          line->x0, line->y1, line->x1, curves[0], curves[n - 1]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->profile), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->profile), text);
}

static void
show_profile (RsImageViewer *self)
{
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);
  LineQuestion *question;
  RsSampleLine line;

  if (source == NULL || !rs_image_canvas_get_line (self->canvas, &line))
    return;
  question = g_new (LineQuestion, 1);
  *question = (LineQuestion){ g_object_ref (self), ++self->profile_serial, line };
  rs_image_source_sample_line (source, &line, on_line_values, question);
}

static void
on_profile (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;

  g_simple_action_set_state (action, value);
  gtk_widget_set_visible (GTK_WIDGET (self->profile), g_variant_get_boolean (value));
  rs_image_canvas_set_has_line (self->canvas, g_variant_get_boolean (value));
  show_profile (self);
}

/* --- slices --- */

static void
on_slice (RsImageViewer *self)
{
  rs_image_canvas_set_slice (self->canvas, (gint64)gtk_adjustment_get_value (self->slice));
  forget_statistics (self);
  show_profile (self);
}

static void
step_slice (RsImageViewer *self, int step)
{
  double n = gtk_adjustment_get_upper (self->slice) + 1;

  gtk_adjustment_set_value (self->slice, fmod (gtk_adjustment_get_value (self->slice) + step + n, n));
}

static gboolean
on_playback (gpointer data)
{
  step_slice (data, 1);
  return G_SOURCE_CONTINUE;
}

static void
set_playback (RsImageViewer *self, gboolean plays)
{
  g_autoptr (GVariant) speed = g_action_group_get_action_state (G_ACTION_GROUP (self->actions), "speed");

  if (self->playback != 0)
    g_source_remove (self->playback);
  self->playback = plays ? g_timeout_add (1000 / (guint)MAX (g_variant_get_int32 (speed), 1), on_playback, self) : 0;
}

static void
on_play (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;
  gboolean plays = g_variant_get_boolean (value) && gtk_adjustment_get_upper (self->slice) >= 1;

  g_simple_action_set_state (action, g_variant_new_boolean (plays));
  set_playback (self, plays);
}

static void
on_speed (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;

  g_simple_action_set_state (action, value);
  if (self->playback != 0)
    set_playback (self, TRUE);
}

/* --- view --- */

static void
zoom (RsImageViewer *self, double factor)
{
  if (self->volume != NULL)
    rs_volume_view_zoom_by (self->volume, factor);
  else
    rs_image_canvas_zoom_by (self->canvas, factor);
}

static void
on_view_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsImageViewer *self = data;
  const char *name = g_action_get_name (G_ACTION (action));

  if (g_str_equal (name, "zoom-in"))
    zoom (self, 1.25);
  else if (g_str_equal (name, "zoom-out"))
    zoom (self, 0.8);
  else if (self->volume != NULL)
    rs_volume_view_reset (self->volume);
  else if (g_str_equal (name, "fit"))
    rs_image_canvas_fit (self->canvas);
  else
    rs_image_canvas_zoom_to (self->canvas, 1);
}

static void
on_step (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  step_slice (data, g_str_equal (g_action_get_name (G_ACTION (action)), "next-slice") ? 1 : -1);
}

/* --- the cube as a volume --- */

static void add_keys (RsImageViewer *self, GtkWidget *picture);

static void
add_volume (RsImageViewer *self)
{
  g_autofree char *label = g_strdup_printf (_ ("Volume of %s"), self->title);
  GtkWidget *widget;

  self->volume = rs_volume_view_new ();
  widget = GTK_WIDGET (self->volume);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  rs_volume_view_set_mode (self->volume, is_on (self, "composite") ? RS_VOLUME_COMPOSITE : RS_VOLUME_MAXIMUM);
  rs_volume_view_set_look (self->volume, rs_image_canvas_get_look (self->canvas));
  rs_volume_view_set_source (self->volume, rs_image_canvas_get_source (self->canvas));
  g_signal_connect_object (widget, "changed", G_CALLBACK (show_size), self, G_CONNECT_SWAPPED);
  add_keys (self, widget);
  gtk_box_insert_child_after (GTK_BOX (self->box), widget, GTK_WIDGET (self->canvas));
}

/* What means a slice has no meaning meanwhile. */
static void
show_volume (RsImageViewer *self, gboolean shows)
{
  static const char *const of_slices[] = { "next-slice", "previous-slice", "play", "profile" };
  GtkWidget *before = GTK_WIDGET (self->canvas);
  gboolean has_focus;

  if (self->volume != NULL)
    before = GTK_WIDGET (self->volume);
  has_focus = gtk_widget_has_focus (before);
  if (shows)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "play", g_variant_new_boolean (FALSE));
  if (shows)
    add_volume (self);
  gtk_widget_set_visible (GTK_WIDGET (self->canvas), !shows);
  if (has_focus)
    gtk_widget_grab_focus (shows ? GTK_WIDGET (self->volume) : GTK_WIDGET (self->canvas));
  if (!shows)
    gtk_box_remove (GTK_BOX (self->box), GTK_WIDGET (g_steal_pointer (&self->volume)));
  gtk_widget_set_visible (self->slice_controls, !shows);
  gtk_widget_set_visible (self->composite_button, shows);
  for (guint i = 0; i < G_N_ELEMENTS (of_slices); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (
                                     g_action_map_lookup_action (G_ACTION_MAP (self->actions), of_slices[i])),
                                 !shows);
  show_size (self);
}

static gboolean
is_volume (const RsPictureShape *shape)
{
  return shape != NULL && shape->n_slices > 1 && shape->channels == 1;
}

static void
on_volume (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);
  gboolean shows = g_variant_get_boolean (value) && source != NULL && is_volume (rs_image_source_get_shape (source));

  g_simple_action_set_state (action, g_variant_new_boolean (shows));
  if (shows != (self->volume != NULL))
    show_volume (self, shows);
}

static void
on_composite (GSimpleAction *action, GVariant *value, gpointer data)
{
  RsImageViewer *self = data;

  g_simple_action_set_state (action, value);
  if (self->volume != NULL)
    rs_volume_view_set_mode (self->volume, g_variant_get_boolean (value) ? RS_VOLUME_COMPOSITE : RS_VOLUME_MAXIMUM);
}

RsVolumeView *
rs_image_viewer_get_volume (RsImageViewer *self)
{
  return self->volume;
}

/* Another picture: its volume shows if the one before did. */
static void
update_volume (RsImageViewer *self, RsImageSource *source)
{
  gboolean can_show = source != NULL && is_volume (rs_image_source_get_shape (source));

  gtk_widget_set_visible (self->volume_button, can_show);
  if (self->volume == NULL)
    return;
  if (can_show)
    rs_volume_view_set_source (self->volume, source);
  else
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "volume", g_variant_new_boolean (FALSE));
}

/* --- saving and copying --- */

static void
show_error (RsImageViewer *self, const char *text)
{
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), GTK_DIALOG_MODAL,
                                              GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, _ ("The image was not saved: %s"),
                                              text);

  g_signal_connect (dialog, "response", G_CALLBACK (gtk_window_destroy), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_copy_ready (GBytes *bgra, int width, int height, gpointer data)
{
  g_autoptr (RsImageViewer) self = data;
  g_autoptr (GdkTexture) texture = NULL;

  if (bgra == NULL || self->box == NULL)
    return;
  texture = gdk_memory_texture_new (width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bgra, (gsize)width * 4);
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  tell (self, _ ("Copied"));
}

static void
on_copy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsImageViewer *self = data;
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);
  g_autoptr (GdkTexture) volume = self->volume != NULL ? rs_volume_view_get_picture (self->volume) : NULL;

  if (volume != NULL)
    {
      gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), volume);
      tell (self, _ ("Copied"));
    }
  else if (source != NULL)
    rs_image_export (source, rs_image_canvas_get_slice (self->canvas), rs_image_canvas_get_look (self->canvas),
                     on_copy_ready, g_object_ref (self));
}

static void
on_saved (const GError *error, gpointer data)
{
  g_autoptr (RsImageViewer) self = data;

  if (self->box != NULL && error != NULL)
    show_error (self, error->message);
  else if (self->box != NULL)
    tell (self, _ ("Saved"));
}

static void
save_volume (RsImageViewer *self, const char *path)
{
  g_autoptr (GdkTexture) texture = rs_volume_view_get_picture (self->volume);

  rs_texture_save (texture, path, on_saved, g_object_ref (self));
}

static void
on_save_response (RsImageViewer *self, int response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser))
                                                           : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  RsImageSource *source = rs_image_canvas_get_source (self->canvas);

  if (path != NULL && self->volume != NULL)
    save_volume (self, path);
  else if (path != NULL && source != NULL)
    rs_image_save (source, rs_image_canvas_get_slice (self->canvas), rs_image_canvas_get_look (self->canvas), path,
                   on_saved, g_object_ref (self));
}

static void
on_save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsImageViewer *self = data;
  g_autofree char *name = g_strdup_printf ("%s.png", self->title);

  if (self->chooser != NULL || rs_image_canvas_get_source (self->canvas) == NULL)
    return;
  g_strdelimit (name, "/", '-');
  self->chooser = gtk_file_chooser_native_new (_ ("Save the image (.png)"),
                                               GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                               GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_save_response), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* --- the picture --- */

RsImageCanvas *
rs_image_viewer_get_canvas (RsImageViewer *self)
{
  return self->canvas;
}

static void
show_slices (RsImageViewer *self, const RsPictureShape *shape)
{
  gboolean has_slices = shape != NULL && shape->n_slices > 1;

  if (!has_slices)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "play", g_variant_new_boolean (FALSE));
  gtk_adjustment_configure (self->slice, (double)rs_image_canvas_get_slice (self->canvas), 0,
                            has_slices ? (double)shape->n_slices - 1 : 0, 1, 10, 0);
  gtk_widget_set_visible (self->slice_row, has_slices);
}

static gboolean
is_same_shape (const RsPictureShape *a, const RsPictureShape *b)
{
  return a->height == b->height && a->width == b->width && a->channels == b->channels && a->n_slices == b->n_slices;
}

void
rs_image_viewer_set_source (RsImageViewer *self, RsImageSource *source, double low, double high, RsColorMap *color_map,
                            const char *title)
{
  RsImageSource *before = rs_image_canvas_get_source (self->canvas);
  const RsPictureShape *shape = source != NULL ? rs_image_source_get_shape (source) : NULL;
  gboolean is_same = before != NULL && shape != NULL && is_same_shape (rs_image_source_get_shape (before), shape)
                     && self->low == low && self->high == high;

  g_free (self->title);
  self->title = g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  rs_color_map_unref (self->program_map);
  self->program_map = color_map != NULL ? rs_color_map_ref (color_map) : NULL;
  self->low = low;
  self->high = high;
  rs_image_canvas_set_source (self->canvas, source);
  if (!is_same)
    set_window (self, low, high);
  apply_color_map (self);
  show_slices (self, shape);
  update_volume (self, source);
  forget_statistics (self);
  show_profile (self);
  show_size (self);
}

void
rs_image_viewer_add_button (RsImageViewer *self, GtkWidget *button)
{
  gtk_box_append (GTK_BOX (self->buttons), button);
}

/* --- the widget --- */

static void
add_action_button (RsImageViewer *self, GtkWidget *button, const char *icon, const char *action, const char *label,
                   const char *tooltip)
{
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_box_append (GTK_BOX (self->buttons), button);
}

static void
add_buttons (RsImageViewer *self)
{
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_set_margin_start (self->buttons, 6);
  gtk_widget_set_margin_end (self->buttons, 6);
  gtk_widget_set_margin_top (self->buttons, 4);
  gtk_widget_set_margin_bottom (self->buttons, 4);
  add_action_button (self, gtk_button_new (), "zoom-out-symbolic", "image.zoom-out", _ ("Zoom the image out"),
                     _ ("Zoom out (-)"));
  add_action_button (self, gtk_button_new (), "zoom-in-symbolic", "image.zoom-in", _ ("Zoom the image in"),
                     _ ("Zoom in (+)"));
  add_action_button (self, gtk_button_new (), "zoom-fit-best-symbolic", "image.fit", _ ("Show the whole image"),
                     _ ("Show the whole image (0)"));
  add_action_button (self, gtk_button_new (), "zoom-original-symbolic", "image.original", _ ("Original size"),
                     _ ("One screen pixel per image pixel (1)"));
  add_action_button (self, gtk_toggle_button_new (), "display-brightness-symbolic", "image.fit-values",
                     _ ("Scale to the range of values"),
                     _ ("Stretch the smallest to the largest value over black to white (S)"));
  add_action_button (self, gtk_toggle_button_new (), "redshift-histogram-symbolic", "image.histogram", _ ("Histogram"),
                     _ ("Histogram of the values (H)"));
  add_action_button (self, gtk_toggle_button_new (), "redshift-line-values-symbolic", "image.profile",
                     _ ("Values along a line"), _ ("Values along a line that you draw (P)"));
  gtk_box_append (GTK_BOX (self->buttons), rs_image_menu_button_new ());
  gtk_box_append (GTK_BOX (self->box), self->buttons);
}

static void
add_slice_controls (RsImageViewer *self)
{
  GtkWidget *play = gtk_toggle_button_new (), *scale, *number;

  self->slice = gtk_adjustment_new (0, 0, 0, 1, 10, 0);
  self->slice_controls = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  scale = gtk_scale_new (GTK_ORIENTATION_HORIZONTAL, self->slice);
  number = gtk_spin_button_new (self->slice, 1, 0);
  gtk_scale_set_draw_value (GTK_SCALE (scale), FALSE);
  gtk_widget_set_hexpand (scale, TRUE);
  gtk_button_set_icon_name (GTK_BUTTON (play), "media-playback-start-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (play), "image.play");
  gtk_widget_set_tooltip_text (play, _ ("Play the slices one after the other (Space)"));
  gtk_widget_set_tooltip_text (scale, _ ("Slice (Page Up, Page Down)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (play), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Play the slices"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Slice"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (number), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Number of the slice"),
                                  -1);
  gtk_box_append (GTK_BOX (self->slice_controls), play);
  gtk_box_append (GTK_BOX (self->slice_controls), scale);
  gtk_box_append (GTK_BOX (self->slice_controls), number);
  gtk_box_append (GTK_BOX (self->slice_row), self->slice_controls);
  g_signal_connect_swapped (self->slice, "value-changed", G_CALLBACK (on_slice), self);
}

static GtkWidget *
make_toggle (const char *label, const char *action, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_visible (button, FALSE);
  return button;
}

/* Those of the slices, or those of the volume. */
static void
add_slice_row (RsImageViewer *self)
{
  self->slice_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->volume_button = make_toggle (_ ("Volume"), "image.volume", _ ("Show the cube as a volume that turns (V)"));
  self->composite_button = make_toggle (_ ("Translucent"), "image.composite",
                                        _ ("The larger a value, the more opaque; else the largest of each ray (M)"));
  gtk_widget_set_hexpand (self->composite_button, TRUE);
  gtk_widget_set_halign (self->composite_button, GTK_ALIGN_START);
  gtk_widget_set_margin_start (self->slice_row, 6);
  gtk_widget_set_margin_end (self->slice_row, 6);
  gtk_widget_set_margin_top (self->slice_row, 4);
  add_slice_controls (self);
  gtk_box_append (GTK_BOX (self->slice_row), self->composite_button);
  gtk_box_append (GTK_BOX (self->slice_row), self->volume_button);
  gtk_widget_set_visible (self->slice_row, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->slice_row);
}

static void
add_status (RsImageViewer *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->size_label = GTK_LABEL (gtk_label_new (NULL));
  self->value_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->size_label, 0);
  gtk_label_set_xalign (self->value_label, 1);
  gtk_label_set_ellipsize (self->size_label, PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (self->value_label, PANGO_ELLIPSIZE_START);
  gtk_widget_set_hexpand (GTK_WIDGET (self->value_label), TRUE);
  gtk_widget_add_css_class (row, "rs-content");
  gtk_widget_add_css_class (GTK_WIDGET (self->size_label), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->size_label), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (self->value_label), "numeric");
  gtk_widget_set_margin_start (row, 8);
  gtk_widget_set_margin_end (row, 8);
  gtk_widget_set_margin_top (row, 3);
  gtk_widget_set_margin_bottom (row, 3);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->size_label));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->value_label));
  gtk_box_append (GTK_BOX (self->box), row);
}

static const GActionEntry entries[] = {
  { .name = "zoom-in", .activate = on_view_action },
  { .name = "zoom-out", .activate = on_view_action },
  { .name = "fit", .activate = on_view_action },
  { .name = "original", .activate = on_view_action },
  { .name = "next-slice", .activate = on_step },
  { .name = "previous-slice", .activate = on_step },
  { .name = "narrower", .activate = on_window_action },
  { .name = "wider", .activate = on_window_action },
  { .name = "brighter", .activate = on_window_action },
  { .name = "darker", .activate = on_window_action },
  { .name = "reset-window", .activate = on_window_action },
  { .name = "copy", .activate = on_copy },
  { .name = "save", .activate = on_save },
  { .name = "fit-values", .state = "false", .change_state = on_fit_values },
  { .name = "histogram", .state = "false", .change_state = on_histogram },
  { .name = "profile", .state = "false", .change_state = on_profile },
  { .name = "play", .state = "false", .change_state = on_play },
  { .name = "volume", .state = "false", .change_state = on_volume },
  { .name = "composite", .state = "false", .change_state = on_composite },
  { .name = "speed", .parameter_type = "i", .state = "10", .change_state = on_speed },
  { .name = "color-map", .parameter_type = "s", .state = "''", .change_state = on_color_map },
  { .name = "channel", .parameter_type = "i", .state = "-1", .change_state = on_channel },
  { .name = "nan-color", .parameter_type = "s", .state = "'magenta'", .change_state = on_nan_color },
};

/* Keys while the picture, or the volume, has the focus. */
static const struct {
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_Page_Down, 0, "image.next-slice" },
  { GDK_KEY_Page_Up, 0, "image.previous-slice" },
  { GDK_KEY_Left, GDK_CONTROL_MASK, "image.narrower" },
  { GDK_KEY_Right, GDK_CONTROL_MASK, "image.wider" },
  { GDK_KEY_Up, GDK_CONTROL_MASK, "image.brighter" },
  { GDK_KEY_Down, GDK_CONTROL_MASK, "image.darker" },
  { GDK_KEY_r, 0, "image.reset-window" },
  { GDK_KEY_s, 0, "image.fit-values" },
  { GDK_KEY_h, 0, "image.histogram" },
  { GDK_KEY_p, 0, "image.profile" },
  { GDK_KEY_space, 0, "image.play" },
  { GDK_KEY_c, GDK_CONTROL_MASK, "image.copy" },
  { GDK_KEY_v, 0, "image.volume" },
  { GDK_KEY_m, 0, "image.composite" },
};

static void
add_keys (RsImageViewer *self, GtkWidget *picture)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                                                            gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (picture, controller);
}

static void
rs_image_viewer_dispose (GObject *object)
{
  RsImageViewer *self = RS_IMAGE_VIEWER (object);

  if (self->playback != 0)
    g_source_remove (self->playback);
  self->playback = 0;
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (rs_image_viewer_parent_class)->dispose (object);
}

static void
rs_image_viewer_finalize (GObject *object)
{
  RsImageViewer *self = RS_IMAGE_VIEWER (object);

  g_object_unref (self->actions);
  rs_color_map_unref (self->program_map);
  g_free (self->statistics);
  g_free (self->title);
  G_OBJECT_CLASS (rs_image_viewer_parent_class)->finalize (object);
}

static void
rs_image_viewer_class_init (RsImageViewerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_image_viewer_dispose;
  G_OBJECT_CLASS (klass)->finalize = rs_image_viewer_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
rs_image_viewer_init (RsImageViewer *self)
{
  RsImageLook look;

  self->title = g_strdup ("image");
  self->high = 255;
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "image", G_ACTION_GROUP (self->actions));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->canvas = g_object_new (RS_TYPE_IMAGE_CANVAS, "hexpand", TRUE, "vexpand", TRUE, NULL);
  self->histogram = rs_curve_view_new (_ ("Histogram of the values"), TRUE);
  self->profile = rs_curve_view_new (_ ("Values along the line"), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->histogram), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->profile), FALSE);
  look = *rs_image_canvas_get_look (self->canvas);
  rs_image_look_set_nan_color (&look, "magenta");
  rs_image_canvas_set_look (self->canvas, &look);
  add_buttons (self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->canvas));
  add_slice_row (self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->histogram));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->profile));
  add_status (self);
  add_keys (self, GTK_WIDGET (self->canvas));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (self->canvas, "hover", G_CALLBACK (on_hover), self);
  g_signal_connect_swapped (self->canvas, "view-changed", G_CALLBACK (show_size), self);
  g_signal_connect_swapped (self->canvas, "resized", G_CALLBACK (show_size), self);
  g_signal_connect_swapped (self->canvas, "window-changed", G_CALLBACK (on_window_changed), self);
  g_signal_connect_swapped (self->canvas, "line-changed", G_CALLBACK (show_profile), self);
}

RsImageViewer *
rs_image_viewer_new (void)
{
  return g_object_new (RS_TYPE_IMAGE_VIEWER, NULL);
}
