/* The values: their range and histogram, and those along a line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/view/image/image-viewer-private.h"

#include "ide/view/curve-view.h"

#include <glib/gi18n.h>
#include <inttypes.h>

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

  if (rs_image_viewer_is_on (self, "fit-values"))
    rs_image_viewer_set_window (self, found->least, found->most > found->least ? found->most : found->least + 1);
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
      || (!rs_image_viewer_is_on (self, "histogram") && !rs_image_viewer_is_on (self, "fit-values")))
    return;
  self->is_measuring = TRUE;
  question = g_new (Question, 1);
  *question = (Question){ g_object_ref (self), self->serial };
  rs_image_source_measure (source, rs_image_canvas_get_slice (self->canvas), on_measured, question);
}

void
rs_image_viewer_forget_statistics (RsImageViewer *self)
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
    rs_image_viewer_set_window (self, self->low, self->high);
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

void
rs_image_viewer_show_profile (RsImageViewer *self)
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
  rs_image_viewer_show_profile (self);
}

static const GActionEntry entries[] = {
  { .name = "fit-values", .state = "false", .change_state = on_fit_values },
  { .name = "histogram", .state = "false", .change_state = on_histogram },
  { .name = "profile", .state = "false", .change_state = on_profile },
};

void
rs_image_viewer_init_values (RsImageViewer *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_swapped (self->canvas, "line-changed", G_CALLBACK (rs_image_viewer_show_profile), self);
}
