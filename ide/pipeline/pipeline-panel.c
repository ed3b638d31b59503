/* What the compiler makes of the kernel at the cursor.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/pipeline/pipeline-panel.h"

#include "ide/analysis/pipeline.h"
#include "ide/editor/style.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

struct _RsPipelinePanel {
  PanelWidget parent;

  GtkLabel *title;        /* borrowed from the tree, like what follows */
  GtkDropDown *stages, *bases; /* bases: the one before, then all stages */
  GtkCheckButton *difference;
  GtkTextView *view;

  RsPipeline *pipeline;   /* owned; NULL: none yet */
  RsAnalysis *analysis;   /* owned; what is shown, or being made */
  GArray *lines;          /* of the source, by lines of the text that shows; NULL: none */
  guint line;             /* the cursor's, in the source */
  guint wanted_stage, wanted_base; /* stay the same when the text changes */
  gboolean is_busy;
};

G_DEFINE_FINAL_TYPE (RsPipelinePanel, rs_pipeline_panel, PANEL_TYPE_WIDGET)

/* --- a stage --- */

static const RsStage *
get_stage (RsPipelinePanel *self, guint index)
{
  return self->pipeline != NULL && index < self->pipeline->stages->len
             ? g_ptr_array_index (self->pipeline->stages, index)
             : NULL;
}

/* What came of the cursor's line. */
static void
mark_lines (RsPipelinePanel *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  gboolean scrolled = FALSE;
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, "line", &start, &end);
  for (guint i = 0; self->lines != NULL && i < self->lines->len; i++)
    {
      if (g_array_index (self->lines, guint, i) != self->line)
        continue;
      gtk_text_buffer_get_iter_at_line (buffer, &start, (int)i);
      end = start;
      gtk_text_iter_forward_line (&end);
      gtk_text_buffer_apply_tag_by_name (buffer, "line", &start, &end);
      if (!scrolled)
        gtk_text_view_scroll_to_iter (self->view, &start, 0.1, FALSE, 0, 0);
      scrolled = TRUE;
    }
}

static void
mark_difference (RsPipelinePanel *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter start, end;

  gtk_text_buffer_get_start_iter (buffer, &start);
  while (!gtk_text_iter_is_end (&start))
    {
      gunichar sign = gtk_text_iter_get_char (&start);

      end = start;
      gtk_text_iter_forward_line (&end);
      if (sign == '-' || sign == '+')
        gtk_text_buffer_apply_tag_by_name (buffer, sign == '-' ? "gone" : "new", &start, &end);
      start = end;
    }
}

/* What the stage is compared with; NULL: nothing. */
static const RsStage *
get_base (RsPipelinePanel *self, guint index)
{
  const guint base = gtk_drop_down_get_selected (self->bases);

  if (!gtk_check_button_get_active (self->difference) || base == GTK_INVALID_LIST_POSITION)
    return NULL;
  if (base > 0)
    return get_stage (self, base - 1);
  return index > 0 ? get_stage (self, index - 1) : NULL;
}

static void
show_difference (RsPipelinePanel *self, const RsStage *base, const RsStage *stage)
{
  g_autofree char *text = rs_difference (base->text, stage->text);

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->view), text, -1);
  self->lines = rs_difference_map_lines (text, base, stage);
  mark_difference (self);
  mark_lines (self);
}

static void
show_stage (RsPipelinePanel *self)
{
  guint index = gtk_drop_down_get_selected (self->stages);
  const RsStage *stage = get_stage (self, index), *base = get_base (self, index);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);

  g_clear_pointer (&self->lines, g_array_unref);
  if (stage == NULL)
    {
      gtk_text_buffer_set_text (buffer, "", -1);
      return;
    }
  if (base != NULL)
    {
      show_difference (self, base, stage);
      return;
    }
  gtk_text_buffer_set_text (buffer, stage->text, -1);
  self->lines = rs_stage_map_lines (stage);
  mark_lines (self);
}

static void
on_stage_selected (RsPipelinePanel *self)
{
  if (gtk_drop_down_get_selected (self->stages) != GTK_INVALID_LIST_POSITION)
    self->wanted_stage = gtk_drop_down_get_selected (self->stages);
  if (gtk_drop_down_get_selected (self->bases) != GTK_INVALID_LIST_POSITION)
    self->wanted_base = gtk_drop_down_get_selected (self->bases);
  show_stage (self);
}

/* --- a kernel --- */

/* first: a row above the stages, or NULL. */
static void
fill_drop_down (RsPipelinePanel *self, GtkDropDown *drop_down, const char *first, guint wanted)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint n;

  if (first != NULL)
    gtk_string_list_append (titles, first);
  for (guint i = 0; i < self->pipeline->stages->len; i++)
    gtk_string_list_append (titles, get_stage (self, i)->title);
  n = g_list_model_get_n_items (G_LIST_MODEL (titles));
  g_signal_handlers_block_by_func (drop_down, on_stage_selected, self);
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (titles));
  if (n > 0)
    gtk_drop_down_set_selected (drop_down, MIN (wanted, n - 1));
  g_signal_handlers_unblock_by_func (drop_down, on_stage_selected, self);
}

static void
show_pipeline (RsPipelinePanel *self)
{
  gtk_label_set_text (self->title, self->pipeline->title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), self->pipeline->title);
  fill_drop_down (self, self->stages, NULL, self->wanted_stage);
  fill_drop_down (self, self->bases, _ ("The stage before"), self->wanted_base);
  show_stage (self);
}

typedef struct {
  RsAnalysis *analysis;
  guint line;
} Wish;

static void
wish_free (gpointer data)
{
  rs_analysis_unref (((Wish *)data)->analysis);
  g_free (data);
}

static void
make_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Wish *wish = data;

  g_task_return_pointer (task, rs_pipeline_new (wish->analysis, wish->line), (GDestroyNotify)rs_pipeline_free);
}

static void make (RsPipelinePanel *self);

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  RsPipelinePanel *self = RS_PIPELINE_PANEL (source);
  const Wish *wish = g_task_get_task_data (G_TASK (result));
  RsPipeline *pipeline = g_task_propagate_pointer (G_TASK (result), NULL);

  self->is_busy = FALSE;
  if (self->view == NULL)
    {
      g_clear_pointer (&pipeline, rs_pipeline_free);
      return;
    }
  g_clear_pointer (&self->pipeline, rs_pipeline_free);
  self->pipeline = pipeline;
  show_pipeline (self);
  if (wish->analysis != self->analysis || wish->line != self->line)
    make (self);
}

/* Whether what shows is of this text and around this line. */
static gboolean
covers (RsPipelinePanel *self)
{
  return self->pipeline != NULL && self->pipeline->stages->len > 0 && self->line >= self->pipeline->first
         && self->line <= self->pipeline->last;
}

static void
make (RsPipelinePanel *self)
{
  g_autoptr (GTask) task = NULL;
  Wish *wish;

  if (self->is_busy || self->analysis == NULL)
    return;
  self->is_busy = TRUE;
  wish = g_new (Wish, 1);
  wish->analysis = rs_analysis_ref (self->analysis);
  wish->line = self->line;
  task = g_task_new (self, NULL, on_made, NULL);
  g_task_set_task_data (task, wish, wish_free);
  g_task_run_in_thread (task, make_thread);
}

void
rs_pipeline_panel_show (RsPipelinePanel *self, RsAnalysis *analysis, guint line)
{
  gboolean same = analysis == self->analysis;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || analysis == NULL || (same && line == self->line))
    return;
  if (!same)
    {
      g_clear_pointer (&self->analysis, rs_analysis_unref);
      self->analysis = rs_analysis_ref (analysis);
    }
  self->line = line;
  if (same && covers (self))
    mark_lines (self);
  else
    make (self);
}

static void
go_to_source (RsPipelinePanel *self, const GtkTextIter *at)
{
  const guint index = (guint)gtk_text_iter_get_line (at);
  const guint line = self->lines != NULL && index < self->lines->len ? g_array_index (self->lines, guint, index) : 0;

  if (line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", self->pipeline->path, line, 0);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RsPipelinePanel *self = data;
  GtkTextIter iter;
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, (int)x, (int)y, &buffer_x, &buffer_y);
  gtk_text_view_get_iter_at_location (self->view, &iter, buffer_x, buffer_y);
  go_to_source (self, &iter);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, RsPipelinePanel *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter iter;

  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return GDK_EVENT_PROPAGATE;
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  go_to_source (self, &iter);
  return GDK_EVENT_STOP;
}

/* --- life --- */

static GtkWidget *
rs_pipeline_panel_get_default_focus (PanelWidget *widget)
{
  return GTK_WIDGET (RS_PIPELINE_PANEL (widget)->view);
}

static void
rs_pipeline_panel_dispose (GObject *object)
{
  RsPipelinePanel *self = RS_PIPELINE_PANEL (object);

  self->view = NULL;
  g_clear_pointer (&self->pipeline, rs_pipeline_free);
  g_clear_pointer (&self->analysis, rs_analysis_unref);
  g_clear_pointer (&self->lines, g_array_unref);
  G_OBJECT_CLASS (rs_pipeline_panel_parent_class)->dispose (object);
}

static void
rs_pipeline_panel_class_init (RsPipelinePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = rs_pipeline_panel_dispose;
  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_pipeline_panel_get_default_focus;
}

static void
add_tags (GtkTextBuffer *buffer)
{
  rs_style_color_tag (gtk_text_buffer_create_tag (buffer, "gone", NULL, NULL), "#c01c28", "#ff8f7d");
  rs_style_color_tag (gtk_text_buffer_create_tag (buffer, "new", NULL, NULL), "#1b7f3b", "#6fd38b");
  /* The last one goes before the others. */
  gtk_text_buffer_create_tag (buffer, "line", "background", "#f5c211", "foreground", "#1a1a1a", NULL);
}

static void
rs_pipeline_panel_init (RsPipelinePanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_object_set (box, "margin-start", 6, "margin-end", 6, "margin-top", 4, NULL);
  self->title = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "label",
                              _ ("Put the cursor into a kernel or a loop"), NULL);
  self->stages = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->stages), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Stage"), -1);
  self->difference = GTK_CHECK_BUTTON (gtk_check_button_new_with_label (_ ("Difference from")));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->difference), _ ("What is other in this stage than in that one"));
  self->bases = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bases), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Stage to compare with"), -1);
  g_object_bind_property (self->difference, "active", self->bases, "sensitive", G_BINDING_SYNC_CREATE);
  self->view = g_object_new (GTK_TYPE_TEXT_VIEW, "editable", FALSE, "monospace", TRUE, "left-margin", 4, "accepts-tab",
                             FALSE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "rs-code");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Text of the stage"),
                                  -1);
  add_tags (gtk_text_view_get_buffer (self->view));
  g_signal_connect_swapped (self->stages, "notify::selected", G_CALLBACK (on_stage_selected), self);
  g_signal_connect_swapped (self->bases, "notify::selected", G_CALLBACK (on_stage_selected), self);
  g_signal_connect_swapped (self->difference, "toggled", G_CALLBACK (show_stage), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
  gtk_widget_set_halign (GTK_WIDGET (self->stages), GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->difference));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->bases));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stages));
  gtk_box_append (GTK_BOX (box), bar);
  g_object_set (scroller, "child", self->view, "vexpand", TRUE, "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (box), scroller);
  panel_widget_set_child (PANEL_WIDGET (self), box);
}

PanelWidget *
rs_pipeline_panel_new (RsRuns *runs)
{
  return g_object_new (RS_TYPE_PIPELINE_PANEL, NULL);
}
