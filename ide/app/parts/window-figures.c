/* The figures that a program shows: a dock tab each; images alone have the image viewer, everything else is drawn. And
 * its forms: a window each.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/window/window-private.h"

#include "ide/app/accessible-names.h"

#include <glib/gi18n.h>

/* --- tabs --- */

static void
remove_panel (PanelWidget *panel)
{
  GtkWidget *frame = gtk_widget_get_ancestor (GTK_WIDGET (panel), PANEL_TYPE_FRAME);

  if (frame != NULL)
    panel_frame_remove (PANEL_FRAME (frame), panel);
}

/* The figure that the panel shows, so that closing the tab tells the program; NULL for pictures that are no figures. */
static RsFigure *
get_shown (PanelWidget *panel)
{
  return g_object_get_data (G_OBJECT (panel), "figure");
}

/* A tab that is dragged to another place is without a parent for a moment only. */
static gboolean
check_closed (gpointer data)
{
  PanelWidget *panel = data;

  if (gtk_widget_get_parent (GTK_WIDGET (panel)) == NULL && get_shown (panel) != NULL)
    rs_figure_set_closed (get_shown (panel), TRUE);
  return G_SOURCE_REMOVE;
}

static void
on_parent_changed (GtkWidget *panel)
{
  if (gtk_widget_get_parent (panel) == NULL && get_shown (PANEL_WIDGET (panel)) != NULL)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, check_closed, g_object_ref (panel), g_object_unref);
}

static void
add_panel (RsWindow *self, GPtrArray *panels, PanelWidget *panel)
{
  g_ptr_array_add (panels, g_object_ref_sink (panel));
  g_signal_connect (panel, "notify::parent", G_CALLBACK (on_parent_changed), NULL);
}

/* Puts it into the dock, when it is new or the user had closed it. */
static void
show_panel (RsWindow *self, PanelWidget *panel)
{
  if (gtk_widget_get_parent (GTK_WIDGET (panel)) != NULL)
    return;
  panel_frame_add (self->end_frame, panel);
  panel_dock_set_reveal_end (self->dock, TRUE);
  panel_widget_raise (panel);
  rs_accessible_names_queue (GTK_WIDGET (self));
}

static RsImagePanel *
find_image (RsWindow *self, guint figure)
{
  for (guint i = 0; i < self->figures->len; i++)
    if (rs_image_panel_get_figure (g_ptr_array_index (self->figures, i)) == figure)
      return g_ptr_array_index (self->figures, i);
  return NULL;
}

static RsFigurePanel *
find_plot (RsWindow *self, guint figure)
{
  for (guint i = 0; i < self->plots->len; i++)
    if (rs_figure_panel_get_figure (g_ptr_array_index (self->plots, i)) == figure)
      return g_ptr_array_index (self->plots, i);
  return NULL;
}

/* --- showing --- */

RsImagePanel *
rs_window_show_image (RsWindow *self, guint figure, RsImage *image)
{
  RsImagePanel *panel = find_image (self, figure);

  if (panel == NULL)
    {
      panel = rs_image_panel_new (figure);
      add_panel (self, self->figures, PANEL_WIDGET (panel));
    }
  rs_image_panel_set_image (panel, image);
  show_panel (self, PANEL_WIDGET (panel));
  return panel;
}

static PanelWidget *
show_only_image (RsWindow *self, const RsFigure *copy, const RsSeries *series)
{
  g_autoptr (RsImage) image = rs_image_panel_make_image (copy, series);
  RsImagePanel *panel = rs_window_show_image (self, copy->number, image);

  for (guint i = 0; i < copy->linked->len; i++)
    {
      RsImagePanel *other = find_image (self, g_array_index (copy->linked, guint, i));

      rs_image_panel_link (panel);
      if (other != NULL)
        rs_image_panel_link (other);
    }
  return PANEL_WIDGET (panel);
}

static gboolean
names (RsFigurePanel *panel, RsFigurePanel *other)
{
  const RsFigure *copy = rs_figure_panel_get_copy (panel);

  for (guint i = 0; copy != NULL && i < copy->linked->len; i++)
    if (g_array_index (copy->linked, guint, i) == rs_figure_panel_get_figure (other))
      return TRUE;
  return FALSE;
}

/* Figures that the program has connected move together: with the panel, with those that move with it, and so on. */
static void
on_plot_view_changed (RsFigurePanel *panel, RsWindow *self)
{
  g_autoptr (GPtrArray) moved = g_ptr_array_new ();

  g_ptr_array_add (moved, panel);
  for (guint i = 0; i < moved->len; i++)
    for (guint k = 0; k < self->plots->len; k++)
      {
        RsFigurePanel *one = g_ptr_array_index (moved, i), *other = g_ptr_array_index (self->plots, k);

        if ((!names (one, other) && !names (other, one)) || g_ptr_array_find (moved, other, NULL))
          continue;
        rs_figure_panel_follow (other, panel);
        g_ptr_array_add (moved, other);
      }
}

static PanelWidget *
show_plot (RsWindow *self, RsFigure *copy)
{
  RsFigurePanel *panel = find_plot (self, copy->number);

  if (panel == NULL)
    {
      panel = rs_figure_panel_new (copy->number);
      g_signal_connect_object (panel, "view-changed", G_CALLBACK (on_plot_view_changed), self, 0);
      add_panel (self, self->plots, PANEL_WIDGET (panel));
    }
  rs_figure_panel_set_figure (panel, rs_figure_ref (copy));
  show_panel (self, PANEL_WIDGET (panel));
  return PANEL_WIDGET (panel);
}

/* A figure may become another kind when a title is added to an image. */
static void
remove_tabs (RsWindow *self, guint number, gboolean image, gboolean plot)
{
  RsImagePanel *image_panel = image ? find_image (self, number) : NULL;
  RsFigurePanel *plot_panel = plot ? find_plot (self, number) : NULL;

  if (image_panel != NULL)
    {
      g_object_set_data (G_OBJECT (image_panel), "figure", NULL);
      remove_panel (PANEL_WIDGET (image_panel));
      g_ptr_array_remove (self->figures, image_panel);
    }
  if (plot_panel != NULL)
    {
      g_object_set_data (G_OBJECT (plot_panel), "figure", NULL);
      remove_panel (PANEL_WIDGET (plot_panel));
      g_ptr_array_remove (self->plots, plot_panel);
    }
}

static gboolean
is_figure (PanelWidget *panel)
{
  return panel != NULL && (RS_IS_IMAGE_PANEL (panel) || RS_IS_FIGURE_PANEL (panel));
}

void
rs_window_begin_figures (RsWindow *self)
{
  PanelWidget *front = panel_frame_get_visible_child (self->end_frame);

  self->figure_turn++;
  self->kept_figure = is_figure (front) ? front : NULL;
}

static gboolean
is_of_turn (RsWindow *self, PanelWidget *panel)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (panel), "turn")) == self->figure_turn;
}

/* The first figure of a run comes before one that another run has left; that which was in front before stays there once
 * the run shows it. */
static void
come_before_old_ones (RsWindow *self, PanelWidget *panel)
{
  GtkWidget *frame = gtk_widget_get_ancestor (GTK_WIDGET (panel), PANEL_TYPE_FRAME);
  PanelWidget *front = frame != NULL ? panel_frame_get_visible_child (PANEL_FRAME (frame)) : NULL;
  const gboolean is_old = is_figure (front) && front != panel && !is_of_turn (self, front);

  if (is_of_turn (self, panel))
    return;
  g_object_set_data (G_OBJECT (panel), "turn", GUINT_TO_POINTER (self->figure_turn));
  if (is_old || (is_figure (front) && panel == self->kept_figure))
    panel_widget_raise (panel);
}

void
rs_window_show_figure (RsWindow *self, RsFigure *figure)
{
  g_autoptr (RsFigure) copy = rs_figure_copy (figure);
  const RsSeries *image = rs_figure_get_only_image (copy);
  PanelWidget *panel;

  if (self->figures == NULL) /* the window is going */
    return;
  if (figure->is_embedded)
    {
      for (guint i = 0; i < self->forms->len; i++)
        rs_form_window_show_figure (g_ptr_array_index (self->forms, i), figure);
      return;
    }
  if (rs_figure_is_closed (figure))
    {
      remove_tabs (self, figure->number, TRUE, TRUE);
      return;
    }
  remove_tabs (self, figure->number, image == NULL, image != NULL);
  panel = image != NULL ? show_only_image (self, copy, image) : show_plot (self, copy);
  g_object_set_data_full (G_OBJECT (panel), "figure", rs_figure_ref (figure), (GDestroyNotify)rs_figure_unref);
  come_before_old_ones (self, panel);
}

/* --- forms --- */

static RsFormWindow *
find_form (RsWindow *self, RsForm *form)
{
  for (guint i = 0; i < self->forms->len; i++)
    if (rs_form_window_get_form (g_ptr_array_index (self->forms, i)) == form)
      return g_ptr_array_index (self->forms, i);
  return NULL;
}

/* The user has closed it. */
static void
on_form_destroyed (GtkWidget *window, RsWindow *self)
{
  if (self->forms != NULL)
    g_ptr_array_remove (self->forms, window);
}

void
rs_window_show_form (RsWindow *self, RsForm *form)
{
  RsFormWindow *window;

  if (self->forms == NULL)
    return;
  window = find_form (self, form);
  if (rs_form_is_closed (form))
    {
      if (window != NULL)
        gtk_window_destroy (GTK_WINDOW (window));
      return;
    }
  if (window != NULL)
    {
      rs_form_window_update (window);
      return;
    }
  window = rs_form_window_new (form, GTK_WINDOW (self));
  g_ptr_array_add (self->forms, g_object_ref (window));
  g_signal_connect_object (window, "destroy", G_CALLBACK (on_form_destroyed), self, 0);
  gtk_window_present (GTK_WINDOW (window));
}

void
rs_window_close_forms (RsWindow *self)
{
  GPtrArray *forms = g_steal_pointer (&self->forms);

  for (guint i = 0; forms != NULL && i < forms->len; i++)
    {
      rs_form_close (rs_form_window_get_form (g_ptr_array_index (forms, i)));
      gtk_window_destroy (g_ptr_array_index (forms, i));
    }
  g_clear_pointer (&forms, g_ptr_array_unref);
}

/* --- going there --- */

/* Those whose tabs the user has closed. */
static void
bring_back (RsWindow *self, const GPtrArray *panels)
{
  for (guint i = 0; i < panels->len; i++)
    {
      PanelWidget *panel = g_ptr_array_index (panels, i);

      if (gtk_widget_get_parent (GTK_WIDGET (panel)) != NULL)
        continue;
      if (get_shown (panel) != NULL)
        rs_figure_set_closed (get_shown (panel), FALSE);
      show_panel (self, panel);
    }
}

static void
on_show_figures (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  RsWindow *self = data;
  PanelWidget *front;

  bring_back (self, self->figures);
  bring_back (self, self->plots);
  panel_dock_set_reveal_end (self->dock, TRUE);
  for (guint i = 0;
       i < panel_frame_get_n_pages (self->end_frame) && !is_figure (panel_frame_get_visible_child (self->end_frame));
       i++)
    if (is_figure (panel_frame_get_page (self->end_frame, i)))
      panel_widget_raise (panel_frame_get_page (self->end_frame, i));
  front = panel_frame_get_visible_child (self->end_frame);
  if (front != NULL)
    rs_window_focus_panel (self, front);
}

static const GActionEntry entries[] = {
  { .name = "show-figures", .activate = on_show_figures },
};

void
rs_window_init_figures (RsWindow *self)
{
  GtkWidget *placeholder = gtk_label_new (_ ("Images and plots of programs are shown here"));

  g_object_set (placeholder, "wrap", TRUE, "justify", GTK_JUSTIFY_CENTER, "hexpand", TRUE, "vexpand", TRUE, NULL);
  gtk_widget_add_css_class (placeholder, "dim-label");
  panel_frame_set_placeholder (self->end_frame, placeholder);
  self->figures = g_ptr_array_new_with_free_func (g_object_unref);
  self->forms = g_ptr_array_new_with_free_func (g_object_unref);
  self->plots = g_ptr_array_new_with_free_func (g_object_unref);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
