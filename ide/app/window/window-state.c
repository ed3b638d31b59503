/* What is on the screen, as JSON, for tests and for people who automate the IDE: the action win.dump-state writes it to
 * the file named by the environment variable RS_IDE_DUMP; win.dump-turns writes there how long the main loop took.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/loop-meter.h"
#include "ide/profile/json.h"
#include "ide/settings/notices.h"

static void
dump_loops (const GPtrArray *loops, GString *json)
{
  for (guint i = 0; loops != NULL && i < loops->len; i++)
    {
      const RsLoopOutcome *loop = g_ptr_array_index (loops, i);

      g_string_append_printf (json, "%s{\"line\": %u, \"kind\": %d, \"text\": ", i > 0 ? ", " : "", loop->line,
                              (int)loop->kind);
      rs_json_append_string (json, loop->text);
      g_string_append_c (json, '}');
    }
}

static void
dump_pages (RsWindow *self, GString *json)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      RsEditorPage *page = g_ptr_array_index (self->pages, i);
      RsDocument *document = rs_editor_page_get_document (page);
      RsAnalysis *analysis = rs_checker_get_analysis (rs_editor_page_get_checker (page));
      GtkOrientation orientation;
      double part;
      gboolean is_split = rs_editor_page_get_split (page, &orientation, &part);
      guint line, column;

      rs_editor_page_get_cursor (page, &line, &column);
      g_string_append (json, i > 0 ? ",\n{\"name\": " : "\n{\"name\": ");
      rs_json_append_string (json, rs_document_get_name (document));
      g_string_append (json, ", \"title\": ");
      rs_json_append_string (json, rs_document_get_title (document));
      g_string_append_printf (json,
                              ", \"line\": %u, \"column\": %u, \"modified\": %s, \"diagnostics\": %d, \"message\": ",
                              line, column,
                              gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (document)) ? "true" : "false",
                              analysis != NULL ? (int)rs_diagnostics_get_length (rs_analysis_get_diagnostics (analysis))
                                               : -1);
      rs_json_append_string (json, rs_editor_page_get_message (page));
      g_string_append_printf (json, ", \"checked\": %s",
                              analysis != NULL && rs_analysis_get_source (analysis) == rs_document_get_source (document)
                                  ? "true"
                                  : "false");
      g_string_append_printf (json, ", \"folds\": %u, \"split\": \"%s\", \"split_at\": %.3f",
                              rs_block_aids_count_folds (rs_editor_page_get_aids (page)),
                              !is_split                                   ? ""
                              : orientation == GTK_ORIENTATION_HORIZONTAL ? "beside"
                                                                          : "below",
                              part);
      g_string_append (json, ", \"loops\": [");
      dump_loops (analysis != NULL ? rs_analysis_get_loops (analysis) : NULL, json);
      g_string_append (json, "]}");
    }
}

static void
dump_volume (RsVolumeView *volume, GString *json)
{
  const RsVolumeCamera *camera = rs_volume_view_get_camera (volume);

  g_string_append_printf (json, ", \"volume\": {\"azimuth\": %g, \"elevation\": %g, \"zoom\": %g", camera->azimuth,
                          camera->elevation, camera->zoom);
  g_string_append_printf (json, ", \"card\": %s, \"settled\": %s}", rs_volume_view_has_card (volume) ? "true" : "false",
                          rs_volume_view_is_settled (volume) ? "true" : "false");
}

static void
dump_figures (RsWindow *self, GString *json)
{
  for (guint i = 0; i < self->figures->len; i++)
    {
      RsImagePanel *panel = g_ptr_array_index (self->figures, i);
      RsImageCanvas *canvas = rs_image_panel_get_canvas (panel);
      const RsImageFacts *facts = rs_image_get_facts (rs_image_panel_get_image (panel));
      const RsImageLook *look = rs_image_canvas_get_look (canvas);
      RsImageView view;

      rs_image_canvas_get_view (canvas, &view);
      g_string_append (json, i > 0 ? ", {\"title\": " : "{\"title\": ");
      rs_json_append_string (json, facts->title);
      g_string_append_printf (
          json, ", \"width\": %d, \"height\": %d, \"channels\": %d, \"shown\": %s, \"zoom\": %g, \"x\": %g, \"y\": %g",
          (int)facts->shape.width, (int)facts->shape.height, facts->shape.channels,
          gtk_widget_get_mapped (GTK_WIDGET (panel)) ? "true" : "false", view.zoom, view.x, view.y);
      g_string_append_printf (json, ", \"slices\": %d, \"slice\": %d, \"low\": %g, \"high\": %g",
                              (int)facts->shape.n_slices, (int)rs_image_canvas_get_slice (canvas), look->low,
                              look->high);
      if (rs_image_panel_get_volume (panel) != NULL)
        dump_volume (rs_image_panel_get_volume (panel), json);
      g_string_append (json, "}");
    }
}

static void
dump_limits (const RsAxes *axes, GString *json)
{
  double low[2], high[2];

  for (int d = 0; d < 2; d++)
    rs_axes_get_limits (axes, d, &low[d], &high[d]);
  g_string_append_printf (json, ", \"x\": [%.10g, %.10g], \"y\": [%.10g, %.10g]", low[0], high[0], low[1], high[1]);
  g_string_append_printf (json, ", \"azimuth\": %g, \"elevation\": %g, \"zoom\": %g}", axes->azimuth, axes->elevation,
                          axes->zoom);
}

static void
dump_plots (RsWindow *self, GString *json)
{
  for (guint i = 0; i < self->plots->len; i++)
    {
      RsFigurePanel *panel = g_ptr_array_index (self->plots, i);
      RsFigure *copy = rs_figure_panel_get_copy (panel);
      const RsAxes *axes = rs_figure_get_axes (copy);

      g_string_append (json, i > 0 ? ", {\"title\": " : "{\"title\": ");
      rs_json_append_string (json, axes->title);
      g_string_append_printf (json, ", \"number\": %u, \"axes\": %u, \"series\": %u, \"shown\": %s", copy->number,
                              copy->axes->len, axes->series->len,
                              gtk_widget_get_mapped (GTK_WIDGET (panel)) ? "true" : "false");
      g_string_append_printf (json, ", \"card\": %s", rs_figure_panel_has_card (panel) ? "true" : "false");
      dump_limits (axes, json);
    }
}

static void
dump_panels (RsWindow *self, GString *json)
{
  g_auto (GStrv) panels = rs_window_describe_panels (self);

  for (guint i = 0; panels[i] != NULL; i++)
    {
      g_string_append (json, i > 0 ? ", " : "");
      rs_json_append_string (json, panels[i]);
    }
}

static void
dump_notices (GString *json)
{
  g_auto (GStrv) ids = rs_notices_list ();

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *text = rs_notices_dup_text (ids[i]);

      g_string_append (json, i > 0 ? ", " : "");
      rs_json_append_string (json, text);
    }
}

static char *
describe (RsWindow *self)
{
  GString *json = g_string_new ("{\"current\": ");
  RsRun *run = rs_runs_get_shown (self->runs);

  rs_json_append_string (json, self->current != NULL
                                   ? rs_document_get_name (rs_editor_page_get_document (self->current))
                                   : NULL);
  g_string_append_printf (json,
                          ", \"running\": %s, \"run_status\": ", rs_runs_any_active (self->runs) ? "true" : "false");
  rs_json_append_string (json, gtk_label_get_text (self->run_label));
  g_string_append_printf (json, ", \"precision\": \"%s\", \"device\": ",
                          rs_window_get_precision (self) == RS_PRECISION_DOUBLE ? "double" : "single");
  rs_json_append_string (json, rs_window_get_device (self));
  g_string_append (json, ", \"focus\": ");
  rs_json_append_string (json, rs_window_describe_focus (self));
  g_string_append (json, ", \"panels\": [");
  dump_panels (self, json);
  g_string_append (json, "], \"notices\": [");
  dump_notices (json);
  g_string_append (json, "], \"line_status\": ");
  rs_json_append_string (json, gtk_label_get_text (self->line_label));
  g_string_append_printf (json, ", \"console_lines\": %" G_GUINT64_FORMAT ", \"errors\": %u, \"warnings\": %u",
                          run != NULL ? rs_output_log_get_n_lines (rs_run_get_log (run)) : 0,
                          rs_problems_panel_count (rs_window_get_problems (self), RS_SEVERITY_ERROR),
                          rs_problems_panel_count (rs_window_get_problems (self), RS_SEVERITY_WARNING));
  g_string_append (json, ", \"pages\": [");
  dump_pages (self, json);
  g_string_append (json, "], \"figures\": [");
  dump_figures (self, json);
  g_string_append (json, "], \"plots\": [");
  dump_plots (self, json);
  g_string_append (json, "], \"profile\": ");
  rs_profile_panel_dump (rs_window_get_profile (self), json);
  g_string_append (json, "}\n");
  return g_string_free (json, FALSE);
}

void
rs_window_write_dump (const char *json)
{
  const char *path = g_getenv ("RS_IDE_DUMP");
  g_autoptr (GError) error = NULL;

  if (path != NULL && !g_file_set_contents (path, json, -1, &error))
    g_warning ("%s", error->message);
}

static void
on_dump_state (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *json = NULL;

  rs_loop_meter_pause ();
  json = describe (data);
  rs_window_write_dump (json);
  rs_loop_meter_resume ();
}

/* How long the window was busy at a time, since it was asked last. */
static void
on_dump_turns (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree char *json = g_strdup_printf ("{\"longest\": %.3f}\n", rs_loop_meter_take_longest ());

  rs_window_write_dump (json);
}

static const GActionEntry entries[] = {
  { .name = "dump-state", .activate = on_dump_state },
  { .name = "dump-turns", .activate = on_dump_turns },
};

void
rs_window_init_state_actions (RsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
